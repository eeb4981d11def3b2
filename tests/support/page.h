/* Whether a page is well-formed and needs nothing from elsewhere; it may link to DIR/index.html.
 * Stricter than HTML: each element is closed, values of attributes are quoted. */
#ifndef UMBEL_TESTS_SUPPORT_PAGE_H
#define UMBEL_TESTS_SUPPORT_PAGE_H

#include "sw/util/sbuf.h"

/* What is wrong with the page first, in `why`; NULL if nothing is. */
const char *page_fault(const char *html, struct sbuf *why);
/* Fails the test if something is wrong. */
void page_is_well(const char *html);

#endif
