/* Reads formulas (DIMACS) and proofs (DRAT) number by number: they may be larger than memory. */
#ifndef UMBEL_FORMAL_RUP_READ_H
#define UMBEL_FORMAL_RUP_READ_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rup_text {
    FILE *file;
    const char *path;
    size_t line;     /* of the last item read, from 1 */
    uint32_t most;   /* variables are 1 to this */
    int32_t *clause; /* the last clause read, as in the file, without the final 0 */
    size_t len, room;
};

enum rup_item { RUP_ADD, RUP_DELETE, RUP_END, RUP_MISTAKE };

bool rup_open(struct rup_text *t, const char *path, struct error *err);
void rup_close(struct rup_text *t);
/* Reads "p cnf VARIABLES CLAUSES", after comments, and sets `most`. */
bool rup_header(struct rup_text *t, uint64_t *clauses, struct error *err);
/* Reads the next clause, to be added or deleted. RUP_MISTAKE if the text is cut off or is not a
 * clause. */
enum rup_item rup_next(struct rup_text *t, struct error *err);
/* Records "PATH:LINE: " and the message; returns false. */
bool rup_mistake(const struct rup_text *t, struct error *err, const char *what);

#endif
