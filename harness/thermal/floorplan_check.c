/* What the fields of a floorplan must be: ranges, names, and blocks beside each other. */
#include "harness/thermal/floorplan_impl.h"

#include <string.h>

enum { CELLS = 48 };

/* Edges that are closer than this are one edge: a thousandth of a um. */
static const double touch = 1e-6;

static const double longest = 1000, thickest = 100000, best = 10000, hottest = 1e6;

static bool check_whole(const struct yaml_reading *r, struct floorplan *f)
{
    if (!yaml_has(r, "cells"))
        f->cells = CELLS;
    if (f->top.resistance == NULL && f->bottom.resistance == NULL)
        return yaml_wrong(r, "",
                          "the heat cannot leave: give top: {resistance: K/W}, or bottom, or both");
    return reading_within(r, "ambient", f->ambient, -273.15, 1000) &&
           reading_above(r, "interposer.width", f->interposer.width, longest) &&
           reading_above(r, "interposer.height", f->interposer.height, longest) &&
           reading_within(r, "cells", f->cells, 1, FLOORPLAN_MOST_CELLS) &&
           reading_above_if(r, "top.resistance", f->top.resistance, hottest) &&
           reading_above_if(r, "bottom.resistance", f->bottom.resistance, hottest);
}

/* ---- layers ---- */

static bool check_layer(const struct yaml_reading *r, struct floorplan *f, uint32_t i)
{
    struct floorplan_layer *l = &f->layers[i];
    const struct yaml_place slices = yaml_at("layers", i, ".slices");
    if (!yaml_has(r, slices.path))
        l->slices = 1;
    return reading_above(r, yaml_at("layers", i, ".um").path, l->um, thickest) &&
           reading_above(r, yaml_at("layers", i, ".conductivity").path, l->conductivity, best) &&
           (l->between == NULL ||
            reading_within(r, yaml_at("layers", i, ".between").path, *l->between, 0, best)) &&
           reading_above_if(r, yaml_at("layers", i, ".width").path, l->width, longest) &&
           reading_above_if(r, yaml_at("layers", i, ".height").path, l->height, longest) &&
           reading_within(r, slices.path, l->slices, 1, FLOORPLAN_MOST_SLICES);
}

static bool check_layers(const struct yaml_reading *r, struct floorplan *f)
{
    uint32_t heated = 0, last = 0;
    for (uint32_t i = 0; i < f->layers_count; i++) {
        if (!check_layer(r, f, i))
            return false;
        heated += f->layers[i].blocks;
        last = f->layers[i].blocks ? i : last;
    }
    if (heated != 1)
        return yaml_wrong(r, heated == 0 ? "layers" : yaml_at("layers", last, ".blocks").path,
                          "%u layers have blocks: true; it must be one, in which the heat arises",
                          heated);
    const struct floorplan_area a = floorplan_extent(f, &f->layers[last]);
    return (a.width >= f->interposer.width - touch && a.height >= f->interposer.height - touch) ||
           yaml_wrong(r, yaml_at("layers", last, "").path,
                      "the layer of the blocks is %g x %g mm; it must be at least as large as the "
                      "interposer",
                      a.width, a.height);
}

/* ---- blocks ---- */

static bool is_inside(const struct floorplan *f, const struct floorplan_block *b)
{
    return b->x >= -touch && b->y >= -touch && b->x + b->width <= f->interposer.width + touch &&
           b->y + b->height <= f->interposer.height + touch;
}

static bool overlap(const struct floorplan_block *a, const struct floorplan_block *b)
{
    return a->x + a->width > b->x + touch && b->x + b->width > a->x + touch &&
           a->y + a->height > b->y + touch && b->y + b->height > a->y + touch;
}

static bool check_power(const struct yaml_reading *r, struct floorplan *f, uint32_t i)
{
    const struct floorplan_block *b = &f->blocks[i];
    if ((b->watts == NULL) == (b->units_count == 0))
        return yaml_wrong(r, yaml_at("blocks", i, ".name").path,
                          "block %s has %s; it must have one of the two", b->name,
                          b->watts == NULL ? "neither watts nor units" : "both watts and units");
    return (b->watts == NULL ||
            reading_within(r, yaml_at("blocks", i, ".watts").path, *b->watts, 0, hottest)) &&
           reading_within(r, yaml_at("blocks", i, ".static_watts").path, b->static_watts, 0,
                          hottest);
}

static bool check_beside(const struct yaml_reading *r, struct floorplan *f, uint32_t i)
{
    const struct floorplan_block *b = &f->blocks[i];
    for (uint32_t j = 0; j < i; j++) {
        const struct floorplan_block *other = &f->blocks[j];
        if (strcmp(b->name, other->name) == 0)
            return yaml_wrong(r, yaml_at("blocks", i, ".name").path,
                              "a block %s stands above; give this one another name", b->name);
        if (overlap(b, other))
            return yaml_wrong(r, yaml_at("blocks", i, ".name").path,
                              "block %s overlaps block %s; move or shrink one of them", b->name,
                              other->name);
    }
    return true;
}

static bool check_block(const struct yaml_reading *r, struct floorplan *f, uint32_t i)
{
    const struct floorplan_block *b = &f->blocks[i];
    if (!reading_within(r, yaml_at("blocks", i, ".x").path, b->x, -longest, longest) ||
        !reading_within(r, yaml_at("blocks", i, ".y").path, b->y, -longest, longest) ||
        !reading_above(r, yaml_at("blocks", i, ".width").path, b->width, longest) ||
        !reading_above(r, yaml_at("blocks", i, ".height").path, b->height, longest) ||
        !reading_above_if(r, yaml_at("blocks", i, ".conductivity").path, b->conductivity, best))
        return false;
    if (!is_inside(f, b))
        return yaml_wrong(
            r, yaml_at("blocks", i, ".name").path,
            "block %s goes from %g, %g to %g, %g mm; it must lie on the interposer, which "
            "is %g x %g mm",
            b->name, b->x, b->y, b->x + b->width, b->y + b->height, f->interposer.width,
            f->interposer.height);
    return check_power(r, f, i) && check_beside(r, f, i);
}

bool floorplan_check(const struct yaml_reading *r, struct floorplan *f)
{
    if (!check_whole(r, f) || !check_layers(r, f))
        return false;
    for (uint32_t i = 0; i < f->blocks_count; i++)
        if (!check_block(r, f, i))
            return false;
    return true;
}
