/*
 * What follows from a system's fields: which parts the machine has, how many nodes, homes, cores
 * and lanes, its networks, and how much memory there is. Sizes are in bytes.
 */
#ifndef UMBEL_GEN_SYSTEM_DERIVED_H
#define UMBEL_GEN_SYSTEM_DERIVED_H

#include "gen/net/net.h"
#include "gen/proto/address.h"
#include "gen/system/system.h"
#include "sw/util/sbuf.h"

static inline const struct protocol *system_protocol(const struct system *s)
{
    return protocol_of(s->protocol);
}

/* Adds the words of the protocols that have this: "gpu-vi or carve-hwc". */
typedef bool protocol_has(const struct protocol *p);
void system_protocols(protocol_has *has, struct sbuf *text);

/* Whether copies have leases in logical time. */
static inline bool system_has_leases(const struct system *s)
{
    return system_protocol(s)->rules->timed;
}

/* Whether the homes' L2s have directories of who has copies (hmg). */
static inline bool system_has_directory(const struct system *s)
{
    return system_protocol(s)->rules->directory;
}

/* Whether GPUs are some packages, and not all, each with a home of each line (hmg). */
static inline bool system_has_gpu_homes(const struct system *s)
{
    const uint32_t packages = s->l2.directory.gpu_packages;
    return system_has_directory(s) && packages > 1 && packages < s->gpus;
}

/* Whether scope gpu is not all packages. */
static inline bool system_gpu_is_part(const struct system *s)
{
    const struct sys_directory *d = &s->l2.directory;
    return system_has_directory(s) && d->gpu_scope == SYS_SCOPE_GPU && d->gpu_packages < s->gpus;
}

/* Whether a store is answered when no other package has a copy (gpu-vi), as an IMST knows. */
static inline bool system_invalidates(const struct system *s)
{
    return system_protocol(s)->rules->tracks;
}

/* Bytes a cycle of a DRAM channel. A channel with banks moves data at both edges of its clock. */
static inline uint32_t system_dram_rate(const struct system *s)
{
    return s->dram.fixed.latency > 0 ? s->dram.fixed.bytes_per_cycle : s->dram.bus_bits / 8 * 2;
}

/* Whether packages have remote data caches. */
static inline bool system_has_rdc(const struct system *s)
{
    return system_protocol(s)->rdc;
}

/* Whether these keep stores, and write dirty lines back (gen/units/memory/rdc_back.h). */
static inline bool system_rdc_writes_back(const struct system *s)
{
    return system_has_rdc(s) && s->rdc.writes == SYS_RDC_BACK;
}

/* An RDC bank in the lines of its memory channel. Its sets, of a line each, are the last of them.
 */
struct system_rdc {
    uint64_t sets, start;
    uint32_t meta_bits; /* valid bit, epoch and tag, and a dirty bit, in spare bits of a line */
};
struct system_rdc system_rdc(const struct system *s);

/* The topology of the networks of its fabric, which must be some: of a plane with its L2 banks and
 * UMCs as nodes, or of a lane with the nodes that have memory. To be freed. */
struct net *system_net(const struct system *s, struct error *err);
/* The same as a machine has it: with the nodes and gates of the CPU's overlay, if there is one
 * (gen/net/overlay.c), behind the others; and the nodes of a package with one port at this. */
struct net *system_machine_net(const struct system *s, struct error *err);
/* Its links: all but those to the router between rings, those to the host, an overlay's, and those
 * between a package and its lanes. */
enum sys_links {
    SYS_LINK,
    SYS_BETWEEN,
    SYS_HOST_LINK,
    SYS_OVERLAY,
    SYS_PACKAGE_LINK,
    SYS_CONTROLLER_LINK
};
struct sys_link system_link(const struct system *s, enum sys_links kind);
/* Whether what asks through networks has one request of a line under way at most, so that none of
 * its messages could overtake another: L2 banks on the side of SMs (one_mshr_a_line and
 * no_second_request_to_a_locked_line, formal/units/cache.vh), but for those that write back or tell
 * of lines that they evict, of protocols whose memory sends answers alone. */
bool system_asks_once(const struct system *s);
/* How many planes or lanes one such network joins (net_shape.by_slice); 1: each has its own. */
uint32_t system_net_slices(const struct system *s);

/* The ports by which a cube's router has its memory: one for each controller, as wide as a channel.
 * Without a network, and without cubes, 1. */
uint32_t system_cube_ports(const struct system *s);

/* How many homes a placement has to choose from: the packages, the clusters of cubes, or the one
 * memory. */
static inline uint32_t system_page_homes(const struct system *s)
{
    const uint32_t clusters = s->memory.cubes.clusters;
    return s->memory.at == SYS_PACKAGES ? s->gpus : clusters > 0 ? clusters : 1;
}

/* Packages of a GPU that have its share of CTAs and pages in turn; 1: each has a chunk. */
static inline uint32_t system_turns(const struct system *s)
{
    const struct sys_network *n = &s->fabric.network;
    const bool is_rings = n->topology == NET_RINGS && s->gpus == n->columns * n->rows;
    return s->schedule.within_gpu == SYS_IN_TURN && is_rings && s->memory.at == SYS_PACKAGES
               ? n->columns
               : 1;
}

/* How many nodes have memory: these, and after them the host. */
static inline uint32_t system_homes(const struct system *s)
{
    return system_page_homes(s) + s->memory.host;
}

/* The name of a node with memory of its own: "gpu0", "host". */
enum { SYSTEM_NODE = 16 };
void system_node(const struct system *s, uint32_t node, char name[SYSTEM_NODE]);

/* What a package has behind L1s: its SMs and its copy engine. */
static inline uint32_t system_cores(const struct system *s)
{
    return s->sm.count + (s->copy_engine.lines > 0);
}

static inline bool system_has_cpu(const struct system *s)
{
    return s->cpu.misses > 0;
}

/* Nodes with cores and caches of their own: the packages, and after them a host with a CPU. */
static inline uint32_t system_core_nodes(const struct system *s)
{
    return s->gpus + system_has_cpu(s);
}

/* Whether a package is at all cubes of its cluster, by a router of its own. */
static inline bool system_distributes(const struct system *s)
{
    return s->fabric.network.topology != NET_NONE_KIND && s->fabric.network.routing != SYS_BY_SLICE;
}

static inline bool system_has_overlay(const struct system *s)
{
    return s->fabric.overlay.latency > 0;
}

/* What a node has behind L1s. A host has its CPU, if it has one. */
static inline uint32_t system_cores_of(const struct system *s, uint32_t node)
{
    return node < s->gpus ? system_cores(s) : system_has_cpu(s);
}

/* With a central memory: how many of these nodes ask it at the planes. A host whose memory is
 * beside it asks there alone. */
static inline uint32_t system_plane_nodes(const struct system *s)
{
    return s->memory.host ? s->gpus : system_core_nodes(s);
}

/* Lanes of each node to the others; 0: no other node has memory. */
static inline uint32_t system_lanes(const struct system *s)
{
    return s->memory.at == SYS_PACKAGES && system_homes(s) > 1 ? s->fabric.lanes : 0;
}

/* Whether a node's lanes all are behind one link, as a package's can be. */
static inline bool system_one_link(const struct system *s, uint32_t node)
{
    return s->fabric.package_link.latency > 0 && node < s->gpus;
}

/* Whether the link of a package is at one router, of a network that joins lanes (CMN, memory
 * networks' fig. 8a); else it is at its lanes' routers all. */
static inline bool system_one_port(const struct system *s)
{
    return s->fabric.package_link.latency > 0 && system_net_slices(s) > 1;
}

/* By how many ways a node's levels reach its lanes. */
static inline uint32_t system_ways_out(const struct system *s, uint32_t node)
{
    return system_one_link(s, node) ? 1 : system_lanes(s);
}

/* The home, the L2 bank, the L1.5 bank and the UMC that each line belongs to (addresses.c). */
struct address_map system_addresses(const struct system *s);

/* Bytes of all memory. */
static inline uint64_t system_memory(const struct system *s)
{
    return system_homes(s) * s->umc.count * s->umc.bytes;
}

/* Bytes of a node's memory that its RDC has, at its end. */
static inline uint64_t system_carved(const struct system *s)
{
    return system_has_rdc(s) ? s->rdc.bytes : 0;
}

/* Bytes for the descriptors of a copy engine whose copies the host's CPU starts; and of all of its
 * lines, with one for its doorbell and one for what is done (harness/machine/doorbell.h); 0: the
 * CPU starts none. */
enum { DOORBELL_RING = 1024 };
static inline uint64_t system_doorbell(const struct system *s)
{
    const bool starts = system_has_cpu(s) && s->copy_engine.lines > 0 && s->memory.host;
    return starts ? DOORBELL_RING + 2 * (uint64_t)s->line_bytes : 0;
}

/* Bytes of a node's memory that programs cannot have, at its end: of its RDC, or of the doorbells
 * of all engines. */
static inline uint64_t system_doorbells(const struct system *s)
{
    return s->gpus * system_doorbell(s);
}
static inline uint64_t system_reserved(const struct system *s)
{
    return system_carved(s) + system_doorbells(s);
}

/* Bytes of all memory that programs can have. */
static inline uint64_t system_for_programs(const struct system *s)
{
    return system_memory(s) - system_homes(s) * system_reserved(s);
}

#endif
