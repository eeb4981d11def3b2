#include "sw/host/ssa_value.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static uint64_t cut(uint64_t v, uint32_t bits)
{
    return bits >= 64 ? v : v & ((UINT64_C(1) << bits) - 1);
}

static int64_t widened(uint64_t v, uint32_t bits)
{
    assert(bits > 0);
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)((cut(v, bits) ^ sign) - sign);
}

static double real_of(uint64_t bits, uint32_t width)
{
    uint32_t low = (uint32_t)bits;
    float narrow;
    double v;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&v, &bits, sizeof v);
    return width == 32 ? (double)narrow : v;
}

/* Rounds to float where the value is one: of sums, products, quotients and roots of floats that is
 * what float arithmetic gives, as a double has more than twice its digits. */
static uint64_t bits_of(double v, uint32_t width)
{
    float narrow = (float)v;
    uint32_t low;
    uint64_t wide;
    memcpy(&low, &narrow, sizeof low);
    memcpy(&wide, &v, sizeof wide);
    return width == 32 ? low : wide;
}

/* ---- integers ---- */

static bool divide(const struct ssa_inst *i, uint64_t a, uint64_t b, uint64_t *out)
{
    bool is_signed = i->op == SSA_SDIV || i->op == SSA_SREM;
    int64_t x = widened(a, i->bits), y = widened(b, i->bits);
    uint64_t least = UINT64_C(1) << (i->bits - 1);
    if (b == 0 || (is_signed && a == least && y == -1))
        return false;
    switch (i->op) {
    case SSA_UDIV:
        *out = a / b;
        break;
    case SSA_UREM:
        *out = a % b;
        break;
    case SSA_SDIV:
        *out = (uint64_t)(x / y);
        break;
    default:
        *out = (uint64_t)(x % y);
    }
    return true;
}

static uint64_t shifted(const struct ssa_inst *i, uint64_t a, uint64_t by)
{
    if (by >= i->bits)
        return 0; /* what C leaves open */
    if (i->op == SSA_SHL)
        return a << by;
    return i->op == SSA_LSHR ? a >> by : (uint64_t)(widened(a, i->bits) >> by);
}

static bool integer(const struct ssa_inst *i, uint64_t a, uint64_t b, uint64_t *out)
{
    switch (i->op) {
    case SSA_ADD:
        *out = a + b;
        return true;
    case SSA_SUB:
        *out = a - b;
        return true;
    case SSA_MUL:
        *out = a * b;
        return true;
    case SSA_AND:
        *out = a & b;
        return true;
    case SSA_OR:
        *out = a | b;
        return true;
    case SSA_XOR:
        *out = a ^ b;
        return true;
    case SSA_SHL:
    case SSA_LSHR:
    case SSA_ASHR:
        *out = shifted(i, a, b);
        return true;
    default:
        return divide(i, a, b, out);
    }
}

static bool ordered(enum ssa_order order, uint64_t a, uint64_t b, uint32_t bits)
{
    int64_t x = widened(a, bits), y = widened(b, bits);
    switch (order) {
    case SSA_EQ:
        return a == b;
    case SSA_NE:
        return a != b;
    case SSA_UGT:
        return a > b;
    case SSA_UGE:
        return a >= b;
    case SSA_ULT:
        return a < b;
    case SSA_ULE:
        return a <= b;
    case SSA_SGT:
        return x > y;
    case SSA_SGE:
        return x >= y;
    case SSA_SLT:
        return x < y;
    case SSA_SLE:
        return x <= y;
    }
    return false;
}

static uint64_t least_or_most(const struct ssa_inst *i, uint64_t a, uint64_t b)
{
    int64_t x = widened(a, i->bits), y = widened(b, i->bits);
    switch (i->op) {
    case SSA_UMIN:
        return a < b ? a : b;
    case SSA_UMAX:
        return a > b ? a : b;
    case SSA_SMIN:
        return x < y ? a : b;
    case SSA_SMAX:
        return x > y ? a : b;
    default: /* SSA_ABS */
        return x < 0 ? 0 - a : a;
    }
}

/* ---- reals ---- */

static uint64_t real(const struct ssa_inst *i, double x, double y)
{
    switch (i->op) {
    case SSA_FADD:
        return bits_of(x + y, i->bits);
    case SSA_FSUB:
        return bits_of(x - y, i->bits);
    case SSA_FMUL:
        return bits_of(x * y, i->bits);
    case SSA_FDIV:
        return bits_of(x / y, i->bits);
    default: /* SSA_SQRT */
        return bits_of(sqrt(x), i->bits);
    }
}

static bool compared(uint8_t holds, double x, double y)
{
    int which = x < y ? SSA_LESS : x > y ? SSA_MORE : x == y ? SSA_EQUAL : SSA_UNORDERED;
    return (holds & which) != 0;
}

/* ---- conversions ---- */

/* What x86's conversions give for a value that does not fit is left open by C. */
static uint64_t to_integer(const struct ssa_inst *i, double v)
{
    if (i->op == SSA_FPTOUI)
        return v > -1 && v < 0x1p64 ? (uint64_t)v : 0;
    return v >= -0x1p63 && v < 0x1p63 ? (uint64_t)(int64_t)v : UINT64_C(1) << 63;
}

/* In one step to float: a double between could round twice. */
static uint64_t from_integer(const struct ssa_inst *i, uint64_t a)
{
    bool is_signed = i->op == SSA_SITOFP;
    int64_t x = widened(a, i->from);
    if (i->bits == 64)
        return bits_of(is_signed ? (double)x : (double)a, 64);
    return bits_of((double)(is_signed ? (float)x : (float)a), 32);
}

static uint64_t converted(const struct ssa_inst *i, uint64_t a)
{
    switch (i->op) {
    case SSA_SEXT:
        return (uint64_t)widened(a, i->from);
    case SSA_FPTRUNC:
    case SSA_FPEXT:
        return bits_of(real_of(a, i->from), i->bits);
    case SSA_FPTOUI:
    case SSA_FPTOSI:
        return to_integer(i, real_of(a, i->from));
    case SSA_UITOFP:
    case SSA_SITOFP:
        return from_integer(i, a);
    default: /* the same bits, or fewer */
        return a;
    }
}

static uint64_t address(const struct ssa_inst *i, const uint64_t *in)
{
    uint64_t at = in[0] + (uint64_t)i->offset;
    for (uint32_t k = 1; k < i->n; k++)
        at += (uint64_t)(widened(in[k], i->index_bits[k]) * i->scale[k]);
    return at;
}

bool ssa_value(const struct ssa_inst *i, const uint64_t *in, uint64_t *out)
{
    bool ok = true;
    *out = 0;
    uint64_t sign = i->bits > 0 ? UINT64_C(1) << (i->bits - 1) : 0;
    if (i->op <= SSA_XOR)
        ok = integer(i, in[0], in[1], out);
    else if (i->op <= SSA_FDIV)
        *out = real(i, real_of(in[0], i->bits), real_of(in[1], i->bits));
    else if (i->op == SSA_SQRT)
        *out = real(i, real_of(in[0], i->bits), 0);
    else if (i->op == SSA_FNEG)
        *out = in[0] ^ sign;
    else if (i->op == SSA_FABS)
        *out = in[0] & ~sign;
    else if (i->op == SSA_COPYSIGN)
        *out = (in[0] & ~sign) | (in[1] & sign);
    else if (i->op == SSA_ICMP)
        *out = ordered((enum ssa_order)i->what, in[0], in[1], i->from);
    else if (i->op == SSA_FCMP)
        *out = compared(i->what, real_of(in[0], i->from), real_of(in[1], i->from));
    else if (i->op == SSA_SELECT)
        *out = (in[0] & 1) != 0 ? in[1] : in[2];
    else if (i->op == SSA_ADDRESS)
        *out = address(i, in);
    else if (i->op >= SSA_UMIN && i->op <= SSA_ABS)
        *out = least_or_most(i, in[0], in[1]);
    else
        *out = converted(i, in[0]);
    *out = cut(*out, i->bits);
    return ok;
}
