/*
 * A system file describes one multi-GPU machine, with every size that the hardware is emitted with.
 *
 * A system is read from YAML (schema-checked), changed by `--set path=value`, then checked as a
 * whole. Sizes are in bytes, times in cycles, rates in bytes per cycle. A file has every field of
 * its machine, or names another file with `base:` and has those that differ. A path is a whole one,
 * "package.l1.ways", or the end of one field's alone, "l1.ways".
 * gen/system/systems/tsm.yaml and gen/system/parts.yaml explain each field.
 */
#ifndef UMBEL_GEN_SYSTEM_SYSTEM_H
#define UMBEL_GEN_SYSTEM_SYSTEM_H

#include "gen/net/net.h"
#include "gen/proto/protocol.h"
#include "gen/system/link_class.h"
#include "sw/policy/placement.h"
#include "sw/policy/schedule.h"
#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

/* Where the UMCs are: all packages see all of them, or each package has its own. */
enum sys_memory_at { SYS_CENTRAL, SYS_PACKAGES };
/* Which bits of a line address number its L2 bank and its UMC: the lowest, or a hash of all. */
enum sys_interleave { SYS_LOW, SYS_HASH };
/* What an L2 bank caches: whatever its package's SMs ask, or the lines of its package's memory, or
 * both, and the lines of its memory for other packages, too. */
enum sys_l2_role { SYS_CORE_SIDE, SYS_MEMORY_SIDE, SYS_BOTH_SIDES };
enum sys_consistency { SYS_SC, SYS_RC };
/* Hardware that is broken on purpose, to show that a run notices it. */
enum sys_fault {
    SYS_FAULT_NONE,
    SYS_FAULT_L1_IGNORES_LEASE,
    SYS_FAULT_UMC_LOSES_ANSWER,
    SYS_FAULT_HANDLER_LOSES_PAGE,
    SYS_FAULT_NETWORK_ORDERS_LINES /* and not all that the protocol needs (gen/proto/order.h) */
};

/* Cycles for each class of instruction. */
struct sys_sm_times {
    uint32_t int_, mul, fp32, fp64, sfu, shared, load, store, branch, barrier;
};

/* A cache that is only read, for each so many SMs: its timing (sw/sm/read_cache.h). */
struct sys_read_cache {
    uint32_t bytes, ways; /* bytes 0: none, and what it is for costs nothing */
    uint32_t mshrs;
    uint32_t latency;      /* of a line that it has */
    uint32_t miss_latency; /* more, of one that it lacks */
    uint32_t sms;          /* that share one */
};

/* Which warp a scheduler takes when the one that issued last cannot issue. */
enum sys_greedy_then { SYS_OLDEST, SYS_ROUND_ROBIN };

struct sys_sm {
    uint32_t count; /* per GPU; each SM has its own L1 */
    uint32_t warps, ctas, shared_bytes, tags;
    uint32_t schedulers; /* of warps: each issues an instruction a cycle */
    enum sys_greedy_then greedy_then;
    uint32_t registers;           /* of 32 bits; 0: as many as CTAs need */
    uint32_t flights;             /* memory instructions that a warp may have in flight under rc */
    struct sys_sm_times latency;  /* issue to result */
    struct sys_sm_times interval; /* issue to the next of the class */
    struct sys_read_cache l1i;    /* of instructions */
    struct sys_read_cache scalar; /* of constants and parameters */
};

/* The switches between the SMs of a package and its L2 banks. */
struct sys_crossbar {
    uint32_t bytes_per_cycle; /* of each port; 0: a message */
};

struct sys_l1 {
    uint32_t bytes, ways, mshrs;
};

/* L1.5: banks between the L1s of a package and other packages, for lines whose home is there; or
 * for all lines, then also before the package's own L2. */
enum sys_allocate { SYS_REMOTE, SYS_ALL };
struct sys_l15 {
    uint32_t banks;              /* of each package; 0: none */
    uint32_t bytes, ways, mshrs; /* per bank */
    enum sys_allocate allocate;
};

/* Beside the SMs of each package; it copies lines between memories (gen/units/memory/copy.h). */
struct sys_copy_engine {
    uint32_t lines; /* under way at a time; 0: there is no engine */
};

/* The host's CPU, which runs one thread of a host program (sw/host), and its caches. */
struct sys_cpu {
    uint32_t misses;    /* requests in flight; 0: there is no CPU */
    uint32_t width;     /* instructions a cycle of its clock */
    uint32_t clock_mhz; /* of that; 0: the machine's */
    uint32_t rob;       /* instructions in its reorder buffer; 0: it is in order */
    uint32_t l1_bytes, l1_ways, l1_mshrs;
    uint32_t l2_bytes, l2_ways, l2_mshrs; /* per bank; there are l2.banks of them */
};

/* Whether a store to another package's line goes through an RDC, or may stay there. */
enum sys_rdc_writes { SYS_RDC_THROUGH, SYS_RDC_BACK };
/* RDC: remote data cache in the memory of each package (gen/units/memory/rdc.h), of protocols
 * carve-*. */
struct sys_rdc {
    uint64_t bytes;       /* of the package's memory */
    uint32_t mshrs;       /* per bank; each UMC of the package has a bank beside it */
    uint32_t epoch_bits;  /* launches until all sets have to be cleared: 2 to the power of this */
    uint32_t predictor;   /* counters of each bank's hit predictor; 0: there is none */
    uint32_t step_cycles; /* an epoch begins after so many cycles, too; 0: only after a launch */
    enum sys_rdc_writes writes;
    uint32_t
        region_lines; /* of a bank, that a bit of its dirty map stands for, with SYS_RDC_BACK */
};

/* Banks with both roles: which lines that other packages load the home's bank keeps, too: all,
 * none, or all but those of buffers with intra-thread locality (LADM III-E). */
enum sys_remote { SYS_RTWICE, SYS_RONCE, SYS_CRB };

/* Directories: what scope gpu is: all packages, or those of the thread's GPU. */
enum sys_gpu_scope { SYS_SCOPE_MACHINE, SYS_SCOPE_GPU };

/* Ways of banks with both roles, divided between lines of here and of other packages
 * (gen/units/cache/l2_partition.h). */
struct sys_partition {
    uint32_t window; /* cycles after which the division may change; 0: there is none */
    uint32_t busy;   /* percent of its bandwidth from which a link or DRAM is busy */
};

struct sys_l2 {
    uint32_t banks, bytes, ways, mshrs; /* banks: per GPU; the others: per bank */
    enum sys_l2_role role;
    enum sys_remote remote;
    struct sys_partition partition;
    struct sys_directory {
        uint32_t sets, ways;   /* per bank */
        uint32_t gpu_packages; /* of a GPU: 1; more, but not all: with a home in each GPU */
        enum sys_gpu_scope gpu_scope;
    } directory; /* of hmg */
};

/* Between an L2 bank and its plane's switch, or a lane between a package and the fabric. */
struct sys_link {
    uint32_t latency; /* 0: no link, a wire */
    uint32_t bytes_per_cycle;
    enum link_class class; /* what a bit costs */
};

/* How packets of packages that have clusters of cubes enter a network that joins their slices: by
 * the cube of their own slice, or by any cube of the cluster (distribution), and then on the
 * shortest way or by UGAL. */
enum sys_routing { SYS_BY_SLICE, SYS_MINIMAL, SYS_UGAL };
/* Which virtual channel of its class a message takes: that of its line, or any that has room. */
enum sys_channel { SYS_CHANNEL_LINE, SYS_CHANNEL_FREE };

/* Routers in the place of the switches between packages, or between L2 banks and UMCs. */
struct sys_network {
    enum net_kind topology; /* NET_NONE_KIND: switches */
    uint32_t columns, rows; /* routers of a grid; rings: routers of each, and rings */
    uint32_t parallel;      /* links between two routers */
    uint32_t vcs, depth;    /* of a class of messages and layer; flits of each, 0: enough */
    uint32_t stages;        /* cycles of a router */
    enum sys_routing routing;
    enum sys_channel channel;
};

/* Links to the router between rings, which are longer than those in a ring. */
struct sys_between {
    uint32_t latency; /* 0: they are as all links */
    enum link_class class;
};

/* The CPU's own way to clusters of cubes, past one after the other (gen/machine/cubes.c). */
struct sys_overlay {
    uint32_t latency; /* of a pass-through hop; 0: there is no overlay */
};

struct sys_fabric {
    uint32_t lanes; /* of each package, where packages have memory */
    struct sys_network network;
    struct sys_between between;
    struct sys_overlay overlay;
    struct sys_link package_link;    /* between a package and all of its lanes; latency 0: there is
                                        none, its lanes are links of its own */
    struct sys_link controller_link; /* between a switch and each UMC; latency 0: a wire */
    struct sys_link host_link; /* between a package, or a host, and the switch between them, where
                                  packages share a central memory */
};

/* The fields of an address in clusters of cubes, by their places from the lowest bits, 0, on: row,
 * column high, bank (of all groups), cluster, vault, local cube, column low, byte (memory networks,
 * VI-A). */
struct sys_cube_order {
    uint32_t RW, CLH, BK, CT, VL, LC, CLL, BY;
};

/* Central memory in clusters of cubes, as in memory networks: a cube is a router of a sliced
 * network and the UMCs, its vaults, at this. */
struct sys_cubes {
    uint32_t clusters; /* 0: none; placement chooses the cluster of a page */
    uint32_t each;     /* cubes of a cluster, which share the lines of a page */
    uint32_t channels; /* external ones of a cube, at most */
    struct sys_cube_order order;
    uint32_t ports; /* of its router to its UMCs, which share these; 0: one for each */
};

struct sys_memory {
    enum sys_memory_at at;
    enum sys_interleave interleave;
    bool host; /* a host has a memory beside those of the packages */
    struct sys_cubes cubes;
};

/* Which waiting request a ReqTracker sends next. */
enum sys_umc_order { SYS_BY_ARRIVAL, SYS_BY_TIME };
struct sys_umc {
    uint32_t count;   /* in all, or of each package, or of each cluster of cubes */
    uint32_t entries; /* ReqTracker */
    uint64_t bytes;   /* memory behind one UMC */
    enum sys_umc_order order;
    bool merge; /* one DRAM access serves loads that wait for one line */
};

struct sys_hardware {
    uint32_t word_bytes;          /* an atomic's element, or half of one */
    uint32_t queue_in, queue_out; /* places of a channel's queues */
    uint32_t count_bits;          /* of a counter */
    bool count_one;               /* a unit has one counter, not one per event */
    bool count_latency;           /* L1s and L2s add up what their requests take */
    bool lone_switch;             /* a GPU of one SM and one L2 bank has switches too */
};

/* When an entry of a TSU goes: for another alone, or also when an L2 evicts the line. */
enum sys_tsu_evicts { SYS_TSU_FULL, SYS_TSU_L2 };
/* Whose entries a way of a TSU has. */
enum sys_tsu_ways { SYS_TSU_ANY, SYS_TSU_GPUS };
struct sys_tsu {
    uint32_t sets, ways, look, latency;
    bool keep_wts;
    enum sys_tsu_evicts evicts;
    enum sys_tsu_ways ways_of;
};

/* The sharing tracker of gpu-vi and carve-hwc (gen/units/memory/imst.h): the entries that a UMC
 * keeps of late. */
struct sys_imst {
    uint32_t sets, ways;
    uint32_t demotes; /* of 65,535 stores that may make a line private, so many do */
};

/* How far invalidations of gpu-vi and carve-hwc go: an L1 is emptied by its SM's fences, or it
 * drops the lines that its L2 does (gen/units/directory/inv_gate.h). */
enum sys_l1s { SYS_L1_SW, SYS_L1_VI };
struct sys_invalidation {
    enum sys_l1s l1_copies;
};

/* Rules of mgcc that can be left out, to see what breaks (gen/proto/README.md). */
struct sys_rules {
    bool m1, m2, m3, m4, m5, m6, m9;
};

/* Which copy a full set of a cache gives up: one not used of late; or, if there is one, one whose
 * lease has ended (thesis 4.4.2). */
enum sys_victim { SYS_VICTIM_UNUSED, SYS_VICTIM_EXPIRED };

struct sys_mgcc {
    uint32_t ts_bits, epoch_bits, rd_lease, wr_lease;
    enum sys_victim victim;
    uint32_t tick; /* M10: an L1's clock advances by one every `tick` load hits; 0: never */
    struct sys_rules rules;
};

/* What the end of a kernel does to caches without clocks: to those of nc-*, gpu-vi and carve-*. */
enum sys_at_boundary { SYS_EMPTY, SYS_KEEP };
struct sys_boundary {
    enum sys_at_boundary l1s, l15s, l2s;
};

/* How a GPU of several packages, as the rings of a fabric are, deals its share of the CTAs to them,
 * and of the data: a chunk each, or in turn. */
enum sys_within_gpu { SYS_IN_CHUNKS, SYS_IN_TURN };

/* What a fence does to the L1 of its SM and to the L1.5 of its package, without invalidations. */
struct sys_synchronisation {
    enum sys_at_boundary fences;
};

struct sys_schedule { /* of CTAs over the GPUs */
    enum schedule policy;
    enum sys_within_gpu within_gpu;
    uint32_t batch; /* CTAs */
};

/* Which pages fault: those that a package does not have, or those at the host. */
enum sys_faults_from { SYS_FROM_ANY, SYS_FROM_HOST };

struct sys_placement { /* of buffers in the memories */
    enum page_placement policy;
    uint64_t page_bytes;
    bool replicate;     /* packages keep replicas of pages that nobody has written */
    uint32_t migrate;   /* accesses beyond those of a page's home that move the page; 0: none */
    uint32_t shootdown; /* cycles in which SMs stand still while page tables change */
    struct sys_tlb {
        uint32_t entries, ways; /* of an SM's; entries 0: none, and no time is lost */
        uint32_t latency;       /* cycles of a miss */
        /* Of the one that the SMs of a package share; shared_entries 0: none. */
        uint32_t shared_entries, shared_ways, shared_latency;
    } tlb;
    struct sys_faults {
        uint32_t latency; /* cycles of a batch of page faults; 0: SMs reach pages where they are */
        uint32_t batch_pages; /* at most */
        uint32_t pin_after;   /* moves between packages, then a page stays; 0: never */
        enum sys_faults_from from;
        uint32_t room; /* for so many of 10000 pages packages have room; 0: all of their memory */
    } faults;
};

/* A channel without banks (sw/dram/fixed.c). */
struct sys_dram_fixed {
    uint32_t latency; /* cycles of a read; 0: banks and the timings decide */
    uint32_t bytes_per_cycle;
};

struct sys_dram {
    uint32_t tCL, tCWL, tRCD, tRP, tRAS, tCCD_S, tCCD_L, tRRD_S, tRRD_L, tFAW, tWR, tWTR_S, tWTR_L,
        tRTP, tRFC, tREFI;
    uint32_t bank_groups, banks, bus_bits, burst, page_bytes, read_queue, write_queue;
    struct sys_dram_fixed fixed;
};

/* A file that a system was read from, and the file that it starts from. */
struct system_text {
    char *text;
    size_t len;
    char *name;               /* of the file, as errors show it */
    struct system_text *own;  /* a size's: the file's own fields, until they are its base */
    struct system_text *base; /* NULL: none; this is parts.yaml */
};

/* Sections are a matter of the files alone (system_schema.c). */
struct system {
    char *name; /* the file's, without folder and .yaml, and "-SIZE" */
    struct system_text *file;
    struct system_sets *sets; /* the overrides */
    char *about;              /* one line, shown by `umbel systems` */
    enum protocol_id protocol;
    enum sys_consistency consistency;
    enum sys_fault fault;
    uint32_t clock_mhz; /* of the one clock; nothing in the machine depends on it */
    uint32_t gpus;
    uint32_t line_bytes;
    uint32_t watchdog; /* cycles without progress before a run is stopped */
    struct sys_hardware hardware;
    struct sys_sm sm;
    struct sys_crossbar crossbar;
    struct sys_l1 l1;
    struct sys_l15 l15;
    struct sys_rdc rdc;
    struct sys_l2 l2;
    struct sys_copy_engine copy_engine;
    struct sys_cpu cpu;
    struct sys_link link;
    struct sys_fabric fabric;
    struct sys_memory memory;
    struct sys_umc umc;
    struct sys_tsu tsu;
    struct sys_imst imst;
    struct sys_invalidation invalidation;
    struct sys_mgcc mgcc;
    struct sys_boundary boundary;
    struct sys_synchronisation synchronisation;
    struct sys_schedule schedule;
    struct sys_placement placement;
    struct sys_dram dram;
};

/* Reads and checks a system. `path` may be the name of a shipped system, see system_find(). `sets`
 * are "path=value" overrides ("mgcc.ts_bits=8"), applied before the whole is checked. On a mistake
 * NULL and an error that names file:line:column, or the --set. */
struct system *system_load(const char *path, const char *const *sets, size_t n_sets,
                           struct error *err);
struct system *system_parse(const char *text, size_t len, const char *name, const char *const *sets,
                            size_t n_sets, struct error *err);
void system_free(struct system *s);

/* Whether a run can have it. Boards can have more: words of two bytes, units without queues. False
 * and an error that names the field otherwise. */
bool system_simulates(const struct system *s, struct error *err);

/* Adds "file:line:column" of a field that must exist: in the system's file, or else in the first of
 * its bases that gives it. */
struct sbuf;
void system_where(const struct system *s, const char *path, struct sbuf *place);

/* Whether a field that must exist means anything: the machine has the part that it belongs to. */
bool system_has(const struct system *s, const char *path);

/* Every field of the machine, after base and overrides: as a JSON value of jansson, and as a system
 * file. */
struct json_t;
struct json_t *system_json(const struct system *s);
void system_yaml(const struct system *s, struct sbuf *text);

/* Where a system is, to be freed: PATH.yaml, or PATH.yaml:SIZE of a file with sizes. `name` is a
 * shipped system, or itself such a place if it contains '/' or ".yaml" ends it or stands before a
 * size. If no system of that name ships, NULL and an error that lists those that do. */
char *system_find(const char *name, struct error *err);
/* The same without the size: the file. */
char *system_file(const char *name, struct error *err);

/* For the completion of "path=value": adds the possible continuations of `typed`, one per line:
 * groups as "l1.", fields as "l1.ways=", the values of a choice or boolean as "protocol=mgcc". What
 * a section has is offered beside the section, too. */
void system_complete(const char *typed, struct sbuf *lines);

/* The systems that ship, sorted by name. */
struct systems {
    struct system_entry {
        char *name, *about;
    } * entries;
    size_t n;
};
bool systems_list(struct systems *list, struct error *err);
void systems_free(struct systems *list);

#endif
