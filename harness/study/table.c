/* A study's figures as a table and as JSON. */
#include "harness/study/result.h"

#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table ---- */

static char *number(double v, bool normalised)
{
    struct sbuf s = {0};
    if (isnan(v))
        sbuf_puts(&s, "-");
    else if (normalised)
        sbuf_printf(&s, "%.3f", v);
    else if (v == floor(v) && fabs(v) < 1e15)
        sbuf_printf(&s, "%.0f", v);
    else
        sbuf_printf(&s, "%.4g", v);
    return s.text;
}

static char **add_row(struct study_table *t, enum study_row_kind kind)
{
    t->kinds = xrealloc(t->kinds, (t->rows + 1) * sizeof *t->kinds);
    t->texts = xrealloc(t->texts, (t->rows + 1) * t->columns * sizeof *t->texts);
    t->kinds[t->rows] = kind;
    return &t->texts[t->rows++ * t->columns];
}

/* The names in front of a row: the sweep's value, if there is a sweep, and the row's own. */
static void put_names(const struct study *s, uint32_t value, const char *name, char **row)
{
    if (s->sweep.values_count > 0)
        *row++ = xstrdup(s->sweep.values[value].label);
    *row = xstrdup(name);
}

/* Whether the paper states numbers of a series for kernels, one by one: then it has a column. */
static bool has_column(const struct study *s, uint32_t series)
{
    for (uint32_t k = 0; k < s->rows_count; k++)
        if (!isnan(study_published_of(&s->rows[k], series)))
            return true;
    return false;
}

static void add_kernel(struct study_table *t, const struct study_result *r, uint32_t v, uint32_t k)
{
    const struct study *s = r->points->study;
    const bool rel = s->normalise.as != STUDY_PLAIN;
    char **row = add_row(t, ROW_KERNEL);
    put_names(s, v, s->rows[k].label, row);
    row += t->left;
    for (uint32_t i = 0; i < s->series_count; i++) {
        char *text = number(study_result_cell(r, i, v, k), rel);
        struct sbuf cell = {0};
        const bool wrong = r->rows[study_cell(r->points, i, v, k)].wrong;
        sbuf_printf(&cell, "%s%s", text, wrong ? " wrong" : "");
        free(text);
        *row++ = cell.text;
        if (has_column(s, i))
            *row++ = number(study_published_of(&s->rows[k], i), rel);
    }
}

static void add_mean(struct study_table *t, const struct study_result *r, uint32_t v)
{
    const struct study *s = r->points->study;
    const bool rel = s->normalise.as != STUDY_PLAIN;
    char **row = add_row(t, ROW_MEAN);
    put_names(s, v, "mean", row);
    row += t->left;
    for (uint32_t i = 0; i < s->series_count; i++) {
        *row++ = number(study_result_mean(r, i, v), rel);
        if (has_column(s, i))
            *row++ = number(study_published(&s->series[i], v), rel);
    }
}

static void add_category(struct study_table *t, const struct study_result *r, uint32_t v,
                         uint32_t c)
{
    const struct study *s = r->points->study;
    char **row = add_row(t, ROW_MEAN);
    put_names(s, v, s->categories[c].label, row);
    row += t->left;
    for (uint32_t i = 0; i < s->series_count; i++) {
        *row++ = number(study_result_category(r, i, v, c), s->normalise.as != STUDY_PLAIN);
        if (has_column(s, i))
            *row++ = xstrdup("");
    }
}

/* What the paper states for a category. */
static void add_paper_of(struct study_table *t, const struct study_result *r, uint32_t v,
                         uint32_t c)
{
    const struct study *s = r->points->study;
    bool published = false;
    for (uint32_t i = 0; i < s->series_count; i++)
        published = published || !isnan(study_published_in(s, c, i, v));
    if (!published)
        return;
    char **row = add_row(t, ROW_PAPER);
    put_names(s, v, "paper", row);
    row += t->left;
    for (uint32_t i = 0; i < s->series_count; i++) {
        *row++ = number(study_published_in(s, c, i, v), s->normalise.as != STUDY_PLAIN);
        if (has_column(s, i))
            *row++ = xstrdup("");
    }
}

/* What the paper states for the series that have no column. */
static void add_paper(struct study_table *t, const struct study_result *r, uint32_t v)
{
    const struct study *s = r->points->study;
    bool published = false;
    for (uint32_t i = 0; i < s->series_count; i++)
        published = published || (!has_column(s, i) && !isnan(study_published(&s->series[i], v)));
    if (!published)
        return;
    char **row = add_row(t, ROW_PAPER);
    put_names(s, v, "paper", row);
    row += t->left;
    for (uint32_t i = 0; i < s->series_count; i++) {
        *row++ = number(study_published(&s->series[i], v), s->normalise.as != STUDY_PLAIN);
        if (has_column(s, i))
            *row++ = xstrdup("");
    }
}

static void add_head(struct study_table *t, const struct study *s)
{
    char **row = add_row(t, ROW_HEAD);
    if (t->left == 2)
        row[0] = xstrdup(s->sweep.label);
    row[t->left - 1] = xstrdup("kernel");
    row += t->left;
    for (uint32_t i = 0; i < s->series_count; i++) {
        *row++ = xstrdup(s->series[i].label);
        if (has_column(s, i))
            *row++ = xstrdup("paper");
    }
}

struct study_table study_table(const struct study_result *r)
{
    const struct study *s = r->points->study;
    struct study_table t = {.left = s->sweep.values_count > 0 ? 2 : 1};
    t.columns = t.left + s->series_count;
    for (uint32_t i = 0; i < s->series_count; i++)
        t.columns += has_column(s, i);
    add_head(&t, s);
    for (uint32_t v = 0; v < study_values(s); v++) {
        for (uint32_t k = 0; k < s->rows_count; k++)
            add_kernel(&t, r, v, r->order[k]);
        for (uint32_t c = 0; c < s->categories_count; c++) {
            add_category(&t, r, v, c);
            add_paper_of(&t, r, v, c);
        }
        if (s->mean != STUDY_NO_MEAN)
            add_mean(&t, r, v);
        add_paper(&t, r, v);
    }
    return t;
}

void study_table_free(struct study_table *t)
{
    for (size_t i = 0; i < t->rows * t->columns; i++)
        free(t->texts[i]);
    free(t->texts);
    free(t->kinds);
    *t = (struct study_table){0};
}

void study_table_print(const struct study_table *t, FILE *out)
{
    size_t *widths = xcalloc(t->columns, sizeof *widths);
    for (size_t i = 0; i < t->rows * t->columns; i++)
        if (strlen(t->texts[i]) > widths[i % t->columns])
            widths[i % t->columns] = strlen(t->texts[i]);
    for (size_t r = 0; r < t->rows; r++)
        for (size_t c = 0; c < t->columns; c++)
            fprintf(out, "%s%*s%s", c > 0 ? "  " : "",
                    c >= t->left         ? (int)widths[c]
                    : c + 1 < t->columns ? -(int)widths[c]
                                         : 0,
                    t->texts[r * t->columns + c], c + 1 == t->columns ? "\n" : "");
    free(widths);
}

/* ---- JSON ---- */

static json_t *real(double v)
{
    return isnan(v) ? json_null() : json_real(v);
}

static json_t *optional(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

/* The means of each category, over the sweep, by its label. */
static json_t *categories_json(const struct study_result *r, uint32_t i)
{
    const struct study *s = r->points->study;
    json_t *all = json_object();
    for (uint32_t c = 0; c < s->categories_count; c++) {
        json_t *means = json_array();
        for (uint32_t v = 0; v < study_values(s); v++)
            json_array_append_new(means, real(study_result_category(r, i, v, c)));
        json_object_set_new(all, s->categories[c].label, means);
    }
    return all;
}

static json_t *series_json(const struct study_result *r, uint32_t i)
{
    const struct study *s = r->points->study;
    json_t *published = json_array(), *means = json_array(), *cells = json_array();
    json_t *of_kernels = json_array();
    for (uint32_t v = 0; v < study_values(s); v++) {
        json_t *row = json_array();
        for (uint32_t k = 0; k < s->rows_count; k++)
            json_array_append_new(row, real(study_result_cell(r, i, v, k)));
        json_array_append_new(cells, row);
        json_array_append_new(means, real(study_result_mean(r, i, v)));
        json_array_append_new(published, real(study_published(&s->series[i], v)));
    }
    for (uint32_t k = 0; k < s->rows_count; k++)
        json_array_append_new(of_kernels, real(study_published_of(&s->rows[k], i)));
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "label", s->series[i].label, "system",
                     s->series[i].system, "paper", published, "paper_kernels", of_kernels, "means",
                     means, "categories", categories_json(r, i), "kernels", cells);
}

static json_t *points_json(const struct study_result *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->points->n; i++) {
        const struct study_point *p = &r->points->list[i];
        const struct study_row *row = &r->rows[i];
        json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s}", "key", p->key.text, "system",
                              r->points->systems[p->system].name, "kernel", p->kernel, "size",
                              p->size, "command", p->command);
        if (row->id != 0 && row->link_energy_pj >= 0)
            json_object_set_new(o, "link_energy_pj", json_integer(row->link_energy_pj));
        if (row->id != 0)
            json_object_update_new(o,
                                   json_pack("{s:I, s:f, s:s}", "cycles", (json_int_t)row->cycles,
                                             "seconds", row->seconds, "commit", row->commit));
        json_array_append_new(list, o);
    }
    return list;
}

json_t *study_json(const struct study_result *r, json_t *about)
{
    const struct study *s = r->points->study;
    json_t *series = json_array(), *values = json_array(), *kernels = json_array();
    for (uint32_t i = 0; i < s->series_count; i++)
        json_array_append_new(series, series_json(r, i));
    for (uint32_t v = 0; v < s->sweep.values_count; v++)
        json_array_append_new(values, json_string(s->sweep.values[v].label));
    for (uint32_t k = 0; k < s->rows_count; k++)
        json_array_append_new(kernels, json_string(s->rows[k].label));
    char *words = study_words(s);
    json_t *root = json_pack(
        "{s:i, s:o, s:s, s:s, s:{s:o, s:o}, s:s, s:s, s:o, s:o, s:o, s:o}", "schema", 1, "umbel",
        about, "study", s->name, "about", s->about, "paper", "title", optional(s->paper.title),
        "figure", optional(s->paper.figure), "values_are", words, "mean", study_mean_word(s),
        "sweep", values, "kernels", kernels, "series", series, "points", points_json(r));
    free(words);
    return root;
}
