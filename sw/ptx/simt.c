/* One step of a warp: dispatch of lane functions and execution functions; branches and exits. */
#include "sw/ptx/simt.h"

#include "sw/ptx/warp.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum simt_state simt_state(const struct simt_warp *warp)
{
    return warp->state;
}

const struct ptx_inst *simt_next(const struct simt_warp *warp)
{
    return &kernel_of(warp->cta->grid.kernel)->insts[warp->pc];
}

uint32_t simt_pc(const struct simt_warp *warp)
{
    return warp->pc;
}

uint32_t simt_active(const struct simt_warp *warp)
{
    return warp->active;
}

/* Names of templates' kernels have hundreds of letters; the line is worth more than all of them. */
enum { MOST_OF_NAME = 72 };

const char *simt_where(const struct simt_warp *warp, const struct ptx_inst *inst, int lane,
                       char *text, size_t size)
{
    const struct simt_cta *cta = warp->cta;
    const char *name = cta->grid.kernel->name;
    char line[160];
    int shown = strlen(name) > MOST_OF_NAME ? MOST_OF_NAME : (int)strlen(name);
    snprintf(text, size, "kernel %.*s%s, %s, CTA (%u,%u,%u), thread (%u,%u,%u)", shown, name,
             name[shown] != '\0' ? "..." : "", ptx_line(inst, line, sizeof line), cta->at.x,
             cta->at.y, cta->at.z, warp->tid[0][lane], warp->tid[1][lane], warp->tid[2][lane]);
    return text;
}

bool warp_fault(struct step *s, uint32_t lanes, const char *fmt, ...)
{
    char where[256], what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    int lane = lanes != 0 ? __builtin_ctz(lanes) : 0;
    return error_set(s->err, "%s: %s", simt_where(s->w, simt_next(s->w), lane, where, sizeof where),
                     what);
}

/* Executes a lane function for some lanes only: to a scratch copy, which is blended in. */
static void masked(struct simt_warp *w, const struct op *o, uint32_t mask)
{
    _Alignas(64) uint8_t result[LANES64_BYTES];
    o->lanes(result, lanes_at(w, o->a), lanes_at(w, o->b), lanes_at(w, o->c), lanes_at(w, o->e));
    (o->d_bytes == 8 ? w->isa->blend64 : w->isa->blend32)(lanes_at(w, o->d), result, mask);
}

/* Not inlined, so that the common path of simt_step needs no stack frame for it. */
static __attribute__((noinline)) bool settle(struct simt_warp *w, struct simt_access *access,
                                             struct error *err)
{
    struct step s = {.w = w, .access = access, .err = err};
    /* The lanes of a warp at a barrier stay where they are until it opens. */
    return w->state == SIMT_BARRIER || warp_settle(&s);
}

bool simt_step(struct simt_warp *w, struct simt_access *access, struct error *err)
{
    const struct op *o = &w->ops[w->pc];
    uint32_t mask = w->active & (w->preds[o->guard] ^ o->guard_not);
    access->lanes = 0;
    if (o->exec == NULL) {
        if (mask == UINT32_MAX)
            o->lanes(lanes_at(w, o->d), lanes_at(w, o->a), lanes_at(w, o->b), lanes_at(w, o->c),
                     lanes_at(w, o->e));
        else if (mask != 0)
            masked(w, o, mask);
        w->pc++;
    } else {
        struct step s = {.w = w, .access = access, .err = err};
        if (!o->exec(&s, o, mask))
            return false;
        w->pc += !s.jumped;
    }
    return w->pc != w->join || settle(w, access, err);
}

bool exec_branch(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    uint32_t from = w->pc;
    s->jumped = true;
    if (mask != 0 && mask != w->active) {
        group_split(w, o, mask);
        return true;
    }
    w->pc = mask == 0 ? from + 1 : o->target;
    /* A jump back while other lanes are elsewhere: it may be spinning. */
    if (w->pc <= from && w->active != w->live) {
        if (w->pc == w->join)
            w->back = true;
        else
            group_jumped_back(w, from);
    }
    return true;
}

bool exec_exit(struct step *s, const struct op *o, uint32_t mask)
{
    (void)o;
    struct simt_warp *w = s->w;
    w->live &= ~mask;
    w->active &= ~mask;
    w->jumps = 0;
    w->pc++;
    s->jumped = true;
    return w->active != 0 || warp_settle(s);
}
