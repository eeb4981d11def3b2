/* Reads a whole .litmus file; names and instructions, for all parts of the reader. */
#include "formal/litmus/read/parse.h"

#include "sw/util/file.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 1 << 16 };

/* ---- names ---- */

static bool named(const struct scan *l, const char *name)
{
    return l->kind == SCAN_WORD && name != NULL && strlen(name) == l->len &&
           memcmp(name, l->text, l->len) == 0;
}

int lit_find_var(const struct parser *p)
{
    for (int i = 0; i < p->t->n_vars; i++)
        if (named(&p->scan, p->t->vars[i].name))
            return i;
    return LITMUS_NONE;
}

bool lit_is_isa(const struct parser *p)
{
    return p->t->language >= LITMUS_RISCV;
}

int lit_find_reg(const struct parser *p, int thread)
{
    const struct litmus_thread *t = &p->t->threads[thread];
    const char *name = lit_register_name(p);
    for (int i = 0; i < t->n_regs; i++)
        if (name != NULL ? t->regs[i] != NULL && strcmp(name, t->regs[i]) == 0
                         : named(&p->scan, t->regs[i]))
            return i;
    return LITMUS_NONE;
}

int lit_find_address(const struct parser *p, int thread)
{
    for (int i = 0; i < p->n_addresses; i++)
        if (p->addresses[i].thread == thread && named(&p->scan, p->addresses[i].name))
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

static bool new_reg(struct parser *p, int thread, int *reg)
{
    struct litmus_thread *t = &p->t->threads[thread];
    if (t->n_regs == LITMUS_REGS)
        return scan_error(&p->scan, "%s needs one register too many; a thread may have %d",
                          scan_show(&p->scan).text, LITMUS_REGS);
    *reg = t->n_regs++;
    return true;
}

bool lit_reg(struct parser *p, int thread, int *reg)
{
    struct scan *l = &p->scan;
    const char *name = lit_register_name(p);
    if (l->kind != SCAN_WORD || (lit_is_isa(p) ? name == NULL : lit_find_var(p) != LITMUS_NONE))
        return scan_error(l, "a register's name must stand here, not %s", scan_show(l).text);
    if (lit_find_address(p, thread) != LITMUS_NONE)
        return scan_error(l, "%s holds an address and must keep it; take another register",
                          scan_show(l).text);
    *reg = lit_find_reg(p, thread);
    if (*reg == LITMUS_NONE) {
        if (!new_reg(p, thread, reg))
            return false;
        p->t->threads[thread].regs[*reg] = name != NULL
                                               ? arena_strdup(&p->t->arena, name)
                                               : arena_strndup(&p->t->arena, l->text, l->len);
        if (lit_is_isa(p))
            p->has_value[thread] |= 1u << *reg;
    }
    return scan_next(l);
}

bool lit_hidden_reg(struct parser *p, int thread, int *reg)
{
    if (!new_reg(p, thread, reg))
        return false;
    p->t->threads[thread].regs[*reg] = arena_printf(&p->t->arena, "'%d", *reg);
    p->hidden[thread] |= 1u << *reg;
    return scan_next(&p->scan);
}

bool lit_temp(struct parser *p, int thread, int *reg)
{
    const struct litmus_thread *t = &p->t->threads[thread];
    int temps = 0;
    for (*reg = 0; *reg < t->n_regs; ++*reg)
        if (t->regs[*reg] == NULL && temps++ == p->temps_used)
            break;
    p->temps_used++;
    return *reg < t->n_regs || new_reg(p, thread, reg);
}

void lit_statement_ends(struct parser *p)
{
    p->temps_used = 0;
}

bool lit_is_temp(const struct parser *p, int thread, int reg)
{
    return reg != LITMUS_NONE && p->t->threads[thread].regs[reg] == NULL;
}

struct place_in_file lit_here(const struct parser *p)
{
    return (struct place_in_file){p->scan.token_line, p->scan.token_col};
}

bool lit_given_twice(const struct parser *p, struct place_in_file before)
{
    return scan_error(&p->scan, "%s is given a second time; the first was at %u:%u, keep one",
                      scan_show(&p->scan).text, before.line, before.col);
}

/* ---- instructions ---- */

struct litmus_operand lit_constant(uint64_t value)
{
    return (struct litmus_operand){.reg = LITMUS_NONE, .value = value};
}

bool lit_operand(struct parser *p, int thread, struct litmus_operand *o)
{
    struct scan *l = &p->scan;
    *o = lit_constant(litmus_loaded(LITMUS_S32, (uint32_t)l->number));
    if (l->kind == SCAN_NUMBER)
        return scan_next(l);
    if (lit_find_address(p, thread) != LITMUS_NONE)
        return scan_error(l, "%s holds an address, which is no value here; write [%.*s]",
                          scan_show(l).text, (int)l->len, l->text);
    if (p->unset_is_0 && l->kind == SCAN_WORD)
        return lit_reg(p, thread, &o->reg);
    o->reg = lit_find_reg(p, thread);
    if (o->reg == LITMUS_NONE || (p->has_value[thread] >> o->reg & 1) == 0)
        return scan_error(l, "a number, or a register with a value, must stand here, not %s",
                          scan_show(l).text);
    return scan_next(l);
}

void lit_gets_value(struct parser *p, int thread, int reg)
{
    p->has_value[thread] |= 1u << reg;
    p->assigned[thread] |= 1u << reg;
}

bool lit_number(struct parser *p, uint64_t *value)
{
    struct scan *l = &p->scan;
    int var = lit_is_isa(p) ? lit_find_var(p) : LITMUS_NONE;
    *value = var != LITMUS_NONE ? litmus_address(var) : l->number;
    if (var == LITMUS_NONE && l->kind != SCAN_NUMBER)
        return scan_error(l, "a number must stand here, not %s", scan_show(l).text);
    return scan_next(l);
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
    i->operand.reg = i->compare.reg = i->address = i->guard = LITMUS_NONE;
    i->line = p->scan.token_line;
    return i;
}

/* ---- addresses ---- */

enum { ADDRESS_STEP = 1 << 24 }; /* far from the numbers that tests compute with */

uint32_t litmus_address(int var)
{
    return (uint32_t)(var + 1) * ADDRESS_STEP;
}

int litmus_variable_at(const struct litmus *t, uint64_t address)
{
    for (int v = 0; v < t->n_vars; v++)
        if (litmus_address(v) == address)
            return v;
    return LITMUS_NONE;
}

/* ---- the whole ---- */

/* An outcome also shows the last values of variables that more than one instruction writes, since
 * they show the order of the writes. */
static void choose_shown_vars(struct litmus *t)
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

/* A register that no instruction assigns is shown only if the condition or `locations` names it. */
static void choose_shown_regs(struct parser *p)
{
    for (int i = 0; i < p->t->n_threads; i++)
        for (int r = 0; r < p->t->threads[i].n_regs; r++)
            if ((((p->assigned[i] & ~p->hidden[i]) | p->named[i]) >> r & 1) == 0)
                p->t->threads[i].regs[r] = NULL;
}

static void choose_lines(struct litmus *t)
{
    for (int v = 0; v < t->n_vars; v++)
        if (t->vars[v].line == LITMUS_NONE)
            t->vars[v].line = t->n_lines++;
}

/* Complains about a place in the file: "'NAME' MESSAGE". Always false. */
static bool lit_error_at(const struct parser *p, struct place_in_file at, const char *name,
                         const char *message)
{
    struct scan there = p->scan;
    there.token_line = at.line;
    there.token_col = at.col;
    return scan_error(&there, "'%s' %s", name, message);
}

/* Refuses a name in a `same line` that is no variable's. */
static bool lines_have_variables(const struct parser *p)
{
    for (int v = 0; v < p->t->n_vars; v++)
        if (p->shares[v].line != 0 && (p->used >> v & 1) == 0 && p->var_given[v].line == 0)
            return lit_error_at(p, p->shares[v], p->t->vars[v].name,
                                "is no variable: no thread has it, and it has no first value");
    return true;
}

/* Refuses first values of registers of threads that do not exist. */
static bool first_values_have_threads(const struct parser *p)
{
    struct scan at = p->scan;
    for (int i = p->t->n_threads; i < LITMUS_THREADS; i++)
        for (int r = 0; r < p->t->threads[i].n_regs; r++) {
            at.token_line = p->reg_given[i][r].line;
            at.token_col = p->reg_given[i][r].col;
            return scan_error(&at, "there is no thread P%d whose register this could be", i);
        }
    return true;
}

static bool parse_test(struct parser *p)
{
    static bool (*const threads[])(struct parser * p) = {[LITMUS_C] = lit_c,
                                                         [LITMUS_PTX] = lit_ptx,
                                                         [LITMUS_RISCV] = lit_riscv,
                                                         [LITMUS_X86] = lit_x86,
                                                         [LITMUS_X86_64] = lit_x86};
    struct scan *l = &p->scan;
    if (!lit_head(p) || !threads[p->t->language](p) || !lit_scope_tree(p))
        return false;
    if (p->placed != 0 && p->placed != p->t->n_threads)
        return scan_error(l, "%d of %d threads have a place (@cta, gpu); give all of them one",
                          p->placed, p->t->n_threads);
    p->t->placed = p->placed != 0;
    if (!first_values_have_threads(p) || !lines_have_variables(p) || !lit_condition(p))
        return false;
    if (l->kind != SCAN_END)
        return scan_error(l, "nothing may follow the condition, but here is %s", scan_show(l).text);
    lit_mark_idle(p->t);
    choose_shown_vars(p->t);
    choose_shown_regs(p);
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
