/*
 * A temporary folder per test, removed with its contents when the test ends.
 */
#ifndef UMBEL_TESTS_SUPPORT_FOLDER_H
#define UMBEL_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

/* For cmocka_unit_test_setup_teardown; *state is the folder's path. */
int folder_make(void **state);
int folder_remove(void **state);

/* The path FOLDER/NAME; valid for the next eight calls. */
const char *in_folder(void **state, const char *name);
void write_text(const char *path, const char *text);
/* The file's bytes, NUL-terminated, to be freed; fails the test if it cannot be read. */
char *read_bytes_of(const char *path, size_t *len);
/* The number of names in a folder that match (fnmatch), without . and .. */
unsigned names_in(const char *dir, const char *pattern);

#define test_in_folder(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)

#endif
