/*
 * The value that a study compares, as its file writes it:
 *
 *     cycles
 *     traffic.bytes                          a counter, CLASS.NAME, summed over all instances
 *     link[*.out].busy                       the same over the instances whose names match, as
 *                                            files do
 *     l1.load_hits + l1.load_joins           a sum
 *     cycles - copies.cycles                 a difference
 *     traffic.loads_bytes / traffic.loads    a quotient of two of these
 *     768000 * cycles + 8000 * ni_inject.flits a term may have a factor, a whole number
 */
#ifndef UMBEL_HARNESS_STUDY_METRIC_H
#define UMBEL_HARNESS_STUDY_METRIC_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stdint.h>

enum { METRIC_TERMS = 16, METRIC_NAME = 48, METRIC_FACTOR = 1000000000 };

struct metric_term {
    char class[METRIC_NAME]; /* empty: cycles */
    char name[METRIC_NAME];
    char instances[METRIC_NAME]; /* a pattern with * and ?; empty: all */
    uint64_t factor;             /* of the term */
    bool less;                   /* it is subtracted */
};

struct metric {
    struct metric_term terms[METRIC_TERMS];
    int above, all; /* terms above the line, all terms */
};

/* False, and what is wrong in `why`, if the text is no metric. */
bool metric_read(const char *text, struct metric *m, struct sbuf *why);

/* A run may lack a counter, or have one that ran over (sw/util/count.h) and so has no value. */
enum metric_found { METRIC_FOUND, METRIC_ABSENT, METRIC_OVER };

/* Finds the value of a term in a run. */
typedef enum metric_found metric_find(void *ctx, const struct metric_term *t, double *value);
/* The value in a run; NAN if the part below the line is 0. If a term has none, its name is in
 * `why`. */
enum metric_found metric_value(const struct metric *m, metric_find *find, void *ctx, double *value,
                               struct sbuf *why);

#endif
