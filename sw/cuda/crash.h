/*
 * A program that crashes says why in one line: which signal, and what the address is that it used,
 * as device memory is a frequent mistake. It then dies by that signal.
 */
#ifndef UMBEL_SW_CUDA_CRASH_H
#define UMBEL_SW_CUDA_CRASH_H

void crash_catch(void);

#endif
