/*
 * Traffic patterns: which node a packet of a node is for. As in Dally and Towles, section 3.2, and
 * in BookSim; N is the number of nodes, and numbers of nodes have b bits.
 */
#ifndef UMBEL_HARNESS_NET_PATTERN_H
#define UMBEL_HARNESS_NET_PATTERN_H

#include "gen/net/net.h"
#include "sw/util/rng.h"

/* Pattern: enum, name, and for the reader what it is. */
#define NET_PATTERNS(X)                                                                            \
    X(UNIFORM, "uniform", "any node, its own included")                                            \
    X(TRANSPOSE, "transpose", "the upper half of the number's bits for the lower (b even)")        \
    X(HOTSPOT, "hotspot", "as uniform, but every fourth packet is for node 0")                     \
    X(TORNADO, "tornado", "almost half way round the ring, in each dimension")                     \
    X(BITREV, "bitrev", "the number's bits from back to front (N = 2^b)")                          \
    X(SHUFFLE, "shuffle", "the number's bits turned left by one (N = 2^b)")

#define NET_PATTERN(name, word, about) PATTERN_##name,
enum pattern { NET_PATTERNS(NET_PATTERN) PATTERNS };
#undef NET_PATTERN

const char *pattern_name(enum pattern p);
/* False: none is called so. */
bool pattern_find(const char *name, enum pattern *p);
/* Whether a network of so many nodes can have it; an error says why not. */
bool pattern_fits(enum pattern p, uint32_t nodes, struct error *err);

/* `columns`: nodes of a row, for patterns that go by dimensions; `nodes` or 0: there is one row. */
uint32_t pattern_node(enum pattern p, uint32_t from, uint32_t nodes, uint32_t columns,
                      struct rng *rng);

#endif
