/*
 * The five kernels of bench_peers as launch files by `umbel run`, and as a CUDA program that is
 * already built (peers.cu): CPU-seconds of the whole process, the best of three, and the ratio.
 * Neither run compiles the host's code; `umbel run` finds its PTX in the cache.
 */
#include "sw/util/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const struct {
    const char *name, *launch;
} kernels[] = {{"fir", "fir:bench"},
               {"mm", "mm:bench"},
               {"relu", "relu:bench"},
               {"conv", "conv:bench"},
               {"transpose", "transpose:bench"}};

static double children(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static double best_of_three(const char *const *argv)
{
    double best = 0;
    for (int i = 0; i < 3; i++) {
        struct error err = {0};
        double before = children();
        if (!process_run(argv, &err)) {
            fprintf(stderr, "%s\n", err.text);
            exit(1);
        }
        double seconds = children() - before;
        best = i == 0 || seconds < best ? seconds : best;
    }
    return best;
}

static const char umbel[] = UMBEL_ROOT "/build/umbel";
static const char source[] = UMBEL_ROOT "/tests/bench/peers.cu";

int main(void)
{
    char program[] = "/tmp/umbel-peers-XXXXXX";
    int fd = mkstemp(program);
    struct error err = {0};
    if (fd < 0 || close(fd) != 0)
        return 1;
    const char *const build[] = {umbel, "cuda", "-o", program, "-I", UMBEL_ROOT, source, NULL};
    if (!process_run(build, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    setenv("UMBEL_SYSTEM", "tsm-4gpu", 1);
    printf("%-16s %10s %10s %10s\n", "tsm-4gpu", "umbel run", "program", "run/prog");
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        double run =
            best_of_three((const char *const[]){umbel, "run", "tsm-4gpu", kernels[i].launch, NULL});
        double prog = best_of_three((const char *const[]){program, kernels[i].name, NULL});
        printf("%-16s %10.2f %10.2f %9.2fx\n", kernels[i].launch, run, prog, run / prog);
        fflush(stdout);
    }
    return unlink(program) == 0 ? 0 : 1;
}
