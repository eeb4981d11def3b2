#include "formal/prove/mutate.h"

#include "formal/prove/cadical.h"
#include "formal/prove/model.h"
#include "formal/prove/mutant.h"
#include "formal/prove/survivors.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_SECONDS = 60, SLACK = 5 };

static const char *const end_names[MUTANT_ENDS] = {"killed", "equivalent", "survived", "undecided"};

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

/* Its name is the first one's; texts are borrowed, lists are its own. */
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

/* Names of the instances in the module's text of modules that have proofs of their own. */
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
                "read_ilang %s/flat.il; select -set t o:* o:probe_o %%d o:idle_o %%d %%ci* t:* %%i"
                " a:src=formal/* %%d",
                j->model.dir);
    without_proved(&j->model, table, &script);
    sbuf_printf(&script, "; mutate -list %u -seed %u -o %s -ctrl " MUTANT_INPUT " %u 1 @t", count,
                j->o->seed, list, bits);
    const char *const argv[] = {"yosys", "-q", "-p", sbuf_str(&script), NULL};
    bool ok = process_run(argv, err);
    sbuf_free(&script);
    size_t len;
    char *text = ok ? file_read(list, &len, err) : NULL;
    if (text == NULL)
        return false;
    j->m.list = xcalloc(count, sizeof *j->m.list);
    for (char *line = strtok(text, "\n"); line != NULL && j->m.n < count; line = strtok(NULL, "\n"))
        j->m.list[j->m.n++].command = xstrdup(line);
    free(text);
    return j->m.n == 0 || model_mutants(&j->model, list, err);
}

/* ---- judging them ---- */

static struct prover_result prove_one(const struct job *j, uint32_t number, const char *dir,
                                      struct error *err)
{
    const struct proof *p = &j->m.unit;
    struct prover_result r = {.verdict = VERDICT_FAILED};
    uint32_t limit = p->seconds * SLACK > LEAST_SECONDS ? p->seconds * SLACK : LEAST_SECONDS;
    struct prover_task task = {dir, p->induction, limit};
    char path[4200];
    snprintf(path, sizeof path, "%s/broken.aig", dir);
    if (file_mkdirs(dir, err) && mutant_write(&j->all, number, path, err)) {
        r = cadical_induction(&task);
        if (r.verdict == VERDICT_FAILED)
            error_set(err, "%s: mutant %u: %s; logs in %s", p->proof, number,
                      verdict_names[r.verdict], dir);
    }
    return r;
}

static enum mutant_end judge(const struct job *j, uint32_t number, const char *dir,
                             struct error *err)
{
    struct prover_result r = prove_one(j, number, dir, err);
    if (r.verdict == VERDICT_TIMEOUT)
        return MUTANT_UNDECIDED;
    if (r.verdict != VERDICT_PROVED)
        return error_is_set(err) ? MUTANT_ENDS : MUTANT_KILLED;
    struct aig both;
    mutant_beside(&j->all, number, &both);
    enum verdict same = cadical_never(&both, dir, "same", LEAST_SECONDS);
    aig_free(&both);
    if (same == VERDICT_FAILED)
        error_set(err, "%s: mutant %u: %s; see %s/same.log", j->m.unit.proof, number,
                  verdict_names[same], dir);
    return same == VERDICT_PROVED   ? MUTANT_EQUIVALENT
           : same == VERDICT_FAILED ? MUTANT_ENDS
                                    : MUTANT_SURVIVED;
}

static bool judge_one(size_t i, void *ctx, struct error *err)
{
    const struct job *j = ctx;
    char dir[4096], result[4096];
    snprintf(dir, sizeof dir, "%s/mutant%zu", j->model.dir, i + 1);
    snprintf(result, sizeof result, "%s/mutant%zu.end", j->model.dir, i + 1);
    enum mutant_end end = judge(j, (uint32_t)i + 1, dir, err);
    if (end == MUTANT_ENDS)
        return false;
    file_remove_all(dir);
    if (j->o->prove->progress != NULL)
        fprintf(j->o->prove->progress, "umbel: %s: mutant %zu of %zu: %s\n", j->m.unit.proof, i + 1,
                j->m.n, end_names[end]);
    return file_write(result, end_names[end], strlen(end_names[end]), err);
}

/* Of mutants of what is not proved nothing could be said. */
static bool judge_all(struct job *j, struct error *err)
{
    if (!mutant_read(&j->all, j->model.dir, err))
        return false;
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/mutant0", j->model.dir);
    struct prover_result r = prove_one(j, 0, dir, err);
    if (r.verdict != VERDICT_PROVED)
        return error_is_set(err) ? false
                                 : error_set(err, "%s: without a mutation it is %s; logs in %s",
                                             j->m.unit.proof, verdict_names[r.verdict], dir);
    return process_parallel(j->m.n, j->o->prove->jobs, judge_one, j, err);
}

static bool collect(struct job *j, struct error *err)
{
    for (size_t i = 0; i < j->m.n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/mutant%zu.end", j->model.dir, i + 1);
        size_t len;
        char *text = file_read(path, &len, err);
        if (text == NULL)
            return false;
        struct mutant *it = &j->m.list[i];
        for (int e = 0; e < MUTANT_ENDS; e++)
            if (strcmp(text, end_names[e]) == 0)
                it->end = (enum mutant_end)e;
        j->m.ends[it->end]++;
        free(text);
    }
    return true;
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

struct told {
    const struct survivors *reasons;
    FILE *out;
    struct error first; /* a rate too low, a survivor without a reason */
};

static bool mutate_unit(const struct mutate_options *o, const struct proofs *table,
                        const struct proof *p, struct told *told, struct error *err)
{
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/mutate-%s", o->prove->dir, p->proof);
    struct job j = {.o = o};
    unit_of(table, p, &j.m.unit);
    bool ok = model_write(&j.model, &j.m.unit, dir, NULL, err) && model_flatten(&j.model, err) &&
              list_mutants(&j, table, err) &&
              (j.m.n == 0 || (judge_all(&j, err) && collect(&j, err)));
    if (ok && j.m.n == 0)
        fprintf(told->out, "%-14s %-20s none: wires between units that have proofs of their own\n",
                p->proof, p->module);
    else if (ok)
        survivors_tell(told->reasons, &j.m, told->out, &told->first);
    job_free(&j);
    return ok;
}

bool mutate_run(const struct mutate_options *o, FILE *out, struct error *err)
{
    struct prove_results chosen;
    struct survivors *reasons = survivors_load(o->survivors, err);
    bool ok = prove_select(o->prove, &chosen, err) && reasons != NULL;
    struct told told = {.reasons = reasons, .out = out};
    for (size_t i = 0; ok && i < chosen.n; i++) {
        const struct proof *p = chosen.results[i].proof;
        bool done = p->induction == 0;
        for (size_t k = 0; k < i; k++)
            done = done || same_unit(p, chosen.results[k].proof);
        ok = done || mutate_unit(o, chosen.table, p, &told, err);
    }
    prove_free(&chosen);
    survivors_free(reasons);
    if (ok && error_is_set(&told.first))
        *err = told.first;
    return ok && !error_is_set(err);
}
