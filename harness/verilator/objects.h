/*
 * Objects (shared objects and object files) in the cache: an undamaged one is loaded, a missing or
 * damaged one is built first. Nothing in the cache is trusted to be what was put there.
 *
 * Each object is built by one process, under its own lock, in a folder of its own; it is sealed
 * and renamed after it has been loaded once. So builds of different objects do not wait for each
 * other, and an interrupted build leaves nothing that is loaded later.
 */
#ifndef UMBEL_HARNESS_VERILATOR_OBJECTS_H
#define UMBEL_HARNESS_VERILATOR_OBJECTS_H

#include "harness/verilator/cache.h"
#include "sw/util/hash.h"

#include <stddef.h>

struct object {
    const char *what; /* for messages: "unit um_l1_mgcc" */
    char key[HASH_NAME];
    const char *ending; /* of its file: ".so" */
    const char *symbol; /* the symbol it exports; NULL: it is not loaded but only linked */
    bool global;        /* objects loaded later link to it */
    /* Leaves OBJECT_FILE in the folder. Runs in a process of its own. */
    bool (*make)(const void *of, const char *dir, struct error *err);
    const void *of;
    /* Results. */
    bool had;    /* it is loaded, or there to be linked */
    void *so;    /* for dlsym */
    void *found; /* the symbol */
};

#define OBJECT_FILE "object"

struct objects {
    struct object *list;
    size_t n;
    int jobs;         /* objects built at a time */
    const char *kind; /* for messages: "units with Verilator"; NULL: builds are not announced */
    void (*say)(const char *text); /* NULL: silence */
    /* Called before anything is built; NULL: nothing is needed. */
    bool (*before)(const struct objects *o, struct error *err);
    const void *ctx; /* the caller's */
};

bool objects_load(const struct objects *o, const struct cache *c, struct error *err);

#endif
