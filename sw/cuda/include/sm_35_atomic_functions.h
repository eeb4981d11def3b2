/* Atomics: umbel_cuda.h has them, ahead of every CUDA source. */
