/* Mistakes of host programs while they run: one line each, on a CPU and in the reference run. */
#include "sw/host/coroutine.h"
#include "sw/host/window.h"
#include "tests/host/bench.h"

#include <signal.h>
#include <stdio.h>

static struct bench b; /* large */
static const struct plain_options limited = {.limit = 1000000};

/* Expects `f` to fail on a CPU and on plain memory. The messages are behind what names the run. */
static void fails(void **state, const char *text, const struct host_value *args, size_t n,
                  const char *on_cpu, const char *on_plain)
{
    struct host_program *p = compile_text(state, text);
    struct error err = {0};
    char want[1024];
    bench_setup(&b);
    b.hole = 0x3000;
    b.hole_end = 0x5000;
    bench_make(&b);
    assert_false(bench_try(&b, p, "f", args, n, &err));
    snprintf(want, sizeof want, "cpu0: %s%s", in_folder(state, "prog.c"), on_cpu);
    assert_string_equal(err.text, want);
    cpu_free(b.cpu);

    static uint8_t low[0x2000], high[MEMORY - 0x5000];
    const struct host_memory memory[] = {{0x1000, sizeof low, low}, {0x5000, sizeof high, high}};
    err = (struct error){0};
    assert_false(plain_run(p, 0, args, n, memory, 2, &limited, &err));
    snprintf(want, sizeof want, "reference run: %s%s", in_folder(state, "prog.c"), on_plain);
    assert_string_equal(err.text, want);
    host_program_free(p);
}

static void outside_of_buffers(void **state)
{
    const struct host_value args[] = {BUFFER(0x1000), U32(0x800)};
    fails(state, "void f(int *p, unsigned n)\n{\n    p[0] = 1;\n    p[1] = p[n];\n}\n", args, 2,
          ":4:12: f: load of 4 bytes at 0x3000: no buffer holds it; check the indices against the "
          "sizes of the buffers",
          ":4:12: f: load of 4 bytes at 0x3000: no buffer holds it");
    const struct host_value last[] = {BUFFER(0x2ffc), U32(0)};
    fails(state, "void f(char *p, unsigned n)\n{\n    *(double *)p = n;\n}\n", last, 2,
          ":3:18: f: store of 8 bytes at 0x2ffc: no buffer holds it; check the indices against "
          "the sizes of the buffers",
          ":3:18: f: store of 8 bytes at 0x2ffc: no buffer holds it");
    fails(state,
          "#include <string.h>\nvoid f(char *p, unsigned n)\n{\n    memset(p, 0, n + 9);\n}\n",
          last, 2,
          ":4:5: f: store of 9 bytes at 0x2ffc: no buffer holds it; check the indices against the "
          "sizes of the buffers",
          ":4:5: f: store of 9 bytes at 0x2ffc: no buffer holds it");
}

static void pointers_of_no_buffer(void **state)
{
    const struct host_value args[] = {U64(0)};
    fails(state, "void f(unsigned long n)\n{\n    *(int *)n = 1;\n}\n", args, 1,
          ":3:15: f: store of 4 bytes at address 0x0, which is no buffer's: is its pointer null?",
          ":3:15: f: store of 4 bytes at address 0x0: no buffer holds it");
    const struct host_value far[] = {U64(0x10000)};
    fails(state, "void f(unsigned long n)\n{\n    *(int *)n = 1;\n}\n", far, 1,
          ":3:15: f: store of 4 bytes at address 0x10000, which is no buffer's: where does its "
          "pointer come from?",
          ":3:15: f: store of 4 bytes at address 0x10000: no buffer holds it");
}

static void crashes(void **state)
{
    const struct host_value args[] = {BUFFER(0x1000), U32(0)};
    fails(state, "void f(int *p, unsigned n)\n{\n    *p = 5 / n;\n}\n", args, 2,
          ":3:12: f: a division by zero, or one whose quotient does not fit",
          ":3:12: f: the program crashed: Floating point exception");
    fails(state,
          "void f(int *p, unsigned n)\n{\n    *p = 5;\n    if (n == 0)\n"
          "        __builtin_trap();\n    *p = 6;\n}\n",
          args, 2, ":5:9: f: the program comes to where it can never be (__builtin_trap)",
          ":5:9: f: the program crashed: Illegal instruction");
}

static void jumps_to_data(void **state)
{
    const struct host_value args[] = {BUFFER(0x1000)};
    fails(state, "void f(int *p)\n{\n    *p = 5;\n    ((void (*)(void))p)();\n    *p = 6;\n}\n",
          args, 1, ":3:8: f: behind this the program calls what is no function",
          ":3:8: f: the program crashed: Segmentation fault, as it calls what is no function");
}

static void stack_that_is_used_up(void **state)
{
    const struct host_value args[] = {BUFFER(0x1000)};
    fails(state,
          "__attribute__((noinline)) static int deep(int *p, int n)\n{\n"
          "    volatile int here[64];\n    here[n & 63] = n;\n"
          "    return deep(p, n + 1) + here[n & 31] + *p;\n}\n"
          "void f(int *p)\n{\n    *p = deep(p, 0);\n}\n",
          args, 1,
          ":4:18: deep: its stack of 1024 KiB is used up; is there a recursion without an end, or "
          "a large array?",
          ":4:18: deep: the program crashed: Segmentation fault, as its stack is used up");
}

/* An access that no hook announced: the window's pages are not there. */
static bool any_code(void *ctx, uint64_t pc)
{
    (void)ctx;
    return pc != 0;
}

static void reads_byte(void *window)
{
    const struct window *w = window;
    *(volatile uint8_t *)(w->at + 0x123456);
    fail_msg("the page is there");
}

static void unannounced_access(void **state)
{
    (void)state;
    struct error err = {0};
    struct window w = {.at = NULL};
    uint64_t address;
    struct coroutine *c = coroutine_new(&err);
    if (c == NULL || !window_make(&w, &err)) {
        fail_msg("%s", err.text);
        return;
    }
    assert_int_equal((uintptr_t)w.at % WINDOW_BYTES, 0);
    for (int again = 0; again < 2; again++) {
        coroutine_start(c, reads_byte, &w);
        coroutine_watch(c, any_code, NULL);
        assert_false(coroutine_resume(c));
        struct coroutine_crash crash = coroutine_crash(c);
        assert_int_equal(crash.signal, SIGSEGV);
        assert_false(crash.stack);
        assert_true(window_holds(&w, crash.address, 1, &address));
        assert_int_equal(address, 0x123456);
    }
    coroutine_free(c);
    window_free(&w);
}

/* After a crash other CPUs go on, and a new one can be made. */
static void others_go_on(void **state)
{
    crashes(state);
    struct host_program *p = compile_text(state, "void f(int *p)\n{\n    *p = 5;\n}\n");
    bench_setup(&b);
    bench_make(&b);
    bench_run(&b, p, "f", (struct host_value[]){BUFFER(0x1000)}, 1);
    assert_int_equal(word_at(&b, 0x1000), 5);
    cpu_free(b.cpu);
    host_program_free(p);
}

static void never_ends(void **state, const char *text)
{
    struct host_program *p = compile_text(state, text);
    const struct host_value args[] = {BUFFER(0x1000), U32(0)};
    struct error err = {0};
    bench_setup(&b);
    b.c.width = 4;
    bench_make(&b);
    assert_true(cpu_start(b.cpu, p, 0, args, 2, &err));
    for (int i = 0; i < 1000000; i++)
        assert_true(bench_cycle(&b, &err));
    assert_false(cpu_idle(b.cpu));
    uint64_t n = cpu_stats(b.cpu)->instructions;
    assert_in_range(n, 4000000 - 300000, 4000000 + 300000);
    cpu_free(b.cpu);
    static uint8_t memory[64];
    const struct host_memory m = {0x1000, sizeof memory, memory};
    assert_false(plain_run(p, 0, args, 2, &m, 1, &limited, &err));
    assert_non_null(strstr(err.text, "f: does not end: 1"));
    host_program_free(p);
}

/* A loop without an access, or with accesses to its own memory alone, lets the machine's time go
 * on, and without an end the reference fails. */
static void endless_loops(void **state)
{
    never_ends(state, "void f(unsigned *p, unsigned n)\n{\n    unsigned x = n;\n    while (1) {\n"
                      "        x = x * 1664525 + 2;\n        if (x == 1)\n            break;\n"
                      "    }\n    *p = x;\n}\n");
    never_ends(state, "void f(unsigned *p, unsigned n)\n{\n    volatile unsigned x = n;\n"
                      "    while (x != 1)\n        x = 0;\n    *p = x;\n}\n");
}

static void constants_and_the_stack(void **state)
{
    struct host_program *p = compile_text(
        state, "static const int table[] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
               "__attribute__((noinline)) static int pick(const int *from, int *to, int n)\n{\n"
               "    to[n & 7] = from[n & 7];\n    return to[n & 3];\n}\n"
               "void f(int *p, int n)\n{\n    int here[8] = {0};\n"
               "    *p = pick(table, here, n) + pick(here, p + 8, n);\n}\n");
    const struct host_value args[] = {BUFFER(0x1000), U32(2)};
    bench_setup(&b);
    bench_make(&b);
    bench_run(&b, p, "f", args, 2);
    assert_int_equal(word_at(&b, 0x1000), 8);
    assert_int_equal(word_at(&b, 0x1028), 4);
    assert_int_equal(b.requests, 3); /* to[2], its load and *p */
    cpu_free(b.cpu);
    host_program_free(p);
    fails(state,
          "static const int table[8] = {1};\n"
          "__attribute__((noinline)) static void put(int *to, int n)\n{\n    to[n & 7] = n;\n}\n"
          "void f(int *p, int n)\n{\n    put(n == 2 ? (int *)table : p, n);\n}\n",
          args, 2, ":4:15: put: store to a constant", ":4:15: put: store to a constant");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(outside_of_buffers),
        test_in_folder(pointers_of_no_buffer),
        test_in_folder(crashes),
        test_in_folder(stack_that_is_used_up),
        test_in_folder(jumps_to_data),
        cmocka_unit_test(unannounced_access),
        test_in_folder(others_go_on),
        test_in_folder(endless_loops),
        test_in_folder(constants_and_the_stack),
    };
    return cmocka_run_group_tests_name("mistakes of host programs", tests, NULL, NULL);
}
