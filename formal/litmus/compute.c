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

uint32_t litmus_compute(enum litmus_op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case LITMUS_ADD:
        return a + b;
    case LITMUS_SUB:
        return a - b;
    case LITMUS_MUL:
        return a * b;
    case LITMUS_AND:
        return a & b;
    case LITMUS_OR:
        return a | b;
    case LITMUS_XOR:
        return a ^ b;
    case LITMUS_EQ:
        return a == b;
    case LITMUS_NE:
        return a != b;
    case LITMUS_LT:
        return (int32_t)a < (int32_t)b;
    case LITMUS_LE:
        return (int32_t)a <= (int32_t)b;
    case LITMUS_ULT:
        return a < b;
    case LITMUS_ULE:
        break;
    }
    return a <= b;
}
