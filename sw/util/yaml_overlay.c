/* A text that has some fields of a schema, stored over a structure that has them all. */
#include "sw/util/yaml_impl.h"

#include "sw/util/arena.h"
#include "sw/util/yaml_doc.h"
#include "sw/util/yaml_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void store_text(char *at, const char *text)
{
    char *old;
    memcpy(&old, at, sizeof old); /* CYAML_FLAG_POINTER */
    free(old);
    char *copy = xstrdup(text);
    memcpy(at, &copy, sizeof copy);
}

/* `at` is the field in the structure. */
static bool store(struct yaml_reading *r, const char *path, const yaml_node_t *n,
                  const cyaml_schema_value_t *v, char *at)
{
    const char *text = yaml_doc_text(n);
    if (v->type == CYAML_STRING) {
        size_t len = strlen(text);
        if (len < v->string.min || len > v->string.max)
            return yaml_fail_value(r, path, n, n->start_mark, v);
        store_text(at, text);
        return true;
    }
    struct error why = {0};
    const struct yaml_field field = {.schema = v, .offset = 0};
    return yaml_store(&field, at, path, text, r->wanted, &why) ||
           yaml_fail_value(r, path, n, n->start_mark, v);
}

static bool overlay(struct yaml_reading *r, const char *path, const yaml_node_t *map,
                    const cyaml_schema_value_t *v, const char *skip, char *data)
{
    char sub[512];
    for (const yaml_node_pair_t *i = map->data.mapping.pairs.start; i < map->data.mapping.pairs.top;
         i++) {
        const yaml_node_t *key = yaml_document_get_node(r->doc, i->key);
        const yaml_node_t *n = yaml_document_get_node(r->doc, i->value);
        const char *name = yaml_doc_text(key);
        if (skip != NULL && strcmp(name, skip) == 0)
            continue;
        const cyaml_schema_field_t *f = schema_field(v, name, key->data.scalar.length);
        if (f == NULL)
            return yaml_fail_key(r, path, map, v, skip);
        snprintf(sub, sizeof sub, "%s%s%s", path, *path == '\0' ? "" : ".", f->key);
        bool group = f->value.type == CYAML_MAPPING;
        if (n->type != (group ? YAML_MAPPING_NODE : YAML_SCALAR_NODE))
            return yaml_fail_value(r, sub, n, key->start_mark, &f->value);
        if (!(group ? overlay(r, sub, n, &f->value, NULL, data + f->data_offset)
                    : store(r, sub, n, &f->value, data + f->data_offset)))
            return false;
    }
    return true;
}

bool yaml_overlay(yaml_document_t *doc, const char *name, const cyaml_schema_value_t *schema,
                  const char *skip, yaml_wanted wanted, void *data, struct error *err)
{
    struct yaml_reading r = {
        .doc = doc, .name = name, .schema = schema, .wanted = wanted, .err = err};
    const yaml_node_t *root = yaml_document_get_root_node(doc);
    return yaml_check_node(&r, "", root, schema) && overlay(&r, "", root, schema, skip, data);
}
