/*
 * Atomics and fences. Each waits for all requests before it and for its own answer, whatever its
 * order: that is all that a processor whose atomics are locked has. What the order adds are
 * OP_FENCEs, by which the L1s of `rc` learn of it, as for an SM (sw/sm/order.c).
 */
#include "sw/host/cpu_impl.h"

#include "gen/proto/atomic.h"

#include <string.h>

ATOMIC_KNOWN(10);

/* Orders as clang numbers them. */
enum { RELAXED, CONSUME, ACQUIRE, RELEASE, BOTH, SEQUENTIAL };

static bool acquires(uint64_t order)
{
    return order == CONSUME || order == ACQUIRE || order == BOTH || order == SEQUENTIAL;
}

static bool releases(uint64_t order)
{
    return order == RELEASE || order == BOTH || order == SEQUENTIAL;
}

static void send_fence(struct cpu *c)
{
    uint32_t place = place_take(c, OP_FENCE, 0);
    c->places[place].kept = true;
    place_queue(c, place);
    thread_wait_answer(c, place, &c->stats.wait_fence);
}

/* With directories, a store of no bytes to each before the L1 drops its copies. */
static void tell_directories(struct cpu *c)
{
    for (uint32_t i = 0; i < c->c.n_releases; i++) {
        thread_wait_place(c);
        uint32_t place = place_take(c, OP_STORE, c->c.releases[i]);
        c->places[place].r.fn = MSG_FN_RELEASE;
        c->places[place].physical = true;
        place_queue(c, place);
    }
    thread_wait_all(c);
}

static void before(struct cpu *c, uint64_t order)
{
    thread_charge(c);
    thread_wait_all(c);
    if (c->c.rc && releases(order)) {
        tell_directories(c);
        send_fence(c);
    }
}

static void behind(struct cpu *c, uint64_t order)
{
    thread_wait_all(c);
    if (c->c.rc && acquires(order))
        send_fence(c);
}

static uint64_t fence(struct cpu *c, uint64_t order)
{
    if (order == RELAXED)
        return 0;
    c->stats.fences++;
    thread_charge(c);
    thread_wait_all(c);
    if (c->c.rc && releases(order))
        tell_directories(c);
    if (c->c.rc)
        send_fence(c);
    return 0;
}

/* The request's function, and the operand for it. */
static uint32_t function_of(uint64_t op, uint64_t *operand)
{
    switch ((enum host_atomic)op) {
    case HOST_ATOMIC_SUB:
        *operand = 0 - *operand;
        return FN_ADD;
    case HOST_ATOMIC_ADD:
        return FN_ADD;
    case HOST_ATOMIC_AND:
        return FN_AND;
    case HOST_ATOMIC_OR:
        return FN_OR;
    case HOST_ATOMIC_XOR:
        return FN_XOR;
    case HOST_ATOMIC_CAS:
        return FN_CAS;
    default:
        return FN_EXCH;
    }
}

/* `compare` is the operand of a compare-exchange, and `v` then what it writes. */
static uint64_t change(struct cpu *c, uint64_t address, uint32_t bytes, uint64_t op,
                       uint64_t compare, uint64_t v)
{
    uint32_t fn = function_of(op, &v), at = (uint32_t)(address % c->c.line_bytes);
    uint64_t old = 0;
    c->stats.atomics++;
    uint32_t place = place_take(c, OP_ATOMIC, address / c->c.line_bytes);
    struct sm_request *r = &c->places[place].r;
    r->fn = fn + (bytes == 8 ? (uint32_t)ATOMIC_WIDE : 0);
    memcpy(r->data + at, &v, bytes);
    if (fn == FN_CAS)
        memcpy(r->data + (at ^ bytes), &compare, bytes);
    for (uint32_t i = at; i < at + bytes; i++)
        r->mask[i / 8] |= (uint8_t)(1U << i % 8);
    c->places[place].kept = true;
    place_queue(c, place);
    thread_wait_answer(c, place, &c->stats.wait_load);
    memcpy(&old, c->places[place].answer + at, bytes);
    return old;
}

uint64_t hook_atomic(void *cpu, uint64_t what, uint64_t a, uint64_t x, uint64_t y, uint64_t z,
                     uint64_t site)
{
    struct cpu *c = cpu;
    uint32_t bytes = what & HOOK_BYTES;
    uint64_t op = what & ~(uint64_t)HOOK_BYTES, address, old = 0;
    thread_enter(c, site);
    if (op == HOST_ATOMIC_FENCE)
        return fence(c, (uint32_t)a);
    if (thread_is_own(c, a, bytes, op != HOST_ATOMIC_LOAD, &address))
        return atomic_here(what, a, x, y);
    if (address % bytes != 0)
        thread_fail(c, "atomic of %u bytes at 0x%llx, which is not a multiple of %u", bytes,
                    (unsigned long long)address, bytes);
    bool load = op == HOST_ATOMIC_LOAD, cas = op == HOST_ATOMIC_CAS;
    uint64_t order = (uint32_t)(load ? x : cas ? z : y);
    before(c, order);
    if (load)
        thread_load(c, address, bytes, true, (uint8_t *)&old);
    else if (op == HOST_ATOMIC_STORE)
        thread_store(c, address, bytes, (const uint8_t *)&x);
    else
        old = change(c, address, bytes, op, x, cas ? y : x);
    behind(c, order);
    return old;
}

/* ---- on memory of this process ---- */

static uint64_t computed(uint64_t op, uint64_t old, uint64_t x, uint64_t y, uint32_t bytes)
{
    uint64_t all = bytes == 8 ? ~UINT64_C(0) : (UINT64_C(1) << 8 * bytes) - 1;
    switch ((enum host_atomic)op) {
    case HOST_ATOMIC_ADD:
        return old + x;
    case HOST_ATOMIC_SUB:
        return old - x;
    case HOST_ATOMIC_AND:
        return old & x;
    case HOST_ATOMIC_OR:
        return old | x;
    case HOST_ATOMIC_XOR:
        return old ^ x;
    case HOST_ATOMIC_CAS:
        return ((old ^ x) & all) == 0 ? y : old;
    case HOST_ATOMIC_LOAD:
        return old;
    default:
        return x;
    }
}

uint64_t atomic_here(uint64_t what, uint64_t a, uint64_t x, uint64_t y)
{
    uint32_t bytes = what & HOOK_BYTES;
    uint64_t op = what & ~(uint64_t)HOOK_BYTES, old = 0;
    void *at = (void *)(uintptr_t)a;
    memcpy(&old, at, bytes);
    uint64_t now = computed(op, old, x, y, bytes);
    if (op != HOST_ATOMIC_LOAD)
        memcpy(at, &now, bytes);
    return old;
}
