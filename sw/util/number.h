/*
 * Whole numbers: decimal digits and nothing else. The C library's functions also accept signs,
 * blanks and octal, and some of them wrap around.
 */
#ifndef UMBEL_SW_UTIL_NUMBER_H
#define UMBEL_SW_UTIL_NUMBER_H

#include <stdint.h>

/* Reads the digits at `at` into `n`. Returns the place behind them, or NULL when there are none or
 * the number is above `most`. */
const char *number_read(const char *at, uint64_t most, uint64_t *n);

#endif
