/* The configuration: its defaults, and where a line lies. */
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

/* Takes a field of log2(values) bits from the low end of the address. */
static uint32_t take(uint64_t *address, uint32_t values)
{
    uint32_t field = (uint32_t)*address & (values - 1);
    *address >>= __builtin_ctz(values);
    return field;
}

/* Fields in the order of their places; the row is what is left, so fields above it take none of
 * its bits. */
static struct dram_place in_order(const struct dram_config *c, uint64_t line)
{
    const uint32_t columns = c->page_bytes / c->line_bytes, banks = c->bank_groups * c->banks;
    const uint64_t rows = c->bytes / c->page_bytes / banks;
    const struct {
        uint32_t place;
        uint64_t values;
    } fields[] = {{c->place.bank, banks}, {c->place.column, columns}, {c->place.row, rows}};
    enum { BANK, COLUMN, ROW, FIELDS };
    uint64_t value[FIELDS];
    for (uint32_t f = 0; f < FIELDS; f++) {
        uint64_t below = 1;
        for (uint32_t g = 0; g < FIELDS; g++)
            below *= fields[g].place < fields[f].place ? fields[g].values : 1;
        value[f] = line / below % fields[f].values;
    }
    return (struct dram_place){
        .group = (uint32_t)value[BANK] & (c->bank_groups - 1),
        .bank = (uint32_t)value[BANK] / c->bank_groups,
        .row = (uint32_t)value[ROW],
        .column = (uint32_t)value[COLUMN] * (c->line_bytes / (c->bus_bits / 8 * c->burst)),
    };
}

/*
 * The row is folded by exclusive or into group and bank. Otherwise kernels that walk several arrays
 * a power of two apart would use different rows of one bank: a row conflict at each step.
 */
struct dram_place dram_locate(const struct dram_config *c, uint64_t line)
{
    if (c->map == DRAM_ORDERED)
        return in_order(c, line);
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
