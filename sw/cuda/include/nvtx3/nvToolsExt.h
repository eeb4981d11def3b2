/* Another place of nvToolsExt.h. */
#ifndef UMBEL_CUDA_NVTX3_NVTOOLSEXT_H
#define UMBEL_CUDA_NVTX3_NVTOOLSEXT_H

#include "../nvToolsExt.h"

#endif
