/* The part of a file before the threads: header, information, first values, lines. */
#include "formal/litmus/read/parse.h"

#include <string.h>

/* ---- header ---- */

static bool parse_language(struct parser *p)
{
    static const struct {
        const char *word;
        enum litmus_language language;
    } languages[] = {{"C", LITMUS_C},         {"PTX", LITMUS_PTX}, {"GPU_PTX", LITMUS_PTX},
                     {"RISCV", LITMUS_RISCV}, {"X86", LITMUS_X86}, {"X86_64", LITMUS_X86_64}};
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (scan_is(&p->scan, languages[i].word)) {
            p->t->language = languages[i].language;
            return true;
        }
    return scan_error(&p->scan,
                      "a test begins with the language of its threads, C, PTX, RISCV, X86 or "
                      "X86_64, and its name, not with %s",
                      scan_show(&p->scan).text);
}

/* "C NAME", optional "(short name)", then lines of information and descriptions. */
static bool parse_header(struct parser *p)
{
    struct scan *l = &p->scan;
    if (!parse_language(p))
        return false;
    if (!scan_name(l))
        return false;
    p->t->name = arena_strndup(&p->t->arena, l->text, l->len);
    for (size_t i = 0; i < l->len; i++)
        if ((unsigned char)l->text[i] > '~' || strchr("\"\\{};", l->text[i]) != NULL)
            return scan_error(l, "a test's name is one word of letters, digits and signs, without "
                                 "quotes, braces, ';' and '\\'");
    if (!scan_next(l))
        return false;
    if (scan_took(l, "("))
        while (!scan_took(l, ")"))
            if (l->kind != SCAN_WORD || !scan_next(l))
                return scan_expect(l, ")");
    bool described = false;
    do
        described = described || l->kind == SCAN_TEXT;
    while (l->kind == SCAN_TEXT ? scan_next(l) : scan_took(l, ";") || scan_took_information(l));
    /* A quotation within a description ends it early. */
    return !error_is_set(l->err) &&
           (scan_is(l, "{") || !described || scan_line_that_begins(l, '{'));
}

/* ---- first values ---- */

/* Skips types, in PTX ".reg .s32". */
static bool skip_types(struct parser *p)
{
    struct scan *l = &p->scan;
    while (lit_is_type(l) || scan_is(l, ".")) {
        bool dot = scan_is(l, ".");
        if (!scan_next(l))
            return false;
        if (dot && (l->kind != SCAN_WORD || !scan_next(l)))
            return scan_error(l, "a type such as .reg .s32 is missing before %s",
                              scan_show(l).text);
    }
    return true;
}

/* A number, also as ATOMIC_INIT(1). */
static bool parse_number(struct parser *p, uint32_t *value)
{
    struct scan *l = &p->scan;
    bool wrapped = scan_took(l, "ATOMIC_INIT");
    if (wrapped && !scan_expect(l, "("))
        return false;
    *value = (uint32_t)l->number;
    if (l->kind != SCAN_NUMBER)
        return scan_error(l, "a number must stand here, not %s", scan_show(l).text);
    return scan_next(l) && (!wrapped || scan_expect(l, ")"));
}

static bool hold_address(struct parser *p, int thread, const struct scan *name)
{
    struct place_in_file given = {name->token_line, name->token_col};
    struct address a = {.thread = thread,
                        .given = given,
                        .name = arena_strndup(&p->t->arena, name->text, name->len)};
    if (!lit_var(p, &a.var))
        return false;
    p->used |= 1u << a.var;
    if (p->n_addresses == MAX_ADDRESSES)
        return scan_error(name, "%s is one address too many; there may be %d", scan_show(name).text,
                          MAX_ADDRESSES);
    p->addresses[p->n_addresses++] = a;
    return true;
}

/* The address of a variable. */
static bool parse_address(struct parser *p, uint32_t *value)
{
    int var = 0;
    if (!lit_var(p, &var))
        return false;
    *value = litmus_address(var);
    return true;
}

/* "r1 = 5" after "0:"; without a value r1 is 0. "r1 = x": the address of x. */
static bool parse_register(struct parser *p, int thread)
{
    struct scan *l = &p->scan;
    if (!skip_types(p))
        return false;
    struct scan name = *l;
    int reg = lit_find_reg(p, thread), address = lit_find_address(p, thread);
    if (address != LITMUS_NONE)
        return lit_given_twice(p, p->addresses[address].given);
    bool declared = lit_is_isa(p) && reg != LITMUS_NONE && p->reg_given[thread][reg].line == 0;
    if (reg != LITMUS_NONE && !declared)
        return lit_given_twice(p, p->reg_given[thread][reg]);
    if (l->kind != SCAN_WORD || (!lit_is_isa(p) && lit_find_var(p) != LITMUS_NONE))
        return scan_error(l, "a register's name must stand here, not %s", scan_show(l).text);
    if (!scan_next(l))
        return false;
    uint32_t value = 0;
    bool valued = scan_took(l, "=");
    if (valued) {
        bool and = scan_took(l, "&");
        bool variable = and || (l->kind == SCAN_WORD && !scan_is(l, "ATOMIC_INIT"));
        if (variable && !lit_is_isa(p))
            return hold_address(p, thread, &name);
        if (!(variable ? parse_address(p, &value) : parse_number(p, &value)))
            return false;
    }
    struct scan after = *l;
    *l = name;
    if (!lit_reg(p, thread, &reg))
        return false;
    *l = after;
    if (valued || !lit_is_isa(p)) /* "uint64_t 0:x5; 0:x5=1;" */
        p->reg_given[thread][reg] = (struct place_in_file){name.token_line, name.token_col};
    p->has_value[thread] |= 1u << reg;
    struct litmus_inst *move = value != 0 ? lit_add(p, thread, LITMUS_MOVE) : NULL;
    if (move != NULL) {
        move->to = reg;
        move->operand = lit_constant(litmus_loaded(LITMUS_S32, value));
    }
    return !error_is_set(l->err);
}

static bool parse_variable(struct parser *p)
{
    struct scan *l = &p->scan;
    int var = 0;
    bool brackets = scan_took(l, "[");
    if (!brackets)
        scan_took(l, "*");
    struct place_in_file here = lit_here(p);
    int known = lit_find_var(p);
    if (known != LITMUS_NONE && p->var_given[known].line != 0)
        return lit_given_twice(p, p->var_given[known]);
    if (!lit_var(p, &var) || (brackets && !scan_expect(l, "]")))
        return false;
    if (scan_is(l, "="))
        p->var_given[var] = here; /* "uint64_t x; x=1;" */
    if (scan_is(l, "@") || scan_is(l, "aliases"))
        return scan_error(l,
                          "a proxy, or a second name of a variable, is not understood; tests have "
                          "the generic proxy and one name for each variable");
    if (scan_is(l, "["))
        return scan_error(l, "arrays are not understood; give each element a name of its own");
    if (!scan_took(l, "="))
        return !error_is_set(l->err);
    if (scan_is(l, "{"))
        return scan_error(l, "arrays are not understood; give each element a name of its own");
    bool address = scan_is(l, "&") || (l->kind == SCAN_WORD && !scan_is(l, "ATOMIC_INIT"));
    if (address && lit_is_isa(p)) {
        scan_took(l, "&");
        uint32_t value;
        if (!parse_address(p, &value))
            return false;
        p->t->vars[var].first = value;
        return true;
    }
    if (address)
        return scan_error(l,
                          "a variable holds a number, no address: a number must stand here, "
                          "not %s",
                          scan_show(l).text);
    return parse_number(p, &p->t->vars[var].first);
}

/* Goes past "0:" or "P0:"; LITMUS_NONE if there is none. */
static bool parse_owner(struct parser *p, int *thread)
{
    struct scan *l = &p->scan, after = *l;
    *thread = LITMUS_NONE;
    bool number = l->kind == SCAN_NUMBER;
    bool name = l->kind == SCAN_WORD && l->len == 2 && (l->text[0] == 'P' || l->text[0] == 'T') &&
                l->text[1] >= '0' && l->text[1] <= '9';
    if ((!number && !name) || !scan_next(&after) || !scan_is(&after, ":"))
        return !number ||
               scan_error(l, "a variable's name is missing before %s", scan_show(l).text);
    uint64_t which = number ? l->number : (uint64_t)(l->text[1] - '0');
    if (which >= LITMUS_THREADS)
        return scan_error(l, "there is no thread %s; there may be %d", scan_show(l).text,
                          LITMUS_THREADS);
    *thread = (int)which;
    *l = after;
    return scan_next(l);
}

static bool parse_first_value(struct parser *p)
{
    struct scan *l = &p->scan;
    int thread;
    if (!skip_types(p))
        return false;
    struct scan after = *l;
    if (scan_took(&after, "*") && after.kind == SCAN_NUMBER) /* "int* 0:x5": holds an address */
        *l = after;
    if (!parse_owner(p, &thread))
        return false;
    if (!(thread != LITMUS_NONE ? parse_register(p, thread) : parse_variable(p)))
        return false;
    return scan_is(l, "}") || scan_expect(l, ";");
}

/* (* same line: x y *) */
static bool parse_same_line(struct parser *p)
{
    struct litmus *t = p->t;
    int line = t->n_lines++, n = 0;
    if (!scan_next(&p->scan))
        return false;
    while (p->scan.kind != SCAN_CLOSE) {
        struct scan at = p->scan;
        int var = 0;
        if (scan_took(&p->scan, ","))
            continue;
        if (!lit_var(p, &var))
            return false;
        if (t->vars[var].line != LITMUS_NONE)
            return scan_error(&at, "%s has a line already", scan_show(&at).text);
        t->vars[var].line = line;
        p->shares[var] = (struct place_in_file){at.token_line, at.token_col};
        t->vars[var].word = n++;
    }
    if (n < 2)
        return scan_error(&p->scan, "a line is shared by at least two variables: name them here");
    return scan_next(&p->scan);
}

static bool parse_first_values(struct parser *p)
{
    struct scan *l = &p->scan;
    if (!scan_expect(l, "{"))
        return false;
    while (!scan_is(l, "}"))
        if (scan_took(l, ";"))
            continue;
        else if (!(l->kind == SCAN_SAME_LINE ? parse_same_line(p) : parse_first_value(p)))
            return false;
    return scan_next(l) && (scan_took(l, ";") || !error_is_set(l->err));
}

bool lit_head(struct parser *p)
{
    if (!parse_header(p) || !parse_first_values(p))
        return false;
    while (p->scan.kind == SCAN_SAME_LINE)
        if (!parse_same_line(p))
            return false;
    return true;
}
