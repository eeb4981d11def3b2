/*
 * The packets that nodes send into a machine's networks, as a file of text: a trace for
 * `umbel net --traffic trace:FILE`. harness/net/README.md describes the format.
 *
 * A packet is read off the channels of flits between the nodes' interfaces and their routers. Lines
 * are in the order of cycles, then nodes, then networks, so that they do not depend on threads. A
 * packet is written when its last flit has passed: of a run that stops early, packets of which a
 * part has passed are left out.
 */
#ifndef UMBEL_HARNESS_OBSERVE_PACKETS_H
#define UMBEL_HARNESS_OBSERVE_PACKETS_H

#include "harness/engine/engine.h"

/* The words of the first line and of the last. */
#define PACKETS_HEAD "umbel-net-trace"
#define PACKETS_END "end"
enum { PACKETS_VERSION = 1 };

struct packets;

/* NULL and an error when the file cannot be written. */
struct packets *packets_new(const char *path, struct error *err);
void packets_free(struct packets *p); /* leaves no file unless packets_end has been called */

/* The netlist has networks. False and an error if the engine does not show its channels. */
bool packets_attach(struct packets *p, const struct engine *e, const struct netlist *n,
                    struct error *err);
/* Everything is set for the step of this cycle. */
void packets_cycle(struct packets *p, uint64_t now);
/* Puts the file in its place. False and an error if anything was not written. */
bool packets_end(struct packets *p, struct error *err);

#endif
