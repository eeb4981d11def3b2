/* The parts of a run as a table for programs, after RFC 4180. */
#include "harness/run/parts.h"
#include "harness/run/stats_impl.h"
#include "sw/util/count.h"
#include "sw/util/outfile.h"

#include <inttypes.h>
#include <string.h>

/* A field that has a comma, a quote or a line's end stands in quotes, and its quotes are doubled.
 */
static void field(FILE *to, const char *text)
{
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

struct row {
    const char *class, *instance, *counter, *unit;
    uint64_t value;
};

static void put(FILE *to, size_t number, const struct part *part, const struct row *r)
{
    static const char *const kinds[] = {
        [PART_LAUNCH] = "launch", [PART_COPY] = "copy", [PART_DRAIN] = "drain"};
    fprintf(to, "%zu,%s,%zu,", number, kinds[part->kind], part->launch);
    field(to, part->function != NULL ? part->function : part->name != NULL ? part->name : "");
    fputc(',', to);
    field(to, part->verdict != NULL ? part->verdict : "");
    fprintf(to, ",%" PRIu64 ",%" PRIu64, part->from, part->cycles);
    const char *const texts[] = {r->class, r->instance, r->counter, r->unit};
    for (size_t i = 0; i < 4; i++) {
        fputc(',', to);
        field(to, texts[i]);
    }
    if (r->value == COUNT_OVER)
        fputs("," COUNT_OVER_WORD "\n", to);
    else
        fprintf(to, ",%" PRIu64 "\n", r->value);
}

/* What the machine does not count of a copy. */
static void put_copy(FILE *to, size_t number, const struct part *part)
{
    const struct row rows[] = {{"copies", "system", "bytes", "bytes", part->bytes},
                               {"copies", "system", "cycles", "cycles", part->cycles}};
    for (size_t i = 0; i < 2; i++)
        put(to, number, part, &rows[i]);
}

static void put_counter(FILE *to, size_t number, const struct part *part, const char *class,
                        const struct stats_counter *c)
{
    for (size_t i = 0; i < c->n_samples; i++) {
        const size_t id = c->samples[i].id;
        const struct row r = {class, c->samples[i].instance, c->name, c->unit,
                              id < part->n_values ? part->values[id] : 0};
        if (part->kind == PART_LAUNCH || r.value > 0)
            put(to, number, part, &r);
    }
}

bool parts_csv(const struct parts *p, struct outfile *to, struct error *err)
{
    fputs("part,kind,launch,name,verdict,from,cycles,class,instance,counter,unit,value\n",
          to->file);
    for (size_t i = 0; i < p->n && outfile_well(to); i++) {
        const struct part *part = &p->list[i];
        if (part->kind == PART_COPY)
            put_copy(to->file, i + 1, part);
        for (size_t c = 0; part->values != NULL && c < p->reading->n_classes; c++)
            for (size_t k = 0; k < p->reading->classes[c].n_counters; k++)
                put_counter(to->file, i + 1, part, p->reading->classes[c].name,
                            &p->reading->classes[c].counters[k]);
    }
    return outfile_finish(to, "", 0, err);
}
