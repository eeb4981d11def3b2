/*
 * Tile engine: a system's tiles as verilated objects, its channels as copies between their ports.
 *
 * A cycle evaluates every tile that is awake, then carries their outputs to their neighbours. All
 * outputs depend on a tile's registers alone, so the order of evaluation does not matter. A tile
 * sleeps while it says idle_o and no message passes on any of its channels.
 *
 * Channels that leave the RTL (cores, DRAM) are driven through `struct port`.
 */
#ifndef UMBEL_HARNESS_ENGINE_H
#define UMBEL_HARNESS_ENGINE_H

#include "gen/system/netlist.h"
#include "harness/dut.h"

struct engine;

/* Builds what the cache of units lacks and resets every tile. */
struct engine *engine_new(const struct netlist *n, void (*say)(const char *text),
                          struct error *err);
void engine_free(struct engine *e);

/* Keeps every tile awake: slower, and the same cycle by cycle, or a unit's idle_o is wrong. */
void engine_never_sleep(struct engine *e);

/* One cycle. */
void engine_step(struct engine *e);
/* No tile is awake and no message waits to leave: a step would change nothing. */
bool engine_idle(const struct engine *e);

/* An end of a channel that leaves the RTL. */
struct port {
    uint8_t *valid, *ready; /* scalars: 0 or 1 */
    uint32_t *msg;          /* the message's words */
    int tile;
};
/* The port of channel kind `outside` number `number` (SM or UMC). */
struct port engine_port(const struct engine *e, enum outside outside, uint32_t number);

/* To the RTL: whether it takes a message in the next step; offering it (fill port->msg first) for
 * exactly that step. Offer only what will be taken. */
static inline bool port_takes(const struct port *p)
{
    return *p->ready != 0;
}
void engine_offer(struct engine *e, const struct port *p);
/* From the RTL: the channels that show a message now, and taking it in the next step. */
struct shown {
    enum outside outside;
    uint32_t number;
};
const struct shown *engine_shown(const struct engine *e, size_t *n);
void engine_consume(struct engine *e, const struct port *p);

/* The window into a tile: what PROBE_* shows, now. */
uint64_t engine_probe(struct engine *e, size_t tile, uint32_t select);

/* Tiles evaluated so far, summed over cycles: what idle-skip saved shows in it. */
uint64_t engine_evaluations(const struct engine *e);

#endif
