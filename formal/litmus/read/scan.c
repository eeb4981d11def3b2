#include "formal/litmus/read/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static char peek(const struct scan *l, size_t ahead)
{
    return (size_t)(l->end - l->at) > ahead ? l->at[ahead] : '\0';
}

static void advance(struct scan *l)
{
    if (*l->at == '\n') {
        l->line++;
        l->line_start = l->at + 1;
    }
    l->at++;
}

bool scan_error(const struct scan *l, const char *fmt, ...)
{
    char what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return error_set(l->err, "%s:%u:%u: %s", l->name, l->token_line, l->token_col, what);
}

struct scan_shown scan_show(const struct scan *l)
{
    struct scan_shown s;
    if (l->kind == SCAN_END) {
        snprintf(s.text, sizeof s.text, "the end of the file");
        return s;
    }
    size_t len = l->len < 24 ? l->len : 24, n = 0;
    s.text[n++] = '\'';
    for (size_t i = 0; i < len; i++)
        s.text[n++] = (char)(l->text[i] >= 0x20 && l->text[i] < 0x7f ? l->text[i] : '?');
    snprintf(s.text + n, sizeof s.text - n, "%s'", len < l->len ? "..." : "");
    return s;
}

static void mark(struct scan *l)
{
    l->text = l->at;
    l->token_line = l->line;
    l->token_col = (unsigned)(l->at - l->line_start) + 1;
}

/* ---- blanks and comments ---- */

static bool opens_paren_comment(const struct scan *l)
{
    return peek(l, 0) == '(' && peek(l, 1) == '*' && !l->in_code && !l->in_directive;
}

/* Whether a comment is a directive for variables that share a line. */
static bool begins_directive(const struct scan *l)
{
    static const char words[] = "same line";
    const char *p = l->at + 2;
    while (p < l->end && (*p == ' ' || *p == '\t'))
        p++;
    return (size_t)(l->end - p) >= sizeof words - 1 && strncasecmp(p, words, sizeof words - 1) == 0;
}

static bool skip_c_comment(struct scan *l)
{
    mark(l);
    for (size_t i = 0; i < 2; i++)
        advance(l);
    while (l->at < l->end && !(peek(l, 0) == '*' && peek(l, 1) == '/'))
        advance(l);
    if (l->at == l->end)
        return scan_error(l, "this comment has no end; close it with */");
    advance(l);
    advance(l);
    return true;
}

/* (* ... (* ... *) ... *) */
static bool skip_nested(struct scan *l)
{
    mark(l);
    unsigned depth = 0;
    do {
        bool opens = peek(l, 0) == '(' && peek(l, 1) == '*';
        bool closes = peek(l, 0) == '*' && peek(l, 1) == ')';
        if (l->at == l->end)
            return scan_error(l, "this comment has no end; close it with *)");
        depth = depth + opens - closes;
        advance(l);
        if (opens || closes)
            advance(l);
    } while (depth > 0);
    return true;
}

static bool skip_blanks(struct scan *l)
{
    for (;;) {
        char c = peek(l, 0);
        if (l->at < l->end && isspace((unsigned char)c))
            advance(l);
        else if (c == '/' && peek(l, 1) == '/')
            while (l->at < l->end && *l->at != '\n')
                advance(l);
        else if (c == '/' && peek(l, 1) == '*') {
            if (!skip_c_comment(l))
                return false;
        } else if (opens_paren_comment(l) && !begins_directive(l)) {
            if (!skip_nested(l))
                return false;
        } else
            return true;
    }
}

/* ---- tokens ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool read_number(struct scan *l)
{
    bool minus = peek(l, 0) == '-';
    uint64_t value = 0, most = minus ? 0x80000000u : 0xffffffffu;
    if (minus)
        l->at++;
    bool zero = peek(l, 0) == '0';
    unsigned base = zero && (peek(l, 1) | 0x20) == 'x' ? 16 : zero && l->in_code ? 8 : 10;
    if (base == 16)
        l->at += 2;
    const char *digits = l->at;
    bool fits = true;
    for (; l->at < l->end && is_word(*l->at); l->at++) {
        const char *all = "0123456789abcdef";
        const char *d = memchr(all, tolower((unsigned char)*l->at), base);
        if (d == NULL)
            break;
        value = value * base + (uint64_t)(d - all);
        fits = fits && value <= most;
        value = fits ? value : 0;
    }
    bool any = l->at > digits;
    while (l->in_code && l->at < l->end && *l->at != '\0' && strchr("uUlL", *l->at) != NULL)
        l->at++;
    bool whole = any && (l->at == l->end || !is_word(*l->at));
    while (l->at < l->end && is_word(*l->at))
        l->at++;
    l->kind = SCAN_NUMBER;
    l->len = (size_t)(l->at - l->text);
    if (!whole)
        return scan_error(l, "%s is no number; write digits, or 0x and hex digits",
                          scan_show(l).text);
    if (!fits)
        return scan_error(l, "%s does not fit in 32 bits", scan_show(l).text);
    l->number = minus ? 0 - value : value;
    return true;
}

static bool read_text(struct scan *l)
{
    l->text = ++l->at;
    while (l->at < l->end && *l->at != '"')
        advance(l);
    l->len = (size_t)(l->at - l->text);
    if (peek(l, 0) != '"')
        return scan_error(l, "this text has no end; close it with \"");
    l->at++;
    l->kind = SCAN_TEXT;
    return true;
}

/* Goes past "(* same line:", to the names. */
static bool read_directive(struct scan *l)
{
    l->kind = SCAN_SAME_LINE;
    l->len = 2;
    l->at += 2;
    while (*l->at == ' ' || *l->at == '\t')
        l->at++;
    l->at += strlen("same line");
    if (peek(l, 0) != ':')
        return scan_error(l, "variables that share a line are written (* same line: x y *)");
    l->at++;
    l->in_directive = true;
    return true;
}

/* Marks of two characters. In a table of PTX, || is an empty cell instead. */
static bool is_pair(const struct scan *l, char c, char c2)
{
    static const char pairs[][3] = {
        "/\\", "\\/", "=>", "==", "!=", "<>", "<=", ">=", "&&", "||", "<<",
        ">>",  "++",  "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    enum { ALWAYS = 8, PAIRS = sizeof pairs / sizeof *pairs };
    for (int i = 0; i < (l->in_code ? PAIRS : ALWAYS); i++)
        if (pairs[i][0] == c && pairs[i][1] == c2)
            return true;
    return false;
}

static bool next_token(struct scan *l)
{
    if (error_is_set(l->err) || !skip_blanks(l))
        return false;
    mark(l);
    char c = peek(l, 0), c2 = peek(l, 1);
    l->len = 1;
    if (l->at == l->end) {
        l->kind = SCAN_END;
        l->len = 0;
        return true;
    }
    if (isdigit((unsigned char)c) || (c == '-' && isdigit((unsigned char)c2)))
        return read_number(l);
    if (c == '"')
        return read_text(l);
    if (opens_paren_comment(l))
        return read_directive(l);
    if (is_word(c) || (c == '%' && !l->in_code && is_word(c2))) {
        l->kind = SCAN_WORD;
        l->at++;
        while (l->at < l->end && is_word(*l->at))
            l->at++;
        l->len = (size_t)(l->at - l->text);
        return true;
    }
    bool closes = l->in_directive && c == '*' && c2 == ')';
    l->kind = closes ? SCAN_CLOSE : SCAN_MARK;
    l->in_directive = l->in_directive && !closes;
    l->len = closes || is_pair(l, c, c2) ? 2 : 1;
    l->at += l->len;
    return true;
}

bool scan_next(struct scan *l)
{
    if (next_token(l))
        return true;
    l->kind = SCAN_END; /* so that the parser does not go on with half a token */
    l->len = 0;
    return false;
}

bool scan_start(struct scan *l, const char *text, size_t len, const char *name, struct error *err)
{
    *l = (struct scan){
        .at = text, .end = text + len, .name = name, .line_start = text, .line = 1, .err = err};
    mark(l);
    const char *nul = memchr(text, '\0', len);
    if (nul != NULL)
        return scan_error(l, "the file holds a NUL byte; a .litmus file is text");
    return scan_next(l);
}

bool scan_name(struct scan *l)
{
    while (peek(l, 0) == ' ' || peek(l, 0) == '\t')
        l->at++;
    mark(l);
    while (l->at < l->end && (unsigned char)*l->at > ' ')
        l->at++;
    l->kind = SCAN_TEXT;
    l->len = (size_t)(l->at - l->text);
    return l->len > 0 || scan_error(l, "the test's name is missing here");
}

bool scan_took_information(struct scan *l)
{
    if (l->kind != SCAN_WORD)
        return false;
    const char *p = l->text;
    while (p < l->end && (is_word(*p) || *p == '/' || *p == '.' || *p == '-'))
        p++;
    while (p < l->end && (*p == ' ' || *p == '\t'))
        p++;
    if (p == l->end || *p != '=')
        return false;
    while (l->at < l->end && *l->at != '\n')
        l->at++;
    return scan_next(l);
}

bool scan_line_that_begins(struct scan *l, char c)
{
    struct scan from = *l;
    while (from.at < from.end && !(from.at == from.line_start && *from.at == c))
        advance(&from);
    if (from.at == from.end)
        return true;
    *l = from;
    return scan_next(l);
}

bool scan_is(const struct scan *l, const char *what)
{
    return (l->kind == SCAN_WORD || l->kind == SCAN_MARK) && l->len == strlen(what) &&
           memcmp(l->text, what, l->len) == 0;
}

bool scan_took(struct scan *l, const char *what)
{
    return scan_is(l, what) && scan_next(l);
}

bool scan_expect(struct scan *l, const char *what)
{
    if (!scan_is(l, what))
        return scan_error(l, "'%s' is missing before %s", what, scan_show(l).text);
    return scan_next(l);
}
