#include "harness/run/memory.h"

#include "gen/system/derived.h"

#include <stdio.h>
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

static void name_node(const struct system *sys, uint32_t node, uint32_t host, char *name, size_t n)
{
    if (node == host)
        snprintf(name, n, "host");
    else
        snprintf(name, n, "%s%u", node < sys->gpus ? "gpu" : "home", node);
}

void memory_stats(const struct system *sys, const struct gpu *gpu, struct stats *to)
{
    const struct pages *p = gpu_pages(gpu);
    const uint32_t homes = system_page_homes(sys), host = pages_host(p);
    for (uint32_t node = 0; pages_in_table(p) && node < homes + (host != UINT32_MAX); node++) {
        char name[32];
        name_node(sys, node, host, name, sizeof name);
        stats_add(to, name, "memory", "bytes", "bytes", "of pages that it has had at a time",
                  pages_most(p, node));
    }
}
