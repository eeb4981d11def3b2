/* The schema of a study's file. */
#ifndef UMBEL_HARNESS_STUDY_SCHEMA_H
#define UMBEL_HARNESS_STUDY_SCHEMA_H

#include "sw/util/yaml.h"

extern const cyaml_schema_value_t study_schema; /* a struct study */

#endif
