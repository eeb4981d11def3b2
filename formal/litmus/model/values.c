/* Computes the values in a candidate by executing its threads until no more become known. */
#include "formal/litmus/model/impl.h"

#include <string.h>

bool event_is_cas(const struct event *e)
{
    return e->inst->kind == LITMUS_ATOMIC && e->inst->fn == FN_CAS;
}

static struct value operand(const struct value *regs, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? (struct value){true, o->value} : regs[o->reg];
}

static void put(struct value *regs, int reg, struct value v)
{
    if (reg != LITMUS_NONE)
        regs[reg] = v;
}

static struct value value_read(const struct candidate *c, const struct values *v, int read)
{
    int from = c->from[read];
    return from == FROM_FIRST ? (struct value){true, c->t->vars[c->events[read].inst->var].first}
                              : v->of[from];
}

/* Executes an access whose events begin at `e`; `decided`: all branches before it are decided.
 * False if a compare-and-swap does not succeed or fail as chosen in this candidate. */
static bool execute(const struct candidate *c, struct values *v, int e, bool decided,
                    struct value *regs)
{
    const struct litmus_inst *inst = c->events[e].inst;
    struct value given = operand(regs, &inst->operand), compare = operand(regs, &inst->compare);
    if (inst->kind == LITMUS_STORE) {
        v->of[e] = (struct value){given.known && decided, given.is};
        return true;
    }
    struct value old = v->of[e] = value_read(c, v, e);
    put(regs, inst->to, old);
    if (inst->kind == LITMUS_LOAD)
        return true;
    bool cas = event_is_cas(&c->events[e]), know_both = old.known && compare.known;
    bool writes = event_in(c->writes, c->events[e].twin);
    if (cas && know_both && (old.is == compare.is) != writes)
        return false;
    if (cas && inst->won != LITMUS_NONE)
        put(regs, inst->won, (struct value){know_both, writes});
    v->of[c->events[e].twin] =
        (struct value){old.known && given.known && (!cas || compare.known) && decided,
                       litmus_atomic(inst->fn, old.is, given.is, compare.is)};
    return true;
}

static int count_known(const struct candidate *c, const struct values *v)
{
    int n = 0;
    for (event_set left = c->reads | c->writes; left != 0;)
        n += v->of[event_take(&left)].known;
    return n;
}

/* Executes an instruction that accesses no memory. False if a branch does not go the way of this
 * path. While the direction of a branch is unknown, so are the values written after it. */
static bool compute(const struct litmus_inst *inst, struct value *regs, bool *decided)
{
    struct value a = operand(regs, &inst->operand), b = operand(regs, &inst->compare);
    struct value both = {a.known && b.known, litmus_compute(inst->op, a.is, b.is)};
    if (inst->kind == LITMUS_MOVE)
        put(regs, inst->to, a);
    if (inst->kind == LITMUS_OP)
        put(regs, inst->to, both);
    if (inst->kind != LITMUS_BRANCH)
        return true;
    *decided = *decided && both.known;
    return !both.known || (both.is != 0) == inst->taken;
}

/* Executes a thread's instructions in order. */
static bool go_through(const struct candidate *c, struct values *v, int thread)
{
    const struct litmus_thread *t = &c->t->threads[thread];
    struct value *regs = v->regs[thread];
    bool decided = true;
    for (int r = 0; r < LITMUS_REGS; r++)
        regs[r] = (struct value){.known = true};
    for (int j = 0; j < t->n_insts; j++) {
        const struct litmus_inst *inst = &t->insts[j];
        if (!litmus_accesses(inst)) {
            if (!compute(inst, regs, &decided))
                return false;
            continue;
        }
        if (!execute(c, v, c->first[thread][j], decided, regs))
            return false;
    }
    return true;
}

bool candidate_values(const struct candidate *c, struct values *v)
{
    memset(v, 0, sizeof *v);
    for (int before = -1, known = 0; before < known;) {
        before = known;
        for (int i = 0; i < c->t->n_threads; i++)
            if (!go_through(c, v, i))
                return false;
        known = count_known(c, v);
    }
    return count_known(c, v) == __builtin_popcountll(c->reads | c->writes);
}
