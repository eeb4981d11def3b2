/* Categories of a study's kernels, and the order of its rows. */
#include "harness/study/study_impl.h"

#include "sw/util/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t row_of(const struct study *s, const char *label)
{
    uint32_t k = 0;
    while (k < s->rows_count && strcmp(s->rows[k].label, label) != 0)
        k++;
    return k;
}

static bool check_members(const struct study_reading *r, uint32_t i)
{
    const struct study *s = r->study;
    struct study_category *c = &s->categories[i];
    c->rows = xcalloc(c->kernels_count, sizeof *c->rows);
    for (uint32_t m = 0; m < c->kernels_count; m++) {
        c->rows[m] = row_of(s, c->kernels[m]);
        if (c->rows[m] == s->rows_count)
            return yaml_wrong(&r->file, yaml_at("categories", i, ".kernels").path,
                              "no row is called '%.60s'", c->kernels[m]);
        for (uint32_t j = 0; j < m; j++)
            if (c->rows[j] == c->rows[m])
                return yaml_wrong(&r->file, yaml_at("categories", i, ".kernels").path,
                                  "'%.60s' stands there twice", c->kernels[m]);
    }
    return true;
}

static bool check_numbers(const struct study_reading *r, uint32_t i)
{
    const struct study *s = r->study;
    const struct study_category *c = &s->categories[i];
    const uint32_t cells = s->series_count * study_values(s);
    double v;
    for (uint32_t p = 0; p < c->published_count; p++)
        if (!study_number(c->published[p], &v))
            return yaml_wrong(&r->file, yaml_at("categories", i, ".published").path,
                              "'%.40s' must be a number, or none where the paper states none",
                              c->published[p]);
    return c->published_count == 0 || c->published_count == cells ||
           yaml_wrong(&r->file, yaml_at("categories", i, ".published").path,
                      "published has %u numbers; it must have %u, for each series one for each "
                      "value of the sweep",
                      c->published_count, cells);
}

bool study_check_categories(const struct study_reading *r)
{
    struct study *s = r->study;
    if (s->mean == STUDY_NO_MEAN && s->categories_count > 0)
        return yaml_wrong(&r->file, "categories",
                          "categories are for means; choose mean geometric or arithmetic");
    for (uint32_t i = 0; i < s->categories_count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (strcmp(s->categories[i].label, s->categories[j].label) == 0)
                return yaml_wrong(&r->file, yaml_at("categories", i, ".label").path,
                                  "a category of this label stands above; give it another");
        if (!check_members(r, i) || !check_numbers(r, i))
            return false;
    }
    s->sorted_by = 0;
    while (s->sort != NULL && s->sorted_by < s->series_count &&
           strcmp(s->series[s->sorted_by].label, s->sort) != 0)
        s->sorted_by++;
    if (s->sort != NULL && s->sorted_by == s->series_count)
        return yaml_wrong(&r->file, "sort", "no series has the label '%.40s'", s->sort);
    return s->sort == NULL || s->sweep.values_count == 0 ||
           yaml_wrong(&r->file, "sort", "rows are sorted in a study without a sweep");
}

void study_free_categories(struct study *s)
{
    for (uint32_t i = 0; i < s->categories_count; i++)
        free(s->categories[i].rows);
}

double study_published_in(const struct study *s, uint32_t category, uint32_t series, uint32_t value)
{
    const struct study_category *c = &s->categories[category];
    const uint32_t i = series * study_values(s) + value;
    double v;
    return i < c->published_count && study_number(c->published[i], &v) ? v : (double)NAN;
}
