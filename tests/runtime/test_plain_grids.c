/*
 * Kernels whose launches compute each point of a grid or a mesh from points around it, at every
 * size, against double. `mesh` averages, which makes errors no larger; multigrid does not, so each
 * point has its own bound, carried along from launch to launch.
 */
#include "tests/runtime/plain_about.h"

/* ---- mesh */

/* The node of an element's corner in a torus of squares. One corner in eight is another's. */
static uint32_t node_of(uint32_t element, uint32_t corner, uint32_t side)
{
    uint32_t n = side * side, e = element;
    if (e % 8 == corner)
        e = (uint32_t)(((uint64_t)(e / 8) * 0x9e3779b1u + 12345) % (n / 8)) * 8 + corner;
    uint32_t x = e % side, y = e / side;
    x = (corner & 1) != 0 ? (x + 1 == side ? 0 : x + 1) : x;
    y = (corner & 2) != 0 ? (y + 1 == side ? 0 : y + 1) : y;
    return y * side + x;
}

/* The lists are as described, each is the inverse of the other, and about a tenth is far away. */
static void check_lists(const uint32_t *node, const uint32_t *element, uint32_t side)
{
    uint32_t far = 0, n = side * side;
    for (uint32_t i = 0; i < 4 * n; i++) {
        same_word("node", i, node[i], node_of(i / 4, i % 4, side));
        same_word("element", 4 * node[i] + i % 4, element[4 * node[i] + i % 4], i / 4);
        uint32_t rows = (node[i] / side + side - i / 4 / side) % side;
        far += rows > 1;
    }
    assert_in_range(far, 4 * n / 12, 4 * n / 8);
}

/* One step: what elements give to their corners, and what nodes then have. */
static void even_out(const uint32_t *node, const float *conductivity, uint32_t n, double *flow,
                     double *heat)
{
    for (uint32_t e = 0; e < n; e++) {
        double mean = 0;
        for (uint32_t c = 0; c < 4; c++)
            mean += heat[node[4 * e + c]] / 4;
        for (uint32_t c = 0; c < 4; c++)
            flow[4 * e + c] = (double)conductivity[e] / 4 * (mean - heat[node[4 * e + c]]);
    }
    for (uint32_t i = 0; i < 4 * n; i++)
        heat[node[i]] += flow[i];
}

static void near_step(const struct kernel *k, const char *name, const double *want, uint64_t n,
                      int steps)
{
    const float *got = output(k, name, n);
    for (uint64_t i = 0; i < n; i++)
        near(name, i, got[i], (struct about){want[i], steps * 32 * ROUNDING});
}

/*
 * A node's new heat is a mean of old ones from -1 to 1 with weights that are not negative, so
 * errors of the old ones become no larger. A step adds fewer than 32 roundings of numbers up to 1:
 * 9 for the four flows, of numbers up to 1/2, and 4 for the sum, of numbers up to 3.
 */
static void check_mesh(const struct kernel *k)
{
    uint32_t side = (uint32_t)parameter(k, "side"), n = side * side;
    const uint32_t *node = output(k, "node", 4 * (uint64_t)n);
    const float *conductivity = input(k, "conductivity", n), *first = first_of(k, "heat");
    double *flow = xcalloc(4 * (size_t)n, sizeof *flow), *heat = xcalloc(n, sizeof *heat);
    check_lists(node, output(k, "element", 4 * (uint64_t)n), side);
    for (uint32_t i = 0; i < n; i++)
        heat[i] = (double)first[i];
    even_out(node, conductivity, n, flow, heat);
    even_out(node, conductivity, n, flow, heat);
    near_step(k, "heat", heat, n, 2);
    even_out(node, conductivity, n, flow, heat);
    near_step(k, "next", heat, n, 3);
    near_step(k, "flow", flow, 4 * (uint64_t)n, 3);
    free(flow);
    free(heat);
}

/* ---- multigrid */

/* A grid of n: (n + 1) x (n + 1) points, those at the border 0. */
struct grid {
    uint64_t n;
    struct about *u, *f, *r;
};

static struct grid grid_of(uint64_t n)
{
    uint64_t points = (n + 1) * (n + 1);
    return (struct grid){.n = n,
                         .u = xcalloc(points, sizeof(struct about)),
                         .f = xcalloc(points, sizeof(struct about)),
                         .r = xcalloc(points, sizeof(struct about))};
}

static void grid_free(struct grid *g)
{
    free(g->u);
    free(g->f);
    free(g->r);
}

static uint64_t place(uint64_t n, uint64_t x, uint64_t y)
{
    return y * (n + 1) + x;
}

/* Adds weight * term; `error` gathers the sum of magnitudes until `rounded`. */
static void plus(struct about *sum, double *magnitude, double weight, struct about term)
{
    sum->value += weight * term.value;
    sum->error += fabs(weight) * term.error;
    *magnitude += fabs(weight) * (fabs(term.value) + term.error);
}

/* A weighted sum of up to 9 terms, in any order, has up to 10 roundings of what is at most the
 * sum of magnitudes. */
static struct about rounded(struct about sum, double magnitude)
{
    sum.error += 10.01 * ROUNDING * magnitude;
    return sum;
}

/* own * centre[at] + others * (its four neighbours) + of_f * f[at] at each point inside. */
static void star(const struct grid *g, double own, double others, double of_f, struct about *out)
{
    for (uint64_t y = 1; y < g->n; y++)
        for (uint64_t x = 1; x < g->n; x++) {
            struct about sum = {0};
            double magnitude = 0;
            plus(&sum, &magnitude, own, g->u[place(g->n, x, y)]);
            plus(&sum, &magnitude, of_f, g->f[place(g->n, x, y)]);
            plus(&sum, &magnitude, others, g->u[place(g->n, x - 1, y)]);
            plus(&sum, &magnitude, others, g->u[place(g->n, x + 1, y)]);
            plus(&sum, &magnitude, others, g->u[place(g->n, x, y - 1)]);
            plus(&sum, &magnitude, others, g->u[place(g->n, x, y + 1)]);
            out[place(g->n, x, y)] = rounded(sum, magnitude);
        }
}

/* u = (1 - w) u + w / 4 (f + neighbours), w = 4/5 with the f32 that is nearest to 1/5. */
static void smooth(struct grid *g)
{
    struct about *next = xcalloc((g->n + 1) * (g->n + 1), sizeof *next);
    double fifth = (double)0.2f;
    star(g, fifth, fifth, fifth, next);
    free(g->u);
    g->u = next;
}

/* f of the coarser grid: each point of the finer one's residual gives its weight to those near. */
static void coarsen(struct grid *fine, struct grid *coarse)
{
    star(fine, -4, 1, 1, fine->r);
    for (uint64_t y = 1; y < coarse->n; y++)
        for (uint64_t x = 1; x < coarse->n; x++) {
            struct about sum = {0};
            double magnitude = 0;
            for (uint64_t i = 0; i < 9; i++) {
                double weight = (i % 3 == 1 ? 1 : 0.5) * (i / 3 == 1 ? 1 : 0.5);
                plus(&sum, &magnitude, weight,
                     fine->r[place(fine->n, 2 * x + i % 3 - 1, 2 * y + i / 3 - 1)]);
            }
            coarse->f[place(coarse->n, x, y)] = rounded(sum, magnitude);
        }
}

/* u of the finer grid += the coarser one's u, bilinear between its points. */
static void refine(const struct grid *coarse, struct grid *fine)
{
    for (uint64_t y = 1; y < fine->n; y++)
        for (uint64_t x = 1; x < fine->n; x++) {
            struct about sum = {0}, *u = &fine->u[place(fine->n, x, y)];
            double magnitude = 0;
            plus(&sum, &magnitude, 1, *u);
            for (uint64_t i = 0; i < 4; i++)
                plus(&sum, &magnitude, 0.25,
                     coarse->u[place(coarse->n, (x + i % 2) / 2, (y + i / 2) / 2)]);
            *u = rounded(sum, magnitude);
        }
}

static double largest(const struct about *a, uint64_t n)
{
    double most = 0;
    for (uint64_t i = 0; i < (n + 1) * (n + 1); i++)
        most = fmax(most, fabs(a[i].value));
    return most;
}

static void v_cycle(struct grid g[3])
{
    for (int level = 0; level < 3; level++) {
        smooth(&g[level]);
        smooth(&g[level]);
        if (level < 2)
            coarsen(&g[level], &g[level + 1]);
    }
    for (int level = 1; level >= 0; level--) {
        refine(&g[level + 1], &g[level]);
        smooth(&g[level]);
    }
}

/* Each grid's u, and the f and r that went down; all bounds stay far below the values. */
static void check_multigrid(const struct kernel *k)
{
    static const char *const u[] = {"u0", "u1", "u2"}, *const r[] = {"r0", "r1"};
    static const char *const f[] = {"f0", "f1", "f2"};
    uint64_t n = parameter(k, "n");
    struct grid g[3] = {grid_of(n), grid_of(n / 2), grid_of(n / 4)};
    const float *f0 = input(k, "f0", (n + 1) * (n + 1));
    for (uint64_t i = 0; i < (n + 1) * (n + 1); i++)
        g[0].f[i].value = (double)f0[i];
    v_cycle(g);
    for (int level = 0; level < 3; level++) {
        uint64_t points = (g[level].n + 1) * (g[level].n + 1);
        near_all(k, u[level], g[level].u, points);
        if (level > 0)
            near_all(k, f[level], g[level].f, points);
        if (level < 2)
            near_all(k, r[level], g[level].r, points);
        double error = 0;
        for (uint64_t i = 0; i < points; i++)
            error = fmax(error, g[level].u[i].error);
        assert_true(error < largest(g[level].u, g[level].n) * 1e-3);
    }
    for (int level = 0; level < 3; level++)
        grid_free(&g[level]);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"mesh", check_mesh},
        {"multigrid", check_multigrid},
    };
    return PLAIN_MAIN("grids", GRIDS, checks);
}
