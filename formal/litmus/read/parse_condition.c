/* The condition of a test, and locations [...] and filter (...) before it. */
#include "formal/litmus/condition.h"
#include "formal/litmus/read/parse.h"

enum { MAX_DEPTH = 64 };

static struct condition *parse_or(struct parser *p, int depth);

static struct condition *new_node(struct parser *p, enum condition_kind kind)
{
    struct condition *c = ARENA_NEW(&p->t->arena, struct condition);
    c->kind = kind;
    return c;
}

static struct condition *join(struct parser *p, enum condition_kind kind, struct condition *left,
                              struct condition *right)
{
    if (left == NULL || right == NULL)
        return NULL;
    struct condition *c = new_node(p, kind);
    c->left = left;
    c->right = right;
    return c;
}

static struct condition *negate(struct parser *p, struct condition *what)
{
    return join(p, COND_NOT, what, what);
}

/* ---- operands of comparisons ---- */

/* "r0" after "0:". */
static bool parse_register(struct parser *p, struct condition *c)
{
    struct scan *l = &p->scan;
    if (lit_register_name(p) != NULL) {
        struct scan name = *l;
        if (!lit_reg(p, c->thread, &c->index)) /* maybe one that no instruction names */
            return false;
        *l = name;
    }
    c->index = lit_find_reg(p, c->thread);
    if (c->index == LITMUS_NONE)
        return scan_error(l, "P%d has no register %s", c->thread, scan_show(l).text);
    if (!p->unset_is_0 && (p->has_value[c->thread] >> c->index & 1) == 0)
        return scan_error(l, "register %s of P%d never gets a value; leave it out",
                          scan_show(l).text, c->thread);
    p->named[c->thread] |= 1u << c->index;
    return scan_next(l);
}

/* Goes past "0:" or "P0:", if there. */
static bool parse_owner(struct parser *p, struct condition *c)
{
    struct scan *l = &p->scan, after = *l;
    bool name = l->kind == SCAN_WORD && l->len == 2 && l->text[0] == 'P' && l->text[1] >= '0' &&
                l->text[1] <= '9' && scan_next(&after) && scan_is(&after, ":");
    c->kind = l->kind == SCAN_NUMBER || name ? COND_REG : COND_VAR;
    if (c->kind == COND_VAR)
        return !error_is_set(l->err);
    uint64_t thread = name ? (uint64_t)(l->text[1] - '0') : l->number;
    if (thread >= (uint64_t)p->t->n_threads)
        return scan_error(l, "there is no thread %s", scan_show(l).text);
    c->thread = (int)thread;
    return scan_next(l) && scan_expect(l, ":");
}

/* "0:r0", "x", "[x]", "*x". False and an error if there is no such register or variable. */
static bool parse_location(struct parser *p, struct condition *c)
{
    struct scan *l = &p->scan;
    if (!parse_owner(p, c))
        return false;
    if (c->kind == COND_REG)
        return parse_register(p, c);
    bool brackets = scan_took(l, "[");
    if (!brackets)
        scan_took(l, "*");
    c->index = lit_find_var(p);
    if (c->index == LITMUS_NONE)
        return scan_error(l, "%s is neither a variable nor a register; a register is written 0:r0",
                          scan_show(l).text);
    p->t->shown_var[c->index] = true;
    return scan_next(l) && (!brackets || scan_expect(l, "]"));
}

/* ---- propositions ---- */

/* "=", "==", "!=", "<>" */
static bool parse_relation(struct parser *p, bool *equal)
{
    struct scan *l = &p->scan;
    *equal = !scan_is(l, "!=") && !scan_is(l, "<>");
    return *equal && !scan_is(l, "==") ? scan_expect(l, "=") : scan_next(l);
}

/* The next token begins a register or variable, and no number. */
static bool names_location(const struct scan *l)
{
    struct scan after = *l;
    bool owner = l->kind == SCAN_NUMBER && scan_next(&after) && scan_is(&after, ":");
    return owner || l->kind == SCAN_WORD || scan_is(l, "[") || scan_is(l, "*");
}

/* "0:r0=1", "x!=2", "0:r0=1:r0"; and "0==0", which some tests write for true. */
static struct condition *parse_comparison(struct parser *p)
{
    struct scan *l = &p->scan, after = *l;
    struct condition *c = new_node(p, COND_TRUE);
    bool equal;
    uint64_t left = l->number;
    bool numbers = l->kind == SCAN_NUMBER && scan_next(&after) &&
                   (scan_is(&after, "==") || scan_is(&after, "!="));
    if (numbers)
        *l = after;
    if ((!numbers && !parse_location(p, c)) || !parse_relation(p, &equal))
        return NULL;
    bool address = lit_is_isa(p) && lit_find_var(p) != LITMUS_NONE;
    if (!numbers && !address && names_location(l)) {
        struct condition *other = new_node(p, COND_TRUE);
        c = join(p, COND_SAME, c, parse_location(p, other) ? other : NULL);
        return c == NULL || equal ? c : negate(p, c);
    }
    if (!lit_number(p, &c->value))
        return NULL;
    if (numbers)
        equal = equal == (left == c->value);
    return equal ? c : negate(p, c);
}

static struct condition *parse_atom(struct parser *p, int depth)
{
    struct scan *l = &p->scan;
    if (depth > MAX_DEPTH) {
        scan_error(l, "the condition is nested too deeply; there may be %d levels", MAX_DEPTH);
        return NULL;
    }
    if (scan_took(l, "~") || scan_took(l, "not"))
        return negate(p, parse_atom(p, depth + 1));
    if (scan_took(l, "(")) {
        struct condition *c = parse_or(p, depth + 1);
        return c != NULL && scan_expect(l, ")") ? c : NULL;
    }
    if (scan_took(l, "true"))
        return new_node(p, COND_TRUE);
    if (scan_took(l, "false"))
        return negate(p, new_node(p, COND_TRUE));
    return parse_comparison(p);
}

/* a => b => c is a => (b => c); as in herd, => binds more tightly than /\ does. */
static struct condition *parse_implies(struct parser *p, int depth)
{
    struct condition *c = parse_atom(p, depth);
    if (c == NULL || !scan_took(&p->scan, "=>"))
        return c;
    if (depth > MAX_DEPTH)
        return parse_atom(p, depth);
    return join(p, COND_OR, negate(p, c), parse_implies(p, depth + 1));
}

static struct condition *parse_and(struct parser *p, int depth)
{
    struct condition *c = parse_implies(p, depth);
    while (c != NULL && (scan_took(&p->scan, "/\\") || scan_took(&p->scan, "and")))
        c = join(p, COND_AND, c, parse_implies(p, depth));
    return c;
}

static struct condition *parse_or(struct parser *p, int depth)
{
    struct condition *c = parse_and(p, depth);
    while (c != NULL && (scan_took(&p->scan, "\\/") || scan_took(&p->scan, "or")))
        c = join(p, COND_OR, c, parse_and(p, depth));
    return c;
}

/* ---- the end of a test ---- */

/* "locations [x; 0:r0; y int;]" */
static bool parse_locations(struct parser *p)
{
    struct scan *l = &p->scan;
    if (!scan_took(l, "locations"))
        return !error_is_set(l->err);
    if (!scan_expect(l, "["))
        return false;
    while (!scan_is(l, "]")) {
        struct condition ignored = {0};
        if (!parse_location(p, &ignored))
            return false;
        while (lit_is_type(l) || scan_is(l, "*"))
            if (!scan_next(l))
                return false;
        if (!scan_is(l, "]") && !scan_expect(l, ";"))
            return false;
    }
    return scan_next(l);
}

static bool parse_filter(struct parser *p)
{
    if (!scan_took(&p->scan, "filter"))
        return !error_is_set(p->scan.err);
    p->t->filter = parse_or(p, 0);
    return p->t->filter != NULL;
}

/* The text of the file between two places; every run of blanks becomes one space. */
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
    if (!parse_locations(p) || !parse_filter(p))
        return false;
    const char *from = l->text;
    bool negated = scan_took(l, "~") || scan_took(l, "not");
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
    return scan_took(l, ";") || !error_is_set(l->err);
}

bool lit_condition_begins(const struct scan *l)
{
    static const char *const words[] = {"exists", "forall", "~", "not", "locations", "filter"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (scan_is(l, words[i]))
            return true;
    return false;
}
