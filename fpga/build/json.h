/*
 * Reads and writes JSON files, those of Yosys and nextpnr above all; any error is one line.
 */
#ifndef UMBEL_FPGA_BUILD_JSON_H
#define UMBEL_FPGA_BUILD_JSON_H

#include "sw/util/error.h"

#include <jansson.h>

/* The whole file, to be decref'd; NULL and an error that names the file and the line. */
json_t *json_read(const char *path, struct error *err);
/* The cells of a netlist's top module, borrowed from *file, which is to be decref'd. Both are NULL,
 * with an error, if there are none. */
json_t *json_cells(const char *path, json_t **file, struct error *err);
/* Takes the value over. A NULL value is an error, too. */
bool json_write(json_t *value, const char *path, struct error *err);

#endif
