/*
 * The units of networks: routers, hops and network interfaces. Credits go back to who sends the
 * flits that they answer; units at the two ends of a channel of flits count alike; and sizes are
 * the system's. Which way packets go is in packets.c.
 */
#include "formal/wiring/impl.h"
#include "gen/system/derived.h"

#include <string.h>

/* ---- credits ---- */

/* A hop has the credits of either side under the other name. */
static const char *hears(const struct cell *sender)
{
    return is_unit(sender, "um_hop") ? "freed" : "credit";
}

static const char *tells(const struct cell *receiver)
{
    return is_unit(receiver, "um_hop") ? "credit" : "freed";
}

static void check_credits(struct check *k, const struct end *from)
{
    const struct end *to = from->peer;
    const struct end *told = end_at(k, to->cell, tells(to->cell), to->index);
    const struct end *heard = end_at(k, from->cell, hears(from->cell), from->index);
    if (told == NULL || heard == NULL || told->peer != heard)
        wiring_found(k->f, "credits_return", "%s hears no credits of %s", end_name(k, from),
                     end_name(k, to));
}

/* ---- both ends of a channel ---- */

const struct cell *beyond_hops(const struct check *k, const struct end *to)
{
    while (to != NULL && is_unit(to->cell, "um_hop")) {
        const struct end *out = end_at(k, to->cell, "out", 0);
        to = out != NULL ? out->peer : NULL;
    }
    return to != NULL ? to->cell : NULL;
}

/* Virtual channels of a class. */
static uint64_t group_of(const struct cell *unit)
{
    return is_unit(unit, "um_router") ? value_of(unit, "LAYERS") * value_of(unit, "LANES")
                                      : value_of(unit, "GROUP");
}

/* Bits of a packet's nodes: with UGAL a router's packets have two. */
static uint64_t node_bits_of(const struct cell *unit)
{
    return value_of(unit, "NODE_W") * (is_unit(unit, "um_router_ugal") ? 2 : 1);
}

static void check_two(struct check *k, const struct cell *from, const struct cell *to)
{
    static const char *const names[] = {"VCS", "DEPTH", "FLIT_W"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (value_of(from, names[i]) != value_of(to, names[i]))
            wiring_found(k->f, "sizes_agree", "%s.%s is %llu, %s.%s is %llu", from->name, names[i],
                         (unsigned long long)value_of(from, names[i]), to->name, names[i],
                         (unsigned long long)value_of(to, names[i]));
    if (node_bits_of(from) != node_bits_of(to))
        wiring_found(k->f, "sizes_agree", "%s has %llu bits for nodes, %s has %llu", from->name,
                     (unsigned long long)node_bits_of(from), to->name,
                     (unsigned long long)node_bits_of(to));
    if (group_of(from) != group_of(to))
        wiring_found(k->f, "sizes_agree", "a class has %llu channels in %s, %llu in %s",
                     (unsigned long long)group_of(from), from->name,
                     (unsigned long long)group_of(to), to->name);
    const uint64_t begins = value_of(from, "OPEN"),
                   side = value_of(to, "SUB") * value_of(to, "LANES");
    if (is_unit(from, "um_ni_inject") && is_unit(to, "um_router") && begins != side)
        wiring_found(k->f, "sizes_agree", "%s begins in %llu channels, of which %s has %llu",
                     from->name, (unsigned long long)begins, to->name, (unsigned long long)side);
}

/* ---- the system's sizes ---- */

/* Of a router's or a hop's channels, those that an overlay's flits pass: the upper half of each
 * class. */
static uint64_t passing(const struct check *k, const struct cell *unit)
{
    const uint32_t vcs = 1U << value_of(unit, "VC_W");
    uint64_t bits = 0;
    const uint32_t all = is_unit(unit, "um_router") ? (uint32_t)value_of(unit, "VCS") : vcs,
                   group = all / 2;
    for (uint32_t vc = 0; k->sys->fabric.overlay.latency > 0 && vc < all; vc++)
        bits |= (uint64_t)(vc % group >= group / 2) << vc;
    return bits;
}

static void check_sizes_of(struct check *k, const struct cell *unit)
{
    const struct sys_network *w = &k->sys->fabric.network;
    const uint64_t classes = system_invalidates(k->sys) || system_has_directory(k->sys) ? 3 : 2;
    const struct size sizes[] = {{"FLIT_W", 8 * (uint64_t)k->sys->link.bytes_per_cycle},
                                 {"VCS", classes * group_of(unit)},
                                 {"LANES", w->vcs},
                                 {"STAGES", w->stages},
                                 {"PASS", passing(k, unit)},
                                 {"ORDERED", w->channel == SYS_CHANNEL_LINE}};
    uint64_t value;
    check_values(k, unit, sizes, sizeof sizes / sizeof *sizes);
    if (!cell_param(unit, "DEPTH", &value) || is_unit(unit, "um_hop"))
        return;
    /* A credit comes back after both ways, and a cycle at least at each end. */
    const struct sys_fabric *f = &k->sys->fabric;
    const uint32_t near = k->sys->link.latency, far = f->between.latency;
    const bool right = w->depth > 0 ? value == w->depth : value > 2 * (near > far ? near : far) + 2;
    if ((value & (value - 1)) != 0 || !right)
        wiring_found(k->f, "sizes_are_the_systems", "%s.DEPTH is %llu, the system's is %u",
                     unit->name, (unsigned long long)value, w->depth);
}

/* One that an overlay's flits pass has the channels of the router before it. */
static void check_hop_pass(struct check *k, const struct cell *hop)
{
    const struct end *in = end_at(k, hop, "in", 0);
    const struct cell *near = in != NULL && in->peer != NULL ? in->peer->cell : NULL;
    if (near == NULL)
        return;
    const struct size sizes[] = {{"PASS", passing(k, near)},
                                 {"PASS_LATENCY", k->sys->fabric.overlay.latency},
                                 {"VC_LSB", value_of(near, "FLIT_W") + 1},
                                 {"VC_W", bits_for(value_of(near, "VCS"))}};
    check_values(k, hop, sizes, sizeof sizes / sizeof *sizes);
    if (value_of(hop, "DEPTH") < 2 * value_of(hop, "LATENCY"))
        wiring_found(k->f, "sizes_are_the_systems",
                     "%s has %llu places: flits that wait for those that pass have none", hop->name,
                     (unsigned long long)value_of(hop, "DEPTH"));
}

static void check_hop(struct check *k, const struct cell *hop)
{
    if (is_unit(hop, "um_hop_pass"))
        check_hop_pass(k, hop);
    const uint64_t depth = value_of(hop, "DEPTH");
    if ((depth & (depth - 1)) != 0 || depth <= value_of(hop, "LATENCY"))
        wiring_found(k->f, "sizes_are_the_systems",
                     "%s has %llu places: flits wait for them within its latency", hop->name,
                     (unsigned long long)depth);
}

static bool is_interface(const struct cell *cell)
{
    return is_unit(cell, "um_ni_inject") || is_unit(cell, "um_ni_eject");
}

/* Memory cubes have the routers, so what asks is on another chip than its router: a link away. */
static void check_apart(struct check *k, const struct end *from, const struct cell *to)
{
    const bool sends = is_unit(from->cell, "um_ni_inject");
    const struct cell *interface = sends ? from->cell : to;
    if (!sends && !is_unit(to, "um_ni_eject"))
        return;
    const bool asks = end_at(k, interface, sends ? "req" : "rsp", 0) != NULL;
    const bool right = asks && k->sys->memory.cubes.clusters > 0 && k->sys->link.latency > 0 &&
                       !system_distributes(k->sys) && !is_at_gate(k, interface);
    if (is_unit(from->peer->cell, "um_hop") != right)
        wiring_found(k->f, "sizes_are_the_systems", "%s is %s its router", interface->name,
                     right ? "not a hop away from" : "a hop away from");
}

static void check_messages_of(struct check *k, const struct cell *interface)
{
    for (int is = 0; is < PACKET_CLASSES; is++) {
        const enum message_class c = (enum message_class)is;
        if (end_at(k, interface, class_channel(c), 0) != NULL)
            check_interface(k, interface, class_param(k, c, ""), c);
    }
}

void check_networks(struct check *k)
{
    for (uint32_t i = 0; i < k->n_ends; i++) {
        const struct end *from = &k->ends[i];
        if (!sends_flits(from) || from->peer == NULL)
            continue;
        check_credits(k, from);
        const struct cell *to = beyond_hops(k, from->peer);
        if (is_unit(from->cell, "um_hop") || to == NULL)
            continue;
        check_two(k, from->cell, to);
        check_apart(k, from, to);
    }
    for (uint32_t i = 0; i < k->c->top->n_cells; i++) {
        const struct cell *cell = &k->c->top->cells[i];
        if (is_unit(cell, "um_router") || is_interface(cell))
            check_sizes_of(k, cell);
        if (is_interface(cell))
            check_messages_of(k, cell);
        if (is_unit(cell, "um_hop"))
            check_hop(k, cell);
    }
    check_hops(k);
}
