/*
 * Parts of a row's circuit. Yosys writes DIR/both.aig, with one output per assertion, NAME.broken,
 * and one per cover, NAME.reached. Provers and searches read parts of it: cutting a part out takes
 * far less time than a second synthesis.
 */
#ifndef UMBEL_FORMAL_PROVE_PARTS_H
#define UMBEL_FORMAL_PROVE_PARTS_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes broken.aig, with all assertions, and reached.aig, with all covers, and their maps. False
 * with an error also if an output is neither. */
bool parts_write(const char *dir, struct error *err);
/* Writes one.aig, with all covers and the assertion `name`, whose output is `output`, and its map.
 * False with an error if there is no assertion of that name. */
bool parts_write_one(const char *dir, const char *name, uint32_t *output, struct error *err);

/* The name of an output of broken.aig, an assertion; "" if the map does not name it. */
void parts_assertion(const char *dir, uint32_t output, char *into, size_t room);

#endif
