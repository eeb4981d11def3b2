/*
 * The host's side of FT: NAS's checksum of a time step, the sum of the points (j, 3 j, 5 j), j = 1
 * to `samples` (1024 in NAS), over the number of all points. It is what the kernel `checksum` of
 * fft3d.cu computes, added up in order.
 */
#include <stdint.h>

struct complex_number {
    double re, im;
};

void checksum(const struct complex_number *field, struct complex_number *sum, uint32_t nx,
              uint32_t ny, uint32_t nz, uint32_t samples)
{
    double re = 0.0, im = 0.0;
    for (uint32_t j = 1; j <= samples; j++) {
        const struct complex_number *v = &field[(5 * j % nz * ny + 3 * j % ny) * nx + j % nx];
        re += v->re;
        im += v->im;
    }
    double points = (double)nx * ny * nz;
    sum->re = re / points;
    sum->im = im / points;
}
