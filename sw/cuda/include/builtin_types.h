/* All types of the runtime API. */
#ifndef UMBEL_CUDA_BUILTIN_TYPES_H
#define UMBEL_CUDA_BUILTIN_TYPES_H

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#endif
