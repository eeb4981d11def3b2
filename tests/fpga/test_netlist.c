/*
 * hx8k built by the real tools, with UMBEL_SLOW, and hx8k-mesh, in the long tests. Their placed
 * netlists are compared with the RTL: the same answers in the same cycles, and litmus tests with
 * the same histograms.
 *
 * Costs minutes: it alone finds what synthesis or placement changes, and that the board no longer
 * fits or no longer makes its clock. The other tests of boards simulate the RTL.
 */
#include "fpga/host/board.h"
#include "gen/proto/atomic.h"
#include "harness/umbel/attach.h"
#include "sw/util/file.h"
#include "sw/util/rng.h"
#include "tests/fpga/simulated.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/slow.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = ENGINES * THREADS, ACCESSES = 8, FEW_LINES = 8, TIMES = 20, HOUR = 3600 };

static void need_time(void)
{
    slow_only("place and route takes minutes");
}

static void need_long(void)
{
    long_only("place and route of hx8k-mesh takes as long as that of hx8k");
}

/* ---- the build ---- */

static void must_build(const char *board)
{
    char folder[256], path[512];
    snprintf(folder, sizeof folder, UMBEL_ROOT "/build/fpga/%s", board);
    struct command c = {.argv = (const char *const[]){umbel_path(), "fpga", board, "-q", NULL},
                        .seconds = HOUR};
    command_run(&c);
    print_message("%s\n", out_of(&c));
    snprintf(path, sizeof path, "%s/report.json", folder);
    json_t *j = json_load_file(path, 0, NULL);
    assert_non_null(j);
    assert_true(json_is_true(json_object_get(j, "fits")));
    assert_int_equal(c.status, json_is_true(json_object_get(j, "pass")) ? 0 : 1);
    snprintf(path, sizeof path, "%s/%s.bin", folder, board);
    assert_true(file_exists(path));
    json_decref(j);
    command_free(&c);
}

static void built_for_real(void **state)
{
    (void)state;
    need_time();
    must_build("hx8k");
}

static void mesh_built_for_real(void **state)
{
    (void)state;
    need_long();
    must_build("hx8k-mesh");
}

/* ---- programs ---- */

struct ran {
    uint16_t cycles;
    struct slot_result results[PROGRAMS][ACCESSES];
    uint32_t memory[FEW_LINES];
    struct peek peeks[ENGINES][2][FEW_LINES];
    uint64_t all_cycles; /* of the board, including those of its line */
};

static struct slot any_access(struct rng *rng)
{
    uint16_t line = (uint16_t)rng_below(rng, FEW_LINES);
    uint32_t data = (uint32_t)rng_next(rng);
    switch (rng_below(rng, 6)) {
    case 0:
        return slot_atomic(FN_ADD, line, 0x3, data & 0xFFFF);
    case 1:
        return slot_store(line, 0xC, data);
    case 2:
        return slot_store(line, SLOT_WHOLE, data);
    case 3:
        return slot_wait((uint16_t)rng_below(rng, 60));
    default:
        return slot_load(line);
    }
}

/* A board may have fewer engines than `struct ran` has room for; the rest of it stays zero. */
static void run_one(const struct attached *a, uint64_t seed, struct ran *r)
{
    const struct board_shape *shape = &a->b->shape;
    unsigned engines = shape->gpus * shape->sms, programs = engines * THREADS;
    assert_in_range(engines, 1, ENGINES);
    struct slot slots[PROGRAMS][ACCESSES];
    struct program p[PROGRAMS];
    struct rng rng = {seed};
    uint32_t first[FEW_LINES];
    memset(r, 0, sizeof *r);
    for (unsigned i = 0; i < FEW_LINES; i++)
        first[i] = (uint32_t)rng_next(&rng);
    for (unsigned i = 0; i < programs; i++) {
        for (unsigned k = 0; k < ACCESSES; k++)
            slots[i][k] = any_access(&rng);
        p[i] = (struct program){i / THREADS, i % THREADS, slots[i], ACCESSES};
    }
    MUST(program_reset(a->b, &err));
    MUST(program_write_lines(a->b, 0, first, FEW_LINES, &err));
    MUST(program_load(a->b, p, programs, &err));
    MUST(program_run(a->b, LIMIT_MS, &r->cycles, &err));
    for (unsigned i = 0; i < programs; i++)
        MUST(program_results(a->b, &p[i], r->results[i], &err));
    MUST(program_read_lines(a->b, 0, r->memory, FEW_LINES, &err));
    for (unsigned e = 0; e < engines; e++) {
        MUST(program_peek(a->b, e, OP_PEEK_L1, 0, r->peeks[e][0], FEW_LINES, &err));
        MUST(program_peek(a->b, e, OP_PEEK_L2, 0, r->peeks[e][1], FEW_LINES, &err));
    }
    r->all_cycles = sim_port_cycles(a->port);
}

static void must_be_same(const struct ran *a, const struct ran *b)
{
    assert_int_equal(a->cycles, b->cycles);
    assert_memory_equal(a->results, b->results, sizeof a->results);
    assert_memory_equal(a->memory, b->memory, sizeof a->memory);
    for (unsigned i = 0; i < ENGINES * 2 * FEW_LINES; i++) {
        const struct peek *p = &a->peeks[0][0][0] + i, *q = &b->peeks[0][0][0] + i;
        assert_int_equal(p->present, q->present);
        assert_int_equal(p->wts, q->wts);
        assert_int_equal(p->rts, q->rts);
    }
    assert_int_equal(a->all_cycles, b->all_cycles);
}

/* Compares every answer and its cycle, the final contents of caches and memory, and how long the
 * line was busy. */
static void must_run_the_same(const char *board)
{
    struct attached rtl, netlist;
    MUST(attach(board, "rtl", NULL, &rtl, &err));
    MUST(attach(board, "netlist", NULL, &netlist, &err));
    for (uint64_t seed = 1; seed <= TIMES; seed++) {
        struct ran a, b;
        run_one(&rtl, seed, &a);
        run_one(&netlist, seed, &b);
        assert_true(a.cycles > 0);
        must_be_same(&a, &b);
    }
    detach(&rtl);
    detach(&netlist);
}

static void the_same_programs(void **state)
{
    (void)state;
    need_time();
    must_run_the_same("hx8k");
}

static void the_same_programs_on_mesh(void **state)
{
    (void)state;
    need_long();
    must_run_the_same("hx8k-mesh");
}

/* ---- litmus tests ---- */

static const char all[] = UMBEL_ROOT "/formal/litmus";

static char *outcomes(void **state, const char *board, const char *on)
{
    const char *file = in_folder(state, on);
    struct command c = {.argv = (const char *const[]){umbel_path(), "fpga", "litmus", board, all,
                                                      "--on", on, "--runs", "5", "-q", "--json",
                                                      file, NULL},
                        .seconds = HOUR};
    command_run(&c);
    assert_int_equal(c.status, 0);
    print_message("%s, %s: %s\n", board, on, out_of(&c));
    command_free(&c);
    size_t len;
    struct error err = {0};
    char *text = file_read(file, &len, &err);
    assert_non_null(text);
    return text;
}

static void must_have_the_same(void **state, const char *board)
{
    char *rtl = outcomes(state, board, "rtl"), *netlist = outcomes(state, board, "netlist");
    json_t *j = json_loads(rtl, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(j, "tests")), 20);
    json_decref(j);
    assert_string_equal(rtl, netlist);
    free(rtl);
    free(netlist);
}

static void the_same_histograms(void **state)
{
    need_time();
    must_have_the_same(state, "hx8k");
}

static void the_same_histograms_on_mesh(void **state)
{
    need_long();
    must_have_the_same(state, "hx8k-mesh");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_for_real),
        cmocka_unit_test(the_same_programs),
        test_in_folder(the_same_histograms),
        cmocka_unit_test(mesh_built_for_real),
        cmocka_unit_test(the_same_programs_on_mesh),
        test_in_folder(the_same_histograms_on_mesh),
    };
    return cmocka_run_group_tests_name("boards, placed and routed", tests, NULL, NULL);
}
