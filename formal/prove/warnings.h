/*
 * Makes errors of Yosys' warnings. Yosys only warns of an undeclared name, a select outside its
 * signal, a port of another width, a wire with no driver or several, and then goes on; the property
 * that it makes may be about nothing. Neither the emitted Verilog nor the texts of the properties
 * cause a warning, so every warning is a mistake, and there is no list of harmless ones.
 */
#ifndef UMBEL_FORMAL_PROVE_WARNINGS_H
#define UMBEL_FORMAL_PROVE_WARNINGS_H

#include "sw/util/error.h"

#include <stddef.h>

/* True if there is no warning in a log of Yosys. Otherwise the error is the first warning:
 * FILE:LINE: and its words, without a place if Yosys gives none. */
bool warnings_none(const char *log, struct error *err);

/* Finds the place, as FILE:LINE:, at which a Verilog text has the wire that a warning is about; it
 * follows the text's `line directives. "" if the warning names no wire, or the text lacks it. */
void warnings_place(const char *warning, const char *text, char *place, size_t room);

#endif
