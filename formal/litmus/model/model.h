/*
 * All outcomes of a test that a consistency model allows, by a search over the test's candidate
 * executions. A model has only axioms (README.md states them) and no knowledge of the hardware.
 *
 * An execution gives each read the write that it reads from (rf) and each location an order of its
 * writes (co); fr goes from a read to the writes after the one that it read.
 *   MODEL_SC   program order, rf, co and fr have no cycle
 *   MODEL_RC   the order that fences impose, rf, co and fr have no cycle; nor have program order,
 *              rf, co and fr of one location; nor have rf and dependencies
 *   MODEL_PTX  NVIDIA's axioms for PTX, for operations with scopes; co is partial
 *   MODEL_RVWMO, MODEL_TSO  those of RISC-V, and of x86
 */
#ifndef UMBEL_FORMAL_LITMUS_MODEL_MODEL_H
#define UMBEL_FORMAL_LITMUS_MODEL_MODEL_H

#include "formal/litmus/outcome.h"

enum litmus_model { MODEL_SC, MODEL_RC, MODEL_PTX, MODEL_RVWMO, MODEL_TSO, MODELS };

extern const char *const model_names[MODELS]; /* "sc", "rc", "ptx", "rvwmo", "tso" */

/* Whether a model is about tests in that language: ptx about C and PTX, rvwmo about RISC-V, tso
 * about x86 and RISC-V, the others about all. */
bool model_judges(enum litmus_model model, enum litmus_language language);

/* What else is known of the executions that a model allows. */
struct model_notes {
    bool races;      /* one of them has a data race (ptx; false for models that define no races) */
    bool unfinished; /* in one of them a loop goes round more often than is followed */
    bool deadlock;   /* threads may wait at a barrier for ever */
};

/* Adds every outcome allowed, except those of executions that are not followed to their ends; `at`
 * says which threads share a CTA, and which a GPU. `notes` may be NULL. False and an error if
 * there are too many executions to enumerate, or if the test computes what it must not. */
bool model_allows(const struct litmus *t, enum litmus_model model, const struct litmus_place *at,
                  struct outcomes *allowed, struct model_notes *notes, struct error *err);

/* Whether a model cannot tell two placements of a test apart, and so allows the same in both. */
bool model_alike(const struct litmus *t, enum litmus_model model, const struct litmus_place *a,
                 const struct litmus_place *b);

#endif
