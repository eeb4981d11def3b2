/*
 * The link of device code (-rdc=true): kernels and device functions of several objects that call
 * each other and share variables.
 *
 * An object that was compiled for it holds its device code as LLVM's text (device_code.h), where
 * others hold PTX, in the section __nv_relfatbin, and calls __cudaRegisterLinkedBinary_ID when the
 * program starts. The link makes one module of PTX of all texts, and an object with that module and
 * with these functions, which register it (modules.c).
 */
#ifndef UMBEL_SW_CUDA_DEVICE_LINK_H
#define UMBEL_SW_CUDA_DEVICE_LINK_H

#include "sw/cuda/build.h"

/*
 * Links the device code of the objects and archives that the words name, by path or as -lNAME in a
 * folder of -LDIR; other words are passed over. `dir` is a folder for files that nobody needs
 * afterwards. *linked: some of them had device code to be linked, and `object` is written.
 */
bool device_link(const struct cuda_words *words, const char *dir, unsigned flags,
                 const char *object, bool *linked, struct error *err);

#endif
