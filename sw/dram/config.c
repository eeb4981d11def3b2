/* The configuration: its defaults, its checks, and where a line lies. */
#include "sw/dram/channel.h"

struct dram_config dram_hbm2(void)
{
    return (struct dram_config){
        .timing = {.tCL = 14,
                   .tCWL = 4,
                   .tRCD = 14,
                   .tRP = 14,
                   .tRAS = 34,
                   .tCCD_S = 1,
                   .tCCD_L = 2,
                   .tRRD_S = 4,
                   .tRRD_L = 6,
                   .tFAW = 30,
                   .tWR = 16,
                   .tWTR_S = 6,
                   .tWTR_L = 8,
                   /* Public models of HBM2 give 4 to another group and 6 within one; we have a
                    * single value between. It rarely matters: tRCD + tRTP is well below tRAS. */
                   .tRTP = 5,
                   .tRFC = 260,
                   .tREFI = 3900},
        .bank_groups = 4,
        .banks = 4,
        .bus_bits = 128,
        .burst = 4,
        .page_bytes = 2048,
        .read_queue = 64,
        .write_queue = 64,
        .line_bytes = 64,
        .bytes = (uint64_t)2 << 30,
    };
}

struct field {
    const char *name;
    uint64_t value, least, most;
    bool power; /* must be a power of two */
};

static bool check_field(const struct field *f, struct error *err)
{
    if (f->value < f->least || f->value > f->most)
        return error_set(err, "dram: %s is %llu: it must be %llu to %llu", f->name,
                         (unsigned long long)f->value, (unsigned long long)f->least,
                         (unsigned long long)f->most);
    if (f->power && (f->value & (f->value - 1)) != 0)
        return error_set(err, "dram: %s is %llu: it must be a power of two", f->name,
                         (unsigned long long)f->value);
    return true;
}

static bool check_timing_ranges(const struct dram_timing *t, struct error *err)
{
    const struct field fields[] = {
        {"tCL", t->tCL, 1, 10000, false},       {"tCWL", t->tCWL, 1, 10000, false},
        {"tRCD", t->tRCD, 1, 10000, false},     {"tRP", t->tRP, 1, 10000, false},
        {"tRAS", t->tRAS, 1, 10000, false},     {"tCCD_S", t->tCCD_S, 1, 10000, false},
        {"tCCD_L", t->tCCD_L, 1, 10000, false}, {"tRRD_S", t->tRRD_S, 1, 10000, false},
        {"tRRD_L", t->tRRD_L, 1, 10000, false}, {"tFAW", t->tFAW, 1, 10000, false},
        {"tWR", t->tWR, 1, 10000, false},       {"tWTR_S", t->tWTR_S, 1, 10000, false},
        {"tWTR_L", t->tWTR_L, 1, 10000, false}, {"tRTP", t->tRTP, 1, 10000, false},
        {"tRFC", t->tRFC, 1, 1000000, false},   {"tREFI", t->tREFI, 1, 1000000, false},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!check_field(&fields[i], err))
            return false;
    return true;
}

static bool check_order(const char *name, uint64_t value, const char *than, uint64_t least,
                        struct error *err)
{
    return value >= least || error_set(err, "dram: %s is %llu: it must be at least %s (%llu)", name,
                                       (unsigned long long)value, than, (unsigned long long)least);
}

/* The most cycles from the last commands before a refresh is due to the first column command after
 * it. */
static uint64_t refresh_time(const struct dram_config *c)
{
    const struct dram_timing *t = &c->timing;
    return (uint64_t)t->tRAS + t->tCWL + burst_cycles(c) + t->tWR + t->tRTP + t->tRP + t->tRFC +
           t->tRCD;
}

static bool check_timing(const struct dram_config *c, struct error *err)
{
    const struct dram_timing *t = &c->timing;
    return check_timing_ranges(t, err) && check_order("tRAS", t->tRAS, "tRCD", t->tRCD, err) &&
           check_order("tCCD_L", t->tCCD_L, "tCCD_S", t->tCCD_S, err) &&
           check_order("tRRD_L", t->tRRD_L, "tRRD_S", t->tRRD_S, err) &&
           check_order("tWTR_L", t->tWTR_L, "tWTR_S", t->tWTR_S, err) &&
           check_order("tFAW", t->tFAW, "tRRD_S", t->tRRD_S, err) &&
           check_order("tREFI", t->tREFI,
                       "tRAS + tCWL + burst/2 + tWR + tRTP + tRP + tRFC + tRCD, or refreshing "
                       "leaves no time to work",
                       refresh_time(c), err);
}

static bool check_shape(const struct dram_config *c, struct error *err)
{
    const struct field fields[] = {
        {"bank_groups", c->bank_groups, 1, 16, true},
        {"banks", c->banks, 1, 16, true},
        {"bus_bits", c->bus_bits, 8, 4096, true},
        {"burst", c->burst, 2, 64, true},
        {"page_bytes", c->page_bytes, 64, 65536, true},
        {"read_queue", c->read_queue, 1, 1024, false},
        {"write_queue", c->write_queue, 1, 1024, false},
        {"line_bytes", c->line_bytes, 8, 4096, true},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!check_field(&fields[i], err))
            return false;
    return true;
}

static bool check_fit(const struct dram_config *c, struct error *err)
{
    if ((uint64_t)c->bank_groups * c->banks > 64)
        return error_set(err, "dram: banks is %u: with %u bank_groups there may be at most %u",
                         c->banks, c->bank_groups, 64 / c->bank_groups);
    uint32_t burst_bytes = c->bus_bits / 8 * c->burst;
    if (c->line_bytes < burst_bytes)
        return error_set(err,
                         "dram: line_bytes is %u: it must be at least one burst, "
                         "bus_bits * burst / 8 (%u)",
                         c->line_bytes, burst_bytes);
    if (c->page_bytes < c->line_bytes)
        return error_set(err, "dram: page_bytes is %u: it must hold a line, line_bytes (%u)",
                         c->page_bytes, c->line_bytes);
    uint64_t row = (uint64_t)c->page_bytes * c->bank_groups * c->banks;
    if (c->bytes == 0 || c->bytes % row != 0 || c->bytes / row > UINT32_MAX)
        return error_set(err,
                         "dram: bytes is %llu: it must be a multiple of "
                         "page_bytes * bank_groups * banks (%llu)",
                         (unsigned long long)c->bytes, (unsigned long long)row);
    return true;
}

bool dram_config_check(const struct dram_config *c, struct error *err)
{
    return check_shape(c, err) && check_timing(c, err) && check_fit(c, err);
}

/* Takes a field of log2(values) bits from the low end of the address. */
static uint32_t take(uint64_t *address, uint32_t values)
{
    uint32_t field = (uint32_t)*address & (values - 1);
    *address >>= __builtin_ctz(values);
    return field;
}

/*
 * The row is folded by exclusive or into group and bank. Otherwise kernels that walk several arrays
 * a power of two apart would use different rows of one bank: a row conflict at each step.
 */
struct dram_place dram_locate(const struct dram_config *c, uint64_t line)
{
    uint32_t group = take(&line, c->bank_groups);
    uint32_t column = take(&line, c->page_bytes / c->line_bytes);
    uint32_t bank = take(&line, c->banks);
    uint32_t row = (uint32_t)line;
    uint32_t bits = (uint32_t)__builtin_ctz(c->bank_groups * c->banks), fold = 0;
    for (uint32_t rest = row; bits > 0 && rest > 0; rest >>= bits)
        fold ^= rest;
    return (struct dram_place){
        .group = group ^ (fold & (c->bank_groups - 1)),
        .bank = bank ^ (fold / c->bank_groups & (c->banks - 1)),
        .row = row,
        .column = column * (c->line_bytes / (c->bus_bits / 8 * c->burst)),
    };
}
