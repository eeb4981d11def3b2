/*
 * What both network interfaces share, um_ni_inject and um_ni_eject: how messages are cut into
 * flits.
 *
 * A message is a head (its upper fields) and, if its op is among X_LINE_OPS, a body (its lowest
 * X_BODY_W bits: a line of data, and its mask). A packet's bits are, from bit 0 up, the number of
 * its node, the head and the body, in X_FLITS flits; without the body, in X_HEAD_FLITS. An
 * invalidation has no body, but its tag is the lowest bits of one: RSP_TAG_W bits of the body are
 * in every answer's packet. Classes of messages are req, rsp and ack; each has GROUP virtual
 * channels (gen/units/fabric/router.h), in this order.
 */
#ifndef UMBEL_GEN_UNITS_FABRIC_FLIT_H
#define UMBEL_GEN_UNITS_FABRIC_FLIT_H

#include "gen/hdl/hdl.h"
#include "gen/proto/message.h"

#include <stdbool.h>

/* Which classes an interface has: a set of 1 << class. */
typedef unsigned flit_set;

static inline bool flit_has(flit_set set, enum msg_class c)
{
    return (set >> c & 1) != 0;
}

unsigned flit_count(flit_set set);
/* "{rsp_can, req_can}": a bit of each class, for what "can". */
const char *flit_bits(struct hdl *m, flit_set set, const char *what);

/* "req", and "REQ" of parameters. */
const char *flit_name(enum msg_class c);
const char *flit_prefix(enum msg_class c);
/* Runs over the classes of a set, each in a scope of its name: @msg is req_msg, and @W is REQ_W. */
#define flit_each(m, set, c)                                                                       \
    for (enum msg_class c = 0; (c) < MSG_CLASSES; (c)++)                                           \
        if (flit_has(set, c))                                                                      \
            hdl_scope (m, flit_name(c), NULL)
/* "um_ni_inject_req_rsp": the name of a unit with these classes. */
enum { FLIT_UNIT = 64 };
void flit_unit(char name[FLIT_UNIT], const char *unit, flit_set set);

/* Parameters of virtual channels and flits; of a class: X_W, X_BODY_W, X_OP_LSB, X_LINE_OPS. An
 * acknowledgement is a head alone, and has the first only. Then what is derived: VC_W, MSG_W; of a
 * class: X_FIRST, its first channel, or the first of their upper half, X_FLITS, X_AT_W. */
void flit_params(struct hdl *m);
/* Of the class whose scope it is. */
void flit_class_params(struct hdl *m, enum msg_class c);
void flit_derived(struct hdl *m);
void flit_class_derived(struct hdl *m, enum msg_class c, bool upper);

#endif
