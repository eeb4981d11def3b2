/* A study's kernels: which files they are, and what their rows must be. */
#include "harness/study/classes.h"
#include "harness/study/study_impl.h"

#include "sw/runtime/launch.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

static bool ends_in_yaml(const char *text, size_t n)
{
    return n > 5 && strncmp(text + n - 5, ".yaml", 5) == 0;
}

/* Takes NAME:SIZE or FILE.yaml:SIZE apart. */
static void take_apart(const struct study_reading *r, struct study_kernel *k)
{
    const char *colon = strrchr(k->kernel, ':');
    const size_t n = colon != NULL ? (size_t)(colon - k->kernel) : strlen(k->kernel);
    char *name = xstrdup(k->kernel);
    name[n] = '\0';
    k->size = colon != NULL ? xstrdup(colon + 1) : NULL;
    if (!ends_in_yaml(name, n)) {
        k->name = name;
        return;
    }
    k->launch = study_resolve(r, name);
    const char *slash = strrchr(name, '/');
    k->name = xstrdup(slash != NULL ? slash + 1 : name);
    k->name[strlen(k->name) - strlen(".yaml")] = '\0';
    free(name);
}

char *study_kernel_word(const char *kernel, const char *size)
{
    struct sbuf s = {0};
    sbuf_puts(&s, kernel);
    if (size != NULL && size[0] != '\0')
        sbuf_printf(&s, ":%s", size);
    return s.text;
}

/* Rows of the kernels of a file that has no rows. */
static void make_rows(struct study *s)
{
    s->rows = xcalloc(s->kernels_count, sizeof *s->rows);
    s->rows_count = s->kernels_count;
    for (uint32_t i = 0; i < s->rows_count; i++)
        s->rows[i].kernel = xstrdup(s->kernels[i]);
}

/* The launch file of a kernel, to be freed; NULL and an error if there is none. */
static char *launch_file(const struct study_reading *r, const char *field,
                         const struct study_kernel *k)
{
    struct sbuf path = {0};
    if (k->launch != NULL) {
        if (file_exists(k->launch))
            return xstrdup(k->launch);
        yaml_wrong(&r->file, field, "launch file '%.200s': there is none", k->launch);
        return NULL;
    }
    sbuf_printf(&path, "%s/%s/%s.yaml", root_path("sw/kernels"), k->name, k->name);
    if (k->name[0] != '\0' && strchr(k->name, '/') == NULL && file_exists(path.text))
        return path.text;
    yaml_wrong(&r->file, field,
               "kernel '%s': there is none of that name; `umbel kernels` lists them, and the name "
               "of a launch file, NAME.yaml, adds your own",
               k->name);
    sbuf_free(&path);
    return NULL;
}

/* Notes the first size of the kernel's launch file, too. */
static bool check_size(const struct study_reading *r, const char *field, struct study_kernel *k,
                       const char *size)
{
    char *about = NULL, *sizes = NULL, *path = launch_file(r, field, k);
    bool ok = path != NULL && launch_describe(path, &about, &sizes, r->file.err);
    free(path);
    if (!ok)
        return false;
    bool found = size == NULL;
    if (k->first == NULL && sizes[0] != '\0') {
        k->first = xstrdup(sizes);
        k->first[strcspn(sizes, " ")] = '\0';
    }
    char *save, *list = xstrdup(sizes);
    for (char *at = strtok_r(list, " ", &save); at != NULL; at = strtok_r(NULL, " ", &save))
        found = found || strcmp(at, size) == 0;
    if (!found)
        yaml_wrong(&r->file, field, "kernel '%s' has no size '%.40s'; it has %s", k->name, size,
                   sizes[0] != '\0' ? sizes : "none");
    free(list);
    free(sizes);
    free(about);
    return found;
}

/* The sizes that series and the sweep give to a kernel. */
static bool check_other_sizes(const struct study_reading *r, struct study_kernel *k)
{
    const struct study *s = r->study;
    for (uint32_t i = 0; i < s->series_count; i++)
        if (s->series[i].size != NULL && s->series[i].kernel == NULL &&
            !check_size(r, yaml_at("series", i, ".size").path, k, s->series[i].size))
            return false;
    for (uint32_t v = 0; v < s->sweep.values_count; v++) {
        const char *size = s->sweep.values[v].size;
        if (size != NULL && !check_size(r, yaml_at("sweep.values", v, ".size").path, k, size))
            return false;
        for (uint32_t i = 0; size != NULL && i < s->series_count; i++)
            if (s->series[i].size != NULL)
                return yaml_wrong(&r->file, yaml_at("sweep.values", v, ".size").path,
                                  "series '%.40s' has a size, too; leave one out",
                                  s->series[i].label);
    }
    return true;
}

static bool check_class(const struct study_reading *r, uint32_t i)
{
    const struct study_kernel *k = &r->study->rows[i];
    struct sbuf why = {0};
    const bool ok = study_class_reads(k, &why);
    if (!ok)
        yaml_wrong(&r->file, yaml_at("rows", i, k->published != NULL ? ".published" : "").path,
                   "%s", why.text);
    sbuf_free(&why);
    return ok;
}

static bool check_published(const struct study_reading *r, uint32_t i)
{
    const struct study *s = r->study;
    const struct study_kernel *k = &s->rows[i];
    const struct yaml_place at = yaml_at("rows", i, ".published");
    double v;
    if (k->entry != NULL || k->why != NULL)
        return yaml_wrong(&r->file, yaml_at("rows", i, k->entry != NULL ? ".entry" : ".why").path,
                          "this is of studies that ask for classes (asks: classes); remove it");
    if (k->published_count == 0)
        return true;
    if (s->sweep.values_count > 0)
        return yaml_wrong(&r->file, at.path,
                          "with a sweep, the series have published numbers; remove these");
    for (uint32_t p = 0; p < k->published_count; p++)
        if (!study_number(k->published[p], &v))
            return yaml_wrong(&r->file, at.path,
                              "'%.40s' must be a number, or none where the paper states none",
                              k->published[p]);
    return k->published_count == s->series_count ||
           yaml_wrong(&r->file, at.path,
                      "published has %u numbers; it must have %u, one for each series (none: the "
                      "paper states none)",
                      k->published_count, s->series_count);
}

static bool check_metric(const struct study_reading *r, uint32_t i)
{
    struct study_kernel *k = &r->study->rows[i];
    struct sbuf why = {0};
    const char *text = k->metric != NULL ? k->metric : r->study->metric;
    if (metric_read(text, &k->measured, &why))
        return true;
    const struct yaml_place at = yaml_at("rows", i, ".metric");
    yaml_wrong(&r->file, k->metric != NULL ? at.path : "metric",
               "metric '%.80s': %s; `umbel units` lists counters", text, why.text);
    sbuf_free(&why);
    return false;
}

static bool check_row(const struct study_reading *r, uint32_t i)
{
    struct study *s = r->study;
    struct study_kernel *k = &s->rows[i];
    const struct yaml_place short_way = yaml_at("kernels", i, "");
    const struct yaml_place at = yaml_at("rows", i, ".kernel");
    const bool is_short = s->kernels != NULL;
    take_apart(r, k);
    if (k->label == NULL)
        k->label = study_kernel_word(k->name, k->size);
    if (!check_size(r, is_short ? short_way.path : at.path, k, k->size) || !check_other_sizes(r, k))
        return false;
    if (s->asks == STUDY_CLASSES ? !check_class(r, i)
                                 : !check_published(r, i) || !check_metric(r, i))
        return false;
    for (uint32_t j = 0; j < i; j++)
        if (is_short && strcmp(k->kernel, s->rows[j].kernel) == 0)
            return yaml_wrong(&r->file, short_way.path,
                              "kernel '%s' stands above, too; leave one out", k->kernel);
        else if (strcmp(k->label, s->rows[j].label) == 0)
            return yaml_wrong(&r->file, is_short ? short_way.path : at.path,
                              "two rows are called '%.60s'; give one another label", k->label);
    return true;
}

/* The program of a series has the sizes of all rows, and those that the series and the sweep give.
 */
static bool check_program(const struct study_reading *r, uint32_t i)
{
    const struct study *s = r->study;
    struct study_series *series = &s->series[i];
    struct study_kernel *k = &series->program;
    const struct yaml_place at = yaml_at("series", i, ".kernel");
    if (series->kernel == NULL)
        return true;
    k->kernel = series->kernel;
    take_apart(r, k);
    if (k->size != NULL)
        return yaml_wrong(&r->file, at.path,
                          "a series takes the sizes of the rows; leave out ':%.40s'", k->size);
    if (!check_size(r, at.path, k, series->size))
        return false;
    for (uint32_t row = 0; series->size == NULL && row < s->rows_count; row++)
        if (!check_size(r, at.path, k, s->rows[row].size))
            return false;
    for (uint32_t v = 0; v < s->sweep.values_count; v++)
        if (!check_size(r, at.path, k, s->sweep.values[v].size))
            return false;
    return true;
}

bool study_check_kernels(const struct study_reading *r)
{
    struct study *s = r->study;
    if ((s->kernels != NULL) == (s->rows != NULL))
        return yaml_wrong(&r->file, s->rows != NULL ? "rows" : "",
                          "a study has either kernels, names alone, or rows, with more about each");
    if (s->rows == NULL)
        make_rows(s);
    for (uint32_t i = 0; i < s->rows_count; i++)
        if (!check_row(r, i))
            return false;
    for (uint32_t i = 0; i < s->series_count; i++)
        if (!check_program(r, i))
            return false;
    return true;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool study_same_kernel(const struct study_kernel *a, const char *a_size,
                       const struct study_kernel *b, const char *b_size)
{
    return strcmp(a->name, b->name) == 0 && same_text(a->launch, b->launch) &&
           same_text(a_size, b_size);
}

static void free_kernel(struct study_kernel *k)
{
    free(k->name);
    free(k->size);
    free(k->launch);
    free(k->first);
}

void study_free_kernels(struct study *s)
{
    for (uint32_t i = 0; i < s->rows_count; i++)
        free_kernel(&s->rows[i]);
    for (uint32_t i = 0; i < s->series_count; i++)
        free_kernel(&s->series[i].program);
}
