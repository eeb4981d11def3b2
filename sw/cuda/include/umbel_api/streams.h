/* Streams and events. */
#ifndef UMBEL_CUDA_STREAMS_H
#define UMBEL_CUDA_STREAMS_H

#include "../driver_types.h"

#include "begin.h"

UMBEL_API cudaStreamCreate(cudaStream_t *stream);
UMBEL_API cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
UMBEL_API cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
UMBEL_API cudaStreamGetPriority(cudaStream_t stream, int *priority);
UMBEL_API cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
UMBEL_API cudaStreamDestroy(cudaStream_t stream);
UMBEL_API cudaStreamSynchronize(cudaStream_t stream);
UMBEL_API cudaStreamQuery(cudaStream_t stream);
UMBEL_API cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                              unsigned int flags UMBEL_OR(0));
UMBEL_API cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t call, void *data,
                                unsigned int flags);
UMBEL_API cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t bytes UMBEL_OR(0),
                                   unsigned int flags UMBEL_OR(cudaMemAttachSingle));
UMBEL_API cudaStreamSetAttribute(cudaStream_t stream, enum cudaStreamAttrID attribute,
                                 const union cudaStreamAttrValue *value);
UMBEL_API cudaStreamGetAttribute(cudaStream_t stream, enum cudaStreamAttrID attribute,
                                 union cudaStreamAttrValue *value);
UMBEL_API cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
UMBEL_API cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t call, void *data);

UMBEL_API cudaEventCreate(cudaEvent_t *event);
UMBEL_API cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
UMBEL_API cudaEventRecord(cudaEvent_t event, cudaStream_t stream UMBEL_OR(0));
UMBEL_API cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream UMBEL_OR(0),
                                   unsigned int flags UMBEL_OR(0));
UMBEL_API cudaEventQuery(cudaEvent_t event);
UMBEL_API cudaEventSynchronize(cudaEvent_t event);
UMBEL_API cudaEventDestroy(cudaEvent_t event);
UMBEL_API cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);

#include "end.h"

#endif
