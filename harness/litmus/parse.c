/* A .litmus file but for its threads: header, first values, lines, the condition's place. */
#include "harness/litmus/parse.h"

#include "sw/util/file.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 1 << 16 };

/* ---- names ---- */

static bool named(const struct scan *l, const char *name)
{
    return l->kind == SCAN_WORD && strlen(name) == l->len && memcmp(name, l->text, l->len) == 0;
}

int lit_find_var(const struct parser *p)
{
    for (int i = 0; i < p->t->n_vars; i++)
        if (named(&p->scan, p->t->vars[i].name))
            return i;
    return LITMUS_NONE;
}

int lit_find_reg(const struct parser *p, int thread)
{
    const struct litmus_thread *t = &p->t->threads[thread];
    for (int i = 0; i < t->n_regs; i++)
        if (named(&p->scan, t->regs[i]))
            return i;
    return LITMUS_NONE;
}

bool lit_var(struct parser *p, int *var)
{
    struct litmus *t = p->t;
    if (p->scan.kind != SCAN_WORD)
        return scan_error(&p->scan, "a variable's name is missing before %s",
                          scan_show(&p->scan).text);
    *var = lit_find_var(p);
    if (*var == LITMUS_NONE) {
        if (t->n_vars == LITMUS_VARS)
            return scan_error(&p->scan, "%s is one variable too many; there may be %d",
                              scan_show(&p->scan).text, LITMUS_VARS);
        *var = t->n_vars++;
        t->vars[*var].name = arena_strndup(&t->arena, p->scan.text, p->scan.len);
        t->vars[*var].line = LITMUS_NONE;
    }
    return scan_next(&p->scan);
}

bool lit_reg(struct parser *p, int thread, int *reg)
{
    struct litmus_thread *t = &p->t->threads[thread];
    if (p->scan.kind != SCAN_WORD || lit_find_var(p) != LITMUS_NONE)
        return scan_error(&p->scan, "a register's name must stand here, not %s",
                          scan_show(&p->scan).text);
    *reg = lit_find_reg(p, thread);
    if (*reg == LITMUS_NONE) {
        if (t->n_regs == LITMUS_REGS)
            return scan_error(&p->scan, "%s is one register too many; a thread may have %d",
                              scan_show(&p->scan).text, LITMUS_REGS);
        *reg = t->n_regs++;
        t->regs[*reg] = arena_strndup(&p->t->arena, p->scan.text, p->scan.len);
    }
    return scan_next(&p->scan);
}

bool lit_operand(struct parser *p, int thread, struct litmus_operand *o)
{
    *o = (struct litmus_operand){.reg = LITMUS_NONE, .value = p->scan.number};
    if (p->scan.kind == SCAN_NUMBER)
        return scan_next(&p->scan);
    o->reg = lit_find_reg(p, thread);
    if (o->reg == LITMUS_NONE || (p->has_value[thread] >> o->reg & 1) == 0)
        return scan_error(&p->scan, "a number, or a register with a value, must stand here, not %s",
                          scan_show(&p->scan).text);
    return scan_next(&p->scan);
}

void lit_gets_value(struct parser *p, int thread, int reg)
{
    p->has_value[thread] |= 1u << reg;
}

struct litmus_inst *lit_add(struct parser *p, int thread, enum litmus_kind kind)
{
    struct litmus_thread *t = &p->t->threads[thread];
    if (t->n_insts == LITMUS_INSTS) {
        scan_error(&p->scan, "one instruction too many; a thread may have %d", LITMUS_INSTS);
        return NULL;
    }
    struct litmus_inst *i = &t->insts[t->n_insts++];
    *i = (struct litmus_inst){.kind = kind, .to = LITMUS_NONE, .won = LITMUS_NONE};
    i->operand.reg = i->compare.reg = LITMUS_NONE;
    return i;
}

/* ---- threads' names and places ---- */

static bool small_number(struct parser *p, const char *word, int most, int *n)
{
    if (!scan_expect(&p->scan, word))
        return false;
    if (p->scan.kind != SCAN_NUMBER || p->scan.number > (uint32_t)most)
        return scan_error(&p->scan, "the number of a %s, 0 to %d, is missing before %s", word, most,
                          scan_show(&p->scan).text);
    *n = (int)p->scan.number;
    return scan_next(&p->scan);
}

bool lit_thread_name(struct parser *p)
{
    struct litmus *t = p->t;
    char name[] = {'P', (char)('0' + t->n_threads), '\0'};
    if (t->n_threads == LITMUS_THREADS)
        return scan_error(&p->scan, "one thread too many; there may be %d", LITMUS_THREADS);
    if (!scan_is(&p->scan, name))
        return scan_error(&p->scan, "thread %s must come here, not %s", name,
                          scan_show(&p->scan).text);
    struct litmus_place *at = &t->places[t->n_threads++];
    if (!scan_next(&p->scan))
        return false;
    if (!scan_is(&p->scan, "@"))
        return true;
    p->placed++;
    return scan_next(&p->scan) && small_number(p, "cta", 63, &at->cta) &&
           scan_expect(&p->scan, ",") && small_number(p, "gpu", 63, &at->gpu);
}

/* ---- first values and lines ---- */

static bool is_type(const struct scan *l)
{
    static const char *const words[] = {"int",      "unsigned",   "uint32_t",
                                        "volatile", "atomic_int", "atomic_uint"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (scan_is(l, words[i]))
            return true;
    return false;
}

static bool parse_first_value(struct parser *p)
{
    struct scan *l = &p->scan;
    int var = 0;
    if (l->kind == SCAN_NUMBER)
        return scan_error(l, "registers begin undefined: give them values in their thread");
    while (is_type(l))
        if (!scan_next(l))
            return false;
    bool brackets = scan_took(l, "[");
    if (!lit_var(p, &var) || (brackets && !scan_expect(l, "]")))
        return false;
    if (scan_took(l, "=")) {
        if (l->kind != SCAN_NUMBER)
            return scan_error(l, "a number must stand here, not %s", scan_show(l).text);
        p->t->vars[var].first = l->number;
        scan_next(l);
    }
    return scan_is(l, "}") || scan_expect(l, ";");
}

bool lit_same_line(struct parser *p)
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
        t->vars[var].word = n++;
    }
    if (n < 2)
        return scan_error(&p->scan, "a line is shared by at least two variables: name them here");
    return scan_next(&p->scan);
}

static bool parse_first_values(struct parser *p)
{
    if (!scan_expect(&p->scan, "{"))
        return false;
    while (!scan_is(&p->scan, "}"))
        if (!(p->scan.kind == SCAN_SAME_LINE ? lit_same_line(p) : parse_first_value(p)))
            return false;
    return scan_next(&p->scan);
}

/* ---- the whole ---- */

/* Last values that an outcome shows besides what the condition names: where more than one
 * instruction may write, the order of writes is worth seeing. */
static void choose_shown(struct litmus *t)
{
    for (int v = 0; v < t->n_vars; v++) {
        int writers = 0;
        for (int i = 0; i < t->n_threads; i++)
            for (int j = 0; j < t->threads[i].n_insts; j++) {
                const struct litmus_inst *inst = &t->threads[i].insts[j];
                bool writes = inst->kind == LITMUS_STORE || inst->kind == LITMUS_ATOMIC;
                writers += writes && inst->var == v;
            }
        t->shown_var[v] = t->shown_var[v] || writers > 1;
    }
}

static void choose_lines(struct litmus *t)
{
    for (int v = 0; v < t->n_vars; v++)
        if (t->vars[v].line == LITMUS_NONE)
            t->vars[v].line = t->n_lines++;
}

static bool parse_header(struct parser *p, bool *ptx)
{
    struct scan *l = &p->scan;
    *ptx = scan_is(l, "PTX");
    if (!*ptx && !scan_is(l, "C"))
        return scan_error(l, "a test begins with 'C NAME' or 'PTX NAME', not with %s",
                          scan_show(l).text);
    if (!scan_rest_of_line(l))
        return false;
    p->t->name = arena_strndup(&p->t->arena, l->text, l->len);
    if (strspn(p->t->name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-_.") !=
        l->len)
        return scan_error(l, "a test's name is one word of letters, digits, '+', '-', '.', '_'");
    if (!scan_next(l))
        return false;
    while (l->kind == SCAN_TEXT) /* herd's descriptions */
        if (!scan_next(l))
            return false;
    return true;
}

/* They would show as zeros that nobody read. */
static bool registers_have_values(const struct parser *p)
{
    for (int i = 0; i < p->t->n_threads; i++)
        for (int r = 0; r < p->t->threads[i].n_regs; r++)
            if ((p->has_value[i] >> r & 1) == 0)
                return scan_error(&p->scan, "register %s of P%d never gets a value; leave it out",
                                  p->t->threads[i].regs[r], i);
    return true;
}

static bool parse_test(struct parser *p)
{
    struct scan *l = &p->scan;
    bool ptx;
    if (!parse_header(p, &ptx) || !parse_first_values(p))
        return false;
    while (l->kind == SCAN_SAME_LINE)
        if (!lit_same_line(p))
            return false;
    if (!(ptx ? lit_ptx(p) : lit_c(p)))
        return false;
    if (p->placed != 0 && p->placed != p->t->n_threads)
        return scan_error(l, "%d of %d threads have a place (@cta, gpu); give all of them one",
                          p->placed, p->t->n_threads);
    p->t->placed = p->placed != 0;
    if (!registers_have_values(p) || !lit_condition(p))
        return false;
    if (l->kind != SCAN_END)
        return scan_error(l, "nothing may follow the condition, but here is %s", scan_show(l).text);
    choose_shown(p->t);
    choose_lines(p->t);
    return true;
}

struct litmus *litmus_parse(const char *text, size_t len, const char *name, struct error *err)
{
    if (len > MAX_BYTES) {
        error_set(err, "%s: is longer than %d bytes; a litmus test is short", name, MAX_BYTES);
        return NULL;
    }
    struct litmus *t = xcalloc(1, sizeof *t);
    t->file = arena_strdup(&t->arena, name);
    t->unroll = LITMUS_UNROLL;
    struct parser p = {.t = t};
    if (scan_start(&p.scan, text, len, name, err) && parse_test(&p))
        return t;
    litmus_free(t);
    return NULL;
}

struct litmus *litmus_read(const char *path, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return NULL;
    struct litmus *t = litmus_parse(text, len, path, err);
    free(text);
    return t;
}

void litmus_free(struct litmus *t)
{
    if (t == NULL)
        return;
    arena_free(&t->arena);
    free(t);
}

uint32_t litmus_atomic(enum atomic_fn fn, uint32_t old, uint32_t operand, uint32_t compare)
{
    bool below = (int32_t)old < (int32_t)operand;
    switch (fn) {
    case FN_ADD:
        return old + operand;
    case FN_MIN:
        return below ? old : operand;
    case FN_MAX:
        return below ? operand : old;
    case FN_UMIN:
        return old < operand ? old : operand;
    case FN_UMAX:
        return old < operand ? operand : old;
    case FN_AND:
        return old & operand;
    case FN_OR:
        return old | operand;
    case FN_XOR:
        return old ^ operand;
    case FN_EXCH:
        return operand;
    case FN_CAS:
    case ATOMIC_FNS:
        break;
    }
    return old == compare ? operand : old;
}

uint32_t litmus_compute(enum litmus_op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case LITMUS_ADD:
        return a + b;
    case LITMUS_SUB:
        return a - b;
    case LITMUS_MUL:
        return a * b;
    case LITMUS_AND:
        return a & b;
    case LITMUS_OR:
        return a | b;
    case LITMUS_XOR:
        return a ^ b;
    case LITMUS_EQ:
        return a == b;
    case LITMUS_NE:
        return a != b;
    case LITMUS_LT:
        return (int32_t)a < (int32_t)b;
    case LITMUS_LE:
        return (int32_t)a <= (int32_t)b;
    case LITMUS_ULT:
        return a < b;
    case LITMUS_ULE:
        break;
    }
    return a <= b;
}
