/*
 * The Verilog that a row of the table is about: the emitted modules, with the texts of the row
 * before their last `endmodule`.
 */
#ifndef UMBEL_FORMAL_PROVE_TEXTS_H
#define UMBEL_FORMAL_PROVE_TEXTS_H

#include "formal/prove/table.h"
#include "gen/hdl/hdl.h"
#include "gen/proto/rules.h"
#include "sw/util/sbuf.h"

#include <stddef.h>

/* The modules of the row's system; of its network alone, as one module, if the row's is um_network.
 * To be freed; NULL and an error. */
struct hdl_design *texts_emit(const struct proof *p, struct rules *rules, struct error *err);
/* The text of the row's module at the row's parameters, with the macros of properties and the row's
 * texts. */
bool texts_of_top(const struct proof *p, const char *module, struct sbuf *out, struct error *err);
/* Where the value of a module's parameter begins: "    parameter LINE_W   = 16, // ...". The name
 * has `len` bytes. NULL: there is no such parameter. */
const char *texts_param(const char *module, const char *name, size_t len);
/* The text of a module below it, with the texts that the row has for it: "MODULE=TEXT". */
bool texts_of_inner(const struct proof *p, const char *name, const char *module, struct sbuf *out,
                    struct error *err);

#endif
