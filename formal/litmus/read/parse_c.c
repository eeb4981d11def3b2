/* Threads in C: parameters and statements. */
#include "formal/litmus/read/parse_c.h"

static struct litmus_thread *thread_of(const struct c_thread *c)
{
    return &c->p->t->threads[c->number];
}

/* ---- assignments ---- */

/* Puts a value in a register. If the last instruction put the value in a temporary, it is changed
 * to put it in the register directly. */
static bool put(struct c_thread *c, int reg, struct c_value v)
{
    struct litmus_thread *t = thread_of(c);
    struct litmus_inst *last = t->n_insts > 0 ? &t->insts[t->n_insts - 1] : NULL;
    bool temp = last != NULL && lit_is_temp(c->p, c->number, v.o.reg);
    lit_gets_value(c->p, c->number, reg);
    if (temp && last->won == v.o.reg && last->to == reg)
        return scan_error(&c->p->scan, "the result and the expected value need two registers");
    if (temp && (last->won == v.o.reg || last->to == v.o.reg)) {
        *(last->won == v.o.reg ? &last->won : &last->to) = reg;
        return true;
    }
    struct litmus_inst *move = lit_add(c->p, c->number, LITMUS_MOVE);
    if (move == NULL)
        return false;
    move->to = reg;
    move->operand = v.o;
    return true;
}

static bool parse_plain_store(struct c_thread *c)
{
    int var;
    struct c_value v;
    if (!c_place(c, &var) || !scan_expect(&c->p->scan, "=") || !c_expression(c, &v))
        return false;
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_STORE);
    if (inst == NULL)
        return false;
    inst->var = var;
    inst->operand = v.o;
    inst->sys = c->is_volatile[var];
    inst->weak = !inst->sys;
    return true;
}

/* "r0 = ..."; in a declaration also "r0" alone. */
static bool parse_assignment(struct c_thread *c, bool declared, bool is_unsigned)
{
    struct scan *l = &c->p->scan;
    int var = lit_find_var(c->p), reg;
    if (var != LITMUS_NONE && c->known[var])
        return scan_error(l, "%s is a pointer; write *%s", scan_show(l).text,
                          c->p->t->vars[var].name);
    if (declared && scan_is(l, "*"))
        return scan_error(l, "a register holds a number, no address; access variables by the "
                             "thread's parameters");
    struct scan after = *l;
    bool follows =
        l->kind == SCAN_WORD && scan_next(&after) &&
        (scan_is(&after, "=") || (declared && (scan_is(&after, ";") || scan_is(&after, ","))));
    if (!follows)
        return scan_error(l,
                          "%s begins no statement that is understood; formal/litmus/read/README.md "
                          "lists them",
                          scan_show(l).text);
    struct c_value v;
    if (!lit_reg(c->p, c->number, &reg))
        return false;
    if (is_unsigned)
        c->is_unsigned |= 1u << reg;
    return !scan_is(l, "=") || (scan_next(l) && c_expression(c, &v) && put(c, reg, v));
}

/* "int r0;", "int r0 = *x, r1;", "r0 = 1;" */
static bool parse_assignments(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    bool declared = false, is_unsigned = false;
    for (; lit_is_type(l); declared = true) {
        is_unsigned = is_unsigned || l->text[0] == 'u';
        if (!scan_next(l))
            return false;
    }
    do
        if (!parse_assignment(c, declared, is_unsigned))
            return false;
    while (declared && scan_took(l, ","));
    return scan_expect(l, ";");
}

/* ---- branches ---- */

static bool is_comparison(const struct litmus_inst *inst)
{
    return inst->kind == LITMUS_OP && inst->op >= LITMUS_EQ;
}

/* "(condition)" and a branch that is taken if it holds; NULL if there is an error. */
static struct litmus_inst *parse_condition(struct c_thread *c)
{
    struct c_value v;
    struct scan *l = &c->p->scan;
    if (!scan_expect(l, "(") || !c_expression(c, &v) || !scan_expect(l, ")"))
        return NULL;
    struct litmus_thread *t = thread_of(c);
    const struct litmus_inst *last = t->n_insts > 0 ? &t->insts[t->n_insts - 1] : NULL;
    bool compared = lit_is_temp(c->p, c->number, v.o.reg) && last != NULL && is_comparison(last) &&
                    last->to == v.o.reg;
    lit_statement_ends(c->p);
    if (!compared)
        return lit_add_branch(c->p, c->number, LITMUS_NE, v.o, lit_constant(0));
    struct litmus_inst was = *last;
    t->n_insts--;
    return lit_add_branch(c->p, c->number, was.op, was.operand, was.compare);
}

static struct litmus_inst *add_jump(struct c_thread *c)
{
    return lit_add_branch(c->p, c->number, LITMUS_EQ, lit_constant(0), lit_constant(0));
}

static bool parse_statement(struct c_thread *c);

static bool parse_if(struct c_thread *c)
{
    struct litmus_inst *skip = parse_condition(c);
    if (skip == NULL)
        return false;
    lit_invert(skip);
    if (!parse_statement(c))
        return false;
    if (scan_took(&c->p->scan, "else")) {
        struct litmus_inst *end = add_jump(c);
        if (end == NULL)
            return false;
        skip->target = thread_of(c)->n_insts;
        skip = end;
        if (!parse_statement(c))
            return false;
    }
    skip->target = thread_of(c)->n_insts;
    return !error_is_set(c->p->scan.err);
}

static bool parse_while(struct c_thread *c)
{
    int start = thread_of(c)->n_insts;
    struct litmus_inst *out = parse_condition(c), *back;
    if (out == NULL)
        return false;
    lit_invert(out);
    if (!parse_statement(c) || (back = add_jump(c)) == NULL)
        return false;
    back->target = start;
    out->target = thread_of(c)->n_insts;
    return true;
}

static bool parse_do(struct c_thread *c)
{
    int start = thread_of(c)->n_insts;
    if (!parse_statement(c) || !scan_expect(&c->p->scan, "while"))
        return false;
    struct litmus_inst *back = parse_condition(c);
    if (back == NULL)
        return false;
    back->target = start;
    return scan_expect(&c->p->scan, ";");
}

static bool parse_block(struct c_thread *c)
{
    while (!scan_is(&c->p->scan, "}"))
        if (!parse_statement(c))
            return false;
    return scan_next(&c->p->scan);
}

/* ---- statements ---- */

static bool parse_simple(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    bool fence = c_is_fence(c), call = c_is_call(c);
    if (!fence && !call && !scan_is(l, "*"))
        return parse_assignments(c);
    bool ok = fence ? c_fence(c) : call ? c_call(c, NULL) : parse_plain_store(c);
    return ok && scan_expect(l, ";");
}

static bool parse_statement(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    if (!c_deeper(c))
        return false;
    bool ok;
    if (scan_took(l, ";"))
        ok = true;
    else if (scan_took(l, "{"))
        ok = parse_block(c);
    else if (scan_took(l, "if"))
        ok = parse_if(c);
    else if (scan_took(l, "while"))
        ok = parse_while(c);
    else if (scan_took(l, "do"))
        ok = parse_do(c);
    else
        ok = parse_simple(c);
    lit_statement_ends(c->p);
    c->depth--;
    return ok;
}

/* ---- threads ---- */

static bool parse_parameter(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    bool is_volatile = false, typed = false;
    int var;
    for (; lit_is_type(l); typed = true) {
        is_volatile = is_volatile || scan_is(l, "volatile") || l->text[0] == 'a' ||
                      l->text[0] == '_'; /* atomic_int, _Atomic */
        if (!scan_next(l))
            return false;
    }
    if (!typed)
        return scan_error(l, "a parameter is written `int* NAME`, not %s", scan_show(l).text);
    if (!scan_expect(l, "*") || !lit_var(c->p, &var))
        return false;
    c->known[var] = true;
    c->is_volatile[var] = is_volatile;
    return scan_is(l, ")") || scan_expect(l, ",");
}

static bool parse_thread(struct parser *p)
{
    struct scan *l = &p->scan;
    struct c_thread c = {.p = p, .number = p->t->n_threads};
    if (!lit_thread_name(p) || !scan_expect(l, "("))
        return false;
    while (!scan_is(l, ")"))
        if (!parse_parameter(&c))
            return false;
    if (!scan_next(l) || !scan_is(l, "{"))
        return scan_expect(l, "{");
    l->in_code = true;
    if (!scan_next(l))
        return false;
    while (!scan_is(l, "}"))
        if (!parse_statement(&c))
            return false;
    l->in_code = false;
    return scan_next(l);
}

bool lit_c(struct parser *p)
{
    do
        if (!parse_thread(p))
            return false;
    while (p->scan.kind == SCAN_WORD && p->scan.text[0] == 'P');
    return true;
}
