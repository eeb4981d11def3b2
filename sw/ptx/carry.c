/*
 * Arithmetic with a carry: add.cc addc sub.cc subc mad.cc madc. The carry is a bit of each thread,
 * which these instructions alone read and write. After a subtraction it is the borrow.
 */
#include "sw/ptx/parse.h"

/* op.what: the operation, and what it does with the carry. */
enum { CARRY_ADD, CARRY_SUB, CARRY_MAD_LO, CARRY_MAD_HI, CARRY_FN = 3, CARRY_IN = 4 };
enum { CARRY_OUT = 8, CARRY_WIDE = 16, CARRY_SIGNED = 32 };

bool is_carry(const struct inst *in)
{
    static const char *const always[] = {"addc", "subc", "madc"}, *const some[] = {"add", "sub",
                                                                                   "mad"};
    for (int i = 0; i < 3; i++)
        if (part_is(in, 0, always[i]) ||
            (part_is(in, 0, some[i]) && (part_is(in, 1, "cc") || part_is(in, 2, "cc"))))
            return true;
    return false;
}

static exec_fn exec_carry;

/* {add,sub}{c}{.cc}.type, mad{c}.{lo,hi}{.cc}.type */
bool decode_carry(struct parser *p, struct inst *in)
{
    char kind = in->parts[0].s[0];
    bool mad = kind == 'm', in_carry = in->parts[0].n == 4;
    int at = mad ? 2 : 1, n = mad ? 4 : 3;
    bool high = mad && part_is(in, 1, "hi"), out = part_is(in, at, "cc");
    at += out;
    bool wide = part_is(in, at, "u64") || part_is(in, at, "s64");
    bool is_signed = part_is(in, at, "s32") || part_is(in, at, "s64");
    if (in->n_parts != at + 1 || (mad && !high && !part_is(in, 1, "lo")) ||
        !(wide || is_signed || part_is(in, at, "u32")))
        return unsupported(p, in, "there is no such instruction");
    struct op *op = &in->op;
    char letter = wide ? 'l' : 'w';
    int fn = kind == 'a' ? CARRY_ADD : kind == 's' ? CARRY_SUB : high ? CARRY_MAD_HI : CARRY_MAD_LO;
    op->what = (uint8_t)(fn | (in_carry ? CARRY_IN : 0) | (out ? CARRY_OUT : 0) |
                         (wide ? CARRY_WIDE : 0) | (is_signed ? CARRY_SIGNED : 0));
    op->exec = exec_carry;
    in->info.class = mad ? PTX_MUL : PTX_INT;
    return operands(p, in, n, n) && destination(p, in, 0, letter, &op->d) &&
           source(p, in, 1, letter, &op->a) && source(p, in, 2, letter, &op->b) &&
           (!mad || source(p, in, 3, letter, &op->c));
}

static uint64_t lane_value(const void *lanes, int i, bool wide)
{
    return wide ? ((const uint64_t *)lanes)[i] : ((const uint32_t *)lanes)[i];
}

/* The low or high half of a product. */
static uint64_t product(int what, uint64_t a, uint64_t b)
{
    bool high = (what & CARRY_FN) == CARRY_MAD_HI, is_signed = (what & CARRY_SIGNED) != 0;
    if (!high)
        return a * b;
    if ((what & CARRY_WIDE) == 0)
        return is_signed ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32 : a * b >> 32;
    return is_signed ? (uint64_t)((unsigned __int128)((__int128)(int64_t)a * (int64_t)b) >> 64)
                     : (uint64_t)((unsigned __int128)a * b >> 64);
}

/* One lane; `carry` is changed from what it was to what it becomes. */
static uint64_t with_carry(int what, uint64_t a, uint64_t b, uint64_t c, bool *carry)
{
    int bits = (what & CARRY_WIDE) != 0 ? 64 : 32, fn = what & CARRY_FN;
    uint64_t all = UINT64_MAX >> (64 - bits);
    unsigned __int128 more = (what & CARRY_IN) != 0 && *carry ? 1 : 0, sum;
    if (fn == CARRY_SUB)
        sum = (unsigned __int128)a - b - more;
    else if (fn == CARRY_ADD)
        sum = (unsigned __int128)a + b + more;
    else
        sum = (unsigned __int128)(product(what, a, b) & all) + c + more;
    *carry = (sum >> bits & 1) != 0;
    return (uint64_t)sum & all;
}

static bool exec_carry(struct step *s, const struct op *o, uint32_t mask)
{
    struct simt_warp *w = s->w;
    const void *a = lanes_at(w, o->a), *b = lanes_at(w, o->b), *c = lanes_at(w, o->c);
    bool wide = (o->what & CARRY_WIDE) != 0;
    uint32_t narrow[LANES], after = 0;
    uint64_t value[LANES];
    for (int i = 0; i < LANES; i++) {
        bool carry = (w->carry >> i & 1) != 0;
        value[i] = with_carry(o->what, lane_value(a, i, wide), lane_value(b, i, wide),
                              lane_value(c, i, wide), &carry);
        narrow[i] = (uint32_t)value[i];
        after |= carry ? 1u << i : 0u;
    }
    if (wide)
        w->isa->blend64(lanes_at(w, o->d), value, mask);
    else
        w->isa->blend32(lanes_at(w, o->d), narrow, mask);
    if ((o->what & CARRY_OUT) != 0)
        w->carry = (w->carry & ~mask) | (after & mask);
    return true;
}
