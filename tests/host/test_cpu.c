/*
 * The CPU: values come from answers, stores have the right masks and order, pages may have no
 * place.
 */
#include "sw/host/cpu_impl.h"
#include "tests/host/bench.h"

#include <stdio.h>

static struct bench b; /* large */

static const struct cpu_stats *stats(void)
{
    return cpu_stats(b.cpu);
}

static void finish(struct host_program *p)
{
    cpu_free(b.cpu);
    host_program_free(p);
}

/* ---- values ---- */

static const char sums[] = "#include <stdint.h>\n"
                           "void sum(const uint32_t *p, uint32_t *to, uint32_t n)\n{\n"
                           "    uint32_t sum = 0;\n    for (uint32_t i = 0; i < n; i++)\n"
                           "        sum += p[i];\n    *to = sum;\n}\n";

/* The answers are what the program reads, were they wrong. */
static void values_are_those_of_answers(void **state)
{
    struct host_program *p = compile_text(state, sums);
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(100)};
    for (int flip = 0; flip < 2; flip++) {
        uint32_t sum = 0;
        bench_setup(&b);
        b.flip = flip ? 0x55 : 0;
        bench_make(&b);
        for (uint32_t i = 0; i < 100; i++) {
            set_word(&b, 0x2000 + 4 * i, i * 0x01000193);
            sum += i * 0x01000193 ^ (flip ? 0x55555555U : 0);
        }
        bench_run(&b, p, "sum", args, N(args));
        assert_int_equal(word_at(&b, BASE), sum);
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

/* What the program has read and written is gone at the next hook. The second function looks at
 * pages that the first has used. */
static void the_window_keeps_nothing(void **state)
{
    struct host_program *p = compile_text(
        state, "#include <stdint.h>\nvoid f(volatile uint32_t *p)\n{\n    p[1] = p[0];\n"
               "    p[0] = 7;\n    p[2] = p[1];\n}\n");
    struct error err = {0};
    bench_setup(&b);
    bench_make(&b);
    set_word(&b, BASE, 11);
    assert_true(cpu_start(b.cpu, p, 0, (struct host_value[]){BUFFER(BASE)}, 1, &err));
    uint32_t seen = 0;
    while (!cpu_idle(b.cpu)) {
        assert_true(bench_cycle(&b, &err));
        if (!b.cpu->window.open[0])
            continue;
        for (int i = 0; i < 64; i++) {
            uint32_t v;
            memcpy(&v, b.cpu->window.at + BASE + 4 * i, 4);
            seen += v == 0xdbdbdbdb;
            if (v != 0 && v != 0xdbdbdbdb)
                fail_msg("the window holds %u in cycle %d", v, (int)b.now);
        }
    }
    assert_true(seen > 0);
    assert_false(b.cpu->window.open[0]);
    assert_int_equal(word_at(&b, BASE), 7);
    assert_int_equal(word_at(&b, BASE + 8), 11);
    finish(p);
}

/* The loop reads from one buffer and writes to another, which clang is told do not overlap. */
static void restrict_pointers(void **state)
{
    struct host_program *p = compile_text(
        state, "#include <stdint.h>\nvoid f(const double *restrict a, const double *restrict k,\n"
               "       double *restrict to, uint32_t n)\n{\n    for (uint32_t i = 0; i < n; i++)\n"
               "        to[i] = a[i] * *k + k[1];\n}\n");
    struct host_value args[] = {BUFFER(0x2000), BUFFER(0x1000), BUFFER(0x3000), U32(50)};
    bench_setup(&b);
    bench_make(&b);
    memcpy(b.memory + 0x1000, ((double[]){3, 0.5}), 16);
    for (int i = 0; i < 50; i++)
        memcpy(b.memory + 0x2000 + 8 * i, &(double){i}, 8);
    bench_run(&b, p, "f", args, N(args));
    for (int i = 0; i < 50; i++)
        assert_memory_equal(b.memory + 0x3000 + 8 * i, &(double){3.0 * i + 0.5}, 8);
    finish(p);
}

/* ---- stores ---- */

static void expect_store(const struct sm_request *r, uint64_t line, uint32_t at, const char *bytes,
                         uint32_t n)
{
    assert_int_equal(r->op, OP_STORE);
    assert_int_equal(r->line, line);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(r->mask[i / 8] >> (i % 8) & 1, i >= at && i < at + n);
    assert_memory_equal(r->data + at, bytes, n);
}

static void masks(void **state)
{
    struct host_program *p = compile_text(
        state, "#include <string.h>\nvoid f(char *p)\n{\n    p[3] = 1;\n"
               "    *(short *)(p + 62) = 0x0203;\n    *(int *)(p + 64) = 0x04050607;\n"
               "    *(double *)(p + 128) = 1.0;\n    memcpy(p + 188, \"abcdefg\", 8);\n}\n");
    bench_setup(&b);
    bench_make(&b);
    bench_run(&b, p, "f", (struct host_value[]){BUFFER(0x1000)}, 1);
    assert_int_equal(b.requests, 6);
    expect_store(&b.log[0], 0x40, 3, "\1", 1);
    expect_store(&b.log[1], 0x40, 62, "\3\2", 2);
    expect_store(&b.log[2], 0x41, 0, "\7\6\5\4", 4);
    expect_store(&b.log[3], 0x42, 0, "\0\0\0\0\0\0\xf0\x3f", 8);
    expect_store(&b.log[4], 0x42, 60, "abcd", 4); /* crosses a line */
    expect_store(&b.log[5], 0x43, 0, "efg", 4);
    assert_int_equal(stats()->lines, 6);
    finish(p);
}

/* A load behind a store of its line waits for nothing but its turn: the L1 keeps their order. */
static void store_then_load_of_a_line(void **state)
{
    struct host_program *p = compile_text(
        state, "void f(int *p, int *q)\n{\n    p[0] = 5;\n    q[0] = p[0] + p[1];\n}\n");
    bench_setup(&b);
    bench_make(&b);
    set_word(&b, 0x1004, 8);
    bench_run(&b, p, "f", (struct host_value[]){BUFFER(0x1000), BUFFER(0x2000)}, 2);
    assert_int_equal(word_at(&b, 0x2000), 13);
    /* clang keeps p[0] in a register, so there is one load. It is shown before the answer. */
    assert_int_equal(b.requests, 3);
    assert_int_equal(b.log[0].op, OP_STORE);
    assert_int_equal(b.log[1].op, OP_LOAD);
    assert_int_equal(b.log[1].line, b.log[0].line);
    assert_true(b.log_cycle[1] < b.log_cycle[0] + b.latency);
    finish(p);
}

/* Random programs' results are those of plain memory, under random answers. */
static void random_orders(void **state)
{
    struct host_program *p = compile_text(
        state,
        "#include <stdint.h>\n#include <string.h>\nvoid mix(uint32_t *p, uint32_t n, uint32_t x)\n"
        "{\n    for (uint32_t i = 0; i < n; i++) {\n        x = x * 1664525 + 1013904223;\n"
        "        uint32_t a = x >> 20 & 255, c = x >> 8 & 255;\n"
        "        switch (x >> 28) {\n        case 0: p[a] = x; break;\n"
        "        case 1: p[a] += p[c]; break;\n        case 2: memcpy(p + a, p + c, x & 63); "
        "break;\n"
        "        case 3: memmove((char *)p + a, (char *)p + c, x & 127); break;\n"
        "        case 4: memset((char *)p + a, (int)i, x & 31); break;\n"
        "        case 5: *(uint64_t *)((char *)p + a + 1) ^= x; break;\n"
        "        case 6: p[p[a] & 255] = p[c]; break;\n        default: p[c] = p[a] * 3 + i;\n"
        "        }\n    }\n}\n");
    struct error err = {0};
    for (uint32_t seed = 0; seed < 20; seed++) {
        static uint8_t plain[MEMORY];
        bench_setup(&b);
        b.random = true;
        b.skip = seed % 2 == 1;
        b.c.misses = 1 + seed % 7;
        b.c.width = 1 + seed % 3;
        b.c.line_bytes = seed % 3 == 0 ? 32 : 64;
        bench_make(&b);
        for (uint32_t i = 0; i < 512; i++)
            set_word(&b, BASE + 4 * i, i * 77 * seed);
        memcpy(plain, b.memory, MEMORY);
        struct host_value args[] = {BUFFER(BASE), U32(300), U32(seed * 7919)};
        bench_run(&b, p, "mix", args, N(args));
        assert_true(b.most_in_flight <= b.c.misses);
        struct host_memory m = {BASE, MEMORY - BASE, plain + BASE};
        assert_true(plain_run(p, 0, args, N(args), &m, 1, NULL, &err));
        assert_memory_equal(plain, b.memory, MEMORY);
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

/* ---- translation, the watchdog ---- */

struct pages {
    bool there;
    int asked;
};

static bool move_up(void *ctx, uint64_t address, bool write, uint64_t *physical)
{
    struct pages *pages = ctx;
    pages->asked += write;
    *physical = address + 0x8000;
    return pages->there;
}

static void pages_without_a_place(void **state)
{
    struct host_program *p = compile_text(state, "void f(int *p)\n{\n    *p = 3;\n}\n");
    struct pages pages = {false, 0};
    struct error err = {0};
    uint64_t address;
    bool write;
    bench_setup(&b);
    bench_make(&b);
    cpu_set_translation(b.cpu, move_up, &pages);
    assert_true(cpu_start(b.cpu, p, 0, (struct host_value[]){BUFFER(0x1044)}, 1, &err));
    for (int i = 0; i < 50; i++)
        assert_true(bench_cycle(&b, &err));
    assert_int_equal(b.requests, 0);
    assert_true(cpu_touches(b.cpu, &address, &write));
    assert_int_equal(address, 0x1040);
    assert_true(write);
    assert_true(pages.asked > 40);
    pages.there = true;
    while (!cpu_idle(b.cpu))
        assert_true(bench_cycle(&b, &err));
    assert_false(cpu_touches(b.cpu, &address, &write));
    assert_int_equal(word_at(&b, 0x9044), 3);
    finish(p);
}

static void what_is_waited_for(void **state)
{
    struct host_program *p =
        compile_text(state, "void f(int *p)\n{\n    p[1] = 3;\n    p[20] = p[40];\n}\n");
    struct error err = {0};
    char text[1024];
    uint64_t line, since;
    bench_setup(&b);
    b.latency = 1000;
    bench_make(&b);
    assert_false(cpu_waiting(b.cpu, 0, text, sizeof text));
    assert_true(cpu_start(b.cpu, p, 0, (struct host_value[]){BUFFER(0x1000)}, 1, &err));
    for (int i = 0; i < 50; i++)
        assert_true(bench_cycle(&b, &err));
    assert_true(cpu_waiting(b.cpu, 0, text, sizeof text));
    char want[1024];
    snprintf(want, sizeof want, "cpu0: store of line 0x40 since cycle %d, tag 0: %s:3:10: f",
             (int)b.log_cycle[0], in_folder(state, "prog.c"));
    assert_string_equal(text, want);
    assert_true(cpu_waiting(b.cpu, 1, text, sizeof text));
    snprintf(want, sizeof want, "cpu0: load of line 0x42 since cycle %d, tag 1: %s:4:13: f",
             (int)b.log_cycle[1], in_folder(state, "prog.c"));
    assert_string_equal(text, want);
    assert_false(cpu_waiting(b.cpu, 2, text, sizeof text));
    assert_true(cpu_waits_longest(b.cpu, &line, &since));
    assert_int_equal(line, 0x40);
    assert_int_equal(since, b.log_cycle[0]);
    finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(values_are_those_of_answers), test_in_folder(the_window_keeps_nothing),
        test_in_folder(restrict_pointers),           test_in_folder(masks),
        test_in_folder(store_then_load_of_a_line),   test_in_folder(random_orders),
        test_in_folder(pages_without_a_place),       test_in_folder(what_is_waited_for),
    };
    return cmocka_run_group_tests_name("the CPU", tests, NULL, NULL);
}
