/*
 * Cores: threads that stand in for the SMs of a machine and speak to its L1s directly, through a
 * history that remembers what was asked and answered. A thread has one access in flight, or
 * several; what it asks next is the test's to say. A fence waits until the thread has none, and
 * what comes after it waits for its answer.
 */
#ifndef UMBEL_TESTS_SUPPORT_CORES_H
#define UMBEL_TESTS_SUPPORT_CORES_H

#include "harness/machine.h"
#include "sw/util/rng.h"
#include "tests/support/history.h"

struct access {
    enum op_kind kind;
    int line;                       /* of the history */
    bool wide;                      /* see struct op */
    uint8_t mask[HISTORY_LINE / 8]; /* bytes that it writes */
    uint8_t compare[HISTORY_LINE];  /* of a swap, at its own element's place */
    uint32_t label;                 /* see struct op */
    uint64_t wait;                  /* cycles from when the thread could have asked */
};

/* The next access of a thread that may have one; false: it has ended. */
typedef bool cores_next(void *ctx, uint32_t thread, struct access *a);

struct cores_thread {
    uint32_t core;
    bool ended, waits; /* waits: `next` is still to be asked */
    struct access next;
    uint64_t from;      /* cycle in which it may be asked */
    uint32_t in_flight; /* of its ops */
};

struct cores {
    struct machine *machine;
    struct history *history;
    struct cores_thread *threads;
    uint32_t n_threads, running; /* all, and those that have not ended or have an op in flight */
    uint32_t flights;            /* accesses that a thread may have in flight: 1 until set */
    int *owner;                  /* [core * tags + tag]: the op that waits for it */
    cores_next *next;
    void *ctx;
    struct rng rng; /* chooses tags */
    uint64_t moved_at;
    struct machine_stand_in stand_in;
};

enum cores_end { CORES_DONE, CORES_HUNG, CORES_OVERFLOW };

/* Thread t runs on core core_of[t]. Takes the place of the machine's SMs until cores_free. The
 * machine must not move in memory, nor the struct that is filled. */
void cores_init(struct cores *c, struct machine *m, struct history *h, const uint32_t *core_of,
                uint32_t n_threads, uint64_t seed);
void cores_free(struct cores *c);

/* Runs until every thread has ended and nothing is in flight. HUNG: nothing was answered for
 * `watchdog` cycles; OVERFLOW: a timestamp ran over. Then `why` says where. */
enum cores_end cores_run(struct cores *c, cores_next *next, void *ctx, uint64_t watchdog,
                         struct sbuf *why);
/* The verdict on the history so far. */
bool cores_check(const struct cores *c, struct sbuf *why);

#endif
