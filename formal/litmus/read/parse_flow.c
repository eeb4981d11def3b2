/* Branches of threads, and the idle loops among the loops that they close. */
#include "formal/litmus/read/parse.h"

struct litmus_inst *lit_add_branch(struct parser *p, int thread, enum litmus_op op,
                                   struct litmus_operand a, struct litmus_operand b)
{
    struct litmus_inst *branch = lit_add(p, thread, LITMUS_BRANCH);
    if (branch == NULL)
        return NULL;
    p->t->branches = true;
    branch->op = op;
    branch->operand = a;
    branch->compare = b;
    return branch;
}

void lit_invert(struct litmus_inst *branch)
{
    static const enum litmus_op opposite[] = {[LITMUS_EQ] = LITMUS_NE,
                                              [LITMUS_NE] = LITMUS_EQ,
                                              [LITMUS_LT] = LITMUS_LE,
                                              [LITMUS_LE] = LITMUS_LT};
    if (branch->op > LITMUS_NE) { /* not a < b is b <= a */
        struct litmus_operand a = branch->operand;
        branch->operand = branch->compare;
        branch->compare = a;
    }
    branch->op = opposite[branch->op];
}

/* ---- idle loops ---- */

static uint32_t reg_bit(int reg)
{
    return reg == LITMUS_NONE ? 0 : UINT32_C(1) << reg;
}

static uint32_t read_by(const struct litmus_inst *i)
{
    return reg_bit(i->operand.reg) | reg_bit(i->compare.reg) |
           (i->guarded ? reg_bit(i->guard) : 0) | reg_bit(i->address);
}

/*
 * Whether a round of the loop from instruction `from` to the branch `to`, which goes back there,
 * can be dropped without any effect but missing loads: it has no store, its other branches only
 * leave the loop, and it uses no register from the round before. A compare-and-swap or an sc counts
 * as if it failed; the code that counts rounds has to check that it did.
 */
static bool is_idle(const struct litmus_thread *t, int from, int to)
{
    uint32_t written = 0, read_first = 0;
    for (int i = from; i <= to; i++) {
        const struct litmus_inst *inst = &t->insts[i];
        bool cas = inst->kind == LITMUS_ATOMIC && inst->fn == FN_CAS;
        bool writes = (inst->kind == LITMUS_STORE && !inst->conditional) ||
                      (inst->kind == LITMUS_ATOMIC && !cas);
        bool stays = inst->kind == LITMUS_BRANCH && i != to && inst->target <= to;
        if (writes || stays)
            return false;
        uint32_t sets = reg_bit(inst->to) | reg_bit(inst->won);
        read_first |= (read_by(inst) | (inst->guarded ? sets : 0)) & ~written;
        written |= sets;
    }
    return (read_first & written) == 0;
}

/* Whether no branch outside the loop jumps into it. */
static bool is_entered_at_start(const struct litmus_thread *t, int from, int to)
{
    for (int i = 0; i < t->n_insts; i++) {
        const struct litmus_inst *inst = &t->insts[i];
        bool outside = i < from || i > to;
        if (inst->kind == LITMUS_BRANCH && outside && inst->target > from && inst->target <= to)
            return false;
    }
    return true;
}

void lit_mark_idle(struct litmus *t)
{
    for (int i = 0; i < t->n_threads; i++)
        for (int j = 0; j < t->threads[i].n_insts; j++) {
            const struct litmus_thread *th = &t->threads[i];
            struct litmus_inst *inst = &t->threads[i].insts[j];
            bool back = inst->kind == LITMUS_BRANCH && inst->target <= j;
            inst->idle =
                back && is_idle(th, inst->target, j) && is_entered_at_start(th, inst->target, j);
        }
}
