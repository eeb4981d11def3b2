/* What the results of a sweep (sweep.h) and of a replay (replay.h) have in common. */
#ifndef UMBEL_HARNESS_NET_TELL_H
#define UMBEL_HARNESS_NET_TELL_H

#include "gen/net/net.h"
#include "sw/util/sbuf.h"

#include <stdint.h>
#include <stdio.h>

/* "ring: 4 routers, 8 links, 4 nodes; " */
void tell_network(const struct net *net, FILE *out);
/* The busiest link with its flits a cycle; "-" if there are no links. */
void tell_busiest(const struct net *net, const double *use, uint32_t busiest, FILE *out);
/* The last line of the table. */
void tell_speed(uint64_t cycles, double seconds, FILE *out);

/* The links: from where to where; and the flits a cycle on each. */
struct json_t *tell_links(const struct net *net);
struct json_t *tell_use(const double *use, uint32_t n_links);

/* For gnuplot: the size of the picture, and its axes, latency up to `top` against `x`. */
void tell_picture(struct sbuf *terminal, struct sbuf *body, const char *x, double top);

#endif
