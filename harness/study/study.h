/*
 * A study: the systems and kernels that a figure of a paper compares, the value that is compared,
 * and the numbers that the paper states. It is read from YAML; harness/study/README.md explains the
 * fields.
 *
 * A study is a table of cells: each series (a system) at each value of the sweep (changes of the
 * system) with each kernel. A study without a sweep has one value, which changes nothing.
 *
 * A study that asks for classes runs nothing: each row has the class of locality that a paper gives
 * to a kernel, and is compared with the one that `umbel locality` finds (classes.h).
 */
#ifndef UMBEL_HARNESS_STUDY_STUDY_H
#define UMBEL_HARNESS_STUDY_STUDY_H

#include "harness/study/metric.h"
#include "sw/util/error.h"
#include "sw/util/sha256.h"

#include <stdint.h>

struct study_kernel { /* a row of the table: a kernel and what is measured of it */
    char *kernel;     /* NAME or NAME:SIZE of one that ships, or a launch file, FILE or FILE:SIZE */
    char *label;      /* as tables and pictures call it */
    char *metric;     /* NULL: the study's */
    char **published; /* one per series: a number, or "none"; of classes: a type and a schedule */
    uint32_t published_count;
    char *entry; /* of classes: the kernel in the file; NULL: that of the file's name */
    char *why;   /* of classes: why the paper's differs; NULL: nothing is said */
    /* Not in the file. */
    char *name, *size, *launch; /* size NULL: the first; launch NULL: a kernel that ships */
    char *first;                /* size of the launch file; NULL: it has none */
    struct metric measured;
};

struct study_series {
    char *label, *system; /* a shipped name or a path, relative to the study's file */
    char *kernel;         /* in the place of every row's, at the row's size; NULL: the rows' own */
    char *size;           /* of the kernels; NULL: their own */
    char **sets;          /* "path=value" */
    uint32_t sets_count;
    bool fixed;        /* the sweep does not change its system */
    bool may_be_wrong; /* a point with a wrong answer is stored, too, and marked */
    char **published;  /* one per value of the sweep: a number, or "none" */
    uint32_t published_count;
    /* Not in the file. */
    struct sha256 *shapes;       /* of its system at each value, with its name; see study_shape() */
    struct study_kernel program; /* of `kernel` */
};

struct study_value { /* of the sweep */
    char *label;
    char **sets;
    uint32_t sets_count;
    char *size; /* of the kernels; NULL: their own */
};

struct study_category {     /* rows whose mean is shown, too */
    char *label, **kernels; /* labels of rows */
    uint32_t kernels_count;
    char **published; /* what the paper states: for each series one number for each value */
    uint32_t published_count;
    uint32_t *rows; /* not in the file: of these kernels */
};

enum study_asks_for { STUDY_RUNS, STUDY_CLASSES };
enum study_as { STUDY_PLAIN, STUDY_SPEEDUP, STUDY_RATIO };
enum study_mean { STUDY_GEOMETRIC, STUDY_ARITHMETIC, STUDY_NO_MEAN };
enum study_plot { STUDY_BARS, STUDY_LINES };
enum study_scale { STUDY_LINEAR, STUDY_LOG };
/* Whether what is measured has the shape of the paper's figure: who wins, by roughly what. */
enum study_shape { STUDY_NOT_JUDGED, STUDY_SAME, STUDY_PARTLY, STUDY_OTHER };

struct study_paper {
    char *title, *figure;
};

struct study_sweep {
    char *label;
    struct study_value *values;
    uint32_t values_count; /* 0: no sweep */
};

struct study_normalise {
    char *to;         /* a series' label; NULL: the same series at the sweep's first value */
    enum study_as as; /* SPEEDUP: base / this; RATIO: this / base */
};

struct study {
    char *about;
    struct study_paper paper;
    enum study_asks_for asks;
    char **kernels; /* a short way to write rows; NULL: the file has rows */
    uint32_t kernels_count;
    struct study_kernel *rows; /* one per kernel, however the file has them */
    uint32_t rows_count;
    uint64_t seed;
    struct study_series *series; /* none in a study of classes, nor a metric */
    uint32_t series_count;
    struct study_category *categories;
    uint32_t categories_count;
    char *sort; /* rows are shown by their values in this series, the least first; NULL: as in the
                   file */
    struct study_sweep sweep;
    char *metric;
    char *called; /* the metric in words; NULL: as it is written */
    struct study_normalise normalise;
    enum study_mean mean; /* over kernels */
    enum study_plot plot;
    enum study_scale scale; /* of the vertical axis */
    enum study_shape shape;
    char *because; /* what differs, and why; NULL: nothing is said */
    char **notes;
    uint32_t notes_count;
    /* Not in the file. */
    char *name, *path;  /* the file's, without folder and .yaml; the file */
    uint32_t sorted_by; /* of `sort` */
};

/* Reads a study: NAME of one that ships, or a path (with '/' or ending in .yaml). NULL and an error
 * with file, line and column otherwise. */
struct study *study_load(const char *name, struct error *err);
void study_free(struct study *s);

/* Whether a metric has counters of this class: those of `sharing` are of runs with --sharing. */
bool study_asks(const struct study *s, const char *class);
/* The number of values of the sweep, 1 if there is none. */
uint32_t study_values(const struct study *s);
/* The kernel of a row in a series. */
const struct study_kernel *study_kernel_of(const struct study *s, uint32_t series, uint32_t row);
/* The size of a cell's kernel; NULL if the launch file has none. */
const char *study_size(const struct study *s, uint32_t series, uint32_t value, uint32_t kernel);
/* What the paper states for a series at a value; NAN if nothing. */
double study_published(const struct study_series *series, uint32_t value);
/* What it states for a kernel, without a sweep; NAN if nothing. */
double study_published_of(const struct study_kernel *kernel, uint32_t series);
/* What it states for the kernels of a category; NAN if nothing. */
double study_published_in(const struct study *s, uint32_t category, uint32_t series,
                          uint32_t value);
/* The index of the series that others are normalised to; -1 if each is to itself, or none. */
int study_base(const struct study *s);
/* How means over kernels are taken: "geometric", "arithmetic" or "none". */
const char *study_mean_word(const struct study *s);
/* What the numbers are, in words: "cycles, as speedup over TSM-WB-NC". To be freed. */
char *study_words(const struct study *s);

/* The files of the studies that ship, sorted; to be freed with study_names_free. */
struct study_names {
    char **names;
    size_t n;
};
struct study_names study_names(void);
void study_names_free(struct study_names *n);

#endif
