/* What host programs may be: refusals with their places, functions, arguments. */
#include "tests/host/bench.h"

#include <stdio.h>

/* Expects the text to be refused; `want` is the message behind the path of the file. */
static void refused(void **state, const char *text, const char *want)
{
    struct error err = {0};
    const char *path = in_folder(state, "prog.c");
    write_text(path, text);
    struct host_program *p = host_compile(path, &err);
    if (p != NULL)
        fail_msg("not refused: %s", text);
    char all[1024];
    snprintf(all, sizeof all, "%s%s", path, want);
    assert_string_equal(err.text, all);
}

static void compile_errors(void **state)
{
    refused(state, "void f(double *p)\n{\n    *p = q;\n}\n",
            ":3:10: error: use of undeclared identifier 'q'");
    refused(state, "void f(double *p)\n{\n    *p = g(1);\n}\n",
            ":3:10: error: implicit declaration of function 'g' is invalid in C99 "
            "[-Werror,-Wimplicit-function-declaration]");
    struct error err = {0};
    assert_null(host_compile("/no/such/file.c", &err));
    assert_string_equal(err.text, "/no/such/file.c: cannot be read: No such file or directory");
}

static void no_compiler(void **state)
{
    struct error err = {0};
    const char *path = in_folder(state, "prog.c");
    write_text(path, "void f(double *p)\n{\n    *p = 0;\n}\n");
    setenv("UMBEL_CLANG", "/no/clang", 1);
    struct host_program *p = host_compile(path, &err);
    unsetenv("UMBEL_CLANG");
    assert_null(p);
    assert_non_null(strstr(err.text, "/no/clang"));
}

/* What the instrumentation would miss, or nobody would count. */
static void what_cannot_be_had(void **state)
{
    refused(state, "static int n;\nint *where(void)\n{\n    return &n;\n}\n",
            ": 'n' is a variable outside of functions or a static one: a host program keeps in "
            "buffers what it has to remember; constants are fine");
    refused(state, "void f(long double *p)\n{\n    *p = 2;\n}\n",
            ":3:8: f: accesses memory by a type that is not 1, 2, 4, 8 or 16 bytes long: host "
            "programs have no long double and no longer vectors");
    refused(state,
            "typedef float v8 __attribute__((vector_size(32)));\nvoid f(v8 *p)\n{\n    *p += "
            "*p;\n}\n",
            ":4:11: f: accesses memory by a type that is not 1, 2, 4, 8 or 16 bytes long: host "
            "programs have no long double and no longer vectors");
    refused(state, "#include <math.h>\nvoid f(double *p)\n{\n    p[1] =\n        exp(*p);\n}\n",
            ":5:9: f: calls 'exp', which the file does not have: host programs call no libraries, "
            "whose accesses and instructions nobody would see");
    refused(
        state, "#include <math.h>\nvoid f(double *p)\n{\n    *p = floor(*p);\n}\n",
        ":4:10: f: calls 'floor', which the file does not have: host programs call no libraries, "
        "whose accesses and instructions nobody would see");
    refused(state, "#include <stdio.h>\nvoid f(void)\n{\n    puts(\"a\");\n}\n",
            ":4:5: f: calls 'puts', which the file does not have: host programs call no "
            "libraries, whose accesses and instructions nobody would see");
    refused(state, "void f(int *p)\n{\n    __asm__ volatile(\"nop\");\n    *p = 1;\n}\n",
            ":3:5: f: host programs have no inline assembly");
    refused(state,
            "struct s { double v[9]; };\n__attribute__((noinline)) static double at(struct s s, "
            "int i)\n{\n    return s.v[i];\n}\nvoid f(struct s *s, int i)\n{\n"
            "    s->v[0] = at(*s, i);\n}\n",
            ":8:15: f: passes a struct by value; pass a pointer to it");
    refused(state,
            "void f(int *p)\n{\n    p[0] = 1;\n}\n__attribute__((no_sanitize(\"thread\"))) "
            "void g(int *p)\n{\n    p[0] = 1;\n}\n",
            ":5:1: g: its attributes switch off the instrumentation (no_sanitize)");
    refused(
        state,
        "__attribute__((disable_sanitizer_instrumentation)) void g(int *p)\n{\n    p[0] = 1;\n}\n",
        ":1:1: g: its attributes switch off the instrumentation (no_sanitize)");
}

static void atomics_that_cannot_be(void **state)
{
    static const char says[] = ": f: host programs have loads and stores of 1, 2, 4 and 8 bytes as "
                               "atomics, and add, sub, and, or, xor, exchange and "
                               "compare-exchange of 4 and 8";
    char want[512];
    snprintf(want, sizeof want, ":3:5%s", says);
    refused(state, "void f(int *p)\n{\n    __atomic_fetch_nand(p, 1, 5);\n}\n", want);
    refused(state, "void f(char *p)\n{\n    __atomic_fetch_add(p, 1, 5);\n}\n", want);
}

static void functions(void **state)
{
    struct error err = {0};
    size_t f;
    struct host_program *p = compile_text(
        state, "static int one(void)\n{\n    return 1;\n}\nint two(void)\n{\n    return one();\n}\n"
               "void f(int *p)\n{\n    *p = two();\n}\nvoid g(void)\n{\n}\n");
    assert_true(host_find(p, "f", &f, &err));
    assert_string_equal(p->functions[f].name, "f");
    assert_false(host_find(p, "two", &f, &err));
    assert_non_null(strstr(err.text, "prog.c: has no function 'two' that returns nothing and is "
                                     "not static; it has f, g"));
    host_program_free(p);
    err = (struct error){0};
    p = compile_text(state, "int two(void)\n{\n    return 2;\n}\n");
    assert_false(host_find(p, "f", &f, &err));
    assert_non_null(strstr(err.text, "prog.c: has no function 'f', nor any that returns nothing "
                                     "and is not static"));
    host_program_free(p);
}

static void parameters_that_cannot_be(void **state)
{
    refused(state,
            "struct s { double v[4]; };\nvoid f(double *p, struct s s)\n{\n    *p = s.v[1];\n}\n",
            ": parameter 2 of f is neither a pointer, an integer nor a float; make the function "
            "static if only the program calls it");
    refused(state, "void f(long double d)\n{\n}\n",
            ": parameter 1 of f is neither a pointer, an integer nor a float; make the function "
            "static if only the program calls it");
    refused(state,
            "void f(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k,\n"
            "       int l, int m, int n, int o, int p, int q)\n{\n}\n",
            ": f has more than 16 parameters");
}

static void wrong(const struct host_program *p, const struct host_value *args, size_t n,
                  const char *want)
{
    struct error err = {0};
    assert_false(host_takes(p, 0, args, n, &err));
    if (strstr(err.text, want) == NULL)
        fail_msg("%s", err.text);
}

static void arguments(void **state)
{
    struct error err = {0};
    struct host_program *p = compile_text(
        state, "void f(double *p, unsigned n, float q, short s)\n{\n    *p = n + q + s;\n}\n");
    struct host_value good[] = {BUFFER(BASE), U32(3), {HOST_REAL, 4, 0}, {HOST_INTEGER, 2, 1}};
    assert_true(host_takes(p, 0, good, 4, &err));
    wrong(p, good, 3, "prog.c: f takes 4 arguments, and is given 3");
    wrong(p, (struct host_value[]){U32(1), U32(3), {HOST_REAL, 4, 0}, {HOST_INTEGER, 2, 1}}, 4,
          "prog.c: argument 1 of f is a buffer, and is given an integer of 4 bytes");
    wrong(p, (struct host_value[]){BUFFER(1), U64(3), {HOST_REAL, 4, 0}, {HOST_INTEGER, 2, 1}}, 4,
          "prog.c: argument 2 of f is an integer of 4 bytes, and is given an integer of 8 bytes");
    wrong(p, (struct host_value[]){BUFFER(1), U32(3), {HOST_REAL, 8, 0}, {HOST_INTEGER, 2, 1}}, 4,
          "prog.c: argument 3 of f is an f32, and is given an f64");
    host_program_free(p);
}

/* More arguments than there are registers, of all kinds, as C passes them. */
static void all_arguments(void **state)
{
    static struct bench b;
    struct host_program *p = compile_text(
        state,
        "void f(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned g,\n"
        "       long long h, float i, double j, double *to, unsigned long long k, int l)\n{\n"
        "    to[0] = a; to[1] = b; to[2] = c; to[3] = d; to[4] = e; to[5] = g; to[6] = h;\n"
        "    to[7] = i; to[8] = j; to[9] = k; to[10] = l;\n}\n"
        "void g(double a, double b, double c, double d, double e, double f, double g, double h,\n"
        "       double i, float j, double *to)\n{\n    to[0] = a + b + c + d + e + f + g + h;\n"
        "    to[1] = i; to[2] = j;\n}\n");
    static const double want[] = {-2, 254, -2, 65534, -2, 4294967294.0, -2, 0.5, 0.25, 7, -9};
    uint64_t two = ~UINT64_C(1); /* -2, or what is left of it */
    bench_setup(&b);
    bench_make(&b);
    struct host_value f[] = {{HOST_INTEGER, 1, two & 0xff},
                             {HOST_INTEGER, 1, two & 0xff},
                             {HOST_INTEGER, 2, two & 0xffff},
                             {HOST_INTEGER, 2, two & 0xffff},
                             {HOST_INTEGER, 4, two & 0xffffffff},
                             {HOST_INTEGER, 4, two & 0xffffffff},
                             {HOST_INTEGER, 8, two},
                             {HOST_REAL, 4, 0x3f000000},
                             f64_value(0.25),
                             BUFFER(BASE),
                             U64(7),
                             U32(0xfffffff7)};
    bench_run(&b, p, "f", f, N(f));
    assert_memory_equal(b.memory + BASE, want, sizeof want);
    struct host_value g[11];
    for (int i = 0; i < 9; i++)
        g[i] = f64_value(1 << i);
    g[9] = (struct host_value){HOST_REAL, 4, 0x3f000000};
    g[10] = (struct host_value)BUFFER(BASE);
    bench_run(&b, p, "g", g, N(g));
    assert_memory_equal(b.memory + BASE, ((double[]){255, 256, 0.5}), 3 * sizeof(double));
    cpu_free(b.cpu);
    host_program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(compile_errors),     test_in_folder(no_compiler),
        test_in_folder(what_cannot_be_had), test_in_folder(atomics_that_cannot_be),
        test_in_folder(functions),          test_in_folder(parameters_that_cannot_be),
        test_in_folder(arguments),          test_in_folder(all_arguments),
    };
    return cmocka_run_group_tests_name("host programs", tests, NULL, NULL);
}
