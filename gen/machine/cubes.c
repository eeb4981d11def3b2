/*
 * The cubes of a slice, and the CPU's overlay (memory networks, V-C, fig. 13).
 *
 *     other banks ============== network of the slice, planeN ==== \
 *     bank of the CPU --- detour ==/                                umcI
 *                              \==== line of routers, overlayN === /
 *
 * An overlay is a level of its own. Its routers are one for the cube of each cluster, from the
 * CPU's on; its askers are the CPU's banks of the plane, at the first. In front of each bank a
 * um_detour chooses the way of a request. The highest bit of a request's src says that it came by
 * the overlay, so each cube's answers go back by the way of their requests: they are what is long,
 * and a congested overlay is relieved of them, too.
 */
#include "gen/machine/network.h"
#include "gen/system/derived.h"

uint32_t tile_way_bit(const struct netlist *n)
{
    return n->memory.bits[MSG_SRC] - 1;
}

struct level overlay_begin(struct build *b, uint32_t p)
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
                      .slice = p,
                      .name = arena_printf(&b->n->arena, "overlay%u", p)};
    if (system_has_overlay(n->sys))
        network_begin_overlay(b, &v);
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

/* A controller as owner i of a slice and of its overlay. */
static void umc_of_two(struct build *b, const struct level *slice, const struct level *overlay,
                       uint32_t i, uint32_t number)
{
    struct netlist *n = b->n;
    enum { WAYS = 2 };
    const struct level *const ways[WAYS] = {slice, overlay};
    struct level v = {.askers = WAYS,
                      .owners = 1,
                      .w = &n->memory,
                      .asker_lsb = tile_way_bit(n),
                      .asker_bits = 1};
    level_begin(b, &v, arena_printf(&n->arena, "umc%u", number));
    for (uint32_t way = 0; way < WAYS; way++)
        level_owner(b, ways[way], i,
                    (struct stop){.req = build_port(v.requests, "in", way, v.askers),
                                  .rsp = build_port(v.answers, "out", way, v.askers)});
    build_umc(b, &v, 0, number);
}

/* Without a network a cube has one port, and switches behind it. */
static void cube_of_switches(struct build *b, const struct level *slice, uint32_t c)
{
    struct netlist *n = b->n;
    const uint32_t umcs = address_plane_umcs(&n->map);
    struct level v = {.askers = 1,
                      .owners = umcs,
                      .w = &n->memory,
                      .owner_lsb = address_plane_bits(&n->map),
                      .owner_bits = log2_up(umcs),
                      .invalidates = n->rules.tracks};
    level_begin(b, &v, arena_printf(&n->arena, "cube%u.%u", c, slice->slice));
    level_owner(b, slice, c,
                (struct stop){build_end(v.requests, "in"), build_end(v.answers, "out"),
                              build_end(v.acks, "in")});
    for (uint32_t i = 0; i < umcs; i++)
        build_umc(b, &v, i, c * n->sys->umc.count + address_umc_in_plane(&n->map, slice->slice, i));
}

void cube_of(struct build *b, const struct level *slice, const struct level *overlay, uint32_t c)
{
    struct netlist *n = b->n;
    const uint32_t umcs = address_plane_umcs(&n->map), clusters = n->sys->memory.cubes.clusters;
    if (umcs > 1 && slice->network == NULL) {
        cube_of_switches(b, slice, c);
        return;
    }
    for (uint32_t i = 0; i < umcs; i++) {
        const uint32_t number =
            c * n->sys->umc.count + address_umc_in_plane(&n->map, slice->slice, i);
        if (overlay->network != NULL)
            umc_of_two(b, slice, overlay, i * clusters + c, number);
        else
            build_umc(b, slice, i * clusters + c, number);
    }
}
