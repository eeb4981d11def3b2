#include "sw/util/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *err, const char *fmt, ...)
{
    if (error_is_set(err))
        return false;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    /* What users wrote is quoted in messages: it may not break the line nor move the cursor. */
    for (char *c = err->text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = ' ';
    return false;
}
