/*
 * The strings of an input, whatever its format, each of which may be replaced by a hostile text. No
 * list of fields: a YAML document is walked as libyaml has it, keys and values, and any other text
 * by its words and quoted strings.
 */
#ifndef UMBEL_TESTS_SUPPORT_PLACES_H
#define UMBEL_TESTS_SUPPORT_PLACES_H

#include <stdbool.h>
#include <stddef.h>

enum places_format { PLACES_YAML, PLACES_JSON, PLACES_WORDS };

struct places {
    enum places_format format;
    const char *text; /* the valid input; must live as long */
    size_t n;         /* the strings in it */
};

struct places places_of(enum places_format format, const char *text);
/* The input with `hostile` in the place of each string i with at[i], to be freed; of several with
 * different strings, each has a number behind it, as names may have to differ. In quotes it is
 * written as the format has it, so that the reader gets these bytes. */
char *places_with(const struct places *p, const bool *at, const char *hostile);
/* The string at a place, for messages; to be freed. */
char *places_string(const struct places *p, size_t i);

/* Sets at[j] for each string that is the same as that at a place; false: there is no other. */
bool places_equal(const struct places *p, size_t i, bool *at);
/* Whether it is the value of a field in YAML, and no number. */
bool places_is_value(const struct places *p, size_t i);

#endif
