#include "formal/prove/ind.h"

#include "formal/aig/aig.h"
#include "formal/prove/tool.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>

/* The circuit whose only output is 1 when an output of `from` is and none was before. */
static void first_of(const struct aig *from, struct aig *first)
{
    aig_new(first, from->inputs, from->latches + 1, 1, from->constraints);
    uint32_t *literal = xcalloc(aig_nodes(from), sizeof *literal);
    for (uint32_t i = 0; i < from->inputs + from->latches; i++)
        literal[1 + i] = 2 * (1 + i);
    aig_add(first, from, literal);
    for (uint32_t i = 0; i < from->latches; i++)
        first->next[i] = aig_of(literal, from->next[i]);
    for (uint32_t i = 0; i < from->constraints; i++)
        first->constraint[i] = aig_of(literal, from->constraint[i]);
    uint32_t set = 0, before = 2 * (1 + from->inputs + from->latches);
    for (uint32_t i = 0; i < from->outputs; i++)
        set = aig_or(first, set, aig_of(literal, from->output[i]));
    first->output[0] = aig_and(first, set, before ^ 1);
    first->next[from->latches] = aig_or(first, set, before);
    free(literal);
}

static bool write_first(const struct prover_task *t)
{
    char path[4096];
    struct aig a, first;
    struct error err = {0};
    snprintf(path, sizeof path, "%s/broken.aig", t->dir);
    if (!aig_read(&a, path, &err))
        return false;
    first_of(&a, &first);
    snprintf(path, sizeof path, "%s/ind-first.aig", t->dir);
    bool ok = aig_write(&first, path, &err);
    aig_free(&first);
    aig_free(&a);
    return ok;
}

/* No output is 1 within k cycles. */
static enum verdict base(const struct prover_task *t)
{
    static const struct saying sayings[] = {SAID_ASSERTED,
                                            {"No output asserted in", VERDICT_PROVED, 0},
                                            {"Explored all reachable states", VERDICT_PROVED, 0},
                                            {0}};
    char commands[64];
    snprintf(commands, sizeof commands, ABC_JOINS "bmc3 -F %u", t->k + 1);
    return tool_ask_abc(t->dir, "broken", "ind-base", t->seconds, commands, sayings);
}

/* `&frames` leaves the first cycle's latches free, `comb -l` makes inputs of them, and `cone -O`
 * takes the output of the last cycle. */
static enum verdict step(const struct prover_task *t)
{
    static const struct saying sayings[] = {
        {"UNSATISFIABLE", VERDICT_PROVED, 0}, {"SATISFIABLE", VERDICT_NOT_INDUCTIVE, 0}, {0}};
    char commands[128];
    snprintf(commands, sizeof commands,
             "strash; &get; &frames -F %u; &put; comb -l; cone -O %u; strash; &get; &glucose",
             t->k + 1, t->k);
    if (!write_first(t))
        return VERDICT_FAILED;
    return tool_ask_abc(t->dir, "ind-first", "ind-step", t->seconds, commands, sayings);
}

struct prover_result ind_induction(const struct prover_task *t)
{
    double began = tool_now();
    struct prover_result r = {.verdict = base(t)};
    if (r.verdict == VERDICT_PROVED)
        r.verdict = step(t);
    r.seconds = tool_now() - began;
    return r;
}
