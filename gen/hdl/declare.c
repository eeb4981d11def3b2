#include "gen/hdl/internal.h"

#include <string.h>

const char *hdl_kind_name(const struct symbol *s)
{
    switch (s->kind) {
    case SYM_PARAM:
        return "a parameter";
    case SYM_LOCALPARAM:
        return "a parameter of the body";
    case SYM_IN:
        return "an input";
    case SYM_OUT:
        return "an output";
    case SYM_WIRE:
        return "a wire";
    case SYM_REG:
        return "a register";
    case SYM_VAR:
        return "a variable";
    case SYM_MEM:
        return "a memory";
    case SYM_LOOP:
    case SYM_GENVAR:
        return "the index of a loop";
    case SYM_LABEL:
        return "a label";
    }
    return "a name";
}

bool hdl_is_open(struct hdl *m, const char *what, struct hdl_at at)
{
    if (!m->ended)
        return true;
    hdl_complain(m, at, "%s after hdl_end; move it before", what);
    return false;
}

bool hdl_at_module_level(struct hdl *m, const char *what, struct hdl_at at)
{
    if (!hdl_is_open(m, what, at))
        return false;
    const struct node *open = m->open;
    if (open->kind == NODE_MODULE || open->kind == NODE_GEN_FOR)
        return true;
    hdl_complain(m, at,
                 "%s inside the %s opened at %s; put it before (and never leave a block by "
                 "return or break)",
                 what, hdl_block_name(open->kind), hdl_place(m, open->at));
    return false;
}

struct node *hdl_open_scope(const struct hdl *m)
{
    struct node *n = m->open;
    while (n->kind != NODE_MODULE && n->kind != NODE_GEN_FOR)
        n = n->parent;
    return n;
}

struct symbol *hdl_find(const struct hdl *m, const char *name)
{
    struct symbol *s = names_get(&m->symbols, name);
    return s == NULL || s->closed ? NULL : s;
}

static bool is_around(const struct node *outer, const struct node *inner)
{
    while (inner != NULL && inner != outer)
        inner = inner->parent;
    return inner != NULL;
}

/* A genvar is declared once; every later loop in whose scope that declaration is known uses it. */
static void find_home(struct symbol *s)
{
    s->home = s->scope;
    if (s->kind != SYM_GENVAR)
        return;
    s->home = s->scope->parent;
    for (const struct symbol *o = s->older; o != NULL; o = o->older) {
        if (o->kind != SYM_GENVAR || !is_around(o->home, s->home))
            continue;
        s->home = o->home;
        return;
    }
    s->scope->declares_genvar = true;
}

/* The name of a closed loop may be declared again, unless in the printed text one of the two
 * declarations hides the other: Verilator reports that. */
static void check_hiding(struct hdl *m, const struct symbol *s)
{
    for (const struct symbol *o = s->older; o != NULL; o = o->older) {
        bool harmless = o->kind == SYM_LABEL || s->kind == SYM_LABEL ||
                        (o->kind == s->kind && (o->kind == SYM_LOOP || o->kind == SYM_GENVAR));
        if (harmless || (!is_around(s->home, o->home) && !is_around(o->home, s->home)))
            continue;
        hdl_complain(m, s->at,
                     "'%s' is also %s at %s, and one would hide the other; name one of "
                     "them differently",
                     s->name, hdl_kind_name(o), hdl_place(m, o->at));
        return;
    }
}

static bool name_is_good(struct hdl *m, const char *name, struct hdl_at at)
{
    if (!name_is_plain(name))
        hdl_complain(m, at, "'%s' is no name; use letters, digits and _", name);
    else if (name_is_keyword(name))
        hdl_complain(m, at, "'%s' is a keyword of Verilog; choose another name", name);
    else
        return true;
    return false;
}

static void list_symbol(struct symbol_list *l, struct symbol *s)
{
    if (l->last == NULL)
        l->first = s;
    else
        l->last->next = s;
    l->last = s;
}

struct symbol *hdl_declare(struct hdl *m, enum symbol_kind kind, const char *name, struct hdl_at at)
{
    struct symbol *s = ARENA_NEW(&m->design->arena, struct symbol);
    name = hdl_expand(m, name, at);
    s->name = arena_strdup(&m->design->arena, name == NULL ? "" : name);
    s->kind = kind;
    s->at = at;
    bool header = kind == SYM_PARAM || kind == SYM_IN || kind == SYM_OUT;
    s->scope = header ? m->root : hdl_open_scope(m);
    struct symbol *old = names_get(&m->symbols, s->name);
    if (old != NULL && !old->closed)
        hdl_complain(m, at, "'%s' is declared twice, first at %s; choose another name", s->name,
                     hdl_place(m, old->at));
    if (!name_is_good(m, s->name, at) || (old != NULL && !old->closed)) {
        s->home = s->scope;
        return s;
    }
    s->older = old;
    find_home(s);
    check_hiding(m, s);
    names_put(&m->symbols, s->name, s);
    list_symbol(&s->scope->symbols, s);
    return s;
}

static const char *keep(struct hdl *m, const char *text)
{
    return text == NULL || *text == '\0' ? NULL : arena_strdup(&m->design->arena, text);
}

static void set_width(struct hdl *m, struct symbol *s, enum hdl_use use, const char *width)
{
    s->width = hdl_use(m, use, "width", width, s->at);
    s->scalar = strcmp(s->width, "1") == 0;
    if (strcmp(s->width, "0") == 0)
        hdl_complain(m, s->at, "%s is no bits wide; leave it out, or make it 1", s->name);
}

static void add_header(struct hdl *m, struct header_list *l, struct symbol *s, const char *text)
{
    struct header *h = ARENA_NEW(&m->design->arena, struct header);
    h->symbol = s;
    h->text = text;
    if (l->last == NULL)
        l->first = h;
    else
        l->last->next = h;
    l->last = h;
}

void hdl_param_at(struct hdl *m, const char *name, const char *value, const char *note,
                  struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a parameter", at))
        return;
    const char *text = hdl_use(m, USE_PARAM, "value", value, at);
    struct symbol *s = hdl_declare(m, SYM_PARAM, name, at);
    s->value = text;
    s->note = keep(m, note);
    add_header(m, &m->params, s, NULL);
}

static void add_declaration(struct hdl *m, struct symbol *s, const char *note)
{
    s->note = keep(m, note);
    hdl_node(m, NODE_DECL, s->at)->symbol = s;
}

void hdl_localparam_at(struct hdl *m, const char *name, const char *value, const char *note,
                       struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a localparam", at))
        return;
    const char *text = hdl_use(m, USE_CONSTANT, "value", value, at);
    struct symbol *s = hdl_declare(m, SYM_LOCALPARAM, name, at);
    s->value = text;
    add_declaration(m, s, note);
}

void hdl_constant_at(struct hdl *m, const char *name, const char *value, const char *note,
                     struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a constant", at))
        return;
    const char *text = hdl_use(m, USE_CONSTANT, "value", value, at);
    struct symbol *s = hdl_declare(m, SYM_LOCALPARAM, name, at);
    s->value = text;
    s->optional = true;
    add_declaration(m, s, note);
}

void hdl_group_at(struct hdl *m, const char *text, struct hdl_at at)
{
    if (hdl_at_module_level(m, "a port group", at) && keep(m, text) != NULL)
        add_header(m, &m->ports, NULL, keep(m, text));
}

static void add_port(struct hdl *m, enum symbol_kind kind, const char *name, const char *width,
                     const char *note, struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a port", at))
        return;
    struct symbol *s = hdl_declare(m, kind, name, at);
    set_width(m, s, USE_HEADER, width);
    s->note = keep(m, note);
    add_header(m, &m->ports, s, NULL);
}

void hdl_clock_at(struct hdl *m, struct hdl_at at)
{
    add_port(m, SYM_IN, "clk_i", "1", "clock", at);
    add_port(m, SYM_IN, "rst_i", "1", "synchronous reset, active high", at);
    m->clocked = true;
}

void hdl_in_at(struct hdl *m, const char *name, const char *width, const char *note,
               struct hdl_at at)
{
    add_port(m, SYM_IN, name, width, note, at);
}

void hdl_out_at(struct hdl *m, const char *name, const char *width, const char *note,
                struct hdl_at at)
{
    add_port(m, SYM_OUT, name, width, note, at);
}

void hdl_channel_at(struct hdl *m, const char *name, const char *width, const char *note, bool in,
                    struct hdl_at at)
{
    enum symbol_kind with = in ? SYM_IN : SYM_OUT, against = in ? SYM_OUT : SYM_IN;
    const char *w = in ? "i" : "o", *a = in ? "o" : "i";
    add_port(m, with, hdl_v(m, "%s_valid_%s", name, w), "1", note, at);
    add_port(m, against, hdl_v(m, "%s_ready_%s", name, a), "1", NULL, at);
    add_port(m, with, hdl_v(m, "%s_msg_%s", name, w), width, NULL, at);
}

void hdl_wire_at(struct hdl *m, const char *name, const char *width, const char *expr,
                 const char *note, struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a wire", at))
        return;
    /* The value is read before the wire is declared, so a wire cannot use itself. */
    const char *value = expr == NULL ? NULL : hdl_use(m, USE_LOGIC, "value", expr, at);
    struct symbol *s = hdl_declare(m, SYM_WIRE, name, at);
    set_width(m, s, USE_CONSTANT, width);
    s->value = value;
    if (value != NULL)
        hdl_drive_whole(m, s, at);
    add_declaration(m, s, note);
}

void hdl_reg_at(struct hdl *m, const char *name, const char *width, const char *reset,
                const char *note, struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a register", at))
        return;
    struct symbol *s = hdl_declare(m, SYM_REG, name, at);
    set_width(m, s, USE_CONSTANT, width);
    if (reset != NULL)
        s->value = hdl_use(m, USE_LOGIC, "reset value", reset, at);
    add_declaration(m, s, note);
}

void hdl_var_at(struct hdl *m, const char *name, const char *width, const char *note,
                struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a variable", at))
        return;
    struct symbol *s = hdl_declare(m, SYM_VAR, name, at);
    set_width(m, s, USE_CONSTANT, width);
    add_declaration(m, s, note);
}

void hdl_mem_at(struct hdl *m, const char *name, const char *width, const char *depth,
                const char *note, struct hdl_at at)
{
    if (!hdl_at_module_level(m, "a memory", at))
        return;
    struct symbol *s = hdl_declare(m, SYM_MEM, name, at);
    set_width(m, s, USE_CONSTANT, width);
    s->depth = hdl_use(m, USE_CONSTANT, "depth", depth, at);
    add_declaration(m, s, note);
}
