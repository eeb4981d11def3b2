/*
 * What an atomic does to an element of a line, and how its request is laid out. Pure data.
 *
 * A request has its operands in `data`, each at the place of its element, and the bytes of those
 * elements in `mask`. An element is 4 bytes, with ATOMIC_WIDE 8. FN_CAS compares the element with
 * the value at the neighbouring element's place in `data` (element number ^ 1), which the mask
 * therefore must not cover, and writes the operand if they are equal. The answer is the whole line
 * as it was before.
 *
 * To add a function, add its line below. Each place that gives functions a meaning or a name then
 * refuses to compile, or its test fails, until the new one is there:
 *
 *   meaning     rtl/um_atomic.v                  the hardware, which everything else must equal
 *               sw/ptx/exec_atomic.c             shared memory, and the reference run
 *               formal/litmus/compute.c         the models of litmus tests
 *   name        sw/ptx/decode_atomic.c           PTX of kernels
 *               formal/litmus/read/parse_access.c    PTX of litmus tests
 *   reference   formal/units/atomic.vh, tests/rtl/atomic_tb.v, tests/fpga/test_rtl_runs.c,
 *               tests/litmus/test_axioms.c       written independently, to check the others
 *
 * tests/rtl/test_atomic_list.c reads the Verilog among them.
 *
 * A function may also get a name in CUDA (sw/kernels/umbel_cuda_atomics.h) and in the C form of
 * litmus tests (formal/litmus/read/parse_calls.c).
 */
#ifndef UMBEL_GEN_PROTO_ATOMIC_H
#define UMBEL_GEN_PROTO_ATOMIC_H

/* F(name, number): the number is what a request carries. */
#define ATOMIC_LIST(F)                                                                             \
    F(ADD, 0)                                                                                      \
    F(MIN, 1) /* signed */                                                                         \
    F(MAX, 2) /* signed */                                                                         \
    F(UMIN, 3)                                                                                     \
    F(UMAX, 4)                                                                                     \
    F(AND, 5)                                                                                      \
    F(OR, 6)                                                                                       \
    F(XOR, 7)                                                                                      \
    F(EXCH, 8)                                                                                     \
    F(CAS, 9)

#define ATOMIC_CONSTANT(name, number) FN_##name = (number),
enum atomic_fn { ATOMIC_LIST(ATOMIC_CONSTANT) };
#undef ATOMIC_CONSTANT

/* The number of functions. It is not in enum atomic_fn, so that a switch over that enum needs no
 * case for it. */
#define ATOMIC_ONE(name, number) +1
enum { ATOMIC_FNS = 0 ATOMIC_LIST(ATOMIC_ONE) };
#undef ATOMIC_ONE

/* Each place that must know all functions says how many it knows, and fails to compile if one was
 * added. */
#define ATOMIC_KNOWN(n) _Static_assert(ATOMIC_FNS == (n), "an atomic function is missing here")

/* Added to the function number of a request whose elements are 8 bytes. */
enum { ATOMIC_WIDE = 16 };

#endif
