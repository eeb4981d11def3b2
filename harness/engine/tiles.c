/*
 * The engine of tiles: a system's tiles as verilated objects, its channels as copies between their
 * ports.
 *
 * A cycle evaluates every tile that is awake, then carries their outputs to their neighbours. All
 * outputs depend on a tile's registers alone, so the order of evaluation does not matter. A tile
 * sleeps while it says idle_o and no message passes on any of its channels.
 */
#include "harness/engine/engine.h"

#include "harness/engine/monitors.h"
#include "harness/engine/units.h"
#include "sw/util/arena.h"
#include "sw/util/team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With fewer tiles awake than this for each member of a team, the caller steps them alone. */
enum { LEAST_AWAKE = 4 };

/* One end of a channel in a tile's ports: a bit of valid and of ready, and the words of msg. */
struct side {
    uint8_t *valid, *ready;
    uint32_t *msg;
    uint8_t mask; /* of the channel's bit in the bytes at valid and ready */
    int tile;
};

struct wire {
    struct side from, to;
    uint32_t words;
};

/* A channel out of the RTL. */
struct leaving {
    struct side side;
    struct shown shown;
    bool listed; /* it is in the engine's list of those that show a message */
    int next;    /* the next one of the same tile; -1: there is none */
};

/* A bit to be zeroed after the step. */
struct clearing {
    uint8_t *byte, mask;
};

struct tile_state {
    struct dut dut;
    void (*step)(void *model);
    const struct monitor_unit *monitors; /* NULL: none */
    const bool *broken;                  /* whether one of them was broken */
    const uint8_t *idle;
    struct wire **out, **in; /* channels that it drives, and channels that it receives from */
    int n_out, n_in;
    bool awake;  /* it is in the list of the next step */
    int leaving; /* its first channel out of the RTL; -1: it has none */
};

struct tile_engine {
    struct engine engine;
    const struct netlist *netlist;
    struct tile_state *tiles;
    struct wire *wires;
    size_t n_wires;
    struct wire **lists; /* storage of all tiles' `out` and `in` */
    int *awake, *stepped;
    size_t n_awake, n_stepped;
    struct port *outside; /* one per channel of the netlist, all zero for channels inside */
    struct clearing *clear;
    size_t n_clear;
    struct leaving *leaving;
    size_t n_leaving;
    struct shown *shown; /* channels that show a message to the outside */
    int *shown_by;       /* their numbers in `leaving` */
    size_t n_shown;
    uint64_t evaluations;
    bool never_sleep;
    bool records;      /* tiles write into one file of waves: no team may step them */
    struct team *team; /* NULL: none */
    bool watched;      /* tiles have monitors */
    bool broken;       /* a monitor has been broken; stays set */
};

static void wake(struct tile_engine *e, int tile)
{
    if (!e->tiles[tile].awake) {
        e->tiles[tile].awake = true;
        e->awake[e->n_awake++] = tile;
    }
}

/* ---- construction ---- */

static void *port_of(const struct tile_engine *e, int tile, const char *port, const char *what)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", port, what);
    void *data = dut_port(&e->tiles[tile].dut, name);
    if (data == NULL) {
        fprintf(stderr, "umbel: bug: %s has no port %s\n", e->netlist->tiles[tile].module, name);
        abort();
    }
    return data;
}

static struct side side_of(const struct tile_engine *e, const struct channel_end *end, bool drives,
                           uint32_t bits)
{
    uint8_t *valid = port_of(e, end->tile, end->port, drives ? "valid_o" : "valid_i");
    uint8_t *ready = port_of(e, end->tile, end->port, drives ? "ready_i" : "ready_o");
    uint32_t *msg = port_of(e, end->tile, end->port, drives ? "msg_o" : "msg_i");
    return (struct side){.valid = valid + end->index / 8,
                         .ready = ready + end->index / 8,
                         .mask = (uint8_t)(1u << (end->index % 8)),
                         .msg = msg + (size_t)end->index * (bits / 32),
                         .tile = end->tile};
}

static void connect(struct tile_engine *e)
{
    const struct netlist *n = e->netlist;
    for (size_t i = 0; i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        if (c->outside != INSIDE) {
            bool drives = c->from.tile >= 0;
            struct side s = side_of(e, drives ? &c->from : &c->to, drives, c->bits);
            e->outside[i] = (struct port){s.valid, s.ready, s.msg, s.mask, s.tile};
            if (drives) {
                e->leaving[e->n_leaving] =
                    (struct leaving){s, {c->outside, c->number}, false, e->tiles[s.tile].leaving};
                e->tiles[s.tile].leaving = (int)e->n_leaving++;
            }
            continue;
        }
        e->wires[e->n_wires++] = (struct wire){.from = side_of(e, &c->from, true, c->bits),
                                               .to = side_of(e, &c->to, false, c->bits),
                                               .words = c->bits / 32};
    }
}

/* Builds the lists of wires of every tile. */
static void list_wires(struct tile_engine *e)
{
    for (size_t i = 0; i < e->n_wires; i++) {
        e->tiles[e->wires[i].from.tile].n_out++;
        e->tiles[e->wires[i].to.tile].n_in++;
    }
    struct wire **at = e->lists;
    for (size_t t = 0; t < e->netlist->n_tiles; t++) {
        e->tiles[t].out = at;
        at += e->tiles[t].n_out;
        e->tiles[t].in = at;
        at += e->tiles[t].n_in;
        e->tiles[t].n_out = e->tiles[t].n_in = 0;
    }
    for (size_t i = 0; i < e->n_wires; i++) {
        struct wire *w = &e->wires[i];
        struct tile_state *from = &e->tiles[w->from.tile], *to = &e->tiles[w->to.tile];
        from->out[from->n_out++] = w;
        to->in[to->n_in++] = w;
    }
}

/* Copies the consumer's ready to the producer. True if a message will pass in the next step. */
static bool copy_ready(const struct wire *w)
{
    if (*w->to.ready & w->to.mask) {
        *w->from.ready = (uint8_t)(*w->from.ready | w->from.mask);
        return (*w->from.valid & w->from.mask) != 0;
    }
    *w->from.ready = (uint8_t)(*w->from.ready & ~w->from.mask);
    return false;
}

/* A constant has at least as many words as its port. */
static void set_constants(const struct dut *d, const struct tile_constant *c)
{
    for (; c != NULL && c->name != NULL; c++)
        for (const struct dut_port *p = d->type->ports; p->name != NULL; p++)
            if (strcmp(p->name, c->name) == 0)
                memcpy(dut_port(d, c->name), c->words, p->bytes);
}

/* Two cycles of reset; then all tiles are awake, since they clear their arrays by themselves. */
static void reset(struct tile_engine *e)
{
    for (size_t t = 0; t < e->netlist->n_tiles; t++) {
        struct dut *d = &e->tiles[t].dut;
        dut_set(d, "clk_i", 0);
        dut_set(d, "rst_i", 1);
        if (e->netlist->tiles[t].id >= 0)
            dut_set(d, "id_i", (uint64_t)e->netlist->tiles[t].id);
        set_constants(d, e->netlist->tiles[t].constants);
        d->type->settle(d->model);
        d->type->step(d->model);
        d->type->step(d->model);
        dut_set(d, "rst_i", 0);
        d->type->settle(d->model);
        wake(e, (int)t);
    }
    for (size_t i = 0; i < e->n_wires; i++)
        copy_ready(&e->wires[i]);
}

static bool load_units(struct tile_engine *e, struct waves *waves, void (*say)(const char *text),
                       struct error *err)
{
    const struct netlist *n = e->netlist;
    struct engine_unit *units = xcalloc(n->n_tiles, sizeof *units);
    bool ok = engine_units(n, waves, units, say, err);
    for (size_t t = 0; t < n->n_tiles; t++) {
        struct tile_state *tile = &e->tiles[t];
        tile->dut = units[t].dut;
        if (!ok)
            continue;
        tile->step = tile->dut.type->step;
        tile->idle = dut_port(&tile->dut, "idle_o");
        tile->monitors = units[t].monitors;
        if (tile->monitors == NULL)
            continue;
        tile->broken = tile->monitors->broken(tile->dut.model);
        e->watched = true;
    }
    e->never_sleep = e->watched; /* a message that is not taken wakes no tile: to be checked, too */
    free(units);
    return ok;
}

static void tiles_free(struct engine *engine)
{
    struct tile_engine *e = (struct tile_engine *)engine;
    monitors_count(engine, e->netlist);
    for (size_t t = 0; t < e->netlist->n_tiles; t++)
        if (e->tiles[t].dut.model != NULL)
            e->tiles[t].dut.type->destroy(e->tiles[t].dut.model);
    free(e->tiles);
    free(e->wires);
    free(e->lists);
    free(e->awake);
    free(e->stepped);
    free(e->outside);
    free(e->clear);
    free(e->leaving);
    free(e->shown);
    free(e->shown_by);
    free(e);
}

/* ---- a cycle ---- */

/* Both tiles of a wire step when a message passes; a message that is not taken wakes neither. */
static void pass(struct tile_engine *e, const struct wire *w)
{
    wake(e, w->from.tile);
    wake(e, w->to.tile);
}

/* Copies the outputs of a tile that has stepped to its neighbours. */
static void carry(struct tile_engine *e, struct tile_state *t)
{
    for (int i = 0; i < t->n_out; i++) {
        struct wire *w = t->out[i];
        if (*w->from.valid & w->from.mask) {
            memcpy(w->to.msg, w->from.msg, w->words * sizeof(uint32_t));
            *w->to.valid = (uint8_t)(*w->to.valid | w->to.mask);
            if (*w->to.ready & w->to.mask)
                pass(e, w);
        } else {
            *w->to.valid = (uint8_t)(*w->to.valid & ~w->to.mask);
        }
    }
    for (int i = 0; i < t->n_in; i++)
        if (copy_ready(t->in[i]))
            pass(e, t->in[i]);
}

static void list_one(struct tile_engine *e, int number, size_t *n)
{
    struct leaving *l = &e->leaving[number];
    l->listed = (*l->side.valid & l->side.mask) != 0;
    if (!l->listed)
        return;
    e->shown_by[*n] = number;
    e->shown[(*n)++] = l->shown;
}

/* Messages that leave the RTL are listed until they are taken, even while their tile sleeps. */
static void list_shown(struct tile_engine *e)
{
    size_t n = 0;
    for (size_t i = 0; i < e->n_shown; i++)
        list_one(e, e->shown_by[i], &n);
    for (size_t i = 0; i < e->n_stepped; i++)
        for (int l = e->tiles[e->stepped[i]].leaving; l >= 0; l = e->leaving[l].next)
            if (!e->leaving[l].listed)
                list_one(e, l, &n);
    e->n_shown = n;
}

static void look_at_monitors(struct tile_engine *e)
{
    for (size_t i = 0; i < e->n_stepped; i++) {
        const bool *broken = e->tiles[e->stepped[i]].broken;
        e->broken = e->broken || (broken != NULL && *broken);
    }
}

static void step_share(struct tile_engine *e, struct team_share share)
{
    for (size_t i = share.from; i < share.to; i++) {
        struct tile_state *t = &e->tiles[e->stepped[i]];
        t->awake = false;
        t->step(t->dut.model);
    }
}

static void step_as_member(void *ctx, unsigned member)
{
    struct tile_engine *e = ctx;
    step_share(e, team_share(e->n_stepped, member, team_members(e->team)));
}

static void tiles_step(struct engine *engine)
{
    struct tile_engine *e = (struct tile_engine *)engine;
    int *list = e->awake;
    e->awake = e->stepped;
    e->stepped = list;
    e->n_stepped = e->n_awake;
    e->n_awake = 0;
    if (e->team != NULL && e->n_stepped >= LEAST_AWAKE * team_members(e->team))
        team_do(e->team, step_as_member, e);
    else
        step_share(e, (struct team_share){0, e->n_stepped});
    e->evaluations += e->n_stepped;
    for (size_t i = 0; i < e->n_clear; i++)
        *e->clear[i].byte = (uint8_t)(*e->clear[i].byte & ~e->clear[i].mask);
    e->n_clear = 0;
    for (size_t i = 0; i < e->n_stepped; i++) {
        struct tile_state *t = &e->tiles[e->stepped[i]];
        if (!*t->idle || e->never_sleep)
            wake(e, e->stepped[i]);
        carry(e, t);
    }
    list_shown(e);
    if (e->watched)
        look_at_monitors(e);
}

static void tiles_never_sleep(struct engine *engine)
{
    struct tile_engine *e = (struct tile_engine *)engine;
    e->never_sleep = true;
    for (size_t t = 0; t < e->netlist->n_tiles; t++)
        wake(e, (int)t);
}

static void tiles_use_team(struct engine *engine, struct team *team)
{
    struct tile_engine *e = (struct tile_engine *)engine;
    e->team = e->records ? NULL : team;
}

static bool tiles_idle(const struct engine *engine)
{
    const struct tile_engine *e = (const struct tile_engine *)engine;
    if (!e->never_sleep)
        return e->n_awake == 0 && e->n_shown == 0;
    for (size_t t = 0; t < e->netlist->n_tiles; t++)
        if (!*e->tiles[t].idle)
            return false;
    for (size_t i = 0; i < e->n_wires; i++)
        if ((*e->wires[i].from.valid & e->wires[i].from.mask) != 0)
            return false;
    return e->n_clear == 0 && e->n_shown == 0;
}

/* ---- the outside ---- */

static struct port tiles_port(const struct engine *engine, enum outside outside, uint32_t number)
{
    const struct tile_engine *e = (const struct tile_engine *)engine;
    const struct netlist *n = e->netlist;
    for (size_t i = 0; i < n->n_channels; i++)
        if (n->channels[i].outside == outside && n->channels[i].number == number)
            return e->outside[i];
    return (struct port){0};
}

static void tiles_offer(struct engine *engine, const struct port *p)
{
    struct tile_engine *e = (struct tile_engine *)engine;
    *p->valid = (uint8_t)(*p->valid | p->mask);
    e->clear[e->n_clear++] = (struct clearing){p->valid, p->mask};
    wake(e, p->tile);
}

static const struct shown *tiles_shown(const struct engine *engine, size_t *n)
{
    const struct tile_engine *e = (const struct tile_engine *)engine;
    *n = e->n_shown;
    return e->shown;
}

static void tiles_consume(struct engine *engine, const struct port *p)
{
    struct tile_engine *e = (struct tile_engine *)engine;
    *p->ready = (uint8_t)(*p->ready | p->mask);
    wake(e, p->tile);
    e->clear[e->n_clear++] = (struct clearing){p->ready, p->mask};
}

static uint64_t tiles_probe(struct engine *engine, size_t tile, uint32_t select)
{
    struct tile_engine *e = (struct tile_engine *)engine;
    struct dut *d = &e->tiles[tile].dut;
    dut_set(d, "probe_sel_i", select);
    d->type->settle(d->model);
    return dut_get(d, "probe_o");
}

static uint64_t tiles_evaluations(const struct engine *engine)
{
    const struct tile_engine *e = (const struct tile_engine *)engine;
    return e->evaluations;
}

/* Wires are in the order of the netlist's channels, without those to the outside. */
static struct port tiles_channel(const struct engine *engine, size_t channel)
{
    const struct tile_engine *e = (const struct tile_engine *)engine;
    const struct channel *c = e->netlist->channels;
    if (c[channel].outside != INSIDE)
        return e->outside[channel];
    const struct wire *w = e->wires;
    for (size_t i = 0; i < channel; i++)
        w += c[i].outside == INSIDE;
    return (struct port){w->from.valid, w->from.ready, w->from.msg, w->from.mask, w->from.tile};
}

static bool tiles_broken(const struct engine *engine)
{
    return ((const struct tile_engine *)engine)->broken;
}

static size_t tiles_monitors(const struct engine *engine, size_t tile,
                             const struct monitor **monitors)
{
    const struct tile_state *t = &((const struct tile_engine *)engine)->tiles[tile];
    return t->monitors == NULL ? 0 : t->monitors->list(t->dut.model, monitors);
}

static const struct engine_type tiles_type = {
    .free = tiles_free,
    .never_sleep = tiles_never_sleep,
    .step = tiles_step,
    .idle = tiles_idle,
    .port = tiles_port,
    .offer = tiles_offer,
    .consume = tiles_consume,
    .shown = tiles_shown,
    .probe = tiles_probe,
    .evaluations = tiles_evaluations,
    .channel = tiles_channel,
    .broken = tiles_broken,
    .use_team = tiles_use_team,
    .monitors = tiles_monitors,
};

struct engine *engine_tiles(const struct netlist *n, void (*say)(const char *text),
                            struct error *err)
{
    return engine_tiles_waves(n, NULL, say, err);
}

struct engine *engine_tiles_waves(const struct netlist *n, struct waves *waves,
                                  void (*say)(const char *text), struct error *err)
{
    struct tile_engine *e = xcalloc(1, sizeof *e);
    e->engine.type = &tiles_type;
    e->netlist = n;
    e->records = waves != NULL;
    e->tiles = xcalloc(n->n_tiles, sizeof *e->tiles);
    e->wires = xcalloc(n->n_channels, sizeof *e->wires);
    e->lists = xcalloc(2 * n->n_channels, sizeof(struct wire *));
    e->awake = xcalloc(n->n_tiles, sizeof *e->awake);
    e->stepped = xcalloc(n->n_tiles, sizeof *e->stepped);
    e->outside = xcalloc(n->n_channels, sizeof *e->outside);
    e->clear = xcalloc(n->n_channels, sizeof *e->clear);
    e->leaving = xcalloc(n->n_channels, sizeof *e->leaving);
    e->shown = xcalloc(n->n_channels, sizeof *e->shown);
    e->shown_by = xcalloc(n->n_channels, sizeof *e->shown_by);
    for (size_t t = 0; t < n->n_tiles; t++)
        e->tiles[t].leaving = -1;
    if (!load_units(e, waves, say, err)) {
        engine_free(&e->engine);
        return NULL;
    }
    connect(e);
    list_wires(e);
    reset(e);
    return &e->engine;
}
