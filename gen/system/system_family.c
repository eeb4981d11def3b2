#include "gen/system/system_family.h"

#include "sw/util/arena.h"
#include "sw/util/near.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_doc.h"

#include <stdlib.h>
#include <string.h>

const char *family_size_of(const char *name)
{
    static const char ends[] = ".yaml:";
    const char *at = NULL;
    for (const char *s = name; (s = strstr(s, ends)) != NULL; s += sizeof ends - 1)
        at = s + sizeof ends - 2;
    return at != NULL && strchr(at, '/') == NULL ? at : NULL;
}

char *family_file(const char *name)
{
    const char *colon = family_size_of(name);
    char *file = xstrdup(name);
    if (colon != NULL)
        file[colon - name] = '\0';
    return file;
}

/* A word of letters, digits, '-' and '_', as it is a part of a system's name. */
static bool is_word(const yaml_node_t *key)
{
    const char *text = yaml_doc_text(key);
    return *text != '\0' && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789-_")] == '\0';
}

static bool is_plain(const yaml_node_t *value)
{
    return value->type == YAML_SCALAR_NODE && value->data.scalar.length == 0;
}

static bool fail_at(struct error *err, const char *path, yaml_mark_t at, const char *what)
{
    return error_set(err, "%s:%zu:%zu: %s", path, at.line + 1, at.column + 1, what);
}

/* The value of `sizes`, NULL without an error: there is none. `key` is set to its place. */
static yaml_node_t *sizes_of(yaml_document_t *doc, const char *path, yaml_mark_t *key,
                             struct error *err)
{
    yaml_node_t *sizes =
        yaml_doc_get(doc, yaml_document_get_root_node(doc), "sizes", strlen("sizes"), key);
    if (sizes == NULL)
        return NULL;
    if (sizes->type != YAML_MAPPING_NODE) {
        fail_at(err, path, *key, "sizes is no mapping; it must have a name for each size");
        return NULL;
    }
    for (yaml_node_pair_t *p = sizes->data.mapping.pairs.start; p < sizes->data.mapping.pairs.top;
         p++) {
        const yaml_node_t *name = yaml_document_get_node(doc, p->key);
        const yaml_node_t *fields = yaml_document_get_node(doc, p->value);
        if (!is_word(name))
            fail_at(err, path, name->start_mark,
                    "a size's name must be letters, digits, '-' and '_'");
        else if (fields->type != YAML_MAPPING_NODE && !is_plain(fields))
            fail_at(err, path, name->start_mark,
                    "a size must have fields, or none: then it is the file as it is");
        else
            continue;
        return NULL;
    }
    return sizes;
}

bool family_sizes(const char *text, size_t len, const char *path, struct family_sizes *sizes,
                  struct error *err)
{
    *sizes = (struct family_sizes){0};
    yaml_document_t doc;
    yaml_mark_t key;
    if (!yaml_doc_load(&doc, text, len, path, err))
        return false;
    const yaml_node_t *all = sizes_of(&doc, path, &key, err);
    const size_t room =
        all == NULL ? 0 : (size_t)(all->data.mapping.pairs.top - all->data.mapping.pairs.start);
    sizes->all = xcalloc(room + 1, sizeof *sizes->all);
    for (; sizes->n < room; sizes->n++) {
        const yaml_node_pair_t *p = &all->data.mapping.pairs.start[sizes->n];
        sizes->all[sizes->n] = (struct family_size){
            .name = xstrdup(yaml_doc_text(yaml_document_get_node(&doc, p->key))),
            .plain = is_plain(yaml_document_get_node(&doc, p->value)),
        };
    }
    yaml_document_delete(&doc);
    return !error_is_set(err);
}

void family_sizes_free(struct family_sizes *sizes)
{
    for (size_t i = 0; i < sizes->n; i++)
        free(sizes->all[i].name);
    free(sizes->all);
    *sizes = (struct family_sizes){0};
}

/* Blanks the characters from number `from` until `to`, or with `but` all others. Of a character of
 * several bytes one blank stays, so that columns do not move; line breaks stay. */
static void blank(char *text, size_t *len, size_t from, size_t to, bool but)
{
    size_t at = 0, out = 0;
    size_t character = 0;
    if (*len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        at = 3; /* a byte-order mark, which libyaml does not count */
    for (; at < *len; at++) {
        const bool follows = ((unsigned char)text[at] & 0xc0) == 0x80;
        character += !follows;
        const bool within = character > from && character <= to;
        if (within == but || text[at] == '\n' || text[at] == '\r')
            text[out++] = text[at];
        else if (!follows)
            text[out++] = ' ';
    }
    text[out] = '\0';
    *len = out;
}

/* Tells which sizes there are. */
static void fail_size(yaml_document_t *doc, const yaml_node_t *sizes, const char *path,
                      const char *size, struct error *err)
{
    struct near near = {.word = size};
    if (sizes == NULL) {
        error_set(err, "%s: has no sizes, so no %.80s", path, size);
        return;
    }
    struct sbuf s = {0};
    for (yaml_node_pair_t *p = sizes->data.mapping.pairs.start; p < sizes->data.mapping.pairs.top;
         p++) {
        const char *name = yaml_doc_text(yaml_document_get_node(doc, p->key));
        sbuf_printf(&s, "%s%s", s.len > 0 ? ", " : "", name);
        near_name(&near, name);
    }
    error_set(err, "%s: has no size %.80s; there are %s", path, size, sbuf_str(&s));
    near_tell(&near, err);
    sbuf_free(&s);
}

char *family_text(const char *text, size_t *len, const char *path, const char *size, bool *plain,
                  struct error *err)
{
    yaml_document_t doc;
    yaml_mark_t key = {0};
    if (!yaml_doc_load(&doc, text, *len, path, err))
        return NULL;
    const yaml_node_t *sizes = sizes_of(&doc, path, &key, err), *of = NULL;
    if (sizes != NULL && size != NULL)
        of = yaml_doc_get(&doc, sizes, size, strlen(size), NULL);
    if (size != NULL && of == NULL && !error_is_set(err))
        fail_size(&doc, sizes, path, size, err);
    char *view = NULL;
    *plain = of == NULL || is_plain(of);
    if (!error_is_set(err)) {
        view = xcalloc(*len + 1, 1);
        memcpy(view, text, *len);
        if (!*plain)
            blank(view, len, of->start_mark.index, of->end_mark.index, true);
        else if (sizes != NULL)
            blank(view, len, key.index, sizes->end_mark.index, false);
    }
    yaml_document_delete(&doc);
    return view;
}
