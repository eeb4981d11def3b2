/* Growing string buffer. A zeroed `struct sbuf` is empty; `text` is NUL-terminated once used. */
#ifndef UMBEL_SW_UTIL_SBUF_H
#define UMBEL_SW_UTIL_SBUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct sbuf {
    char *text;
    size_t len, cap;
};

void sbuf_add(struct sbuf *s, const char *text, size_t len);
void sbuf_puts(struct sbuf *s, const char *text);
void sbuf_printf(struct sbuf *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void sbuf_vprintf(struct sbuf *s, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));
/* "512 B", "32 KiB", "16 GiB": in the largest unit of which it is a whole number. */
void sbuf_bytes(struct sbuf *s, uint64_t bytes);
/* The text; "" when nothing was added. */
const char *sbuf_str(const struct sbuf *s);
void sbuf_free(struct sbuf *s);

#endif
