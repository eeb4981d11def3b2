#include "harness/net/steady.h"

#include <math.h>

static const double STEEP = 5;

/* The 97.5 % point of Student's t with v degrees of freedom, 4 at least: three terms of its
 * expansion around the normal's (Abramowitz and Stegun 26.7.5), right to 0.005. */
static double student(double v)
{
    const double z = 1.959963984540054, z3 = z * z * z, z5 = z3 * z * z;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

struct spread {
    double mean, squares; /* sum of squared distances from the mean */
};

static struct spread spread_of(const double *x, size_t n)
{
    struct spread s = {0, 0};
    for (size_t i = 0; i < n; i++)
        s.mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        s.squares += (x[i] - s.mean) * (x[i] - s.mean);
    return s;
}

/* How many standard errors the batches rise above none, as a line through them does. */
static double rise_of(const double *x, size_t n)
{
    const struct spread s = spread_of(x, n);
    const double middle = (double)(n - 1) / 2, count = (double)n;
    double along = 0;
    for (size_t i = 0; i < n; i++)
        along += ((double)i - middle) * (x[i] - s.mean);
    const double squares = count * (count * count - 1) / 12; /* of 0 .. n-1 */
    const double r = s.squares > 0 ? along / sqrt(squares * s.squares) : 0;
    return r < 1 ? r * sqrt((count - 2) / (1 - r * r)) : INFINITY;
}

struct steady steady_of(const double *batches, size_t n)
{
    struct steady best = {0};
    double least = INFINITY;
    for (size_t d = 0; d <= n / 2; d++) {
        const double rest = (double)(n - d);
        const struct spread s = spread_of(batches + d, n - d);
        if (s.squares / (rest * rest) >= least)
            continue;
        least = s.squares / (rest * rest);
        best.warm_up = d;
        best.mean = s.mean;
        best.half = student(rest - 1) * sqrt(s.squares / (rest - 1) / rest);
    }
    best.is = best.warm_up < n / 2 && rise_of(batches + best.warm_up, n - best.warm_up) < STEEP;
    return best;
}
