/*
 * Which message must not overtake which on its way from one node to another: a table for each
 * protocol. Units keep the order of each channel, but a network has several channels for a class:
 * lanes of a virtual channel, sides of a dateline, lanes of a package. It keeps the order of a
 * channel and no other. So what chooses the channel of a message must be alike in all messages of
 * the class whose order counts: `among` says which these are.
 */
#ifndef UMBEL_GEN_PROTO_ORDER_H
#define UMBEL_GEN_PROTO_ORDER_H

#include "gen/proto/message.h"

/* From one node to another, in which messages of a class the order counts. */
enum order_scope {
    ORDER_NONE,
    ORDER_LINE, /* those of one line */
    ORDER_BANK  /* those of one L2 bank at their home, of whatever line */
};

struct order {
    enum msg_class class;
    enum order_scope among;
    const char *later;   /* this message */
    const char *earlier; /* must not overtake this one, */
    const char *why;     /* or else this happens */
};

/* Tables of protocols; each ends with a row without `later`. */
extern const struct order order_plain[];     /* nc-*, mgcc*, carve-nc, carve-swc */
extern const struct order order_vi[];        /* gpu-vi, carve-hwc */
extern const struct order order_directory[]; /* hmg */

/* The widest scope that a table has for a class. */
enum order_scope order_of(const struct order *table, enum msg_class class);

#endif
