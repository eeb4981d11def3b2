/* C's expressions: numbers, registers, loads, atomics, and arithmetic on them. */
#include "formal/litmus/read/parse_c.h"

enum { MOST_DEPTH = 64 };

bool c_deeper(struct c_thread *c)
{
    if (c->depth == MOST_DEPTH)
        return scan_error(&c->p->scan, "this is nested too deeply; there may be %d levels",
                          MOST_DEPTH);
    c->depth++;
    return true;
}

bool c_shared(struct c_thread *c, int *var)
{
    *var = lit_find_var(c->p);
    if (*var == LITMUS_NONE || !c->known[*var])
        return scan_error(&c->p->scan, "%s is no parameter of P%d; add `int* NAME` to its list",
                          scan_show(&c->p->scan).text, c->number);
    return scan_next(&c->p->scan);
}

bool c_place(struct c_thread *c, int *var)
{
    return scan_expect(&c->p->scan, "*") && c_shared(c, var);
}

bool c_compute(struct c_thread *c, enum litmus_op op, struct c_value a, struct c_value b,
               struct c_value *v)
{
    v->is_unsigned = (a.is_unsigned || b.is_unsigned) && op <= LITMUS_XOR;
    if (a.o.reg == LITMUS_NONE && b.o.reg == LITMUS_NONE) {
        v->o = lit_constant(litmus_compute(op, a.o.value, b.o.value));
        return true;
    }
    v->o = lit_constant(0);
    if (!lit_temp(c->p, c->number, &v->o.reg))
        return false;
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_OP);
    if (inst == NULL)
        return false;
    inst->op = op;
    inst->to = v->o.reg;
    inst->operand = a.o;
    inst->compare = b.o;
    return true;
}

/* ---- operands ---- */

static bool parse_plain_load(struct c_thread *c, struct c_value *v)
{
    int var;
    *v = (struct c_value){.o = lit_constant(0)};
    if (!c_place(c, &var) || !lit_temp(c->p, c->number, &v->o.reg))
        return false;
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_LOAD);
    if (inst == NULL)
        return false;
    inst->var = var;
    inst->to = v->o.reg;
    inst->fresh = inst->sys = c->is_volatile[var];
    inst->weak = !inst->fresh;
    return true;
}

static bool parse_unary(struct c_thread *c, struct c_value *v);

/* After "(": an expression, or a cast to a type, which has no effect. */
static bool parse_parenthesis(struct c_thread *c, struct c_value *v)
{
    struct scan *l = &c->p->scan;
    bool cast = lit_is_type(l);
    while (lit_is_type(l))
        if (!scan_next(l))
            return false;
    if (!(cast || c_expression(c, v)) || !scan_expect(l, ")"))
        return false;
    return !cast || parse_unary(c, v);
}

static bool parse_primary(struct c_thread *c, struct c_value *v)
{
    struct scan *l = &c->p->scan;
    if (scan_took(l, "("))
        return parse_parenthesis(c, v);
    if (scan_is(l, "*"))
        return parse_plain_load(c, v);
    if (c_is_call(c))
        return c_call(c, v);
    if (!lit_operand(c->p, c->number, &v->o))
        return false;
    v->is_unsigned = v->o.reg != LITMUS_NONE && (c->is_unsigned >> v->o.reg & 1) != 0;
    return true;
}

static bool parse_unary(struct c_thread *c, struct c_value *v)
{
    const struct c_value zero = {lit_constant(0), false}, ones = {lit_constant(UINT32_MAX), false};
    struct scan *l = &c->p->scan;
    if (!c_deeper(c))
        return false;
    bool ok;
    if (scan_took(l, "!"))
        ok = parse_unary(c, v) && c_compute(c, LITMUS_EQ, *v, zero, v);
    else if (scan_took(l, "~"))
        ok = parse_unary(c, v) && c_compute(c, LITMUS_XOR, *v, ones, v);
    else if (scan_took(l, "-"))
        ok = parse_unary(c, v) && c_compute(c, LITMUS_SUB, zero, *v, v);
    else
        ok = parse_primary(c, v);
    c->depth--;
    return ok;
}

/* ---- operators ---- */

enum form { PLAIN, SWAPPED, BOTH, EITHER }; /* SWAPPED: a > b is b < a */

static const struct operator
{
    const char *mark;
    int binds; /* precedence: a higher number binds more tightly */
    enum litmus_op op;
    enum form form;
}
operators[] = {
    {"||", 1, LITMUS_OR, EITHER}, {"&&", 2, LITMUS_AND, BOTH},   {"|", 3, LITMUS_OR, PLAIN},
    {"^", 4, LITMUS_XOR, PLAIN},  {"&", 5, LITMUS_AND, PLAIN},   {"==", 6, LITMUS_EQ, PLAIN},
    {"!=", 6, LITMUS_NE, PLAIN},  {"<", 7, LITMUS_LT, PLAIN},    {"<=", 7, LITMUS_LE, PLAIN},
    {">", 7, LITMUS_LT, SWAPPED}, {">=", 7, LITMUS_LE, SWAPPED}, {"+", 8, LITMUS_ADD, PLAIN},
    {"-", 8, LITMUS_SUB, PLAIN},  {"*", 9, LITMUS_MUL, PLAIN},
};

static const struct operator* find_operator(const struct scan *l)
{
    static const struct operator plus = {"+", 8, LITMUS_ADD, PLAIN};
    if (l->kind == SCAN_NUMBER && l->text[0] == '-')
        return &plus; /* "r0 -1" */
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (scan_is(l, operators[i].mark))
            return &operators[i];
    return NULL;
}

static int accesses(const struct c_thread *c)
{
    const struct litmus_thread *t = &c->p->t->threads[c->number];
    int n = 0;
    for (int i = 0; i < t->n_insts; i++)
        n += litmus_accesses(&t->insts[i]);
    return n;
}

static bool apply(struct c_thread *c, const struct operator* o, struct c_value a, struct c_value b,
                  struct c_value *v)
{
    const struct c_value zero = {lit_constant(0), false};
    bool truths = o->form == BOTH || o->form == EITHER;
    if (truths && (!c_compute(c, LITMUS_NE, a, zero, &a) || !c_compute(c, LITMUS_NE, b, zero, &b)))
        return false;
    enum litmus_op op = o->op;
    if ((a.is_unsigned || b.is_unsigned) && op == LITMUS_LT)
        op = LITMUS_ULT;
    if ((a.is_unsigned || b.is_unsigned) && op == LITMUS_LE)
        op = LITMUS_ULE;
    return o->form == SWAPPED ? c_compute(c, op, b, a, v) : c_compute(c, op, a, b, v);
}

/* Operators that bind at least as tightly as `binds`. */
static bool parse_binary(struct c_thread *c, int binds, struct c_value *v)
{
    struct scan *l = &c->p->scan;
    if (!parse_unary(c, v))
        return false;
    for (;;) {
        const struct operator* o = find_operator(l);
        if (o == NULL || o->binds < binds)
            return true;
        struct scan at = *l;
        struct c_value right;
        int before = accesses(c);
        if ((l->kind != SCAN_NUMBER && !scan_next(l)) || !parse_binary(c, o->binds + 1, &right))
            return false;
        if ((o->form == BOTH || o->form == EITHER) && accesses(c) > before)
            return scan_error(&at,
                              "behind %s there may be no access, as it may not be done; "
                              "write if (...) if (...)",
                              scan_show(&at).text);
        if (!apply(c, o, *v, right, v))
            return false;
    }
}

bool c_expression(struct c_thread *c, struct c_value *v)
{
    bool ok = c_deeper(c) && parse_binary(c, 1, v);
    c->depth--;
    return ok;
}
