/* The parser's state while it reads one module. */
#ifndef UMBEL_SW_PTX_PARSE_H
#define UMBEL_SW_PTX_PARSE_H

#include "sw/ptx/internal.h"
#include "sw/ptx/lex.h"
#include "sw/ptx/warp.h"

struct type {
    const char *name;
    uint8_t bits; /* 1 for predicates */
    bool is_float, is_signed;
};

/* A register. `at` is its byte offset in the warp's registers; for a predicate, its number. */
struct reg {
    int number;
    uint32_t at;
    uint8_t bits;
};

enum symbol_kind { SYM_REGS, SYM_VARIABLE, SYM_FUNCTION };

/* A register, a range of them (%r<8>), a variable or parameter, or a device function. */
struct symbol {
    struct symbol *chain, *older;
    const char *name;
    size_t n;
    uint32_t hash;
    int scope;
    enum symbol_kind kind;
    bool range;
    struct reg first;
    uint32_t count;
    uint8_t space;
    uint64_t offset;           /* in its space; 0 for .global; for a function its address */
    struct variable *variable; /* of a .global or .const variable */
    /* Shared memory declared outside kernels: each kernel that names it gets its own copy. */
    bool module_shared, dynamic;
    uint64_t bytes, align;
    const struct kernel *user; /* the last kernel that `offset` was chosen for */
    int line;
};

struct label {
    struct token at; /* its first occurrence */
    uint32_t hash;
    uint32_t index; /* of the instruction after it; UINT32_MAX: not defined yet */
    int line;
    int next; /* next label in the bucket, -1: none */
};

enum operand_kind {
    OPD_REG,
    OPD_INT,
    OPD_F32,
    OPD_F64,
    OPD_SYMBOL,  /* the address of a variable, plus `value` */
    OPD_SPECIAL, /* value: SREG_* */
    OPD_NAME,    /* an unknown name: a label, or a mistake */
    OPD_SINK     /* _ */
};

struct scalar {
    enum operand_kind kind;
    struct token at;
    struct reg reg;
    const struct symbol *symbol;
    uint64_t value;
};

/* An operand as written. */
struct operand {
    struct scalar s;    /* of an address: its base */
    struct scalar pair; /* p|q */
    struct scalar vec[OP_VECTOR];
    int n_vec;
    bool is_pair, negated, is_address, is_vector;
};

enum { MAX_PARTS = 12, MAX_KEY = 64 };

/* The instruction being read. */
struct inst {
    struct token at; /* the opcode */
    struct token parts[MAX_PARTS];
    int n_parts;
    struct operand o[PTX_MAX_OPERANDS];
    int n;
    bool guarded, guard_not;
    struct reg guard;
    uint32_t mods;
    const struct isa_row *row;
    struct op op;
    struct ptx_inst info;
};

/* A constant operand that is an address not known yet. */
struct const_fixup {
    uint32_t offset;
    struct variable *variable; /* NULL: dynamic shared memory */
    int64_t addend;
};

/* The kernel being read. Its arrays grow with realloc; build_finish copies them to the arena. */
struct build {
    struct kernel *k;
    struct op *ops;
    struct ptx_inst *insts;
    size_t n, cap;
    uint8_t *consts;
    size_t const_bytes, const_cap;
    uint32_t *const_index; /* hash table of pooled constants, see const_slot */
    size_t index_cap, index_used;
    struct const_fixup *fixups;
    size_t n_fixups, fixup_cap;
    struct label *labels;
    size_t n_labels, label_cap;
    int *label_bucket; /* label_cap of them: number + 1 of the newest label */
    uint32_t shared_bytes, local_bytes, dynamic_align;
};

/* A line of the source that the PTX was compiled from. */
struct source {
    const char *file; /* NULL: not known */
    int line;
};

struct parser {
    struct lexer lx;
    struct token t; /* the next token */
    const char *text_end;
    const char *name;
    struct error *err;
    struct ptx_module *m;
    struct symbol **buckets; /* in each the newest symbol comes first */
    size_t n_buckets, n_symbols;
    struct symbol *newest;
    int scope;                   /* 0: module, 1: parameters, 2..: the body's blocks */
    const struct isa_row **rows; /* hash table by name */
    size_t row_cap;
    uint64_t init_bytes;
    const char **files;   /* by number; NULL before the first .loc */
    struct source source; /* of the instructions from PTX line `source_from` on */
    int source_from;
    uint64_t n_functions;
    struct build b;
    bool refuses; /* a kernel that cannot be read is refused, and the module goes on */
};

/* parse.c */
bool parse_module(struct parser *p);
void next(struct parser *p);
bool fail(struct parser *p, const struct token *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected WHAT, found 'x'" */
bool expected(struct parser *p, const char *what);
bool expect(struct parser *p, char c);
bool accept(struct parser *p, char c);
const struct type *type_named(const char *name, size_t n);
uint32_t hash_bytes(const char *s, size_t n);
/* NULL if there is none. */
struct symbol *symbol_find(struct parser *p, const char *name, size_t n);
/* NULL and an error if the name is taken in this scope. */
struct symbol *symbol_add(struct parser *p, const struct token *name, enum symbol_kind kind);
void scope_leave(struct parser *p);

/* source.c */
void source_loc(struct parser *p);
void source_forget(struct parser *p);

/* call.c: sets the error for the call that comes next */
bool call_refused(struct parser *p);

/* decl.c */
bool parse_reg(struct parser *p);
bool parse_variable(struct parser *p, enum space space, bool is_extern);
bool parse_params(struct parser *p);
enum space space_named(const struct token *t);

/* operand.c */
bool find_reg(struct parser *p, const struct token *name, struct reg *r);
bool parse_operands(struct parser *p, struct inst *in);

/* build.c: the kernel's constants, labels and instructions */
ref const32(struct build *b, uint32_t value);
ref const64(struct build *b, uint64_t value);
/* The address of a variable, which becomes known when the module is placed. NULL: of dynamic shared
 * memory, known when the kernel is complete. */
ref const_address(struct build *b, struct variable *v, int64_t addend);
int label_named(struct build *b, const struct token *name);
bool label_define(struct parser *p, const struct token *name);
void build_push(struct build *b, const struct op *op, const struct ptx_inst *info);
bool build_finish(struct parser *p, const struct token *end);
void build_free(struct build *b);

/* decode.c */
bool parse_instruction(struct parser *p);
bool unsupported(struct parser *p, const struct inst *in, const char *why);
void reads(struct inst *in, const struct reg *r);
void writes(struct inst *in, const struct reg *r);
/* Decodes operand `i` as a source or destination of the type that a row's letter stands for. */
bool source(struct parser *p, struct inst *in, int i, char letter, ref *to);
bool source_scalar(struct parser *p, struct inst *in, const struct scalar *s, char letter, ref *to);
bool destination(struct parser *p, struct inst *in, int i, char letter, ref *to);
bool source_pred(struct parser *p, struct inst *in, int i, uint32_t *number, uint32_t *negate);
bool destination_pred(struct parser *p, struct inst *in, const struct scalar *s, uint32_t *number);
bool operands(struct parser *p, struct inst *in, int least, int most);
const struct isa_row *row_named(const struct parser *p, const char *key);
bool part_is(const struct inst *in, int i, const char *text);

/* decode_special.c, decode_mem.c, decode_atomic.c */
typedef bool decode_fn(struct parser *p, struct inst *in);
struct special {
    const char *opcode;
    decode_fn *decode; /* NULL: refused, `why` says why */
    const char *why;
    bool row; /* it is also a row of the table, which has the comparison */
};
const struct special *special_named(const struct token *opcode, const struct inst *in);
decode_fn decode_load, decode_store, decode_cvta, decode_row, decode_atomic, decode_fence;

#endif
