#include "gen/hdl/internal.h"

#include <ctype.h>
#include <string.h>

int hdl_scope_open(struct hdl *m, const char *prefix, const struct hdl_word *words)
{
    struct scope *s = ARENA_NEW(&m->design->arena, struct scope);
    *s = (struct scope){.prefix = prefix, .words = words, .outer = m->text_scope};
    m->text_scope = s;
    return 1;
}

int hdl_scope_close(struct hdl *m)
{
    if (m->text_scope != NULL)
        m->text_scope = m->text_scope->outer;
    return 0;
}

static size_t word_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

/* Writes what @WORD stands for. */
static void put_word(struct sbuf *out, const struct scope *s, const char *word, size_t len)
{
    for (const struct hdl_word *w = s->words; w != NULL && w->word != NULL; w++)
        if (strlen(w->word) == len && strncmp(w->word, word, len) == 0) {
            sbuf_puts(out, w->text);
            return;
        }
    for (const char *p = s->prefix; *p != '\0'; p++) {
        const char c = (char)(isupper((unsigned char)*word) ? toupper((unsigned char)*p) : *p);
        sbuf_add(out, &c, 1);
    }
    sbuf_printf(out, "_%.*s", (int)len, word);
}

const char *hdl_expand(struct hdl *m, const char *text, struct hdl_at at)
{
    const char *sign = text != NULL ? strchr(text, '@') : NULL;
    if (sign == NULL)
        return text;
    if (m->text_scope == NULL || word_length(sign + 1) == 0) {
        hdl_complain(m, at, "'%s' has an @ %s", text,
                     m->text_scope == NULL ? "outside any scope; open one by hdl_scope"
                                           : "without a name behind it; write @name");
        return NULL;
    }
    struct sbuf out = {0};
    for (const char *next; (next = strchr(text, '@')) != NULL;) {
        sbuf_add(&out, text, (size_t)(next - text));
        const size_t len = word_length(next + 1);
        put_word(&out, m->text_scope, next + 1, len);
        text = next + 1 + len;
    }
    sbuf_puts(&out, text);
    const char *expanded = arena_strdup(&m->design->arena, out.text);
    sbuf_free(&out);
    return expanded;
}
