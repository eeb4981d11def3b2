/* A requester that keeps a channel busy with a chosen mix, at most one request per cycle. */
#ifndef UMBEL_TESTS_DRAM_LOAD_H
#define UMBEL_TESTS_DRAM_LOAD_H

#include "sw/dram/dram.h"
#include "sw/util/rng.h"

#include <stddef.h>

struct mix {
    unsigned writes; /* percent of requests that are writes */
    unsigned runs;   /* percent of requests that go to the line after the last one */
    unsigned rests;  /* percent of cycles without a new request */
    uint64_t span;   /* number of lines in use */
};

struct load {
    struct dram *d;
    struct mix mix;
    struct rng rng;
    uint64_t line, answers, reads;
    bool pending, write; /* a request that the channel has not taken yet */
    uint32_t tag;
    void (*taken)(void *ctx, bool write, uint64_t line);
    void *ctx;
};

static inline bool chance(struct rng *r, unsigned percent)
{
    return rng_below(r, 100) < percent;
}

static inline void load_request(struct load *l)
{
    static const uint8_t zeros[4096];
    if (!l->pending && !chance(&l->rng, l->mix.rests)) {
        l->pending = true;
        l->write = chance(&l->rng, l->mix.writes);
        bool run = chance(&l->rng, l->mix.runs);
        l->line = run ? (l->line + 1) % l->mix.span : rng_below(&l->rng, l->mix.span);
    }
    if (!l->pending || !dram_ready(l->d, l->write))
        return;
    dram_request(l->d, l->write, l->line, l->tag++, l->write ? zeros : NULL, NULL);
    l->pending = false;
    if (l->taken != NULL)
        l->taken(l->ctx, l->write, l->line);
}

static inline void load_answer(struct load *l)
{
    uint32_t tag;
    const uint8_t *data;
    if (dram_answer(l->d, &tag, &data)) {
        l->answers++;
        l->reads += data != NULL;
    }
}

static inline void load_run(struct load *l, uint64_t cycles)
{
    for (uint64_t i = 0; i < cycles; i++) {
        load_answer(l);
        load_request(l);
        dram_step(l->d);
    }
}

/* Runs until nothing is queued; false if that takes absurdly long. */
static inline bool load_drain(struct load *l)
{
    for (int i = 0; i < 1000000 && !dram_idle(l->d); i++) {
        load_answer(l);
        dram_step(l->d);
    }
    return dram_idle(l->d);
}

#endif
