/*
 * What an atomic does to an element of a line, and how its request is laid out. Pure data.
 *
 * A request has the operands at their elements' places in `data`, with the elements' bytes in
 * `mask`; an element is 4 bytes, with ATOMIC_WIDE 8. FN_CAS compares with the value that lies at
 * the neighbouring element's place (element number ^ 1), which the mask therefore must not cover,
 * and writes the operand if they are equal. The answer is the whole line as it was before.
 */
#ifndef UMBEL_GEN_PROTO_ATOMIC_H
#define UMBEL_GEN_PROTO_ATOMIC_H

enum atomic_fn {
    FN_ADD = 0,
    FN_MIN = 1, /* signed */
    FN_MAX = 2, /* signed */
    FN_UMIN = 3,
    FN_UMAX = 4,
    FN_AND = 5,
    FN_OR = 6,
    FN_XOR = 7,
    FN_EXCH = 8,
    FN_CAS = 9,
    ATOMIC_FNS
};

/* Added to the function of a request: its elements are 8 bytes. */
enum { ATOMIC_WIDE = 16 };

#endif
