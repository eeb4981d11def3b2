/* What loads give: parameters and constants have names; what comes from elsewhere is data. */
#include "sw/locality/expand.h"

#include <stdlib.h>
#include <string.h>

/* Bits of the type that stands last but `back` in the opcode; 64 if it is none. */
int expand_type_bits(const struct ptx_text *t, int back)
{
    const char *end = t->opcode + strlen(t->opcode);
    for (; back > 0 && end > t->opcode; back--)
        while (end > t->opcode && *--end != '.')
            continue;
    const char *digits = end;
    while (digits > t->opcode && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    int bits = atoi(digits);
    return bits == 8 || bits == 16 || bits == 32 ? bits : 64;
}

const struct poly *expand_variable(struct expansion *x, enum symbol_kind_of kind, int64_t key,
                                   const char *name, int i)
{
    bool is_new;
    int v = symbol_of(&x->symbols, kind, key, name, &is_new);
    if (is_new)
        x->symbols.v[v].instruction = i;
    return poly_variable(x->arena, v);
}

/* If p is a variable's address plus a number: the variable, else -1. */
static int address_in(const struct expansion *x, const struct poly *p, int64_t *offset)
{
    *offset = p->n == 2 ? p->t[1].c : 0;
    if (p->n < 1 || p->n > 2 || p->t[0].n != 1 || p->t[0].c != 1 || (p->n == 2 && p->t[1].n != 0))
        return -1;
    return x->symbols.v[p->t[0].v[0]].kind == VAR_VARIABLE ? p->t[0].v[0] : -1;
}

static const struct poly *parameter(struct expansion *x, int64_t offset, int i)
{
    const struct poly *p = expand_variable(x, VAR_PARAM, offset, NULL, i);
    x->symbols.v[p->t[0].v[0]].bytes = expand_type_bits(&x->flow.listing->texts[i], 0) / 8;
    return p;
}

const struct poly *expand_load(struct expansion *x, int i)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    const struct poly *at = expand_operand(x, i, t->n - 1);
    struct symbols *s = &x->symbols;
    int64_t offset;
    int v = address_in(x, at, &offset), block = x->flow.block_of[i];
    if (v >= 0 && t->n == 2 && !t->is_float && s->v[v].key == SPACE_PARAM)
        return parameter(x, offset, i);
    if (v >= 0 && t->n == 2 && !t->is_float && s->v[v].key == SPACE_CONST)
        return expand_variable(x, VAR_CONSTANT, offset, s->v[v].name, i);
    if (v >= 0 && s->v[v].key == SPACE_LOCAL)
        return expand_opaque(x, i, i, ON_DATA | ON_THREADS | ON_BLOCKS, expand_loops(x, block),
                             "a value in local memory, or of a call that is not inlined");
    bool is_new;
    v = symbol_of(s, VAR_LOADED, i, NULL, &is_new);
    if (is_new) {
        s->v[v].instruction = i;
        s->v[v].on = ON_DATA | poly_on(s, at);
        s->v[v].loops = expand_loops(x, block) | poly_loops(s, at);
        s->v[v].why =
            arena_printf(x->arena, "%s: a value that is loaded", flow_source(t, x->arena));
    }
    return poly_variable(x->arena, v);
}
