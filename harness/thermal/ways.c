/* Whether heat has a way from each cell to an open face. */
#include "harness/thermal/stack.h"

#include "sw/util/arena.h"

#include <stdlib.h>

/* Goes from the open faces along all conductances; what is not reached cannot lose its heat. */
struct flood {
    const struct stack *g;
    bool *reached;
    size_t *list, n;
};

static void reach(struct flood *f, size_t cell)
{
    if (f->reached[cell])
        return;
    f->reached[cell] = true;
    f->list[f->n++] = cell;
}

static void begin_at_faces(struct flood *f)
{
    const struct stack *g = f->g;
    for (size_t y = 0; y < g->y.n; y++)
        for (size_t x = 0; x < g->x.n; x++) {
            if (stack_to_bottom(g, x, y, 0) > 0)
                reach(f, stack_at(g, x, y, 0));
            if (stack_to_top(g, x, y, g->z.n - 1) > 0)
                reach(f, stack_at(g, x, y, g->z.n - 1));
        }
}

static void spread(struct flood *f)
{
    const struct stack *g = f->g;
    const size_t step[3] = {1, g->x.n, g->x.n * g->y.n};
    for (size_t i = 0; i < f->n; i++) {
        const size_t c = f->list[i];
        const size_t at[3] = {c % g->x.n, c / g->x.n % g->y.n, c / step[2]};
        for (int axis = 0; axis < 3; axis++) {
            size_t next;
            if (stack_conductance(g, at, axis, &next) > 0)
                reach(f, next);
            if (at[axis] > 0 && g->cells[c - step[axis]].unknown != STACK_NOTHING)
                reach(f, c - step[axis]);
        }
    }
}

static bool no_way(const struct stack *g, const struct floorplan *f, size_t cell, struct error *err)
{
    const size_t plane = g->x.n * g->y.n;
    const int b = g->block[cell % plane];
    return error_set(err,
                     "%s: heat has no way from layer %s%s%s to an open face; let layers with "
                     "material touch each other up to one",
                     f->path, f->layers[g->layer[cell / plane]].name,
                     b != STACK_NOTHING ? " at block " : "",
                     b != STACK_NOTHING ? f->blocks[b].name : "");
}

/* A system in which part of the cells has no way out would be singular. */
bool stack_check_ways(const struct stack *g, const struct floorplan *f, struct error *err)
{
    const size_t n = g->x.n * g->y.n * g->z.n;
    struct flood flood = {g, xcalloc(n, sizeof(bool)), xcalloc(n, sizeof(size_t)), 0};
    begin_at_faces(&flood);
    spread(&flood);
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        if (g->cells[i].unknown != STACK_NOTHING && !flood.reached[i])
            ok = no_way(g, f, i, err);
    free(flood.reached);
    free(flood.list);
    return ok;
}
