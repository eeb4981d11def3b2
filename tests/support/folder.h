/*
 * A temporary folder a test, gone with all that is in it when the test ends.
 */
#ifndef UMBEL_TESTS_SUPPORT_FOLDER_H
#define UMBEL_TESTS_SUPPORT_FOLDER_H

#include <stddef.h>

/* For cmocka_unit_test_setup_teardown; *state is the folder's path. */
int folder_make(void **state);
int folder_remove(void **state);

/* FOLDER/NAME; valid until eight more were asked for. */
const char *in_folder(void **state, const char *name);
void write_text(const char *path, const char *text);
/* NUL-terminated, to be freed; fails the test if there is none. */
char *read_bytes_of(const char *path, size_t *len);
/* Names in a folder that match (fnmatch), without . and .. */
unsigned names_in(const char *dir, const char *pattern);

#define test_in_folder(f) cmocka_unit_test_setup_teardown(f, folder_make, folder_remove)

#endif
