/*
 * Functions of the API that are declared and not supported: each says its name once and returns
 * cudaErrorNotSupported. None of them looks at its arguments, so they are defined without: this
 * file does not include the headers that declare them.
 */
#include "sw/cuda/unsupported.h"

#define NOT_SUPPORTED(name)                                                                        \
    int name(void);                                                                                \
    int name(void)                                                                                 \
    {                                                                                              \
        return api_unsupported(#name);                                                             \
    }

NOT_SUPPORTED(cudaCtxResetPersistingL2Cache)
NOT_SUPPORTED(cudaDeviceGetDefaultMemPool)
NOT_SUPPORTED(cudaDeviceGetMemPool)
NOT_SUPPORTED(cudaDeviceSetMemPool)
NOT_SUPPORTED(cudaFreeMipmappedArray)
NOT_SUPPORTED(cudaGetMipmappedArrayLevel)
NOT_SUPPORTED(cudaGraphAddDependencies)
NOT_SUPPORTED(cudaGraphAddHostNode)
NOT_SUPPORTED(cudaGraphAddKernelNode)
NOT_SUPPORTED(cudaGraphAddMemcpyNode)
NOT_SUPPORTED(cudaGraphAddMemcpyNode1D)
NOT_SUPPORTED(cudaGraphAddMemsetNode)
NOT_SUPPORTED(cudaGraphClone)
NOT_SUPPORTED(cudaGraphCreate)
NOT_SUPPORTED(cudaGraphDestroy)
NOT_SUPPORTED(cudaGraphExecDestroy)
NOT_SUPPORTED(cudaGraphExecKernelNodeSetParams)
NOT_SUPPORTED(cudaGraphExecUpdate)
NOT_SUPPORTED(cudaGraphGetNodes)
NOT_SUPPORTED(cudaGraphInstantiate)
NOT_SUPPORTED(cudaGraphInstantiateWithFlags)
NOT_SUPPORTED(cudaGraphLaunch)
NOT_SUPPORTED(cudaGraphUpload)
NOT_SUPPORTED(cudaIpcCloseMemHandle)
NOT_SUPPORTED(cudaIpcGetEventHandle)
NOT_SUPPORTED(cudaIpcGetMemHandle)
NOT_SUPPORTED(cudaIpcOpenEventHandle)
NOT_SUPPORTED(cudaIpcOpenMemHandle)
NOT_SUPPORTED(cudaLaunchCooperativeKernelMultiDevice)
NOT_SUPPORTED(cudaMallocFromPoolAsync)
NOT_SUPPORTED(cudaMallocMipmappedArray)
NOT_SUPPORTED(cudaMemPoolCreate)
NOT_SUPPORTED(cudaMemPoolDestroy)
NOT_SUPPORTED(cudaMemPoolGetAccess)
NOT_SUPPORTED(cudaMemPoolGetAttribute)
NOT_SUPPORTED(cudaMemPoolSetAccess)
NOT_SUPPORTED(cudaMemPoolSetAttribute)
NOT_SUPPORTED(cudaMemPoolTrimTo)
NOT_SUPPORTED(cudaMemRangeGetAttribute)
NOT_SUPPORTED(cudaMemcpy3DPeer)
NOT_SUPPORTED(cudaMemcpy3DPeerAsync)
NOT_SUPPORTED(cudaOccupancyAvailableDynamicSMemPerBlock)
NOT_SUPPORTED(cudaStreamBeginCapture)
NOT_SUPPORTED(cudaStreamCopyAttributes)
NOT_SUPPORTED(cudaStreamEndCapture)
NOT_SUPPORTED(cudaStreamGetAttribute)
NOT_SUPPORTED(cudaStreamIsCapturing)
NOT_SUPPORTED(cudaStreamSetAttribute)
