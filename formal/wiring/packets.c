/*
 * The way of a packet: from the network interface that makes it of a message, by routers and hops,
 * to the interface of its node. Routers obey their tables (`units/router.vh`), so the tables are
 * read here, as constants of the emitted system. Of the virtual channels only classes and layers
 * matter: a packet of a lane waits for lanes of the same kind, in whichever a router puts it.
 */
#include "formal/wiring/impl.h"

#include <string.h>

/* Words of turn_i (gen/units/fabric/router.h), as in the router's properties. */
enum { STAY = 0, BEGIN = 1, CROSS = 2, ANY = 3, RAISE = 4, NEVER = 7, TURN_BITS = 3 };

struct packet {
    const struct message *m;
    const struct cell *inject;
    uint32_t node;
    uint32_t via;            /* with UGAL: the node that its sender proposes, */
    bool at_once;            /* and whether its first router lets it go at once to its own */
    const struct end *flits; /* they leave here, */
    uint32_t layers;         /* in one of these, a bit each */
};

bool sends_flits(const struct end *e)
{
    return e->source && strcmp(e->channel, "out") == 0 &&
           (is_unit(e->cell, "um_ni_inject") || is_unit(e->cell, "um_router") ||
            is_unit(e->cell, "um_hop"));
}

const char *class_param(struct check *k, enum message_class is, const char *what)
{
    static const char *const prefixes[PACKET_CLASSES] = {"REQ", "RSP", "ACK"};
    return arena_printf(&k->f->arena, "%s_%s", prefixes[is], what);
}

/* ---- tables ---- */

/* Bits of a constant input; what is no constant, check_ports has found. */
uint32_t table_bits(const struct cell *router, const char *table, uint32_t lsb, uint32_t n)
{
    const struct pin *pin = cell_pin(router, table);
    uint32_t value = 0;
    for (uint32_t i = 0; pin != NULL && i < n && lsb + i < pin->n; i++)
        value |= (uint32_t)(pin->bits[lsb + i] == BIT_1) << i;
    return value;
}

/* The way of a packet from one input of a router, by its tables. */
struct step {
    uint32_t out, turn;
    bool crosses, anew; /* it crosses a dateline; it begins the upper half of its layers */
};

static uint32_t turn_of(const struct cell *router, uint32_t from, uint32_t to)
{
    const uint32_t ports = (uint32_t)value_of(router, "PORTS");
    return table_bits(router, "turn_i", (from * ports + to) * TURN_BITS, TURN_BITS);
}

static uint32_t port_bits_of(const struct cell *router)
{
    const uint64_t ports = value_of(router, "PORTS");
    return ports > 1 ? bits_for(ports) : 1;
}

uint32_t output_for(const struct cell *router, uint32_t node)
{
    const uint32_t bits = port_bits_of(router);
    return table_bits(router, "route_i", node * (bits + 1), bits);
}

static struct step step_to(const struct cell *router, uint32_t from, uint32_t node)
{
    const uint32_t bits = port_bits_of(router);
    struct step s = {.out = output_for(router, node)};
    s.crosses = table_bits(router, "route_i", node * (bits + 1) + bits, 1) != 0;
    s.turn = s.out < value_of(router, "PORTS") ? turn_of(router, from, s.out) : NEVER;
    return s;
}

/* With UGAL (Singh 2005): in the lower half of its layers a packet is on the way to the node that
 * its sender proposes. The router of that node sends it to its own, as if that node had sent it, in
 * the upper half; the first router may do so, too. */
static struct step step_of(const struct cell *router, uint32_t in, const struct packet *p)
{
    const uint32_t half = (uint32_t)value_of(router, "LAYERS") / 2;
    if (!is_unit(router, "um_router_ugal") || p->layers >> half != 0)
        return step_to(router, in, p->node);
    const struct step between = step_to(router, in, p->via);
    const bool first = turn_of(router, in, in) == ANY, last = between.turn == ANY;
    if (!last && !(first && p->at_once))
        return between;
    struct step s = step_to(router, last && !first ? between.out : in, p->node);
    s.anew = true;
    return s;
}

/* The layers in which a packet of this layer may be behind a turn; 0: there is none. A sender's
 * order keeps a packet on its side of the dateline where it has a choice. */
static uint32_t layers_after(const struct cell *router, uint32_t turn, bool crosses, uint32_t layer)
{
    const uint32_t all = (uint32_t)value_of(router, "LAYERS"),
                   sub = (uint32_t)value_of(router, "SUB");
    const bool ordered = value_of(router, "ORDERED") != 0;
    if (turn == NEVER || sub == 0)
        return 0;
    if (turn == ANY)
        return ordered ? 1U << layer : (1U << all) - 1;
    const uint32_t first = (layer / sub + ((turn & RAISE) != 0)) * sub, side = layer % sub;
    if (first + sub > all)
        return 0;
    switch (turn & ~(uint32_t)RAISE) {
    case STAY:
        return 1U << (first + side);
    case CROSS:
        return 1U << (first + sub - 1);
    default:
        return crosses ? 1U << first : ordered ? 1U << (first + side) : ((1U << sub) - 1) << first;
    }
}

/* ---- hop by hop ---- */

static bool lost(struct check *k, const struct packet *p, const char *why)
{
    wiring_found(k->f, check_of(p->m), "%s: a packet for node %u from %s %s", end_name(k, p->flits),
                 p->node, p->inject->name, why);
    return false;
}

/* The packet waits in the channel of its flits for room in the next. */
static void moves_on(struct check *k, struct packet *p, const struct end *next, uint32_t layer,
                     uint32_t then)
{
    const uint32_t from = queue_of_layer(k, p->flits, p->m->is, layer);
    for (uint32_t l = 0; l < k->layers; l++)
        if ((then >> l & 1) != 0)
            queue_waits_for(k, from, queue_of_layer(k, next, p->m->is, l));
}

static bool pass_hop(struct check *k, struct packet *p)
{
    const struct cell *hop = p->flits->peer->cell;
    if (p->m->passes && must_pass(k, hop) && !is_unit(hop, "um_hop_pass"))
        return lost(k, p, "takes a hop that it does not pass");
    const struct end *next = end_at(k, p->flits->peer->cell, "out", 0);
    for (uint32_t l = 0; l < k->layers; l++)
        if ((p->layers >> l & 1) != 0)
            moves_on(k, p, next, l, 1U << l);
    p->flits = next;
    return true;
}

static bool pass_router(struct check *k, struct packet *p)
{
    const struct end *in = p->flits->peer;
    const struct cell *router = in->cell;
    const uint32_t layers = (uint32_t)value_of(router, "LAYERS"),
                   sub = (uint32_t)value_of(router, "SUB");
    if (p->node >= value_of(router, "NODES") || p->via >= value_of(router, "NODES"))
        return lost(k, p, "comes to a router without a way to so high a node");
    const struct step s = step_of(router, in->index, p);
    const struct end *next =
        s.out < value_of(router, "PORTS") ? end_at(k, router, "out", s.out) : NULL;
    if (next == NULL)
        return lost(k, p, "comes to a router that has no such port");
    uint32_t then = 0;
    for (uint32_t l = 0; l < k->layers; l++) {
        const uint32_t before = s.anew && sub > 0 ? layers / 2 + l % sub : l;
        const uint32_t after = (p->layers >> l & 1) != 0
                                   ? layers_after(router, s.turn, s.crosses, before)
                                   : ~(uint32_t)0;
        if (after == 0)
            return lost(k, p, "comes to a router that has no turn to its port");
        if (after != ~(uint32_t)0) {
            moves_on(k, p, next, l, after);
            then |= after;
        }
    }
    p->flits = next;
    p->layers = then;
    return true;
}

/* The interface of a node sends each class by a channel of its own. */
static const struct end *sent_on(struct check *k, struct packet *p)
{
    const struct end *next = end_at(k, p->flits->peer->cell, class_channel(p->m->is), 0);
    if (next == NULL) {
        lost(k, p, "comes to a node that has no channel for its class");
        return NULL;
    }
    for (uint32_t l = 0; l < k->layers; l++)
        if ((p->layers >> l & 1) != 0)
            queue_waits_for(k, queue_of_layer(k, p->flits, p->m->is, l), queue_of(k, next));
    return next;
}

/* The node that a message is for; -1 when the interface reads what is not known. */
static int64_t node_for(struct check *k, const struct cell *inject, const struct message *m)
{
    const char *umcs = class_param(k, m->is, "UMC_W");
    uint64_t any;
    int64_t node = field_of(k, inject, m, class_param(k, m->is, "DEST_LSB"),
                            class_param(k, m->is, "DEST_W")),
            umc = 0;
    if (cell_param(inject, umcs, &any))
        umc = field_of(k, inject, m, class_param(k, m->is, "UMC_LSB"), umcs) *
              (int64_t)value_of(inject, class_param(k, m->is, "UMC_NODES"));
    return node < 0 || umc < 0
               ? -1
               : node + umc + (int64_t)value_of(inject, class_param(k, m->is, "NODE"));
}

/* What the interface makes of a message; false when it reads what is not known. */
static bool begins(struct check *k, struct packet *p, uint32_t queue)
{
    const uint32_t lanes = k->sys->fabric.network.vcs;
    const int64_t node = node_for(k, p->inject, p->m);
    if (node < 0)
        return false;
    p->node = (uint32_t)node;
    p->flits = end_at(k, p->inject, "out", 0);
    p->layers = (1U << value_of(p->inject, "OPEN") / lanes) - 1;
    p->layers <<= is_upper(p->inject) ? value_of(p->inject, "GROUP") / lanes / 2 : 0;
    check_way_of_interface(k, p->inject, p->m);
    for (uint32_t l = 0; p->flits != NULL && l < k->layers; l++)
        if ((p->layers >> l & 1) != 0)
            queue_waits_for(k, queue, queue_of_layer(k, p->flits, p->m->is, l));
    return p->flits != NULL;
}

static const struct end *one_way(struct check *k, uint32_t queue, struct packet p)
{
    bool moves = begins(k, &p, queue);
    for (uint32_t hops = 0; moves && p.flits->peer != NULL; hops++) {
        const struct cell *at = p.flits->peer->cell;
        if (is_unit(at, "um_ni_eject"))
            return sent_on(k, &p);
        if (hops == k->c->top->n_cells)
            moves = lost(k, &p, "goes round and round");
        else if (is_unit(at, "um_router"))
            moves = pass_router(k, &p);
        else if (is_unit(at, "um_hop"))
            moves = pass_hop(k, &p);
        else
            moves = lost(k, &p, "leaves the network");
    }
    return NULL;
}

/* Where a sender proposes nodes, a packet is followed at once to its own and by each of them. */
const struct end *through_network(struct check *k, uint32_t queue, const struct cell *inject,
                                  const struct message *m)
{
    struct packet p = {.m = m, .inject = inject, .at_once = true};
    const struct end *found = one_way(k, queue, p);
    const uint32_t each = (uint32_t)value_of(inject, "VIAS"),
                   vias = each * (uint32_t)value_of(inject, "SLICES");
    p.at_once = false;
    for (uint32_t i = 0; found != NULL && i < vias; i++) {
        p.via = (uint32_t)value_of(inject, "VIA_FIRST") + i % each +
                i / each * (uint32_t)value_of(inject, "VIA_STEP");
        if (one_way(k, queue, p) != found) {
            wiring_found(k->f, check_of(m), "a packet of %s comes elsewhere by way of node %u",
                         inject->name, p.via);
            return NULL;
        }
    }
    return found;
}
