#include "harness/litmus/condition.h"

#include "harness/litmus/parse.h"

bool condition_holds(const struct condition *c, const struct litmus_state *s)
{
    switch (c->kind) {
    case COND_AND:
        return condition_holds(c->left, s) && condition_holds(c->right, s);
    case COND_OR:
        return condition_holds(c->left, s) || condition_holds(c->right, s);
    case COND_NOT:
        return !condition_holds(c->left, s);
    case COND_REG:
        return s->regs[c->thread][c->index] == c->value;
    case COND_VAR:
        return s->vars[c->index] == c->value;
    case COND_TRUE:
        break;
    }
    return true;
}

/* ---- reading ---- */

enum { MAX_DEPTH = 64 };

static struct condition *parse_or(struct parser *p, int depth);

static struct condition *new_node(struct parser *p, enum condition_kind kind)
{
    struct condition *c = ARENA_NEW(&p->t->arena, struct condition);
    c->kind = kind;
    return c;
}

/* "0:r0", past the 0; or "x", "[x]". False and an error when there is no such thing. */
static bool parse_location(struct parser *p, struct condition *c)
{
    struct scan *l = &p->scan;
    c->kind = l->kind == SCAN_NUMBER ? COND_REG : COND_VAR;
    if (c->kind == COND_REG) {
        if (l->number >= (uint32_t)p->t->n_threads)
            return scan_error(l, "there is no thread %s", scan_show(l).text);
        c->thread = (int)l->number;
        if (!scan_next(l) || !scan_expect(l, ":"))
            return false;
        c->index = lit_find_reg(p, c->thread);
        return c->index == LITMUS_NONE
                   ? scan_error(l, "P%d has no register %s", c->thread, scan_show(l).text)
                   : scan_next(l);
    }
    bool brackets = scan_took(l, "[");
    c->index = lit_find_var(p);
    if (c->index == LITMUS_NONE)
        return scan_error(l, "%s is neither a variable nor a register; a register is written 0:r0",
                          scan_show(l).text);
    p->t->shown_var[c->index] = true;
    return scan_next(l) && (!brackets || scan_expect(l, "]"));
}

static struct condition *parse_atom(struct parser *p, int depth)
{
    struct scan *l = &p->scan;
    if (depth > MAX_DEPTH) {
        scan_error(l, "the condition is nested too deeply; there may be %d levels", MAX_DEPTH);
        return NULL;
    }
    if (scan_took(l, "~")) {
        struct condition *c = new_node(p, COND_NOT);
        c->left = parse_atom(p, depth + 1);
        return c->left == NULL ? NULL : c;
    }
    if (scan_took(l, "(")) {
        struct condition *c = parse_or(p, depth + 1);
        return c != NULL && scan_expect(l, ")") ? c : NULL;
    }
    struct condition *c = new_node(p, COND_TRUE);
    if (scan_took(l, "true"))
        return c;
    if (!parse_location(p, c) || !scan_expect(l, "="))
        return NULL;
    c->value = l->number;
    if (l->kind != SCAN_NUMBER)
        scan_error(l, "a number must stand here, not %s", scan_show(l).text);
    return scan_next(l) ? c : NULL;
}

static struct condition *join(struct parser *p, enum condition_kind kind, struct condition *left,
                              struct condition *right)
{
    if (right == NULL)
        return NULL;
    struct condition *c = new_node(p, kind);
    c->left = left;
    c->right = right;
    return c;
}

static struct condition *parse_and(struct parser *p, int depth)
{
    struct condition *c = parse_atom(p, depth);
    while (c != NULL && scan_took(&p->scan, "/\\"))
        c = join(p, COND_AND, c, parse_atom(p, depth));
    return c;
}

static struct condition *parse_or(struct parser *p, int depth)
{
    struct condition *c = parse_and(p, depth);
    while (c != NULL && scan_took(&p->scan, "\\/"))
        c = join(p, COND_OR, c, parse_and(p, depth));
    return c;
}

/* "locations [x; 0:r0;]": all registers are shown anyway. */
static bool parse_locations(struct parser *p)
{
    if (!scan_took(&p->scan, "locations"))
        return !error_is_set(p->scan.err);
    if (!scan_expect(&p->scan, "["))
        return false;
    while (!scan_is(&p->scan, "]")) {
        struct condition ignored;
        if (!parse_location(p, &ignored))
            return false;
        if (!scan_is(&p->scan, "]") && !scan_expect(&p->scan, ";"))
            return false;
    }
    return scan_next(&p->scan);
}

/* The text of the file between two places, with every blank one space. */
static char *squeezed(struct parser *p, const char *from, const char *to)
{
    char *text = arena_strndup(&p->t->arena, from, (size_t)(to - from)), *out = text;
    for (const char *c = text; *c != '\0'; c++) {
        bool blank = (unsigned char)*c <= ' ';
        if (!blank)
            *out++ = *c;
        else if (out > text && out[-1] != ' ')
            *out++ = ' ';
    }
    while (out > text && out[-1] == ' ')
        out--;
    *out = '\0';
    return text;
}

bool lit_condition(struct parser *p)
{
    struct scan *l = &p->scan;
    if (!parse_locations(p))
        return false;
    const char *from = l->text;
    bool negated = scan_took(l, "~");
    if (scan_is(l, "exists"))
        p->t->quantifier = negated ? LITMUS_NOT_EXISTS : LITMUS_EXISTS;
    else if (scan_is(l, "forall") && !negated)
        p->t->quantifier = LITMUS_FORALL;
    else
        return scan_error(l,
                          "the condition must stand here, not %s: exists (...), ~exists (...) or "
                          "forall (...)",
                          scan_show(l).text);
    if (!scan_next(l))
        return false;
    p->t->condition = parse_or(p, 0);
    if (p->t->condition == NULL)
        return false;
    p->t->condition_text = squeezed(p, from, l->text);
    return true;
}
