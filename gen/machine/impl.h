/* Declarations that netlist.c and tiles.c share; nothing outside this folder includes it.
 */
#ifndef UMBEL_GEN_MACHINE_IMPL_H
#define UMBEL_GEN_MACHINE_IMPL_H

#include "gen/machine/netlist.h"

/* A netlist under construction. */
struct build {
    struct netlist *n;
    size_t cap_tiles, cap_channels;
    const char *l1, *l2, *sw, *link, *umc; /* modules */
};

/* The bits of a message that name its output at a switch. A switch with one output reads the top
 * bit of the message, which is padding and always zero. */
struct route {
    uint32_t lsb, bits;
};

/* The rules of the protocol and consistency that a system file names. */
struct mgcc_rules netlist_rules(const struct system *s);

/* The module of a unit with the system's options, which is emitted if it was not yet. */
const char *tile_l1_module(struct hdl_design *d, const struct netlist *n);
const char *tile_l2_module(struct hdl_design *d, const struct netlist *n);
const char *tile_umc_module(struct hdl_design *d, const struct netlist *n);

/* Tiles with the system's parameters; each returns the tile's number. */
int tile_l1(struct build *b, uint32_t gpu, uint32_t sm);
int tile_l2(struct build *b, uint32_t gpu, uint32_t bank);
int tile_umc(struct build *b, uint32_t number);
int tile_switch(struct build *b, const char *name, uint32_t nin, uint32_t nout, uint32_t width,
                struct route r);
enum carries { REQUESTS, ANSWERS };
int tile_link(struct build *b, const char *name, enum carries carries);

/* Bits of a number below n. */
static inline uint32_t log2_up(uint64_t n)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < n)
        bits++;
    return bits;
}

#endif
