/*
 * Latency against load of a network alone: a run of the bench at each load, each from reset.
 *
 * A run goes on in batches until it is steady (steady.h) and its mean latency is known to 2 %; one
 * that does not become steady in 100 batches, or whose nodes make more than comes out, is beyond
 * saturation. Then the network is emptied, so that every packet that was sent has been checked.
 *
 * The latency without load is that at 1 % load. Saturation is the load at which latency is three
 * times that, or a given one: the sweep ends there, and the last step is halved until it is known
 * to 0.005.
 */
#ifndef UMBEL_HARNESS_NET_SWEEP_H
#define UMBEL_HARNESS_NET_SWEEP_H

#include "harness/net/bench.h"

#include <stdio.h>

struct sweep_options {
    struct bench_options bench; /* its load is that of the run at hand */
    double from, to, step;
    double limit;     /* latency at saturation; 0: three times that without load */
    uint64_t packets; /* at least so many arrive at each load */
    void (*progress)(const char *text); /* NULL: none */
};

struct sweep_point {
    double load;
    double made, accepted;            /* flits a cycle and node, measured */
    double latency, half;             /* mean, and half of its 95 % confidence interval: cycles */
    double inside;                    /* of it, in the network */
    uint64_t longest;                 /* latency after the warm-up */
    double fairness;                  /* Jain's index of the flits that nodes sent: 1: all alike */
    double *links;                    /* flits a cycle on each link */
    uint32_t busiest;                 /* of these */
    double energy;                    /* pJ of all links for each bit that arrived; 0: none did */
    uint64_t cycles, packets;         /* in all; each packet was checked */
    uint32_t batches, warm_up, batch; /* how many; of these left out; cycles of each */
    double seconds;                   /* of the CPU */
    bool saturated;
};

struct sweep {
    struct sweep_point zero; /* at 1 % */
    struct sweep_point *points;
    size_t n;
    double limit;      /* latency at saturation */
    double saturation; /* the highest load that was seen below it */
    bool reached;      /* a load beyond it was seen */
    uint32_t n_links;
};

/* Whether the lowest load makes packets enough in a time that somebody may wait for. */
bool sweep_fits(const struct sweep_options *o, struct error *err);
/* To be freed with sweep_free(), also after an error, when NULL is returned. */
struct sweep *sweep_run(const struct sweep_options *o, struct error *err);
void sweep_free(struct sweep *s);

/* The table; the JSON, to be freed with json_decref(); the curve as SVG, to be freed. */
void sweep_print(const struct sweep *s, const struct bench_options *o, FILE *out);
struct json_t *sweep_json(const struct sweep *s, const struct bench_options *o);
char *sweep_svg(const struct sweep *s, const struct bench_options *o, struct error *err);

#endif
