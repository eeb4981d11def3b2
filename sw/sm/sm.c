/* The state of an SM: slots of warps and CTAs, start and end of CTAs, the order within a cycle. */
#include "sw/sm/internal.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

static void new_warps(struct sm *sm)
{
    uint32_t n = sm->c.warps;
    sm->warps = xcalloc(n, sizeof *sm->warps);
    sm->wake_at = xcalloc(n, sizeof *sm->wake_at);
    sm->unit = xcalloc(n, sizeof *sm->unit);
    sm->order = xcalloc(n, sizeof *sm->order);
    sm->free_warps = n;
    for (uint32_t i = 0; i < n; i++) {
        sm->warps[i].wait = WAIT_NOTHING;
        sm->wake_at[i] = NEVER;
    }
}

static void new_flights(struct sm *sm)
{
    sm->per_warp = sm->c.rc && sm->c.flights > 1 ? sm->c.flights : 1;
    sm->n_flights = sm->c.warps * sm->per_warp;
    sm->flights = xcalloc(sm->n_flights, sizeof *sm->flights);
    sm->queue = xcalloc(sm->n_flights, sizeof *sm->queue);
    sm->arrived = xcalloc(sm->n_flights, sizeof *sm->arrived);
    for (uint32_t i = 0; i < sm->n_flights; i++) {
        struct flight *f = &sm->flights[i];
        f->line = xcalloc(sm->max_lines, sizeof *f->line);
        f->lanes = xcalloc(sm->max_lines, sizeof *f->lanes);
    }
}

struct sm *sm_new(const struct sm_config *c, const char *name)
{
    struct sm *sm = xcalloc(1, sizeof *sm);
    sm->c = *c;
    sm->place.sm = c->number;
    sm->name = xstrdup(name);
    sm->line_shift = (uint32_t)__builtin_ctz(c->line_bytes);
    /* A lane's access may span several lines if lines are smaller than 16 bytes. */
    uint32_t per_lane = c->line_bytes < SIMT_ACCESS_BYTES ? SIMT_ACCESS_BYTES / c->line_bytes : 1;
    sm->max_lines = SIMT_LANES * per_lane;
    new_warps(sm);
    new_flights(sm);
    sm->ctas = xcalloc(c->ctas, sizeof *sm->ctas);
    if (c->tlb.entries > 0)
        sm->tlb = lru_new(c->tlb.entries, c->tlb.ways);
    sm->tags = xcalloc(c->tags, sizeof *sm->tags);
    sm->free_tags = xcalloc(c->tags, sizeof *sm->free_tags);
    for (uint32_t i = 0; i < c->tags; i++)
        sm->free_tags[i] = c->tags - 1 - i;
    sm->n_free_tags = c->tags;
    sm->schedulers = c->schedulers > 1 ? c->schedulers : 1;
    sm->scheduler = xcalloc(sm->schedulers, sizeof *sm->scheduler);
    for (uint32_t i = 0; i < sm->schedulers; i++) {
        sm->scheduler[i].greedy = -1;
        sm->scheduler[i].last = c->warps - 1; /* slot 0 is next */
    }
    sm->wake = NEVER;
    sm->stall = WAIT_NOTHING;
    return sm;
}

void sm_free(struct sm *sm)
{
    if (sm == NULL)
        return;
    for (uint32_t i = 0; i < sm->c.ctas; i++)
        simt_cta_free(sm->ctas[i].simt);
    for (uint32_t i = 0; i < sm->c.warps; i++)
        free(sm->warps[i].reg);
    for (uint32_t i = 0; i < sm->n_flights; i++) {
        free(sm->flights[i].line);
        free(sm->flights[i].lanes);
    }
    free(sm->flights);
    free(sm->scheduler);
    free(sm->warps);
    free(sm->wake_at);
    free(sm->unit);
    free(sm->order);
    free(sm->queue);
    free(sm->arrived);
    free(sm->ctas);
    lru_free(sm->tlb);
    free(sm->tags);
    free(sm->free_tags);
    free(sm->name);
    free(sm);
}

uint32_t sm_registers(const struct simt_grid *grid)
{
    uint32_t each = (grid->kernel->alive_regs + SM_REGISTERS - 1) / SM_REGISTERS * SM_REGISTERS;
    return (uint32_t)simt_grid_warps(grid) * SIMT_LANES * each;
}

bool sm_fits(const struct sm_config *c, const struct simt_grid *grid, struct error *err)
{
    uint32_t warps = (uint32_t)simt_grid_warps(grid);
    uint32_t shared = simt_grid_shared(grid);
    const char *kernel = grid->kernel->name;
    if (c->ctas == 0)
        return error_set(err, "kernel '%s': an SM holds no CTA; raise sm.ctas", kernel);
    if (warps > c->warps)
        return error_set(err,
                         "kernel '%s': a CTA has %u warps, an SM holds %u; use a smaller block or "
                         "raise sm.warps",
                         kernel, warps, c->warps);
    if (shared > c->shared_bytes)
        return error_set(err,
                         "kernel '%s': a CTA needs %u bytes of shared memory, an SM has %u; use "
                         "less or raise sm.shared_bytes",
                         kernel, shared, c->shared_bytes);
    if (c->registers > 0 && sm_registers(grid) > c->registers)
        return error_set(err,
                         "kernel '%s': a CTA needs %u registers, an SM has %u; use a smaller block "
                         "or raise sm.registers",
                         kernel, sm_registers(grid), c->registers);
    return true;
}

bool sm_has_room(const struct sm *sm, const struct simt_grid *grid)
{
    return sm->n_ctas < sm->c.ctas && (uint32_t)simt_grid_warps(grid) <= sm->free_warps &&
           simt_grid_shared(grid) <= sm->c.shared_bytes - sm->shared_used &&
           (sm->c.registers == 0 || sm_registers(grid) <= sm->c.registers - sm->registers_used);
}

static void take_warp(struct sm *sm, uint32_t slot, uint32_t cta, struct simt_warp *simt)
{
    struct warp *w = &sm->warps[slot];
    int regs = sm->ctas[cta].grid->kernel->n_regs;
    if (regs > w->regs_cap) {
        w->reg = xrealloc(w->reg, (size_t)regs * sizeof *w->reg);
        w->regs_cap = regs;
    }
    if (regs > 0)
        memset(w->reg, 0, (size_t)regs * sizeof *w->reg);
    w->simt = simt;
    w->cta = cta;
    w->earliest = 0;
    w->in_flight = w->ordered = 0;
    w->line = NEVER;
    sm->order[sm->n_order++] = slot;
    issue_refresh(sm, slot);
}

void sm_take(struct sm *sm, const struct simt_grid *grid, uint64_t cta)
{
    uint32_t at = 0;
    while (sm->ctas[at].simt != NULL)
        at++;
    struct cta *c = &sm->ctas[at];
    c->simt = simt_cta_new(grid, cta);
    simt_cta_place(c->simt, &sm->place);
    c->grid = grid;
    c->shared = simt_grid_shared(grid);
    c->registers = sm_registers(grid);
    int warps = simt_cta_warps(c->simt);
    c->live = (uint32_t)warps;
    c->across = 0;
    sm->n_ctas++;
    sm->shared_used += c->shared;
    sm->registers_used += c->registers;
    sm->free_warps -= (uint32_t)warps;
    uint32_t slot = 0;
    for (int i = 0; i < warps; i++) {
        while (sm->warps[slot].simt != NULL)
            slot++;
        take_warp(sm, slot, at, simt_cta_warp(c->simt, i));
    }
    sm->wake = 0;
}

static void retire(struct sm *sm, uint32_t at)
{
    struct cta *c = &sm->ctas[at];
    for (uint32_t i = 0; i < sm->c.warps; i++)
        if (sm->warps[i].simt != NULL && sm->warps[i].cta == at) {
            sm->warps[i].simt = NULL;
            sm->free_warps++;
        }
    simt_cta_free(c->simt);
    c->simt = NULL;
    sm->shared_used -= c->shared;
    sm->registers_used -= c->registers;
    sm->n_ctas--;
    sm->ctas_done++;
    sm->stats.ctas++;
}

/* Call when all lanes have exited and all requests are answered. The slot is freed only when the
 * CTA retires. */
void warp_finish(struct sm *sm, uint32_t slot)
{
    struct warp *w = &sm->warps[slot];
    w->wait = WAIT_NOTHING;
    sm->wake_at[slot] = NEVER;
    uint32_t i = 0;
    while (sm->order[i] != slot)
        i++;
    memmove(&sm->order[i], &sm->order[i + 1], (sm->n_order - i - 1) * sizeof *sm->order);
    sm->n_order--;
    struct scheduler *of = &sm->scheduler[slot % sm->schedulers];
    if (of->greedy == (int)slot)
        of->greedy = -1;
    if (--sm->ctas[w->cta].live == 0)
        retire(sm, w->cta);
}

static void count_cycles(struct sm *sm, enum wait why, uint64_t n)
{
    struct sm_stats *s = &sm->stats;
    if (why != WAIT_NOTHING)
        s->cycles += n;
    switch (why) {
    case WAIT_TIME:
        s->stall_scoreboard += n;
        break;
    case WAIT_MEMORY:
        s->stall_memory += n;
        break;
    case WAIT_FENCE:
        s->stall_fence += n;
        break;
    case WAIT_FETCH:
        s->stall_fetch += n;
        break;
    case WAIT_BARRIER:
        s->stall_barrier += n;
        break;
    case WAIT_NOTHING:
        s->stall_idle += n;
        break;
    }
}

bool sm_step(struct sm *sm, uint64_t now, struct error *err)
{
    if (now < sm->wake)
        return true;
    /* Cycles that were skipped count as the end of the last step did: nothing could change. */
    uint64_t skipped = sm->started ? now - sm->last - 1 : now;
    if (skipped > 0)
        count_cycles(sm, sm->stall, skipped);
    sm->last = now;
    sm->started = true;
    sm->place.now = now;

    lsu_arrivals(sm, now);
    enum wait before = issue_stall(sm);
    uint64_t insts = sm->stats.warp_insts;
    if (!issue_step(sm, now, err))
        return false;
    lsu_present(sm, now);
    if (sm->stats.warp_insts != insts)
        sm->stats.cycles++;
    else
        count_cycles(sm, before, 1);
    sm->stall = issue_stall(sm);

    uint64_t lsu = lsu_wake(sm), issue = issue_wake(sm, now + 1);
    sm->wake = lsu < issue ? lsu : issue;
    if (sm->wake <= now)
        sm->wake = now + 1;
    return true;
}

uint64_t sm_wake(const struct sm *sm, uint64_t now)
{
    return sm->wake > now ? sm->wake : now;
}

bool sm_idle(const struct sm *sm)
{
    return sm->n_ctas == 0;
}

uint64_t sm_ctas_done(const struct sm *sm)
{
    return sm->ctas_done;
}

const struct sm_stats *sm_stats(const struct sm *sm)
{
    return &sm->stats;
}

void sm_set_bounds(struct sm *sm, sm_bounds *bounds, void *ctx)
{
    sm->bounds = bounds;
    sm->range = NULL;
    sm->bounds_ctx = ctx;
}

void sm_set_range(struct sm *sm, sm_range *range, void *ctx)
{
    sm->bounds = NULL;
    sm->range = range;
    sm->bounds_ctx = ctx;
    sm->range_start = sm->range_end = 0;
}
