/* Temperatures against what can be solved by hand. */
#include "tests/thermal/plate.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* ---- slabs ---- */

/* 50 W over the whole of 10 mm x 20 mm: three layers in series, 2e-4 m2 each. */
static void slabs_in_series(void **state)
{
    struct plate p =
        plate_of(state, "about: slab\nambient: 20\ncells: 7\n"
                        "interposer: {width: 10, height: 20}\n"
                        "top: {resistance: 0.3}\n"
                        "layers:\n"
                        "  - {name: a, um: 500, conductivity: 100}\n"
                        "  - {name: b, um: 200, conductivity: 50, blocks: true}\n"
                        "  - {name: c, um: 40, conductivity: 2}\n"
                        "blocks:\n"
                        "  - {name: all, x: 0, y: 0, width: 10, height: 20, watts: 50}\n");
    const double area = 10e-3 * 20e-3;
    const double air = 0.3, c = 40e-6 / (2 * area), b = 200e-6 / (50 * area);
    for (size_t y = 0; y < p.s->y.n; y++)
        for (size_t x = 0; x < p.s->x.n; x++) {
            assert_near(plate_rise(&p, x, y, 2), 50 * (air + c / 2), 1e-9);
            assert_near(plate_rise(&p, x, y, 1), 50 * (air + c + b / 2), 1e-9);
            /* No heat passes below. */
            assert_near(plate_rise(&p, x, y, 0), 50 * (air + c + b / 2), 1e-9);
        }
    assert_near(p.h.top, 50, 1e-9);
    assert_true(fabs(p.h.bottom) < 1e-12);
    plate_free(&p);
}

/* A block has its own material, in its layer alone: 10 W through half of 200 um of 8 W/(m K), and
 * the whole of 100 um of 40 W/(m K), over 1e-4 m2. */
static void own_material(void **state)
{
    struct plate p =
        plate_of(state, "about: own\nambient: 0\ncells: 2\ninterposer: {width: 10, height: 10}\n"
                        "top: {resistance: 1}\n"
                        "layers:\n"
                        "  - {name: die, um: 200, conductivity: 130, between: 3, blocks: true}\n"
                        "  - {name: lid, um: 100, conductivity: 40, between: 3}\n"
                        "blocks: [{name: all, x: 0, y: 0, width: 10, height: 10, watts: 10, "
                        "conductivity: 8}]\n");
    const double lid = 100e-6 / (40 * 1e-4), die = 200e-6 / (8 * 1e-4);
    assert_near(plate_rise(&p, 1, 0, 0), 10 * (1 + lid + die / 2), 1e-9);
    plate_free(&p);
}

/* Heat divides between the two ways out as their conductances do. */
static void two_faces(void **state)
{
    struct plate p =
        plate_of(state, "about: two faces\nambient: 20\ncells: 3\n"
                        "interposer: {width: 10, height: 10}\n"
                        "top: {resistance: 1}\nbottom: {resistance: 4}\n"
                        "layers:\n"
                        "  - {name: a, um: 1000, conductivity: 10}\n"
                        "  - {name: b, um: 100, conductivity: 20, blocks: true}\n"
                        "blocks:\n"
                        "  - {name: all, x: 0, y: 0, width: 10, height: 10, watts: 10}\n");
    const double half = 100e-6 / 20 / 1e-4 / 2;
    const double up = half + 1, down = half + 1000e-6 / 10 / 1e-4 + 4;
    assert_near(p.h.top, 10 * down / (up + down), 1e-9);
    assert_near(p.h.bottom, 10 * up / (up + down), 1e-9);
    assert_near(plate_rise(&p, 1, 1, 1), 10 * up * down / (up + down), 1e-9);
    plate_free(&p);
}

/* In a layer of uniform heat the profile is a parabola. Between two closed faces and one open at
 * the top, with q in W/m3: q (L2 - z2) / 2k above the top, z from the bottom. The last half of a
 * cell carries the heat that arises in it from its middle on, which is q cell2 / 8k too warm. */
static void heat_through_a_thickness(void **state)
{
    struct plate p =
        plate_of(state, "about: thick\nambient: 0\ncells: 1\n"
                        "interposer: {width: 10, height: 10}\n"
                        "top: {resistance: 0.5}\n"
                        "layers:\n"
                        "  - {name: a, um: 20000, conductivity: 5, slices: 32, blocks: true}\n"
                        "blocks:\n"
                        "  - {name: all, x: 0, y: 0, width: 10, height: 10, watts: 4}\n");
    const double length = 0.02, q = 4 / (1e-4 * length), k = 5, cell = length / 32;
    for (size_t z = 0; z < 32; z++) {
        const double at = ((double)z + 0.5) * cell;
        const double exact = 4 * 0.5 + q * (length * length - at * at) / (2 * k);
        const double error = plate_rise(&p, 0, 0, z) - exact;
        assert_true(error > 0 && error < q * cell * cell / (8 * k) * (1 + 1e-6));
    }
    plate_free(&p);
}

/* ---- a fin ---- */

/*
 * A strip of 40 mm, heated over its first 10: k t T'' = h T - q there, with closed ends. With
 * m2 = h / (k t) the rise is q/h (1 - sinh(m (L - a)) cosh(m x) / sinh(m L)) up to a, and
 * q/h sinh(m a) cosh(m (L - x)) / sinh(m L) behind. h is the face's and half of the thickness.
 */
static double fin(double x)
{
    const double length = 0.04, a = 0.01, width = 0.002, t = 0.5e-3, k = 150, r = 50, watts = 3;
    const double h = 1 / (r * length * width + t / (2 * k)), m = sqrt(h / (k * t));
    const double q = watts / (a * width);
    if (x <= a)
        return q / h * (1 - sinh(m * (length - a)) * cosh(m * x) / sinh(m * length));
    return q / h * sinh(m * a) * cosh(m * (length - x)) / sinh(m * length);
}

/* The largest error of a cell, as a share of the largest rise. */
static double fin_error(void **state, unsigned cells)
{
    char text[1024];
    snprintf(text, sizeof text,
             "about: fin\nambient: 30\ncells: %u\ninterposer: {width: 40, height: 2}\n"
             "top: {resistance: 50}\n"
             "layers: [{name: strip, um: 500, conductivity: 150, blocks: true}]\n"
             "blocks: [{name: hot, x: 0, y: 0, width: 10, height: 2, watts: 3}]\n",
             cells);
    struct plate p = plate_of(state, text);
    double worst = 0;
    for (size_t x = 0; x < p.s->x.n; x++)
        worst = fmax(worst, fabs(plate_rise(&p, x, 0, 0) - fin(plate_middle(&p.s->x, x) * 1e-3)));
    plate_free(&p);
    return worst / fin(0);
}

/* The error falls with the square of the cells' size. */
static void along_a_fin(void **state)
{
    const double coarse = fin_error(state, 16), fine = fin_error(state, 64);
    print_message("a fin: %.2g of the maximum with 16 cells, %.2g with 64\n", coarse, fine);
    assert_true(fine < 5e-4);
    assert_true(coarse / fine > 12);
}

/* ---- a point ---- */

/* K0(x), the integral of exp(-x cosh t) over t from 0 on. */
static double bessel_k0(double x)
{
    const int n = 4000;
    const double end = acosh(60 / x), step = end / n;
    double sum = (exp(-x) + exp(-x * cosh(end))) / 2;
    for (int i = 1; i < n; i++)
        sum += exp(-x * cosh(i * step));
    return sum * step;
}

/* Cells of one line along x through the middle, from 3 to 12 mm beside a source of 0.4 mm: the
 * worst share of error against P K0(r/l) / (2 pi k t) with l2 = k t / h. The sheet ends 10 l away.
 */
static double point_error(void **state, unsigned cells)
{
    const double k = 100, t = 0.4e-3, side = 0.08, r = 0.0625, watts = 2;
    const double h = 1 / (r * side * side + t / (2 * k)), l = sqrt(k * t / h);
    char text[1024];
    snprintf(text, sizeof text,
             "about: sheet\nambient: 0\ncells: %u\ninterposer: {width: 80, height: 80}\n"
             "top: {resistance: 0.0625}\n"
             "layers: [{name: sheet, um: 400, conductivity: 100, blocks: true}]\n"
             "blocks: [{name: point, x: 39.8, y: 39.8, width: 0.4, height: 0.4, watts: 2}]\n",
             cells);
    struct plate p = plate_of(state, text);
    const size_t y = p.s->y.n / 2; /* the source's: lines lie alike on both sides */
    double worst = 0;
    assert_int_equal(p.s->block[y * p.s->x.n + p.s->x.n / 2], 0);
    for (size_t x = 0; x < p.s->x.n; x++) {
        const double from = fabs(plate_middle(&p.s->x, x) - 40) * 1e-3;
        const double want = watts * bessel_k0(from / l) / (2 * pi * k * t);
        if (from > 3e-3 && from < 12e-3)
            worst = fmax(worst, fabs(plate_rise(&p, x, y, 0) - want) / want);
    }
    plate_free(&p);
    return worst;
}

static void a_point_on_a_sheet(void **state)
{
    /* A table's value, so that the integral is not trusted alone: Abramowitz and Stegun, 9.8. */
    assert_near(bessel_k0(1), 0.42102443824, 1e-9);
    const double coarse = point_error(state, 40), fine = point_error(state, 120);
    print_message("a point: %.2g with 40 cells, %.2g with 120\n", coarse, fine);
    assert_true(fine < 0.01);
    assert_true(coarse > 2 * fine);
}

/* ---- what holds on every floorplan ---- */

/* Blocks of several materials, layers of several sizes, air beside the dies, both faces open. */
static const char uneven[] =
    "about: uneven\nambient: 10\ncells: %u\n"
    "interposer: {width: 30, height: 20}\n"
    "top: {resistance: 0.2}\nbottom: {resistance: 7}\n"
    "layers:\n"
    "  - {name: board, um: 1000, conductivity: 0.3, width: 44, height: 31}\n"
    "  - {name: interposer, um: 100, conductivity: 130}\n"
    "  - {name: dies, um: 150, conductivity: 120, between: 0.026, slices: 2, blocks: true}\n"
    "  - {name: glue, um: 30, conductivity: 3, between: 0}\n"
    "  - {name: sink, um: 5000, conductivity: 400, width: 37, height: 33, slices: 3}\n"
    "blocks:\n"
    "  - {name: a, x: 1.3, y: 2, width: 7.77, height: 5.1, watts: 31}\n"
    "  - {name: b, x: 13, y: 9.25, width: 3, height: 8, watts: 4.5, static_watts: 1.5}\n"
    "  - {name: c, x: 20, y: 1, width: 9, height: 9, watts: 0, conductivity: 1}\n";

static void heat_is_kept(void **state)
{
    char text[2048];
    for (unsigned cells = 1; cells < 40; cells += 19) {
        snprintf(text, sizeof text, uneven, cells);
        struct plate p = plate_of(state, text);
        double top = 0;
        const size_t z = p.s->z.n - 1;
        for (size_t y = 0; y < p.s->y.n; y++)
            for (size_t x = 0; x < p.s->x.n; x++)
                top += stack_to_top(p.s, x, y, z) * plate_rise(&p, x, y, z);
        assert_near(p.h.in, 37, 1e-12);
        assert_near(top + p.h.bottom, 37, 1e-9);
        assert_near(top, p.h.top, 1e-9);
        assert_true(p.h.bottom > 0);
        /* The lower half of a stack that is cooled above and below has the areas of the file. */
        assert_near(p.s->top_area, 37e-3 * 33e-3, 1e-12);
        assert_near(p.s->bottom_area, 44e-3 * 31e-3, 1e-12);
        plate_free(&p);
    }
}

/* Twice the watts are twice the rise. */
static double hottest(void **state, const char *watts)
{
    char text[1024];
    snprintf(text, sizeof text,
             "about: line\nambient: 25\ncells: 12\ninterposer: {width: 12, height: 8}\n"
             "top: {resistance: 0.4}\n"
             "layers: [{name: die, um: 300, conductivity: 90, blocks: true}]\n"
             "blocks: [{name: one, x: 1, y: 1, width: 3, height: 2, %s}]\n",
             watts);
    struct plate p = plate_of(state, text);
    double most = 0;
    for (size_t i = 0; i < p.s->x.n * p.s->y.n; i++)
        most = fmax(most, p.h.rise[i]);
    plate_free(&p);
    return most;
}

static void twice_the_heat(void **state)
{
    assert_near(hottest(state, "watts: 14"), 2 * hottest(state, "watts: 7"), 1e-9);
    assert_near(hottest(state, "watts: 4, static_watts: 3"), hottest(state, "watts: 7"), 1e-12);
}

/* The thesis' package is the same seen in a mirror, from the left and from above. */
static void mirrored(void **state)
{
    (void)state;
    struct error err = {0};
    struct power power;
    struct plate p = {.f = floorplan_load("thesis-3-4", &err)};
    assert_non_null(p.f);
    assert_true(power_given(p.f, &power, &err));
    p.s = stack_new(p.f, &err);
    assert_true(heat_solve(p.s, p.f, power.watts, &p.h, &err));
    power_free(&power);
    const size_t nx = p.s->x.n, ny = p.s->y.n;
    assert_int_equal(nx, ny);
    for (size_t z = 0; z < p.s->z.n; z++)
        for (size_t y = 0; y < ny; y++)
            for (size_t x = 0; x < nx; x++) {
                if (p.s->cells[stack_at(p.s, x, y, z)].unknown == STACK_NOTHING)
                    continue;
                const double t = plate_rise(&p, x, y, z);
                assert_near(plate_rise(&p, nx - 1 - x, y, z), t, 1e-6);
                assert_near(plate_rise(&p, x, ny - 1 - y, z), t, 1e-6);
                assert_near(plate_rise(&p, y, x, z), t, 1e-6);
            }
    plate_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(slabs_in_series), test_in_folder(two_faces),
        test_in_folder(own_material),    test_in_folder(heat_through_a_thickness),
        test_in_folder(along_a_fin),     test_in_folder(a_point_on_a_sheet),
        test_in_folder(heat_is_kept),    test_in_folder(twice_the_heat),
        cmocka_unit_test(mirrored),
    };
    return cmocka_run_group_tests_name("temperatures", tests, NULL, NULL);
}
