/*
 * Device interface: a piece of hardware as ports and a clock, in plain C. Implementations are
 * verilated tiles, the flat top, the verilated board and its placed netlist.
 *
 * A port's bits lie at dut_port(), least significant first, in 1, 2, 4 or 8 bytes, or in 32-bit
 * words if it is wider than 64 bits. Writing an input takes effect at the next step or settle.
 */
#ifndef UMBEL_HARNESS_DUT_H
#define UMBEL_HARNESS_DUT_H

#include <stdbool.h>
#include <stdint.h>

struct dut_port {
    const char *name; /* "core_req_valid_i" */
    bool input;
    uint32_t offset; /* bytes from base() to its data */
    uint32_t bytes;
};

/* A kind of hardware that can be instantiated: its functions and ports. */
struct dut_type {
    const char *name;
    const struct dut_port *ports; /* ends with a NULL name */
    void *(*create)(void);
    void (*destroy)(void *model);
    void (*step)(void *model);   /* one rising edge of clk_i, outputs settled afterwards */
    void (*settle)(void *model); /* outputs follow inputs; no edge */
    void *(*base)(void *model);  /* address that port offsets count from */
};

struct dut {
    const struct dut_type *type;
    void *model;
};

/* Data of a port by name; NULL if the unit has no such port. */
void *dut_port(const struct dut *d, const char *name);
/* A port of at most 64 bits. */
uint64_t dut_get(const struct dut *d, const char *name);
void dut_set(const struct dut *d, const char *name, uint64_t value);

#endif
