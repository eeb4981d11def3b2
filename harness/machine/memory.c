/* Access to the memory for set-up and comparison, and the lines as SMs know them. */
#include "harness/machine/machine.h"

#include <string.h>

uint64_t machine_virtual(const struct machine *m, uint64_t line)
{
    uint64_t address;
    if (m->pages == NULL || !pages_back(m->pages, line * m->sys->line_bytes, &address))
        return line;
    return address / m->sys->line_bytes;
}

/* Calls `part` for every line that [address, address + n) touches. */
static void by_line(const struct machine *m, uint64_t address, uint64_t n,
                    void (*part)(struct dram *d, uint64_t local, uint32_t at, uint32_t len,
                                 uint8_t *bytes),
                    uint8_t *bytes)
{
    const struct address_map *map = &m->netlist->map;
    uint32_t line_bytes = m->sys->line_bytes;
    while (n > 0) {
        uint64_t line = address / line_bytes;
        uint32_t at = (uint32_t)(address % line_bytes), len = line_bytes - at;
        if (len > n)
            len = (uint32_t)n;
        part(m->drams[address_umc(map, line)], address_local(map, line), at, len, bytes);
        address += len;
        bytes += len;
        n -= len;
    }
}

static void poke_part(struct dram *d, uint64_t local, uint32_t at, uint32_t len, uint8_t *bytes)
{
    uint8_t line[SM_MAX_LINE];
    dram_peek(d, local, line);
    memcpy(line + at, bytes, len);
    dram_poke(d, local, line);
}

static void read_part(struct dram *d, uint64_t local, uint32_t at, uint32_t len, uint8_t *bytes)
{
    uint8_t line[SM_MAX_LINE];
    dram_peek(d, local, line);
    memcpy(bytes, line + at, len);
}

void machine_poke(struct machine *m, uint64_t address, const uint8_t *bytes, uint64_t n)
{
    uint8_t chunk[4096];
    for (uint64_t done = 0; done < n;) {
        uint64_t len = n - done < sizeof chunk ? n - done : sizeof chunk;
        memcpy(chunk, bytes + done, len);
        by_line(m, address + done, len, poke_part, chunk);
        done += len;
    }
}

void machine_read(const struct machine *m, uint64_t address, uint8_t *bytes, uint64_t n)
{
    by_line(m, address, n, read_part, bytes);
}
