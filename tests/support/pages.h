/*
 * The pages of the tree: README.md at its top, and the README.md of each folder.
 */
#ifndef UMBEL_TESTS_SUPPORT_PAGES_H
#define UMBEL_TESTS_SUPPORT_PAGES_H

#include <glob.h>

/* Whole paths, README.md of the top first; for globfree. Fails the test if there are none. */
glob_t pages_of_the_tree(void);

/* A path of the tree from its top; any other path as it is. */
const char *page_name(const char *path);

#endif
