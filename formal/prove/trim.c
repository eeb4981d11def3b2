/* Leaves of a leg what its covers need: a solver gives every input some value. */
#include "formal/aig/run.h"
#include "formal/prove/names.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

struct trim {
    struct leg *l;
    const struct aig *a;
    const struct leg_names *n;
    struct aig_walk walk;
    bool *latch;  /* at the cycle at which we are */
    bool *wanted; /* covers that are to be reached in it or behind it */
    bool *seen;
};

/* Goes on from the cycle `at`: whether all wanted covers are reached. If so, the leg ends there:
 * its further cycles may break assumptions now. */
static bool ends_well(struct trim *s, uint32_t at)
{
    uint32_t left = 0, end = at;
    for (uint32_t i = 0; i < s->a->outputs; i++)
        left += s->wanted[i];
    memcpy(s->walk.latch, s->latch, s->a->latches * sizeof *s->latch);
    memcpy(s->seen, s->wanted, s->a->outputs * sizeof *s->seen);
    for (; end < s->l->cycles && left > 0; end++) {
        if (!aig_walk_cycle(&s->walk, s->l->input + (size_t)end * s->a->inputs))
            return false;
        for (uint32_t i = 0; i < s->a->outputs; i++)
            if (s->seen[i] && aig_walk_sets(&s->walk, i)) {
                s->seen[i] = false;
                left--;
            }
        aig_walk_clock(&s->walk);
    }
    if (left == 0)
        s->l->cycles = end;
    return left == 0;
}

/* The covers that the leg reaches, as long as its assumptions hold. */
static void want(struct trim *s, const int64_t *reached)
{
    memcpy(s->walk.latch, s->latch, s->a->latches * sizeof *s->latch);
    for (uint32_t c = 0; c < s->l->cycles; c++) {
        if (!aig_walk_cycle(&s->walk, s->l->input + (size_t)c * s->a->inputs))
            return;
        for (uint32_t i = 0; i < s->a->outputs; i++)
            s->wanted[i] = s->wanted[i] || (reached[i] < 0 && aig_walk_sets(&s->walk, i));
        aig_walk_clock(&s->walk);
    }
}

static void trim_signal(struct trim *s, uint32_t signal, uint32_t cycle)
{
    const struct leg_signal *it = &s->n->list[signal];
    bool *input = s->l->input + (size_t)cycle * s->a->inputs;
    if (!leg_signal_is_set(s->n, signal, input))
        return;
    bool *before = xcalloc(s->a->inputs + 1, sizeof *before);
    memcpy(before, input, s->a->inputs * sizeof *before);
    for (uint32_t b = 0; b < it->bits; b++)
        if (leg_bit_is_set(s->n, signal, b, input))
            input[it->input[b]] = false;
    if (!ends_well(s, cycle))
        memcpy(input, before, s->a->inputs * sizeof *before);
    free(before);
}

/* Goes to the next cycle; covers that are reached in this one are no longer wanted. */
static void go_on(struct trim *s, uint32_t cycle)
{
    memcpy(s->walk.latch, s->latch, s->a->latches * sizeof *s->latch);
    aig_walk_cycle(&s->walk, s->l->input + (size_t)cycle * s->a->inputs);
    for (uint32_t i = 0; i < s->a->outputs; i++)
        s->wanted[i] = s->wanted[i] && !aig_walk_sets(&s->walk, i);
    aig_walk_clock(&s->walk);
    memcpy(s->latch, s->walk.latch, s->a->latches * sizeof *s->latch);
}

void leg_trim(struct leg *l, const struct aig *a, const struct leg_names *n, const bool *latch,
              const int64_t *reached)
{
    struct trim s = {.l = l, .a = a, .n = n};
    aig_walk_new(&s.walk, a);
    s.latch = xcalloc(a->latches + 1, sizeof *s.latch);
    s.wanted = xcalloc(a->outputs + 1, sizeof *s.wanted);
    s.seen = xcalloc(a->outputs + 1, sizeof *s.seen);
    memcpy(s.latch, latch, a->latches * sizeof *s.latch);
    want(&s, reached);
    ends_well(&s, 0);
    for (uint32_t c = 0; c < l->cycles; c++) {
        for (uint32_t i = 0; i < n->n; i++)
            if (!n->list[i].is_register || (c == 0 && l->from == LEG_RESET))
                trim_signal(&s, i, c);
        go_on(&s, c);
    }
    aig_walk_free(&s.walk);
    free(s.latch);
    free(s.wanted);
    free(s.seen);
}
