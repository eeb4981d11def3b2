/* Checks at the end of a scope: names that nothing drives or nothing reads, and the sink for names
 * that are unread on purpose. */
#include "gen/hdl/internal.h"

#include <string.h>

static bool must_be_driven(const struct symbol *s)
{
    return s->kind == SYM_OUT || s->kind == SYM_WIRE || s->kind == SYM_REG || s->kind == SYM_VAR ||
           s->kind == SYM_MEM;
}

static bool must_be_read(const struct symbol *s)
{
    return s->kind != SYM_OUT && s->kind != SYM_LOOP && s->kind != SYM_GENVAR &&
           s->kind != SYM_LABEL && !name_is_unused(s->name);
}

/* A module without reset values still has rst_i, so that all instances are alike; that rst_i may be
 * unread. */
static bool is_spare_reset(const struct hdl *m, const struct symbol *s)
{
    const struct symbol *clk = names_get(&m->symbols, "clk_i");
    return m->clocked && strcmp(s->name, "rst_i") == 0 && clk != NULL &&
           (clk->read || clk->property_read);
}

static void check_driven(struct hdl *m, const struct symbol *s)
{
    if (must_be_driven(s) && !s->driven_whole && !s->driven_part && s->block == NULL)
        hdl_complain(m, s->at, "%s is %s that nothing drives; drive it, or remove it", s->name,
                     hdl_kind_name(s));
}

/* Names that only properties read go into the sink too, since linters do not see the properties. */
static bool needs_sink(struct hdl *m, const struct symbol *s)
{
    if (!must_be_read(s) || s->read || s->spare)
        return false;
    if (s->property_read || is_spare_reset(m, s))
        return true;
    if (s->optional)
        return false;
    hdl_complain(m, s->at, "%s is %s that nothing reads; use it, remove it, or call hdl_unused",
                 s->name, hdl_kind_name(s));
    return false;
}

static const char *sunk(struct hdl *m, const struct symbol *s)
{
    if (s->kind == SYM_PARAM || s->kind == SYM_LOCALPARAM)
        return hdl_v(m, "%s[0]", s->name); /* Verilog forbids an unsized number in {} */
    return s->name;
}

/* Whether nothing is to be printed for a node: a spare name that is read, or a constant that is
 * not. */
static bool is_silent(const struct node *n)
{
    return (n->kind == NODE_SPARE && n->symbol->read) ||
           (n->kind == NODE_DECL && n->symbol->optional && !n->symbol->read &&
            !n->symbol->property_read);
}

/* A spare name that nothing has read becomes unused. Silent nodes are removed, so that they do not
 * affect the layout of the text. */
static void settle_spares(struct hdl *m, struct node *scope)
{
    struct node *before = NULL;
    for (struct node *n = scope->first; n != NULL; n = n->next) {
        if (is_silent(n)) {
            *(before != NULL ? &before->next : &scope->first) = n->next;
            if (scope->last == n)
                scope->last = before;
            continue;
        }
        if (n->kind == NODE_SPARE) {
            n->kind = NODE_UNUSED;
            n->a = sunk(m, n->symbol);
        }
        before = n;
    }
}

void hdl_check_scope(struct hdl *m, struct node *scope)
{
    struct sbuf sink = {0};
    settle_spares(m, scope);
    for (struct symbol *s = scope->symbols.first; s != NULL; s = s->next) {
        check_driven(m, s);
        if (s->kind == SYM_MEM && !s->read && s->property_read)
            hdl_complain(m, s->at, "memory %s is read by properties only; read it in the design",
                         s->name);
        else if (needs_sink(m, s))
            sbuf_printf(&sink, ", %s", sunk(m, s));
    }
    for (const struct node *n = scope->first; n != NULL; n = n->next)
        if (n->kind == NODE_UNUSED)
            sbuf_printf(&sink, ", %s", n->a);
    if (sink.len > 0) {
        const char *name =
            scope->kind == NODE_MODULE ? "unused_ok" : hdl_v(m, "unused_%s_ok", scope->label);
        struct symbol *s = hdl_declare(m, SYM_WIRE, name, scope->at);
        s->width = "1";
        s->scalar = true;
        s->value = hdl_v(m, "&{1'b0%s}", sink.text);
        hdl_note_at(m, "Read by no logic, on purpose.", scope->at);
        hdl_node(m, NODE_DECL, scope->at)->symbol = s;
    }
    sbuf_free(&sink);
    for (struct symbol *s = scope->symbols.first; s != NULL; s = s->next)
        s->closed = scope->kind == NODE_GEN_FOR;
}
