/* Reads a study: its shape (schema.c), then what its fields must be. */
#include "harness/study/study_impl.h"

#include "gen/system/system.h"
#include "harness/study/schema.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool study_asks(const struct study *s, const char *class)
{
    for (uint32_t i = 0; i < s->rows_count; i++)
        for (int t = 0; t < s->rows[i].measured.all; t++)
            if (strcmp(s->rows[i].measured.terms[t].class, class) == 0)
                return true;
    return false;
}

uint32_t study_values(const struct study *s)
{
    return s->sweep.values_count > 0 ? s->sweep.values_count : 1;
}

const struct study_kernel *study_kernel_of(const struct study *s, uint32_t series, uint32_t row)
{
    return s->series[series].kernel != NULL ? &s->series[series].program : &s->rows[row];
}

const char *study_size(const struct study *s, uint32_t series, uint32_t value, uint32_t kernel)
{
    const struct study_kernel *k = &s->rows[kernel];
    if (s->sweep.values_count > 0 && s->sweep.values[value].size != NULL)
        return s->sweep.values[value].size;
    if (s->series[series].size != NULL)
        return s->series[series].size;
    return k->size != NULL ? k->size : study_kernel_of(s, series, kernel)->first;
}

int study_base(const struct study *s)
{
    for (uint32_t i = 0; s->normalise.to != NULL && i < s->series_count; i++)
        if (strcmp(s->series[i].label, s->normalise.to) == 0)
            return (int)i;
    return -1;
}

bool study_number(const char *text, double *v)
{
    char *end;
    *v = NAN;
    if (strcmp(text, "none") == 0)
        return true;
    *v = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*v) &&
           strspn(text, "0123456789.-") == strlen(text);
}

static double published(char *const *list, uint32_t n, uint32_t i)
{
    double v;
    return i < n && study_number(list[i], &v) ? v : (double)NAN;
}

double study_published(const struct study_series *series, uint32_t value)
{
    return published(series->published, series->published_count, value);
}

double study_published_of(const struct study_kernel *kernel, uint32_t series)
{
    return published(kernel->published, kernel->published_count, series);
}

/* ---- what the fields must be ---- */

static bool check_published(const struct study_reading *r, uint32_t i)
{
    const struct study_series *series = &r->study->series[i];
    const uint32_t values = study_values(r->study);
    double v;
    for (uint32_t p = 0; p < series->published_count; p++)
        if (!study_number(series->published[p], &v))
            return yaml_wrong(&r->file, yaml_at("series", i, ".published").path,
                              "'%.40s' must be a number, or none where the paper states none",
                              series->published[p]);
    return series->published_count == 0 || series->published_count == values ||
           yaml_wrong(
               &r->file, yaml_at("series", i, ".published").path,
               "published has %u numbers; it must have %u, one for each value of the sweep, or 1 "
               "without a sweep (none: the paper states none)",
               series->published_count, values);
}

static bool check_labels(const struct study_reading *r)
{
    const struct study *s = r->study;
    for (uint32_t i = 0; i < s->series_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(s->series[i].label, s->series[j].label) == 0)
                return yaml_wrong(&r->file, yaml_at("series", i, ".label").path,
                                  "a series of this label stands above; give it another");
    for (uint32_t i = 0; i < s->sweep.values_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(s->sweep.values[i].label, s->sweep.values[j].label) == 0)
                return yaml_wrong(&r->file, yaml_at("sweep.values", i, ".label").path,
                                  "a value of this label stands above; give it another");
    return true;
}

/* What the schema leaves open, as studies of classes lack it. */
static bool check_asked(const struct study_reading *r)
{
    static const char *const of_runs[] = {"series", "metric", "plot"};
    static const char *const not_of_classes[] = {"kernels",    "seed",   "series",    "sweep",
                                                 "metric",     "called", "normalise", "mean",
                                                 "categories", "sort",   "plot",      "scale"};
    const bool classes = r->study->asks == STUDY_CLASSES;
    for (size_t i = 0; !classes && i < sizeof of_runs / sizeof *of_runs; i++)
        if (!yaml_has(&r->file, of_runs[i]))
            return yaml_wrong(&r->file, "", "%s is missing", of_runs[i]);
    for (size_t i = 0; classes && i < sizeof not_of_classes / sizeof *not_of_classes; i++)
        if (yaml_has(&r->file, not_of_classes[i]))
            return yaml_wrong(&r->file, not_of_classes[i],
                              "%s is of studies that run something; this one asks for classes",
                              not_of_classes[i]);
    return true;
}

static bool check_rest(const struct study_reading *r)
{
    struct study *s = r->study;
    if (s->seed == 0 && yaml_has(&r->file, "seed"))
        return yaml_wrong(&r->file, "seed", "seed is 0; it must be 1 or more");
    s->seed = s->seed > 0 ? s->seed : 1;
    if (s->normalise.to != NULL && study_base(s) < 0)
        return yaml_wrong(&r->file, "normalise.to", "no series has the label '%.40s'",
                          s->normalise.to);
    if (s->normalise.as != STUDY_PLAIN && s->normalise.to == NULL && s->sweep.values_count == 0)
        return yaml_wrong(&r->file, "normalise",
                          "without a sweep it needs to: LABEL, the series that is 1");
    if (s->shape > STUDY_SAME && s->because == NULL)
        return yaml_wrong(&r->file, "shape",
                          "a shape that is not the same needs because: what differs, "
                          "and why");
    if (s->plot == STUDY_LINES && s->sweep.values_count == 0)
        return yaml_wrong(&r->file, "plot", "lines need a sweep; without one, choose bars");
    if (s->mean == STUDY_NO_MEAN && s->sweep.values_count > 0)
        return yaml_wrong(&r->file, "mean",
                          "over a sweep, means are drawn; choose geometric or arithmetic");
    return true;
}

/* Whether a name is a path: it has a '/', or ends in .yaml. */
static bool study_is_path(const char *name)
{
    const size_t n = strlen(name);
    return strchr(name, '/') != NULL || (n > 5 && strcmp(name + n - 5, ".yaml") == 0);
}

char *study_resolve(const struct study_reading *r, const char *path)
{
    const char *slash = strrchr(r->file.path, '/');
    if (path[0] == '/' || slash == NULL)
        return xstrdup(path);
    struct sbuf s = {0};
    sbuf_printf(&s, "%.*s/%s", (int)(slash - r->file.path), r->file.path, path);
    return s.text;
}

static void resolve_system(const struct study_reading *r, char **system)
{
    char *resolved = study_is_path(*system) ? study_resolve(r, *system) : xstrdup(*system);
    free(*system);
    *system = resolved;
}

static void add_sets(const char **sets, size_t *n, char **more, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        sets[(*n)++] = more[i];
}

void study_shape(struct system *sys, struct sbuf *text)
{
    free(sys->about);
    sys->about = xstrdup("");
    system_yaml(sys, text);
}

static struct sha256 shape_of(struct system *sys)
{
    struct sbuf text = {0};
    sbuf_printf(&text, "%s\n", sys->name);
    study_shape(sys, &text);
    const struct sha256 sum = sha256_of(text.text, text.len);
    sbuf_free(&text);
    return sum;
}

/* Whether a series has the system at a value that it has at the first: values may be sizes alone.
 */
static bool as_at_first(const struct study *s, const struct study_series *series, uint32_t v)
{
    const struct study_value *values = s->sweep.values;
    return v > 0 && (series->fixed || values[0].sets_count + values[v].sets_count == 0);
}

static bool check_system(const struct study_reading *r, uint32_t i, uint32_t v)
{
    const struct study *s = r->study;
    const struct study_series *series = &s->series[i];
    const struct study_value *value = s->sweep.values_count > 0 ? &s->sweep.values[v] : NULL;
    const char *sets[256];
    size_t n = 0;
    struct error why = {0};
    add_sets(sets, &n, series->sets, series->sets_count);
    if (value != NULL && !series->fixed)
        add_sets(sets, &n, value->sets, value->sets_count);
    struct system *sys = system_load(series->system, sets, n, &why);
    if (sys == NULL)
        return yaml_wrong(&r->file, yaml_at("series", i, ".system").path,
                          "series '%.40s'%s%.40s%s: %s", series->label,
                          value != NULL ? " at '" : "", value != NULL ? value->label : "",
                          value != NULL ? "'" : "", why.text);
    series->shapes[v] = shape_of(sys);
    system_free(sys);
    return true;
}

/* Loads the system of each series at each value, so that mistakes are told before anything runs. */
static bool check_systems(const struct study_reading *r)
{
    struct study *s = r->study;
    for (uint32_t i = 0; i < s->series_count; i++) {
        struct study_series *series = &s->series[i];
        resolve_system(r, &series->system);
        series->shapes = xcalloc(study_values(s), sizeof *series->shapes);
        for (uint32_t v = 0; v < study_values(s); v++)
            if (as_at_first(s, series, v))
                series->shapes[v] = series->shapes[0];
            else if (!check_system(r, i, v))
                return false;
        if (!check_published(r, i))
            return false;
    }
    return true;
}

/* ---- files ---- */

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
    if (study_is_path(name))
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
    struct near near = {.word = name};
    for (size_t i = 0; i < all.n; i++)
        near_name(&near, all.names[i]);
    near_tell(&near, err);
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
        const struct study_reading r = {s, {text, path, len, err}};
        s->name = name_of(path);
        s->path = xstrdup(path);
        ok = check_asked(&r) && check_labels(&r) && study_check_kernels(&r) && check_systems(&r) &&
             check_rest(&r) && study_check_categories(&r);
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
    study_free_kernels(s);
    study_free_categories(s);
    for (uint32_t i = 0; i < s->series_count; i++)
        free(s->series[i].shapes);
    yaml_drop(&study_schema, s);
}

const char *study_mean_word(const struct study *s)
{
    return s->mean == STUDY_GEOMETRIC    ? "geometric"
           : s->mean == STUDY_ARITHMETIC ? "arithmetic"
                                         : "none";
}

char *study_words(const struct study *s)
{
    struct sbuf w = {0};
    sbuf_puts(&w, s->called != NULL ? s->called : s->metric);
    if (s->normalise.as != STUDY_PLAIN) {
        sbuf_puts(&w, s->normalise.as == STUDY_SPEEDUP ? ", as speedup over " : ", relative to ");
        if (s->normalise.to != NULL)
            sbuf_puts(&w, s->normalise.to);
        else
            sbuf_printf(&w, "itself at %s", s->sweep.values[0].label);
    }
    return w.text;
}
