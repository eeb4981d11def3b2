#include "sw/util/error.h"

#include "sw/util/sbuf.h"

#include <stdio.h>
#include <string.h>

/* The length in bytes of the character at `s` if it is valid UTF-8 and printable, else 0. */
static size_t shown_as_is(const unsigned char *s)
{
    if (s[0] < 0x80)
        return s[0] >= 0x20 && s[0] != 0x7f;
    size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    /* Control characters U+0080 to U+009f, overlong forms, surrogates, above U+10ffff. */
    bool bad = (s[0] == 0xc2 && s[1] < 0xa0) || (s[0] == 0xe0 && s[1] < 0xa0) ||
               (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
               (s[0] == 0xf4 && s[1] > 0x8f);
    return bad ? 0 : n;
}

void error_shown(const char *text, struct sbuf *out)
{
    for (const char *s = text; *s != '\0';) {
        size_t n = shown_as_is((const unsigned char *)s);
        if (n > 0)
            sbuf_add(out, s, n);
        else if (*s == '\n' || *s == '\t')
            sbuf_puts(out, *s == '\n' ? "\\n" : "\\t");
        else
            sbuf_printf(out, "\\x%02x", (unsigned char)*s);
        s += n > 0 ? n : 1;
    }
}

char *error_shown_text(const char *text)
{
    struct sbuf s = {0};
    sbuf_puts(&s, "");
    error_shown(text, &s);
    return s.text;
}

static bool inside_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Copies the text, without its middle if it does not fit. */
static void fit(char *to, size_t size, const struct sbuf *s)
{
    static const char gap[] = " ... ";
    const char *text = sbuf_str(s);
    if (s->len < size) {
        memcpy(to, text, s->len + 1);
        return;
    }
    size_t head = size / 2, tail = s->len - (size - 1 - head - strlen(gap));
    while (inside_character(text[head]))
        head--;
    while (inside_character(text[tail]))
        tail++;
    snprintf(to, size, "%.*s%s%s", (int)head, text, gap, text + tail);
}

static void set(struct error *err, struct sbuf *raw)
{
    struct sbuf text = {0};
    error_shown(sbuf_str(raw), &text);
    fit(err->text, sizeof err->text, &text);
    sbuf_free(&text);
    sbuf_free(raw);
}

bool error_set(struct error *err, const char *fmt, ...)
{
    if (error_is_set(err))
        return false;
    struct sbuf raw = {0};
    va_list ap;
    va_start(ap, fmt);
    sbuf_vprintf(&raw, fmt, ap);
    va_end(ap);
    set(err, &raw);
    return false;
}

bool error_at(struct error *err, const char *file, size_t line, size_t column, const char *fmt,
              va_list ap)
{
    if (error_is_set(err))
        return false;
    struct sbuf raw = {0};
    sbuf_printf(&raw, "%s:%zu:%zu: ", file, line, column);
    sbuf_vprintf(&raw, fmt, ap);
    set(err, &raw);
    return false;
}

void error_add(struct error *err, const char *fmt, ...)
{
    struct sbuf raw = {0};
    va_list ap;
    va_start(ap, fmt);
    sbuf_puts(&raw, err->text);
    sbuf_vprintf(&raw, fmt, ap);
    va_end(ap);
    set(err, &raw);
}
