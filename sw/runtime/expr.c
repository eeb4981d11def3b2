#include "sw/runtime/expr.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 32 }; /* nested parentheses */

struct expr {
    const char *at;
    const struct expr_vars *vars;
    char *why;
    int depth;
};

static bool sum(struct expr *e, expr_wide *value);

__attribute__((format(printf, 2, 3))) static bool fail(struct expr *e, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->why, EXPR_WHY, fmt, ap);
    va_end(ap);
    return false;
}

/* ASCII only: names must not depend on the locale. */
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

/* Stores an intermediate result, which must fit 64 bits, signed or unsigned. */
static bool keep(struct expr *e, expr_wide result, expr_wide *value)
{
    *value = result;
    return (result >= INT64_MIN && result <= UINT64_MAX) ||
           fail(e, "the result does not fit 64 bits; use smaller numbers");
}

static int digit_of(char c, int base)
{
    int d = is_digit(c) ? c - '0' : is_letter(c) && c != '_' ? (c | 0x20) - 'a' + 10 : 99;
    return d < base ? d : -1;
}

static bool number(struct expr *e, expr_wide *value)
{
    int base = 10;
    if (e->at[0] == '0' && (e->at[1] | 0x20) == 'x' && digit_of(e->at[2], 16) >= 0) {
        base = 16;
        e->at += 2;
    }
    *value = 0;
    for (int d; (d = digit_of(*e->at, base)) >= 0; e->at++)
        if (!keep(e, *value * base + d, value))
            return fail(e, "a number does not fit 64 bits; use a smaller one");
    return true;
}

static bool variable(struct expr *e, expr_wide *value)
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

static bool unary(struct expr *e, expr_wide *value);

static bool divide(struct expr *e, expr_wide a, expr_wide b, expr_wide *value)
{
    if (b == 0)
        return fail(e, "division by zero; give the divisor another value");
    return keep(e, a / b, value);
}

/* ceil(a/b), both operands simple or in parentheses. */
static bool ceiling(struct expr *e, expr_wide *value)
{
    expr_wide a = 0, b = 0;
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

static bool group(struct expr *e, bool ceil, expr_wide *value)
{
    if (++e->depth > MAX_DEPTH)
        return fail(e, "more than %d parentheses in one another; simplify", MAX_DEPTH);
    bool ok = ceil ? ceiling(e, value)
                   : sum(e, value) && (take(e, ')') || fail(e, "')' is missing; add it"));
    e->depth--;
    return ok;
}

static bool primary(struct expr *e, expr_wide *value)
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

static bool unary(struct expr *e, expr_wide *value)
{
    bool negative = false;
    while (take(e, '-'))
        negative = !negative;
    if (!primary(e, value))
        return false;
    return keep(e, negative ? -*value : *value, value);
}

static bool product(struct expr *e, expr_wide *value)
{
    if (!unary(e, value))
        return false;
    for (;;) {
        skip(e);
        char op = *e->at;
        if (op != '*' && op != '/' && op != '%')
            return true;
        e->at++;
        expr_wide right = 0, quotient = 0, product = 0;
        if (!unary(e, &right))
            return false;
        if (op == '*') {
            /* A product that overflows 128 bits does not fit 64. */
            if (__builtin_mul_overflow(*value, right, &product))
                product = (expr_wide)UINT64_MAX + 1;
            if (!keep(e, product, value))
                return false;
            continue;
        }
        if (!divide(e, *value, right, &quotient))
            return false;
        *value = op == '/' ? quotient : *value - quotient * right;
    }
}

static bool sum(struct expr *e, expr_wide *value)
{
    if (!product(e, value))
        return false;
    for (;;) {
        bool plus = take(e, '+');
        if (!plus && !take(e, '-'))
            return true;
        expr_wide right = 0;
        if (!product(e, &right) || !keep(e, plus ? *value + right : *value - right, value))
            return false;
    }
}

bool expr_eval_wide(const char *text, const struct expr_vars *vars, expr_wide *value,
                    char why[EXPR_WHY])
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

bool expr_eval(const char *text, const struct expr_vars *vars, int64_t *value, char why[EXPR_WHY])
{
    expr_wide wide;
    *value = 0;
    if (!expr_eval_wide(text, vars, &wide, why))
        return false;
    *value = (int64_t)wide;
    if (wide <= INT64_MAX)
        return true;
    snprintf(why, EXPR_WHY, "%llu is more than %lld; use a smaller number",
             (unsigned long long)wide, (long long)INT64_MAX);
    return false;
}
