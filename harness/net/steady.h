/*
 * When a run has become steady, and how sure its mean is. Batches of equal length are told one by
 * one; the first of them, in which the network fills, are left out: as many as make the standard
 * error of what remains the least (MSER, White 1997). They are the warm-up. If that is half of all
 * or more, or if what remains still rises, the run is not steady yet.
 */
#ifndef UMBEL_HARNESS_NET_STEADY_H
#define UMBEL_HARNESS_NET_STEADY_H

#include <stdbool.h>
#include <stddef.h>

struct steady {
    size_t warm_up;    /* batches to leave out */
    double mean, half; /* of the rest; half of its 95 % confidence interval */
    bool is;
};

/* Of n batches, at least 10. */
struct steady steady_of(const double *batches, size_t n);

#endif
