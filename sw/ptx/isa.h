/*
 * Lane functions: what an instruction does to 32 lanes, and the table that names them.
 *
 * A lane function always computes all 32 lanes; the interpreter keeps the active ones. The other
 * lanes may hold any bits, so a lane function must neither trap nor have undefined behaviour.
 *
 * Registers are arrays of 32 lanes: 32-bit lanes for 8-, 16- and 32-bit values (narrow ones
 * zero-extended), 64-bit lanes for 64-bit values. Predicates are masks, one bit per lane.
 */
#ifndef UMBEL_SW_PTX_ISA_H
#define UMBEL_SW_PTX_ISA_H

#include "sw/ptx/ptx.h"

#include <stdbool.h>
#include <stdint.h>

enum { LANES = 32, LANES32_BYTES = 4 * LANES, LANES64_BYTES = 8 * LANES };

/* d = f(a, b, c, e). Unused sources may point to any lanes. d may be one of the sources. */
typedef void lanes_fn(void *d, const void *a, const void *b, const void *c, const void *e);
/* The mask of the lanes for which the comparison holds. */
typedef uint32_t compare_fn(const void *a, const void *b);

/* Modifiers that a row may allow. The decoder removes them from the opcode before the look-up. */
enum {
    MOD_RN = 1 << 0, /* rounding of a result to a float */
    MOD_RZ = 1 << 1,
    MOD_RM = 1 << 2,
    MOD_RP = 1 << 3,
    MOD_RNI = 1 << 4, /* rounding of a float source to an integer */
    MOD_RZI = 1 << 5,
    MOD_RMI = 1 << 6,
    MOD_RPI = 1 << 7,
    MOD_FTZ = 1 << 8,
    MOD_SAT = 1 << 9,
    MOD_APPROX = 1 << 10,
    MOD_FULL = 1 << 11,
    MOD_ROUND = MOD_RN | MOD_RZ | MOD_RM | MOD_RP,
    MOD_ROUND_INT = MOD_RNI | MOD_RZI | MOD_RMI | MOD_RPI
};

/*
 * One instruction. `sig` has one letter per operand, the destination first:
 * p predicate; b 8-bit, h 16-bit, w 32-bit and l 64-bit integer or bits; f f32; g f64.
 */
struct isa_row {
    const char *name; /* without the modifiers above */
    lanes_fn *lanes;
    compare_fn *compare;
    uint8_t class;
    char sig[7];
    uint16_t mods;   /* allowed */
    uint16_t needed; /* the opcode must have one of these, unless 0 */
};

struct isa {
    const struct isa_row *rows;
    size_t n_rows;
    uint32_t (*nonzero)(const uint32_t lanes[LANES]);       /* mask of lanes that are not 0 */
    void (*blend32)(void *d, const void *s, uint32_t mask); /* d = s where the mask has a bit */
    void (*blend64)(void *d, const void *s, uint32_t mask);
    void (*select32)(void *d, const void *a, const void *b, uint32_t mask); /* mask ? a : b */
    void (*select64)(void *d, const void *a, const void *b, uint32_t mask);
};

/* The same functions compiled twice: for any CPU, and for x86-64 with AVX2 and FMA. */
extern const struct isa isa_base;
extern const struct isa isa_avx2;
/* The faster variant that this CPU can execute. Both compute the same bits. */
const struct isa *isa_best(void);

#endif
