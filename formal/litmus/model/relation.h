/* Relations over the at most 64 events of a litmus test: a row of bits for each event. */
#ifndef UMBEL_FORMAL_LITMUS_MODEL_RELATION_H
#define UMBEL_FORMAL_LITMUS_MODEL_RELATION_H

#include <stdbool.h>
#include <stdint.h>

enum { RELATION_EVENTS = 64 };

/* A set of events: bit i is event i. */
typedef uint64_t event_set;

/* Bit j of row i: i is related to j. */
struct relation {
    event_set row[RELATION_EVENTS];
};

static inline event_set event_bit(int i)
{
    return (event_set)1 << i;
}

static inline bool event_in(event_set set, int i)
{
    return (set >> i & 1) != 0;
}

/* Takes the lowest event out of a set that is not empty. */
static inline int event_take(event_set *set)
{
    int i = __builtin_ctzll(*set);
    *set &= *set - 1;
    return i;
}

static inline bool relation_has(const struct relation *r, int from, int to)
{
    return event_in(r->row[from], to);
}

static inline void relation_add(struct relation *r, int from, int to)
{
    r->row[from] |= event_bit(to);
}

/* Adds all pairs of another relation, among the first `n` events. */
void relation_unite(struct relation *r, const struct relation *with, int n);
/* Makes it transitive. */
void relation_close(struct relation *r, int n);
/* No event is related to itself; if the relation is transitive, it has no cycle. */
bool relation_is_irreflexive(const struct relation *r, int n);

#endif
