/*
 * Random kernels three ways: compiled by our compiler and executed, compiled as C by gcc, and,
 * where NVIDIA's nvcc is installed, its PTX of the same source executed. All must agree bit by bit.
 * UMBEL_RANDOM_SEED=N begins with another seed.
 */
#include "tests/ptx/machine.h"
#include "tests/ptx/random_kernels.h"
#include "tests/support/slow.h"

#include "sw/util/file.h"
#include "sw/util/process.h"

#include <dlfcn.h>

enum { KERNELS = 24, THREADS = 32, IN = 0x10000, OUT = 0x20000, FOURS = 0x30000, BYTES = 0x40000 };

struct memory {
    uint64_t in[8 * THREADS], out[8 * THREADS];
    uint32_t fours[16 * THREADS], bytes[4 * THREADS];
};

static void fill(struct memory *m, uint64_t seed)
{
    static const uint64_t corners[] = {0,
                                       1,
                                       0x7f,
                                       0x80,
                                       0xff,
                                       0x8000,
                                       0xffff,
                                       0x7fffffff,
                                       0x80000000,
                                       0xffffffff,
                                       0x7fffffffffffffff,
                                       0x8000000000000000,
                                       0xffffffffffffffff};
    struct rng r = {seed};
    memset(m, 0, sizeof *m);
    for (int i = 0; i < 8 * THREADS; i++)
        m->in[i] = rng_below(&r, 3) == 0 ? corners[rng_below(&r, sizeof corners / 8)]
                                         : rng_next(&r) >> rng_below(&r, 64);
    for (int i = 0; i < 16 * THREADS; i++) {
        float f = (float)(int32_t)rng_next(&r) * 0.001f;
        memcpy(&m->fours[i], &f, sizeof f);
    }
    for (int i = 0; i < 4 * THREADS; i++)
        m->bytes[i] = (uint32_t)rng_next(&r);
}

/* A machine's memory, from and to. */
static void move(struct simt_machine *s, struct memory *m, bool to)
{
    struct {
        uint64_t at;
        void *here;
        size_t n;
    } parts[] = {{IN, m->in, sizeof m->in},
                 {OUT, m->out, sizeof m->out},
                 {FOURS, m->fours, sizeof m->fours},
                 {BYTES, m->bytes, sizeof m->bytes}};
    for (int i = 0; i < 4; i++)
        if (to)
            memcpy(at_address(s, parts[i].at, parts[i].n), parts[i].here, parts[i].n);
        else
            memcpy(parts[i].here, at_address(s, parts[i].at, parts[i].n), parts[i].n);
}

/* NaNs have the payload that each processor gives them: all become one. */
static void one_nan(struct memory *m)
{
    for (int i = 0; i < 16 * THREADS; i++)
        if ((m->fours[i] & 0x7fffffff) > 0x7f800000)
            m->fours[i] = 0x7fffffff;
}

static void execute(struct simt_machine *s, int kernel, struct memory *m)
{
    char name[16];
    snprintf(name, sizeof name, "k%d", kernel);
    move(s, m, true);
    param_u64(s, IN), param_u64(s, OUT), param_u64(s, FOURS), param_u64(s, BYTES);
    launch_ok(s, name, (struct simt_dim){1, 1, 1}, (struct simt_dim){THREADS, 1, 1}, 0);
    move(s, m, false);
    one_nan(m);
}

static void *compile_host(const char *dir, const char *cu)
{
    char so[128];
    struct error err = {0};
    snprintf(so, sizeof so, "%s/k.so", dir);
    const char *const words[] = {"gcc",
                                 "-x",
                                 "c",
                                 "-std=gnu17",
                                 "-O1",
                                 "-fwrapv",
                                 "-w",
                                 "-fPIC",
                                 "-shared",
                                 "-ffp-contract=off",
                                 "-fno-strict-aliasing",
                                 "-o",
                                 so,
                                 cu,
                                 "-lm",
                                 NULL};
    if (!process_run(words, &err))
        give_up(err.text);
    void *library = dlopen(so, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    return library;
}

static void run_host(void *library, int kernel, struct memory *m)
{
    char name[16];
    void (*f)(const uint64_t *, uint64_t *, void *, void *, unsigned);
    snprintf(name, sizeof name, "k%d", kernel);
    void *symbol = dlsym(library, name);
    memcpy(&f, &symbol, sizeof f);
    for (unsigned i = 0; i < THREADS; i++)
        f(m->in, m->out, m->fours, m->bytes, i);
    one_nan(m);
}

/* PTX of NVIDIA's nvcc; NULL: it is not installed. */
static struct simt_machine *compile_nvcc(const char *dir, const char *cu)
{
    char ptx[128], version[160];
    int status;
    struct error err = {0};
    size_t len;
    snprintf(ptx, sizeof ptx, "%s/k.ptx", dir);
    snprintf(version, sizeof version, "%s/log", dir);
    process_log(
        (const char *const[]){"nvcc", "-w", "-ptx", "-arch=compute_75", "-o", ptx, cu, NULL},
        version, &status, &err);
    char *text = status == 0 ? file_read(ptx, &len, &err) : NULL;
    struct simt_machine *m = text != NULL ? simt_machine_new(text) : NULL;
    free(text);
    return m;
}

static void compare(const char *who, uint64_t seed, int kernel, const struct memory *got,
                    const struct memory *want, const char *cu)
{
    if (memcmp(got, want, sizeof *got) == 0)
        return;
    for (int i = 0; i < 8 * THREADS; i++)
        if (got->out[i] != want->out[i])
            fail_msg("seed %llu, kernel k%d, %s: out[%d] of thread %d is 0x%llx, not 0x%llx: %s",
                     (unsigned long long)seed, kernel, who, i % 8, i / 8,
                     (unsigned long long)got->out[i], (unsigned long long)want->out[i], cu);
    for (int i = 0; i < 16 * THREADS; i++)
        if (got->fours[i] != want->fours[i])
            fail_msg("seed %llu, kernel k%d, %s: float %d of thread %d is 0x%x, not 0x%x: %s",
                     (unsigned long long)seed, kernel, who, i % 16, i / 16, got->fours[i],
                     want->fours[i], cu);
    fail_msg("seed %llu, kernel k%d, %s: bytes differ: %s", (unsigned long long)seed, kernel, who,
             cu);
}

static bool one_file(uint64_t seed)
{
    char dir[] = "/tmp/umbel-test-XXXXXX", cu[64];
    struct sbuf text = {0};
    struct rng r = {seed};
    struct error err = {0};
    size_t len;
    assert_non_null(mkdtemp(dir));
    snprintf(cu, sizeof cu, "%s/k.cu", dir);
    sbuf_puts(&text, random_head);
    for (int i = 0; i < KERNELS; i++)
        random_kernel(&r, i, &text);
    assert_true(file_write(cu, text.text, text.len, &err));
    sbuf_free(&text);
    char *ptx = ptx_compile(cu, UMBEL_ROOT "/sw/kernels", 0, &len, &err);
    if (ptx == NULL)
        give_up(err.text);
    struct simt_machine *ours = simt_machine_new(ptx), *theirs = compile_nvcc(dir, cu);
    void *host = compile_host(dir, cu);
    for (int i = 0; i < KERNELS; i++) {
        struct memory got, want, other;
        fill(&want, seed + (uint64_t)i);
        got = other = want;
        run_host(host, i, &want);
        execute(ours, i, &got);
        compare("our compiler", seed, i, &got, &want, cu);
        if (theirs == NULL)
            continue;
        execute(theirs, i, &other);
        compare("nvcc", seed, i, &other, &want, cu);
    }
    const bool both = theirs != NULL;
    dlclose(host);
    simt_machine_free(ours);
    if (both)
        simt_machine_free(theirs);
    free(ptx);
    file_remove_all(dir);
    return both;
}

static void test_random(void **state)
{
    (void)state;
    const char *first = getenv("UMBEL_RANDOM_SEED");
    const uint64_t seed = first != NULL ? strtoull(first, NULL, 10) : 1;
    const uint64_t files = long_wanted() ? 400 : slow_wanted() ? 50 : 1;
    bool both = true;
    for (uint64_t i = 0; i < files; i++)
        both = one_file(seed + i) && both;
    if (!both)
        print_message("SKIPPED: nvcc's PTX of the same kernels: there is no nvcc\n");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
