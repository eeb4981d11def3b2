/* Functions of LLVM's text: which line is which block's, and what branches lead to. */
#include "sw/host/ssa_read.h"

#include "sw/host/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

/* The number behind `word` in a line; 0: the line does not have it. */
static uint32_t behind(const char *line, const char *word)
{
    const char *end = strchr(line, '\n');
    size_t len = end != NULL ? (size_t)(end - line) : strlen(line);
    const char *at = memmem(line, len, word, strlen(word));
    return at != NULL ? (uint32_t)strtoul(at + strlen(word), NULL, 10) : 0;
}

void ssa_place(const struct ssa_reader *r, uint32_t *line, uint32_t *column)
{
    char key[64];
    uint32_t number = behind(r->line, "!dbg !");
    snprintf(key, sizeof key, "\n!%u = !DILocation(", number);
    const char *at = number > 0 ? strstr(r->text, key) : NULL;
    *line = at != NULL ? behind(at + 1, "(line: ") : 0;
    *column = at != NULL ? behind(at + 1, ", column: ") : 0;
}

bool ssa_refuse(struct ssa_reader *r, const char *what)
{
    uint32_t line, column;
    char at[64] = "";
    if (r->failed) /* the innermost says what it is */
        return false;
    r->failed = true;
    ssa_place(r, &line, &column);
    if (line > 0)
        snprintf(at, sizeof at, ":%u:%u", line, column);
    return error_set(r->err,
                     "%s%s: %s %s, which host programs cannot have on a CPU out of order "
                     "(cpu.rob); --set cpu.rob=0 is one in order",
                     r->p->path, at, r->f->name, what);
}

/* ---- functions ---- */

/* Behind the line `define ... @name(`; NULL: there is none. */
static const char *find(const char *text, const char *name)
{
    char key[300];
    snprintf(key, sizeof key, " @%s(", name);
    for (const char *s = text; s != NULL && *s != '\0'; s = strchr(s, '\n') + 1) {
        const char *end = strchr(s, '\n');
        if (end == NULL)
            return NULL;
        if (strncmp(s, "define ", 7) == 0 && memmem(s, (size_t)(end - s), key, strlen(key)) != NULL)
            return end + 1;
    }
    return NULL;
}

static const char *next_line(const char *s)
{
    const char *end = strchr(s, '\n');
    return end != NULL ? end + 1 : s + strlen(s);
}

/* A line of the form "12:  ; preds = ..." begins a block. */
static bool is_label(const char *s, uint32_t *number)
{
    char *end;
    *number = (uint32_t)strtoul(s, &end, 10);
    return end != s && *end == ':' && *s != ' ';
}

struct labels {
    uint32_t *block; /* by a label's number; UINT32_MAX: it is none */
};

/* How many blocks, instructions and numbers there are, at most; and the blocks of labels. */
static void survey(struct ssa_reader *r, uint32_t n_parameters, struct labels *l)
{
    uint32_t lines = 0, number, blocks = 1;
    for (const char *s = r->s; *s != '}'; s = next_line(s))
        lines++;
    r->f->n_values = lines + n_parameters + 2;
    r->f->insts = ARENA_ARRAY(r->a, struct ssa_inst, lines + 1);
    r->f->blocks = ARENA_ARRAY(r->a, struct ssa_block, lines + 1);
    r->f->phis = ARENA_ARRAY(r->a, int32_t, lines + 1);
    l->block = ARENA_ARRAY(r->a, uint32_t, r->f->n_values);
    memset(l->block, 0xff, r->f->n_values * sizeof *l->block);
    l->block[n_parameters] = 0;
    for (const char *s = r->s; *s != '}'; s = next_line(s))
        if (is_label(s, &number) && number < r->f->n_values)
            l->block[number] = blocks++;
    r->f->n_blocks = blocks;
}

static bool add_inst(struct ssa_reader *r)
{
    struct ssa_inst *i = &r->f->insts[r->f->n_insts];
    const char *begin = r->s;
    r->line = r->s;
    int32_t id = ssa_number(r);
    if (id >= 0 && !ssa_take(r, "="))
        return ssa_refuse(r, "has a line that cannot be read");
    if (id < 0)
        r->s = begin;
    if (!ssa_inst(r, id, i))
        return false;
    if (i->op == SSA_CALL) /* it does nothing */
        return true;
    if (i->op == SSA_PHI)
        r->f->phis[r->f->n_phis++] = id;
    r->f->n_insts++;
    return true;
}

static bool body(struct ssa_reader *r)
{
    uint32_t number, block = 0;
    while (*r->s != '}') {
        const char *s = r->s;
        if (is_label(s, &number))
            r->f->blocks[++block].first = r->f->n_insts;
        else if (*s == ' ' && !add_inst(r))
            return false;
        if (r->f->n_insts > 0)
            r->f->blocks[block].last = r->f->n_insts - 1;
        r->s = next_line(r->s);
    }
    return true;
}

/* From labels to blocks. */
static bool resolve(struct ssa_reader *r, const struct labels *l)
{
    for (uint32_t k = 0; k < r->f->n_insts; k++) {
        struct ssa_inst *i = &r->f->insts[k];
        bool known = i->id < (int32_t)r->f->n_values;
        for (uint32_t t = 0; known && t < i->n_to; t++) {
            known = i->to[t] < r->f->n_values && l->block[i->to[t]] != UINT32_MAX;
            i->to[t] = known ? l->block[i->to[t]] : 0;
        }
        for (uint32_t n = 0; known && n < i->n; n++)
            known = i->in[n].id < (int32_t)r->f->n_values;
        if (!known)
            return ssa_refuse(r, "has a branch or a value that cannot be found");
    }
    return true;
}

/* A comparison right before the branch that it is for is one instruction with it. */
static void fuse(struct ssa_function *f)
{
    for (uint32_t k = 1; k < f->n_insts; k++)
        if (f->insts[k].op == SSA_BRANCH && f->insts[k].n == 1 && f->insts[k - 1].op == SSA_ICMP &&
            f->insts[k].in[0].id == f->insts[k - 1].id)
            f->insts[k - 1].is_free = true;
}

struct ssa_function *ssa_read(const struct host_program *p, const char *name, struct arena *a,
                              struct error *err)
{
    struct ssa_reader r = {.p = p, .text = p->text, .a = a, .err = err};
    struct labels labels;
    size_t function;
    if (!host_find(p, name, &function, err))
        return NULL;
    r.f = ARENA_NEW(a, struct ssa_function);
    r.f->name = p->functions[function].name;
    r.line = r.s = find(p->text, name);
    if (r.s == NULL)
        r.line = "";
    if (r.s == NULL && !ssa_refuse(&r, "has a text that cannot be read"))
        return NULL;
    survey(&r, (uint32_t)p->functions[function].n, &labels);
    if (!body(&r) || !resolve(&r, &labels))
        return NULL;
    fuse(r.f);
    return r.f;
}
