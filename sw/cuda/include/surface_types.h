/* Surfaces: arrays that kernels write. */
#ifndef UMBEL_CUDA_SURFACE_TYPES_H
#define UMBEL_CUDA_SURFACE_TYPES_H

#include "driver_types.h"

typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2
};
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03

struct surfaceReference {
    struct cudaChannelFormatDesc channelDesc;
};

#if defined(__cplusplus) && defined(__CUDA__)
/* surface<void, 2> s; at namespace scope. */
template <class Type, int kind = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface;
template <int kind>
struct __attribute__((device_builtin_surface_type)) surface<void, kind> : public surfaceReference {
};
#endif

#endif
