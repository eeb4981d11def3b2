/* The driver's switch of the profiler, as cuda.h has it. */
#ifndef UMBEL_CUDA_CUDAPROFILER_H
#define UMBEL_CUDA_CUDAPROFILER_H

#include "cuda.h"

#endif
