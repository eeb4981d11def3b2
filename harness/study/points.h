/*
 * The points of a study: its runs, each one once. Several cells may be the same point, as when a
 * series is fixed while the others are swept; two studies may share points, too.
 *
 * A point's key is the SHA-256 of all that decides its result: the system in full, the emitted
 * Verilog, the kernel's launch file, size, inputs and PTX, the seed, and the C models that run
 * beside the RTL. It has no commit: a commit that changes none of these leaves the key as it is.
 * The system's name is in a comment of the Verilog, so a system under another name is another
 * point.
 */
#ifndef UMBEL_HARNESS_STUDY_POINTS_H
#define UMBEL_HARNESS_STUDY_POINTS_H

#include "harness/study/study.h"
#include "sw/util/sha256.h"

struct study_point {
    struct sha256 key;
    uint32_t system;     /* of struct study_points */
    char *kernel, *size; /* "relu", "small"; of a launch file its name without .yaml */
    uint64_t seed;
    bool may_be_wrong; /* its run may have a wrong answer */
    char **argv;       /* of the run, from SYSTEM on, without --json; ends with NULL */
    size_t n_argv;
    char *command; /* the same as a user types it */
};

/* A system of the study after its overrides. */
struct study_system {
    char *name;  /* as the run is told: a shipped name or a path */
    char **sets; /* ends with NULL */
    size_t n_sets;
    char *yaml;   /* every field */
    char *shape;  /* the same without `about`, which decides nothing */
    char *hashes; /* of each emitted module, "SHA-256  NAME.v" a line, as sha256sum prints */
};

struct study_points {
    const struct study *study;
    struct study_point *list;
    size_t n;
    struct study_system *systems;
    size_t n_systems;
    size_t *cells; /* study_cell(): indices of `list` */
};

/* How many points the study has. Without keys it takes milliseconds: keys need the Verilog of each
 * system and the PTX of each kernel. */
size_t study_points_planned(const struct study *s);

/* For the key, the SHA-256 of sources without comments. */
struct study_models {
    const char *run;     /* of the C models that run beside the RTL */
    const char *routing; /* of what --net-routing runs: networks alone, and their RTL */
};
struct study_points *study_points(const struct study *s, const struct study_models *models,
                                  struct error *err);
void study_points_free(struct study_points *p);

/* The point of a series at a value with a kernel. */
static inline size_t study_cell(const struct study_points *p, uint32_t series, uint32_t value,
                                uint32_t kernel)
{
    const struct study *s = p->study;
    return p->cells[((size_t)series * study_values(s) + value) * s->rows_count + kernel];
}

#endif
