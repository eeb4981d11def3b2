/* Sessions on pages: commands, and below each of them what it prints. */
#ifndef UMBEL_TESTS_SUPPORT_SESSION_H
#define UMBEL_TESTS_SUPPORT_SESSION_H

#include "sw/util/sbuf.h"

#include <stdbool.h>

/* Whether a command has printed what a page expects, in which a line "..." stands for any number of
 * lines; else `why` says where it has not. */
bool session_prints(const char *expected, const char *printed, struct sbuf *why);

#endif
