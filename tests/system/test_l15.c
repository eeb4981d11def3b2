/* L1.5 banks: what a system with them must have, and how a machine is composed of it. */
#include "gen/machine/netlist.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- what is refused ---- */

static const struct refused_system cases[] = {
    {"numa-l15-small",
     {"l15.banks=3"},
     "--set l15.banks=3: l15.banks is 3; it must be 0, or a power of two from 1 to 64"},
    {"tsm-tiny",
     {"l15.banks=1"},
     "--set l15.banks=1: l15.banks is 1; lines of other packages need memory.at packages, not "
     "central"},
    {"numa-tiny",
     {"l15.banks=2"},
     "--set l15.banks=2: l15.banks is 2; behind it looks the L2 of the line's home, so l2.role "
     "must be memory-side"},
    {"numa-l15-tiny",
     {"gpus=1"},
     "--set gpus=1: l15.banks is 1; with gpus 1 no line is at home in another package"},
    {"numa-l15-tiny",
     {"protocol=mgcc"},
     "--set protocol=mgcc: l15.banks is 1; protocol must be nc-wt or nc-wb, not mgcc"},
    {"numa-l15-tiny",
     {"protocol=mgcc-paper"},
     "--set protocol=mgcc-paper: l15.banks is 1; protocol must be nc-wt or nc-wb, not mgcc-paper"},
    {"numa-l15-tiny",
     {"l15.ways=64"},
     "--set l15.ways=64: l15.bytes is 512; two sets of 64 ways of 16-byte lines need at least "
     "2048"},
    {"numa-l15-tiny",
     {"l15.bytes=33554432"},
     "--set l15.bytes=33554432: l15.bytes is 33554432; a way of all banks must be smaller than a "
     "package's memory"},
    {"numa-l15-tiny",
     {"l15.allocate=none"},
     "--set l15.allocate=none: l15.allocate is none; it must be one of remote, all"},
    {"numa-l15-tiny",
     {"boundary.l15s=drop"},
     "--set boundary.l15s=drop: boundary.l15s is drop; it must be one of empty, keep"},
};

static void complaints(void **state)
{
    (void)state;
    are_refused(cases, sizeof cases / sizeof *cases);
}

/* ---- the machine ---- */

static const struct tile *tile_of(const struct netlist *n, const char *name)
{
    for (size_t t = 0; t < n->n_tiles; t++)
        if (strcmp(n->tiles[t].name, name) == 0)
            return &n->tiles[t];
    fail_msg("there is no %s", name);
    return NULL;
}

static uint32_t param(const struct netlist *n, const char *tile, const char *name)
{
    const struct tile *t = tile_of(n, tile);
    for (int i = 0; i < t->n_params; i++)
        if (strcmp(t->params[i].name, name) == 0)
            return t->params[i].value;
    fail_msg("%s has no %s", tile, name);
    return 0;
}

/* Whether a channel goes from a port of one tile to a port of another. */
static bool joined(const struct netlist *n, const char *from, const char *out, const char *to,
                   const char *in)
{
    const struct tile *a = tile_of(n, from), *b = tile_of(n, to);
    for (size_t i = 0; i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        if (c->from.tile >= 0 && c->to.tile >= 0 && &n->tiles[c->from.tile] == a &&
            &n->tiles[c->to.tile] == b && strcmp(c->from.port, out) == 0 &&
            strcmp(c->to.port, in) == 0)
            return true;
    }
    return false;
}

static struct netlist *made(const char *system, const char *const *sets, size_t n_sets,
                            struct system **s)
{
    struct error err = {0};
    *s = system_load(system, sets, n_sets, &err);
    assert_string_equal(err.text, "");
    struct netlist *n = netlist_new(*s, &err);
    assert_non_null(n);
    return n;
}

/* Requests for other packages reach lanes through L1.5 banks alone; what comes in meets L2 banks.
 */
static void composed(void **state)
{
    (void)state;
    static const char *const sets[] = {"protocol=nc-wb", "l15.banks=8", "fabric.lanes=2"};
    struct system *s;
    struct netlist *n = made("numa-l15-small", sets, 3, &s);
    assert_int_equal(param(n, "gpu1.requests", "NIN"), 4 + 2);  /* L1s, lanes */
    assert_int_equal(param(n, "gpu1.requests", "NOUT"), 4 + 8); /* L2 banks, L1.5 banks */
    assert_int_equal(param(n, "gpu1.requests", "FAR_W"), 3);
    assert_int_equal(param(n, "gpu1.answers", "NIN"), 4 + 8);
    assert_int_equal(param(n, "gpu1.answers", "NOUT"), 4 + 2);
    assert_int_equal(param(n, "gpu1.remote.requests", "NIN"), 8);
    assert_int_equal(param(n, "gpu1.remote.requests", "NOUT"), 2);
    assert_true(joined(n, "gpu1.requests", "out", "gpu1.l15.7", "req"));
    assert_true(joined(n, "gpu1.l15.7", "rsp", "gpu1.answers", "in"));
    assert_true(joined(n, "gpu1.l15.7", "mem_req", "gpu1.remote.requests", "in"));
    assert_true(joined(n, "gpu1.remote.answers", "out", "gpu1.l15.7", "mem_rsp"));
    assert_true(joined(n, "gpu1.remote.requests", "out", "gpu1.lane1.out", "req_in"));
    assert_true(joined(n, "gpu1.lane1.in", "rsp_out", "gpu1.remote.answers", "in"));
    assert_true(joined(n, "gpu1.lane1.in", "req_out", "gpu1.requests", "in"));
    assert_true(joined(n, "gpu1.answers", "out", "gpu1.lane1.out", "rsp_in"));
    assert_false(joined(n, "gpu1.requests", "out", "gpu1.lane1.out", "req_in"));
    assert_false(joined(n, "gpu1.lane1.in", "rsp_out", "gpu1.answers", "in"));
    netlist_free(n);
    system_free(s);
}

/* With L1.5 banks for all lines the L1s ask these alone, and they ask L2 banks and lanes. */
static void composed_for_all(void **state)
{
    (void)state;
    static const char *const sets[] = {"l15.allocate=all", "l15.banks=8", "fabric.lanes=2"};
    struct system *s;
    struct netlist *n = made("numa-l15-small", sets, 3, &s);
    assert_int_equal(param(n, "gpu1.requests", "NIN"), 4);  /* L1s */
    assert_int_equal(param(n, "gpu1.requests", "NOUT"), 8); /* L1.5 banks */
    assert_int_equal(param(n, "gpu1.answers", "NIN"), 8);
    assert_int_equal(param(n, "gpu1.below.requests", "NIN"), 8 + 2);  /* and lanes */
    assert_int_equal(param(n, "gpu1.below.requests", "NOUT"), 4 + 2); /* L2 banks, lanes */
    assert_true(joined(n, "gpu1.sm3.l1", "req", "gpu1.requests", "in"));
    assert_true(joined(n, "gpu1.requests", "out", "gpu1.l15.7", "req"));
    assert_true(joined(n, "gpu1.l15.7", "mem_req", "gpu1.below.requests", "in"));
    assert_true(joined(n, "gpu1.below.requests", "out", "gpu1.l2.3", "req"));
    assert_true(joined(n, "gpu1.l2.3", "rsp", "gpu1.below.answers", "in"));
    assert_true(joined(n, "gpu1.below.requests", "out", "gpu1.lane1.out", "req_in"));
    assert_true(joined(n, "gpu1.lane1.in", "req_out", "gpu1.below.requests", "in"));
    assert_true(joined(n, "gpu1.lane1.in", "rsp_out", "gpu1.below.answers", "in"));
    netlist_free(n);
    system_free(s);
}

/* An L1.5 bank is an L2 bank that writes through, with a number of its own above its package's. */
static void banks(void **state)
{
    (void)state;
    static const char *const sets[] = {"protocol=nc-wb", "l15.banks=8"};
    struct system *s;
    struct netlist *n = made("numa-l15-small", sets, 2, &s);
    const struct tile *l15 = tile_of(n, "gpu3.l15.5");
    assert_string_equal(l15->class, "l15");
    assert_string_equal(l15->module, "um_l2_nc");
    assert_string_equal(tile_of(n, "gpu3.l2.0")->module, "um_l2_nc_wb");
    assert_int_equal(param(n, "gpu3.l15.5", "LEVEL"), LEVEL_L15);
    assert_int_equal(param(n, "gpu3.l2.0", "LEVEL"), LEVEL_L2);
    assert_int_equal(l15->id, 3 << 3 | 5);
    assert_int_equal(tile_of(n, "gpu3.sm2.l1")->id, 3 << 3 | 2);
    assert_int_equal(param(n, "gpu3.l15.5", "BANK_W"), 3);
    assert_int_equal(param(n, "gpu3.l15.5", "SETS"), 65536 / 128 / 16);
    /* Its number at the L2 bank of a home, and an L1's. */
    assert_int_equal(netlist_l15_of(n, 2 * 4 + 1, 3 << 3 | 5), 3 * 8 + 5);
    assert_int_equal(netlist_l15_of(n, 3 * 4 + 1, 3 << 3 | 2), NETLIST_NO_L15);
    netlist_free(n);
    system_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(complaints), cmocka_unit_test(composed),
                                       cmocka_unit_test(composed_for_all), cmocka_unit_test(banks)};
    return cmocka_run_group_tests_name("L1.5 banks", tests, NULL, NULL);
}
