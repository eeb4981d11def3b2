/*
 * An elaborated design as Yosys reads it: modules with their ports and parameters, cells and the
 * nets that connect them. It is read from the JSON that Yosys writes of the emitted Verilog, so
 * that no code is shared with gen/system, which composes that Verilog.
 */
#ifndef UMBEL_FORMAL_WIRING_CIRCUIT_H
#define UMBEL_FORMAL_WIRING_CIRCUIT_H

#include "sw/util/arena.h"
#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bit is the number of its net, from 2 on, or one of these constants. */
enum { BIT_0 = -1, BIT_1 = -2, BIT_X = -3 };

/* A module's port, or what a cell connects to a port. */
struct pin {
    const char *name;
    bool out;
    uint32_t n;
    int32_t *bits;
};

struct param {
    const char *name;
    uint64_t value;
};

struct module;

struct cell {
    const char *name;
    const char *type;        /* the module's name, or "$and" for a cell of Yosys' own */
    const struct module *of; /* NULL: a cell of Yosys' own */
    struct pin *pins;
    uint32_t n_pins;
};

struct module {
    const char *name;
    const char *unit; /* its name in the Verilog: "um_l1_mgcc" */
    struct param *params;
    uint32_t n_params;
    struct pin *ports;
    uint32_t n_ports;
    struct cell *cells;
    uint32_t n_cells;
    int32_t nets; /* all nets have lower numbers */
};

struct circuit {
    struct module *modules;
    uint32_t n_modules;
    const struct module *top; /* um_system */
    char *resized;            /* Yosys' warning that a port and its wire differ in width, or NULL */
    struct arena arena;
};

/* How much of the units is elaborated. */
enum depth {
    PORTS_ALONE, /* the top, and the ports and parameters of the units */
    ALL_LOGIC    /* all modules; only for small systems, as um_ram takes minutes for large ones */
};

/* Runs Yosys in the folder `dir` on its Verilog files NAME.v. */
bool circuit_read(struct circuit *c, const char *dir, const char *const *names, size_t n_names,
                  enum depth depth, struct error *err);
void circuit_free(struct circuit *c);

/* The pin of that name, NULL when there is none. */
const struct pin *pin_of(const struct pin *pins, uint32_t n, const char *name);
const struct pin *cell_pin(const struct cell *cell, const char *name);
/* A parameter's value in a unit; false when the unit has none of that name. */
bool cell_param(const struct cell *cell, const char *name, uint64_t *value);

#endif
