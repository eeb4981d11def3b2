/*
 * What a part has and how much of it is used, as nextpnr says in the log of packing: also of a
 * design that does not fit.
 */
#ifndef UMBEL_FPGA_BUILD_RESOURCES_H
#define UMBEL_FPGA_BUILD_RESOURCES_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

struct resource {
    char name[32]; /* ICESTORM_LC */
    uint32_t used, there;
};

enum { MOST_RESOURCES = 32 };

struct resources {
    struct resource list[MOST_RESOURCES];
    size_t n;
};

bool resources_read(struct resources *r, const char *log, struct error *err);
/* One without a name, of which there are none, if the part has no such thing. */
struct resource resources_find(const struct resources *r, const char *name);
/* The first that there is too little of; NULL if all fits. */
const struct resource *resources_short(const struct resources *r);

#endif
