#include "gen/hdl/internal.h"

#include <ctype.h>
#include <string.h>

void hdl_inst_open(struct hdl *m, struct node *n, struct hdl_at at)
{
    const struct hdl *child = names_get(&m->design->modules, n->a);
    hdl_declare(m, SYM_LABEL, n->b, at);
    if (child == NULL)
        hdl_complain(m, at,
                     "unknown module '%s'; build it, or add it with hdl_leaf, before it is "
                     "instantiated",
                     n->a);
    else if (child == m)
        hdl_complain(m, at, "module %s instantiates itself; break the recursion", n->a);
    else if (!child->ended)
        hdl_complain(m, at,
                     "module '%s' begun at %s is not finished; call its hdl_end before it "
                     "is instantiated",
                     n->a, hdl_place(m, child->at));
    else
        n->child = child;
}

static struct symbol *child_symbol(const struct node *inst, const char *name)
{
    return names_get(&inst->child->symbols, name);
}

/* The open instance that hdl_with or hdl_pin belongs to; NULL, with a mistake, when there is none.
 */
static struct node *instance_of(struct hdl *m, const char *what, struct hdl_at at)
{
    if (!hdl_is_open(m, what, at))
        return NULL;
    if (m->open->kind == NODE_INST)
        return m->open;
    hdl_complain(m, at, "%s outside an instance; put it in hdl_inst", what);
    return NULL;
}

static const struct node *find_with(const struct node *inst, const char *param)
{
    for (const struct node *n = inst->first; n != NULL; n = n->next)
        if (n->kind == NODE_WITH && strcmp(n->a, param) == 0)
            return n;
    return NULL;
}

void hdl_with_at(struct hdl *m, const char *param, const char *value, struct hdl_at at)
{
    struct node *inst = instance_of(m, "hdl_with", at);
    if (inst == NULL)
        return;
    const struct node *before = find_with(inst, param);
    struct node *n = hdl_node(m, NODE_WITH, at);
    n->a = arena_strdup(&m->design->arena, param);
    n->b = hdl_use(m, USE_CONSTANT, "parameter value", value, at);
    if (before != NULL)
        hdl_complain(m, at, "parameter %s of %s is given twice, first at %s; drop one", param,
                     inst->b, hdl_place(m, before->at));
    if (inst->child == NULL)
        return;
    const struct symbol *p = child_symbol(inst, param);
    if (p == NULL || p->kind != SYM_PARAM)
        hdl_complain(m, at, "module %s has no parameter '%s'; use one that its header declares",
                     inst->a, param);
}

/* The module is unknown, and so is the port's direction: all names of the connection count as read
 * and driven, so that no mistakes are reported that only follow from the unknown module. */
static void connect_blindly(struct hdl *m, struct node *pin, const char *expr)
{
    pin->b = hdl_use(m, USE_LOGIC, "connection", *expr == '\0' ? "0" : expr, pin->at);
    for (size_t i = 0; i < m->token_count; i++) {
        const struct token *t = &m->tokens[i];
        struct symbol *s = NULL;
        if (t->kind == TOK_NAME)
            s = hdl_find(m, arena_strndup(&m->design->arena, t->text, t->len));
        if (s != NULL)
            s->driven_whole = true;
    }
}

static void connect(struct hdl *m, struct node *inst, struct node *pin, const char *expr)
{
    struct symbol *port = child_symbol(inst, pin->a);
    if (port == NULL || (port->kind != SYM_IN && port->kind != SYM_OUT)) {
        hdl_complain(m, pin->at, "module %s has no port '%s'; use one that its header declares",
                     inst->a, pin->a);
        connect_blindly(m, pin, expr);
        return;
    }
    for (const struct node *n = inst->first; n != pin; n = n->next)
        if (n->kind == NODE_PIN && strcmp(n->a, pin->a) == 0)
            hdl_complain(m, pin->at, "port %s of %s is connected twice, first at %s; drop one",
                         pin->a, inst->b, hdl_place(m, n->at));
    pin->symbol = port;
    if (port->kind == SYM_IN && *expr == '\0')
        hdl_complain(m, pin->at,
                     "input %s of %s is left open; connect it, to a constant if need "
                     "be",
                     pin->a, inst->b);
    else if (port->kind == SYM_IN)
        pin->b = hdl_use(m, USE_LOGIC, "connection", expr, pin->at);
    else if (*expr != '\0')
        pin->b = hdl_drive(m, DRIVE_PIN, expr, NULL, pin->at);
}

void hdl_pin_at(struct hdl *m, const char *port, const char *expr, struct hdl_at at)
{
    struct node *inst = instance_of(m, "hdl_pin", at);
    if (inst == NULL)
        return;
    expr = expr == NULL ? "" : expr;
    struct node *pin = hdl_node(m, NODE_PIN, at);
    pin->a = arena_strdup(&m->design->arena, port);
    if (inst->child == NULL)
        connect_blindly(m, pin, expr);
    else
        connect(m, inst, pin, expr);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '\'';
}

/* Writes a value in place of a name: in brackets, unless it stands in brackets or is one word. */
static void put_value(struct sbuf *out, const char *value, const char *after)
{
    const char *p = value;
    while (is_word(*p))
        p++;
    bool bare = *p == '\0' || (out->len > 0 && out->text[out->len - 1] == '(' && *after == ')');
    sbuf_printf(out, bare ? "%s" : "(%s)", value);
}

/* A width of the child in the parent's terms: the child's parameters are replaced by the values
 * that the instance gives them. */
static const char *width_outside(struct hdl *m, const struct node *inst, const char *width,
                                 int depth)
{
    const struct node *all = find_with(inst, width);
    if (all != NULL)
        return all->b;
    const struct symbol *param = child_symbol(inst, width);
    if (param != NULL && param->value != NULL && depth < 16)
        return width_outside(m, inst, param->value, depth + 1);
    struct sbuf out = {0};
    for (const char *p = width; *p != '\0';) {
        if (!is_word(*p)) {
            sbuf_add(&out, p++, 1);
            continue;
        }
        size_t n = 0;
        while (is_word(p[n]))
            n++;
        const char *word = arena_strndup(&m->design->arena, p, n);
        const struct node *given = find_with(inst, word);
        const struct symbol *s = child_symbol(inst, word);
        if (given != NULL)
            put_value(&out, given->b, p + n);
        else if (s != NULL && s->value != NULL && depth < 16)
            put_value(&out, width_outside(m, inst, s->value, depth + 1), p + n);
        else
            sbuf_puts(&out, word);
        p += n;
    }
    const char *text = arena_strdup(&m->design->arena, sbuf_str(&out));
    sbuf_free(&out);
    return text;
}

/* Connects an open output to a wire that linters leave alone: Verilator warns of `.port ()`. */
static void leave_open(struct hdl *m, struct node *inst, struct node *pin)
{
    const char *name = hdl_v(m, "unused_%s_%s", inst->b, pin->a);
    struct symbol *s = hdl_declare(m, SYM_WIRE, name, pin->at);
    s->width = width_outside(m, inst, pin->symbol->width, 0);
    s->scalar = strcmp(s->width, "1") == 0;
    s->driven_whole = true;
    pin->b = s->name;
    pin->label = "open";
    pin->symbol = s;
}

void hdl_inst_close(struct hdl *m, struct node *inst)
{
    if (inst->child == NULL)
        return;
    for (struct node *n = inst->first; n != NULL; n = n->next) {
        if (n->kind != NODE_PIN || n->symbol == NULL)
            continue;
        n->symbol->connected = m->design->serial + 1;
        if (n->b == NULL && n->symbol->kind == SYM_OUT)
            leave_open(m, inst, n);
    }
    m->design->serial++;
    for (const struct header *h = inst->child->ports.first; h != NULL; h = h->next)
        if (h->symbol != NULL && h->symbol->connected != m->design->serial)
            hdl_complain(m, inst->at,
                         "port %s of %s is not connected; add hdl_pin, with \"\" to "
                         "leave an output open",
                         h->symbol->name, inst->b);
}
