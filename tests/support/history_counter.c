/*
 * Counters. With an odd step s, an element with the value v has had v / s additions, modulo 2 to
 * the number of its bits. Odd numbers have an inverse there, and a test makes far fewer additions
 * than the element has values.
 */
#include "tests/support/history_impl.h"

#include <string.h>

static uint64_t in_width(const struct line_state *l, uint64_t value)
{
    return l->wide ? value : (uint32_t)value;
}

static uint64_t element(const struct line_state *l, const uint8_t *line, uint32_t e)
{
    uint64_t value = 0;
    for (uint32_t i = counter_width(l); i-- > 0;)
        value = value << 8 | line[e * counter_width(l) + i];
    return value;
}

/* Newton's iteration: each round doubles the number of right bits. An odd number is its own inverse
 * in the lowest three. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

uint64_t counter_count(const struct line_state *l, const uint8_t *line, uint32_t e)
{
    return in_width(l, element(l, line, e) * inverse(l->step));
}

static bool adds(const struct line_state *l, const uint8_t *mask, uint32_t e)
{
    return has(mask, e * counter_width(l));
}

void counter_ask(struct history *h, struct op *op)
{
    struct line_state *l = &h->lines[op->line];
    uint32_t width = counter_width(l);
    op->wide = l->wide;
    for (uint32_t e = 0; e < h->line_bytes / width; e++) {
        if (!adds(l, op->mask, e))
            continue;
        for (uint32_t i = 0; i < width; i++)
            op->data[e * width + i] = (uint8_t)(l->step >> (8 * i));
        l->asked[e]++;
        if (h->model == MODEL_ONE_CORE)
            l->added[e]++;
    }
}

const char *counter_written(const struct history *h, struct line_state *l, const uint8_t *data,
                            const uint8_t *mask)
{
    uint32_t width = counter_width(l);
    for (uint32_t b = 0; b < h->line_bytes; b++)
        if (has(mask, b) != adds(l, mask, b / width))
            return "a part of a counter's element is written";
    for (uint32_t e = 0; e < h->line_bytes / width; e++)
        if (adds(l, mask, e) && counter_count(l, data, e) != ++l->added[e])
            return "a counter does not grow by one step";
    return NULL;
}

const char *counter_read(const struct history *h, const struct line_state *l, const struct op *op)
{
    for (uint32_t e = 0; e < h->line_bytes / counter_width(l); e++)
        if (counter_count(l, op->seen, e) + adds(l, op->mask, e) > l->asked[e])
            return "a counter shows what nobody else added";
    return NULL;
}

bool counter_final(const struct history *h, const struct line_state *l, const uint8_t *data,
                   struct sbuf *why)
{
    for (uint32_t e = 0; e < h->line_bytes / counter_width(l); e++) {
        uint64_t count = counter_count(l, data, e);
        if (count == l->added[e] && (h->cut || count == l->asked[e]))
            continue;
        sbuf_printf(why, "counter 0x%llx ends with element %u added to %llu times, not %u",
                    (unsigned long long)l->address, e, (unsigned long long)count, l->asked[e]);
        return false;
    }
    return true;
}
