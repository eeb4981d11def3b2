/* The types of the runtime API, by subject; those of textures and surfaces have their own headers.
 */
#ifndef UMBEL_CUDA_DRIVER_TYPES_H
#define UMBEL_CUDA_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__ /* programs ask for CUDA's own name */

#include <limits.h>
#include <stddef.h>

#include "host_defines.h"
#include "umbel_api/error_types.h"
#include "vector_types.h"

#include "umbel_api/device_types.h"
#include "umbel_api/memory_types.h"
#include "umbel_api/stream_types.h"

#include "umbel_api/launch_types.h"

#endif
