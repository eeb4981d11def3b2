/* The address map of a system. Of cubes it is cubes.order: which bits of an SM's line address
 * number the cube (LC) and its controller (VL), and which the bank, column and row of its DRAM. */
#include "gen/system/derived.h"

static uint32_t bits_of(uint64_t values)
{
    return (uint32_t)__builtin_ctzll(values);
}

/* The bits of all fields below `place`. A line, which is CLL and BY, is below all of them, and CT
 * above, as a page lies in one cluster. */
static uint32_t bits_below(const struct system *s, uint32_t place)
{
    const struct sys_cube_order *order = &s->memory.cubes.order;
    const struct sys_dram *d = &s->dram;
    const uint64_t banks = (uint64_t)d->bank_groups * d->banks, page = d->page_bytes;
    const struct {
        uint32_t place, bits;
    } fields[] = {{order->LC, bits_of(s->memory.cubes.each)},
                  {order->VL, bits_of(s->umc.count / s->memory.cubes.each)},
                  {order->BK, bits_of(banks)},
                  {order->CLH, bits_of(page / s->line_bytes)},
                  {order->RW, bits_of(s->umc.bytes / page / banks)}};
    uint32_t bits = 0;
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        bits += fields[f].place < place ? fields[f].bits : 0;
    return bits;
}

struct address_map system_addresses(const struct system *s)
{
    const struct sys_cubes *cubes = &s->memory.cubes;
    struct address_map map = {.banks = s->l2.banks,
                              .l15 = s->l15.banks,
                              .umcs = s->umc.count,
                              .homes = system_homes(s),
                              .home_lines = s->umc.count * s->umc.bytes / s->line_bytes,
                              .hashed = s->memory.interleave == SYS_HASH};
    if (cubes->clusters == 0)
        return map;
    map.slices = cubes->each;
    map.plane_from = bits_below(s, cubes->order.LC);
    map.umc_from = bits_below(s, cubes->order.VL);
    map.moved = map.plane_from != 0 || map.umc_from != bits_of(cubes->each);
    return map;
}
