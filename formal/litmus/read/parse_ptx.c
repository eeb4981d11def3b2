/* Threads in PTX: arithmetic, jumps, and the instructions of the table's cells. */
#include "formal/litmus/read/parse_ptx.h"
#include "formal/litmus/read/parse_table.h"

#include <string.h>

struct ptx {
    struct table table;
    struct ptx_barriers barriers;
};

/* ---- arithmetic ---- */

static bool mov(struct parser *p, const struct ptx_mnemonic *m, int thread)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_MOVE);
    if (inst == NULL)
        return false;
    if (!ptx_has_only(m, PTX_BIT(PTX_TYPE)))
        return ptx_wrong(m, "write mov REGISTER, VALUE");
    if (!lit_reg(p, thread, &inst->to) || !ptx_operand(p, thread, &inst->operand))
        return false;
    lit_gets_value(p, thread, inst->to);
    return true;
}

static bool two_operands(struct parser *p, int thread, struct litmus_inst *inst)
{
    if (!lit_reg(p, thread, &inst->to) || !ptx_operand(p, thread, &inst->operand) ||
        !ptx_operand(p, thread, &inst->compare))
        return false;
    lit_gets_value(p, thread, inst->to);
    return true;
}

static bool op(struct parser *p, const struct ptx_mnemonic *m, int thread, enum litmus_op which)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_OP);
    if (inst == NULL)
        return false;
    unsigned detail =
        which == LITMUS_MUL && m->says[PTX_DETAIL] == PTX_LO ? PTX_BIT(PTX_DETAIL) : 0;
    if (!ptx_has_only(m, PTX_BIT(PTX_TYPE) | detail))
        return ptx_wrong(m, "write add, sub, mul.lo, and, or, xor with a type of 32 or 64 bits");
    inst->op = which;
    return two_operands(p, thread, inst);
}

/* Sets the instruction to a comparison of its operands; a > b becomes b < a. */
static void set_comparison(struct litmus_inst *inst, int function, enum litmus_type type)
{
    static const struct {
        enum litmus_op op;
        bool swapped;
    } comparisons[] = {
        [PTX_EQ] = {LITMUS_EQ, false}, [PTX_NE] = {LITMUS_NE, false}, [PTX_LT] = {LITMUS_LT, false},
        [PTX_LE] = {LITMUS_LE, false}, [PTX_GT] = {LITMUS_LT, true},  [PTX_GE] = {LITMUS_LE, true}};
    inst->op = comparisons[function].op;
    inst->type = type;
    if (comparisons[function].swapped) {
        struct litmus_operand a = inst->operand;
        inst->operand = inst->compare;
        inst->compare = a;
    }
}

static bool setp(struct parser *p, const struct ptx_mnemonic *m, int thread)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_OP);
    if (inst == NULL)
        return false;
    if (!ptx_has_only(m, PTX_BIT(PTX_TYPE) | PTX_BIT(PTX_FUNCTION)) ||
        m->says[PTX_FUNCTION] < PTX_EQ)
        return ptx_wrong(m, "write setp with .eq, .ne, .lt, .le, .gt or .ge and a type");
    if (!two_operands(p, thread, inst))
        return false;
    set_comparison(inst, m->says[PTX_FUNCTION],
                   m->says[PTX_TYPE] == PTX_UNSIGNED ? LITMUS_U32 : LITMUS_S32);
    return true;
}

/* ---- jumps ---- */

static bool jump(struct ptx *x, int thread, enum litmus_op when, struct litmus_operand predicate)
{
    return lit_add_branch(x->table.p, thread, when, predicate, lit_constant(0)) != NULL &&
           table_aim(&x->table, thread);
}

/* "bne r0,1,LC00" */
static bool compare_and_jump(struct ptx *x, int thread, int function)
{
    struct litmus_operand a, b;
    if (!lit_operand(x->table.p, thread, &a) || !ptx_operand(x->table.p, thread, &b) ||
        !scan_expect(&x->table.p->scan, ","))
        return false;
    struct litmus_inst *inst = lit_add_branch(x->table.p, thread, LITMUS_EQ, a, b);
    if (inst == NULL)
        return false;
    set_comparison(inst, function, LITMUS_S32);
    return table_aim(&x->table, thread);
}

/* ---- cells ---- */

static const struct {
    const char *word;
    enum litmus_op op;
} ops[] = {{"add", LITMUS_ADD}, {"sub", LITMUS_SUB}, {"mul", LITMUS_MUL},
           {"and", LITMUS_AND}, {"or", LITMUS_OR},   {"xor", LITMUS_XOR}};

static const struct {
    const char *word;
    enum ptx_function function;
} jumps[] = {{"beq", PTX_EQ}, {"bne", PTX_NE}, {"blt", PTX_LT},
             {"ble", PTX_LE}, {"bgt", PTX_GT}, {"bge", PTX_GE}};

/* Reads arithmetic, barriers and jumps; other mnemonics are errors. */
static bool parse_other(struct ptx *x, const struct ptx_mnemonic *m, int thread)
{
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ptx_is(m, ops[i].word))
            return op(x->table.p, m, thread, ops[i].op);
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
        if (ptx_is(m, jumps[i].word) && ptx_has_only(m, 0))
            return compare_and_jump(x, thread, (int)jumps[i].function);
    if (ptx_is(m, "mov"))
        return mov(x->table.p, m, thread);
    if (ptx_is(m, "setp"))
        return setp(x->table.p, m, thread);
    if (ptx_is(m, "bar") || ptx_is(m, "barrier"))
        return ptx_barrier(x->table.p, m, thread, &x->barriers);
    if ((ptx_is(m, "goto") && ptx_has_only(m, 0)) ||
        (ptx_is(m, "bra") && (ptx_has_only(m, 0) || m->says[PTX_DETAIL] == PTX_UNI) &&
         ptx_has_only(m, PTX_BIT(PTX_DETAIL))))
        return jump(x, thread, LITMUS_EQ, lit_constant(0));
    return ptx_wrong(m, "there are ld, st, atom, red, fence, membar, bar.sync, mov, add, sub, "
                        "mul.lo, and, or, xor, setp, bra, goto, beq, bne, blt, ble, bgt, bge");
}

static bool parse_instruction(struct ptx *x, int thread)
{
    struct ptx_mnemonic m;
    if (!ptx_mnemonic(x->table.p, &m))
        return false;
    bool known;
    return ptx_access(x->table.p, &m, thread, &known) && (known || parse_other(x, &m, thread));
}

static bool begins_comparing_jump(const struct scan *l)
{
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
        if (scan_is(l, jumps[i].word))
            return true;
    return false;
}

/* An instruction that is done only if the predicate holds: what follows does not depend on it. */
static bool parse_guarded(struct ptx *x, int thread, const struct litmus_operand *predicate,
                          bool negated)
{
    struct litmus_thread *t = &x->table.p->t->threads[thread];
    struct scan at = x->table.p->scan;
    int first = t->n_insts;
    if (!parse_instruction(x, thread))
        return false;
    for (int i = first; i < t->n_insts; i++) {
        if (t->insts[i].kind == LITMUS_BARRIER)
            return scan_error(&at,
                              "a barrier must be passed exactly once; leave out the predicate");
        t->insts[i].guarded = true;
        t->insts[i].guard_not = negated;
        t->insts[i].guard = predicate->reg;
    }
    return true;
}

/* "@p bra LC00" is one branch; before beq and the like @p becomes a branch past it. */
static bool parse_predicated(struct ptx *x, int thread)
{
    struct litmus_operand predicate;
    struct scan *l = &x->table.p->scan;
    bool negated = scan_took(l, "!");
    if (!lit_operand(x->table.p, thread, &predicate))
        return false;
    if (scan_took(l, "bra") || scan_took(l, "goto")) {
        if (scan_took(l, ".") && !scan_expect(l, "uni"))
            return false;
        return jump(x, thread, negated ? LITMUS_EQ : LITMUS_NE, predicate);
    }
    if (predicate.reg != LITMUS_NONE && !begins_comparing_jump(l))
        return parse_guarded(x, thread, &predicate, negated);
    struct litmus_inst *past = lit_add_branch(x->table.p, thread, negated ? LITMUS_NE : LITMUS_EQ,
                                              predicate, lit_constant(0));
    if (past == NULL || !parse_instruction(x, thread))
        return false;
    past->target = x->table.p->t->threads[thread].n_insts;
    return true;
}

static bool parse_cell(struct table *t, int thread)
{
    struct ptx *x = t->ctx;
    return scan_took(&t->p->scan, "@") ? parse_predicated(x, thread) : parse_instruction(x, thread);
}

bool lit_ptx(struct parser *p)
{
    struct ptx x = {.table = {.p = p, .instruction = parse_cell}};
    x.table.ctx = &x;
    p->unset_is_0 = true;
    return table_read(&x.table) && ptx_barriers_end(p->t, &x.barriers);
}
