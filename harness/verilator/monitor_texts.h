/* The monitors of a module as Verilog text; monitors.h says what they are. */
#ifndef UMBEL_HARNESS_VERILATOR_MONITOR_TEXTS_H
#define UMBEL_HARNESS_VERILATOR_MONITOR_TEXTS_H

#include "gen/hdl/hdl.h"
#include "gen/proto/rules.h"
#include "sw/util/error.h"
#include "sw/util/sbuf.h"

/* Appends the module's text with its monitors, or as it is if it has none. */
bool monitor_text(struct hdl_design *d, const char *module, const struct rules *rules,
                  struct sbuf *out, struct error *err);
/* Writes all modules that have monitors, and the modules that the monitors instantiate, into `dir`,
 * over the files of hdl_write. */
bool monitors_write(struct hdl_design *d, const struct rules *rules, const char *dir,
                    struct error *err);

#endif
