/*
 * The runtime API of CUDA 11.5, for C and C++. Each subject has a header of its own; together they
 * are the list of the functions that the runtime library defines.
 */
#ifndef UMBEL_CUDA_CUDA_RUNTIME_API_H
#define UMBEL_CUDA_CUDA_RUNTIME_API_H

#define CUDART_VERSION 11050
#define __CUDART_API_VERSION CUDART_VERSION

#include "builtin_types.h"

#include "umbel_api/copies.h"
#include "umbel_api/device_launches.h"
#include "umbel_api/devices.h"
#include "umbel_api/errors.h"
#include "umbel_api/graphs.h"
#include "umbel_api/launches.h"
#include "umbel_api/memory.h"
#include "umbel_api/streams.h"
#include "umbel_api/textures.h"

#endif
