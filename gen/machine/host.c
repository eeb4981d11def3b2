/*
 * The host's memory where packages share a central one: behind a link, as PCIe is.
 *
 *     L2 banks = gpuN.memory = the planes
 *                     \ gpuN.host.out, .in = host.link = host.out, .in = host.memory = UMCs
 *                                                        the CPU's L2 banks /
 *
 * In front of the planes each package has two switches more, in which the home in a line address
 * says whether it is the host's. A link is two, as each way carries one class of messages alone.
 */
#include "gen/machine/impl.h"
#include "gen/system/derived.h"

/* Both ways of a link between two stops. */
struct both_ways {
    int out, in; /* of requests, and of answers */
};

static struct both_ways add_link(struct build *b, const char *node)
{
    struct arena *a = &b->n->arena;
    return (struct both_ways){
        tile_link(b, arena_printf(a, "%s.out", node), REQUESTS, SYS_HOST_LINK),
        tile_link(b, arena_printf(a, "%s.in", node), ANSWERS, SYS_HOST_LINK)};
}

/* Where what asks enters the link, and where it comes out. */
static struct stop near_end(struct both_ways l)
{
    return (struct stop){.req = build_end(l.out, "in"), .rsp = build_end(l.in, "out")};
}

static struct stop far_end(struct both_ways l)
{
    return (struct stop){.req = build_end(l.out, "out"), .rsp = build_end(l.in, "in")};
}

/* The switches of a package. Its banks' ends at the planes take the place of the banks'. */
static void add_package(struct build *b, uint32_t gpu, struct stop *banks, struct both_ways link)
{
    const struct netlist *n = b->n;
    const uint32_t count = n->sys->l2.banks, outputs = count + 1;
    struct level v = {.askers = count,
                      .owners = count,
                      .lanes = 1,
                      .only_asks = true,
                      /* The host alone has the highest bit: clusters are a power of two. */
                      .home_from = address_home_bits(&n->map) - 1,
                      .w = &n->memory,
                      .owner_bits = address_bank_bits(&n->map),
                      .asker_bits = address_bank_bits(&n->map),
                      .asker_of_line = true};
    level_begin(b, &v, arena_printf(&b->n->arena, "%s.memory", tile_node(b->n, gpu)));
    for (uint32_t i = 0; i < count; i++) {
        level_asker(b, &v, i, banks[i]);
        banks[i] = (struct stop){.req = build_port(v.requests, "out", i, outputs),
                                 .rsp = build_port(v.answers, "in", i, outputs)};
    }
    level_lane(b, &v, 0, (struct lane){.owner = near_end(link)});
}

/* The host's memory, asked by its link; with a CPU by the banks of its L2, too, and then an answer
 * says by the number of its package whether it is for one of these. */
static struct level memory_level(const struct netlist *n)
{
    const struct system *s = n->sys;
    struct level v = {
        .askers = 1, .owners = s->umc.count, .w = &n->memory, .owner_bits = log2_up(s->umc.count)};
    if (!system_has_cpu(s))
        return v;
    v.askers = s->l2.banks;
    v.lanes = 1;
    v.only_asked = true;
    v.home = s->gpus;
    v.asker_lsb = log2_up(address_plane_banks(&n->map));
    v.asker_bits = address_bank_bits(&n->map);
    v.asker_of_line = true;
    return v;
}

void host_memory(struct build *b, struct stop *below)
{
    struct netlist *n = b->n;
    const struct system *s = n->sys;
    struct level links = {.askers = s->gpus,
                          .owners = 1,
                          .w = &n->memory,
                          .asker_lsb = log2_up(address_plane_banks(&n->map)),
                          .asker_bits = log2_up(s->gpus)};
    level_begin(b, &links, "host.link");
    for (uint32_t g = 0; g < s->gpus; g++) {
        const struct both_ways link =
            add_link(b, arena_printf(&n->arena, "%s.host", tile_node(n, g)));
        add_package(b, g, below + (size_t)g * s->l2.banks, link);
        level_asker(b, &links, g, far_end(link));
    }
    const struct both_ways link = add_link(b, "host");
    level_owner(b, &links, 0, near_end(link));
    struct level memory = memory_level(n);
    level_begin(b, &memory, "host.memory");
    const struct stop *cpu = below + (size_t)s->gpus * s->l2.banks; /* its banks, if there is one */
    for (uint32_t i = 0; i < memory.askers; i++)
        level_asker(b, &memory, i, system_has_cpu(s) ? cpu[i] : far_end(link));
    if (system_has_cpu(s))
        level_lane(b, &memory, 0, (struct lane){.asker = far_end(link)});
    for (uint32_t i = 0; i < s->umc.count; i++)
        build_umc(b, &memory, i, s->memory.cubes.clusters * s->umc.count + i);
}
