/* Reads barriers in PTX, and checks that each thread of a test passes the same ones. */
#include "formal/litmus/read/parse_ptx.h"

enum { BARRIERS = 16 }; /* per CTA, by the PTX ISA */

static const char forms[] =
    "there are bar.sync N, barrier.sync N and barrier.sync.aligned N, maybe "
    "with .cta, for all threads of a CTA";

bool ptx_barrier(struct parser *p, const struct ptx_mnemonic *m, int thread,
                 struct ptx_barriers *all)
{
    struct scan *l = &p->scan;
    unsigned kinds = PTX_BIT(PTX_DETAIL) | PTX_BIT(PTX_SCOPE);
    if (ptx_is(m, "barrier"))
        kinds |= PTX_BIT(PTX_ALIGNMENT);
    int scope = m->says[PTX_SCOPE];
    if (ptx_has(m, "arrive"))
        return ptx_wrong(m,
                         "a thread that arrives does not wait, which no barrier here can do; take "
                         ".sync");
    if (!ptx_has_only(m, kinds) || m->says[PTX_DETAIL] != PTX_SYNC ||
        (scope != PTX_NO_SCOPE && scope != PTX_CTA))
        return ptx_wrong(m, forms);
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_BARRIER);
    if (inst == NULL)
        return false;
    if (l->kind != SCAN_NUMBER || l->number >= BARRIERS)
        return scan_error(l, "a barrier's number, 0 to %d, must stand here, not %s", BARRIERS - 1,
                          scan_show(l).text);
    inst->operand = lit_constant(l->number);
    all->list[all->n++] = (struct ptx_barrier){m->at, thread, p->t->threads[thread].n_insts - 1};
    p->t->barriers = true;
    if (!scan_next(l))
        return false;
    if (scan_is(l, ","))
        return scan_error(l, "a barrier for a count of threads is not understood; without the "
                             "count it is for all threads of the CTA");
    return true;
}

static const struct litmus_inst *inst_of(const struct litmus *t, const struct ptx_barrier *b)
{
    return &t->threads[b->thread].insts[b->inst];
}

/* Refuses branches that jump across a barrier, forward or back. */
static bool no_branch_around(const struct litmus *t, const struct ptx_barrier *b)
{
    for (int i = 0; i < t->threads[b->thread].n_insts; i++) {
        const struct litmus_inst *inst = &t->threads[b->thread].insts[i];
        bool crosses = i < b->inst ? inst->target > b->inst : inst->target <= b->inst;
        if (inst->kind == LITMUS_BRANCH && crosses)
            return scan_error(&b->at,
                              "a branch of P%d goes past this barrier, or back to before it; a "
                              "barrier must be passed exactly once",
                              b->thread);
    }
    return true;
}

/* Barrier number `k` of a thread, counted from 0; or NULL. */
static const struct ptx_barrier *find(const struct ptx_barriers *all, int thread, int k)
{
    for (int i = 0; i < all->n; i++)
        if (all->list[i].thread == thread && k-- == 0)
            return &all->list[i];
    return NULL;
}

/* Checks that a thread's barriers are those of P0. The list has each thread's barriers in program
 * order, since rows are read from the top down. */
static bool as_of_first(const struct litmus *t, const struct ptx_barriers *all, int thread)
{
    for (int k = 0;; k++) {
        const struct ptx_barrier *a = find(all, 0, k), *b = find(all, thread, k);
        if (a == NULL && b == NULL)
            return true;
        if (a == NULL || b == NULL)
            return scan_error(a != NULL ? &a->at : &b->at,
                              "P%d passes this barrier, and P%d has none to meet it; all threads "
                              "must pass the same barriers",
                              a != NULL ? 0 : thread, a != NULL ? thread : 0);
        if (inst_of(t, a)->operand.value != inst_of(t, b)->operand.value)
            return scan_error(&b->at,
                              "P%d comes to barrier %u here, and P0 to barrier %u; all threads "
                              "must pass the same barriers in the same order",
                              thread, (unsigned)inst_of(t, b)->operand.value,
                              (unsigned)inst_of(t, a)->operand.value);
    }
}

bool ptx_barriers_meet(const struct litmus *t, const struct ptx_barriers *all)
{
    for (int i = 0; i < all->n; i++)
        if (!no_branch_around(t, &all->list[i]))
            return false;
    for (int i = 1; i < t->n_threads; i++)
        if (!as_of_first(t, all, i))
            return false;
    return true;
}
