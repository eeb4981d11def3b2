/* Surface references. */
#ifndef UMBEL_CUDA_CUDA_SURFACE_TYPES_H
#define UMBEL_CUDA_CUDA_SURFACE_TYPES_H

#include "surface_types.h"

#endif
