#include "formal/prove/mutate.h"

#include "formal/prove/incremental.h"
#include "formal/prove/model.h"
#include "formal/prove/mutant.h"
#include "formal/prove/survivors.h"
#include "formal/prove/tool.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_SECONDS = 300, LEAST_SECONDS = 60, SLACK = 5 };

struct job {
    const struct mutate_options *o;
    struct model model;
    struct mutant_model all;
    struct mutants m;
};

/* ---- a unit's proofs, together ---- */

static bool has(char *const *list, uint32_t n, const char *text)
{
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(list[i], text) == 0)
            return true;
    return false;
}

static bool alike(char *const *a, uint32_t n, char *const *b, uint32_t m)
{
    bool same = n == m;
    for (uint32_t i = 0; same && i < n; i++)
        same = has(b, m, a[i]);
    return same;
}

static bool same_unit(const struct proof *a, const struct proof *b)
{
    return strcmp(a->module, b->module) == 0 && strcmp(a->system, b->system) == 0 &&
           a->induction == b->induction && alike(a->set, a->set_count, b->set, b->set_count) &&
           alike(a->params, a->params_count, b->params, b->params_count);
}

static void unite(char ***list, uint32_t *n, char *const *more, uint32_t m)
{
    char **both = xcalloc(*n + m + 1, sizeof *both);
    if (*n > 0)
        memcpy(both, *list, *n * sizeof *both);
    for (uint32_t i = 0; i < m; i++)
        if (!has(both, *n, more[i]))
            both[(*n)++] = more[i];
    free(*list);
    *list = both;
}

/* Merges all proofs of the unit of `p`. The result has the name of `p`; it borrows texts, and owns
 * its lists. */
static void unit_of(const struct proofs *table, const struct proof *p, struct proof *unit)
{
    *unit = *p;
    unit->texts = unit->define = NULL;
    unit->texts_count = unit->define_count = unit->seconds = 0;
    for (uint32_t i = 0; i < table->proofs_count; i++) {
        const struct proof *it = &table->proofs[i];
        if (!same_unit(it, p))
            continue;
        unite(&unit->texts, &unit->texts_count, it->texts, it->texts_count);
        unite(&unit->define, &unit->define_count, it->define, it->define_count);
        unit->seconds += it->seconds;
    }
}

/* ---- making mutants ---- */

/* Excludes from the selection the instances of modules that have proofs of their own. */
static void without_proved(const struct model *m, const struct proofs *table, struct sbuf *s)
{
    for (uint32_t i = 0; i < table->proofs_count; i++) {
        const char *module = table->proofs[i].module;
        char with[128], name[64];
        bool before = false;
        for (uint32_t j = 0; j < i; j++)
            before = before || strcmp(module, table->proofs[j].module) == 0;
        if (before || strcmp(module, m->proof->module) == 0)
            continue;
        snprintf(with, sizeof with, " %s #(", module);
        for (const char *at = m->top; (at = strstr(at, with)) != NULL; at++) {
            const char *end = strstr(at, "\n    ) ");
            if (end != NULL && sscanf(end, " ) %63s", name) == 1)
                sbuf_printf(s, " c:*$flatten\\%s.* %%d", name);
        }
    }
}

static bool list_mutants(struct job *j, const struct proofs *table, struct error *err)
{
    struct sbuf script = {0};
    char list[4096];
    uint32_t count = j->o->count, bits = 1;
    while (count >> bits != 0)
        bits++;
    snprintf(list, sizeof list, "%s/mutants", j->model.dir);
    sbuf_printf(&script,
                "read_ilang flat.il; select -set t o:* o:probe_o %%d o:idle_o %%d %%ci* t:* %%i"
                " a:src=formal/* %%d");
    without_proved(&j->model, table, &script);
    sbuf_printf(&script, "; mutate -list %u -seed %u -o mutants -ctrl " MUTANT_INPUT " %u 1 @t",
                count, j->o->seed, bits);
    /* If a unit has fewer places for mistakes than `count`, Yosys searches for more for ever. */
    bool ok = tool_yosys_within(j->model.dir, "list", &script, LIST_SECONDS,
                                "the unit may have fewer places for mistakes: ask for fewer", err);
    sbuf_free(&script);
    size_t len;
    char *text = ok ? file_read(list, &len, err) : NULL;
    if (text == NULL)
        return false;
    j->m.list = xcalloc(count, sizeof *j->m.list);
    for (char *line = strtok(text, "\n"); line != NULL && j->m.n < count; line = strtok(NULL, "\n"))
        j->m.list[j->m.n++].command = xstrdup(line);
    free(text);
    return j->m.n == 0 || model_mutants(&j->model, "mutants", err);
}

/* ---- judging them ---- */

/* The questions asked about each mutant. */
struct questions {
    struct incremental *base, *step; /* does its proof by induction hold? */
    struct incremental *same;        /* can it differ from the original? */
};

static void questions_new(struct questions *q, const struct job *j)
{
    const struct mutant_model *m = &j->all;
    uint32_t cycles = j->m.unit.induction + 1;
    struct aig proof, both;
    mutant_proof(m, &proof);
    mutant_beside(m, &both);
    q->base = incremental_new(&proof, cycles, CNF_RESET, m->number, m->bits);
    q->step = incremental_new(&proof, cycles, CNF_ANY, m->number, m->bits);
    q->same = incremental_new(&both, 1, CNF_ANY, m->number, m->bits);
    aig_free(&proof);
    aig_free(&both);
}

static void questions_free(struct questions *q)
{
    incremental_free(q->base);
    incremental_free(q->step);
    incremental_free(q->same);
}

static enum mutant_end judge(struct questions *q, uint32_t number, uint32_t seconds)
{
    enum verdict v = incremental_ask(q->step, number, seconds);
    if (v == VERDICT_PROVED)
        v = incremental_ask(q->base, number, seconds);
    if (v != VERDICT_PROVED)
        return v == VERDICT_BROKEN ? MUTANT_KILLED : MUTANT_UNDECIDED;
    return incremental_ask(q->same, number, seconds) == VERDICT_PROVED ? MUTANT_EQUIVALENT
                                                                       : MUTANT_SURVIVED;
}

static void tell_progress(const struct job *j, size_t done)
{
    if (j->o->prove->progress != NULL && (done % 25 == 0 || done == j->m.n))
        fprintf(j->o->prove->progress, "umbel: %s: %zu of %zu mutants: %zu killed\n",
                j->m.unit.proof, done, j->m.n, j->m.ends[MUTANT_KILLED]);
}

/* Judges all mutants. The original must be proved first: otherwise nothing could be concluded. */
static bool judge_all(struct job *j, struct error *err)
{
    if (!mutant_read(&j->all, j->model.dir, err))
        return false;
    struct questions q;
    questions_new(&q, j);
    uint32_t expected = j->m.unit.seconds * SLACK;
    uint32_t seconds = expected > LEAST_SECONDS ? expected : LEAST_SECONDS;
    bool ok = judge(&q, 0, seconds) == MUTANT_EQUIVALENT ||
              error_set(err, "%s: without a mutation it is not proved; `umbel prove %s` says why",
                        j->m.unit.proof, j->m.unit.proof);
    for (size_t i = 0; ok && i < j->m.n; i++) {
        j->m.list[i].end = judge(&q, (uint32_t)i + 1, seconds);
        j->m.ends[j->m.list[i].end]++;
        tell_progress(j, i + 1);
        ok = !process_stopped() || error_set(err, "%s: stopped", j->m.unit.proof);
    }
    questions_free(&q);
    return ok;
}

static void job_free(struct job *j)
{
    for (size_t i = 0; i < j->m.n; i++)
        free(j->m.list[i].command);
    free(j->m.list);
    free(j->m.unit.texts);
    free(j->m.unit.define);
    mutant_free(&j->all);
    model_free(&j->model);
}

/* ---- units side by side ---- */

struct units {
    const struct mutate_options *o;
    const struct proofs *table;
    const struct survivors *reasons;
    struct proof *list; /* a unit's first proof */
    size_t n;
};

/* Two files per unit: its rates and survivors, and the reason if that is too little. */
static void path_of(const struct units *u, size_t i, const char *name, char *path, size_t room)
{
    snprintf(path, room, "%s/mutate-%s%s", u->o->prove->dir, u->list[i].proof, name);
}

static bool keep(const struct units *u, size_t i, const struct job *j, struct error *err)
{
    char path[4096];
    struct error why = {0};
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (out == NULL)
        return error_set(err, "out of memory");
    if (j->m.n == 0)
        fprintf(out, "%-14s %-20s none: wires between units that have proofs of their own\n",
                j->m.unit.proof, j->m.unit.module);
    else
        survivors_tell(u->reasons, &j->m, out, &why);
    fclose(out);
    path_of(u, i, "/why", path, sizeof path);
    bool ok = file_write(path, why.text, strlen(why.text), err);
    path_of(u, i, "/told", path, sizeof path);
    ok = ok && file_write(path, text, len, err);
    free(text);
    return ok;
}

static bool mutate_unit(size_t i, void *ctx, struct error *err)
{
    const struct units *u = ctx;
    char dir[4096];
    path_of(u, i, "", dir, sizeof dir);
    struct job j = {.o = u->o};
    unit_of(u->table, &u->list[i], &j.m.unit);
    bool ok = model_write(&j.model, &j.m.unit, dir, NULL, err) && model_flatten(&j.model, err) &&
              list_mutants(&j, u->table, err) && (j.m.n == 0 || judge_all(&j, err)) &&
              keep(u, i, &j, err);
    job_free(&j);
    return ok;
}

/* Prints the results of all units; the error is the first reason for which one is too little. */
static bool tell(const struct units *u, FILE *out, struct error *err)
{
    struct error first = {0};
    for (size_t i = 0; i < u->n; i++) {
        char path[4096];
        size_t len;
        path_of(u, i, "/told", path, sizeof path);
        char *told = file_read(path, &len, err);
        path_of(u, i, "/why", path, sizeof path);
        char *why = told != NULL ? file_read(path, &len, err) : NULL;
        if (why == NULL) {
            free(told);
            return false;
        }
        fputs(told, out);
        if (why[0] != '\0' && !error_is_set(&first))
            error_set(&first, "%s", why);
        free(told);
        free(why);
    }
    if (error_is_set(&first))
        *err = first;
    return !error_is_set(&first);
}

bool mutate_run(const struct mutate_options *o, FILE *out, struct error *err)
{
    struct prove_results chosen;
    struct survivors *reasons = survivors_load(o->survivors, err);
    bool ok = prove_select(o->prove, &chosen, err) && reasons != NULL;
    struct units u = {o, chosen.table, reasons, xcalloc(chosen.n + 1, sizeof *u.list), 0};
    for (size_t i = 0; ok && i < chosen.n; i++) {
        const struct proof *p = chosen.results[i].proof;
        bool done = p->induction == 0 || p->unmutated;
        for (size_t k = 0; k < i; k++)
            done = done || same_unit(p, chosen.results[k].proof);
        if (!done)
            u.list[u.n++] = *p;
    }
    ok = ok && process_parallel(u.n, o->prove->jobs, mutate_unit, &u, err) && tell(&u, out, err);
    free(u.list);
    prove_free(&chosen);
    survivors_free(reasons);
    return ok;
}
