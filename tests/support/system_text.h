/* A system file that names no base, and what the reader says of it with changes. */
#ifndef UMBEL_TESTS_SUPPORT_SYSTEM_TEXT_H
#define UMBEL_TESTS_SUPPORT_SYSTEM_TEXT_H

#include <stddef.h>

/* The text of the file, with every field of its machine; it has no mistake. */
extern const char system_text[];

/* What is wrong with a text as the file dir/t.yaml, with these --set; "" if nothing is. It holds
 * until the next call. */
const char *system_text_parse(const char *text, const char *const *sets, size_t n);

#endif
