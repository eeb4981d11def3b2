/* Declarations that the system_*.c files share; nothing outside this folder and its tests includes
 * it. */
#ifndef UMBEL_GEN_SYSTEM_SYSTEM_IMPL_H
#define UMBEL_GEN_SYSTEM_SYSTEM_IMPL_H

#include "gen/system/system.h"
#include "sw/util/yaml.h"

/* Every field of a system file: its name, type and place in struct system. */
extern const cyaml_schema_value_t system_schema;

/* A file that a system was read from, and the file that it starts from. */
struct system_text {
    char *text;
    size_t len;
    char *name;               /* of the file, as errors show it */
    struct system_text *base; /* NULL: none; the file has every field */
};

/* The texts and overrides that a system was read from, so that an error can say where a wrong value
 * stands. */
struct system_source {
    const struct system_text *file;
    const char *const *sets;
    size_t n_sets;
};

/* Reads the fields of a file, after those of its base, whose texts it adds to `t`. Nothing is
 * checked but names, types and spelling. NULL and an error otherwise. */
struct system *system_read(struct system_text *t, struct error *err);
/* Frees the texts of the files that `t` starts from. */
void system_texts_free(struct system_text *t);

/* Whether a system is given as a path: it has a '/' or ends in .yaml. */
bool system_is_path(const char *name);

/* The value of an unsigned, boolean or enum field. The path must exist. */
uint64_t system_value(const struct system *s, const char *path);

/* Stores the overrides in their order; of several for one field the last holds. */
bool system_set(struct system *s, const struct system_source *from, struct error *err);

/* The last --set of a field, NULL if there is none. */
const char *system_set_of(const struct system_source *from, const char *path);

/* Checks ranges, powers of two, and the conditions between fields. */
bool system_check(const struct system *s, const struct system_source *from, struct error *err);

/* The range of a number. */
struct system_rule {
    const char *path;
    uint64_t least, most;
    enum { ANY, POW2, OR_ZERO } kind;
};
/* Rule number i, NULL after the last. A test compares the rules with the schema. */
const struct system_rule *system_rule(size_t i);
/* A yaml_wanted: adds the range in words, "a power of two from 4 to 128". Every message about a
 * range uses it. */
bool system_wanted(const char *path, struct sbuf *s);

#endif
