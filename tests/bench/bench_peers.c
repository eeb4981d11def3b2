/*
 * The five kernels that MGPUSim 4 was timed on, at the same sizes and on as many GPUs and CUs
 * (4 x 64), under both consistency models: CPU-seconds of the simulation alone and of the whole
 * run, from the CUDA source to the compared result, compiler and loader included. The best of
 * three.
 *
 * The last column is MGPUSim's CPU-seconds (the lower end of a range), measured on two cores of a
 * machine of this kind, divided by Umbel's of the whole run. MGPUSim simulates the compute
 * pipelines in detail and no coherence; in Umbel the pipelines are a model, and the memory system
 * is RTL.
 */
#include "harness/run/run.h"

#include <stdio.h>
#include <sys/resource.h>

static const struct {
    const char *kernel, *consistency;
    double mgpusim;
} rows[] = {
    {"fir:bench", "sc", 16},        {"fir:bench", "rc", 16},  {"mm:256", "sc", 18},
    {"mm:256", "rc", 18},           {"relu:bench", "sc", 18}, {"relu:bench", "rc", 18},
    {"conv:bench", "sc", 6},        {"conv:bench", "rc", 6},  {"transpose:bench", "sc", 9.5},
    {"transpose:bench", "rc", 9.5},
};

static double seconds_of(int who)
{
    struct rusage u;
    getrusage(who, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

struct cost {
    uint64_t cycles, requests;
    double simulation, whole;
};

static bool measure(const char *kernel, const char *set, struct cost *best)
{
    for (int i = 0; i < 3; i++) {
        struct run_options o = {.system = "tsm-4gpu",
                                .kernel = kernel,
                                .sets = &set,
                                .n_sets = 1,
                                .seed = 1,
                                .repeat = "make bench"};
        struct run_result r;
        struct error err = {0};
        double before = seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
        enum run_end end = run(&o, &r, stderr, &err);
        double whole = seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN) - before;
        uint64_t requests = end == RUN_OK ? stats_sum(r.stats, "sm", "lines") : 0;
        stats_free(r.stats);
        if (end != RUN_OK) {
            fprintf(stderr, "tsm-4gpu %s: %s\n", kernel, err.text);
            return false;
        }
        if (i == 0 || whole < best->whole)
            *best = (struct cost){r.cycles, requests, r.seconds, whole};
    }
    return true;
}

int main(void)
{
    printf("%-16s %-3s %9s %13s %9s %14s %12s\n", "tsm-4gpu", "", "cycles", "CPU-s alone", "whole",
           "L1 requests/s", "MGPUSim/ours");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char set[32];
        snprintf(set, sizeof set, "consistency=%s", rows[i].consistency);
        struct cost c;
        if (!measure(rows[i].kernel, set, &c))
            return 1;
        printf("%-16s %-3s %9llu %13.2f %9.2f %14.0f %11.1fx\n", rows[i].kernel,
               rows[i].consistency, (unsigned long long)c.cycles, c.simulation, c.whole,
               (double)c.requests / c.simulation, rows[i].mgpusim / c.whole);
        fflush(stdout);
    }
    return 0;
}
