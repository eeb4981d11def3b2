#include "harness/litmus/lines.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"

#include <stdlib.h>

/* Most memory that the runs of one machine use: room for many runs, and a small bitmap. */
enum { MOST_BYTES = 32 << 20 };

void lines_init(struct lines *l, const struct system *sys)
{
    *l = (struct lines){0};
    uint64_t bytes = system_for_programs(sys);
    l->total = (bytes < MOST_BYTES ? bytes : MOST_BYTES) / sys->line_bytes;
    l->total -= l->total % system_homes(sys);
    l->used = xcalloc(l->total / 8 + 1, 1);
    uint64_t l1 = sys->l1.bytes / sys->l1.ways / sys->line_bytes;
    uint64_t l2 = sys->l2.bytes / sys->l2.ways / sys->line_bytes * sys->l2.banks;
    l->map = system_addresses(sys);
    l->umc_stride = address_umc_stride(&l->map);
    l->set_stride = l1; /* all are powers of two: the largest is a multiple of the others */
    if (l2 > l->set_stride)
        l->set_stride = l2;
    if (l->umc_stride > l->set_stride)
        l->set_stride = l->umc_stride;
}

void lines_free(struct lines *l)
{
    free(l->used);
}

bool lines_used_up(const struct lines *l)
{
    return l->taken > l->total / 2;
}

static bool take(struct lines *l, uint64_t line)
{
    uint8_t bit = (uint8_t)(1u << line % 8);
    if ((l->used[line / 8] & bit) != 0)
        return false;
    l->used[line / 8] |= bit;
    l->taken++;
    return true;
}

/* The line address of number i of the lines in use, of which each home has as many. */
static uint64_t line_of(const struct lines *l, uint64_t i)
{
    uint64_t of_home = l->total / l->map.homes;
    return i / of_home * l->map.home_lines + i % of_home;
}

void lines_take(struct lines *l, struct rng *rng, uint64_t *line, int n)
{
    uint64_t strides[] = {0, 1, l->umc_stride, l->set_stride}; /* 0: anywhere */
    uint64_t at = 0;
    for (int i = 0; i < n;) {
        uint64_t stride = i > 0 ? strides[rng_below(rng, 4)] : 0;
        uint64_t next = stride == 0 ? rng_below(rng, l->total)
                                    : (at + stride * (1 + rng_below(rng, 3))) % l->total;
        if (!take(l, next))
            continue;
        at = next;
        line[i++] = line_of(l, at);
    }
}
