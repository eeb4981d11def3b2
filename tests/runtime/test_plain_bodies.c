/* Kernels on bodies that act on each other or on places in space, at every size, against double. */
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
    for (uint64_t i = 0; i < width * height; i++) {
        double x = (double)(i % width) * spacing, y = (double)(i / width) * spacing;
        near("potential", i, got[i], potential_at(atom, n, x, y, fmax(ranges[0], ranges[1])));
    }
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"coulomb", check_coulomb},
    };
    return PLAIN_MAIN("bodies", BODIES, checks);
}
