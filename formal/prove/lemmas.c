#include "formal/prove/lemmas.h"

#include "formal/aig/cone.h"
#include "formal/aig/run.h"
#include "formal/prove/tool.h"
#include "sw/util/arena.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <ccadical.h>
#include <stdlib.h>

/* A counterexample mostly breaks many properties, of which few are needed. */
#define MOST_AT_ONCE 8

/* The clauses so far, for CaDiCaL as a library and as text. */
struct search {
    struct lemmas *l;
    struct cone cone;
    struct sbuf text;
    CCaDiCaL *cadical;
    bool *output, *constraint; /* of each in each cycle: it is assumed */
};

static void add_literal(void *to, int32_t x)
{
    struct search *s = to;
    ccadical_add(s->cadical, x);
    sbuf_printf(&s->text, x != 0 ? "%d " : "%d\n", x);
}

static int is_too_late(void *state)
{
    const struct search *s = state;
    return tool_now() > s->l->until || process_stopped();
}

/* Assumes that a literal of the circuit is 1 in a cycle. */
static void assume(struct search *s, uint32_t cycle, uint32_t x)
{
    gates_clause(&s->cone.gates, cone_literal(&s->cone, cycle, x), 0, 0);
    s->l->assumed++;
}

/* The value of a node in the solution. What no question reads has any value: 0. */
static bool value(const struct search *s, uint32_t cycle, uint32_t node)
{
    int32_t x = cone_made(&s->cone, cycle, node);
    return x == 1 || (x != 0 && x != -1 && ccadical_val(s->cadical, abs(x)) * (x > 0 ? 1 : -1) > 0);
}

static bool is_one(const struct aig_walk *w, uint32_t x)
{
    return w->node[x >> 1] != ((x & 1) != 0);
}

/* Assumes what does not hold in the cycle that was evaluated; how much that is, at most `most`. */
static uint32_t assume_broken(struct search *s, const struct aig_walk *w, uint32_t cycle,
                              uint32_t most)
{
    const struct aig *a = s->l->a;
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->constraints && n < most; i++) {
        bool *is = &s->constraint[(size_t)cycle * a->constraints + i];
        if (*is || is_one(w, a->constraint[i]))
            continue;
        *is = true;
        assume(s, cycle, a->constraint[i]);
        n++;
    }
    for (uint32_t i = 0; cycle < s->l->k && i < a->outputs && n < most; i++) {
        bool *is = &s->output[(size_t)cycle * a->outputs + i];
        if (*is || !is_one(w, a->output[i]))
            continue;
        *is = true;
        assume(s, cycle, a->output[i] ^ 1);
        n++;
    }
    return n;
}

/* The solution as the circuit's run. Its inputs and first state are read before anything is added,
 * which ends the solution. */
static uint32_t learn(struct search *s)
{
    const struct aig *a = s->l->a;
    const uint32_t cycles = s->l->k + 1;
    struct aig_walk w;
    aig_walk_new(&w, a);
    for (uint32_t i = 0; i < a->latches; i++)
        w.latch[i] = value(s, 0, 1 + a->inputs + i);
    bool *input = xcalloc((size_t)cycles * a->inputs + 1, sizeof *input);
    for (uint32_t k = 0; k < cycles; k++)
        for (uint32_t i = 0; i < a->inputs; i++)
            input[(size_t)k * a->inputs + i] = value(s, k, 1 + i);
    uint32_t n = 0;
    for (uint32_t k = 0; k < cycles && n < MOST_AT_ONCE; k++) {
        if (k > 0)
            aig_walk_clock(&w);
        aig_walk_cycle(&w, input + (size_t)k * a->inputs);
        n += assume_broken(s, &w, k, MOST_AT_ONCE - n);
    }
    aig_walk_free(&w);
    free(input);
    return n;
}

static enum verdict search(struct search *s)
{
    const struct lemmas *l = s->l;
    for (uint32_t k = 0; k < l->k; k++) {
        s->output[(size_t)k * l->a->outputs + l->property] = true;
        assume(s, k, l->a->output[l->property] ^ 1);
    }
    gates_clause(&s->cone.gates, cone_literal(&s->cone, l->k, l->a->output[l->property]), 0, 0);
    for (;;) {
        int answer = ccadical_solve(s->cadical);
        if (answer == 20)
            return VERDICT_PROVED;
        if (answer != 10)
            return VERDICT_TIMEOUT;
        if (learn(s) == 0)
            return VERDICT_NOT_INDUCTIVE;
    }
}

enum verdict lemmas_find(struct lemmas *l)
{
    const struct aig *a = l->a;
    struct search s = {.l = l, .cadical = ccadical_init()};
    l->assumed = 0;
    l->formula = NULL;
    s.output = xcalloc((size_t)(l->k + 1) * a->outputs + 1, sizeof *s.output);
    s.constraint = xcalloc((size_t)(l->k + 1) * a->constraints + 1, sizeof *s.constraint);
    ccadical_set_option(s.cadical, "quiet", 1);
    ccadical_set_terminate(s.cadical, &s, is_too_late);
    s.cone.gates = (struct gates){.add = add_literal, .to = &s};
    cone_new(&s.cone, a, l->k + 1);
    enum verdict v = search(&s);
    if (v == VERDICT_PROVED) {
        struct sbuf whole = {0};
        sbuf_printf(&whole, "p cnf %u %u\n%s", s.cone.gates.variables, s.cone.gates.clauses,
                    sbuf_str(&s.text));
        l->formula = whole.text;
    }
    sbuf_free(&s.text);
    cone_free(&s.cone);
    free(s.output);
    free(s.constraint);
    ccadical_release(s.cadical);
    return v;
}
