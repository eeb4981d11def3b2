/*
 * One-line diagnostics: what is wrong, where (file:line:column), what to do.
 *
 * A function that can fail on user input takes a `struct error *`, fills it once and returns
 * false or NULL; the first message wins. Only `harness/umbel` prints it and sets the exit status.
 *
 * Messages quote text of users. So control characters and bytes that are not UTF-8 are shown as
 * \n, \t or \x1b. A message that is too long loses its middle, because the place is at its start
 * and the reason at its end.
 */
#ifndef UMBEL_SW_UTIL_ERROR_H
#define UMBEL_SW_UTIL_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* What an error is, for callers that tell errors apart by more than their text. */
enum error_kind {
    ERROR_OTHER,
    ERROR_OUTSIDE, /* a kernel's access to memory that is not allocated */
    ERROR_MISALIGNED,
    ERROR_ASSERTED, /* an assertion of a kernel failed */
    ERROR_ENDLESS   /* nothing moves, or a limit of cycles is reached */
};

struct error {
    char text[2048]; /* one line, no newline; empty: no error */
    enum error_kind kind;
};

/* Records the message unless one is there already. Always returns false. */
bool error_set(struct error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same with FILE:LINE:COLUMN: in front of the message; lines and columns count from 1. */
bool error_at(struct error *err, const char *file, size_t line, size_t column, const char *fmt,
              va_list ap) __attribute__((format(printf, 5, 0)));
/* Appends to the message that is there. */
void error_add(struct error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

struct sbuf;
/* Appends a text as messages quote it: a terminal obeys nothing in it. */
void error_shown(const char *text, struct sbuf *out);
/* The same, to be freed. */
char *error_shown_text(const char *text);

static inline bool error_is_set(const struct error *err)
{
    return err->text[0] != '\0';
}

#endif
