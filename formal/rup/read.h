/* Reads formulas and proofs number by number. They may be larger than memory. */
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
    size_t line;     /* of the last thing read, from 1 */
    uint32_t most;   /* variables are 1 to this */
    int32_t *clause; /* the last one read, as its file has it, without the 0 */
    size_t len, room;
};

enum rup_item { RUP_ADD, RUP_DELETE, RUP_END, RUP_MISTAKE };

bool rup_open(struct rup_text *t, const char *path, struct error *err);
void rup_close(struct rup_text *t);
/* "p cnf VARIABLES CLAUSES", after comments. Sets `most`. */
bool rup_header(struct rup_text *t, uint64_t *clauses, struct error *err);
/* The next clause, to be added or deleted. What is cut off or no clause is a mistake. */
enum rup_item rup_next(struct rup_text *t, struct error *err);
/* Records "PATH:LINE: " and the message; returns false. */
bool rup_mistake(const struct rup_text *t, struct error *err, const char *what);

#endif
