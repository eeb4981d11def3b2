/*
 * The lattice Boltzmann method D3Q19 of Bhatnagar, Gross and Krook at every size, against double:
 * equilibria to second order of the velocity, half-way reflection at obstacles.
 */
#include "tests/runtime/plain_about.h"

enum { DIRECTIONS = 19, CELL = 20 };

/* East is x + 1, north y + 1, top z + 1. Each direction but C stands beside its opposite. */
static const char *const way[DIRECTIONS] = {"C",  "N",  "S",  "E",  "W",  "T",  "B",
                                            "NE", "SW", "SE", "NW", "NT", "SB", "NB",
                                            "ST", "ET", "WB", "EB", "WT"};

struct lattice {
    int64_t x, y, z, wide, plane; /* wide: cells of a row, with those that no thread has */
    uint64_t n;                   /* all cells */
};

static int64_t component(int e, int axis)
{
    static const char *const letters[] = {"EW", "NS", "TB"};
    if (strchr(way[e], letters[axis][0]) != NULL)
        return 1;
    return strchr(way[e], letters[axis][1]) != NULL ? -1 : 0;
}

static double equilibrium(int e, double mass, const double u[3])
{
    double weight = e == 0 ? 1.0 / 3 : way[e][1] == '\0' ? 1.0 / 18 : 1.0 / 36;
    double along = 0, square = 0;
    for (int axis = 0; axis < 3; axis++) {
        along += (double)component(e, axis) * u[axis];
        square += u[axis] * u[axis];
    }
    return weight * mass * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
}

static void collide(const double *f, double *out)
{
    const double omega = 1.2;
    double mass = 0, u[3] = {0};
    for (int e = 0; e < DIRECTIONS; e++) {
        mass += f[e];
        for (int axis = 0; axis < 3; axis++)
            u[axis] += (double)component(e, axis) * f[e];
    }
    for (int axis = 0; axis < 3; axis++)
        u[axis] /= mass;
    for (int e = 0; e < DIRECTIONS; e++)
        out[e] = (1 - omega) * f[e] + omega * equilibrium(e, mass, u);
}

static void reflect(const double *f, double *out)
{
    out[0] = f[0];
    for (int e = 1; e < DIRECTIONS; e++)
        out[e] = f[e % 2 == 1 ? e + 1 : e - 1];
}

/* Returns how many cells are obstacles. The last of a cell's arrays has its kind. */
static uint64_t stream(const struct lattice *l, const double *from, double *to)
{
    uint64_t solid = 0;
    for (int64_t z = 0; z < l->z; z++)
        for (int64_t y = 0; y < l->y; y++)
            for (int64_t x = 0; x < l->x; x++) {
                int64_t cell = (z + 2) * l->plane + y * l->wide + x;
                const double kind = from[DIRECTIONS * (int64_t)l->n + cell];
                double f[DIRECTIONS], out[DIRECTIONS];
                for (int e = 0; e < DIRECTIONS; e++)
                    f[e] = from[e * (int64_t)l->n + cell];
                bool obstacle = kind > (double)0.06875f; /* as the kernel has it */
                solid += obstacle;
                (obstacle ? reflect : collide)(f, out);
                to[DIRECTIONS * (int64_t)l->n + cell] = kind;
                for (int e = 0; e < DIRECTIONS; e++) {
                    int64_t there = cell + component(e, 0) + component(e, 1) * l->wide +
                                    component(e, 2) * l->plane;
                    to[e * (int64_t)l->n + there] = out[e];
                }
            }
    return solid;
}

static double *doubles_of(const struct kernel *k, const char *name, uint64_t n)
{
    const float *first = first_of(k, name);
    double *d = xcalloc(n, sizeof *d);
    assert_int_equal(count_of(k, name), n);
    for (uint64_t i = 0; i < n; i++)
        d[i] = (double)first[i];
    return d;
}

/*
 * Densities are about 0.05 and cells have about 1 in all. A step adds some 40 roundings of numbers
 * up to a third, and makes old errors at most 8 times as large: the bound is that for two steps. A
 * density that went elsewhere is wrong by 0.01.
 */
static void near_fluid(const struct kernel *k, const char *name, const double *want, uint64_t n)
{
    const float *got = output(k, name, n);
    for (uint64_t i = 0; i < n; i++)
        near(name, i, got[i], (struct about){want[i], 360.0 / 3 * ROUNDING});
}

static void check_lbm(const struct kernel *k)
{
    struct lattice l = {.x = (int64_t)parameter(k, "x"),
                        .y = (int64_t)parameter(k, "y"),
                        .z = (int64_t)parameter(k, "z")};
    l.wide = l.x + (int64_t)parameter(k, "pad");
    l.plane = l.wide * l.y;
    l.n = (uint64_t)(l.plane * (l.z + 4));
    double *fluid = doubles_of(k, "fluid", CELL * l.n), *next = doubles_of(k, "next", CELL * l.n);
    uint64_t solid = stream(&l, fluid, next), cells = (uint64_t)(l.x * l.y * l.z);
    assert_in_range(solid, 1, cells / 8);
    assert_int_equal(stream(&l, next, fluid), solid);
    near_fluid(k, "next", next, CELL * l.n);
    near_fluid(k, "fluid", fluid, CELL * l.n);
    free(fluid);
    free(next);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"lbm", check_lbm},
    };
    return PLAIN_MAIN("fluids", FLUIDS, checks);
}
