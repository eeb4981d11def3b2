/*
 * Every size of every kernel that ships: the program that compares its reference run with plain C,
 * and the CPU-seconds that this takes (with -O2 on one core), or the reason why no program does.
 */
#ifndef UMBEL_TESTS_RUNTIME_KERNEL_SIZES_H
#define UMBEL_TESTS_RUNTIME_KERNEL_SIZES_H

#include <stddef.h>

/* The kind of kernel, which decides the program: test_plain_elements.c and so on. */
enum kind { ELEMENTS, SUMS, GRAPHS, WORDS, GRIDS, RAYS };

struct kernel_size {
    const char *kernel, *size;
    enum kind kind;
    double seconds;
    const char *unchecked; /* the reason why it is not; NULL: it is checked */
};

/* Sizes that take longer run only with UMBEL_SLOW=1. */
#define CHEAP_SECONDS 0.3

static const struct kernel_size kernel_sizes[] = {
    {"vecadd", "tiny", ELEMENTS, 0.00, NULL},
    {"vecadd", "small", ELEMENTS, 0.00, NULL},
    {"vecadd", "large", ELEMENTS, 0.18, NULL},
    {"relu", "tiny", ELEMENTS, 0.00, NULL},
    {"relu", "small", ELEMENTS, 0.00, NULL},
    {"relu", "bench", ELEMENTS, 0.03, NULL},
    {"relu", "large", ELEMENTS, 0.12, NULL},
    {"transpose", "tiny", ELEMENTS, 0.00, NULL},
    {"transpose", "small", ELEMENTS, 0.00, NULL},
    {"transpose", "bench", ELEMENTS, 0.03, NULL},
    {"transpose", "large", ELEMENTS, 0.15, NULL},
    {"xtreme1", "tiny", ELEMENTS, 0.00, NULL},
    {"xtreme1", "small", ELEMENTS, 0.00, NULL},
    {"xtreme1", "large", ELEMENTS, 0.05, NULL},
    {"xtreme1", "huge", ELEMENTS, 2.5, NULL},
    {"xtreme1", "192", ELEMENTS, 0.00, NULL},
    {"xtreme1", "384", ELEMENTS, 0.00, NULL},
    {"xtreme1", "768", ELEMENTS, 0.01, NULL},
    {"xtreme1", "1536", ELEMENTS, 0.01, NULL},
    {"xtreme1", "24576", ELEMENTS, 0.16, NULL},
    {"xtreme2", "tiny", ELEMENTS, 0.00, NULL},
    {"xtreme2", "small", ELEMENTS, 0.00, NULL},
    {"xtreme2", "large", ELEMENTS, 0.01, NULL},
    {"xtreme2", "huge", ELEMENTS, 0.47, NULL},
    {"xtreme2", "192", ELEMENTS, 0.00, NULL},
    {"xtreme2", "384", ELEMENTS, 0.00, NULL},
    {"xtreme2", "768", ELEMENTS, 0.01, NULL},
    {"xtreme2", "1536", ELEMENTS, 0.01, NULL},
    {"xtreme2", "24576", ELEMENTS, 0.03, NULL},
    {"xtreme3", "tiny", ELEMENTS, 0.00, NULL},
    {"xtreme3", "small", ELEMENTS, 0.00, NULL},
    {"xtreme3", "large", ELEMENTS, 0.01, NULL},
    {"xtreme3", "huge", ELEMENTS, 0.47, NULL},
    {"xtreme3", "192", ELEMENTS, 0.00, NULL},
    {"xtreme3", "384", ELEMENTS, 0.00, NULL},
    {"xtreme3", "768", ELEMENTS, 0.01, NULL},
    {"xtreme3", "1536", ELEMENTS, 0.01, NULL},
    {"xtreme3", "24576", ELEMENTS, 0.03, NULL},
    {"fir", "tiny", SUMS, 0.00, NULL},
    {"fir", "small", SUMS, 0.01, NULL},
    {"fir", "bench", SUMS, 0.06, NULL},
    {"fir", "large", SUMS, 0.26, NULL},
    {"conv", "tiny", SUMS, 0.00, NULL},
    {"conv", "small", SUMS, 0.01, NULL},
    {"conv", "bench", SUMS, 0.00, NULL},
    {"conv", "large", SUMS, 0.28, NULL},
    {"sgemm", "tiny", SUMS, 0.00, NULL},
    {"sgemm", "small", SUMS, 0.00, NULL},
    {"sgemm", "medium", SUMS, 0.11, NULL},
    {"sgemm", "large", SUMS, 0.87, NULL},
    {"mm", "tiny", SUMS, 0.00, NULL},
    {"mm", "small", SUMS, 0.01, NULL},
    {"mm", "bench", SUMS, 0.24, NULL},
    {"mm", "256", SUMS, 0.24, NULL},
    {"mm", "large", SUMS, 0.79, NULL},
    {"atax", "tiny", SUMS, 0.00, NULL},
    {"atax", "small", SUMS, 0.00, NULL},
    {"atax", "large", SUMS, 0.04, NULL},
    {"bicg", "tiny", SUMS, 0.00, NULL},
    {"bicg", "small", SUMS, 0.00, NULL},
    {"bicg", "large", SUMS, 0.05, NULL},
    {"bfs", "tiny", GRAPHS, 0.00, NULL},
    {"bfs", "small", GRAPHS, 0.01, NULL},
    {"bfs", "large", GRAPHS, 0.17, NULL},
    {"bfs_queue", "tiny", GRAPHS, 0.00, NULL},
    {"bfs_queue", "small", GRAPHS, 0.01, NULL},
    {"bfs_queue", "large", GRAPHS, 0.06, NULL},
    {"aes", "tiny", WORDS, 0.00, NULL},
    {"aes", "small", WORDS, 0.05, NULL},
    {"aes", "large", WORDS, 0.82, NULL},
    {"histogram", "tiny", WORDS, 0.00, NULL},
    {"histogram", "small", WORDS, 0.00, NULL},
    {"histogram", "large", WORDS, 0.03, NULL},
    {"reduce", "tiny", WORDS, 0.00, NULL},
    {"reduce", "small", WORDS, 0.00, NULL},
    {"reduce", "large", WORDS, 0.02, NULL},
    {"mutex", "tiny", WORDS, 0.00, NULL},
    {"mutex", "small", WORDS, 0.00, NULL},
    {"mutex", "large", WORDS, 0.00, NULL},
    {"triad", "tiny", ELEMENTS, 0.00, NULL},
    {"triad", "small", ELEMENTS, 0.01, NULL},
    {"triad", "large", ELEMENTS, 0.69, NULL},
    {"alexconv", "tiny", SUMS, 0.00, NULL},
    {"alexconv", "small", SUMS, 0.02, NULL},
    {"alexconv", "large", SUMS, 8.5, NULL},
    {"lookup", "tiny", SUMS, 0.00, NULL},
    {"lookup", "small", SUMS, 0.01, NULL},
    {"lookup", "large", SUMS, 0.12, NULL},
    {"mesh", "tiny", GRIDS, 0.00, NULL},
    {"mesh", "small", GRIDS, 0.01, NULL},
    {"mesh", "large", GRIDS, 0.42, NULL},
    {"multigrid", "tiny", GRIDS, 0.00, NULL},
    {"multigrid", "small", GRIDS, 0.01, NULL},
    {"multigrid", "large", GRIDS, 0.64, NULL},
    {"raytrace", "tiny", RAYS, 0.00, NULL},
    {"raytrace", "small", RAYS, 0.02, NULL},
    {"raytrace", "large", RAYS, 0.77, NULL},
    {"sssp", "tiny", GRAPHS, 0.00, NULL},
    {"sssp", "small", GRAPHS, 0.01, NULL},
    {"sssp", "large", GRAPHS, 0.62, NULL},
    {"random_access", "tiny", WORDS, 0.00, NULL},
    {"random_access", "small", WORDS, 0.00, NULL},
    {"random_access", "large", WORDS, 0.20, NULL},
};
enum { KERNEL_SIZES = sizeof kernel_sizes / sizeof *kernel_sizes };

#endif
