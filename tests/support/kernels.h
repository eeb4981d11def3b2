/* The kernels that ship, by name; test_kernels compares the list with `umbel kernels`. */
#ifndef UMBEL_TESTS_SUPPORT_KERNELS_H
#define UMBEL_TESTS_SUPPORT_KERNELS_H

#include "tests/support/slow.h"

static const char *const shipped_kernels[] = {
    "vecadd",      "relu",          "fir",         "sgemm",         "transpose",    "xtreme1",
    "xtreme2",     "xtreme3",       "mm",          "conv",          "atax",         "bicg",
    "bfs",         "aes",           "histogram",   "reduce",        "bfs_queue",    "mutex",
    "triad",       "random_access", "mesh",        "sssp",          "lookup",       "multigrid",
    "alexconv",    "raytrace",      "srad",        "hotspot",       "hotspot3d",    "convsep",
    "scalar_prod", "black_scholes", "histo_final", "histo_main",    "reduction_k6", "fwt_k2",
    "sq_gemm",     "gemm_fc",       "pagerank",    "bfs_relax",     "random_loc",   "kmeans",
    "spmv_jds",    "b_tree",        "lbm",         "streamcluster", "backprop",     "scan",
    "fd3d",        "fwt",           "coulomb",     "fft3d",         "cg",           "barnes_hut",
    "mlp",         "allreduce",     "paramserver", "comd",          "mcb",          "miniamr",
    "nekbone",     "inception",     "overfeat",    "bitcoin",       "lenet",        "alexnet",
    "googlenet",   "resnet",        "store_gpu",   "survey"};
enum { SHIPPED_KERNELS = sizeof shipped_kernels / sizeof *shipped_kernels, EVERYDAY_KERNELS = 18 };

/* Those that have steps of the host, and so need a machine with a CPU; they are not in the list. */
static const char *const host_kernels[] = {"cg_host", "fft3d_host"};
enum { HOST_KERNELS = sizeof host_kernels / sizeof *host_kernels };

/* How many of the list a test runs that runs them on many machines or under many protocols. Those
 * from triad on use no part of a machine that the others do not, and would cost a minute. */
static inline int everyday_kernels(void)
{
    return slow_wanted() ? SHIPPED_KERNELS : EVERYDAY_KERNELS;
}

#endif
