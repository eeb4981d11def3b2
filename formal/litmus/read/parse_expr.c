/* C's expressions: numbers, registers, loads, atomics, and arithmetic on them. */
#include "formal/litmus/read/parse_c.h"

#include <string.h>

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

bool c_compute(struct c_thread *c, enum litmus_op op, enum litmus_type type, struct c_value a,
               struct c_value b, struct c_value *v)
{
    v->type = op >= LITMUS_EQ ? LITMUS_S32 : type;
    if (b.o.reg == LITMUS_NONE && litmus_undefined(op, type, b.o.value))
        return scan_error(&c->p->scan, "this divides by 0, or shifts by more bits than there are");
    if (a.o.reg == LITMUS_NONE && b.o.reg == LITMUS_NONE) {
        v->o = lit_constant(litmus_compute(op, type, a.o.value, b.o.value));
        return true;
    }
    v->o = lit_constant(0);
    if (!lit_temp(c->p, c->number, &v->o.reg))
        return false;
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_OP);
    if (inst == NULL)
        return false;
    inst->op = op;
    inst->type = type;
    inst->to = v->o.reg;
    inst->operand = a.o;
    inst->compare = b.o;
    return true;
}

/* ---- operands ---- */

static bool parse_plain_load(struct c_thread *c, struct c_value *v)
{
    int var;
    if (!c_place(c, &var) || !lit_temp(c->p, c->number, &v->o.reg))
        return false;
    v->type = c->types[var].type;
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_LOAD);
    if (inst == NULL)
        return false;
    inst->var = var;
    inst->type = v->type;
    inst->to = v->o.reg;
    inst->fresh = inst->sys = c->types[var].is_volatile;
    inst->weak = !inst->fresh;
    return true;
}

static bool parse_unary(struct c_thread *c, struct c_value *v);

/* After "(": an expression, or a cast to a type. */
static bool parse_parenthesis(struct c_thread *c, struct c_value *v)
{
    struct scan *l = &c->p->scan;
    struct c_type type;
    if (!lit_is_type(l))
        return c_expression(c, v) && scan_expect(l, ")");
    if (!c_type(c->p, &type))
        return false;
    if (scan_is(l, "*"))
        return scan_error(l, "a value is a number, no address; cast to an integer type");
    return scan_expect(l, ")") && parse_unary(c, v) && c_convert_to(c, v, &type);
}

/* A number, or a local that has a value. */
bool c_operand(struct c_thread *c, struct c_value *v)
{
    struct scan *l = &c->p->scan;
    const struct c_local *local = c_find_local(c);
    v->type = LITMUS_S32;
    if (l->kind == SCAN_NUMBER) {
        v->type = c_constant_type(l);
        v->o = lit_constant(litmus_convert(v->type, l->number));
        return scan_next(l);
    }
    if (local == NULL && c_has_ended(c))
        return scan_error(l, "the block that declares %s has ended; declare it further out",
                          scan_show(l).text);
    if (local == NULL)
        return lit_operand(c->p, c->number, &v->o);
    v->type = local->type.type;
    v->o.reg = local->reg;
    if ((c->p->has_value[c->number] >> local->reg & 1) == 0)
        return scan_error(l, "a number, or a register with a value, must stand here, not %s",
                          scan_show(l).text);
    return scan_next(l);
}

static bool parse_primary(struct c_thread *c, struct c_value *v)
{
    struct scan *l = &c->p->scan;
    *v = (struct c_value){.o = lit_constant(0)};
    if (scan_took(l, "("))
        return parse_parenthesis(c, v);
    if (scan_is(l, "*"))
        return parse_plain_load(c, v);
    return c_is_call(c) ? c_call(c, v) : c_operand(c, v);
}

/* "!x" is x == 0, "~x" is x ^ -1, "-x" is 0 - x. */
static bool apply_unary(struct c_thread *c, char mark, struct c_value *v)
{
    const struct c_value zero = {lit_constant(0), 0}, ones = {lit_constant(UINT64_MAX), 0};
    if (!c_convert(c, v, c_promoted(v->type)))
        return false;
    switch (mark) {
    case '!':
        return c_compute(c, LITMUS_EQ, v->type, *v, zero, v);
    case '~':
        return c_compute(c, LITMUS_XOR, v->type, *v, ones, v);
    case '-':
        return c_compute(c, LITMUS_SUB, v->type, zero, *v, v);
    default:
        return true; /* "+x" */
    }
}

static bool parse_unary(struct c_thread *c, struct c_value *v)
{
    static const char *const marks[] = {"!", "~", "-", "+"};
    struct scan *l = &c->p->scan;
    if (!c_deeper(c))
        return false;
    bool ok = false, found = false;
    for (size_t i = 0; !found && i < sizeof marks / sizeof *marks; i++)
        if (scan_took(l, marks[i])) {
            found = true;
            ok = parse_unary(c, v) && apply_unary(c, marks[i][0], v);
        }
    ok = found ? ok : parse_primary(c, v);
    c->depth--;
    return ok;
}

/* ---- operators ---- */

enum form { PLAIN, COMPARES, SWAPPED, SHIFTS, BOTH, EITHER }; /* SWAPPED: a > b is b < a */

static const struct operator
{
    const char *mark;
    int binds; /* precedence: a higher number binds more tightly */
    enum litmus_op op;
    enum form form;
}
operators[] = {
    {"||", 1, LITMUS_OR, EITHER},   {"&&", 2, LITMUS_AND, BOTH},   {"|", 3, LITMUS_OR, PLAIN},
    {"^", 4, LITMUS_XOR, PLAIN},    {"&", 5, LITMUS_AND, PLAIN},   {"==", 6, LITMUS_EQ, COMPARES},
    {"!=", 6, LITMUS_NE, COMPARES}, {"<", 7, LITMUS_LT, COMPARES}, {"<=", 7, LITMUS_LE, COMPARES},
    {">", 7, LITMUS_LT, SWAPPED},   {">=", 7, LITMUS_LE, SWAPPED}, {"<<", 8, LITMUS_SHL, SHIFTS},
    {">>", 8, LITMUS_SHR, SHIFTS},  {"+", 9, LITMUS_ADD, PLAIN},   {"-", 9, LITMUS_SUB, PLAIN},
    {"*", 10, LITMUS_MUL, PLAIN},   {"/", 10, LITMUS_DIV, PLAIN},  {"%", 10, LITMUS_REM, PLAIN},
};

static const struct operator* find_mark(const char *mark, size_t len)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strlen(operators[i].mark) == len && memcmp(operators[i].mark, mark, len) == 0)
            return &operators[i];
    return NULL;
}

static const struct operator* find_operator(const struct scan *l)
{
    if (l->kind == SCAN_NUMBER && l->text[0] == '-')
        return find_mark("+", 1); /* "r0 -1" */
    return l->kind == SCAN_MARK ? find_mark(l->text, l->len) : NULL;
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
    const struct c_value zero = {lit_constant(0), 0};
    if (o->form == BOTH || o->form == EITHER)
        return c_compute(c, LITMUS_NE, a.type, a, zero, &a) &&
               c_compute(c, LITMUS_NE, b.type, b, zero, &b) &&
               c_compute(c, o->op, LITMUS_S32, a, b, v);
    enum litmus_type type = o->form == SHIFTS ? c_promoted(a.type) : c_common(a.type, b.type);
    if (!c_convert(c, &a, type) || (o->form != SHIFTS && !c_convert(c, &b, type)))
        return false;
    return o->form == SWAPPED ? c_compute(c, o->op, type, b, a, v)
                              : c_compute(c, o->op, type, a, b, v);
}

bool c_operate(struct c_thread *c, const char *mark, size_t len, struct c_value a, struct c_value b,
               struct c_value *v)
{
    return apply(c, find_mark(mark, len), a, b, v);
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
