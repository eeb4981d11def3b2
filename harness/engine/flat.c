/*
 * The flat engine: a system verilated as one top, um_system, the same Verilog as `umbel gen` emits.
 * It has neither tiles nor copies between them. That makes it slow, and a reference for the engine
 * of tiles.
 */
#include "harness/engine/engine.h"

#include "harness/verilator/build.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All channels of one kind: they lie side by side in the ports of the top. */
struct edge {
    uint8_t *valid, *ready;
    uint32_t *msg;
    uint32_t count;
    uint32_t words; /* of one channel's message */
    bool leaves;    /* the RTL drives valid and msg */
};

struct flat_engine {
    struct engine engine;
    const struct netlist *netlist;
    struct dut top;
    struct edge edges[DRAM_RSP + 1]; /* by enum outside; INSIDE stays empty */
    const uint8_t *idle;
    bool driven; /* something was offered or consumed since the last step */
    struct shown *shown;
    size_t n_shown;
    uint64_t steps;
};

/* ---- construction ---- */

static void *port_of(const struct dut *top, const char *channel, const char *what)
{
    char name[64];
    snprintf(name, sizeof name, "%s_%s", channel, what);
    void *data = dut_port(top, name);
    if (data == NULL) {
        fprintf(stderr, "umbel: bug: um_system has no port %s\n", name);
        abort();
    }
    return data;
}

/* The top's ports have the names of the channels' outer ends. */
static void find_edges(struct flat_engine *f)
{
    const struct netlist *n = f->netlist;
    for (size_t i = 0; i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        struct edge *g = &f->edges[c->outside];
        if (c->outside == INSIDE || c->outside == NOWHERE || g->count++ > 0)
            continue;
        g->leaves = c->from.tile >= 0;
        g->words = c->bits / 32;
        const char *name = g->leaves ? c->to.port : c->from.port;
        g->valid = port_of(&f->top, name, g->leaves ? "valid_o" : "valid_i");
        g->ready = port_of(&f->top, name, g->leaves ? "ready_i" : "ready_o");
        g->msg = port_of(&f->top, name, g->leaves ? "msg_o" : "msg_i");
    }
}

static bool load_top(struct flat_engine *f, void (*say)(const char *text), struct error *err)
{
    struct tile top = {.name = "um_system", .module = "um_system", .id = -1};
    struct sbuf control = {0};
    units_apart(f->netlist, &control);
    struct unit_job job = {.tile = &top, .control = sbuf_str(&control)};
    struct hdl_design *d = hdl_design_new();
    bool ok = netlist_emit_units(f->netlist, d, err) && netlist_emit_flat(f->netlist, d, err) &&
              units_build(&job, 1, d, 1, say, err);
    hdl_design_free(d);
    sbuf_free(&control);
    if (ok)
        f->top = (struct dut){job.type, job.type->create()};
    return ok;
}

/* Two cycles of reset, as in the engine of tiles. */
static void reset(struct flat_engine *f)
{
    const struct dut *d = &f->top;
    dut_set(d, "clk_i", 0);
    dut_set(d, "rst_i", 1);
    d->type->settle(d->model);
    d->type->step(d->model);
    d->type->step(d->model);
    dut_set(d, "rst_i", 0);
    d->type->settle(d->model);
}

static void flat_free(struct engine *e)
{
    struct flat_engine *f = (struct flat_engine *)e;
    if (f->top.model != NULL)
        f->top.type->destroy(f->top.model);
    free(f->shown);
    free(f);
}

/* ---- a cycle ---- */

static void list_shown(struct flat_engine *f)
{
    f->n_shown = 0;
    for (int o = CORE_REQ; o <= DRAM_RSP; o++) {
        const struct edge *g = &f->edges[o];
        for (uint32_t i = 0; g->leaves && i < g->count; i++)
            if (g->valid[i / 8] >> (i % 8) & 1)
                f->shown[f->n_shown++] = (struct shown){(enum outside)o, i};
    }
}

static void flat_step(struct engine *e)
{
    struct flat_engine *f = (struct flat_engine *)e;
    f->top.type->step(f->top.model);
    f->steps++;
    for (int o = CORE_REQ; o <= DRAM_RSP; o++) {
        const struct edge *g = &f->edges[o];
        memset(g->leaves ? g->ready : g->valid, 0, (g->count + 7) / 8);
    }
    f->driven = false;
    list_shown(f);
}

static bool flat_idle(const struct engine *e)
{
    const struct flat_engine *f = (const struct flat_engine *)e;
    return *f->idle && !f->driven && f->n_shown == 0;
}

/* The flat engine never sleeps. */
static void flat_never_sleep(struct engine *e)
{
    (void)e;
}

/* ---- the outside ---- */

/* The tile at the end of a channel: its number is needed to probe the unit. */
static int tile_of(const struct netlist *n, enum outside outside, uint32_t number)
{
    const struct channel *c = n->channels;
    while (c->outside != outside || c->number != number)
        c++;
    return c->from.tile >= 0 ? c->from.tile : c->to.tile;
}

static struct port flat_port(const struct engine *e, enum outside outside, uint32_t number)
{
    const struct flat_engine *f = (const struct flat_engine *)e;
    const struct edge *g = &f->edges[outside];
    return (struct port){.valid = g->valid + number / 8,
                         .ready = g->ready + number / 8,
                         .mask = (uint8_t)(1u << (number % 8)),
                         .msg = g->msg + (size_t)number * g->words,
                         .tile = tile_of(f->netlist, outside, number)};
}

static void flat_offer(struct engine *e, const struct port *p)
{
    *p->valid = (uint8_t)(*p->valid | p->mask);
    ((struct flat_engine *)e)->driven = true;
}

static void flat_consume(struct engine *e, const struct port *p)
{
    *p->ready = (uint8_t)(*p->ready | p->mask);
    ((struct flat_engine *)e)->driven = true;
}

static const struct shown *flat_shown(const struct engine *e, size_t *n)
{
    const struct flat_engine *f = (const struct flat_engine *)e;
    *n = f->n_shown;
    return f->shown;
}

static uint64_t flat_probe(struct engine *e, size_t tile, uint32_t select)
{
    const struct dut *d = &((struct flat_engine *)e)->top;
    dut_set(d, "probe_tile_i", tile);
    dut_set(d, "probe_sel_i", select);
    d->type->settle(d->model);
    return dut_get(d, "probe_o");
}

static uint64_t flat_evaluations(const struct engine *e)
{
    const struct flat_engine *f = (const struct flat_engine *)e;
    return f->steps * f->netlist->n_tiles;
}

static const struct engine_type flat_type = {
    .free = flat_free,
    .never_sleep = flat_never_sleep,
    .step = flat_step,
    .idle = flat_idle,
    .port = flat_port,
    .offer = flat_offer,
    .consume = flat_consume,
    .shown = flat_shown,
    .probe = flat_probe,
    .evaluations = flat_evaluations,
};

struct engine *engine_flat(const struct netlist *n, void (*say)(const char *text),
                           struct error *err)
{
    struct flat_engine *f = xcalloc(1, sizeof *f);
    f->engine.type = &flat_type;
    f->netlist = n;
    f->shown = xcalloc(n->n_channels, sizeof *f->shown);
    if (!load_top(f, say, err)) {
        engine_free(&f->engine);
        return NULL;
    }
    find_edges(f);
    f->idle = port_of(&f->top, "idle", "o");
    reset(f);
    return &f->engine;
}
