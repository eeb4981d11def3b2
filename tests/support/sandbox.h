/*
 * Runs the command where a text that runs is noticed: in a work folder, a HOME and a TMPDIR of its
 * own, with a `touch` first in PATH that leaves a mark at a fixed place, so that it is seen even in
 * a temporary folder that is gone afterwards.
 */
#ifndef UMBEL_TESTS_SUPPORT_SANDBOX_H
#define UMBEL_TESTS_SUPPORT_SANDBOX_H

#include "sw/util/sbuf.h"

#include <stdbool.h>

/* What a hostile text makes if it runs: `touch PWNED`. */
#define SANDBOX_MARK "PWNED"

struct sandbox {
    char *dir, *base, *work; /* all of it; HOME and TMPDIR are in base; where commands run */
    struct sbuf found;       /* what was found wrong: a line each */
    unsigned runs, refused;
    bool program; /* a text is a program, which prints what it likes and ends as it likes */
};

/* Makes it in the empty folder `dir`, with `name` as the name of a folder around all that the
 * command sees. Changes this process's HOME, TMPDIR and PATH. */
struct sandbox sandbox_begin(const char *dir, const char *name);
/* Fails the test, and prints what was found wrong, if anything was. */
void sandbox_end(struct sandbox *s);

/* Removes all from the work folder. */
void sandbox_clear(const struct sandbox *s);
/* Writes a file of the work folder; its folder is made. */
void sandbox_put(const struct sandbox *s, const char *name, const char *text);

/* Runs umbel with these arguments, which end with NULL. Wrong are: a mark, wherever it is; a file
 * outside of the work folder, or a temporary one that is left; an end by a signal, or by a status
 * other than 0 with no line on stderr or several; a byte in an output that commands a terminal; an
 * element of a picture or page that a browser would run. `told` names the case in what is found.
 * Returns whether the status is 0. */
bool sandbox_run(struct sandbox *s, const char *const *words, const char *told);

#endif
