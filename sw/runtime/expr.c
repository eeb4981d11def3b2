#include "sw/runtime/expr.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 32 }; /* parentheses in parentheses */

struct expr {
    const char *at;
    const struct expr_vars *vars;
    char *why;
    int depth;
};

static bool sum(struct expr *e, int64_t *value);

__attribute__((format(printf, 2, 3))) static bool fail(struct expr *e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->why, EXPR_WHY, fmt, ap);
    va_end(ap);
    return false;
}

/* ASCII only: what a name is must not depend on the locale. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool expr_is_name(const char *text)
{
    if (!is_letter(*text))
        return false;
    while (is_letter(*text) || is_digit(*text))
        text++;
    return *text == '\0';
}

static void skip(struct expr *e)
{
    while (*e->at == ' ' || *e->at == '\t' || *e->at == '\n')
        e->at++;
}

static bool take(struct expr *e, char c)
{
    skip(e);
    if (*e->at != c)
        return false;
    e->at++;
    return true;
}

static int digit_of(char c, int base)
{
    int d = is_digit(c) ? c - '0' : is_letter(c) && c != '_' ? (c | 0x20) - 'a' + 10 : 99;
    return d < base ? d : -1;
}

static bool number(struct expr *e, int64_t *value)
{
    int base = 10;
    if (e->at[0] == '0' && (e->at[1] | 0x20) == 'x' && digit_of(e->at[2], 16) >= 0) {
        base = 16;
        e->at += 2;
    }
    int64_t v = 0;
    for (int d; (d = digit_of(*e->at, base)) >= 0; e->at++)
        if (__builtin_mul_overflow(v, (int64_t)base, &v) ||
            __builtin_add_overflow(v, (int64_t)d, &v))
            return fail(e, "a number does not fit 64 bits; use a smaller one");
    *value = v;
    return true;
}

static bool variable(struct expr *e, int64_t *value)
{
    const char *name = e->at;
    while (is_letter(*e->at) || is_digit(*e->at))
        e->at++;
    size_t len = (size_t)(e->at - name);
    if (len == 0)
        return fail(e, "a name must follow '$'");
    char known[160] = "none";
    size_t used = 0;
    for (size_t i = 0; i < e->vars->n; i++) {
        const struct expr_var *v = &e->vars->v[i];
        if (strlen(v->name) == len && strncmp(v->name, name, len) == 0) {
            *value = v->value;
            return true;
        }
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "",
                                     v->name);
    }
    return fail(e, "'$%.*s' is not a variable of this size; it has: %s", (int)(len < 40 ? len : 40),
                name, known);
}

static bool unary(struct expr *e, int64_t *value);

static bool divide(struct expr *e, int64_t a, int64_t b, int64_t *value)
{
    if (b == 0)
        return fail(e, "division by zero; give the divisor another value");
    if (a == INT64_MIN && b == -1)
        return fail(e, "the result does not fit 64 bits; use smaller numbers");
    *value = a / b;
    return true;
}

/* ceil(a/b), both operands simple or in parentheses. */
static bool ceiling(struct expr *e, int64_t *value)
{
    int64_t a = 0, b = 0;
    if (!unary(e, &a))
        return false;
    if (!take(e, '/'))
        return fail(e, "'ceil(' wants a division; write ceil(a/b)");
    if (!unary(e, &b) || !divide(e, a, b, value))
        return false;
    if (a % b != 0 && (a < 0) == (b < 0))
        (*value)++;
    return take(e, ')') ||
           fail(e, "'ceil(' wants one division and ')'; put longer operands in parentheses");
}

static bool group(struct expr *e, bool ceil, int64_t *value)
{
    if (++e->depth > MAX_DEPTH)
        return fail(e, "more than %d parentheses in one another; simplify", MAX_DEPTH);
    bool ok = ceil ? ceiling(e, value)
                   : sum(e, value) && (take(e, ')') || fail(e, "')' is missing; add it"));
    e->depth--;
    return ok;
}

static bool primary(struct expr *e, int64_t *value)
{
    skip(e);
    if (is_digit(*e->at))
        return number(e, value);
    if (take(e, '$'))
        return variable(e, value);
    if (take(e, '('))
        return group(e, false, value);
    if (strncmp(e->at, "ceil(", 5) == 0) {
        e->at += 5;
        return group(e, true, value);
    }
    if (*e->at == '\0')
        return fail(e, "a number is missing; write an integer or $name");
    return fail(e, "'%.20s' is not an integer; write a number, $name or an expression of them",
                e->at);
}

static bool unary(struct expr *e, int64_t *value)
{
    bool negative = false;
    while (take(e, '-'))
        negative = !negative;
    if (!primary(e, value))
        return false;
    if (negative && __builtin_sub_overflow((int64_t)0, *value, value))
        return fail(e, "the result does not fit 64 bits; use smaller numbers");
    return true;
}

static bool product(struct expr *e, int64_t *value)
{
    if (!unary(e, value))
        return false;
    for (;;) {
        skip(e);
        char op = *e->at;
        if (op != '*' && op != '/' && op != '%')
            return true;
        e->at++;
        int64_t right = 0, quotient = 0;
        if (!unary(e, &right))
            return false;
        if (op == '*') {
            if (__builtin_mul_overflow(*value, right, value))
                return fail(e, "the result does not fit 64 bits; use smaller numbers");
            continue;
        }
        if (!divide(e, *value, right, &quotient))
            return false;
        *value = op == '/' ? quotient : *value - quotient * right;
    }
}

static bool sum(struct expr *e, int64_t *value)
{
    if (!product(e, value))
        return false;
    for (;;) {
        bool plus = take(e, '+');
        if (!plus && !take(e, '-'))
            return true;
        int64_t right = 0;
        if (!product(e, &right))
            return false;
        if (plus ? __builtin_add_overflow(*value, right, value)
                 : __builtin_sub_overflow(*value, right, value))
            return fail(e, "the result does not fit 64 bits; use smaller numbers");
    }
}

bool expr_eval(const char *text, const struct expr_vars *vars, int64_t *value, char why[EXPR_WHY])
{
    struct expr e = {.at = text, .vars = vars, .why = why};
    if (!sum(&e, value))
        return false;
    skip(&e);
    if (*e.at != '\0')
        return fail(&e, "'%.20s' is not understood; write numbers, $names, + - * / %% and ( )",
                    e.at);
    return true;
}
