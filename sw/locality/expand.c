/* Instructions: what each computes from its operands. */
#include "sw/locality/expand.h"

#include "sw/ptx/listing.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH = 600 };

static const struct poly *expand_result(struct expansion *x, int i);

bool expansion_start(struct expansion *x, const struct ptx_kernel *k, struct arena *a,
                     struct error *err)
{
    *x = (struct expansion){.arena = a};
    if (!flow_new(&x->flow, ptx_listing(k), k->name, a, err))
        return false;
    symbols_start(&x->symbols, a);
    x->value = ARENA_ARRAY(a, const struct poly *, x->flow.listing->n + 1);
    x->is_pointer = ARENA_ARRAY(a, uint8_t, k->param_bytes + 1);
    for (int i = 0; i < x->flow.n_reached; i++) {
        const struct block *b = &x->flow.blocks[x->flow.in_order[i]];
        for (int at = b->first; at < b->end; at++)
            if (!x->flow.listing->texts[at].is_float)
                expand_result(x, at);
    }
    return true;
}

void expansion_free(struct expansion *x)
{
    symbols_free(&x->symbols);
    free(x->phis);
    x->phis = NULL;
}

/* ---- operands ---- */

int expand_writer(const struct expansion *x, int reg)
{
    int first = x->flow.first_writer[reg];
    return x->flow.first_writer[reg + 1] == first + 1 ? x->flow.writers[first] : -1;
}

/* The last of a register's writers in [first, at); -1: none. */
static int last_writer(const struct flow *f, int reg, int first, int at)
{
    int low = f->first_writer[reg], high = f->first_writer[reg + 1];
    while (low < high) {
        int middle = (low + high) / 2;
        if (f->writers[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    low--;
    return low >= f->first_writer[reg] && f->writers[low] >= first ? f->writers[low] : -1;
}

const struct poly *expand_register(struct expansion *x, int block, int at, int reg)
{
    const struct flow *f = &x->flow;
    int only = expand_writer(x, reg), from = block;
    if (only >= 0 && f->blocks[f->block_of[only]].order >= 0)
        return expand_leave(x, expand_result(x, only), f->block_of[only], block);
    for (int hops = 0; hops <= f->n_blocks; hops++) {
        const struct block *b = &f->blocks[from];
        int i = last_writer(f, reg, b->first, at);
        if (i >= 0)
            return expand_leave(x, expand_result(x, i), from, block);
        if (b->n_before > 1 || (b->loop >= 0 && f->loops[b->loop].header == from))
            return expand_leave(x, expand_phi(x, from, reg), from, block);
        if (b->n_before == 0)
            break;
        from = b->before[0];
        at = f->blocks[from].end;
    }
    return expand_opaque(x, (INT64_C(4) << 40) + reg, -1, ON_DATA, 0, "a register that is not set");
}

static const struct poly *special(struct expansion *x, int i, const char *name)
{
    static const char *const prime[] = {"%tid.x",   "%tid.y",    "%tid.z",    "%ctaid.x",
                                        "%ctaid.y", "%ctaid.z",  "%ntid.x",   "%ntid.y",
                                        "%ntid.z",  "%nctaid.x", "%nctaid.y", "%nctaid.z"};
    for (int k = 0; k < 12; k++)
        if (strcmp(name, prime[k]) == 0)
            return poly_variable(x->arena, VAR_TX + k);
    return expand_opaque(x, (INT64_C(5) << 40) + (int64_t)name[1] * 256 + name[2], i, ON_THREADS, 0,
                         arena_printf(x->arena, "special register %s", name));
}

const struct poly *expand_operand(struct expansion *x, int i, int k)
{
    const struct ptx_operand *o = &x->flow.listing->texts[i].operands[k];
    const struct poly *p = NULL;
    switch (o->kind) {
    case PTX_NUMBER:
        return poly_number(x->arena, o->value);
    case PTX_SPECIAL:
        return special(x, i, o->name);
    case PTX_REGISTER:
        p = expand_register(x, x->flow.block_of[i], i, o->reg);
        break;
    case PTX_VARIABLE:
        p = expand_variable(x, VAR_VARIABLE, o->space, o->name, i);
        break;
    case PTX_PARAM:
        p = expand_variable(x, VAR_VARIABLE, SPACE_PARAM, NULL, i);
        break;
    default:
        return expand_opaque(x, (INT64_C(6) << 40) + i, i, ON_DATA, 0, "an operand of this kind");
    }
    p = poly_resolve(&x->symbols, p);
    if (p != NULL && (o->address || o->kind == PTX_VARIABLE || o->kind == PTX_PARAM))
        p = poly_add(x->arena, p, 1, poly_number(x->arena, o->value));
    return p != NULL ? p
                     : expand_opaque(x, (INT64_C(6) << 40) + i, i, ON_DATA,
                                     expand_loops(x, x->flow.block_of[i]),
                                     "an expression that is too large");
}

/* ---- arithmetic ---- */

/* A number of the instruction's type as a signed one. */
static bool number(struct expansion *x, int i, const struct poly *p, int64_t *c)
{
    if (!poly_is_number(p, c))
        return false;
    int bits = expand_type_bits(&x->flow.listing->texts[i], 0);
    if (bits < 64)
        *c = (int64_t)((uint64_t)*c << (64 - bits)) >> (64 - bits);
    return true;
}

static const struct poly *signed_operand(struct expansion *x, int i, int k)
{
    const struct poly *p = expand_operand(x, i, k);
    int64_t c;
    return number(x, i, p, &c) ? poly_number(x->arena, c) : p;
}

static const struct poly *convert(struct expansion *x, int i)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    for (const char *dot = t->opcode; (dot = strchr(dot, '.')) != NULL; dot++)
        if (dot[1] == 'f' && dot[2] != 't') /* .f32, and not .ftz */
            return expand_unknown(x, i, "a number that was a floating-point one");
    const struct poly *p = expand_operand(x, i, 1);
    int to = expand_type_bits(t, 1), from = expand_type_bits(t, 0), bits = to < from ? to : from;
    return bits <= 8 ? bits_and(&x->symbols, p, (INT64_C(1) << bits) - 1) : p;
}

static const struct poly *multiply(struct expansion *x, int i)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    const struct poly *a = signed_operand(x, i, 1), *b = signed_operand(x, i, 2);
    bool high = opcode_has(t, "hi");
    if (high && expand_type_bits(t, 0) > 32)
        return NULL;
    int64_t c;
    if (opcode_has(t, "u32") && !opcode_has(t, "lo") && poly_is_number(b, &c))
        b = poly_number(x->arena, c & UINT32_MAX);
    if (opcode_has(t, "u16") && !opcode_has(t, "lo") && poly_is_number(b, &c))
        b = poly_number(x->arena, c & UINT16_MAX);
    const struct poly *p = poly_mul(x->arena, a, b);
    p = high ? bits_shift(&x->symbols, p, expand_type_bits(t, 0)) : p;
    return opcode_is(t, "mul") || opcode_is(t, "mul24")
               ? p
               : poly_add(x->arena, p, 1, signed_operand(x, i, 3));
}

static const struct poly *shift(struct expansion *x, int i)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    const struct poly *p = signed_operand(x, i, 1);
    int64_t by, c;
    int bits = expand_type_bits(t, 0);
    const struct poly *amount = expand_operand(x, i, 2);
    if (!poly_is_number(amount, &by)) { /* of a power of two that all threads share */
        const struct poly *power =
            symbol_function(&x->symbols, VAR_POWER, amount, poly_number(x->arena, 0));
        if (!poly_uniform(&x->symbols, amount))
            return expand_unknown(x, i, "a shift by a variable");
        return opcode_is(t, "shl") ? poly_mul(x->arena, p, power)
                                   : bits_quotient(&x->symbols, p, power);
    }
    if (by < 0 || by > 62 || by >= bits)
        return expand_unknown(x, i, "a shift of all bits");
    if (opcode_is(t, "shl"))
        return poly_scale(x->arena, p, INT64_C(1) << by);
    /* The sign of a number that is at least 0. */
    if (by == bits - 1 && !poly_is_number(p, &c))
        return poly_number(x->arena, 0);
    return bits_shift(&x->symbols, p, (int)by);
}

/* Whether operand k is all ones if an index is below 0, and else none: its sign, shifted down. */
static bool is_sign(struct expansion *x, int i, int k)
{
    const struct ptx_operand *o = &x->flow.listing->texts[i].operands[k];
    const int set = o->kind == PTX_REGISTER ? expand_writer(x, o->reg) : -1;
    const struct ptx_text *t = set >= 0 ? &x->flow.listing->texts[set] : NULL;
    return t != NULL && opcode_is(t, "shr.s32") && t->operands[2].kind == PTX_NUMBER &&
           t->operands[2].value == 31 &&
           (poly_on(&x->symbols, expand_operand(x, set, 1)) & ON_DATA) == 0;
}

/* x < 0 ? y : 0, as (x >> 31) & y. With a number for y it is a part of a quotient, which is 0. */
static bool is_below_zero(struct expansion *x, int i)
{
    int64_t y;
    return (is_sign(x, i, 1) && !poly_is_number(expand_operand(x, i, 2), &y)) ||
           (is_sign(x, i, 2) && !poly_is_number(expand_operand(x, i, 1), &y));
}

static const struct poly *logic(struct expansion *x, int i)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    const struct poly *a = signed_operand(x, i, 1), *b = signed_operand(x, i, 2), *p = NULL;
    int64_t c;
    if (poly_is_number(a, &c)) {
        const struct poly *swap = a;
        a = b;
        b = swap;
    }
    bool is_number = poly_is_number(b, &c);
    if (opcode_is(t, "and") && is_below_zero(x, i))
        return expand_negative(x, i, i);
    /* Numbers of 16 bits (unsigned short) and of 24 (__mul24) are converted so. */
    if (opcode_is(t, "and") && is_number && (c == UINT16_MAX || c == 0xffffff))
        p = a;
    else if (opcode_is(t, "and") && is_number)
        p = bits_and(&x->symbols, a, c);
    else if (opcode_is(t, "or"))
        p = bits_or(&x->symbols, a, b);
    else if (opcode_is(t, "xor") && is_number && c == -1)
        p = poly_add(x->arena, poly_number(x->arena, -1), -1, a);
    else if (poly_equal(a, b))
        p = opcode_is(t, "xor") ? poly_number(x->arena, 0) : a;
    return p != NULL ? p : expand_unknown(x, i, "bits of a number that are no multiple of it");
}

static const struct poly *divide(struct expansion *x, int i)
{
    const struct poly *a = signed_operand(x, i, 1), *b = signed_operand(x, i, 2);
    const struct poly *q = bits_quotient(&x->symbols, a, b);
    if (opcode_is(&x->flow.listing->texts[i], "div"))
        return q;
    return poly_add(x->arena, a, -1, q == NULL ? NULL : poly_mul(x->arena, q, b));
}

static const struct poly *field(struct expansion *x, int i)
{
    int64_t at, bits;
    if (!poly_is_number(expand_operand(x, i, 2), &at) ||
        !poly_is_number(expand_operand(x, i, 3), &bits) || bits < 1 || bits > 61)
        return NULL;
    const struct poly *p = bits_shift(&x->symbols, expand_operand(x, i, 1), (int)at);
    if (at == 0 && (bits == 16 || bits == 24)) /* as in logic() */
        return p;
    return bits_and(&x->symbols, p, (INT64_C(1) << bits) - 1);
}

/* selp d, a, b, p */
static const struct poly *choose(struct expansion *x, int i)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    const struct poly *a = signed_operand(x, i, 1), *b = signed_operand(x, i, 2), *p = NULL;
    int set = t->operands[3].kind == PTX_REGISTER ? expand_writer(x, t->operands[3].reg) : -1;
    const struct ptx_text *c = set >= 0 ? &x->flow.listing->texts[set] : NULL;
    if (c != NULL && c->n == 3 && !c->is_float &&
        (opcode_is(c, "setp.eq") || opcode_is(c, "setp.ne"))) {
        bool eq = opcode_is(c, "setp.eq");
        struct condition is = {expand_operand(x, set, 1), expand_operand(x, set, 2)};
        p = expand_agree(x, i, i, &is, eq ? a : b, eq ? b : a);
    }
    return p != NULL ? p : expand_either(x, i, i, b, a);
}

static const struct poly *cvta(struct expansion *x, int i)
{
    const struct poly *p = expand_operand(x, i, 1);
    int v;
    if (poly_is_variable(p, &v) && x->symbols.v[v].kind == VAR_PARAM)
        x->is_pointer[x->symbols.v[v].key] = 1;
    return p;
}

/* `*known`: the instruction is one of these. */
static const struct poly *arithmetic(struct expansion *x, int i, bool *known)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    struct arena *a = x->arena;
    *known = true;
    if (opcode_is(t, "mov"))
        return t->n == 2 ? signed_operand(x, i, 1) : NULL;
    if (opcode_is(t, "add"))
        return poly_add(a, signed_operand(x, i, 1), 1, signed_operand(x, i, 2));
    if (opcode_is(t, "sub"))
        return poly_add(a, signed_operand(x, i, 1), -1, signed_operand(x, i, 2));
    if (opcode_is(t, "mul") || opcode_is(t, "mad") || opcode_is(t, "mul24") ||
        opcode_is(t, "mad24"))
        return multiply(x, i);
    if (opcode_is(t, "shl") || opcode_is(t, "shr"))
        return shift(x, i);
    if (opcode_is(t, "and") || opcode_is(t, "or") || opcode_is(t, "xor"))
        return logic(x, i);
    if (opcode_is(t, "not"))
        return poly_add(a, poly_number(a, -1), -1, signed_operand(x, i, 1));
    if (opcode_is(t, "neg"))
        return poly_scale(a, signed_operand(x, i, 1), -1);
    if (opcode_is(t, "div") || opcode_is(t, "rem"))
        return divide(x, i);
    if (opcode_is(t, "min") || opcode_is(t, "max"))
        return (opcode_has(t, "s32") || opcode_has(t, "s64") ? expand_limit : expand_either)(
            x, i, i, signed_operand(x, i, 1), signed_operand(x, i, 2));
    if (opcode_is(t, "bfe"))
        return field(x, i);
    *known = false;
    return NULL;
}

static const struct poly *result(struct expansion *x, int i)
{
    const struct ptx_text *t = &x->flow.listing->texts[i];
    if (t->guard >= 0)
        return expand_unknown(x, i, "a value that is set under a condition");
    if (opcode_is(t, "ld") || opcode_is(t, "ldu"))
        return expand_load(x, i);
    if (opcode_is(t, "cvt"))
        return convert(x, i);
    if (opcode_is(t, "cvta"))
        return cvta(x, i);
    if (opcode_is(t, "selp") && t->n == 4 && !t->is_float)
        return choose(x, i);
    if (opcode_is(t, "atom") || opcode_is(t, "shfl") || opcode_is(t, "vote") ||
        opcode_is(t, "activemask") || opcode_is(t, "match"))
        return expand_opaque(x, i, i, ON_DATA | ON_THREADS | ON_BLOCKS,
                             expand_loops(x, x->flow.block_of[i]),
                             "what an atomic or another lane returns");
    if (t->is_float || opcode_is(t, "setp"))
        return expand_unknown(x, i, "a condition, or a floating-point number");
    bool known = false;
    const struct poly *p = arithmetic(x, i, &known);
    const char *why = known ? "an expression that is too large"
                            : arena_printf(x->arena, "the result of %s", t->opcode);
    return p != NULL ? p : expand_unknown(x, i, why);
}

/* What instruction i computes. Never NULL: what cannot be followed is a variable that tells why. */
static const struct poly *expand_result(struct expansion *x, int i)
{
    /* Every circle of registers passes a phi, which ends it, unless one is not set. */
    if (x->value[i] == NULL && x->depth >= DEPTH)
        return expand_opaque(x, (INT64_C(7) << 40) + i, i, ON_DATA | ON_THREADS | ON_BLOCKS,
                             expand_loops(x, x->flow.block_of[i]),
                             "code that is too deep to be followed");
    if (x->value[i] == NULL) {
        bool writes =
            x->flow.listing->texts[i].n > 0 && x->flow.listing->texts[i].operands[0].written;
        x->depth++;
        x->value[i] = writes ? result(x, i) : poly_number(x->arena, 0);
        x->depth--;
    }
    const struct poly *p = poly_resolve(&x->symbols, x->value[i]);
    return p != NULL ? p
                     : expand_opaque(x, (INT64_C(8) << 40) + i, i, ON_DATA, 0,
                                     "an expression that is too large");
}
