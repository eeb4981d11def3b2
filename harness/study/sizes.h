/* The part of a study's page that tells the sizes used: of the systems and of the kernels. */
#ifndef UMBEL_HARNESS_STUDY_SIZES_H
#define UMBEL_HARNESS_STUDY_SIZES_H

#include "harness/study/result.h"
#include "sw/util/sbuf.h"

/* Every field of each series' system, those that differ marked, and each kernel's parameters. */
void study_put_sizes(struct sbuf *s, const struct study_result *r);

#endif
