/*
 * Checks of the wiring of whole systems: the emitted `um_system` is read back through Yosys.
 * formal/composition.md says which step of the argument rests on which check.
 *
 *   ports_are_connected    each bit of a unit's input has one driver, no port is left open, and a
 *                          port is as wide as what is connected to it
 *   channels_are_whole     valid, ready and message of a channel join the same two ends
 *   clock_and_reset        every unit has the system's clock, reset and probe address
 *   idle_hears_all         the system's idle_o depends on every unit and every channel inside
 *   sizes_agree            units at the two ends of a channel agree on the size of a message
 *   sizes_are_the_systems  units have the sizes, leases and protocol of the system file
 *   ids_differ             id_i is a constant, and no two units at a switch have the same
 *   ids_are_ports          id_i is the number of the unit's port at its switch
 *   requests_reach_owners  a line's requests come to the L2 bank and the UMC that own it, by way of
 *                          the line's GPU home if there is one
 *   answers_return         the answers come back to the bank, the L1 and the SM that asked
 *   invalidations_reach_banks  a UMC's number for a package's bank of a line is that bank's id
 *   drops_reach_l1s        what a bank sends to the memory passes its gate, and a line that a gate
 *                          has dropped is dropped by each L1 of the package
 *   orders_are_kept        what chooses a message's channel in a network is alike in all messages
 *                          that must not overtake each other
 *   credits_return         credits of flits go back to the unit that sends these
 *   hops_are_counted       with UGAL a router's tables of hops are those of the ways of packets
 *   classes_are_apart      no channel carries two of requests, answers, acknowledgements and drops
 *   no_circle              no messages wait for each other in a circle, and queues that keep them
 *                          from it have places for all
 *   outputs_are_registers  no valid and no message depends on an input in the same cycle; with
 *                          input queues no ready does
 *   no_loop                no combinational loop leads through the units
 */
#ifndef UMBEL_FORMAL_WIRING_WIRING_H
#define UMBEL_FORMAL_WIRING_WIRING_H

#include "formal/wiring/circuit.h"
#include "gen/system/system.h"

#include <stdio.h>

struct wiring_finding {
    const char *check; /* a name of the list above */
    const char *text;  /* what is wrong, and where */
};

struct wiring_findings {
    struct wiring_finding *all;
    size_t n;
    uint32_t units, channels, routes; /* how many were checked */
    struct arena arena;
};

/* The checks of a circuit; `paths` looks for paths within units, and needs ALL_LOGIC. */
void wiring_check(const struct circuit *c, const struct system *s, struct wiring_findings *f);
void wiring_paths(const struct circuit *c, const struct system *s, struct wiring_findings *f);
void wiring_findings_free(struct wiring_findings *f);

/* Emits a system's Verilog into `dir`; the modules' names live in the arena. */
bool wiring_emit(const struct system *s, const char *dir, const char *const **names, size_t *n,
                 struct arena *a, struct error *err);
/* Emits a system's Verilog into `dir` and checks it; combinational paths are checked on the same
 * system with few and small units. False and an error only if a check cannot be done. */
bool wiring_of_system(const char *system, const char *const *sets, size_t n_sets, const char *dir,
                      struct wiring_findings *f, struct error *err);

/* The systems that ship, each with each protocol and consistency, those that ship with
 * invalidations also with invalidations of L1s, those with one SM and one L2 bank in a GPU also
 * with wires between these, and each board's system. */
struct wiring_shipped {
    const char *name;    /* "tsm-4gpu protocol=nc-wt" */
    const char *system;  /* its name, or its path */
    const char *sets[3]; /* `n_sets` of them */
    size_t n_sets;
};
/* Those whose name contains `only`, or the one whose file `only` is (*.yaml); NULL: all. 0 and an
 * error if there is none. */
size_t wiring_shipped(struct wiring_shipped **list, const char *only, struct arena *a,
                      struct error *err);

/* Checks all systems that ship, or those whose name contains `only`, `jobs` at a time, and prints a
 * line for each, in the order of the list. False and an error if one has findings; the Verilog of
 * such a system stays in `dir`. */
bool wiring_prove(const char *dir, const char *only, int jobs, FILE *out, struct error *err);

#endif
