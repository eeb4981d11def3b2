#include "gen/hdl/internal.h"

#include <string.h>

static bool is_function(const struct token *t, enum hdl_use use)
{
    static const char *const always[] = {"$clog2", "$signed", "$unsigned"};
    static const char *const formal[] = {"$past",      "$stable",  "$rose",     "$fell",
                                         "$initstate", "$changed", "$anyconst", "$anyseq",
                                         "$allconst",  "$allseq"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (token_is(t, always[i]))
            return true;
    for (size_t i = 0; i < sizeof formal / sizeof *formal && use == USE_PROPERTY; i++)
        if (token_is(t, formal[i]))
            return true;
    return false;
}

static size_t distance(const char *a, const char *b)
{
    size_t row[64], la = strlen(a), lb = strlen(b);
    if (la >= 64 || lb >= 64 || la > lb + 2 || lb > la + 2)
        return 64;
    for (size_t j = 0; j <= lb; j++)
        row[j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t swap = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            size_t least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = swap < least ? swap : least;
        }
    }
    return row[lb];
}

const char *hdl_unknown_advice(struct hdl *m, const char *name)
{
    if (strcmp(name, "clk_i") == 0 || strcmp(name, "rst_i") == 0)
        return "call hdl_clock";
    const char *best = NULL;
    size_t len = strlen(name), least = len < 3 ? 1 : len < 6 ? 2 : 3; /* one more than allowed */
    for (size_t i = 0; i < m->symbols.cap; i++) {
        const struct symbol *s = m->symbols.values[i];
        if (s == NULL || s->closed || s->kind == SYM_LABEL)
            continue;
        size_t d = distance(name, s->name);
        if (d < least || (d == least && best != NULL && strcmp(s->name, best) < 0)) {
            least = d;
            best = s->name;
        }
    }
    if (best == NULL)
        return "declare it first";
    return arena_printf(&m->design->arena, "declare it first, or is it '%s'?", best);
}

static void postpone(struct hdl *m, enum hdl_use use, const char *name, const char *text,
                     struct hdl_at at)
{
    struct pending *p = ARENA_NEW(&m->design->arena, struct pending);
    *p = (struct pending){.name = name, .text = text, .at = at, .use = use, .next = m->pending};
    m->pending = p;
}

static void check_use(struct hdl *m, enum hdl_use use, const struct symbol *s,
                      const struct token *after, const char *text, struct hdl_at at)
{
    bool parameter = s->kind == SYM_PARAM || s->kind == SYM_LOCALPARAM;
    bool select = after != NULL && token_is(after, "[");
    struct node *block = hdl_procedural(m);
    if (s->kind == SYM_LABEL)
        hdl_complain(m, at, "'%s': %s is a label; labels have no value: use a signal", text,
                     s->name);
    else if ((use == USE_HEADER || use == USE_PARAM) && s->kind != SYM_PARAM)
        hdl_complain(m, at, "'%s': %s is %s; the module's header knows parameters only", text,
                     s->name, hdl_kind_name(s));
    else if (use == USE_CONSTANT && !parameter && s->kind != SYM_GENVAR && s->kind != SYM_LOOP)
        hdl_complain(m, at, "'%s': %s is %s, but this must be constant: use parameters only", text,
                     s->name, hdl_kind_name(s));
    else if (select && s->scalar && s->kind != SYM_MEM)
        hdl_complain(m, at,
                     "'%s': %s is one bit wide and takes no select; give it a width or "
                     "drop the select",
                     text, s->name);
    else if (s->kind == SYM_MEM && !select)
        hdl_complain(m, at, "'%s': %s is a memory; read one word, as %s[addr]", text, s->name,
                     s->name);
    else if (s->kind == SYM_MEM && block != NULL && block->kind == NODE_ON_COMB)
        hdl_complain(m, at,
                     "'%s': memory %s is read in a combinational block, which would wait "
                     "for every word; name the word with hdl_let first",
                     text, s->name);
}

static void use_name(struct hdl *m, enum hdl_use use, const struct token *t,
                     const struct token *after, const char *text, struct hdl_at at)
{
    const char *name = arena_strndup(&m->design->arena, t->text, t->len);
    struct symbol *s = hdl_find(m, name);
    struct node *block = hdl_procedural(m);
    bool constant = s != NULL && (s->kind == SYM_PARAM || s->kind == SYM_LOCALPARAM ||
                                  s->kind == SYM_LOOP || s->kind == SYM_GENVAR);
    if (block != NULL && !constant)
        block->reads = true;
    if (s == NULL && name_is_keyword(name)) {
        hdl_complain(m, at, "'%s': '%s' is a keyword; an expression cannot use it", text, name);
    } else if (s == NULL) {
        postpone(m, use, name, text, at);
    } else {
        check_use(m, use, s, after, text, at);
        if (use == USE_PROPERTY)
            s->property_read = true;
        else
            s->read = true;
    }
}

void hdl_use_tokens(struct hdl *m, enum hdl_use use, size_t from, size_t to, const char *text,
                    struct hdl_at at)
{
    for (size_t i = from; i < to; i++) {
        const struct token *t = &m->tokens[i];
        if (t->kind == TOK_NAME)
            use_name(m, use, t, i + 1 < m->token_count ? t + 1 : NULL, text, at);
        else if (t->kind == TOK_SYSTEM && !is_function(t, use))
            hdl_complain(m, at,
                         "'%s': %.*s is not among the system functions that all tools "
                         "take here; do without",
                         text, (int)t->len, t->text);
    }
}

static bool is_list(const struct hdl *m)
{
    int depth = 0;
    for (size_t i = 0; i < m->token_count; i++) {
        const struct token *t = &m->tokens[i];
        if (t->kind != TOK_OP)
            continue;
        if (depth == 0 && *t->text == ',')
            return true;
        depth += strchr("([{", *t->text) != NULL;
        depth -= strchr(")]}", *t->text) != NULL;
    }
    return false;
}

const char *hdl_use(struct hdl *m, enum hdl_use use, const char *what, const char *text,
                    struct hdl_at at)
{
    const char *tidy = hdl_lex(m, what, text, at);
    if (tidy == NULL)
        return arena_strdup(&m->design->arena, text == NULL ? "" : text);
    if (use != USE_LIST && is_list(m))
        hdl_complain(m, at,
                     "%s '%s': a list where one expression belongs; join it by an operator "
                     "or braces",
                     what, tidy);
    hdl_use_tokens(m, use, 0, m->token_count, tidy, at);
    return tidy;
}

static void settle(struct hdl *m, const struct pending *p)
{
    struct symbol *s = names_get(&m->symbols, p->name);
    if (s == NULL) {
        hdl_complain(m, p->at, "'%s': unknown name '%s'; %s", p->text, p->name,
                     hdl_unknown_advice(m, p->name));
        return;
    }
    if (p->use == USE_PROPERTY)
        s->property_read = true;
    else
        s->read = true;
    /* Ports and parameters are printed in the header, above every use. */
    bool port = s->kind == SYM_IN || s->kind == SYM_OUT;
    bool above = (s->kind == SYM_PARAM && p->use != USE_PARAM) ||
                 (port && p->use != USE_CONSTANT && p->use != USE_HEADER && p->use != USE_PARAM);
    if (above)
        return;
    if (s->closed)
        hdl_complain(m, p->at,
                     "'%s': '%s' is known only inside the loop around %s; declare it "
                     "outside",
                     p->text, p->name, hdl_place(m, s->at));
    else
        hdl_complain(m, p->at,
                     "'%s': '%s' is used before it is declared at %s; move the "
                     "declaration up",
                     p->text, p->name, hdl_place(m, s->at));
}

void hdl_settle_pending(struct hdl *m)
{
    struct pending *in_order = NULL;
    while (m->pending != NULL) {
        struct pending *p = m->pending;
        m->pending = p->next;
        p->next = in_order;
        in_order = p;
    }
    for (const struct pending *p = in_order; p != NULL; p = p->next)
        settle(m, p);
}
