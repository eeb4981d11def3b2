#include "fpga/build/report.h"

#include "fpga/build/json.h"

#include <stdio.h>
#include <string.h>

/* The path of a file in the folder. */
static const char *in(char *path, size_t room, const char *dir, const char *name)
{
    snprintf(path, room, "%s/%s", dir, name);
    return path;
}

/* Whether the rows' sum is nextpnr's count of the whole design. */
static bool agrees(const struct report *r, enum area_kind kind, const char *resource,
                   const char *dir, struct error *err)
{
    uint32_t sum = area_total(&r->area, kind), used = resources_find(&r->part, resource).used;
    return sum == used ||
           error_set(err,
                     "%s: its units have %u cells of %s, the whole has %u; the report would be "
                     "wrong",
                     dir, sum, resource, used);
}

bool report_read_area(struct report *r, const struct netlist *n, const char *dir, struct error *err)
{
    char path[4096];
    area_add_board(&r->area, n);
    if (!area_count_synth(&r->area, in(path, sizeof path, dir, "netlist.json"), err) ||
        !area_count_packed(&r->area, in(path, sizeof path, dir, "packed.json"), err) ||
        !resources_read(&r->part, in(path, sizeof path, dir, "pack.log"), err) ||
        !agrees(r, AREA_LC, "ICESTORM_LC", dir, err) ||
        !agrees(r, AREA_BRAM, "ICESTORM_RAM", dir, err))
        return false;
    const struct resource *lacking = resources_short(&r->part);
    r->lacking = lacking != NULL ? lacking->name : NULL;
    return true;
}

bool report_read_timing(struct report *r, const char *dir, struct error *err)
{
    char path[4096];
    if (!timing_read(&r->timing, &r->area, in(path, sizeof path, dir, "timing.json"), err))
        return false;
    r->pass = r->lacking == NULL && r->timing.reached >= r->board->clock_mhz;
    return true;
}

void report_free(struct report *r)
{
    area_free(&r->area);
    timing_free(&r->timing);
}

/* ---- JSON ---- */

static json_t *units(const struct area *a)
{
    json_t *list = json_array();
    for (size_t i = 0; i < a->n_rows; i++) {
        const struct area_row *row = &a->rows[i];
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:i, s:i, s:i, s:i, s:i}", "unit", row->name, "instance",
                            row->path, "luts", (int)row->n[AREA_LUT], "ffs", (int)row->n[AREA_FF],
                            "carries", (int)row->n[AREA_CARRY], "brams", (int)row->n[AREA_BRAM],
                            "logic_cells", (int)row->n[AREA_LC]));
    }
    return list;
}

static json_t *part(const struct resources *r)
{
    json_t *list = json_object();
    for (size_t i = 0; i < r->n; i++)
        json_object_set_new(
            list, r->list[i].name,
            json_pack("{s:i, s:i}", "used", (int)r->list[i].used, "there", (int)r->list[i].there));
    return list;
}

static json_t *path_of(const struct timing *t)
{
    json_t *list = json_array();
    for (size_t i = 0; i < t->n_steps; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:i, s:f}", "unit", t->steps[i].unit, "wire",
                                        t->steps[i].wire, "cells", (int)t->steps[i].cells,
                                        "until_ns", t->steps[i].until));
    return list;
}

static json_t *timing(const struct report *r)
{
    const struct timing *t = &r->timing;
    if (t->n_steps == 0)
        return json_null();
    return json_pack("{s:s, s:f, s:f, s:f, s:o}", "clock", t->clock, "reached_mhz", t->reached,
                     "path_cells_ns", t->cells, "path_wires_ns", t->wires, "path", path_of(t));
}

bool report_json(const struct report *r, const char *path, struct error *err)
{
    const struct board_file *b = r->board;
    json_t *j =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:b, s:b, s:o, s:o, s:o}", "board",
                  r->name, "about", b->about, "system", r->system->about, "hash", r->hash,
                  "part_name", b->part, "package", b->package, "asked_mhz", (int)b->clock_mhz,
                  "baud", (int)b->baud, "seed", (int)r->seed, "fits", r->lacking == NULL, "pass",
                  r->pass, "part", part(&r->part), "units", units(&r->area), "timing", timing(r));
    if (j != NULL && b->model.about != NULL)
        json_object_set_new(j, "model",
                            json_pack("{s:s, s:i, s:i, s:i}", "about", b->model.about,
                                      "logic_cells", (int)b->model.cells, "brams",
                                      (int)b->model.brams, "mhz", (int)b->model.mhz));
    return json_write(j, path, err);
}

bool report_is(const char *path, const char *hash, bool *pass)
{
    json_t *j = json_load_file(path, 0, NULL);
    const char *has = json_string_value(json_object_get(j, "hash"));
    const json_t *passed = json_object_get(j, "pass");
    bool is = has != NULL && strcmp(has, hash) == 0 && json_is_boolean(passed);
    *pass = is && json_is_true(passed);
    json_decref(j);
    return is;
}
