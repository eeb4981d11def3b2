/* Model cycles per second of CPU of one DRAM channel under full load. */
#include "sw/dram/dram.h"
#include "tests/dram/load.h"

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

int main(void)
{
    uint64_t all = (uint64_t)1 << 20; /* 64 MiB: measures the channel, not the kernel's pages */
    measure("sequential reads", (struct mix){.runs = 100, .span = all});
    measure("sequential writes", (struct mix){.writes = 100, .runs = 100, .span = all});
    measure("sequential, half writes", (struct mix){.writes = 50, .runs = 100, .span = all});
    measure("random reads", (struct mix){.span = all});
    measure("random, half writes", (struct mix){.writes = 50, .span = all});
    measure("random reads, 2% load", (struct mix){.rests = 99, .span = all});
    return 0;
}
