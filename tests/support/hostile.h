/*
 * Texts that do something where they run: shell syntax, and what gnuplot, Yosys, a compiler, a
 * browser or a terminal takes for a command. And an input of each format that the command takes, in
 * whose strings they are put: the smallest that has all kinds of them.
 */
#ifndef UMBEL_TESTS_SUPPORT_HOSTILE_H
#define UMBEL_TESTS_SUPPORT_HOSTILE_H

#include "tests/support/sandbox.h"

/* The last of them is a path to a folder beside; a user may give such a path, so it is for strings
 * in files alone. */
enum { HOSTILE = 17, HOSTILE_WORDS = HOSTILE - 1 };
extern const char *const hostile[HOSTILE];

struct hostile_input {
    const char *name;   /* of the file in the work folder */
    const char *source; /* a file of the tree; or the text itself, if it has a line end */
};
extern const struct hostile_input hostile_inputs[]; /* ends with a NULL name */

/* The text of an input of this name, to be freed. */
char *hostile_text_of(const char *name);
/* Empties the work folder and writes all of them. */
void hostile_put_all(const struct sandbox *s);

/* The words of commands that take these inputs and make all that they can of them. */
#define HOSTILE_THERMAL                                                                            \
    {                                                                                              \
        "thermal", "f.yaml", "--run", "r.json", "--energies", "e.yaml", "--svg", "f.svg",          \
            "--json", "f.json"                                                                     \
    }

#endif
