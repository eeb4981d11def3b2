#include "formal/prove/prove.h"

#include "formal/prove/cover.h"
#include "formal/prove/model.h"
#include "formal/prove/rests.h"
#include "formal/prove/same_cycle.h"
#include "formal/prove/tool.h"
#include "formal/prove/witness.h"
#include "gen/proto/protocol.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/process.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SLACK = 10,          /* a proof may take this many times its expected seconds, */
    LEAST_SECONDS = 60,  /* and in any case this long */
    WITNESS_FRAMES = 30, /* cycles searched for a counterexample after a failed induction */
    WITNESS_SECONDS = 60
};

/* ---- which ---- */

/* Whether `name` is the unit of a module, as "tsu" is of um_tsu_mgcc_wts. */
static bool is_unit(const char *module, const char *name)
{
    size_t len = strlen(name);
    return strncmp(module, "um_", 3) == 0 && strncmp(module + 3, name, len) == 0 &&
           (module[3 + len] == '_' || module[3 + len] == '\0');
}

static bool has_word(const char *module, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = module; (at = strstr(at, word)) != NULL; at++)
        if (at > module && at[-1] == '_' && (at[len] == '_' || at[len] == '\0'))
            return true;
    return false;
}

/* The protocol of this name; PROTOCOL_COUNT: there is none. */
static enum protocol_id protocol_named(const char *name)
{
    enum protocol_id id = 0;
    while (id < PROTOCOL_COUNT && strcmp(protocol_word(id), name) != 0)
        id++;
    return id;
}

/* The word for a protocol in module names ("nc" for nc-wt); any other name is its own word. */
static const char *word_of(const char *name)
{
    const enum protocol_id id = protocol_named(name);
    return id < PROTOCOL_COUNT ? protocol_of(id)->rules->name : name;
}

/* Whether a proof is meant by a name. A protocol's name means the units with its rules; mgcc also
 * means the units that all protocols use. */
static bool is_named(const struct proof *p, const char *name)
{
    return strcmp(p->proof, name) == 0 || strcmp(p->module, name) == 0 ||
           is_unit(p->module, name) || has_word(p->module, word_of(name)) ||
           (strcmp(name, "mgcc") == 0 && !has_word(p->module, "paper") &&
            !has_word(p->module, "example") && !has_word(p->module, "nc"));
}

static bool unknown(const struct proofs *t, const char *name, struct error *err)
{
    struct near near = {.word = name};
    if (protocol_named(name) < PROTOCOL_COUNT)
        return error_set(err, "protocol '%s' is unproved: no proof is of a unit with its rules",
                         name);
    for (uint32_t i = 0; i < t->proofs_count; i++) {
        near_name(&near, t->proofs[i].proof);
        near_name(&near, t->proofs[i].module);
    }
    error_set(err, "'%s' is no protocol, unit or proof; `umbel prove --list` shows them", name);
    near_tell(&near, err);
    return false;
}

static bool select_proofs(const struct prove_options *o, struct prove_results *r, struct error *err)
{
    const struct proofs *t = r->table;
    r->results = xcalloc(t->proofs_count, sizeof *r->results);
    bool *used = xcalloc(o->n_names + 1, sizeof *used);
    for (uint32_t i = 0; i < t->proofs_count; i++) {
        bool chosen = o->n_names == 0 && (!o->ci || t->proofs[i].ci);
        for (size_t n = 0; n < o->n_names; n++)
            if (is_named(&t->proofs[i], o->names[n]))
                chosen = used[n] = true;
        if (chosen)
            r->results[r->n++].proof = &t->proofs[i];
    }
    bool ok = true;
    for (size_t n = 0; ok && n < o->n_names; n++)
        if (!used[n])
            ok = unknown(t, o->names[n], err);
    free(used);
    return ok;
}

/* ---- one proof ---- */

/* The seconds that each question about a proof may take. */
static uint32_t limit_of(const struct proof *p)
{
    return p->seconds * SLACK > LEAST_SECONDS ? p->seconds * SLACK : LEAST_SECONDS;
}

static char *join(const struct model *m)
{
    struct sbuf s = {0};
    for (uint32_t i = 0; i < m->n_assertions; i++)
        if (m->assertions[i][0] != '\0')
            sbuf_printf(&s, "%s%s", s.len > 0 ? " " : "", m->assertions[i]);
    for (uint32_t i = 0; i < m->n_covers; i++)
        sbuf_printf(&s, " cover:%s", m->covers[i]);
    return s.text;
}

/* Adds the result of the search for a counterexample to the line in `why`. */
static void tell_search(const struct witness *w, uint32_t frames, const struct error *err,
                        struct sbuf *why)
{
    if (error_is_set(err))
        sbuf_printf(why, "; no counterexample could be looked for: %s", err->text);
    else if (w->searched < frames)
        sbuf_printf(why,
                    "; no counterexample in the first %u cycles, and no more were searched in %d s",
                    w->searched, WITNESS_SECONDS);
    else
        sbuf_printf(why, "; no counterexample in %u cycles", frames);
}

static void tell_witness(const struct witness *w, struct sbuf *why)
{
    sbuf_printf(why, "%s is BROKEN in cycle %u; ", w->property, w->frame);
    if (error_is_set(&w->unplayed))
        sbuf_printf(why, "the replay failed: %s; the inputs of each cycle are in %s",
                    w->unplayed.text, w->file);
    else
        sbuf_printf(why, "%s and .vcd", w->trace);
}

/* Explains why a proof failed. If the prover itself failed, or its proof is refused, nothing is
 * known of the property, and no counterexample is searched. */
static void explain(struct prove_result *r, const struct model *m, const struct prover_result *e,
                    const char *prover)
{
    const struct proof *p = r->proof;
    uint32_t frames = p->bound > 0 ? p->bound : p->induction + 1;
    if (p->bound == 0 && frames < WITNESS_FRAMES)
        frames = WITNESS_FRAMES;
    struct witness w = {0};
    struct error err = {0};
    struct sbuf why = {0};
    bool failed = e->verdict == VERDICT_FAILED || e->verdict == VERDICT_REFUSED;
    if (!failed && witness_find(m, frames, WITNESS_SECONDS, &w, &err) && w.found) {
        tell_witness(&w, &why);
    } else {
        sbuf_printf(&why, "%s%s%s: %s", e->property, e->property[0] != '\0' ? ": " : "", prover,
                    verdict_names[e->verdict]);
        if (error_is_set(&e->why))
            sbuf_printf(&why, ": %s", e->why.text);
        if (!failed)
            tell_search(&w, frames, &err, &why);
        sbuf_printf(&why, "; logs in %s", m->dir);
    }
    struct error line = {0}; /* makes one printable line: folder names may have any characters */
    error_set(&line, "%s", sbuf_str(&why));
    snprintf(r->why, sizeof r->why, "%s", line.text);
    sbuf_free(&why);
}

/* Whether the row's assumptions and promises have the form that the order of induction asks for. */
static bool run_same_cycle(struct prove_result *r, const struct model *m, const struct rests *rests,
                           struct error *err)
{
    struct same_cycle o;
    bool ok = same_cycle_check(m->dir, limit_of(r->proof), &o, err);
    if (ok && o.demanding > 0 && !rests_demand(rests, r->proof))
        ok = error_set(err,
                       "%s: %u of its assumptions do not hold in a cycle in which it is shown "
                       "nothing; see formal/composition.md, the order of induction",
                       r->proof->proof, o.demanding);
    for (uint32_t i = 0; ok && i < o.reads_count; i++)
        if (rests_on(rests, r->proof, o.reads[i]))
            ok = error_set(err,
                           "%s: others rest on %s, which depends on what the unit is shown in the "
                           "same cycle; see formal/composition.md, the order of induction",
                           r->proof->proof, o.reads[i]);
    same_cycle_free(&o);
    return ok;
}

static bool run_provers(struct prove_result *r, const struct model *m)
{
    const struct proof *p = r->proof;
    struct prover_task task = {m->dir, p->induction > 0 ? p->induction : p->bound, limit_of(p)};
    for (uint32_t i = 0; i < p->provers_count && i < PROVE_PROVERS; i++) {
        const struct prover *e = prover_find(p->provers[i], p->bound > 0);
        r->provers[i] = e->run(&task);
        if (r->provers[i].verdict != VERDICT_PROVED) {
            explain(r, m, &r->provers[i], e->name);
            return false;
        }
    }
    return true;
}

const char *prove_runs(const struct prove_options *o, const struct proof *p, char path[4096])
{
    snprintf(path, 4096, "%s/%s.txt", o->runs, p->module);
    return file_exists(path) ? path : NULL;
}

/* Searches a run that reaches each cover: if assumptions contradict each other, or a case never
 * occurs, properties hold without meaning anything. */
static bool run_covers(const struct prove_options *o, struct prove_result *r, const struct model *m,
                       struct error *err)
{
    const struct proof *p = r->proof;
    r->covers = m->n_covers;
    if (m->n_covers == 0)
        return p->covers == 0 ||
               error_set(err, "%s: its texts cover nothing, though the table says covers: %u",
                         p->proof, p->covers);
    char path[4096], runs[4096], keep[4096];
    snprintf(path, sizeof path, "%s/reached.aig", m->dir);
    snprintf(keep, sizeof keep, "%s/%s.txt", o->keep != NULL ? o->keep : "", p->module);
    struct cover_search s = {.cycles = p->covers,
                             .seconds = limit_of(p),
                             .stop_at = COVER_ALL,
                             .runs = prove_runs(o, p, runs),
                             .keep = o->keep != NULL ? keep : NULL,
                             .row = p->proof};
    double began = tool_now();
    bool ok = cover_search(&s, path, err);
    r->covers_seconds = tool_now() - began;
    r->covers_known = s.known;
    for (uint32_t i = 0; ok && i < m->n_covers; i++) {
        if (s.reached[i] >= 0)
            r->covers_reached++;
        else if (r->why[0] == '\0')
            snprintf(r->why, sizeof r->why, "cover %s: %s in %u cycles; logs in %s", m->covers[i],
                     s.whole ? "NOT REACHED" : "TIMEOUT: not found", p->covers, m->dir);
    }
    free(s.reached);
    return ok && r->covers_reached == m->n_covers;
}

struct work {
    const struct prove_options *o;
    struct prove_results *r;
    struct rests *rests;
    size_t *turn; /* the results in the order in which they are worked on */
};

static void path_of(const struct prove_options *o, const struct proof *p, const char *file,
                    char *path, size_t room)
{
    snprintf(path, room, "%s/%s%s%s", o->dir, p->proof, *file != '\0' ? "/" : "", file);
}

static void say(const struct prove_options *o, const struct prove_result *r)
{
    if (o->progress == NULL)
        return;
    fprintf(o->progress, "umbel: %s: %s%s, %.1f s (Yosys %.1f, covers %.1f)\n", r->proof->proof,
            r->proved ? "proved" : r->why, r->again ? " before" : "", r->seconds, r->yosys_seconds,
            r->covers_seconds);
    if (r->covers_known > 0 && r->covers_known < r->covers)
        fprintf(o->progress,
                "umbel: %s: %u of %u covers are reached along %s/%s.txt; `umbel prove %s "
                "--keep-runs DIR` writes runs to all\n",
                r->proof->proof, r->covers_known, r->covers, o->runs, r->proof->module,
                r->proof->proof);
    fflush(o->progress);
}

static bool prove_one(size_t i, void *ctx, struct error *err)
{
    const struct work *w = ctx;
    struct prove_result *r = &w->r->results[w->turn[i]];
    char dir[4096], result[4096];
    path_of(w->o, r->proof, "", dir, sizeof dir);
    path_of(w->o, r->proof, "result.json", result, sizeof result);
    struct prove_result before = {.proof = r->proof};
    bool known = !w->o->fresh && w->o->keep == NULL && prove_load(&before, result) && before.proved;
    double began = tool_now();
    struct model m;
    struct error why = {0};
    bool ok = model_write(&m, r->proof, dir, NULL, &why);
    memcpy(r->hash, m.hash, sizeof r->hash);
    if (ok && known && strcmp(before.hash, m.hash) == 0) {
        *r = before;
        r->again = true;
    } else {
        ok = ok && model_build(&m, &why);
        r->yosys_seconds = tool_now() - began;
        r->assertions = m.n_assertions;
        r->names = ok ? join(&m) : NULL;
        r->proved = ok && run_same_cycle(r, &m, w->rests, &why) && run_provers(r, &m) &&
                    run_covers(w->o, r, &m, &why);
        r->seconds = tool_now() - began;
    }
    if (!r->proved && r->why[0] == '\0')
        snprintf(r->why, sizeof r->why, "%s", why.text);
    say(w->o, r);
    model_free(&m);
    return prove_store(r, result, err);
}

/* ---- all of them ---- */

bool prove_select(const struct prove_options *o, struct prove_results *r, struct error *err)
{
    *r = (struct prove_results){0};
    if (o->n_systems > 0 || o->ships) {
        r->ships = ships_load(o->table, o->systems, o->n_systems, o->dir, err);
        r->table = r->ships != NULL ? r->ships->rows : NULL;
    } else {
        r->table = proofs_load(o->table, err);
    }
    return r->table != NULL && select_proofs(o, r, err);
}

/* The longest first, so that no processor waits for the last one. */
static size_t *make_turns(const struct prove_results *r)
{
    size_t *turn = xcalloc(r->n + 1, sizeof *turn);
    for (size_t i = 0; i < r->n; i++) {
        size_t at = i;
        for (; at > 0 && r->results[turn[at - 1]].proof->seconds < r->results[i].proof->seconds;
             at--)
            turn[at] = turn[at - 1];
        turn[at] = i;
    }
    return turn;
}

bool prove_run(const struct prove_options *o, struct prove_results *r, struct error *err)
{
    if (!prove_select(o, r, err))
        return false;
    struct work w = {o, r, rests_load(root_path("formal/rests.yaml"), err), make_turns(r)};
    bool ok = w.rests != NULL && process_parallel(r->n, o->jobs, prove_one, &w, err);
    free(w.turn);
    rests_free(w.rests);
    if (!ok)
        return false;
    for (size_t i = 0; i < r->n; i++) {
        char result[4096];
        path_of(o, r->results[i].proof, "result.json", result, sizeof result);
        if (!prove_load(&r->results[i], result))
            return error_set(err, "%s: cannot be read back", result);
        r->n_proved += r->results[i].proved;
    }
    return true;
}

void prove_free(struct prove_results *r)
{
    for (size_t i = 0; i < r->n; i++)
        free(r->results[i].names);
    free(r->results);
    if (r->ships != NULL)
        ships_free(r->ships);
    else
        proofs_free(r->table);
}
