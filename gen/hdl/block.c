#include "gen/hdl/internal.h"

#include <string.h>

const char *hdl_block_name(enum node_kind kind)
{
    switch (kind) {
    case NODE_ON_CLOCK:
        return "clocked block";
    case NODE_ON_COMB:
        return "combinational block";
    case NODE_WHEN:
        return "hdl_when";
    case NODE_ELSEWHEN:
        return "hdl_elsewhen";
    case NODE_OTHERWISE:
        return "hdl_otherwise";
    case NODE_FOR:
        return "hdl_for";
    case NODE_CASE:
        return "hdl_case";
    case NODE_OF:
        return "hdl_of";
    case NODE_DEFAULT:
        return "hdl_default";
    case NODE_GEN_FOR:
        return "generate loop";
    case NODE_INST:
        return "instance";
    default:
        return "module";
    }
}

struct node *hdl_node(struct hdl *m, enum node_kind kind, struct hdl_at at)
{
    struct node *n = ARENA_NEW(&m->design->arena, struct node);
    *n = (struct node){.kind = kind, .at = at, .parent = m->open};
    if (m->open->last == NULL)
        m->open->first = n;
    else
        m->open->last->next = n;
    m->open->last = n;
    return n;
}

struct node *hdl_procedural(const struct hdl *m)
{
    struct node *n = m->open;
    while (n != NULL && n->kind != NODE_ON_CLOCK && n->kind != NODE_ON_COMB)
        n = n->parent;
    return n;
}

/* Whether a statement may stand here. Inside a misplaced block it is refused without a message: the
 * block was reported already. */
static bool takes_statement(struct hdl *m, const char *what, struct hdl_at at)
{
    if (hdl_procedural(m) == NULL) {
        if (!m->open->misplaced)
            hdl_complain(m, at, "%s outside a block; put it in hdl_on_clock or hdl_on_comb", what);
        return false;
    }
    if (m->open->kind != NODE_CASE)
        return true;
    hdl_complain(m, at,
                 "%s directly in the hdl_case opened at %s; put it in hdl_of or "
                 "hdl_default",
                 what, hdl_place(m, m->open->at));
    return false;
}

static bool follows_when(struct hdl *m, enum node_kind kind, const struct node *before,
                         struct hdl_at at)
{
    if (before != NULL && (before->kind == NODE_WHEN || before->kind == NODE_ELSEWHEN))
        return true;
    hdl_complain(m, at,
                 "%s does not follow a when; put it right after the hdl_when or "
                 "hdl_elsewhen that it continues",
                 hdl_block_name(kind));
    return false;
}

static bool is_branch(struct hdl *m, enum node_kind kind, struct hdl_at at)
{
    if (m->open->kind != NODE_CASE) {
        if (!m->open->misplaced)
            hdl_complain(m, at, "%s outside a case; put it directly in an hdl_case",
                         hdl_block_name(kind));
        return false;
    }
    for (const struct node *n = m->open->first; n != NULL; n = n->next) {
        if (n->kind != NODE_DEFAULT)
            continue;
        hdl_complain(m, at, "%s after the hdl_default at %s; the default comes last, once",
                     hdl_block_name(kind), hdl_place(m, n->at));
        return false;
    }
    return true;
}

static bool may_open(struct hdl *m, enum node_kind kind, const struct node *before,
                     struct hdl_at at)
{
    switch (kind) {
    case NODE_ON_CLOCK:
    case NODE_ON_COMB:
    case NODE_GEN_FOR:
    case NODE_INST:
        return m->open->misplaced || hdl_at_module_level(m, hdl_block_name(kind), at);
    case NODE_ELSEWHEN:
    case NODE_OTHERWISE:
        return takes_statement(m, hdl_block_name(kind), at) && follows_when(m, kind, before, at);
    case NODE_OF:
    case NODE_DEFAULT:
        return is_branch(m, kind, at);
    default:
        return takes_statement(m, hdl_block_name(kind), at);
    }
}

static void open_clock(struct hdl *m, struct hdl_at at)
{
    struct symbol *clk = hdl_find(m, "clk_i");
    if (m->clocked && clk != NULL)
        clk->read = true;
    else
        hdl_complain(m, at, "a clocked block in a module without a clock; call hdl_clock");
}

static void open_for(struct hdl *m, struct node *n, const char *var, struct hdl_at at)
{
    struct node *block = hdl_procedural(m);
    struct symbol *s = hdl_declare(m, SYM_LOOP, var, at);
    n->symbol = s;
    n->a = s->name;
    if (block == NULL)
        return;
    for (const struct symbol *o = block->loops.first; o != NULL; o = o->next)
        if (strcmp(o->name, s->name) == 0)
            return;
    struct symbol *integer = ARENA_NEW(&m->design->arena, struct symbol);
    integer->name = s->name;
    if (block->loops.last == NULL)
        block->loops.first = integer;
    else
        block->loops.last->next = integer;
    block->loops.last = integer;
}

static void open_gen_for(struct hdl *m, struct node *n, const char *pair, struct hdl_at at)
{
    const char *label = strchr(pair, '\n');
    const char *var = pair;
    if (label != NULL)
        var = arena_strndup(&m->design->arena, pair, (size_t)(label - pair));
    struct node *inside = m->open;
    m->open = n->parent; /* the label is known outside the loop */
    n->label = hdl_declare(m, SYM_LABEL, label == NULL ? "" : label + 1, at)->name;
    m->open = inside;
    n->symbol = hdl_declare(m, SYM_GENVAR, var, at);
    n->a = n->symbol->name;
}

static void read_operands(struct hdl *m, struct node *n, const char *a, const char *b)
{
    if (n->kind == NODE_WHEN || n->kind == NODE_ELSEWHEN)
        n->a = hdl_use(m, USE_LOGIC, "condition", a, n->at);
    else if (n->kind == NODE_CASE)
        n->a = hdl_use(m, USE_LOGIC, "case expression", a, n->at);
    else if (n->kind == NODE_OF)
        n->a = hdl_use(m, USE_LIST, "case value", a, n->at);
    else if (n->kind == NODE_FOR || n->kind == NODE_GEN_FOR)
        n->b = hdl_use(m, USE_CONSTANT, "count", b, n->at);
}

int hdl_open_at(struct hdl *m, enum hdl_kind kind, const char *a, const char *b, struct hdl_at at)
{
    const char *what = hdl_block_name((enum node_kind)kind);
    if (!hdl_is_open(m, what, at))
        return 0;
    const struct node *before = m->open->last;
    bool good = may_open(m, (enum node_kind)kind, before, at);
    struct node *n = hdl_node(m, (enum node_kind)kind, at);
    n->misplaced = !good || n->parent->misplaced;
    read_operands(m, n, a, b); /* before the index is declared: the count may not use it */
    m->open = n;
    if (kind == HDL_ON_CLOCK)
        open_clock(m, at);
    else if (kind == HDL_FOR)
        open_for(m, n, a, at);
    else if (kind == HDL_GEN_FOR)
        open_gen_for(m, n, a, at);
    else if (kind == HDL_INST) {
        n->a = arena_strdup(&m->design->arena, a);
        b = hdl_expand(m, b, at);
        n->b = arena_strdup(&m->design->arena, b != NULL ? b : "");
        hdl_inst_open(m, n, at);
    }
    return 1;
}

/* A block with loop integers must have a name to declare them in. */
static void name_block(struct hdl *m, struct node *n)
{
    if (n->loops.first == NULL)
        return;
    const char *base = n->sets == NULL ? "loop" : n->sets->symbol->name;
    size_t len = strlen(base);
    if (len > 2 && base[len - 2] == '_' && strchr("qo", base[len - 1]) != NULL)
        len -= 2;
    const char *name = hdl_v(m, "%.*s_update", (int)len, base);
    for (int i = 2; names_get(&m->symbols, name) != NULL; i++)
        name = hdl_v(m, "%.*s_update_%d", (int)len, base, i);
    n->label = hdl_declare(m, SYM_LABEL, name, n->at)->name;
}

static void close_always(struct hdl *m, struct node *n)
{
    name_block(m, n);
    if (n->kind == NODE_ON_COMB && n->sets != NULL && !n->reads)
        hdl_complain(m, n->at,
                     "a combinational block that reads nothing never runs in simulation; "
                     "use hdl_assign");
    struct symbol *rst = hdl_find(m, "rst_i");
    for (const struct set_list *e = n->sets; e != NULL; e = e->next)
        if (n->kind == NODE_ON_CLOCK && e->symbol->value != NULL && rst != NULL)
            rst->read = true;
}

int hdl_close(struct hdl *m)
{
    struct node *n = m->open;
    if (m->ended || n->kind == NODE_MODULE)
        return 0;
    if (n->kind == NODE_FOR)
        n->symbol->closed = true;
    else if (n->kind == NODE_INST)
        hdl_inst_close(m, n);
    else if (n->kind == NODE_GEN_FOR)
        hdl_check_scope(m, n);
    m->open = n->parent;
    if (n->kind == NODE_ON_CLOCK || n->kind == NODE_ON_COMB)
        close_always(m, n);
    return 0;
}

const char *hdl_pair(struct hdl *m, const char *var, const char *label)
{
    return hdl_v(m, "%s\n%s", var, label);
}

void hdl_set_at(struct hdl *m, const char *lhs, const char *rhs, struct hdl_at at)
{
    if (!hdl_is_open(m, "hdl_set", at) || !takes_statement(m, "hdl_set", at))
        return;
    struct node *block = hdl_procedural(m);
    struct node *n = hdl_node(m, NODE_ASSIGN, at);
    n->a = hdl_drive(m, block->kind == NODE_ON_CLOCK ? DRIVE_CLOCK : DRIVE_COMB, lhs, block, at);
    if (n->sets_reset && n->sets_other)
        hdl_complain(
            m, at,
            "'%s' has registers with a reset value and without, which are set in blocks of "
            "their own; set them apart",
            n->a);
    n->b = hdl_use(m, USE_LOGIC, "value", rhs, at);
}

void hdl_assign_at(struct hdl *m, const char *lhs, const char *rhs, struct hdl_at at)
{
    if (!hdl_at_module_level(m, "hdl_assign", at))
        return;
    struct node *n = hdl_node(m, NODE_ASSIGN, at);
    n->a = hdl_drive(m, DRIVE_ASSIGN, lhs, NULL, at);
    n->b = hdl_use(m, USE_LOGIC, "value", rhs, at);
}

void hdl_concat_at(struct hdl *m, const char *lhs, const struct hdl_part *parts, size_t n,
                   struct hdl_at at)
{
    if (!hdl_at_module_level(m, "hdl_concat", at))
        return;
    struct node *node = hdl_node(m, NODE_ASSIGN, at);
    node->a = hdl_drive(m, DRIVE_ASSIGN, lhs, NULL, at);
    node->n_parts = n;
    node->parts = ARENA_ARRAY(&m->design->arena, struct hdl_part, n);
    for (size_t i = 0; i < n; i++) {
        node->parts[i].name = parts[i].name;
        node->parts[i].expr = hdl_use(m, USE_LIST, "part", parts[i].expr, at);
    }
}

void hdl_note_at(struct hdl *m, const char *text, struct hdl_at at)
{
    if (!hdl_is_open(m, "a note", at))
        return;
    if (text == NULL || *text == '\0')
        hdl_complain(m, at, "a note says nothing; write why, or drop it");
    else
        hdl_node(m, NODE_NOTE, at)->a = arena_strdup(&m->design->arena, text);
}

void hdl_unused_at(struct hdl *m, const char *exprs, struct hdl_at at)
{
    if (!hdl_at_module_level(m, "hdl_unused", at))
        return;
    hdl_node(m, NODE_UNUSED, at)->a = hdl_use(m, USE_LIST, "unused names", exprs, at);
}

void hdl_spare_at(struct hdl *m, const char *name, struct hdl_at at)
{
    if (!hdl_at_module_level(m, "hdl_spare", at))
        return;
    name = hdl_expand(m, name, at);
    if (name == NULL)
        return;
    struct symbol *s = hdl_find(m, name);
    if (s == NULL) {
        hdl_complain(m, at, "%s is not declared; hdl_spare is of one name declared above it", name);
        return;
    }
    s->spare = true;
    hdl_node(m, NODE_SPARE, at)->symbol = s;
}

void hdl_property_at(struct hdl *m, const char *kind, const char *name, const char *expr,
                     struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a property", at))
        return;
    if (!m->clocked) {
        hdl_complain(m, at, "%s %s in a module without a clock; call hdl_clock", kind, name);
        return;
    }
    struct node *n = hdl_node(m, NODE_PROPERTY, at);
    n->label = kind;
    n->a = hdl_declare(m, SYM_LABEL, name, at)->name;
    n->b = hdl_use(m, USE_PROPERTY, "property", expr, at);
    hdl_use(m, USE_PROPERTY, "property", "clk_i && rst_i", at);
}
