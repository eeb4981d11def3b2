/* Temperatures of blocks and layers; the table, and JSON. */
#include "harness/thermal/map.h"

#include "sw/util/arena.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of equal places differ by rounding alone, which must not choose between them. */
static const double same = 1e-6;

/* ---- temperatures ---- */

static void add_cells(struct map *m, double *volumes)
{
    const struct stack *g = m->g;
    for (size_t z = g->heated_from; z < g->heated_to; z++)
        for (size_t y = 0; y < g->y.n; y++)
            for (size_t x = 0; x < g->x.n; x++) {
                const int b = g->block[y * g->x.n + x];
                if (b == STACK_NOTHING)
                    continue;
                const double t = m->f->ambient + m->h->rise[stack_at(g, x, y, z)];
                const double volume =
                    stack_length(&g->x, x) * stack_length(&g->y, y) * stack_length(&g->z, z);
                m->blocks[b].max = fmax(m->blocks[b].max, t);
                m->blocks[b].mean += t * volume;
                volumes[b] += volume;
            }
}

struct map map_new(const struct floorplan *f, const struct energies *e, const struct power *p,
                   const struct stack *g, const struct heat *h)
{
    struct map m = {.f = f,
                    .e = e,
                    .p = p,
                    .g = g,
                    .h = h,
                    .blocks = xcalloc(f->blocks_count, sizeof *m.blocks)};
    double *volumes = xcalloc(f->blocks_count, sizeof *volumes);
    for (uint32_t b = 0; b < f->blocks_count; b++)
        m.blocks[b].max = -INFINITY;
    add_cells(&m, volumes);
    for (uint32_t b = 0; b < f->blocks_count; b++) {
        m.blocks[b].mean /= volumes[b];
        if (m.blocks[b].max > m.blocks[m.hottest].max + same)
            m.hottest = b;
    }
    free(volumes);
    return m;
}

void map_free(struct map *m)
{
    free(m->blocks);
    m->blocks = NULL;
}

/* The highest temperature of a layer. */
static double map_layer_max(const struct map *m, uint32_t layer)
{
    const struct stack *g = m->g;
    const size_t plane = g->x.n * g->y.n;
    double rise = -INFINITY;
    for (size_t i = 0; i < plane * g->z.n; i++)
        if (g->layer[i / plane] == layer && g->cells[i].unknown != STACK_NOTHING)
            rise = fmax(rise, m->h->rise[i]);
    return m->f->ambient + rise;
}

/* ---- the table ---- */

static void print_face(FILE *out, const char *name, const double *resistance, double watts)
{
    if (resistance != NULL)
        fprintf(out, "; %.1f W leave through the %s, %g K/W", watts, name, *resistance);
}

static void print_head(const struct map *m, FILE *out)
{
    const struct floorplan *f = m->f;
    fprintf(out, "%s: %s\n", f->name, f->about);
    if (m->p->system != NULL)
        fprintf(out, "power of %s on %s, the mean of its %llu cycles\n", m->p->kernel, m->p->system,
                (unsigned long long)m->p->cycles);
    fprintf(out, "%.1f W into air of %g C", m->h->in, f->ambient);
    print_face(out, "top", f->top.resistance, m->h->top);
    print_face(out, "bottom", f->bottom.resistance, m->h->bottom);
    fprintf(out, "\n%zu temperatures on a grid of %zu x %zu x %zu cells\n", m->g->unknowns,
            m->g->x.n, m->g->y.n, m->g->z.n);
}

static void print_blocks(const struct map *m, FILE *out)
{
    fprintf(out, "  %-16s %9s %9s %9s %9s\n", "block", "W", "W/mm2", "mean C", "max C");
    for (uint32_t i = 0; i < m->f->blocks_count; i++) {
        const struct floorplan_block *b = &m->f->blocks[i];
        fprintf(out, "  %-16s %9.2f %9.3f %9.1f %9.1f\n", b->name, m->p->watts[i],
                m->p->watts[i] / (b->width * b->height), m->blocks[i].mean, m->blocks[i].max);
    }
}

void map_print(const struct map *m, FILE *out)
{
    const struct floorplan *f = m->f;
    print_head(m, out);
    print_blocks(m, out);
    fprintf(out, "hottest: %s, %.1f C\n", f->blocks[m->hottest].name, m->blocks[m->hottest].max);
    if (f->paper.figure != NULL && f->paper.max != NULL)
        fprintf(out, "%s: %g C\n", f->paper.figure, *f->paper.max);
    if (m->p->unpriced != NULL)
        fprintf(out, "without a price: %s\n", m->p->unpriced);
    if (m->p->uncounted != NULL)
        fprintf(out, "not counted by the run: %s\n", m->p->uncounted);
    for (uint32_t i = 0; i < f->notes_count; i++)
        fprintf(out, "note: %s\n", f->notes[i]);
}

/* ---- JSON ---- */

/* Watts by class of units; two events of one class are one number. */
static json_t *units_json(const struct map *m, uint32_t block)
{
    json_t *all = json_object();
    for (uint32_t e = 0; e < m->p->events; e++) {
        const char *class = m->e->events[e].class;
        const double before = json_number_value(json_object_get(all, class));
        json_object_set_new(all, class, json_real(before + m->p->units[block * m->p->events + e]));
    }
    return all;
}

static json_t *block_json(const struct map *m, uint32_t i)
{
    const struct floorplan_block *b = &m->f->blocks[i];
    json_t *o = json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "name", b->name, "x",
                          b->x, "y", b->y, "width", b->width, "height", b->height, "watts",
                          m->p->watts[i], "static_watts", b->static_watts, "mean_c",
                          m->blocks[i].mean, "max_c", m->blocks[i].max);
    if (m->p->units != NULL && b->units_count > 0)
        json_object_set_new(o, "units_watts", units_json(m, i));
    return o;
}

static json_t *or_null(const double *v)
{
    return v != NULL ? json_real(*v) : json_null();
}

static json_t *run_json(const struct power *p)
{
    if (p->system == NULL)
        return json_null();
    return json_pack("{s:s, s:s, s:I, s:s?, s:s?}", "system", p->system, "kernel", p->kernel,
                     "cycles", (json_int_t)p->cycles, "without_price", p->unpriced, "not_counted",
                     p->uncounted);
}

json_t *map_json(const struct map *m)
{
    const struct floorplan *f = m->f;
    json_t *blocks = json_array(), *layers = json_array();
    for (uint32_t i = 0; i < f->blocks_count; i++)
        json_array_append_new(blocks, block_json(m, i));
    for (uint32_t i = 0; i < f->layers_count; i++)
        json_array_append_new(layers, json_pack("{s:s, s:f}", "name", f->layers[i].name, "max_c",
                                                map_layer_max(m, i)));
    return json_pack("{s:i, s:s, s:f, s:o, s:o, s:o, s:f, s:f, s:f, s:s, s:[III], s:o, s:o}",
                     "schema", 1, "floorplan", f->name, "ambient_c", f->ambient, "top_resistance",
                     or_null(f->top.resistance), "bottom_resistance", or_null(f->bottom.resistance),
                     "run", run_json(m->p), "watts", m->h->in, "watts_top", m->h->top,
                     "watts_bottom", m->h->bottom, "hottest", f->blocks[m->hottest].name, "cells",
                     (json_int_t)m->g->x.n, (json_int_t)m->g->y.n, (json_int_t)m->g->z.n, "blocks",
                     blocks, "layers", layers);
}
