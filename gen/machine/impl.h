/* Declarations that the files of this folder share; nothing outside it includes them. */
#ifndef UMBEL_GEN_MACHINE_IMPL_H
#define UMBEL_GEN_MACHINE_IMPL_H

#include "gen/machine/netlist.h"
#include "gen/system/derived.h"

/* A netlist under construction. */
struct build {
    struct netlist *n;
    size_t cap_tiles, cap_channels;
    const char *l1, *l15, *l2, *link, *umc; /* modules */
    const char *rdc, *dram_mux, *bank_front;
    struct fabric *fabric;
    struct network *joined; /* of all planes or lanes; NULL: not yet, or each has its own */
};

/* ---- channels ---- */

struct channel_end build_end(int tile, const char *port);
/* Channel `index` of the `count` that a port has side by side. */
struct channel_end build_port(int tile, const char *port, uint32_t index, uint32_t count);
void build_channel(struct build *b, struct channel c);
void build_connect(struct build *b, struct channel_end from, struct channel_end to, uint32_t bits);

/* A link whose use a tile counts (struct netlist_link). */
void build_link(struct build *b, const char *name, int tile, uint32_t select, enum sys_links kind);
/* The same of a tile that is a link, or is at the end of one, under the tile's name: in use as
 * often as one of the tile's counters says. */
void build_unit_link(struct build *b, int tile, const char *counter, enum sys_links kind);

/* ---- a level: units that ask, units that own lines, switches between them ---- */

/* The bits of a message that name its output at a switch, and, where packages have memory, those
 * that name its package. A switch with one output reads the top bit of the message, which is
 * padding and always zero. */
struct route {
    uint32_t lsb, bits;
    uint32_t home_lsb, home_bits, home; /* home_bits 0: no messages for other packages */
    uint32_t far, far_lsb, far_bits;
};

/* Where requests pass, where their answers do, and where acknowledgements of invalidations do, if
 * there are such: the ends of an asker, or of an owner. */
struct stop {
    struct channel_end req, rsp, ack;
};

/* A way to other nodes: it takes requests and answers those of here, as an owner does, and asks for
 * others, as an asker does. */
struct lane {
    struct stop owner, asker;
};

struct level {
    uint32_t askers, owners;        /* units of here; a host has no askers */
    uint32_t lanes;                 /* ways to other nodes */
    bool only_asks;                 /* by the lanes: nobody asks here by them */
    bool only_asked;                /* by them: nobody here asks by them */
    uint32_t remotes;               /* banks before them, L1.5 or RDC; 0: none */
    uint32_t home;                  /* with lanes: the number of this node, */
    uint32_t home_from;             /* from this bit on; all nodes alike above it are here */
    const struct msg_widths *w;     /* of the messages */
    uint32_t owner_lsb, owner_bits; /* the bits of a line address that number its owner, */
    uint32_t umc_lsb, umc_bits;     /* and those that number the controller of its cube: owners of
                                       one number in their cubes are side by side; 0: no cubes */
    uint32_t free_lsb;              /* its lowest bit that names neither owner nor level */
    uint32_t asker_lsb, asker_bits; /* the bits of an answer's dst that number its asker, */
    bool asker_of_line;             /* or of its line, each asks for lines of its own: asker_lsb is
                                       then where the dst has the package */
    bool names_home;                /* a request says which package it is for, above its asker */
    bool invalidates;               /* with a third switch, for acknowledgements */
    bool crossbar;                  /* its switches are between SMs and banks of a package */
    bool overlay;                   /* of an overlay (cubes.c) */
    uint32_t gated;              /* of the askers, the last so many are at routers of their own */
    bool across;                 /* a network may be in the switches' place (network.h) */
    int requests, answers, acks; /* the switches; level_begin sets them, */
    struct network *network;     /* or this, */
    uint32_t first_node;         /* where its askers have this number, and more */
    uint32_t slice;              /* which plane or lane it is, where one network joins these */
    const char *name;
};

/* Adds the switches NAME.requests and NAME.answers, and NAME.acks; or the network NAME. */
void level_begin(struct build *b, struct level *v, const char *name);
void level_asker(struct build *b, const struct level *v, uint32_t i, struct stop s);
void level_owner(struct build *b, const struct level *v, uint32_t i, struct stop s);
/* After all of them. */
void level_end(struct build *b, struct level *v);
/* Lane i. With banks before the lanes it asks here, and of what goes out by it only the
 * acknowledgements do not come from these banks. */
void level_lane(struct build *b, const struct level *v, uint32_t i, struct lane lane);
/* Bank i before the lanes, with the ends where it is asked. */
void level_remote(struct build *b, const struct level *v, uint32_t i, struct stop s);

/* ---- invalidations to the L1s of a package (drops.c) ---- */

struct drops {
    bool on; /* the protocol has them: else nothing is added */
    uint32_t package, l1s;
    int broadcast, asks, answers; /* tiles; the switches if there are several banks */
};

void drops_begin(struct build *b, struct drops *d, uint32_t package, uint32_t l1s);
void drops_l1(struct build *b, const struct drops *d, uint32_t i, int l1);
/* The ends where L2 bank i asks the memory: its own, or those of its gate. */
struct stop drops_bank(struct build *b, const struct drops *d, uint32_t i, int l2);

/* ---- what is before the lanes of a package (remote.c) ---- */

/* The L1.5 banks of a package, for lines of others. */
void remote_l15s(struct build *b, const struct level *v, const struct lane *lanes);
/* The same for all lines: they ask in level v in the place of the L1s, for which this returns a
 * level of their own. */
struct level remote_before(struct build *b, const struct level *v, uint32_t l1s);
/* The RDC banks of a package, and their way to the DRAM channels of its UMCs, from number `first`
 * on. */
void remote_rdcs(struct build *b, const struct level *v, const struct lane *lanes, uint32_t first);
/* A host's memory beside RDCs of packages: its UMCs have their DRAM channels, whose messages are as
 * wide, behind such a mux, too, at which no RDC bank is. */
void remote_no_rdcs(struct build *b, uint32_t node, uint32_t first);
/* DRAM channel `number` is outside, behind these ends of a tile. */
void build_dram(struct build *b, int tile, const char *req, const char *rsp, uint32_t number);

/* ---- banks with both roles (both.c) ---- */

/* The level between the banks of a package and its lanes; level_lane() gives it these. */
struct level both_begin(struct build *b, uint32_t package);
/* Bank i in its um_bank_front: where L1s ask it, and where it asks the package's memory. */
void both_bank(struct build *b, const struct level *far, uint32_t i, int l2, struct stop *above,
               struct stop *below);

/* ---- the cubes of a plane, and the CPU's overlay (cubes.c) ---- */

/* The overlay of a plane, a level whose owners are the cubes, in the network of the slice; without
 * a network if the system has none. level_end() after all. */
struct level overlay_begin(struct build *b, const struct level *slice);
/* Asker i of it: bank `bank` of the CPU, with the ends where it asks. These are the ends where its
 * um_detour asks at the slice. */
struct stop overlay_bank(struct build *b, const struct level *overlay, uint32_t i, uint32_t bank,
                         struct stop s);
/* The cube of cluster c in a slice. Each of its controllers is an owner there: number i of cube c
 * is owner i * clusters + c. With an overlay each has a switch for the two ways to it. Without a
 * network the cube is one owner, with switches in front of its controllers. */
void cube_of(struct build *b, const struct level *slice, const struct level *overlay, uint32_t c);
/* The bit of a src that says that a request came by the overlay, where there is one. */
uint32_t tile_way_bit(const struct netlist *n);

/* ---- the host's memory beside a central one (host.c) ---- */

/* Switches before the planes, the links, and the host's UMCs; below[], the ends of all packages'
 * banks, become those at the planes. */
void host_memory(struct build *b, struct stop *below);
/* UMC `number`, owner i of a level. */
void build_umc(struct build *b, const struct level *v, uint32_t i, uint32_t number);

/* ---- the fabric between nodes that have memory ---- */

void fabric_begin(struct build *b);
/* Adds way k of a node: its lane of that number, or a link to all of its lanes. */
struct lane build_way_out(struct build *b, uint32_t node, uint32_t k);
/* Joins the lanes of all nodes. */
void fabric_end(struct build *b);

/* ---- units ---- */

/* The rules of the protocol and consistency that a system file names. */
struct rules netlist_rules(const struct system *s);

/* What the system asks of its units, and of L1.5 banks alone. */
struct unit_options tile_options(const struct netlist *n);
struct unit_options tile_l15_options(const struct netlist *n);
/* The module of a unit with the system's options, which is emitted if it was not yet. */
const char *tile_l1_module(struct hdl_design *d, const struct netlist *n);
const char *tile_l15_module(struct hdl_design *d, const struct netlist *n);
const char *tile_l2_module(struct hdl_design *d, const struct netlist *n);
const char *tile_umc_module(struct hdl_design *d, const struct netlist *n);
const char *tile_rdc_module(struct hdl_design *d, const struct netlist *n);
const char *tile_dram_mux_module(struct hdl_design *d, const struct netlist *n);
const char *tile_bank_front_module(struct hdl_design *d, const struct netlist *n);

/* A node's name: "gpu0", "host". */
const char *tile_node(struct netlist *n, uint32_t node);
/* Tiles with the system's parameters; each returns the tile's number. */
int tile_l1(struct build *b, uint32_t gpu, uint32_t sm);
/* The unit that hashes the lines of an L1, and the one that moves fields of their addresses; each
 * extends the name of its L1. */
int tile_hash(struct build *b, int l1);
int tile_fields(struct build *b, int l1);
/* A package's copy engine, and the L1 of its own. */
int tile_copy(struct build *b, uint32_t gpu);
int tile_copy_l1(struct build *b, uint32_t gpu);
/* The L1 of the host's CPU. */
int tile_cpu_l1(struct build *b);
int tile_l15(struct build *b, uint32_t gpu, uint32_t bank);
int tile_l2(struct build *b, uint32_t package, uint32_t bank);
int tile_umc(struct build *b, uint32_t number);
/* What is around L2 bank `bank` of a package, where banks have both roles. */
int tile_bank_front(struct build *b, uint32_t package, uint32_t bank);
/* RDC bank `bank` of a package, and what joins it and the UMC of that number to DRAM. */
int tile_rdc(struct build *b, uint32_t package, uint32_t bank);
int tile_dram_mux(struct build *b, uint32_t package, uint32_t bank);
/* The widths of the messages between an RDC bank and its dram_mux. */
struct msg_widths tile_rdc_widths(const struct netlist *n);
/* Where bank `bank` of the CPU asks by two ways. */
int tile_detour(struct build *b, uint32_t bank);
int tile_inv_gate(struct build *b, const char *name);
int tile_inv_broadcast(struct build *b, const char *name, uint32_t l1s);
enum carries { REQUESTS, ANSWERS };
/* What passes a switch whose ports have the width of a crossbar; w NULL: they move a message. */
struct switched {
    const struct msg_widths *w;
    enum carries carries;
};
int tile_switch(struct build *b, const char *name, uint32_t nin, uint32_t nout, uint32_t width,
                struct route r, struct switched of);
/* A mask of the ops whose messages carry a line of data, one bit per op. */
uint32_t tile_line_ops(bool answers);
int tile_link(struct build *b, const char *name, enum carries carries, enum sys_links kind);
/* A link for requests of an L2 bank and for its acknowledgements. */
int tile_ack_link(struct build *b, const char *name);
int tile_lane(struct build *b, const struct msg_widths *w, const char *name, enum sys_links kind);
/* The bits that say, in the number of an L2 bank that asks a UMC, which package it is of. */
struct node_field {
    uint32_t bits, lsb;
    uint32_t bank_lsb; /* where those below them are in a line address */
};
/* The rules of L1.5 banks: those of the protocol, but never write-back. */
struct rules tile_l15_rules(const struct netlist *n);
/* Bits of the number of an L1 among its package's, the copy engine's included, and of an L1.5 bank,
 * which asks the same L2 banks; and of an L2 bank among those of its switch. */
uint32_t tile_l1_bits(const struct netlist *n);
uint32_t tile_l2_bits(const struct netlist *n);
/* Bits of the package in the numbers of those who ask across the fabric: with L2s of this role. */
uint32_t tile_home_bits(const struct netlist *n, enum sys_l2_role role);

/* Bits of a number below n. */
static inline uint32_t log2_up(uint64_t n)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < n)
        bits++;
    return bits;
}

/* The width of a number of n bits: a wire has one at least. */
static inline uint32_t at_least_1(uint32_t n)
{
    return n > 1 ? n : 1;
}

#endif
