/* Pictures by gnuplot: what scripts for it are put together from, and running them. */
#ifndef UMBEL_HARNESS_PICTURE_GNUPLOT_H
#define UMBEL_HARNESS_PICTURE_GNUPLOT_H

#include "sw/util/error.h"
#include "sw/util/sbuf.h"

/* An SVG of so many points. */
void gnuplot_terminal(struct sbuf *s, int width, int height);
/* A text in a string of gnuplot's that it does not interpret. Not for data, where single quotes are
 * none. */
void gnuplot_text(struct sbuf *s, const char *text);
/* Colours that stay apart in grey and for the colour-blind (Okabe and Ito); they begin anew. */
const char *gnuplot_colour(unsigned i);

/* The picture that a script draws, to be freed: its terminal, and the rest. NULL and an error if
 * gnuplot fails. */
char *gnuplot_svg(const char *terminal, const char *rest, struct error *err);

#endif
