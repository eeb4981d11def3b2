/* The classes of links: each word has the price of its paper, written here a second time, in
 * picojoules; machines have the class of what their papers join them with. */
#include "gen/system/system.h"
#include "sw/util/count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static enum link_class class_by(const char *set)
{
    struct error err = {0};
    struct system *s = system_load("tsm-tiny", &set, 1, &err);
    assert_string_equal(err.text, "");
    const enum link_class class = s->link.class;
    system_free(s);
    return class;
}

static void prices(void **state)
{
    (void)state;
    static const struct {
        const char *set;
        double real, idle; /* pJ */
    } cases[] = {
        {"link.class=on-chip", 0.08, 0}, {"link.class=on-package", 0.5, 0},
        {"link.class=on-board", 10, 0},  {"link.class=pcie", 10, 0},
        {"link.class=system", 250, 0},   {"link.class=serdes", 2.0, 1.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        /* 7 cycles of 24 bits, of which 3 are in use. */
        const struct link_energy e = link_energy(class_by(cases[i].set), 24, 7, 3);
        assert_int_equal(e.real_bits, 72);
        assert_int_equal(e.idle_bits, 96);
        assert_int_equal(e.real_fj, (uint64_t)(72 * cases[i].real * 1000 + 0.5));
        assert_int_equal(e.idle_fj, (uint64_t)(96 * cases[i].idle * 1000 + 0.5));
    }
    const struct link_energy over = link_energy(LINK_PCIE, 24, 7, COUNT_OVER);
    assert_true(over.real_bits == COUNT_OVER && over.idle_bits == COUNT_OVER);
    assert_true(over.real_fj == COUNT_OVER && over.idle_fj == 0); /* of a price of 0 */
}

/* All machines of a family have the class of its paper, or no links. */
static void machines(void **state)
{
    (void)state;
    struct error err = {0};
    struct systems list;
    assert_true(systems_list(&list, &err));
    for (size_t i = 0; i < list.n; i++) {
        const char *name = list.entries[i].name;
        struct system *s = system_load(name, NULL, 0, &err);
        assert_non_null(s);
        const bool package =
            strncmp(name, "tsm-", 4) == 0 || strncmp(name, "dnn-tsm-", 8) == 0 ||
            strncmp(name, "mcm-", 4) == 0 ||
            (strncmp(name, "ladm-", 5) == 0 && strncmp(name, "ladm-gpus-", 10) != 0);
        const bool cubes = strncmp(name, "cmn-", 4) == 0 || strncmp(name, "gmn-", 4) == 0 ||
                           strncmp(name, "umn-", 4) == 0 || strncmp(name, "hmg-memnet-", 11) == 0;
        const bool pcie =
            !cubes && (strncmp(name, "rdma-", 5) == 0 || strncmp(name, "hmg-", 4) == 0 ||
                       strncmp(name, "pcie-", 5) == 0 || strncmp(name, "dnn-", 4) == 0 ||
                       strncmp(name, "kepler-", 7) == 0 || strncmp(name, "titan-", 6) == 0);
        const enum link_class want = package ? LINK_ON_PACKAGE
                                     : pcie  ? LINK_PCIE
                                     : cubes ? LINK_SERDES
                                             : LINK_ON_BOARD;
        if (system_has(s, "link.class") && s->link.class != want)
            fail_msg("%s has links of another class", name);
        system_free(s);
    }
    systems_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices),
        cmocka_unit_test(machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
