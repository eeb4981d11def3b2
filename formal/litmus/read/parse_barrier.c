/*
 * Reads barriers in PTX. The ISA has "bar.sync NUMBER, COUNT"; public collections of tests have
 * "bar.cta.sync NUMBER, NAME, COUNT". README.md says what they mean.
 */
#include "formal/litmus/read/parse_ptx.h"

enum {
    NUMBERS = 16, /* of barriers of a CTA, by the PTX ISA */
    WARP = 32,    /* a thread of a test counts as a warp */
    MOST_THREADS = 1024
};

static const char forms[] =
    "there are bar.sync N, barrier.sync N and barrier.sync.aligned N, maybe with .cta and "
    "a count of threads";

static bool count(struct scan *l, struct litmus_inst *inst)
{
    uint64_t n = l->kind == SCAN_NUMBER ? l->number : 0;
    if (n == 0 || n > MOST_THREADS || (n > WARP && n % WARP != 0))
        return scan_error(l,
                          "a count of threads, below %d, or of as many warps, a multiple of %d up "
                          "to %d, must stand here, not %s",
                          WARP, WARP, MOST_THREADS, scan_show(l).text);
    inst->count = (unsigned)(n < WARP ? n : n / WARP);
    return scan_next(l);
}

/* What follows the number, behind a comma. `named`: it may be a name. */
static bool name_or_count(struct parser *p, int thread, struct litmus_inst *inst, bool named)
{
    struct scan *l = &p->scan, after = *l;
    struct litmus_operand name;
    bool number = after.kind == SCAN_NUMBER, last = number && scan_next(&after);
    last = last && !scan_is(&after, ",");
    if (last && (!named || l->number >= NUMBERS))
        return count(l, inst);
    if (!number && !named)
        return count(l, inst);
    if (!lit_operand(p, thread, &name))
        return false;
    inst->compare = name;
    inst->quorum = scan_took(l, ",");
    return !inst->quorum ? !error_is_set(l->err) : count(l, inst);
}

static bool keep(struct ptx_barriers *all, const struct ptx_mnemonic *m, int thread, int inst)
{
    int n = 0;
    for (int i = 0; i < all->n; i++)
        n += all->list[i].thread == thread;
    all->list[all->n++] = (struct ptx_barrier){m->at, thread, inst};
    return n < LITMUS_BARRIERS ||
           scan_error(&m->at, "a thread has no more than %d barriers; leave some out",
                      LITMUS_BARRIERS);
}

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
    if (l->kind != SCAN_NUMBER || l->number >= NUMBERS)
        return scan_error(l, "a barrier's number, 0 to %d, must stand here, not %s", NUMBERS - 1,
                          scan_show(l).text);
    inst->operand = lit_constant(l->number);
    inst->compare = lit_constant(LITMUS_UNNAMED);
    p->t->barriers = true;
    bool named = ptx_is(m, "bar") && scope == PTX_CTA;
    return scan_next(l) && keep(all, m, thread, p->t->threads[thread].n_insts - 1) &&
           (!scan_took(l, ",") || name_or_count(p, thread, inst, named)) && !error_is_set(l->err);
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

/* The value of a register throughout, if constants that it begins with set it and nothing else
 * does; a name in such a register is as good as a number. */
static void settle(struct litmus_thread *t, struct litmus_operand *name)
{
    uint64_t value = 0;
    bool begins = true;
    for (int i = 0; name->reg != LITMUS_NONE && i < t->n_insts; i++) {
        const struct litmus_inst *inst = &t->insts[i];
        bool fixed = inst->kind == LITMUS_MOVE && inst->operand.reg == LITMUS_NONE;
        begins = begins && fixed && !inst->guarded;
        if (inst->to != name->reg && inst->won != name->reg)
            continue;
        if (!begins)
            return;
        value = inst->operand.value;
    }
    if (name->reg != LITMUS_NONE)
        *name = lit_constant(value);
}

bool ptx_barriers_end(struct litmus *t, const struct ptx_barriers *all)
{
    for (int i = 0; i < all->n; i++) {
        const struct ptx_barrier *b = &all->list[i];
        if (!no_branch_around(t, b))
            return false;
        settle(&t->threads[b->thread], &t->threads[b->thread].insts[b->inst].compare);
    }
    return true;
}
