/* The sizes of a launch file: NAME: {variable: integer, ...}. */
#include "sw/runtime/internal.h"

#include "sw/util/arena.h"
#include "sw/util/near.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

static const yaml_node_t *node(struct reader *r, int index)
{
    return yaml_document_get_node(&r->doc, index);
}

static bool no_such_size(struct reader *r, const yaml_node_t *sizes, const char *size)
{
    struct sbuf s = {0}, meant = {0};
    struct near near = {.word = size};
    for (const yaml_node_pair_t *p = sizes->data.mapping.pairs.start;
         p < sizes->data.mapping.pairs.top; p++) {
        const char *name = yaml_doc_text(node(r, p->key));
        sbuf_printf(&s, "%s%s", s.len > 0 ? ", " : "", name);
        near_name(&near, name);
    }
    near_add(&near, &meant);
    at_node(r, sizes, "no size '%.60s'; there are: %.300s%s", size, sbuf_str(&s), sbuf_str(&meant));
    sbuf_free(&meant);
    sbuf_free(&s);
    return false;
}

/* The value of a variable may use the variables before it. */
static bool read_variables(struct reader *r, const yaml_node_t *vars)
{
    if (vars->type != YAML_MAPPING_NODE)
        return at_node(r, vars, "a size is a mapping; write {n: 256}");
    for (const yaml_node_pair_t *p = vars->data.mapping.pairs.start;
         p < vars->data.mapping.pairs.top; p++) {
        const yaml_node_t *key = node(r, p->key), *value = node(r, p->value);
        const char *name = yaml_doc_text(key);
        if (!expr_is_name(name))
            return at_node(r, key, "variable '%.60s' is no name; use letters, digits and _", name);
        if (value->type != YAML_SCALAR_NODE)
            return at_node(r, value, "variable '%s' must be an integer", name);
        char why[EXPR_WHY];
        struct expr_var *v = &r->var[r->vars.n];
        if (!expr_eval(yaml_doc_text(value), &r->vars, &v->value, why))
            return at_node(r, value, "variable '%.60s': %s", name, why);
        v->name = name;
        r->vars.n++;
    }
    r->out->n_parameters = r->vars.n;
    r->out->parameters = xcalloc(r->vars.n, sizeof *r->out->parameters);
    for (size_t i = 0; i < r->vars.n; i++)
        r->out->parameters[i] = (struct launch_parameter){xstrdup(r->var[i].name), r->var[i].value};
    return true;
}

bool read_size(struct reader *r, const char *size)
{
    r->vars.v = r->var;
    yaml_node_t *root = root_of(r);
    const yaml_node_t *sizes = value_of(r, root, "sizes");
    if (sizes == NULL) {
        if (size != NULL)
            return at_node(r, root, "no size '%.60s': the file has none; leave it out", size);
        r->out->size = xstrdup("");
        return true;
    }
    if (sizes->type != YAML_MAPPING_NODE ||
        sizes->data.mapping.pairs.top == sizes->data.mapping.pairs.start)
        return at_node(r, sizes, "'sizes' is a mapping of at least one size; write tiny: {n: 256}");
    const yaml_node_pair_t *p = sizes->data.mapping.pairs.start;
    while (size != NULL && p < sizes->data.mapping.pairs.top &&
           strcmp(yaml_doc_text(node(r, p->key)), size) != 0)
        p++;
    if (p == sizes->data.mapping.pairs.top)
        return no_such_size(r, sizes, size);
    r->out->size = xstrdup(yaml_doc_text(node(r, p->key)));
    return read_variables(r, node(r, p->value));
}
