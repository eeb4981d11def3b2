/* Energy of the machine's links: how often each was in use, as its RTL counts it, at the price of
 * the links' class. */
#include "gen/system/derived.h"
#include "harness/machine/machine.h"

static void add(struct stats *s, const char *link, const struct link_energy *e)
{
    stats_add(s, link, "energy", "real_bits", "bits", "sent on the link", e->real_bits);
    stats_add(s, link, "energy", "idle_bits", "bits", "that it could have sent besides",
              e->idle_bits);
    stats_add(s, link, "energy", "real_fj", "fJ", "of the bits sent", e->real_fj);
    stats_add(s, link, "energy", "idle_fj", "fJ", "of the others' time", e->idle_fj);
}

void machine_energy(struct machine *m, struct stats *s)
{
    for (size_t i = 0; i < m->netlist->n_links; i++) {
        const struct netlist_link *l = &m->netlist->links[i];
        const uint64_t busy =
            netlist_counted(m->netlist, engine_probe(m->engine, (size_t)l->tile, l->select));
        const struct sys_link link = system_link(m->sys, l->kind);
        const struct link_energy e =
            link_energy(link.class, 8 * link.bytes_per_cycle, m->now, busy);
        add(s, l->name, &e);
    }
}
