/*
 * A CPU out of order: results are those of the same program on plain memory, and of the processor;
 * which loads are in flight at a time, cycles as counted by hand; what is refused.
 */
#include "tests/host/bench.h"

#include <stdio.h>

static struct bench b; /* large */
static uint8_t plain[MEMORY];

static void setup(uint32_t rob)
{
    bench_setup(&b);
    b.c.rob = rob;
    b.c.width = 4;
    b.c.misses = 32;
}

static void finish(struct host_program *p)
{
    cpu_free(b.cpu);
    host_program_free(p);
}

/* ---- results ---- */

/* Every operation that C has on numbers, on values that the machine's memory has. */
static const char numbers[] =
    "#include <stdint.h>\n#include <string.h>\n#include <math.h>\n"
    "struct in { int8_t a; uint8_t b; int16_t c; uint16_t d; int32_t e; uint32_t f; int64_t g;\n"
    "    uint64_t h; float x; double y; };\n"
    "struct out { uint64_t n[40]; double r[16]; float s[16]; };\n"
    "void all(const struct in *in, struct out *o, uint32_t n)\n{\n"
    "    for (uint32_t k = 0; k < n; k++, in++, o++) {\n"
    "        uint64_t *v = o->n;\n"
    "        *v++ = (uint64_t)(in->a * in->c); *v++ = (uint64_t)(in->b + in->d);\n"
    "        *v++ = (uint64_t)(in->e / (in->a | 1)); *v++ = in->f % (in->d | 1u);\n"
    "        *v++ = (uint64_t)(in->g % (in->c | 1)); *v++ = in->h / (in->f | 1u);\n"
    "        *v++ = in->h << (in->b & 63); *v++ = in->h >> (in->b & 63);\n"
    "        *v++ = (uint64_t)(in->g >> (in->b & 63)); *v++ = (uint64_t)(in->e >> (in->b & 31));\n"
    "        *v++ = (uint64_t)(in->e - in->a); *v++ = in->f ^ in->d; *v++ = in->h & ~in->f;\n"
    "        *v++ = in->e < in->a; *v++ = in->f < in->b; *v++ = in->g <= in->e;\n"
    "        *v++ = in->h >= in->f; *v++ = in->x < in->y; *v++ = in->x != in->y;\n"
    "        *v++ = (uint64_t)(in->e > 0 ? in->g : in->c); *v++ = (uint32_t)in->g;\n"
    "        *v++ = (uint64_t)(int16_t)in->h; *v++ = (uint64_t)(int64_t)in->y;\n"
    "        *v++ = (uint64_t)(int32_t)in->x; *v++ = in->e < in->c ? (uint64_t)in->e : in->d;\n"
    "        *v++ = (uint64_t)(in->e < 0 ? -(int64_t)in->e : in->e);\n"
    "        switch (in->b & 7) {\n        case 0: *v++ = 3; break;\n        case 3: *v++ = in->f;"
    " break;\n        case 6: *v++ = in->h; break;\n        default: *v++ = in->b;\n        }\n"
    "        double *r = o->r;\n"
    "        *r++ = in->y + in->x; *r++ = in->y - in->e; *r++ = in->y * in->y;\n"
    "        *r++ = in->y / in->x; *r++ = sqrt(fabs(in->y)); *r++ = -in->y;\n"
    "        *r++ = (double)in->h; *r++ = (double)in->g; *r++ = in->f;\n"
    "        *r++ = copysign(2.5, in->y);\n"
    "        float *s = o->s;\n"
    "        *s++ = in->x + in->e; *s++ = in->x * 3.1f; *s++ = (float)in->y; *s++ = in->x / 7;\n"
    "        *s++ = (float)in->h; *s++ = (float)in->g; *s++ = sqrtf(fabsf(in->x));\n"
    "    }\n}\n";

/* Memory that is accessed in all orders: pieces of words, copies that overlap, lists, variables. */
static const char memory[] =
    "#include <stdint.h>\n#include <string.h>\nvoid mix(uint32_t *p, uint32_t n, uint32_t x)\n"
    "{\n    uint32_t own[16];\n    memset(own, 0, sizeof own);\n"
    "    for (uint32_t i = 0; i < n; i++) {\n        x = x * 1664525 + 1013904223;\n"
    "        uint32_t a = x >> 20 & 255, c = x >> 8 & 255;\n"
    "        switch (x >> 28) {\n        case 0: p[a] = x; break;\n"
    "        case 1: p[a] += p[c]; break;\n        case 2: memcpy(p + a, p + c, x & 63); break;\n"
    "        case 3: memmove((char *)p + a, (char *)p + c, x & 127); break;\n"
    "        case 4: memset((char *)p + a, (int)i, x & 31); break;\n"
    "        case 5: *(uint64_t *)((char *)p + a + 1) ^= x; break;\n"
    "        case 6: p[p[a] & 255] = p[c]; break;\n"
    "        case 7: own[p[a] & 15] += p[c]; break;\n"
    "        case 8: p[a] = own[c & 15]; break;\n"
    "        case 9: memcpy(own + (a & 7), p + c, x & 31); break;\n"
    "        case 10: p[a] = *(volatile uint32_t *)(p + c); break;\n"
    "        case 11: *(volatile uint32_t *)(p + c) = p[a]; break;\n"
    "        case 12: ((uint8_t *)p)[a] = ((uint8_t *)p)[a + 3]; break;\n"
    "        default: p[c] = p[a] * 3 + i;\n        }\n    }\n}\n";

static void run_both(struct host_program *p, const struct host_value *args, size_t n)
{
    struct error err = {0};
    memcpy(plain, b.memory, MEMORY);
    bench_run(&b, p, p->functions[0].name, args, n);
    assert_true(b.most_in_flight <= b.c.misses);
    struct host_memory m = {BASE, MEMORY - BASE, plain + BASE};
    if (!plain_run(p, 0, args, n, &m, 1, NULL, &err))
        fail_msg("%s", err.text);
    assert_memory_equal(plain, b.memory, MEMORY);
}

static void vary(uint32_t seed)
{
    setup(1 + seed * 5 % 70);
    b.random = true;
    b.skip = seed % 2 == 1;
    b.c.misses = 2 + seed % 7;
    b.c.width = 1 + seed % 4;
    b.c.line_bytes = seed % 3 == 0 ? 32 : 64;
    b.c.speed = seed % 3 == 1 ? 16 : 0;
    b.c.of = seed % 3 == 1 ? 5 : 0;
    bench_make(&b);
}

static void operations(void **state)
{
    enum { ITEMS = 30, IN_BYTES = 48 };
    struct host_program *p = compile_text(state, numbers);
    struct host_value args[] = {BUFFER(BASE), BUFFER(0x8000), U32(ITEMS)};
    for (uint32_t seed = 0; seed < 6; seed++) {
        struct rng rng = {seed};
        vary(seed);
        for (uint32_t i = 0; i < ITEMS * IN_BYTES; i += 8) {
            uint64_t v = rng_next(&rng) >> rng_below(&rng, 64);
            memcpy(b.memory + BASE + i, &v, 8);
        }
        for (uint32_t i = 0; i < ITEMS; i++) { /* reals that conversions to integers take */
            float x = (float)((double)rng_below(&rng, 2000000) / 7 - 100000);
            double y = (double)rng_below(&rng, 2000000000) / 13 - 70000000;
            memcpy(b.memory + BASE + i * IN_BYTES + 32, &x, sizeof x);
            memcpy(b.memory + BASE + i * IN_BYTES + 40, &y, sizeof y);
        }
        run_both(p, args, N(args));
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

static void orders_of_memory(void **state)
{
    struct host_program *p = compile_text(state, memory);
    for (uint32_t seed = 0; seed < 30; seed++) {
        vary(seed);
        for (uint32_t i = 0; i < 512; i++)
            set_word(&b, BASE + 4 * i, i * 77 * seed);
        struct host_value args[] = {BUFFER(BASE), U32(300), U32(seed * 7919)};
        run_both(p, args, N(args));
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

/* The values are those that the machine answers, and no others. */
static void values_are_those_of_answers(void **state)
{
    struct host_program *p = compile_text(state, "void f(int *p)\n{\n    p[40] = p[0];\n}\n");
    setup(64);
    b.flip = 0xff;
    bench_make(&b);
    set_word(&b, BASE, 0x1234);
    bench_run(&b, p, "f", (struct host_value[]){BUFFER(BASE)}, 1);
    assert_int_equal(word_at(&b, BASE + 160), ~0x1234U);
    finish(p);
}

/* ---- time ---- */

/* A round is four instructions: the load, two sums and the branch. The address and the comparison
 * are parts of others. */
static const char sums[] = "#include <stdint.h>\n"
                           "struct line { uint32_t first, rest[15]; };\n"
                           "void sum(const struct line *p, uint32_t *to, uint32_t n)\n{\n"
                           "    uint32_t sum = 0;\n#pragma clang loop unroll(disable)\n"
                           "    for (uint32_t i = 0; i < n; i++)\n"
                           "        sum += p[i].first;\n    *to = sum;\n}\n";

static void loads_in_flight(uint32_t rob, uint32_t loads, struct host_program *p)
{
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(64)};
    setup(rob);
    b.latency = 200;
    bench_make(&b);
    bench_run(&b, p, "sum", args, N(args));
    assert_int_equal(b.most_in_flight, loads);
    cpu_free(b.cpu);
}

static void the_buffer_limits_loads(void **state)
{
    struct host_program *p = compile_text(state, sums);
    loads_in_flight(4, 1, p);
    loads_in_flight(8, 2, p);
    loads_in_flight(64, 16, p);
    loads_in_flight(1024, 32, p); /* the misses do */
    host_program_free(p);
}

/* A load that needs the one before begins when that is answered. */
static void a_chain_waits(void **state)
{
    enum { LOADS = 40, LATENCY = 30 };
    struct host_program *p = compile_text(
        state, "#include <stdint.h>\nvoid chase(const uint64_t *next, uint64_t *out, uint32_t n)\n"
               "{\n    uint64_t at = 0;\n#pragma clang loop unroll(disable)\n"
               "    while (n--)\n        at = next[at];\n    *out = at;\n}\n");
    setup(64);
    b.latency = LATENCY;
    bench_make(&b);
    for (uint32_t i = 0; i < 64; i++)
        set_word(&b, 0x2000 + 8 * i, (i * 7 + 1) % 64);
    struct host_value args[] = {BUFFER(0x2000), BUFFER(BASE), U32(LOADS)};
    bench_run(&b, p, "chase", args, N(args));
    for (int i = 1; i < LOADS; i++)
        assert_int_equal(b.log_cycle[i] - b.log_cycle[i - 1], LATENCY);
    const struct cpu_stats *s = cpu_stats(b.cpu);
    assert_int_equal(s->loads, LOADS);
    assert_in_range(s->wait_load, LOADS * (LATENCY - 2), LOADS * LATENCY);
    assert_in_range(s->wait_fence, LATENCY - 2, LATENCY + 2);
    finish(p);
}

/* A product needs the one before, 3 cycles of the CPU; 3.2 of these are one of the machine. */
static void its_own_clock(void **state)
{
    enum { ROUNDS = 1000 };
    struct host_program *p = compile_text(
        state, "#include <stdint.h>\nvoid f(uint64_t *to, uint64_t x, uint32_t n)\n{\n"
               "#pragma clang loop unroll(disable)\n"
               "    for (uint32_t i = 0; i < n; i++)\n        x *= x | 1;\n    *to = x;\n}\n");
    struct host_value args[] = {BUFFER(BASE), U64(3), U32(ROUNDS)};
    for (int fast = 0; fast < 2; fast++) {
        setup(64);
        b.c.speed = fast ? 16 : 1;
        b.c.of = fast ? 5 : 1;
        bench_make(&b);
        bench_run(&b, p, "f", args, N(args));
        uint64_t least = 4 * ROUNDS * b.c.of / b.c.speed; /* the or takes one, too */
        assert_in_range(cpu_stats(b.cpu)->cycles, least, least + 40);
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

/* A load behind a store to the same bytes has its value, and asks nobody. */
static void stores_are_forwarded(void **state)
{
    struct host_program *p = compile_text(
        state, "#include <stdint.h>\nvoid f(volatile uint32_t *v, uint32_t *p, uint32_t *q)\n{\n"
               "    uint32_t x = *v;\n    p[0] = 7;\n    p[x] = 5;\n    q[0] = p[0];\n}\n");
    struct host_value args[] = {BUFFER(0x3000), BUFFER(0x4000), BUFFER(0x5000)};
    for (uint32_t x = 0; x < 2; x++) {
        setup(64);
        bench_make(&b);
        set_word(&b, 0x3000, x);
        bench_run(&b, p, "f", args, N(args));
        assert_int_equal(word_at(&b, 0x5000), x == 0 ? 5 : 7);
        assert_int_equal(b.requests, 4); /* the volatile load, three stores */
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

static void skipped_steps_change_nothing(void **state)
{
    struct host_program *p = compile_text(state, memory);
    struct host_value args[] = {BUFFER(BASE), U32(300), U32(12345)};
    struct cpu_stats first = {0};
    uint64_t now = 0, steps = 0;
    for (int skip = 0; skip < 2; skip++) {
        setup(48);
        b.random = true;
        b.latency = 60;
        b.skip = skip == 1;
        bench_make(&b);
        bench_run(&b, p, "mix", args, N(args));
        if (skip) {
            assert_memory_equal(&first, cpu_stats(b.cpu), sizeof first);
            assert_int_equal(b.now, now);
            assert_true(b.steps < steps);
        }
        first = *cpu_stats(b.cpu);
        now = b.now;
        steps = b.steps;
        cpu_free(b.cpu);
    }
    host_program_free(p);
}

/* ---- mistakes, and what is refused ---- */

static void fails(void **state, const char *text, const struct host_value *args, size_t n,
                  const char *of_cpu, const char *why)
{
    struct host_program *p = compile_text(state, text);
    struct error err = {0};
    char want[1024];
    setup(64);
    b.hole = 0x3000;
    b.hole_end = 0x5000;
    bench_make(&b);
    assert_false(bench_try(&b, p, "f", args, n, &err));
    snprintf(want, sizeof want, "%s%s%s", of_cpu, in_folder(state, "prog.c"), why);
    assert_string_equal(err.text, want);
    finish(p);
}

static void mistakes(void **state)
{
    const struct host_value args[] = {BUFFER(0x1000), U32(0x800)};
    fails(state, "void f(int *p, unsigned n)\n{\n    p[0] = 1;\n    p[1] = p[n];\n}\n", args, 2,
          "cpu0: ",
          ":4:12: f: load of 4 bytes at 0x3000: no buffer holds it; check the indices against the "
          "sizes of the buffers");
    const struct host_value zero[] = {BUFFER(0x1000), U32(0)};
    fails(state, "void f(unsigned *p, unsigned n)\n{\n    p[1] = p[0] / n;\n}\n", zero, 2,
          "cpu0: ", ":3:17: f: a division by zero, or one whose quotient does not fit");
    fails(state,
          "void f(int *p, unsigned n)\n{\n    if (n == 0)\n        __builtin_trap();\n"
          "    p[1] = 1;\n}\n",
          zero, 2,
          "cpu0: ", ":4:9: f: the program comes to where it can never be (__builtin_trap)");
    const struct host_value null[] = {BUFFER(0), U32(0)};
    fails(state, "void f(int *p, unsigned n)\n{\n    p[1] = (int)n;\n}\n", null, 2, "cpu0: ",
          ":3:10: f: store of 4 bytes at address 0x4, which is no buffer's: is its pointer null?");
}

#define CANNOT                                                                                     \
    ", which host programs cannot have on a CPU out of order (cpu.rob); --set cpu.rob=0 is one "   \
    "in order"

static void refused(void **state)
{
    const struct host_value args[] = {BUFFER(0x1000), U32(1)};
    fails(state, "void f(int *p, unsigned n)\n{\n    __atomic_fetch_add(p, (int)n, 5);\n}\n", args,
          2, "", ":3:5: f calls '__tsan_atomic32_fetch_add'" CANNOT);
    fails(state,
          "__attribute__((noinline)) static int g(int x)\n{\n    return x * x + 1;\n}\n"
          "void f(int *p, unsigned n)\n{\n    *p = g(*p) + (int)n;\n}\n",
          args, 2, "", ":7:10: f calls 'g'" CANNOT);
    fails(state,
          "static const int t[] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
          "void f(int *p, unsigned n)\n{\n    *p = t[n & 7];\n}\n",
          args, 2, "", ":4:10: f uses a table of constants" CANNOT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(operations),
        test_in_folder(orders_of_memory),
        test_in_folder(values_are_those_of_answers),
        test_in_folder(the_buffer_limits_loads),
        test_in_folder(a_chain_waits),
        test_in_folder(its_own_clock),
        test_in_folder(stores_are_forwarded),
        test_in_folder(skipped_steps_change_nothing),
        test_in_folder(mistakes),
        test_in_folder(refused),
    };
    return cmocka_run_group_tests_name("the CPU out of order", tests, NULL, NULL);
}
