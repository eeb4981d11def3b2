/* Between the files of the history. */
#ifndef UMBEL_TESTS_SUPPORT_HISTORY_IMPL_H
#define UMBEL_TESTS_SUPPORT_HISTORY_IMPL_H

#include "tests/support/history.h"

static inline bool has(const uint8_t *mask, uint32_t byte)
{
    return (mask[byte / 8] >> (byte % 8) & 1) != 0;
}

/* ---- history_counter.c: lines that are added to ---- */

static inline uint32_t counter_width(const struct line_state *l)
{
    return l->wide ? 8 : 4;
}

/* Additions that a line as it was read shows in element `e`. */
uint64_t counter_count(const struct line_state *l, const uint8_t *line, uint32_t e);
/* An addition is asked for: fills in what it adds. */
void counter_ask(struct history *h, struct op *op);
/* The memory is written, a line is read: NULL, or what is wrong. */
const char *counter_written(const struct history *h, struct line_state *l, const uint8_t *data,
                            const uint8_t *mask);
const char *counter_read(const struct history *h, const struct line_state *l, const struct op *op);
/* Whether the line ended as it must. */
bool counter_final(const struct history *h, const struct line_state *l, const uint8_t *data,
                   struct sbuf *why);

/* ---- history_graph.c: what must come before what ---- */

struct graph {
    int n;
    int *first; /* of every op: its latest edge, or -1 */
    struct edge {
        int to, next;
    } * edges;
    int n_edges, cap;
};

/* Which ops of a thread keep their order. */
enum program_order {
    PROGRAM_ALL,
    PROGRAM_LINE,   /* those of one line */
    PROGRAM_FENCED, /* those with a fence between them, and that fence */
    PROGRAM_ASKED   /* those of one line, of all threads */
};

struct graph graph_build(const struct history *h, enum program_order keeps);
void graph_free(struct graph *g);
/* A cycle, listed in `cycle` (room for n); its length, 0 when there is none. */
int graph_cycle(const struct graph *g, int *cycle);

#endif
