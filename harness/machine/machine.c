#include "harness/machine/impl.h"

#include "gen/system/derived.h"
#include "harness/engine/monitors.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- construction ---- */

/* Whether memory has spare bits beside each line. */
static bool has_spares(const struct machine *m)
{
    return m->netlist->rules.tracks || system_has_rdc(m->sys);
}

static void set_layout(struct machine *m)
{
    const struct netlist *n = m->netlist;
    const struct msg_widths *c = &n->core, *d = &n->dram;
    m->at.core_req.mask = msg_lsb(&msg_core_req, c, "mask");
    m->at.core_req.line = msg_lsb(&msg_core_req, c, "line");
    m->at.core_req.tag = msg_lsb(&msg_core_req, c, "tag");
    m->at.core_req.op = msg_lsb(&msg_core_req, c, "op");
    m->at.core_req.fn = msg_lsb(&msg_core_req, c, "fn");
    m->at.core_req.bits = msg_bits(&msg_core_req, c);
    m->at.core_rsp.tag = msg_lsb(&msg_core_rsp, c, "tag");
    m->at.dram_req.mask = msg_lsb(n->dram_req, d, "mask");
    m->at.dram_req.line = msg_lsb(n->dram_req, d, "line");
    m->at.dram_req.tag = msg_lsb(n->dram_req, d, "tag");
    m->at.dram_req.write = msg_lsb(n->dram_req, d, "write");
    m->at.dram_rsp.tag = msg_lsb(n->dram_rsp, d, "tag");
    if (!has_spares(m))
        return;
    m->at.dram_req.spare = msg_lsb(n->dram_req, d, "spare");
    m->at.dram_req.entry = msg_lsb(n->dram_req, d, "entry");
    m->at.dram_rsp.spare = msg_lsb(n->dram_rsp, d, "spare");
    m->at.dram_rsp.entry = msg_lsb(n->dram_rsp, d, "entry");
    m->at.dram_rsp.write = msg_lsb(n->dram_rsp, d, "write");
    m->at.dram_rsp.spare_bits = m->at.dram_rsp.entry - m->at.dram_rsp.spare;
}

struct sm_config machine_sm_config(const struct system *s)
{
    struct sm_config c = {
        .warps = s->sm.warps,
        .schedulers = s->sm.schedulers,
        .round_robin = s->sm.greedy_then == SYS_ROUND_ROBIN,
        .ctas = s->sm.ctas,
        .shared_bytes = s->sm.shared_bytes,
        .registers = s->sm.registers,
        .tags = s->sm.tags,
        .line_bytes = s->line_bytes,
        .rc = s->consistency == SYS_RC,
        .flights = s->sm.flights,
        .tlb = {.entries = s->placement.tlb.entries,
                .ways = s->placement.tlb.ways,
                .latency = s->placement.tlb.latency,
                .page_bytes = s->placement.page_bytes},
        .l1i = s->sm.l1i.bytes > 0,
        .scalar = s->sm.scalar.bytes > 0,
    };
    const struct sys_sm_times *times[] = {&s->sm.latency, &s->sm.interval};
    uint32_t *to[] = {c.latency, c.interval};
    for (int i = 0; i < 2; i++) {
        to[i][PTX_INT] = times[i]->int_;
        to[i][PTX_MUL] = times[i]->mul;
        to[i][PTX_FP32] = times[i]->fp32;
        to[i][PTX_FP64] = times[i]->fp64;
        to[i][PTX_SFU] = times[i]->sfu;
        to[i][PTX_SHARED] = times[i]->shared;
        to[i][PTX_LOAD] = times[i]->load;
        to[i][PTX_STORE] = times[i]->store;
        to[i][PTX_BRANCH] = times[i]->branch;
        to[i][PTX_BARRIER] = times[i]->barrier;
        to[i][PTX_FENCE] = times[i]->barrier; /* its own time; waiting for answers comes on top */
    }
    return c;
}

/* A line of each bank that has a directory. */
static void set_releases(struct machine *m, struct sm_config *c)
{
    const struct system *s = m->sys;
    if (!system_has_directory(s))
        return;
    m->releases = xcalloc((size_t)s->gpus * s->l2.banks, sizeof *m->releases);
    for (uint32_t home = 0; home < s->gpus; home++)
        for (uint32_t bank = 0; bank < s->l2.banks; bank++)
            m->releases[m->n_releases++] = address_line_of_bank(&m->netlist->map, home, bank);
    c->releases = m->releases;
    c->n_releases = m->n_releases;
    c->gpu_is_part = system_gpu_is_part(s);
}

uint32_t machine_near_releases(const struct machine *m, uint32_t sm, const uint64_t **lines)
{
    const struct system *s = m->sys;
    const uint32_t packages = s->l2.directory.gpu_packages, n = packages * s->l2.banks;
    *lines = m->releases;
    if (!system_has_gpu_homes(s))
        return 0;
    *lines += sm / s->sm.count / packages * n;
    return n;
}

static struct dram_config dram_config(const struct system *s)
{
    const struct sys_dram *d = &s->dram;
    const struct sys_cube_order *order = &s->memory.cubes.order;
    return (struct dram_config){
        .map = s->memory.cubes.clusters > 0 ? DRAM_ORDERED : DRAM_SPREAD,
        .place = {.bank = order->BK, .column = order->CLH, .row = order->RW},
        .timing = {.tCL = d->tCL,
                   .tCWL = d->tCWL,
                   .tRCD = d->tRCD,
                   .tRP = d->tRP,
                   .tRAS = d->tRAS,
                   .tCCD_S = d->tCCD_S,
                   .tCCD_L = d->tCCD_L,
                   .tRRD_S = d->tRRD_S,
                   .tRRD_L = d->tRRD_L,
                   .tFAW = d->tFAW,
                   .tWR = d->tWR,
                   .tWTR_S = d->tWTR_S,
                   .tWTR_L = d->tWTR_L,
                   .tRTP = d->tRTP,
                   .tRFC = d->tRFC,
                   .tREFI = d->tREFI},
        .fixed = {d->fixed.latency, d->fixed.bytes_per_cycle},
        .bank_groups = d->bank_groups,
        .banks = d->banks,
        .bus_bits = d->bus_bits,
        .burst = d->burst,
        .page_bytes = d->page_bytes,
        .read_queue = d->read_queue,
        .write_queue = d->write_queue,
        .line_bytes = s->line_bytes,
        .bytes = s->umc.bytes,
    };
}

static bool add_models(struct machine *m, struct error *err)
{
    const struct system *s = m->sys;
    m->n_sms = m->netlist->sms;
    m->n_cores = m->netlist->cores;
    m->n_drams = m->netlist->umcs;
    m->sms = xcalloc(m->n_sms, sizeof(struct sm *));
    m->parts = machine_parts(m->n_sms, 1);
    m->shared_tlbs = shared_tlbs_new(s);
    m->fences = fences_new(s);
    m->read_caches = read_caches_new(s);
    m->wake = xcalloc(m->n_sms, sizeof *m->wake);
    m->replies = xcalloc(m->n_cores, sizeof *m->replies);
    m->to_l1 = xcalloc(m->n_cores, sizeof *m->to_l1);
    m->from_l1 = xcalloc(m->n_cores, sizeof *m->from_l1);
    m->drams = xcalloc(m->n_drams, sizeof(struct dram *));
    m->to_umc = xcalloc(m->n_drams, sizeof *m->to_umc);
    m->from_umc = xcalloc(m->n_drams, sizeof *m->from_umc);
    struct sm_config sc = machine_sm_config(s);
    set_releases(m, &sc);
    for (uint32_t i = 0; i < m->n_sms; i++) {
        char name[32];
        snprintf(name, sizeof name, "gpu%u.sm%u", i / s->sm.count, i % s->sm.count);
        sc.number = i;
        sc.n_near_releases = machine_near_releases(m, i, &sc.near_releases);
        m->sms[i] = sm_new(&sc, name);
        m->wake[i] = UINT64_MAX;
    }
    for (uint32_t i = 0; i < m->n_cores; i++) {
        m->to_l1[i] = engine_port(m->engine, CORE_REQ, i);
        m->from_l1[i] = engine_port(m->engine, CORE_RSP, i);
    }
    m->copies = s->copy_engine.lines > 0 ? copies_new(s) : NULL;
    struct dram_config dc = dram_config(s);
    if (has_spares(m))
        m->spares = xcalloc(m->n_drams, sizeof *m->spares);
    for (uint32_t i = 0; i < m->n_drams; i++) {
        m->drams[i] = dram_new(&dc);
        if (m->spares != NULL)
            m->spares[i] = xcalloc(2u << m->netlist->dram.bits[MSG_TAG], sizeof **m->spares);
        m->to_umc[i] = engine_port(m->engine, DRAM_RSP, i);
        m->from_umc[i] = engine_port(m->engine, DRAM_REQ, i);
    }
    return host_cpu_new(m, err);
}

static struct machine *make_waves(const struct system *sys, const struct rules *rules,
                                  engine_maker *engine, struct waves *waves,
                                  void (*say)(const char *text), struct error *err)
{
    if (!system_simulates(sys, err))
        return NULL;
    struct machine *m = xcalloc(1, sizeof *m);
    m->sys = sys;
    m->netlist = netlist_new_with(sys, rules, err);
    if (m->netlist == NULL) {
        machine_free(m);
        return NULL;
    }
    m->engine = waves != NULL ? engine_tiles_waves(m->netlist, waves, say, err)
                              : engine(m->netlist, say, err);
    if (m->engine == NULL) {
        machine_free(m);
        return NULL;
    }
    set_layout(m);
    if (!add_models(m, err)) {
        machine_free(m);
        return NULL;
    }
    /* After reset tiles clear their arrays; the clock of a run starts when they are done. */
    while (!engine_idle(m->engine))
        engine_step(m->engine);
    return m;
}

static struct machine *make(const struct system *sys, const struct rules *rules,
                            engine_maker *engine, void (*say)(const char *text), struct error *err)
{
    return make_waves(sys, rules, engine, NULL, say, err);
}

struct machine *machine_new(const struct system *sys, void (*say)(const char *text),
                            struct error *err)
{
    return machine_new_waves(sys, NULL, say, err);
}

struct machine *machine_new_waves(const struct system *sys, struct waves *waves,
                                  void (*say)(const char *text), struct error *err)
{
    return make_waves(sys, NULL, engine_tiles, waves, say, err);
}

struct machine *machine_new_with(const struct system *sys, const struct rules *rules,
                                 void (*say)(const char *text), struct error *err)
{
    return make(sys, rules, engine_tiles, say, err);
}

struct machine *machine_new_flat(const struct system *sys, void (*say)(const char *text),
                                 struct error *err)
{
    return make(sys, NULL, engine_flat, say, err);
}

void machine_free(struct machine *m)
{
    if (m == NULL)
        return;
    for (uint32_t i = 0; i < m->n_sms; i++)
        sm_free(m->sms[i]);
    for (uint32_t i = 0; i < m->n_drams; i++)
        dram_free(m->drams[i]);
    free(m->sms);
    free(m->wake);
    free(m->releases);
    free(m->parts);
    shared_tlbs_free(m->shared_tlbs);
    fences_free(m->fences);
    read_caches_free(m->read_caches);
    copies_free(m->copies);
    cpu_free(m->cpu);
    paging_free(m->paging);
    free(m->replies);
    free(m->to_l1);
    free(m->from_l1);
    for (uint32_t i = 0; m->spares != NULL && i < m->n_drams; i++)
        free(m->spares[i]);
    free(m->spares);
    free(m->drams);
    free(m->to_umc);
    free(m->from_umc);
    engine_free(m->engine);
    netlist_free(m->netlist);
    free(m);
}

/* ---- SM <-> L1 ---- */

static uint32_t tag_of_answer(const struct machine *m, uint32_t core)
{
    return (uint32_t)msg_get(m->from_l1[core].msg, m->at.core_rsp.tag,
                             m->netlist->core.bits[MSG_TAG]);
}

static void receive_of_core(struct machine *m, uint32_t core, bool is_cpu)
{
    const uint32_t tag = tag_of_answer(m, core);
    const uint8_t *data = (const uint8_t *)m->from_l1[core].msg;
    if (is_cpu)
        host_cpu_answer(m, tag, data);
    else if (m->stand_in != NULL)
        m->stand_in->answer(m->stand_in->ctx, core, tag, data);
    else
        sm_answer(m->sms[core], tag, data);
}

static void receive(struct machine *m, uint32_t core)
{
    const bool is_cpu = m->cpu != NULL && core == netlist_cpu(m->netlist);
    const enum copies_answer copied =
        netlist_is_engine(m->netlist, core)
            ? copies_answered(m, core - m->n_sms, tag_of_answer(m, core),
                              (const uint8_t *)m->from_l1[core].msg)
            : ANSWERS_OTHERS;
    if (copied == ANSWERS_OTHERS && m->replies_pending > 0) {
        memcpy(m->replies[core], m->from_l1[core].msg, sizeof *m->replies);
        m->replies_pending--;
    } else if (copied == ANSWERS_OTHERS) {
        receive_of_core(m, core, is_cpu);
    }
    if (core < m->n_sms)
        m->wake[core] = m->now;
    m->answers += copied != ANSWERS_NOTHING_NEW;
    engine_consume(m->engine, &m->from_l1[core]);
}

void machine_fill(struct machine *m, uint32_t *msg, enum msg_op op, uint32_t fn, uint32_t tag,
                  uint64_t line)
{
    const struct msg_widths *w = &m->netlist->core;
    msg_put(msg, m->at.core_req.line, w->bits[MSG_LINE], line);
    msg_put(msg, m->at.core_req.tag, w->bits[MSG_TAG], tag);
    msg_put(msg, m->at.core_req.op, w->bits[MSG_OP], op);
    msg_put(msg, m->at.core_req.fn, w->bits[MSG_FN],
            op == OP_FRESH && fn == 0 ? (uint32_t)MSG_FN_FRESH : fn);
}

bool machine_takes(const struct machine *m, uint32_t sm)
{
    const struct port *p = &m->to_l1[sm];
    return !m->paused && port_takes(p) && !port_offered(p);
}

void machine_put(struct machine *m, uint32_t sm, const struct sm_request *r)
{
    const struct port *p = &m->to_l1[sm];
    /* Homes need not keep what is said to be needed once; only banks with both roles listen. */
    const bool once =
        r->op == OP_LOAD && m->once && pages_once(m->pages, r->line * m->sys->line_bytes);
    machine_fill(m, p->msg, r->op, once ? MSG_FN_ONCE : r->fn, r->tag, r->line);
    if (r->op == OP_STORE || r->op == OP_ATOMIC) {
        memcpy(p->msg, r->data, m->sys->line_bytes);
        for (uint32_t i = 0; i < m->sys->line_bytes; i += 8)
            msg_put(p->msg, m->at.core_req.mask + i, 8, r->mask[i / 8]);
    }
}

void machine_send(struct machine *m, uint32_t sm, const struct sm_request *r)
{
    if (fences_take(m->fences, sm, r))
        return;
    machine_put(m, sm, r);
    engine_offer(m->engine, &m->to_l1[sm]);
}

/* ---- the clock ---- */

void machine_begin(struct machine *m)
{
    read_caches_begin(m->read_caches);
}

bool machine_cycle(struct machine *m, struct gpu *gpu, struct error *err)
{
    if (m->now >= m->next_renewal && !machine_renew_epochs(m, err))
        return false;
    if (m->paging != NULL && !paging_clean(m, err))
        return false;
    if (m->fences != NULL && !fences_step(m, err))
        return false;
    size_t n;
    const struct shown *shown = engine_shown(m->engine, &n);
    for (size_t i = 0; i < n; i++) {
        if (shown[i].outside == CORE_RSP)
            receive(m, shown[i].number);
        else
            machine_to_dram(m, shown[i].number);
    }
    if (m->stand_in != NULL)
        m->stand_in->step(m->stand_in->ctx);
    else if (!machine_step_sms(m, gpu, err))
        return false;
    if (m->cpu != NULL && !host_cpu_step(m, err))
        return false;
    if (m->paging != NULL)
        paging_step(m);
    if (m->copies != NULL && !copies_step(m, err))
        return false;
    for (uint32_t u = 0; u < m->n_drams; u++)
        machine_step_dram(m, u);
    if (m->observer != NULL)
        m->observer->cycle(m->observer->ctx);
    engine_step(m->engine);
    m->now++;
    if (!engine_broken(m->engine))
        return true;
    monitors_tell(m->engine, m->netlist, m->now - 1, err);
    return false;
}

bool machine_drams_idle(const struct machine *m)
{
    for (uint32_t u = 0; u < m->n_drams; u++)
        if (!dram_idle(m->drams[u]))
            return false;
    return true;
}

bool machine_idle(const struct machine *m)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        if (!sm_idle(m->sms[i]))
            return false;
    return engine_idle(m->engine) && machine_drams_idle(m) && machine_copies_idle(m) &&
           machine_host_idle(m);
}

void machine_skip(struct machine *m, const struct gpu *gpu, uint64_t limit)
{
    if (!engine_idle(m->engine) || !machine_drams_idle(m) || !machine_copies_idle(m) ||
        !machine_pages_idle(m) || fences_wait(m->fences))
        return;
    uint64_t next = m->cpu != NULL && m->cpu_wake < limit ? m->cpu_wake : limit;
    for (uint32_t i = 0; i < m->n_sms; i++) {
        if (gpu_can_dispatch(gpu, i, m->sms[i]))
            return;
        if (m->wake[i] < next)
            next = m->wake[i];
    }
    if (next > m->now)
        m->now = next;
}
