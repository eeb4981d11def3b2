/* Litmus tests on the verilated board: only allowed outcomes, the same ones in equal runs,
 * forbidden ones where a rule is left out; tests that an engine cannot run are refused. Also the
 * units' counters over several runs. With UMBEL_SLOW more runs of each test. */
#include "harness/board/litmus.h"
#include "harness/board/stats.h"
#include "harness/litmus/campaign.h"
#include "sw/util/file.h"
#include "sw/util/outfile.h"
#include "tests/fpga/simulated.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/optimised.h"
#include "tests/support/slow.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_OF_ONE = 100, RUNS_OF_MOVES = 25 };

/* Of each placement of each test. */
static uint64_t runs(void)
{
    return slow_wanted() ? 4 : 1;
}

static const char all[] = UMBEL_ROOT "/formal/litmus";
static const char mp[] = UMBEL_ROOT "/formal/litmus/MP.litmus";
static const char board_system[] = UMBEL_ROOT "/fpga/boards/hx8k/system.yaml";

/* ---- campaigns ---- */

struct tried {
    struct campaign_options o; /* the campaign keeps a pointer to them */
    enum campaign_end end;
    struct error err;
    struct campaign c;
    char json[4096 * 64];
};

/* Runs a test on a board of its own, with a field of the system changed; `set` may be NULL. */
static void try(void **state, const char *path, const char *set, uint64_t runs, struct tried *t)
{
    const char *const sets[] = {set};
    size_t n = set != NULL;
    struct system *sys = hx8k(sets, n);
    struct simulated s = simulated_of(n > 0 ? changed(FAST, sets, n) : unchanged(FAST), FAST);
    struct device *d = board_litmus_device(s.b, sys);
    memset(t, 0, sizeof *t);
    t->o = (struct campaign_options){.paths = &path,
                                     .n_paths = 1,
                                     .system = board_system,
                                     .sets = sets,
                                     .n_sets = n,
                                     .runs = runs,
                                     .seed = 1,
                                     .device = d,
                                     .command = "fpga litmus hx8k --on rtl",
                                     .name = "hx8k"};
    t->end = campaign_run(&t->o, &t->c, NULL, &t->err);
    if (t->end != CAMPAIGN_BAD_INPUT) {
        struct error err = {0};
        const char *file = in_folder(state, "outcomes.json");
        struct outfile to;
        assert_true(outfile_open(&to, file, &err) &&
                    campaign_json(&t->c, json_object(), &to, &err));
        size_t len;
        char *text = file_read(file, &len, &err);
        assert_non_null(text);
        assert_true(len < sizeof t->json);
        memcpy(t->json, text, len + 1);
        free(text);
    }
    free(d);
    board_close(s.b);
    system_free(sys);
}

static void all_tests(void **state)
{
    static struct tried a, b;
    try(state, all, NULL, runs(), &a);
    assert_string_equal(a.err.text, "");
    assert_int_equal(a.end, CAMPAIGN_OK);
    assert_int_equal(a.c.n_tests, 20);
    assert_int_equal(a.c.forbidden, 0);
    size_t left_out = 0, places = 0;
    for (size_t i = 0; i < a.c.n_tests; i++) {
        assert_true(campaign_complete(&a.c, &a.c.tests[i]));
        left_out += a.c.tests[i].left_out;
        places += a.c.tests[i].placements.n;
    }
    assert_int_equal(a.c.runs, places * runs());
    assert_int_equal(left_out, 17); /* three threads and more on one SM */
    if (slow_wanted()) { /* as any campaign, of which litmus/test_runner has equal runs every day */
        try(state, all, NULL, runs(), &b);
        assert_string_equal(a.json, b.json);
        assert_int_equal(a.c.cycles, b.c.cycles);
        campaign_free(&b.c);
    }
    campaign_free(&a.c);
}

/* Without M1, SB has the outcome that sc forbids, and the message says how to repeat it. */
static void a_rule_left_out(void **state)
{
    static struct tried t;
    try(state, UMBEL_ROOT "/formal/litmus/SB.litmus", "mgcc.rules.m1=false", RUNS_OF_ONE, &t);
    assert_int_equal(t.end, CAMPAIGN_FORBIDDEN);
    assert_true(t.c.forbidden > 0);
    assert_non_null(strstr(t.err.text, "repeat with: umbel fpga litmus hx8k --on rtl "));
    campaign_free(&t.c);
}

static void what_an_engine_cannot_do(void **state)
{
    static const struct {
        const char *text, *why;
    } tests[] = {
        {"PTX A\n{ x=0; y=0; }\n P0 | P1 ;\n ld.weak r0,x | st.weak x,1 ;\n st.weak y,r0 | ;\n"
         "exists (y=1)\n",
         "instruction 1 of P0 needs what a load brought, or more than 2 bytes"},
        {"PTX A\n{ x=0; }\n P0 | P1 ;\n st.weak x,1 | bar.sync 0 ;\n bar.sync 0 | ld.weak r0,x ;\n"
         "exists (1:r0=1)\n",
         "P0 has a barrier; a board's engine has none"},
        {"PTX A\n{ x=0; }\n P0 | P1 ;\n st.weak x,70000 | ld.weak r0,x ;\nexists (1:r0=1)\n",
         "instruction 0 of P0 needs what a load brought, or more than 2 bytes"},
        {"PTX A\n{ x=70000; }\n P0 | P1 ;\n st.weak x,1 | ld.weak r0,x ;\nexists (1:r0=1)\n",
         "x does not fit: the board has lines of 4 bytes, words of 2"},
        {"PTX A\n{ x=0; y=0; z=0; }\n(* same line: x y z *)\n P0 | P1 ;\n"
         " st.weak z,1 | ld.weak r0,x ;\nexists (1:r0=1)\n",
         "z does not fit: the board has lines of 4 bytes, words of 2"},
        {"PTX A\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
         " st.weak x,1 | ld.weak r0,x | ld.weak r0,x ;\nexists (1:r0=1)\n",
         "of its 3 threads more than 2 share an SM"},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        static struct tried t;
        const char *file = in_folder(state, "a.litmus");
        struct error err = {0};
        assert_true(file_write(file, tests[i].text, strlen(tests[i].text), &err));
        try(state, file, NULL, 1, &t);
        assert_int_equal(t.end, CAMPAIGN_BAD_INPUT);
        if (strstr(t.err.text, tests[i].why) == NULL)
            fail_msg("%s", t.err.text);
        campaign_free(&t.c);
    }
}

/* A constant moved through a register is a constant; a swap's answer tells whether it succeeded. */
static void moves_and_swaps(void **state)
{
    static const char text[] =
        "PTX A\n{ x=3; }\n P0 | P1 ;\n mov r1,7 | ld.weak r0,x ;\n st.weak x,r1 | ;\n"
        " atom.relaxed.gpu.cas r0,x,7,9 | ;\n"
        "forall (0:r0=7 /\\ 0:r1=7 /\\ x=9 /\\ ~1:r0=0)\n";
    static struct tried t;
    const char *file = in_folder(state, "a.litmus");
    struct error err = {0};
    assert_true(file_write(file, text, strlen(text), &err));
    try(state, file, NULL, slow_wanted() ? RUNS_OF_ONE : RUNS_OF_MOVES, &t);
    assert_string_equal(t.err.text, "");
    assert_int_equal(t.end, CAMPAIGN_OK);
    assert_int_equal(t.c.tests[0].witnesses, t.c.runs);
    campaign_free(&t.c);
}

/* ---- counters ---- */

static uint64_t counter(const struct board_stats *s, const char *tile, const char *name)
{
    for (size_t i = 0; i < s->net->n_tiles; i++)
        for (unsigned c = 0; strcmp(s->net->tiles[i].name, tile) == 0; c++)
            if (strcmp(s->net->tiles[i].counters[c].name, name) == 0)
                return s->counts[i * STATS_COUNTERS + c];
    fail_msg("no counter %s of %s", name, tile);
    return 0;
}

/* The L1s count exactly the engines' requests, and the L2s no more than those. */
static void counters_add_up(void **state)
{
    (void)state;
    struct system *sys = hx8k(NULL, 0);
    struct simulated s = simulated(FAST);
    struct board_stats st;
    MUST(board_stats(s.b, sys, 5, 6, &st, &err));
    uint64_t loads = counter(&st, "gpu0.sm0.l1", "loads") + counter(&st, "gpu1.sm0.l1", "loads");
    uint64_t stores = counter(&st, "gpu0.sm0.l1", "stores") + counter(&st, "gpu1.sm0.l1", "stores");
    uint64_t atomics =
        counter(&st, "gpu0.sm0.l1", "atomics") + counter(&st, "gpu1.sm0.l1", "atomics");
    assert_int_equal(loads, st.loads.n);
    assert_int_equal(stores, st.stores.n);
    assert_int_equal(atomics, st.atomics.n);
    assert_int_equal(loads + stores + atomics, 6 * ENGINES * THREADS);
    assert_int_equal(counter(&st, "gpu0.l2.0", "stores") + counter(&st, "gpu1.l2.0", "stores"),
                     stores);
    assert_true(st.runs > 1 && st.cycles > 0);
    assert_true(st.loads.least > 0 && st.loads.most < st.cycles);
    board_stats_free(&st);
    MUST_FAIL(board_stats(s.b, sys, 5, 65, &st, &err),
              "65 accesses: a thread of this board does 1 to 64");
    board_stats_free(&st);
    board_close(s.b);
    system_free(sys);
}

/* ---- the commands ---- */

static void the_commands(void **state)
{
    (void)state;
    struct command c = UMBEL("fpga", "probe", "hx8k", "--on", "rtl", "-q");
    assert_status(&c, 0);
    assert_has(out_of(&c),
               "2 GPUs of 1 SMs; 256 lines of 4 bytes; timestamps of 6 bits, times of 9");
    assert_has(out_of(&c), "bytes of data a second, ");
    command_free(&c);
    c = UMBEL("fpga", "peek", "hx8k", "--on", "rtl", "-q", "--line", "7", "--count", "2");
    assert_status(&c, 0);
    assert_has(out_of(&c), "line     7  memory 0x00000000  gpu0.sm0.l1 -");
    command_free(&c);
    c = UMBEL("fpga", "stats", "hx8k", "--on", "rtl", "-q");
    assert_status(&c, 0);
    assert_has(out_of(&c), "gpu1.l2.0        atomics");
    command_free(&c);
    c = UMBEL("fpga", "litmus", "hx8k", mp, "--on", "rtl", "-q", "--runs", "5");
    assert_status(&c, 0);
    assert_has(out_of(&c), "outcomes that sc forbids: 0");
    command_free(&c);
}

/* SB without fences shows that L1s have copies. That memory has the sharing tracker's entries is
 * not seen here: tests/fpga/test_board_file reads SPARE_W. */
static void under_gpu_vi(void **state)
{
    (void)state;
    struct command c = UMBEL("fpga", "litmus", "hx8k-vi", all, "--on", "rtl", "-q", "--runs", "4");
    assert_status(&c, 0);
    assert_has(out_of(&c), "20 tests, 45 placements, 180 runs on hx8k-vi");
    assert_has(out_of(&c), "outcomes that rc forbids: 0");
    assert_has(out_of(&c), "outcomes that rc allows and sc forbids: ");
    command_free(&c);
    c = UMBEL("fpga", "traffic", "hx8k-vi", "--on", "rtl", "-q");
    assert_complains(&c, "hx8k-vi: its system is under rc");
    command_free(&c);
}

/* A message between L2 and controller is a packet; the answers for the second bank pass the router
 * that has no node. */
static void through_routers(void **state)
{
    (void)state;
    struct command c =
        UMBEL("fpga", "litmus", "hx8k-mesh", all, "--on", "rtl", "-q", "--runs", "2");
    assert_status(&c, 0);
    assert_has(out_of(&c), "20 tests, 20 placements, 40 runs on hx8k-mesh");
    assert_has(out_of(&c), "outcomes that sc forbids: 0");
    command_free(&c);
    c = UMBEL("fpga", "traffic", "hx8k-mesh", "--on", "rtl", "-q", "--runs", "20");
    assert_status(&c, 0);
    assert_has(out_of(&c), "20 of 20 runs explained");
    command_free(&c);
    c = UMBEL("fpga", "stats", "hx8k-mesh", "--on", "rtl", "-q");
    assert_status(&c, 0);
    assert_has(out_of(&c), "plane0.r3        cycles_moving          84 cycles");
    assert_has(out_of(&c), "plane0.owner0.ni_eject packets                20 packets");
    command_free(&c);
}

static void mistakes_of_the_commands(void **state)
{
    (void)state;
    struct command c = UMBEL("fpga", "probe");
    assert_complains(&c, "which board? umbel fpga probe BOARD");
    command_free(&c);
    c = UMBEL("fpga", "peek", "nosuch", "--on", "rtl");
    assert_complains(&c, "nosuch: no such board; there are ", "hx8k");
    command_free(&c);
    c = UMBEL("fpga", "probe", "hx8k", "--on", "/dev/nosuch");
    assert_complains(&c, "/dev/nosuch");
    command_free(&c);
    c = UMBEL("fpga", "litmus", "hx8k", "--on", "rtl");
    assert_complains(&c, "which tests? umbel fpga litmus BOARD FILE|DIR...");
    command_free(&c);
    c = UMBEL("fpga", "load", "icebreaker", "--on", "rtl");
    assert_complains(&c, "'--on' is no option");
    command_free(&c);
}

int main(void)
{
    optimise_units();
    const struct CMUnitTest tests[] = {
        test_in_folder(all_tests),
        test_in_folder(a_rule_left_out),
        test_in_folder(what_an_engine_cannot_do),
        test_in_folder(moves_and_swaps),
        cmocka_unit_test(counters_add_up),
        cmocka_unit_test(the_commands),
        cmocka_unit_test(under_gpu_vi),
        cmocka_unit_test(through_routers),
        cmocka_unit_test(mistakes_of_the_commands),
    };
    return cmocka_run_group_tests_name("litmus tests on a board", tests, NULL, NULL);
}
