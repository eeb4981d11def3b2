/* Threads in C: parameters and statements. */
#include "formal/litmus/read/parse_c.h"

#include <string.h>

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
    if (!c_place(c, &var) || !scan_expect(&c->p->scan, "=") || !c_expression(c, &v) ||
        !c_convert_to(c, &v, &c->types[var]))
        return false;
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_STORE);
    if (inst == NULL)
        return false;
    inst->var = var;
    inst->type = c->types[var].type;
    inst->operand = v.o;
    inst->sys = c->types[var].is_volatile;
    inst->weak = !inst->sys;
    return true;
}

/* The mark of "+=", "<<=", "++" and so on after a local: "+" of `len` characters; 0: another. */
static size_t changing_mark(const struct scan *l)
{
    struct scan after = *l;
    bool shift = scan_is(l, "<<") || scan_is(l, ">>");
    bool step = scan_is(l, "++") || scan_is(l, "--");
    bool pair = l->kind == SCAN_MARK && l->len == 2 && l->text[1] == '=' &&
                strchr("+-*/%&|^", l->text[0]) != NULL;
    if (shift)
        return scan_next(&after) && scan_is(&after, "=") ? 2 : 0;
    return step || pair ? 1 : 0;
}

/* After the local's name: "++", "--", "+= ..." and so on. */
static bool parse_change(struct c_thread *c, const struct c_local *local)
{
    struct scan *l = &c->p->scan;
    struct scan mark = *l;
    size_t len = changing_mark(l);
    bool step = scan_is(l, "++") || scan_is(l, "--");
    struct c_value v = {lit_constant(1), LITMUS_S32};
    const struct c_value old = {{.reg = local->reg}, local->type.type};
    if ((c->p->has_value[c->number] >> local->reg & 1) == 0)
        return scan_error(l, "the register on the left has no value yet; give it one before");
    if (!scan_next(l) || (len == 2 && !scan_next(l)) || (!step && !c_expression(c, &v)))
        return false;
    return c_operate(c, mark.text, len, old, v, &v) && c_convert_to(c, &v, &local->type) &&
           put(c, local->reg, v);
}

/* The local that an assignment without a declaration names. One that is not declared anywhere
 * belongs to the thread, and has the type of its first value. */
static bool parse_name(struct c_thread *c, const struct c_local **local, bool *is_new)
{
    struct scan *l = &c->p->scan, after = *l;
    static const struct c_type plain = {LITMUS_S32, false, false};
    *local = c_find_local(c);
    *is_new = false;
    if (*local != NULL)
        return scan_next(l);
    if (!scan_next(&after) || !(scan_is(&after, "=") || changing_mark(&after) > 0))
        return scan_error(l,
                          "%s begins no statement that is understood; formal/litmus/read/README.md "
                          "lists them",
                          scan_show(l).text);
    if (c_has_ended(c))
        return scan_error(l, "the block that declares %s has ended; declare it further out",
                          scan_show(l).text);
    int scope = c->scope;
    c->scope = 0;
    bool ok = c_declare(c, &plain, local);
    c->scope = scope;
    *is_new = true;
    return ok;
}

static bool is_pointer(const struct c_thread *c)
{
    int var = lit_find_var(c->p);
    return var != LITMUS_NONE && c->known[var] && c_find_local(c) == NULL;
}

/* "r0 = ...", "r0 += ...", "r0++" */
static bool parse_assignment(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    const struct c_local *local;
    struct c_value v;
    bool is_new, before = scan_is(l, "++") || scan_is(l, "--");
    struct scan mark = *l;
    if (before && !scan_next(l))
        return false;
    if (is_pointer(c))
        return scan_error(l, "%s is a pointer; write *%.*s", scan_show(l).text, (int)l->len,
                          l->text);
    if (l->kind != SCAN_WORD || !parse_name(c, &local, &is_new))
        return error_is_set(l->err) ? false
                                    : scan_error(l,
                                                 "%s begins no statement that is understood; "
                                                 "formal/litmus/read/README.md lists them",
                                                 scan_show(l).text);
    if (before || changing_mark(l) > 0) {
        struct scan after = *l;
        if (before)
            *l = mark;
        if (!parse_change(c, local))
            return false;
        if (before)
            *l = after;
        return true;
    }
    if (!scan_expect(l, "=") || !c_expression(c, &v))
        return false;
    if (is_new)
        c->locals[c->n_locals - 1].type.type = v.type;
    return c_convert_to(c, &v, &local->type) && put(c, local->reg, v);
}

/* "r0", "r0 = ..." after a type. */
static bool parse_declared(struct c_thread *c, const struct c_type *type)
{
    struct scan *l = &c->p->scan, after = *l;
    const struct c_local *local;
    struct c_value v;
    if (scan_is(l, "*"))
        return scan_error(l, "a register holds a number, no address; access variables by the "
                             "thread's parameters");
    if (is_pointer(c))
        return scan_error(l, "%s is a pointer; write *%.*s", scan_show(l).text, (int)l->len,
                          l->text);
    bool follows = l->kind == SCAN_WORD && scan_next(&after) &&
                   (scan_is(&after, "=") || scan_is(&after, ";") || scan_is(&after, ","));
    if (!follows)
        return scan_error(l,
                          "%s begins no statement that is understood; formal/litmus/read/README.md "
                          "lists them",
                          scan_show(l).text);
    if (!c_declare(c, type, &local))
        return false;
    return !scan_is(l, "=") || (scan_next(l) && c_expression(c, &v) &&
                                c_convert_to(c, &v, &local->type) && put(c, local->reg, v));
}

/* "int r0 = *x, r1", "r0 = 1" */
static bool parse_assignments(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    struct c_type type;
    if (!lit_is_type(l))
        return parse_assignment(c);
    if (!c_type(c->p, &type))
        return false;
    do
        if (!parse_declared(c, &type))
            return false;
    while (scan_took(l, ","));
    return !error_is_set(l->err);
}

/* ---- branches ---- */

static bool is_comparison(const struct litmus_inst *inst)
{
    return inst->kind == LITMUS_OP && inst->op >= LITMUS_EQ;
}

/* A branch that is taken if a value is not 0. */
static struct litmus_inst *branch_on(struct c_thread *c, const struct c_value *v)
{
    struct litmus_inst *branch = lit_add_branch(c->p, c->number, LITMUS_NE, v->o, lit_constant(0));
    if (branch != NULL)
        branch->type = v->type;
    return branch;
}

/* A condition, and a branch that is taken if it holds; NULL if there is an error. */
static struct litmus_inst *parse_bare_condition(struct c_thread *c)
{
    struct c_value v;
    if (!c_expression(c, &v))
        return NULL;
    struct litmus_thread *t = thread_of(c);
    const struct litmus_inst *last = t->n_insts > 0 ? &t->insts[t->n_insts - 1] : NULL;
    bool compared = lit_is_temp(c->p, c->number, v.o.reg) && last != NULL && is_comparison(last) &&
                    last->to == v.o.reg;
    lit_statement_ends(c->p);
    if (!compared)
        return branch_on(c, &v);
    struct litmus_inst was = *last, *branch;
    t->n_insts--;
    branch = lit_add_branch(c->p, c->number, was.op, was.operand, was.compare);
    branch->type = was.type;
    return branch;
}

/* "(condition)" */
static struct litmus_inst *parse_condition(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    struct litmus_inst *branch = scan_expect(l, "(") ? parse_bare_condition(c) : NULL;
    return branch != NULL && scan_expect(l, ")") ? branch : NULL;
}

static struct litmus_inst *add_jump(struct c_thread *c)
{
    return lit_add_branch(c->p, c->number, LITMUS_EQ, lit_constant(0), lit_constant(0));
}

static bool parse_statement(struct c_thread *c);
static bool parse_part(struct c_thread *c);
static bool parse_scoped(struct c_thread *c);

static bool parse_if(struct c_thread *c)
{
    struct litmus_inst *skip = parse_condition(c);
    if (skip == NULL)
        return false;
    lit_invert(skip);
    if (!parse_scoped(c))
        return false;
    if (scan_took(&c->p->scan, "else")) {
        struct litmus_inst *end = add_jump(c);
        if (end == NULL)
            return false;
        skip->target = thread_of(c)->n_insts;
        skip = end;
        if (!parse_scoped(c))
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
    if (!parse_scoped(c) || (back = add_jump(c)) == NULL)
        return false;
    back->target = start;
    out->target = thread_of(c)->n_insts;
    return true;
}

static bool parse_do(struct c_thread *c)
{
    int start = thread_of(c)->n_insts;
    if (!parse_scoped(c) || !scan_expect(&c->p->scan, "while"))
        return false;
    struct litmus_inst *back = parse_condition(c);
    if (back == NULL)
        return false;
    back->target = start;
    return scan_expect(&c->p->scan, ";");
}

static bool parse_block(struct c_thread *c)
{
    c_open_scope(c);
    while (!scan_is(&c->p->scan, "}"))
        if (!parse_statement(c))
            return false;
    c_close_scope(c);
    return scan_next(&c->p->scan);
}

/* The part of a statement that a branch may skip: its declarations are its own. */
static bool parse_scoped(struct c_thread *c)
{
    c_open_scope(c);
    bool ok = parse_statement(c);
    c_close_scope(c);
    return ok;
}

/* Goes past the third part of a for, up to its ')'. */
static bool skip_step(struct scan *l)
{
    for (int depth = 0; depth > 0 || !scan_is(l, ")");) {
        depth += scan_is(l, "(") ? 1 : scan_is(l, ")") ? -1 : 0;
        if (l->kind == SCAN_END || scan_is(l, ";") || scan_is(l, "}"))
            return scan_expect(l, ")");
        if (!scan_next(l))
            return false;
    }
    return scan_next(l);
}

static bool parse_parts(struct c_thread *c)
{
    do
        if (!parse_part(c))
            return false;
    while (scan_took(&c->p->scan, ","));
    lit_statement_ends(c->p);
    return !error_is_set(c->p->scan.err);
}

/* After "(": the step, the third part, is read after the body, before which it stands. */
static bool parse_for_parts(struct c_thread *c)
{
    struct scan *l = &c->p->scan, step, after;
    struct litmus_inst *out = NULL, *back;
    if ((!scan_is(l, ";") && !parse_parts(c)) || !scan_expect(l, ";"))
        return false;
    int start = thread_of(c)->n_insts;
    if (!scan_is(l, ";") && (out = parse_bare_condition(c)) == NULL)
        return false;
    if (out != NULL)
        lit_invert(out);
    if (!scan_expect(l, ";"))
        return false;
    step = *l;
    if (!skip_step(l) || !parse_scoped(c))
        return false;
    after = *l;
    *l = step;
    if (!scan_is(l, ")") && (!parse_parts(c) || !scan_is(l, ")")))
        return scan_expect(l, ")");
    *l = after;
    if ((back = add_jump(c)) == NULL)
        return false;
    back->target = start;
    if (out != NULL)
        out->target = thread_of(c)->n_insts;
    return true;
}

static bool parse_for(struct c_thread *c)
{
    c_open_scope(c);
    bool ok = scan_expect(&c->p->scan, "(") && parse_for_parts(c);
    c_close_scope(c);
    return ok;
}

/* ---- statements ---- */

/* A statement without its ';'. */
static bool parse_part(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    bool fence = c_is_fence(c), call = c_is_call(c);
    if (!fence && !call && !scan_is(l, "*"))
        return parse_assignments(c);
    return fence ? c_fence(c) : call ? c_call(c, NULL) : parse_plain_store(c);
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
    else if (scan_took(l, "for"))
        ok = parse_for(c);
    else
        ok = parse_part(c) && scan_expect(l, ";");
    lit_statement_ends(c->p);
    c->depth--;
    return ok;
}

/* ---- threads ---- */

static bool parse_parameter(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    struct c_type type;
    int var;
    if (!lit_is_type(l))
        return scan_error(l, "a parameter is written `int* NAME`, not %s", scan_show(l).text);
    if (!c_type(c->p, &type) || !scan_expect(l, "*"))
        return false;
    while (scan_is(l, "const") || scan_is(l, "restrict") || scan_is(l, "__restrict__"))
        if (!scan_next(l))
            return false;
    if (!lit_var(c->p, &var))
        return false;
    c->known[var] = true;
    c->types[var] = type;
    c->p->used |= 1u << var;
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
