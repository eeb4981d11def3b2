/* Which unit owns which line, by arithmetic of its own: nothing here is from gen/proto/address.h,
 * so a mistake in that map is noticed. */
#include "formal/wiring/impl.h"
#include "gen/system/derived.h"

/* Packages with memory of their own, and clusters of cubes, have the lines one after the other, and
 * a host has the last: | package | line | . */
struct lines lines_of(const struct system *s)
{
    uint64_t lines = s->umc.count * s->umc.bytes / s->line_bytes; /* of one memory */
    uint32_t host = s->memory.host ? 1 : 0;
    uint32_t clusters = s->memory.cubes.clusters > 0 ? s->memory.cubes.clusters : 1;
    struct lines l = {.homes = (s->memory.at == SYS_PACKAGES ? s->gpus : clusters) + host,
                      .home_lsb = bits_for(lines),
                      .low = s->l2.banks > s->umc.count ? s->l2.banks : s->umc.count};
    if (l.homes > 1 && s->fabric.lanes > l.low)
        l.low = s->fabric.lanes;
    if (s->l15.banks > l.low)
        l.low = s->l15.banks;
    l.home_bits = bits_for(l.homes);
    l.low_bits = bits_for(l.low);
    l.bits = l.home_lsb + l.home_bits;
    return l;
}

/* What decides about bank and controller, and no other bit, is hashed. */
uint32_t hash_bits(const struct system *s)
{
    uint32_t most = s->l2.banks > s->umc.count ? s->l2.banks : s->umc.count;
    return s->memory.interleave == SYS_HASH ? bits_for(most) : 0;
}

/* By counting fields from the lowest place on. CT takes no bits below the home. */
struct line_fields fields_of(const struct system *s)
{
    const struct sys_cube_order *o = &s->memory.cubes.order;
    if (s->memory.cubes.clusters == 0)
        return (struct line_fields){0};
    const uint32_t cube = bits_for(s->memory.cubes.each), all = bits_for(s->umc.count),
                   bank = bits_for(s->dram.bank_groups * s->dram.banks),
                   column = bits_for(s->dram.page_bytes / s->line_bytes),
                   row = lines_of(s).home_lsb - all - bank - column;
    struct line_fields found = {.plane_w = cube, .umc_w = all - cube};
    for (uint32_t place = 0, at = 0; place <= 7; place++) {
        if (o->LC == place)
            found.plane_from = at;
        if (o->VL == place)
            found.umc_from = at;
        at += o->LC == place    ? cube
              : o->VL == place  ? all - cube
              : o->BK == place  ? bank
              : o->CLH == place ? column
              : o->RW == place  ? row
                                : 0;
    }
    found.moved = found.plane_from > 0 || found.umc_from != cube;
    return found;
}

uint64_t line_of(const struct lines *l, uint32_t home, uint32_t low)
{
    return (uint64_t)home << l->home_lsb | low;
}

uint32_t home_of(const struct lines *l, uint64_t line)
{
    return (uint32_t)(line >> l->home_lsb);
}

bool is_of_host(const struct system *s, const struct lines *l, uint64_t line)
{
    return s->memory.host && home_of(l, line) == l->homes - 1;
}

uint32_t dram_of(const struct system *s, const struct lines *l, uint64_t line)
{
    return home_of(l, line) * s->umc.count + (uint32_t)(line % s->umc.count);
}

bool passes_l15(const struct system *s, const struct lines *l, uint32_t gpu, uint64_t line)
{
    return s->l15.banks > 0 && (s->l15.allocate == SYS_ALL || home_of(l, line) != gpu);
}

/* They are numbered after all L2 banks. */
uint32_t l15_of(const struct system *s, const struct lines *l, uint32_t gpu, uint64_t line)
{
    return l->homes * s->l2.banks + gpu * s->l15.banks + (uint32_t)(line % s->l15.banks);
}

/* Packages of a GPU are numbered one after the other, and GPU homes have the place of the home. */
bool is_gpu_home(const struct system *s, const struct lines *l, uint32_t package, uint64_t line)
{
    const uint32_t packages = s->l2.directory.gpu_packages;
    return system_has_gpu_homes(s) && package % packages == home_of(l, line) % packages;
}

uint32_t asked_for(const struct system *s, const struct lines *l, uint32_t package, uint64_t line)
{
    const uint32_t packages = s->l2.directory.gpu_packages, home = home_of(l, line);
    if (!system_has_gpu_homes(s) || is_gpu_home(s, l, package, line))
        return home;
    return package - package % packages + home % packages;
}

/* Banks on the side of the SMs are asked by their package alone, the CPU's by the CPU; those on the
 * side of the memory by all packages. */
uint32_t l2_of(const struct system *s, const struct lines *l, uint32_t gpu, uint64_t line)
{
    uint32_t at = s->l2.role == SYS_MEMORY_SIDE ? home_of(l, line) : gpu;
    return at * s->l2.banks + (uint32_t)(line % s->l2.banks);
}
