/*
 * Kernels with the structure of CoMD, MiniAMR and Nekbone, which CARVE is measured with, at every
 * size, against double. Stencils average, which makes errors no larger; of the others each result
 * has a bound of its own, carried along from launch to launch.
 */
#include "tests/runtime/plain_sum.h"

/* Bounds as large as what they bound would find nothing. One in a hundred may be: a pair of atoms
 * at the end of the reach makes those of all atoms around it large. */
static void far_below(const struct about *v, uint64_t n)
{
    double value = 0;
    uint64_t large = 0;
    for (uint64_t i = 0; i < n; i++)
        value = fmax(value, fabs(v[i].value));
    for (uint64_t i = 0; i < n; i++)
        large += v[i].error > value * 2e-3;
    assert_true(large <= n / 100);
}

/* ---- atoms */

/* Axis by axis, in the widths of a cell; places from the corner of the atom's cell. */
struct atoms {
    uint64_t side, n;
    struct about *place, *velocity, *force;
};

/*
 * The force between two atoms over their distance, from its square, behind which there are at most
 * 14 roundings; the slope says what the square's error does. A pair at the end of the reach may be
 * left out or not.
 */
static struct about lennard_jones(struct about r2)
{
    const double reach2 = 1.25 * 1.25;
    if (r2.value - r2.error >= reach2)
        return (struct about){0};
    const double sigma2 = (double)0.4f, s3 = pow(sigma2 / r2.value, 3);
    double slope = 24 * (14 * s3 * s3 + 4 * s3) / (r2.value * r2.value);
    double magnitude = 24 * (2 * s3 * s3 + s3) / r2.value;
    struct about f = {24 * (2 * s3 * s3 - s3) / r2.value,
                      1.01 * (slope * r2.error + 14 * ROUNDING * magnitude)};
    if (r2.value + r2.error >= reach2)
        f = (struct about){0, fabs(f.value) + f.error};
    return f;
}

/* Adds to the force on atom i that of atom j. Of a distance, a sum up to 2 is rounded and then a
 * difference up to 1.25, unless the pair is out of reach; of its square, products and sums. */
static void pull(const struct atoms *a, uint64_t i, uint64_t j, const int *apart, struct sum *force)
{
    struct about d[3], r2 = {0};
    for (uint64_t axis = 0; axis < 3; axis++) {
        struct about mine = a->place[axis * a->n + i], other = a->place[axis * a->n + j];
        d[axis].value = mine.value - other.value - apart[axis];
        d[axis].error = mine.error + other.error + 3.25 * ROUNDING;
        r2.value += d[axis].value * d[axis].value;
        r2.error += times(d[axis], d[axis]).error;
    }
    r2.error += 4 * ROUNDING * r2.value;
    struct about f = lennard_jones(r2);
    for (int axis = 0; axis < 3 && (f.value != 0 || f.error != 0); axis++)
        add(&force[axis], 1, times(f, d[axis]));
}

static void force_on(const struct atoms *a, uint64_t i)
{
    int64_t s = (int64_t)a->side, cell = (int64_t)i / 4;
    int64_t at[] = {cell % s, cell / s % s, cell / s / s};
    struct sum force[3] = {0};
    int apart[3];
    for (apart[2] = -1; apart[2] <= 1; apart[2]++)
        for (apart[1] = -1; apart[1] <= 1; apart[1]++)
            for (apart[0] = -1; apart[0] <= 1; apart[0]++) {
                int64_t there = 0;
                for (int axis = 2; axis >= 0; axis--)
                    there = there * s + (at[axis] + apart[axis] + s) % s;
                for (uint64_t j = 4 * (uint64_t)there; j < 4 * (uint64_t)there + 4; j++)
                    if (j != i)
                        pull(a, i, j, apart, force);
            }
    for (uint64_t axis = 0; axis < 3; axis++)
        a->force[axis * a->n + i] = rounded(&force[axis]);
}

static void move_atoms(const struct atoms *a)
{
    const double dt = (double)0.01f;
    for (uint64_t i = 0; i < a->n; i++)
        force_on(a, i);
    for (uint64_t i = 0; i < 3 * a->n; i++) {
        a->velocity[i] = plus(a->velocity[i], dt, a->force[i]);
        a->place[i] = plus(a->place[i], dt, a->velocity[i]);
    }
}

/* A crystal's cell: an atom near its corner, and one near the middle of each face at the corner;
 * all of that moved by a quarter of a cell. */
static void check_comd(const struct kernel *k)
{
    static const double corner[4][3] = {{0, 0, 0}, {0, .5, .5}, {.5, 0, .5}, {.5, .5, 0}};
    struct atoms a = {.side = parameter(k, "side")};
    a.n = 4 * a.side * a.side * a.side;
    const float *off = input(k, "off", 3 * a.n);
    a.velocity = exactly(first_of(k, "velocity"), 1, 3 * a.n);
    a.place = xcalloc(3 * a.n, sizeof *a.place);
    a.force = xcalloc(3 * a.n, sizeof *a.force);
    for (uint64_t i = 0; i < 3 * a.n; i++)
        a.place[i] = (struct about){0.25 + corner[i % a.n % 4][i / a.n] + (double)off[i], ROUNDING};
    move_atoms(&a);
    near_all(k, "place1", a.place, 3 * a.n);
    near_all(k, "velocity1", a.velocity, 3 * a.n);
    move_atoms(&a);
    near_all(k, "force", a.force, 3 * a.n);
    near_all(k, "place", a.place, 3 * a.n);
    near_all(k, "velocity", a.velocity, 3 * a.n);
    far_below(a.force, 3 * a.n);
    free(a.velocity);
    free(a.place);
    free(a.force);
}

/* ---- blocks of two levels */

/* All points of a level, `wide` along each axis. The fine ones lie where all coordinates of coarse
 * ones are below wide / 2. */
struct levels {
    uint64_t side, n, wide;
    double *coarse, *fine;
};

static uint64_t point(const struct levels *l, const uint64_t *at)
{
    return (at[2] * l->wide + at[1]) * l->wide + at[0];
}

static bool is_refined(const struct levels *l, const uint64_t *at)
{
    return at[0] < l->wide / 2 && at[1] < l->wide / 2 && at[2] < l->wide / 2;
}

/* The four fine points of a coarse one that are nearest to a point of its level. */
static double mean(const struct levels *l, const uint64_t *to, int axis, bool above)
{
    double sum = 0;
    for (uint64_t q = 0; q < 4; q++) {
        uint64_t at[] = {2 * to[0], 2 * to[1], 2 * to[2]};
        at[axis] += !above;
        at[(axis + 1) % 3] += q % 2;
        at[(axis + 2) % 3] += q / 2;
        sum += l->fine[point(l, at)];
    }
    return sum / 4;
}

/* What is next to a point, above or below it along an axis. */
static double next_to(const struct levels *l, bool fine, const uint64_t *at, int axis, bool above)
{
    uint64_t last = l->wide - 1, to[] = {at[0], at[1], at[2]};
    to[axis] = above ? (at[axis] == last ? 0 : at[axis] + 1) : at[axis] == 0 ? last : at[axis] - 1;
    if (!fine)
        return is_refined(l, to) ? mean(l, to, axis, above) : l->coarse[point(l, to)];
    if (at[axis] != (above ? last : 0))
        return l->fine[point(l, to)];
    for (int k = 0; k < 3; k++)
        to[k] = k != axis ? at[k] / 2 : above ? l->wide / 2 : last;
    return l->coarse[point(l, to)];
}

static double *stencil(const struct levels *l, bool fine)
{
    const double own = (double)0.4f, other = (double)0.1f;
    const double *old = fine ? l->fine : l->coarse;
    uint64_t w = l->wide;
    double *new = xcalloc(w * w * w, sizeof *new);
    for (uint64_t i = 0; i < w * w * w; i++) {
        uint64_t at[] = {i % w, i / w % w, i / w / w};
        for (int face = 0; face < 6; face++)
            new[i] += other *next_to(l, fine, at, face / 2, face % 2 == 1);
        new[i] += own *old[i];
    }
    return new;
}

static void step_levels(struct levels *l)
{
    double *coarse = stencil(l, false), *fine = stencil(l, true);
    free(l->coarse);
    free(l->fine);
    l->coarse = coarse;
    l->fine = fine;
}

/* Where element i of a buffer of blocks is in its level. */
static bool place_of(const struct levels *l, uint64_t i, uint64_t *at)
{
    uint64_t n = l->n, s = l->side, block = i / (n * n * n), coarse = s * s * s;
    bool fine = block >= coarse;
    for (int axis = 0; axis < 3; axis++, i /= n, block /= s)
        at[axis] = block % s * n + i % n;
    return fine;
}

/*
 * A new value is a mean of old ones from -1 to 1 with weights that are not negative, so errors of
 * the old ones become no larger. A step adds fewer than 8 roundings of numbers up to 1: a tenth of
 * 21 for a sum of six, and of 12 for the means in it, and 3 for the rest. Nobody writes the places
 * of blocks that are refined.
 */
static void near_levels(const struct kernel *k, const char *name, const struct levels *l, int steps)
{
    uint64_t elements = 2 * l->wide * l->wide * l->wide;
    const float *got = output(k, name, elements), *first = first_of(k, name);
    for (uint64_t i = 0; i < elements; i++) {
        uint64_t at[3];
        bool fine = place_of(l, i, at);
        if (!fine && is_refined(l, at))
            same_float(name, i, got[i], first[i]);
        else
            near(name, i, got[i],
                 (struct about){(fine ? l->fine : l->coarse)[point(l, at)], steps * 8 * ROUNDING});
    }
}

static void check_miniamr(const struct kernel *k)
{
    struct levels l = {.side = parameter(k, "side"), .n = parameter(k, "n")};
    l.wide = l.side * l.n;
    uint64_t points = l.wide * l.wide * l.wide;
    const float *first = first_of(k, "u");
    l.coarse = xcalloc(points, sizeof *l.coarse);
    l.fine = xcalloc(points, sizeof *l.fine);
    assert_int_equal(count_of(k, "u"), 2 * points);
    for (uint64_t i = 0; i < 2 * points; i++) {
        uint64_t at[3];
        double *level = place_of(&l, i, at) ? l.fine : l.coarse;
        level[point(&l, at)] = (double)first[i];
    }
    step_levels(&l);
    near_levels(k, "next", &l, 1);
    step_levels(&l);
    near_levels(k, "u", &l, 2);
    free(l.coarse);
    free(l.fine);
}

/* ---- spectral elements */

struct elements {
    uint64_t side, n, points;
    const float *metric, *derivative;
    struct about *x, *r, *p, *w;
};

/* Adds a line of points, each times one of a row or of a column of the derivatives. */
static void add_line(struct sum *s, const float *d, uint64_t step_d, const struct about *v,
                     uint64_t step_v, uint64_t n)
{
    for (uint64_t m = 0; m < n; m++)
        add(s, (double)d[m * step_d], v[m * step_v]);
}

/* Of one element, from its first point on. */
static void apply(const struct elements *e, uint64_t first)
{
    uint64_t n = e->n, each = n * n * n, step = 1;
    struct sum *sums = xcalloc(each, sizeof *sums);
    struct about *along = xcalloc(each, sizeof *along);
    for (uint64_t axis = 0; axis < 3; axis++, step *= n) {
        for (uint64_t i = 0; i < each; i++) {
            uint64_t at = i / step % n;
            struct sum s = {0};
            add_line(&s, e->derivative + at * n, 1, e->p + first + i - at * step, step, n);
            double g = (double)e->metric[3 * first + axis * each + i];
            along[i] = plus((struct about){0}, g, rounded(&s));
        }
        for (uint64_t i = 0; i < each; i++) {
            uint64_t at = i / step % n;
            add_line(&sums[i], e->derivative + at, n, along + i - at * step, step, n);
        }
    }
    for (uint64_t i = 0; i < each; i++)
        e->w[first + i] = rounded(&sums[i]);
    free(sums);
    free(along);
}

/* Points of all elements that lie in one place of the box become their sum. */
static void gather(const struct elements *e, struct about *v)
{
    uint64_t n = e->n, wide = e->side * (n - 1);
    struct sum *all = xcalloc(wide * wide * wide, sizeof *all);
    uint64_t *place = xcalloc(e->points, sizeof *place);
    for (uint64_t i = 0; i < e->points; i++) {
        uint64_t at = i, element = i / (n * n * n), weight = 1;
        for (int axis = 0; axis < 3; axis++, at /= n, element /= e->side, weight *= wide)
            place[i] += (element % e->side * (n - 1) + at % n) % wide * weight;
        add(&all[place[i]], 1, v[i]);
    }
    for (uint64_t i = 0; i < e->points; i++)
        v[i] = rounded(&all[place[i]]);
    free(all);
    free(place);
}

static void near_products(const struct kernel *k, const struct elements *e)
{
    const float *partial = output(k, "partial", e->points / 64);
    for (uint64_t cta = 0; cta < e->points / 64; cta++) {
        struct sum s = {0};
        for (uint64_t i = 64 * cta; i < 64 * cta + 64; i++)
            add(&s, 1, times(e->p[i], e->w[i]));
        near("partial", cta, partial[cta], rounded(&s));
    }
}

static void iterate(const struct kernel *k, const struct elements *e, bool last)
{
    for (uint64_t first = 0; first < e->points; first += e->n * e->n * e->n)
        apply(e, first);
    gather(e, e->w);
    if (last)
        near_products(k, e);
    for (uint64_t i = 0; i < e->points; i++) {
        e->x[i] = plus(e->x[i], 0.125, e->p[i]);
        e->r[i] = plus(e->r[i], -0.125, e->w[i]);
        e->p[i] = plus(e->r[i], 0.5, e->p[i]);
    }
}

static void check_nekbone(const struct kernel *k)
{
    static const char *const names[] = {"x", "r", "p", "w"};
    struct elements e = {.side = parameter(k, "side"), .n = parameter(k, "n")};
    if (e.n != 4 && e.n != 8) {
        fail_msg("%llu points a side", (unsigned long long)e.n);
        return;
    }
    e.points = e.side * e.side * e.side * e.n * e.n * e.n;
    e.metric = input(k, "metric", 3 * e.points);
    e.derivative = input(k, "derivative", e.n * e.n);
    e.r = exactly(first_of(k, "r"), 1, e.points);
    e.x = xcalloc(e.points, sizeof *e.x);
    e.p = xcalloc(e.points, sizeof *e.p);
    e.w = xcalloc(e.points, sizeof *e.w);
    gather(&e, e.r);
    memcpy(e.p, e.r, e.points * sizeof *e.p);
    iterate(k, &e, false);
    iterate(k, &e, true);
    struct about *all[] = {e.x, e.r, e.p, e.w};
    for (int i = 0; i < 4; i++) {
        near_all(k, names[i], all[i], e.points);
        far_below(all[i], e.points);
        free(all[i]);
    }
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"comd", check_comd},
        {"miniamr", check_miniamr},
        {"nekbone", check_nekbone},
    };
    return PLAIN_MAIN("carve", CARVE, checks);
}
