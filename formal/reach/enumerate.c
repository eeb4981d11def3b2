/*
 * Every choice of a small model, tried: 128 at a time, each a bit of a word, through the gates of
 * an AIGER file. The machine is deterministic once the input bits of cycle 0 are chosen, so this
 * visits all that it can do, to the cycle in which the last one has ended.
 */
#include "formal/reach/enumerate.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t lanes __attribute__((vector_size(16)));
enum { LANES = 128, WORDS = 2 };

/* ---- simulating ---- */

static inline lanes of(const lanes *value, uint32_t literal)
{
    lanes flip = (lanes){0} - (uint64_t)(literal & 1);
    return value[literal >> 1] ^ flip;
}

/* Bit `bit` of choices first, first + 1 ... */
static lanes pattern(uint64_t first, uint32_t bit)
{
    static const uint64_t low[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                   0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    lanes v = {0};
    for (uint32_t w = 0; w < WORDS; w++)
        v[w] = bit < 6 ? low[bit] : 0 - ((first + 64 * w) >> bit & 1);
    return v;
}

static void evaluate(const struct aig *a, lanes *value)
{
    lanes *to = value + 1 + a->inputs + a->latches;
    for (uint32_t i = 0; i < a->ands; i++)
        to[i] = of(value, a->and[i][0]) & of(value, a->and[i][1]);
}

static void step(const struct aig *a, lanes *value, lanes *next)
{
    for (uint32_t i = 0; i < a->latches; i++)
        next[i] = of(value, a->next[i]);
    memcpy(value + 1 + a->inputs, next, a->latches * sizeof *next);
}

static bool all(lanes v)
{
    return (v[0] & v[1]) == ~UINT64_C(0);
}

static uint32_t lane_of(lanes v)
{
    for (uint32_t w = 0; w < WORDS; w++)
        if (v[w] != 0)
            return 64 * w + (uint32_t)__builtin_ctzll(v[w]);
    return LANES;
}

/* What is known after one cycle of LANES choices. */
static void look(struct aig_search *s, uint32_t cycle, uint64_t first, lanes bad, lanes *counted)
{
    lanes fresh = bad & ~*counted;
    if (lane_of(fresh) == LANES)
        return;
    for (uint32_t w = 0; w < WORDS; w++)
        s->found += (uint64_t)__builtin_popcountll(fresh[w]);
    *counted |= fresh;
    if (s->found_choice == AIG_NONE || cycle < s->found_in) {
        s->found_in = cycle;
        s->found_choice = first + lane_of(fresh);
    }
}

/* LANES choices from `first` on, until all have ended. */
static void run(const struct aig *a, struct aig_search *s, uint64_t first, lanes *value,
                lanes *next)
{
    memset(value, 0, (1 + a->inputs + a->latches + a->ands) * sizeof *value);
    for (uint32_t i = 0; i < s->bits; i++)
        value[1 + s->input_of[i]] = pattern(first, i);
    lanes counted = {0}, ended = {0};
    for (uint32_t cycle = 0; cycle <= s->limit; cycle++) {
        evaluate(a, value);
        ended = ~of(value, a->output[s->running]);
        look(s, cycle, first, of(value, a->output[s->bad]), &counted);
        if (all(ended)) {
            s->ended_by = cycle > s->ended_by ? cycle : s->ended_by;
            return;
        }
        step(a, value, next);
    }
    if (s->late_choice == AIG_NONE)
        s->late_choice = first + lane_of(~ended);
}

bool aig_roles(const struct aig *a, struct aig_search *s)
{
    if (a->outputs != 2 || a->constraints != 0)
        return false;
    lanes *value =
        aligned_alloc(sizeof *value, (1 + a->inputs + a->latches + a->ands) * sizeof *value);
    if (value == NULL)
        abort();
    memset(value, 0, (1 + a->inputs + a->latches) * sizeof *value);
    evaluate(a, value);
    bool set[2] = {all(of(value, a->output[0])), all(of(value, a->output[1]))};
    free(value);
    s->running = set[0] ? 0 : 1;
    s->bad = 1 - s->running;
    return set[0] != set[1];
}

void aig_enumerate(const struct aig *a, struct aig_search *s)
{
    size_t nodes = 1 + a->inputs + a->latches + a->ands;
    lanes *value = aligned_alloc(sizeof *value, nodes * sizeof *value);
    lanes *next = aligned_alloc(sizeof *next, (a->latches + 1) * sizeof *next);
    if (value == NULL || next == NULL)
        abort();
    s->found = 0, s->ended_by = 0;
    s->found_choice = s->late_choice = AIG_NONE;
    uint64_t choices = UINT64_C(1) << s->bits;
    for (uint64_t first = 0; first < choices; first += LANES)
        run(a, s, first, value, next);
    if (choices < LANES) /* choices stood in several lanes */
        s->found = s->found * choices / LANES;
    free(value);
    free(next);
}
