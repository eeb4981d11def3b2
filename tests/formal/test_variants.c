/*
 * Units without a proof of their own: they must equal those of another protocol but for their
 * names, as formal/units/README.md assumes.
 */
#include "gen/machine/netlist.h"
#include "gen/system/system.h"
#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct hdl_design *units_of(const char *protocol)
{
    struct error err = {0};
    const char *set[] = {protocol};
    struct system *sys = system_load("tsm-tiny", set, 1, &err);
    assert_non_null(sys);
    struct netlist *n = netlist_new(sys, &err);
    assert_non_null(n);
    struct hdl_design *d = hdl_design_new();
    assert_true(netlist_emit_units(n, d, &err));
    netlist_free(n);
    system_free(sys);
    return d;
}

/* Appends the text without its first line, which describes the unit, with "_nc_wb" as "_nc", and
 * without blanks, as a longer name moves columns and line ends. */
static void add_plain(struct sbuf *s, const char *text)
{
    for (const char *at = strchr(text, '\n'); *at != '\0'; at++) {
        if (strncmp(at, "_nc_wb", 6) == 0) {
            sbuf_puts(s, "_nc");
            at += 5;
        } else if (strchr(" \n", *at) == NULL) {
            sbuf_add(s, at, 1);
        }
    }
}

static bool same(struct hdl_design *wt, const char *name, struct hdl_design *wb,
                 const char *name_wb)
{
    struct sbuf a = {0}, b = {0};
    add_plain(&a, hdl_text(wt, name));
    add_plain(&b, hdl_text(wb, name_wb));
    bool equal = strcmp(sbuf_str(&a), sbuf_str(&b)) == 0;
    sbuf_free(&a);
    sbuf_free(&b);
    return equal;
}

static void nc_wb_has_the_other_units_of_nc_wt(void **state)
{
    (void)state;
    struct hdl_design *wt = units_of("protocol=nc-wt"), *wb = units_of("protocol=nc-wb");
    assert_true(same(wt, "um_l1_nc", wb, "um_l1_nc_wb"));
    assert_true(same(wt, "um_reqtracker_nc", wb, "um_reqtracker_nc_wb"));
    assert_true(same(wt, "um_umc_nc", wb, "um_umc_nc_wb"));
    assert_false(same(wt, "um_l2_nc", wb, "um_l2_nc_wb")); /* a difference is noticed */
    hdl_design_free(wt);
    hdl_design_free(wb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nc_wb_has_the_other_units_of_nc_wt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
