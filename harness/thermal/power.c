#include "harness/thermal/power.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <fnmatch.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The version of the run's record that this file reads (harness/run/record.h). */
enum { RUN_SCHEMA = 2, LONGEST_NAME = 256 };

bool power_names(const char *pattern, const char *unit)
{
    char part[LONGEST_NAME];
    for (size_t n = strcspn(unit, ".");; n += 1 + strcspn(unit + n + 1, ".")) {
        if (n >= sizeof part)
            return false;
        memcpy(part, unit, n);
        part[n] = '\0';
        if (fnmatch(pattern, part, 0) == 0)
            return true;
        if (unit[n] == '\0')
            return false;
    }
}

static bool has(const struct floorplan_block *b, const char *unit)
{
    for (uint32_t i = 0; i < b->units_count; i++)
        if (power_names(b->units[i], unit))
            return true;
    return false;
}

/* ---- the blocks' own ---- */

static void begin(const struct floorplan *f, struct power *p)
{
    *p = (struct power){.watts = xcalloc(f->blocks_count, sizeof *p->watts)};
    for (uint32_t b = 0; b < f->blocks_count; b++)
        p->watts[b] =
            f->blocks[b].static_watts + (f->blocks[b].watts != NULL ? *f->blocks[b].watts : 0);
}

bool power_given(const struct floorplan *f, struct power *p, struct error *err)
{
    for (uint32_t b = 0; b < f->blocks_count; b++)
        if (f->blocks[b].watts == NULL)
            return error_set(err,
                             "%s: block %s has the power of units; give their run with --run FILE "
                             "(umbel run ... --json FILE)",
                             f->path, f->blocks[b].name);
    begin(f, p);
    return true;
}

/* ---- a run ---- */

/* All that a sum over the run's units needs. */
struct pricing {
    const struct floorplan *f;
    const struct energies *e;
    const char *path;
    const json_t *run;
    double seconds;
    int *owner; /* of each block: how many units it has */
    struct power *p;
    struct error *err;
};

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static json_t *read_run(const char *path, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return NULL;
    json_error_t why;
    json_t *run = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
    free(text);
    if (run == NULL)
        error_set(err, "%s:%d:%d: no JSON of a run: %s", path, why.line, why.column, why.text);
    return run;
}

/* Of the run's system; 0: it has none. */
static json_int_t clock_mhz(const json_t *run)
{
    return json_integer_value(json_object_get(json_object_get(run, "system"), "clock_mhz"));
}

static bool check_run(const json_t *run, const char *path, struct error *err)
{
    static const char good[] = "identical to cacheless execution";
    const json_t *head = json_object_get(run, "run");
    const json_int_t schema = json_integer_value(json_object_get(run, "schema"));
    if (!json_is_object(head) || !json_is_object(json_object_get(run, "units")) ||
        schema != RUN_SCHEMA)
        return error_set(err, "%s:1:1: this is not what umbel run --json writes; give such a file",
                         path);
    if (strcmp(text_of(head, "result"), good) != 0)
        return error_set(err, "%s:1:1: the run's result is %s, so it has no power to speak of",
                         path, text_of(head, "result"));
    if (json_integer_value(json_object_get(head, "cycles")) <= 0)
        return error_set(err, "%s:1:1: the run has no cycles", path);
    if (clock_mhz(run) <= 0)
        return error_set(err, "%s:1:1: the run's system has no clock_mhz", path);
    return json_object_size(json_object_get(run, "units")) > 0 ||
           error_set(err, "%s:1:1: the run has no counters of units (hardware.count_one)", path);
}

static int block_of(const struct pricing *g, const char *class, const char *unit)
{
    int found = -1;
    for (uint32_t b = 0; b < g->f->blocks_count; b++) {
        if (!has(&g->f->blocks[b], unit))
            continue;
        if (found >= 0) {
            error_set(g->err, "%s: blocks %s and %s both have unit %s of the run; leave it to one",
                      g->f->path, g->f->blocks[found].name, g->f->blocks[b].name, unit);
            return -1;
        }
        found = (int)b;
    }
    if (found < 0)
        error_set(
            g->err,
            "%s: no block has unit %s of the run, whose counters of class %s have a price; add "
            "it to the units of a block",
            g->f->path, unit, class);
    return found;
}

/* One counter of an event: each unit's value goes to the block that has the unit. */
static bool add_counter(const struct pricing *g, uint32_t event, const json_t *counter, double pj)
{
    const char *class = g->e->events[event].class;
    const char *unit;
    json_t *value;
    json_object_foreach(json_object_get(counter, "values"), unit, value)
    {
        const int b = block_of(g, class, unit);
        if (b < 0)
            return false;
        const double watts = json_number_value(value) * pj * 1e-12 / g->seconds;
        g->owner[b]++;
        g->p->watts[b] += watts;
        g->p->units[(uint32_t)b * g->p->events + event] += watts;
    }
    return true;
}

static void add_word(char **list, const char *word)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s%s%s", *list != NULL ? *list : "", *list != NULL ? ", " : "", word);
    free(*list);
    *list = s.text;
}

static void add_uncounted(struct power *p, const struct energies_event *v)
{
    struct sbuf s = {0};
    sbuf_printf(&s, "%s.%s", v->class, v->counters[0]);
    add_word(&p->uncounted, s.text);
    sbuf_free(&s);
}

static bool add_event(const struct pricing *g, uint32_t event)
{
    const struct energies_event *v = &g->e->events[event];
    const json_t *class = json_object_get(json_object_get(g->run, "units"), v->class);
    const json_t *counters = json_object_get(class, "counters");
    uint32_t found = 0;
    for (uint32_t c = 0; c < v->counters_count; c++)
        found += json_object_get(counters, v->counters[c]) != NULL;
    if (class != NULL && found == 0)
        add_uncounted(g->p, v);
    if (found == 0) /* the system may lack the fields of its price, too */
        return true;
    double pj = 0;
    if (!energies_price(g->e, event, json_object_get(g->run, "system"), &pj, g->err))
        return false;
    for (uint32_t c = 0; c < v->counters_count; c++) {
        const json_t *counter = json_object_get(counters, v->counters[c]);
        if (counter != NULL && !add_counter(g, event, counter, pj))
            return false;
    }
    return true;
}

static bool has_price(const struct energies *e, const char *class)
{
    for (uint32_t i = 0; i < e->events_count; i++)
        if (strcmp(e->events[i].class, class) == 0)
            return true;
    return false;
}

static bool price(const struct pricing *g)
{
    for (uint32_t i = 0; i < g->e->events_count; i++)
        if (!add_event(g, i))
            return false;
    for (uint32_t b = 0; b < g->f->blocks_count; b++)
        if (g->f->blocks[b].units_count > 0 && g->owner[b] == 0)
            return error_set(g->err,
                             "%s: block %s has none of the run's units: none is called %s%s",
                             g->f->path, g->f->blocks[b].name, g->f->blocks[b].units[0],
                             g->f->blocks[b].units_count > 1 ? ", nor as the others" : "");
    const char *class;
    json_t *ignored;
    json_object_foreach(json_object_get(g->run, "units"), class, ignored)
    {
        if (!has_price(g->e, class))
            add_word(&g->p->unpriced, class);
    }
    return true;
}

bool power_of_run(const struct floorplan *f, const struct energies *e, const char *run,
                  struct power *p, struct error *err)
{
    json_t *all = read_run(run, err);
    bool ok = all != NULL && check_run(all, run, err);
    if (ok) {
        const json_t *head = json_object_get(all, "run");
        begin(f, p);
        p->events = e->events_count;
        p->units = xcalloc((size_t)f->blocks_count * p->events, sizeof *p->units);
        p->system = error_shown_text(text_of(head, "system"));
        p->kernel = error_shown_text(text_of(head, "kernel"));
        p->cycles = (uint64_t)json_integer_value(json_object_get(head, "cycles"));
        int *owner = xcalloc(f->blocks_count, sizeof *owner);
        const struct pricing g = {
            f, e, run, all, (double)p->cycles / (1e6 * (double)clock_mhz(all)), owner, p, err};
        ok = price(&g);
        free(owner);
        if (!ok)
            power_free(p);
    }
    json_decref(all);
    return ok;
}

void power_free(struct power *p)
{
    free(p->watts);
    free(p->units);
    free(p->system);
    free(p->kernel);
    free(p->unpriced);
    free(p->uncounted);
    *p = (struct power){0};
}
