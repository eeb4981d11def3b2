/*
 * Tokens of a .litmus file. Comments are skipped: (* ... *), which nest, C comments and // to the
 * line's end; but one that begins with "same line" is a directive, and comes as SCAN_SAME_LINE
 * before its names.
 */
#ifndef UMBEL_HARNESS_LITMUS_SCAN_H
#define UMBEL_HARNESS_LITMUS_SCAN_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

enum scan_kind {
    SCAN_END,
    SCAN_WORD,      /* letters, digits, _; begins with a letter, _, or a % before one */
    SCAN_NUMBER,    /* digits, 0x..., maybe with - in front */
    SCAN_TEXT,      /* "...", without the quotes, maybe of several lines */
    SCAN_SAME_LINE, /* (* same line: */
    SCAN_CLOSE,     /* *) behind it */
    SCAN_MARK       /* one other character, or /\ \/ => == != <> <= >=, in C && || too */
};

struct scan {
    const char *at, *end, *name;
    const char *line_start;
    unsigned line;
    bool in_code; /* a thread of C, where (* begins no comment, as in READ_ONCE(*x), nor % a word */
    bool in_directive;
    struct error *err;
    /* The token that comes next. */
    enum scan_kind kind;
    const char *text; /* in the file, `len` long */
    size_t len;
    uint32_t number;
    unsigned token_line, token_col;
};

/* Goes to the first token. All functions return false once there is an error. */
bool scan_start(struct scan *l, const char *text, size_t len, const char *name, struct error *err);
bool scan_next(struct scan *l);
/* Behind the token, all up to the next blank as one SCAN_TEXT: a test's name. */
bool scan_name(struct scan *l);
/* Whether the token begins a line "Key=value" of information, past which it goes. */
bool scan_took_information(struct scan *l);

/* Whether the next token is this word or mark. */
bool scan_is(const struct scan *l, const char *what);
/* The same, and goes past it. */
bool scan_took(struct scan *l, const char *what);
/* Goes past it, or complains: "')' is missing here". */
bool scan_expect(struct scan *l, const char *what);

/* Complains about the next token: "file:line:col: MESSAGE". Always false. */
bool scan_error(const struct scan *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The next token for a message: printable and short. */
struct scan_shown {
    char text[40];
};
struct scan_shown scan_show(const struct scan *l);

#endif
