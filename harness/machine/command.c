/*
 * The command processor's part: kernel boundaries, renewal of epochs, peeks. It sends requests to
 * the L1s, those of copy engines among them, and empties caches through the machine's own channels.
 */
#include "gen/system/derived.h"
#include "harness/machine/impl.h"

#include <string.h>

enum { RENEW_EVERY = 256 }; /* cycles between two checks of the epochs */
/* That a cache which is emptied takes at most for a line that it does not write back. */
enum { LINE_CYCLES = 2 };

/* Sends a request of the harness to the L1 of a core; the answer goes to replies[core]. */
static void ask(struct machine *m, uint32_t core, enum msg_op op, uint32_t fn, uint64_t line,
                uint64_t data)
{
    const struct port *p = &m->to_l1[core];
    machine_fill(m, p->msg, op, fn, 0, line);
    msg_put(p->msg, 0, 64, data);
    m->replies_pending++;
    engine_offer(m->engine, p);
}

static uint64_t dram_accesses(const struct machine *m)
{
    uint64_t n = 0;
    for (uint32_t u = 0; u < m->n_drams; u++) {
        const struct dram_stats *s = dram_stats(m->drams[u]);
        n += s->reads + s->writes;
    }
    return n;
}

/* Cycles in which what is emptied may do nothing that is seen from here: it looks at each of its
 * lines or entries, as many as the largest has. */
static uint64_t patience(const struct machine *m)
{
    const struct system *s = m->sys;
    const bool cpu = system_has_cpu(s);
    const uint64_t lines[] = {s->l1.bytes / s->line_bytes,
                              s->l2.bytes / s->line_bytes,
                              s->l15.banks > 0 ? s->l15.bytes / s->line_bytes : 0,
                              cpu ? s->cpu.l1_bytes / s->line_bytes : 0,
                              cpu ? s->cpu.l2_bytes / s->line_bytes : 0,
                              m->netlist->rules.epochs ? (uint64_t)s->tsu.sets * s->tsu.ways : 0};
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        most = lines[i] > most ? lines[i] : most;
    return s->watchdog + LINE_CYCLES * most;
}

/* Gives up after so many cycles without an access to DRAM: an RDC bank that clears its sets makes
 * one for each. */
static bool await_replies(struct machine *m, struct error *err)
{
    const uint64_t most = patience(m);
    bool paused = m->paused;
    uint64_t seen = dram_accesses(m);
    m->paused = true;
    for (uint64_t i = 0; m->replies_pending > 0; i++) {
        if (i == most) {
            uint64_t now = dram_accesses(m);
            if (now == seen)
                break;
            seen = now;
            i = 0;
        }
        if (!machine_cycle(m, NULL, err))
            break;
    }
    m->paused = paused;
    return m->replies_pending == 0 && !error_is_set(err);
}

static bool raise_clocks(struct machine *m, struct error *err)
{
    uint64_t clock = 0;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < m->n_cores; i++)
            ask(m, i, OP_CLOCK, 0, 0, clock);
        if (!await_replies(m, err))
            return error_set(err, "an L1 does not tell its clock at cycle %llu",
                             (unsigned long long)m->now);
        for (uint32_t i = 0; i < m->n_cores; i++) {
            uint64_t cts = msg_get(m->replies[i], 0, m->netlist->core.bits[MSG_TIME]);
            clock = cts > clock ? cts : clock;
        }
    }
    return true;
}

/* ---- emptying ---- */

static bool emptied(struct machine *m, const char *what, uint32_t n, struct error *err)
{
    return await_replies(m, err) || error_set(err, "%s %u is not emptied at cycle %llu", what, n,
                                              (unsigned long long)m->now);
}

static bool empty_l1s(struct machine *m, struct error *err)
{
    for (uint32_t i = 0; i < m->n_cores; i++)
        ask(m, i, OP_EMPTY, LEVEL_L1, 0, 0);
    return emptied(m, "an L1 of", m->n_cores, err);
}

/* Asks a GPU's SMs to empty banks, one each from bank `first` on, of the node `home`; in a machine
 * of one memory the home says nothing. */
static void ask_banks(struct machine *m, uint32_t gpu, uint32_t home, uint32_t first,
                      enum msg_level level)
{
    const struct address_map *map = &m->netlist->map;
    uint32_t banks = m->sys->l2.banks, sms = m->sys->sm.count;
    for (uint32_t i = 0; i < sms && first + i < banks; i++)
        ask(m, gpu * sms + i, OP_EMPTY, level,
            address_line_of_bank(map, m->sys->memory.at == SYS_PACKAGES ? home : 0, first + i), 0);
}

/* Empties the banks of the CPU's L2, one after the other, as it has one L1. Only a CPU that ran has
 * lines in them. */
static bool empty_cpu_l2(struct machine *m, enum msg_level level, struct error *err)
{
    const struct address_map *map = &m->netlist->map;
    const uint32_t home = m->sys->memory.at == SYS_PACKAGES ? m->sys->gpus : 0;
    for (uint32_t i = 0; m->cpu_used && i < m->sys->l2.banks; i++) {
        ask(m, netlist_cpu(m->netlist), OP_EMPTY, level, address_line_of_bank(map, home, i), 0);
        if (!emptied(m, "the CPU's L2 bank", i, err))
            return false;
    }
    m->cpu_used = m->cpu_used && !machine_host_idle(m);
    return true;
}

/* Empties the banks of all GPUs in parallel: an SM asks one bank at a time, so a GPU's SMs share
 * its banks. Those of a host, which has no SMs, are emptied by the first GPU's. */
static bool empty_level(struct machine *m, enum msg_level level, struct error *err)
{
    const struct system *s = m->sys;
    for (uint32_t first = 0; first < s->l2.banks; first += s->sm.count) {
        for (uint32_t gpu = 0; gpu < s->gpus; gpu++)
            ask_banks(m, gpu, gpu, first, level);
        if (!emptied(m, "L2 bank", first, err))
            return false;
        if (!s->memory.host || s->l2.role != SYS_MEMORY_SIDE)
            continue;
        ask_banks(m, 0, s->gpus, first, level);
        if (!emptied(m, "the host's L2 bank", first, err))
            return false;
    }
    return empty_cpu_l2(m, level, err);
}

/* Banks with both roles may have dirty lines of other packages, which go to the banks of their
 * homes before these are emptied. */
static bool empty_l2s(struct machine *m, enum msg_level level, struct error *err)
{
    const bool first =
        level == LEVEL_L2 && m->netlist->rules.write_back && m->sys->l2.role == SYS_BOTH_SIDES;
    return (!first || empty_level(m, LEVEL_L2_REMOTE, err)) && empty_level(m, level, err);
}

/* Asks a GPU's SMs to empty its L1.5 banks, one each from bank `first` on, by a line of the next
 * GPU. */
static void ask_l15s(struct machine *m, uint32_t gpu, uint32_t first)
{
    const struct system *s = m->sys;
    for (uint32_t i = 0; i < s->sm.count && first + i < s->l15.banks; i++)
        ask(m, gpu * s->sm.count + i, OP_EMPTY, LEVEL_L15,
            address_line_of_l15(&m->netlist->map, (gpu + 1) % s->gpus, first + i), 0);
}

static bool empty_l15s(struct machine *m, struct error *err)
{
    const struct system *s = m->sys;
    for (uint32_t first = 0; first < s->l15.banks; first += s->sm.count) {
        for (uint32_t gpu = 0; gpu < s->gpus; gpu++)
            ask_l15s(m, gpu, first);
        if (!emptied(m, "L1.5 bank", first, err))
            return false;
    }
    return true;
}

bool machine_empty_private(struct machine *m, const bool *of_sm, struct error *err)
{
    const struct system *s = m->sys;
    for (uint32_t i = 0; i < m->n_sms; i++)
        if (of_sm[i])
            ask(m, i, OP_EMPTY, LEVEL_L1, 0, 0);
    if (!emptied(m, "an L1 of", m->n_sms, err))
        return false;
    for (uint32_t first = 0; first < s->l15.banks; first += s->sm.count) {
        for (uint32_t gpu = 0; gpu < s->gpus; gpu++)
            if (memchr(of_sm + gpu * s->sm.count, true, s->sm.count) != NULL)
                ask_l15s(m, gpu, first);
        if (!emptied(m, "L1.5 bank", first, err))
            return false;
    }
    return true;
}

/* Asks a GPU's SMs to begin an epoch in its RDC banks, one each from bank `first` on, by a line of
 * the next GPU. */
static void ask_rdcs(struct machine *m, uint32_t gpu, uint32_t first)
{
    const struct system *s = m->sys;
    for (uint32_t i = 0; i < s->sm.count && first + i < s->umc.count; i++)
        ask(m, gpu * s->sm.count + i, OP_EMPTY, LEVEL_RDC,
            address_line_of_bank(&m->netlist->map, (gpu + 1) % s->gpus, first + i), 0);
}

static bool step_rdcs(struct machine *m, struct error *err)
{
    const struct system *s = m->sys;
    for (uint32_t first = 0; first < s->umc.count; first += s->sm.count) {
        for (uint32_t gpu = 0; gpu < s->gpus; gpu++)
            ask_rdcs(m, gpu, first);
        if (!emptied(m, "RDC bank", first, err))
            return false;
    }
    return true;
}

static bool empty_umcs(struct machine *m, struct error *err)
{
    for (uint32_t u = 0; u < m->n_drams; u++) {
        ask(m, 0, OP_EMPTY, LEVEL_UMC, address_line(&m->netlist->map, u, 0), 0);
        if (!emptied(m, "UMC", u, err))
            return false;
    }
    return true;
}

static bool settled(const struct machine *m)
{
    return engine_idle(m->engine) && machine_drams_idle(m);
}

/* Waits until nothing is in flight, without sending anything new. Requests that a TSU holds at the
 * end of its last epoch never end: machine_failed reports them. */
bool machine_drain(struct machine *m, struct error *err)
{
    const uint64_t most = patience(m);
    for (uint64_t i = 0; !settled(m) && i < most; i++)
        if (!machine_cycle(m, NULL, err))
            return false;
    if (machine_failed(m, err))
        return false;
    return settled(m) ||
           error_set(err, "requests in flight do not end, cycle %llu", (unsigned long long)m->now);
}

/* ---- the boundary between two kernels ---- */

/* Whether a store, once it is answered, has left no older copy in any L2 or RDC. Where a directory
 * sends invalidations they may still be on their way then. */
static bool stores_reach_all(const struct machine *m)
{
    return m->netlist->rules.tracks;
}

/* Frees the frames that pages left, if no cache can answer with a line of them once others have
 * written it: the caches are coherent, were emptied, or have the lines of their own memory alone.
 */
static void settle_pages(struct machine *m, bool l1s, bool l15s, bool l2s, bool rdcs)
{
    const bool kept = stores_reach_all(m);
    if (m->pages != NULL && l1s && (l15s || m->sys->l15.banks == 0) &&
        (l2s || kept || m->sys->l2.role == SYS_MEMORY_SIDE) &&
        (rdcs || kept || !system_has_rdc(m->sys)))
        pages_settle(m->pages);
}

bool machine_boundary(struct machine *m, struct error *err)
{
    const struct rules *r = &m->netlist->rules;
    if (r->sends_cts && !r->l2_clock) {
        settle_pages(m, true, true, true, true);
        return raise_clocks(m, err);
    }
    const struct sys_boundary *at = &m->sys->boundary;
    /* mgcc without M4, whose banks have clocks that nothing raises, has no such field. */
    bool l1s = r->sends_cts || at->l1s == SYS_EMPTY, l2s = r->sends_cts || at->l2s == SYS_EMPTY;
    bool l15s = at->l15s == SYS_EMPTY; /* no protocol with times has L1.5 banks */
    /* Banks with both roles have the current copies of their own lines. */
    const enum msg_level level =
        m->sys->l2.role == SYS_BOTH_SIDES && !r->directory ? LEVEL_L2_REMOTE : LEVEL_L2;
    bool epoch = system_protocol(m->sys)->rdc_epochs;
    if (!l1s && !l2s && (!l15s || m->sys->l15.banks == 0) && !epoch)
        return true;
    if (!machine_drain(m, err) || (l1s && !empty_l1s(m, err)) || (l15s && !empty_l15s(m, err)) ||
        (l2s && !empty_l2s(m, level, err)) || (epoch && !step_rdcs(m, err)))
        return false;
    settle_pages(m, l1s, l15s, l2s, epoch);
    return true;
}

/* Leases do not help: the SMs' clocks may be before an engine's store to another page's frame. */
bool machine_clean(struct machine *m, struct error *err)
{
    const struct system *s = m->sys;
    const bool kept = stores_reach_all(m), paused = m->paused;
    m->paused = true;
    bool ok = (m->netlist->rules.deep || empty_l1s(m, err)) &&
              (s->l15.banks == 0 || empty_l15s(m, err)) &&
              (kept || s->l2.role == SYS_MEMORY_SIDE || empty_l2s(m, LEVEL_L2, err)) &&
              (kept || !system_has_rdc(s) || step_rdcs(m, err));
    m->paused = paused;
    if (ok)
        pages_settle(m->pages);
    return ok;
}

bool machine_empty(struct machine *m, struct error *err)
{
    bool l15s = m->sys->l15.banks > 0;
    if (!machine_drain(m, err) || !empty_l1s(m, err) || (l15s && !empty_l15s(m, err)) ||
        !empty_l2s(m, LEVEL_L2, err) || (system_has_rdc(m->sys) && !step_rdcs(m, err)))
        return false;
    settle_pages(m, true, true, true, true);
    return true;
}

bool machine_flush(struct machine *m, struct error *err)
{
    const bool l2s = m->netlist->rules.write_back, rdcs = system_rdc_writes_back(m->sys);
    return (!l2s && !rdcs) || (machine_drain(m, err) && (!l2s || empty_l2s(m, LEVEL_L2, err)) &&
                               (!rdcs || step_rdcs(m, err)));
}

/* ---- epochs that are used up ---- */

static bool spent(struct machine *m)
{
    for (uint32_t u = 0; u < m->n_drams; u++) {
        uint64_t word = engine_probe(m->engine, (size_t)m->netlist->umc_tiles[u], PROBE_FAIL);
        if ((word >> FAIL_SPENT & 1) != 0)
            return true;
    }
    return false;
}

/* Epochs of RDC banks that begin because so many cycles have passed. */
static bool step_in_a_launch(struct machine *m, struct error *err)
{
    m->paused = true;
    bool ok = machine_drain(m, err) && step_rdcs(m, err);
    m->paused = false;
    m->next_renewal = m->now + m->sys->rdc.step_cycles;
    return ok;
}

bool machine_renew_epochs(struct machine *m, struct error *err)
{
    m->next_renewal = m->now + RENEW_EVERY;
    if (!m->paused && system_has_rdc(m->sys) && m->sys->rdc.step_cycles > 0)
        return step_in_a_launch(m, err);
    if (m->paused || !m->netlist->rules.epochs || !spent(m))
        return true;
    m->paused = true;
    bool ok = machine_drain(m, err) && empty_l1s(m, err) && empty_l2s(m, LEVEL_L2, err) &&
              empty_umcs(m, err);
    m->paused = false;
    m->rolls++;
    return ok;
}

/* ---- peeks ---- */

static bool peek(struct machine *m, uint32_t sm, enum msg_op op, uint64_t line,
                 struct machine_copy *copy)
{
    struct error err = {0};
    ask(m, sm, op, 0, line, 0);
    if (!await_replies(m, &err))
        return false;
    const uint32_t *msg = m->replies[sm];
    copy->present = msg_get(msg, PEEK_PRESENT, 1) != 0;
    uint32_t bits = m->netlist->core.bits[MSG_TIME];
    copy->wts = msg_get(msg, PEEK_WTS, bits);
    copy->rts = msg_get(msg, PEEK_WTS + bits, bits);
    return true;
}

bool machine_peek_l1(struct machine *m, uint32_t sm, uint64_t line, struct machine_copy *copy)
{
    return peek(m, sm, OP_PEEK_L1, line, copy);
}

bool machine_peek_l2(struct machine *m, uint32_t sm, uint64_t line, struct machine_copy *copy)
{
    return peek(m, sm, OP_PEEK_L2, line, copy);
}
