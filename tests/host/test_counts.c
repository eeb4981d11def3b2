/*
 * Instruction counts, compared with the processor's: the same functions, compiled without the
 * instrumentation, run in another process one instruction at a time (ptrace).
 */
#include "tests/host/bench.h"

#include "sw/util/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static struct bench b; /* large */

/* As sw/host/build.c has them, without the instrumentation. */
static const char *compile_plain(void **state, const char *source)
{
    struct error err = {0};
    const char *so = in_folder(state, "plain.so");
    const char *const argv[] = {"clang++-14",
                                "-x",
                                "c",
                                "-std=gnu17",
                                "-O2",
                                "-fPIC",
                                "-fno-vectorize",
                                "-fno-slp-vectorize",
                                "-fno-math-errno",
                                "-ffp-contract=off",
                                "-fno-stack-protector",
                                "-fcf-protection=none",
                                "-fno-optimize-sibling-calls",
                                "-shared",
                                "-nostdlib",
                                "-o",
                                so,
                                source,
                                NULL};
    if (!process_run(argv, &err))
        fail_msg("%s", err.text);
    return so;
}

typedef void function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

/* The child: stops, calls the function, stops. */
static void called(function *f, const uint64_t *a)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    f(a[0], a[1], a[2], a[3], a[4], a[5]);
    raise(SIGSTOP);
    _exit(0);
}

/* The instructions between the two stops that are in [start, start + bytes). -1: no ptrace. */
static int64_t steps_of(pid_t child, uint64_t start, uint64_t bytes)
{
    int status, stops = 0;
    int64_t n = 0;
    while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        struct user_regs_struct regs;
        stops += WSTOPSIG(status) == SIGSTOP;
        if (stops == 2)
            break;
        if (ptrace(PTRACE_GETREGS, child, NULL, &regs) != 0)
            return -1;
        n += regs.rip >= start && regs.rip - start < bytes;
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0)
            return -1;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return stops == 2 ? n : -1;
}

/* The object's code has at most this many bytes. */
enum { CODE = 1 << 14 };

static int64_t processor_counts(const char *so, const char *name, const uint64_t *a)
{
    void *handle = dlopen(so, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        fail_msg("%s", dlerror());
        return -1;
    }
    Dl_info info;
    void *at = dlsym(handle, name);
    assert_non_null(at);
    assert_true(dladdr(at, &info) != 0);
    function *f;
    memcpy(&f, &at, sizeof f);
    pid_t child = fork();
    if (child == 0)
        called(f, a);
    int64_t n = steps_of(child, (uint64_t)(uintptr_t)info.dli_fbase, CODE);
    dlclose(handle);
    return n;
}

/* What each of the two counts, of functions whose arguments are integers and buffers. */
struct counts {
    int64_t processor, model;
};

static struct counts counts_of(void **state, const char *source, const char *name,
                               const struct host_value *args, size_t n)
{
    struct error err = {0};
    uint64_t plain[6] = {0};
    struct host_program *p = host_compile(source, &err);
    if (p == NULL)
        fail_msg("%s", err.text);
    for (size_t i = 0; i < n; i++)
        plain[i] =
            args[i].bits + (args[i].class == HOST_BUFFER ? (uint64_t)(uintptr_t)b.memory : 0);
    struct counts c = {.processor = processor_counts(compile_plain(state, source), name, plain)};
    bench_make(&b);
    bench_run(&b, p, name, args, n);
    c.model = (int64_t)cpu_stats(b.cpu)->instructions;
    cpu_free(b.cpu);
    host_program_free(p);
    print_message("%s: the processor counts %lld instructions, the model %lld\n", name,
                  (long long)c.processor, (long long)c.model);
    if (c.processor < 0)
        print_message("SKIPPED: the comparison, as this process may not use ptrace\n");
    return c;
}

/*
 * A function with calls keeps its stack aligned, by an instruction at its start and one at its end.
 * A loop may have its pointers in other registers than without hooks: LIMIT is one part in so many.
 */
enum { FRAME = 2, LIMIT = 10 };

/* `more`: instructions that the model counts besides. */
static void close_to(struct counts c, int64_t more)
{
    if (c.processor >= 0 &&
        llabs(c.model - more - c.processor) > FRAME + (c.processor + more) / LIMIT)
        fail_msg("%lld instructions are counted besides, of which %lld are due",
                 (long long)(c.model - c.processor), (long long)more);
}

static void same_instructions(void **state)
{
    const char *source = in_folder(state, "prog.c");
    write_text(
        source,
        "#include <stdint.h>\nvoid chase(const uint64_t *next, uint64_t *to, uint64_t n)\n"
        "{\n    uint64_t at = 0;\n    while (n--)\n        at = next[at];\n    *to = at;\n}\n"
        "void sum(const double *p, double *to, uint32_t n)\n{\n    double s = 0;\n"
        "    for (uint32_t i = 0; i < n; i++)\n        s += p[i];\n    *to = s;\n}\n"
        "void copy(const float *p, float *to, uint32_t n)\n{\n"
        "    for (uint32_t i = 0; i < n; i++)\n        to[i] = 2 * p[i];\n}\n");
    const struct host_value chase[] = {BUFFER(0x2000), BUFFER(0x1000), U64(403)};
    bench_setup(&b);
    for (uint32_t i = 0; i < 64; i++)
        set_word(&b, 0x2000 + 8 * i, (i * 7 + 1) % 64);
    close_to(counts_of(state, source, "chase", chase, 3), 0);
    const struct host_value sum[] = {BUFFER(0x2000), BUFFER(0x1000), U32(403)};
    bench_setup(&b);
    close_to(counts_of(state, source, "sum", sum, 3), 0);
    const struct host_value copy[] = {BUFFER(0x2000), BUFFER(0x4000), U32(403)};
    bench_setup(&b);
    close_to(counts_of(state, source, "copy", copy, 3), 0);
}

/* An instruction that loads, adds and stores is three here, as hooks stand between. */
static void read_modify_write(void **state)
{
    enum { COUNT = 400 };
    const char *source = in_folder(state, "prog.c");
    write_text(source, "#include <stdint.h>\nvoid add(uint32_t *p, uint32_t n)\n{\n"
                       "    for (uint32_t i = 0; i < n; i++)\n        p[i] += 3;\n}\n");
    const struct host_value args[] = {BUFFER(0x2000), U32(COUNT)};
    bench_setup(&b);
    close_to(counts_of(state, source, "add", args, 2), 2 * COUNT);
}

static void host_sides_of_kernels(void **state)
{
    const struct host_value norm[] = {BUFFER(0x2000), BUFFER(0x1000), U32(220)};
    bench_setup(&b);
    close_to(counts_of(state, UMBEL_ROOT "/sw/kernels/cg/cg_host.c", "norm", norm, 3), 0);
    const struct host_value sums[] = {BUFFER(0x2000), BUFFER(0x1000), U32(16),
                                      U32(8),         U32(4),         U32(1024)};
    bench_setup(&b);
    close_to(counts_of(state, UMBEL_ROOT "/sw/kernels/fft3d/fft3d_host.c", "checksum", sums, 6), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(same_instructions),
        test_in_folder(read_modify_write),
        test_in_folder(host_sides_of_kernels),
    };
    return cmocka_run_group_tests_name("instruction counts", tests, NULL, NULL);
}
