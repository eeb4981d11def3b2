/* Several engines on the verilated board: coherence, copies in caches, units' probes, and systems
 * of other shapes. */
#include "gen/proto/atomic.h"
#include "gen/units/unit.h"
#include "sw/util/rng.h"
#include "tests/fpga/simulated.h"
#include "tests/support/optimised.h"

#include <string.h>

enum { LOW = 0x3, LEASE = 10 }; /* a mask; mgcc.rd_lease */

/* ---- two engines ---- */

/* Both engines add to one line: each sum is answered once, to each thread in rising order. */
static void ping_pong(void **state)
{
    enum { N = 12, ALL = N * ENGINES };
    struct simulated s = simulated(div_of(state));
    struct slot slots[N];
    struct slot_result results[ENGINES][SLOTS];
    unsigned seen[ALL] = {0};
    for (unsigned i = 0; i < N; i++)
        slots[i] = slot_atomic(FN_ADD + ATOMIC_WIDE, 9, SLOT_WHOLE, 1);
    const struct program p[] = {{0, 0, slots, N}, {1, 0, slots, N}};
    const uint32_t zero = 0;
    uint32_t sum;
    MUST(program_write_lines(s.b, 9, &zero, 1, &err));
    uint16_t cycles = run(&s, p, ENGINES, results);
    for (unsigned e = 0; e < ENGINES; e++) {
        check_times(&p[e], results[e], cycles);
        for (unsigned i = 0; i < N; i++) {
            assert_in_range(results[e][i].data, i > 0 ? results[e][i - 1].data + 1 : 0, ALL - 1);
            assert_int_equal(seen[results[e][i].data]++, 0);
        }
    }
    MUST(program_read_lines(s.b, 9, &sum, 1, &err));
    assert_int_equal(sum, ALL);
    board_close(s.b);
}

/* One engine stores rising numbers, the other loads them. The loaded values never fall; a fresh
 * load gives at least the last number whose store was answered before it. */
static void one_writes_one_reads(void **state)
{
    enum { N = 14 };
    struct simulated s = simulated(div_of(state));
    struct slot writes[2 * N], reads[4 * N];
    struct slot_result results[2][SLOTS];
    const uint32_t zero = 0;
    bool stale = false;
    for (unsigned i = 0; i < N; i++) {
        writes[2 * i] = slot_store(9, SLOT_WHOLE, i + 1);
        writes[2 * i + 1] = slot_wait((uint16_t)(20 + 13 * i % 40));
        for (unsigned k = 0; k < 4; k++)
            reads[4 * i + k] = k == 3 ? slot_other(OP_FRESH, 0, 9) : slot_load(9);
    }
    const struct program p[] = {{0, 0, writes, 2 * N}, {1, 0, reads, 4 * N}};
    MUST(program_write_lines(s.b, 9, &zero, 1, &err));
    check_times(&p[1], results[1], run(&s, p, 2, results));
    for (unsigned i = 0; i < p[1].n; i++) {
        const struct slot_result *r = &results[1][i];
        assert_in_range(r->data, i > 0 ? r[-1].data : 0, N);
        for (unsigned w = 0; w < N; w++) {
            bool before = results[0][2 * w].answered < r->taken;
            stale = stale || (before && r->data < w + 1);
            if (before && reads[i].op == OP_FRESH)
                assert_true(r->data >= w + 1);
            if (r->answered < results[0][2 * w].taken)
                assert_true(r->data < w + 1);
        }
    }
    assert_true(results[1][4 * N - 1].data > 3);
    assert_true(stale); /* an old copy within its lease was used, as leases allow */
    board_close(s.b);
}

/* ---- caches ---- */

static struct peek peeked(struct simulated *s, unsigned engine, enum msg_op level, uint16_t line)
{
    struct peek p = {0};
    MUST(program_peek(s->b, engine, level, line, &p, 1, &err));
    return p;
}

static void empty(struct simulated *s, unsigned engine, enum msg_level level)
{
    const struct slot slot = slot_other(OP_EMPTY, (uint8_t)level, 0);
    const struct program p = {.engine = engine, .slots = &slot, .n = 1};
    struct slot_result results[1][SLOTS];
    run(s, &p, 1, results);
}

static void peeks(void **state)
{
    struct simulated s = simulated(div_of(state));
    const struct slot load = slot_load(5);
    const struct program p = {.engine = 1, .slots = &load, .n = 1};
    struct slot_result results[1][SLOTS];
    struct peek many[3];
    run(&s, &p, 1, results);
    struct peek l1 = peeked(&s, 1, OP_PEEK_L1, 5), l2 = peeked(&s, 1, OP_PEEK_L2, 5);
    assert_true(l1.present && l2.present);
    assert_int_equal(l1.rts, LEASE);
    assert_int_equal(l1.wts, 0);
    assert_int_equal(l2.rts, LEASE);
    assert_false(peeked(&s, 0, OP_PEEK_L1, 5).present || peeked(&s, 0, OP_PEEK_L2, 5).present);
    MUST(program_peek(s.b, 1, OP_PEEK_L1, 4, many, 3, &err));
    assert_true(!many[0].present && many[1].present && !many[2].present);
    empty(&s, 1, LEVEL_L1);
    assert_false(peeked(&s, 1, OP_PEEK_L1, 5).present);
    assert_true(peeked(&s, 1, OP_PEEK_L2, 5).present);
    run(&s, &p, 1, results);
    empty(&s, 1, LEVEL_L2);
    assert_true(peeked(&s, 1, OP_PEEK_L1, 5).present);
    assert_false(peeked(&s, 1, OP_PEEK_L2, 5).present);
    board_close(s.b);
}

/* The TSU remembers a lease, so another engine's store comes after it; an emptied TSU
 * starts anew. */
static void emptied(void **state)
{
    struct simulated s = simulated(div_of(state));
    const struct slot load = slot_load(5), both[] = {slot_store(5, SLOT_WHOLE, 1), slot_load(5)};
    const struct program one = {.engine = 1, .slots = &load, .n = 1};
    const struct program other = {.engine = 0, .slots = both, .n = 2};
    struct slot_result results[1][SLOTS];
    run(&s, &one, 1, results);
    run(&s, &other, 1, results);
    struct peek p = peeked(&s, 0, OP_PEEK_L1, 5);
    assert_true(p.present && p.wts == LEASE + 1 && p.rts > p.wts);
    for (unsigned e = 0; e < ENGINES; e++) {
        empty(&s, e, LEVEL_L1);
        empty(&s, e, LEVEL_L2);
    }
    empty(&s, 0, LEVEL_UMC);
    run(&s, &one, 1, results);
    assert_int_equal(results[0][0].data, 1);
    p = peeked(&s, 1, OP_PEEK_L1, 5);
    assert_true(p.present && p.wts == 0 && p.rts == LEASE);
    board_close(s.b);
}

/* ---- what units show ---- */

static struct netlist *netlist_of(const struct system *sys)
{
    struct error err = {0};
    struct netlist *n = netlist_new(sys, &err);
    assert_non_null(n);
    return n;
}

static unsigned tile_of(const struct netlist *n, const char *name)
{
    unsigned t = 0;
    while (t < n->n_tiles && strcmp(n->tiles[t].name, name) != 0)
        t++;
    assert_true(t < n->n_tiles);
    return t;
}

static unsigned counter_of(const struct tile *t, const char *name)
{
    unsigned i = 0;
    while (t->counters[i].name != NULL && strcmp(t->counters[i].name, name) != 0)
        i++;
    assert_non_null(t->counters[i].name);
    return i;
}

/* A unit counts the event that its probe selects, since the reset. */
static void counters(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct system *sys = hx8k(NULL, 0);
    struct netlist *n = netlist_of(sys);
    static const struct {
        const char *tile, *counter;
        unsigned count;
    } must[] = {{"gpu0.sm0.l1", "loads", 0},
                {"gpu1.sm0.l1", "loads", 5},
                {"gpu1.sm0.l1", "load_hits", 3},
                {"gpu1.sm0.l1", "stores", 1}};
    const struct slot slots[] = {slot_load(1), slot_load(1), slot_load(1),
                                 slot_load(1), slot_load(2), slot_store(3, LOW, 1)};
    const struct program p = {.engine = 1, .slots = slots, .n = 6};
    for (size_t i = 0; i < sizeof must / sizeof *must; i++) {
        struct slot_result results[1][SLOTS];
        unsigned tile = tile_of(n, must[i].tile);
        unsigned select = PROBE_COUNTER + counter_of(&n->tiles[tile], must[i].counter);
        uint64_t value = 1;
        MUST(program_probe(s.b, tile, select, &value, &err));
        MUST(program_reset(s.b, &err));
        MUST(program_probe(s.b, tile, select, &value, &err));
        assert_int_equal(value, 0);
        run(&s, &p, 1, results);
        MUST(program_probe(s.b, tile, select, &value, &err));
        assert_int_equal(value, must[i].count);
    }
    netlist_free(n);
    system_free(sys);
    board_close(s.b);
}

/* A run has more stores than there are epochs: the TSU stops, the run fails with an error, and a
 * reset makes the board usable again. */
static void times_run_out(void **state)
{
    struct simulated s = simulated(div_of(state));
    struct system *sys = hx8k(NULL, 0);
    struct netlist *n = netlist_of(sys);
    struct slot slots[SLOTS];
    struct slot_result results[1][SLOTS];
    for (unsigned i = 0; i < SLOTS; i++)
        slots[i] = slot_atomic(FN_ADD, 9, LOW, 1);
    const struct program p[] = {{1, 0, slots, SLOTS}, {1, 1, slots, SLOTS}};
    uint64_t fail;
    MUST(program_load(s.b, p, 2, &err));
    MUST_FAIL(program_run(s.b, 100, NULL, &err),
              "simulated board: after 100 ms these engines still run: 1; wait longer, or reset");
    MUST(program_probe(s.b, tile_of(n, "umc0"), PROBE_FAIL, &fail, &err));
    assert_true((fail >> FAIL_VALID & 1) == 1 && (fail & 0xFF) == 9);
    MUST(program_reset(s.b, &err));
    MUST(program_probe(s.b, tile_of(n, "umc0"), PROBE_FAIL, &fail, &err));
    assert_int_equal(fail >> FAIL_VALID, 0);
    const struct program few = {1, 0, slots, 4};
    run(&s, &few, 1, results);
    assert_int_equal(results[0][3].data - results[0][0].data, 3);
    netlist_free(n);
    system_free(sys);
    board_close(s.b);
}

/* ---- other shapes ---- */

/* Four engines of four threads, the most lines possible, write-back caches: stores are in memory
 * once the L2s are emptied and all is quiet. */
static void four_engines(void **state)
{
    (void)state;
    enum { N = 16, ALL = 16, STRIDE = 1021 };
    static const char *const sets[] = {"gpus=2",        "sm.count=2",      "sm.tags=4",
                                       "l2.mshrs=8",    "umc.bytes=65536", "umc.entries=4",
                                       "protocol=nc-wb"};
    struct simulated s = simulated_of(changed(FAST, sets, sizeof sets / sizeof *sets), FAST);
    const struct board_shape *h = &s.b->shape;
    assert_true(h->gpus == 2 && h->sms == 2 && h->threads == 4 && h->slots == 32);
    assert_int_equal(h->line_bits, 14);
    struct slot slots[ALL][SLOTS];
    struct slot_result results[ALL][SLOTS];
    struct program p[ALL];
    for (unsigned t = 0; t < ALL; t++) {
        for (unsigned i = 0; i < N; i++) {
            uint16_t line = (uint16_t)((t * N + i) * STRIDE % 0x4000);
            slots[t][i] = slot_store(line, SLOT_WHOLE, t << 16 | i | 0x80000000);
        }
        p[t] = (struct program){t / 4, t % 4, slots[t], N};
    }
    uint16_t cycles = run(&s, p, ALL, results);
    for (unsigned t = 0; t < ALL; t++)
        check_times(&p[t], results[t], cycles);
    empty(&s, 0, LEVEL_L2);
    empty(&s, 2, LEVEL_L2);
    for (unsigned t = 0; t < ALL; t++)
        for (unsigned i = 0; i < N; i++) {
            uint32_t line;
            MUST(program_read_lines(s.b, slots[t][i].line, &line, 1, &err));
            assert_int_equal(line, slots[t][i].data);
        }
    board_close(s.b);
}

int main(void)
{
    optimise_units();
    const struct CMUnitTest tests[] = {
        AT_BOTH(ping_pong),
        AT_BOTH(one_writes_one_reads),
        AT_BOTH(peeks),
        AT_BOTH(emptied),
        AT_BOTH(counters),
        AT_BOTH(times_run_out),
        cmocka_unit_test(four_engines),
    };
    return cmocka_run_group_tests_name("rtl_caches", tests, NULL, NULL);
}
