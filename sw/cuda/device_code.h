/*
 * Device code between clang's front end and its passes, as LLVM's text: for a link of several files
 * (device_link.h), and where host code names variables that clang 14 keeps to the file.
 *
 * Names that other files may have, too, are local ones: static names and those of anonymous
 * namespaces. In a link each gets the id of its file at its end, for which host code that registers
 * it (modules.c) asks by the same rule.
 */
#ifndef UMBEL_SW_CUDA_DEVICE_CODE_H
#define UMBEL_SW_CUDA_DEVICE_CODE_H

#include "sw/util/error.h"
#include "sw/util/sbuf.h"

#include <stdbool.h>
#include <stddef.h>

enum { DEVICE_ID = 16 }; /* letters of a file's id */
/* A text that waits for its link begins with this, the id and a newline. */
#define DEVICE_MARK "; umbel device code "

/* Whether a name of a kernel or a variable, mangled, is local. */
bool device_name_is_local(const char *name, size_t len);
/* The id in a text's first line; NULL: it does not wait for a link. */
const char *device_code_id(const char *text);

/* Adds the text to `out`. Local variables can be seen and written from outside. id: of the file,
 * for a link; NULL: names stay. */
void device_code_export(const char *text, const char *id, struct sbuf *out);

/* Compiles texts, as files, to one module of PTX, as every kernel is compiled. `dir` is a folder
 * for files that nobody needs afterwards. `flags` are those of ptx_compile. */
bool device_code_compile(const char *const *texts, size_t n, const char *dir, unsigned flags,
                         const char *ptx, struct error *err);

#endif
