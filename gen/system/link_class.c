#include "gen/system/link_class.h"

#include "sw/util/count.h"

#define LINK_PRICE(name, word, real, idle, source) [LINK_##name] = {real, idle},
static const struct {
    uint32_t real, idle; /* fJ a bit */
} prices[] = {LINK_CLASSES(LINK_PRICE)};
#undef LINK_PRICE

struct link_energy link_energy(enum link_class class, uint32_t bits, uint64_t cycles, uint64_t busy)
{
    const uint64_t real = count_times(busy, bits),
                   idle = count_times(count_less(cycles, busy), bits);
    return (struct link_energy){
        .real_bits = real,
        .idle_bits = idle,
        .real_fj = count_times(real, prices[class].real),
        .idle_fj = count_times(idle, prices[class].idle),
    };
}
