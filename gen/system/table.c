#include "gen/system/table.h"

#include "gen/system/derived.h"
#include "gen/system/system_impl.h"

static void count(uint64_t n, const char *what, struct sbuf *to)
{
    sbuf_printf(to, "%llu %s%s", (unsigned long long)n, what, n == 1 ? "" : "s");
}

static void packages(const struct system *s, struct sbuf *to)
{
    sbuf_printf(to, "%u x ", s->gpus);
    count(s->sm.count, "SM", to);
    if (s->copy_engine.lines > 0)
        sbuf_puts(to, ", copy engines");
    if (system_has_cpu(s))
        sbuf_puts(to, ", a host with a CPU");
    else if (s->memory.host)
        sbuf_puts(to, ", a host");
}

static void l2(const struct system *s, struct sbuf *to)
{
    sbuf_printf(to, "%s, %s, ",
                s->l2.role == SYS_BOTH_SIDES ? "both sides" : system_word(s, "l2.role"),
                system_protocol(s)->rules->write_back ? "write-back" : "write-through");
    sbuf_bytes(to, (uint64_t)s->l2.banks * s->l2.bytes);
    if (system_has_directory(s))
        sbuf_puts(to, ", directories");
    if (system_has_gpu_homes(s))
        sbuf_printf(to, ", a home in each GPU of %u", s->l2.directory.gpu_packages);
    if (s->l15.banks > 0) {
        sbuf_puts(to, "; L1.5 of ");
        sbuf_bytes(to, (uint64_t)s->l15.banks * s->l15.bytes);
        sbuf_printf(to, " for %s lines", s->l15.allocate == SYS_ALL ? "all" : "remote");
    }
}

static void memory(const struct system *s, struct sbuf *to)
{
    const struct sys_cubes *cubes = &s->memory.cubes;
    const bool central = s->memory.at == SYS_CENTRAL;
    const uint64_t controllers =
        (uint64_t)s->umc.count * (cubes->clusters > 0 ? cubes->clusters : 1);
    sbuf_puts(to, central ? "central: " : "each ");
    sbuf_bytes(to, controllers * s->umc.bytes);
    sbuf_puts(to, " behind ");
    count(controllers, "controller", to);
    if (cubes->clusters > 0) {
        sbuf_puts(to, " in ");
        count((uint64_t)cubes->clusters * cubes->each, "cube", to);
    }
    if (s->memory.host && central)
        sbuf_puts(to, ", the host's beside it");
    if (system_has_rdc(s)) {
        sbuf_puts(to, ", of which ");
        sbuf_bytes(to, s->rdc.bytes);
        sbuf_puts(to, " are a remote data cache");
    }
    if (system_invalidates(s))
        sbuf_puts(to, ", sharing trackers");
    if (s->placement.replicate)
        sbuf_puts(to, "; pages replicate");
    if (s->placement.migrate > 0)
        sbuf_puts(to, "; pages migrate");
    if (s->placement.faults.latency > 0)
        sbuf_puts(to, "; pages fault");
}

/* The lanes of a package, or links of a bank, each way. */
static void lanes(uint32_t n, const struct sys_link *l, const char *of, struct sbuf *to)
{
    if (n > 1)
        sbuf_printf(to, "%u lanes of ", n);
    sbuf_printf(to, "%u B/cycle a %s", l->bytes_per_cycle, of);
}

static void network(const struct system *s, struct sbuf *to)
{
    const struct sys_network *w = &s->fabric.network;
    sbuf_puts(to, system_word(s, "network.topology"));
    if (w->columns * w->rows > 1)
        sbuf_printf(to, " of %u x %u", w->columns, w->rows);
    sbuf_puts(to, ", ");
    lanes(system_lanes(s), &s->link, "link", to);
    if (s->fabric.package_link.latency > 0)
        sbuf_printf(to, ", %u B/cycle a package", s->fabric.package_link.bytes_per_cycle);
}

/* What a package has to the others or to a central memory, each way. */
static void fabric(const struct system *s, struct sbuf *to)
{
    const bool central = s->memory.at == SYS_CENTRAL;
    if (!central && system_lanes(s) == 0) {
        sbuf_puts(to, "none");
        return;
    }
    if (s->fabric.network.topology != NET_NONE_KIND) {
        network(s, to);
    } else if (s->link.latency == 0) {
        sbuf_puts(to, "switches, wires");
    } else {
        sbuf_puts(to, central ? "switches, " : "a switch, ");
        lanes(system_lanes(s), &s->link, central ? "bank" : "package", to);
    }
    if (system_has_overlay(s))
        sbuf_puts(to, ", an overlay for the CPU");
    if (s->memory.host && central)
        sbuf_printf(to, ", to the host %u B/cycle", s->fabric.host_link.bytes_per_cycle);
}

static void clock(const struct system *s, struct sbuf *to)
{
    sbuf_printf(to, "%g GHz", s->clock_mhz / 1e3);
}

void system_table_head(struct sbuf *to)
{
    sbuf_puts(to, "| machine | packages | L2 of each | memory | fabric | protocol | clock |\n"
                  "|---|---|---|---|---|---|---|\n");
}

void system_table_row(const struct system *s, struct sbuf *to)
{
    static void (*const columns[])(const struct system *, struct sbuf *) = {packages, l2, memory,
                                                                            fabric};
    sbuf_printf(to, "| `%s` | ", s->name);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        columns[i](s, to);
        sbuf_puts(to, " | ");
    }
    sbuf_printf(to, "`%s`, `%s` | ", system_word(s, "protocol"), system_word(s, "consistency"));
    clock(s, to);
    sbuf_puts(to, " |\n");
}
