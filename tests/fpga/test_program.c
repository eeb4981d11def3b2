/* fpga/host/program: programs that it refuses, and the few frames that it sends; systems that no
 * board supports. test_rtl_runs.c tests what programs do on a board. */
#include "gen/proto/atomic.h"
#include "tests/fpga/simulated.h"

#include <stdio.h>
#include <string.h>

static void slots_are_refused(void **state)
{
    (void)state;
    struct simulated s = simulated(FAST);
    static const struct {
        struct slot slot;
        const char *why;
    } bad[] = {
        {{.op = 9}, "simulated board: a slot cannot have op 9"},
        {{.op = 13}, "simulated board: a slot cannot have op 13"},
        {{.op = 16}, "simulated board: a slot cannot have op 16"},
        {{.op = SLOT_WAIT, .data = 2048},
         "simulated board: a slot waits at most 2047 cycles, not 2048; use several"},
        {{.op = OP_ATOMIC, .fn = 32, .mask = 3},
         "simulated board: a slot cannot have function 32 and mask 0x3"},
        {{.op = OP_STORE, .mask = 16},
         "simulated board: a slot cannot have function 0 and mask 0x10"},
        {{.op = OP_LOAD, .line = 256}, "simulated board: there is no line 256; the last is 255"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct slot slots[] = {slot_load(255), bad[i].slot};
        const struct program p = {.slots = slots, .n = 2};
        uint64_t frames = s.b->exchange.counts.frames_out;
        MUST_FAIL(program_load(s.b, &p, 1, &err), bad[i].why);
        assert_int_equal(s.b->exchange.counts.frames_out, frames);
    }
    board_close(s.b);
}

static void places_are_refused(void **state)
{
    (void)state;
    struct simulated s = simulated(FAST);
    const struct slot slots[SLOTS + 1] = {{0}};
    static const struct {
        unsigned engine, thread, n;
        const char *where;
    } bad[] = {{2, 0, 1, "1 slots in thread 0 of engine 2"},
               {0, 2, 1, "1 slots in thread 2 of engine 0"},
               {1, 1, SLOTS + 1, "65 slots in thread 1 of engine 1"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct program p = {bad[i].engine, bad[i].thread, slots, bad[i].n};
        struct slot_result results[SLOTS + 1];
        char why[200];
        snprintf(why, sizeof why,
                 "simulated board: no room for %s; there are 2 engines of 2 threads of 64 slots",
                 bad[i].where);
        MUST_FAIL(program_load(s.b, &p, 1, &err), why);
        MUST_FAIL(program_results(s.b, &p, results, &err), why);
    }
    board_close(s.b);
}

static void lines_are_refused(void **state)
{
    (void)state;
    struct simulated s = simulated(FAST);
    uint32_t lines[LINES + 1] = {0};
    struct peek peeks[SLOTS + 1];
    uint64_t value;
    MUST_FAIL(program_write_lines(s.b, 0, lines, LINES + 1, &err),
              "simulated board: there are no 257 lines from 0 on; the last is 255");
    MUST_FAIL(program_read_lines(s.b, 256, lines, 1, &err),
              "simulated board: there are no 1 lines from 256 on; the last is 255");
    MUST_FAIL(program_read_lines(s.b, 3, lines, 0, &err),
              "simulated board: there are no 0 lines from 3 on; the last is 255");
    MUST_FAIL(program_peek(s.b, 0, OP_PEEK_L1, 255, peeks, 2, &err),
              "simulated board: there are no 2 lines from 255 on; the last is 255");
    MUST_FAIL(program_peek(s.b, 0, OP_PEEK_L1, 0, peeks, SLOTS + 1, &err),
              "simulated board: 65 lines cannot be peeked at once, 64 can");
    MUST_FAIL(program_probe(s.b, 256, 0, &value, &err), "simulated board: no unit 256 shows 0");
    MUST_FAIL(program_probe(s.b, 0, 512, &value, &err), "simulated board: no unit 0 shows 512");
    s.b->shape.line_bytes = 8;
    MUST_FAIL(program_read_lines(s.b, 0, lines, 1, &err),
              "simulated board: has lines of 8 bytes, not of 4");
    board_close(s.b);
}

/* Both engines keep running, and are named in the error; only a reset ends that. */
static void runs_that_do_not_end(void **state)
{
    (void)state;
    struct simulated s = simulated(FAST);
    struct slot slots[SLOTS];
    for (unsigned i = 0; i < SLOTS; i++)
        slots[i] = slot_wait(WAIT_MOST);
    const struct program p[] = {{0, 1, slots, SLOTS}, {1, 0, slots, SLOTS}};
    MUST(program_load(s.b, p, 2, &err));
    uint64_t began = sim_port_cycles(s.port);
    MUST_FAIL(program_run(s.b, 20, NULL, &err),
              "simulated board: after 20 ms these engines still run: 0, 1; wait longer, or reset");
    assert_in_range(sim_port_cycles(s.port) - began, 20 * 100 * FAST, 30 * 100 * FAST);
    MUST(program_reset(s.b, &err));
    MUST(program_load(s.b, NULL, 0, &err));
    MUST(program_run(s.b, 20, NULL, &err));
    board_close(s.b);
}

/* A thread's slots and the END take as few WRITEs as 120 words per request allow. */
static void few_frames(void **state)
{
    (void)state;
    struct simulated s = simulated(FAST);
    struct slot slots[SLOTS] = {{0}};
    static const unsigned lengths[][2] = {{0, 1}, {1, 1}, {29, 1}, {30, 2}, {59, 2}, {64, 3}};
    const uint64_t *frames = &s.b->exchange.counts.frames_out;
    const uint64_t *bytes = &s.b->exchange.counts.bytes_out;
    const unsigned others = ENGINES * THREADS - 1, head = 5, end_words = 1;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        unsigned n = lengths[i][0], writes = lengths[i][1];
        const struct program p = {.engine = 1, .slots = slots, .n = n};
        uint64_t f = *frames, b = *bytes;
        MUST(program_load(s.b, &p, 1, &err));
        assert_int_equal(*frames - f, others + writes);
        unsigned words = n * BOARD_SLOT_WORDS + (n < SLOTS ? end_words : 0) + others * end_words;
        assert_int_equal(*bytes - b, (others + writes) * (FRAME_EXTRA + head) + 2 * words);
    }
    uint64_t f = *frames;
    MUST(program_load(s.b, NULL, 0, &err));
    MUST(program_run(s.b, 100, NULL, &err));
    assert_int_equal(*frames - f, ENGINES * THREADS + 2);
    board_close(s.b);
}

static void refused(const char *set, const char *other, const char *why)
{
    struct error err = {0};
    const char *const sets[] = {set, other};
    struct system *sys = hx8k(sets, 2);
    assert_null(prototype_build(sys, FAST, NULL, &err));
    assert_string_equal(err.text, why);
    system_free(sys);
}

static void systems_are_refused(void **state)
{
    (void)state;
    refused("line_bytes=8", "umc.bytes=2048",
            "system: a board has lines of 4 bytes, not 8; set line_bytes=4");
    refused("umc.count=2", "l2.banks=2", "system: a board has one UMC, not 2; set umc.count=1");
    refused("gpus=5", "sm.count=1",
            "system: a board has at most 4 SMs, not 5; set gpus and sm.count to less");
    refused("umc.bytes=131072", "gpus=2",
            "system: a board has at most 16384 lines, not 32768; set umc.bytes=65536");
    refused("sm.tags=128", "gpus=2",
            "system: a board has at most 64 tags an SM, not 128; set sm.tags=64");
    struct error err = {0};
    struct system *sys = hx8k(NULL, 0);
    assert_null(prototype_build(sys, 3, NULL, &err));
    assert_string_equal(err.text, "a bit has 4 to 4096 cycles, not 3");
    system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_are_refused), cmocka_unit_test(places_are_refused),
        cmocka_unit_test(lines_are_refused), cmocka_unit_test(runs_that_do_not_end),
        cmocka_unit_test(few_frames),        cmocka_unit_test(systems_are_refused),
    };
    return cmocka_run_group_tests_name("program", tests, NULL, NULL);
}
