#include "harness/thermal/solve.h"

#include "harness/thermal/cholmod.h"
#include "sw/util/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest share of the heat that may be lost by rounding. */
static const double slack = 1e-6;

/* ---- the system ---- */

static void add(cholmod_triplet *t, int row, int column, double v)
{
    ((int *)t->i)[t->nnz] = row;
    ((int *)t->j)[t->nnz] = column;
    ((double *)t->x)[t->nnz++] = v;
}

/* The lower half: a conductance between two cells stands on the diagonal of both, and negative
 * where they meet. Equal places are summed. */
static void add_cell(cholmod_triplet *t, const struct stack *g, const size_t at[3])
{
    const int own = g->cells[stack_at(g, at[0], at[1], at[2])].unknown;
    if (own == STACK_NOTHING)
        return;
    add(t, own, own,
        stack_to_top(g, at[0], at[1], at[2]) + stack_to_bottom(g, at[0], at[1], at[2]));
    for (int axis = 0; axis < 3; axis++) {
        size_t next = 0;
        const double c = stack_conductance(g, at, axis, &next);
        if (c <= 0)
            continue;
        const int other = g->cells[next].unknown;
        add(t, own, own, c);
        add(t, other, other, c);
        add(t, other, own, -c);
    }
}

/* Each cell adds at most ten places. */
static cholmod_sparse *system_of(const struct cholmod *lib, const struct stack *g,
                                 cholmod_common *c)
{
    const size_t n = g->unknowns;
    cholmod_triplet *t = lib->allocate_triplet(n, n, 10 * n, -1, CHOLMOD_REAL, c);
    if (t == NULL)
        return NULL;
    for (size_t z = 0; z < g->z.n; z++)
        for (size_t y = 0; y < g->y.n; y++)
            for (size_t x = 0; x < g->x.n; x++)
                add_cell(t, g, (const size_t[]){x, y, z});
    cholmod_sparse *a = lib->triplet_to_sparse(t, 0, c);
    lib->free_triplet(&t, c);
    return a;
}

static cholmod_dense *sources(const struct cholmod *lib, const struct stack *g,
                              const struct floorplan *f, const double *watts, cholmod_common *c)
{
    cholmod_dense *b = lib->zeros(g->unknowns, 1, CHOLMOD_REAL, c);
    const double thick = g->z.line[g->heated_to] - g->z.line[g->heated_from];
    for (size_t z = g->heated_from; b != NULL && z < g->heated_to; z++)
        for (size_t y = 0; y < g->y.n; y++)
            for (size_t x = 0; x < g->x.n; x++) {
                const int block = g->block[y * g->x.n + x];
                if (block == STACK_NOTHING)
                    continue;
                const double all = f->blocks[block].width * f->blocks[block].height * 1e-6 * thick;
                const double own =
                    stack_length(&g->x, x) * stack_length(&g->y, y) * stack_length(&g->z, z);
                ((double *)b->x)[g->cells[stack_at(g, x, y, z)].unknown] +=
                    watts[block] * own / all;
            }
    return b;
}

/* ---- the solution ---- */

/* Orders by minimum degree and factorises one column at a time, so that the same floorplan has the
 * same bits on every machine, whatever its BLAS. */
static void set_up(const struct cholmod *lib, cholmod_common *c)
{
    lib->start(c);
    c->print = 0;
    c->supernodal = CHOLMOD_SIMPLICIAL;
    c->nmethods = 1;
    c->method[0].ordering = CHOLMOD_AMD;
    c->postorder = 1;
}

static cholmod_dense *solve(const struct cholmod *lib, cholmod_sparse *a, cholmod_dense *b,
                            cholmod_common *c)
{
    cholmod_factor *l = a != NULL && b != NULL ? lib->analyze(a, c) : NULL;
    cholmod_dense *x = NULL;
    if (l != NULL && lib->factorize(a, l, c) && c->status == CHOLMOD_OK)
        x = lib->solve(CHOLMOD_A, l, b, c);
    lib->free_factor(&l, c);
    return x;
}

static void keep(const struct stack *g, const double *x, struct heat *h)
{
    const size_t n = g->x.n * g->y.n * g->z.n;
    h->rise = xcalloc(n, sizeof *h->rise);
    for (size_t i = 0; i < n; i++)
        h->rise[i] = g->cells[i].unknown != STACK_NOTHING ? x[g->cells[i].unknown] : 0;
    for (size_t y = 0; y < g->y.n; y++)
        for (size_t x_at = 0; x_at < g->x.n; x_at++) {
            const size_t high = g->z.n - 1;
            h->top += stack_to_top(g, x_at, y, high) * h->rise[stack_at(g, x_at, y, high)];
            h->bottom += stack_to_bottom(g, x_at, y, 0) * h->rise[stack_at(g, x_at, y, 0)];
        }
}

static bool check(const struct heat *h, const struct floorplan *f, struct error *err)
{
    const double out = h->top + h->bottom;
    return fabs(out - h->in) <= slack * h->in ||
           error_set(err,
                     "%s: %g W come in and %g W go out: its conductivities and resistances are too "
                     "far apart to be solved",
                     f->path, h->in, out);
}

bool heat_solve(const struct stack *g, const struct floorplan *f, const double *watts,
                struct heat *h, struct error *err)
{
    *h = (struct heat){0};
    const struct cholmod *lib = cholmod_load(err);
    if (lib == NULL)
        return false;
    cholmod_common c;
    set_up(lib, &c);
    cholmod_sparse *a = system_of(lib, g, &c);
    cholmod_dense *b = sources(lib, g, f, watts, &c), *x = solve(lib, a, b, &c);
    for (uint32_t i = 0; i < f->blocks_count; i++)
        h->in += watts[i];
    bool ok = x != NULL;
    if (ok)
        keep(g, x->x, h);
    else
        error_set(err, "%s: the system of %zu temperatures cannot be solved: %s", f->path,
                  g->unknowns,
                  c.status == CHOLMOD_OUT_OF_MEMORY || c.status == CHOLMOD_TOO_LARGE
                      ? "it is too large; give fewer cells"
                      : "it is singular, as far as numbers of 53 bits can tell");
    lib->free_dense(&x, &c);
    lib->free_dense(&b, &c);
    lib->free_sparse(&a, &c);
    lib->finish(&c);
    ok = ok && check(h, f, err);
    if (!ok)
        heat_free(h);
    return ok;
}

void heat_free(struct heat *h)
{
    free(h->rise);
    *h = (struct heat){0};
}
