/*
 * Steps of the host: bound to a host program that the test compiles, with one line for each
 * mistake, and run by the reference between kernels. Expected values are computed here.
 */
#include "tests/runtime/gpu_fixture.h"
#include "tests/support/folder.h"

#include "sw/host/plain.h"
#include "sw/util/process.h"

/* ---- a launch file with a host program */

struct with_host {
    struct fixture f;
    struct host_program *host;
};

/* Buffers a (100 u32: 0, 1, ...) and r (2 f64), of the fixture's kernels and a host program. g is
 * NULL after a mistake. */
static void open_host(void **state, struct with_host *w, const char *program, const char *launches)
{
    char text[1024];
    struct fixture *f = &w->f;
    *w = (struct with_host){.host = NULL};
    write_text(in_folder(state, "h.c"), program);
    snprintf(text, sizeof text,
             "about: x\nsource: k.ptx\nhost: %s\nbuffers:\n"
             "  - {name: a, type: u32, count: 100, init: iota}\n"
             "  - {name: r, type: f64, count: 2, init: zero}\n"
             "launches:\n%s",
             in_folder(state, "h.c"), launches);
    f->l = launch_parse(text, strlen(text), "f.yaml", NULL, 1, &f->err);
    if (f->l == NULL)
        fail_msg("%s", f->err.text);
    f->m = ptx_parse_program(ptx, strlen(ptx), "k.ptx", &f->err);
    w->host = host_compile(f->l->host, &f->err);
    if (f->m == NULL || w->host == NULL)
        fail_msg("%s", f->err.text);
    const struct pages_config c = lines_of(1 << 20);
    f->g = gpu_new(f->l, f->m, w->host, &c, &f->err);
}

static void close_host(struct with_host *w)
{
    close_fixture(&w->f);
    host_program_free(w->host);
}

static void expect_binding(void **state, const char *launch, const char *before, const char *after)
{
    static const char program[] = "void f(unsigned *a, double *r, float x, int n) {}\n"
                                  "void g(void) {}\nstatic void h(void) {}\n"
                                  "int i(void) { return 0; }\n";
    struct with_host w;
    char want[1024];
    open_host(state, &w, program, launch);
    assert_null(w.f.g);
    snprintf(want, sizeof want, "%s%s%s", before, in_folder(state, "h.c"), after);
    assert_string_equal(w.f.err.text, want);
    close_host(&w);
}

static void binding_errors(void **state)
{
    expect_binding(state, "  - {host: k}\n", "f.yaml:8:5: ",
                   ": has no function 'k' that returns nothing and is not static; it has f, g");
    expect_binding(state, ONE "  - {host: h}\n", "f.yaml:9:5: ",
                   ": has no function 'h' that returns nothing and is not static; it has f, g");
    expect_binding(state, "  - {host: g, args: [a]}\n",
                   "f.yaml:8:5: ", ": g takes 0 arguments, and is given 1");
    expect_binding(
        state, "  - {host: f, args: [a, \"u64 4096\", \"f32 1\", \"i32 1\"]}\n",
        "f.yaml:8:5: ", ": argument 2 of f is a buffer, and is given an integer of 8 bytes");
    expect_binding(state, "  - {host: f, args: [a, r, \"u32 1\", \"i32 1\"]}\n", "f.yaml:8:5: ",
                   ": argument 3 of f is an f32, and is given an integer of 4 bytes");
    expect_binding(state, "  - {host: f, args: [a, r, \"f64 1\", \"i32 1\"]}\n",
                   "f.yaml:8:5: ", ": argument 3 of f is an f32, and is given an f64");
    expect_binding(state, "  - {host: f, args: [a, r, \"f32 1\", \"i16 1\"]}\n", "f.yaml:8:5: ",
                   ": argument 4 of f is an integer of 4 bytes, and is given an integer of 2 "
                   "bytes");
}

/* Its functions are those of no program if the caller has compiled none. */
static void without_a_program(void **state)
{
    (void)state;
    static const char text[] = "about: x\nsource: k.ptx\nhost: h.c\nlaunches:\n  - {host: f}\n";
    struct error err = {0};
    struct launch *l = launch_parse(text, strlen(text), "f.yaml", NULL, 1, &err);
    struct ptx_module *m = ptx_parse_program(ptx, strlen(ptx), "k.ptx", &err);
    const struct pages_config c = lines_of(1 << 20);
    assert_non_null(l);
    assert_non_null(m);
    assert_null(gpu_new(l, m, NULL, &c, &err));
    assert_string_equal(err.text, "f.yaml:5:5: the host program 'h.c' is not compiled");
    ptx_free(m);
    launch_free(l);
}

/* ---- the reference run */

static const char sums[] = "void sum(const unsigned *a, double *r, unsigned n, double by)\n"
                           "{\n"
                           "    double s = r[0];\n"
                           "    for (unsigned i = 0; i < n; i++)\n"
                           "        s += a[i];\n"
                           "    r[0] = s * by;\n"
                           "    r[1] = by;\n"
                           "}\n"
                           "void put(unsigned *a, unsigned i, short v) { a[i] = v; }\n";

static struct flat *run_reference(struct with_host *w, const struct flat_options *o)
{
    if (w->f.g == NULL)
        fail_msg("%s", w->f.err.text);
    struct flat *flat = flat_run(w->f.g, o, &w->f.err);
    if (flat == NULL)
        fail_msg("%s", w->f.err.text);
    return flat;
}

static double real_of(const struct flat *flat, int i)
{
    double v;
    memcpy(&v, flat_bytes(flat, 1) + 8 * i, sizeof v);
    return v;
}

/* It reads what the kernel before it wrote, and kernels behind it overwrite what it wrote; a
 * repeated step is one step after the other. */
static void between_kernels(void **state)
{
    struct with_host w;
    open_host(state, &w, sums,
              "  - {host: put, args: [a, \"u32 99\", \"i16 -2\"]}\n"
              "  - {host: sum, args: [a, r, \"u32 100\", \"f64 0.5\"]}\n" ONE
              "  - {host: put, args: [a, \"u32 3\", \"i16 -2\"]}\n"
              "  - {host: sum, args: [a, r, \"u32 100\", \"f64 0.25\"], repeat: 2}\n");
    double want = 0, first = 0;
    struct flat *flat = run_reference(&w, &(struct flat_options){0});
    for (uint32_t i = 0; i < 99; i++)
        first += i;
    want = (first + 4294967294.0) * 0.5;
    for (int again = 0; again < 2; again++) {
        for (uint32_t i = 0; i < 100; i++)
            want += i == 3 ? 4294967294.0 : i + 7;
        want *= 0.25;
    }
    assert_true(real_of(flat, 0) == want);
    assert_true(real_of(flat, 1) == 0.25);
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t v;
        memcpy(&v, flat_bytes(flat, 0) + 4 * i, 4);
        assert_int_equal(v, i == 3 ? 0xfffffffe : i + 7);
    }
    flat_free(flat);
    close_host(&w);
}

/* Who wrote a byte last, also if the byte stays the same. */
static void last_writer(void **state)
{
    struct with_host w;
    struct flat_writer writer;
    char place[512];
    open_host(state, &w, sums,
              ONE "  - {host: put, args: [a, \"u32 7\", \"i16 0\"]}\n"
                  "  - {host: sum, args: [a, r, \"u32 0\", \"f64 0\"]}\n");
    const struct gpu_range *a = gpu_range(w.f.g, 0), *r = gpu_range(w.f.g, 1);
    const struct {
        uint64_t address;
        bool found;
        size_t step;
        const char *where;
    } bytes[] = {{a->address + 4 * 7, true, 1, ":9:51: put"},
                 {a->address + 4 * 7 + 3, true, 1, ":9:51: put"},
                 {a->address + 4 * 8, true, 0, NULL},
                 {r->address + 7, true, 2, ":6:10: sum"},
                 {r->address + 8, true, 2, ":7:10: sum"},
                 {gpu_range(w.f.g, 2)->address, false, 0, NULL}};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        flat_free(run_reference(
            &w, &(struct flat_options){.watch = &writer, .watch_address = bytes[i].address}));
        assert_int_equal(writer.found, bytes[i].found);
        assert_int_equal(writer.step, bytes[i].step);
        if (bytes[i].where == NULL)
            continue;
        snprintf(place, sizeof place, "%s%s", in_folder(state, "h.c"), bytes[i].where);
        assert_string_equal(writer.where, place);
    }
    close_host(&w);
}

static void expect_failure(void **state, const char *program, const char *launches, uint64_t limit,
                           const char *step, const char *why)
{
    struct with_host w;
    char want[1024];
    open_host(state, &w, program, launches);
    if (w.f.g == NULL)
        fail_msg("%s", w.f.err.text);
    assert_null(flat_run(w.f.g, &(struct flat_options){.limit = limit}, &w.f.err));
    snprintf(want, sizeof want, "%s: reference run: %s%s", step, in_folder(state, "h.c"), why);
    if (strncmp(w.f.err.text, want, strlen(want)) != 0)
        assert_string_equal(w.f.err.text, want);
    close_host(&w);
}

static void run_errors(void **state)
{
    expect_failure(state, sums, ONE "  - {host: sum, args: [a, r, \"u32 101\", \"f64 0\"]}\n", 0,
                   "f.yaml:9:5", ":5:14: sum: load of 4 bytes at 0x1190: no buffer holds it");
    expect_failure(state, "void f(volatile unsigned *a)\n{\n    while (a[0] == 0)\n        ;\n}\n",
                   "  - {host: f, args: [a]}\n", 100000, "f.yaml:8:5",
                   ":3:12: f: does not end: 10000");
    /* Without an access of memory, too. */
    expect_failure(state,
                   "void f(void)\n{\n    for (volatile int i = 0; i >= 0; i = 1)\n"
                   "        ;\n}\n",
                   "  - {host: f}\n", 100000, "f.yaml:8:5", ":3:");
}

/* An interrupt ends a function that would run for minutes. Nothing runs in this process after it.
 */
static void told_to_stop(void **state)
{
    struct with_host w;
    open_host(state, &w, "void f(volatile unsigned *a)\n{\n    while (a[0] == 0)\n        ;\n}\n",
              "  - {host: f, args: [a]}\n");
    assert_non_null(w.f.g);
    process_stop();
    assert_null(flat_run(w.f.g, &(struct flat_options){0}, &w.f.err));
    assert_non_null(strstr(w.f.err.text, "f: told to stop"));
    close_host(&w);
}

/* ---- the scheduler */

/* A step of the host has nothing to give out, whichever step comes before. */
static void no_ctas(void **state)
{
    struct with_host w;
    open_host(state, &w, sums,
              "  - {host: put, args: [a, \"u32 7\", \"i16 0\"]}\n" ONE
              "  - {host: put, args: [a, \"u32 7\", \"i16 0\"]}\n");
    assert_non_null(w.f.g);
    for (size_t i = 0; i < 3 * SCHEDULES; i++) {
        size_t step = i % 3;
        bool is_host = step != 1;
        gpu_set_schedule(w.f.g, (enum schedule)(i / 3), 1);
        gpu_begin(w.f.g, step, 2, 3);
        assert_int_equal(gpu_host_step(w.f.g, step) != NULL, is_host);
        assert_int_equal(gpu_all_dispatched(w.f.g), is_host);
        assert_int_equal(gpu_next_cta(w.f.g, 0) == GPU_NO_CTA, is_host);
        assert_int_equal(simt_grid_ctas(gpu_grid(w.f.g, step)), is_host ? 0 : 2);
        assert_int_equal(gpu_sm_of_cta(w.f.g, step, 0), -1);
    }
    struct error err = {0};
    const struct sm_config c = {.warps = 2, .ctas = 1, .tags = 1, .line_bytes = 64};
    assert_true(gpu_fits(w.f.g, &c, &err));
    close_host(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(binding_errors),  cmocka_unit_test(without_a_program),
        test_in_folder(between_kernels), test_in_folder(last_writer),
        test_in_folder(run_errors),      test_in_folder(no_ctas),
        test_in_folder(told_to_stop),
    };
    return cmocka_run_group_tests_name("steps of the host", tests, NULL, NULL);
}
