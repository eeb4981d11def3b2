/* Parses operands as they are written. */
#include "sw/ptx/parse.h"

#include <string.h>

/* Finds %r5 in a range %r<8>. The digits at the end are the number, without leading zeros; the
 * prefix may itself end with digits. */
static bool find_in_range(struct parser *p, const struct token *name, struct reg *r)
{
    uint64_t number = 0, unit = 1;
    for (size_t n = name->n; n-- > 1 && name->n - n <= 6;) {
        char c = name->s[n];
        if (c < '0' || c > '9')
            return false;
        number += (uint64_t)(c - '0') * unit;
        unit *= 10;
        /* The number must not begin with a zero, so the prefix must be shorter. */
        if (c == '0' && name->n - n > 1)
            continue;
        struct symbol *s = symbol_find(p, name->s, n);
        if (s != NULL && s->kind == SYM_REGS && s->range && number < s->count) {
            uint32_t step = s->first.bits == 1    ? 1
                            : s->first.bits == 64 ? LANES64_BYTES
                                                  : LANES32_BYTES;
            *r = s->first;
            r->number += (int)number;
            r->at += (uint32_t)number * step;
            return true;
        }
    }
    return false;
}

bool find_reg(struct parser *p, const struct token *name, struct reg *r)
{
    struct symbol *s = symbol_find(p, name->s, name->n);
    if (s != NULL && s->kind == SYM_REGS && !s->range) {
        *r = s->first;
        return true;
    }
    return find_in_range(p, name, r);
}

static const char *const special_names[SREG_COUNT] = {"%tid.x",           "%tid.y",
                                                      "%tid.z",           "%ntid.x",
                                                      "%ntid.y",          "%ntid.z",
                                                      "%ctaid.x",         "%ctaid.y",
                                                      "%ctaid.z",         "%nctaid.x",
                                                      "%nctaid.y",        "%nctaid.z",
                                                      "%laneid",          "%warpid",
                                                      "%nwarpid",         "%lanemask_eq",
                                                      "%lanemask_lt",     "%lanemask_le",
                                                      "%lanemask_gt",     "%lanemask_ge",
                                                      "%total_smem_size", "%dynamic_smem_size",
                                                      "%envreg1",         "%clock",
                                                      "%clock_hi",        "%clock64",
                                                      "%globaltimer",     "%globaltimer_lo",
                                                      "%globaltimer_hi",  "%smid"};

const char *special_register_name(int what)
{
    return special_names[what];
}

static int special_register(const struct token *t)
{
    for (int i = 0; i < SREG_COUNT; i++)
        if (token_eq(t, special_names[i]))
            return i;
    return -1;
}

/* Gives a shared variable of the module its offset in this kernel, at its first use there. */
static bool place_shared(struct parser *p, struct symbol *s, const struct token *at)
{
    struct build *b = &p->b;
    if (!s->module_shared || s->user == b->k)
        return true;
    s->user = b->k;
    if (s->dynamic) {
        /* At least 16 bytes: the alignment of the widest vector access. */
        uint32_t align = s->align > 16 ? (uint32_t)s->align : 16;
        b->dynamic_align = align > b->dynamic_align ? align : b->dynamic_align;
        return true;
    }
    s->offset = align_up(b->shared_bytes, s->align);
    if (s->offset + s->bytes > MAX_SHARED)
        return fail(p, at, "shared memory is larger than %d bytes", MAX_SHARED);
    b->shared_bytes = (uint32_t)(s->offset + s->bytes);
    return true;
}

static bool name_operand(struct parser *p, struct scalar *s)
{
    int special = special_register(&s->at);
    if (find_reg(p, &s->at, &s->reg)) {
        s->kind = OPD_REG;
        return true;
    }
    if (special >= 0) {
        s->kind = OPD_SPECIAL;
        s->value = (uint64_t)special;
        return true;
    }
    if (token_eq(&s->at, "_")) {
        s->kind = OPD_SINK;
        return true;
    }
    if (s->at.s[0] == '%')
        return fail(p, &s->at, "undeclared register '%.*s'", s->at.n > 60 ? 60 : (int)s->at.n,
                    s->at.s);
    struct symbol *symbol = symbol_find(p, s->at.s, s->at.n);
    s->kind = OPD_NAME;
    if (symbol != NULL && symbol->kind != SYM_REGS) {
        s->kind = OPD_SYMBOL;
        s->symbol = symbol;
        return place_shared(p, symbol, &s->at);
    }
    return true;
}

static void negate(struct scalar *s)
{
    if (s->kind == OPD_INT)
        s->value = 0u - s->value;
    else
        s->value ^= s->kind == OPD_F32 ? (uint64_t)1 << 31 : (uint64_t)1 << 63;
}

static bool parse_scalar(struct parser *p, struct scalar *s)
{
    bool minus = accept(p, '-');
    if (!minus)
        accept(p, '+');
    s->at = p->t;
    s->value = p->t.value;
    switch (p->t.kind) {
    case TOK_INT:
        s->kind = OPD_INT;
        break;
    case TOK_F32:
        s->kind = OPD_F32;
        break;
    case TOK_F64:
        s->kind = OPD_F64;
        break;
    case TOK_NAME:
        next(p);
        return minus ? fail(p, &s->at, "a register cannot be negated here") : name_operand(p, s);
    default:
        return expected(p, "an operand");
    }
    if (minus)
        negate(s);
    next(p);
    return true;
}

/* Reads +8, -8, and clang's +-8. */
static bool parse_offset(struct parser *p, uint64_t *value)
{
    *value = 0;
    while (token_is(&p->t, '+') || token_is(&p->t, '-')) {
        bool minus = token_is(&p->t, '-');
        next(p);
        if (accept(p, '-'))
            minus = !minus;
        if (p->t.kind != TOK_INT)
            return expected(p, "an offset");
        *value += minus ? 0u - p->t.value : p->t.value;
        next(p);
    }
    return true;
}

static bool parse_vector(struct parser *p, struct operand *o)
{
    o->is_vector = true;
    o->s.at = p->t;
    next(p);
    do {
        if (o->n_vec == OP_VECTOR)
            return fail(p, &p->t, "a vector has at most %d elements", OP_VECTOR);
        if (!parse_scalar(p, &o->vec[o->n_vec]))
            return false;
        o->n_vec++;
    } while (accept(p, ','));
    return expect(p, '}');
}

static bool parse_address(struct parser *p, struct operand *o)
{
    o->is_address = true;
    next(p);
    if (!parse_scalar(p, &o->s))
        return false;
    uint64_t offset;
    if (!parse_offset(p, &offset))
        return false;
    if (o->s.kind == OPD_REG || o->s.kind == OPD_INT || o->s.kind == OPD_SYMBOL) {
        if (o->s.kind == OPD_REG || o->s.kind == OPD_SYMBOL)
            o->s.value = offset;
        else
            o->s.value += offset;
        return expect(p, ']');
    }
    return fail(p, &o->s.at, "'%.*s' is no address", o->s.at.n > 60 ? 60 : (int)o->s.at.n,
                o->s.at.s);
}

static bool parse_operand(struct parser *p, struct operand *o)
{
    if (token_is(&p->t, '{'))
        return parse_vector(p, o);
    if (token_is(&p->t, '['))
        return parse_address(p, o);
    o->negated = accept(p, '!');
    if (!parse_scalar(p, &o->s))
        return false;
    if (accept(p, '|')) {
        o->is_pair = true;
        return parse_scalar(p, &o->pair);
    }
    if (o->s.kind == OPD_SYMBOL)
        return parse_offset(p, &o->s.value);
    return true;
}

bool parse_operands(struct parser *p, struct inst *in)
{
    if (token_is(&p->t, ';')) {
        next(p);
        return true;
    }
    do {
        if (in->n == PTX_MAX_OPERANDS)
            return fail(p, &p->t, "too many operands");
        if (!parse_operand(p, &in->o[in->n]))
            return false;
        in->n++;
    } while (accept(p, ','));
    if (accept(p, ';'))
        return true;
    if (p->t.line != in->at.line)
        return fail(p, &in->at, "missing ';' after '%.*s'", in->at.n > 60 ? 60 : (int)in->at.n,
                    in->at.s);
    return expected(p, "',' or ';'");
}
