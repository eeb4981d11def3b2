/* Reads a study: its shape (schema.c), then what its fields must be. */
#include "harness/study/study.h"

#include "gen/system/system.h"
#include "harness/study/schema.h"
#include "sw/runtime/launch.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <glob.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    struct study *study;
    const char *text, *path;
    size_t len;
    struct error *err;
};

/* Sets the error, with the place of a field. Always returns false. */
static bool wrong(const struct reading *r, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool wrong(const struct reading *r, const char *field, const char *fmt, ...)
{
    unsigned line, col;
    yaml_where(r->text, r->len, field, &line, &col);
    va_list ap;
    va_start(ap, fmt);
    error_at(r->err, r->path, line, col, fmt, ap);
    va_end(ap);
    return false;
}

struct place {
    char path[64];
};

/* The path of a field of a list's entry. */
static struct place in_list(const char *list, uint32_t i, const char *below)
{
    struct place p;
    snprintf(p.path, sizeof p.path, "%s[%u]%s", list, i, below);
    return p;
}

uint32_t study_values(const struct study *s)
{
    return s->sweep.values_count > 0 ? s->sweep.values_count : 1;
}

int study_base(const struct study *s)
{
    for (uint32_t i = 0; s->normalise.to != NULL && i < s->series_count; i++)
        if (strcmp(s->series[i].label, s->normalise.to) == 0)
            return (int)i;
    return -1;
}

static bool is_none(const char *text)
{
    return strcmp(text, "none") == 0;
}

static bool is_number(const char *text, double *v)
{
    char *end;
    *v = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*v) &&
           strspn(text, "0123456789.-") == strlen(text);
}

double study_published(const struct study_series *series, uint32_t value)
{
    double v = NAN;
    if (value >= series->published_count || is_none(series->published[value]) ||
        !is_number(series->published[value], &v))
        return NAN;
    return v;
}

/* ---- what the fields must be ---- */

static bool check_size(const struct reading *r, const char *field, const char *kernel, size_t n,
                       const char *size)
{
    struct sbuf path = {0};
    char *about = NULL, *sizes = NULL;
    sbuf_printf(&path, "%s/%.*s/%.*s.yaml", root_path("sw/kernels"), (int)n, kernel, (int)n,
                kernel);
    bool there = n > 0 && memchr(kernel, '/', n) == NULL && file_exists(path.text);
    bool ok = there ? launch_describe(path.text, &about, &sizes, r->err)
                    : wrong(r, field,
                            "kernel '%.*s': there is none of that name; `umbel kernels` lists them",
                            (int)n, kernel);
    sbuf_free(&path);
    if (!ok || sizes == NULL)
        return false;
    bool found = size == NULL;
    char *save, *list = xstrdup(sizes);
    for (char *at = strtok_r(list, " ", &save); at != NULL; at = strtok_r(NULL, " ", &save))
        found = found || strcmp(at, size) == 0;
    if (!found)
        wrong(r, field, "kernel '%.*s' has no size '%.40s'; it has %s", (int)n, kernel, size,
              sizes);
    free(list);
    free(sizes);
    free(about);
    return found;
}

static bool check_kernels(const struct reading *r)
{
    const struct study *s = r->study;
    for (uint32_t i = 0; i < s->kernels_count; i++) {
        const char *kernel = s->kernels[i];
        const size_t n = strcspn(kernel, ":");
        const struct place at = in_list("kernels", i, "");
        if (!check_size(r, at.path, kernel, n, kernel[n] == ':' ? kernel + n + 1 : NULL))
            return false;
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(kernel, s->kernels[j]) == 0)
                return wrong(r, at.path, "kernel '%s' stands above, too; leave one out", kernel);
        for (uint32_t v = 0; v < s->sweep.values_count; v++)
            if (s->sweep.values[v].size != NULL &&
                !check_size(r, in_list("sweep.values", v, ".size").path, kernel, n,
                            s->sweep.values[v].size))
                return false;
    }
    return true;
}

static bool check_published(const struct reading *r, uint32_t i)
{
    const struct study_series *series = &r->study->series[i];
    const uint32_t values = study_values(r->study);
    double v;
    for (uint32_t p = 0; p < series->published_count; p++)
        if (!is_none(series->published[p]) && !is_number(series->published[p], &v))
            return wrong(r, in_list("series", i, ".published").path,
                         "'%.40s' must be a number, or none where the paper states none",
                         series->published[p]);
    return series->published_count == 0 || series->published_count == values ||
           wrong(r, in_list("series", i, ".published").path,
                 "published has %u numbers; it must have %u, one for each value of the sweep, or 1 "
                 "without a sweep (none: the paper states none)",
                 series->published_count, values);
}

static bool check_labels(const struct reading *r)
{
    const struct study *s = r->study;
    for (uint32_t i = 0; i < s->series_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(s->series[i].label, s->series[j].label) == 0)
                return wrong(r, in_list("series", i, ".label").path,
                             "a series of this label stands above; give it another");
    for (uint32_t i = 0; i < s->sweep.values_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(s->sweep.values[i].label, s->sweep.values[j].label) == 0)
                return wrong(r, in_list("sweep.values", i, ".label").path,
                             "a value of this label stands above; give it another");
    return true;
}

static bool check_rest(const struct reading *r)
{
    struct study *s = r->study;
    struct sbuf why = {0};
    unsigned line, col;
    if (s->seed == 0 && yaml_where(r->text, r->len, "seed", &line, &col))
        return wrong(r, "seed", "seed is 0; it must be 1 or more");
    s->seed = s->seed > 0 ? s->seed : 1;
    if (!metric_read(s->metric, &s->measured, &why)) {
        wrong(r, "metric", "metric '%.80s': %s; `umbel units` lists counters", s->metric, why.text);
        sbuf_free(&why);
        return false;
    }
    if (s->normalise.to != NULL && study_base(s) < 0)
        return wrong(r, "normalise.to", "no series has the label '%.40s'", s->normalise.to);
    if (s->normalise.as != STUDY_PLAIN && s->normalise.to == NULL && s->sweep.values_count == 0)
        return wrong(r, "normalise", "without a sweep it needs to: LABEL, the series that is 1");
    if (s->plot == STUDY_LINES && s->sweep.values_count == 0)
        return wrong(r, "plot", "lines need a sweep; without one, choose bars");
    return true;
}

/* A path is relative to the study's file. */
static void resolve(char **system, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t n = strlen(*system);
    bool is_path = strchr(*system, '/') != NULL || (n > 5 && strcmp(*system + n - 5, ".yaml") == 0);
    if (!is_path || **system == '/' || slash == NULL)
        return;
    struct sbuf s = {0};
    sbuf_printf(&s, "%.*s/%s", (int)(slash - path), path, *system);
    free(*system);
    *system = s.text;
}

static void add_sets(const char **sets, size_t *n, char **more, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        sets[(*n)++] = more[i];
}

/* Loads the system of each series at each value, so that mistakes are told before anything runs. */
static bool check_systems(const struct reading *r)
{
    struct study *s = r->study;
    for (uint32_t i = 0; i < s->series_count; i++) {
        struct study_series *series = &s->series[i];
        resolve(&series->system, r->path);
        for (uint32_t v = 0; v < study_values(s); v++) {
            const char *sets[256];
            size_t n = 0;
            struct error why = {0};
            const struct study_value *value =
                s->sweep.values_count > 0 ? &s->sweep.values[v] : NULL;
            add_sets(sets, &n, series->sets, series->sets_count);
            if (value != NULL && !series->fixed)
                add_sets(sets, &n, value->sets, value->sets_count);
            struct system *sys = system_load(series->system, sets, n, &why);
            if (sys == NULL)
                return wrong(r, in_list("series", i, ".system").path, "series '%.40s'%s%.40s%s: %s",
                             series->label, value != NULL ? " at '" : "",
                             value != NULL ? value->label : "", value != NULL ? "'" : "", why.text);
            system_free(sys);
        }
        if (!check_published(r, i))
            return false;
    }
    return true;
}

/* ---- files ---- */

static bool is_path(const char *name)
{
    const size_t n = strlen(name);
    return strchr(name, '/') != NULL || (n > 5 && strcmp(name + n - 5, ".yaml") == 0);
}

struct study_names study_names(void)
{
    struct study_names all = {0};
    glob_t g;
    if (glob(root_path("harness/study/studies/*.yaml"), 0, NULL, &g) != 0)
        return all;
    all.names = xcalloc(g.gl_pathc, sizeof *all.names);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        const char *file = strrchr(g.gl_pathv[i], '/') + 1;
        all.names[all.n] = xstrdup(file);
        all.names[all.n++][strlen(file) - strlen(".yaml")] = '\0';
    }
    globfree(&g);
    return all;
}

void study_names_free(struct study_names *n)
{
    for (size_t i = 0; i < n->n; i++)
        free(n->names[i]);
    free(n->names);
    *n = (struct study_names){0};
}

/* The file of a study, to be freed. NULL and an error that lists those that ship. */
static char *find(const char *name, struct error *err)
{
    if (is_path(name))
        return xstrdup(name);
    struct sbuf path = {0}, list = {0};
    sbuf_printf(&path, "%s/%s.yaml", root_path("harness/study/studies"), name);
    if (name[0] != '\0' && file_exists(path.text))
        return path.text;
    sbuf_free(&path);
    struct study_names all = study_names();
    for (size_t i = 0; i < all.n; i++)
        sbuf_printf(&list, "%s%s", i > 0 ? ", " : "", all.names[i]);
    error_set(err, "%.80s: no such study; there are %s, or give the path of a .yaml file", name,
              sbuf_str(&list));
    sbuf_free(&list);
    study_names_free(&all);
    return NULL;
}

static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = xstrdup(slash == NULL ? path : slash + 1);
    const size_t n = strlen(name);
    if (n > 5 && strcmp(name + n - 5, ".yaml") == 0)
        name[n - 5] = '\0';
    return name;
}

struct study *study_load(const char *name, struct error *err)
{
    char *path = find(name, err);
    size_t len;
    char *text = path != NULL ? file_read(path, &len, err) : NULL;
    void *out = NULL;
    bool ok = text != NULL && yaml_read(text, len, path, &study_schema, &out, err);
    struct study *s = out;
    if (ok) {
        const struct reading r = {s, text, path, len, err};
        s->name = name_of(path);
        s->path = xstrdup(path);
        ok = check_labels(&r) && check_kernels(&r) && check_systems(&r) && check_rest(&r);
    }
    free(text);
    free(path);
    if (ok)
        return s;
    study_free(s);
    return NULL;
}

void study_free(struct study *s)
{
    if (s == NULL)
        return;
    free(s->name);
    free(s->path);
    yaml_drop(&study_schema, s);
}

char *study_words(const struct study *s)
{
    struct sbuf w = {0};
    sbuf_puts(&w, s->metric);
    if (s->normalise.as != STUDY_PLAIN) {
        sbuf_puts(&w, s->normalise.as == STUDY_SPEEDUP ? ", as speedup over " : ", relative to ");
        if (s->normalise.to != NULL)
            sbuf_puts(&w, s->normalise.to);
        else
            sbuf_printf(&w, "itself at %s", s->sweep.values[0].label);
    }
    return w.text;
}
