#include "harness/engine/monitors.h"

#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 128 };

static bool used;

/* ---- sums over machines ---- */

static struct total {
    char name[NAME];
    uint64_t seen;
} * totals;
static size_t n_totals;

void monitors_use(bool on)
{
    used = on;
}

bool monitors_used(void)
{
    return used;
}

/* "l1.ticket_is_free": the class takes the place of top and module in Verilator's name. */
static void name_of(const struct tile *t, const struct monitor *m, char name[NAME])
{
    const char *at = strstr(m->name, t->module);
    at = at != NULL ? at + strlen(t->module) : m->name;
    snprintf(name, NAME, "%s%s", t->class, at);
}

static struct total *total_of(const char *name)
{
    for (size_t i = 0; i < n_totals; i++)
        if (strcmp(totals[i].name, name) == 0)
            return &totals[i];
    totals = xrealloc(totals, (n_totals + 1) * sizeof *totals);
    struct total *t = &totals[n_totals++];
    memset(t, 0, sizeof *t);
    memcpy(t->name, name, strlen(name) + 1);
    return t;
}

void monitors_count(const struct engine *e, const struct netlist *n)
{
    for (size_t t = 0; t < n->n_tiles; t++) {
        const struct monitor *m;
        size_t count = engine_monitors(e, t, &m);
        for (size_t i = 0; i < count; i++) {
            char name[NAME];
            name_of(&n->tiles[t], &m[i], name);
            total_of(name)->seen += m[i].seen;
        }
    }
}

uint64_t monitors_checks(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n_totals; i++)
        sum += totals[i].seen;
    return sum;
}

const char *monitors_total(size_t i, uint64_t *seen)
{
    *seen = i < n_totals ? totals[i].seen : 0;
    return i < n_totals ? totals[i].name : NULL;
}

/* ---- a machine ---- */

void monitors_tell(const struct engine *e, const struct netlist *n, uint64_t cycle,
                   struct error *err)
{
    for (size_t t = 0; t < n->n_tiles; t++) {
        const struct monitor *m;
        size_t count = engine_monitors(e, t, &m);
        for (size_t i = 0; i < count; i++) {
            if (!m[i].broken)
                continue;
            char name[NAME];
            name_of(&n->tiles[t], &m[i], name);
            error_set(err, "cycle %llu: %s was shown what the proofs assume never happens: %s",
                      (unsigned long long)cycle, n->tiles[t].name, name);
            return;
        }
    }
}

void monitors_stats(const struct engine *e, const struct netlist *n, struct stats *s)
{
    for (size_t t = 0; t < n->n_tiles; t++) {
        const struct monitor *m;
        size_t count = engine_monitors(e, t, &m);
        for (size_t i = 0; i < count; i++) {
            char name[NAME];
            name_of(&n->tiles[t], &m[i], name);
            stats_add(s, n->tiles[t].name, "monitors", name, "checks",
                      "cycles in which this assumption had something to say, and was kept",
                      m[i].seen);
        }
    }
}
