/*
 * A network alone under packets: its RTL (gen/machine/alone.h), and a source and a sink in C at
 * each end of each node.
 *
 * A source makes packets at random, one in so many cycles (Bernoulli), or as a trace says, queues
 * them, and sends a flit a cycle at most, by the credits that it has, in that virtual channel which
 * has most room. With a trace it has a queue for each class, and they take turns, a flit each, as
 * in a machine. A sink takes each flit as it comes and gives the credit back in the same cycle, or
 * later if it stalls. With `follows` a packet of a trace is made when the one that it follows has
 * come out, so many cycles later, and behind those of its class, for the same node, that the trace
 * has before it.
 *
 * Every flit that comes out is checked: it is of a packet that was sent and has not come yet, for
 * this node, the next one of that, and as it was sent; in a virtual channel no packet is among
 * another's flits; and where lanes are ordered no packet of a lane passes one of the same nodes.
 */
#ifndef UMBEL_HARNESS_NET_BENCH_H
#define UMBEL_HARNESS_NET_BENCH_H

#include "gen/system/system.h"
#include "harness/net/follow.h"
#include "harness/net/pattern.h"
#include "harness/net/trace.h"

/* When a packet was made, when its last flit was sent, and when that came out: cycles from the
 * reset. */
struct bench_times {
    uint64_t made, gone, out;
};

struct bench_options {
    const struct system *sys;
    struct net *net;  /* of the system, or the same without datelines */
    uint32_t classes; /* of messages; packets are of each in turn */
    bool ordered;
    const struct net_trace *trace; /* NULL: packets are made at random */
    const struct follow *follows;  /* of each of its packets; NULL: each is made in its cycle */
    enum pattern pattern;
    uint32_t flits; /* of a packet that is made at random */
    double load;    /* flits a cycle that a node makes; with a trace: how much faster it goes */
    double stalls;  /* how often a sink or source does nothing in a cycle: below 1 */
    uint64_t seed;
    void (*say)(const char *text); /* as engine_maker's */
    /* Told of each packet that arrives, and its place in the trace, 0 if there is none. NULL:
     * nobody is. */
    void (*arrives)(void *ctx, uint64_t packet, const struct bench_times *times);
    void *ctx;
};

/* Sums since the last bench_clear(). Latencies are cycles from making a packet, or from sending its
 * first flit, to its last flit's coming out. */
struct bench_counts {
    uint64_t cycles;
    uint64_t made, arrived; /* packets */
    uint64_t flits;         /* that came out */
    double latency, inside; /* sums over packets that arrived */
    uint64_t longest;       /* latency */
};

struct bench;

/* NULL and an error if the units do not build. */
struct bench *bench_new(const struct bench_options *o, struct error *err);
void bench_free(struct bench *b);

/* Runs so many cycles. False and an error: a check failed, or nothing has moved for the system's
 * `watchdog` cycles; the first line names what, the others who waits for what. */
bool bench_run(struct bench *b, uint64_t cycles, struct error *err);
/* Sources make no more packets, and forget those that they have not begun to send; runs until all
 * that were sent have arrived. */
bool bench_drain(struct bench *b, struct error *err);
/* Runs the whole trace from its first packet on, until all its packets have arrived. Cycles in
 * which nothing moves are counted and not simulated. */
bool bench_replay(struct bench *b, struct error *err);

const struct bench_counts *bench_counts(const struct bench *b);
void bench_clear(struct bench *b);
/* CPU time since bench_new() was called. */
double bench_seconds(const struct bench *b);
/* Since the reset: cycles, and packets that arrived. */
uint64_t bench_cycles(const struct bench *b);
uint64_t bench_arrived(const struct bench *b);
/* Flits that a node has sent since the reset. */
uint64_t bench_sent_by(const struct bench *b, uint32_t node);
/* Flits that went by a link since the reset, as its router counted them. */
uint64_t bench_on_link(struct bench *b, uint32_t link);
/* False, and why, if one of these counters ran over. */
bool bench_has_counted(struct bench *b, struct error *err);
/* The same of all links a cycle, to be freed; `busiest`: which has most. */
double *bench_links(struct bench *b, uint32_t *busiest);
/* Energy of all links since the reset, a bit of the flits that have arrived; 0: none have. Flits of
 * packets that are not whole yet have taken energy and delivered nothing. */
double bench_pj_per_bit(struct bench *b, uint64_t flits);

#endif
