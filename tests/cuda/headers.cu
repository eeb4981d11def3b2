/* Headers that programs name and that have little or nothing of their own. */
#include <common_functions.h>
#include <crt/host_config.h>
#include <cstdio>
#include <cudaProfiler.h>
#include <cuda_device_runtime_api.h>
#include <cuda_pipeline.h>
#include <cuda_surface_types.h>
#include <device_atomic_functions.h>
#include <device_double_functions.h>
#include <driver_functions.h>
#include <host_config.h>
#include <library_types.h>
#include <math_functions.hpp>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>
#include <sm_32_atomic_functions.h>
#include <sm_32_intrinsics.h>
#include <sm_35_atomic_functions.h>
#include <sm_61_intrinsics.h>

__global__ void copies(int *p)
{
    __shared__ int4 s[2];
    __pipeline_memcpy_async(&s[0], p, 16);
    __pipeline_memcpy_async(&s[1], p + 4, 8);
    __pipeline_memcpy_async(&s[1].z, p + 6, 8, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    p[0] = s[0].w * 1000 + s[1].y * 100 + s[1].z * 10 + s[1].w;
}

int main()
{
    int h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *p;
    nvtxEventAttributes_t e = {};
    e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    nvtxRangePushEx(&e);
    nvtxRangePushA("copies");
    cudaMalloc(&p, sizeof h);
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    copies<<<1, 1>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    nvtxRangePop();
    printf("%d %zu %d\n", h[0], make_cudaPitchedPtr(p, 64, 8, 2).pitch, (int)CUDA_R_16BF);
    puts(cudaGetErrorString(cudaErrorIllegalInstruction));
    puts(cudaGetErrorString(cudaErrorStreamCaptureUnsupported));
}
