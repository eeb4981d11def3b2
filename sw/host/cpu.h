/*
 * The timing of a CPU that runs one thread of a host program. All times are cycles. What follows is
 * of a CPU in order; reorder.h has one out of order, whose requests, answers and statistics are
 * these.
 *
 * Instructions between two accesses to the machine's buffers take ceil(instructions / width)
 * cycles of the CPU's clock. A load waits for its answer. A store does not, but each request in
 * flight has one of `misses` places, and an access that finds none free waits. Requests are shown
 * to the L1 in the program's order, one per cycle. Two accesses to one line need no other order:
 * the L1 takes requests for a line in order, as sw/sm/order.c relies on, too.
 *
 * An atomic or a fence waits for all requests before it, and for its own answer. Under `rc` a
 * release also waits for an OP_FENCE before its access, and an acquire for one behind it. A
 * function has ended when all its requests are answered.
 *
 * The program reads what the L1 answered: a load's bytes, and no others, are put where the program
 * finds them. Its stack and its constants cost no requests.
 *
 * There is no TLB: translation takes no time. An access that crosses a line is two, one after the
 * other.
 */
#ifndef UMBEL_SW_HOST_CPU_H
#define UMBEL_SW_HOST_CPU_H

#include "sw/host/program.h"
#include "sw/sm/sm.h"

struct cpu_config {
    uint32_t line_bytes; /* a power of two, 16..SM_MAX_LINE */
    uint32_t misses;     /* requests in flight, 1..CPU_MOST_MISSES; their tags are 0..misses-1 */
    uint32_t width;      /* instructions a cycle of the CPU, at least 1 */
    uint32_t speed, of;  /* cycles of the CPU in so many of the machine; 0 of 0: as many */
    uint32_t rob;        /* instructions in the reorder buffer (reorder.h); 0: in order */
    bool rc;             /* the L1 takes OP_FENCE: as in struct sm_config */
    const uint64_t *releases; /* as in struct sm_config; they must outlive the CPU */
    uint32_t n_releases;
};

enum { CPU_MOST_MISSES = 256 };

struct cpu_stats {
    uint64_t cycles; /* with a function that has not ended */
    uint64_t instructions;
    uint64_t loads, stores, atomics, fences; /* of the program, to buffers; a copy's, too */
    uint64_t lines;                          /* requests to the L1, without fences */
    /* Cycles of these that were waited: for answers of loads and atomics, for a free place, for
     * earlier requests at an atomic, a fence or the end, and for the answers of fences. In the
     * rest, instructions were executed. */
    uint64_t wait_load, wait_place, wait_fence;
    uint64_t functions; /* that have ended */
};

struct cpu;

/* NULL and an error if the host has no memory for it. */
struct cpu *cpu_new(const struct cpu_config *c, const char *name, struct error *err);
void cpu_free(struct cpu *cpu);

/* As of an SM (sm.h): allocations, and where a virtual address is. Without a range all addresses
 * are fine. */
void cpu_set_range(struct cpu *cpu, sm_range *range, void *ctx);
void cpu_set_translation(struct cpu *cpu, sm_translate *fn, void *ctx);
/* Whether the last step met a line whose page has no place, as sm_touches. */
bool cpu_touches(const struct cpu *cpu, uint64_t *address, bool *write);

/* Starts a function, in the next step; the CPU must be idle, and the program outlive it or the next
 * start. False and an error if the arguments are not the function's. */
bool cpu_start(struct cpu *cpu, const struct host_program *p, size_t function,
               const struct host_value *args, size_t n, struct error *err);
bool cpu_idle(const struct cpu *cpu);

/* One cycle at time `now`. The order within a cycle: first answers (cpu_answer), then cpu_step,
 * then cpu_sent if the L1 is ready and takes the request that cpu_wants returns. False and an error
 * when the program makes one; only cpu_free may then be called. */
bool cpu_step(struct cpu *cpu, uint64_t now, struct error *err);
/* The request that waits for the L1; unchanged until cpu_sent. NULL when there is none. */
const struct sm_request *cpu_wants(const struct cpu *cpu);
void cpu_sent(struct cpu *cpu);
/* `data` is the line for a load, as it was before for an atomic; not used for others. */
void cpu_answer(struct cpu *cpu, uint32_t tag, const uint8_t *data);

/* The first cycle >= now in which a step can change anything, as sm_wake. */
uint64_t cpu_wake(const struct cpu *cpu, uint64_t now);
const struct cpu_stats *cpu_stats(const struct cpu *cpu);

/* Where its function is: "host.cpu: norm.c:9:16: norm", of the last access, or of the loop that
 * goes on without one. False: there is no function, or it has just begun. */
bool cpu_spot(const struct cpu *cpu, char *text, size_t size);
/* For the watchdog, as sm_waiting and sm_waits_longest. */
bool cpu_waiting(const struct cpu *cpu, uint32_t i, char *text, size_t size);
bool cpu_waits_longest(const struct cpu *cpu, uint64_t *line, uint64_t *since);

#endif
