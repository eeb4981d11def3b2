/*
 * Whether packets of a network can wait for each other in a circle (Dally and Seitz 1987): the
 * graph of channels, of which each is a link, a layer of it and a class of messages. A channel
 * depends on the next one of any packet's way; and where a node answers a message of one class with
 * another, the last channel of the one on the first of the other; likewise, with UGAL, at the node
 * by way of which a packet goes. Without a circle in this graph no packet waits for ever, if nodes
 * take what the last class brings them.
 */
#ifndef UMBEL_GEN_NET_DEADLOCK_H
#define UMBEL_GEN_NET_DEADLOCK_H

#include "gen/net/net.h"
#include "sw/util/sbuf.h"

enum { NET_MOST_CLASSES = 4 };

/* The classes of messages, each with virtual channels of its own unless `share` says so. */
struct net_classes {
    uint32_t n;
    uint32_t waits[NET_MOST_CLASSES]; /* bit c: a node that has one of this class waits for room for
                                       * one of class c */
    bool share;                       /* all classes are in the same virtual channels */
};

/* True if there is no circle. Else `circle` gets its channels in words, in order: "link 3 from
 * router 0 to router 1, layer 0, class 0". */
bool net_is_free_of_deadlock(const struct net *n, const struct net_classes *c, struct sbuf *circle);

#endif
