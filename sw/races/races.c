#include "sw/races/races.h"

#include "sw/races/clocks.h"
#include "sw/races/shadow.h"
#include "sw/util/arena.h"

#include <stdlib.h>

enum { MOST_RACES = 16 };

/* Of a launch: accesses of lanes, and clocks that were joined. Then the search ends. */
enum { MOST_WORK = 1 << 28 };

/* What a warp knows, and what it lets others know. */
struct warp {
    uint32_t now;
    struct clocks knows;    /* accesses that are ordered before its next one */
    struct clocks released; /* what it knew at its last fence, which its next strong store shows */
    struct clocks seen;     /* what strong loads have seen, which its next fence makes known */
};

struct cta {
    uint64_t index;
    struct warp *warps;
};

struct races {
    uint64_t address; /* of interest; 0: none */
    uint64_t step;
    const struct simt_grid *grid;
    uint32_t warps;                /* of a CTA */
    const struct ptx_inst *origin; /* instruction number 0 */
    struct shadow *shadow;
    struct clocks *releases; /* of cells, from number 1 on */
    size_t n_releases;
    struct cta *ctas; /* that run */
    size_t n_ctas, last;
    struct race list[MOST_RACES];
    bool wanted[MOST_RACES]; /* it is at the address of interest */
    size_t n;
    uint64_t looked_at;
    uint64_t work; /* of the launch */
    bool partly;
};

struct races *races_new(uint64_t address)
{
    struct races *r = xcalloc(1, sizeof *r);
    r->address = address;
    return r;
}

static void end_cta(struct races *r, size_t i)
{
    struct cta *c = &r->ctas[i];
    for (uint32_t w = 0; w < r->warps; w++) {
        clocks_free(&c->warps[w].knows);
        clocks_free(&c->warps[w].released);
        clocks_free(&c->warps[w].seen);
    }
    free(c->warps);
    *c = r->ctas[--r->n_ctas];
}

static void end_launch(struct races *r)
{
    while (r->n_ctas > 0)
        end_cta(r, 0);
    for (size_t i = 0; i < r->n_releases; i++)
        clocks_free(&r->releases[i]);
    r->n_releases = 0;
    r->partly = r->partly || (r->shadow != NULL && shadow_full(r->shadow));
    shadow_free(r->shadow);
    r->shadow = NULL;
}

void races_free(struct races *r)
{
    if (r == NULL)
        return;
    end_launch(r);
    free(r->ctas);
    free(r->releases);
    free(r);
}

void races_begin(struct races *r, uint64_t step, const struct simt_grid *grid)
{
    end_launch(r);
    r->step = step;
    r->grid = grid;
    r->warps = (uint32_t)simt_grid_warps(grid);
    r->origin = NULL;
    r->work = 0;
    r->shadow = shadow_new();
}

static struct cta *cta_of(struct races *r, uint64_t index)
{
    if (r->last < r->n_ctas && r->ctas[r->last].index == index)
        return &r->ctas[r->last];
    for (r->last = 0; r->last < r->n_ctas; r->last++)
        if (r->ctas[r->last].index == index)
            return &r->ctas[r->last];
    r->ctas = xgrown(r->ctas, r->n_ctas, sizeof *r->ctas);
    struct cta *c = &r->ctas[r->n_ctas++];
    *c = (struct cta){index, xcalloc(r->warps, sizeof *c->warps)};
    for (uint32_t w = 0; w < r->warps; w++)
        c->warps[w].now = 1;
    return c;
}

void races_ended(struct races *r, uint64_t cta)
{
    size_t i = (size_t)(cta_of(r, cta) - r->ctas);
    end_cta(r, i);
}

/* ---- what orders accesses ---- */

static bool tired(struct races *r)
{
    r->partly = r->partly || r->work >= MOST_WORK;
    return r->work >= MOST_WORK;
}

static void fence(struct warp *w, uint32_t number, uint8_t order)
{
    if ((order & PTX_ACQUIRE) != 0) {
        clocks_join(&w->knows, &w->seen);
        clocks_clear(&w->seen);
    }
    if ((order & PTX_RELEASE) != 0) {
        clocks_join(&w->released, &w->knows);
        clocks_set(&w->released, number, w->now++);
    }
}

void races_barrier(struct races *r, uint64_t cta)
{
    struct cta *c = cta_of(r, cta);
    struct clocks all = {0};
    if (tired(r))
        return;
    for (uint32_t i = 0; i < r->warps; i++) {
        struct warp *w = &c->warps[i];
        clocks_join(&all, &w->knows);
        clocks_join(&all, &w->seen);
        clocks_clear(&w->seen);
        clocks_set(&all, (uint32_t)(cta * r->warps) + i, w->now++);
    }
    for (uint32_t i = 0; i < r->warps; i++)
        clocks_join(&c->warps[i].knows, &all);
    r->work += 2 * r->warps * all.n;
    clocks_free(&all);
}

/* A strong access of a cell shows what the warp has released, or sees what others have. */
static void synchronise(struct races *r, struct cell *c, struct warp *w, uint8_t kind)
{
    r->work += w->released.n + w->seen.n;
    if ((kind & MARK_READ) != 0 && c->released != 0)
        clocks_join(&w->seen, &r->releases[c->released - 1]);
    if ((kind & MARK_WRITE) == 0 || w->released.n == 0)
        return;
    if (c->released == 0) {
        r->releases = xgrown(r->releases, r->n_releases, sizeof *r->releases);
        r->releases[r->n_releases++] = (struct clocks){0};
        c->released = (uint32_t)r->n_releases;
    }
    clocks_join(&r->releases[c->released - 1], &w->released);
}

/* ---- pairs ---- */

static struct simt_dim at(const struct simt_dim *d, uint64_t index)
{
    return (struct simt_dim){(uint32_t)(index % d->x), (uint32_t)(index / d->x % d->y),
                             (uint32_t)(index / d->x / d->y)};
}

static struct race_side side_of(const struct races *r, const struct mark *m)
{
    uint64_t thread = (uint64_t)(m->warp % r->warps) * SIMT_LANES + m->lane;
    return (struct race_side){.verb = (m->kind & MARK_ATOMIC) != 0  ? "updates"
                                      : (m->kind & MARK_WRITE) != 0 ? "stores"
                                                                    : "loads",
                              .cta = at(&r->grid->grid, m->warp / r->warps),
                              .thread = at(&r->grid->block, thread),
                              .inst = r->origin + m->inst};
}

static bool same_pair(const struct race *a, const struct race *b)
{
    return a->step == b->step && a->class == b->class && a->shared == b->shared &&
           a->sides[0].inst == b->sides[0].inst && a->sides[1].inst == b->sides[1].inst;
}

static void add(struct races *r, const struct race *race, bool wanted)
{
    size_t i = 0;
    while (i < r->n && !same_pair(&r->list[i], race))
        i++;
    if (i == MOST_RACES)
        return;
    if (i == r->n) {
        r->n++;
        r->list[i] = *race;
    } else if (wanted && !r->wanted[i]) {
        uint64_t count = r->list[i].count;
        r->list[i] = *race;
        r->list[i].count = count;
    }
    r->wanted[i] = r->wanted[i] || wanted;
    r->list[i].count++;
}

/* Whether the result may depend on the order of two strong accesses. */
static bool order_matters(const struct mark *a, const struct mark *b)
{
    uint8_t both = a->kind & b->kind;
    if ((both & MARK_ATOMIC) != 0)
        return (both & MARK_USED) != 0 || a->fn != b->fn || a->fn == FN_EXCH || a->fn == FN_CAS;
    return (both & MARK_WRITE) != 0;
}

struct where {
    uint64_t address;
    uint32_t bytes;
    bool shared;
};

static void compare(struct races *r, const struct warp *w, const struct mark *now,
                    const struct mark *old, const struct where *where)
{
    if (old->time == 0 || old->warp == now->warp || ((old->kind | now->kind) & MARK_WRITE) == 0 ||
        clocks_of(&w->knows, old->warp) >= old->time)
        return;
    bool strong = (old->kind & now->kind & MARK_STRONG) != 0;
    if (strong && !order_matters(old, now))
        return;
    const struct race race = {.class = strong ? RACE_ORDER : RACE_DATA,
                              .sides = {side_of(r, now), side_of(r, old)},
                              .step = r->step,
                              .address = where->address,
                              .shared = where->shared};
    add(r, &race, !where->shared && r->address - where->address < where->bytes);
}

static void keep(struct cell *c, const struct mark *m)
{
    if ((m->kind & MARK_WRITE) != 0) {
        c->write = *m;
        c->reads[0].time = c->reads[1].time = 0;
        return;
    }
    bool first = c->reads[0].time == 0 || c->reads[0].warp == m->warp;
    c->reads[first ? 0 : 1] = *m;
}

static uint8_t kind_of(const struct ptx_inst *inst, const struct simt_access *a)
{
    if (a->kind == SIMT_ATOMIC)
        return (uint8_t)(MARK_READ | MARK_WRITE | MARK_STRONG | MARK_ATOMIC |
                         (inst->n_dst > 0 ? MARK_USED : 0));
    return (uint8_t)((a->kind == SIMT_STORE ? MARK_WRITE : MARK_READ) |
                     (inst->strong ? MARK_STRONG : 0));
}

static void look(struct races *r, uint64_t space, struct warp *w, struct mark *m,
                 const struct where *where)
{
    struct cell *c;
    for (uint32_t i = 0;
         (c = shadow_cell(r->shadow, space, where->address, where->bytes, i)) != NULL; i++) {
        compare(r, w, m, &c->write, where);
        compare(r, w, m, &c->reads[0], where);
        compare(r, w, m, &c->reads[1], where);
        if ((m->kind & MARK_STRONG) != 0 && i == 0)
            synchronise(r, c, w, m->kind);
        keep(c, m);
    }
}

void races_access(struct races *r, uint64_t cta, int warp, const struct ptx_inst *inst,
                  const struct simt_access *a, bool shared)
{
    struct warp *w = &cta_of(r, cta)->warps[warp];
    uint32_t number = (uint32_t)(cta * r->warps) + (uint32_t)warp;
    if (tired(r))
        return;
    if (r->origin == NULL)
        r->origin = inst;
    if (a->kind == SIMT_FENCE) {
        fence(w, number, PTX_ACQUIRE | PTX_RELEASE);
        return;
    }
    fence(w, number, inst->order & PTX_RELEASE);
    struct mark m = {.warp = number,
                     .time = w->now,
                     .inst = (int32_t)(inst - r->origin),
                     .kind = kind_of(inst, a),
                     .fn = a->fn};
    for (uint32_t lanes = a->lanes; lanes != 0; lanes &= lanes - 1) {
        m.lane = (uint8_t)__builtin_ctz(lanes);
        const struct where where = {a->address[m.lane], a->bytes, shared};
        look(r, shared ? cta + 1 : 0, w, &m, &where);
        r->looked_at++;
        r->work++;
    }
    fence(w, number, inst->order & PTX_ACQUIRE);
}

/* ---- what was found ---- */

/* At the address of interest before others, and data races before those of order. */
bool races_get(const struct races *r, size_t i, struct race *race)
{
    for (int class = RACE_DATA; class <= RACE_ORDER; class ++)
        for (int wanted = 1; wanted >= 0; wanted--)
            for (size_t k = 0; k < r->n; k++)
                if (r->list[k].class == (enum race_class) class && r->wanted[k] == wanted &&
                    i-- == 0) {
                    *race = r->list[k];
                    return true;
                }
    return false;
}

uint64_t races_looked_at(const struct races *r, bool *partly)
{
    *partly = r->partly || (r->shadow != NULL && shadow_full(r->shadow));
    return r->looked_at;
}
