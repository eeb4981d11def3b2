#include "formal/aig/cone.h"

#include "sw/util/arena.h"

#include <stdlib.h>

static size_t place(const struct cone *c, uint32_t cycle, uint32_t node)
{
    return (size_t)cycle * aig_nodes(c->a) + node;
}

void cone_new(struct cone *c, const struct aig *a, uint32_t cycles)
{
    c->a = a;
    c->cycles = cycles;
    c->made = xcalloc((size_t)cycles * aig_nodes(a), sizeof *c->made);
    gates_begin(&c->gates);
    for (uint32_t k = 0; k < cycles; k++)
        c->made[place(c, k, 0)] = -1;
}

int32_t cone_made(const struct cone *c, uint32_t cycle, uint32_t node)
{
    return c->made[place(c, cycle, node)];
}

static int32_t made_literal(const struct cone *c, uint32_t cycle, uint32_t x)
{
    int32_t z = cone_made(c, cycle, x >> 1);
    return (x & 1) != 0 ? -z : z;
}

/* Nodes that are to be made, each above those that read it. */
struct stack {
    struct wanted {
        uint32_t cycle, node;
    } * at;
    size_t n, room;
};

static void push(struct stack *s, uint32_t cycle, uint32_t node)
{
    if (s->n == s->room) {
        s->room = s->room * 2 + 256;
        s->at = xrealloc(s->at, s->room * sizeof *s->at);
    }
    s->at[s->n++] = (struct wanted){cycle, node};
}

/* Whether a literal is made; if not, its node is pushed. */
static bool is_made(const struct cone *c, struct stack *s, uint32_t cycle, uint32_t x)
{
    if (cone_made(c, cycle, x >> 1) != 0)
        return true;
    push(s, cycle, x >> 1);
    return false;
}

/* Makes a node, or pushes what it reads. */
static void make(struct cone *c, struct stack *s, uint32_t cycle, uint32_t node)
{
    const struct aig *a = c->a;
    int32_t *into = &c->made[place(c, cycle, node)];
    const bool is_gate = node > a->inputs + a->latches;
    if (*into != 0)
        return;
    if (is_gate) {
        const uint32_t *of = a->and [node - 1 - a->inputs - a->latches];
        const bool first = is_made(c, s, cycle, of[0]), second = is_made(c, s, cycle, of[1]);
        if (first && second)
            *into =
                gates_and(&c->gates, made_literal(c, cycle, of[0]), made_literal(c, cycle, of[1]));
    } else if (node > a->inputs && cycle > 0) {
        const uint32_t next = a->next[node - 1 - a->inputs];
        if (is_made(c, s, cycle - 1, next))
            *into = made_literal(c, cycle - 1, next);
    } else
        *into = gates_variable(&c->gates);
}

int32_t cone_literal(struct cone *c, uint32_t cycle, uint32_t x)
{
    struct stack s = {0};
    push(&s, cycle, x >> 1);
    while (s.n > 0) {
        const struct wanted top = s.at[s.n - 1];
        make(c, &s, top.cycle, top.node);
        if (cone_made(c, top.cycle, top.node) != 0)
            s.n--;
    }
    free(s.at);
    return made_literal(c, cycle, x);
}

void cone_free(struct cone *c)
{
    free(c->made);
}
