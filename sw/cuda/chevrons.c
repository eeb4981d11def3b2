#include "sw/cuda/chevrons.h"

#include "sw/ptx/asm_escapes.h"
#include "sw/util/file.h"
#include "sw/util/name.h"
#include "sw/util/sbuf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The end of a comment, string or character at s; s if none begins there. */
static char *skip_text(char *s)
{
    if (s[0] == '/' && s[1] == '/')
        return s + strcspn(s, "\n");
    if (s[0] == '/' && s[1] == '*') {
        char *end = strstr(s + 2, "*/");
        return end != NULL ? end + 2 : s + strlen(s);
    }
    if (s[0] != '"' && s[0] != '\'')
        return s;
    for (char *c = s + 1; *c != '\0' && *c != '\n'; c++) {
        if (*c == '\\' && c[1] != '\0')
            c++;
        else if (*c == s[0])
            return c + 1;
    }
    return s + 1;
}

/* Three marks with spaces or line ends between them: where they end; NULL: something else. */
static char *three(char *s, char mark)
{
    int n = 0;
    bool apart = false;
    for (; *s == mark || isspace((unsigned char)*s); s++) {
        apart = apart || (n > 0 && n < 3 && *s != mark);
        n += *s == mark;
        if (n == 3)
            return apart ? s + 1 : NULL;
    }
    return NULL;
}

/* The marks come first, and then what was between them. */
static void close_up(char *s, char *end, char mark)
{
    char between[64];
    size_t n = 0, length = (size_t)(end - s);
    if (length > sizeof between)
        return;
    for (const char *c = s; c < end; c++)
        if (*c != mark)
            between[n++] = *c;
    memset(s, mark, length - n);
    memcpy(s + length - n, between, n);
}

/* `a << <` is no expression, and `>> >` is one in a list of templates alone: so only a launch's
 * first mark decides, and its last one is the next. */
static bool close_all(char *s)
{
    bool any = false, inside = false;
    while (*s != '\0') {
        char *text = skip_text(s), mark = inside ? '>' : '<', *end;
        if (text != s) {
            s = text;
            continue;
        }
        if (strncmp(s, "<<<", 3) == 0) {
            inside = true;
            s += 3;
        } else if (strncmp(s, ">>>", 3) == 0) {
            inside = false;
            s += 3;
        } else if (*s == mark && (end = three(s, mark)) != NULL) {
            close_up(s, end, mark);
            any = true;
            inside = !inside;
            s = end;
        } else {
            s++;
        }
    }
    return any;
}

bool chevrons_close(const char *source, const char *copy, bool *had, struct error *err)
{
    size_t len;
    char *text = file_read(source, &len, err);
    if (text == NULL)
        return false;
    struct sbuf all = {0};
    bool ok = true, closed = strlen(text) == len && close_all(text);
    sbuf_puts(&all, "#line 1 \"");
    name_quoted(&all, source);
    sbuf_puts(&all, "\"\n");
    *had = strlen(text) == len && (asm_escapes_add(text, &all) || closed);
    if (*had)
        ok = file_write(copy, all.text, all.len, err);
    sbuf_free(&all);
    free(text);
    return ok;
}
