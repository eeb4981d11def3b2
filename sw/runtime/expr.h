/*
 * Integer expressions of a launch file: + - * / % and parentheses over decimal or 0x numbers and
 * $variables; `ceil(a/b)` rounds a division up. Every intermediate result must lie between -2^63
 * and 2^64-1; an overflow is an error.
 */
#ifndef UMBEL_SW_RUNTIME_EXPR_H
#define UMBEL_SW_RUNTIME_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr_var {
    const char *name;
    int64_t value;
};

struct expr_vars {
    const struct expr_var *v;
    size_t n;
};

enum { EXPR_WHY = 256 };

/* Evaluates to at most 2^63-1. On false `why` says what is wrong and what to do; the caller adds
 * the place. */
bool expr_eval(const char *text, const struct expr_vars *vars, int64_t *value, char why[EXPR_WHY]);
/* The same for results up to 2^64-1, for unsigned types. */
typedef __int128 expr_wide;
bool expr_eval_wide(const char *text, const struct expr_vars *vars, expr_wide *value,
                    char why[EXPR_WHY]);

/* Whether a text is a name: a letter or _, then letters, digits and _. */
bool expr_is_name(const char *text);

#endif
