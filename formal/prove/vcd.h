/* Reads a wave that Yosys has written (VCD): the values of chosen signals in each cycle. */
#ifndef UMBEL_FORMAL_PROVE_VCD_H
#define UMBEL_FORMAL_PROVE_VCD_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vcd_signal {
    char *name; /* without the name of the top's scope: "look_line_i" */
    char *id;
    uint32_t width;
    char *now;  /* the present value while the file is read */
    char *bits; /* `width` characters per cycle, highest bit first; 'x' where it is unknown */
};

struct vcd {
    struct vcd_signal *signals;
    size_t n_signals;
    size_t cycles; /* rising edges of clk_i; the values of a cycle are those just before its edge */
};

/* Only the signals for which `wanted` holds are kept. */
bool vcd_read(struct vcd *v, const char *path, bool (*wanted)(const char *name), struct error *err);
void vcd_free(struct vcd *v);

/* The number of a signal, -1 if there is none of that name. */
ptrdiff_t vcd_find(const struct vcd *v, const char *name);
/* A signal's bits in a cycle, from `lsb` up, at most 64; x counts as 0. */
uint64_t vcd_value(const struct vcd *v, size_t signal, size_t cycle, uint32_t lsb, uint32_t bits);

#endif
