/*
 * What nvcc gives a CUDA source that includes nothing. umbel-nvcc includes it ahead of every .cu
 * file of a whole program, in the pass for the device and in that for the host.
 *
 * The device's functions come first. The C++ library's constexpr functions (std::abs, std::sqrt)
 * would otherwise count as functions for host and device, and the device's could not overload them.
 * For the same reason clang must take this file for a system header.
 */
#ifndef UMBEL_PROGRAM_H
#define UMBEL_PROGRAM_H
#pragma clang system_header

#define UMBEL_PROGRAM 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 5
#define __CUDACC_VER_BUILD__ 119

#include <float.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "umbel_cuda.h"

/* Host code reads and writes its own copy of a managed variable, which clang registers. The section
 * tells the runtime library that this copy and the device's are to be kept equal. */
#undef __managed__
#define __managed__ __attribute__((device, section("umbel_managed")))

#include "umbel_device_libc.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <math.h> /* isinf and the like of the host, without std:: */
#include <new>
#include <utility>

#include "cuda_runtime.h"

#include "umbel_host_math.h"

#include "umbel_surface_functions.h"
#include "umbel_texture_functions.h"

#endif
