#include "harness/study/result.h"

#include "sw/util/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct finding {
    struct study_db *db;
    const struct study_row *row;
};

static enum metric_found find_term(void *ctx, const struct metric_term *t, double *value)
{
    const struct finding *f = ctx;
    *value = (double)f->row->cycles;
    return t->class[0] == '\0' ? METRIC_FOUND : study_db_sum(f->db, f->row->id, t, value);
}

static bool read_points(struct study_result *r, struct study_db *db, struct error *err)
{
    for (size_t i = 0; i < r->points->n; i++)
        if (!study_db_find(db, r->points->list[i].key.text, &r->rows[i], err))
            return false;
    return true;
}

/* A run has no value of a row's metric, as a counter, `name`, is not there, or ran over. */
static bool no_value(const struct study_result *r, const struct study_kernel *k, const char *system,
                     enum metric_found why, const char *name, struct error *err)
{
    const struct study *s = r->points->study;
    const char *metric = k->metric != NULL ? k->metric : s->metric;
    if (why == METRIC_OVER)
        return error_set(err,
                         "%s: metric '%s': in a run of %s counter %s ran over, so nobody knows its "
                         "value; hardware.count_bits gives counters more bits",
                         s->path, metric, system, name);
    return error_set(err,
                     "%s: metric '%s': a run of %s has no counter %s; `umbel units` lists them",
                     s->path, metric, system, name);
}

/* The value of a row's metric in each cell, NAN where the point is missing. */
static bool measure(const struct study_result *r, struct study_db *db, double *raw,
                    struct error *err)
{
    const struct study *s = r->points->study;
    const size_t cells = (size_t)s->series_count * study_values(s) * s->rows_count;
    for (size_t i = 0; i < cells; i++) {
        const size_t point = r->points->cells[i];
        const struct study_kernel *k = &s->rows[i % s->rows_count];
        struct finding f = {db, &r->rows[point]};
        struct sbuf why = {0};
        raw[i] = NAN;
        if (f.row->id == 0)
            continue;
        const enum metric_found found = metric_value(&k->measured, find_term, &f, &raw[i], &why);
        if (found == METRIC_FOUND)
            continue;
        const size_t system = r->points->list[point].system;
        no_value(r, k, r->points->systems[system].name, found, sbuf_str(&why), err);
        sbuf_free(&why);
        return false;
    }
    return true;
}

static double mean_of(const double *v, uint32_t n, enum study_mean mean)
{
    double sum = mean == STUDY_NO_MEAN ? (double)NAN : 0;
    for (uint32_t i = 0; i < n; i++)
        sum += mean == STUDY_GEOMETRIC ? log(v[i]) : v[i];
    sum /= n;
    double m = mean == STUDY_GEOMETRIC ? exp(sum) : sum;
    return isfinite(m) ? m : (double)NAN; /* NAN in, NAN out; a geometric mean with a zero, too */
}

static double normalised(double it, double base, enum study_as as)
{
    double v = as == STUDY_PLAIN ? it : as == STUDY_SPEEDUP ? base / it : it / base;
    return isfinite(v) ? v : (double)NAN;
}

static double mean_of_category(const struct study_result *r, const double *cells, uint32_t category)
{
    const struct study_category *c = &r->points->study->categories[category];
    double *of = xcalloc(c->kernels_count, sizeof *of);
    for (uint32_t i = 0; i < c->kernels_count; i++)
        of[i] = cells[c->rows[i]];
    const double mean = mean_of(of, c->kernels_count, r->points->study->mean);
    free(of);
    return mean;
}

/* `raw`: as of measure(). */
static void normalise(struct study_result *r, const double *raw)
{
    const struct study *s = r->points->study;
    const uint32_t values = study_values(s), rows = s->rows_count;
    const int to = study_base(s);
    for (uint32_t i = 0; i < s->series_count; i++)
        for (uint32_t v = 0; v < values; v++) {
            const size_t cell = ((size_t)i * values + v) * rows;
            const size_t base =
                to >= 0 ? ((size_t)to * values + v) * rows : (size_t)i * values * rows;
            for (uint32_t k = 0; k < rows; k++)
                r->cells[cell + k] = normalised(raw[cell + k], raw[base + k], s->normalise.as);
            r->means[i * values + v] = mean_of(&r->cells[cell], rows, s->mean);
            for (uint32_t c = 0; c < s->categories_count; c++)
                r->categories[(i * values + v) * s->categories_count + c] =
                    mean_of_category(r, &r->cells[cell], c);
        }
}

/* Rows without a value stand last. */
static bool comes_before(const struct study_result *r, uint32_t a, uint32_t b)
{
    const uint32_t by = r->points->study->sorted_by;
    const double x = study_result_cell(r, by, 0, a), y = study_result_cell(r, by, 0, b);
    return isnan(y) ? !isnan(x) : x < y;
}

/* Rows of one value keep their order. */
static void order_rows(struct study_result *r)
{
    const struct study *s = r->points->study;
    for (uint32_t k = 0; k < s->rows_count; k++) {
        uint32_t at = k;
        for (; s->sort != NULL && at > 0 && comes_before(r, k, r->order[at - 1]); at--)
            r->order[at] = r->order[at - 1];
        r->order[at] = k;
    }
}

struct study_result *study_result(const struct study_points *p, struct study_db *db,
                                  struct error *err)
{
    const struct study *s = p->study;
    const size_t means = (size_t)s->series_count * study_values(s);
    struct study_result *r = xcalloc(1, sizeof *r);
    double *raw = xcalloc(means * s->rows_count, sizeof *raw);
    r->points = p;
    r->rows = xcalloc(p->n, sizeof *r->rows);
    r->cells = xcalloc(means * s->rows_count, sizeof *r->cells);
    r->means = xcalloc(means, sizeof *r->means);
    r->categories = xcalloc(means * (s->categories_count + 1), sizeof *r->categories);
    r->order = xcalloc(s->rows_count, sizeof *r->order);
    bool ok = read_points(r, db, err) && measure(r, db, raw, err);
    if (ok) {
        normalise(r, raw);
        order_rows(r);
    }
    free(raw);
    if (ok)
        return r;
    study_result_free(r);
    return NULL;
}

void study_result_free(struct study_result *r)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < r->points->n; i++)
        free(r->rows[i].record);
    free(r->rows);
    free(r->cells);
    free(r->means);
    free(r->categories);
    free(r->order);
    free(r);
}

double study_result_mean(const struct study_result *r, uint32_t series, uint32_t value)
{
    return r->means[(size_t)series * study_values(r->points->study) + value];
}

double study_result_cell(const struct study_result *r, uint32_t series, uint32_t value,
                         uint32_t kernel)
{
    const struct study *s = r->points->study;
    return r->cells[((size_t)series * study_values(s) + value) * s->rows_count + kernel];
}

double study_result_category(const struct study_result *r, uint32_t series, uint32_t value,
                             uint32_t category)
{
    const struct study *s = r->points->study;
    return r
        ->categories[((size_t)series * study_values(s) + value) * s->categories_count + category];
}
