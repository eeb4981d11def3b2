/*
 * Makes some inputs of a model constant, for an engine that gets slow with many open inputs. Its
 * answer says nothing of other values of these inputs: enumerate.c has tried those.
 */
#include "formal/reach/enumerate.h"
#include "formal/reach/impl.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>

/* For a litmus test all bits stay open. For an open program the program and the warm-ups of the
 * choice that was found are fixed, and the threads' starts and pauses stay open. */
bool reach_fix(const struct reach_plan *p, const struct aig *a, const struct aig_search *e,
               const char *dir, struct error *err)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/asked.aig", dir);
    enum aig_input *input = xcalloc(a->inputs + 1, sizeof *input);
    uint32_t each = e->bits / (uint32_t)p->test->n_threads;
    for (uint32_t i = 0; p->q->program != NULL && i < e->bits; i++)
        if (i % each >= p->q->start_bits + p->q->gap_bits)
            input[e->input_of[i]] = (e->found_choice >> i & 1) != 0 ? AIG_ONE : AIG_ZERO;
    struct aig asked;
    aig_fix(&asked, a, input);
    bool ok = aig_write(&asked, path, err);
    aig_free(&asked);
    free(input);
    return ok;
}
