/*
 * Which variable an access means whose address is in a register. Published tests compute addresses
 * from what they read only to make the access depend on it: "xor x7,x5,x5; add x8,x7,x6" leaves x6.
 * So it is enough to know, of each register before each instruction, its value or the bits that may
 * be set in it, and the same of each variable; loops and other threads are followed until nothing
 * more becomes possible.
 */
#include "formal/litmus/read/parse_isa.h"

#include <stdlib.h>
#include <string.h>

struct bits {
    bool seen;  /* the place can be reached at all */
    bool exact; /* `may` is the value */
    uint64_t may;
};

struct flow {
    struct litmus *t;
    struct bits in[LITMUS_THREADS][LITMUS_INSTS + 1][LITMUS_REGS]; /* before each instruction */
    struct bits vars[LITMUS_VARS];
    bool grew;
};

static struct bits exactly(uint64_t value)
{
    return (struct bits){true, true, value};
}

static struct bits within(uint64_t may)
{
    return (struct bits){true, may == 0, may};
}

/* ---- values ---- */

/* The sign of 32 bits may be extended. */
static struct bits in_register(struct bits b)
{
    bool sign = (b.may >> 31 & 1) != 0;
    return sign && !b.exact ? within(UINT64_MAX) : b;
}

/* Whether it grew. */
static bool join(struct bits *to, struct bits with)
{
    struct bits before = *to;
    if (!with.seen)
        return false;
    if (!to->seen)
        *to = with;
    else if (!(to->exact && with.exact && to->may == with.may))
        *to = (struct bits){true, false, to->may | with.may};
    return before.seen != to->seen || before.exact != to->exact || before.may != to->may;
}

static struct bits operand(const struct bits *regs, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? exactly(o->value) : regs[o->reg];
}

static bool is_zero(struct bits b)
{
    return b.exact && b.may == 0;
}

static struct bits computed(const struct bits *regs, const struct litmus_inst *inst)
{
    struct bits a = operand(regs, &inst->operand), b = operand(regs, &inst->compare);
    bool same = inst->operand.reg != LITMUS_NONE && inst->operand.reg == inst->compare.reg;
    if (same && (inst->op == LITMUS_XOR || inst->op == LITMUS_SUB))
        return exactly(0);
    if (!a.seen || !b.seen)
        return (struct bits){0};
    if (a.exact && b.exact)
        return exactly(litmus_compute(inst->op, inst->type, a.may, b.may));
    switch (inst->op) {
    case LITMUS_AND:
        return in_register(within(a.may & b.may));
    case LITMUS_OR:
    case LITMUS_XOR:
        return in_register(within(a.may | b.may));
    case LITMUS_ADD:
        return in_register(is_zero(a) ? b : is_zero(b) ? a : within(UINT64_MAX));
    case LITMUS_MUL:
        return is_zero(a) || is_zero(b) ? exactly(0) : within(UINT64_MAX);
    case LITMUS_SUB:
    case LITMUS_SHL:
    case LITMUS_SHR:
        return in_register(is_zero(b) ? a : within(UINT64_MAX));
    case LITMUS_DIV:
    case LITMUS_REM:
        return within(UINT64_MAX);
    default:
        return within(1);
    }
}

/* ---- accesses ---- */

/* The variables that an access may mean: a set of bits. */
static unsigned meant(const struct flow *f, const struct litmus_inst *inst, const struct bits *regs,
                      uint64_t offset)
{
    struct litmus_operand address = lit_constant(0);
    address.reg = inst->address;
    struct bits at = operand(regs, &address);
    if (!at.seen)
        return 0;
    if (!at.exact)
        return (1u << f->t->n_vars) - 1;
    int var = litmus_variable_at(f->t, at.may + offset);
    return var == LITMUS_NONE ? 0 : 1u << var;
}

static struct bits loaded(enum litmus_type type, struct bits word)
{
    return word.exact ? exactly(litmus_loaded(type, (uint32_t)word.may)) : in_register(word);
}

static struct bits written(const struct litmus_inst *inst, struct bits old, struct bits given)
{
    if (inst->kind == LITMUS_STORE)
        return given;
    switch (inst->fn) {
    case FN_EXCH:
    case FN_CAS:
        return given;
    case FN_ADD:
        return within(UINT64_MAX);
    case FN_AND:
        return within(old.may & given.may);
    default:
        return within(old.may | given.may);
    }
}

static void access_vars(struct flow *f, const struct litmus_inst *inst, unsigned vars,
                        struct bits *out)
{
    struct bits given = operand(out, &inst->operand), read = {0};
    for (int v = 0; v < f->t->n_vars; v++) {
        if ((vars >> v & 1) == 0)
            continue;
        join(&read, f->vars[v]);
        if (inst->kind != LITMUS_LOAD && join(&f->vars[v], written(inst, f->vars[v], given)))
            f->grew = true;
    }
    if (inst->to != LITMUS_NONE)
        out[inst->to] = loaded(inst->type, read);
    if (inst->won != LITMUS_NONE)
        out[inst->won] = within(1);
}

/* ---- flow ---- */

static void go_to(struct flow *f, int thread, int inst, const struct bits *regs)
{
    for (int r = 0; r < f->t->threads[thread].n_regs; r++)
        f->grew = join(&f->in[thread][inst][r], regs[r]) || f->grew;
}

static void pass(struct flow *f, int thread, int i, uint64_t offset)
{
    const struct litmus_inst *inst = &f->t->threads[thread].insts[i];
    struct bits out[LITMUS_REGS];
    memcpy(out, f->in[thread][i], sizeof out);
    if (litmus_accesses(inst))
        access_vars(f, inst, meant(f, inst, out, offset), out);
    else if (inst->kind == LITMUS_MOVE)
        out[inst->to] = operand(out, &inst->operand);
    else if (inst->kind == LITMUS_OP)
        out[inst->to] = computed(out, inst);
    else if (inst->kind == LITMUS_BRANCH)
        go_to(f, thread, inst->target, out);
    go_to(f, thread, i + 1, out);
}

static uint64_t offset_of(const struct isa *x, int thread, int inst)
{
    for (int i = 0; i < x->n_accesses; i++)
        if (x->accesses[i].thread == thread && x->accesses[i].inst == inst)
            return x->accesses[i].offset;
    return 0;
}

static void follow(struct flow *f, const struct isa *x)
{
    for (int v = 0; v < f->t->n_vars; v++)
        f->vars[v] = exactly(f->t->vars[v].first);
    for (int i = 0; i < f->t->n_threads; i++)
        for (int r = 0; r < LITMUS_REGS; r++)
            f->in[i][0][r] = exactly(0);
    do {
        f->grew = false;
        for (int i = 0; i < f->t->n_threads; i++)
            for (int j = 0; j < f->t->threads[i].n_insts; j++)
                pass(f, i, j, offset_of(x, i, j));
    } while (f->grew);
}

/* ---- the result ---- */

static bool find_variable(const struct flow *f, const struct isa_access *a)
{
    struct litmus_inst *inst = &f->t->threads[a->thread].insts[a->inst];
    const struct bits *regs = f->in[a->thread][a->inst];
    struct litmus_operand address = lit_constant(0);
    address.reg = inst->address;
    struct bits at = operand(regs, &address);
    if (at.seen && !at.exact)
        return scan_error(&a->at, "the variable that this instruction accesses depends on what was "
                                  "read; only addresses that are always the same are understood");
    inst->var = at.seen ? litmus_variable_at(f->t, at.may + a->offset) : 0;
    if (inst->var == LITMUS_NONE || f->t->n_vars == 0)
        return scan_error(&a->at, "at this instruction's address there is no variable; a first "
                                  "value such as 0:x6=x puts the address of x into a register");
    return true;
}

static bool sizes_agree(const struct isa *x, const struct isa_access *a)
{
    const struct litmus *t = x->table.p->t;
    int var = t->threads[a->thread].insts[a->inst].var;
    for (const struct isa_access *b = x->accesses; b < a; b++)
        if (t->threads[b->thread].insts[b->inst].var == var && b->bytes != a->bytes &&
            b->bytes != 0 && a->bytes != 0)
            return scan_error(&a->at,
                              "mixed sizes: %u byte%s of %s %s accessed here and %u at %u:%u; a "
                              "variable is accessed as a whole",
                              a->bytes, a->bytes == 1 ? "" : "s", t->vars[var].name,
                              a->bytes == 1 ? "is" : "are", b->bytes, b->at.token_line,
                              b->at.token_col);
    return true;
}

bool isa_find_variables(struct isa *x)
{
    struct flow *f = xcalloc(1, sizeof *f);
    f->t = x->table.p->t;
    follow(f, x);
    bool ok = true;
    for (int i = 0; ok && i < x->n_accesses; i++)
        ok = find_variable(f, &x->accesses[i]) && sizes_agree(x, &x->accesses[i]);
    free(f);
    return ok;
}
