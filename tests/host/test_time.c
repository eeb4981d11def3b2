/*
 * The CPU's time: cycles as counted by hand, which nothing else changes. The programs' instructions
 * are those of clang 14.
 */
#include "tests/host/bench.h"

#include <pthread.h>

static struct bench b, b2; /* large */

static const struct cpu_stats *stats(void)
{
    return cpu_stats(b.cpu);
}

static void finish(struct host_program *p)
{
    cpu_free(b.cpu);
    host_program_free(p);
}

static const char sums[] = "#include <stdint.h>\n"
                           "void sum(const uint32_t *p, uint32_t *to, uint32_t n)\n{\n"
                           "    uint32_t sum = 0;\n    for (uint32_t i = 0; i < n; i++)\n"
                           "        sum += p[i];\n    *to = sum;\n}\n";

/*
 * A chain of loads. Between two of them are three instructions, when clang is told not to unroll
 * the loop: the load itself, addl and jne.
 */
static void chain(void **state, uint32_t width, uint32_t latency)
{
    struct host_program *p = compile_text(
        state, "#include <stdint.h>\nvoid chase(const uint64_t *next, uint64_t *out, uint32_t n)\n"
               "{\n    uint64_t at = 0;\n#pragma clang loop unroll(disable)\n"
               "    while (n--)\n        at = next[at];\n    *out = at;\n}\n");
    enum { LOADS = 40 };
    bench_setup(&b);
    b.c.width = width;
    b.latency = latency;
    bench_make(&b);
    for (uint32_t i = 0; i < 64; i++)
        set_word(&b, 0x2000 + 8 * i, (i * 7 + 1) % 64);
    struct host_value args[] = {BUFFER(0x2000), BUFFER(0x1000), U32(LOADS)};
    bench_run(&b, p, "chase", args, N(args));
    const struct cpu_stats *s = stats();
    uint32_t between = (3 + width - 1) / width;
    for (int i = 1; i < LOADS; i++)
        assert_int_equal(b.log_cycle[i] - b.log_cycle[i - 1], latency + between);
    assert_int_equal(s->wait_load, LOADS * latency);
    assert_int_equal(s->loads, LOADS);
    assert_int_equal(s->stores, 1);
    assert_int_equal(s->wait_place, 0);
    /* The end is when the store is answered; until then it is waited. */
    assert_int_equal(s->cycles, b.log_cycle[LOADS] + latency);
    finish(p);
}

static void pointer_chase(void **state)
{
    chain(state, 1, 10);
    chain(state, 2, 10);
    chain(state, 4, 37);
}

/* Each access is preceded by one instruction, the access before it, but for the first. */
static const char stores[] = "#include <stdint.h>\nvoid f(uint32_t *p)\n{\n"
                             "    p[0] = 1; p[16] = 2; p[32] = 3; p[48] = 4; p[64] = 5;\n}\n";

static void stores_do_not_wait(void **state)
{
    struct host_program *p = compile_text(state, stores);
    bench_setup(&b);
    b.c.misses = 8;
    bench_make(&b);
    bench_run(&b, p, "f", (struct host_value[]){BUFFER(0x1000)}, 1);
    for (int i = 1; i < 5; i++)
        assert_int_equal(b.log_cycle[i], b.log_cycle[0] + (uint64_t)i);
    assert_int_equal(b.most_in_flight, 5);
    assert_int_equal(stats()->wait_place, 0);
    /* The last store, then popq and retq take three cycles of the ten. */
    assert_int_equal(stats()->cycles, b.log_cycle[4] + 10);
    assert_int_equal(stats()->wait_fence, 10 - 3);
    finish(p);
}

static void one_store_more_waits(void **state)
{
    struct host_program *p = compile_text(state, stores);
    bench_setup(&b);
    b.c.misses = 2;
    bench_make(&b);
    bench_run(&b, p, "f", (struct host_value[]){BUFFER(0x1000)}, 1);
    static const uint64_t at[] = {0, 1, 10, 11, 20};
    for (int i = 0; i < 5; i++)
        assert_int_equal(b.log_cycle[i], b.log_cycle[0] + at[i]);
    assert_int_equal(b.most_in_flight, 2);
    /* Ready in cycles 2 and 12 of these, and so waits 8 twice. */
    assert_int_equal(stats()->wait_place, 16);
    finish(p);
}

/* Cycles are those of instructions and those waited, and nothing else. */
static void all_cycles_are_counted(void **state)
{
    struct host_program *p = compile_text(state, sums);
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(100)};
    bench_setup(&b);
    bench_make(&b);
    bench_run(&b, p, "sum", args, N(args));
    const struct cpu_stats *s = stats();
    assert_int_equal(s->cycles, s->instructions + s->wait_load + s->wait_place + s->wait_fence);
    assert_int_equal(s->functions, 1);
    finish(p);
}

static void skipped_steps_change_nothing(void **state)
{
    struct host_program *p = compile_text(state, sums);
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(100)};
    struct cpu_stats all = {0};
    uint64_t steps = 0;
    for (int skip = 0; skip < 2; skip++) {
        bench_setup(&b);
        b.skip = skip != 0;
        b.random = true;
        bench_make(&b);
        bench_run(&b, p, "sum", args, N(args));
        if (skip) {
            assert_memory_equal(&all, stats(), sizeof all);
            assert_true(b.steps < steps / 2);
        }
        all = *stats();
        steps = b.steps;
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

static void equal_runs(void **state)
{
    struct host_program *p = compile_text(state, sums), *again = compile_text(state, sums);
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(100)};
    struct cpu_stats first = {0};
    for (int i = 0; i < 4; i++) {
        bench_setup(&b);
        b.random = true;
        bench_make(&b);
        bench_run(&b, i < 2 ? p : again, "sum", args, N(args));
        if (i > 0)
            assert_memory_equal(&first, stats(), sizeof first);
        first = *stats();
        cpu_free(b.cpu);
    }
    host_program_free(again);
    host_program_free(p);
}

/* Of one program, in turns of a cycle; each has its own memory. */
static void two_at_a_time(void **state)
{
    struct host_program *p = compile_text(state, sums);
    struct error err = {0};
    struct cpu_stats alone = {0};
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(100)};
    for (int both = 0; both < 2; both++) {
        bench_setup(&b);
        bench_setup(&b2);
        b2.latency = 3;
        bench_make(&b);
        bench_make(&b2);
        for (uint32_t i = 0; i < 100; i++) {
            set_word(&b, 0x2000 + 4 * i, i);
            set_word(&b2, 0x2000 + 4 * i, 2 * i);
        }
        assert_true(cpu_start(b.cpu, p, 0, args, 3, &err));
        assert_true(!both || cpu_start(b2.cpu, p, 0, args, 3, &err));
        while (!cpu_idle(b.cpu) || !cpu_idle(b2.cpu))
            assert_true(bench_cycle(&b, &err) && bench_cycle(&b2, &err));
        assert_int_equal(word_at(&b, BASE), 4950);
        assert_int_equal(word_at(&b2, BASE), both ? 9900 : 0);
        if (both) {
            assert_memory_equal(&alone, stats(), sizeof alone);
            assert_int_equal(cpu_stats(b2.cpu)->instructions, alone.instructions);
            assert_int_equal(cpu_stats(b2.cpu)->wait_load, 300);
        }
        alone = *stats();
        cpu_free(b.cpu);
        cpu_free(b2.cpu);
    }
    host_program_free(p);
}

static void *run_alone(void *bench)
{
    struct bench *mine = bench;
    struct error err = {0};
    while (!cpu_idle(mine->cpu))
        if (!bench_cycle(mine, &err))
            break;
    return NULL;
}

static void in_two_threads(void **state)
{
    struct host_program *p = compile_text(state, sums);
    struct error err = {0};
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(5000)};
    pthread_t other;
    bench_setup(&b);
    bench_setup(&b2);
    bench_make(&b);
    bench_make(&b2);
    for (uint32_t i = 0; i < 5000; i++) {
        set_word(&b, 0x2000 + 4 * i, i);
        set_word(&b2, 0x2000 + 4 * i, 2 * i);
    }
    assert_true(cpu_start(b.cpu, p, 0, args, 3, &err) && cpu_start(b2.cpu, p, 0, args, 3, &err));
    assert_int_equal(pthread_create(&other, NULL, run_alone, &b2), 0);
    run_alone(&b);
    pthread_join(other, NULL);
    assert_int_equal(word_at(&b, BASE), 12497500);
    assert_int_equal(word_at(&b2, BASE), 2 * 12497500);
    assert_memory_equal(stats(), cpu_stats(b2.cpu), sizeof(struct cpu_stats));
    cpu_free(b2.cpu);
    finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(pointer_chase),
        test_in_folder(stores_do_not_wait),
        test_in_folder(one_store_more_waits),
        test_in_folder(all_cycles_are_counted),
        test_in_folder(skipped_steps_change_nothing),
        test_in_folder(equal_runs),
        test_in_folder(two_at_a_time),
        test_in_folder(in_two_threads),
    };
    return cmocka_run_group_tests_name("the CPU's time", tests, NULL, NULL);
}
