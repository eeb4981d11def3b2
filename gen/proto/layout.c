#include "gen/proto/layout.h"

static _Bool equal(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

uint32_t msg_bits(const struct msg *msg, const struct msg_widths *w)
{
    uint32_t sum = 0;
    for (const struct msg_field *f = msg->fields; f->name != (const char *)0; f++)
        sum += w->bits[f->width];
    return (sum / 32 + 1) * 32;
}

uint32_t msg_lsb(const struct msg *msg, const struct msg_widths *w, const char *field)
{
    uint32_t lsb = 0;
    for (const struct msg_field *f = msg->fields; !equal(f->name, field); f++)
        lsb += w->bits[f->width];
    return lsb;
}

uint64_t msg_get(const uint32_t *words, uint32_t lsb, uint32_t bits)
{
    uint64_t value = 0;
    for (uint32_t done = 0; done < bits;) {
        uint32_t at = lsb + done, in = at % 32, take = 32 - in;
        if (take > bits - done)
            take = bits - done;
        uint64_t mask = ((uint64_t)1 << take) - 1;
        value |= ((words[at / 32] >> in) & mask) << done;
        done += take;
    }
    return value;
}

void msg_put(uint32_t *words, uint32_t lsb, uint32_t bits, uint64_t value)
{
    for (uint32_t done = 0; done < bits;) {
        uint32_t at = lsb + done, in = at % 32, take = 32 - in;
        if (take > bits - done)
            take = bits - done;
        uint32_t mask = (uint32_t)((((uint64_t)1 << take) - 1) << in);
        uint32_t part = (uint32_t)((value >> done) << in) & mask;
        words[at / 32] = (words[at / 32] & ~mask) | part;
        done += take;
    }
}
