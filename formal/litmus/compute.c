/* The results of atomics and of threads' arithmetic. */
#include "formal/litmus/litmus.h"

#include <stdlib.h>

ATOMIC_KNOWN(10);

uint32_t litmus_atomic(enum atomic_fn fn, uint32_t old, uint32_t operand, uint32_t compare)
{
    bool below = (int32_t)old < (int32_t)operand;
    switch (fn) {
    case FN_ADD:
        return old + operand;
    case FN_MIN:
        return below ? old : operand;
    case FN_MAX:
        return below ? operand : old;
    case FN_UMIN:
        return old < operand ? old : operand;
    case FN_UMAX:
        return old < operand ? operand : old;
    case FN_AND:
        return old & operand;
    case FN_OR:
        return old | operand;
    case FN_XOR:
        return old ^ operand;
    case FN_EXCH:
        return operand;
    case FN_CAS:
        return old == compare ? operand : old;
    }
    abort(); /* no such function */
}

static const struct {
    unsigned bits;
    bool is_unsigned;
} types[] = {
    [LITMUS_S32] = {32, false}, [LITMUS_U32] = {32, true},  [LITMUS_S8] = {8, false},
    [LITMUS_U8] = {8, true},    [LITMUS_S16] = {16, false}, [LITMUS_U16] = {16, true},
    [LITMUS_S64] = {64, false}, [LITMUS_U64] = {64, true},
};

unsigned litmus_bits(enum litmus_type type)
{
    return types[type].bits;
}

bool litmus_is_unsigned(enum litmus_type type)
{
    return types[type].is_unsigned;
}

static uint64_t sign_extend(uint64_t value, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return ((value & (2 * sign - 1)) ^ sign) - sign;
}

/* The number itself: an unsigned one has no sign to be extended. */
static uint64_t number(enum litmus_type type, uint64_t value)
{
    if (!types[type].is_unsigned)
        return sign_extend(value, types[type].bits);
    return value & (2 * (UINT64_C(1) << (types[type].bits - 1)) - 1);
}

uint64_t litmus_convert(enum litmus_type type, uint64_t value)
{
    return type == LITMUS_U32 ? sign_extend(value, 32) : number(type, value);
}

uint64_t litmus_loaded(enum litmus_type type, uint32_t word)
{
    return litmus_convert(type, sign_extend(word, 32));
}

uint32_t litmus_stored(enum litmus_type type, uint64_t value)
{
    return (uint32_t)litmus_convert(type, value);
}

bool litmus_fits(enum litmus_type type, uint64_t value)
{
    return litmus_loaded(type, litmus_stored(type, value)) == litmus_convert(type, value);
}

bool litmus_undefined(enum litmus_op op, enum litmus_type type, uint64_t b)
{
    if (op == LITMUS_SHL || op == LITMUS_SHR)
        return number(type, b) >= types[type].bits;
    return (op == LITMUS_DIV || op == LITMUS_REM) && number(type, b) == 0;
}

/* A division by 0 gives 0, as does one whose quotient has no room; the remainder is what is left.
 */
static uint64_t divide(enum litmus_type type, uint64_t a, uint64_t b)
{
    if (b == 0 || (!types[type].is_unsigned && b == UINT64_MAX))
        return b == 0 ? 0 : 0 - a;
    return types[type].is_unsigned ? a / b : (uint64_t)((int64_t)a / (int64_t)b);
}

static uint64_t shift_right(enum litmus_type type, uint64_t a, uint64_t by)
{
    return types[type].is_unsigned ? a >> by : (uint64_t)((int64_t)a >> by);
}

static bool below(enum litmus_type type, uint64_t a, uint64_t b)
{
    return types[type].is_unsigned ? a < b : (int64_t)a < (int64_t)b;
}

uint64_t litmus_compute(enum litmus_op op, enum litmus_type type, uint64_t a, uint64_t b)
{
    uint64_t by = b & (types[type].bits - 1); /* of a shift */
    a = number(type, a);
    b = number(type, b);
    switch (op) {
    case LITMUS_ADD:
        return litmus_convert(type, a + b);
    case LITMUS_SUB:
        return litmus_convert(type, a - b);
    case LITMUS_MUL:
        return litmus_convert(type, a * b);
    case LITMUS_AND:
        return litmus_convert(type, a & b);
    case LITMUS_OR:
        return litmus_convert(type, a | b);
    case LITMUS_XOR:
        return litmus_convert(type, a ^ b);
    case LITMUS_DIV:
        return litmus_convert(type, divide(type, a, b));
    case LITMUS_REM:
        return litmus_convert(type, a - b * divide(type, a, b));
    case LITMUS_SHL:
        return litmus_convert(type, a << by);
    case LITMUS_SHR:
        return litmus_convert(type, shift_right(type, a, by));
    case LITMUS_EQ:
        return a == b;
    case LITMUS_NE:
        return a != b;
    case LITMUS_LT:
        return below(type, a, b);
    case LITMUS_LE:
        break;
    }
    return !below(type, b, a);
}
