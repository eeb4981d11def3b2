/* What one CTA touches in one iteration of m, the rows of the structure, and what the grid reaches.
 */
#include "sw/locality/impl.h"

#include <stdlib.h>

enum { MOST_POINTS = 1 << 16 };

/* Inner loops that move the access, and how. */
struct inner {
    int64_t step;
    uint64_t count;
};

struct pick {
    const struct locality *l;
    unsigned on;
};

/* Terms that differ between threads of a CTA, or between CTAs. */
static bool differs(const struct term *t, const void *ctx)
{
    const struct pick *p = ctx;
    unsigned on = 0;
    for (int k = 0; k < t->n; k++)
        on |= p->l->x.symbols.v[t->v[k]].on;
    return (on & p->on) != 0;
}

static int by_value(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

/* Different bytes of accesses at these places. */
static uint64_t covered(int64_t *at, size_t n, uint32_t bytes)
{
    uint64_t sum = 0;
    qsort(at, n, sizeof *at, by_value);
    for (size_t i = 0; i < n; i++) {
        uint64_t next = i + 1 < n ? (uint64_t)at[i + 1] - (uint64_t)at[i] : bytes;
        sum += next < bytes ? next : bytes;
    }
    return sum;
}

/* Loops inside m's; a loop whose iterations are not known counts once. */
static int find_inner(const struct locality *l, const struct access *a,
                      const struct locality_launch *at, struct inner *inner)
{
    struct arena scratch = {0};
    const struct at_thread first = FIRST_THREAD;
    int n = 0;
    bool inside = false;
    for (int i = 0; i < a->n_nest; i++) {
        if (inside) {
            const struct poly *step = poly_factor_of(&scratch, a->offset, a->nest[i]);
            uint64_t count = source_iterations(l, a, i, at);
            if (step != NULL && count > 1 && evaluate(l, step, at, &first, &inner[n].step) &&
                inner[n].step != 0)
                inner[n++].count = count;
        }
        inside = inside || a->nest[i] == a->m;
    }
    arena_free(&scratch);
    return n;
}

uint64_t datablock_of(const struct locality *l, const struct access *a,
                      const struct locality_launch *at)
{
    struct inner inner[MOST_NEST];
    int n_inner = find_inner(l, a, at, inner);
    uint64_t threads = (uint64_t)at->block.x * at->block.y * at->block.z, points = threads;
    for (int i = 0; i < n_inner; i++)
        points = points <= MOST_POINTS / inner[i].count ? points * inner[i].count : MOST_POINTS + 1;
    if (a->base < 0 || points == 0 || threads > MOST_POINTS)
        return 0;
    if (points > MOST_POINTS) { /* too many to be listed: without the inner loops */
        n_inner = 0;
        points = threads;
    }
    struct arena scratch = {0};
    const struct poly *p = poly_pick(&scratch, a->offset, differs, &(struct pick){l, ON_THREADS});
    int64_t *list = ARENA_ARRAY(&scratch, int64_t, points);
    bool known = true;
    for (uint64_t i = 0; known && i < points; i++) {
        struct at_thread thread = FIRST_THREAD;
        uint64_t t = i % threads, rest = i / threads;
        thread.tid[0] = (uint32_t)(t % at->block.x);
        thread.tid[1] = (uint32_t)(t / at->block.x % at->block.y);
        thread.tid[2] = (uint32_t)(t / at->block.x / at->block.y);
        known = evaluate(l, p, at, &thread, &list[i]);
        for (int k = 0; k < n_inner; rest /= inner[k++].count)
            list[i] += inner[k].step * (int64_t)(rest % inner[k].count);
    }
    uint64_t bytes = known ? covered(list, points, a->pub.bytes) : 0;
    arena_free(&scratch);
    return bytes;
}

/* threadIdx.y moves by a row, or else blockIdx.y by blockDim.y rows, or else an iteration that goes
 * down a column. */
uint64_t row_bytes_of(const struct locality *l, const struct access *a,
                      const struct locality_param *p, const struct locality_launch *at)
{
    struct arena scratch = {0};
    const struct at_thread first = FIRST_THREAD;
    int64_t row = 0, rows = 0;
    const struct poly *by = poly_factor_of(&scratch, a->offset, VAR_BY);
    if (a->rows != NULL && evaluate(l, a->rows, at, &first, &rows))
        row = rows;
    if (row == 0 && by != NULL && evaluate(l, by, at, &first, &rows) &&
        rows % (int64_t)at->block.y == 0)
        row = rows / (int64_t)at->block.y;
    if (row == 0 && (p->class == LOCALITY_ROW_COLUMN || p->class == LOCALITY_COLUMN_COLUMN))
        row = p->stride_bytes;
    arena_free(&scratch);
    return (uint64_t)(row < 0 ? -row : row);
}

/* The offset is a sum of products of block ids, which has its extremes at corners of the grid. */
void find_reach(const struct locality *l, const struct access *a, const struct locality_launch *at,
                struct locality_param *p)
{
    struct arena scratch = {0};
    const struct poly *own = poly_pick(&scratch, a->offset, differs, &(struct pick){l, ON_BLOCKS});
    const struct at_thread first = FIRST_THREAD;
    int64_t low = INT64_MAX, high = INT64_MIN, all, value = 0;
    bool known = true;
    for (unsigned corner = 8; known && corner-- > 0;) { /* the last one is the first CTA */
        struct at_thread thread = FIRST_THREAD;
        thread.cta[0] = (corner & 1) != 0 ? at->grid.x - 1 : 0;
        thread.cta[1] = (corner & 2) != 0 ? at->grid.y - 1 : 0;
        thread.cta[2] = (corner & 4) != 0 ? at->grid.z - 1 : 0;
        known = evaluate(l, own, at, &thread, &value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    p->reach_bytes = known ? (uint64_t)high - (uint64_t)low : 0;
    p->begin_bytes = known && evaluate(l, a->offset, at, &first, &all) ? all - value + low : 0;
    arena_free(&scratch);
}
