#include "formal/prove/ships.h"

#include "formal/prove/sizes.h"
#include "sw/util/arena.h"
#include "sw/util/hash.h"
#include "sw/util/root.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the rows whose texts are taken ---- */

static bool has_all(char *const *list, uint32_t n, char *const *of, uint32_t n_of)
{
    for (uint32_t i = 0; i < n_of; i++) {
        bool found = false;
        for (uint32_t k = 0; k < n; k++)
            found = found || strcmp(list[k], of[i]) == 0;
        if (!found)
            return false;
    }
    return true;
}

/* Whether row `a` says all that row `b` of the same module says. */
static bool says_all(const struct proof *a, const struct proof *b)
{
    return strcmp(a->module, b->module) == 0 &&
           has_all(a->texts, a->texts_count, b->texts, b->texts_count) &&
           has_all(a->inner, a->inner_count, b->inner, b->inner_count) &&
           has_all(a->abstract, a->abstract_count, b->abstract, b->abstract_count) &&
           has_all(a->define, a->define_count, b->define, b->define_count) &&
           has_all(b->define, b->define_count, a->define, a->define_count);
}

/* Whether the row's texts are for these parameters: those that it fixes have the row's values. */
static bool fits(const struct proof *row, const struct configuration *c)
{
    for (uint32_t f = 0; f < row->fixed_count; f++) {
        const char *has = named_value(c->params, c->n_params, row->fixed[f]);
        if (has == NULL || strcmp(has, proof_param(row, row->fixed[f])) != 0)
            return false;
    }
    return true;
}

/* Sets, for each row, whether its texts are to take for a configuration of `module`'s rows: those
 * of rows that are for its parameters alone, if there are any, else those of rows for any; and of
 * them none of which another row says all, and more, or the same before it. */
static void choose(const struct proofs *t, const char *module, const struct configuration *c,
                   bool *taken)
{
    bool fixed = false;
    for (uint32_t i = 0; i < t->proofs_count; i++) {
        const struct proof *p = &t->proofs[i];
        taken[i] = strcmp(p->module, module) == 0 && p->induction > 0 && !p->alone && fits(p, c);
        fixed = fixed || (taken[i] && p->fixed_count > 0);
    }
    for (uint32_t i = 0; i < t->proofs_count; i++)
        taken[i] = taken[i] && (t->proofs[i].fixed_count > 0) == fixed;
    for (uint32_t i = 0; i < t->proofs_count; i++)
        for (uint32_t k = 0; taken[i] && k < t->proofs_count; k++)
            if (k != i && taken[k] && says_all(&t->proofs[k], &t->proofs[i]) &&
                (k < i || !says_all(&t->proofs[i], &t->proofs[k])))
                taken[i] = false;
}

/* ---- a row for a configuration ---- */

static char **copies(char *const *list, uint32_t n)
{
    char **own = xcalloc(n + 1, sizeof *own);
    for (uint32_t i = 0; i < n; i++)
        own[i] = xstrdup(list[i]);
    return own;
}

/* 40 bits of a hash, each of which depends on all of its bits. */
static uint64_t folded(content_hash h)
{
    uint64_t x = (uint64_t)(h >> 64) ^ (uint64_t)h;
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    return (x ^ (x >> 29)) >> 24;
}

static char *name_of(const struct proof *row, const struct configuration *c)
{
    char text[256];
    content_hash h = hash_start();
    hash_text(&h, c->module);
    for (uint32_t i = 0; i < c->n_params; i++)
        hash_text(&h, c->params[i]);
    snprintf(text, sizeof text, "%s.%010" PRIx64, row->proof, folded(h));
    return xstrdup(text);
}

static struct proof row_for(const struct proof *row, const struct configuration *c)
{
    static char cadical[] = "cadical";
    return (struct proof){.proof = name_of(row, c),
                          .about = xstrdup(row->about),
                          .system = xstrdup(c->where),
                          .module = xstrdup(c->module),
                          .texts = copies(row->texts, row->texts_count),
                          .texts_count = row->texts_count,
                          .inner = copies(row->inner, row->inner_count),
                          .inner_count = row->inner_count,
                          .abstract = copies(row->abstract, row->abstract_count),
                          .abstract_count = row->abstract_count,
                          .define = copies(row->define, row->define_count),
                          .define_count = row->define_count,
                          .params = copies(c->params, c->n_params),
                          .params_count = c->n_params,
                          .provers = copies(&(char *){cadical}, 1),
                          .provers_count = 1,
                          .induction = row->induction,
                          .covers = row->covers,
                          .seconds = row->seconds};
}

static void add_rows(struct ships *s, const struct proofs *t, const struct sizes *sizes)
{
    bool *taken = xcalloc(t->proofs_count, sizeof *taken);
    for (size_t i = 0; i < s->all.n; i++) {
        const struct configuration *c = &s->all.list[i];
        choose(t, sizes_proved_as(sizes, c->module), c, taken);
        for (uint32_t k = 0; k < t->proofs_count; k++) {
            if (!taken[k])
                continue;
            const uint32_t n = s->rows->proofs_count;
            s->rows->proofs = xgrown(s->rows->proofs, n, sizeof *s->rows->proofs);
            s->of = xgrown(s->of, n, sizeof *s->of);
            s->rows->proofs[n] = row_for(&t->proofs[k], c);
            s->of[n] = i;
            s->rows->proofs_count++;
        }
    }
    free(taken);
}

/* No two rows write to one folder. */
static bool names_differ(const struct proofs *rows, struct error *err)
{
    for (uint32_t i = 0; i < rows->proofs_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(rows->proofs[i].proof, rows->proofs[k].proof) == 0)
                return error_set(err, "%s: two modules with other parameters have this hash",
                                 rows->proofs[i].proof);
    return true;
}

/* ---- the systems ---- */

static bool add_system(struct ships *s, const char *name, const char *dir, struct error *err)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/configurations", dir);
    struct system *sys = system_load(name, NULL, 0, err);
    const bool ok = sys != NULL && configurations_add(&s->all, sys, name, folder, err);
    system_free(sys);
    return ok;
}

static bool add_all(struct ships *s, const char *dir, struct error *err)
{
    struct systems list;
    bool ok = systems_list(&list, err);
    for (size_t i = 0; ok && i < list.n; i++)
        ok = add_system(s, list.entries[i].name, dir, err);
    systems_free(&list);
    return ok;
}

struct ships *ships_load(const char *table, const char *const *systems, size_t n_systems,
                         const char *dir, struct error *err)
{
    struct ships *s = xcalloc(1, sizeof *s);
    s->rows = xcalloc(1, sizeof *s->rows);
    struct proofs *t = proofs_load(table, err);
    struct sizes *sizes =
        t != NULL ? yaml_load_file(root_path("formal/sizes.yaml"), &sizes_schema, err) : NULL;
    bool ok = sizes != NULL && (n_systems > 0 || add_all(s, dir, err));
    for (size_t i = 0; ok && i < n_systems; i++)
        ok = add_system(s, systems[i], dir, err);
    if (ok)
        add_rows(s, t, sizes);
    ok = ok && names_differ(s->rows, err);
    proofs_free(t);
    yaml_drop(&sizes_schema, sizes);
    if (ok)
        return s;
    ships_free(s);
    return NULL;
}

void ships_free(struct ships *s)
{
    if (s == NULL)
        return;
    configurations_free(&s->all);
    proofs_free(s->rows);
    free(s->of);
    free(s);
}
