/* Declarations that the checks of the wiring share; nothing outside this folder includes it. */
#ifndef UMBEL_FORMAL_WIRING_IMPL_H
#define UMBEL_FORMAL_WIRING_IMPL_H

#include "formal/wiring/wiring.h"

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

/* The checks of one circuit: what they read, and the findings that they add to. */
struct check {
    const struct circuit *c;
    const struct system *sys;
    struct wiring_findings *f;
    struct end *ends;
    uint32_t n_ends;
};

void wiring_found(struct wiring_findings *f, const char *check, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether a cell is a unit whose module's name begins with `prefix`: "um_l1". */
bool is_unit(const struct cell *cell, const char *prefix);
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

/* The bits of a number below n, and the lowest bit of each field of a message (gen/proto/message.h
 * draws them). They are computed here independently, as in the units' properties, so that a mistake
 * in the tables of gen/proto is noticed. */
uint32_t bits_for(uint64_t n);
struct places {
    uint32_t req_line, req_op, req_src, req_bits; /* L1 to L2 to UMC */
    uint32_t rsp_line, rsp_op, rsp_dst, rsp_bits; /* and back */
};
struct places places_of(const struct system *s, uint32_t line_w, uint32_t src_w);
/* The size of a message of `bits` bits with its padding, which is at least one bit. */
uint32_t padded(uint32_t bits);
uint32_t line_bits(const struct system *s);

#endif
