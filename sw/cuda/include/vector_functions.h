/* make_float4 and the like. */
#ifndef UMBEL_CUDA_VECTOR_FUNCTIONS_H
#define UMBEL_CUDA_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#endif
