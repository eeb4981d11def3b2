/*
 * The builder emits Verilog-2005 that reads as if written by hand. The structure of a module is
 * C calls, right-hand sides are Verilog text. The builder knows nothing of any protocol.
 *
 *     struct hdl *m = hdl_module(d, "um_tracker", "Lends a tag to every request in flight.");
 *     hdl_param(m, "TAGS", "8", "requests in flight");
 *     hdl_clock(m);                                   clk_i, rst_i: one clock, synchronous reset
 *     hdl_in (m, "req_valid_i", "1", "a request is waiting");
 *     hdl_out(m, "req_ready_o", "1", "at least one tag is free");
 *     hdl_reg(m, "busy_q", "TAGS", "0", "tags lent");
 *     hdl_assign(m, "req_ready_o", "!(&busy_q)");
 *     hdl_on_clock(m) {
 *         hdl_when(m, "req_valid_i && req_ready_o")
 *             hdl_set(m, "busy_q[0]", "1'b1");
 *     }
 *     hdl_assert(m, "one_free", "!req_ready_o || !(&busy_q)");
 *     hdl_end(m);
 *
 * Widths and depths are text in parameters or numbers; width "1" is a scalar, "N" is [N-1:0].
 * Every name that an expression uses must be declared in the module. Every wire, output and reg
 * must be driven exactly once: a register in one clocked block, a wire by one assign, one
 * combinational block or one instance. Everything but outputs must also be read. Part selects of
 * one vector may be driven in different places. Mistakes are collected, each with the generator's
 * file and line, and a design with mistakes is never written.
 *
 * Never `return` or `break` inside a block macro's braces: hdl_end() reports the unclosed block.
 */
#ifndef UMBEL_GEN_HDL_HDL_H
#define UMBEL_GEN_HDL_HDL_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>

struct hdl_design; /* the modules of one output folder, in the order they were begun */
struct hdl;        /* one module */

struct hdl_design *hdl_design_new(void);
void hdl_design_free(struct hdl_design *d);

/* Adds a hand-written leaf cell (rtl/NAME.v). Its module header must have one ANSI-style parameter
 * or port per line; it is read so that instances can be checked. The text of the cell is written
 * out unchanged. Adding the same file twice is harmless. */
bool hdl_leaf(struct hdl_design *d, const char *path, struct error *err);

/* Whether a module of that name was begun or added. A unit that several others share asks this, so
 * that it is emitted once. */
bool hdl_has(const struct hdl_design *d, const char *module);
/* The design's own copy of a module's name, which lives as long as the design; NULL if there is no
 * such module. */
const char *hdl_own_name(const struct hdl_design *d, const char *module);

/* Port `i` of a module, in the order of its header; NULL behind the last, or if there is no such
 * module. */
const char *hdl_port(const struct hdl_design *d, const char *module, size_t i);

/* Text of one finished module, NULL if there is none or the design has mistakes. */
const char *hdl_text(struct hdl_design *d, const char *module);

/* Names in order of definition: leaf cells first, a module after what it instantiates. */
size_t hdl_count(const struct hdl_design *d);
const char *hdl_name(const struct hdl_design *d, size_t i);

/* First mistake ("gen/units/cache/l1.c:42: um_l1: ..."), or false when there is none. */
bool hdl_mistake(const struct hdl_design *d, struct error *err);
/* All mistakes, one per line. */
const char *hdl_mistakes(const struct hdl_design *d);

/* Writes DIR/NAME.v for every module: all of them or none, and none if there is a mistake. */
bool hdl_write(struct hdl_design *d, const char *dir, struct error *err);
/* Adds the same files to a larger set (sw/util/outfile.h), which the caller commits. */
struct outfiles;
bool hdl_add_files(struct hdl_design *d, const char *dir, struct outfiles *to, struct error *err);

/* Formats into memory that lives as long as the module: hdl_v(m, "%d", n). */
const char *hdl_v(struct hdl *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* All of these terms, or any: "a && (b || c)". Terms that are NULL, which a variant lacks, are left
 * out; brackets are put where they are needed, so a term has none. */
#define hdl_all(m, ...) hdl_all_of(m, HDL_TERMS_(__VA_ARGS__))
#define hdl_any(m, ...) hdl_any_of(m, HDL_TERMS_(__VA_ARGS__))
#define HDL_TERMS_(...)                                                                            \
    (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

/* ---- module ---- */
#define hdl_module(d, name, brief) hdl_module_at(d, name, brief, HDL_AT)
#define hdl_end(m) hdl_end_at(m, HDL_AT) /* false if the module has mistakes */

/* ---- declarations: header ---- */
#define hdl_param(m, name, value, note) hdl_param_at(m, name, value, note, HDL_AT)
#define hdl_localparam(m, name, value, note) hdl_localparam_at(m, name, value, note, HDL_AT)
/* A localparam that is printed only if something reads it: a name out of a table that several
 * modules use. */
#define hdl_constant(m, name, value, note) hdl_constant_at(m, name, value, note, HDL_AT)
#define hdl_group(m, text) hdl_group_at(m, text, HDL_AT) /* comment above the ports that follow */
#define hdl_clock(m) hdl_clock_at(m, HDL_AT)
#define hdl_in(m, name, width, note) hdl_in_at(m, name, width, note, HDL_AT)
#define hdl_out(m, name, width, note) hdl_out_at(m, name, width, note, HDL_AT)
/* A channel: NAME_valid, NAME_ready, NAME_msg (width wide), with the right directions and
 * suffixes. `_in` receives messages, `_out` sends them. */
#define hdl_channel_in(m, name, width, note) hdl_channel_at(m, name, width, note, true, HDL_AT)
#define hdl_channel_out(m, name, width, note) hdl_channel_at(m, name, width, note, false, HDL_AT)

/* ---- declarations: body; printed where they are made, so code reads top to bottom ---- */
#define hdl_note(m, text) hdl_note_at(m, text, HDL_AT) /* comment; long text is wrapped */
#define hdl_wire(m, name, width, note) hdl_wire_at(m, name, width, NULL, note, HDL_AT)
/* A wire and its value in one line. */
#define hdl_let(m, name, width, expr) hdl_wire_at(m, name, width, expr, NULL, HDL_AT)
/* A register. `reset` is its reset value, NULL for a register without reset. The builder prints the
 * `if (rst_i)` branch of the clocked block that sets it; registers without reset are set in an
 * always-block of their own, where rst_i holds none of them. */
#define hdl_reg(m, name, width, reset, note) hdl_reg_at(m, name, width, reset, note, HDL_AT)
/* A variable that a combinational block sets: declared `reg`, but not a flip-flop. */
#define hdl_var(m, name, width, note) hdl_var_at(m, name, width, note, HDL_AT)
/* An array of `depth` words of `width`. It is never reset; a clocked block writes mem[addr]. */
#define hdl_mem(m, name, width, depth, note) hdl_mem_at(m, name, width, depth, note, HDL_AT)
#define hdl_assign(m, lhs, rhs) hdl_assign_at(m, lhs, rhs, HDL_AT)
/* The same of a concatenation, a part a line with its name (NULL: none), the highest bits first. */
struct hdl_part {
    const char *name, *expr;
};
#define hdl_concat(m, lhs, parts, n) hdl_concat_at(m, lhs, parts, n, HDL_AT)
/* Names or part selects, separated by commas, that are unread on purpose. They become terms of one
 * sink, `wire unused_ok`, which linters leave alone. Names with "unused" in them need no call. */
#define hdl_unused(m, exprs) hdl_unused_at(m, exprs, HDL_AT)
/* A declared name that only some variants of the module read. It becomes a term of the sink only if
 * nothing else reads it, so the generator need not know which expressions do. */
#define hdl_spare(m, name) hdl_spare_at(m, name, HDL_AT)

/* ---- blocks ---- */
/* __COUNTER__ gives every block a variable of its own: a nested block's variable must not shadow
 * the outer one's (-Wshadow). */
#define HDL_JOIN_(a, b) a##b
#define HDL_LOOP_(n, m, kind, a, b)                                                                \
    for (int HDL_JOIN_(hdl_once_, n) = hdl_open_at(m, kind, a, b, HDL_AT);                         \
         HDL_JOIN_(hdl_once_, n); HDL_JOIN_(hdl_once_, n) = hdl_close(m))
#define HDL_BLOCK(m, kind, a, b) HDL_LOOP_(__COUNTER__, m, kind, a, b)
#define hdl_on_clock(m) HDL_BLOCK(m, HDL_ON_CLOCK, NULL, NULL) /* always @(posedge clk_i), <= */
#define hdl_on_comb(m) HDL_BLOCK(m, HDL_ON_COMB, NULL, NULL)   /* always @*, = */
#define hdl_when(m, cond) HDL_BLOCK(m, HDL_WHEN, cond, NULL)
#define hdl_elsewhen(m, cond) HDL_BLOCK(m, HDL_ELSEWHEN, cond, NULL)
#define hdl_otherwise(m) HDL_BLOCK(m, HDL_OTHERWISE, NULL, NULL)
/* for (var = 0; var < count; var = var + 1) inside a block; the builder declares the integer. */
#define hdl_for(m, var, count) HDL_BLOCK(m, HDL_FOR, var, count)
#define hdl_case(m, expr) HDL_BLOCK(m, HDL_CASE, expr, NULL)
#define hdl_of(m, value) HDL_BLOCK(m, HDL_OF, value, NULL) /* one branch of a case */
#define hdl_default(m) HDL_BLOCK(m, HDL_DEFAULT, NULL, NULL)
/* generate for around assigns, wires, instances; `label` names the block. */
#define hdl_gen_for(m, var, count, label) HDL_BLOCK(m, HDL_GEN_FOR, hdl_pair(m, var, label), count)
/* Assignment inside a block: non-blocking on the clock, blocking in a combinational block. */
#define hdl_set(m, lhs, rhs) hdl_set_at(m, lhs, rhs, HDL_AT)

/* ---- scopes: a part that a module has twice is written once ----
 * Inside the scope "req", text may have names with an @: `@msg` is req_msg, and `@W` is REQ_W. If
 * the scope's words have the name, it is what they have for it; the last word's `word` is NULL, and
 * `words` may be NULL.
 *
 *     static const struct hdl_word inside[] = {{"DEPTH", "INSIDE"}, {NULL, NULL}};
 *     hdl_scope (m, "inside", inside) {
 *         hdl_mem(m, "@line", "LINE_W", "@DEPTH", NULL);      inside_line [0:INSIDE-1]
 *     }
 */
struct hdl_word {
    const char *word, *text;
};
#define hdl_scope(m, prefix, words) HDL_SCOPE_(__COUNTER__, m, prefix, words)
#define HDL_SCOPE_(n, m, prefix, words)                                                            \
    for (int HDL_JOIN_(hdl_once_, n) = hdl_scope_open(m, prefix, words); HDL_JOIN_(hdl_once_, n);  \
         HDL_JOIN_(hdl_once_, n) = hdl_scope_close(m))

/* ---- instances: every port must be connected; "" leaves an output open on purpose ---- */
#define hdl_inst(m, module, name) HDL_BLOCK(m, HDL_INST, module, name)
#define hdl_with(m, param, value) hdl_with_at(m, param, value, HDL_AT)
#define hdl_pin(m, port, expr) hdl_pin_at(m, port, expr, HDL_AT)
#define hdl_pin_clock(m) (hdl_pin(m, "clk_i", "clk_i"), hdl_pin(m, "rst_i", "rst_i"))

/* ---- properties: under `ifdef FORMAL, checked on each clock edge outside reset ---- */
#define hdl_assert(m, name, expr) hdl_property_at(m, "assert", name, expr, HDL_AT)
#define hdl_assume(m, name, expr) hdl_property_at(m, "assume", name, expr, HDL_AT)
#define hdl_cover(m, name, expr) hdl_property_at(m, "cover", name, expr, HDL_AT)

/* ---- what the macros call ---- */
enum hdl_kind {
    HDL_ON_CLOCK,
    HDL_ON_COMB,
    HDL_WHEN,
    HDL_ELSEWHEN,
    HDL_OTHERWISE,
    HDL_FOR,
    HDL_CASE,
    HDL_OF,
    HDL_DEFAULT,
    HDL_GEN_FOR,
    HDL_INST
};

struct hdl_at {
    const char *file;
    int line;
};
#define HDL_AT ((struct hdl_at){__FILE__, __LINE__})

struct hdl *hdl_module_at(struct hdl_design *d, const char *name, const char *brief,
                          struct hdl_at at);
bool hdl_end_at(struct hdl *m, struct hdl_at at);
void hdl_param_at(struct hdl *m, const char *name, const char *value, const char *note,
                  struct hdl_at at);
void hdl_constant_at(struct hdl *m, const char *name, const char *value, const char *note,
                     struct hdl_at at);
void hdl_localparam_at(struct hdl *m, const char *name, const char *value, const char *note,
                       struct hdl_at at);
void hdl_group_at(struct hdl *m, const char *text, struct hdl_at at);
void hdl_clock_at(struct hdl *m, struct hdl_at at);
void hdl_in_at(struct hdl *m, const char *name, const char *width, const char *note,
               struct hdl_at at);
void hdl_out_at(struct hdl *m, const char *name, const char *width, const char *note,
                struct hdl_at at);
void hdl_channel_at(struct hdl *m, const char *name, const char *width, const char *note, bool in,
                    struct hdl_at at);
void hdl_note_at(struct hdl *m, const char *text, struct hdl_at at);
void hdl_wire_at(struct hdl *m, const char *name, const char *width, const char *expr,
                 const char *note, struct hdl_at at);
void hdl_reg_at(struct hdl *m, const char *name, const char *width, const char *reset,
                const char *note, struct hdl_at at);
void hdl_var_at(struct hdl *m, const char *name, const char *width, const char *note,
                struct hdl_at at);
void hdl_mem_at(struct hdl *m, const char *name, const char *width, const char *depth,
                const char *note, struct hdl_at at);
void hdl_concat_at(struct hdl *m, const char *lhs, const struct hdl_part *parts, size_t n,
                   struct hdl_at at);
void hdl_assign_at(struct hdl *m, const char *lhs, const char *rhs, struct hdl_at at);
void hdl_unused_at(struct hdl *m, const char *exprs, struct hdl_at at);
void hdl_spare_at(struct hdl *m, const char *name, struct hdl_at at);
int hdl_open_at(struct hdl *m, enum hdl_kind kind, const char *a, const char *b, struct hdl_at at);
int hdl_close(struct hdl *m); /* always 0 */
const char *hdl_all_of(struct hdl *m, const char *const *terms, size_t n);
const char *hdl_any_of(struct hdl *m, const char *const *terms, size_t n);
int hdl_scope_open(struct hdl *m, const char *prefix, const struct hdl_word *words);
int hdl_scope_close(struct hdl *m);
const char *hdl_pair(struct hdl *m, const char *var, const char *label);
void hdl_set_at(struct hdl *m, const char *lhs, const char *rhs, struct hdl_at at);
void hdl_with_at(struct hdl *m, const char *param, const char *value, struct hdl_at at);
void hdl_pin_at(struct hdl *m, const char *port, const char *expr, struct hdl_at at);
void hdl_property_at(struct hdl *m, const char *kind, const char *name, const char *expr,
                     struct hdl_at at);

#endif
