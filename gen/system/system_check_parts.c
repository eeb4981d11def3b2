/* The conditions of parts that not every machine has: L1.5 banks, remote data caches, sharing
 * trackers, L2s of both roles and their directories, cubes, a host's memory and CPU; and of faults.
 */
#include "gen/system/derived.h"
#include "gen/system/system_impl.h"
#include "sw/policy/placement.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* A field's value that few protocols have. */
static bool fail_protocol(const struct check *c, const char *path, protocol_has *has,
                          const char *fmt, ...)
{
    char value[64];
    struct sbuf words = {0};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(value, sizeof value, fmt, ap);
    va_end(ap);
    system_protocols(has, &words);
    check_fail(c, PATHS(path, "protocol"), "%s; protocol must be %s, not %s", value, words.text,
               system_word(c->s, "protocol"));
    sbuf_free(&words);
    return false;
}

/* Under leases an L1.5 would send a load that no copy may answer on as one that a leased copy in
 * the home's L2 may. */
static bool has_l15s(const struct protocol *p)
{
    return p->l15 != NULL;
}

static bool has_both_sides(const struct protocol *p)
{
    return p->both_sides;
}

/* An L1.5 is a second bank before that of the home. What it must have for that, and what it cannot
 * do. */
static bool check_l15_place(const struct check *c)
{
    const struct system *s = c->s;
    uint32_t n = s->l15.banks;
    if (s->memory.at == SYS_CENTRAL)
        return check_fail(
            c, PATHS("l15.banks", "memory.at"),
            "l15.banks is %u; lines of other packages need memory.at packages, not central", n);
    if (s->l2.role != SYS_MEMORY_SIDE)
        return check_fail(
            c, PATHS("l15.banks", "l2.role"),
            "l15.banks is %u; behind it looks the L2 of the line's home, so l2.role must "
            "be memory-side",
            n);
    if (s->gpus == 1)
        return check_fail(c, PATHS("l15.banks", "gpus"),
                          "l15.banks is %u; with gpus 1 no line is at home in another package", n);
    return has_l15s(system_protocol(s)) ||
           fail_protocol(c, "l15.banks", has_l15s, "l15.banks is %u", n);
}

static bool check_l15(const struct check *c)
{
    const struct system *s = c->s;
    uint32_t n = s->l15.banks;
    if (n == 0)
        return true;
    if (!power_of_two(n))
        return check_fail(c, PATHS("l15.banks"),
                          "l15.banks is %u; it must be 0, or a power of two from 1 to 64", n);
    if (!check_l15_place(c) || !check_cache(c, "l15.bytes", "l15.ways"))
        return false;
    return (uint64_t)n * s->l15.bytes / s->l15.ways < s->umc.count * s->umc.bytes ||
           check_fail(c, PATHS("l15.bytes", "l15.banks", "umc.bytes"),
                      "l15.bytes is %u; a way of all banks must be smaller than a package's memory",
                      s->l15.bytes);
}

/* Where fences empty L1s and L1.5s, these have the only copies, and an SM tells of its fences. */
static bool check_synchronisation(const struct check *c)
{
    const struct system *s = c->s;
    if (s->synchronisation.fences == SYS_KEEP)
        return true;
    if (s->consistency != SYS_RC)
        return check_fail(c, PATHS("synchronisation.fences", "consistency"),
                          "synchronisation.fences is empty; fences reach caches under consistency "
                          "rc alone");
    if (s->l2.role != SYS_MEMORY_SIDE)
        return check_fail(c, PATHS("synchronisation.fences", "l2.role"),
                          "synchronisation.fences is empty; L2s are not emptied by fences, so "
                          "l2.role must be memory-side");
    return has_l15s(system_protocol(s)) ||
           fail_protocol(c, "synchronisation.fences", has_l15s, "synchronisation.fences is empty");
}

/* Where the lines of other packages, which an RDC caches, come from, and by which way. */
static bool check_rdc_place(const struct check *c)
{
    const struct system *s = c->s;
    const char *name = system_word(s, "protocol");
    if (s->memory.at == SYS_CENTRAL)
        return check_fail(c, PATHS("memory.at", "protocol"),
                          "memory.at is central; protocol %s carves remote data caches from the "
                          "packages' memories, so it needs memory.at packages",
                          name);
    if (s->l2.role != SYS_CORE_SIDE)
        return check_fail(c, PATHS("l2.role", "protocol"),
                          "l2.role is %s; the remote data caches of protocol %s are behind "
                          "L2s that cache lines of other packages, so it must be core-side",
                          system_word(s, "l2.role"), name);
    return s->gpus > 1 ||
           check_fail(c, PATHS("gpus", "protocol"),
                      "gpus is 1; for protocol %s it must be 2 at least, or no line is remote",
                      name);
}

/* Dirty lines reach their homes when a launch ends an epoch. Where homes invalidate, they would
 * have to know who has stored, not who has a copy. */
static bool check_rdc_writes(const struct check *c)
{
    enum { MOST_REGIONS = 65536 };
    const struct system *s = c->s;
    const unsigned long long sets = system_rdc(s).sets, regions = sets / s->rdc.region_lines;
    if (s->rdc.writes == SYS_RDC_THROUGH)
        return true;
    if (!system_protocol(s)->rdc_epochs)
        return check_fail(c, PATHS("rdc.writes", "protocol"),
                          "rdc.writes is back; with protocol %s it must be through, as no launch "
                          "writes dirty lines to their homes",
                          system_word(s, "protocol"));
    return (regions >= 2 && regions <= MOST_REGIONS) ||
           check_fail(c, PATHS("rdc.region_lines", "rdc.bytes", "umc.count"),
                      "rdc.region_lines is %u; the %llu lines of a bank must be 2 to %d regions",
                      s->rdc.region_lines, sets, MOST_REGIONS);
}

/* The sets of a bank, and what is in the spare bits beside a line (CARVE's third footnote). */
static bool check_rdc_sizes(const struct check *c)
{
    enum { MOST_META = 56 };
    const struct system *s = c->s;
    const unsigned long long bytes = s->rdc.bytes, least = 2ull * s->umc.count * s->line_bytes,
                             memory = s->umc.count * s->umc.bytes;
    if (bytes < least)
        return check_fail(
            c, PATHS("rdc.bytes", "umc.count", "line_bytes"),
            "rdc.bytes is %llu; two lines of %u bytes at each of %u controllers need %llu", bytes,
            s->line_bytes, s->umc.count, least);
    if (bytes >= memory)
        return check_fail(c, PATHS("rdc.bytes", "umc.bytes", "umc.count"),
                          "rdc.bytes is %llu; it must be smaller than a package's memory, %llu",
                          bytes, memory);
    if (s->umc.bytes / s->line_bytes > 1ull << 31)
        return check_fail(
            c, PATHS("umc.bytes", "line_bytes"),
            "umc.bytes is %llu; beside a remote data cache a controller has 2147483648 "
            "lines of %u bytes at most",
            (unsigned long long)s->umc.bytes, s->line_bytes);
    const uint32_t parts = s->rdc.predictor;
    if (parts != 0 && (parts < 2 || !power_of_two(parts) || parts > system_rdc(s).sets))
        return check_fail(c, PATHS("rdc.predictor", "rdc.bytes", "umc.count"),
                          "rdc.predictor is %u; it must be 0 or a power of two from 2 to the %llu "
                          "lines of a bank",
                          parts, (unsigned long long)system_rdc(s).sets);
    const uint32_t meta = system_rdc(s).meta_bits, state = system_rdc_writes_back(s) ? 2 : 1;
    return meta <= MOST_META || check_fail(c, PATHS("rdc.epoch_bits", "rdc.bytes", "umc.bytes"),
                                           "rdc.epoch_bits is %u; with a valid bit%s and a tag of "
                                           "%u it must not take more than "
                                           "%u spare bits of a line",
                                           s->rdc.epoch_bits, state > 1 ? ", a dirty bit" : "",
                                           meta - state - s->rdc.epoch_bits, MOST_META);
}

static bool check_rdc(const struct check *c)
{
    const struct system *s = c->s;
    if (!system_has_rdc(s))
        return true;
    if (!check_rdc_place(c) || !check_rdc_sizes(c) || !check_rdc_writes(c))
        return false;
    return !system_protocol(s)->rdc_epochs || s->boundary.l2s == SYS_EMPTY ||
           check_fail(c, PATHS("boundary.l2s", "protocol"),
                      "boundary.l2s is keep; with protocol %s it must be empty, as an L2 would "
                      "keep what the new epoch takes from the remote data cache",
                      system_word(s, "protocol"));
}

/* What gpu-vi and carve-hwc need, and what they are not made for. */
static bool check_sharing(const struct check *c)
{
    const struct system *s = c->s;
    const char *name = system_word(s, "protocol");
    if (!system_invalidates(s))
        return true;
    if (s->consistency == SYS_SC && s->invalidation.l1_copies == SYS_L1_SW)
        return check_fail(
            c, PATHS("consistency", "invalidation.l1_copies", "protocol"),
            "consistency is sc; with invalidation.l1_copies sw protocol %s needs rc, as no "
            "invalidation reaches an L1: a load may find a copy there that is older than an "
            "answered store",
            name);
    if (s->l2.role != SYS_CORE_SIDE)
        return check_fail(c, PATHS("l2.role", "protocol"),
                          "l2.role is %s; protocol %s keeps L2s coherent that cache lines of "
                          "other packages, so l2.role must be core-side",
                          system_word(s, "l2.role"), name);
    return (uint64_t)s->imst.sets * s->line_bytes < s->umc.bytes ||
           check_fail(c, PATHS("imst.sets", "umc.bytes"),
                      "imst.sets is %u; it must be smaller than the lines of one UMC",
                      s->imst.sets);
}

static bool check_directory_place(const struct check *c)
{
    return check_fail(c, PATHS("protocol", "l2.role"),
                      "protocol is %s; its L2s cache what their SMs ask and are homes, so l2.role "
                      "must be both, not %s",
                      system_word(c->s, "protocol"), system_word(c->s, "l2.role"));
}

/* An invalidation that is to be acknowledged stays behind all others of its bank
 * (gen/proto/order.h), so these go by one lane. */
static bool check_directory(const struct check *c)
{
    const struct system *s = c->s;
    const struct sys_directory *d = &s->l2.directory;
    const char *name = system_word(s, "protocol");
    if (s->consistency == SYS_SC)
        return check_fail(c, PATHS("consistency", "protocol"),
                          "consistency is sc; protocol %s needs rc, as nobody but a release waits "
                          "for invalidations",
                          name);
    if (s->l2.remote != SYS_RTWICE)
        return check_fail(c, PATHS("l2.remote", "protocol"),
                          "l2.remote is %s; with protocol %s it must be rtwice",
                          system_word(s, "l2.remote"), name);
    if (s->fabric.lanes > s->l2.banks)
        return check_fail(c, PATHS("lanes", "l2.banks", "protocol"),
                          "fabric.lanes is %u; with protocol %s it must be at most l2.banks, %u, "
                          "so that a bank's invalidations go by one lane",
                          s->fabric.lanes, name, s->l2.banks);
    return (uint64_t)d->sets * s->l2.banks < s->umc.count * s->umc.bytes / s->line_bytes ||
           check_fail(c, PATHS("l2.directory.sets", "umc.bytes"),
                      "l2.directory.sets is %u; it must be smaller than a bank's lines of the "
                      "package's memory",
                      d->sets);
}

/* A home of each line in each GPU: both levels of requests have a part of a bank's MSHRs. */
static bool check_gpu_homes(const struct check *c)
{
    enum { LEAST_MSHRS = 8, LEAST_ENTRIES = 4 };
    const struct system *s = c->s;
    const uint32_t packages = s->l2.directory.gpu_packages;
    if (packages > s->gpus)
        return check_fail(c, PATHS("directory.gpu_packages", "gpus"),
                          "l2.directory.gpu_packages is %u; it must be at most gpus, %u", packages,
                          s->gpus);
    if (!system_has_gpu_homes(s))
        return true;
    if ((s->gpus & (s->gpus - 1)) != 0)
        return check_fail(c, PATHS("gpus", "directory.gpu_packages"),
                          "gpus is %u; with l2.directory.gpu_packages %u it must be a power of two",
                          s->gpus, packages);
    if (s->l2.mshrs < LEAST_MSHRS)
        return check_fail(
            c, PATHS("l2.mshrs", "directory.gpu_packages"),
            "l2.mshrs is %u; with l2.directory.gpu_packages %u it must be at least %d", s->l2.mshrs,
            packages, LEAST_MSHRS);
    return s->umc.entries >= LEAST_ENTRIES ||
           check_fail(c, PATHS("umc.entries", "directory.gpu_packages"),
                      "umc.entries is %u; with l2.directory.gpu_packages %u it must be at least %d",
                      s->umc.entries, packages, LEAST_ENTRIES);
}

/* Ways are divided where a bank knows its lines from those of others, and a window is of two cycles
 * at least. */
static bool check_partition(const struct check *c)
{
    const struct system *s = c->s;
    const uint32_t window = s->l2.partition.window;
    if (window == 0)
        return true;
    if (s->l2.role != SYS_BOTH_SIDES || system_has_directory(s))
        return check_fail(c, PATHS("l2.partition.window", "l2.role", "protocol"),
                          "l2.partition.window is %u; it must be 0 but with l2.role both and a "
                          "protocol without directories, not %s and %s",
                          window, system_word(s, "l2.role"), system_word(s, "protocol"));
    return window > 1 || check_fail(c, PATHS("l2.partition.window"),
                                    "l2.partition.window is 1; it must be 0, or 2 to 65536");
}

/* What banks with both roles are made for. */
static bool check_both(const struct check *c)
{
    const struct system *s = c->s;
    if (!check_partition(c))
        return false;
    if (s->l2.role != SYS_BOTH_SIDES)
        return !system_has_directory(s) || check_directory_place(c);
    if (!has_both_sides(system_protocol(s)))
        return fail_protocol(c, "l2.role", has_both_sides, "l2.role is both");
    if (system_has_directory(s) && (!check_directory(c) || !check_gpu_homes(c)))
        return false;
    if (s->gpus == 1)
        return check_fail(c, PATHS("l2.role", "gpus"),
                          "l2.role is both; with gpus 1 no line is at home in another package");
    if (s->memory.host)
        return check_fail(c, PATHS("l2.role", "memory.host"),
                          "l2.role is both; with memory.host true a host would have no banks for "
                          "its lines");
    if (s->l2.remote != SYS_RTWICE && placement_policies[s->placement.policy].kind == PLACES_LINES)
        return check_fail(c, PATHS("l2.remote", "placement.policy"),
                          "l2.remote is %s; that is of buffers, and needs a placement.policy that "
                          "places pages, not %s",
                          system_word(s, "l2.remote"),
                          placement_policies[s->placement.policy].word);
    return s->l2.mshrs >= 4 ||
           check_fail(c, PATHS("l2.role", "l2.mshrs"),
                      "l2.mshrs is %u; with l2.role both it must be 4 at least", s->l2.mshrs);
}

/* Each field has a place of its own, so that no two addresses are one. CLL and BY are a line, which
 * one controller has whole, so their places are lowest (system_rules.c). */
static bool check_cube_order(const struct check *c)
{
    static const char *const paths[] = {"cubes.order.LC", "cubes.order.VL",  "cubes.order.CT",
                                        "cubes.order.BK", "cubes.order.CLH", "cubes.order.RW"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        for (size_t k = 0; k < i; k++)
            if (system_value(c->s, paths[i]) == system_value(c->s, paths[k]))
                return check_fail(c, PATHS(paths[i], paths[k]),
                                  "%s is %llu, as %s is; each field of an address has a place of "
                                  "its own",
                                  paths[i], (unsigned long long)system_value(c->s, paths[i]),
                                  paths[k]);
    return true;
}

/* Clusters of cubes: a slice of the network has a router in each. */
static bool check_cubes(const struct check *c)
{
    const struct system *s = c->s;
    const struct sys_cubes *q = &s->memory.cubes;
    const struct sys_network *w = &s->fabric.network;
    if (q->clusters == 0)
        return true;
    if (s->memory.at != SYS_CENTRAL || s->memory.interleave != SYS_LOW)
        return check_fail(c, PATHS("cubes.clusters", "memory.at", "memory.interleave"),
                          "cubes.clusters is %u; cubes need memory.at central and "
                          "memory.interleave low",
                          q->clusters);
    if (q->clusters < s->gpus)
        return check_fail(c, PATHS("cubes.clusters", "gpus"),
                          "cubes.clusters is %u; it must be at least gpus, %u", q->clusters,
                          s->gpus);
    if (q->each > s->l2.banks || q->each > s->umc.count)
        return check_fail(c, PATHS("cubes.each", "l2.banks", "umc.count"),
                          "cubes.each is %u; it must be at most l2.banks, %u, and umc.count, "
                          "%u",
                          q->each, s->l2.banks, s->umc.count);
    if (q->ports > 0 && (!power_of_two(q->ports) || q->ports > s->umc.count / q->each))
        return check_fail(c, PATHS("cubes.ports", "umc.count", "cubes.each"),
                          "cubes.ports is %u; it must be 0, or a power of two up to the "
                          "controllers of a cube, %u",
                          q->ports, s->umc.count / q->each);
    if (w->topology != NET_NONE_KIND && w->columns * w->rows != q->clusters)
        return check_fail(c, PATHS("cubes.clusters", "network.columns", "network.rows"),
                          "cubes.clusters is %u; network.columns times network.rows must be "
                          "as many, not %u",
                          q->clusters, w->columns * w->rows);
    return check_cube_order(c);
}

/* A host's memory beside a central one. */
static bool check_central_host(const struct check *c)
{
    const struct system *s = c->s;
    if (!s->memory.host || s->memory.at != SYS_CENTRAL)
        return true;
    if (system_invalidates(s))
        return check_fail(c, PATHS("memory.host", "protocol", "memory.at"),
                          "memory.host is true; with memory.at central and protocol %s it must be "
                          "false, as a host's link has no way for acknowledgements",
                          system_word(s, "protocol"));
    return (s->memory.cubes.clusters == s->gpus && power_of_two(s->gpus) &&
            s->fabric.network.topology != NET_NONE_KIND) ||
           check_fail(c, PATHS("memory.host", "memory.at", "cubes.clusters", "network.topology"),
                      "memory.host is true; with memory.at central it needs cubes.clusters as many "
                      "as gpus, %u, a power of two, and a network.topology",
                      s->gpus);
}

/* A CPU asks as an SM does, through caches of the protocol's. */
static bool check_cpu_place(const struct check *c)
{
    const struct system *s = c->s;
    const uint32_t misses = s->cpu.misses;
    if (s->l2.role != SYS_CORE_SIDE)
        return check_fail(c, PATHS("cpu.misses", "l2.role"),
                          "cpu.misses is %u; a CPU has an L2 of its own, so l2.role must be "
                          "core-side, not %s",
                          misses, system_word(s, "l2.role"));
    if (s->memory.at == SYS_PACKAGES && !s->memory.host)
        return check_fail(c, PATHS("cpu.misses", "memory.host"),
                          "cpu.misses is %u; with memory.at packages a CPU needs memory.host true",
                          misses);
    return (!s->placement.replicate && s->placement.migrate == 0 &&
            s->placement.faults.latency == 0) ||
           check_fail(c,
                      PATHS("cpu.misses", "placement.replicate", "placement.migrate",
                            "placement.faults.latency"),
                      "cpu.misses is %u; a CPU does not stand still for a shoot-down, so "
                      "placement.replicate must be false, and placement.migrate and "
                      "placement.faults.latency 0",
                      misses);
}

static bool check_cpu(const struct check *c)
{
    const struct system *s = c->s;
    if (!system_has_cpu(s))
        return true;
    if (!check_cpu_place(c) || !check_cache(c, "cpu.l1_bytes", "cpu.l1_ways") ||
        !check_cache(c, "cpu.l2_bytes", "cpu.l2_ways"))
        return false;
    if (s->cpu.misses > s->sm.tags)
        return check_fail(c, PATHS("cpu.misses", "sm.tags"),
                          "cpu.misses is %u; it must be at most sm.tags, %u", s->cpu.misses,
                          s->sm.tags);
    return (s->cpu.l1_bytes / s->cpu.l1_ways < system_memory(s) &&
            (uint64_t)s->l2.banks * s->cpu.l2_bytes / s->cpu.l2_ways < system_memory(s)) ||
           check_fail(c, PATHS("cpu.l2_bytes", "cpu.l1_bytes", "umc.bytes"),
                      "cpu.l1_bytes is %u and cpu.l2_bytes %u; a way of each must be smaller than "
                      "the memory",
                      s->cpu.l1_bytes, s->cpu.l2_bytes);
}

/* A mistake that is put in must be in a part that the machine has. */
static bool check_fault(const struct check *c)
{
    const struct system *s = c->s;
    if (s->fault == SYS_FAULT_L1_IGNORES_LEASE && !system_has_leases(s))
        return check_fail(c, PATHS("fault", "protocol"),
                          "fault is l1-ignores-lease; with protocol %s an L1 has no leases",
                          system_word(s, "protocol"));
    if (s->fault == SYS_FAULT_NETWORK_ORDERS_LINES &&
        (!system_has_directory(s) || s->fabric.network.topology == NET_NONE_KIND))
        return check_fail(c, PATHS("fault", "protocol", "network.topology"),
                          "fault is network-orders-lines; it needs directories "
                          "(package.l2.directory) and a network.topology, as nothing else needs "
                          "order between lines");
    return s->fault != SYS_FAULT_HANDLER_LOSES_PAGE || s->placement.faults.latency > 0 ||
           check_fail(
               c, PATHS("fault", "placement.faults.latency"),
               "fault is handler-loses-page; with placement.faults.latency 0 no page faults");
}

bool check_parts_fit(const struct check *c)
{
    return check_fault(c) && check_l15(c) && check_synchronisation(c) && check_rdc(c) &&
           check_sharing(c) && check_both(c) && check_cubes(c) && check_central_host(c) &&
           check_cpu(c);
}
