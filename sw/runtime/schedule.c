/*
 * The scheduler of CTAs: which SM runs a CTA, and when. A policy of sw/policy deals the CTAs of a
 * grid to the packages, each of which has a queue.
 */
#include "sw/runtime/plan.h"

#include "sw/ptx/senses.h"
#include "sw/util/arena.h"

#include <string.h>

enum { NO_SM = -1 };

void gpu_set_schedule(struct gpu *g, enum schedule policy, uint32_t batch)
{
    g->policy = policy;
    g->batch = batch;
}

void gpu_set_turns(struct gpu *g, uint32_t turns)
{
    g->turns = turns;
}

void gpu_set_once(struct gpu *g, enum gpu_once once)
{
    g->once = once;
}

bool gpu_is_planned(enum schedule schedule, enum page_placement placement, enum gpu_once once)
{
    return schedule_is_planned(schedule) || once != GPU_TWICE ||
           placement_policies[placement].kind == PLACES_PLANNED;
}

void gpu_confine(struct gpu *g, uint32_t package)
{
    g->confined = package != GPU_ANYWHERE;
    g->only = package;
}

/* The package whose queue gets a CTA. */
static uint32_t package_of(const struct gpu *g, const struct schedule_grid *grid, uint64_t cta)
{
    return g->confined ? g->only : schedule_policies[g->policy].package(grid, cta);
}

/* The grid of the step, planned if a policy asks for that. */
static struct schedule_grid planned(struct gpu *g)
{
    const struct simt_dim *dim = &g->steps[g->step].grid.grid;
    struct schedule_grid grid = {.x = dim->x,
                                 .y = dim->y,
                                 .z = dim->z,
                                 .packages = g->gpus,
                                 .turns = g->turns,
                                 .batch = g->batch};
    if (gpu_host_step(g, g->step) == NULL &&
        gpu_is_planned(g->policy, pages_policy(g->pages), g->once))
        plan_step(g, &grid);
    return grid;
}

void gpu_plan(struct gpu *g, size_t step, uint32_t gpus)
{
    g->step = step;
    g->gpus = gpus;
    planned(g);
}

/* Queues the CTAs by package; those of a package stay in the order of their numbers. */
static void deal(struct gpu *g)
{
    const struct schedule_grid grid = planned(g);
    memset(g->left, 0, g->gpus * sizeof *g->left);
    for (uint64_t i = 0; i < g->ctas; i++)
        g->left[package_of(g, &grid, i)]++;
    g->first[0] = 0;
    for (uint32_t p = 0; p < g->gpus; p++) {
        g->first[p + 1] = g->end[p] = g->first[p] + g->left[p];
        g->left[p] = 0;
    }
    for (uint64_t i = 0; i < g->ctas; i++) {
        uint32_t p = package_of(g, &grid, i);
        g->queued[g->first[p] + g->left[p]++] = (uint32_t)i;
    }
}

/* What the machine's run reads of where it runs is kept for the reference. */
static void begin_senses(struct gpu_step *s)
{
    senses_free(s->grid.senses);
    s->grid.senses = NULL;
    if (s->host == NULL && s->grid.kernel->senses)
        s->grid.senses = senses_new(simt_grid_ctas(&s->grid), (uint32_t)simt_grid_warps(&s->grid));
}

void gpu_begin(struct gpu *g, size_t step, uint32_t gpus, uint32_t sms)
{
    size_t n = (size_t)gpus * sms;
    g->step = step;
    g->gpus = gpus;
    g->sms = sms;
    g->ctas = simt_grid_ctas(&g->steps[step].grid);
    g->dispatched = 0;
    g->given = xrealloc(g->given, n * sizeof *g->given);
    memset(g->given, 0, n * sizeof *g->given);
    g->first = xrealloc(g->first, (gpus + 1) * sizeof *g->first);
    g->end = xrealloc(g->end, gpus * sizeof *g->end);
    g->left = xrealloc(g->left, gpus * sizeof *g->left);
    g->turn = 0;
    g->was_full = xrealloc(g->was_full, n * sizeof *g->was_full);
    memset(g->was_full, 0, n * sizeof *g->was_full);
    g->were_full = xrealloc(g->were_full, gpus * sizeof *g->were_full);
    memset(g->were_full, 0, gpus * sizeof *g->were_full);
    g->queued = xrealloc(g->queued, g->ctas * sizeof *g->queued);
    int32_t *ran_on = xrealloc(g->steps[step].ran_on, g->ctas * sizeof *ran_on);
    for (uint64_t i = 0; i < g->ctas; i++)
        ran_on[i] = NO_SM;
    g->steps[step].ran_on = ran_on;
    begin_senses(&g->steps[step]);
    deal(g);
}

static const struct schedule_run *run_of(const struct gpu *g)
{
    return schedule_policies[g->policy].run;
}

/* ---- whose turn it is ---- */

/* The SM at a place in the order, which is its own inverse but for the numbers of its two sides. */
static uint32_t across(uint32_t i, uint32_t rows, uint32_t columns)
{
    return i % rows * columns + i / rows;
}

static bool goes_across(const struct gpu *g)
{
    return run_of(g) != NULL && run_of(g)->turn == TURN_NEXT_PACKAGE;
}

uint32_t gpu_first_turn(const struct gpu *g)
{
    return g->turn;
}

uint32_t gpu_turn(const struct gpu *g, uint32_t first, uint32_t i)
{
    const uint32_t n = g->gpus * g->sms, place = (first + i) % n;
    return goes_across(g) ? across(place, g->gpus, g->sms) : place;
}

static void note_turn(struct gpu *g, uint32_t sm_index)
{
    const uint32_t place = goes_across(g) ? across(sm_index, g->sms, g->gpus) : sm_index;
    if (run_of(g) != NULL && run_of(g)->turn != TURN_LOWEST)
        g->turn = (place + 1) % (g->gpus * g->sms);
}

/* ---- which CTA an SM takes ---- */

/* A group of CTAs that an SM's package may take from the end of another's queue; 0: none. */
static uint64_t group_for(const struct gpu *g, uint32_t package, uint32_t *from)
{
    const struct schedule_left left = {g->left, g->were_full, g->gpus};
    return run_of(g) == NULL || run_of(g)->group == NULL || g->confined || g->left[package] > 0
               ? 0
               : run_of(g)->group(&left, package, from);
}

/* The package whose queue an SM takes its next CTA from. */
static uint32_t package_for(const struct gpu *g, uint32_t sm_index, bool idle)
{
    const struct schedule_left left = {g->left, g->were_full, g->gpus};
    uint32_t own = sm_index / g->sms;
    return run_of(g) != NULL && run_of(g)->source != NULL && !g->confined
               ? run_of(g)->source(&left, own, idle)
               : own;
}

/* The place in `queued` of an SM's next CTA, of this package; that a package has none is told by
 * the queue's end. Of a queue that is not dealt to SMs it is the first that is left; else each SM
 * of the package has its own places, strictly round-robin. */
static uint64_t place_for(const struct gpu *g, uint32_t sm_index, uint32_t package)
{
    if (run_of(g) != NULL)
        return g->end[package] - g->left[package];
    return g->first[package] + sm_index % g->sms + g->given[sm_index] * g->sms;
}

/* The SM's next CTA, of this package or of a group that it may take. */
static uint64_t cta_of(const struct gpu *g, uint32_t sm_index, uint32_t package)
{
    uint32_t from;
    const uint64_t group = group_for(g, package, &from);
    if (group > 0)
        return g->queued[g->end[from] - group];
    uint64_t place = place_for(g, sm_index, package);
    return place < g->end[package] ? g->queued[place] : GPU_NO_CTA;
}

/* A package that has no CTA left takes a group, if the policy gives it one. */
static void take_group(struct gpu *g, uint32_t package)
{
    uint32_t from;
    const uint64_t group = group_for(g, package, &from);
    if (group == 0)
        return;
    g->end[package] = g->end[from];
    g->left[package] = group;
    g->end[from] -= group;
    g->left[from] -= group;
}

uint64_t gpu_next_cta(const struct gpu *g, uint32_t sm_index)
{
    return cta_of(g, sm_index, package_for(g, sm_index, true));
}

bool gpu_can_dispatch(const struct gpu *g, uint32_t sm_index, const struct sm *sm)
{
    uint32_t package = package_for(g, sm_index, sm_idle(sm));
    return cta_of(g, sm_index, package) != GPU_NO_CTA && sm_has_room(sm, &g->steps[g->step].grid);
}

/* The SM gets no CTA. If that is for want of room, what its package has left may be for others. */
static void note_full(struct gpu *g, uint32_t sm_index, const struct sm *sm)
{
    uint32_t package = sm_index / g->sms;
    if (run_of(g) == NULL || g->were_full[package] || g->left[package] == 0 ||
        sm_has_room(sm, &g->steps[g->step].grid))
        return;
    g->was_full[sm_index] = true;
    uint32_t full = 0;
    for (uint32_t i = 0; i < g->sms; i++)
        full += g->was_full[package * g->sms + i];
    g->were_full[package] = full == g->sms;
}

bool gpu_dispatch(struct gpu *g, uint32_t sm_index, struct sm *sm)
{
    if (!gpu_can_dispatch(g, sm_index, sm)) {
        note_full(g, sm_index, sm);
        return false;
    }
    uint32_t package = package_for(g, sm_index, sm_idle(sm));
    uint64_t cta = cta_of(g, sm_index, package);
    take_group(g, package);
    note_turn(g, sm_index);
    sm_take(sm, &g->steps[g->step].grid, cta);
    g->left[package]--;
    g->given[sm_index]++;
    g->steps[g->step].ran_on[cta] = (int32_t)sm_index;
    g->dispatched++;
    return true;
}

bool gpu_all_dispatched(const struct gpu *g)
{
    return g->dispatched == g->ctas;
}

int gpu_sm_of_cta(const struct gpu *g, size_t step, uint64_t cta)
{
    const struct gpu_step *s = &g->steps[step];
    return s->ran_on != NULL && cta < simt_grid_ctas(&s->grid) ? s->ran_on[cta] : NO_SM;
}
