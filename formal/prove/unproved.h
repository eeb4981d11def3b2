/*
 * The modules of a system of which nothing is proved. A module's name has its protocol and its
 * variant in it (um_l2_mgcc_wts), so a protocol or a variant that has no rows in the table of
 * proofs is found by its modules' names.
 */
#ifndef UMBEL_FORMAL_PROVE_UNPROVED_H
#define UMBEL_FORMAL_PROVE_UNPROVED_H

#include "gen/system/system.h"
#include "sw/util/error.h"
#include "sw/util/sbuf.h"

#include <stdbool.h>

/* Adds their names, a comma and a blank between two: nothing if all have proofs. False and an error
 * if a table cannot be read, or the system cannot be emitted. */
bool unproved_modules(const struct system *sys, struct sbuf *names, struct error *err);

#endif
