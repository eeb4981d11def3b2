/* The runtime API, in C++ with its templates. */
#ifndef UMBEL_CUDA_CUDA_RUNTIME_H
#define UMBEL_CUDA_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* programs ask for CUDA's own name */

#include "cuda_runtime_api.h"

#ifdef __cplusplus
#include "umbel_api/templates.h"
#endif

#endif
