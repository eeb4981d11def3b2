#include "sw/util/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is too long is mostly a path, in front; why it is no good comes last. So the middle goes. */
static void keep_ends(struct error *err, size_t len, const char *fmt, va_list ap)
{
    static const char gap[] = " ... ";
    const size_t room = sizeof err->text - 1, head = room / 2, tail = room - head - strlen(gap);
    char *whole = malloc(len + 1);
    if (whole == NULL)
        return;
    vsnprintf(whole, len + 1, fmt, ap);
    snprintf(err->text + head, sizeof err->text - head, "%s%s", gap, whole + len - tail);
    free(whole);
}

bool error_set(struct error *err, const char *fmt, ...)
{
    if (error_is_set(err))
        return false;
    va_list ap;
    va_start(ap, fmt);
    int len = vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    va_start(ap, fmt);
    if (len >= (int)sizeof err->text)
        keep_ends(err, (size_t)len, fmt, ap);
    va_end(ap);
    /* What users wrote is quoted in messages: it may not break the line nor move the cursor. */
    for (char *c = err->text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = ' ';
    return false;
}
