/*
 * One-line diagnostics: what is wrong, where (file:line:column), what to do.
 *
 * A function that can fail on user input takes a `struct error *`, fills it once and returns
 * false or NULL; the first message wins. Only `harness/umbel` prints it and sets the exit status.
 */
#ifndef UMBEL_SW_UTIL_ERROR_H
#define UMBEL_SW_UTIL_ERROR_H

#include <stdbool.h>

struct error {
    char text[1024]; /* one line, no newline; empty: no error */
};

/* Records the message unless one is there already. Always returns false. */
bool error_set(struct error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static inline bool error_is_set(const struct error *err)
{
    return err->text[0] != '\0';
}

#endif
