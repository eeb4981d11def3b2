/* Families of systems: a file with `sizes:` is several systems, each with the file's fields and its
 * own over them. PATH.yaml:SIZE names one. A size without fields is the file as it is, under that
 * name.
 *
 *     about: 4 GPMs x 64 SMs
 *     ...
 *     sizes:
 *       4gpm:
 *       small:
 *         about: 4 GPMs x 4 SMs
 *         package:
 *           sm:
 *             count: 4
 *       tiny:
 *         base: tsm-tiny
 */
#ifndef UMBEL_GEN_SYSTEM_SYSTEM_FAMILY_H
#define UMBEL_GEN_SYSTEM_SYSTEM_FAMILY_H

#include "sw/util/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The ':' before the size of "PATH.yaml:SIZE"; NULL: it names none. */
const char *family_size_of(const char *name);
/* The same name without ':' and size, to be freed: the file. */
char *family_file(const char *name);

/* The sizes of a file, in its order; none: the file is one system. */
struct family_sizes {
    struct family_size {
        char *name;
        bool plain; /* without fields: the file as it is */
    } * all;
    size_t n;
};
/* False and an error that names file:line:column when `sizes` is no mapping of mappings. */
bool family_sizes(const char *text, size_t len, const char *path, struct family_sizes *sizes,
                  struct error *err);
void family_sizes_free(struct family_sizes *sizes);

/* The fields of one size, or with `size` NULL those of the file itself, as a text whose lines and
 * columns are those of the file: the rest is blank. The text ends with a NUL and is to be freed;
 * `len` becomes its length. A plain size has the fields of the file. NULL and an error when there
 * is no such size. */
char *family_text(const char *text, size_t *len, const char *path, const char *size, bool *plain,
                  struct error *err);

#endif
