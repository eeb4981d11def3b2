/* Numbers of a YAML file that must be in a range. */
#ifndef UMBEL_HARNESS_THERMAL_READING_H
#define UMBEL_HARNESS_THERMAL_READING_H

#include "sw/util/yaml_reading.h"

/* Whether a number is in its range; else an error. One that is not a number is in none. */
bool reading_within(const struct yaml_reading *r, const char *field, double v, double least,
                    double most);
bool reading_above(const struct yaml_reading *r, const char *field, double v, double most);
/* The same for a number that the file may lack (NULL). */
bool reading_above_if(const struct yaml_reading *r, const char *field, const double *v,
                      double most);

#endif
