/*
 * What a consistency model allows: all outcomes of a test, by enumeration of its candidate
 * executions. It knows the axioms alone (README.md states them), nothing of the hardware.
 *
 * An execution gives each read the write that it reads from (rf) and each location an order of its
 * writes (co); fr goes from a read to the writes after the one that it read.
 *   MODEL_SC   program order, rf, co and fr have no cycle
 *   MODEL_RC   what a fence divides, rf, co and fr have no cycle; nor has each location alone,
 *              with all of program order; nor have rf and dependencies
 */
#ifndef UMBEL_HARNESS_LITMUS_MODEL_H
#define UMBEL_HARNESS_LITMUS_MODEL_H

#include "harness/litmus/outcome.h"

enum litmus_model { MODEL_SC, MODEL_RC };

extern const char *const model_names[]; /* "sc", "rc" */

/* Adds every allowed outcome to `allowed`. `one_cta`: all threads are in one CTA, so a fence of a
 * CTA's scope counts. False and an error when there are too many executions to look at. */
bool model_allows(const struct litmus *t, enum litmus_model model, bool one_cta,
                  struct outcomes *allowed, struct error *err);

#endif
