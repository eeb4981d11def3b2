#include "sw/ptx/asm_escapes.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* The end of a comment, string or character at s; s if none begins there. */
static const char *skip_text(const char *s)
{
    if (s[0] == '/' && s[1] == '/')
        return s + strcspn(s, "\n");
    if (s[0] == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        return end != NULL ? end + 2 : s + strlen(s);
    }
    if (s[0] != '"' && s[0] != '\'')
        return s;
    for (const char *c = s + 1; *c != '\0'; c++) {
        if (*c == '\\' && c[1] != '\0')
            c++;
        else if (*c == s[0])
            return c + 1;
        else if (*c == '\n')
            break;
    }
    return s + 1;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (is_letter(s[n]))
        n++;
    return n;
}

static bool is_word(const char *s, size_t n, const char *const words[])
{
    for (; *words != NULL; words++)
        if (strlen(*words) == n && memcmp(s, *words, n) == 0)
            return true;
    return false;
}

/* Behind the bracket that opens the statement whose first word is at s; NULL: it is none. */
static const char *opening(const char *s, size_t n)
{
    static const char *const asms[] = {"asm", "__asm", "__asm__", NULL}, *const flags[] = {
                                                                             "volatile",
                                                                             "__volatile",
                                                                             "__volatile__", NULL};
    if (!is_word(s, n, asms))
        return NULL;
    s += n;
    for (;;) {
        while (isspace((unsigned char)*s) || *s == '\\')
            s++;
        n = word_length(s);
        if (n == 0 || !is_word(s, n, flags))
            break;
        s += n;
    }
    return *s == '(' ? s + 1 : NULL;
}

/* The colon behind the statement's text. NULL: it has no operands, so nothing is escaped. */
static const char *colon(const char *s)
{
    for (int depth = 0; *s != '\0' && depth >= 0;) {
        const char *text = skip_text(s);
        if (text != s) {
            s = text;
            continue;
        }
        if (*s == ':' && depth == 0)
            return s;
        depth += *s == '(' ? 1 : *s == ')' ? -1 : 0;
        s++;
    }
    return NULL;
}

/* "%tid" names a register, "%0", "%[x]" and "%c0" operands. */
static bool lacks_escape(const char *percent)
{
    size_t n = word_length(percent + 1);
    if (n == 0 || isdigit((unsigned char)percent[1]))
        return false;
    return n > 1 ? !isdigit((unsigned char)percent[2]) : percent[2] != '[';
}

static bool escape(const char *s, const char *end, struct sbuf *out)
{
    bool any = false;
    for (; s < end; s++) {
        sbuf_add(out, s, 1);
        if (*s != '%')
            continue;
        if (s[1] == '%')
            sbuf_add(out, ++s, 1);
        else if (lacks_escape(s)) {
            sbuf_puts(out, "%");
            any = true;
        }
    }
    return any;
}

bool asm_escapes_add(const char *source, struct sbuf *out)
{
    bool any = false;
    for (const char *s = source; *s != '\0';) {
        const char *text = skip_text(s), *open = NULL, *end = NULL;
        size_t n = text != s ? (size_t)(text - s) : word_length(s);
        if (text == s && n > 0)
            open = opening(s, n);
        if (open != NULL)
            end = colon(open);
        if (end != NULL) {
            sbuf_add(out, s, (size_t)(open - s));
            any |= escape(open, end, out);
            s = end;
            continue;
        }
        n = n > 0 ? n : 1;
        sbuf_add(out, s, n);
        s += n;
    }
    return any;
}
