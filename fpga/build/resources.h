/*
 * The resources of a part, and how many of each a design uses: read from nextpnr's log of packing,
 * which lists them even for a design that does not fit.
 */
#ifndef UMBEL_FPGA_BUILD_RESOURCES_H
#define UMBEL_FPGA_BUILD_RESOURCES_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

struct resource {
    char name[32]; /* nextpnr's: "ICESTORM_LC" */
    uint32_t used, there;
};

enum { MOST_RESOURCES = 32 };

struct resources {
    struct resource list[MOST_RESOURCES];
    size_t n;
};

bool resources_read(struct resources *r, const char *log, struct error *err);
/* If the part has no such resource: one without a name, 0 used and 0 there. */
struct resource resources_find(const struct resources *r, const char *name);
/* The first resource that there is too little of; NULL if all fits. */
const struct resource *resources_short(const struct resources *r);

#endif
