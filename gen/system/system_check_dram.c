/* The conditions of the DRAM channels: what the model (sw/dram) needs, which has no check of its
 * own.
 */
#include "gen/system/system_impl.h"

/* The most banks of a channel: a set of them is a word of 64 bits. */
enum { MOST_BANKS = 64 };

bool check_dram_rows(const struct check *c)
{
    const struct sys_dram *d = &c->s->dram;
    const uint32_t banks = d->bank_groups * d->banks;
    const uint64_t row = (uint64_t)banks * d->page_bytes;
    if (banks > MOST_BANKS)
        return check_fail(c, PATHS("dram.banks", "dram.bank_groups"),
                          "dram.banks is %u; times dram.bank_groups, %u, it must not exceed %d",
                          d->banks, d->bank_groups, MOST_BANKS);
    if (c->s->umc.bytes < row)
        return check_fail(c,
                          PATHS("umc.bytes", "dram.bank_groups", "dram.banks", "dram.page_bytes"),
                          "umc.bytes is %llu; one page in each dram bank needs at least %llu",
                          (unsigned long long)c->s->umc.bytes, (unsigned long long)row);
    return c->s->umc.bytes / row <= UINT32_MAX ||
           check_fail(c, PATHS("umc.bytes", "dram.page_bytes", "dram.bank_groups", "dram.banks"),
                      "umc.bytes is %llu; a dram bank has at most 4294967295 pages, so "
                      "dram.page_bytes times all banks must be more than %llu",
                      (unsigned long long)c->s->umc.bytes, (unsigned long long)row);
}

/* The most cycles from the last commands before a refresh is due to the first column command after
 * it. */
static uint64_t refresh_time(const struct sys_dram *d)
{
    return (uint64_t)d->tRAS + d->tCWL + d->burst / 2 + d->tWR + d->tRTP + d->tRP + d->tRFC +
           d->tRCD;
}

bool check_dram(const struct check *c)
{
    const struct sys_dram *d = &c->s->dram;
    const uint64_t least = refresh_time(d);
    if (d->tREFI < least)
        return check_fail(c,
                          PATHS("dram.tREFI", "dram.tRFC", "dram.tRAS", "dram.tCWL", "dram.tWR",
                                "dram.tRTP", "dram.tRP", "dram.tRCD", "dram.burst"),
                          "dram.tREFI is %u; refreshing takes tRAS + tCWL + burst / 2 + tWR + tRTP "
                          "+ tRP + tRFC + tRCD, %llu, and must leave time to work",
                          d->tREFI, (unsigned long long)least);
    if (least >= c->s->watchdog)
        return check_fail(c, PATHS("watchdog", "dram.tRFC"),
                          "watchdog is %u; it must be more than a refresh of dram takes, %llu",
                          c->s->watchdog, (unsigned long long)least);
    if (d->bus_bits * d->burst / 8 > c->s->line_bytes)
        return check_fail(
            c, PATHS("dram.bus_bits", "dram.burst", "line_bytes"),
            "dram.bus_bits is %u; a burst of %u moves %u bytes, more than line_bytes, %u",
            d->bus_bits, d->burst, d->bus_bits * d->burst / 8, c->s->line_bytes);
    return true;
}
