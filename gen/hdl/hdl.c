#include "gen/hdl/hdl.h"

#include "gen/hdl/internal.h"
#include "sw/util/file.h"
#include "sw/util/outfile.h"

#include <stdlib.h>
#include <string.h>

struct hdl_design *hdl_design_new(void)
{
    return xcalloc(1, sizeof(struct hdl_design));
}

void hdl_design_free(struct hdl_design *d)
{
    if (d == NULL)
        return;
    for (struct hdl *m = d->all; m != NULL; m = m->next) {
        names_free(&m->symbols);
        names_free(&m->drivers);
        free(m->tokens);
    }
    names_free(&d->modules);
    free(d->leaves.at);
    free(d->done.at);
    sbuf_free(&d->mistakes);
    arena_free(&d->arena);
    free(d);
}

const char *hdl_v(struct hdl *m, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(&m->design->arena, fmt, ap);
    va_end(ap);
    return text;
}

const char *hdl_place(struct hdl *m, struct hdl_at at)
{
    return hdl_v(m, "%s:%d", at.file, at.line);
}

void hdl_complain(struct hdl *m, struct hdl_at at, const char *fmt, ...)
{
    struct hdl_design *d = m->design;
    va_list ap;
    va_start(ap, fmt);
    const char *what = arena_vprintf(&d->arena, fmt, ap);
    va_end(ap);
    char *line = arena_printf(&d->arena, "%s:%d: %s: %s", at.file, at.line, m->name, what);
    /* One line a mistake, even where an expression was written over several. */
    for (char *p = line; *p != '\0'; p++)
        if (*p == '\n' || *p == '\r' || *p == '\t')
            *p = ' ';
    if (d->first_mistake == NULL)
        d->first_mistake = line;
    sbuf_printf(&d->mistakes, "%s\n", line);
    m->bad = true;
}

void hdl_list_add(struct hdl_list *l, struct hdl *m)
{
    if (l->count == l->cap) {
        l->cap = l->cap == 0 ? 16 : l->cap * 2;
        l->at = xrealloc(l->at, l->cap * sizeof(struct hdl *));
    }
    l->at[l->count++] = m;
}

struct hdl *hdl_module_alloc(struct hdl_design *d, const char *name)
{
    struct hdl *m = ARENA_NEW(&d->arena, struct hdl);
    m->design = d;
    m->name = arena_strdup(&d->arena, name);
    m->root = ARENA_NEW(&d->arena, struct node);
    m->root->kind = NODE_MODULE;
    m->open = m->root;
    m->next = d->all;
    d->all = m;
    return m;
}

struct hdl *hdl_module_at(struct hdl_design *d, const char *name, const char *brief,
                          struct hdl_at at)
{
    struct hdl *m = hdl_module_alloc(d, name);
    m->brief = arena_strdup(&d->arena, brief);
    m->at = at;
    m->root->at = at;
    const struct hdl *old = names_get(&d->modules, m->name);
    if (!name_is_plain(m->name) || name_is_keyword(m->name))
        hdl_complain(m, at, "'%s' cannot name a module; use letters, digits and _, and no keyword",
                     m->name);
    else if (old != NULL && old->leaf)
        hdl_complain(m, at, "a leaf cell of that name was added before; choose another name");
    else if (old != NULL)
        hdl_complain(m, at, "a module of that name was begun at %s; ask hdl_has first",
                     hdl_place(m, old->at));
    else
        names_put(&d->modules, m->name, m);
    return m;
}

static void report_unclosed(struct hdl *m)
{
    for (const struct node *n = m->open; n->kind != NODE_MODULE; n = n->parent)
        hdl_complain(m, n->at,
                     "%s is never closed; leave its braces neither by return nor by "
                     "break",
                     hdl_block_name(n->kind));
}

bool hdl_end_at(struct hdl *m, struct hdl_at at)
{
    if (!hdl_is_open(m, "hdl_end", at))
        return false;
    bool whole = m->open->kind == NODE_MODULE;
    report_unclosed(m);
    if (m->text_scope != NULL)
        hdl_complain(m, at, "the scope %s is not closed; never leave it by return or break",
                     m->text_scope->prefix);
    hdl_settle_pending(m);
    if (whole) /* else the names below the open block would all be reported as well */
        hdl_check_scope(m, m->root);
    m->ended = true;
    if (!m->bad)
        m->text = hdl_print(m);
    hdl_list_add(&m->design->done, m);
    return !m->bad;
}

bool hdl_has(const struct hdl_design *d, const char *module)
{
    return names_get(&d->modules, module) != NULL;
}

const char *hdl_port(const struct hdl_design *d, const char *module, size_t i)
{
    const struct hdl *m = names_get(&d->modules, module);
    for (const struct header *h = m != NULL ? m->ports.first : NULL; h != NULL; h = h->next)
        if (h->symbol != NULL && i-- == 0)
            return h->symbol->name;
    return NULL;
}

const char *hdl_own_name(const struct hdl_design *d, const char *module)
{
    const struct hdl *m = names_get(&d->modules, module);
    return m != NULL ? m->name : NULL;
}

const char *hdl_text(struct hdl_design *d, const char *module)
{
    const struct hdl *m = names_get(&d->modules, module);
    return m == NULL || !m->ended || d->first_mistake != NULL ? NULL : m->text;
}

size_t hdl_count(const struct hdl_design *d)
{
    return d->leaves.count + d->done.count;
}

static const struct hdl *module_at(const struct hdl_design *d, size_t i)
{
    return i < d->leaves.count ? d->leaves.at[i] : d->done.at[i - d->leaves.count];
}

const char *hdl_name(const struct hdl_design *d, size_t i)
{
    return i < hdl_count(d) ? module_at(d, i)->name : NULL;
}

bool hdl_mistake(const struct hdl_design *d, struct error *err)
{
    if (d->first_mistake == NULL)
        return false;
    error_set(err, "%s", d->first_mistake);
    return true;
}

const char *hdl_mistakes(const struct hdl_design *d)
{
    return sbuf_str(&d->mistakes);
}

static void check_ended(struct hdl_design *d)
{
    for (struct hdl *m = d->all; m != NULL; m = m->next) {
        if (m->ended || m->bad)
            continue;
        hdl_complain(m, m->at, "the module is never finished; call hdl_end");
    }
}

bool hdl_add_files(struct hdl_design *d, const char *dir, struct outfiles *to, struct error *err)
{
    check_ended(d);
    bool ok = !hdl_mistake(d, err) && file_mkdirs(dir, err);
    for (size_t i = 0; ok && i < hdl_count(d); i++) {
        const struct hdl *m = module_at(d, i);
        char *path = arena_printf(&d->arena, "%s/%s.v", dir, m->name);
        ok = outfiles_add(to, path, m->text, strlen(m->text), err);
    }
    return ok;
}

bool hdl_write(struct hdl_design *d, const char *dir, struct error *err)
{
    struct outfiles all = {0};
    if (hdl_add_files(d, dir, &all, err))
        return outfiles_commit(&all, err);
    outfiles_discard(&all);
    return false;
}
