/*
 * Cores: threads that take the place of a machine's SMs and send requests to its L1s directly. A
 * history records every request and answer. A thread has one access in flight, or up to `flights`;
 * the test chooses each access. A fence is sent when the thread has nothing in flight, and the
 * thread's next access waits for the fence's answer. If the machine has directories (hmg), the
 * fence first releases to every bank, with a store of no bytes to each; all of them are answered
 * before it is sent.
 */
#ifndef UMBEL_TESTS_SUPPORT_CORES_H
#define UMBEL_TESTS_SUPPORT_CORES_H

#include "harness/machine/machine.h"
#include "sw/util/rng.h"
#include "tests/support/history.h"

struct access {
    enum op_kind kind;
    int line;                       /* index of the history's line */
    bool wide;                      /* see struct op */
    uint8_t mask[HISTORY_LINE / 8]; /* bytes that it writes */
    uint8_t compare[HISTORY_LINE];  /* a swap's compare value, at the bytes of its element */
    uint32_t label;                 /* see struct op */
    uint64_t wait;                  /* cycles by which it is delayed */
};

/* Fills in a thread's next access; false: the thread has ended. */
typedef bool cores_next(void *ctx, uint32_t thread, struct access *a);

struct cores_thread {
    uint32_t core;
    bool ended, waits; /* waits: `next` has not been sent */
    struct access next;
    uint64_t from;                /* first cycle in which `next` may be sent */
    uint32_t in_flight;           /* number of its ops in flight */
    uint32_t released, releasing; /* stores of no bytes before its fence: sent, and in flight */
};

/* Something else that happens while the cores run. */
struct cores_beside {
    void *ctx;
    void (*step)(void *ctx);                        /* in every cycle, before requests */
    bool (*busy)(void *ctx);                        /* cores_run is not to return yet */
    bool (*may)(void *ctx, const struct access *a); /* the access may be sent now */
};

struct cores {
    struct machine *machine;
    struct history *history;
    struct cores_thread *threads;
    uint32_t n_threads, running; /* all, and those that have not ended or have an op in flight */
    uint32_t flights;            /* accesses that a thread may have in flight; 1 by default */
    int *owner;                  /* [core * tags + tag]: the op in flight under that tag */
    cores_next *next;
    void *ctx;
    struct rng rng; /* chooses tags */
    uint64_t moved_at;
    const struct cores_beside *beside; /* NULL: nothing */
    struct machine_stand_in stand_in;
};

enum cores_end { CORES_DONE, CORES_HUNG, CORES_OVERFLOW };

/* Thread t runs on core core_of[t]. The cores replace the machine's SMs until cores_free. Until
 * then neither *c nor *m may move in memory. */
void cores_init(struct cores *c, struct machine *m, struct history *h, const uint32_t *core_of,
                uint32_t n_threads, uint64_t seed);
void cores_free(struct cores *c);

/* Runs until every thread has ended and nothing is in flight, or the history is wrong (DONE: call
 * cores_check). HUNG: no answer for `watchdog` cycles, or a monitor failed; OVERFLOW: a timestamp
 * ran over. For these two `why` says where. */
enum cores_end cores_run(struct cores *c, cores_next *next, void *ctx, uint64_t watchdog,
                         struct sbuf *why);
/* The verdict on the history so far. */
bool cores_check(const struct cores *c, struct sbuf *why);

#endif
