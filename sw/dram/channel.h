/* The state of one channel, shared by the files of sw/dram. No other folder includes it. All times
 * are cycles since dram_new. */
#ifndef UMBEL_SW_DRAM_CHANNEL_H
#define UMBEL_SW_DRAM_CHANNEL_H

#include "sw/dram/dram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NEVER UINT64_MAX

enum {
    COMMANDS = DRAM_PRE_ALL + 1,
    FAW_ACTIVATES = 4,
    NO_SLOT = UINT16_MAX,
    NO_ENTRY = UINT16_MAX
};

/* ---- bank.c: which command may be issued when */

/* The banks that a timing delays: the same bank, every bank of its group, or all. */
enum scope { SCOPE_BANK, SCOPE_GROUP, SCOPE_CHANNEL, SCOPES };

/* The earliest cycle of each command, as far as one scope decides it. */
struct earliest {
    uint64_t cycle[COMMANDS];
};

struct bank {
    struct earliest next;
    uint32_t row;
    bool open;
};

struct banks {
    uint32_t count, groups; /* bank i is bank i / groups of group i % groups */
    uint32_t delay[COMMANDS][SCOPES][COMMANDS];
    uint32_t faw;
    uint64_t activate[FAW_ACTIVATES]; /* cycles of the last four ACTs plus 1; 0: none */
    uint32_t oldest_activate;
    struct earliest channel, *group;
    struct bank *bank;
};

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Inline, because the scheduler calls it for every candidate. */
static inline uint64_t banks_earliest(const struct banks *b, enum dram_command command,
                                      uint32_t bank)
{
    uint64_t own = b->bank[bank].next.cycle[command];
    uint64_t group = b->group[bank & (b->groups - 1)].cycle[command];
    return later(own, later(group, b->channel.cycle[command]));
}

void banks_init(struct banks *b, const struct dram_config *c);
void banks_free(struct banks *b);
/* The earliest cycle in which every open bank may be closed; 0 when none is open. */
uint64_t banks_earliest_pre_all(const struct banks *b);
bool banks_any_open(const struct banks *b);
void banks_issue(struct banks *b, uint64_t cycle, enum dram_command command, uint32_t bank,
                 uint32_t row);
/* Cycles for which one burst occupies the data bus. */
uint32_t burst_cycles(const struct dram_config *c);

/* ---- store.c: the bytes of the memory */

struct store {
    uint8_t **page; /* NULL: never written, reads as 0 */
    size_t pages;
};

void store_init(struct store *s, uint64_t bytes);
void store_free(struct store *s);
/* A range must not cross a page; lines do not, being aligned powers of two. */
void store_read(const struct store *s, uint64_t address, uint8_t *data, size_t len);
void store_write(struct store *s, uint64_t address, const uint8_t *data, size_t len);
/* Writes only the bytes whose bit in `mask` is set. */
void store_write_masked(struct store *s, uint64_t address, const uint8_t *data, const uint8_t *mask,
                        size_t len);

/* ---- the channel */

/* How a request met its bank, for the statistics: row open, none open, another open. */
enum outcome { ROW_HIT, ROW_MISS, ROW_CONFLICT };

/* A queued request. */
struct entry {
    uint64_t line, arrived;
    uint64_t number; /* order of acceptance: the lower, the older */
    uint32_t tag, row, column;
    uint32_t bursts;   /* column commands still to be issued */
    uint32_t blockers; /* of a write: older reads of its line still queued */
    uint16_t bank, slot;
    uint16_t next; /* the next younger in its bank's list, or the next free place */
    enum outcome outcome;
};

/* ---- queue.c: the queued requests of one direction, by bank */

/* A bank's requests, oldest first. */
struct list {
    uint16_t first, last; /* NO_ENTRY: there is none */
    uint16_t hit;         /* the oldest that wants the row that is open, or NO_ENTRY */
};

struct queue {
    struct entry *entry;
    uint64_t *line; /* of each entry, for queue_find; NEVER: the place is free */
    struct list *list;
    uint64_t banks, hits; /* bit i: bank i has a listed request; one to its open row */
    uint32_t count, depth;
    uint32_t listed;       /* requests that may be served */
    uint64_t starves_from; /* kept by the scheduler: no request starves before this cycle */
    /* Requests that may not be served yet: accepted in this cycle, or with blockers. */
    uint16_t *aside;
    uint32_t n_aside;
    uint16_t free;
};

void queue_init(struct queue *q, uint32_t depth, uint32_t banks);
void queue_free(struct queue *q);
/* Adds a request to `aside`; queue_admit lists it later. */
struct entry *queue_add(struct queue *q, const struct entry *e);
/* Moves requests without blockers from aside to the lists; false if there was none. */
bool queue_admit(struct queue *q, const struct banks *b);
void queue_remove(struct queue *q, uint16_t index, const struct banks *b);
/* To be called after each command that opens or closes the row of a bank. */
void queue_row_changed(struct queue *q, uint32_t bank, const struct banks *b);
/* The first entry of that line at `from` or a later place; `depth` when there is none. */
uint32_t queue_find(const struct queue *q, uint64_t line, uint32_t from);

struct answer {
    uint64_t due, arrived;
    uint32_t tag;
    uint16_t slot; /* NO_SLOT: a write */
};

/* A FIFO of answers, in the order in which they fall due. */
struct ring {
    struct answer *answer;
    uint32_t head, count, size;
};

/* The current turn on the data bus. Requests are served in turns of one direction, because turning
 * the bus costs cycles. */
struct turn {
    bool writing;
    bool ending;     /* a turn of reads that is to end, because many writes wait */
    bool passed;     /* the last turn of writes served none */
    uint32_t served; /* requests served in this turn */
    uint32_t left;   /* how many it may still serve while the other direction waits */
};

struct dram {
    struct dram_config config;
    struct dram_stats stats;
    uint64_t now, refresh_at;
    uint64_t asleep_until; /* no command can be issued before, unless a request comes */
    struct banks banks;
    struct store store;
    struct store spare; /* a byte per line */
    struct queue reads, writes;
    struct turn turn;
    uint64_t taken;     /* fixed.c: bytes of the data bus that requests have taken */
    uint32_t many, few; /* writes that end a turn of reads; if no read waits */
    uint64_t last_read; /* the last cycle with a listed read */

    struct ring returns;  /* reads whose data is on the way */
    struct ring receipts; /* accepted writes and forwarded reads */
    uint64_t accepted, answered;
    uint64_t answer_from; /* the next answer may be taken from this cycle on: one per cycle */
    uint32_t capacity;    /* requests between acceptance and answer */
    /* A slot is line_bytes long: the data of an unanswered read, or the mask of a queued write. */
    uint8_t *slots, *given;
    uint16_t *free_slots;
    uint32_t free_count;

    dram_observer *observer;
    void *observer_ctx;
};

/* ---- dram.c */

void channel_command(struct dram *d, enum dram_command command, uint32_t bank, uint32_t row,
                     uint32_t column);
/* Removes the request at `index`, whose last column command was issued, from its queue. */
void channel_finish(struct dram *d, struct queue *q, uint16_t index);

/* ---- fixed.c: a channel of a fixed latency */

bool fixed_is(const struct dram *d);
/* Whether the bus has something to carry. */
bool fixed_busy(const struct dram *d);
/* Whether as much as a queue holds may wait for the bus. */
bool fixed_ready(const struct dram *d, bool write);
/* Takes the bus for a line. Returns the cycle in which a read is answered. */
uint64_t fixed_take(struct dram *d);
/* The most requests between acceptance and answer. */
uint32_t fixed_capacity(const struct dram_config *c);

/* ---- schedule.c */

/* Issues at most one command for the queued requests, in this cycle. */
void schedule_step(struct dram *d);
/* Whether a refresh is due: no other command is issued until it is done. */
bool refresh_due(const struct dram *d);
/* The earliest cycle in which the next refresh, or the PRE_ALL before it, can be issued. */
uint64_t refresh_earliest(const struct dram *d);
void refresh_step(struct dram *d);

#endif
