/*
 * A mnemonic of PTX: its first word, and the parts after it, such as "relaxed", "gpu" and "u32" of
 * ld.relaxed.gpu.u32. Parts may come in any order, at most one of each kind.
 */
#ifndef UMBEL_FORMAL_LITMUS_READ_PARSE_PTX_H
#define UMBEL_FORMAL_LITMUS_READ_PARSE_PTX_H

#include "formal/litmus/read/parse.h"

enum ptx_order {
    PTX_NO_ORDER,
    PTX_WEAK,
    PTX_VOLATILE,
    PTX_RELAXED,
    PTX_ACQUIRE,
    PTX_RELEASE,
    PTX_ACQ_REL,
    PTX_SC
};
enum ptx_scope { PTX_NO_SCOPE, PTX_CTA, PTX_GPU, PTX_SYS, PTX_GL };
enum ptx_type { PTX_NO_TYPE, PTX_SIGNED, PTX_UNSIGNED, PTX_BITS };
enum ptx_cache { PTX_NO_CACHE, PTX_CACHE_ALL, PTX_CACHE_GLOBAL, PTX_CACHE_VOLATILE };
enum ptx_space { PTX_NO_SPACE, PTX_GLOBAL, PTX_OTHER_SPACE };
enum ptx_function {
    PTX_NO_FUNCTION,
    PTX_ADD,
    PTX_SUB,
    PTX_AND,
    PTX_OR,
    PTX_XOR,
    PTX_EXCH,
    PTX_CAS,
    PTX_MIN,
    PTX_MAX,
    PTX_EQ,
    PTX_NE,
    PTX_LT,
    PTX_LE,
    PTX_GT,
    PTX_GE
};
enum ptx_detail { PTX_NO_DETAIL, PTX_LO, PTX_UNI, PTX_SYNC };
enum ptx_alignment { PTX_NO_ALIGNMENT, PTX_ALIGNED };

/* The kinds of parts: indexes into `says`. */
enum ptx_kind {
    PTX_ORDER,
    PTX_SCOPE,
    PTX_TYPE,
    PTX_CACHE,
    PTX_SPACE,
    PTX_FUNCTION,
    PTX_DETAIL,
    PTX_ALIGNMENT,
    PTX_KINDS
};

struct ptx_mnemonic {
    struct scan at; /* where it begins, for errors */
    size_t len;     /* of its text */
    char word[16];
    int says[PTX_KINDS]; /* its part of each kind; 0: none */
    bool unknown;        /* it has an unknown part, or two of a kind */
};

#define PTX_BIT(kind) (1u << (kind))

/* Reads a mnemonic. */
bool ptx_mnemonic(struct parser *p, struct ptx_mnemonic *m);
/* Whether `word` is its first word. */
bool ptx_is(const struct ptx_mnemonic *m, const char *word);
/* Whether all its parts are of these kinds, a set of PTX_BITs. */
bool ptx_has_only(const struct ptx_mnemonic *m, unsigned kinds);
/* Whether the text has a part, understood or not. */
bool ptx_has(const struct ptx_mnemonic *m, const char *part);
/* "ld.relaxed is not understood; ADVICE". Always false. */
bool ptx_wrong(const struct ptx_mnemonic *m, const char *advice);

/* ", r1" or ", 1" */
bool ptx_operand(struct parser *p, int thread, struct litmus_operand *o);
/* Reads the rest of an instruction that accesses memory. `known`: whether it is such a mnemonic. */
bool ptx_access(struct parser *p, const struct ptx_mnemonic *m, int thread, bool *known);

/* A barrier's place in the file and in its thread, for errors found once all threads are read. */
struct ptx_barrier {
    struct scan at;
    int thread, inst;
};

struct ptx_barriers {
    struct ptx_barrier list[LITMUS_THREADS * LITMUS_INSTS];
    int n;
};

/* Reads the rest of an instruction "bar.sync", "barrier.sync" and the like. */
bool ptx_barrier(struct parser *p, const struct ptx_mnemonic *m, int thread,
                 struct ptx_barriers *all);
/* To be called once all branches have their targets: checks that each thread passes each of its
 * barriers exactly once. */
bool ptx_barriers_end(struct litmus *t, const struct ptx_barriers *all);

#endif
