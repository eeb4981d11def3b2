/*
 * How the host's CPU starts copies: rings of descriptors, doorbells, and interrupts. It is for the
 * machines that memory networks have with memcpy (table III); the paper does not say how a host
 * starts one.
 *
 * The ring of an engine has DOORBELL_SLOTS descriptors in the host's memory. A function of the
 * driver (sw/host/driver) writes descriptors there, and a function rings the doorbell: it writes
 * how many there were so far. The doorbell is a line of the engine's own memory, or one of the
 * host's where the CPU reaches that memory alone. As long as copies are to come, the command
 * processor reads the doorbell, over and over; then the new descriptors, gives them to the engine
 * one after the other, and writes to the ring's `done` line how many are done. That interrupts the
 * CPU, which reads the line. The ring is filled by halves, so the CPU writes one while the engine
 * copies another.
 *
 * All of this are requests of the CPU and of the engine's L1 (loads that no copy may answer, and
 * stores) through the RTL, so it costs cycles, and what the engine copies is what the memory says.
 * The interrupt takes no time. The lines are the last ones of each memory (system_doorbells).
 *
 * Copies that the hardware itself wants (pages that move or are fetched during a launch) are not
 * the CPU's, nor are those of machines without a CPU: the command processor has them at once.
 */
#ifndef UMBEL_HARNESS_MACHINE_DOORBELL_H
#define UMBEL_HARNESS_MACHINE_DOORBELL_H

#include "gen/system/derived.h"
#include "harness/machine/machine.h"

/* Lines from `source` on to be written to `target` and on. */
struct copy_command {
    uint64_t source, target, lines;
};

/* A descriptor is two words: `lines` above DOORBELL_LENGTH_AT bits of `source`, and `target`. */
enum { DOORBELL_SLOTS = DOORBELL_RING / 16, DOORBELL_HALF = DOORBELL_SLOTS / 2 };
enum { DOORBELL_LENGTH_AT = 48 };
enum { DOORBELL_TAGS = 4 }; /* reads of descriptors under way, at most */

/* An engine's ring. Numbers count commands of the CPU since the start. */
struct ring {
    /* The CPU's side. */
    uint64_t asked;  /* that the program wants */
    uint64_t posted; /* in the ring */
    uint64_t rung;   /* told to the doorbell */
    uint64_t batch;  /* still to be posted before the doorbell is rung */
    uint64_t heard;  /* of whose end the CPU knows */
    /* The command processor's. */
    uint64_t seen;            /* the doorbell's number */
    uint64_t fetched;         /* their lines were asked for */
    uint64_t given;           /* to the engine */
    uint64_t done;            /* by the engine */
    uint64_t told;            /* written to the `done` line */
    uint32_t reads, answered; /* lines of descriptors: asked for, and of these answered */
    enum { RING_QUIET, RING_POLLS, RING_TELLS } state;
    uint64_t read_of[DOORBELL_TAGS];                 /* the first command of each read's line */
    struct copy_command descriptors[DOORBELL_SLOTS]; /* as they were read */
};

/* Where the lines of doorbells of a memory begin (its number, the host's behind the homes'), and
 * those of an engine. Physical byte addresses. */
uint64_t doorbell_lines(const struct machine *m, uint64_t node);
uint64_t ring_place(const struct machine *m, uint32_t gpu);
uint64_t ring_done_place(const struct machine *m, uint32_t gpu);
uint64_t ring_doorbell_place(const struct machine *m, uint32_t gpu);

/* The command processor's part of a cycle, for an engine that has no command: it may send a
 * request. Whether there is a command for the engine. */
bool ring_step(struct machine *m, struct ring *r, uint32_t gpu, struct copy_command *next);
/* The L1 of an engine answers a request of ring_step. Whether that was anything new: a doorbell
 * that has not been rung is not. */
bool ring_answered(struct machine *m, struct ring *r, uint32_t tag, const uint8_t *data);

/* The driver on the CPU. */
struct driver;
struct driver *driver_new(void);
void driver_free(struct driver *d); /* NULL: nothing */
/* Starts the next function that an engine's ring needs, if the CPU has nothing to do. `commands`
 * gives a command of the CPU by its number. */
typedef struct copy_command driver_command(const struct machine *m, uint32_t gpu, uint64_t number);
bool driver_step(struct machine *m, struct driver *d, struct ring *rings, driver_command *command,
                 struct error *err);
bool driver_idle(const struct machine *m, const struct driver *d);
/* While a function of the driver runs: its addresses, and where one of them is. */
bool driver_range(const struct driver *d, uint64_t address, uint64_t *start, uint64_t *end);
bool driver_translate(const struct machine *m, const struct driver *d, uint64_t address,
                      uint64_t *physical);

/* NULL: no CPU starts copies (copies.c). */
const struct driver *copies_driver(const struct machine *m);

#endif
