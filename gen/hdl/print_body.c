/* Prints the body of a module: its nodes in the order of the calls that made them. */
#include "gen/hdl/internal.h"

#include <string.h>

/* A blank line separates neighbours of different classes. */
enum class { CLASS_NOTE, CLASS_CONSTANT, CLASS_SIGNAL, CLASS_BLOCK, CLASS_PROPERTY };

static enum class class_of(const struct node *n) {
    switch (n->kind){
        case NODE_NOTE : return CLASS_NOTE;
        case NODE_DECL : return n->symbol->kind == SYM_LOCALPARAM ? CLASS_CONSTANT : CLASS_SIGNAL;
        case NODE_ASSIGN : return CLASS_SIGNAL;
        case NODE_PROPERTY : return CLASS_PROPERTY;
        default : return CLASS_BLOCK;
    }
}

static struct row declaration(struct hdl *m, const struct symbol *s)
{
    struct row row = {.note = s->note};
    if (s->kind == SYM_LOCALPARAM) {
        row.cell[0] = hdl_v(m, "localparam %s", s->name);
        row.cell[1] = "=";
        row.cell[2] = hdl_v(m, "%s;", s->value);
        return row;
    }
    bool wire = s->kind == SYM_WIRE && s->block == NULL;
    row.cell[0] = wire ? "wire" : "reg";
    row.cell[1] = hdl_range(m, s->width);
    if (s->kind == SYM_MEM)
        row.cell[2] = hdl_v(m, "%s %s;", s->name, hdl_depth(m, s->depth));
    else if (s->kind == SYM_WIRE && s->value != NULL)
        row.cell[2] = hdl_v(m, "%s = %s;", s->name, s->value);
    else
        row.cell[2] = hdl_v(m, "%s;", s->name);
    return row;
}

/* Prints the run of declarations that starts here, aligned; returns its last node. */
static const struct node *print_declarations(struct sbuf *out, struct hdl *m,
                                             const struct node *first, int depth)
{
    size_t count = 1;
    const struct node *last = first;
    while (last->next != NULL && last->next->kind == NODE_DECL &&
           class_of(last->next) == class_of(first)) {
        last = last->next;
        count++;
    }
    struct row *rows = ARENA_ARRAY(&m->design->arena, struct row, count);
    const struct node *n = first;
    for (size_t i = 0; i < count; i++, n = n->next)
        rows[i] = declaration(m, n->symbol);
    print_rows(out, depth, rows, count);
    return last;
}

static const struct node *print_properties(struct sbuf *out, struct hdl *m,
                                           const struct node *first, int depth)
{
    sbuf_puts(out, "`ifdef FORMAL\n");
    print_wrapped(out, depth, "always @(posedge clk_i) begin");
    print_wrapped(out, depth + 1, "if (!rst_i) begin");
    const struct node *n = first;
    for (;; n = n->next) {
        char *words = arena_strdup(&m->design->arena, n->a);
        for (char *p = words; *p != '\0'; p++)
            *p = *p == '_' ? ' ' : *p;
        print_comment(out, depth + 2, words);
        /* Yosys accepts each label only once, and the turns of a generate loop would repeat it. */
        if (n->parent->kind == NODE_GEN_FOR)
            print_wrapped(out, depth + 2, hdl_v(m, "%s (%s);", n->label, n->b));
        else
            print_wrapped(out, depth + 2, hdl_v(m, "%s: %s (%s);", n->a, n->label, n->b));
        if (n->next == NULL || n->next->kind != NODE_PROPERTY)
            break;
    }
    print_wrapped(out, depth + 1, "end");
    print_wrapped(out, depth, "end");
    sbuf_puts(out, "`endif\n");
    return n;
}

/* ---- inside always ---- */

/* A procedural block, or a half of one: registers with a reset value are apart from those without,
 * which would have rst_i for an enable in the others' `else`. */
struct always {
    const struct node *block;
    const char *arrow;
    enum { WHOLE, RESET_HALF, OTHER_HALF } half;
};

static bool keeps(const struct always *a, const struct node *n);

static bool keeps_any(const struct always *a, const struct node *parent)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next)
        if (n->kind != NODE_NOTE && keeps(a, n))
            return true;
    return false;
}

static bool goes_on(const struct node *n)
{
    return n->next != NULL && (n->next->kind == NODE_ELSEWHEN || n->next->kind == NODE_OTHERWISE);
}

/* Whether anything of a statement is in this half. A branch that is empty there stands before one
 * that is not. */
static bool keeps(const struct always *a, const struct node *n)
{
    if (a->half == WHOLE)
        return true;
    if (n->kind == NODE_ASSIGN)
        return n->sets_reset == (a->half == RESET_HALF);
    if (n->kind == NODE_NOTE)
        return n->next != NULL && keeps(a, n->next);
    return keeps_any(a, n) || (goes_on(n) && keeps(a, n->next));
}

static void print_statements(struct sbuf *out, struct hdl *m, const struct node *parent,
                             const struct always *a, int depth);

static void print_branch(struct sbuf *out, struct hdl *m, const struct node *n,
                         const struct always *a, int depth)
{
    const char *value = n->kind == NODE_OF ? n->a : "default";
    if (n->first == NULL || !keeps_any(a, n)) {
        print_wrapped(out, depth, hdl_v(m, "%s: ;", value));
        return;
    }
    print_wrapped(out, depth, hdl_v(m, "%s: begin", value));
    print_statements(out, m, n, a, depth + 1);
    print_wrapped(out, depth, "end");
}

static void print_when(struct sbuf *out, struct hdl *m, const struct node *n,
                       const struct always *a, int depth)
{
    if (n->kind == NODE_WHEN)
        print_wrapped(out, depth, hdl_v(m, "if (%s) begin", n->a));
    else if (n->kind == NODE_ELSEWHEN)
        print_wrapped(out, depth, hdl_v(m, "end else if (%s) begin", n->a));
    else
        print_wrapped(out, depth, "end else begin");
    print_statements(out, m, n, a, depth + 1);
    if (!goes_on(n) || !keeps(a, n->next))
        print_wrapped(out, depth, "end");
}

static void print_statement(struct sbuf *out, struct hdl *m, const struct node *n,
                            const struct always *a, int depth)
{
    switch (n->kind) {
    case NODE_NOTE:
        print_comment(out, depth, n->a);
        break;
    case NODE_ASSIGN:
        print_wrapped(out, depth, hdl_v(m, "%s %s %s;", n->a, a->arrow, n->b));
        break;
    case NODE_WHEN:
    case NODE_ELSEWHEN:
    case NODE_OTHERWISE:
        print_when(out, m, n, a, depth);
        break;
    case NODE_FOR:
        print_wrapped(
            out, depth,
            hdl_v(m, "for (%s = 0; %s < %s; %s = %s + 1) begin", n->a, n->a, n->b, n->a, n->a));
        print_statements(out, m, n, a, depth + 1);
        print_wrapped(out, depth, "end");
        break;
    case NODE_CASE:
        print_wrapped(out, depth, hdl_v(m, "case (%s)", n->a));
        print_statements(out, m, n, a, depth + 1);
        print_wrapped(out, depth, "endcase");
        break;
    default:
        print_branch(out, m, n, a, depth);
    }
}

static void print_statements(struct sbuf *out, struct hdl *m, const struct node *parent,
                             const struct always *a, int depth)
{
    bool first = true;
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if (!keeps(a, n) && n->kind != NODE_OF && n->kind != NODE_DEFAULT)
            continue;
        if (n->kind == NODE_NOTE && !first)
            sbuf_puts(out, "\n");
        print_statement(out, m, n, a, depth);
        first = false;
    }
}

/* The reset value, with its size for a scalar, which reads better. */
static const char *reset_value(const struct symbol *s)
{
    if (s->scalar && strcmp(s->value, "0") == 0)
        return "1'b0";
    return s->scalar && strcmp(s->value, "1") == 0 ? "1'b1" : s->value;
}

static bool has_loop(const struct always *a, const struct node *parent, const char *name)
{
    for (const struct node *n = parent->first; n != NULL; n = n->next)
        if (keeps(a, n) &&
            ((n->kind == NODE_FOR && strcmp(n->a, name) == 0) || has_loop(a, n, name)))
            return true;
    return false;
}

static void print_half(struct sbuf *out, struct hdl *m, const struct always *a, int depth)
{
    const struct node *n = a->block;
    const bool clocked = n->kind == NODE_ON_CLOCK;
    const char *label = n->label != NULL ? hdl_v(m, " : %s%s", n->label,
                                                 a->half == OTHER_HALF ? "_without_reset" : "")
                                         : "";
    bool any_loop = false;
    for (const struct symbol *s = n->loops.first; s != NULL; s = s->next)
        any_loop |= has_loop(a, n, s->name);
    print_wrapped(
        out, depth,
        hdl_v(m, "always @%s begin%s", clocked ? "(posedge clk_i)" : "*", any_loop ? label : ""));
    for (const struct symbol *s = n->loops.first; s != NULL; s = s->next)
        if (has_loop(a, n, s->name))
            print_wrapped(out, depth + 1, hdl_v(m, "integer %s;", s->name));
    const bool resets = a->half == RESET_HALF;
    if (resets) {
        print_wrapped(out, depth + 1, "if (rst_i) begin");
        for (const struct set_list *e = n->sets; e != NULL; e = e->next)
            if (symbol_has_reset(e->symbol))
                print_wrapped(out, depth + 2,
                              hdl_v(m, "%s <= %s;", e->symbol->name, reset_value(e->symbol)));
        print_wrapped(out, depth + 1, "end else begin");
    }
    print_statements(out, m, n, a, depth + (resets ? 2 : 1));
    if (resets)
        print_wrapped(out, depth + 1, "end");
    print_wrapped(out, depth, "end");
}

static void print_always(struct sbuf *out, struct hdl *m, const struct node *n, int depth)
{
    bool any_reset = false, any_other = false;
    for (const struct set_list *e = n->sets; n->kind == NODE_ON_CLOCK && e != NULL; e = e->next) {
        any_reset |= symbol_has_reset(e->symbol);
        any_other |= !symbol_has_reset(e->symbol);
    }
    if (!any_reset) {
        print_half(out, m, &(struct always){n, n->kind == NODE_ON_CLOCK ? "<=" : "=", WHOLE},
                   depth);
        return;
    }
    print_half(out, m, &(struct always){n, "<=", RESET_HALF}, depth);
    if (any_other)
        print_half(out, m, &(struct always){n, "<=", OTHER_HALF}, depth);
}

/* ---- instances ---- */
static size_t connections(const struct node *inst, enum node_kind kind, int *width)
{
    size_t count = 0;
    *width = 0;
    for (const struct node *n = inst->first; n != NULL; n = n->next) {
        if (n->kind != kind)
            continue;
        count++;
        if ((int)strlen(n->a) > *width)
            *width = (int)strlen(n->a);
    }
    return count;
}

static void print_connections(struct sbuf *out, struct hdl *m, const struct node *inst,
                              enum node_kind kind, int depth)
{
    int width;
    size_t left = connections(inst, kind, &width);
    for (const struct node *n = inst->first; n != NULL; n = n->next) {
        if (n->kind == NODE_NOTE && kind == NODE_PIN)
            print_comment(out, depth, n->a);
        if (n->kind != kind)
            continue;
        left--;
        print_wrapped(out, depth, hdl_v(m, ".%-*s (%s)%s", width, n->a, n->b, left > 0 ? "," : ""));
    }
}

static void print_open_outputs(struct sbuf *out, struct hdl *m, const struct node *inst, int depth)
{
    int width;
    size_t count = 0;
    struct row *rows =
        ARENA_ARRAY(&m->design->arena, struct row, connections(inst, NODE_PIN, &width));
    for (const struct node *n = inst->first; n != NULL; n = n->next) {
        if (n->kind != NODE_PIN || n->label == NULL)
            continue;
        rows[count] = declaration(m, n->symbol);
        rows[count++].note = "left open";
    }
    print_rows(out, depth, rows, count);
}

static void print_instance(struct sbuf *out, struct hdl *m, const struct node *n, int depth)
{
    int width;
    bool pins = connections(n, NODE_PIN, &width) > 0;
    print_open_outputs(out, m, n, depth);
    if (connections(n, NODE_WITH, &width) > 0) {
        print_wrapped(out, depth, hdl_v(m, "%s #(", n->a));
        print_connections(out, m, n, NODE_WITH, depth + 1);
        print_wrapped(out, depth, hdl_v(m, ") %s (%s", n->b, pins ? "" : ");"));
    } else {
        print_wrapped(out, depth, hdl_v(m, "%s %s (%s", n->a, n->b, pins ? "" : ");"));
    }
    if (!pins)
        return;
    print_connections(out, m, n, NODE_PIN, depth + 1);
    print_wrapped(out, depth, ");");
}

static void print_generate(struct sbuf *out, struct hdl *m, const struct node *n, int depth)
{
    if (n->declares_genvar)
        print_wrapped(out, depth, hdl_v(m, "genvar %s;", n->a));
    print_wrapped(out, depth,
                  hdl_v(m, "for (%s = 0; %s < %s; %s = %s + 1) begin : %s", n->a, n->a, n->b, n->a,
                        n->a, n->label));
    hdl_print_body(out, m, n, depth + 1);
    print_wrapped(out, depth, "end");
}

static void print_concat(struct sbuf *out, struct hdl *m, const struct node *n, int depth)
{
    struct row *rows = ARENA_ARRAY(&m->design->arena, struct row, n->n_parts);
    for (size_t i = 0; i < n->n_parts; i++)
        rows[i] = (struct row){
            .cell = {NULL, NULL, hdl_v(m, "%s%s", n->parts[i].expr, i + 1 < n->n_parts ? "," : "")},
            .note = n->parts[i].name};
    print_wrapped(out, depth, hdl_v(m, "assign %s = {", n->a));
    print_rows(out, depth + 1, rows, n->n_parts);
    print_wrapped(out, depth, "};");
}

static const struct node *print_item(struct sbuf *out, struct hdl *m, const struct node *n,
                                     int depth)
{
    switch (n->kind) {
    case NODE_NOTE:
        print_comment(out, depth, n->a);
        break;
    case NODE_DECL:
        return print_declarations(out, m, n, depth);
    case NODE_ASSIGN:
        if (n->parts != NULL)
            print_concat(out, m, n, depth);
        else
            print_wrapped(out, depth, hdl_v(m, "assign %s = %s;", n->a, n->b));
        break;
    case NODE_PROPERTY:
        return print_properties(out, m, n, depth);
    case NODE_ON_CLOCK:
    case NODE_ON_COMB:
        print_always(out, m, n, depth);
        break;
    case NODE_INST:
        print_instance(out, m, n, depth);
        break;
    case NODE_GEN_FOR:
        print_generate(out, m, n, depth);
        break;
    default:
        break;
    }
    return n;
}

void hdl_print_body(struct sbuf *out, struct hdl *m, const struct node *parent, int depth)
{
    const struct node *before = NULL;
    for (const struct node *n = parent->first; n != NULL; n = n->next) {
        if (n->kind == NODE_UNUSED)
            continue;
        bool apart = before == NULL
                         ? parent->kind == NODE_MODULE
                         : class_of(before) != CLASS_NOTE &&
                               (class_of(n) == CLASS_NOTE || class_of(n) == CLASS_BLOCK ||
                                class_of(n) != class_of(before));
        if (apart)
            sbuf_puts(out, "\n");
        n = print_item(out, m, n, depth);
        before = n;
    }
    if (before != NULL && parent->kind == NODE_MODULE)
        sbuf_puts(out, "\n");
}
