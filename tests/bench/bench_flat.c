/*
 * Compares tiles with one flat model of the same Verilog: simulated cycles per CPU-second of both,
 * the best of three runs of each, and their ratio. Building the flat model first takes minutes.
 *
 *     build/tests/bench/bench_flat [SYSTEM KERNEL [PATH=VALUE]...]
 */
#include "harness/run/run.h"

#include <stdio.h>

enum { TIMES = 3 };

/* Best of several; 0 when one failed. */
static double cycles_a_second(const struct run_options *o, uint64_t *cycles)
{
    double best = 0;
    for (int i = 0; i < TIMES; i++) {
        struct run_result r;
        struct error err = {0};
        enum run_end end = run(o, &r, stderr, &err);
        stats_free(r.stats);
        if (end != RUN_OK) {
            fprintf(stderr, "%s %s: %s\n", o->system, o->kernel, err.text);
            return 0;
        }
        *cycles = r.cycles;
        double speed = (double)r.cycles / r.seconds;
        best = speed > best ? speed : best;
    }
    return best;
}

static bool row(const char *system, const char *kernel, const char *const *sets, size_t n_sets)
{
    struct run_options o = {.system = system,
                            .kernel = kernel,
                            .sets = sets,
                            .n_sets = n_sets,
                            .seed = 1,
                            .repeat = "make bench"};
    uint64_t cycles[2] = {0};
    double tiles = cycles_a_second(&o, &cycles[0]);
    o.flat = true;
    double flat = tiles > 0 ? cycles_a_second(&o, &cycles[1]) : 0;
    if (flat <= 0)
        return false;
    if (cycles[0] != cycles[1]) {
        fprintf(stderr, "%s %s: %llu cycles as tiles, %llu flat\n", system, kernel,
                (unsigned long long)cycles[0], (unsigned long long)cycles[1]);
        return false;
    }
    printf("%-10s %-16s %-12s %9llu %11.0f %11.0f %7.2fx\n", system, kernel,
           n_sets > 0 ? sets[0] : "", (unsigned long long)cycles[0], tiles, flat, tiles / flat);
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const kernels[] = {"sgemm", "vecadd:large", "relu:large", "fir:large",
                                          "transpose:large"};
    printf("%-10s %-16s %-12s %9s %11s %11s %8s\n", "system", "kernel", "with", "cycles",
           "tiles cyc/s", "flat cyc/s", "ratio");
    if (argc > 2)
        return !row(argv[1], argv[2], (const char *const *)(argv + 3), (size_t)argc - 3);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (!row("tsm-small", kernels[i], NULL, 0))
            return 1;
    static const char *const more[] = {"sm.count=16"};
    return !row("tsm-small", "sgemm", more, 1) || !row("tsm-small", "vecadd:large", more, 1);
}
