/* Declarations that the reader of studies and the points share. */
#ifndef UMBEL_HARNESS_STUDY_STUDY_IMPL_H
#define UMBEL_HARNESS_STUDY_STUDY_IMPL_H

#include "harness/study/study.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_reading.h"

/* A study's file while it is read. */
struct study_reading {
    struct study *study;
    struct yaml_reading file;
};

/* A path relative to the study's file as one relative to the current folder; to be freed. */
char *study_resolve(const struct study_reading *r, const char *path);

/* The number of a `published` entry, NAN for "none". False if it is neither. */
bool study_number(const char *text, double *v);

/* Adds every field of a system but `about`, which decides nothing and is emptied. */
struct system;
void study_shape(struct system *sys, struct sbuf *text);

/* kernels.c: fills in the rows, and checks them. */
bool study_check_kernels(const struct study_reading *r);
void study_free_kernels(struct study *s);
/* categories.c: the same of categories, and of the order of the rows. */
bool study_check_categories(const struct study_reading *r);
void study_free_categories(struct study *s);
/* KERNEL:SIZE as commands take it, or KERNEL, where the size is NULL or ""; to be freed. */
char *study_kernel_word(const char *kernel, const char *size);
/* Whether rows that have these sizes run the same. */
bool study_same_kernel(const struct study_kernel *a, const char *a_size,
                       const struct study_kernel *b, const char *b_size);

#endif
