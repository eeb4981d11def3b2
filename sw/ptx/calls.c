/* What a kernel's calls need once all its functions are read: the frames of callers, which
 * functions are recursive, how deep the stack gets. */
#include "sw/ptx/parse.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

static bool may_call(const struct build *b, size_t site, size_t callee)
{
    int named = b->sites[site].callee;
    if (named == CALL_BY_ADDRESS)
        return b->callees[callee].taken;
    return named == (int)callee;
}

/* Marks the functions that are above `from` on a stack. */
static void reach(const struct build *b, int from, bool *reached)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t s = 0; s < b->n_sites; s++) {
            int owner = b->site_at[s].owner;
            if (owner != from && (owner < 0 || !reached[owner]))
                continue;
            for (size_t i = 0; i < b->n_callees; i++)
                if (may_call(b, s, i) && !reached[i])
                    reached[i] = more = true;
        }
    }
}

static bool find_recursion(struct build *b)
{
    bool any = false, *reached = xcalloc(b->n_callees + 1, sizeof *reached);
    for (size_t i = 0; i < b->n_callees; i++) {
        memset(reached, 0, b->n_callees);
        reach(b, (int)i, reached);
        b->callees[i].recursive = reached[i];
        any = any || reached[i];
    }
    free(reached);
    return any;
}

/* The deepest stack above a caller, in bytes. depth[i]: of function i with all above it. */
static uint64_t above(const struct build *b, int owner, const uint64_t *depth)
{
    uint64_t most = 0;
    for (size_t s = 0; s < b->n_sites; s++)
        for (size_t i = 0; b->site_at[s].owner == owner && i < b->n_callees; i++)
            if (may_call(b, s, i) && depth[i] > most)
                most = depth[i];
    return most;
}

/* Without recursion the stack has at most one frame of each function. */
static uint64_t deepest(const struct build *b)
{
    uint64_t *depth = xcalloc(b->n_callees + 1, sizeof *depth);
    for (size_t round = 0; round < b->n_callees; round++)
        for (size_t i = 0; i < b->n_callees; i++)
            depth[i] = b->callees[i].frame_bytes + above(b, (int)i, depth);
    uint64_t most = above(b, -1, depth);
    free(depth);
    return most;
}

bool call_fits(const struct call_site *site, const struct callee *f)
{
    bool same = site->n_args == f->n_params && site->result.bytes == f->result.bytes;
    for (int i = 0; same && i < f->n_params; i++)
        same = site->args[i].bytes == f->params[i].bytes;
    return same;
}

static bool check_sites(struct parser *p, uint32_t frame)
{
    struct build *b = &p->b;
    for (size_t s = 0; s < b->n_sites; s++) {
        struct call_site *site = &b->sites[s];
        const struct site_at *at = &b->site_at[s];
        site->frame_bytes = at->owner < 0 ? frame : b->callees[at->owner].frame_bytes;
        p->source = at->source;
        if (site->callee >= 0 && !call_fits(site, &b->callees[site->callee]))
            return fail(p, &at->at, "the parameters of this call are not those of '%s'",
                        b->callees[site->callee].name);
    }
    return true;
}

/* A load that is under way must not write a register that is saved, or has been restored. */
static void mark_drains(struct build *b)
{
    for (size_t i = 0; i < b->n; i++) {
        const struct op *o = &b->ops[i];
        b->insts[i].drains = o->exec == exec_return;
        for (size_t f = 0; o->exec == exec_call && f < b->n_callees; f++)
            if (may_call(b, o->target, f) && b->callees[f].recursive)
                b->insts[i].drains = true;
    }
}

bool calls_finish(struct parser *p)
{
    struct build *b = &p->b;
    struct kernel *k = b->k;
    if (b->n_sites == 0)
        return true;
    for (size_t i = 0; i < b->n_callees; i++)
        b->callees[i].taken = b->called[i]->function->taken;
    uint64_t frame = align_up(b->kernel_frame, FRAME_ALIGN);
    if (!check_sites(p, (uint32_t)frame))
        return false;
    k->recursive = find_recursion(b);
    uint64_t stack = frame + (k->recursive ? 0 : deepest(b));
    if (stack > MAX_LOCAL)
        return fail(p, &b->site_at[0].at, "a thread's stack is larger than %d bytes", MAX_LOCAL);
    k->pub.local_bytes = (uint32_t)stack;
    if (k->recursive)
        mark_drains(b);
    return true;
}
