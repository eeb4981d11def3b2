#include "gen/system/derived.h"

#include "gen/system/system_family.h"
#include "gen/system/system_impl.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct yaml_field system_field(const char *path)
{
    struct error err = {0};
    struct yaml_field f;
    if (!yaml_field(&system_schema, path, &f, &err))
        abort(); /* a rule names a field that does not exist: a mistake in the source */
    return f;
}

uint64_t system_value(const struct system *s, const char *path)
{
    struct yaml_field f = system_field(path);
    uint64_t v = 0;
    memcpy(&v, (const char *)s + f.offset, f.schema->data_size);
    return v;
}

const char *system_word(const struct system *s, const char *path)
{
    const cyaml_schema_value_t *v = system_field(path).schema;
    const uint64_t value = system_value(s, path);
    for (uint32_t i = 0; i < v->enumeration.count; i++)
        if ((uint64_t)v->enumeration.strings[i].val == value)
            return v->enumeration.strings[i].str;
    return "";
}

struct system_rdc system_rdc(const struct system *s)
{
    const struct address_map map = system_addresses(s);
    uint64_t sets = s->rdc.bytes / s->line_bytes / s->umc.count;
    uint32_t line_bits = address_home_lsb(&map) + address_home_bits(&map);
    uint32_t set_bits = (uint32_t)__builtin_ctzll(sets);
    return (struct system_rdc){.sets = sets,
                               .start = s->umc.bytes / s->line_bytes - sets,
                               .meta_bits = 1 + (system_rdc_writes_back(s) ? 1U : 0U) +
                                            s->rdc.epoch_bits + line_bits - address_umc_bits(&map) -
                                            set_bits};
}

/* As tables show it: "mcm-small" of systems/mcm.yaml:small. */
static char *name_of(const char *path)
{
    static const char ending[] = ".yaml";
    const size_t ends = sizeof ending - 1;
    const char *slash = strrchr(path, '/'), *file = slash == NULL ? path : slash + 1;
    const char *colon = family_size_of(path);
    const size_t len = colon != NULL ? (size_t)(colon - file) : strlen(file);
    struct sbuf s = {0};
    if (len > ends && strncmp(file + len - ends, ending, ends) == 0)
        sbuf_add(&s, file, len - ends);
    else
        sbuf_add(&s, file, len);
    if (colon != NULL)
        sbuf_printf(&s, "-%s", colon + 1);
    char *name = error_shown_text(sbuf_str(&s));
    sbuf_free(&s);
    return name;
}

static struct system_sets *system_sets_copy(const struct system_sets *sets)
{
    struct system_sets *copy = xcalloc(1, sizeof *copy);
    const char **all = ARENA_ARRAY(&copy->texts, const char *, sets->n + 1);
    for (size_t i = 0; i < sets->n; i++)
        all[i] = arena_strdup(&copy->texts, sets->sets[i]);
    copy->sets = all;
    copy->n = sets->n;
    return copy;
}

static void system_sets_free(struct system_sets *sets)
{
    if (sets != NULL)
        arena_free(&sets->texts);
    free(sets);
}

static struct system *parse(const char *text, size_t len, const char *name,
                            const struct system_sets *all, struct error *err)
{
    struct system_text *file = system_text_new(text, len, name, err);
    struct system *s = file == NULL ? NULL : system_read(file, err);
    if (s == NULL) {
        system_texts_free(file);
        return NULL;
    }
    s->name = name_of(name);
    s->file = file;
    s->sets = system_sets_copy(all);
    if (system_set(s, all, err) && system_check(s, all, err))
        return s;
    system_free(s);
    return NULL;
}

/* An error may be at a field of the file which another field's override has made wrong: names the
 * last override without which the rest is taken, or else is refused for something else. */
static void name_culprit(const char *text, size_t len, const char *name,
                         const struct system_sets *all, struct error *err)
{
    const char **others = xcalloc(all->n, sizeof *others);
    size_t culprit = all->n;
    for (size_t i = 0; i < all->n; i++) {
        struct error without = {0};
        size_t n = 0;
        for (size_t k = 0; k < all->n; k++)
            if (k != i)
                others[n++] = all->sets[k];
        struct system *s =
            parse(text, len, name, &(struct system_sets){.sets = others, .n = n}, &without);
        if (s != NULL || (culprit == all->n && strcmp(without.text, err->text) != 0))
            culprit = i;
        system_free(s);
    }
    if (culprit < all->n) {
        const struct error told = *err;
        *err = (struct error){0};
        error_set(err, "--set %.150s: %.800s", all->sets[culprit], told.text);
    }
    free(others);
}

struct system *system_parse(const char *text, size_t len, const char *name, const char *const *sets,
                            size_t n_sets, struct error *err)
{
    const struct system_sets all = {.sets = sets, .n = n_sets};
    struct system *s = parse(text, len, name, &all, err);
    if (s == NULL && n_sets > 0 && strncmp(err->text, "--set ", 6) != 0)
        name_culprit(text, len, name, &all, err);
    return s;
}

struct system *system_load(const char *path, const char *const *sets, size_t n_sets,
                           struct error *err)
{
    char *file = system_find(path, err);
    if (file == NULL)
        return NULL;
    size_t len;
    char *only = family_file(file);
    char *text = file_read(only, &len, err);
    struct system *s = text == NULL ? NULL : system_parse(text, len, file, sets, n_sets, err);
    free(text);
    free(only);
    free(file);
    return s;
}

void system_node(const struct system *s, uint32_t node, char name[SYSTEM_NODE])
{
    if (node < s->gpus)
        snprintf(name, SYSTEM_NODE, "gpu%u", node);
    else
        snprintf(name, SYSTEM_NODE, "host");
}

void system_yaml(const struct system *s, struct sbuf *text)
{
    struct arena a = {0};
    yaml_write(system_schema_of(s, &a), s, text);
    arena_free(&a);
}

json_t *system_json(const struct system *s)
{
    struct arena a = {0};
    json_t *fields = yaml_json(system_schema_of(s, &a), s);
    arena_free(&a);
    return fields;
}

void system_free(struct system *s)
{
    if (s == NULL)
        return;
    /* The name and the texts are ours: the schema does not know them. */
    free(s->name);
    system_sets_free(s->sets);
    system_texts_free(s->file);
    yaml_drop(&system_schema, s);
}
