/*
 * Classes of links: over which distance a link goes, and so what a bit on it costs.
 *
 * Energies are of one bit on one link. `real` is that of a bit that is sent. `idle` is that of a
 * bit's time in which nothing is sent: links of memory networks send idle packets then; MCM-GPU
 * gives no such energy, so it is 0. Neither paper has a price of PCIe. It joins boards of one node,
 * so it has the board's; the table's next tier is that between nodes.
 */
#ifndef UMBEL_GEN_SYSTEM_LINK_CLASS_H
#define UMBEL_GEN_SYSTEM_LINK_CLASS_H

#include <stdint.h>

/* A line has the class's name in C, its word in a system file, femtojoules of a real and of an idle
 * bit, and the source. */
#define LINK_CLASSES(LINE)                                                                         \
    LINE(ON_CHIP, "on-chip", 80, 0, "MCM-GPU, table 2: chip")                                      \
    LINE(ON_PACKAGE, "on-package", 500, 0, "MCM-GPU, table 2: package")                            \
    LINE(ON_BOARD, "on-board", 10000, 0, "MCM-GPU, table 2: board")                                \
    LINE(PCIE, "pcie", 10000, 0, "MCM-GPU, table 2: board")                                        \
    LINE(SYSTEM, "system", 250000, 0, "MCM-GPU, table 2: system, between nodes")                   \
    LINE(SERDES, "serdes", 2000, 1500, "memory networks, section VI-A: high-speed channels")

#define LINK_CLASS_NAME(name, word, real, idle, source) LINK_##name,
enum link_class { LINK_CLASSES(LINK_CLASS_NAME) };
#undef LINK_CLASS_NAME

/* What went over links, or did not: bits, and femtojoules of these. */
struct link_energy {
    uint64_t real_bits, idle_bits, real_fj, idle_fj;
};

/* Of one link, one way, that is `bits` wide and was in use in `busy` of its `cycles`. In a cycle in
 * use the whole width counts as sent, the padding behind a message's end included. `busy` is at
 * most `cycles`; products must stay below 2^64 fJ, which is 18 kJ. */
struct link_energy link_energy(enum link_class class, uint32_t bits, uint64_t cycles,
                               uint64_t busy);

#endif
