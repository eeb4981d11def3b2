/*
 * Energies of what units do: which counters of a run count it, and the price of each count, with
 * its published source. A file (energies.yaml); links have theirs in the run already
 * (gen/system/link_class.h).
 */
#ifndef UMBEL_HARNESS_THERMAL_ENERGIES_H
#define UMBEL_HARNESS_THERMAL_ENERGIES_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One kind of event. Its price is pj, or that of reading a bit of a memory of `capacity` bytes, for
 * each of `times`. Both are products; a factor is a whole number, or the path of a field of the
 * run's system. */
struct energies_event {
    char *class; /* of units, as in the run's JSON */
    char **counters;
    uint32_t counters_count;
    char **times, **capacity;
    uint32_t times_count, capacity_count; /* 0 times: 1 */
    double *pj;                           /* NULL: capacity gives the price */
    char *source;
};

/* Reading 64 bits of a memory of at most so many bytes. */
struct energies_sram {
    uint64_t bytes;
    double pj;
};

struct energies {
    char *about;
    struct energies_sram *sram; /* ascending; a memory larger than the last has its price */
    uint32_t sram_count;
    char *sram_source;
    struct energies_event *events;
    uint32_t events_count;
    char *path, *text; /* the file */
    size_t len;
};

/* NULL: the file that ships. NULL and an error with file:line:column if it is wrong. */
struct energies *energies_load(const char *path, struct error *err);
void energies_free(struct energies *e);

/* The price of one count of an event, in pJ, on a system (as the run's JSON has it). False and an
 * error if the system lacks a field that a product names. */
struct json_t;
bool energies_price(const struct energies *e, uint32_t event, const struct json_t *system,
                    double *pj, struct error *err);

#endif
