/* Words of a command line, for messages that a user copies into a shell. */
#ifndef UMBEL_SW_UTIL_SHELL_H
#define UMBEL_SW_UTIL_SHELL_H

#include "sw/util/sbuf.h"

/* Appends a word so that a shell reads it back: in quotes if it needs them. */
void shell_word(struct sbuf *s, const char *word);

#endif
