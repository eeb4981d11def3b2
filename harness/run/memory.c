#include "harness/run/memory.h"

#include <string.h>

/* How many of the n bytes from an address on lie in a row. */
static uint64_t row(const struct pages *p, uint64_t address, uint64_t n)
{
    uint64_t run = pages_run(p, address);
    return run < n ? run : n;
}

void memory_fill(struct machine *m, const struct gpu *gpu, const struct gpu_range *r, uint64_t from,
                 uint64_t n)
{
    const struct pages *p = gpu_pages(gpu);
    for (uint64_t len; n > 0 && r->init != NULL; from += len, n -= len) {
        uint64_t physical;
        len = row(p, r->address + from, n);
        if (pages_find(p, r->address + from, &physical))
            machine_poke(m, physical, r->init + from, len);
    }
}

void memory_read(const struct machine *m, const struct gpu *gpu, const struct gpu_range *r,
                 uint64_t from, uint8_t *bytes, uint64_t n)
{
    const struct pages *p = gpu_pages(gpu);
    for (uint64_t len; n > 0; from += len, bytes += len, n -= len) {
        uint64_t physical;
        len = row(p, r->address + from, n);
        if (pages_find(p, r->address + from, &physical))
            machine_read(m, physical, bytes, len);
        else if (r->init != NULL)
            memcpy(bytes, r->init + from, len);
        else
            memset(bytes, 0, len);
    }
}
