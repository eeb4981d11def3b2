/* The coalescer: turns the addresses of 32 lanes into requests for lines, and answers into lanes'
 * data. */
#include "sw/sm/internal.h"

#include <string.h>

/* Adds a lane to the request for a line, which all lanes with bytes in that line share. */
static void touch(struct flight *f, uint64_t line, uint32_t lane_bit)
{
    uint32_t i = f->n;
    while (i > 0 && f->line[i - 1] != line)
        i--;
    if (i > 0) {
        f->lanes[i - 1] |= lane_bit;
        return;
    }
    f->line[f->n] = line;
    f->lanes[f->n] = lane_bit;
    f->n++;
}

/*
 * A request changes an element at most once, and a CAS request uses only one element of each pair:
 * the other one carries the value to compare with. So lanes that clash go into further requests for
 * their line. The L1 takes these in order, which is the order of the lanes.
 */
static void touch_atomic(const struct sm *sm, struct flight *f)
{
    const struct simt_access *a = &f->access;
    uint32_t places[SIMT_LANES]; /* of each request: elements, or pairs, in use */
    int shift = __builtin_ctz(a->bytes) + (a->fn == FN_CAS);
    for (uint32_t m = a->lanes; m != 0; m &= m - 1) {
        uint64_t address = a->address[__builtin_ctz(m)], line = address >> sm->line_shift;
        uint32_t place = 1u << ((address & (sm->c.line_bytes - 1)) >> shift), i = 0;
        while (i < f->n && (f->line[i] != line || (places[i] & place) != 0))
            i++;
        if (i == f->n) {
            f->line[i] = line;
            f->lanes[i] = places[i] = 0;
            f->n++;
        }
        f->lanes[i] |= m & -m;
        places[i] |= place;
    }
}

void coalesce(const struct sm *sm, struct flight *f)
{
    const struct simt_access *a = &f->access;
    f->n = 0;
    if (a->kind == SIMT_ATOMIC) {
        touch_atomic(sm, f);
        return;
    }
    for (uint32_t m = a->lanes; m != 0; m &= m - 1) {
        uint64_t first = a->address[__builtin_ctz(m)];
        uint64_t last = (first + a->bytes - 1) >> sm->line_shift;
        for (uint64_t line = first >> sm->line_shift; line <= last; line++)
            touch(f, line, m & -m);
    }
}

/* The bytes of one lane that lie in one line. */
struct part {
    uint32_t in_line, in_lane, bytes;
};

static struct part part_of(const struct sm *sm, const struct simt_access *a, int lane,
                           uint64_t line)
{
    uint64_t base = line << sm->line_shift, address = a->address[lane];
    uint64_t lo = address > base ? address : base;
    uint64_t hi = address + a->bytes;
    if (hi > base + sm->c.line_bytes)
        hi = base + sm->c.line_bytes;
    return (struct part){(uint32_t)(lo - base), (uint32_t)(lo - address), (uint32_t)(hi - lo)};
}

/* Merges a store's lanes in lane order: of lanes that write the same byte, the last one wins. */
void coalesce_fill(const struct sm *sm, const struct flight *f, uint32_t index,
                   struct sm_request *r)
{
    const struct simt_access *a = &f->access;
    bool cas = a->kind == SIMT_ATOMIC && a->fn == FN_CAS;
    memset(r->data, 0, sm->c.line_bytes);
    memset(r->mask, 0, sizeof r->mask);
    for (uint32_t m = f->lanes[index]; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        struct part p = part_of(sm, a, lane, f->line[index]);
        memcpy(r->data + p.in_line, a->data[lane] + p.in_lane, p.bytes);
        for (uint32_t i = p.in_line; i < p.in_line + p.bytes; i++)
            r->mask[i / 8] |= (uint8_t)(1u << (i % 8));
        if (cas) /* into the other element of the pair */
            memcpy(r->data + (p.in_line ^ a->bytes), &a->compare[lane], a->bytes);
    }
}

void coalesce_take(const struct sm *sm, struct flight *f, uint32_t index, const uint8_t *line)
{
    for (uint32_t m = f->lanes[index]; m != 0; m &= m - 1) {
        int lane = __builtin_ctz(m);
        struct part p = part_of(sm, &f->access, lane, f->line[index]);
        memcpy(f->access.data[lane] + p.in_lane, line + p.in_line, p.bytes);
    }
}
