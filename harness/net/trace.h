/*
 * A trace of packets, read whole: the file that `umbel run --net-trace` writes (README.md describes
 * it), or one written by hand. Of its networks one is kept.
 */
#ifndef UMBEL_HARNESS_NET_TRACE_H
#define UMBEL_HARNESS_NET_TRACE_H

#include "sw/util/arena.h"
#include "sw/util/error.h"

#include <stdint.h>

enum { TRACE_MOST_CLASSES = 3, TRACE_MOST_FLITS = 4096 };

struct trace_packet {
    uint64_t cycle;
    uint32_t from, to, class, flits;
};

struct trace_names {
    const char **list;
    uint32_t n;
};

struct net_trace {
    const char *path;
    struct trace_names classes, networks;
    uint32_t network;             /* the one that is kept, of these */
    struct trace_packet *packets; /* in the order of their cycles; at least one */
    uint64_t n, flits;
    struct arena arena;
};

/* What the trace is to be replayed on. */
struct trace_wanted {
    const char *network; /* a name, or a number from 0; NULL: the first */
    const char *system;  /* its name, for messages */
    uint32_t nodes, flit_bytes;
};

/* False and an error, FILE:LINE:COLUMN, if the file is no trace, is cut, or does not fit. To be
 * freed in both cases; the path is to outlive it. */
bool net_trace_read(struct net_trace *t, const char *path, const struct trace_wanted *w,
                    struct error *err);
void net_trace_free(struct net_trace *t);

#endif
