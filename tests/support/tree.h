/* The source tree, file by file, for tests of its rules. */
#ifndef UMBEL_TESTS_SUPPORT_TREE_H
#define UMBEL_TESTS_SUPPORT_TREE_H

#include "sw/util/sbuf.h"

#include <ftw.h>
#include <stdbool.h>

/* What the visits of tree_walk() complain of, a line each: nftw() passes no context. */
extern struct sbuf tree_complaints;

/* Visits every file and folder (nftw(), FTW_ACTIONRETVAL); the test fails if anything was
 * complained of. */
void tree_walk(int (*visit)(const char *, const struct stat *, int, struct FTW *));
/* What a visit returns to leave out build folders and git's own, which are not part of the tree. */
int tree_skip(const char *path, int type, const struct FTW *at);

/* A path that tree_walk() gives, from the root. */
const char *tree_from_root(const char *path);
/* ".c" of a file's name, "" if it has none. */
const char *tree_ending(const char *path);
/* Whether a text is one of a list that ends with NULL. */
bool tree_one_of(const char *text, const char *const *list);
/* Whether a name of this length stands in a text of C or Verilog, and not as part of another. */
bool tree_has_name(const char *text, const char *name, size_t len);

#endif
