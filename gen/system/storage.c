#include "gen/system/storage.h"

#include "gen/system/derived.h"

static unsigned long long bytes(uint64_t bits)
{
    return (bits + 7) / 8;
}

/* A copy has its wts, and its rts with the epoch that both are of. */
static void of_cache(const char *what, uint64_t lines, uint32_t time_bits, uint32_t ts_bits,
                     struct sbuf *to)
{
    sbuf_printf(to, "%llu B in each %s (%llu lines)", bytes(lines * (ts_bits + time_bits)), what,
                (unsigned long long)lines);
}

static uint32_t entry_bits(const struct system *s, uint32_t epoch_bits)
{
    const uint32_t memts = s->mgcc.ts_bits, wts = s->tsu.keep_wts ? s->mgcc.ts_bits : 0;
    return memts + wts + epoch_bits;
}

void system_storage(const struct system *s, struct sbuf *to)
{
    if (!system_has_leases(s))
        return;
    const struct rules *r = system_protocol(s)->rules;
    const uint32_t ts_bits = s->mgcc.ts_bits,
                   epoch_bits = r->epochs && s->mgcc.rules.m6 ? s->mgcc.epoch_bits : 0,
                   time_bits = ts_bits + epoch_bits;
    const uint64_t entries = (uint64_t)s->tsu.sets * s->tsu.ways,
                   l1s = (uint64_t)s->gpus * s->sm.count, banks = (uint64_t)s->gpus * s->l2.banks;
    const bool banks_too = r->l2_clock || !s->mgcc.rules.m4;
    sbuf_puts(to, "Timestamps take ");
    of_cache("L1", s->l1.bytes / s->line_bytes, time_bits, ts_bits, to);
    sbuf_puts(to, ", ");
    of_cache("L2 bank", s->l2.bytes / s->line_bytes, time_bits, ts_bits, to);
    sbuf_printf(to, ", %llu B in each TSU (%llu entries); clocks %llu B in all",
                bytes(entries * entry_bits(s, epoch_bits)), (unsigned long long)entries,
                bytes((l1s + (banks_too ? banks : 0)) * time_bits));
}
