/*
 * Kernels on bodies that act on each other or on places in space, at every size, against double:
 * the potential of charges, and gravity by Barnes and Hut's tree.
 */
#include "tests/runtime/plain_about.h"

/* ---- potential of charges at the points of a plane */

/* Places and charges have a few roundings of their ranges. */
static void check_atoms(const struct kernel *k, uint64_t n, const double *ranges)
{
    const float *random = input(k, "random", 4 * n), *atom = output(k, "atom", 4 * n);
    for (uint64_t i = 0; i < n; i++) {
        const float *r = random + 4 * i;
        double z = 1 + 8 * (double)r[2];
        const double want[4] = {(double)r[0] * ranges[0], (double)r[1] * ranges[1], z * z,
                                2 * (double)r[3] - 1};
        for (uint64_t c = 0; c < 4; c++) {
            double range = c < 2 ? ranges[c] : c == 2 ? z * z : 1;
            near("atom", 4 * i + c, atom[4 * i + c], (struct about){want[c], 6 * ROUNDING * range});
        }
    }
}

/*
 * Coulomb's law for all atoms. Distances along x and y have four roundings of the plane's sides,
 * and a term is a charge over a distance, so an error in that is divided by its square. A term has
 * six more roundings of its own, and meets at most n of the sum.
 */
static struct about potential_at(const float *atom, uint64_t n, double x, double y, double side)
{
    struct about sum = {0};
    for (const float *a = atom; a < atom + 4 * n; a += 4) {
        double dx = x - (double)a[0], dy = y - (double)a[1], charge = (double)a[3];
        double distance = sqrt(dx * dx + dy * dy + (double)a[2]), term = fabs(charge) / distance;
        sum.value += charge / distance;
        sum.error += ROUNDING * term * (8 * side / distance + (double)n + 6);
    }
    return sum;
}

static void check_coulomb(const struct kernel *k)
{
    uint64_t width = parameter(k, "width"), height = parameter(k, "height");
    uint64_t n = parameter(k, "atoms");
    const double spacing = (double)0.1f;
    const double ranges[2] = {(double)width * spacing, (double)height * spacing};
    check_atoms(k, n, ranges);
    const float *atom = output(k, "atom", 4 * n), *got = output(k, "potential", width * height);
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++) {
            struct about want = potential_at(atom, n, (double)x * spacing, (double)y * spacing,
                                             fmax(ranges[0], ranges[1]));
            near("potential", y * width + x, got[y * width + x], want);
        }
}

/* ---- Barnes and Hut's tree */

enum { LEVELS = 7, LANES = 32 };

/* A cell of the octree that has bodies: those of order[first] to order[first + bodies - 1]. */
struct cell {
    uint32_t first, bodies, level, child[8]; /* 0: no child */
    double at[3], mass;
};

struct tree {
    uint32_t n, cells;
    const float *body; /* x, y, z and mass of each */
    uint32_t *order;
    struct cell *cell;
};

/* The octants of a cell follow each other with x the fastest. */
static uint32_t octant_of(const float *body, const double *middle)
{
    uint32_t octant = 0;
    for (int d = 0; d < 3; d++)
        octant |= (uint32_t)((double)body[d] >= middle[d]) << d;
    return octant;
}

static void weigh(const struct tree *t, struct cell *c)
{
    for (uint32_t i = c->first; i < c->first + c->bodies; i++) {
        const float *b = t->body + 4 * t->order[i];
        c->mass += (double)b[3];
        for (int d = 0; d < 3; d++)
            c->at[d] += (double)b[3] * (double)b[d];
    }
    for (int d = 0; d < 3; d++)
        c->at[d] /= c->mass;
}

static uint32_t grow(struct tree *t, uint32_t first, uint32_t bodies, uint32_t level,
                     const double *middle)
{
    uint32_t mine = t->cells++, at = first;
    struct cell *c = &t->cell[mine];
    *c = (struct cell){.first = first, .bodies = bodies, .level = level};
    weigh(t, c);
    if (bodies == 1 || level == LEVELS)
        return mine;
    uint32_t *old = xcalloc(bodies, sizeof *old);
    memcpy(old, t->order + first, bodies * sizeof *old);
    for (uint32_t o = 0; o < 8; o++) {
        uint32_t begin = at;
        double inner[3];
        for (int d = 0; d < 3; d++)
            inner[d] = middle[d] + (o >> d & 1 ? 1 : -1) * ldexp(0.25, -(int)level);
        for (uint32_t i = 0; i < bodies; i++)
            if (octant_of(t->body + 4 * old[i], middle) == o)
                t->order[at++] = old[i];
        if (at > begin)
            c->child[o] = grow(t, begin, at - begin, level + 1, inner);
    }
    free(old);
    return mine;
}

static struct tree tree_of(const float *body, uint32_t n)
{
    static const double middle[3] = {0.5, 0.5, 0.5};
    struct tree t = {.n = n, .body = body, .order = xcalloc(n, sizeof *t.order)};
    t.cell = xcalloc((uint64_t)n * (LEVELS + 1), sizeof *t.cell);
    for (uint32_t i = 0; i < n; i++)
        t.order[i] = i;
    grow(&t, 0, n, 0, middle);
    return t;
}

static void tree_free(struct tree *t)
{
    free(t->order);
    free(t->cell);
}

/* A sum of bodies' places and masses on eight levels: of at most so many roundings. */
#define CENTRE_ERROR (120 * ROUNDING)

/* The cells of the kernel: of one body, a cell goes on to the last level. */
static void check_cells(const struct kernel *k, const struct tree *t)
{
    const uint32_t *end = output(k, "end", 8 * t->n);
    const float *got = output(k, "cell", 32 * t->n);
    uint32_t begins = 0, cells = 0;
    for (uint32_t i = 0; i < 8 * t->n; i++)
        begins += end[i] != 0;
    for (const struct cell *c = t->cell; c < t->cell + t->cells; c++)
        for (uint32_t level = c->level; level <= (c->bodies == 1 ? LEVELS : c->level); level++) {
            uint32_t i = level * t->n + c->first;
            double error = c->bodies == 1 ? 0 : CENTRE_ERROR;
            same_word("end", i, end[i], c->first + c->bodies);
            for (uint32_t d = 0; d < 3; d++)
                near("cell", 4 * i + d, got[4 * i + d], (struct about){c->at[d], error + 1e-15});
            error = error * c->mass;
            near("cell", 4 * i + 3, got[4 * i + 3], (struct about){c->mass, error});
            cells++;
        }
    assert_int_equal(begins, cells);
}

static void check_order(const struct kernel *k, const struct tree *t)
{
    const uint32_t *origin = output(k, "origin", t->n);
    const float *sorted = output(k, "sorted", 4 * t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        same_word("origin", i, origin[i], t->order[i]);
        for (uint32_t c = 0; c < 4; c++)
            same_float("sorted", 4 * i + c, sorted[4 * i + c], t->body[4 * t->order[i] + c]);
    }
}

/* ---- what bodies pull */

/* The pull on a body: its error, the magnitudes of its terms, and how many there are. */
struct pull {
    double sum[3], error, size, terms;
};

/* Newton's law, softened; the mass is somewhere within `off`. */
static void attract(struct pull *p, const float *body, const double *at, double mass, double off)
{
    double apart[3], square = (double)0.0001f;
    for (int d = 0; d < 3; d++) {
        apart[d] = at[d] - (double)body[d];
        square += apart[d] * apart[d];
    }
    double strength = mass / (square * sqrt(square)), size = strength * sqrt(square);
    for (int d = 0; d < 3; d++)
        p->sum[d] += strength * apart[d];
    p->error += size * (4 * off / sqrt(square) + off + 12 * ROUNDING);
    p->size += size;
    p->terms++;
}

static void attract_each(struct pull *p, const struct tree *t, const float *body,
                         const struct cell *c)
{
    for (uint32_t i = c->first; i < c->first + c->bodies; i++) {
        const float *of = t->body + 4 * t->order[i];
        const double at[3] = {(double)of[0], (double)of[1], (double)of[2]};
        attract(p, body, at, (double)of[3], 0);
    }
}

/* How much it matters whether a cell is taken as a whole. */
static double difference(const struct tree *t, const float *body, const struct cell *c)
{
    struct pull whole = {0}, each = {0};
    attract(&whole, body, c->at, c->mass, 0);
    attract_each(&each, t, body, c);
    return 2 * hypot(hypot(whole.sum[0] - each.sum[0], whole.sum[1] - each.sum[1]),
                     whole.sum[2] - each.sum[2]);
}

struct warp {
    const struct tree *t;
    const float *lane[LANES];
    struct pull pull[LANES];
};

/* Whether a cell is far from all lanes: 1, 0, or -1 if rounding errors decide. Its side must be
 * less than half of its distance. */
static int far_from_all(const struct warp *w, const struct cell *c)
{
    int all = 1;
    for (int l = 0; l < LANES; l++) {
        double square = 0, side = ldexp(1, -(int)c->level);
        for (int d = 0; d < 3; d++)
            square += pow(c->at[d] - (double)w->lane[l][d], 2);
        double margin = sqrt(square) / (2 * side) - 1;
        double error = CENTRE_ERROR / side + 8 * ROUNDING;
        if (margin < -error)
            return 0;
        if (margin <= error)
            all = -1;
    }
    return all;
}

static void visit(struct warp *w, const struct cell *c)
{
    int far = c->bodies == 1 ? 1 : far_from_all(w, c);
    for (int l = 0; l < LANES; l++) {
        struct pull *p = &w->pull[l];
        if (far == -1)
            p->error += difference(w->t, w->lane[l], c);
        if (far != 0)
            attract(p, w->lane[l], c->at, c->mass, c->bodies == 1 ? 0 : CENTRE_ERROR);
        else if (c->level == LEVELS)
            attract_each(p, w->t, w->lane[l], c);
    }
    for (int o = 0; o < 8 && far == 0; o++)
        if (c->child[o] != 0)
            visit(w, w->t->cell + c->child[o]);
}

/* The pulls on all bodies, in the order of the tree. */
static struct pull *pulls_of(const struct tree *t)
{
    struct pull *all = xcalloc(t->n, sizeof *all);
    for (uint32_t from = 0; from < t->n; from += LANES) {
        struct warp w = {.t = t};
        uint32_t lanes = t->n - from < LANES ? t->n - from : LANES;
        for (uint32_t l = 0; l < LANES; l++)
            w.lane[l] = t->body + 4 * t->order[from + (l < lanes ? l : lanes - 1)];
        visit(&w, t->cell);
        memcpy(all + from, w.pull, lanes * sizeof *all);
    }
    for (uint32_t i = 0; i < t->n; i++)
        all[i].error += all[i].terms * ROUNDING * all[i].size;
    return all;
}

/* The pulls that the kernel found; and that, of all bodies, they are those of all other bodies
 * within a hundredth. */
static void check_pulls(const struct kernel *k, const struct tree *t, const struct pull *want)
{
    const float *got = output(k, "pull", 4 * t->n);
    double apart = 0, size = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        struct pull direct = {0};
        attract_each(&direct, t, t->body + 4 * t->order[i], t->cell);
        for (uint32_t d = 0; d < 3; d++) {
            near("pull", 4 * i + d, got[4 * i + d], (struct about){want[i].sum[d], want[i].error});
            apart += pow((double)got[4 * i + d] - direct.sum[d], 2);
            size += pow(direct.sum[d], 2);
        }
    }
    assert_true(apart < 1e-4 * size);
}

/* Velocities and places after a step from those before it, as the kernel has them. */
static void check_move(const struct kernel *k, const struct tree *t, const struct pull *pull,
                       const char *const *velocity, const char *body)
{
    const double time = (double)0.01f;
    const float *v = output(k, velocity[0], 4 * t->n), *new_v = output(k, velocity[1], 4 * t->n);
    const float *moved = output(k, body, 4 * t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t b = 4 * t->order[i];
        for (uint32_t d = 0; d < 3; d++) {
            struct about to = {(double)v[b + d] + time * pull[i].sum[d], time * pull[i].error};
            to.error += 2 * ROUNDING * (fabs(to.value) + fabs((double)v[b + d]));
            near(velocity[1], b + d, new_v[b + d], to);
            to.value = (double)t->body[b + d] + time * to.value;
            to.error = time * to.error + 4 * ROUNDING;
            near(body, b + d, moved[b + d], to);
        }
        same_float(velocity[1], b + 3, new_v[b + 3], 0);
        same_float(body, b + 3, moved[b + 3], t->body[b + 3]);
    }
}

static void check_first_bodies(const struct kernel *k, uint32_t n)
{
    const float *random = input(k, "random", 4 * n), *body = output(k, "body0", 4 * n);
    for (uint32_t i = 0; i < 4 * n; i++) {
        double r = (double)random[i];
        double want = i % 4 == 3 ? (1 + r / 2) / n : 0.5 + copysign(0.499 * r * r, r);
        near("body0", i, body[i], (struct about){want, 4 * ROUNDING * (i % 4 == 3 ? 2.0 / n : 1)});
    }
}

/* Of the first step what it leaves in buffers of its own, of the second one everything. */
static void check_barnes_hut(const struct kernel *k)
{
    static const char *const velocity[] = {"velocity0", "velocity1", "velocity2"};
    static const char *const body[] = {"body0", "body1", "body2"};
    uint32_t n = (uint32_t)parameter(k, "n");
    check_first_bodies(k, n);
    input(k, velocity[0], 4 * n);
    for (int step = 0; step < 2; step++) {
        struct tree t = tree_of(output(k, body[step], 4 * n), n);
        struct pull *pull = pulls_of(&t);
        check_move(k, &t, pull, velocity + step, body[step + 1]);
        if (step == 1) {
            check_order(k, &t);
            check_cells(k, &t);
            check_pulls(k, &t, pull);
        }
        free(pull);
        tree_free(&t);
    }
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"coulomb", check_coulomb},
        {"barnes_hut", check_barnes_hut},
    };
    return PLAIN_MAIN("bodies", BODIES, checks);
}
