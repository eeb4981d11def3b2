/* Declarations that the system_*.c files share; nothing outside this folder and its tests includes
 * it. */
#ifndef UMBEL_GEN_SYSTEM_SYSTEM_IMPL_H
#define UMBEL_GEN_SYSTEM_SYSTEM_IMPL_H

#include "gen/system/derived.h"
#include "gen/system/system.h"
#include "sw/util/arena.h"
#include "sw/util/yaml.h"

/* Every field of a system file: its name, type and place in struct system. */
extern const cyaml_schema_value_t system_schema;

/* A part that not every machine has (system_parts.c). */
struct system_part {
    const char *path; /* its fields in a file: a group, or one field */
    const char
        *count; /* the field that says whether there is one, 0: none; NULL: other fields do */
    bool (*has)(const struct system *s); /* NULL: those of the protocols */
    const char *needs;                   /* what a machine with the part has, in words */
    protocol_has *protocols;
};
/* Part number i, NULL after the last. */
const struct system_part *system_part(size_t i);
/* Whether a machine has it; adds what a machine with it has, in words. */
bool system_part_has(const struct system_part *part, const struct system *s);
void system_part_needs(const struct system_part *part, struct sbuf *text);
/* Whether the field of this whole path, or this group, means nothing, as the machine lacks the part
 * that it belongs to. A part's `count` always means something. `part` is set to the part that the
 * field belongs to, NULL: to none. */
bool system_lacks(const struct system *s, const char *path, const struct system_part **part);
/* The schema without the parts that the machine lacks: what its file has in full. */
struct arena;
const cyaml_schema_value_t *system_schema_of(const struct system *s, struct arena *a);

/* The overrides of a system. */
struct system_sets {
    const char *const *sets;
    size_t n;
    struct arena texts; /* of a copy */
};

/* Reads the fields of a file, after those of its base, whose texts it adds to `t`, as it does that
 * of parts.yaml. Nothing is checked but names, types, spelling, and that a part's fields are there
 * if the machine has the part, and only then. NULL and an error otherwise. */
struct system *system_read(struct system_text *t, struct error *err);
/* Whether one of a system's files gives the field or group of this whole path. */
bool system_gives(const struct system *s, const char *path);
/* A text with its name, which may be PATH.yaml:SIZE. NULL and an error if it has no such size. */
struct system_text *system_text_new(const char *text, size_t len, const char *name,
                                    struct error *err);
/* Frees a file's text and those that it starts from. */
void system_texts_free(struct system_text *t);

/* Whether a system is given as a path: it has a '/', or ends in .yaml or .yaml:SIZE. */
bool system_is_path(const char *name);

/* A field that must exist: the path is written in the source, not typed by a user. */
struct yaml_field system_field(const char *path);
/* The value of an unsigned, boolean or enum field that must exist. */
uint64_t system_value(const struct system *s, const char *path);

/* The word of an enum field that must exist. */
const char *system_word(const struct system *s, const char *path);

/* Stores the overrides in their order; of several for one field the last holds. One of a part that
 * the machine lacks is an error. */
bool system_set(struct system *s, const struct system_sets *sets, struct error *err);

/* The last --set of a field, NULL if there is none. */
const char *system_set_of(const struct system_sets *sets, const char *path);

/* Checks ranges, powers of two, and the conditions between fields. */
bool system_check(const struct system *s, const struct system_sets *sets, struct error *err);

/* A check under way. */
struct check {
    const struct system *s;
    const struct system_sets *sets;
    struct error *err;
};

/* `paths` are the fields that disagree. The error names the first one that came from a --set, or
 * else points at the first of all. */
bool check_fail(const struct check *c, const char *const paths[], const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#define PATHS(...) ((const char *const[]){__VA_ARGS__, NULL})
/* A cache is sets x ways x lines, all powers of two, so that only the number of sets can be wrong:
 * fewer than two. */
bool check_cache(const struct check *c, const char *path_bytes, const char *path_ways);
/* The range of each number, and the pairs of which one may not be smaller (system_rules.c). */
bool check_rules(const struct check *c);
bool check_orders(const struct check *c);
/* The conditions of L1.5 banks, remote data caches and sharing trackers (system_check_parts.c). */
bool check_parts_fit(const struct check *c);
/* The conditions of instruction and scalar caches (system_check_sm.c). */
bool check_read_caches(const struct check *c);
/* The conditions of DRAM channels: of their size, and of their times (system_check_dram.c). */
bool check_dram_rows(const struct check *c);
bool check_dram(const struct check *c);
/* The networks of the fabric (system_network.c). */
bool check_network(const struct check *c);

static inline bool power_of_two(uint64_t v)
{
    return v != 0 && (v & (v - 1)) == 0;
}

/* The range of a number. */
struct system_rule {
    const char *path; /* without sections, as messages name it */
    uint64_t least, most;
    enum { ANY, POW2, OR_ZERO } kind;
};
/* Rule number i, NULL after the last. A test compares the rules with the schema. */
const struct system_rule *system_rule(size_t i);
/* A yaml_wanted: adds the range in words, "a power of two from 4 to 128". Every message about a
 * range uses it. */
bool system_wanted(const char *name, struct sbuf *s);

#endif
