/*
 * The cubes of a slice, and the CPU's overlay (memory networks, V-C, fig. 13).
 *
 *     other banks ------------------ planeN ---- network of --- port of a cube: planeN   > umcI
 *     bank of the CPU --- detour --- planeN ---- the slice                    overlayN
 *                                \-- overlayN -/
 *
 * An overlay is a level of its own in the network of the slice, with interfaces of its own: those
 * of the CPU's banks of the plane at their gates, and one more at each port of the cubes. Its flits
 * are in channels of their own of the slice's links and routers, and pass these. In front of each
 * bank a um_detour chooses the way of a request. The highest bit of a request's src says that it
 * came by the overlay, so each cube's answers go back by the way of their requests: they are what
 * is long, and a congested overlay is relieved of them, too.
 */
#include "gen/machine/network.h"
#include "gen/system/derived.h"

uint32_t tile_way_bit(const struct netlist *n)
{
    return n->memory.bits[MSG_SRC] - 1;
}

struct level overlay_begin(struct build *b, const struct level *slice)
{
    const struct netlist *n = b->n;
    const struct address_map *map = &n->map;
    const uint32_t clusters = n->sys->memory.cubes.clusters, ports = system_cube_ports(n->sys),
                   banks = address_plane_banks(map);
    struct level v = {.askers = banks,
                      .owners = clusters * ports,
                      .w = &n->memory,
                      .owner_lsb = address_home_lsb(map),
                      .owner_bits = log2_up(clusters),
                      .umc_lsb = address_plane_bits(map),
                      .umc_bits = log2_up(ports),
                      .free_lsb = address_plane_bits(map) + log2_up(address_plane_umcs(map)),
                      .asker_bits = log2_up(banks),
                      .slice = slice->slice,
                      .overlay = true,
                      .gated = banks,
                      .name = arena_printf(&b->n->arena, "overlay%u", slice->slice)};
    if (system_has_overlay(n->sys))
        network_begin_overlay(&v, slice);
    return v;
}

struct stop overlay_bank(struct build *b, const struct level *overlay, uint32_t i, uint32_t bank,
                         struct stop s)
{
    const struct netlist *n = b->n;
    const int detour = tile_detour(b, bank);
    const uint32_t req = msg_bits(n->rules.req, &n->memory),
                   rsp = msg_bits(n->rules.rsp, &n->memory);
    build_connect(b, s.req, build_end(detour, "req"), req);
    build_connect(b, build_end(detour, "rsp"), s.rsp, rsp);
    level_asker(
        b, overlay, i,
        (struct stop){.req = build_end(detour, "pass_req"), .rsp = build_end(detour, "pass_rsp")});
    return (struct stop){.req = build_end(detour, "net_req"), .rsp = build_end(detour, "net_rsp")};
}

/* A place where a cube's memory is asked: an owner of a level. */
struct place {
    const struct level *level;
    uint32_t owner;
};

/* The switches behind a port whose first controller has this number. */
static const char *port_name(struct netlist *n, uint32_t first, uint32_t ports, uint32_t behind)
{
    const uint32_t count = n->sys->umc.count, planes = address_planes(&n->map);
    if (behind == 1)
        return arena_printf(&n->arena, "umc%u", first);
    const char *cube = arena_printf(&n->arena, "cube%u.%u", first / count, first % planes);
    return ports == 1 ? cube : arena_printf(&n->arena, "%s.%u", cube, first % count / planes);
}

/* A port of a cube and what is behind it: one controller, or switches before several, which have
 * its number in the bits of a line above the port's. With an overlay it is asked by two ways, at a
 * switch of their own. */
static void port_of_cube(struct build *b, const struct place *at, uint32_t ways, uint32_t first)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    const uint32_t all = address_plane_umcs(&n->map), ports = system_cube_ports(s),
                   behind = all / ports, planes = address_planes(&n->map);
    if (ways == 1 && behind == 1) {
        build_umc(b, at->level, at->owner, first);
        return;
    }
    struct level v = {.askers = ways,
                      .owners = behind,
                      .w = &n->memory,
                      .owner_lsb = address_plane_bits(&n->map) + log2_up(ports),
                      .owner_bits = log2_up(behind),
                      .asker_lsb = ways > 1 ? tile_way_bit(n) : 0,
                      .asker_bits = log2_up(ways),
                      .invalidates = n->rules.tracks};
    level_begin(b, &v, port_name(n, first, ports, behind));
    for (uint32_t way = 0; way < ways; way++)
        level_owner(b, at[way].level, at[way].owner,
                    (struct stop){build_port(v.requests, "in", way, ways),
                                  build_port(v.answers, "out", way, ways),
                                  build_port(v.acks, "in", way, ways)});
    for (uint32_t i = 0; i < behind; i++)
        build_umc(b, &v, i, first + i * ports * planes);
}

void cube_of(struct build *b, const struct level *slice, const struct level *overlay, uint32_t c)
{
    struct netlist *n = b->n;
    const uint32_t clusters = n->sys->memory.cubes.clusters;
    for (uint32_t i = 0; i < system_cube_ports(n->sys); i++) {
        const struct place at[] = {{slice, i * clusters + c}, {overlay, i * clusters + c}};
        port_of_cube(b, at, overlay->network != NULL ? 2 : 1,
                     c * n->sys->umc.count + address_umc_in_plane(&n->map, slice->slice, i));
    }
}
