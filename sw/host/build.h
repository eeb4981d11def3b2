/* How a host program is compiled: the passes of build.c over LLVM's text and the assembly. */
#ifndef UMBEL_SW_HOST_BUILD_H
#define UMBEL_SW_HOST_BUILD_H

#include "sw/host/program.h"
#include "sw/util/sbuf.h"

/* LLVM's text of the instrumented program, for the code generator: hooks keep all registers, so the
 * code around them is what it would be without. Adds the program's functions to `p`. False and an
 * error for what host programs cannot have. */
bool ir_prepare(const char *text, struct host_program *p, struct sbuf *out, struct error *err);
/* Reads a line `define ...` of LLVM's text. */
bool ir_signature(const char *line, struct host_program *p, struct error *err);
/* The name behind the first @ of a line, into `name`; false if there is none. */
bool ir_name(const char *line, char *name, size_t size);
/* Behind the type that begins at `s`. */
const char *ir_skip_type(const char *s);

/* The assembly, with the count of each straight piece of instructions, and with the places of hooks
 * in the source. False and an error for a call of a library's function. */
bool count_prepare(const char *text, const char *path, struct sbuf *out, struct error *err);

/* The assembly of the hooks themselves. */
void stubs_write(struct sbuf *out);
/* Whether a name is that of a hook. `keeps`: of one that keeps all registers. */
bool stubs_have(const char *name, bool *keeps);

#endif
