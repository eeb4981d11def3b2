/* Names that users give to what becomes a file or a word of another program's input. */
#ifndef UMBEL_SW_UTIL_NAME_H
#define UMBEL_SW_UTIL_NAME_H

#include "sw/util/sbuf.h"

#include <stdbool.h>

/* Letters, digits and _, and no digit first: a name in Verilog, C or a script. */
bool name_is_word(const char *name);
/* Letters, digits and _ - . +, up to 200 of them, and neither . nor - first: a file's name that
 * leaves no folder, is not hidden and is no option. */
bool name_is_file(const char *name);
/* NAME=NUMBER: a word, and decimal digits. */
bool name_is_setting(const char *text);

/* Whether a text has a character that a terminal obeys when the text is shown; line ends and tabs
 * do not count. */
bool name_has_control(const char *text);

/* A text between the quotes of a string of C, of an assembler or of `line in Verilog. */
void name_quoted(struct sbuf *s, const char *text);
/* What is to stand before a path so that a program takes it neither for an option nor for a file of
 * options (@FILE): "./" or nothing. */
const char *name_before(const char *path);

#endif
