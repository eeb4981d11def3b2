/* Occupancy: the functions of the runtime API that tell of it. CUDA's header of this name computes
 * it from numbers of a GPU; Thrust includes the header and calls nothing of it. */
#ifndef UMBEL_CUDA_CUDA_OCCUPANCY_H
#define UMBEL_CUDA_CUDA_OCCUPANCY_H

#include "cuda_runtime_api.h"

#endif
