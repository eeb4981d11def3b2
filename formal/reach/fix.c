/*
 * A model of which some inputs are constants, for an engine that gets slow with what is left open.
 * It says nothing of the other values: those are enumerate.c's to have tried.
 */
#include "formal/reach/enumerate.h"
#include "formal/reach/impl.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>

/* Of a choice that was found. A litmus test leaves all of it open; an open program has its program
 * and its warm-ups fixed, and leaves when threads start and pause. */
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
