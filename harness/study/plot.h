/* Pictures of a study's figures: SVG by gnuplot, to be put into a page. */
#ifndef UMBEL_HARNESS_STUDY_PLOT_H
#define UMBEL_HARNESS_STUDY_PLOT_H

#include "harness/study/result.h"

enum study_side { SIDE_PAPER, SIDE_OURS };

/* Whether the paper states numbers for the study: else there is nothing to draw of it. */
bool study_has_paper(const struct study *s);

/* The width of a side's picture in points; all have one height. */
int study_plot_width(const struct study *s, enum study_side side);

/* An <svg> element, to be freed. Its ids begin with "paper-" or "ours-", so that both may be in one
 * page; both have the same vertical axis. NULL and an error if gnuplot fails. */
char *study_plot(const struct study_result *r, enum study_side side, struct error *err);

#endif
