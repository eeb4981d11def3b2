#include "gen/hdl/internal.h"

#include <string.h>

static void twice(struct hdl *m, const struct symbol *s, struct hdl_at first, struct hdl_at at)
{
    hdl_complain(m, at, "%s is driven twice, first at %s; drive it in one place", s->name,
                 hdl_place(m, first));
}

static const char *refuse_procedural(const struct symbol *s, enum hdl_drive how)
{
    if (how == DRIVE_CLOCK) {
        if (s->kind == SYM_VAR)
            return "set it in hdl_on_comb, or declare it with hdl_reg";
        if (s->kind == SYM_WIRE || s->kind == SYM_OUT)
            return "declare a register with hdl_reg, set that and assign it";
        return NULL;
    }
    if (s->kind == SYM_REG || s->kind == SYM_MEM)
        return "set it in hdl_on_clock, or declare it with hdl_var";
    return NULL;
}

/* Advice for the message, or NULL when a driver of this kind may drive this kind of name. */
static const char *refuse(const struct symbol *s, enum hdl_drive how)
{
    switch (s->kind) {
    case SYM_PARAM:
    case SYM_LOCALPARAM:
    case SYM_IN:
    case SYM_LOOP:
    case SYM_GENVAR:
    case SYM_LABEL:
        return "drive a wire, output, register or variable";
    default:
        break;
    }
    if (how == DRIVE_CLOCK || how == DRIVE_COMB)
        return refuse_procedural(s, how);
    if (s->kind == SYM_WIRE || s->kind == SYM_OUT)
        return NULL;
    return s->kind == SYM_VAR ? "set it in hdl_on_comb, or declare it with hdl_wire"
                              : "set it in hdl_on_clock, or declare it with hdl_wire";
}

static void add_set(struct hdl *m, struct node *block, struct symbol *s)
{
    struct set_list *entry = ARENA_NEW(&m->design->arena, struct set_list);
    entry->symbol = s;
    struct set_list **end = &block->sets;
    while (*end != NULL)
        end = &(*end)->next;
    *end = entry;
}

/* One block is one driver, however often it sets the name. */
static void drive_in_block(struct hdl *m, struct symbol *s, struct node *block, struct hdl_at at)
{
    struct node *assignment = m->open->last;
    *(symbol_has_reset(s) ? &assignment->sets_reset : &assignment->sets_other) = true;
    if (s->block == block)
        return;
    if (s->block != NULL || s->driven_whole || s->driven_part) {
        twice(m, s, s->driven_at, at);
        return;
    }
    s->block = block;
    s->driven_at = at;
    add_set(m, block, s);
    if (symbol_has_reset(s) && s->scope != hdl_open_scope(m))
        hdl_complain(m, at,
                     "register %s is declared outside this generate loop, so each turn "
                     "would reset all of it; declare it inside, or use hdl_for",
                     s->name);
}

void hdl_drive_whole(struct hdl *m, struct symbol *s, struct hdl_at at)
{
    if (s->driven_whole || s->driven_part || s->block != NULL) {
        twice(m, s, s->driven_at, at);
        return;
    }
    s->driven_whole = true;
    s->driven_at = at;
}

/* Where a part was first driven. */
struct part {
    const struct symbol *symbol;
    struct hdl_at at;
};

/* The symbol that a token names, or NULL. */
static const struct symbol *named(struct hdl *m, const struct token *t)
{
    if (t->kind != TOK_NAME)
        return NULL;
    return hdl_find(m, arena_strndup(&m->design->arena, t->text, t->len));
}

/* The key under which a part is remembered: name and select without white space. If the select uses
 * a localparam of a generate loop, the loop is added: another loop may give that name another
 * value. */
static const char *part_key(struct hdl *m, const struct symbol *s, size_t from, size_t to)
{
    const struct node *local = NULL;
    struct sbuf key = {0};
    sbuf_puts(&key, s->name);
    for (size_t i = from; i < to; i++) {
        const struct token *t = &m->tokens[i];
        if (t->kind != TOK_COMMENT)
            sbuf_add(&key, t->text, t->len);
        const struct symbol *used = named(m, t);
        if (used != NULL && used->kind == SYM_LOCALPARAM && used->scope != m->root)
            local = used->scope;
    }
    if (local != NULL)
        sbuf_printf(&key, "@%p", (const void *)local);
    const char *kept = arena_strdup(&m->design->arena, key.text);
    sbuf_free(&key);
    return kept;
}

static void drive_part(struct hdl *m, struct symbol *s, size_t from, size_t to, struct hdl_at at)
{
    const char *key = part_key(m, s, from, to);
    const struct part *same = names_get(&m->drivers, key);
    bool again = same != NULL && same->symbol == s;
    if (s->driven_whole || s->block != NULL || again) {
        twice(m, s, again ? same->at : s->driven_at, at);
        return;
    }
    struct part *part = ARENA_NEW(&m->design->arena, struct part);
    *part = (struct part){.symbol = s, .at = at};
    names_put(&m->drivers, key, part);
    if (!s->driven_part)
        s->driven_at = at;
    s->driven_part = true;
}

/* Whether a driver inside generate loops selects by the index of each of them. Otherwise every turn
 * of the loop would drive the same bits. */
static bool varies_in_loops(struct hdl *m, const struct symbol *s, size_t from, size_t to)
{
    for (const struct node *loop = hdl_open_scope(m);
         loop != s->scope && loop->kind == NODE_GEN_FOR; loop = loop->parent) {
        bool mentioned = false;
        for (size_t i = from; i < to && !mentioned; i++) {
            const struct symbol *used = named(m, &m->tokens[i]);
            mentioned = used != NULL && (used->scope == loop ||
                                         (used->kind == SYM_LOCALPARAM && used->scope != m->root));
        }
        if (!mentioned)
            return false;
    }
    return true;
}

static void drive(struct hdl *m, enum hdl_drive how, const struct token *name, size_t from,
                  size_t to, struct node *block, struct hdl_at at)
{
    const char *text = arena_strndup(&m->design->arena, name->text, name->len);
    struct symbol *s = hdl_find(m, text);
    if (s == NULL) {
        struct symbol *closed = names_get(&m->symbols, text);
        if (closed != NULL)
            hdl_complain(m, at, "'%s' is known only inside the loop around %s; declare it outside",
                         text, hdl_place(m, closed->at));
        else
            hdl_complain(m, at, "unknown name '%s' is driven; %s", text,
                         hdl_unknown_advice(m, text));
        return;
    }
    const char *instead = refuse(s, how);
    if (instead != NULL)
        hdl_complain(m, at, "%s is %s and cannot be driven here; %s", s->name, hdl_kind_name(s),
                     instead);
    else if (s->kind == SYM_MEM && from == to)
        hdl_complain(m, at, "%s is a memory; write one word, as %s[addr]", s->name, s->name);
    else if (s->kind != SYM_MEM && s->scalar && from != to)
        hdl_complain(m, at,
                     "%s is one bit wide and takes no select; give it a width or drop the "
                     "select",
                     s->name);
    else if (!varies_in_loops(m, s, from, to))
        hdl_complain(m, at,
                     "every turn of the generate loop drives the same bits of %s; select "
                     "by the loop's index",
                     s->name);
    else if (block != NULL)
        drive_in_block(m, s, block, at);
    else if (from == to)
        hdl_drive_whole(m, s, at);
    else
        drive_part(m, s, from, to, at);
}

/* The number of the token after the selects that follow a name. */
static size_t skip_selects(const struct hdl *m, size_t i)
{
    int depth = 0;
    for (; i < m->token_count; i++) {
        const struct token *t = &m->tokens[i];
        if (t->kind == TOK_COMMENT)
            continue;
        if (token_is(t, "["))
            depth++;
        else if (depth == 0)
            break;
        else if (token_is(t, "]"))
            depth--;
    }
    return i;
}

const char *hdl_drive(struct hdl *m, enum hdl_drive how, const char *lhs, struct node *block,
                      struct hdl_at at)
{
    const char *text = hdl_lex(m, "driven name", lhs, at);
    if (text == NULL)
        return "";
    size_t n = m->token_count, i = 0;
    bool joined = token_is(&m->tokens[0], "{") && how != DRIVE_PIN;
    if (joined) {
        i++;
        n--;
    }
    for (;;) {
        if (i >= n || m->tokens[i].kind != TOK_NAME)
            break;
        size_t name = i;
        i = skip_selects(m, i + 1);
        i = i > n ? n : i;
        hdl_use_tokens(m, USE_LOGIC, name + 1, i, text, at);
        drive(m, how, &m->tokens[name], name + 1, i, block, at);
        if (i == n)
            return text;
        if (!joined || !token_is(&m->tokens[i], ","))
            break;
        i++;
    }
    hdl_complain(m, at, "'%s' cannot be driven; %s", text,
                 how == DRIVE_PIN ? "connect an output to a plain name or a part select"
                                  : "drive a name, a part select or a concatenation of them");
    return text;
}
