/*
 * Studies that ask for classes of locality: what a paper gives to each kernel, beside what
 * `umbel locality` finds at the launch of the same name. Nothing runs and nothing is stored, as all
 * of a study takes seconds.
 *
 * Each row has two: by Umbel's reading of algorithm 1, which runs use, and by its printed lines.
 *
 * A class is compared as LADM's table IV has it: by a type (NL, RCL, ITL, unclassified) and a
 * schedule. The table's strides of NL (NL-Xstride, NL-Ystride) belong to NL, as in table II.
 */
#ifndef UMBEL_HARNESS_STUDY_CLASSES_H
#define UMBEL_HARNESS_STUDY_CLASSES_H

#include "harness/study/result.h"

struct study_class {      /* what is found in a row's kernel */
    const char *type;     /* "NL" */
    const char *schedule; /* "align-aware" */
    const char *name;     /* "no datablock locality" */
    bool same;            /* as the paper has it */
    /* The same by algorithm 1 as the paper prints it. */
    const char *printed_type, *printed_schedule;
    bool printed_same;
};

struct study_classes {
    const struct study *study;
    struct study_class *rows; /* one per row */
    uint32_t same, printed_same;
};

/* Whether a row says a class, `published: [TYPE, SCHEDULE]`; else `why` has what is wrong. */
bool study_class_reads(const struct study_kernel *k, struct sbuf *why);

/* Asks `program locality` for each row. NULL and an error if a kernel cannot be analysed. */
struct study_classes *study_classes(const struct study *s, const char *program, struct error *err);
void study_classes_free(struct study_classes *c);

/* The command that asks for a row's class, as a user types it; to be freed. */
char *study_class_command(const struct study_kernel *k);
struct study_table study_classes_table(const struct study_classes *c);
/* As study_json. */
json_t *study_classes_json(const struct study_classes *c, json_t *about);

#endif
