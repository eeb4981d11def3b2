/*
 * The variables of a kernel's polynomials: those that the paper calls prime (LADM III-C), and names
 * for what is no polynomial. Equal things have one variable: a quotient of equal polynomials is one
 * variable wherever it stands.
 */
#ifndef UMBEL_SW_LOCALITY_SYMBOLS_H
#define UMBEL_SW_LOCALITY_SYMBOLS_H

#include "sw/locality/poly.h"

#include <stddef.h>

/* What a value may differ by. */
enum {
    ON_TX = 1,
    ON_TY = 2,
    ON_TZ = 4,
    ON_BX = 8,
    ON_BY = 16,
    ON_BZ = 32,
    ON_GDX = 64,
    ON_DATA = 128, /* it comes from memory */
    ON_THREADS = ON_TX | ON_TY | ON_TZ,
    ON_BLOCKS = ON_BX | ON_BY | ON_BZ
};

enum symbol_kind_of {
    VAR_TX, /* the first twelve in PTX's order: tid, ctaid, ntid, nctaid */
    VAR_TY,
    VAR_TZ,
    VAR_BX,
    VAR_BY,
    VAR_BZ,
    VAR_BDX,
    VAR_BDY,
    VAR_BDZ,
    VAR_GDX,
    VAR_GDY,
    VAR_GDZ,
    VAR_PARAM,     /* key: byte in the parameter block. A scalar, or the address in a pointer */
    VAR_VARIABLE,  /* the address of a .global variable, `name` */
    VAR_CONSTANT,  /* a scalar in .const memory: `name` and byte `key` */
    VAR_ITERATION, /* of loop `key`: 0 in its first iteration */
    VAR_COUNT,     /* iterations of loop `key` once it has ended; 0 if it was passed by */
    VAR_LOADED,    /* by instruction `key` */
    VAR_PHI,       /* what a register is at the beginning of an iteration; `solution` if found */
    VAR_BORDER,    /* the difference that a bound of an index makes, where it acts; else 0 */
    VAR_SHIFTED,   /* a >> b, rounding down */
    VAR_QUOTIENT,  /* a / b of whole numbers */
    VAR_POWER,     /* 2 to the power of a */
    VAR_OPAQUE     /* what instruction `key` computes */
};

struct variable_of {
    enum symbol_kind_of kind;
    int64_t key;
    int bytes;       /* of a parameter */
    int instruction; /* where it comes from; -1: nowhere */
    const char *name;
    const char *why; /* of what is no polynomial: "x.cu:14: the quotient of two variables" */
    unsigned on;     /* ON_* */
    uint64_t loops;  /* bit l: it changes within loop l; from loop 63 on they share a bit */
    bool open;       /* a phi that is being solved, or something made of one */
    int depth;       /* of quotients within quotients */
    const struct poly *a, *b, *solution;
    int chain;
};

struct symbols {
    struct arena *arena;
    struct variable_of *v;
    int n, cap;
    int bucket[1024]; /* number + 1 */
};

enum { SYMBOLS_MOST = 1 << 18, SYMBOLS_DEPTH = 12 };

static inline uint64_t loop_bit(int loop)
{
    return loop < 0 ? 0 : UINT64_C(1) << (loop < 63 ? loop : 63);
}

void symbols_start(struct symbols *s, struct arena *a);
void symbols_free(struct symbols *s);
/* The variable of a kind and key (and name); `is_new` tells its first use. */
int symbol_of(struct symbols *s, enum symbol_kind_of kind, int64_t key, const char *name,
              bool *is_new);
/* A shift or quotient, NULL if it would be nested too deep. */
const struct poly *symbol_function(struct symbols *s, enum symbol_kind_of kind,
                                   const struct poly *a, const struct poly *b);
unsigned poly_on(const struct symbols *s, const struct poly *p);
uint64_t poly_loops(const struct symbols *s, const struct poly *p);
/* Whether the value is the same for all threads, CTAs and iterations. */
bool poly_uniform(const struct symbols *s, const struct poly *p);
/* Whether a border stands in p: a part that some threads lack. */
bool poly_bounded(const struct symbols *s, const struct poly *p);
/* Whether variable v stands in p, also inside quotients. */
bool poly_mentions(const struct symbols *s, const struct poly *p, int v);

/* Replaces variables, also inside quotients: by what `rule` returns, NULL for no change. NULL if
 * the result is too large. */
typedef const struct poly *symbol_rule(void *ctx, int v);
const struct poly *poly_rewrite(struct symbols *s, const struct poly *p, symbol_rule *rule,
                                void *ctx);
/* Replaces one variable. */
const struct poly *poly_replace(struct symbols *s, const struct poly *p, int v,
                                const struct poly *by);
/* Replaces phis by their solutions. */
const struct poly *poly_resolve(struct symbols *s, const struct poly *p);

#endif
