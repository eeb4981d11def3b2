#include "tests/support/places.h"

#include "sw/util/arena.h"
#include "sw/util/name.h"
#include "sw/util/sbuf.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include <cmocka.h>

/* The texts for the strings that are replaced; NULL: it stays. */
struct texts {
    char **list;
    size_t n;
};

/* ---- YAML ---- */

static void load(const char *text, yaml_document_t *d)
{
    yaml_parser_t parser;
    assert_true(yaml_parser_initialize(&parser));
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    assert_true(yaml_parser_load(&parser, d));
    yaml_parser_delete(&parser);
}

/* The i-th string of the document; NULL: it has fewer. */
static yaml_node_t *scalar(yaml_document_t *d, size_t i)
{
    for (yaml_node_t *n = d->nodes.start; n < d->nodes.top; n++)
        if (n->type == YAML_SCALAR_NODE && i-- == 0)
            return n;
    return NULL;
}

static int add(void *to, unsigned char *bytes, size_t len)
{
    sbuf_add(to, (const char *)bytes, len);
    return 1;
}

static char *yaml_with(const char *text, const struct texts *to)
{
    yaml_document_t d;
    yaml_emitter_t emitter;
    struct sbuf out = {0};
    load(text, &d);
    yaml_node_t *n;
    for (size_t i = 0; (n = scalar(&d, i)) != NULL; i++)
        if (to->list[i] != NULL) {
            free(n->data.scalar.value);
            n->data.scalar.value = (unsigned char *)xstrdup(to->list[i]);
            n->data.scalar.length = strlen(to->list[i]);
            n->data.scalar.style = YAML_DOUBLE_QUOTED_SCALAR_STYLE;
        }
    assert_true(yaml_emitter_initialize(&emitter));
    yaml_emitter_set_output(&emitter, add, &out);
    yaml_emitter_set_width(&emitter, -1);
    assert_true(yaml_emitter_open(&emitter) && yaml_emitter_dump(&emitter, &d));
    yaml_emitter_delete(&emitter);
    return out.text;
}

/* ---- words and quoted strings ---- */

struct word {
    const char *from, *to; /* without quotes */
    bool quoted;
};

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || strchr("_.$%@+-", c) != NULL;
}

static bool next_word(const char **at, enum places_format format, struct word *w)
{
    const char *s = *at;
    while (*s != '\0' && *s != '"' && (format == PLACES_JSON || !is_of_word(*s)))
        s++;
    if (*s == '\0')
        return false;
    w->quoted = *s == '"';
    s += w->quoted;
    w->from = s;
    while (*s != '\0' && (w->quoted ? *s != '"' : is_of_word(*s)))
        s += *s == '\\' && s[1] != '\0' ? 2 : 1;
    w->to = s;
    *at = s + (w->quoted && *s == '"');
    return true;
}

static void put_json(struct sbuf *out, const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ')
            sbuf_printf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            sbuf_printf(out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
}

static char *words_with(const struct places *p, const struct texts *to)
{
    struct sbuf out = {0};
    struct word w;
    const char *done = p->text, *s = p->text;
    for (size_t i = 0; next_word(&s, p->format, &w); i++) {
        const char *hostile = to->list[i];
        if (hostile == NULL)
            continue;
        sbuf_add(&out, done, (size_t)(w.from - done));
        if (p->format == PLACES_JSON)
            put_json(&out, hostile);
        else if (w.quoted)
            name_quoted(&out, hostile);
        else
            sbuf_puts(&out, hostile);
        done = w.to;
    }
    sbuf_puts(&out, done);
    return out.text;
}

/* ---- both ---- */

struct places places_of(enum places_format format, const char *text)
{
    struct places p = {.format = format, .text = text};
    if (format == PLACES_YAML) {
        yaml_document_t d;
        load(text, &d);
        while (scalar(&d, p.n) != NULL)
            p.n++;
        yaml_document_delete(&d);
    } else {
        struct word w;
        while (next_word(&text, format, &w))
            p.n++;
    }
    return p;
}

/* The first place that has the same string. */
static size_t first_equal(const struct places *p, size_t i)
{
    char *it = places_string(p, i);
    for (size_t j = 0;; j++) {
        char *other = places_string(p, j);
        const bool same = strcmp(it, other) == 0;
        free(other);
        if (same) {
            free(it);
            return j;
        }
    }
}

char *places_with(const struct places *p, const bool *at, const char *hostile)
{
    struct texts to = {xcalloc(p->n, sizeof *to.list), p->n};
    size_t first = p->n;
    bool differ = false;
    for (size_t i = 0; i < p->n; i++) {
        differ = differ || (at[i] && first < p->n && first_equal(p, i) != first);
        first = at[i] && first == p->n ? first_equal(p, i) : first;
    }
    for (size_t i = 0; i < p->n; i++) {
        struct sbuf s = {0};
        if (!at[i])
            continue;
        sbuf_puts(&s, hostile);
        if (differ)
            sbuf_printf(&s, "%zu", first_equal(p, i));
        to.list[i] = s.text;
    }
    char *text = p->format == PLACES_YAML ? yaml_with(p->text, &to) : words_with(p, &to);
    for (size_t i = 0; i < to.n; i++)
        free(to.list[i]);
    free(to.list);
    return text;
}

char *places_string(const struct places *p, size_t i)
{
    if (p->format == PLACES_YAML) {
        yaml_document_t d;
        load(p->text, &d);
        char *s = xstrdup((const char *)scalar(&d, i)->data.scalar.value);
        yaml_document_delete(&d);
        return s;
    }
    struct word w = {0};
    const char *s = p->text;
    while (next_word(&s, p->format, &w) && i-- > 0)
        ;
    return w.from != NULL ? strndup(w.from, (size_t)(w.to - w.from)) : NULL;
}

bool places_equal(const struct places *p, size_t i, bool *at)
{
    size_t n = 0;
    char *it = places_string(p, i);
    for (size_t j = 0; j < p->n; j++) {
        char *other = places_string(p, j);
        at[j] = strcmp(it, other) == 0;
        n += at[j];
        free(other);
    }
    free(it);
    return n > 1;
}

static bool is_key(const yaml_document_t *d, int node)
{
    for (const yaml_node_t *n = d->nodes.start; n < d->nodes.top; n++)
        if (n->type == YAML_MAPPING_NODE)
            for (const yaml_node_pair_t *p = n->data.mapping.pairs.start;
                 p < n->data.mapping.pairs.top; p++)
                if (p->key == node)
                    return true;
    return false;
}

bool places_is_value(const struct places *p, size_t i)
{
    if (p->format != PLACES_YAML)
        return false;
    yaml_document_t d;
    load(p->text, &d);
    const yaml_node_t *n = scalar(&d, i);
    const char *value = (const char *)n->data.scalar.value;
    const bool is =
        value[strspn(value, "0123456789.-")] != '\0' && !is_key(&d, (int)(n - d.nodes.start) + 1);
    yaml_document_delete(&d);
    return is;
}
