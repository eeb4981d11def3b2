/*
 * A file of runs: those of all rows of one module, formal/runs/MODULE.txt. The runs of a row stand
 * behind a line "row NAME" (legs.h says how they are written); rows are in the order of their
 * names.
 */
#ifndef UMBEL_FORMAL_PROVE_LEG_FILE_H
#define UMBEL_FORMAL_PROVE_LEG_FILE_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The runs of a row in a file's text, how long they are, and the number of their first line. NULL:
 * the file has none of this row. */
const char *leg_file_section(const char *text, const char *row, size_t *len, size_t *line);
/* Puts a row's runs into the file, in place of those that it has of this row. Several processes may
 * do so at a time. */
bool leg_file_put(const char *path, const char *row, const char *section, struct error *err);

#endif
