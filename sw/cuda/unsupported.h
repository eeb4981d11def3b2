/* What a function of the API does that is not supported. */
#ifndef UMBEL_SW_CUDA_UNSUPPORTED_H
#define UMBEL_SW_CUDA_UNSUPPORTED_H

/* Says the name once; returns cudaErrorNotSupported, which is the thread's last error then. */
int api_unsupported(const char *name);

#endif
