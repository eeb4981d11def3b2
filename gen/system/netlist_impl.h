/* What the halves of the netlist share; nothing outside this folder includes it. */
#ifndef UMBEL_GEN_SYSTEM_NETLIST_IMPL_H
#define UMBEL_GEN_SYSTEM_NETLIST_IMPL_H

#include "gen/system/netlist.h"

struct build {
    struct netlist *n;
    size_t cap_tiles, cap_channels;
    const char *l1, *l2, *sw, *link, *umc; /* modules */
};

/* Where a switch finds the output's number. One output needs none: the top bit of every message
 * is padding and zero. */
struct route {
    uint32_t lsb, bits;
};

/* The rules that a system file asks for. */
struct mgcc_rules netlist_rules(const struct system *s);

/* Modules with the system's options; emitted if they are not yet. */
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

/* Bits that tell n things apart. */
static inline uint32_t log2_up(uint64_t n)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < n)
        bits++;
    return bits;
}

#endif
