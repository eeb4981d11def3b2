/*
 * Tries every choice of a small AIGER model, 512 at a time: each choice is one bit (lane) of a
 * vector, and each gate is one vector operation. The machine is deterministic once the input bits
 * of cycle 0 are chosen, so this visits every behaviour of the machine, up to the cycle in which
 * the last choice has ended.
 */
#include "formal/reach/enumerate.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 512, WORDS = LANES / 64 };
typedef uint64_t lanes __attribute__((vector_size(LANES / 8)));

/* Compiles a function for the widest vectors that the processor has. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDE
#endif

/* ---- simulating ---- */

/* A macro, since a function would pass vectors in a way that depends on the processor. */
#define OF(value, literal) ((value)[(literal) >> 1] ^ (0 - (uint64_t)((literal)&1)))

/* Sets `v` to bit number `bit` of the choices first, first + 1 ... */
static void pattern(lanes *v, uint64_t first, uint32_t bit)
{
    static const uint64_t low[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                   0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    for (uint32_t w = 0; w < WORDS; w++)
        (*v)[w] = bit < 6 ? low[bit] : 0 - ((first + 64 * w) >> bit & 1);
}

/* The gates of a model in an order of evaluation: first those that the next state and `running`
 * need, then those that only `bad` needs, which is evaluated only when a choice has ended. */
struct order {
    uint32_t *gate;
    uint32_t always, all;
};

static void need(const struct aig *a, uint8_t *needed, uint32_t literal)
{
    uint32_t node = literal >> 1, first = 1 + a->inputs + a->latches;
    if (node >= first)
        needed[node - first] = 1;
}

static struct order order(const struct aig *a, uint32_t running)
{
    uint8_t *needed = xcalloc(a->ands + 1, 1);
    need(a, needed, running);
    for (uint32_t i = 0; i < a->latches; i++)
        need(a, needed, a->next[i]);
    struct order o = {.gate = xcalloc(a->ands + 1, sizeof *o.gate)};
    for (uint32_t i = a->ands; i-- > 0;)
        for (int side = 0; needed[i] && side < 2; side++)
            need(a, needed, a->and[i][side]);
    for (int pass = 1; pass >= 0; pass--) {
        for (uint32_t i = 0; i < a->ands; i++)
            if (needed[i] == pass)
                o.gate[o.all++] = i;
        o.always = pass == 1 ? o.all : o.always;
    }
    free(needed);
    return o;
}

WIDE static void evaluate(const struct aig *a, lanes *value, const uint32_t *gate, uint32_t n)
{
    lanes *to = value + 1 + a->inputs + a->latches;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *in = a->and [gate[i]];
        to[gate[i]] = OF(value, in[0]) & OF(value, in[1]);
    }
}

WIDE static void step(const struct aig *a, lanes *value, lanes *next)
{
    for (uint32_t i = 0; i < a->latches; i++)
        next[i] = OF(value, a->next[i]);
    memcpy(value + 1 + a->inputs, next, a->latches * sizeof *next);
}

/* The first lane that is set in `v` and not in `but`. */
static uint32_t lane_of(const lanes *v, const lanes *but)
{
    for (uint32_t w = 0; w < WORDS; w++)
        if (((*v)[w] & ~(*but)[w]) != 0)
            return 64 * w + (uint32_t)__builtin_ctzll((*v)[w] & ~(*but)[w]);
    return LANES;
}

/* Notes the choices whose `bad` is set in this cycle, of LANES choices. */
static void look(struct aig_search *s, uint32_t cycle, uint64_t first, const lanes *bad,
                 lanes *counted)
{
    uint32_t lane = lane_of(bad, counted);
    if (lane == LANES)
        return;
    for (uint32_t w = 0; w < WORDS; w++) {
        s->found += (uint64_t)__builtin_popcountll((*bad)[w] & ~(*counted)[w]);
        (*counted)[w] |= (*bad)[w];
    }
    if (s->found_choice == AIG_NONE || cycle < s->found_in) {
        s->found_in = cycle;
        s->found_choice = first + lane;
    }
}

/* Runs LANES choices from `first` on, until all have ended. */
static void run(const struct aig *a, const struct order *o, struct aig_search *s, uint64_t first,
                lanes *value, lanes *next)
{
    const lanes all = ~(lanes){0};
    memset(value, 0, (1 + a->inputs + a->latches + a->ands) * sizeof *value);
    for (uint32_t i = 0; i < s->bits; i++)
        pattern(&value[1 + s->input_of[i]], first, i);
    lanes counted = {0}, ended = {0};
    for (uint32_t cycle = 0; cycle <= s->limit; cycle++) {
        evaluate(a, value, o->gate, o->always);
        lanes now = OF(value, a->output[s->running] ^ 1);
        if (lane_of(&now, &ended) != LANES) {
            evaluate(a, value, o->gate + o->always, o->all - o->always);
            lanes bad = OF(value, a->output[s->bad]);
            look(s, cycle, first, &bad, &counted);
        }
        ended = now;
        if (lane_of(&all, &ended) == LANES) {
            s->ended_by = cycle > s->ended_by ? cycle : s->ended_by;
            return;
        }
        step(a, value, next);
    }
    if (s->late_choice == AIG_NONE)
        s->late_choice = first + lane_of(&all, &ended);
}

static lanes *room(size_t n)
{
    lanes *to = aligned_alloc(sizeof *to, n * sizeof *to);
    if (to == NULL)
        abort();
    memset(to, 0, n * sizeof *to);
    return to;
}

bool aig_roles(const struct aig *a, struct aig_search *s)
{
    if (a->outputs != 2 || a->constraints != 0)
        return false;
    lanes *value = room(1 + a->inputs + a->latches + a->ands);
    struct order o = order(a, a->output[0]);
    evaluate(a, value, o.gate, o.all);
    bool set[2];
    for (int i = 0; i < 2; i++)
        set[i] = (OF(value, a->output[i])[0] & 1) != 0;
    free(o.gate);
    free(value);
    s->running = set[0] ? 0 : 1;
    s->bad = 1 - s->running;
    return set[0] != set[1];
}

void aig_enumerate(const struct aig *a, struct aig_search *s)
{
    lanes *value = room(1 + a->inputs + a->latches + a->ands), *next = room(a->latches + 1);
    struct order o = order(a, a->output[s->running]);
    s->found = 0, s->ended_by = 0;
    s->found_choice = s->late_choice = AIG_NONE;
    uint64_t choices = UINT64_C(1) << s->bits;
    for (uint64_t first = 0; first < choices; first += LANES)
        run(a, &o, s, first, value, next);
    if (choices < LANES) /* each choice was in several lanes */
        s->found = s->found * choices / LANES;
    free(o.gate);
    free(value);
    free(next);
}
