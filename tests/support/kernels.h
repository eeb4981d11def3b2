/* The kernels that ship, by name; test_kernels compares the list with `umbel kernels`. */
#ifndef UMBEL_TESTS_SUPPORT_KERNELS_H
#define UMBEL_TESTS_SUPPORT_KERNELS_H

static const char *const shipped_kernels[] = {
    "vecadd", "relu", "fir",  "sgemm", "transpose", "xtreme1",   "xtreme2", "xtreme3",   "mm",
    "conv",   "atax", "bicg", "bfs",   "aes",       "histogram", "reduce",  "bfs_queue", "mutex",
};
enum { SHIPPED_KERNELS = sizeof shipped_kernels / sizeof *shipped_kernels };

#endif
