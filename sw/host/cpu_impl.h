/*
 * The parts of a CPU. The machine's side (cpu.c, requests.c) runs in steps. The program's side
 * (thread.c, hooks.c, atomics.c) runs on the coroutine, in between, and leaves it to wait.
 */
#ifndef UMBEL_SW_HOST_CPU_IMPL_H
#define UMBEL_SW_HOST_CPU_IMPL_H

#include "sw/host/coroutine.h"
#include "sw/host/cpu.h"
#include "sw/host/instance.h"
#include "sw/host/window.h"

struct reorder;

#define NEVER UINT64_MAX

enum place_state { PLACE_FREE, PLACE_QUEUED, PLACE_SHOWN, PLACE_SENT, PLACE_ANSWERED };

struct place { /* a request in flight; its number is the tag */
    enum place_state state;
    bool kept;     /* its answer is read before the place is free */
    bool physical; /* r.line is; else it is the virtual line */
    struct sm_request r;
    uint64_t since; /* the cycle in which it was shown */
    uint64_t line;  /* virtual */
    uint64_t site;
    uint8_t answer[SM_MAX_LINE];
};

enum need { NEED_NOTHING, NEED_PLACE, NEED_ALL_FREE, NEED_ANSWER };

struct cpu {
    struct cpu_config c;
    struct reorder *reorder; /* NULL: in order */
    char *name;
    struct window window;
    struct coroutine *coroutine;
    struct instance *instance; /* of the program that was started last */
    size_t function;
    struct host_value args[HOST_MOST_PARAMETERS];
    bool running, failed, started;
    uint64_t now, start;
    struct error *err; /* of the step */

    /* what the program waits for: the cycle, and the need */
    uint64_t until;
    enum need need;
    uint32_t needed; /* NEED_ANSWER: the place */

    /* requests */
    struct place *places;
    uint32_t n_free;
    uint32_t *queue; /* places that wait to be shown, a ring of `misses` */
    uint32_t queue_head, queue_len;
    bool request_up;
    uint32_t shown;

    /* the program's side */
    uint64_t instructions; /* not yet charged */
    uint64_t site;         /* of the current hook */
    bool storing, loaded;  /* the last hook announced a store, a load */
    uint64_t address;      /* of that, virtual */
    uint32_t bytes;
    uint64_t range_start, range_end; /* the allocation of the last access */

    sm_range *range;
    void *range_ctx;
    sm_translate *translate;
    void *translate_ctx;
    bool touches, touches_to_write;
    uint64_t touched;
    struct cpu_stats stats;
};

/* ---- cpu.c ---- */

/* The function has ended: it is counted, with its cycles. */
void cpu_end_function(struct cpu *c);

/* ---- accesses that no buffer holds, as both kinds of CPU tell of them: of a load or a store, its
 * bytes and address ---- */

#define ACCESS_BESIDE                                                                              \
    "%s of %llu bytes at 0x%llx: no buffer holds it; check the indices against the sizes of the "  \
    "buffers"
#define ACCESS_ELSEWHERE "%s of %llu bytes at address 0x%llx, which is no buffer's: %s"

/* Below it addresses are of a pointer that is null. */
enum { ACCESS_NEAR_NULL = 0x1000 };

/* What to look at, the last word of ACCESS_ELSEWHERE. */
static inline const char *access_advice(uint64_t address)
{
    return address < ACCESS_NEAR_NULL ? "is its pointer null?"
                                      : "where does its pointer come from?";
}

/* ---- requests.c ---- */

/* Takes a free place; there must be one. Its request is empty, and has its tag. */
uint32_t place_take(struct cpu *c, enum msg_op op, uint64_t line);
void place_free(struct cpu *c, uint32_t place);
/* Queues a place for the L1. */
void place_queue(struct cpu *c, uint32_t place);
/* Shows the first of the queue, if there is one that can be. */
void requests_show(struct cpu *c);

/* ---- thread.c ---- */

/* The coroutine's body: the function from its start to its last answer. */
void thread_body(void *cpu);
extern const struct host_hooks thread_hooks;

/* Ends the program with an error, whose place is the hook's. Does not return. */
_Noreturn void thread_fail(struct cpu *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* At the start of each hook: counts the instructions, sends the store before. */
void thread_enter(struct cpu *c, uint64_t site);
/* The cycles of the instructions since the last access pass. */
void thread_charge(struct cpu *c);
/* Whether [host, host + bytes) is the program's own memory. Else its virtual address, which a
 * buffer holds; or the end of the program. */
bool thread_is_own(struct cpu *c, uint64_t host, uint64_t bytes, bool write, uint64_t *address);
/* Whether a buffer holds [address, address + bytes). */
bool thread_holds(struct cpu *c, uint64_t address, uint64_t bytes);
/* Wait for a free place; for all requests. */
void thread_wait_place(struct cpu *c);
void thread_wait_all(struct cpu *c);
/* Waits for an answer, counts the cycles in `waited`, and frees the place. */
void thread_wait_answer(struct cpu *c, uint32_t place, uint64_t *waited);
/* Loads and stores of a buffer's bytes, line by line. A load may be one that no copy answers. */
void thread_load(struct cpu *c, uint64_t address, uint32_t bytes, bool fresh, uint8_t *to);
void thread_store(struct cpu *c, uint64_t address, uint32_t bytes, const uint8_t *from);

/* ---- hooks.c, atomics.c: the hooks ---- */

void hook_access(void *cpu, uint64_t host, uint64_t what, uint64_t site);
void *hook_copy(void *cpu, void *to, const void *from, uint64_t bytes, uint64_t site);
void *hook_fill(void *cpu, void *to, int value, uint64_t bytes, uint64_t site);
uint64_t hook_atomic(void *cpu, uint64_t what, uint64_t a, uint64_t x, uint64_t y, uint64_t z,
                     uint64_t site);
/* An atomic on the program's own memory. Shared with plain.c. */
uint64_t atomic_here(uint64_t what, uint64_t a, uint64_t x, uint64_t y);

#endif
