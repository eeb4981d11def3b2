/*
 * A spin lock: one thread of each CTA takes it, adds to a plain counter, and releases it, `times`
 * times. The fences order the accesses under the lock after its taking and before its release; if
 * they fail to do so, additions get lost.
 */
extern "C" __global__ void mutex(unsigned *lock, unsigned *counter, unsigned times)
{
    if (threadIdx.x != 0)
        return;
    for (unsigned i = 0; i < times; i++) {
        while (atomicCAS(lock, 0u, 1u) != 0)
            ;
        __threadfence();
        *counter += blockIdx.x + 1;
        __threadfence();
        atomicExch(lock, 0u);
    }
}
