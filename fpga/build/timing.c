#include "fpga/build/timing.h"

#include "fpga/build/json.h"

#include <stdlib.h>
#include <string.h>

void timing_free(struct timing *t)
{
    free(t->steps);
    arena_free(&t->arena);
    *t = (struct timing){0};
}

/* ---- steps ---- */

/* The wire that a cell is named after, "park_q[1]" for
 * "board.system.gpu1_l2_0.park_q[1]_SB_DFFE_Q_1_LC": the name without the unit's path and without
 * the suffix of Yosys and nextpnr. */
static const char *wire_of(struct timing *t, const struct area_row *row, const char *cell)
{
    size_t skip = strlen(row->path);
    const char *wire = cell + skip + (skip > 0);
    size_t len = strcspn(wire, "$");
    const char *cut = strstr(wire, "_SB_");
    if (cut != NULL && cut < wire + len)
        len = (size_t)(cut - wire);
    return arena_strndup(&t->arena, wire, len);
}

/* Adds a cell of the path; its output has settled at `until` ns. */
static void add_cell(struct timing *t, struct area *units, const char *cell, double until)
{
    const struct area_row *row = area_row(units, cell);
    struct timing_step *last = t->n_steps > 0 ? &t->steps[t->n_steps - 1] : NULL;
    if (row == NULL) { /* a cell that nextpnr added */
        if (last != NULL)
            last->until = until;
        return;
    }
    const char *wire = wire_of(t, row, cell);
    if (last != NULL && strcmp(last->unit, row->name) == 0 && strcmp(last->wire, wire) == 0) {
        last->cells++;
        last->until = until;
        return;
    }
    t->steps = xrealloc(t->steps, (t->n_steps + 1) * sizeof *t->steps);
    t->steps[t->n_steps++] = (struct timing_step){row->name, wire, 1, until};
}

/* The cell at the end of a part of the path. */
static const char *far_cell(const json_t *part)
{
    const char *cell = json_string_value(json_object_get(json_object_get(part, "to"), "cell"));
    return cell != NULL ? cell : "$";
}

static double delay_of(const json_t *part)
{
    return json_number_value(json_object_get(part, "delay"));
}

static void walk(struct timing *t, struct area *units, const json_t *path)
{
    double now = 0;
    for (size_t i = 0; i < json_array_size(path); i++) {
        const json_t *part = json_array_get(path, i);
        const char *type = json_string_value(json_object_get(part, "type"));
        bool wire = type != NULL && strcmp(type, "routing") == 0;
        now += delay_of(part);
        *(wire ? &t->wires : &t->cells) += delay_of(part);
        if (!wire)
            add_cell(t, units, far_cell(part), now);
    }
}

/* ---- which path ---- */

/* Takes the slowest clock: every clock has the same target. */
static bool slowest(struct timing *t, json_t *fmax)
{
    const char *clock;
    json_t *figures;
    json_object_foreach(fmax, clock, figures)
    {
        double reached = json_number_value(json_object_get(figures, "achieved"));
        if (reached > 0 && (t->clock == NULL || reached < t->reached)) {
            t->reached = reached;
            t->clock = arena_strdup(&t->arena, clock);
        }
    }
    return t->clock != NULL;
}

static bool is_edge_of(const json_t *end, const char *clock)
{
    const char *text = json_string_value(end);
    const char *space = text != NULL ? strrchr(text, ' ') : NULL;
    return space != NULL && strcmp(space + 1, clock) == 0;
}

static double length_of(const json_t *path)
{
    double sum = 0;
    for (size_t i = 0; i < json_array_size(path); i++)
        sum += delay_of(json_array_get(path, i));
    return sum;
}

/* The longest path that begins and ends at this clock. */
static const json_t *critical(const struct timing *t, const json_t *paths)
{
    const json_t *best = NULL;
    for (size_t i = 0; i < json_array_size(paths); i++) {
        const json_t *p = json_array_get(paths, i), *parts = json_object_get(p, "path");
        if (is_edge_of(json_object_get(p, "from"), t->clock) &&
            is_edge_of(json_object_get(p, "to"), t->clock) && json_array_size(parts) > 0 &&
            (best == NULL || length_of(parts) > length_of(best)))
            best = parts;
    }
    return best;
}

bool timing_read(struct timing *t, struct area *units, const char *path, struct error *err)
{
    *t = (struct timing){0};
    json_t *report = json_read(path, err);
    if (report == NULL)
        return false;
    const json_t *parts = slowest(t, json_object_get(report, "fmax"))
                              ? critical(t, json_object_get(report, "critical_paths"))
                              : NULL;
    if (parts != NULL)
        walk(t, units, parts);
    bool ok = t->n_steps > 0 ||
              error_set(err, "%s: has no clock with a critical path; build again", path);
    json_decref(report);
    return ok;
}
