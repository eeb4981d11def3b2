/*
 * JSON files of other people's tools: read whole, and what is not as it should be said in a line.
 */
#ifndef UMBEL_FPGA_BUILD_JSON_H
#define UMBEL_FPGA_BUILD_JSON_H

#include "sw/util/error.h"

#include <jansson.h>

/* NULL and an error that names the file and the line; to be decref'd. */
json_t *json_read(const char *path, struct error *err);
/* The cells of a netlist's top, borrowed from *file, which is to be decref'd. Both NULL and an
 * error if there are none. */
json_t *json_cells(const char *path, json_t **file, struct error *err);
/* Takes the value; a NULL is an error too. */
bool json_write(json_t *value, const char *path, struct error *err);

#endif
