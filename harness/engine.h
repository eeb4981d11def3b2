/*
 * The RTL of a system as something that steps: its units between the channels that leave it.
 *
 * There are two engines, and they agree cycle by cycle (tests/cosim/test_flat.c):
 *   tiles   every unit a verilated object, its channels copies between objects; what is idle sleeps
 *   flat    the whole system verilated as one top, um_system; everything steps in every cycle
 *
 * Channels that leave the RTL (cores, DRAM) are driven through `struct port`.
 */
#ifndef UMBEL_HARNESS_ENGINE_H
#define UMBEL_HARNESS_ENGINE_H

#include "gen/system/netlist.h"
#include "harness/dut.h"
#include "harness/verilator/monitors.h"

struct engine;

/* Builds what the cache of units lacks and resets all of it. */
typedef struct engine *engine_maker(const struct netlist *n, void (*say)(const char *text),
                                    struct error *err);
engine_maker engine_tiles, engine_flat;
/* Tiles of which some record themselves (observe/waves.h). */
struct waves;
struct engine *engine_tiles_waves(const struct netlist *n, struct waves *waves,
                                  void (*say)(const char *text), struct error *err);

/* An end of a channel that leaves the RTL. */
struct port {
    uint8_t *valid, *ready; /* the bytes that the channel's bits are in */
    uint32_t *msg;          /* the message's words */
    uint8_t mask;           /* of the bits in these bytes */
    int tile;               /* of the netlist's: whose it is */
};

/* A channel that shows a message to the outside. */
struct shown {
    enum outside outside;
    uint32_t number;
};

/* What an engine is made of; each is described where it is called, below. */
struct engine_type {
    void (*free)(struct engine *e);
    void (*never_sleep)(struct engine *e);
    void (*step)(struct engine *e);
    bool (*idle)(const struct engine *e);
    struct port (*port)(const struct engine *e, enum outside outside, uint32_t number);
    void (*offer)(struct engine *e, const struct port *p);
    void (*consume)(struct engine *e, const struct port *p);
    const struct shown *(*shown)(const struct engine *e, size_t *n);
    uint64_t (*probe)(struct engine *e, size_t tile, uint32_t select);
    uint64_t (*evaluations)(const struct engine *e);
    struct port (*channel)(const struct engine *e, size_t channel);
    bool (*broken)(const struct engine *e);
    size_t (*monitors)(const struct engine *e, size_t tile, const struct monitor **monitors);
};

/* The first member of every engine. */
struct engine {
    const struct engine_type *type;
};

static inline void engine_free(struct engine *e)
{
    if (e != NULL)
        e->type->free(e);
}

/* Keeps every tile awake: slower, and the same cycle by cycle, or a unit's idle_o is wrong. */
static inline void engine_never_sleep(struct engine *e)
{
    e->type->never_sleep(e);
}

/* One cycle. */
static inline void engine_step(struct engine *e)
{
    e->type->step(e);
}

/* All units are idle and no message passes or waits to leave: a step would change nothing. */
static inline bool engine_idle(const struct engine *e)
{
    return e->type->idle(e);
}

/* The port of channel kind `outside` number `number` (SM or UMC). */
static inline struct port engine_port(const struct engine *e, enum outside outside, uint32_t number)
{
    return e->type->port(e, outside, number);
}

/* To the RTL: whether it takes a message in the next step, whether it was offered one already, and
 * offering it (fill port->msg first) for exactly that step. Offer only what will be taken. */
static inline bool port_takes(const struct port *p)
{
    return (*p->ready & p->mask) != 0;
}

static inline bool port_offered(const struct port *p)
{
    return (*p->valid & p->mask) != 0;
}

static inline void engine_offer(struct engine *e, const struct port *p)
{
    e->type->offer(e, p);
}

/* From the RTL: the channels that show a message now, and taking it in the next step. */
static inline const struct shown *engine_shown(const struct engine *e, size_t *n)
{
    return e->type->shown(e, n);
}

static inline void engine_consume(struct engine *e, const struct port *p)
{
    e->type->consume(e, p);
}

/* The window into a tile: what PROBE_* shows, now. */
static inline uint64_t engine_probe(struct engine *e, size_t tile, uint32_t select)
{
    return e->type->probe(e, tile, select);
}

/* Tiles evaluated so far, summed over cycles: what idle-skip saved shows in it. */
static inline uint64_t engine_evaluations(const struct engine *e)
{
    return e->type->evaluations(e);
}

/* A channel of the netlist, to be looked at alone: when all is set for a step, `msg` passes in it
 * if its valid and ready are both set. No pointers where the engine does not show channels. */
static inline struct port engine_channel(const struct engine *e, size_t channel)
{
    return e->type->channel != NULL ? e->type->channel(e, channel) : (struct port){0};
}

/* Something that the proofs assume was not so in the last step; only tiles with monitors can tell.
 */
static inline bool engine_broken(const struct engine *e)
{
    return e->type->broken != NULL && e->type->broken(e);
}

/* The monitors of a tile, and how many it has. */
static inline size_t engine_monitors(const struct engine *e, size_t tile,
                                     const struct monitor **monitors)
{
    return e->type->monitors != NULL ? e->type->monitors(e, tile, monitors) : 0;
}

static inline bool port_passes(const struct port *p)
{
    return (*p->valid & *p->ready & p->mask) != 0;
}

#endif
