#include "harness/thermal/energies.h"

#include "harness/thermal/reading.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/number.h"
#include "sw/util/root.h"
#include "sw/util/yaml.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 128, MOST_SIZES = 32, MOST_COUNTERS = 32, MOST_FACTORS = 8 };

/* ---- the schema ---- */

#define TEXT(type, key, flags)                                                                     \
    CYAML_FIELD_STRING_PTR(#key, CYAML_FLAG_POINTER | (flags), struct type, key, 1, CYAML_UNLIMITED)
#define PRODUCT(key)                                                                               \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct energies_event,    \
                         key, &text_schema, 1, MOST_FACTORS)

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t sram_fields[] = {
    CYAML_FIELD_UINT("bytes", CYAML_FLAG_DEFAULT, struct energies_sram, bytes),
    CYAML_FIELD_FLOAT("pj", CYAML_FLAG_DEFAULT, struct energies_sram, pj),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t sram_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct energies_sram, sram_fields)};

static const cyaml_schema_field_t event_fields[] = {
    TEXT(energies_event, class, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_SEQUENCE("counters", CYAML_FLAG_POINTER, struct energies_event, counters,
                         &text_schema, 1, MOST_COUNTERS),
    PRODUCT(times),
    PRODUCT(capacity),
    CYAML_FIELD_FLOAT_PTR("pj", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct energies_event,
                          pj),
    TEXT(energies_event, source, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t event_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct energies_event, event_fields)};

static const cyaml_schema_field_t fields[] = {
    TEXT(energies, about, CYAML_FLAG_DEFAULT),
    CYAML_FIELD_SEQUENCE("sram", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct energies, sram,
                         &sram_schema, 1, MOST_SIZES),
    TEXT(energies, sram_source, CYAML_FLAG_OPTIONAL),
    CYAML_FIELD_SEQUENCE("events", CYAML_FLAG_POINTER, struct energies, events, &event_schema, 1,
                         MOST_EVENTS),
    CYAML_FIELD_END,
};
static const cyaml_schema_value_t schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct energies, fields)};

/* ---- reading ---- */

static const double most_pj = 1e9;

static bool check_sram(const struct yaml_reading *r, const struct energies *e)
{
    for (uint32_t i = 0; i < e->sram_count; i++) {
        if (i > 0 && e->sram[i].bytes <= e->sram[i - 1].bytes)
            return yaml_wrong(r, yaml_at("sram", i, ".bytes").path,
                              "%llu bytes stand below %llu; sizes must ascend",
                              (unsigned long long)e->sram[i].bytes,
                              (unsigned long long)e->sram[i - 1].bytes);
        if (!reading_within(r, yaml_at("sram", i, ".pj").path, e->sram[i].pj, 0, most_pj))
            return false;
    }
    return e->sram_count == 0 || e->sram_source != NULL ||
           yaml_wrong(r, "sram", "sram_source is missing: each number has its source");
}

static bool check_event(const struct yaml_reading *r, const struct energies *e, uint32_t i)
{
    const struct energies_event *v = &e->events[i];
    const bool sized = v->capacity_count > 0;
    if ((v->pj == NULL) != sized)
        return yaml_wrong(r, yaml_at("events", i, ".class").path,
                          "the event has %s; it must have one of the two",
                          sized ? "both pj and capacity" : "neither pj nor capacity");
    if (sized && e->sram_count == 0)
        return yaml_wrong(r, yaml_at("events", i, ".capacity").path,
                          "a capacity has its price from sram, which the file lacks");
    return v->pj == NULL || reading_within(r, yaml_at("events", i, ".pj").path, *v->pj, 0, most_pj);
}

static bool check(const struct energies *e, struct error *err)
{
    const struct yaml_reading r = {e->text, e->path, e->len, err};
    bool ok = check_sram(&r, e);
    for (uint32_t i = 0; ok && i < e->events_count; i++)
        ok = check_event(&r, e, i);
    return ok;
}

struct energies *energies_load(const char *path, struct error *err)
{
    void *read = NULL;
    size_t len;
    const char *name = path != NULL ? path : root_path("harness/thermal/energies.yaml");
    char *text = file_read(name, &len, err);
    if (text == NULL || !yaml_read(text, len, name, &schema, &read, err)) {
        free(text);
        return NULL;
    }
    struct energies *e = read;
    e->path = xstrdup(name);
    e->text = text;
    e->len = len;
    if (check(e, err))
        return e;
    energies_free(e);
    return NULL;
}

void energies_free(struct energies *e)
{
    if (e == NULL)
        return;
    free(e->path);
    free(e->text);
    yaml_drop(&schema, e);
}

/* ---- prices ---- */

/* The number at a path such as "package.l1.bytes"; -1 if there is none. */
static double field(const json_t *system, const char *path)
{
    const json_t *at = system;
    while (at != NULL && *path != '\0') {
        const size_t n = strcspn(path, ".");
        at = json_object_getn(at, path, n);
        path += n + (path[n] == '.');
    }
    return json_is_integer(at) ? (double)json_integer_value(at) : -1;
}

/* The factors of an event's field. */
struct factors {
    char *const *list;
    uint32_t n, event;
    const char *field;
};

static bool product(const struct energies *e, const struct factors *p, const json_t *system,
                    double *v, struct error *err)
{
    *v = 1;
    for (uint32_t i = 0; i < p->n; i++) {
        uint64_t number;
        const char *end = number_read(p->list[i], UINT32_MAX, &number);
        const double factor =
            end != NULL && *end == '\0' ? (double)number : field(system, p->list[i]);
        if (factor < 0)
            return yaml_wrong(&(struct yaml_reading){e->text, e->path, e->len, err},
                              yaml_at("events", p->event, p->field).path,
                              "'%s' is neither a whole number nor a number of the run's system",
                              p->list[i]);
        *v *= factor;
    }
    return true;
}

static double sram_bit(const struct energies *e, double bytes)
{
    uint32_t i = 0;
    while (i + 1 < e->sram_count && (double)e->sram[i].bytes < bytes)
        i++;
    return e->sram[i].pj / 64;
}

bool energies_price(const struct energies *e, uint32_t event, const struct json_t *system,
                    double *pj, struct error *err)
{
    const struct energies_event *v = &e->events[event];
    double times, bytes;
    const struct factors of_times = {v->times, v->times_count, event, ".times"};
    const struct factors of_bytes = {v->capacity, v->capacity_count, event, ".capacity"};
    if (!product(e, &of_times, system, &times, err) || !product(e, &of_bytes, system, &bytes, err))
        return false;
    *pj = times * (v->pj != NULL ? *v->pj : sram_bit(e, bytes));
    return true;
}
