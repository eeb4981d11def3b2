#include "sw/util/sbuf.h"

#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct sbuf *s, size_t more)
{
    if (s->len + more + 1 <= s->cap)
        return;
    s->cap = (s->len + more + 1) * 2;
    s->text = xrealloc(s->text, s->cap);
}

void sbuf_add(struct sbuf *s, const char *text, size_t len)
{
    reserve(s, len);
    memcpy(s->text + s->len, text, len);
    s->len += len;
    s->text[s->len] = '\0';
}

void sbuf_puts(struct sbuf *s, const char *text)
{
    sbuf_add(s, text, strlen(text));
}

void sbuf_vprintf(struct sbuf *s, const char *fmt, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    reserve(s, (size_t)n);
    vsnprintf(s->text + s->len, (size_t)n + 1, fmt, again);
    s->len += (size_t)n;
    va_end(again);
}

void sbuf_printf(struct sbuf *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    sbuf_vprintf(s, fmt, ap);
    va_end(ap);
}

void sbuf_bytes(struct sbuf *s, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t i = 0;
    for (; bytes >= 1024 && bytes % 1024 == 0 && i + 1 < sizeof units / sizeof *units; i++)
        bytes /= 1024;
    sbuf_printf(s, "%llu %s", (unsigned long long)bytes, units[i]);
}

const char *sbuf_str(const struct sbuf *s)
{
    return s->text != NULL ? s->text : "";
}

void sbuf_free(struct sbuf *s)
{
    free(s->text);
    *s = (struct sbuf){0};
}
