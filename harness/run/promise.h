/*
 * What a machine promises about copies in its caches, for the report about a wrong answer: from the
 * protocol's rules, which caches there are, and what the system's `boundary` does with them.
 */
#ifndef UMBEL_HARNESS_RUN_PROMISE_H
#define UMBEL_HARNESS_RUN_PROMISE_H

#include "gen/proto/rules.h"
#include "gen/system/system.h"
#include "sw/runtime/launch.h"
#include "sw/util/sbuf.h"

/* Adds a line that begins with "\n  promise: "; nothing where timestamps keep all copies coherent.
 * `l`: the launch file, which may say that it needs more; NULL: of a program. */
void promise_tell(const struct system *s, const struct rules *rules, const struct launch *l,
                  struct sbuf *text);

#endif
