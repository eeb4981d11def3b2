/* umbel_cuda.h, which is included ahead of every kernel, has what kernels need of stdlib.h. */
