/* Another place of cuda_pipeline_primitives.h. */
#ifndef UMBEL_CUDA_CUDA_PIPELINE_H
#define UMBEL_CUDA_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

#endif
