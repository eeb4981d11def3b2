#include "harness/net/pattern.h"

#include <string.h>

#define ROW(name, word, about) word,
static const char *const names[] = {NET_PATTERNS(ROW)};
#undef ROW

const char *pattern_name(enum pattern p)
{
    return names[p];
}

bool pattern_find(const char *name, enum pattern *p)
{
    for (int i = 0; i < PATTERNS; i++)
        if (strcmp(names[i], name) == 0) {
            *p = (enum pattern)i;
            return true;
        }
    return false;
}

static uint32_t bits_of(uint32_t nodes)
{
    uint32_t bits = 0;
    while (1U << bits < nodes)
        bits++;
    return bits;
}

bool pattern_fits(enum pattern p, uint32_t nodes, struct error *err)
{
    const uint32_t bits = bits_of(nodes);
    const bool power = 1U << bits == nodes;
    if ((p == PATTERN_BITREV || p == PATTERN_SHUFFLE) && !power)
        return error_set(err,
                         "--traffic %s needs a power of two of nodes, and the network has %u; take "
                         "uniform, hotspot or tornado",
                         pattern_name(p), nodes);
    if (p == PATTERN_TRANSPOSE && (!power || bits % 2 != 0))
        return error_set(
            err,
            "--traffic transpose needs a square power of two of nodes, and the network "
            "has %u; take uniform, hotspot or tornado",
            nodes);
    return true;
}

static uint32_t reversed(uint32_t number, uint32_t bits)
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < bits; i++)
        out |= (number >> i & 1) << (bits - 1 - i);
    return out;
}

static uint32_t half_way(uint32_t at, uint32_t length)
{
    return (at + (length + 1) / 2 - 1) % length;
}

static uint32_t tornado(uint32_t from, uint32_t nodes, uint32_t columns)
{
    if (columns == 0 || nodes % columns != 0)
        columns = nodes;
    return half_way(from / columns, nodes / columns) * columns + half_way(from % columns, columns);
}

uint32_t pattern_node(enum pattern p, uint32_t from, uint32_t nodes, uint32_t columns,
                      struct rng *rng)
{
    const uint32_t bits = bits_of(nodes), any = (uint32_t)rng_below(rng, nodes);
    switch (p) {
    case PATTERN_TRANSPOSE:
        return (from >> bits / 2 | from << bits / 2) & (nodes - 1);
    case PATTERN_HOTSPOT:
        return rng_below(rng, 4) == 0 ? 0 : any;
    case PATTERN_TORNADO:
        return tornado(from, nodes, columns);
    case PATTERN_BITREV:
        return reversed(from, bits);
    case PATTERN_SHUFFLE:
        return (from << 1 | from >> (bits - 1)) & (nodes - 1);
    default:
        return any;
    }
}
