/*
 * What the pages of studies have in common: their head and style, texts as HTML, and their foot.
 */
#ifndef UMBEL_HARNESS_STUDY_HTML_H
#define UMBEL_HARNESS_STUDY_HTML_H

#include "sw/util/error.h"
#include "sw/util/sbuf.h"

#include <stdbool.h>

/* Adds a text with its special characters escaped; and the same between two texts of HTML. */
void study_html(struct sbuf *s, const char *text);
void study_put(struct sbuf *s, const char *before, const char *text, const char *after);
/* Adds all that is before a page's contents, with the page's title as its first line. */
void study_put_head(struct sbuf *s, const char *title);
/* Adds the foot, which names Umbel's version, and writes DIR/index.html; the folder is made if it
 * is not there. The page is put in its place when it is whole. */
bool study_put_page(struct sbuf *s, const char *dir, const char *umbel, struct error *err);

#endif
