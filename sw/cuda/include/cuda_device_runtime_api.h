/* Launches by kernels, which are refused. */
#ifndef UMBEL_CUDA_CUDA_DEVICE_RUNTIME_API_H
#define UMBEL_CUDA_CUDA_DEVICE_RUNTIME_API_H

#include "umbel_api/device_launches.h"

#endif
