/* Errors and versions. */
#ifndef UMBEL_CUDA_ERRORS_H
#define UMBEL_CUDA_ERRORS_H

#include "../driver_types.h"

#include "begin.h"

UMBEL_API cudaGetLastError(void);
UMBEL_API cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);
UMBEL_API cudaDriverGetVersion(int *version);
UMBEL_API cudaRuntimeGetVersion(int *version);

#include "end.h"

#endif
