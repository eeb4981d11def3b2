/*
 * Declarations that the files of the builder share. A module is kept as a tree of nodes, one per
 * call, until hdl_end(). Only then is it known which outputs a combinational block sets, which
 * registers a clocked block resets, and whether the module has no mistakes and may be printed.
 */
#ifndef UMBEL_GEN_HDL_INTERNAL_H
#define UMBEL_GEN_HDL_INTERNAL_H

#include "gen/hdl/hdl.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

/* ---- names.c: hash table from text to pointer; keys are not copied ---- */
struct names {
    const char **keys;
    void **values;
    size_t used, cap;
};
void *names_get(const struct names *t, const char *key);
void names_put(struct names *t, const char *key, void *value);
void names_free(struct names *t);
bool name_is_keyword(const char *name);
bool name_is_plain(const char *name);
bool name_is_unused(const char *name); /* linters leave such names alone */

/* ---- symbols ---- */
enum symbol_kind {
    SYM_PARAM,
    SYM_LOCALPARAM,
    SYM_IN,
    SYM_OUT,
    SYM_WIRE,
    SYM_REG,
    SYM_VAR,
    SYM_MEM,
    SYM_LOOP,   /* integer of a for inside a block */
    SYM_GENVAR, /* index of a generate loop */
    SYM_LABEL   /* instance, generate block or property */
};

/* A declared name, with what is known of its drivers and readers. */
struct symbol {
    const char *name, *width, *depth, *note;
    const char *value;    /* of a parameter or let, or a register's reset value; NULL: none */
    struct symbol *next;  /* in the same scope */
    struct symbol *older; /* with the same name, declared in a loop that is closed */
    struct node *scope;   /* module or generate loop where the name is known */
    struct node *home;    /* where the declaration is printed: differs from scope for a genvar */
    struct node *block;   /* the one procedural block that sets it */
    struct hdl_at at, driven_at;
    enum symbol_kind kind;
    unsigned connected; /* serial of the last instance that connected this port */
    bool closed;        /* its loop is closed: no longer in scope */
    bool scalar, read, property_read, driven_whole, driven_part;
    bool spare;    /* may be left unread */
    bool optional; /* is not printed if it is left unread */
};

static inline bool symbol_has_reset(const struct symbol *s)
{
    return s->kind == SYM_REG && s->value != NULL;
}

/* ---- the tree ---- */
enum node_kind {
    /* as in enum hdl_kind */
    NODE_ON_CLOCK = HDL_ON_CLOCK,
    NODE_ON_COMB = HDL_ON_COMB,
    NODE_WHEN = HDL_WHEN,
    NODE_ELSEWHEN = HDL_ELSEWHEN,
    NODE_OTHERWISE = HDL_OTHERWISE,
    NODE_FOR = HDL_FOR,
    NODE_CASE = HDL_CASE,
    NODE_OF = HDL_OF,
    NODE_DEFAULT = HDL_DEFAULT,
    NODE_GEN_FOR = HDL_GEN_FOR,
    NODE_INST = HDL_INST,
    NODE_MODULE,
    NODE_NOTE,
    NODE_DECL,
    NODE_ASSIGN, /* a = b; `<=` in a clocked block */
    NODE_PROPERTY,
    NODE_WITH,
    NODE_PIN,
    NODE_UNUSED,
    NODE_SPARE
};

struct symbol_list {
    struct symbol *first, *last;
};

/* Names that a procedural block sets, in the order in which they were first set. */
struct set_list {
    struct symbol *symbol;
    struct set_list *next;
};

/* One call of the generator: a declaration, statement, block or connection. */
struct node {
    enum node_kind kind;
    struct hdl_at at;
    const char *a, *b;     /* condition, left side, port, ...; right side, connection, ... */
    const char *label;     /* kind of a property; name of a generate block */
    struct symbol *symbol; /* of a declaration; a spare name */
    struct node *parent, *next, *first, *last;
    struct symbol_list symbols; /* of a scope: the names that it declares */
    struct set_list *sets;      /* of a procedural block: the names that it sets */
    struct symbol_list loops;   /* of a procedural block: its loop integers */
    const struct hdl *child;    /* of an instance: its module, NULL when unknown */
    bool declares_genvar;       /* of a generate loop: no outer scope has declared the genvar */
    bool reads;                 /* of a procedural block: it reads some signal */
    struct hdl_part *parts;     /* of an assignment of a concatenation */
    size_t n_parts;
    bool sets_reset, sets_other; /* of an assignment in a block: names with a reset value, others */
    bool misplaced;              /* reported already, so its contents are not reported again */
};

/* A line of the module's header: a comment when `symbol` is NULL. */
struct header {
    struct symbol *symbol;
    const char *text;
    struct header *next;
};

struct header_list {
    struct header *first, *last;
};

/* Where a text stands, which decides what names it may use. */
enum hdl_use {
    USE_LOGIC,
    USE_LIST,     /* several expressions, separated by commas */
    USE_CONSTANT, /* parameters, localparams and loop indices only */
    USE_HEADER,   /* a port's width: parameters only */
    USE_PARAM,    /* a parameter's value: parameters above it only */
    USE_PROPERTY  /* a property, which linters and synthesis do not see */
};

/* A name that was used before it was declared. The end of the module settles whether it is a port
 * or parameter, which may be declared late, or a mistake. */
struct pending {
    const char *name, *text;
    struct hdl_at at;
    enum hdl_use use;
    struct pending *next;
};

enum token_kind { TOK_NAME, TOK_NUMBER, TOK_STRING, TOK_SYSTEM, TOK_COMMENT, TOK_OP };

struct token {
    enum token_kind kind;
    const char *text;
    size_t len;
    bool space; /* white space before it */
};

/* What hdl_scope has opened: what names with an @ stand for. */
struct scope {
    const char *prefix;
    const struct hdl_word *words;
    struct scope *outer;
};

/* A module. */
struct hdl {
    struct hdl_design *design;
    const char *name, *brief, *text;
    struct hdl_at at;
    struct names symbols, drivers;
    struct header_list params, ports;
    struct node *root, *open;
    struct pending *pending;
    struct hdl *next;
    struct token *tokens;
    size_t token_count, token_cap;
    struct scope *text_scope; /* the innermost that hdl_scope has opened */
    bool clocked, ended, leaf, bad;
};

struct hdl_list {
    struct hdl **at;
    size_t count, cap;
};

/* The modules of one output folder; the arena holds all texts and nodes. */
struct hdl_design {
    struct arena arena;
    struct names modules;
    struct hdl_list leaves, done;
    struct hdl *all;
    struct sbuf mistakes;
    char *first_mistake;
    unsigned serial; /* of the last closed instance */
};

/* ---- hdl.c ---- */
void hdl_complain(struct hdl *m, struct hdl_at at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
struct hdl *hdl_module_alloc(struct hdl_design *d, const char *name);
void hdl_list_add(struct hdl_list *l, struct hdl *m);
const char *hdl_place(struct hdl *m, struct hdl_at at); /* "file:line" */

/* ---- declare.c ---- */
struct symbol *hdl_declare(struct hdl *m, enum symbol_kind kind, const char *name,
                           struct hdl_at at);
struct symbol *hdl_find(const struct hdl *m, const char *name); /* in scope, or NULL */
struct node *hdl_open_scope(const struct hdl *m); /* innermost open generate loop, or the module */
const char *hdl_kind_name(const struct symbol *s);
/* False, with a mistake, when the module has ended or a procedural block is open. */
bool hdl_at_module_level(struct hdl *m, const char *what, struct hdl_at at);
bool hdl_is_open(struct hdl *m, const char *what, struct hdl_at at);

/* ---- scope.c ---- */
/* The text with each @NAME replaced; NULL and a mistake if there is no scope. */
const char *hdl_expand(struct hdl *m, const char *text, struct hdl_at at);

/* ---- lex.c ---- */
/* Splits the text into m->tokens and returns it with white space tidied; NULL and a mistake when it
 * is not an expression. `what` names the text in the mistake. */
const char *hdl_lex(struct hdl *m, const char *what, const char *text, struct hdl_at at);
bool token_is(const struct token *t, const char *text);

/* ---- expr.c ---- */
const char *hdl_use(struct hdl *m, enum hdl_use use, const char *what, const char *text,
                    struct hdl_at at);
void hdl_use_tokens(struct hdl *m, enum hdl_use use, size_t from, size_t to, const char *text,
                    struct hdl_at at);
void hdl_settle_pending(struct hdl *m);
const char *hdl_unknown_advice(struct hdl *m, const char *name);

/* ---- drive.c ---- */
enum hdl_drive { DRIVE_ASSIGN, DRIVE_PIN, DRIVE_CLOCK, DRIVE_COMB };
/* Records that `lhs` is driven and returns the tidied text. `block` is the procedural block that
 * drives it, NULL for an assign or a pin. */
const char *hdl_drive(struct hdl *m, enum hdl_drive how, const char *lhs, struct node *block,
                      struct hdl_at at);
void hdl_drive_whole(struct hdl *m, struct symbol *s, struct hdl_at at);

/* ---- block.c ---- */
struct node *hdl_node(struct hdl *m, enum node_kind kind, struct hdl_at at); /* last of m->open */
struct node *hdl_procedural(const struct hdl *m); /* open always block, or NULL */
const char *hdl_block_name(enum node_kind kind);

/* ---- instance.c ---- */
void hdl_inst_open(struct hdl *m, struct node *n, struct hdl_at at);
void hdl_inst_close(struct hdl *m, struct node *inst);

/* ---- check.c ---- */
void hdl_check_scope(struct hdl *m, struct node *scope);

/* ---- print.c, print_body.c, table.c ---- */
const char *hdl_print(struct hdl *m);
void hdl_print_body(struct sbuf *out, struct hdl *m, const struct node *parent, int depth);
const char *hdl_range(struct hdl *m, const char *width); /* "[W-1:0]", "" for a scalar */
const char *hdl_depth(struct hdl *m, const char *depth); /* "[0:D-1]" */
void print_comment(struct sbuf *out, int depth, const char *text);
/* Prints `text`, broken at white space where it is longer than HDL_COLUMNS. */
void print_wrapped(struct sbuf *out, int depth, const char *text);

/* A line of a table in which columns and trailing comments line up. */
struct row {
    const char *cell[3];
    const char *note; /* the comment, NULL or "" for none; a row without cells is a comment alone */
};
void print_rows(struct sbuf *out, int depth, const struct row *rows, size_t count);

#define HDL_COLUMNS 96

#endif
