/* Executes calls and returns. An activation's frame lies in the thread's local memory, above that
 * of its caller; meetings.c says how lanes in several functions go on. */
#include "sw/ptx/warp.h"

#include <string.h>

static const struct callee *function_at(const struct kernel *k, uint64_t address)
{
    for (int i = 0; i < k->n_callees; i++)
        if (k->callees[i].address == address)
            return &k->callees[i];
    return NULL;
}

/* The lanes that call the same function as the first one. */
static uint32_t same_target(const uint64_t *address, uint32_t mask)
{
    uint64_t first = address[__builtin_ctz(mask)];
    uint32_t same = 0;
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        same |= address[lane] == first ? 1u << lane : 0u;
    }
    return same;
}

static uint8_t *local_of(const struct simt_warp *w, int lane)
{
    return w->local + (size_t)lane * w->cta->local_bytes;
}

static void pass(uint8_t *local, uint64_t to, struct piece into, uint64_t from, struct piece out)
{
    memcpy(local + to + into.offset, local + from + out.offset, into.bytes);
}

/* Copies the parameters of one lane to the callee's frame. */
static bool enter_lane(struct step *s, const struct callee *f, const struct call_site *site,
                       int lane, uint64_t from, uint64_t *frame)
{
    struct simt_warp *w = s->w;
    *frame = from + site->frame_bytes;
    if (*frame + f->frame_bytes > w->cta->local_bytes)
        return warp_fault(s, 1u << lane,
                          "the stack of %u bytes is full at a call of '%s': raise "
                          "cudaLimitStackSize, or recurse less deeply",
                          w->cta->local_bytes, f->name);
    for (int i = 0; i < f->n_params; i++)
        pass(local_of(w, lane), *frame, f->params[i], from, site->args[i]);
    return true;
}

static bool enter(struct step *s, const struct op *o, const struct callee *f, uint32_t mask)
{
    struct simt_warp *w = s->w;
    const struct call_site *site = &kernel_of(w->cta->grid.kernel)->sites[o->target];
    const uint64_t *from = lanes_at(w, o->a);
    uint64_t frame[LANES] = {0};
    for (uint32_t m = mask; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        if (!enter_lane(s, f, site, lane, from[lane], &frame[lane]))
            return false;
    }
    if (mask != w->active)
        group_divide(w, w->active & ~mask);
    group_call(w, f, site, w->pc + 1);
    w->isa->blend64(lanes_at(w, f->frame), frame, mask);
    w->pc = f->entry;
    s->jumped = true;
    return true;
}

bool exec_call(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    const struct kernel *k = kernel_of(w->cta->grid.kernel);
    const struct call_site *site = &k->sites[o->target];
    if (site->callee >= 0)
        return enter(s, o, &k->callees[site->callee], mask);
    const uint64_t *address = lanes_at(w, o->b);
    uint64_t target = address[__builtin_ctz(mask)];
    const struct callee *f = function_at(k, target);
    if (f == NULL || !call_fits(site, f))
        return warp_fault(s, mask, "a call of 0x%llx, %s", (unsigned long long)target,
                          f == NULL ? "where no function of this file is"
                                    : "whose function has other parameters");
    return enter(s, o, f, same_target(address, mask));
}

bool exec_return(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    if (mask == 0)
        return true;
    const struct meeting *m = group_frame(w);
    const uint64_t *frame = lanes_at(w, o->a);
    for (uint32_t lanes = mask; m->site->result.bytes > 0 && lanes != 0; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        pass(local_of(w, lane), frame[lane] - m->site->frame_bytes, m->site->result, frame[lane],
             m->callee->result);
    }
    group_return(w, mask);
    w->pc++;
    s->jumped = true;
    return w->active != 0 || warp_settle(s);
}
