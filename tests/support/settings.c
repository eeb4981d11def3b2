/* Draws of settings: which fields there are is asked of the reader's tables. */
#include "tests/support/settings.h"

#include "gen/system/system_impl.h"
#include "sw/util/sbuf.h"
#include "sw/util/yaml_schema.h"
#include "tests/support/systems.h"

#include <stdlib.h>
#include <string.h>

struct field {
    const char *name; /* its path without sections */
    const cyaml_schema_value_t *schema;
    const struct system_rule *rule; /* of a number */
};

struct deck {
    struct arena arena;
    struct field *fields;
    size_t n;
    struct system **systems;
    size_t n_systems;
};

static const struct system_rule *rule_of(const char *name)
{
    const struct system_rule *r = NULL;
    size_t i = 0;
    while ((r = system_rule(i)) != NULL && strcmp(r->path, name) != 0)
        i++;
    return r;
}

static void add_fields(struct deck *d, const cyaml_schema_value_t *v, const char *path)
{
    const char *name = schema_name(&system_schema, path);
    if (v->type == CYAML_UINT || v->type == CYAML_BOOL || v->type == CYAML_ENUM) {
        d->fields = xgrown(d->fields, d->n, sizeof *d->fields);
        d->fields[d->n++] = (struct field){arena_strdup(&d->arena, name), v, rule_of(name)};
    }
    if (v->type != CYAML_MAPPING)
        return;
    for (const cyaml_schema_field_t *f = v->mapping.fields; f->key != NULL; f++)
        add_fields(d, &f->value,
                   arena_printf(&d->arena, "%s%s%s", path, *path == '\0' ? "" : ".", f->key));
}

static bool ends_in(const char *name, const char *ending)
{
    const size_t n = strlen(name), m = strlen(ending);
    return n >= m && strcmp(name + n - m, ending) == 0;
}

struct deck *deck_new(const char *ending)
{
    struct deck *d = xcalloc(1, sizeof *d);
    struct shipped_systems all = shipped_systems();
    add_fields(d, &system_schema, "");
    for (size_t i = 0; i < all.n; i++) {
        struct error err = {0};
        if (!ends_in(all.names[i], ending))
            continue;
        d->systems = xgrown(d->systems, d->n_systems, sizeof(struct system *));
        d->systems[d->n_systems] = system_load(all.names[i], NULL, 0, &err);
        if (d->systems[d->n_systems++] == NULL)
            abort(); /* other tests look at the machines as they ship */
    }
    shipped_systems_free(&all);
    return d;
}

void deck_free(struct deck *d)
{
    for (size_t i = 0; i < d->n_systems; i++)
        system_free(d->systems[i]);
    free(d->systems);
    free(d->fields);
    arena_free(&d->arena);
    free(d);
}

size_t deck_fields(const struct deck *d)
{
    return d->n;
}

const struct system *deck_system(const struct deck *d, const char *name)
{
    size_t i = 0;
    while (i < d->n_systems && strcmp(d->systems[i]->name, name) != 0)
        i++;
    return i < d->n_systems ? d->systems[i] : NULL;
}

/* ---- values ---- */

/* As many of each size of number. */
static uint64_t any_of(const struct system_rule *r, struct rng *rng)
{
    const uint64_t span = r->most - r->least;
    const uint32_t bits = span == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(span);
    const uint64_t below = rng_below(rng, bits + 1);
    const uint64_t v = r->least + (below == 0 ? 0 : rng_next(rng) >> (64 - below));
    return v > r->most ? r->most : v;
}

static uint64_t power_of(const struct system_rule *r, struct rng *rng)
{
    const uint32_t low = (uint32_t)__builtin_ctzll(r->least);
    const uint32_t high = 63 - (uint32_t)__builtin_clzll(r->most);
    return (uint64_t)1 << (low + rng_below(rng, high - low + 1));
}

/* Half of all numbers are near the machine's own, which other fields are made for. */
static uint64_t number(const struct system_rule *r, uint64_t is, struct rng *rng)
{
    switch (rng_below(rng, 16)) {
    case 0:
        return r->least;
    case 1:
        return r->most;
    case 2: /* beyond an end */
        return rng_below(rng, 2) == 0 ? r->most + 1 : r->least - (r->least > 0);
    case 3:
        return 0;
    case 4:
    case 5:
        return is + 1;
    case 6:
        return is > 0 ? is - 1 : 0;
    case 7:
    case 8:
    case 9:
        return is / 2;
    case 10:
    case 11:
        return is * 2;
    default:
        return r->kind == POW2 ? power_of(r, rng) : any_of(r, rng);
    }
}

static void value_of(const struct field *f, const struct system *s, struct rng *rng, char *text,
                     size_t room)
{
    if (f->schema->type == CYAML_BOOL) {
        snprintf(text, room, "%s=%s", f->name, rng_below(rng, 2) == 0 ? "false" : "true");
    } else if (f->schema->type == CYAML_ENUM) {
        const uint64_t i = rng_below(rng, f->schema->enumeration.count);
        snprintf(text, room, "%s=%s", f->name, f->schema->enumeration.strings[i].str);
    } else {
        const uint64_t v = number(f->rule, system_value(s, f->name), rng);
        snprintf(text, room, "%s=%llu", f->name, (unsigned long long)v);
    }
}

/* ---- draws ---- */

/* One of eight may be a field that the machine has no use for. */
static const struct field *field(const struct deck *d, const struct system *s, struct rng *rng)
{
    const struct field *f = &d->fields[rng_below(rng, d->n)];
    for (int i = 0; i < 8 && !system_has(s, f->name) && rng_below(rng, 8) != 0; i++)
        f = &d->fields[rng_below(rng, d->n)];
    return f;
}

void deck_draw(const struct deck *d, struct rng *rng, struct draw *to)
{
    const struct system *s = d->systems[rng_below(rng, d->n_systems)];
    *to = (struct draw){.system = s->name, .n = 1 + rng_below(rng, MOST_SETS)};
    for (size_t i = 0; i < to->n; i++) {
        value_of(field(d, s, rng), s, rng, to->text[i], SET_TEXT);
        to->sets[i] = to->text[i];
    }
}

void draw_command(const struct draw *d, const char *verb, const char *more, struct sbuf *s)
{
    sbuf_printf(s, "umbel %s %s%s", verb, d->system, more);
    for (size_t i = 0; i < d->n; i++)
        sbuf_printf(s, " --set %s", d->text[i]);
}
