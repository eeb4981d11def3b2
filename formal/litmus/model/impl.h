/*
 * Candidate executions: what the search (search.c), a test's threads (execute.c) and the models
 * (sc.c, rc.c, ptx.c, rvwmo.c) share. A model is a predicate over the relations of a candidate.
 *
 * A candidate grows. Threads are executed as far as the values are known that their branches need;
 * the search then gives a read its source, and so on. So a candidate may lack the later events of a
 * thread, some of its reads have no source yet, and some pairs of its writes no order. The
 * predicate judges it as it is, and must be monotone: a candidate that it refuses stays refused
 * whatever is added. A thread's events are there from its first on, without gaps, except those of
 * which it is not known whether they happen: they are in `maybe`, and in no other set.
 */
#ifndef UMBEL_FORMAL_LITMUS_MODEL_IMPL_H
#define UMBEL_FORMAL_LITMUS_MODEL_IMPL_H

#include "formal/litmus/model/model.h"
#include "formal/litmus/model/relation.h"

enum { FROM_FIRST = -1, FROM_UNDECIDED = -2, NO_EVENT = -1, NO_MEETING = -1 };

enum event_kind { EVENT_READ, EVENT_WRITE, EVENT_FENCE };

/* A fence is an instruction, or the beginning of a release, or the end of an acquire. */
enum fence_place { FENCE_ITSELF, FENCE_BEFORE, FENCE_AFTER };

struct event {
    enum event_kind kind;
    const struct litmus_inst *inst;
    int thread;
    int phase;         /* number of barriers that its thread has passed before it */
    bool ends_acquire; /* it is the fence at the end of an acquire */
    int twin;          /* of an atomic's read its write, and vice versa; or NO_EVENT */
};

struct value {
    bool known;
    uint64_t is;
};

/* Who meets whom at barriers. A meeting has a greater number than those before it. Whoever passes a
 * barrier at which a quorum has met is alone in a meeting that follows the quorum's. */
struct meetings {
    int n;
    short of[LITMUS_THREADS][LITMUS_BARRIERS]; /* the number, or NO_MEETING */
    short follows[LITMUS_THREADS * LITMUS_BARRIERS];
};

struct candidate {
    const struct litmus *t;
    const struct litmus_place *at;
    /* What the threads have done so far. */
    struct event events[RELATION_EVENTS]; /* of one thread in program order */
    int n;
    event_set of_thread[LITMUS_THREADS];
    event_set reads, writes, fences;     /* a compare-and-swap that fails has no write */
    event_set maybe;                     /* not known yet to be one of these */
    event_set of_var[LITMUS_VARS];       /* reads and writes */
    struct value value[RELATION_EVENTS]; /* the word that is read or written */
    struct relation po;                  /* program order, transitive */
    struct relation met;                 /* across barriers of a CTA, transitive; see README.md */
    /* Dependencies of an access on reads: of its address, of what it writes, by branches. */
    struct relation addr, data, ctrl;
    /* Fixed by the model for these events. */
    struct relation must;          /* pairs that `order` must relate, one way or the other */
    event_set cta[LITMUS_THREADS]; /* rc: events of the thread's CTA */
    struct relation strong;        /* ptx: pairs that are morally strong */
    struct relation release;       /* ptx: from the first of a release pattern to its writes */
    struct relation acquire;       /* ptx: from the reads of an acquire pattern to its last */
    struct relation ppo;           /* rvwmo, tso: preserved program order that the program fixes */
    /* Chosen by the search. */
    bool meets; /* `meetings` are chosen */
    struct meetings meetings;
    int from[RELATION_EVENTS]; /* of a read: the write that it reads from, or FROM_... */
    event_set fails, stores;   /* conditional stores that are known to */
    struct relation order;     /* of writes to a variable (co); ptx: of fence.sc, too; transitive */
};

struct model {
    /* Whether an instruction has a fence at that place that is an event in this model. */
    bool (*has_fence)(const struct litmus_inst *inst, enum fence_place place);
    /* Fills in the relations that follow from the events, `must` above all; anew each time. */
    void (*prepare)(struct candidate *c);
    /* The predicate. It may add pairs to `order` that follow from the candidate. */
    bool (*holds)(struct candidate *c);
    /* Whether a complete execution has a data race. NULL: the model defines no races. */
    bool (*races)(const struct candidate *c);
    /* Whether the model cannot tell two placements of a test's threads apart. */
    bool (*alike)(int n_threads, const struct litmus_place *a, const struct litmus_place *b);
};

extern const struct model model_sc, model_rc, model_ptx, model_rvwmo, model_tso;

/* ---- relations that all models need ---- */

/* Reads and writes of the variable that event `e` accesses. */
event_set event_same_var(const struct candidate *c, int e);
bool place_same_cta(const struct litmus_place *a, const struct litmus_place *b);

/* rf and fr of the reads that are decided, as far as `order` is known. */
void candidate_reads(const struct candidate *c, struct relation *rf, struct relation *fr);
/* Adds to `order` the pairs of writes to one variable in `before`, transitive. Whether it grew. */
bool candidate_order(struct candidate *c, const struct relation *before);
/* Adds to a total co that no write of another thread comes between an atomic's source and its own
 * write. */
bool candidate_order_atomics(struct candidate *c, const struct relation *fr);
/* The `alike` of a model that does not know places. */
bool candidate_alike(int n_threads, const struct litmus_place *a, const struct litmus_place *b);
/* `must` for a total co: all pairs of writes to one variable. */
void candidate_total_order(struct candidate *c);

#endif
