/* Finds the accesses to global memory and what each address begins with. */
#include "sw/locality/impl.h"

#include <stdlib.h>
#include <string.h>

/* How likely a variable is a buffer's address; 0: it is none. */
static int likeness(const struct locality *l, int v)
{
    const struct variable_of *s = &l->x.symbols.v[v];
    if (s->kind == VAR_PARAM && s->key >= 0 && s->key < (int64_t)l->kernel->param_bytes)
        return l->x.is_pointer[s->key] ? 4 : 1;
    if (s->kind == VAR_VARIABLE)
        return 3;
    return s->kind == VAR_LOADED ? 2 : 0;
}

static int find_base(const struct locality *l, const struct poly *address)
{
    int best = -1, most = 0;
    for (int i = 0; i < address->n; i++) {
        const struct term *t = &address->t[i];
        if (t->n == 1 && t->c == 1 && likeness(l, t->v[0]) > most) {
            best = t->v[0];
            most = likeness(l, best);
        }
    }
    return best;
}

static int param_at(const struct ptx_kernel *k, int64_t offset)
{
    for (int i = 0; i < k->n_params; i++)
        if (offset == (int64_t)k->params[i].offset)
            return i;
    return -1;
}

static const char *first_why(const struct locality *l, const struct poly *p)
{
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->t[i].n; k++)
            if (l->x.symbols.v[p->t[i].v[k]].why != NULL)
                return l->x.symbols.v[p->t[i].v[k]].why;
    return NULL;
}

/* Bytes per thread: of the type, times the elements of a vector. */
static uint32_t access_bytes(const struct ptx_text *t)
{
    const char *end = t->opcode + strlen(t->opcode), *digits = end;
    while (digits > t->opcode && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    uint32_t bits = (uint32_t)atoi(digits);
    return bits / 8 * (opcode_has(t, "v2") ? 2 : opcode_has(t, "v4") ? 4 : 1);
}

static int address_operand(const struct ptx_text *t)
{
    for (int k = 0; k < t->n; k++)
        if (t->operands[k].address)
            return k;
    return -1;
}

/* Loads, stores and atomics that may go to global memory. */
static bool is_candidate(const struct ptx_text *t)
{
    if (!opcode_is(t, "ld") && !opcode_is(t, "st") && !opcode_is(t, "atom") &&
        !opcode_is(t, "red") && !opcode_is(t, "ldu"))
        return false;
    return !opcode_has(t, "param") && !opcode_has(t, "shared") && !opcode_has(t, "local") &&
           !opcode_has(t, "const") && address_operand(t) >= 0;
}

static void add_nest(struct locality *l, struct access *a)
{
    const struct flow *f = &l->x.flow;
    int loops[MOST_NEST], n = 0;
    for (int at = f->blocks[f->block_of[a->instruction]].loop; at >= 0; at = f->loops[at].parent) {
        a->pub.depth++;
        if (n < MOST_NEST / 2)
            loops[n++] = at;
    }
    while (n > 0) {
        bool is_new;
        int loop = loops[--n];
        int v = symbol_of(&l->x.symbols, VAR_ITERATION, loop, NULL, &is_new);
        if (is_new) {
            l->x.symbols.v[v].loops = loop_bit(loop);
            l->x.symbols.v[v].instruction = f->blocks[f->loops[loop].header].first;
        }
        a->nest[a->n_nest++] = v;
    }
}

static void set_base(struct locality *l, struct access *a, const struct poly *address)
{
    a->base = find_base(l, address);
    a->pub.param = -1;
    a->offset = address;
    if (a->base < 0) {
        a->pub.why = first_why(l, address);
        if (a->pub.why == NULL)
            a->pub.why = "an address that begins with no pointer";
        return;
    }
    const struct variable_of *s = &l->x.symbols.v[a->base];
    a->offset = poly_add(&l->arena, address, -1, poly_variable(&l->arena, a->base));
    if (s->kind == VAR_PARAM)
        a->pub.param = param_at(l->kernel, s->key);
    else if (s->kind == VAR_VARIABLE)
        a->pub.variable = s->name;
    else
        a->pub.why = s->why;
}

static void add_access(struct locality *l, int i)
{
    const struct ptx_text *t = &l->x.flow.listing->texts[i];
    const struct poly *address = expand_operand(&l->x, i, address_operand(t));
    int base = find_base(l, address);
    if (base >= 0 && l->x.symbols.v[base].kind == VAR_VARIABLE &&
        l->x.symbols.v[base].key != SPACE_GLOBAL)
        return; /* a generic access to other memory */
    bool atomic = opcode_is(t, "atom") || opcode_is(t, "red");
    l->accesses = xgrown(l->accesses, l->n, sizeof *l->accesses);
    struct access *a = &l->accesses[l->n++];
    *a = (struct access){
        .pub = {.file = t->file,
                .line = t->file_line,
                .column = t->file_column,
                .ptx_line = t->line,
                .bytes = access_bytes(t),
                .reads = atomic || opcode_is(t, "ld") || opcode_is(t, "ldu"),
                .writes = atomic || opcode_is(t, "st"),
                .unrolled = 1},
        .instruction = i,
        .m = -1,
        .weight = 1,
        .copies = 1,
    };
    if (a->pub.bytes == 0)
        a->pub.bytes = 1;
    set_base(l, a, address);
    add_nest(l, a);
}

void gather_accesses(struct locality *l)
{
    const struct flow *f = &l->x.flow;
    for (int b = 0; b < f->n_blocks; b++)
        for (int i = f->blocks[b].first; f->blocks[b].order >= 0 && i < f->blocks[b].end; i++)
            if (is_candidate(&f->listing->texts[i]))
                add_access(l, i);
}
