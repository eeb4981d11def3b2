/* What the files of the floorplan's reader share. */
#ifndef UMBEL_HARNESS_THERMAL_FLOORPLAN_IMPL_H
#define UMBEL_HARNESS_THERMAL_FLOORPLAN_IMPL_H

#include "harness/thermal/floorplan.h"
#include "harness/thermal/reading.h"
#include "sw/util/yaml.h"

extern const cyaml_schema_value_t floorplan_schema; /* a struct floorplan */

/* What the schema does not know. Sets the defaults of fields that the file has not. */
bool floorplan_check(const struct yaml_reading *r, struct floorplan *f);

#endif
