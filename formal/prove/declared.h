/*
 * The names that a text of formal/units declares: assertions, assumptions and covers. They are read
 * from its macros: ASSERT(name, ...) and others of its kind. Names that macros build from an
 * argument, tag``_moves or copy_data_``w, have a * in its place.
 */
#ifndef UMBEL_FORMAL_PROVE_DECLARED_H
#define UMBEL_FORMAL_PROVE_DECLARED_H

#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stddef.h>

enum { DECLARED_NAME = 96 };

enum declared_kind { DECLARED_PROMISE, DECLARED_ASSUMPTION, DECLARED_COVER };

struct declared {
    enum declared_kind kind;
    bool in_macro; /* it stands in a macro's definition: it exists where that macro is used */
    char name[DECLARED_NAME];
};

/* A text without the lines that `ifdef leaves out, to be freed. `names` are the macros that are
 * defined, each between blanks (" RENEW PLAIN "); those that the text defines are added. */
char *declared_where(const char *text, struct sbuf *names);

/* The next of the text at `*at`, which goes behind it. False if there is none. */
bool declared_next(const char *text, const char **at, struct declared *d);

#endif
