/*
 * The SMs' part of a cycle, alone or by a team.
 *
 * An SM and the port to its L1 are touched by one member alone. What all share, the lists of the
 * engine and of the CTAs and the page table, is changed by the caller alone, before and after; it
 * goes through the SMs in their order, so that a run is the same whatever the number of members.
 */
#include "harness/machine/impl.h"

#include "sw/util/arena.h"
#include "sw/util/team.h"

#include <stdlib.h>

/* With fewer SMs awake than this for each member, waiting for the others costs more than it gains.
 */
enum { LEAST_AWAKE = 4 };

struct sm_part *machine_parts(uint32_t sms, unsigned members)
{
    size_t room = 3 * sms * sizeof(uint32_t); /* one member may do the work of all */
    struct sm_part *parts = xcalloc(members, sizeof *parts + room);
    for (unsigned i = 0; i < members; i++) {
        parts[i].offered = (uint32_t *)(parts + members) + 3 * (size_t)i * sms;
        parts[i].touching = parts[i].offered + sms;
        parts[i].stepped = parts[i].touching + sms;
    }
    return parts;
}

void machine_use_team(struct machine *m, struct team *team)
{
    free(m->parts);
    m->parts = machine_parts(m->n_sms, team_members(team));
    m->team = team;
    engine_use_team(m->engine, team);
}

void machine_use_pages(struct machine *m, struct pages *pages)
{
    m->pages = pages != NULL && !pages_identity(pages) ? pages : NULL;
    m->once = m->pages != NULL && pages_in_table(pages) && netlist_both(m->netlist) &&
              m->sys->l2.remote != SYS_RTWICE;
    for (uint32_t i = 0; i < m->n_sms; i++) {
        void *view = m->pages != NULL ? pages_view(m->pages, machine_home(m, i)) : NULL;
        sm_set_translation(m->sms[i], m->pages != NULL ? pages_translate : NULL, view);
    }
    host_cpu_use_pages(m);
    paging_free(m->paging);
    m->paging = m->pages != NULL ? paging_new(m->sys, m->pages) : NULL;
}

/* Hands out CTAs; returns how many SMs are awake. */
static uint32_t dispatch(struct machine *m, struct gpu *gpu)
{
    uint32_t awake = 0;
    const bool more = gpu != NULL && !gpu_all_dispatched(gpu);
    const uint32_t first = more ? gpu_first_turn(gpu) : 0;
    for (uint32_t k = 0; more && k < m->n_sms; k++) {
        const uint32_t i = gpu_turn(gpu, first, k);
        if (gpu_dispatch(gpu, i, m->sms[i]))
            m->wake[i] = m->now;
    }
    for (uint32_t i = 0; i < m->n_sms; i++)
        awake += m->wake[i] <= m->now;
    return awake;
}

static void tell_taken(const struct machine *m, uint32_t i, const struct sm_request *r)
{
    if (m->observer != NULL && m->observer->takes != NULL)
        m->observer->takes(m->observer->ctx, i, r);
}

/* The SM shows a request: an observer sees it, and its L1 takes it if it has room. */
static bool offer(struct machine *m, uint32_t i, struct sm_part *part, const struct sm_request *r)
{
    if (m->observer != NULL && m->observer->shows != NULL)
        m->observer->shows(m->observer->ctx, i, r);
    if (fences_take(m->fences, i, r)) {
        tell_taken(m, i, r);
        sm_sent(m->sms[i]);
        return true;
    }
    if (!machine_takes(m, i))
        return false;
    tell_taken(m, i, r);
    machine_put(m, i, r);
    part->offered[part->n_offered++] = i;
    sm_sent(m->sms[i]);
    return true;
}

static inline bool step(struct machine *m, uint32_t i, struct sm_part *part)
{
    struct sm *sm = m->sms[i];
    if (!sm_step(sm, m->now, &part->err))
        return false;
    uint64_t address;
    bool write;
    if (m->paging != NULL && sm_touches(sm, &address, &write))
        part->touching[part->n_touching++] = i;
    if (m->shared_tlbs != NULL || m->read_caches != NULL)
        part->stepped[part->n_stepped++] = i;
    const struct sm_request *r = sm_wants(sm);
    bool stays = r != NULL && !offer(m, i, part, r);
    m->wake[i] = stays ? m->now + 1 : sm_wake(sm, m->now + 1);
    return true;
}

static void step_share(struct machine *m, struct team_share share, struct sm_part *part)
{
    part->n_offered = part->n_touching = part->n_stepped = 0;
    for (uint32_t i = (uint32_t)share.from; i < share.to; i++)
        if (m->wake[i] <= m->now && !step(m, i, part))
            return;
}

static void step_as_member(void *ctx, unsigned member)
{
    struct machine *m = ctx;
    step_share(m, team_share(m->n_sms, member, team_members(m->team)), &m->parts[member]);
}

/* An observer is told in the order of the SMs, and by the caller alone; so is the host's software,
 * which prints and allocates for kernels. */
static bool worth_a_team(const struct machine *m, uint32_t awake)
{
    return m->team != NULL && m->observer == NULL && !m->asks &&
           awake >= LEAST_AWAKE * team_members(m->team);
}

/* Offers an L1 the request that its SM shows. */
static void send_shown(struct machine *m, uint32_t i)
{
    const struct sm_request *r = sm_wants(m->sms[i]);
    if (r == NULL || !machine_takes(m, i))
        return;
    tell_taken(m, i, r);
    machine_send(m, i, r);
    sm_sent(m->sms[i]);
    m->wake[i] = m->now + 1;
}

/* Only what is asked here tells when the SM can go on. */
static void ask_shared(struct machine *m, uint32_t i)
{
    struct sm *sm = m->sms[i];
    shared_tlbs_ask(m->shared_tlbs, i, sm);
    read_caches_ask(m->read_caches, i, sm);
    const uint64_t wake = sm_wake(sm, m->now + 1);
    m->wake[i] = wake < m->wake[i] ? wake : m->wake[i];
}

/* What SMs share is changed after they have stepped, in their order. */
static void after_step(struct machine *m, const struct sm_part *part)
{
    uint64_t address;
    bool write;
    for (size_t i = 0; i < part->n_offered; i++) {
        engine_offer(m->engine, &m->to_l1[part->offered[i]]);
        if (m->paging != NULL)
            paging_sends(m, part->offered[i]);
    }
    for (size_t i = 0; i < part->n_touching; i++)
        if (sm_touches(m->sms[part->touching[i]], &address, &write))
            paging_touch(m, part->touching[i], address, write);
    for (size_t i = 0; i < part->n_stepped; i++)
        ask_shared(m, part->stepped[i]);
}

bool machine_step_sms(struct machine *m, struct gpu *gpu, struct error *err)
{
    for (uint32_t i = 0; m->frozen && i < m->n_sms; i++)
        send_shown(m, i);
    if (m->frozen)
        return true;
    uint32_t awake = dispatch(m, gpu);
    unsigned members = worth_a_team(m, awake) ? team_members(m->team) : 1;
    if (members > 1)
        team_do(m->team, step_as_member, m);
    else
        step_share(m, (struct team_share){0, m->n_sms}, &m->parts[0]);
    for (unsigned k = 0; k < members; k++) {
        const struct sm_part *part = &m->parts[k];
        after_step(m, part);
        if (error_is_set(&part->err)) {
            *err = part->err;
            return false;
        }
    }
    return true;
}
