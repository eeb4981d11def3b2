/*
 * The reference run: the same launches on one plain memory, without caches. CTAs run one after the
 * other. One that seems to wait for another is parked, and parked CTAs run in turns.
 */
#include "sw/runtime/flat_memory.h"
#include "sw/runtime/gpu_internal.h"
#include "sw/runtime/host_steps.h"

#include "sw/ptx/senses.h"
#include "sw/races/races.h"
#include "sw/sm/spots.h"
#include "sw/util/arena.h"
#include "sw/util/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Instructions that a warp runs before the next warp of the CTA has its turn. Many, for speed;
 * finite, because a warp may spin until another warp of its CTA writes. */
enum { TURN = 256 };

/*
 * Instructions that a CTA may run without changing memory before it is parked. Few kernels ever
 * reach FIRST_PATIENCE. One that does probably waits for other CTAs, so from then on PATIENCE is
 * used.
 */
enum { FIRST_PATIENCE = 1 << 20, PATIENCE = 1 << 12 };

/* CTAs that have begun and seem to wait for others, in the order of their numbers. */
struct parked {
    struct simt_cta **cta;
    size_t n, cap;
};

struct runner {
    struct gpu *g;
    struct flat *f;
    size_t step;
    uint64_t limit, left; /* warp instructions until the limit */
    uint64_t changed;     /* `left` when memory was changed last */
    uint64_t patience;
    struct parked parked;
    struct lull lull;
    uint64_t ctas, ctas_total; /* CTAs that have ended; CTAs of all steps */
    const struct flat_options *o;
    struct error *err;
};

static void note_writer(struct runner *r, const struct simt_cta *cta, struct simt_warp *w,
                        const struct ptx_inst *inst, int lane)
{
    struct flat_writer *who = r->o->watch;
    who->found = true;
    who->step = r->step;
    who->cta = simt_cta_index(cta);
    simt_where(w, inst, lane, who->where, sizeof who->where);
}

/* An atomic that leaves its element unchanged, such as a failed attempt to take a lock, does not
 * count as a change of memory. Returns whether it changed it. */
static bool atomic(struct runner *r, struct simt_access *a, int lane, uint8_t *p)
{
    uint8_t before[SIMT_ACCESS_BYTES];
    memcpy(before, p, a->bytes);
    simt_atomic(a, lane, p);
    bool changes = memcmp(before, p, a->bytes) != 0;
    if (changes)
        r->changed = r->left;
    return changes;
}

/* In lane order, as in the coalescer: of lanes that store to the same byte, the last one wins. */
static bool access_memory(struct runner *r, const struct simt_cta *cta, struct simt_warp *w,
                          const struct ptx_inst *inst, struct simt_access *a)
{
    if (a->kind == SIMT_FENCE)
        return true;
    for (uint32_t m = a->lanes; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        uint8_t *p = a->kind == SIMT_LOAD ? flat_at(r->f, a->address[lane], a->bytes)
                                          : flat_change(r->f, a->address[lane], a->bytes);
        if (p == NULL && a->kind == SIMT_LOAD && r->o->stray_loads) {
            memset(a->data[lane], 0, a->bytes);
            continue;
        }
        if (p == NULL)
            return sm_bounds_error("reference run", w, inst, lane, a, r->err);
        if (a->kind == SIMT_LOAD) {
            memcpy(a->data[lane], p, a->bytes);
            continue;
        }
        if (a->kind == SIMT_ATOMIC) {
            if (!atomic(r, a, lane, p))
                continue;
        } else {
            memcpy(p, a->data[lane], a->bytes);
            r->changed = r->left;
        }
        if (r->o->watch != NULL && r->o->watch_address - a->address[lane] < a->bytes)
            note_writer(r, cta, w, inst, lane);
    }
    if (simt_returns(a))
        simt_load(w, inst, a);
    return true;
}

static bool too_long(struct runner *r, struct simt_warp *w, const struct ptx_inst *inst)
{
    char where[256];
    return error_set(
        r->err,
        "reference run: %s: too many instructions, the kernel seems to loop for "
        "ever; check its loops, or choose a smaller size",
        simt_where(w, inst, __builtin_ctz(simt_active(w) | 1u << 31), where, sizeof where));
}

/* Before a step: what it does to shared memory. */
static void watch_shared(struct runner *r, const struct simt_cta *cta, int warp,
                         const struct simt_warp *w)
{
    struct simt_access a;
    if (simt_shared(w, &a))
        races_access(r->o->races, simt_cta_index(cta), warp, simt_next(w), &a, true);
}

/* After it: what it did to global memory, and whether a barrier has opened. */
static void watch(struct runner *r, const struct simt_cta *cta, int warp,
                  const struct ptx_inst *inst, const struct simt_access *a, uint64_t barriers)
{
    struct races *races = r->o->races;
    if (a->lanes != 0)
        races_access(races, simt_cta_index(cta), warp, inst, a, false);
    if (simt_cta_barriers(cta) != barriers)
        races_barrier(races, simt_cta_index(cta));
}

static bool run_warp(struct runner *r, struct simt_cta *cta, int warp)
{
    struct simt_warp *w = simt_cta_warp(cta, warp);
    struct simt_access a;
    for (int i = 0; i < TURN && simt_state(w) == SIMT_READY; i++) {
        const struct ptx_inst *inst = simt_next(w);
        if (r->left-- == 0)
            return too_long(r, w, inst);
        a.lanes = 0;
        uint64_t barriers = 0;
        if (r->o->races != NULL) {
            barriers = simt_cta_barriers(cta);
            watch_shared(r, cta, warp, w);
        }
        if (!simt_step(w, &a, r->err))
            return false;
        if (r->o->races != NULL)
            watch(r, cta, warp, inst, &a, barriers);
        if (a.lanes != 0 && !access_memory(r, cta, w, inst, &a))
            return false;
    }
    return true;
}

static void add_warps(struct spots *s, struct simt_cta *cta)
{
    for (int i = 0; i < simt_cta_warps(cta); i++) {
        char who[48];
        snprintf(who, sizeof who, "warp %d", i);
        spots_add(s, who, simt_cta_warp(cta, i), "run");
    }
}

/* Prints where the warps are when no CTA has ended for long; `cta` is the one that runs. */
static void hint(struct runner *r, struct simt_cta *cta)
{
    FILE *to = r->g->hints;
    uint64_t now = r->limit - r->left, patience = r->g->patience;
    if (!lull_is(&r->lull, now, r->ctas, patience > 0 ? patience : FLAT_LULL) || to == NULL)
        return;
    struct spots s = {0};
    bool is_parked = false;
    for (size_t i = 0; i < r->parked.n; i++) {
        is_parked = is_parked || r->parked.cta[i] == cta;
        add_warps(&s, r->parked.cta[i]);
    }
    if (!is_parked)
        add_warps(&s, cta);
    fprintf(to,
            "umbel: reference run: no CTA has ended for %llu warp instructions; the run goes on; "
            "warps are at:\n",
            (unsigned long long)(now - r->lull.since));
    spots_tell(&s, to);
}

/* Called between two turns of a CTA: progress and hints. False and an error if told to stop. */
static bool look(struct runner *r, struct simt_cta *cta)
{
    hint(r, cta);
    if (r->o->told != NULL)
        r->o->told(r->o->ctx, r->limit - r->left, r->ctas, r->ctas_total);
    return !process_stopped() || error_set(r->err, "reference run: told to stop");
}

/* Runs a CTA until it has ended, or has not changed memory for `patience` instructions. */
static bool run_cta(struct runner *r, struct simt_cta *cta)
{
    int warps = simt_cta_warps(cta);
    r->changed = r->left;
    while (!simt_cta_done(cta) && r->changed - r->left < r->patience) {
        uint64_t before = r->left;
        if (!look(r, cta))
            return false;
        for (int i = 0; i < warps; i++)
            if (!run_warp(r, cta, i))
                return false;
        if (r->left == before)
            return error_set(r->err,
                             "reference run: kernel %s: every warp of CTA %llu waits at a barrier "
                             "that cannot open; let all threads reach it",
                             gpu_grid(r->g, r->step)->kernel->name,
                             (unsigned long long)simt_cta_index(cta));
    }
    r->ctas += simt_cta_done(cta);
    if (r->o->races != NULL && simt_cta_done(cta))
        races_ended(r->o->races, simt_cta_index(cta));
    return true;
}

static void park(struct runner *r, struct simt_cta *cta)
{
    struct parked *p = &r->parked;
    if (p->n == p->cap) {
        p->cap = p->cap > 0 ? 2 * p->cap : 16;
        p->cta = xrealloc(p->cta, p->cap * sizeof(struct simt_cta *));
    }
    p->cta[p->n++] = cta;
    r->patience = PATIENCE;
}

/* One turn for each parked CTA; frees those that have ended. */
static bool run_parked(struct runner *r)
{
    struct parked *p = &r->parked;
    bool ok = true;
    for (size_t i = 0; ok && i < p->n; i++)
        ok = run_cta(r, p->cta[i]);
    size_t kept = 0;
    for (size_t i = 0; i < p->n; i++)
        if (ok && simt_cta_done(p->cta[i]))
            simt_cta_free(p->cta[i]);
        else
            p->cta[kept++] = p->cta[i];
    p->n = kept;
    return ok;
}

static bool run_step(struct runner *r, size_t step)
{
    struct simt_grid grid = *gpu_grid(r->g, step);
    uint64_t n = simt_grid_ctas(&grid);
    struct parked *parked = &r->parked;
    bool ok = true;
    *parked = (struct parked){0};
    if (gpu_host_step(r->g, step) != NULL)
        return host_step_run(r->g, r->f, step, r->o, r->err);
    r->step = step;
    r->patience = FIRST_PATIENCE;
    if (grid.senses != NULL)
        senses_rewind(grid.senses);
    if (r->o->host != NULL)
        grid.host = r->o->host;
    if (r->o->races != NULL)
        races_begin(r->o->races, step, &grid);
    for (uint64_t i = 0; ok && i < n; i++) {
        struct simt_cta *cta = simt_cta_new(&grid, i);
        ok = run_cta(r, cta);
        if (simt_cta_done(cta) || !ok)
            simt_cta_free(cta);
        else
            park(r, cta);
    }
    while (ok && parked->n > 0)
        ok = run_parked(r);
    for (size_t i = 0; i < parked->n; i++)
        simt_cta_free(parked->cta[i]);
    free(parked->cta);
    return ok;
}

bool flat_step(struct gpu *g, struct flat *f, size_t step, const struct flat_options *o,
               struct error *err)
{
    struct runner r = {.g = g, .o = o, .f = f, .err = err};
    r.limit = r.left = o->limit > 0 ? o->limit : FLAT_LIMIT;
    r.ctas_total = simt_grid_ctas(gpu_grid(g, step));
    return run_step(&r, step);
}

struct flat *flat_run(struct gpu *g, const struct flat_options *o, struct error *err)
{
    struct runner r = {.g = g, .o = o, .f = flat_new(g, err), .err = err};
    r.limit = r.left = o->limit > 0 ? o->limit : FLAT_LIMIT;
    if (o->watch != NULL)
        *o->watch = (struct flat_writer){0};
    for (size_t i = 0; i < gpu_step_count(g); i++)
        r.ctas_total += simt_grid_ctas(gpu_grid(g, i));
    bool ok = r.f != NULL;
    for (size_t i = 0; ok && i < gpu_step_count(g); i++)
        ok = run_step(&r, i);
    if (ok)
        return r.f;
    flat_free(r.f);
    return NULL;
}
