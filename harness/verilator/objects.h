/*
 * Objects that the cache keeps: what is there and undamaged is loaded, what is not is built first.
 * Nothing in the cache is trusted to be what was put there.
 *
 * Each is built by one process, under its own lock, in a folder that nobody else uses; it is sealed
 * and renamed when it has been loaded once. So builds of different objects do not wait for each
 * other, and an interrupted one leaves nothing that is loaded later.
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
    const char *symbol; /* that it exports; NULL: it is not loaded, it is there to be linked */
    bool global;        /* later ones link to it when they are loaded */
    /* Leaves OBJECT_FILE in the folder. Runs in a process of its own. */
    bool (*make)(const void *of, const char *dir, struct error *err);
    const void *of;
    bool had;    /* result, as the next two */
    void *so;    /* for dlsym */
    void *found; /* the symbol */
};

#define OBJECT_FILE "object"

struct objects {
    struct object *list;
    size_t n;
    int jobs;         /* built at a time */
    const char *kind; /* "units with Verilator"; NULL: that they are built is not said */
    void (*say)(const char *text); /* NULL: silence */
    /* Called before anything is built; NULL: nothing is needed. */
    bool (*before)(const struct objects *o, struct error *err);
    const void *ctx; /* the caller's */
};

bool objects_load(const struct objects *o, const struct cache *c, struct error *err);

#endif
