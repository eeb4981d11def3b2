/*
 * A trace on a network alone: a run of the bench at each of several paces, each from reset and to
 * the end, when all packets of the trace have arrived.
 */
#ifndef UMBEL_HARNESS_NET_REPLAY_H
#define UMBEL_HARNESS_NET_REPLAY_H

#include "harness/net/bench.h"

#include <stdio.h>

struct replay_options {
    struct bench_options bench; /* with a trace; its load is that of the run at hand */
    double from, to, step;      /* loads: how much faster than in the trace packets are made */
    void (*progress)(const char *text); /* NULL: none */
};

struct replay_point {
    double load;
    uint64_t packets, flits; /* that came out; each was checked */
    uint64_t cycles;         /* from the first packet to the last flit out */
    double accepted;         /* flits a cycle and node over these */
    double latency, inside;  /* mean; of it, in the network: cycles */
    uint64_t p99, longest;   /* latency that 99 % of the packets have at most, and all */
    double *links;           /* flits a cycle on each link */
    uint32_t busiest;        /* of these */
    double energy;           /* pJ of all links for each bit that arrived */
    double seconds;          /* of the CPU */
};

struct replay {
    struct replay_point *points;
    size_t n;
};

/* To be freed with replay_free(); NULL and an error: a check failed, or the network stands still.
 */
struct replay *replay_run(const struct replay_options *o, struct error *err);
void replay_free(struct replay *r);

/* Replays the trace at its own pace, and finds what its packets follow, to be freed. NULL and an
 * error as above. `p`: what that replay has measured, its `links` to be freed. */
struct follow *replay_follows(const struct replay_options *o, struct replay_point *p,
                              struct error *err);

/* The table; the JSON, to be freed with json_decref(); latency against load as SVG, to be freed. */
void replay_print(const struct replay *r, const struct bench_options *o, FILE *out);
struct json_t *replay_json(const struct replay *r, const struct bench_options *o);
char *replay_svg(const struct replay *r, const struct bench_options *o, struct error *err);

#endif
