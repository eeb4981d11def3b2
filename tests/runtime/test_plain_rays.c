/*
 * Rays through a grid of spheres at every size, against double. The kernel goes from cell to cell;
 * here, layer by layer of z, all cells are taken that the ray may touch there. A ray that passes a
 * sphere's surface by less than the kernel's rounding errors may meet it or not.
 */
#include "tests/runtime/plain.h"

#include <math.h>

#define NONE UINT32_MAX

struct scene {
    uint32_t cells;
    const float *sphere; /* of each cell: three parts of its centre, one of its radius */
    double slack;        /* of the square of a distance to a centre */
};

/* From (x, y, 0) in the direction (along[0], along[1], 1). */
struct ray {
    double from[2], along[2];
};

/* The hash of a ray's number that raytrace.cu calls mixed. */
static uint32_t hash_of(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

static struct ray ray_of(uint32_t i, uint32_t cells, uint32_t wide)
{
    uint32_t hash = hash_of(i), direction[] = {hash % 65536, hash / 65536},
             at[] = {i % wide, i / wide};
    struct ray r;
    for (int axis = 0; axis < 2; axis++) {
        r.from[axis] = (at[axis] + 0.5) * cells / wide;
        r.along[axis] = direction[axis] / 32768.0 - 1;
    }
    return r;
}

/* Where a ray passes the sphere of a cell. */
struct pass {
    double nearest, front; /* how far along: nearest to the centre; its front, if depth > 0 */
    double depth;          /* the squares of the radius less that of the distance */
};

/* The square of the distance of the ray, so far along, from the sphere's centre, and its radius. */
static double distance2(const struct scene *s, const struct ray *r, uint32_t cell, double t)
{
    uint32_t at[] = {cell % s->cells, cell / s->cells % s->cells, cell / s->cells / s->cells};
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        double centre = at[axis] + 0.3 + 0.4 * (double)s->sphere[4 * cell + (uint32_t)axis];
        double point = axis < 2 ? r->from[axis] + t * r->along[axis] : t;
        sum += (point - centre) * (point - centre);
    }
    return sum;
}

static double radius_of(const struct scene *s, uint32_t cell)
{
    double part = (double)s->sphere[4 * cell + 3];
    return part < 0.5 ? 0 : 0.4 * part - 0.15;
}

/* distance2 is a parabola in t, which three of its values give. */
static struct pass pass_of(const struct scene *s, const struct ray *r, uint32_t cell)
{
    uint32_t layer = cell / s->cells / s->cells;
    double z = layer, radius = radius_of(s, cell);
    double a = distance2(s, r, cell, z), b = distance2(s, r, cell, z + 0.5);
    double c = distance2(s, r, cell, z + 1), square = 2 * (a + c) - 4 * b;
    struct pass p = {.nearest = z + 0.5 - (c - a) / (2 * square)};
    p.depth = radius * radius - distance2(s, r, cell, p.nearest);
    p.front = p.depth > 0 ? p.nearest - sqrt(p.depth / square) : p.nearest;
    return p;
}

/* The cells that the ray may touch in the layer from z to z + 1, in one of the other directions. */
static void range_in(const struct scene *s, const struct ray *r, int axis, double z,
                     int64_t range[2])
{
    double a = r->from[axis] + z * r->along[axis], b = a + r->along[axis];
    range[0] = (int64_t)floor(fmin(a, b) - 0.01);
    range[1] = (int64_t)floor(fmax(a, b) + 0.01);
    range[0] = range[0] < 0 ? 0 : range[0];
    range[1] = range[1] >= s->cells ? s->cells - 1 : range[1];
}

/* The first cell whose sphere the ray meets for sure, and how far along; or NONE. */
static uint32_t surely_meets(const struct scene *s, const struct ray *r, double *front)
{
    for (uint32_t z = 0; z < s->cells; z++) {
        uint32_t found = NONE;
        int64_t xs[2], ys[2];
        range_in(s, r, 0, z, xs);
        range_in(s, r, 1, z, ys);
        for (int64_t y = ys[0]; y <= ys[1]; y++)
            for (int64_t x = xs[0]; x <= xs[1]; x++) {
                uint32_t cell = (z * s->cells + (uint32_t)y) * s->cells + (uint32_t)x;
                if (radius_of(s, cell) == 0)
                    continue;
                struct pass p = pass_of(s, r, cell);
                if (p.depth < s->slack || (found != NONE && p.front >= *front))
                    continue;
                found = cell;
                *front = p.front;
            }
        if (found != NONE)
            return found;
    }
    return NONE;
}

/* What the kernel says that the ray meets: no sphere that it surely meets is nearer. */
static void check_ray(const struct scene *s, uint32_t i, uint32_t wide, uint32_t hit, float far)
{
    struct ray r = ray_of(i, s->cells, wide);
    double front = 0;
    uint32_t sure = surely_meets(s, &r, &front);
    if (hit == sure && hit == NONE) {
        same_float("far", i, far, 0);
        return;
    }
    if (hit == NONE || hit >= s->cells * s->cells * s->cells || radius_of(s, hit) == 0)
        fail_msg("hit[%u] is %u, not %u", i, hit, sure);
    struct pass p = pass_of(s, &r, hit);
    if (p.depth < -s->slack || (sure != NONE && hit != sure && p.front > front))
        fail_msg("hit[%u] is %u, not %u", i, hit, sure);
    double radius = radius_of(s, hit);
    if (fabs(distance2(s, &r, hit, (double)far) - radius * radius) > s->slack ||
        (double)far > p.nearest + s->slack)
        fail_msg("far[%u] is %.9g, not %.9g", i, (double)far, p.front);
}

/* A coordinate is a number up to `cells`, and a distance the result of fewer than 16 roundings of
 * such numbers. The square of one below 1/2 has an error no larger than that of the distance. */
static void check_raytrace(const struct kernel *k)
{
    uint32_t cells = (uint32_t)parameter(k, "cells"), wide = (uint32_t)parameter(k, "wide");
    uint64_t rays = (uint64_t)wide * wide, hits = 0;
    struct scene s = {.cells = cells,
                      .sphere = input(k, "scene", 4 * (uint64_t)cells * cells * cells),
                      .slack = cells * 32 * 0x1p-24};
    const uint32_t *hit = output(k, "hit", rays);
    const float *far = output(k, "far", rays);
    for (uint32_t i = 0; i < rays; i++) {
        check_ray(&s, i, wide, hit[i], far[i]);
        hits += hit[i] != NONE;
    }
    assert_in_range(hits, rays / 8, rays);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"raytrace", check_raytrace},
    };
    return PLAIN_MAIN("rays", RAYS, checks);
}
