/*
 * Streams and events. Work of all streams is done in the order in which the program asks for it, at
 * once: every order that CUDA promises is kept, and nothing overlaps. Events are marks in simulated
 * time.
 */
#include "sw/cuda/state.h"

#include "sw/util/arena.h"

#include <stdlib.h>

struct CUstream_st {
    unsigned int flags;
    int priority;
    struct CUstream_st *next;
};

struct CUevent_st {
    unsigned int flags;
    bool recorded;
    uint64_t at; /* cycle */
    struct CUevent_st *next;
};

static struct CUstream_st *streams;
static struct CUevent_st *events;

enum { LEAST = 0, GREATEST = -5 }; /* priorities */

static bool is_stream(cudaStream_t s)
{
    if (s == NULL || s == cudaStreamLegacy || s == cudaStreamPerThread)
        return true;
    for (const struct CUstream_st *i = streams; i != NULL; i = i->next)
        if (i == s)
            return true;
    return false;
}

static bool is_event(cudaEvent_t e)
{
    for (const struct CUevent_st *i = events; i != NULL; i = i->next)
        if (i == e)
            return true;
    return false;
}

static cudaError_t new_stream(cudaStream_t *stream, unsigned int flags, int priority)
{
    if (stream == NULL || flags > cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    struct CUstream_st *s = xcalloc(1, sizeof *s);
    *s = (struct CUstream_st){flags, priority, streams};
    *stream = streams = s;
    return cudaSuccess;
}

CUDA_API(cudaStreamCreate, (cudaStream_t * stream), stream)
{
    return new_stream(stream, cudaStreamDefault, LEAST);
}

CUDA_API(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned int flags), stream, flags)
{
    return new_stream(stream, flags, LEAST);
}

CUDA_API(cudaStreamCreateWithPriority, (cudaStream_t * stream, unsigned int flags, int priority),
         stream, flags, priority)
{
    int kept = priority < GREATEST ? GREATEST : priority;
    return new_stream(stream, flags, kept > LEAST ? LEAST : kept);
}

CUDA_API(cudaStreamGetFlags, (cudaStream_t stream, unsigned int *flags), stream, flags)
{
    if (!is_stream(stream))
        return cudaErrorInvalidResourceHandle;
    bool made = stream != NULL && stream != cudaStreamLegacy && stream != cudaStreamPerThread;
    *flags = made ? stream->flags : cudaStreamDefault;
    return cudaSuccess;
}

CUDA_API(cudaStreamGetPriority, (cudaStream_t stream, int *priority), stream, priority)
{
    if (!is_stream(stream))
        return cudaErrorInvalidResourceHandle;
    bool made = stream != NULL && stream != cudaStreamLegacy && stream != cudaStreamPerThread;
    *priority = made ? stream->priority : LEAST;
    return cudaSuccess;
}

CUDA_API(cudaStreamDestroy, (cudaStream_t stream), stream)
{
    struct CUstream_st **i = &streams;
    while (*i != NULL && *i != stream)
        i = &(*i)->next;
    if (*i == NULL)
        return cudaErrorInvalidResourceHandle;
    *i = stream->next;
    free(stream);
    return cudaSuccess;
}

CUDA_API(cudaStreamSynchronize, (cudaStream_t stream), stream)
{
    return is_stream(stream) ? shared_collect() : cudaErrorInvalidResourceHandle;
}

CUDA_API(cudaStreamQuery, (cudaStream_t stream), stream)
{
    return is_stream(stream) ? shared_collect() : cudaErrorInvalidResourceHandle;
}

CUDA_API(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned int flags), stream,
         event, flags)
{
    if (flags != cudaEventWaitDefault)
        return cudaErrorInvalidValue;
    return is_stream(stream) && is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

/* Functions of the program run without the lock, as they may call the API where CUDA lets them. */
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned int flags)
{
    cudaError_t e = api_begin("cudaStreamAddCallback");
    if (e == cudaSuccess && (callback == NULL || flags != 0))
        e = cudaErrorInvalidValue;
    else if (e == cudaSuccess && !is_stream(stream))
        e = cudaErrorInvalidResourceHandle;
    else if (e == cudaSuccess)
        e = shared_collect();
    if (api_end(e) == cudaSuccess && callback != NULL)
        callback(stream, cudaSuccess, data);
    return e;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
    cudaError_t e = api_begin("cudaLaunchHostFunc");
    if (e == cudaSuccess && fn == NULL)
        e = cudaErrorInvalidValue;
    else if (e == cudaSuccess && !is_stream(stream))
        e = cudaErrorInvalidResourceHandle;
    else if (e == cudaSuccess)
        e = shared_collect();
    if (api_end(e) == cudaSuccess && fn != NULL)
        fn(data);
    return e;
}

CUDA_API(cudaStreamAttachMemAsync, (cudaStream_t stream, void *p, size_t bytes, unsigned int flags),
         stream, p, bytes, flags)
{
    (void)bytes;
    (void)flags;
    const struct block *b = block_at(p);
    if (!is_stream(stream))
        return cudaErrorInvalidResourceHandle;
    return b != NULL && b->managed ? cudaSuccess : cudaErrorInvalidValue;
}

/* ---- events ---- */

static cudaError_t new_event(cudaEvent_t *event, unsigned int flags)
{
    if (event == NULL || (flags & ~(unsigned)(cudaEventBlockingSync | cudaEventDisableTiming)) != 0)
        return cudaErrorInvalidValue;
    struct CUevent_st *e = xcalloc(1, sizeof *e);
    *e = (struct CUevent_st){.flags = flags, .next = events};
    *event = events = e;
    return cudaSuccess;
}

CUDA_API(cudaEventCreate, (cudaEvent_t * event), event)
{
    return new_event(event, cudaEventDefault);
}

CUDA_API(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned int flags), event, flags)
{
    return new_event(event, flags);
}

CUDA_API(cudaEventDestroy, (cudaEvent_t event), event)
{
    struct CUevent_st **i = &events;
    while (*i != NULL && *i != event)
        i = &(*i)->next;
    if (*i == NULL)
        return cudaErrorInvalidResourceHandle;
    *i = event->next;
    free(event);
    return cudaSuccess;
}

CUDA_API(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), event, stream)
{
    if (!is_event(event) || !is_stream(stream))
        return cudaErrorInvalidResourceHandle;
    event->recorded = true;
    event->at = api_machine()->now(api_machine()->ctx);
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    (void)flags;
    return cudaEventRecord(event, stream);
}

CUDA_API(cudaEventSynchronize, (cudaEvent_t event), event)
{
    return is_event(event) ? shared_collect() : cudaErrorInvalidResourceHandle;
}

CUDA_API(cudaEventQuery, (cudaEvent_t event), event)
{
    return is_event(event) ? shared_collect() : cudaErrorInvalidResourceHandle;
}

CUDA_API(cudaEventElapsedTime, (float *ms, cudaEvent_t start, cudaEvent_t end), ms, start, end)
{
    if (ms == NULL)
        return cudaErrorInvalidValue;
    if (!is_event(start) || !is_event(end) || !start->recorded || !end->recorded ||
        ((start->flags | end->flags) & cudaEventDisableTiming) != 0)
        return cudaErrorInvalidResourceHandle;
    *ms = (float)(((double)end->at - (double)start->at) / api_machine()->facts.clock_khz);
    return cudaSuccess;
}
