/*
 * What a consistency model allows: all outcomes of a test, by enumeration of its candidate
 * executions. It knows the axioms alone (README.md states them), nothing of the hardware.
 *
 * An execution gives each read the write that it reads from (rf) and each location an order of its
 * writes (co); fr goes from a read to the writes after the one that it read.
 *   MODEL_SC   program order, rf, co and fr have no cycle
 *   MODEL_RC   what fences divide, rf, co and fr have no cycle; nor has each location alone, with
 *              all of program order; nor have rf and dependencies
 *   MODEL_PTX  NVIDIA's axioms for PTX, of operations with scopes; co is partial
 */
#ifndef UMBEL_HARNESS_LITMUS_MODEL_H
#define UMBEL_HARNESS_LITMUS_MODEL_H

#include "harness/litmus/outcome.h"

enum litmus_model { MODEL_SC, MODEL_RC, MODEL_PTX, MODELS };

extern const char *const model_names[MODELS]; /* "sc", "rc", "ptx" */

/* Adds every allowed outcome to `allowed`; `at` says which threads are in one CTA, and which on one
 * GPU. `races`, if not NULL: whether an execution that the model allows has a data race (ptx; false
 * for models without such a thing). False and an error when there are too many executions to look
 * at. */
bool model_allows(const struct litmus *t, enum litmus_model model, const struct litmus_place *at,
                  struct outcomes *allowed, bool *races, struct error *err);

/* Whether a model allows the same in two placements of a test because it cannot tell them apart. */
bool model_alike(const struct litmus *t, enum litmus_model model, const struct litmus_place *a,
                 const struct litmus_place *b);

#endif
