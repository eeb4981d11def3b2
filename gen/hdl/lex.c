#include "gen/hdl/internal.h"

#include <ctype.h>
#include <string.h>

static const char *const operators[] = {
    "<<<", ">>>", "===", "!==", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "**", "~&",
    "~|",  "~^",  "^~",  "+:",  "-:", "+",  "-",  "*",  "/",  "%",  "!",  "~",  "&",  "|",
    "^",   "<",   ">",   "?",   ":",  "(",  ")",  "[",  "]",  "{",  "}",  ",",
};

bool token_is(const struct token *t, const char *text)
{
    return strlen(text) == t->len && memcmp(t->text, text, t->len) == 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static size_t word_length(const char *p)
{
    size_t n = 0;
    while (is_word(p[n]))
        n++;
    return n;
}

/* The digits that may follow a base letter. '?' is not among them: there is no casez, so '?' is
 * always the conditional operator. */
static const char *digits_of(char base)
{
    switch (base) {
    case 'b':
    case 'B':
        return "01xXzZ_";
    case 'o':
    case 'O':
        return "01234567xXzZ_";
    case 'd':
    case 'D':
        return "0123456789xXzZ_";
    case 'h':
    case 'H':
        return "0123456789abcdefABCDEFxXzZ_";
    default:
        return "";
    }
}

/* The length of a number such as 42, 8'hff, 'd3 or 4 'b1x0z; 0 when the text is not one. */
static size_t number_length(const char *p)
{
    size_t n = 0;
    while (isdigit((unsigned char)p[n]) || (n > 0 && p[n] == '_'))
        n++;
    size_t base = n;
    while (isspace((unsigned char)p[base]))
        base++;
    if (p[base] != '\'')
        return is_word(p[n]) ? 0 : n;
    base++;
    if (p[base] == 's' || p[base] == 'S')
        base++;
    size_t digits = strspn(p + base + (p[base] != '\0'), digits_of(p[base]));
    return digits == 0 || is_word(p[base + 1 + digits]) ? 0 : base + 1 + digits;
}

static size_t string_length(const char *p)
{
    size_t n = 1;
    while (p[n] != '"') {
        if (p[n] == '\0' || p[n] == '\n')
            return 0;
        n += p[n] == '\\' && p[n + 1] != '\0' ? 2 : 1;
    }
    return n + 1;
}

static size_t operator_length(const char *p)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t n = strlen(operators[i]);
        if (strncmp(p, operators[i], n) == 0)
            return n;
    }
    return 0;
}

static bool scan_token(const char *p, struct token *t)
{
    t->text = p;
    if (isdigit((unsigned char)*p) || *p == '\'') {
        t->kind = TOK_NUMBER;
        t->len = number_length(p);
    } else if (isalpha((unsigned char)*p) || *p == '_') {
        t->kind = TOK_NAME;
        t->len = word_length(p);
    } else if (*p == '$') {
        t->kind = TOK_SYSTEM;
        t->len = word_length(p);
    } else if (*p == '"') {
        t->kind = TOK_STRING;
        t->len = string_length(p);
    } else if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        t->kind = TOK_COMMENT;
        t->len = end == NULL ? 0 : (size_t)(end - p) + 2;
    } else {
        t->kind = TOK_OP;
        t->len = p[0] == '/' && p[1] == '/' ? 0 : operator_length(p);
    }
    return t->len > 0;
}

static const char *refusal(const char *p)
{
    if (p[0] == '/' && p[1] == '/')
        return "a // comment would swallow what follows; say it in a note";
    switch (*p) {
    case '.':
        return "hierarchical names are refused; connect a port";
    case '`':
        return "text macros are refused; use a parameter";
    case '\\':
        return "escaped names are refused; use a plain one";
    case '=':
        return "'=' does not belong in an expression; '==' compares";
    case ';':
        return "';' does not belong in an expression; make it two calls";
    case '\'':
        return "not a Verilog-2005 number; write it like 8'hff";
    case '"':
        return "a string is not closed; add the quote";
    case '/':
        return "a comment is not closed; add */";
    default:
        return isdigit((unsigned char)*p) ? "not a Verilog-2005 number; write it like 8'hff"
                                          : "no such character in an expression; remove it";
    }
}

static struct token *new_token(struct hdl *m)
{
    if (m->token_count == m->token_cap) {
        m->token_cap = m->token_cap == 0 ? 64 : m->token_cap * 2;
        m->tokens = xrealloc(m->tokens, m->token_cap * sizeof *m->tokens);
    }
    return &m->tokens[m->token_count++];
}

static bool scan(struct hdl *m, const char *what, const char *text, struct hdl_at at)
{
    m->token_count = 0;
    for (const char *p = text; *p != '\0';) {
        struct token *t = new_token(m);
        t->space = isspace((unsigned char)*p);
        while (isspace((unsigned char)*p))
            p++;
        if (*p == '\0') {
            m->token_count--;
            break;
        }
        if (!scan_token(p, t)) {
            hdl_complain(m, at, "%s '%s': at '%.12s': %s", what, text, p, refusal(p));
            return false;
        }
        p += t->len;
    }
    return true;
}

static bool starts_operand(const struct token *t)
{
    return t->kind != TOK_OP && t->kind != TOK_COMMENT;
}

static bool ends_operand(const struct token *t)
{
    return starts_operand(t) || token_is(t, ")") || token_is(t, "]") || token_is(t, "}");
}

/* What is wrong with the shape of an expression, or NULL. Brackets must pair, and operators must
 * stand between operands: text put together in C easily loses a bracket or a comma. */
static const char *shape_fault(const struct hdl *m)
{
    char open[64];
    size_t depth = 0;
    const struct token *last = NULL;
    for (size_t i = 0; i < m->token_count; i++) {
        const struct token *t = &m->tokens[i];
        if (t->kind == TOK_COMMENT)
            continue;
        if (last != NULL && starts_operand(t) && ends_operand(last))
            return "two operands without an operator between them; was a comma lost in C?";
        last = t;
        if (t->kind != TOK_OP || t->len != 1)
            continue;
        if (strchr("([{", *t->text) != NULL) {
            if (depth == sizeof open)
                return "too deeply nested; name a part of it with hdl_let";
            open[depth++] = *t->text == '(' ? ')' : *t->text == '[' ? ']' : '}';
        } else if (strchr(")]}", *t->text) != NULL && (depth == 0 || open[--depth] != *t->text)) {
            return "brackets do not pair; close each where it belongs";
        }
    }
    if (last == NULL)
        return "empty; write an expression";
    if (depth > 0)
        return "a bracket is not closed; close it";
    return ends_operand(last) ? NULL : "ends in an operator; an operand is missing";
}

static const char *tidy(struct hdl *m)
{
    size_t len = 1;
    for (size_t i = 0; i < m->token_count; i++)
        len += m->tokens[i].len + 1;
    /* Verilog tools read the '?' of 2'd1?a:b as a digit: put a space before it. */
    for (size_t i = 1; i < m->token_count; i++)
        if (m->tokens[i - 1].kind == TOK_NUMBER && token_is(&m->tokens[i], "?"))
            m->tokens[i].space = true;
    char *text = arena_alloc(&m->design->arena, len);
    char *to = text;
    for (size_t i = 0; i < m->token_count; i++) {
        struct token *t = &m->tokens[i];
        if (t->space && i > 0)
            *to++ = ' ';
        memcpy(to, t->text, t->len);
        t->text = to;
        to += t->len;
    }
    return text;
}

const char *hdl_lex(struct hdl *m, const char *what, const char *text, struct hdl_at at)
{
    text = hdl_expand(m, text == NULL ? "" : text, at);
    if (text == NULL || !scan(m, what, text, at))
        return NULL;
    const char *fault = shape_fault(m);
    if (fault != NULL) {
        hdl_complain(m, at, "%s '%s': %s", what, text, fault);
        return NULL;
    }
    return tidy(m);
}
