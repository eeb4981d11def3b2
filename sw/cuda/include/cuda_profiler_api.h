/* cudaProfilerStart and cudaProfilerStop. */
#ifndef UMBEL_CUDA_CUDA_PROFILER_API_H
#define UMBEL_CUDA_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
