/*
 * Kernels that compute each point of a regular grid from its neighbours, at every size, against
 * double: diffusion, heat, filters, and fluids on a lattice.
 */
#include "tests/runtime/plain_about.h"

static double *doubles_of(const struct kernel *k, const char *name, uint64_t n)
{
    const float *first = first_of(k, name);
    double *d = xcalloc(n, sizeof *d);
    assert_int_equal(count_of(k, name), n);
    for (uint64_t i = 0; i < n; i++)
        d[i] = (double)first[i];
    return d;
}

static void near_doubles(const struct kernel *k, const char *name, const double *want, uint64_t n,
                         double error)
{
    const float *got = output(k, name, n);
    for (uint64_t i = 0; i < n; i++)
        near(name, i, got[i], (struct about){want[i], error});
}

/* A box of points; what lies outside is the nearest point of the box. */
struct box {
    int64_t x, y, z;
};

static uint64_t place(const struct box *b, int64_t x, int64_t y, int64_t z)
{
    x = x < 0 ? 0 : x >= b->x ? b->x - 1 : x;
    y = y < 0 ? 0 : y >= b->y ? b->y - 1 : y;
    z = z < 0 ? 0 : z >= b->z ? b->z - 1 : z;
    return (uint64_t)((z * b->y + y) * b->x + x);
}

/* ---- srad: Yu and Acton's equations 31 to 33 and 57 to 61 */

struct srad {
    struct box box;
    uint64_t n;
    double *image, *c, *d[4]; /* d: to the north, south, west and east */
};

static void find_coefficients(struct srad *s)
{
    static const int way[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    const double q0 = 0.05;
    for (int64_t y = 0; y < s->box.y; y++)
        for (int64_t x = 0; x < s->box.x; x++) {
            uint64_t i = place(&s->box, x, y, 0);
            double squares = 0, sum = 0, mine = s->image[i];
            for (int w = 0; w < 4; w++) {
                double d = s->image[place(&s->box, x + way[w][0], y + way[w][1], 0)] - mine;
                s->d[w][i] = d;
                squares += d * d / (mine * mine);
                sum += d / mine;
            }
            double q = (squares / 2 - sum * sum / 16) / pow(1 + sum / 4, 2);
            double c = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
            s->c[i] = fmin(fmax(c, 0), 1);
        }
}

static void diffuse(struct srad *s)
{
    const double lambda = 0.5;
    for (int64_t y = 0; y < s->box.y; y++)
        for (int64_t x = 0; x < s->box.x; x++) {
            uint64_t i = place(&s->box, x, y, 0);
            double south = s->c[place(&s->box, x, y + 1, 0)];
            double east = s->c[place(&s->box, x + 1, y, 0)];
            double divergence = s->c[i] * (s->d[0][i] + s->d[2][i]) + south * s->d[1][i];
            s->image[i] += lambda / 4 * (divergence + east * s->d[3][i]);
        }
}

/*
 * A rounding of the first launch may be a thousand times as large in the worst case after the last
 * one, as a coefficient changes 19 times as fast as what it is computed from. The bound is far from
 * that, and ten times what is seen; a wrong neighbour makes errors a thousand times as large.
 */
static void check_srad(const struct kernel *k)
{
    static const char *const names[] = {"north", "south", "west", "east"};
    struct srad s = {
        .box = {(int64_t)parameter(k, "cols"), (int64_t)parameter(k, "rows"), 1},
    };
    s.n = (uint64_t)(s.box.x * s.box.y);
    s.image = doubles_of(k, "image", s.n);
    s.c = xcalloc(s.n, sizeof *s.c);
    for (int w = 0; w < 4; w++)
        s.d[w] = xcalloc(s.n, sizeof *s.d[w]);
    for (int iteration = 0; iteration < 2; iteration++) {
        find_coefficients(&s);
        diffuse(&s);
    }
    near_doubles(k, "image", s.image, s.n, 0x1p-16);
    near_doubles(k, "coefficient", s.c, s.n, 0x1p-13);
    for (int w = 0; w < 4; w++) {
        near_doubles(k, names[w], s.d[w], s.n, 0x1p-16);
        free(s.d[w]);
    }
    free(s.c);
    free(s.image);
}

/* ---- heat */

struct heat {
    struct box box;
    double x, y, z, ambient, gain; /* what a point takes of neighbours, 80 degrees, power */
};

/* `to` is one explicit step of Euler's after `from`. */
static void step(const struct heat *h, const float *power, const double *from, double *to)
{
    const struct box *b = &h->box;
    for (int64_t z = 0; z < b->z; z++)
        for (int64_t y = 0; y < b->y; y++)
            for (int64_t x = 0; x < b->x; x++) {
                uint64_t i = place(b, x, y, z);
                double sum = h->gain * (double)power[i] + h->ambient * (80 - from[i]);
                sum += h->x * (from[place(b, x - 1, y, z)] - from[i]);
                sum += h->x * (from[place(b, x + 1, y, z)] - from[i]);
                sum += h->y * (from[place(b, x, y - 1, z)] - from[i]);
                sum += h->y * (from[place(b, x, y + 1, z)] - from[i]);
                sum += h->z * (from[place(b, x, y, z - 1)] - from[i]);
                sum += h->z * (from[place(b, x, y, z + 1)] - from[i]);
                to[i] = from[i] + sum;
            }
}

/*
 * Two launches of `steps` steps: `next` is after the first, `heat` after the second. What a point
 * keeps and takes are weights that are not negative, with a sum up to 1, so old errors become no
 * larger. A step has fewer than 24 roundings of numbers up to 256.
 */
static void check_heat(const struct kernel *k, const struct heat *h, int steps)
{
    uint64_t n = (uint64_t)(h->box.x * h->box.y * h->box.z);
    const float *power = input(k, "power", n);
    double *from = doubles_of(k, "heat", n), *to = xcalloc(n, sizeof *to);
    for (int s = 1; s <= 2 * steps; s++) {
        step(h, power, from, to);
        double *old = from;
        from = to;
        to = old;
        if (s % steps == 0)
            near_doubles(k, s == steps ? "next" : "heat", from, n, s * 24 * 256 * ROUNDING);
    }
    free(from);
    free(to);
}

static void check_hotspot(const struct kernel *k)
{
    int64_t n = (int64_t)parameter(k, "n");
    struct heat h = {.box = {n, n, 1}, .x = 0.1, .y = 0.15, .ambient = 0.02, .gain = 0.125};
    check_heat(k, &h, 2);
}

static void check_hotspot3d(const struct kernel *k)
{
    struct heat h = {.box = {(int64_t)parameter(k, "nx"), (int64_t)parameter(k, "ny"),
                             (int64_t)parameter(k, "nz")},
                     .x = 0.08,
                     .y = 0.1,
                     .z = 0.05,
                     .ambient = 0.05,
                     .gain = 0.125};
    check_heat(k, &h, 1);
}

/* ---- a separable filter: a convolution, so the weights are mirrored */

static void filter(const struct box *b, const float *weights, bool along_x, const double *from,
                   double *to)
{
    for (int64_t y = 0; y < b->y; y++)
        for (int64_t x = 0; x < b->x; x++) {
            double sum = 0;
            for (int64_t j = -8; j <= 8; j++) {
                int64_t u = along_x ? x - j : x, v = along_x ? y : y - j;
                if (u >= 0 && u < b->x && v >= 0 && v < b->y)
                    sum += (double)weights[j + 8] * from[v * b->x + u];
            }
            to[y * b->x + x] = sum;
        }
}

/* 17 products of numbers up to 1 and weights: at most 18 roundings of the sum of all weights. */
static void check_convsep(const struct kernel *k)
{
    struct box b = {(int64_t)parameter(k, "width"), (int64_t)parameter(k, "height"), 1};
    uint64_t n = (uint64_t)(b.x * b.y);
    const float *weights = input(k, "weights", 17);
    double *image = doubles_of(k, "image", n), *to = xcalloc(n, sizeof *to), sum = 0;
    for (int i = 0; i < 17; i++)
        sum += fabs((double)weights[i]);
    filter(&b, weights, true, image, to);
    near_doubles(k, "between", to, n, 19 * ROUNDING * sum);
    filter(&b, weights, false, to, image);
    near_doubles(k, "out", image, n, 2 * 19 * ROUNDING * sum * sum);
    input(k, "image", n);
    free(image);
    free(to);
}

/* ---- diffusion with derivatives of the eighth order */

/* The weights solve the equations of Taylor's series: exact for polynomials up to degree 9. */
static void check_weights(const double *c)
{
    for (int degree = 0; degree <= 8; degree += 2) {
        double sum = degree == 0 ? c[0] : 0;
        for (int d = 1; d <= 4; d++)
            sum += 2 * c[d] * pow(d, degree);
        assert_true(fabs(sum - (degree == 2 ? 2 : 0)) < 1e-10);
    }
}

/* The points of the box; those of the border around it stay. */
static void diffuse_far(const struct box *b, const double *from, double *to)
{
    static const double c[] = {-205.0 / 72, 1.6, -0.2, 8.0 / 315, -1.0 / 560};
    const int64_t way[3] = {1, b->x, b->x * b->y};
    check_weights(c);
    memcpy(to, from, (size_t)(b->x * b->y * b->z) * sizeof *to);
    for (int64_t z = 4; z < b->z - 4; z++)
        for (int64_t y = 4; y < b->y - 4; y++)
            for (int64_t x = 4; x < b->x - 4; x++) {
                int64_t i = (z * b->y + y) * b->x + x;
                double sum = 3 * c[0] * from[i];
                for (int axis = 0; axis < 3; axis++)
                    for (int64_t d = 1; d <= 4; d++)
                        sum += c[d] * (from[i - d * way[axis]] + from[i + d * way[axis]]);
                to[i] = from[i] + (double)0.05f * sum;
            }
}

/*
 * Four launches: `next` is after the third, `field` after the fourth. What a point keeps and takes
 * have magnitudes that add up to 1.12, so in four steps neither values of 1 nor old errors become
 * larger than 1.6 times. A step has up to 12 roundings of what a point takes, of those magnitudes
 * or less, and one of the result: less than 24 of values of 1.
 */
static void check_fd3d(const struct kernel *k)
{
    struct box b = {(int64_t)parameter(k, "nx") + 8, (int64_t)parameter(k, "ny") + 8,
                    (int64_t)parameter(k, "nz") + 8};
    uint64_t n = (uint64_t)(b.x * b.y * b.z);
    double *a = doubles_of(k, "field", n), *c = xcalloc(n, sizeof *c);
    for (int pair = 0; pair < 2; pair++) {
        diffuse_far(&b, a, c);
        if (pair == 1)
            near_doubles(k, "next", c, n, 3 * 24 * 1.6 * ROUNDING);
        diffuse_far(&b, c, a);
    }
    near_doubles(k, "field", a, n, 4 * 24 * 1.6 * ROUNDING);
    free(a);
    free(c);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"srad", check_srad},       {"hotspot", check_hotspot}, {"hotspot3d", check_hotspot3d},
        {"convsep", check_convsep}, {"fd3d", check_fd3d},
    };
    return PLAIN_MAIN("stencils", STENCILS, checks);
}
