/*
 * All studies in one page: for each a line with what its paper states, what was measured, and
 * whether the figure has the paper's shape, as the study's file says (`shape`, `because`).
 *
 * DIR/index.html links to the pages DIR/NAME/index.html of the studies (report.h).
 */
#ifndef UMBEL_HARNESS_STUDY_SUMMARY_H
#define UMBEL_HARNESS_STUDY_SUMMARY_H

#include "harness/study/classes.h"

/* What a line says of a study; texts are to be freed by study_lines_free(). */
struct study_line {
    char *name, *about, *paper, *figure; /* paper, figure NULL: the study is of no paper */
    char *published, *measured; /* numbers in the same order; NULL: the paper states none */
    char *because;              /* what differs, and why; NULL: nothing is said */
    enum study_shape shape;
    size_t points, failed; /* 0 points: of classes */
};

struct study_lines {
    struct study_line *list;
    size_t n;
};

/* Adds the line of a study: with `r` or, of classes, with `c`; the other is NULL. */
void study_lines_add(struct study_lines *lines, const struct study *s, const struct study_result *r,
                     const struct study_classes *c, size_t failed);
void study_lines_free(struct study_lines *lines);

/* A line as a text for people. */
void study_line_print(const struct study_line *line, FILE *out);
/* The page; the folder is made if it is not there. `umbel`: as of study_report(). */
bool study_summary(const struct study_lines *lines, const char *dir, const char *umbel,
                   struct error *err);

#endif
