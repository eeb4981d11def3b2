/*
 * A system as tiles and channels: which units there are, with which parameters, and which ports are
 * connected. The flat Verilog top and the co-simulated machine are both made from this list.
 *
 *     SM --- L1 ==\                      /== link === \                      /== UMC --- DRAM
 *     SM --- L1 ==== switch(es) of a GPU ==== L2 bank     switch(es) of a plane
 *
 * A plane is a pair of memory switches (requests, answers) with the L2 banks and UMCs that share
 * lines (gen/proto/address.h). A bank sends requests only to the UMCs of its plane, so there are
 * no wires between planes, and a few small switches replace one large switch.
 *
 * With remote data caches, what L2 banks ask of other packages goes by the RDC banks, which are at
 * the DRAM channels, too:
 *
 *     L2 bank ==== switch(es) of a package's memory ==== UMC ---------- dram_mux --- DRAM
 *                                   \\========= RDC bank ---------------/
 *                                               \\==== switch(es) ==== lanes
 */
#ifndef UMBEL_GEN_MACHINE_NETLIST_H
#define UMBEL_GEN_MACHINE_NETLIST_H

#include "gen/hdl/hdl.h"
#include "gen/proto/address.h"
#include "gen/proto/layout.h"
#include "gen/proto/protocol.h"
#include "gen/system/derived.h"
#include "gen/units/unit.h"
#include "sw/util/arena.h"
#include "sw/util/count.h"

enum { TILE_MAX_PARAMS = 40 };

struct tile_param {
    const char *name;
    uint32_t value;
};

/* An input of a tile that is constant: wider than a parameter can be, or of tiles that are alike
 * but for it, and so are one unit. */
struct tile_constant {
    const char *name; /* NULL: the last */
    uint32_t bits;
    const uint32_t *words; /* from bit 0 up */
};

/* One instance of a unit: all that the engine needs to simulate it, and the flat top to instantiate
 * it. */
struct tile {
    const char *name;   /* "gpu0.sm3.l1" */
    const char *class;  /* "l1" */
    const char *module; /* "um_l1_mgcc" */
    struct tile_param params[TILE_MAX_PARAMS];
    int n_params;
    int id; /* value of id_i; -1: the unit has none */
    int id_bits;
    const struct tile_constant *constants; /* NULL: none */
    uint32_t rate;                         /* of a link: bytes a cycle; 0: no link */
    uint32_t waits;                        /* how many requests in flight PROBE_WAIT can show */
    bool can_fail;                         /* answers PROBE_FAIL */
    bool sm_lines; /* knows lines as SMs do, not as L1s and all below (address_inside) */
    const struct unit_counter *counters;
    int shape; /* tiles of one shape (module and parameters) share one verilated unit */
};

/* Which port is at the end of a channel that leaves the RTL: of a core, of DRAM; of a node of a
 * network that is alone (alone.h), whose flits go in and come out. */
enum outside {
    INSIDE,
    CORE_REQ,
    CORE_RSP,
    DRAM_REQ,
    DRAM_RSP,
    NOWHERE, /* of a port that this machine does not use: no message ever passes */
    NODE_IN,
    NODE_FREED,
    NODE_OUT,
    NODE_CREDIT
};

struct channel_end {
    int tile;         /* -1: outside */
    const char *port; /* "req" */
    int index, count; /* a switch's port is a vector of `count` channels; this is number `index` */
};

/* A connection between two ports, or between a port and the outside. */
struct channel {
    struct channel_end from, to;
    uint32_t bits; /* of a message, a multiple of 32 */
    enum outside outside;
    uint32_t number; /* number of the core or UMC, when one end is outside */
};

/* A link, one way, and where the RTL counts how often it is in use. Ports of routers at which nodes
 * are, and wires between switches and units, are no links: they are as long as what is on chip.
 * Only where routers are in memory cubes, the channels between these and the askers are links. */
struct netlist_link {
    const char *name; /* "gpu0.lane0.out", "plane0.hop3", "plane0.asker2.ni_inject" */
    int tile;         /* of the link; of a network's, the router that it leaves, or the interface */
    uint32_t select;  /* of that tile's probe: the cycles in which something was sent */
    enum sys_links kind; /* which of the system's links it is */
};

/* A network of routers in a machine (network.h). A flit's message is | vc | tail | payload |; the
 * payload of a packet's first flit has the number of its node in the lowest bits. */
struct netlist_network {
    const char *name; /* "fabric0", "plane1" */
    uint32_t nodes, node_bits, flit_bits;
    uint32_t classes, vcs; /* classes of messages; virtual channels, of each class as many */
};

/* Where the flits of a node enter a network: a channel of flits, to its router. */
struct netlist_source {
    uint32_t network, node;
    size_t channel;
};

/* A machine as tiles and channels. */
struct netlist {
    const struct system *sys;
    bool alone;             /* a network and nothing else (alone.h) */
    struct rules rules;     /* the protocol that the units follow */
    struct address_map map; /* which bank and which UMC a line belongs to */
    struct tile *tiles;
    size_t n_tiles;
    struct channel *channels;
    size_t n_channels;
    struct netlist_link *links;
    size_t n_links;
    struct netlist_network *networks; /* none: switches join all */
    struct netlist_source *sources;
    size_t n_networks, n_sources;
    int n_shapes;
    uint32_t sms;   /* over all GPUs */
    uint32_t cores; /* SMs, gpu-major, after them the GPUs' copy engines, and last the CPU */
    uint32_t umcs;  /* over all nodes */
    struct msg_widths core;   /* widths of core_req, core_rsp, and of req, rsp inside a GPU */
    struct msg_widths memory; /* of req, rsp between L2 and UMC, and of its dram_req, dram_rsp */
    struct msg_widths bank;   /* of req, rsp at an L2 bank: core, but with both roles */
    struct msg_widths far;    /* of req, rsp between L2 banks of two packages, with both roles */
    struct msg_widths dram;   /* of dram_req, dram_rsp at the DRAM channels, */
    const struct msg *dram_req, *dram_rsp; /* which are these */
    int *umc_tiles;                        /* of each UMC */
    uint32_t line_bits;                    /* of a line address */
    struct arena arena;
};

/* The netlist of a checked system. NULL and an error only if a unit's generator has a mistake, or
 * its composition: then messages may overtake each other that must not (gen/proto/order.h). */
struct netlist *netlist_new(const struct system *sys, struct error *err);
/* The same with other rules than the system's protocol, for tests that show what goes wrong with
 * them. `rules` NULL: those of the protocol. */
struct netlist *netlist_new_with(const struct system *sys, const struct rules *rules,
                                 struct error *err);
void netlist_free(struct netlist *n);
/* Whether from any node to another messages keep the orders that the protocol needs. netlist_new()
 * has asked. */
bool netlist_keeps_orders(const struct netlist *n, struct error *err);
/* Whether each channel is at ports that its tiles' modules have in `d`, and each of these ports has
 * its channels. netlist_new has asked this of what it composed. */
bool netlist_is_whole(const struct netlist *n, const struct hdl_design *d, struct error *err);

/* Whether the SMs' line addresses are hashed on their way to the L1s. */
bool netlist_hashes(const struct netlist *n);

/* The number of the CPU among the cores, if there is one. */
uint32_t netlist_cpu(const struct netlist *n);
/* Whether a core is a copy engine. */
bool netlist_is_engine(const struct netlist *n, uint32_t core);

/* What a counter of its tiles has counted, of the word that the tile's probe shows; COUNT_OVER: too
 * much for its bits. The one counter of hardware.count_one begins anew, and does not tell. */
static inline uint64_t netlist_counted(const struct netlist *n, uint64_t shown)
{
    return n->sys->hardware.count_one ? shown : count_read(shown, n->sys->hardware.count_bits);
}

/* A parameter of a tile; 0: it has none of that name. */
uint32_t tile_param(const struct tile *t, const char *name);

/* Whether L2 banks have both roles, each inside a um_bank_front. */
bool netlist_both(const struct netlist *n);

/* Bytes that a request or an answer takes on a link or a lane, with or without a line: those of a
 * load's and a store's message. All other messages are as long as one of them, except the paper's
 * answer to a store that brings the line: it is 4 bytes shorter than the answer to a load, but
 * holds the wire as long. */
uint32_t netlist_wire_bytes(const struct netlist *n, bool answer, bool line);

/* Who asked: the core of a request with this src at an L2 bank or an L1.5 bank (gpu-major), and the
 * bank of one at a UMC. At an L2 bank it may have been an L1.5 bank instead of a core: its number;
 * NETLIST_NO_L15: a core. */
#define NETLIST_NO_L15 UINT32_MAX
uint32_t netlist_l15_of(const struct netlist *n, uint32_t bank, uint32_t src);
uint32_t netlist_l1_of(const struct netlist *n, uint32_t bank, uint32_t src);
uint32_t netlist_bank_of(const struct netlist *n, uint32_t umc, uint32_t src, uint64_t line);

/* Emits every module that the tiles need, leaf cells included. */
bool netlist_emit_units(const struct netlist *n, struct hdl_design *d, struct error *err);
/* Those of the system's network alone, with every routing that it can have. */
void netlist_emit_alone(const struct netlist *n, struct hdl_design *d);
/* Emits them and the whole system as one module, um_system, whose ports are the channels to the SMs
 * and to DRAM. */
bool netlist_emit_flat(const struct netlist *n, struct hdl_design *d, struct error *err);

#endif
