/*
 * Yosys goes on where it should not: a name that nothing declares, a select outside its signal, a
 * port of another width, a wire that nothing or too much drives. It warns, and what it then makes
 * of a property may hold of nothing. Neither the emitted Verilog nor the texts of the properties
 * give it a reason to warn, so every one of its warnings is a mistake; there is no list of harmless
 * ones.
 */
#ifndef UMBEL_FORMAL_PROVE_WARNINGS_H
#define UMBEL_FORMAL_PROVE_WARNINGS_H

#include "sw/util/error.h"

#include <stddef.h>

/* The first warning in a log of Yosys as an error: FILE:LINE: and its words, without a place if
 * Yosys gives none. True if there is no warning. */
bool warnings_none(const char *log, struct error *err);

/* Where Verilog text has the wire that a warning is about, as FILE:LINE:, by the text's own `line
 * directives; "" if the warning is about none, or the text does not have it. */
void warnings_place(const char *warning, const char *text, char *place, size_t room);

#endif
