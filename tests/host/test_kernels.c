/*
 * The host's sides of CG and FT (sw/kernels), on a CPU, on plain memory, and as plain C says: three
 * equal results. The expected values are computed here, from the sums' definitions.
 */
#include "tests/host/bench.h"

#include <math.h>

static struct bench b; /* large */
static uint8_t plain[MEMORY];

static double real_at(const uint8_t *memory, uint64_t address)
{
    double v;
    memcpy(&v, memory + address, sizeof v);
    return v;
}

static void set_real(uint64_t address, double v)
{
    memcpy(b.memory + address, &v, sizeof v);
}

/* A number that is not exact in binary, from -1 to 1. */
static double some(uint32_t i)
{
    struct rng at = {i * 77 + 3};
    return (double)(rng_next(&at) >> 11) * 0x1p-52 - 1;
}

static struct host_program *kernel(const char *path)
{
    struct error err = {0};
    struct host_program *p = host_compile(path, &err);
    if (p == NULL)
        fail_msg("%s", err.text);
    bench_setup(&b);
    b.random = true;
    bench_make(&b);
    return p;
}

/* Runs a function on both, and compares all of the memory. */
static void run_both(const struct host_program *p, const char *name, const struct host_value *args,
                     size_t n)
{
    struct error err = {0};
    size_t function;
    memcpy(plain, b.memory, sizeof plain);
    bench_run(&b, p, name, args, n);
    const struct host_memory m = {BASE, MEMORY - BASE, plain + BASE};
    assert_true(host_find(p, name, &function, &err));
    if (!plain_run(p, function, args, n, &m, 1, NULL, &err))
        fail_msg("%s", err.text);
    assert_memory_equal(plain, b.memory, sizeof plain);
}

static void same(double got, double want)
{
    uint64_t bits, wanted;
    memcpy(&bits, &got, sizeof bits);
    memcpy(&wanted, &want, sizeof wanted);
    if (bits != wanted)
        fail_msg("%.17g in the place of %.17g", got, want);
}

enum { PARTS = 37, PARTIAL = 0x2000, SCALARS = 0x1000 };

static void conjugate_gradients(void **state)
{
    (void)state;
    struct host_program *p = kernel(UMBEL_ROOT "/sw/kernels/cg/cg_host.c");
    const struct host_value args[] = {BUFFER(PARTIAL), BUFFER(SCALARS), U32(PARTS)};
    double sum = 0;
    for (uint32_t i = 0; i < PARTS; i++) {
        set_real(PARTIAL + 8 * i, some(i));
        sum += some(i);
    }
    run_both(p, "beta", args, 3); /* of no iteration before: rho is 0 */
    same(real_at(b.memory, SCALARS), sum);
    same(real_at(b.memory, SCALARS + 16), 0);
    set_real(SCALARS, 0.7);
    run_both(p, "alpha", args, 3);
    same(real_at(b.memory, SCALARS + 8), 0.7 / sum);
    run_both(p, "beta", args, 3);
    same(real_at(b.memory, SCALARS), sum);
    same(real_at(b.memory, SCALARS + 16), sum / 0.7);
    uint64_t loads = cpu_stats(b.cpu)->loads;
    set_real(PARTIAL, 50);
    run_both(p, "norm", args, 3);
    sum = 50;
    for (uint32_t i = 1; i < PARTS; i++)
        sum += some(i);
    same(real_at(b.memory, SCALARS), sqrt(sum));
    assert_int_equal(cpu_stats(b.cpu)->loads - loads, PARTS);
    cpu_free(b.cpu);
    host_program_free(p);
}

static void eigenvalue(void **state)
{
    (void)state;
    struct host_program *p = kernel(UMBEL_ROOT "/sw/kernels/cg/cg_host.c");
    double xz = 0, zz = 0;
    for (uint32_t i = 0; i < PARTS; i++) {
        set_real(PARTIAL + 8 * i, some(i) + 2);
        set_real(0x3000 + 8 * i, some(i) * some(i));
        xz += some(i) + 2;
        zz += some(i) * some(i);
    }
    const struct host_value args[] = {BUFFER(PARTIAL),     BUFFER(0x3000),  BUFFER(SCALARS),
                                      BUFFER(SCALARS + 8), f64_value(10.0), U32(PARTS)};
    run_both(p, "zeta", args, 6);
    same(real_at(b.memory, SCALARS), 10.0 + 1.0 / xz);
    same(real_at(b.memory, SCALARS + 8), 1.0 / sqrt(zz));
    cpu_free(b.cpu);
    host_program_free(p);
}

static void fourier_transform(void **state)
{
    (void)state;
    enum { NX = 16, NY = 8, NZ = 4, SAMPLES = 1024, FIELD = 0x4000 };
    struct host_program *p = kernel(UMBEL_ROOT "/sw/kernels/fft3d/fft3d_host.c");
    const struct host_value args[] = {BUFFER(FIELD), BUFFER(BASE), U32(NX),
                                      U32(NY),       U32(NZ),      U32(SAMPLES)};
    double field[NZ][NY][NX][2], re = 0, im = 0;
    for (uint32_t i = 0; i < NX * NY * NZ * 2; i++)
        field[i / 2 / NX / NY][i / 2 / NX % NY][i / 2 % NX][i % 2] = some(i);
    memcpy(b.memory + FIELD, field, sizeof field);
    for (int j = 1; j <= SAMPLES; j++) { /* NAS: q = j mod nx, r = 3 j mod ny, s = 5 j mod nz */
        int q = j % NX, r = 3 * j % NY, s = 5 * j % NZ;
        re += field[s][r][q][0];
        im += field[s][r][q][1];
    }
    run_both(p, "checksum", args, 6);
    same(real_at(b.memory, BASE), re / (NX * NY * NZ));
    same(real_at(b.memory, BASE + 8), im / (NX * NY * NZ));
    assert_int_equal(cpu_stats(b.cpu)->loads, 2 * SAMPLES);
    assert_int_equal(cpu_stats(b.cpu)->stores, 2);
    cpu_free(b.cpu);
    host_program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conjugate_gradients),
        cmocka_unit_test(eigenvalue),
        cmocka_unit_test(fourier_transform),
    };
    return cmocka_run_group_tests_name("the host's sides of kernels", tests, NULL, NULL);
}
