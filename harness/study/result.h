/*
 * What a study has measured: the value of each cell, normalised as its file says, and the means
 * over kernels. A point that is missing leaves NAN in all that needs it.
 */
#ifndef UMBEL_HARNESS_STUDY_RESULT_H
#define UMBEL_HARNESS_STUDY_RESULT_H

#include "harness/study/db.h"

struct study_result {
    const struct study_points *points;
    struct study_row *rows; /* one per point; `id` 0: missing */
    double *cells;          /* normalised; in the order of points->cells */
    double *means;          /* [series * values + value] */
    double *categories;     /* [(series * values + value) * categories + category] */
    uint32_t *order;        /* of the rows, as they are shown */
};

/* Reads the points from the database. NULL and an error if it cannot be read, or if a point has no
 * counter of the study's metric, or one that ran over. */
struct study_result *study_result(const struct study_points *p, struct study_db *db,
                                  struct error *err);
void study_result_free(struct study_result *r);

double study_result_cell(const struct study_result *r, uint32_t series, uint32_t value,
                         uint32_t kernel);
double study_result_mean(const struct study_result *r, uint32_t series, uint32_t value);
/* The mean of a category's kernels. */
double study_result_category(const struct study_result *r, uint32_t series, uint32_t value,
                             uint32_t category);

/* The figures as a table of texts, for people. The first row has the headings. */
enum study_row_kind { ROW_HEAD, ROW_KERNEL, ROW_MEAN, ROW_PAPER };
struct study_table {
    size_t columns, rows;
    enum study_row_kind *kinds; /* one per row */
    char **texts;               /* [row * columns + column] */
    size_t left;                /* columns of names, before those of numbers */
};
struct study_table study_table(const struct study_result *r);
void study_table_free(struct study_table *t);
void study_table_print(const struct study_table *t, FILE *out);

/* Everything as JSON; `about` is Umbel's version, its reference is taken over. */
json_t *study_json(const struct study_result *r, json_t *about);

#endif
