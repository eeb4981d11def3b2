/* Devices: which there are, what they are like, what they share. */
#ifndef UMBEL_CUDA_DEVICES_H
#define UMBEL_CUDA_DEVICES_H

#include "../driver_types.h"

#include "begin.h"

UMBEL_API cudaGetDeviceCount(int *count);
UMBEL_API cudaGetDevice(int *device);
UMBEL_API cudaSetDevice(int device);
UMBEL_API cudaSetValidDevices(int *devices, int count);
UMBEL_API cudaSetDeviceFlags(unsigned int flags);
UMBEL_API cudaGetDeviceFlags(unsigned int *flags);
UMBEL_API cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);
UMBEL_API cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
UMBEL_API cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
UMBEL_API cudaDeviceGetByPCIBusId(int *device, const char *id);
UMBEL_API cudaDeviceGetPCIBusId(char *id, int length, int device);
UMBEL_API cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
UMBEL_API cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
UMBEL_API cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
UMBEL_API cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
UMBEL_API cudaDeviceSetCacheConfig(enum cudaFuncCache config);
UMBEL_API cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
UMBEL_API cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
UMBEL_API cudaDeviceSynchronize(void);
UMBEL_API cudaDeviceReset(void);
UMBEL_API cudaCtxResetPersistingL2Cache(void);

UMBEL_API cudaDeviceCanAccessPeer(int *can, int device, int peer);
UMBEL_API cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
UMBEL_API cudaDeviceDisablePeerAccess(int peer);
UMBEL_API cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to);

UMBEL_API cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p);
UMBEL_API cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned int flags);
UMBEL_API cudaIpcCloseMemHandle(void *p);
UMBEL_API cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
UMBEL_API cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

UMBEL_API cudaProfilerStart(void);
UMBEL_API cudaProfilerStop(void);

/* The names that CUDA had first. */
UMBEL_API cudaThreadSynchronize(void);
UMBEL_API cudaThreadExit(void);
UMBEL_API cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
UMBEL_API cudaThreadSetLimit(enum cudaLimit limit, size_t value);
UMBEL_API cudaThreadGetCacheConfig(enum cudaFuncCache *config);
UMBEL_API cudaThreadSetCacheConfig(enum cudaFuncCache config);

#include "end.h"

#endif
