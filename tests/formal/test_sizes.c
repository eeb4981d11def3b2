/*
 * Proofs at shipping sizes: every parameter value of every module in the systems and boards that
 * ship is proved by a row of formal/proofs.yaml, or formal/sizes.yaml says why that value needs no
 * row of its own. Every day the tiny systems and the boards are elaborated.
 *
 * Costs a minute with UMBEL_SLOW, of Yosys: no other test finds a size that ships and has no proof.
 */
#include "formal/prove/sizes.h"
#include "formal/prove/table.h"
#include "formal/prove/unproved.h"
#include "gen/machine/netlist.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"
#include "tests/rtl/tools.h"
#include "tests/support/command.h"
#include "tests/support/elaborate.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- what is proved ---- */

/* How the rows cover a parameter of a module. */
struct proved {
    uint32_t rows; /* number of rows of the module */
    bool has;      /* a row has this value */
    bool given;    /* a row names the parameter */
    uint64_t least, most;
};

static struct proved proved_of(const struct proofs *table, const struct params *all,
                               const char *module, const struct param *p)
{
    struct proved is = {.least = UINT64_MAX};
    for (uint32_t i = 0; i < table->proofs_count; i++) {
        if (strcmp(table->proofs[i].module, module) != 0)
            continue;
        is.rows++;
        const char *text = proof_param(&table->proofs[i], p->name);
        if (text == NULL) {
            is.has = is.has || preset_is(all, module, p->name, p->value);
            continue;
        }
        uint64_t v = strtoull(text, NULL, 10);
        is.given = true;
        is.has = is.has || v == p->value;
        is.least = v < is.least ? v : is.least;
        is.most = v > is.most ? v : is.most;
    }
    return is;
}

static bool names_param(const struct size *s, const char *module, const char *param)
{
    bool found = false;
    for (uint32_t i = 0; i < s->params_count; i++)
        found = found || strcmp(s->params[i], param) == 0;
    return found && strcmp(s->module, module) == 0;
}

static bool needs_no_row(const struct sizes *sizes, const char *module, const struct param *p,
                         const struct proved *is)
{
    for (uint32_t i = 0; i < sizes->sizes_count; i++) {
        const struct size *s = &sizes->sizes[i];
        if (!names_param(s, module, p->name))
            continue;
        if (s->values == SIZE_ANY)
            return true;
        return is->given && p->value >= is->least &&
               (s->values == SIZE_ABOVE || p->value <= is->most);
    }
    return false;
}

/* Writes a line for each value that neither a row nor sizes.yaml covers; returns how many. */
static size_t tell_missing(const struct proofs *table, const struct sizes *sizes,
                           const struct params *all, struct sbuf *said)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++) {
        const struct param *p = &all->list[i];
        const char *module = sizes_proved_as(sizes, p->module);
        struct proved is = proved_of(table, all, module, p);
        if (is.has || sizes_excuse(sizes, p->module) != NULL || needs_no_row(sizes, module, p, &is))
            continue;
        sbuf_printf(said,
                    "%s: %s %s=%llu: %s; add a row, or to formal/sizes.yaml why none is needed\n",
                    p->where, p->module, p->name, (unsigned long long)p->value,
                    is.rows == 0 ? "the module has no proof" : "no proof of it has that value");
        n++;
    }
    return n;
}

/* Reports entries of sizes.yaml that no system has, and modules listed as unproved that
 * are proved. */
static size_t tell_stale(const struct proofs *table, const struct sizes *sizes,
                         const struct params *all, struct sbuf *said)
{
    size_t n = 0;
    for (uint32_t i = 0; i < sizes->sizes_count; i++)
        for (uint32_t k = 0; k < sizes->sizes[i].params_count; k++) {
            bool ships = false;
            for (size_t j = 0; j < all->n; j++)
                ships = ships || (strcmp(sizes_proved_as(sizes, all->list[j].module),
                                         sizes->sizes[i].module) == 0 &&
                                  strcmp(all->list[j].name, sizes->sizes[i].params[k]) == 0);
            if (ships)
                continue;
            sbuf_printf(said, "%s %s: nothing that ships has it\n", sizes->sizes[i].module,
                        sizes->sizes[i].params[k]);
            n++;
        }
    for (uint32_t i = 0; i < sizes->same_count; i++)
        if (proofs_have_module(table, sizes->same[i].module)) {
            sbuf_printf(said, "%s: has a proof, and need not be another\n", sizes->same[i].module);
            n++;
        }
    for (uint32_t i = 0; i < sizes->unproved_count; i++)
        if (proofs_have_module(table, sizes->unproved[i].module)) {
            sbuf_printf(said, "%s: is called unproved and has a proof\n",
                        sizes->unproved[i].module);
            n++;
        }
    return n;
}

/* ---- tests ---- */

static void need_yosys(void)
{
    if (!tool_installed("yosys")) {
        print_message("SKIPPED: yosys is not installed; sizes of proofs were NOT checked\n");
        skip();
    }
}

static void all_that_ships_is_proved_or_explained(void **state)
{
    need_yosys();
    struct error err = {0};
    struct proofs *table = proofs_load(root_path("formal/proofs.yaml"), &err);
    struct sizes *sizes = yaml_load_file(root_path("formal/sizes.yaml"), &sizes_schema, &err);
    if (table == NULL || sizes == NULL) {
        fail_msg("%s", err.text);
        return;
    }
    struct params all = {0};
    if (slow_wanted()) {
        params_of_all_that_ships(&all, state);
    } else {
        print_message("*** SKIPPED: all but tiny systems; UMBEL_SLOW=1 looks at them ***\n");
        params_of_what_is_tiny(&all, state);
    }
    assert_true(all.n > 100); /* a system has leaf cells of many widths */
    struct sbuf said = {0};
    size_t n = tell_missing(table, sizes, &all, &said);
    if (slow_wanted())
        n += tell_stale(table, sizes, &all, &said);
    if (n > 0)
        fputs(sbuf_str(&said), stderr);
    assert_int_equal(n, 0);
    sbuf_free(&said);
    params_free(&all);
    proofs_free(table);
    yaml_drop(&sizes_schema, sizes);
}

/* "_nc_wb" of "um_l1_nc_wb". */
static const char *suffix_of(const char *module)
{
    const char *at = strchr(module, '_');
    at = at != NULL ? strchr(at + 1, '_') : NULL;
    assert_non_null(at);
    return at;
}

/* A module's text in a system, with its suffix replaced; NULL: it has no such module. */
static char *text_of(const char *module, const char *system, const char *const *sets, size_t n_sets,
                     const char *by)
{
    struct error err = {0};
    struct system *sys = system_load(system, sets, n_sets, &err);
    struct netlist *n = sys != NULL ? netlist_new(sys, &err) : NULL;
    struct hdl_design *d = hdl_design_new();
    if (n == NULL || !netlist_emit_units(n, d, &err))
        fail_msg("%s: %s", module, err.text);
    struct sbuf s = {0};
    const char *suffix = suffix_of(module);
    const char *at = hdl_has(d, module) ? hdl_text(d, module) : "", *next;
    for (; (next = strstr(at, suffix)) != NULL; at = next + strlen(suffix)) {
        sbuf_add(&s, at, (size_t)(next - at));
        sbuf_puts(&s, by);
    }
    sbuf_puts(&s, at);
    char *text = *sbuf_str(&s) != '\0' ? xstrdup(sbuf_str(&s)) : NULL;
    sbuf_free(&s);
    hdl_design_free(d);
    netlist_free(n);
    system_free(sys);
    return text;
}

/* The module's text in the first of these systems that has it, with `by` for its suffix. */
static char *any_text_of(const char *module, const char *by)
{
    static const struct {
        const char *system, *sets[2];
        bool merges; /* whether its tracker may */
    } places[] = {
        {"tsm-tiny", {"protocol=mgcc", "umc.merge=true"}, true},
        {"tsm-tiny", {"protocol=mgcc-paper", "umc.merge=true"}, true},
        {"tsm-tiny", {"protocol=nc-wt", "umc.merge=true"}, true},
        {"tsm-tiny", {"protocol=nc-wb", "umc.merge=true"}, true},
        {"tsm-tiny", {"protocol=mgcc-example", "umc.merge=true"}, true},
        {"numa-tiny", {"protocol=gpu-vi"}, false},
        {"hmg-tiny", {"protocol=hmg", "umc.merge=true"}, true},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (size_t sets = 1; sets <= (places[i].merges ? 2u : 1u); sets++) {
            char *text = text_of(module, places[i].system, places[i].sets, sets, by);
            if (text != NULL)
                return text;
        }
    fail_msg("%s: no system here has it", module);
    return NULL;
}

/* Ends the text before the counters, which are the last of a module, and drive the leaf that counts
 * and probe_o alone. */
static void cut_counters(char *text)
{
    char *counters = strstr(text, "\n    // Counters, by the numbers");
    if (counters == NULL)
        return;
    static const char assign[] = "\n    assign ";
    for (const char *drives = counters; (drives = strstr(drives, assign)) != NULL;) {
        drives += sizeof assign - 1;
        assert_true(strncmp(drives, "events =", 8) == 0 || strncmp(drives, "probe_o =", 9) == 0);
    }
    assert_null(strstr(counters, "always"));
    *counters = '\0';
    assert_null(strstr(text, "um_counters"));
}

static void those_called_the_same_are(void **state)
{
    (void)state;
    struct error err = {0};
    struct sizes *sizes = yaml_load_file(root_path("formal/sizes.yaml"), &sizes_schema, &err);
    if (sizes == NULL) {
        fail_msg("%s", err.text);
        return;
    }
    assert_true(sizes->same_count > 0);
    for (uint32_t i = 0; i < sizes->same_count; i++) {
        char *is = any_text_of(sizes->same[i].module, "_of");
        char *as = any_text_of(sizes->same[i].as, "_of");
        cut_counters(is);
        cut_counters(as);
        assert_string_equal(is, as);
        free(is);
        free(as);
    }
    yaml_drop(&sizes_schema, sizes);
}

static const char a_row[] =
    "proofs:\n"
    "  - {proof: a, about: a, system: tsm-tiny, module: um_fifo, texts: [fifo],"
    " params: [DEPTH=2, WIDTH=8], provers: [ind], induction: 1, seconds: 1}\n"
    "  - {proof: b, about: b, system: tsm-tiny, module: um_fifo, texts: [fifo],"
    " params: [DEPTH=8, WIDTH=8], provers: [ind], induction: 1, seconds: 1}\n";

/* The report about a queue of this depth and 32 bits, with the rows above. */
static char *told_of(void **state, const char *module, uint64_t depth, const char *sizes_text)
{
    struct error err = {0};
    struct params all = {0};
    params_add(&all, module, "DEPTH", depth, "here");
    params_add(&all, module, "WIDTH", 32, "here");
    write_text(in_folder(state, "proofs.yaml"), a_row);
    struct proofs *table = proofs_load(in_folder(state, "proofs.yaml"), &err);
    void *sizes = NULL;
    bool ok = table != NULL &&
              yaml_read(sizes_text, strlen(sizes_text), "sizes", &sizes_schema, &sizes, &err);
    struct sbuf said = {0};
    if (ok) {
        tell_missing(table, sizes, &all, &said);
        tell_stale(table, sizes, &all, &said);
        yaml_drop(&sizes_schema, sizes);
    }
    proofs_free(table);
    params_free(&all);
    if (!ok)
        fail_msg("%s", err.text);
    char *text = xstrdup(sbuf_str(&said));
    sbuf_free(&said);
    return text;
}

#define SIZE(params, values)                                                                       \
    "  - {module: um_fifo, params: [" params "], values: " values ", why: w}\n"

static void missing_and_stale_are_told(void **state)
{
    static const struct {
        const char *module;
        uint64_t depth;
        const char *sizes, *told; /* told NULL: nothing */
    } cases[] = {
        {"um_fifo", 2, "sizes: []\nunproved: []\n", "here: um_fifo WIDTH=32: no proof of it"},
        {"um_fifo", 2, "sizes:\n" SIZE("WIDTH", "any") "unproved: []\n", NULL},
        {"um_fifo", 4, "sizes:\n" SIZE("WIDTH", "any") "unproved: []\n", "um_fifo DEPTH=4"},
        {"um_fifo", 4, "sizes:\n" SIZE("WIDTH", "any") SIZE("DEPTH", "between") "unproved: []\n",
         NULL},
        {"um_fifo", 16, "sizes:\n" SIZE("WIDTH", "any") SIZE("DEPTH", "between") "unproved: []\n",
         "um_fifo DEPTH=16"},
        {"um_fifo", 1, "sizes:\n" SIZE("WIDTH", "any") SIZE("DEPTH", "above") "unproved: []\n",
         "um_fifo DEPTH=1"},
        {"um_fifo", 16, "sizes:\n" SIZE("WIDTH, DEPTH", "above") "unproved: []\n", NULL},
        {"um_fifo", 2, "sizes:\n" SIZE("WIDTH, DEEP", "any") "unproved: []\n",
         "um_fifo DEEP: nothing that ships has it"},
        {"um_skid", 2, "sizes: []\nunproved: []\n", "um_skid DEPTH=2: the module has no proof"},
        {"um_skid", 2, "sizes: []\nunproved:\n  - {module: um_skid, why: w}\n", NULL},
        {"um_fifo", 2, "sizes: []\nunproved:\n  - {module: um_fifo, why: w}\n",
         "um_fifo: is called unproved and has a proof"},
        {"um_skid", 2,
         "same:\n  - {module: um_skid, as: um_fifo}\nsizes:\n" SIZE("WIDTH",
                                                                    "any") "unproved: []\n",
         NULL},
        {"um_skid", 4,
         "same:\n  - {module: um_skid, as: um_fifo}\nsizes:\n" SIZE("WIDTH",
                                                                    "any") "unproved: []\n",
         "um_skid DEPTH=4: no proof of it"},
        {"um_fifo", 2, "same:\n  - {module: um_fifo, as: um_skid}\nsizes: []\nunproved: []\n",
         "um_fifo: has a proof, and need not be another"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *told = told_of(state, cases[i].module, cases[i].depth, cases[i].sizes);
        if (cases[i].told == NULL)
            assert_string_equal(told, "");
        else
            assert_has(told, cases[i].told);
        free(told);
    }
}

/* All that ships has proofs, and a variant that has none is told by its modules' names. */
static void unproved_variants_are_told(void **state)
{
    (void)state;
    struct error err = {0};
    struct systems list;
    struct sbuf names = {0};
    assert_true(systems_list(&list, &err));
    for (size_t i = 0; i < list.n; i++) {
        struct system *sys = system_load(list.entries[i].name, NULL, 0, &err);
        if (sys == NULL || !unproved_modules(sys, &names, &err) || names.len > 0)
            fail_msg("%s: %s%s", list.entries[i].name, sbuf_str(&names), err.text);
        system_free(sys);
    }
    systems_free(&list);
    const char *set[] = {"mgcc.rules.m1=false"};
    struct system *sys = system_load("tsm-tiny", set, 1, &err);
    assert_true(sys != NULL && unproved_modules(sys, &names, &err));
    assert_has(sbuf_str(&names), "um_tsu_mgcc_no_m1_wts");
    assert_has(sbuf_str(&names), "um_l2_mgcc_no_m1");
    assert_null(strstr(sbuf_str(&names), "um_switch"));
    system_free(sys);
    sbuf_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(missing_and_stale_are_told),
        cmocka_unit_test(those_called_the_same_are),
        cmocka_unit_test(unproved_variants_are_told),
        test_in_folder(all_that_ships_is_proved_or_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
