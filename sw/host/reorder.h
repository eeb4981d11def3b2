/*
 * A CPU out of order (cpu.h, `rob`): instructions of ssa.h are fetched in the program's order into
 * a reorder buffer, executed when what they need is there, and retired in order.
 *
 * Its clock has `speed` cycles in `of` cycles of the machine. In each of these up to `width`
 * instructions are fetched, up to `width` begin, and up to `width` retire. What LLVM has as
 * instructions and processors as parts of others takes neither (struct ssa_inst, is_free).
 *
 * A value is known once all is that it is computed from; only loads are waited for. Fetch goes on
 * over a branch whose condition is known, as if it had been predicted; where it depends on a load
 * that is not answered, fetch waits. So nothing is executed that the program does not execute, and
 * each value is one that the machine returned.
 *
 * A load begins when the addresses of all stores before it are known. Bytes that such a store
 * writes are taken from it, if it has them all; else the load waits for it. A store goes to the L1
 * when it retires. A volatile load begins when it is the oldest instruction, and no load behind it
 * before its answer. The program's own variables in memory take OWN_LATENCY.
 */
#ifndef UMBEL_SW_HOST_REORDER_H
#define UMBEL_SW_HOST_REORDER_H

#include "sw/host/program.h"

struct cpu;
struct reorder;

struct reorder *reorder_new(struct cpu *c);
void reorder_free(struct reorder *r);
/* As cpu_start, whose checks were made. */
bool reorder_start(struct cpu *c, const struct host_program *p, size_t function,
                   const struct host_value *args, size_t n, struct error *err);
/* A cycle of the machine. False and an error when the program makes one. */
bool reorder_step(struct cpu *c, struct error *err);
/* As cpu_wake, but for requests that wait to be shown. */
uint64_t reorder_wake(const struct cpu *c, uint64_t now);
/* The place of an instruction, which is the `site` of a request; 0: of the oldest one. False: there
 * is none. */
bool reorder_place(const struct cpu *c, uint64_t site, char *text, size_t size);

#endif
