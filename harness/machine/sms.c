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
    size_t room = 2 * sms * sizeof(uint32_t); /* one member may do the work of all */
    struct sm_part *parts = xcalloc(members, sizeof *parts + room);
    for (unsigned i = 0; i < members; i++) {
        parts[i].offered = (uint32_t *)(parts + members) + 2 * (size_t)i * sms;
        parts[i].touching = parts[i].offered + sms;
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
    for (uint32_t i = 0; i < m->n_sms; i++)
        sm_set_translation(m->sms[i], m->pages != NULL ? pages_translate : NULL, m->pages);
}

/* Places the page that an SM waits for, unless an SM before it has done so in this cycle. */
static void place_touched(struct machine *m, uint32_t i)
{
    uint64_t address;
    struct pages_placed page;
    if (sm_touches(m->sms[i], &address) &&
        pages_touch(m->pages, address, i / m->sys->sm.count, &page) && page.init != NULL)
        machine_poke(m, page.physical, page.init, page.bytes);
}

/* Hands out CTAs; returns how many SMs are awake. */
static uint32_t dispatch(struct machine *m, struct gpu *gpu)
{
    uint32_t awake = 0;
    bool more = gpu != NULL && !gpu_all_dispatched(gpu);
    for (uint32_t i = 0; i < m->n_sms; i++) {
        if (more && gpu_dispatch(gpu, i, m->sms[i]))
            m->wake[i] = m->now;
        awake += m->wake[i] <= m->now;
    }
    return awake;
}

static bool step(struct machine *m, uint32_t i, struct sm_part *part)
{
    struct sm *sm = m->sms[i];
    if (!sm_step(sm, m->now, &part->err))
        return false;
    uint64_t address;
    if (sm_touches(sm, &address))
        part->touching[part->n_touching++] = i;
    const struct sm_request *r = sm_wants(sm);
    if (r != NULL && m->observer != NULL && m->observer->shows != NULL)
        m->observer->shows(m->observer->ctx, i, r);
    if (r != NULL && machine_takes(m, i)) {
        machine_put(m, i, r);
        part->offered[part->n_offered++] = i;
        sm_sent(sm);
        r = sm_wants(sm);
    }
    m->wake[i] = r != NULL ? m->now + 1 : sm_wake(sm, m->now + 1);
    return true;
}

static void step_share(struct machine *m, struct team_share share, struct sm_part *part)
{
    part->n_offered = part->n_touching = 0;
    for (uint32_t i = (uint32_t)share.from; i < share.to; i++)
        if (m->wake[i] <= m->now && !step(m, i, part))
            return;
}

static void step_as_member(void *ctx, unsigned member)
{
    struct machine *m = ctx;
    step_share(m, team_share(m->n_sms, member, team_members(m->team)), &m->parts[member]);
}

/* An observer is told in the order of the SMs, and by the caller alone. */
static bool worth_a_team(const struct machine *m, uint32_t awake)
{
    return m->team != NULL && m->observer == NULL && awake >= LEAST_AWAKE * team_members(m->team);
}

bool machine_step_sms(struct machine *m, struct gpu *gpu, struct error *err)
{
    uint32_t awake = dispatch(m, gpu);
    unsigned members = worth_a_team(m, awake) ? team_members(m->team) : 1;
    if (members > 1)
        team_do(m->team, step_as_member, m);
    else
        step_share(m, (struct team_share){0, m->n_sms}, &m->parts[0]);
    for (unsigned k = 0; k < members; k++) {
        const struct sm_part *part = &m->parts[k];
        for (size_t i = 0; i < part->n_offered; i++)
            engine_offer(m->engine, &m->to_l1[part->offered[i]]);
        for (size_t i = 0; i < part->n_touching; i++)
            place_touched(m, part->touching[i]);
        if (error_is_set(&part->err)) {
            *err = part->err;
            return false;
        }
    }
    return true;
}
