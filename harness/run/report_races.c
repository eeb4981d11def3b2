/* The races of the launches that a report is about: which two threads, at which lines. */
#include "harness/run/report.h"

enum { MOST_TOLD = 4 };

static void tell_side(const struct race_side *s, struct sbuf *text)
{
    char line[160];
    sbuf_printf(text, "thread (%u,%u,%u) of CTA (%u,%u,%u) %s at %s", s->thread.x, s->thread.y,
                s->thread.z, s->cta.x, s->cta.y, s->cta.z, s->verb,
                ptx_line(s->inst, line, sizeof line));
}

static void tell_address(const struct race *race, const struct gpu *gpu, struct sbuf *text)
{
    const struct gpu_range *r = race->shared ? NULL : gpu_range_of(gpu, race->address);
    if (r != NULL)
        sbuf_printf(text, "%s[byte %llu]", r->name,
                    (unsigned long long)(race->address - r->address));
    else
        sbuf_printf(text, "%s address 0x%llx", race->shared ? "shared" : "global",
                    (unsigned long long)race->address);
}

static void tell_race(const struct race *race, const struct gpu *gpu, struct sbuf *text)
{
    sbuf_printf(text, "\n  %s: launch %llu: ", race->class == RACE_DATA ? "race" : "order",
                (unsigned long long)race->step + 1);
    tell_side(&race->sides[1], text);
    sbuf_puts(text, ", and ");
    tell_side(&race->sides[0], text);
    sbuf_puts(text, ", both ");
    tell_address(race, gpu, text);
    sbuf_puts(text, race->class == RACE_DATA
                        ? "; no barrier, and no fence with an atomic, orders them"
                        : "; the result may depend on who is first");
    if (race->count > 1)
        sbuf_printf(text, " (%llu such pairs)", (unsigned long long)race->count);
}

bool report_races(const struct races *races, const struct gpu *gpu, struct sbuf *text)
{
    struct race race, first;
    bool partly, any = races_get(races, 0, &first);
    unsigned long long looked_at = races_looked_at(races, &partly);
    for (size_t i = 0; i < MOST_TOLD && any && races_get(races, i, &race); i++)
        if (race.class == first.class)
            tell_race(&race, gpu, text);
    if (!any)
        sbuf_printf(text, "\n  race: none found among %llu accesses%s", looked_at,
                    partly ? "; the search was cut short, as there are too many" : "");
    return any && first.class == RACE_DATA;
}
