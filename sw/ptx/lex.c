#include "sw/ptx/lex.h"

#include <stdlib.h>
#include <string.h>

void lex_start(struct lexer *lx, const char *text, size_t len)
{
    *lx = (struct lexer){.p = text, .end = text + len, .line_start = text, .line = 1};
}

bool token_eq(const struct token *t, const char *text)
{
    return t->n == strlen(text) && memcmp(t->s, text, t->n) == 0;
}

static int peek(const struct lexer *lx, size_t ahead)
{
    return (size_t)(lx->end - lx->p) > ahead ? (unsigned char)lx->p[ahead] : -1;
}

/* Not <ctype.h>, which depends on the locale. */
static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$';
}

static bool is_hex(int c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static void newline(struct lexer *lx)
{
    lx->line++;
    lx->line_start = lx->p + 1;
}

void lex_skip_line(struct lexer *lx)
{
    while (lx->p < lx->end && *lx->p != '\n')
        lx->p++;
}

/* False, and lx unchanged, if the comment is never closed. */
static bool skip_comment(struct lexer *lx)
{
    const struct lexer start = *lx;
    for (lx->p += 2; lx->p < lx->end; lx->p++) {
        if (*lx->p == '\n')
            newline(lx);
        if (*lx->p == '*' && peek(lx, 1) == '/') {
            lx->p += 2;
            return true;
        }
    }
    *lx = start;
    return false;
}

static bool skip_space(struct lexer *lx)
{
    while (lx->p < lx->end) {
        int c = peek(lx, 0);
        if (c == '\n') {
            newline(lx);
            lx->p++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            lx->p++;
        } else if (c == '/' && peek(lx, 1) == '/') {
            lex_skip_line(lx);
        } else if (c == '/' && peek(lx, 1) == '*') {
            if (!skip_comment(lx))
                return false;
        } else {
            break;
        }
    }
    return true;
}

static uint64_t digit_value(int c)
{
    return (uint64_t)(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
}

/* Reads exactly `count` hexadecimal digits after a prefix of two characters. */
static void exact_hex(struct lexer *lx, struct token *t, size_t count, enum token_kind kind)
{
    t->kind = kind;
    lx->p += 2;
    size_t n = 0;
    for (; is_hex(peek(lx, 0)); n++, lx->p++)
        t->value = t->value << 4 | digit_value(peek(lx, 0));
    if (n != count || is_word(peek(lx, 0)))
        t->kind = TOK_BAD;
}

static void decimal_float(struct lexer *lx, struct token *t, const char *start)
{
    char text[64];
    while (is_digit(peek(lx, 0)) || peek(lx, 0) == '.')
        lx->p++;
    if ((peek(lx, 0) | 0x20) == 'e') {
        lx->p++;
        if (peek(lx, 0) == '+' || peek(lx, 0) == '-')
            lx->p++;
        while (is_digit(peek(lx, 0)))
            lx->p++;
    }
    size_t n = (size_t)(lx->p - start);
    t->kind = TOK_BAD;
    if (n >= sizeof text)
        return;
    memcpy(text, start, n);
    text[n] = '\0';
    char *end;
    double v = strtod(text, &end);
    if (*end != '\0')
        return;
    t->kind = TOK_F64;
    memcpy(&t->value, &v, sizeof v);
}

static void number(struct lexer *lx, struct token *t)
{
    int second = peek(lx, 1) | 0x20;
    unsigned base = 10;
    if (peek(lx, 0) == '0' && second == 'f' && peek(lx, 1) != -1) {
        exact_hex(lx, t, 8, TOK_F32);
        return;
    }
    if (peek(lx, 0) == '0' && second == 'd' && peek(lx, 1) != -1) {
        exact_hex(lx, t, 16, TOK_F64);
        return;
    }
    const char *start = lx->p;
    if (peek(lx, 0) == '0' && second == 'x') {
        base = 16;
        lx->p += 2;
    } else if (peek(lx, 0) == '0' && second == 'b') {
        base = 2;
        lx->p += 2;
    } else if (peek(lx, 0) == '0' && is_digit(peek(lx, 1))) {
        base = 8;
    }
    t->kind = TOK_INT;
    const char *digits = lx->p;
    for (; is_hex(peek(lx, 0)); lx->p++) {
        uint64_t d = digit_value(peek(lx, 0));
        uint64_t wide;
        if (d >= base)
            break;
        if (__builtin_mul_overflow(t->value, (uint64_t)base, &wide) ||
            __builtin_add_overflow(wide, d, &t->value))
            t->kind = TOK_BAD;
    }
    if (base == 10 && (peek(lx, 0) == '.' || (peek(lx, 0) | 0x20) == 'e')) {
        decimal_float(lx, t, start);
        return;
    }
    if (lx->p == digits)
        t->kind = TOK_BAD;
    if (peek(lx, 0) == 'U')
        lx->p++;
    if (is_word(peek(lx, 0)))
        t->kind = TOK_BAD;
}

/* Reads a name: %tid.x, ld.global.f32, shfl.sync.idx.b32. A dot is part of it if a letter, digit, _
 * or $ follows. */
static void name(struct lexer *lx, struct token *t)
{
    t->kind = TOK_NAME;
    do
        lx->p++;
    while (is_word(peek(lx, 0)) || (peek(lx, 0) == '.' && is_word(peek(lx, 1))) ||
           (peek(lx, 0) == ':' && peek(lx, 1) == ':' && is_word(peek(lx, 2))) ||
           (peek(lx, 0) == ':' && lx->p[-1] == ':' && is_word(peek(lx, 1))));
    if (t->s[0] == '%' && lx->p - t->s == 1)
        t->kind = TOK_BAD;
}

static void string(struct lexer *lx, struct token *t)
{
    t->kind = TOK_STRING;
    for (lx->p++; lx->p < lx->end && *lx->p != '"' && *lx->p != '\n'; lx->p++)
        if (*lx->p == '\\' && peek(lx, 1) > 0 && peek(lx, 1) != '\n')
            lx->p++;
    if (peek(lx, 0) == '"')
        lx->p++;
    else
        t->kind = TOK_BAD;
}

struct token lex_next(struct lexer *lx)
{
    struct token t = {.kind = TOK_BAD};
    bool closed = skip_space(lx);
    t.s = lx->p;
    t.line = lx->line;
    t.col = (int)(lx->p - lx->line_start) + 1;
    if (!closed) {
        lx->p = lx->end;
        t.n = 2;
        return t;
    }
    int c = peek(lx, 0);
    if (c == -1) {
        t.kind = TOK_END;
    } else if (is_digit(c)) {
        number(lx, &t);
    } else if (c == '.' && is_word(peek(lx, 1))) {
        t.kind = TOK_DIR;
        do
            lx->p++;
        while (is_word(peek(lx, 0)));
    } else if (is_word(c) || c == '%') {
        name(lx, &t);
    } else if (c == '"') {
        string(lx, &t);
    } else if (c != 0 && strchr("@!{}[]()<>,;:+-=|", c) != NULL) {
        t.kind = TOK_PUNCT;
        t.value = (uint64_t)c;
        lx->p++;
    } else {
        lx->p++;
    }
    t.n = (size_t)(lx->p - t.s);
    return t;
}
