/*
 * Follows requests along paths written by hand, which give each message's place and cycle. The
 * cycles of each stage are compared with sums made by hand.
 */
#include "harness/observe/follow.h"

#include "gen/system/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 64 };

struct told {
    struct request r[8];
    struct span spans[8][16];
    uint64_t end[8];
    bool ended[8];
    int n;
};

struct way {
    struct system *sys;
    struct netlist *n;
    struct follow *f;
    struct told told;
};

static void told(void *ctx, const struct request *r, uint64_t end, bool ended)
{
    struct told *t = ctx;
    assert_true(t->n < 8);
    t->r[t->n] = *r;
    assert_true(r->n_spans <= 16);
    if (r->n_spans > 0)
        memcpy(t->spans[t->n], r->spans, r->n_spans * sizeof *r->spans);
    t->end[t->n] = end;
    t->ended[t->n++] = ended;
}

static void begin(struct way *w)
{
    struct error err = {0};
    *w = (struct way){0};
    w->sys = system_load("tsm-tiny", NULL, 0, &err);
    assert_non_null(w->sys);
    w->n = netlist_new(w->sys, &err);
    assert_non_null(w->n);
    w->f = follow_new(w->n, true, told, &w->told);
}

static void finish(struct way *w)
{
    follow_free(w->f);
    netlist_free(w->n);
    system_free(w->sys);
}

/* SM 0 and L2 bank 0 unless the hop says otherwise: tsm-tiny has one SM and one bank per GPU. */
static void pass(struct way *w, uint64_t now, struct hop h)
{
    if (h.line == 0)
        h.line = LINE;
    follow_hop(w->f, &h, now);
}

#define PASS(w, now, ...) pass((w), (now), (struct hop){__VA_ARGS__})

static void assert_cycles(const struct request *r, uint64_t end, const uint64_t want[STAGES])
{
    uint64_t sum = 0;
    for (int i = 0; i < STAGES; i++) {
        if (r->cycles[i] != want[i])
            fail_msg("%s: %llu cycles, not %llu", stage_names[i], (unsigned long long)r->cycles[i],
                     (unsigned long long)want[i]);
        sum += want[i];
    }
    assert_int_equal(sum, end - r->start);
}

/* The whole way to DRAM and back, for a request offered four cycles before it is taken. */
static void whole_way(void **state)
{
    (void)state;
    struct way w;
    begin(&w);
    for (uint64_t now = 10; now <= 14; now++)
        follow_shown(w.f, 0, 3, now);
    PASS(&w, 14, .kind = HOP_CORE_REQ, .tag = 3, .op = OP_LOAD);
    PASS(&w, 17, .kind = HOP_L1_REQ, .op = OP_LOAD);
    PASS(&w, 19, .kind = HOP_L2_REQ, .op = OP_LOAD);
    PASS(&w, 24, .kind = HOP_MEM_REQ, .op = OP_LOAD);
    PASS(&w, 30, .kind = HOP_UMC_REQ, .op = OP_LOAD);
    PASS(&w, 37, .kind = HOP_DRAM_OUT, .tag = 1);
    PASS(&w, 67, .kind = HOP_DRAM_IN, .tag = 1);
    PASS(&w, 70, .kind = HOP_UMC_RSP, .op = OP_LOAD);
    PASS(&w, 75, .kind = HOP_MEM_RSP, .op = OP_LOAD);
    PASS(&w, 80, .kind = HOP_L2_RSP, .op = OP_LOAD);
    PASS(&w, 82, .kind = HOP_L1_RSP, .op = OP_LOAD);
    PASS(&w, 86, .kind = HOP_CORE_RSP, .tag = 3);
    assert_int_equal(w.told.n, 1);
    assert_int_equal(w.told.r[0].line, LINE);
    assert_cycles(&w.told.r[0], 86,
                  (const uint64_t[STAGES]){[STAGE_ISSUE] = 4,
                                           [STAGE_L1] = 3,
                                           [STAGE_SWITCH] = 2,
                                           [STAGE_L2] = 5,
                                           [STAGE_LINK] = 6,
                                           [STAGE_UMC] = 7,
                                           [STAGE_DRAM] = 30,
                                           [STAGE_BACK] = 19});
    /* The request's spans follow each other without a gap. */
    assert_int_equal(w.told.r[0].n_spans, 8);
    uint64_t at = 10;
    for (int i = 0; i < 8; i++) {
        assert_int_equal(w.told.spans[0][i].from, at);
        at = w.told.spans[0][i].to;
    }
    assert_int_equal(at, 86);
    assert_int_equal(follow_strays(w.f), 0);
    finish(&w);
}

/* A store in flight locks its line; a load behind it waits, and then hits. */
static void lock(void **state)
{
    (void)state;
    struct way w;
    begin(&w);
    PASS(&w, 1, .kind = HOP_CORE_REQ, .tag = 0, .op = OP_STORE);
    PASS(&w, 3, .kind = HOP_CORE_REQ, .tag = 1, .op = OP_LOAD);
    PASS(&w, 4, .kind = HOP_L1_REQ, .op = OP_STORE);
    PASS(&w, 5, .kind = HOP_CORE_REQ, .tag = 2, .op = OP_LOAD, .line = LINE + 1);
    PASS(&w, 9, .kind = HOP_CORE_RSP, .tag = 2);
    PASS(&w, 20, .kind = HOP_L1_RSP, .op = OP_STORE);
    PASS(&w, 22, .kind = HOP_CORE_RSP, .tag = 0);
    PASS(&w, 25, .kind = HOP_CORE_RSP, .tag = 1);
    assert_int_equal(w.told.n, 3);
    assert_cycles(&w.told.r[0], 9, (const uint64_t[STAGES]){[STAGE_L1] = 4});
    assert_cycles(&w.told.r[1], 22,
                  (const uint64_t[STAGES]){[STAGE_L1] = 3, [STAGE_SWITCH] = 16, [STAGE_BACK] = 2});
    assert_cycles(&w.told.r[2], 25,
                  (const uint64_t[STAGES]){[STAGE_L1] = 1 + 5, [STAGE_LOCK] = 16});
    assert_int_equal(follow_strays(w.f), 0);
    finish(&w);
}

/* Three loads of a line: the copy was there, but its lease had ended; the answer's is too short for
 * the second and third, for whom it is asked for again. */
static void joined_and_again(void **state)
{
    (void)state;
    struct way w;
    begin(&w);
    PASS(&w, 1, .kind = HOP_CORE_REQ, .tag = 2, .op = OP_LOAD);
    PASS(&w, 4, .kind = HOP_L1_REQ, .op = OP_LOAD, .copy = true, .copy_rts = 5);
    PASS(&w, 6, .kind = HOP_CORE_REQ, .tag = 1, .op = OP_LOAD);
    PASS(&w, 7, .kind = HOP_CORE_REQ, .tag = 0, .op = OP_LOAD);
    PASS(&w, 20, .kind = HOP_L1_RSP, .op = OP_LOAD, .rts = 12);
    PASS(&w, 22, .kind = HOP_CORE_RSP, .tag = 2);
    /* Sent again at once, beside a row that shows the new copy by chance. */
    PASS(&w, 23, .kind = HOP_L1_REQ, .op = OP_LOAD, .copy = true, .copy_rts = 12);
    PASS(&w, 40, .kind = HOP_L1_RSP, .op = OP_LOAD, .rts = 30);
    PASS(&w, 42, .kind = HOP_CORE_RSP, .tag = 0);
    PASS(&w, 43, .kind = HOP_CORE_RSP, .tag = 1);
    assert_int_equal(w.told.n, 3);
    assert_true(w.told.r[0].expired_l1);
    assert_cycles(&w.told.r[0], 22,
                  (const uint64_t[STAGES]){[STAGE_L1] = 3, [STAGE_EXPIRED] = 16, [STAGE_BACK] = 2});
    assert_int_equal(w.told.r[1].reissues, 1);
    assert_false(w.told.r[1].expired_l1);
    assert_cycles(
        &w.told.r[1], 42,
        (const uint64_t[STAGES]){[STAGE_JOINED] = 13, [STAGE_BACK] = 3 + 2, [STAGE_SWITCH] = 17});
    assert_cycles(&w.told.r[2], 43,
                  (const uint64_t[STAGES]){[STAGE_JOINED] = 14 + 17, [STAGE_BACK] = 3 + 3});
    assert_int_equal(follow_strays(w.f), 0);
    finish(&w);
}

/* A late load that misses by itself is not the first request sent again: it carries the
 * new copy. */
static void late_miss(void **state)
{
    (void)state;
    struct way w;
    begin(&w);
    PASS(&w, 1, .kind = HOP_CORE_REQ, .tag = 0, .op = OP_LOAD);
    PASS(&w, 4, .kind = HOP_L1_REQ, .op = OP_LOAD);
    PASS(&w, 19, .kind = HOP_CORE_REQ, .tag = 1, .op = OP_LOAD);
    PASS(&w, 20, .kind = HOP_L1_RSP, .op = OP_LOAD, .rts = 12);
    PASS(&w, 22, .kind = HOP_CORE_RSP, .tag = 0);
    PASS(&w, 24, .kind = HOP_L1_REQ, .op = OP_LOAD, .copy = true, .copy_rts = 12);
    PASS(&w, 40, .kind = HOP_L1_RSP, .op = OP_LOAD, .rts = 30);
    PASS(&w, 42, .kind = HOP_CORE_RSP, .tag = 1);
    assert_int_equal(w.told.r[1].reissues, 0);
    assert_true(w.told.r[1].expired_l1);
    assert_int_equal(w.told.r[1].cycles[STAGE_EXPIRED], 16);
    finish(&w);
}

/* Two GPUs' requests to one line: the UMC works on one after the other (M8). */
static void two_gpus(void **state)
{
    (void)state;
    struct way w;
    begin(&w);
    for (uint32_t g = 0; g < 2; g++) {
        PASS(&w, 1, .kind = HOP_CORE_REQ, .where = g, .op = OP_STORE);
        PASS(&w, 2, .kind = HOP_L1_REQ, .where = g, .op = OP_STORE);
        PASS(&w, 3, .kind = HOP_L2_REQ, .where = g, .l1 = g, .bank = g, .op = OP_STORE);
        PASS(&w, 4, .kind = HOP_MEM_REQ, .where = g, .op = OP_STORE);
        PASS(&w, 5 + g, .kind = HOP_UMC_REQ, .bank = g, .op = OP_STORE);
    }
    PASS(&w, 10, .kind = HOP_DRAM_OUT, .tag = 0, .op = OP_STORE);
    PASS(&w, 30, .kind = HOP_DRAM_IN, .tag = 0);
    PASS(&w, 31, .kind = HOP_UMC_RSP, .bank = 0, .op = OP_STORE);
    PASS(&w, 33, .kind = HOP_DRAM_OUT, .tag = 1, .op = OP_STORE);
    follow_end(w.f, 50);
    assert_int_equal(w.told.n, 2);
    assert_false(w.told.ended[0]);
    assert_cycles(&w.told.r[0], 50,
                  (const uint64_t[STAGES]){[STAGE_L1] = 1,
                                           [STAGE_SWITCH] = 1,
                                           [STAGE_L2] = 1,
                                           [STAGE_LINK] = 1,
                                           [STAGE_UMC] = 5,
                                           [STAGE_DRAM] = 20,
                                           [STAGE_BACK] = 20});
    assert_cycles(&w.told.r[1], 50,
                  (const uint64_t[STAGES]){[STAGE_L1] = 1,
                                           [STAGE_SWITCH] = 1,
                                           [STAGE_L2] = 1,
                                           [STAGE_LINK] = 2,
                                           [STAGE_UMC] = 27,
                                           [STAGE_DRAM] = 17});
    assert_int_equal(follow_strays(w.f), 0);
    finish(&w);
}

/* A fence has no line and is the L1's to answer; the harness's own requests are not told; an atomic
 * comes to DRAM twice; what an L2 writes back on its own belongs to nobody. */
static void other_operations(void **state)
{
    (void)state;
    struct way w;
    begin(&w);
    PASS(&w, 1, .kind = HOP_CORE_REQ, .tag = 1, .op = OP_ATOMIC);
    PASS(&w, 3, .kind = HOP_CORE_REQ, .tag = 2, .op = OP_FENCE);
    PASS(&w, 3, .kind = HOP_CORE_REQ, .tag = 0, .op = OP_CLOCK);
    PASS(&w, 4, .kind = HOP_L1_REQ, .op = OP_ATOMIC, .copy = true);
    PASS(&w, 5, .kind = HOP_CORE_RSP, .tag = 0);
    PASS(&w, 7, .kind = HOP_CORE_RSP, .tag = 2);
    PASS(&w, 6, .kind = HOP_L2_REQ, .op = OP_ATOMIC);
    PASS(&w, 7, .kind = HOP_MEM_REQ, .op = OP_WRITEBACK);
    PASS(&w, 8, .kind = HOP_MEM_REQ, .op = OP_ATOMIC);
    PASS(&w, 9, .kind = HOP_UMC_REQ, .op = OP_WRITEBACK);
    PASS(&w, 10, .kind = HOP_UMC_REQ, .op = OP_ATOMIC);
    PASS(&w, 11, .kind = HOP_DRAM_OUT, .tag = 0, .op = OP_STORE);
    PASS(&w, 15, .kind = HOP_DRAM_IN, .tag = 0);
    PASS(&w, 16, .kind = HOP_UMC_RSP, .op = OP_WRITEBACK);
    PASS(&w, 17, .kind = HOP_MEM_RSP, .op = OP_WRITEBACK);
    PASS(&w, 20, .kind = HOP_DRAM_OUT, .tag = 1);
    PASS(&w, 25, .kind = HOP_DRAM_IN, .tag = 1);
    PASS(&w, 26, .kind = HOP_DRAM_OUT, .tag = 1, .op = OP_STORE);
    PASS(&w, 30, .kind = HOP_DRAM_IN, .tag = 1);
    PASS(&w, 31, .kind = HOP_UMC_RSP, .op = OP_ATOMIC);
    PASS(&w, 32, .kind = HOP_MEM_RSP, .op = OP_ATOMIC);
    PASS(&w, 33, .kind = HOP_L2_RSP, .op = OP_ATOMIC);
    PASS(&w, 34, .kind = HOP_L1_RSP, .op = OP_ATOMIC);
    PASS(&w, 36, .kind = HOP_CORE_RSP, .tag = 1);
    assert_int_equal(w.told.n, 2);
    assert_int_equal(w.told.r[0].op, OP_FENCE);
    assert_cycles(&w.told.r[0], 7, (const uint64_t[STAGES]){[STAGE_L1] = 4});
    assert_int_equal(w.told.r[1].op, OP_ATOMIC);
    assert_int_equal(w.told.r[1].cycles[STAGE_DRAM], 5 + 4);
    assert_int_equal(w.told.r[1].cycles[STAGE_UMC], 10);
    assert_int_equal(w.told.r[1].cycles[STAGE_EXPIRED], 0);
    assert_int_equal(follow_strays(w.f), 0);
    finish(&w);
}

/* Messages that belong to no request are counted, and not followed. */
static void strays(void **state)
{
    (void)state;
    struct way w;
    begin(&w);
    PASS(&w, 1, .kind = HOP_CORE_RSP, .tag = 1);
    PASS(&w, 2, .kind = HOP_MEM_RSP, .op = OP_LOAD);
    PASS(&w, 3, .kind = HOP_DRAM_IN, .tag = 1);
    PASS(&w, 4, .kind = HOP_L2_REQ, .op = OP_LOAD);
    assert_int_equal(follow_strays(w.f), 4);
    follow_end(w.f, 9);
    assert_int_equal(w.told.n, 0);
    finish(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_way), cmocka_unit_test(lock),     cmocka_unit_test(joined_and_again),
        cmocka_unit_test(late_miss), cmocka_unit_test(two_gpus), cmocka_unit_test(other_operations),
        cmocka_unit_test(strays),
    };
    return cmocka_run_group_tests_name("requests followed", tests, NULL, NULL);
}
