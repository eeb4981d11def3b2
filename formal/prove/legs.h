/*
 * Runs that reach the covers of a proof, as they are kept in formal/runs (leg_file.h). A search for
 * a run may take minutes; to go along a run that is known takes a moment, and shows as much.
 *
 * A leg is a part of a run. It begins at reset, or where the run has just reached a cover for the
 * first time, and ends at a cover that no leg before it reaches. The file names signals and covers
 * and not the inputs of one circuit, so that a run may serve for the next circuit, too:
 *
 *   from reset
 *   registers held_q=1 tag_q=3f      values at reset of registers that are not reset
 *   - req_valid_i=1 req_msg_i=80c    inputs, one line per cycle; all that is not named is 0
 *   -
 *   from rsp_waits
 *   - rsp_ready_i=1
 */
#ifndef UMBEL_FORMAL_PROVE_LEGS_H
#define UMBEL_FORMAL_PROVE_LEGS_H

#include "formal/aig/aig.h"

#include <stddef.h>

#define LEG_RESET UINT32_MAX      /* it begins at reset */
#define LEG_LOST (UINT32_MAX - 1) /* it begins at a cover that the circuit does not have */

struct leg {
    uint32_t from; /* the output that is its cover */
    uint32_t cycles;
    bool *input; /* [cycle * inputs + i] */
};

struct legs {
    struct leg *list;
    size_t n;
};

/* The names of a circuit's inputs and covers. */
struct leg_names;
/* Reads them from the circuit's map. NULL and an error if it cannot be read. */
struct leg_names *leg_names_read(const char *map, const struct aig *a, struct error *err);
void leg_names_free(struct leg_names *n);

/* Adds a leg with a copy of these inputs. */
void legs_add(struct legs *l, const struct aig *a, uint32_t from, uint32_t cycles,
              const bool *input);
/* Reads the runs of a row, none if the file has none of it. Signals that the circuit does not have
 * are left out. False and an error with its place at a mistake. */
bool legs_read(struct legs *l, const struct aig *a, const struct leg_names *n, const char *path,
               const char *row, struct error *err);
bool legs_write(const struct legs *l, const struct aig *a, const struct leg_names *n,
                const char *path, const char *row, struct error *err);
void legs_free(struct legs *l);

/* Makes a leg that starts with these latches as short as its last cover allows that is not in
 * `reached` (>= 0: reached before), and sets each signal in each cycle to 0 where all those covers
 * are reached nevertheless. */
void leg_trim(struct leg *l, const struct aig *a, const struct leg_names *n, const bool *latch,
              const int64_t *reached);

#endif
