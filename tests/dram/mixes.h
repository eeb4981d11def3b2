/*
 * Named streams of requests that measure a channel, against bounds (test_rates.c) and as a table
 * (bench_dram.c). A stream depends on its description and the configuration alone.
 */
#ifndef UMBEL_TESTS_DRAM_MIXES_H
#define UMBEL_TESTS_DRAM_MIXES_H

#include "sw/dram/dram.h"
#include "sw/util/rng.h"

#include <stdlib.h>
#include <string.h>

/* Which requests are writes: each n-th request, or each n-th run. A copy reads one array and writes
 * another; lines that are in use at the same time are in different banks, or in the same bank. */
enum writes { EACH_LINE, EACH_RUN, COPY, COPY_SAME_BANKS };

struct stream_kind {
    const char *name;
    unsigned run;    /* requests before it jumps to a random line; 0: it never jumps */
    unsigned stride; /* lines from one request to the next */
    unsigned write;  /* n: each n-th request or run is a write; 0: none */
    enum writes what;
    bool one_bank; /* each request goes to another row of one bank */
};

static const struct stream_kind stream_kinds[] = {
    {"sequential, reads", 0, 1, 0, EACH_LINE, false},
    {"sequential, 1/3 writes", 0, 1, 3, EACH_LINE, false},
    {"sequential, 1/2 writes", 0, 1, 2, EACH_LINE, false},
    {"sequential, writes", 0, 1, 1, EACH_LINE, false},
    {"copy", 0, 1, 2, COPY, false},
    {"copy, the same banks", 0, 1, 2, COPY_SAME_BANKS, false},
    {"random, reads", 1, 1, 0, EACH_LINE, false},
    {"random, 1/30 writes", 1, 1, 30, EACH_LINE, false},
    {"random, 1/10 writes", 1, 1, 10, EACH_LINE, false},
    {"random, 1/3 writes", 1, 1, 3, EACH_LINE, false},
    {"random, 1/2 writes", 1, 1, 2, EACH_LINE, false},
    {"random, writes", 1, 1, 1, EACH_LINE, false},
    {"every 2nd line, reads", 0, 2, 0, EACH_LINE, false},
    {"every 2nd line, 1/3 writes", 0, 2, 3, EACH_LINE, false},
    {"every 4th line, reads", 0, 4, 0, EACH_LINE, false},
    {"every 4th line, 1/3 writes", 0, 4, 3, EACH_LINE, false},
    {"every 16th line, reads", 0, 16, 0, EACH_LINE, false},
    {"every 16th line, 1/3 writes", 0, 16, 3, EACH_LINE, false},
    {"every 128th line, reads", 0, 128, 0, EACH_LINE, false},
    {"every 128th line, 1/3 writes", 0, 128, 3, EACH_LINE, false},
    {"a row apart, reads", 0, 512, 0, EACH_LINE, false},
    {"a row apart, 1/3 writes", 0, 512, 3, EACH_LINE, false},
    {"runs of 4, reads", 4, 1, 0, EACH_LINE, false},
    {"runs of 4, 1/3 writes", 4, 1, 3, EACH_LINE, false},
    {"runs of 4, 1/2 writes", 4, 1, 2, EACH_LINE, false},
    {"runs of 4, 1/3 of them writes", 4, 1, 3, EACH_RUN, false},
    {"runs of 8, reads", 8, 1, 0, EACH_LINE, false},
    {"runs of 8, 1/30 writes", 8, 1, 30, EACH_LINE, false},
    {"runs of 8, 1/10 writes", 8, 1, 10, EACH_LINE, false},
    {"runs of 8, 1/3 writes", 8, 1, 3, EACH_LINE, false},
    {"runs of 8, 1/2 writes", 8, 1, 2, EACH_LINE, false},
    {"runs of 8, 1/3 of them writes", 8, 1, 3, EACH_RUN, false},
    {"runs of 16, reads", 16, 1, 0, EACH_LINE, false},
    {"runs of 16, 1/3 writes", 16, 1, 3, EACH_LINE, false},
    {"runs of 16, 1/2 writes", 16, 1, 2, EACH_LINE, false},
    {"runs of 16, 1/3 of them writes", 16, 1, 3, EACH_RUN, false},
    {"one bank, reads", 1, 1, 0, EACH_LINE, true},
    {"one bank, 1/3 writes", 1, 1, 3, EACH_LINE, true},
};
enum { STREAM_KINDS = sizeof stream_kinds / sizeof *stream_kinds };

static inline const struct stream_kind *stream_named(const char *name)
{
    for (int i = 0; i < STREAM_KINDS; i++)
        if (strcmp(stream_kinds[i].name, name) == 0)
            return &stream_kinds[i];
    abort();
}

/* The default channel with less memory, so that random writes do not touch gigabytes of
 * the host. */
static inline struct dram_config stream_config(void)
{
    struct dram_config c = dram_hbm2();
    c.bytes = 128 << 20;
    return c;
}

struct stream {
    const struct stream_kind *kind;
    const struct dram_config *config;
    struct rng rng;
    uint64_t count, line[2];
};

static inline struct stream stream_start(const struct stream_kind *k, const struct dram_config *c)
{
    /* Bank and group depend on the row's bits, folded by four; 17 rows on, the fold is the same. */
    uint64_t row = (uint64_t)c->page_bytes / c->line_bytes * c->bank_groups * c->banks;
    uint64_t other = k->what == COPY_SAME_BANKS ? 17 * row : c->bytes / c->line_bytes / 2;
    return (struct stream){.kind = k, .config = c, .rng = {11}, .line = {0, other}};
}

/* The first line of a random row in bank 0 of group 0. */
static inline uint64_t line_in_one_bank(struct stream *s)
{
    const struct dram_config *c = s->config;
    uint64_t lines = c->page_bytes / c->line_bytes, banks = (uint64_t)c->bank_groups * c->banks;
    uint64_t row = rng_below(&s->rng, c->bytes / c->page_bytes / banks) * lines * banks;
    for (uint64_t i = 0; i < banks; i++) {
        uint64_t line = row + i / c->bank_groups * lines * c->bank_groups + i % c->bank_groups;
        struct dram_place p = dram_locate(c, line);
        if (p.group == 0 && p.bank == 0)
            return line;
    }
    abort();
}

static inline uint64_t stream_next(struct stream *s, bool *write)
{
    const struct stream_kind *k = s->kind;
    uint64_t lines = s->config->bytes / s->config->line_bytes, n = s->count++;
    uint64_t turn = k->what == EACH_RUN ? n / k->run : n;
    *write = k->write > 0 && turn % k->write == k->write - 1;
    if (k->one_bank)
        return line_in_one_bank(s);
    uint64_t *at = &s->line[k->what >= COPY && *write];
    if (k->run > 0 && n % k->run == 0)
        *at = rng_below(&s->rng, lines);
    else if (n > 0)
        *at = (*at + k->stride) % lines;
    return *at;
}

/* Generates the requests of a stream. */
struct player {
    struct dram *d;
    struct stream stream;
    uint64_t line, sent;
    bool pending, write;
};

static inline void player_next(struct player *p)
{
    p->line = stream_next(&p->stream, &p->write);
    p->pending = true;
}

static inline bool player_send(struct player *p)
{
    static const uint8_t zeros[4096];
    if (!p->pending || !dram_ready(p->d, p->write))
        return false;
    dram_request(p->d, p->write, p->line, (uint32_t)p->sent++, p->write ? zeros : NULL, NULL);
    p->pending = false;
    return true;
}

/* The fraction of its peak rate that the channel reaches if requests come as fast as they are
 * taken, at most one per cycle. */
static inline double stream_rate(const struct dram_config *c, const struct stream_kind *k,
                                 uint64_t requests)
{
    enum { FILL = 5000 };
    struct player p = {.d = dram_new(c), .stream = stream_start(k, c)};
    uint64_t from = 0, bursts = c->line_bytes / (c->bus_bits / 8 * c->burst);
    while (p.sent < requests + FILL) {
        uint32_t tag;
        const uint8_t *data;
        dram_answer(p.d, &tag, &data);
        if (!p.pending)
            player_next(&p);
        if (player_send(&p) && p.sent == FILL)
            from = dram_cycle(p.d);
        dram_step(p.d);
    }
    double cycles = (double)(dram_cycle(p.d) - from);
    dram_free(p.d);
    uint64_t busy = requests * bursts * c->burst / 2;
    return (double)busy / cycles;
}

/* ---- latency at a given load */

struct latency {
    uint32_t p50, p99;
};

static inline int compare_latency(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Sorts `waited`. */
static inline struct latency percentiles(uint32_t *waited, uint64_t n)
{
    qsort(waited, n, sizeof *waited, compare_latency);
    return (struct latency){waited[n / 2], waited[n * 99 / 100]};
}

/* Draws the cycles in which requests come: every cycle has the same chance, and the average is the
 * fraction `load` of the peak rate. */
static inline void arrivals(const struct dram_config *c, double load, uint64_t *came, uint64_t n)
{
    struct rng r = {5};
    uint64_t line = c->line_bytes / (c->bus_bits / 8 * c->burst) * (c->burst / 2), cycle = 0;
    uint64_t chance = (uint64_t)(load * 1e9 / (double)line);
    for (uint64_t i = 0; i < n; i++) {
        do
            cycle++;
        while (rng_below(&r, 1000000000) >= chance);
        came[i] = cycle;
    }
}

/* Latencies at a given load. Requests wait in an unbounded queue before the channel; a read's
 * latency counts from its arrival in that queue to its answer. */
static inline struct latency stream_latency(const struct dram_config *c,
                                            const struct stream_kind *k, double load, uint64_t n)
{
    uint64_t *came = malloc(n * sizeof *came), reads = 0, answers = 0;
    uint32_t *waited = malloc(n * sizeof *waited);
    if (came == NULL || waited == NULL)
        abort();
    arrivals(c, load, came, n);
    struct player p = {.d = dram_new(c), .stream = stream_start(k, c)};
    while (answers < n) {
        uint32_t tag;
        const uint8_t *data;
        if (dram_answer(p.d, &tag, &data)) {
            answers++;
            if (data != NULL)
                waited[reads++] = (uint32_t)(dram_cycle(p.d) - came[tag]);
        }
        if (!p.pending && p.sent < n && came[p.sent] <= dram_cycle(p.d))
            player_next(&p);
        player_send(&p);
        dram_step(p.d);
    }
    dram_free(p.d);
    struct latency l = percentiles(waited, reads);
    free(came);
    free(waited);
    return l;
}

#endif
