#include "formal/prove/mutate.h"

#include "formal/prove/model.h"
#include "formal/prove/prover.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

enum { MORE_FRAMES = 8, BMC_SECONDS = 30, LEAST_SECONDS = 60, SLACK = 5 };

static const char *const end_names[MUTANT_ENDS] = {"killed", "unproved", "survived"};

struct job {
    const struct prove_options *o;
    const struct model *model;
    struct mutants *m;
};

/* ---- making them ---- */

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

static bool list_mutants(struct job *j, const struct proofs *table, const struct mutate_options *o,
                         struct error *err)
{
    struct sbuf script = {0};
    char list[4096];
    snprintf(list, sizeof list, "%s/mutants", j->model->dir);
    sbuf_printf(&script,
                "read_ilang %s/flat.il; select -set t o:* o:probe_o %%d o:idle_o %%d %%ci* t:* %%i"
                " a:src=formal/* %%d",
                j->model->dir);
    without_proved(j->model, table, &script);
    sbuf_printf(&script, "; mutate -list %u -seed %u -o %s @t", o->count, o->seed, list);
    const char *const argv[] = {"yosys", "-q", "-p", sbuf_str(&script), NULL};
    bool ok = process_run(argv, err);
    sbuf_free(&script);
    size_t len;
    char *text = ok ? file_read(list, &len, err) : NULL;
    if (text == NULL)
        return false;
    j->m->list = xcalloc(o->count, sizeof *j->m->list);
    for (char *line = strtok(text, "\n"); line != NULL && j->m->n < o->count;
         line = strtok(NULL, "\n"))
        j->m->list[j->m->n++].command = xstrdup(line);
    free(text);
    return j->m->n > 0 || error_set(err, "%s: nothing to mutate", j->m->proof->proof);
}

/* ---- judging them ---- */

/* Whether the row's first prover still proves all. A prover that fails is no kill. */
static bool still_proved(const struct model *m, char property[96], struct error *err)
{
    const struct proof *p = m->proof;
    uint32_t limit = p->seconds * SLACK > LEAST_SECONDS ? p->seconds * SLACK : LEAST_SECONDS;
    struct prover_task task = {m->dir, p->induction > 0 ? p->induction : p->bound, limit};
    struct prover_result r = prover_find(p->provers[0], p->bound > 0)->run(&task);
    memcpy(property, r.property, sizeof r.property);
    if (r.verdict == VERDICT_FAILED)
        error_set(err, "%s: %s; logs in %s", p->proof, verdict_names[r.verdict], m->dir);
    return r.verdict == VERDICT_PROVED;
}

static enum mutant_end judge(const struct model *m, char property[96], struct error *err)
{
    int *frame = xcalloc(m->n_assertions, sizeof *frame);
    uint32_t frames = m->proof->covers + MORE_FRAMES;
    bool ok = bmc_first(m->dir, "broken", frames, BMC_SECONDS, frame, m->n_assertions, err);
    enum mutant_end end = MUTANT_SURVIVED;
    for (uint32_t i = 0; ok && i < m->n_assertions; i++)
        if (frame[i] >= 0) {
            memcpy(property, m->assertions[i], sizeof m->assertions[i]);
            end = MUTANT_KILLED;
        }
    free(frame);
    if (end == MUTANT_SURVIVED && !still_proved(m, property, err))
        end = MUTANT_UNPROVED;
    return error_is_set(err) ? MUTANT_ENDS : end;
}

static bool judge_one(size_t i, void *ctx, struct error *err)
{
    const struct job *j = ctx;
    char dir[4096], result[4096], text[160], property[96] = "";
    snprintf(dir, sizeof dir, "%s/mutant%zu", j->model->dir, i);
    snprintf(result, sizeof result, "%s/mutant%zu.end", j->model->dir, i);
    struct model m;
    bool ok = model_mutate(&m, j->model, dir, j->m->list[i].command, err);
    enum mutant_end end = ok ? judge(&m, property, err) : MUTANT_ENDS;
    model_free(&m);
    file_remove_all(dir);
    if (end == MUTANT_ENDS)
        return false;
    snprintf(text, sizeof text, "%s %s\n", end_names[end], property);
    if (j->o->progress != NULL)
        fprintf(j->o->progress, "umbel: %s: mutant %zu of %zu: %s", j->m->proof->proof, i + 1,
                j->m->n, text);
    return file_write(result, text, strlen(text), err);
}

static bool collect(struct job *j, struct error *err)
{
    for (size_t i = 0; i < j->m->n; i++) {
        char path[4096], name[32];
        snprintf(path, sizeof path, "%s/mutant%zu.end", j->model->dir, i);
        size_t len;
        char *text = file_read(path, &len, err);
        if (text == NULL)
            return false;
        struct mutant *it = &j->m->list[i];
        sscanf(text, "%31s %95s", name, it->property);
        for (int e = 0; e < MUTANT_ENDS; e++)
            if (strcmp(name, end_names[e]) == 0)
                it->end = (enum mutant_end)e;
        j->m->ends[it->end]++;
        free(text);
    }
    return true;
}

/* ---- telling ---- */

/* A survivor: what was changed, and where in the Verilog. */
static void tell_mutant(const struct mutant *it, size_t i, FILE *out)
{
    char mode[32] = "", port[32] = "";
    const char *src = strstr(it->command, "-src "), *at;
    if ((at = strstr(it->command, "-mode ")) != NULL)
        sscanf(at, "-mode %31s", mode);
    if ((at = strstr(it->command, "-port ")) != NULL)
        sscanf(at, "-port %31s", port);
    const char *cell = strstr(it->command, "-cell ");
    fprintf(out, "    %zu %s %s %s of %.*s", i + 1, end_names[it->end], mode, port,
            cell != NULL ? (int)strcspn(cell + 6, " ") : 0, cell != NULL ? cell + 6 : "");
    for (; src != NULL; src = strstr(src + 1, "-src ")) {
        const char *name = src + 5, *end = name + strcspn(name, " \n");
        for (const char *c = name; c < end; c++)
            if (*c == '/')
                name = c + 1;
        fprintf(out, " %.*s", (int)(end - name), name);
    }
    fputc('\n', out);
}

static void tell(const struct mutants *m, FILE *out)
{
    size_t killed = m->ends[MUTANT_KILLED] + m->ends[MUTANT_UNPROVED];
    fprintf(
        out,
        "%-18s %zu mutants: %zu killed by a counterexample, %zu by a failed proof, %zu survived;"
        " kill rate %.1f %%\n",
        m->proof->proof, m->n, m->ends[MUTANT_KILLED], m->ends[MUTANT_UNPROVED],
        m->ends[MUTANT_SURVIVED], 100.0 * (double)killed / (double)m->n);
    for (size_t i = 0; i < m->n; i++)
        if (m->list[i].end == MUTANT_SURVIVED)
            tell_mutant(&m->list[i], i, out);
    fflush(out);
}

static bool mutate_one(const struct mutate_options *o, const struct proofs *table,
                       const struct proof *p, FILE *out, struct error *err)
{
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/mutate-%s", o->prove->dir, p->proof);
    struct model model;
    struct mutants mutants = {.proof = p};
    struct job j = {o->prove, &model, &mutants};
    bool ok = model_write(&model, p, dir, NULL, err) && model_build(&model, err) &&
              list_mutants(&j, table, o, err) &&
              process_parallel(mutants.n, o->prove->jobs, judge_one, &j, err) && collect(&j, err);
    if (ok)
        tell(&mutants, out);
    for (size_t i = 0; i < mutants.n; i++)
        free(mutants.list[i].command);
    free(mutants.list);
    model_free(&model);
    return ok;
}

bool mutate_run(const struct mutate_options *o, FILE *out, struct error *err)
{
    struct prove_results chosen;
    bool ok = prove_select(o->prove, &chosen, err);
    for (size_t i = 0; ok && i < chosen.n; i++)
        ok = mutate_one(o, chosen.table, chosen.results[i].proof, out, err);
    prove_free(&chosen);
    return ok;
}
