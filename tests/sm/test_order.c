/* Atomics, fences, acquires and releases; the accesses that rc lets a warp have in flight. The
 * expected cycles were counted by hand. */
#include "tests/sm/bench.h"

/* 32 lanes over 4 words: 8 rounds of one line; each lane sees the result of the lanes below it. */
static void test_atomic_rounds(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 128, .atomic = true, .value = 100}, EXIT};
    start(ops, N(ops), 32, 1);
    fake_wrap = 16;
    uint32_t want[4], old[SIMT_LANES];
    for (int i = 0; i < SIMT_LANES; i++) {
        if (i < 4)
            want[i] = word(&b.memory[128 + 4 * i]);
        old[i] = want[i % 4];
        want[i % 4] += 100 + (uint32_t)i;
    }
    struct sm_stats s = run();
    fake_wrap = 0;
    assert_int_equal(b.requests, 8);
    assert_int_equal(s.lines, 8);
    assert_int_equal(s.atomics, 1);
    assert_int_equal(s.loads + s.stores, 0);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(b.log[i].op, OP_ATOMIC);
        assert_int_equal(b.log[i].fn, FN_ADD);
        assert_int_equal(b.log[i].line, 2);
        assert_int_equal(b.log_cycle[i], 1 + i); /* they do not wait for each other */
        assert_int_equal(b.log[i].mask[0] | b.log[i].mask[1] << 8, 0xffff);
        assert_int_equal(word(b.log[i].data + 4), 100 + 4 * i + 1);
    }
    for (int i = 0; i < SIMT_LANES; i++)
        assert_int_equal(fake_seen[0][0][i], old[i]);
    assert_memory_equal(&b.memory[128], want, sizeof want);
}

/* A pair of elements has room for one CAS: neighbours go in rounds, too. */
static void test_cas_layout(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {{.class = PTX_LOAD,
                                          .dst = 0,
                                          .src = -1,
                                          .base = 0,
                                          .stride = 4,
                                          .atomic = true,
                                          .fn = FN_CAS,
                                          .value = 500,
                                          .compare = 7},
                                         EXIT};
    start(ops, N(ops), 32, 1);
    uint32_t seven = 7;
    memcpy(&b.memory[20], &seven, 4);
    run();
    assert_int_equal(b.requests, 4); /* even and odd elements of two lines */
    assert_int_equal(b.log[0].line, 0);
    assert_int_equal(b.log[0].mask[0], 0x0f);
    assert_int_equal(b.log[1].line, 0);
    assert_int_equal(b.log[1].mask[0], 0xf0);
    assert_int_equal(b.log[2].line, 1);
    assert_int_equal(word(b.log[1].data), 7);
    assert_int_equal(word(b.log[1].data + 4), 501);
    assert_int_equal(b.log[0].fn, FN_CAS);
    assert_int_equal(word(&b.memory[20]), 505);
    assert_int_equal(word(&b.memory[24]), word((const uint8_t[]){168, 175, 182, 189}));
    assert_int_equal(fake_seen[0][0][5], 7);
}

static void test_wide_and_fresh(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 0, .fresh = true},
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 0},
        {.class = PTX_LOAD,
         .dst = -1,
         .src = -1,
         .base = 256,
         .stride = 8,
         .bytes = 8,
         .atomic = true,
         .fn = FN_CAS,
         .value = 40,
         .compare = 9},
        EXIT};
    start(ops, N(ops), 32, 1);
    memcpy(&b.memory[256 + 24], &(uint64_t){9}, 8);
    run();
    assert_int_equal(b.requests, 2 + 8); /* four lines, in two rounds each */
    assert_int_equal(b.log[0].op, OP_FRESH);
    assert_int_equal(b.log[1].op, OP_LOAD);
    assert_int_equal(b.log[3].op, OP_ATOMIC);
    assert_int_equal(b.log[3].fn, FN_CAS + ATOMIC_WIDE);
    assert_int_equal(b.log[3].mask[0], 0);
    assert_int_equal(b.log[3].mask[1], 0xff);
    assert_int_equal(word(b.log[3].data), 9);
    assert_int_equal(word(&b.memory[256 + 24]), 43);
}

static void test_rc_flights(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {LOAD(0, 0), LOAD(1, 64), STORE(128), LOAD(2, 192),
                                         INT(3, 0),  LOAD(1, 0),  INT(4, 1),  EXIT};
    start_rc(ops, N(ops), 32, 3);
    struct sm_stats s = run();
    /* Lines at 1, 2, 3; answers at 11, 12, 13. The fourth waits for the first; the last load for
     * register 1's other load and for room, answered at 23. */
    const uint64_t at[] = {0, 1, 2, 11, 12, 13, 24, 25};
    expect_issue(at, N(at));
    assert_int_equal(b.log_cycle[2], 3);
    assert_true(s.stall_memory > 0);
    assert_int_equal(s.stall_fence, 0);
    assert_int_equal(fake_seen[0][1][0], word(&b.memory[0]));
    assert_int_equal(fake_seen[0][2][0], word(&b.memory[192]));
}

/* Two loads have the same register: the first answer must not overwrite the second. */
static void test_rc_same_register(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {LOAD(0, 0), LOAD(0, 64), EXIT};
    start_rc(ops, N(ops), 32, 4);
    run();
    assert_int_equal(b.issue_cycle[1], 11);
    assert_int_equal(fake_seen[0][0][0], word(&b.memory[64]));
}

static void test_rc_exit_waits(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0), STORE(64), EXIT};
    start_rc(ops, N(ops), 32, 4);
    run();
    assert_int_equal(b.issue_cycle[2], 2);
    assert_int_equal(b.now, 13); /* lines at 1 and 2, answers at 11 and 12 */
}

static void test_rc_fence(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0),   STORE(64),    FENCE(PTX_BEYOND_CTA),
                                         INT(0, -1), LOAD(1, 128), EXIT};
    start_rc(ops, N(ops), 32, 4);
    b.c.latency[PTX_FENCE] = 2;
    struct sm_stats s = run();
    /* Stores' lines at 1, 2; answers at 11, 12. The OP_FENCE at 14 is answered at 24. */
    const uint64_t at[] = {0, 1, 12, 14, 24, 25};
    expect_issue(at, N(at));
    expect_log((const enum msg_op[]){OP_STORE, OP_STORE, OP_FENCE, OP_LOAD}, 4);
    assert_int_equal(b.log_cycle[2], 14);
    assert_int_equal(s.fences, 1);
    assert_int_equal(s.lines, 3);
    assert_int_equal(s.stall_fence, 10 + 9); /* 2..11 and 15..23 */
}

static void test_rc_fence_of_cta(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0), STORE(64), FENCE(0), LOAD(1, 128), EXIT};
    start_rc(ops, N(ops), 32, 4);
    run();
    const uint64_t at[] = {0, 1, 12, 13};
    expect_issue(at, N(at));
    expect_log((const enum msg_op[]){OP_STORE, OP_STORE, OP_LOAD}, 3);
}

static void test_rc_acquire_and_release(void **state)
{
    (void)state;
    enum { FAR = PTX_BEYOND_CTA };
    struct fake_op ops[] = {STORE(0), LOAD(0, 64), STORE(128), EXIT};
    /* Acquire: the register is there with the load, memory only after the fence. */
    ops[1].order = PTX_ACQUIRE | FAR;
    ops[1].fresh = true;
    start_rc(ops, N(ops), 32, 4);
    run();
    /* Lines at 1 and 2; the load's answer at 12, the fence then, its answer at 22. */
    expect_issue((const uint64_t[]){0, 1, 22, 23}, 4);
    expect_log((const enum msg_op[]){OP_STORE, OP_FRESH, OP_FENCE, OP_STORE}, 4);
    /* Within the CTA: no request, but what follows waits for it. */
    ops[1].order = PTX_ACQUIRE;
    ops[1].fresh = false;
    start_rc(ops, N(ops), 32, 4);
    run();
    expect_issue((const uint64_t[]){0, 1, 12, 13}, 4);
    expect_log((const enum msg_op[]){OP_STORE, OP_LOAD, OP_STORE}, 3);
    /* Release: waits for the store and load, then the fence, then its own line. */
    ops[1].order = 0;
    ops[2].order = PTX_RELEASE | FAR;
    start_rc(ops, N(ops), 32, 4);
    run();
    expect_issue((const uint64_t[]){0, 1, 12, 13}, 4);
    expect_log((const enum msg_op[]){OP_STORE, OP_LOAD, OP_FENCE, OP_STORE}, 4);
    assert_int_equal(b.log_cycle[2], 13);
    assert_int_equal(b.log_cycle[3], 23);
    /* Both, around an atomic. */
    ops[1].order = PTX_ACQUIRE | PTX_RELEASE | FAR;
    ops[1].atomic = true;
    ops[2].order = 0;
    start_rc(ops, N(ops), 32, 4);
    ops[1].stride = 4;
    run();
    const enum msg_op both[] = {OP_STORE, OP_FENCE, OP_ATOMIC, OP_ATOMIC, OP_FENCE, OP_STORE};
    expect_log(both, N(both));
    assert_int_equal(b.issue_cycle[1], 11);
    assert_int_equal(b.log_cycle[2], 22); /* fence at 12 */
    assert_int_equal(b.log_cycle[4], 33); /* after both lines of the atomic */
    assert_int_equal(b.issue_cycle[2], 43);
}

/* Instructions after a release wait for its fence, not for the answer of its store. */
static void test_rc_after_release(void **state)
{
    (void)state;
    struct fake_op ops[] = {STORE(0), LOAD(0, 64), EXIT};
    ops[0].order = PTX_RELEASE | PTX_BEYOND_CTA;
    start_rc(ops, N(ops), 32, 4);
    run();
    expect_issue((const uint64_t[]){0, 11, 12}, 3);
    expect_log((const enum msg_op[]){OP_FENCE, OP_STORE, OP_LOAD}, 3);
    assert_int_equal(b.log_cycle[1], 11);
    assert_int_equal(b.log_cycle[2], 12);
}

/* A barrier waits for an earlier acquire, as memory accesses do; it does not wait for
 * other loads. */
static void test_rc_acquire_and_barrier(void **state)
{
    (void)state;
    struct fake_op ops[] = {LOAD(0, 0), {.class = PTX_BARRIER, .dst = -1, .src = -1}, EXIT};
    for (int acquire = 0; acquire < 2; acquire++) {
        ops[0].order = acquire ? PTX_ACQUIRE : 0;
        start_rc(ops, N(ops), 32, 4);
        run();
        assert_int_equal(b.issue_cycle[1], acquire ? 11 : 1);
    }
}

/* Instructions after an acquire in shared memory wait for it, under sc, too. */
static void test_acquire_and_shared_memory(void **state)
{
    (void)state;
    struct fake_op ops[] = {LOAD(0, 0), {.class = PTX_SHARED, .dst = 1, .src = -1}, EXIT};
    for (int rc = 0; rc < 2; rc++)
        for (int acquire = 0; acquire < 2; acquire++) {
            ops[0].order = acquire ? PTX_ACQUIRE : 0;
            start_rc(ops, N(ops), 32, 4);
            b.c.rc = rc != 0;
            run();
            assert_int_equal(b.issue_cycle[1], acquire ? 11 : 1);
        }
    struct fake_op fenced[] = {
        LOAD(0, 0), FENCE(PTX_BEYOND_CTA), {.class = PTX_SHARED, .dst = 1, .src = -1}, EXIT};
    start(fenced, N(fenced), 32, 1);
    run();
    expect_issue((const uint64_t[]){0, 1, 11, 12}, 4);
    assert_int_equal(b.requests, 1);
}

/* A barrier does not wait; a fence behind it waits for what other warps took across. */
static void test_rc_barrier(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 0, .stride = 64, .per_warp = 2048},
        {.class = PTX_BARRIER, .dst = -1, .src = -1},
        FENCE(PTX_BEYOND_CTA),
        EXIT};
    start_rc(ops, N(ops), 64, 4);
    struct sm_stats s = run();
    /* Stores at 0 and 1, of 32 lines each: shown at 1..32 and 33..64, answered by 42 and 74. */
    const uint64_t at[] = {0, 1, 2, 3, 74, 75};
    expect_issue(at, N(at));
    assert_int_equal(b.fences, 2);
    assert_true(s.stall_fence > 60);
}

/* A fence costs its latency under sc. */
static void test_sc_fence(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {STORE(0), FENCE(PTX_BEYOND_CTA), INT(0, -1), EXIT};
    start(ops, N(ops), 32, 1);
    b.c.latency[PTX_FENCE] = 4;
    struct sm_stats s = run();
    expect_issue((const uint64_t[]){0, 1, 5, 6}, 4);
    expect_log((const enum msg_op[]){OP_STORE}, 1);
    assert_int_equal(s.fences, 1);
}

static void test_waiting_for_fence(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {FENCE(PTX_BEYOND_CTA), EXIT};
    start_rc(ops, N(ops), 32, 2);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    struct error err = {0};
    for (int i = 0; i < 3; i++)
        assert_true(cycle(&err));
    char text[256];
    uint64_t line, since;
    assert_true(sm_waiting(b.sm, 0, text, sizeof text));
    assert_string_equal(text, "gpu0.sm3 warp 0: fence since cycle 1, tag 0: kernel fake, PTX line "
                              "1, CTA (0,0,0), thread (0,0,0)");
    assert_false(sm_waits_longest(b.sm, &line, &since));
    sm_free(b.sm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_atomic_rounds),
        cmocka_unit_test(test_cas_layout),
        cmocka_unit_test(test_wide_and_fresh),
        cmocka_unit_test(test_rc_flights),
        cmocka_unit_test(test_rc_same_register),
        cmocka_unit_test(test_rc_exit_waits),
        cmocka_unit_test(test_rc_fence),
        cmocka_unit_test(test_rc_fence_of_cta),
        cmocka_unit_test(test_rc_acquire_and_release),
        cmocka_unit_test(test_rc_after_release),
        cmocka_unit_test(test_rc_acquire_and_barrier),
        cmocka_unit_test(test_acquire_and_shared_memory),
        cmocka_unit_test(test_rc_barrier),
        cmocka_unit_test(test_sc_fence),
        cmocka_unit_test(test_waiting_for_fence),
    };
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
