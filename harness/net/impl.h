/* What the files of the bench share; nothing outside this folder includes it. */
#ifndef UMBEL_HARNESS_NET_IMPL_H
#define UMBEL_HARNESS_NET_IMPL_H

#include "gen/machine/alone.h"
#include "harness/engine/engine.h"
#include "harness/net/bench.h"

/* A packet under way. */
struct packet {
    uint64_t made, sent, gone; /* in which cycle; sent: its first flit, gone: its last */
    uint64_t number;           /* of all that were sent; 0: the slot is free */
    uint64_t place;            /* in the trace */
    uint32_t from, to, lane;
    uint32_t choice; /* of two ways that are as short (gen/net/net.h) */
    uint32_t via;    /* with UGAL: the node by way of which it may go */
    uint32_t flits;
    uint32_t next; /* the flit that is to come out */
};

/* A packet that waits in its source. */
struct wish {
    uint64_t made, place; /* in the trace */
    uint32_t to, flits;
};

struct wishes {
    struct wish *ring;
    size_t room, first, n; /* room: a power of two, or 0 */
};

/* The packets of a trace that are to be made (traced.c), in a list for each two nodes and class.
 * Packets are known by their places in the trace. */
struct traced {
    uint64_t made;          /* so many were */
    uint64_t *heads;        /* of each list: the next one; FOLLOW_NONE: there is none */
    uint64_t *behind;       /* the one behind each packet in its list */
    struct comings comings; /* what has come out */
};

/* The packet that an end sends from one of its node's queues, and its next flit. */
struct sending {
    uint32_t slot, at; /* slot NO_SLOT: none */
    uint32_t vc, turn;
};

/* A node's end. */
struct end {
    uint32_t node;
    struct port in, freed, out, credit;
    uint32_t *room; /* places free behind it, of each virtual channel */
    uint32_t *open; /* slot of the packet that comes out of each; NO_SLOT: none */
    uint32_t *owed; /* credits of each that a stalled sink has not given back */
    uint32_t all_owed;
    struct sending *sending; /* of each queue */
    uint32_t turn;           /* the queue that comes first */
};

enum { NO_SLOT = UINT32_MAX };

struct bench {
    struct bench_options o;
    struct alone alone;
    struct alone_flit flit;
    struct netlist *netlist;
    struct engine *engine;
    struct end *ends;
    uint32_t n_ends, *first_end; /* of each node */
    uint32_t queues;             /* of a node: one, or with a trace one of each class */
    struct wishes *wishes;       /* of each node its queues */
    uint64_t n_wishes;           /* in all of them */
    struct traced traced;
    struct rng *rngs; /* of each node */
    struct rng stall;
    uint64_t threshold; /* a random number below it makes a packet */
    uint64_t stalls;
    struct packet *slots;
    uint32_t *free, n_free, n_slots;
    uint64_t *last; /* ordered: number of the last packet that arrived, by from, to and lane */
    uint64_t now, numbers, arrived, moved; /* moved: the last cycle in which a flit came out */
    uint64_t *sent_by;
    double begun; /* CPU time */
    bool stopped; /* sources make nothing */
    struct bench_counts counts;
};

/* The words of flit `at` of a packet in `slot`, without its virtual channel (flit.c). */
void flit_write(const struct bench *b, uint32_t slot, uint32_t at, uint32_t vc, uint32_t *words);
/* Its virtual channel; the slot that the first flit of a packet names. */
uint32_t flit_vc(const struct bench *b, const uint32_t *words);
uint32_t flit_slot(const struct bench *b, const uint32_t *words);
/* So many slots can be named. */
uint32_t flit_slots(const struct alone_flit *f);
/* Where the first difference from what was sent is: "payload", "tail", "node"; NULL: none. */
const char *flit_differs(const struct bench *b, uint32_t slot, const uint32_t *words);

/* Who waits for what, and a circle of them if there is one (stuck.c). */
void stuck_tell(struct bench *b, struct error *err);

#endif
