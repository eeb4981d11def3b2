/*
 * A host program that is loaded: a copy of its own for each CPU, so that several can run at a time.
 *
 * Before each access to memory the program calls a hook, on its own stack. `what` is the number of
 * bytes and HOOK_*; for an atomic, with enum host_atomic above the bytes. `site` is the address
 * behind the call (instance_place).
 *
 * The program counts its instructions; instance_instructions takes the count. After HOOK_PATIENCE
 * instructions without an access it calls the hook with HOOK_OVERRUN, so that no loop goes on
 * unseen.
 */
#ifndef UMBEL_SW_HOST_INSTANCE_H
#define UMBEL_SW_HOST_INSTANCE_H

#include "sw/host/program.h"

enum { HOOK_BYTES = 0xff, HOOK_WRITE = 0x100, HOOK_VOLATILE = 0x200, HOOK_OVERRUN = 0x400 };
enum { HOOK_PATIENCE = 100000 };

/* Above HOOK_BYTES in the `what` of an atomic. Its operands a, x, y, z are the arguments that
 * clang's __tsan_atomic functions have, in their order. */
enum host_atomic {
    HOST_ATOMIC_LOAD = 0x100,
    HOST_ATOMIC_STORE = 0x200,
    HOST_ATOMIC_EXCHANGE = 0x300,
    HOST_ATOMIC_ADD = 0x400,
    HOST_ATOMIC_SUB = 0x500,
    HOST_ATOMIC_AND = 0x600,
    HOST_ATOMIC_OR = 0x700,
    HOST_ATOMIC_XOR = 0x800,
    HOST_ATOMIC_CAS = 0x900,
    HOST_ATOMIC_FENCE = 0xa00
};

struct host_hooks {
    void (*access)(void *ctx, uint64_t address, uint64_t what, uint64_t site);
    void *(*copy)(void *ctx, void *to, const void *from, uint64_t bytes, uint64_t site);
    void *(*fill)(void *ctx, void *to, int value, uint64_t bytes, uint64_t site);
    /* Returns the old value, of loads too. */
    uint64_t (*atomic)(void *ctx, uint64_t what, uint64_t a, uint64_t x, uint64_t y, uint64_t z,
                       uint64_t site);
};

struct instance;

/* `ctx` is given to the hooks. NULL and an error on failure. */
struct instance *instance_new(const struct host_program *p, const struct host_hooks *hooks,
                              void *ctx, struct error *err);
void instance_free(struct instance *in);
const struct host_program *instance_program(const struct instance *in);

/* Calls a function, which host_takes; `base` is added to the addresses of buffers. */
void instance_call(struct instance *in, size_t function, const struct host_value *args,
                   uint64_t base);
/* The instructions since the last call of this. */
uint64_t instance_instructions(struct instance *in);
/* Whether an address is in the program's code and constants. */
bool instance_holds(const struct instance *in, uint64_t address);
/* "update.c:12:5: update", of the instruction before an address in the code. */
void instance_place(const struct instance *in, uint64_t site, char *text, size_t size);

#endif
