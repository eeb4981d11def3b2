#include "formal/prove/rests.h"

#include "formal/prove/declared.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml.h"
#include "sw/util/yaml_reading.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

#define TEXTS(name, flags, least)                                                                  \
    CYAML_FIELD_SEQUENCE(#name, CYAML_FLAG_POINTER | (flags), struct rest, name, &text, least,     \
                         CYAML_UNLIMITED)

static const cyaml_schema_field_t rest_fields[] = {
    TEXTS(assumes, 0, 1),
    TEXTS(of, CYAML_FLAG_OPTIONAL, 1),
    CYAML_FIELD_BOOL("demands", CYAML_FLAG_OPTIONAL, struct rest, demands),
    CYAML_FIELD_STRING_PTR("what", CYAML_FLAG_POINTER, struct rest, what, 1, CYAML_UNLIMITED),
    TEXTS(by, 0, 0),
    CYAML_FIELD_STRING_PTR("also", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct rest, also, 1,
                           CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t rest_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct rest, rest_fields)};

static const cyaml_schema_field_t file_fields[] = {
    CYAML_FIELD_SEQUENCE("rests", CYAML_FLAG_POINTER, struct rests, rests, &rest_schema, 1,
                         CYAML_UNLIMITED),
    CYAML_FIELD_END,
};

static const cyaml_schema_value_t file_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct rests, file_fields)};

/* The first that is not TEXT.NAME; NULL: all are. */
static const char *first_without_text(char *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const char *dot = strchr(list[i], '.');
        if (dot == NULL || dot == list[i] || dot[1] == '\0')
            return list[i];
    }
    return NULL;
}

static bool check(const struct rests *all, const struct yaml_reading *r)
{
    for (uint32_t i = 0; i < all->rests_count; i++) {
        const struct rest *e = &all->rests[i];
        const char *assumed = first_without_text(e->assumes, e->assumes_count);
        const char *by = first_without_text(e->by, e->by_count);
        if (assumed != NULL || by != NULL)
            return yaml_wrong(r, yaml_at("rests", i, assumed != NULL ? ".assumes" : ".by").path,
                              "'%s': it is a text and a name in it, TEXT.NAME",
                              assumed != NULL ? assumed : by);
        if (e->by_count == 0 && e->also == NULL)
            return yaml_wrong(r, yaml_at("rests", i, ".by").path,
                              "name a promise here, or say in also: who promises it");
    }
    return true;
}

struct rests *rests_load(const char *path, struct error *err)
{
    size_t len;
    char *source = file_read(path, &len, err);
    void *all = NULL;
    const bool ok = source != NULL && yaml_read(source, len, path, &file_schema, &all, err) &&
                    check(all, &(struct yaml_reading){source, path, len, err});
    free(source);
    if (ok)
        return all;
    rests_free(all);
    return NULL;
}

void rests_free(struct rests *r)
{
    if (r != NULL)
        yaml_drop(&file_schema, r);
}

/* ---- names ---- */

/* Whether a row has the TEXT of "TEXT.NAME". */
static bool has_text(const struct proof *row, const char *name)
{
    const char *dot = strchr(name, '.');
    for (uint32_t i = 0; dot != NULL && i < row->texts_count; i++)
        if (strlen(row->texts[i]) == (size_t)(dot - name) &&
            strncmp(row->texts[i], name, (size_t)(dot - name)) == 0)
            return true;
    return false;
}

/* Whether "TEXT.NAME" is a property of the row: the row has TEXT, and NAME is the property's.
 * Either may have a * in it. */
static bool is_of(const char *name, const struct proof *row, const char *property)
{
    const char *dot = strchr(name, '.');
    return dot != NULL && has_text(row, name) &&
           (fnmatch(dot + 1, property, 0) == 0 || fnmatch(property, dot + 1, 0) == 0);
}

bool rests_demand(const struct rests *r, const struct proof *row)
{
    for (uint32_t i = 0; i < r->rests_count; i++)
        for (uint32_t k = 0; r->rests[i].demands && k < r->rests[i].assumes_count; k++)
            if (has_text(row, r->rests[i].assumes[k]))
                return true;
    return false;
}

bool rests_on(const struct rests *r, const struct proof *row, const char *property)
{
    for (uint32_t i = 0; i < r->rests_count; i++)
        for (uint32_t k = 0; k < r->rests[i].by_count; k++)
            if (is_of(r->rests[i].by[k], row, property))
                return true;
    return false;
}

static bool is_for(const struct rest *e, const char *module)
{
    for (uint32_t i = 0; i < e->of_count; i++)
        if (fnmatch(e->of[i], module, 0) == 0)
            return true;
    return e->of_count == 0;
}

/* ---- a machine ---- */

/* What the texts of a row of the machine declare. */
struct declarations {
    struct declared *list;
    size_t n;
};

struct telling {
    const struct rests *rests;
    const struct ships *machine;
    struct declarations *of; /* each of the machine's rows */
    FILE *out;
    struct rests_count *n;
};

static void add_declared(const char *words, struct declarations *d)
{
    const char *at = words;
    struct declared one;
    while (declared_next(words, &at, &one)) {
        d->list = xgrown(d->list, d->n, sizeof *d->list);
        d->list[d->n++] = one;
    }
}

static bool read_row(const struct proof *row, struct declarations *d, struct error *err)
{
    struct sbuf names = {0};
    sbuf_puts(&names, " ");
    for (uint32_t i = 0; i < row->define_count; i++)
        sbuf_printf(&names, " %s ", row->define[i]);
    bool ok = true;
    for (uint32_t i = 0; ok && i < row->texts_count; i++) {
        char path[4096];
        size_t len;
        snprintf(path, sizeof path, "formal/units/%s.vh", row->texts[i]);
        char *whole = file_read(root_path(path), &len, err);
        ok = whole != NULL;
        if (ok) {
            char *words = declared_where(whole, &names);
            add_declared(words, d);
            free(words);
        }
        free(whole);
    }
    sbuf_free(&names);
    return ok;
}

/* The first row of the machine that promises "TEXT.NAME", or NULL. */
static const struct proof *promises(const struct telling *t, const char *name)
{
    const struct proofs *rows = t->machine->rows;
    for (uint32_t i = 0; i < rows->proofs_count; i++)
        for (size_t k = 0; k < t->of[i].n; k++)
            if (t->of[i].list[k].kind == DECLARED_PROMISE &&
                (is_of(name, &rows->proofs[i], t->of[i].list[k].name)))
                return &rows->proofs[i];
    return NULL;
}

/* Adds who promises all of an entry's `by` in the machine; false if not all of it is there. */
static bool add_promises(const struct telling *t, const struct rest *e, struct sbuf *line)
{
    for (uint32_t i = 0; i < e->by_count; i++) {
        const char *name = strchr(e->by[i], '.') + 1;
        const bool wired = strncmp(e->by[i], "wiring.", strlen("wiring.")) == 0;
        const struct proof *row = wired ? NULL : promises(t, e->by[i]);
        if (!wired && row == NULL)
            return false;
        sbuf_printf(line, "%s%s.%s", line->len > 0 ? ", " : "", wired ? "wiring" : row->proof,
                    name);
    }
    if (e->also != NULL)
        sbuf_printf(line, "%s%s", line->len > 0 ? "; " : "", e->also);
    return true;
}

/* A module's assumption: the first entry of which all is in the machine. */
static void tell_assumption(struct telling *t, const struct proof *row, const char *name)
{
    struct sbuf line = {0};
    bool found = false;
    for (uint32_t i = 0; i < t->rests->rests_count && !found; i++) {
        const struct rest *e = &t->rests->rests[i];
        bool is = false;
        for (uint32_t k = 0; k < e->assumes_count && !is; k++)
            is = is_of(e->assumes[k], row, name) && is_for(e, row->module);
        sbuf_free(&line);
        found = is && add_promises(t, e, &line);
    }
    t->n->all++;
    t->n->left += !found;
    fprintf(t->out, "  %-34s %s\n", name, found ? sbuf_str(&line) : "NOBODY");
    sbuf_free(&line);
}

/* Whether the first `n` that a row declares have this assumption. */
static bool has(const struct declarations *d, size_t n, const char *name)
{
    for (size_t k = 0; k < n; k++)
        if (d->list[k].kind == DECLARED_ASSUMPTION && strcmp(d->list[k].name, name) == 0)
            return true;
    return false;
}

/* Whether an assumption of a row was told before: of the row, or of another of its module. */
static bool is_told(const struct telling *t, uint32_t row, size_t at, const char *name)
{
    const struct proofs *rows = t->machine->rows;
    for (uint32_t i = 0; i < row; i++)
        if (strcmp(rows->proofs[i].module, rows->proofs[row].module) == 0 &&
            has(&t->of[i], t->of[i].n, name))
            return true;
    return has(&t->of[row], at, name);
}

static void tell_row(struct telling *t, uint32_t row)
{
    const struct proof *p = &t->machine->rows->proofs[row];
    bool headed = false;
    for (size_t k = 0; k < t->of[row].n; k++) {
        const struct declared *d = &t->of[row].list[k];
        if (d->kind != DECLARED_ASSUMPTION || d->in_macro || is_told(t, row, k, d->name))
            continue;
        if (!headed)
            fprintf(t->out, "%s\n", p->module);
        headed = true;
        tell_assumption(t, p, d->name);
    }
}

/* Modules without a row: what they assume is nowhere said. */
static void tell_others(struct telling *t)
{
    const struct ships *s = t->machine;
    for (size_t i = 0; i < s->all.n; i++) {
        bool has = false;
        for (uint32_t k = 0; k < s->rows->proofs_count && !has; k++)
            has = strcmp(s->all.list[i].module, s->rows->proofs[k].module) == 0;
        for (size_t k = 0; k < i && !has; k++)
            has = strcmp(s->all.list[i].module, s->all.list[k].module) == 0;
        if (!has)
            fprintf(t->out, "%s has no row\n", s->all.list[i].module);
    }
}

bool rests_tell(const struct rests *r, const struct ships *machine, FILE *out,
                struct rests_count *n, struct error *err)
{
    const uint32_t rows = machine->rows->proofs_count;
    struct telling t = {r, machine, xcalloc(rows + 1, sizeof *t.of), out, n};
    *n = (struct rests_count){0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < rows; i++)
        ok = read_row(&machine->rows->proofs[i], &t.of[i], err);
    for (uint32_t i = 0; ok && i < rows; i++)
        tell_row(&t, i);
    if (ok)
        tell_others(&t);
    for (uint32_t i = 0; i < rows; i++)
        free(t.of[i].list);
    free(t.of);
    return ok;
}
