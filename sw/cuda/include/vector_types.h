/* CUDA's vector types and dim3, for C and C++, with or without kernels. */
#ifndef UMBEL_CUDA_VECTOR_TYPES_H
#define UMBEL_CUDA_VECTOR_TYPES_H

#include "host_defines.h"

#include "umbel_cuda_vectors.h"

#endif
