/* Declarations that the checks of the wiring share; nothing outside this folder includes it. */
#ifndef UMBEL_FORMAL_WIRING_IMPL_H
#define UMBEL_FORMAL_WIRING_IMPL_H

#include "formal/wiring/wiring.h"
#include "gen/system/derived.h"

/* The classes of messages: each has channels of its own. Invalidations travel among the answers. */
enum message_class { REQUESTS, ANSWERS, ACKS, DROPS };
const char *class_name(enum message_class c);
/* "req": where an interface of a network takes a class, or sends it on. */
const char *class_channel(enum message_class c);
enum {
    PACKET_CLASSES = (int)ACKS + 1
}; /* those that networks carry, in the order of their channels */

/* Where a channel ends: at a unit's port, or at a port of the whole system. */
struct end {
    const struct cell *cell; /* NULL: the system's own port */
    const char *channel;     /* "mem_req" */
    uint32_t index;          /* number of the channel, in a port of several channels */
    bool source;             /* this end sends the messages */
    int32_t valid, ready;
    uint32_t bits; /* of a message */
    const int32_t *msg;
    const struct end *peer; /* the other end; NULL: the channel is broken */
};

/* What waits in a channel; in one of flits, in the virtual channels of one class and layer. */
struct queue {
    uint8_t carries;
    bool moves;     /* no message in it waits for ever */
    uint32_t *next; /* the queues that a message in it may wait for */
    uint32_t n;
};

/* The checks of one circuit: what they read, and the findings that they add to. */
struct check {
    const struct circuit *c;
    const struct system *sys;
    struct wiring_findings *f;
    struct end *ends;
    uint32_t n_ends;
    uint32_t *first; /* the first end of each cell, then of the system's, then n_ends */
    uint32_t layers; /* of a class, at most, in the networks; 1 without networks */
    struct queue *queues;
};

void wiring_found(struct wiring_findings *f, const char *check, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A unit's parameter, 0 when it has none of that name. */
static inline uint64_t value_of(const struct cell *cell, const char *param)
{
    uint64_t value = 0;
    cell_param(cell, param, &value);
    return value;
}

/* Whether a cell is a unit whose module's name begins with `prefix`: "um_l1". */
bool is_unit(const struct cell *cell, const char *prefix);
/* Whether a channel or port is of the side of an RDC bank at a mux of the host, which has none. */
bool is_parked(const struct check *k, const struct cell *cell, const char *name);
/* "gpu0_sm0_l1.req", with its index if the port has several; the text lives as long as `f`. */
const char *end_name(const struct check *k, const struct end *e);
/* The end at a unit's channel, NULL if there is none; `cell` NULL: at the system's own port. */
const struct end *end_at(const struct check *k, const struct cell *cell, const char *channel,
                         uint32_t index);

/* Each check fills `ends`, or reads them, and adds its findings. */
void check_ports(struct check *k);
void check_channels(struct check *k);
void check_idle(struct check *k);
void check_sizes(struct check *k);
void check_routes(struct check *k);

/* ---- routes ---- */

/* A message on its way, with the bits of it that are known. */
struct message {
    enum message_class is;
    uint32_t bits; /* size without the padding, which is 0 */
    struct known {
        uint32_t lsb, n;
        uint64_t value;
    } known[3];
    bool passes;  /* where there are two ways: by the CPU's overlay, as the request did */
    bool release; /* of REQUESTS: it waits at the home until earlier invalidations have arrived */
};

/* Where a message came to. */
struct arrival {
    const struct end *at; /* NULL: it got lost */
    int64_t port;         /* its input at the first switch; -1: there was none */
    uint32_t wires;       /* links and lanes that it passed; a network is two */
};

/* A bit of a message; -1: it is not known. */
int bit_of(const struct message *m, uint64_t at);
/* "requests_reach_owners", or that of answers. */
const char *check_of(const struct message *m);
/* The constant at a unit's input, "id_i"; -1: there is none, or, with a finding of this check, it
 * is no constant. */
int64_t constant_at(struct check *k, const char *check, const struct cell *cell, const char *port);
/* The number that a unit reads in a message, where two of its parameters tell; -1 and a finding
 * when it reads what is not known. */
int64_t field_of(struct check *k, const struct cell *unit, const struct message *m, const char *lsb,
                 const char *width);
/* Follows a message from a source to the unit that it reaches; a finding when it gets lost. */
struct arrival follow(struct check *k, const struct end *from, const struct message *m);

/* ---- around a bank with both roles ---- */

/* The um_bank_front around an L2 bank; NULL: there is none. */
const struct cell *bank_front_of(const struct check *k, const struct cell *l2);
/* Bits of src and dst between packages. */
uint32_t path_bits(const struct system *s);
/* Whether a message that came to a um_bank_front goes no further; where it leaves else, with what
 * the unit writes into it. */
bool ends_in_bank_front(const struct end *at, const struct message *m);
const struct end *through_bank_front(struct check *k, const struct end *at, struct message *m);
/* Whether what is sent by this end never waits. */
bool always_has_room(const struct end *e);
/* The queue of near requests in a um_bank_front. */
uint32_t near_queue(const struct check *k, const struct cell *front);
/* Notes what waits in a um_bank_front; that its requests wait until `of` has sent kills. */
void bank_front_wait(struct check *k, const struct cell *front);
void bank_front_wait_for_kills(struct check *k, const struct cell *front, const struct cell *of);

/* ---- the CPU's overlay (overlay.c) ---- */

/* Whether the L2 banks of a package ask by an overlay, too. */
bool has_two_ways(const struct check *k, uint32_t package);
/* Whether an interface sends in the upper half of its channels, which are the overlay's; whether it
 * is the CPU's, and so behind a router of its own, its gate. */
bool is_upper(const struct cell *interface);
bool is_at_gate(const struct check *k, const struct cell *interface);
/* An interface sends in these channels what goes by the overlay, and nothing else. */
void check_way_of_interface(struct check *k, const struct cell *inject, const struct message *m);
/* Whether packets of an overlay have to pass a hop that they take: it is between two cubes. */
bool must_pass(const struct check *k, const struct cell *hop);
/* Where a message leaves a um_detour; NULL and a finding when it came by the wrong way. */
const struct end *through_detour(struct check *k, const struct end *at, const struct message *m);
/* A bank has a detour in front of it if, and only if, it has two ways. */
void check_has_detour(struct check *k, const struct cell *l2, uint32_t package);
/* Notes what waits in a um_detour; its sizes. */
void detour_waits(struct check *k, const struct cell *detour);
void check_detour(struct check *k, const struct cell *cell);

/* ---- networks ---- */

/* Whether an end sends flits, and not messages. */
bool sends_flits(const struct end *e);
/* Follows a message from a network interface, which gets it from queue `queue`, through the routers
 * to the end at which the interface of its node sends it on; NULL and a finding when it gets lost.
 */
const struct end *through_network(struct check *k, uint32_t queue, const struct cell *inject,
                                  const struct message *m);
/* "REQ_W": a parameter of a network interface. */
const char *class_param(struct check *k, enum message_class is, const char *what);
/* Bits of a constant input of a router; the output that its packets for a node take. */
uint32_t table_bits(const struct cell *router, const char *table, uint32_t lsb, uint32_t n);
uint32_t output_for(const struct cell *router, uint32_t node);
/* The unit that an end sends to, behind all hops; NULL: there is none. */
const struct cell *beyond_hops(const struct check *k, const struct end *to);
/* Compares the tables of hops of routers with UGAL with the ways of packets. */
void check_hops(struct check *k);
/* Checks that credits go back to who sends flits, and the sizes of all units of networks. */
void check_networks(struct check *k);

/* ---- lines to be dropped ---- */

/* Whether invalidations reach the L1s. */
static inline bool is_deep(const struct system *s)
{
    return system_invalidates(s) && s->invalidation.l1_copies == SYS_L1_VI;
}
/* Checks the way of a line to be dropped, `m`, from an L2 bank to an L1 of its package, which has
 * so many, and back. */
void check_drops(struct check *k, const struct cell *l1, uint32_t l1s, const struct cell *l2,
                 const struct message *m);

/* ---- queues ---- */

/* Of all ends. */
void queues_new(struct check *k);
void queues_free(struct check *k);
/* The queue of a channel, whose sending end is `from`; of a class's layer in a channel of flits. */
uint32_t queue_of(const struct check *k, const struct end *from);
uint32_t queue_of_layer(const struct check *k, const struct end *from, enum message_class is,
                        uint32_t layer);
/* Notes that a channel carries a message of this class; whether that is new. */
bool queue_carries(struct check *k, const struct end *from, enum message_class is);
/* Notes that a message in one channel waits for room in another; NULL: no channel. */
void queue_waits(struct check *k, const struct end *from, const struct end *next);
/* The same of two queues. */
void queue_waits_for(struct check *k, uint32_t queue, uint32_t next);
/* Notes that in a unit what comes by one channel waits for room in another. */
void queue_through(struct check *k, const struct cell *cell, const char *in, const char *out);
/* Finds channels that wait for each other in a circle. */
void check_circles(struct check *k);

/* ---- wires that take time ---- */

/* `prefix`: of the wire's parameters for the class, "" or "REQ_". */
void check_wire(struct check *k, const struct cell *wire, const char *prefix,
                enum message_class is);
/* The same of a network interface: where it cuts a message, and which ops have a line of data. */
void check_interface(struct check *k, const struct cell *interface, const char *prefix,
                     enum message_class is);

/* ---- lines and their owners ---- */

struct lines {
    uint32_t homes; /* memories */
    uint32_t bits;  /* of a line address */
    uint32_t home_lsb, home_bits;
    uint32_t low, low_bits; /* lines that differ in these low bits may have different owners */
};
struct lines lines_of(const struct system *s);
/* How many low bits of a line are hashed between SM and L1; 0: none. */
uint32_t hash_bits(const struct system *s);

/* Where cubes.order has the numbers of cube and controller in a line of an SM, and whether that is
 * elsewhere than where the units have them. */
struct line_fields {
    uint32_t plane_from, plane_w, umc_from, umc_w;
    bool moved;
};
struct line_fields fields_of(const struct system *s);
uint64_t line_of(const struct lines *l, uint32_t home, uint32_t low);
uint32_t home_of(const struct lines *l, uint64_t line);
/* Whether a line is in the host's memory, which is the last. */
bool is_of_host(const struct system *s, const struct lines *l, uint64_t line);
/* The DRAM channel that has a line. */
uint32_t dram_of(const struct system *s, const struct lines *l, uint64_t line);
/* Whether requests of this GPU's SMs for a line come to its L1.5 first; the numbers of the L1.5
 * bank and of the L2 bank that the GPU asks for it. */
bool passes_l15(const struct system *s, const struct lines *l, uint32_t gpu, uint64_t line);
uint32_t l15_of(const struct system *s, const struct lines *l, uint32_t gpu, uint64_t line);
uint32_t l2_of(const struct system *s, const struct lines *l, uint32_t gpu, uint64_t line);
/* Where banks have both roles: whether a package is a GPU home of the line, and the package that
 * it asks for a line of another. */
bool is_gpu_home(const struct system *s, const struct lines *l, uint32_t package, uint64_t line);
uint32_t asked_for(const struct system *s, const struct lines *l, uint32_t package, uint64_t line);

/* ---- cores (cores.c) ---- */

/* What is behind an L1. The host's CPU is the last core of all. A host with a CPU counts as one
 * more package, behind the others. */
enum core_kind { OF_SM, OF_ENGINE, OF_CPU };
enum core_kind kind_of(const struct system *s, uint32_t core);
uint32_t cores(const struct system *s);
uint32_t engines(const struct system *s);
uint32_t package_of(const struct system *s, uint32_t core);
uint32_t packages_of(const struct system *s);
/* The L1s of a package. */
uint32_t l1s_of(const struct system *s, uint32_t package);
/* Whether a core asks for a line at all: a CPU whose host is beside a central memory has a way to
 * the host's alone. */
bool core_may_ask(const struct system *s, const struct lines *l, uint32_t core, uint64_t line);
/* Whether an L1 is a copy engine's; and an L1, an L2 bank or a broadcast the CPU's, by the core
 * that is connected to its first L1. */
bool is_of_engine(const struct check *k, const struct cell *l1);
bool is_of_cpu(const struct check *k, const struct cell *cell);

/* ---- sizes ---- */

/* A parameter's right value. */
struct size {
    const char *name;
    uint64_t value;
};
/* Compares those that a unit has. */
void check_values(struct check *k, const struct cell *cell, const struct size *sizes, size_t n);
/* The system's link that a wire is. */
const struct sys_link *link_of(const struct check *k, const struct cell *wire);

/* Whether lines have timestamps, and whether requests carry clocks, too. */
bool has_times(const struct system *s);
bool has_clocks(const struct system *s);
bool as_published(const struct system *s);
uint32_t time_bits(const struct system *s);
/* The bits of a number below n, and the lowest bit of each field of a message (gen/proto/message.h
 * draws them). They are computed here independently, as in the units' properties, so that a mistake
 * in the tables of gen/proto is noticed. */
uint32_t bits_for(uint64_t n);
struct places {
    uint32_t req_line, req_op, req_src, req_bits; /* L1 to L2 to UMC */
    uint32_t rsp_line, rsp_op, rsp_dst, rsp_bits; /* and back */
    uint32_t ack_line, ack_bits;                  /* but for its tag: L2 to UMC */
};
struct places places_of(const struct system *s, uint32_t line_w, uint32_t src_w);
/* The size of a message of `bits` bits with its padding, which is at least one bit. */
uint32_t padded(uint32_t bits);
/* Checks a unit's channel: a message must have `bits` bits. */
void check_message(struct check *k, const struct cell *cell, const char *channel, uint32_t bits);
/* A um_bank_front knows its package, and lets in no more than its bank and its queues have places
 * for.
 */
void check_bank_front(struct check *k, const struct cell *cell);

#endif
