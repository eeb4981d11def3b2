/*
 * The host's CPU in the machine: its part of a cycle, the pages that it accesses, its counters.
 *
 * It is the last core. Where a page lies, it accesses it there: pages that a launch file copies to
 * the packages come to the package that touches them, which the CPU is not.
 */
#include "gen/system/derived.h"
#include "harness/machine/doorbell.h"
#include "harness/machine/impl.h"

#include <stdlib.h>

/* The page table as the CPU sees it, and the lines of its driver. */
static bool translate(void *ctx, uint64_t address, bool write, uint64_t *physical)
{
    const struct machine *m = ctx;
    const struct driver *d = copies_driver(m);
    (void)write;
    return (d != NULL && driver_translate(m, d, address, physical)) ||
           pages_find(m->pages, address, physical);
}

static bool range(void *ctx, uint64_t address, uint64_t *start, uint64_t *end)
{
    const struct machine *m = ctx;
    const struct driver *d = copies_driver(m);
    return (d != NULL && driver_range(d, address, start, end)) ||
           m->cpu_range(m->cpu_range_ctx, address, start, end);
}

void machine_host_range(struct machine *m, sm_range *of_program, void *ctx)
{
    m->cpu_range = of_program;
    m->cpu_range_ctx = ctx;
    if (m->cpu != NULL)
        cpu_set_range(m->cpu, range, m);
}

bool host_cpu_new(struct machine *m, struct error *err)
{
    const struct system *s = m->sys;
    const struct cpu_config c = {.line_bytes = s->line_bytes,
                                 .misses = s->cpu.misses,
                                 .width = s->cpu.width,
                                 .speed = s->cpu.clock_mhz,
                                 .of = s->cpu.clock_mhz > 0 ? s->clock_mhz : 0,
                                 .rob = s->cpu.rob,
                                 .rc = s->consistency == SYS_RC};
    if (!system_has_cpu(s))
        return true;
    m->cpu_wake = UINT64_MAX;
    m->cpu = cpu_new(&c, "host.cpu", err);
    return m->cpu != NULL;
}

void host_cpu_use_pages(struct machine *m)
{
    if (m->cpu != NULL)
        cpu_set_translation(m->cpu, m->pages != NULL ? translate : NULL, m);
}

struct cpu *machine_cpu(const struct machine *m)
{
    return m->cpu;
}

bool machine_host_start(struct machine *m, const struct host_program *p, size_t function,
                        const struct host_value *args, size_t n, struct error *err)
{
    m->cpu_wake = m->now;
    m->cpu_used = true;
    return cpu_start(m->cpu, p, function, args, n, err);
}

bool machine_host_idle(const struct machine *m)
{
    return m->cpu == NULL || cpu_idle(m->cpu);
}

/* ---- a cycle ---- */

/* A page that nobody has touched gets its place: the host's own memory, or the cubes near it. */
static void touch(struct machine *m)
{
    const struct system *s = m->sys;
    uint64_t address;
    bool write;
    if (cpu_touches(m->cpu, &address, &write))
        paging_place(m, address, s->gpus < system_page_homes(s) ? s->gpus : PAGES_HOST);
}

/* A host beside a central memory has no way to it: only packages have, and their copy engines. */
static bool reaches(const struct machine *m, const struct sm_request *r, struct error *err)
{
    const struct system *s = m->sys;
    if (s->memory.at != SYS_CENTRAL || !s->memory.host || r->op == OP_FENCE ||
        address_home(&m->netlist->map, r->line) == s->gpus)
        return true;
    const unsigned long long at = machine_virtual(m, r->line) * s->line_bytes;
    char where[576] = "host.cpu";
    cpu_spot(m->cpu, where, sizeof where);
    return error_set(
        err,
        "%s: an access to the line at 0x%llx at cycle %llu, which is in the packages' "
        "memory, to which a CPU beside it has no way; give its buffer `home: host`, or "
        "copy it to the host before that launch (copies: - {buffer: NAME, to: host, "
        "before: N})",
        where, at, (unsigned long long)m->now);
}

bool host_cpu_step(struct machine *m, struct error *err)
{
    if (m->cpu_wake > m->now || m->paused || m->frozen)
        return true;
    if (!cpu_step(m->cpu, m->now, err))
        return false;
    touch(m);
    const struct sm_request *r = cpu_wants(m->cpu);
    const uint32_t core = netlist_cpu(m->netlist);
    if (r != NULL && !reaches(m, r, err))
        return false;
    if (r != NULL && machine_takes(m, core)) {
        machine_send(m, core, r);
        cpu_sent(m->cpu);
    }
    const bool stays = cpu_wants(m->cpu) != NULL;
    m->cpu_wake = stays ? m->now + 1 : cpu_wake(m->cpu, m->now + 1);
    return true;
}

void host_cpu_answer(struct machine *m, uint32_t tag, const uint8_t *data)
{
    cpu_answer(m->cpu, tag, data);
    m->cpu_wake = m->now;
}

/* ---- counters ---- */

void host_cpu_stats(const struct machine *m, struct stats *s)
{
    const struct cpu_stats *x = cpu_stats(m->cpu);
    const char *name = "host.cpu", *class = "cpu";
    stats_add(s, name, class, "cycles", "cycles", "with a function that has not ended", x->cycles);
    stats_add(s, name, class, "instructions", "instructions", "of its functions", x->instructions);
    stats_add(s, name, class, "loads", "accesses", "of buffers", x->loads);
    stats_add(s, name, class, "stores", "accesses", "of buffers", x->stores);
    stats_add(s, name, class, "atomics", "accesses", "of buffers", x->atomics);
    stats_add(s, name, class, "fences", "fences", "acquires and releases too", x->fences);
    stats_add(s, name, class, "lines", "lines", "requests to the L1", x->lines);
    stats_add(s, name, class, "wait_load", "cycles", "waiting for what a load or an atomic answers",
              x->wait_load);
    stats_add(s, name, class, "wait_place", "cycles", "waiting, as all misses were in flight",
              x->wait_place);
    stats_add(s, name, class, "wait_fence", "cycles", "waiting for requests before and at a fence",
              x->wait_fence);
    stats_add(s, name, class, "functions", "functions", "run to their end, of the driver too",
              x->functions);
}
