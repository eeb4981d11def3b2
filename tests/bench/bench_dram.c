/* One DRAM channel: the speed of its model, and the channel's rates for the streams of mixes.h. */
#include "sw/dram/dram.h"
#include "tests/dram/load.h"
#include "tests/dram/mixes.h"

#include <stdio.h>
#include <time.h>

static void measure(const char *name, struct mix mix)
{
    enum { CYCLES = 3000000 };
    struct dram_config c = dram_hbm2();
    struct load l = {.d = dram_new(&c), .mix = mix, .rng = {1}};
    load_run(&l, 10000);
    uint64_t busy = dram_stats(l.d)->busy_cycles;
    clock_t from = clock();
    load_run(&l, CYCLES);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    busy = dram_stats(l.d)->busy_cycles - busy;
    printf("%-26s %6.2f M cycles/CPU-s   %.3f of peak\n", name, CYCLES / seconds / 1e6,
           (double)busy / CYCLES);
    dram_free(l.d);
}

static void measure_all(void)
{
    uint64_t all = (uint64_t)1 << 20; /* 64 MiB: measures the channel, not the kernel's pages */
    measure("sequential reads", (struct mix){.runs = 100, .span = all});
    measure("sequential writes", (struct mix){.writes = 100, .runs = 100, .span = all});
    measure("sequential, half writes", (struct mix){.writes = 50, .runs = 100, .span = all});
    measure("random reads", (struct mix){.span = all});
    measure("random, half writes", (struct mix){.writes = 50, .span = all});
    measure("random reads, 2% load", (struct mix){.rests = 99, .span = all});
}

/* Loads for the latencies, as fractions of the peak rate. */
struct loads {
    const char *stream;
    double load[4]; /* up to a 0 */
};

/* Random lines reach no more than 0.25 of peak, runs of 8 with 1/3 writes 0.41. */
static const struct loads loads[] = {
    {"sequential, reads", {.1, .3, .5}},
    {"sequential, 1/3 writes", {.1, .3, .5}},
    {"copy", {.1, .3, .5}},
    {"copy, the same banks", {.1, .3, .5}},
    {"random, reads", {.05, .1, .2}},
    {"random, 1/3 writes", {.05, .1, .2}},
    {"random, 1/2 writes", {.05, .1, .2}},
    {"runs of 8, reads", {.1, .3}},
    {"runs of 8, 1/3 writes", {.1, .3}},
    {"runs of 8, 1/3 of them writes", {.1, .3}},
    {"runs of 16, 1/2 writes", {.1, .3, .5}},
};

int main(void)
{
    enum { REQUESTS = 100000 };
    struct dram_config c = stream_config();
    measure_all();
    printf("\n%-32s of peak, as fast as taken\n", "stream");
    for (int i = 0; i < STREAM_KINDS; i++)
        printf("%-32s %.3f\n", stream_kinds[i].name, stream_rate(&c, &stream_kinds[i], REQUESTS));
    printf("\n%-32s load  p50/p99 of a read\n", "stream");
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        for (const double *load = loads[i].load; *load > 0; load++) {
            const struct stream_kind *k = stream_named(loads[i].stream);
            struct latency l = stream_latency(&c, k, *load, REQUESTS);
            printf("%-32s %3.0f%%  %u/%u\n", k->name, *load * 100, l.p50, l.p99);
        }
    return 0;
}
