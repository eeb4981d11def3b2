/*
 * Tokens of a .litmus file. Comments are skipped: (* ... *), which nest, C comments and // to the
 * end of the line. A (* comment that begins with "same line" is a directive instead:
 * SCAN_SAME_LINE, then its names.
 */
#ifndef UMBEL_FORMAL_LITMUS_READ_SCAN_H
#define UMBEL_FORMAL_LITMUS_READ_SCAN_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

enum scan_kind {
    SCAN_END,
    SCAN_WORD,      /* letters, digits, _; begins with a letter, _, or a % before one */
    SCAN_NUMBER,    /* digits, 0x..., optionally with - in front */
    SCAN_TEXT,      /* "...", without the quotes, possibly over several lines */
    SCAN_SAME_LINE, /* (* same line: */
    SCAN_CLOSE,     /* *) after it */
    SCAN_MARK /* one other character, or /\ \/ => == != <> <= >=; in C && || << >> ++ -- += ... too
               */
};

struct scan {
    const char *at, *end, *name;
    const char *line_start;
    unsigned line;
    bool in_code; /* in a C thread: (* begins no comment, as in READ_ONCE(*x), and % no word */
    bool in_directive;
    struct error *err;
    /* The next token. */
    enum scan_kind kind;
    const char *text; /* in the file, `len` long */
    size_t len;
    uint64_t number; /* its sign extended */
    unsigned token_line, token_col;
};

/* Goes to the first token. All functions return false once there is an error. */
bool scan_start(struct scan *l, const char *text, size_t len, const char *name, struct error *err);
bool scan_next(struct scan *l);
/* Reads all characters after the token, up to the next blank, as one SCAN_TEXT: a test's name. */
bool scan_name(struct scan *l);
/* If the token begins a line "Key=value" of information, goes past that line. */
bool scan_took_information(struct scan *l);

/* Goes to the next line that begins with this character, if there is one. */
bool scan_line_that_begins(struct scan *l, char c);

/* Whether the next token is this word or mark. */
bool scan_is(const struct scan *l, const char *what);
/* The same; if so, goes past it. */
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
