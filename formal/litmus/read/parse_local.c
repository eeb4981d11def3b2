/* The variables of C's threads, which registers hold, and their scopes. */
#include "formal/litmus/read/parse_c.h"

#include <string.h>

static bool is_named(const struct scan *l, const struct c_local *local)
{
    return l->kind == SCAN_WORD && l->len == local->len &&
           memcmp(l->text, local->name, l->len) == 0;
}

const struct c_local *c_find_local(const struct c_thread *c)
{
    for (int i = c->n_locals - 1; i >= 0; i--)
        if (!c->locals[i].ended && is_named(&c->p->scan, &c->locals[i]))
            return &c->locals[i];
    return NULL;
}

bool c_has_ended(const struct c_thread *c)
{
    for (int i = 0; i < c->n_locals; i++)
        if (c->locals[i].ended && is_named(&c->p->scan, &c->locals[i]))
            return true;
    return false;
}

void c_open_scope(struct c_thread *c)
{
    c->scope++;
}

void c_close_scope(struct c_thread *c)
{
    for (int i = 0; i < c->n_locals; i++)
        c->locals[i].ended = c->locals[i].ended || c->locals[i].scope == c->scope;
    c->scope--;
}

/* Conditions know the outermost declaration by its name; those that hide it have registers that no
 * outcome shows. */
bool c_declare(struct c_thread *c, const struct c_type *type, const struct c_local **local)
{
    struct scan *l = &c->p->scan;
    const struct c_local *outer = c_find_local(c);
    if (outer != NULL && outer->scope == c->scope)
        return lit_given_twice(c->p, outer->at);
    if (c->n_locals == C_LOCALS)
        return scan_error(l, "%s is one declaration too many; a thread may have %d",
                          scan_show(l).text, C_LOCALS);
    struct c_local *new = &c->locals[c->n_locals];
    *new = (struct c_local){
        .name = l->text, .len = l->len, .type = *type, .scope = c->scope, .at = lit_here(c->p)};
    if (!(outer != NULL ? lit_hidden_reg(c->p, c->number, &new->reg)
                        : lit_reg(c->p, c->number, &new->reg)))
        return false;
    c->n_locals++;
    *local = new;
    return true;
}
