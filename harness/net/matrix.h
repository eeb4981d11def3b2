/*
 * Who sends how much to which cube of a memory network (memory networks, fig. 10): the bytes of the
 * packets between each package, the host's CPU among them, and each cube, both ways, from a trace.
 */
#ifndef UMBEL_HARNESS_NET_MATRIX_H
#define UMBEL_HARNESS_NET_MATRIX_H

#include "harness/net/trace.h"

#include <stdio.h>

struct matrix_shape {
    uint32_t packages; /* with the host, which is the last */
    bool host;
    uint32_t banks;    /* of a package in a plane: its nodes */
    uint32_t clusters; /* of cubes; those of package i are i */
    uint32_t each;     /* cubes of a cluster, one in each plane */
    uint32_t ports;    /* of a cube: its nodes */
};

struct matrix {
    struct matrix_shape shape;
    uint64_t *bytes; /* of package p and cube c: [p * cubes + c] */
};

static inline uint32_t matrix_cubes(const struct matrix_shape *s)
{
    return s->clusters * s->each;
}

/* Nodes of a plane: the packages' banks, and the cubes' ports behind them. */
static inline uint32_t matrix_nodes(const struct matrix_shape *s)
{
    return s->packages * s->banks + s->clusters * s->ports;
}

void matrix_make(struct matrix *m, const struct matrix_shape *shape);
void matrix_free(struct matrix *m);
/* Adds the packets of a trace, which are of plane `t->network`. */
void matrix_add(struct matrix *m, const struct net_trace *t, uint32_t flit_bytes);

/* The table; the JSON; the picture, to be freed: NULL and an error if gnuplot fails. */
void matrix_print(const struct matrix *m, FILE *out);
struct json_t *matrix_json(const struct matrix *m);
char *matrix_svg(const struct matrix *m, struct error *err);

#endif
