/* Collects every counter of a run: those of the RTL through its probes, those of the models. */
#include "harness/engine/monitors.h"
#include "harness/machine/impl.h"

#include <string.h>

static void add_tiles(struct machine *m, struct stats *s)
{
    for (size_t t = 0; t < m->netlist->n_tiles; t++) {
        const struct tile *tile = &m->netlist->tiles[t];
        uint32_t i = 0;
        for (const struct unit_counter *c = tile->counters; c->name != NULL; c++, i++)
            stats_add(s, tile->name, tile->class, c->name, c->unit, c->meaning,
                      netlist_counted(m->netlist, engine_probe(m->engine, t, PROBE_COUNTER + i)));
    }
}

static void add_sm(struct stats *s, const char *name, const struct sm_stats *x)
{
    stats_add(s, name, "sm", "cycles", "cycles", "with a warp resident", x->cycles);
    stats_add(s, name, "sm", "warp_insts", "instructions", "issued, a warp at a time",
              x->warp_insts);
    stats_add(s, name, "sm", "thread_insts", "instructions", "the same, a thread at a time",
              x->thread_insts);
    stats_add(s, name, "sm", "loads", "instructions", "from global memory, a warp at a time",
              x->loads);
    stats_add(s, name, "sm", "stores", "instructions", "to global memory, a warp at a time",
              x->stores);
    stats_add(s, name, "sm", "atomics", "instructions", "on global memory, a warp at a time",
              x->atomics);
    stats_add(s, name, "sm", "fences", "instructions", "fences, acquires and releases", x->fences);
    stats_add(s, name, "sm", "lines", "lines", "requests to the L1 after coalescing", x->lines);
    stats_add(s, name, "sm", "load_latency", "cycles",
              "sum over loads, from issue to the last line", x->load_latency);
    stats_add(s, name, "sm", "stall_memory", "cycles",
              "without issue: the oldest warp waits for memory", x->stall_memory);
    stats_add(s, name, "sm", "stall_scoreboard", "cycles",
              "without issue: the oldest warp waits for a result", x->stall_scoreboard);
    stats_add(s, name, "sm", "stall_barrier", "cycles",
              "without issue: the oldest warp waits at a barrier", x->stall_barrier);
    stats_add(s, name, "sm", "stall_fence", "cycles",
              "without issue: the oldest warp waits for a fence", x->stall_fence);
    stats_add(s, name, "sm", "ctas", "CTAs", "run to their end", x->ctas);
}

static void add_tlb(struct stats *s, const char *name, const struct sm_stats *x)
{
    stats_add(s, name, "sm", "tlb_hits", "lines", "whose page was in the TLB", x->tlb_hits);
    stats_add(s, name, "sm", "tlb_misses", "lines", "that waited for their page's translation",
              x->tlb_misses);
}

static void add_dram(struct stats *s, const char *name, const struct dram_stats *x)
{
    stats_add(s, name, "dram", "reads", "lines", "read", x->reads);
    stats_add(s, name, "dram", "writes", "lines", "written", x->writes);
    stats_add(s, name, "dram", "row_hits", "accesses", "found their row open", x->row_hits);
    stats_add(s, name, "dram", "row_misses", "accesses", "found no row open", x->row_misses);
    stats_add(s, name, "dram", "row_conflicts", "accesses", "found another row open",
              x->row_conflicts);
    stats_add(s, name, "dram", "refreshes", "refreshes", "of all banks", x->refreshes);
    stats_add(s, name, "dram", "busy", "cycles", "in which the data bus carried data",
              x->busy_cycles);
    stats_add(s, name, "dram", "forwarded", "lines", "read from the write queue", x->forwarded);
}

/* A DRAM channel is named like its UMC: "gpu0.umc1" gives "gpu0.dram1". */
static void dram_name(const struct machine *m, uint32_t u, char *name, size_t room)
{
    const char *umc = m->netlist->tiles[m->netlist->umc_tiles[u]].name, *at = strstr(umc, "umc");
    snprintf(name, room, "%.*sdram%s", (int)(at - umc), umc, at + strlen("umc"));
}

void machine_stats(struct machine *m, struct stats *s)
{
    char name[48];
    for (uint32_t i = 0; i < m->n_sms; i++) {
        snprintf(name, sizeof name, "gpu%u.sm%u", i / m->sys->sm.count, i % m->sys->sm.count);
        add_sm(s, name, sm_stats(m->sms[i]));
        if (m->sys->placement.tlb.entries > 0)
            add_tlb(s, name, sm_stats(m->sms[i]));
        if (m->sys->sm.l1i.bytes > 0)
            stats_add(s, name, "sm", "stall_fetch", "cycles",
                      "without issue: the oldest warp waits for its next instruction",
                      sm_stats(m->sms[i])->stall_fetch);
    }
    shared_tlbs_stats(m->shared_tlbs, s);
    fences_stats(m->fences, s);
    read_caches_stats(m->read_caches, s);
    if (m->cpu != NULL)
        host_cpu_stats(m, s);
    if (m->netlist->rules.epochs)
        stats_add(s, "system", "system", "rolls", "times",
                  "the epochs were used up and the system was emptied", m->rolls);
    if (machine_counts(m)) /* else a unit counts one chosen event, and none is chosen here */
        add_tiles(m, s);
    for (uint32_t u = 0; u < m->n_drams; u++) {
        dram_name(m, u, name, sizeof name);
        add_dram(s, name, dram_stats(m->drams[u]));
    }
    if (m->paging != NULL)
        paging_stats(m, s);
    if (machine_counts(m)) {
        machine_traffic(m, s);
        machine_energy(m, s);
    }
    monitors_stats(m->engine, m->netlist, s);
}

bool machine_failed(struct machine *m, struct error *err)
{
    if (engine_broken(m->engine)) {
        monitors_tell(m->engine, m->netlist, m->now, err);
        return true;
    }
    for (uint32_t u = 0; u < m->n_drams; u++) {
        size_t t = (size_t)m->netlist->umc_tiles[u];
        const struct tile *tile = &m->netlist->tiles[t];
        if (!tile->can_fail)
            continue;
        uint64_t f = engine_probe(m->engine, t, PROBE_FAIL);
        if (f >> FAIL_VALID == 0)
            continue;
        uint64_t local = f & (((uint64_t)1 << FAIL_SPENT) - 1);
        uint64_t line = machine_virtual(m, address_line(&m->netlist->map, u, local));
        error_set(err,
                  "%s: the timestamp of line 0x%llx runs over in the last of %u epochs at cycle "
                  "%llu, before the system could be emptied; use more (--set mgcc.epoch_bits=%u)",
                  tile->name, (unsigned long long)line, 1u << m->sys->mgcc.epoch_bits,
                  (unsigned long long)m->now, m->sys->mgcc.epoch_bits < 16 ? 16 : 24);
        return true;
    }
    return false;
}
