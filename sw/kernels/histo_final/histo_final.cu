/*
 * Histo-final of LADM's table IV (the last kernel of Parboil's histo): makes one histogram of bytes
 * that stop at 255 from what the others counted, four bins a step, and clears what it has read.
 * Bins from low to high - 1 were counted in `near` and `over`, all others in `far`, in 16 bits
 * each.
 *
 * Dominant access: near[low / 4 + 512 bx + tx + 512 gridDim.x * m] in elements of 16 bytes, over
 * and far likewise. One dimension, and the part without m has bx: no locality, with a stride of the
 * whole grid (NL-Xstride).
 */
static __device__ unsigned char stopped(unsigned count)
{
    return (unsigned char)min(count, 255u);
}

/* Quads from begin to end - 1 of those that are far. */
static __device__ void take_far(ushort4 *far, uchar4 *histogram, unsigned begin, unsigned end)
{
    unsigned stride = gridDim.x * blockDim.x;
    for (unsigned i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += stride) {
        ushort4 count = far[i];
        far[i] = make_ushort4(0, 0, 0, 0);
        histogram[i] =
            make_uchar4(stopped(count.x), stopped(count.y), stopped(count.z), stopped(count.w));
    }
}

/* low, high and bins are multiples of 4. */
extern "C" __global__ void histo_final(const uint4 *near, uint4 *over, ushort4 *far,
                                       uchar4 *histogram, unsigned low, unsigned high,
                                       unsigned bins)
{
    unsigned stride = gridDim.x * blockDim.x;
    take_far(far, histogram, 0, low / 4);
    for (unsigned i = low / 4 + blockIdx.x * blockDim.x + threadIdx.x; i < high / 4; i += stride) {
        uint4 more = over[i], count = near[i];
        over[i] = make_uint4(0, 0, 0, 0);
        histogram[i] = make_uchar4(stopped(count.x + more.x), stopped(count.y + more.y),
                                   stopped(count.z + more.z), stopped(count.w + more.w));
    }
    take_far(far, histogram, high / 4, bins / 4);
}
