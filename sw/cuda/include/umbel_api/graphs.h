/* Graphs and the capture of streams. The runtime has them by name: each returns
 * cudaErrorNotSupported. */
#ifndef UMBEL_CUDA_GRAPHS_H
#define UMBEL_CUDA_GRAPHS_H

#include "../driver_types.h"

#include "begin.h"

UMBEL_API cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
UMBEL_API cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
UMBEL_API cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
UMBEL_API cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);
UMBEL_API cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph);
UMBEL_API cudaGraphDestroy(cudaGraph_t graph);
UMBEL_API cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n);
UMBEL_API cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t n,
                                 const struct cudaKernelNodeParams *what);
UMBEL_API cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t n,
                                 const struct cudaMemcpy3DParms *what);
UMBEL_API cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *after, size_t n, void *to,
                                   const void *from, size_t bytes, enum cudaMemcpyKind kind);
UMBEL_API cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *after, size_t n,
                                 const struct cudaMemsetParams *what);
UMBEL_API cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                               const cudaGraphNode_t *after, size_t n,
                               const struct cudaHostNodeParams *what);
UMBEL_API cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                   const cudaGraphNode_t *to, size_t n);
UMBEL_API cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                               cudaGraphNode_t *error_node, char *log, size_t log_bytes);
UMBEL_API cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                        unsigned long long flags);
UMBEL_API cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaKernelNodeParams *what);
UMBEL_API cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error_node,
                              enum cudaGraphExecUpdateResult *result);
UMBEL_API cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
UMBEL_API cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
UMBEL_API cudaGraphExecDestroy(cudaGraphExec_t exec);

#include "end.h"

#endif
