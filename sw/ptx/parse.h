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
    /* In its space; in local memory, in the frame; 0 for .global; for a function its address. */
    uint64_t offset;
    struct variable *variable; /* of a .global or .const variable */
    /* Shared memory declared outside kernels: each kernel that names it gets its own copy. */
    bool module_shared, dynamic;
    uint64_t bytes, align;
    const struct kernel *user; /* the last kernel that `offset` was chosen for */
    int line;
    struct function *function; /* of a function */
};

/* A device function of the module: where its definition is. */
struct function {
    struct lexer lx;
    struct token at;           /* the first token behind .func */
    bool defined, taken;       /* taken: its address is used */
    const struct kernel *user; /* the last kernel that it was made a part of: as `callee` */
    int callee;
};

struct label {
    struct token at; /* its first occurrence */
    int owner;       /* the function that it is in; -1: the kernel itself */
    uint32_t hash;
    uint32_t index; /* of the instruction after it; UINT32_MAX: not defined yet */
    int line;
    int listed; /* number of the listing's instruction after it */
    int next;   /* next label in the bucket, -1: none */
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

/* A line of the source that the PTX was compiled from. */
struct source {
    const char *file; /* NULL: not known */
    int line, column;
};

/* A constant operand that is an address not known yet. */
struct const_fixup {
    uint32_t offset;
    struct variable *variable; /* NULL: dynamic shared memory */
    int64_t addend;
    bool narrow; /* 32 bits, of dynamic shared memory alone */
};

/* Where a call is, for messages, and the function that it is in. */
struct site_at {
    struct token at;
    struct source source;
    int owner;
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
    uint32_t shared_bytes, dynamic_align;
    uint32_t local_bytes, local_most; /* of the frame: now, and at most so far */
    uint8_t *lane_bytes;              /* of each register that is no predicate, in order */
    size_t n_lane_bytes, lane_bytes_cap;
    uint8_t *words; /* by the number of a register: 32-bit ones that it takes */
    size_t words_cap;
    uint32_t kernel_frame; /* local_most of the kernel itself */
    int owner;             /* the function being read; -1: the kernel itself */
    struct reg frame;      /* of the function being read */
    struct callee *callees;
    struct symbol **called; /* their symbols */
    size_t n_callees;
    struct call_site *sites;
    struct site_at *site_at; /* where each is, for messages; and its owner */
    size_t n_sites;
    struct ptx_text *texts; /* the listing */
    size_t n_texts;
    struct ptx_part *listed_parts;
    size_t n_listed_parts;
    int n_marks;
    bool by_address, has_taken; /* some call is; the functions that it may call are in `called` */
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
    struct function *entries; /* where they are */
    struct token *used;       /* names whose address the module's code takes */
    size_t n_entries, n_used;
    struct build b;
    bool lists;   /* records listings */
    bool refuses; /* a kernel that cannot be read is refused, and the module goes on */
};

/* parse.c */
bool parse_module(struct parser *p);
bool parse_body(struct parser *p, struct token *end);
bool read_tuning(struct parser *p, uint32_t *most_threads);
/* Skips a body that is read later, and notes the names of functions whose address it takes. */
bool skip_body(struct parser *p);
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

/* call.c: a call instruction. */
bool parse_call(struct parser *p, struct inst *in);

/* function.c */
/* The head of a function behind .func, and its body: remembers where they are. */
bool function_declare(struct parser *p);
/* The functions that the kernel calls become parts of it. */
bool functions_add(struct parser *p);
/* The number of a function as a part of the kernel. */
int function_use(struct parser *p, struct symbol *s);
/* Call when all of the module is known: marks the functions whose address is taken. */
void functions_taken(struct parser *p);
/* Where the frame of the code being read lies: a register, 0 in the kernel itself. */
ref frame_register(struct parser *p, struct inst *in);

/* calls.c: call when all functions of the kernel are read. */
bool calls_finish(struct parser *p);

/* decl.c */
bool parse_reg(struct parser *p);
bool parse_variable(struct parser *p, enum space space, bool is_extern);
bool parse_params(struct parser *p);
/* Parameters of a function, which lie in its frame. */
bool parse_frame_params(struct parser *p, struct piece *pieces, int *n);
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
/* The same of dynamic shared memory, in 32 bits. */
ref const_dynamic32(struct build *b, int32_t addend);
int label_named(struct build *b, const struct token *name);
bool label_define(struct parser *p, const struct token *name);
void build_push(struct build *b, const struct op *op, const struct ptx_inst *info);
/* The next numbers of registers, each of so many 32-bit ones; 0: predicates. */
void build_number(struct build *b, uint8_t words, size_t n);
/* Registers, in the order of their places: `lane_bytes` is 4 or 8. */
void build_register(struct build *b, uint8_t lane_bytes, size_t n);
/* A register of 64 bits that the text does not name. */
struct reg build_hidden(struct build *b);
/* The closing brace of a body returns or exits: so pc stays inside the body. */
void build_close(struct parser *p, const struct token *end, exec_fn *exec);
bool build_finish(struct parser *p);
void build_free(struct build *b);

/* listing.c: nothing happens unless listings are asked for */
void listing_add(struct parser *p, const struct inst *in);
/* The return at the end of a body. */
void listing_close(struct parser *p, int line);
void listing_label(struct parser *p, const struct token *name, struct label *l);
/* The instructions from here on are those of the kernel or of a function. */
void listing_part(struct parser *p, const char *name);
void listing_finish(struct parser *p);

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

/* decode_special.c, decode_lanes.c, decode_mem.c, decode_atomic.c, carry.c */
typedef bool decode_fn(struct parser *p, struct inst *in);
struct special {
    const char *opcode;
    decode_fn *decode; /* NULL: refused, `why` says why */
    const char *why;
    bool row; /* it is also a row of the table, which has the comparison */
};
const struct special *special_named(const struct token *opcode, const struct inst *in);
decode_fn decode_load, decode_store, decode_cvta, decode_row, decode_atomic, decode_fence,
    decode_carry, decode_hint, decode_isspacep, decode_bar, decode_shfl, decode_vote, decode_match,
    decode_redux;
/* Whether the instruction reads or writes the carry */
bool is_carry(const struct inst *in);

#endif
