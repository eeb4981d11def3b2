/* Shared by the files of the history: counters, copies, and the graph of orders. */
#ifndef UMBEL_TESTS_SUPPORT_HISTORY_IMPL_H
#define UMBEL_TESTS_SUPPORT_HISTORY_IMPL_H

#include "tests/support/history.h"

static inline bool has(const uint8_t *mask, uint32_t byte)
{
    return (mask[byte / 8] >> (byte % 8) & 1) != 0;
}

/* ---- history_counter.c: counters ---- */

static inline uint32_t counter_width(const struct line_state *l)
{
    return l->wide ? 8 : 4;
}

/* The number of additions to element `e` that these bytes of the line show. */
uint64_t counter_count(const struct line_state *l, const uint8_t *line, uint32_t e);
/* Fills in the data of an addition. */
void counter_ask(struct history *h, struct op *op);
/* Check a write to memory and an op's read; NULL, or what is wrong. */
const char *counter_written(const struct history *h, struct line_state *l, const uint8_t *data,
                            const uint8_t *mask);
const char *counter_read(const struct history *h, const struct line_state *l, const struct op *op);
/* Whether the line's final bytes show every addition. */
bool counter_final(const struct history *h, const struct line_state *l, const uint8_t *data,
                   struct sbuf *why);

/* ---- history.c, for history_copy.c ---- */

/* Adds an op, and returns its number. */
int history_add(struct history *h, const struct op *op);
/* The op's bytes are in memory, after all others. */
void history_reaches(struct history *h, int n);

/* ---- history_copy.c: copies ---- */

/* Whether a write to a line's memory is that of the copy to the line. */
bool copy_is_written(const struct history *h, const struct line_state *l, const uint8_t *data,
                     const uint8_t *mask);
/* The bytes of copy n reach memory; NULL, or what is wrong. */
const char *copy_written(struct history *h, int n, const uint8_t *data, const uint8_t *mask,
                         uint64_t now);

/* ---- history_graph.c: which op must come before which ---- */

struct graph {
    int n;
    int *first; /* per op: its latest edge, or -1 */
    struct edge {
        int to, next;
    } * edges;
    int n_edges, cap;
};

/* The ops that keep the order in which they were asked. */
enum program_order {
    PROGRAM_ALL,    /* all ops of a thread */
    PROGRAM_LINE,   /* ops of a thread on one line */
    PROGRAM_FENCED, /* ops of a thread with a fence between them, and that fence */
    PROGRAM_ASKED   /* ops of all threads on one line */
};

struct graph graph_build(const struct history *h, enum program_order keeps);
void graph_free(struct graph *g);
/* Writes a short cycle to `cycle` (room for n); returns its length, 0 if there is none. */
int graph_cycle(const struct graph *g, int *cycle);

#endif
