/*
 * The RTL of a system as something that steps: its units between the channels that leave it.
 *
 * There are two engines, and they agree cycle by cycle (tests/cosim/test_flat.c):
 *   tiles   a verilated object per tile, channels as copies between objects; idle tiles are not
 *           evaluated
 *   flat    the whole system verilated as one top, um_system; all of it is evaluated in every cycle
 *
 * Channels that leave the RTL (cores, DRAM) are driven through `struct port`.
 */
#ifndef UMBEL_HARNESS_ENGINE_ENGINE_H
#define UMBEL_HARNESS_ENGINE_ENGINE_H

#include "gen/machine/netlist.h"
#include "harness/dut.h"
#include "harness/verilator/monitors.h"

struct engine;
struct team; /* sw/util/team.h */

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
    uint8_t mask;           /* selects the channel's bit in these bytes */
    int tile;               /* number in the netlist of the tile whose port this is */
};

/* A channel that leaves the RTL and shows a message; `number` as in engine_port. */
struct shown {
    enum outside outside;
    uint32_t number;
};

/* The functions of an engine; each is described at its caller below. */
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
    void (*use_team)(struct engine *e, struct team *team); /* NULL: the engine steps alone */
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

/* Keeps every tile awake: slower. If a cycle differs, a unit's idle_o is wrong. */
static inline void engine_never_sleep(struct engine *e)
{
    e->type->never_sleep(e);
}

/* Lets a team step the tiles (NULL: the caller alone); the same cycles. */
static inline void engine_use_team(struct engine *e, struct team *team)
{
    if (e->type->use_team != NULL)
        e->type->use_team(e, team);
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

/* Channels to the RTL. port_takes: the RTL takes a message in the next step. port_offered: it was
 * offered one already. engine_offer: offers the message in port->msg for exactly that step; only
 * after port_takes has said that it will be taken. */
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

/* Channels from the RTL: engine_shown lists those that show a message now, engine_consume takes the
 * message in the next step. */
static inline const struct shown *engine_shown(const struct engine *e, size_t *n)
{
    return e->type->shown(e, n);
}

static inline void engine_consume(struct engine *e, const struct port *p)
{
    e->type->consume(e, p);
}

/* Reads a tile's probe window, now; `select` is one of PROBE_*. */
static inline uint64_t engine_probe(struct engine *e, size_t tile, uint32_t select)
{
    return e->type->probe(e, tile, select);
}

/* Tiles evaluated so far, summed over cycles: shows what skipping idle tiles saves. */
static inline uint64_t engine_evaluations(const struct engine *e)
{
    return e->type->evaluations(e);
}

/* A channel of the netlist, read-only: when everything is set for a step, `msg` passes if valid and
 * ready are both set. All pointers are NULL if the engine does not show its channels. */
static inline struct port engine_channel(const struct engine *e, size_t channel)
{
    return e->type->channel != NULL ? e->type->channel(e, channel) : (struct port){0};
}

/* An assumption of the proofs has been broken; only tiles with monitors can tell. */
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
