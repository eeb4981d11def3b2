/*
 * The speed of a checked run: simulated cycles and L1 requests per CPU-second, with idle tiles
 * skipped and with all tiles evaluated. The best of three runs of each.
 *
 *     build/tests/bench/bench_run [SYSTEM KERNEL]...
 */
#include "harness/run/run.h"

#include <stdio.h>

struct speed {
    uint64_t cycles, requests;
    double seconds, tiles;
};

static bool measure(const char *system, const char *kernel, bool never_sleep, int times,
                    struct speed *best)
{
    for (int i = 0; i < times; i++) {
        struct run_options o = {.system = system,
                                .kernel = kernel,
                                .seed = 1,
                                .never_sleep = never_sleep,
                                .repeat = "make bench"};
        struct run_result r;
        struct error err = {0};
        if (run(&o, &r, stderr, &err) != RUN_OK) {
            fprintf(stderr, "%s %s: %s\n", system, kernel, err.text);
            stats_free(r.stats);
            return false;
        }
        if (i == 0 || r.seconds < best->seconds)
            *best = (struct speed){r.cycles, stats_sum(r.stats, "sm", "lines"), r.seconds,
                                   (double)r.evaluations / (double)r.cycles};
        stats_free(r.stats);
    }
    return true;
}

static bool row(const char *system, const char *kernel)
{
    struct speed skip, all;
    if (!measure(system, kernel, false, 3, &skip) || !measure(system, kernel, true, 1, &all))
        return false;
    printf("%-10s %-16s %9llu %8.2f %11.0f %13.0f %8.1f %9.1fx\n", system, kernel,
           (unsigned long long)skip.cycles, skip.seconds, (double)skip.cycles / skip.seconds,
           (double)skip.requests / skip.seconds, skip.tiles, all.seconds / skip.seconds);
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const rows[][2] = {
        {"tsm-tiny", "sgemm"},           {"tsm-small", "sgemm"},     {"tsm-4gpu", "sgemm"},
        {"tsm-4gpu", "vecadd:large"},    {"tsm-4gpu", "relu:large"}, {"tsm-4gpu", "fir:large"},
        {"tsm-4gpu", "transpose:large"},
    };
    printf("%-10s %-16s %9s %8s %11s %13s %8s %10s\n", "system", "kernel", "cycles", "CPU-s",
           "cycles/CPU-s", "requests/CPU-s", "tiles/cyc", "idle-skip");
    if (argc > 1) {
        for (int i = 1; i + 1 < argc; i += 2)
            if (!row(argv[i], argv[i + 1]))
                return 1;
        return 0;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!row(rows[i][0], rows[i][1]))
            return 1;
    return 0;
}
