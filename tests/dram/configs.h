/* Configurations of a DRAM channel, chosen to cover the corners of the model. */
#ifndef UMBEL_TESTS_DRAM_CONFIGS_H
#define UMBEL_TESTS_DRAM_CONFIGS_H

#include "sw/dram/dram.h"

enum { CONFIGS = 7 };

static inline struct dram_config config_number(int n)
{
    struct dram_config c = dram_hbm2();
    c.bytes = 64 << 20;
    if (n == 1) { /* lines of four bursts, refresh often */
        c.line_bytes = 256;
        c.timing.tREFI = 700;
    } else if (n == 2) { /* one bank, queues of one */
        c.bank_groups = c.banks = 1;
        c.read_queue = c.write_queue = 1;
    } else if (n == 3) { /* long burst on a narrow bus, late write data, small pages */
        c.bus_bits = 64;
        c.burst = 8;
        c.page_bytes = 256;
        c.timing.tCWL = 12;
    } else if (n == 4) { /* a burst shorter than tCCD; long timings within a group */
        c.bus_bits = 256;
        c.burst = 2;
        c.timing.tCCD_S = 3;
        c.timing.tCCD_L = 9;
        c.timing.tRRD_S = 2;
        c.timing.tRRD_L = 17;
        c.timing.tFAW = 60;
        c.timing.tWTR_S = 1;
        c.timing.tWTR_L = 23;
        c.timing.tRTP = 40;
    } else if (n == 5) { /* write data later than read data; many banks, deep queues */
        c.timing.tCL = 3;
        c.timing.tCWL = 20;
        c.bank_groups = 8;
        c.banks = 8;
        c.read_queue = 100;
        c.write_queue = 70;
    } else if (n == 6) { /* a column command every cycle could crowd out the others */
        c.bus_bits = 256;
        c.burst = 2;
        c.timing.tCCD_L = 1;
        c.timing.tFAW = 8;
        c.timing.tRRD_S = c.timing.tRRD_L = 2;
    }
    return c;
}

#endif
