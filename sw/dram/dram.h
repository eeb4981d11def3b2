/*
 * One HBM2 channel behind a unified memory controller: bank groups, open pages, FR-FCFS, refresh.
 *
 * Time is in cycles of the memory controller's clock (1 ns). The model holds the memory's bytes:
 * it is the DRAM. A write is answered once it is accepted and ordered; a read that finds a queued
 * write to its line is served from the write queue.
 *
 * Addresses are local line numbers: 0 .. bytes/line_bytes - 1, dense within this channel.
 */
#ifndef UMBEL_SW_DRAM_DRAM_H
#define UMBEL_SW_DRAM_DRAM_H

#include "sw/util/error.h"

#include <stdint.h>

/* All times in cycles. Defaults: HBM2, see systems/README.md. */
struct dram_timing {
    uint32_t tCL, tCWL, tRCD, tRP, tRAS;
    uint32_t tCCD_S, tCCD_L, tRRD_S, tRRD_L, tFAW;
    uint32_t tWR, tWTR_S, tWTR_L, tRTP;
    uint32_t tRFC, tREFI;
};

struct dram_config {
    struct dram_timing timing;
    uint32_t bank_groups, banks; /* banks a group */
    uint32_t bus_bits, burst;    /* data bus width, burst length (both edges: bus_bits*burst/8 B) */
    uint32_t page_bytes;         /* row buffer */
    uint32_t read_queue, write_queue;
    uint32_t line_bytes;
    uint64_t bytes; /* of the channel */
};

struct dram_stats {
    uint64_t reads, writes, row_hits, row_misses, row_conflicts, refreshes;
    uint64_t busy_cycles;    /* data bus transferring */
    uint64_t forwarded;      /* reads served from the write queue */
    uint64_t read_latency;   /* sum over reads, cycles */
};

struct dram;

/* A command as the checker in the tests sees it. */
enum dram_command { DRAM_ACT, DRAM_PRE, DRAM_READ, DRAM_WRITE, DRAM_REFRESH };
typedef void dram_observer(void *ctx, uint64_t cycle, enum dram_command command, uint32_t group,
                           uint32_t bank, uint32_t row, uint32_t column);

bool dram_config_check(const struct dram_config *c, struct error *err);
struct dram *dram_new(const struct dram_config *c);
void dram_free(struct dram *d);
void dram_observe(struct dram *d, dram_observer *observer, void *ctx);

/* Whether a request of that kind can be taken this cycle. */
bool dram_ready(const struct dram *d, bool write);
/* Takes a request: `tag` comes back with the answer. For a write, bytes i with mask bit i set. */
void dram_request(struct dram *d, bool write, uint64_t line, uint32_t tag, const uint8_t *data,
                  const uint8_t *mask);
/* One cycle. */
void dram_step(struct dram *d);
/* An answer that is due: at most one a cycle is taken. `data` is NULL for a write. */
bool dram_answer(struct dram *d, uint32_t *tag, const uint8_t **data);
/* Nothing queued and nothing to answer: steps may be skipped with dram_skip. */
bool dram_idle(const struct dram *d);
/* Advances an idle channel to `cycle` (refreshes included) as stepping would have. */
void dram_skip(struct dram *d, uint64_t cycle);

/* The bytes, read or written at no cost: for set-up and comparison only. */
void dram_peek(const struct dram *d, uint64_t line, uint8_t *data);
void dram_poke(struct dram *d, uint64_t line, const uint8_t *data);

const struct dram_stats *dram_stats(const struct dram *d);

#endif
