/* The list of `umbel units`: the hardware units, and what each counts, under which protocols. */
#ifndef UMBEL_HARNESS_UMBEL_UNITS_H
#define UMBEL_HARNESS_UMBEL_UNITS_H

#include <stdio.h>

void units_print(FILE *to);

#endif
