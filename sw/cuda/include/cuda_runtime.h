/* The runtime API, in C++ with its templates. */
#ifndef UMBEL_CUDA_CUDA_RUNTIME_H
#define UMBEL_CUDA_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"

#ifdef __cplusplus
#include "umbel_api/templates.h"
#endif

#endif
