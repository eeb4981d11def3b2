/* Atomics and fences: which requests they make, and what they wait for. */
#include "tests/host/bench.h"

static struct bench b; /* large */

static struct host_program *start(void **state, const char *text, bool rc)
{
    bench_setup(&b);
    b.c.rc = rc;
    bench_make(&b);
    return compile_text(state, text);
}

static void finish(struct host_program *p)
{
    cpu_free(b.cpu);
    host_program_free(p);
}

static void expect_ops(const enum msg_op *ops, size_t n)
{
    assert_int_equal(b.requests, n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(b.log[i].op, ops[i]);
}

static const struct host_value two[] = {BUFFER(0x1000), BUFFER(0x2000)};

static void values(void **state)
{
    struct host_program *p =
        start(state,
              "#include <stdint.h>\nvoid f(uint32_t *p, uint64_t *q)\n{\n"
              "    uint32_t e = 17, wrong = 3;\n    uint64_t w = 5;\n"
              "    q[1] = __atomic_fetch_add(p, 7, __ATOMIC_RELAXED);\n"
              "    q[2] = __atomic_fetch_sub(p, 1, __ATOMIC_RELAXED);\n"
              "    q[3] = __atomic_exchange_n(p, 17, __ATOMIC_RELAXED);\n"
              "    q[4] = __atomic_compare_exchange_n(p, &wrong, 9, 0, 0, 0) * 100 + wrong;\n"
              "    q[5] = __atomic_compare_exchange_n(p, &e, 20, 0, 0, 0) * 100 + e;\n"
              "    q[6] = __atomic_fetch_add(q, 1ULL << 40, __ATOMIC_RELAXED);\n"
              "    q[7] = __atomic_compare_exchange_n(q, &w, 6, 0, 0, 0) * 100 + w;\n"
              "    __atomic_store_n(p + 1, 77, __ATOMIC_RELAXED);\n"
              "    q[8] = __atomic_load_n(p + 1, __ATOMIC_RELAXED);\n}\n",
              false);
    static const uint64_t want[] = {(UINT64_C(1) << 40) + 2, 10, 17, 16, 17, 100 + 17, 2,
                                    (UINT64_C(1) << 40) + 2, 77};
    set_word(&b, 0x1000, 10);
    set_word(&b, 0x2000, 2);
    bench_run(&b, p, "f", two, 2);
    assert_memory_equal(b.memory + 0x2000, want, sizeof want);
    assert_int_equal(word_at(&b, 0x1000), 20);
    assert_int_equal(cpu_stats(b.cpu)->atomics, 7);

    static uint8_t plain[0x2000];
    const struct host_memory m = {0x1000, sizeof plain, plain};
    struct error err = {0};
    memcpy(plain, &(uint32_t){10}, 4);
    memcpy(plain + 0x1000, &(uint32_t){2}, 4);
    assert_true(plain_run(p, 0, two, 2, &m, 1, NULL, &err));
    assert_memory_equal(plain, b.memory + 0x1000, sizeof plain);
    finish(p);
}

/* On the program's own memory they are no requests. */
static void own_memory(void **state)
{
    struct host_program *p =
        start(state,
              "#include <stdint.h>\n__attribute__((noinline)) static uint32_t add(uint32_t *p)\n{\n"
              "    __atomic_fetch_or(p, 8, 0);\n    __atomic_fetch_and(p, 12, 0);\n"
              "    __atomic_fetch_xor(p, 1, 0);\n    return __atomic_fetch_add(p, 1, 0);\n}\n"
              "void f(uint32_t *p, uint32_t *q)\n{\n    uint32_t here = 6;\n"
              "    p[0] = add(&here);\n    p[1] = here;\n    (void)q;\n}\n",
              true);
    bench_run(&b, p, "f", two, 2);
    assert_int_equal(word_at(&b, 0x1000), 13);
    assert_int_equal(word_at(&b, 0x1004), 14);
    assert_int_equal(b.requests, 2);
    finish(p);
}

/* Which requests an order makes, with and without rc. */
static void orders(void **state)
{
    static const char text[] =
        "void f(int *p, int *q)\n{\n    *q = 1;\n    __atomic_fetch_add(p, 1, __ATOMIC_RELEASE);\n"
        "    __atomic_fetch_add(p, 1, __ATOMIC_ACQUIRE);\n"
        "    __atomic_thread_fence(__ATOMIC_SEQ_CST);\n    *q = 2;\n}\n";
    struct host_program *p = start(state, text, true);
    bench_run(&b, p, "f", two, 2);
    expect_ops(
        (enum msg_op[]){OP_STORE, OP_FENCE, OP_ATOMIC, OP_ATOMIC, OP_FENCE, OP_FENCE, OP_STORE}, 7);
    for (int i = 1; i < 7; i++) /* each waits for the one before */
        assert_true(b.log_cycle[i] >= b.log_cycle[i - 1] + b.latency);
    assert_int_equal(cpu_stats(b.cpu)->fences, 1);
    assert_int_equal(cpu_stats(b.cpu)->lines, 4);
    finish(p);
    p = start(state, text, false);
    bench_run(&b, p, "f", two, 2);
    expect_ops((enum msg_op[]){OP_STORE, OP_ATOMIC, OP_ATOMIC, OP_STORE}, 4);
    for (int i = 1; i < 4; i++)
        assert_true(b.log_cycle[i] >= b.log_cycle[i - 1] + b.latency);
    finish(p);
}

/* With directories a release tells each of them. */
static void directories(void **state)
{
    static const uint64_t of_directories[] = {0x700, 0x800, 0x900};
    struct host_program *p = start(state,
                                   "void f(int *p, int *q)\n{\n    *q = 1;\n"
                                   "    __atomic_store_n(p, 1, __ATOMIC_RELEASE);\n}\n",
                                   true);
    cpu_free(b.cpu);
    b.c.misses = 2;
    b.c.releases = of_directories;
    b.c.n_releases = 3;
    bench_make(&b);
    bench_run(&b, p, "f", two, 2);
    expect_ops((enum msg_op[]){OP_STORE, OP_STORE, OP_STORE, OP_STORE, OP_FENCE, OP_STORE}, 6);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(b.log[i + 1].line, of_directories[i]);
        assert_int_equal(b.log[i + 1].fn, MSG_FN_RELEASE);
        assert_int_equal(b.log[i + 1].mask[0], 0);
    }
    assert_int_equal(b.log[0].fn, 0);
    assert_int_equal(b.most_in_flight, 2);
    finish(p);
}

/* A volatile load goes to the memory: no copy may answer. */
static void fresh_loads(void **state)
{
    struct host_program *p =
        start(state,
              "void f(volatile int *p, int *q)\n{\n    q[0] = p[0];\n"
              "    q[1] = __atomic_load_n(q + 2, __ATOMIC_RELAXED) + q[3];\n}\n",
              false);
    bench_run(&b, p, "f", two, 2);
    expect_ops((enum msg_op[]){OP_FRESH, OP_STORE, OP_FRESH, OP_LOAD, OP_STORE}, 5);
    assert_int_equal(b.log[0].fn, MSG_FN_FRESH);
    assert_int_equal(b.log[3].fn, 0);
    finish(p);
}

static void misaligned(void **state)
{
    struct error err = {0};
    struct host_program *p =
        start(state,
              "void f(char *p, int *q)\n{\n    *q = __atomic_fetch_add((int *)(p + 2), 1, 0);\n}\n",
              false);
    assert_false(bench_try(&b, p, "f", two, 2, &err));
    assert_non_null(strstr(err.text, "prog.c:3:10: f: atomic of 4 bytes at 0x1002, which is not a "
                                     "multiple of 4"));
    finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(values),      test_in_folder(own_memory),  test_in_folder(orders),
        test_in_folder(directories), test_in_folder(fresh_loads), test_in_folder(misaligned),
    };
    return cmocka_run_group_tests_name("atomics of host programs", tests, NULL, NULL);
}
