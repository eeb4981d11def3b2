/* What clang says of a source that it could not compile, in one line. */
#ifndef UMBEL_SW_PTX_CLANG_ERROR_H
#define UMBEL_SW_PTX_CLANG_ERROR_H

#include "sw/util/error.h"

/* Sets the error from the first of clang's log, the file `path`; other lines are context. Without
 * one it is what its exit status (128 and the number of a signal) and the room in `folder`, where
 * it writes, tell. */
void clang_error(const char *cu, int status, const char *path, const char *folder,
                 struct error *err);

#endif
