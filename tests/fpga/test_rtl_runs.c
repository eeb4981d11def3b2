/* Programs on the verilated board: the answers of a thread's requests, and their cycles; reset. */
#include "gen/proto/atomic.h"
#include "sw/util/rng.h"
#include "tests/fpga/simulated.h"
#include "tests/support/optimised.h"

#include <string.h>

enum { LOW = 0x3, HIGH = 0xC, BUSY = 8 };

/* ---- one thread ---- */

/* The new value of an element of 16 or 32 bits: a reference, independent of the others. */
ATOMIC_KNOWN(10);
static uint32_t applied(unsigned fn, bool wide, uint32_t is, uint32_t operand, uint32_t other)
{
    int64_t a = wide ? (int32_t)is : (int16_t)is, b = wide ? (int32_t)operand : (int16_t)operand;
    switch ((enum atomic_fn)fn) {
    case FN_ADD:
        return is + operand;
    case FN_MIN:
        return b < a ? operand : is;
    case FN_MAX:
        return b > a ? operand : is;
    case FN_UMIN:
        return operand < is ? operand : is;
    case FN_UMAX:
        return operand > is ? operand : is;
    case FN_AND:
        return is & operand;
    case FN_OR:
        return is | operand;
    case FN_XOR:
        return is ^ operand;
    case FN_EXCH:
        return operand;
    case FN_CAS:
        return is == other ? operand : is;
    }
    fail_msg("%u is no function", fn);
    return 0;
}

/* The line after an atomic. */
static uint32_t after_atomic(const struct slot *s, uint32_t line)
{
    unsigned fn = s->fn & ~(unsigned)ATOMIC_WIDE;
    if (s->mask == SLOT_WHOLE)
        return applied(fn, true, line, s->data, 0);
    unsigned at = s->mask == LOW ? 0 : 16;
    uint16_t is = (uint16_t)(line >> at), operand = (uint16_t)(s->data >> at);
    uint16_t other = (uint16_t)(s->data >> (16 - at));
    uint32_t becomes = applied(fn, false, is, operand, other) & 0xFFFF;
    return (line & ~(0xFFFFu << at)) | becomes << at;
}

/* The line after a request. */
static uint32_t after(const struct slot *s, uint32_t line)
{
    uint32_t bytes = 0;
    for (unsigned i = 0; i < SLOT_LINE_BYTES; i++)
        bytes |= (s->mask >> i & 1) != 0 ? 0xFFu << 8 * i : 0;
    switch (s->op) {
    case OP_STORE:
        return (line & ~bytes) | (s->data & bytes);
    case OP_ATOMIC:
        return after_atomic(s, line);
    default:
        return line;
    }
}

/* For a thread that shares no line, each answer is the line as its own requests left it. */
static void check_answers(const struct program *p, const struct slot_result *r, uint32_t *lines)
{
    for (unsigned i = 0; i < p->n; i++) {
        const struct slot *s = &p->slots[i];
        if (s->op == OP_LOAD || s->op == OP_FRESH || s->op == OP_ATOMIC)
            assert_int_equal(r[i].data, lines[s->line]);
        if (s->op <= OP_EMPTY)
            lines[s->line] = after(s, lines[s->line]);
    }
}

static struct slot some_atomic(struct rng *r, unsigned fn, unsigned which, uint16_t line,
                               uint32_t is)
{
    static const uint8_t masks[] = {LOW, HIGH, SLOT_WHOLE};
    uint32_t data = rng_below(r, 2) == 0 ? (uint32_t)rng_next(r) : is;
    if (fn == FN_CAS) /* the compare value lies beside the operand: equal, or nearly */
        data = is >> 16 | is << 16;
    if (fn == FN_CAS && rng_below(r, 2) == 0)
        data ^= 0x00010001;
    uint8_t wide = which == 2 ? ATOMIC_WIDE : 0;
    return slot_atomic((uint8_t)(fn + wide), line, masks[which], data);
}

/* Each function on each half of a line and on the whole line, with random values. */
static void atomics(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct rng r = {1};
    for (unsigned round = 0; round < 4; round++) {
        uint32_t lines[LINES], is[LINES];
        struct slot slots[SLOTS];
        struct slot_result results[1][SLOTS];
        unsigned n = 0;
        for (unsigned fn = 0; fn < ATOMIC_FNS; fn++)
            for (unsigned which = 0; which < (fn == FN_CAS ? 2 : 3); which++, n++) {
                lines[n] = (uint32_t)rng_next(&r);
                slots[2 * n] = some_atomic(&r, fn, which, (uint16_t)n, lines[n]);
                slots[2 * n + 1] = slot_load((uint16_t)n);
            }
        MUST(program_reset(s.b, &err));
        MUST(program_write_lines(s.b, 0, lines, n, &err));
        const struct program p = {.engine = round % 2, .slots = slots, .n = 2 * n};
        check_times(&p, results[0], run(&s, &p, 1, results));
        check_answers(&p, results[0], lines);
        MUST(program_read_lines(s.b, 0, is, n, &err));
        assert_memory_equal(is, lines, n * sizeof *is);
    }
    board_close(s.b);
}

static struct slot some_slot(struct rng *r, uint16_t line)
{
    static const uint8_t masks[] = {LOW, HIGH, SLOT_WHOLE};
    switch (rng_below(r, 16)) {
    case 0:
        return slot_store(line, (uint8_t)(1 + rng_below(r, SLOT_WHOLE)), (uint32_t)rng_next(r));
    case 1:
        return slot_atomic(FN_ADD, line, masks[rng_below(r, 2)], (uint32_t)rng_next(r));
    case 2:
        return slot_other(OP_FRESH, 0, line);
    case 3:
        return slot_wait((uint16_t)rng_below(r, 40));
    default:
        return slot_load(line);
    }
}

/* All threads, all slots, each thread with lines of its own. */
static void every_slot(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct rng r = {2};
    for (int round = 0; round < (div_of(state) == FAST ? 8 : 2); round++) {
        struct slot slots[ENGINES * THREADS][SLOTS];
        struct slot_result results[ENGINES * THREADS][SLOTS];
        struct program p[ENGINES * THREADS];
        uint32_t lines[LINES], is[LINES];
        for (unsigned i = 0; i < LINES; i++)
            lines[i] = (uint32_t)rng_next(&r);
        for (unsigned t = 0; t < ENGINES * THREADS; t++) {
            for (unsigned i = 0; i < SLOTS; i++) {
                uint16_t line = (uint16_t)(t + ENGINES * THREADS * rng_below(&r, 8));
                slots[t][i] = some_slot(&r, line);
            }
            p[t] = (struct program){t / THREADS, t % THREADS, slots[t], SLOTS};
        }
        MUST(program_reset(s.b, &err));
        MUST(program_write_lines(s.b, 0, lines, LINES, &err));
        uint16_t cycles = run(&s, p, ENGINES * THREADS, results);
        for (unsigned t = 0; t < ENGINES * THREADS; t++) {
            check_times(&p[t], results[t], cycles);
            check_answers(&p[t], results[t], lines);
        }
        MUST(program_read_lines(s.b, 0, is, LINES, &err));
        assert_memory_equal(is, lines, sizeof is);
    }
    board_close(s.b);
}

/* ---- time ---- */

static void waits(void **state)
{
    enum { SLACK = 12 }; /* cycles until the thread's turn, and for its next slot */
    static const uint16_t cycles[] = {0, 1, 2, 3, 17, 300, 1023, 1024, WAIT_MOST, 5};
    enum { N = sizeof cycles / sizeof *cycles };
    struct simulated s = simulated(div_of(state));
    struct slot slots[2 * N + 1] = {slot_load(0)};
    struct slot_result results[1][SLOTS];
    for (unsigned i = 0; i < N; i++) {
        slots[2 * i + 1] = slot_wait(cycles[i]);
        slots[2 * i + 2] = slot_load(0);
    }
    const struct program p = {.slots = slots, .n = 2 * N + 1};
    check_times(&p, results[0], run(&s, &p, 1, results));
    for (unsigned i = 0; i < N; i++) {
        unsigned gap = results[0][2 * i + 2].taken - results[0][2 * i].answered;
        assert_in_range(gap, cycles[i], cycles[i] + SLACK);
    }
    board_close(s.b);
}

/* A WAIT in a thread's last slot ends the thread, and does not delay its next run. */
static void wait_at_the_end(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct slot slots[SLOTS];
    struct slot_result results[1][SLOTS];
    for (unsigned i = 0; i < SLOTS; i++)
        slots[i] = slot_wait(i == SLOTS - 1 ? 1000 : 1);
    const struct program all = {.thread = 1, .slots = slots, .n = SLOTS};
    assert_in_range(run(&s, &all, 1, results), SLOTS, 10 * SLOTS);
    const struct slot load = slot_load(0);
    const struct program one = {.thread = 1, .slots = &load, .n = 1};
    assert_in_range(run(&s, &one, 1, results), 5, 100);
    assert_in_range(results[0][0].taken, 2, 10);
    board_close(s.b);
}

/* After a reset a program takes the same cycles, request by request. */
static void same_cycles(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct rng r = {3};
    struct slot slots[ENGINES * THREADS][SLOTS];
    struct slot_result results[2][ENGINES * THREADS][SLOTS];
    struct program p[ENGINES * THREADS];
    uint16_t cycles[2];
    memset(results, 0, sizeof results);
    for (unsigned t = 0; t < ENGINES * THREADS; t++) {
        for (unsigned i = 0; i < 40; i++)
            slots[t][i] = some_slot(&r, (uint16_t)rng_below(&r, 6));
        p[t] = (struct program){t / THREADS, t % THREADS, slots[t], 40};
    }
    for (int round = 0; round < 2; round++) {
        static const uint32_t lines[6] = {1, 2, 3, 4, 5, 6};
        MUST(program_reset(s.b, &err));
        MUST(program_write_lines(s.b, 0, lines, 6, &err));
        sim_port_run(s.port, (uint64_t)round * 12345);
        cycles[round] = run(&s, p, ENGINES * THREADS, results[round]);
    }
    assert_int_equal(cycles[0], cycles[1]);
    for (unsigned t = 0; t < ENGINES * THREADS; t++)
        for (unsigned i = 0; i < p[t].n; i++) {
            const struct slot_result *a = &results[0][t][i], *b = &results[1][t][i];
            assert_true(a->taken == b->taken && a->answered == b->answered);
            if (slots[t][i].op != OP_STORE) /* a store's answer has no line */
                assert_int_equal(a->data, b->data);
        }
    board_close(s.b);
}

/* A reset at any point of a run leaves no trace in the runs after it. */
static void reset_in_a_run(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct slot busy[BUSY], calm[4] = {slot_load(1), slot_store(2, SLOT_WHOLE, 77), slot_load(2),
                                       slot_atomic(FN_ADD, 1, LOW, 1)};
    struct slot_result results[2][SLOTS];
    for (unsigned i = 0; i < BUSY; i++)
        busy[i] = i % 2 == 0 ? slot_load((uint16_t)(8 + i)) : slot_wait(WAIT_MOST);
    const struct program calms[] = {{0, 0, calm, 4}, {1, 1, calm, 4}};
    const struct program busies[] = {
        {0, 0, busy, BUSY}, {0, 1, busy, BUSY}, {1, 0, busy, BUSY}, {1, 1, busy, BUSY}};
    const uint32_t line = 41;
    uint16_t must = 0;
    unsigned instants = div_of(state) == FAST ? 24 : 6;
    for (unsigned at = 0; at < instants; at++) {
        const uint16_t start = BOARD_START;
        uint64_t phase = at == 0 ? 0 : 1;
        MUST(program_load(s.b, busies, 4, &err));
        MUST(board_write(s.b, BOARD_CONTROL, &start, 1, &err));
        sim_port_run(s.port, at * WAIT_MOST / instants + phase);
        assert_true(sim_port_busy(s.port));
        MUST(program_reset(s.b, &err));
        assert_false(sim_port_busy(s.port));
        MUST(program_write_lines(s.b, 1, &line, 1, &err));
        uint16_t cycles = run(&s, calms, 2, results);
        must = at == 0 ? cycles : must;
        assert_int_equal(cycles, must);
        assert_in_range(results[0][0].data, 41, 42);
        assert_int_equal(results[0][2].data, 77);
        assert_int_equal(results[0][3].data + results[1][3].data, 41 + 42);
    }
    board_close(s.b);
}

int main(void)
{
    optimise_units();
    const struct CMUnitTest tests[] = {
        AT_BOTH(atomics),         AT_BOTH(every_slot),  AT_BOTH(waits),
        AT_BOTH(wait_at_the_end), AT_BOTH(same_cycles), AT_BOTH(reset_in_a_run),
    };
    return cmocka_run_group_tests_name("rtl_runs", tests, NULL, NULL);
}
