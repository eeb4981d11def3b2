/*
 * A floorplan: what lies on an interposer, in which layers heat passes from there to the air, and
 * where the heat of each block comes from. A file of floorplans/, or a user's.
 *
 * Lengths are in mm (thickness in um), conductivities in W/(m K), resistances in K/W, temperatures
 * in degrees C. Places count from the interposer's lower left corner; layers are centred on it.
 */
#ifndef UMBEL_HARNESS_THERMAL_FLOORPLAN_H
#define UMBEL_HARNESS_THERMAL_FLOORPLAN_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FLOORPLAN_MOST_LAYERS = 32,
    FLOORPLAN_MOST_BLOCKS = 128,
    FLOORPLAN_MOST_SLICES = 32,
    FLOORPLAN_MOST_CELLS = 128
};

struct floorplan_area {
    double width, height;
};

/* Two layers that touch exchange heat over the area that both have. */
struct floorplan_layer {
    char *name;
    double um, conductivity;
    double *between; /* conductivity beside the blocks, 0: nothing is there; NULL: the same */
    double *width, *height; /* NULL: those of the interposer */
    uint32_t slices;        /* cells through the thickness; never 0 after reading */
    bool blocks;            /* the one layer in which the blocks' heat arises */
};

struct floorplan_block {
    char *name;
    double x, y, width, height;
    double *watts; /* NULL: the power is that of units */
    char **units;  /* patterns (power.h) */
    uint32_t units_count;
    double static_watts;  /* besides that of the units' events */
    double *conductivity; /* of the block itself; NULL: its layer's */
};

/* A face of the stack and the air: the resistance of the whole face. */
struct floorplan_face {
    double *resistance; /* NULL: no heat passes here */
};

/* What a paper states of the figure that a floorplan follows. */
struct floorplan_paper {
    char *figure; /* NULL: follows none */
    double *max;  /* temperature; NULL: not stated */
};

struct floorplan {
    char *about;
    struct floorplan_paper paper;
    double ambient;
    struct floorplan_area interposer;
    uint32_t cells; /* least number of cells along the longer side of the largest layer */
    struct floorplan_face top, bottom;
    struct floorplan_layer *layers; /* from the bottom to the top */
    uint32_t layers_count;
    struct floorplan_block *blocks;
    uint32_t blocks_count;
    char **notes;
    uint32_t notes_count;
    char *name, *path; /* of the file */
};

/* Reads a floorplan that ships, by its name, or a file (a name with '/' or ".yaml"). NULL and an
 * error with file:line:column if a field is missing or outside of its range, if blocks overlap or
 * leave the interposer, or if no face lets heat out. */
struct floorplan *floorplan_load(const char *name, struct error *err);
void floorplan_free(struct floorplan *f);

/* The names of those that ship, in their order. */
struct floorplan_names {
    char **names;
    size_t n;
};
struct floorplan_names floorplan_names(void);
void floorplan_names_free(struct floorplan_names *all);

/* The size of a layer. */
struct floorplan_area floorplan_extent(const struct floorplan *f,
                                       const struct floorplan_layer *layer);

#endif
