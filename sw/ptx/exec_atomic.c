/* Executes atomics and fences. Atomics on shared memory are executed at once, those on global
 * memory are handed to the caller. */
#include "sw/ptx/warp.h"

#include <stdlib.h>
#include <string.h>

ATOMIC_KNOWN(10);

static int64_t extended(uint64_t v, unsigned bytes)
{
    return bytes == 4 ? (int32_t)(uint32_t)v : (int64_t)v;
}

/* The new value of the element. Bits beyond the element's bytes are undefined. */
static uint64_t result(const struct simt_access *a, uint64_t old, uint64_t v, uint64_t compare)
{
    bool less = extended(v, a->bytes) < extended(old, a->bytes);
    switch ((enum atomic_fn)a->fn) {
    case FN_ADD:
        return old + v;
    case FN_MIN:
        return less ? v : old;
    case FN_MAX:
        return less ? old : v;
    case FN_UMIN:
        return v < old ? v : old;
    case FN_UMAX:
        return v > old ? v : old;
    case FN_AND:
        return old & v;
    case FN_OR:
        return old | v;
    case FN_XOR:
        return old ^ v;
    case FN_EXCH:
        return v;
    case FN_CAS:
        return old == compare ? v : old;
    }
    abort(); /* no such function */
}

void simt_atomic(struct simt_access *a, int lane, uint8_t *place)
{
    uint64_t old = 0, v = 0;
    memcpy(&old, place, a->bytes);
    memcpy(&v, a->data[lane], a->bytes);
    uint64_t now = result(a, old, v, a->compare[lane]);
    memcpy(place, &now, a->bytes);
    memcpy(a->data[lane], &old, a->bytes);
}

/* Copies a lane's operands from the registers to the access. */
static void take_operands(struct step *s, const struct op *o, int lane)
{
    struct simt_access *a = s->access;
    size_t at = (size_t)lane * o->bytes;
    memcpy(a->data[lane], (const uint8_t *)lanes_at(s->w, o->b) + at, o->bytes);
    a->compare[lane] = 0;
    if (o->what == FN_CAS)
        memcpy(&a->compare[lane], (const uint8_t *)lanes_at(s->w, o->c) + at, o->bytes);
}

/* Executes one lane's atomic on shared memory. Called in lane order: of lanes with one address,
 * each sees the results of those before it. */
static bool at_once(struct step *s, const struct op *o, int lane, int space, uint64_t address)
{
    if (space != SPACE_SHARED)
        return warp_fault(s, 1u << lane, "atomic at 0x%llx, which is %s",
                          (unsigned long long)address,
                          space == SPACE_LOCAL   ? "local memory"
                          : space == SPACE_CONST ? "constant memory"
                                                 : "in no memory");
    if (o->space == SPACE_GENERIC)
        address -= PTX_SHARED_WINDOW;
    uint8_t *place = mem_locate(s, o, lane, SPACE_SHARED, address, "atomic");
    if (place == NULL)
        return false;
    take_operands(s, o, lane);
    simt_atomic(s->access, lane, place);
    if (o->d_bytes != 0)
        memcpy((uint8_t *)lanes_at(s->w, o->vec[0]) + (size_t)lane * o->d_bytes,
               s->access->data[lane], o->d_bytes);
    return true;
}

bool exec_atomic(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_access *a = s->access;
    uint32_t global = 0;
    a->bytes = o->bytes;
    a->kind = SIMT_ATOMIC;
    a->fresh = false;
    a->fn = o->what;
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint64_t address = mem_address(s->w, o, lane);
        int space = o->space == SPACE_GENERIC ? mem_window(address) : o->space;
        if (space != SPACE_GLOBAL) {
            if (!at_once(s, o, lane, space, address))
                return false;
            continue;
        }
        if ((address & (o->bytes - 1u)) != 0)
            return mem_bad_address(s, o, lane, SPACE_GLOBAL, address, "atomic");
        a->address[lane] = address;
        take_operands(s, o, lane);
        global |= 1u << lane;
    }
    a->lanes = global;
    return true;
}

bool exec_fence(struct step *s, const struct op *o, uint32_t mask)
{
    (void)o;
    s->access->lanes = mask;
    s->access->kind = SIMT_FENCE;
    s->access->bytes = 0;
    return true;
}
