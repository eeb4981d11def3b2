/* Names for what cannot be followed. */
#include "sw/locality/expand.h"

#include <string.h>

uint64_t expand_loops(const struct expansion *x, int block)
{
    uint64_t loops = 0;
    for (int l = x->flow.blocks[block].loop; l >= 0; l = x->flow.loops[l].parent)
        loops |= loop_bit(l);
    return loops;
}

const struct poly *expand_opaque(struct expansion *x, int64_t key, int i, unsigned on,
                                 uint64_t loops, const char *why)
{
    struct symbols *s = &x->symbols;
    bool is_new;
    int v = symbol_of(s, VAR_OPAQUE, key, NULL, &is_new);
    if (is_new) {
        s->v[v].instruction = i;
        s->v[v].on = on;
        s->v[v].loops = loops;
        s->v[v].why = i < 0 || strchr(why, ':') != NULL
                          ? why
                          : arena_printf(x->arena, "%s: %s",
                                         flow_source(&x->flow.listing->texts[i], x->arena), why);
    }
    return poly_variable(x->arena, v);
}

const struct poly *expand_unknown(struct expansion *x, int i, const char *why)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    unsigned on = 0;
    uint64_t loops = 0;
    for (int k = 0; k < t->n; k++) {
        if (t->operands[k].written || t->operands[k].kind == PTX_NOTHING)
            continue;
        const struct poly *p = expand_operand(x, i, k);
        on |= poly_on(&x->symbols, p);
        loops |= poly_loops(&x->symbols, p);
        /* The reason of an operand is the reason of the result. */
        for (int n = 0; n < p->n; n++)
            for (int f = 0; f < p->t[n].n; f++)
                if (x->symbols.v[p->t[n].v[f]].kind == VAR_OPAQUE)
                    return expand_opaque(x, i, i, on, loops, x->symbols.v[p->t[n].v[f]].why);
    }
    return expand_opaque(x, i, i, on, loops, why);
}
