/*
 * One HBM2 channel behind a unified memory controller: bank groups, open pages, FR-FCFS, refresh.
 *
 * Time is in cycles of the memory controller's clock (1 ns). The model holds the memory's bytes:
 * it is the DRAM. A write is answered in the cycle after its acceptance. A read whose line queued
 * writes cover completely is answered in the cycle after its acceptance, too; README.md has the
 * rules.
 *
 * Addresses are local line numbers: 0 .. bytes/line_bytes - 1, dense within this channel.
 *
 * How cycles are counted. The channel starts at cycle 0; dram_step runs the current cycle and
 * moves on to the next. Requests are made and answers taken between steps, in the current cycle.
 * The latency of a request is the number of steps between its dram_request and the first
 * dram_answer that can return it. With the default timing:
 *
 *     t      dram_request; the request enters its queue during cycle t
 *     t+1    earliest command: READ when the row is open
 *     t+15   CL later, first of the two cycles of data
 *     t+17   dram_answer returns it: 1 + CL + 2 = 17
 *
 * If another row is open, closing it and opening the right one adds tRP + tRCD: 45. A write, and a
 * read served from the write queue, is answered in cycle t+1.
 */
#ifndef UMBEL_SW_DRAM_DRAM_H
#define UMBEL_SW_DRAM_DRAM_H

#include <stdbool.h>
#include <stdint.h>

/* All times in cycles. Defaults: HBM2, see gen/system/systems/README.md. */
struct dram_timing {
    uint32_t tCL, tCWL, tRCD, tRP, tRAS;
    uint32_t tCCD_S, tCCD_L, tRRD_S, tRRD_L, tFAW;
    uint32_t tWR, tWTR_S, tWTR_L, tRTP;
    uint32_t tRFC, tREFI;
};

/*
 * A channel without banks, rows and refresh, whose reads take a fixed time: requests are served in
 * the order of their acceptance, reads and writes alike, and the answer to a read can be taken
 * `latency` cycles after its turn on the data bus begins. Of the other fields of a channel only the
 * queues, line_bytes and bytes are looked at: as many lines as a queue has places may wait.
 */
struct dram_fixed {
    uint32_t latency;         /* cycles; 0: banks and the timings decide */
    uint32_t bytes_per_cycle; /* of the data bus */
};

struct dram_config {
    struct dram_timing timing;
    struct dram_fixed fixed;
    uint32_t bank_groups, banks; /* banks a group */
    uint32_t bus_bits, burst;    /* data bus width, burst length (both edges: bus_bits*burst/8 B) */
    uint32_t page_bytes;         /* row buffer */
    uint32_t read_queue, write_queue;
    uint32_t line_bytes;
    uint64_t bytes; /* of the channel */
    /* Which bits of a line are its bank (of all groups), column and row. DRAM_SPREAD: README.md.
     * DRAM_ORDERED: as the places below say, from the lowest on, and nothing else. */
    enum dram_map { DRAM_SPREAD, DRAM_ORDERED } map;
    struct {
        uint32_t bank, column, row;
    } place;
};

struct dram_stats {
    uint64_t reads, writes, row_hits, row_misses, row_conflicts, refreshes;
    uint64_t busy_cycles;  /* data bus transferring */
    uint64_t forwarded;    /* reads served from the write queue */
    uint64_t read_latency; /* sum over answered reads: cycles until the answer was taken */
};

struct dram;

/* Commands, as an observer (the checker in the tests) sees them. REFRESH and PRE_ALL act on all
 * banks. */
enum dram_command { DRAM_ACT, DRAM_PRE, DRAM_READ, DRAM_WRITE, DRAM_REFRESH, DRAM_PRE_ALL };
typedef void dram_observer(void *ctx, uint64_t cycle, enum dram_command command, uint32_t group,
                           uint32_t bank, uint32_t row, uint32_t column);

/* Where a line lies; `column` is the number of its first burst in the row. See README.md. */
struct dram_place {
    uint32_t group, bank, row, column;
};

/* HBM2 at 1 GHz, legacy mode, 2 GiB a channel: the defaults. */
struct dram_config dram_hbm2(void);
struct dram_place dram_locate(const struct dram_config *c, uint64_t line);

/* The configuration must be one that can be: sizes are powers of two, banks of all groups at most
 * 64, a burst no longer than a line, a line no longer than a page, whole rows in `bytes`; the
 * longer of two times that differ by group is the one within a group; and tREFI is more than what a
 * refresh takes with what goes before and after it. gen/system checks that (system_check_dram.c).
 */
struct dram *dram_new(const struct dram_config *c);
void dram_free(struct dram *d);
void dram_observe(struct dram *d, dram_observer *observer, void *ctx);

/* Whether a request of that kind can be taken this cycle. */
bool dram_ready(const struct dram *d, bool write);
/*
 * Takes a request; dram_ready must be true. The answer returns `tag`. A write changes the bytes i
 * whose mask bit (mask[i / 8] >> i % 8 & 1) is set, or all bytes if `mask` is NULL.
 */
void dram_request(struct dram *d, bool write, uint64_t line, uint32_t tag, const uint8_t *data,
                  const uint8_t *mask);
/* Runs the current cycle. */
void dram_step(struct dram *d);
/*
 * Takes an answer that is due, at most one per cycle; false if there is none. `data` is NULL for a
 * write, otherwise the line's bytes, valid until the next answer is taken.
 */
bool dram_answer(struct dram *d, uint32_t *tag, const uint8_t **data);
/* The current cycle: the number of steps since dram_new, skipped ones included. */
uint64_t dram_cycle(const struct dram *d);
/* Whether nothing is queued and no answer is outstanding: then dram_skip may skip steps. */
bool dram_idle(const struct dram *d);
/* Advances an idle channel to `cycle`, refreshes included, with the same result as stepping. */
void dram_skip(struct dram *d, uint64_t cycle);

/* Read or write a line without a request and without time: for set-up and comparison only. Peeking
 * sees queued writes. */
void dram_peek(const struct dram *d, uint64_t line, uint8_t *data);
void dram_poke(struct dram *d, uint64_t line, const uint8_t *data);

/* Memory has spare bits beside each line, 64 at most, 0 at first. An access of the line reads or
 * writes them with the line, so this costs no time of its own; to be called with the dram_request.
 */
uint64_t dram_spare(const struct dram *d, uint64_t line);
void dram_set_spare(struct dram *d, uint64_t line, uint64_t bits);

const struct dram_stats *dram_stats(const struct dram *d);

#endif
