/*
 * The host's side of CG: what NAS CG computes between the kernels, from the CTAs' partial sums.
 * `alpha` and `beta` do what the kernels of these names do in cg.cu, but add up in order.
 */
#include <math.h>
#include <stdint.h>

struct scalars { /* as in cg.cu */
    double rho, alpha, beta;
};

static double total(const double *partial, uint32_t ctas)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < ctas; i++)
        sum += partial[i];
    return sum;
}

/* From the partial sums of p q. */
void alpha(const double *partial, struct scalars *s, uint32_t ctas)
{
    s->alpha = s->rho / total(partial, ctas);
}

/* From the partial sums of r r. */
void beta(const double *partial, struct scalars *s, uint32_t ctas)
{
    double rho = total(partial, ctas);
    s->beta = s->rho == 0.0 ? 0.0 : rho / s->rho;
    s->rho = rho;
}

/* ||r||, from the partial sums of r r. */
void norm(const double *partial, double *of_residual, uint32_t ctas)
{
    *of_residual = sqrt(total(partial, ctas));
}

/* NAS's zeta = shift + 1 / (x z), and the factor 1 / ||z|| by which z becomes the next x; from the
 * partial sums of x z and of z z. */
void zeta(const double *of_xz, const double *of_zz, double *result, double *factor, double shift,
          uint32_t ctas)
{
    *result = shift + 1.0 / total(of_xz, ctas);
    *factor = 1.0 / sqrt(total(of_zz, ctas));
}
