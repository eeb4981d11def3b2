#include "harness/thermal/stack.h"

#include "sw/util/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_UNKNOWNS = 400000 };

static const double mm = 1e-3, um = 1e-6;
/* Edges that are closer than this are one line, in metres. */
static const double touch = 1e-9;

size_t stack_at(const struct stack *g, size_t x, size_t y, size_t z)
{
    return (z * g->y.n + y) * g->x.n + x;
}

double stack_length(const struct stack_axis *a, size_t i)
{
    return a->line[i + 1] - a->line[i];
}

/* ---- lines ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Cuts what lies between edges into equal cells that are no longer than `longest`. */
static struct stack_axis cut(double *edges, size_t n, double longest)
{
    struct stack_axis a = {0};
    qsort(edges, n, sizeof *edges, ascending);
    a.line = xgrown(NULL, 0, sizeof *a.line);
    a.line[0] = edges[0];
    for (size_t i = 1; i < n; i++) {
        const double from = a.line[a.n], length = edges[i] - from;
        if (length < touch)
            continue;
        const size_t parts = (size_t)fmax(1, ceil(length / longest - 1e-9));
        for (size_t p = 1; p <= parts; p++) {
            a.line = xgrown(a.line, a.n + 1, sizeof *a.line);
            a.line[++a.n] = p == parts ? edges[i] : from + length * (double)p / (double)parts;
        }
    }
    return a;
}

static struct floorplan_area whole_of(const struct floorplan *f)
{
    struct floorplan_area a = f->interposer;
    for (uint32_t i = 0; i < f->layers_count; i++) {
        const struct floorplan_area e = floorplan_extent(f, &f->layers[i]);
        a.width = fmax(a.width, e.width);
        a.height = fmax(a.height, e.height);
    }
    return a;
}

/* One axis: extents of the whole, of the interposer and of a layer, the place of a block. */
struct axis_of {
    double whole, interposer;
    bool vertical;
};

/* The lower edge of a block, and of something that is centred. */
static double edge_of_block(const struct axis_of *a, const struct floorplan_block *b)
{
    return ((a->whole - a->interposer) / 2 + (a->vertical ? b->y : b->x)) * mm;
}

static double edge_of_layer(const struct axis_of *a, double extent)
{
    return (a->whole - extent) / 2 * mm;
}

static struct stack_axis lines(const struct floorplan *f, const struct axis_of *a, double longest)
{
    const size_t most = 2 * ((size_t)f->layers_count + f->blocks_count + 1);
    double *edges = xcalloc(most, sizeof *edges);
    size_t n = 0;
    edges[n++] = 0;
    edges[n++] = a->whole * mm;
    for (uint32_t i = 0; i < f->layers_count; i++) {
        const struct floorplan_area e = floorplan_extent(f, &f->layers[i]);
        const double extent = a->vertical ? e.height : e.width;
        edges[n++] = edge_of_layer(a, extent);
        edges[n++] = edge_of_layer(a, extent) + extent * mm;
    }
    for (uint32_t i = 0; i < f->blocks_count; i++) {
        const struct floorplan_block *b = &f->blocks[i];
        edges[n++] = edge_of_block(a, b);
        edges[n++] = edge_of_block(a, b) + (a->vertical ? b->height : b->width) * mm;
    }
    const struct stack_axis axis = cut(edges, n, longest);
    free(edges);
    return axis;
}

static void pile_up(struct stack *g, const struct floorplan *f)
{
    size_t n = 0;
    for (uint32_t i = 0; i < f->layers_count; i++)
        n += f->layers[i].slices;
    g->z.line = xcalloc(n + 1, sizeof *g->z.line);
    g->layer = xcalloc(n, sizeof *g->layer);
    for (uint32_t i = 0; i < f->layers_count; i++) {
        const struct floorplan_layer *l = &f->layers[i];
        g->heated_from = l->blocks ? g->z.n : g->heated_from;
        for (uint32_t s = 0; s < l->slices; s++, g->z.n++) {
            g->layer[g->z.n] = i;
            g->z.line[g->z.n + 1] = g->z.line[g->z.n] + l->um * um / l->slices;
        }
        g->heated_to = l->blocks ? g->z.n : g->heated_to;
    }
}

/* ---- materials ---- */

static double middle(const struct stack_axis *a, size_t i)
{
    return (a->line[i] + a->line[i + 1]) / 2;
}

static bool covers(double from, double length, double at)
{
    return at > from && at < from + length * mm;
}

static int block_at(const struct floorplan *f, const struct axis_of axes[2], double x, double y)
{
    for (uint32_t i = 0; i < f->blocks_count; i++) {
        const struct floorplan_block *b = &f->blocks[i];
        if (covers(edge_of_block(&axes[0], b), b->width, x) &&
            covers(edge_of_block(&axes[1], b), b->height, y))
            return (int)i;
    }
    return STACK_NOTHING;
}

static double material(const struct floorplan *f, const struct floorplan_layer *l, int block)
{
    if (block == STACK_NOTHING)
        return l->between != NULL ? *l->between : l->conductivity;
    const double *own = f->blocks[block].conductivity;
    return l->blocks && own != NULL ? *own : l->conductivity;
}

static void fill(struct stack *g, const struct floorplan *f, const struct axis_of axes[2])
{
    for (size_t z = 0; z < g->z.n; z++) {
        const struct floorplan_layer *l = &f->layers[g->layer[z]];
        const struct floorplan_area e = floorplan_extent(f, l);
        for (size_t y = 0; y < g->y.n; y++)
            for (size_t x = 0; x < g->x.n; x++) {
                struct stack_cell *c = &g->cells[stack_at(g, x, y, z)];
                const double at_x = middle(&g->x, x), at_y = middle(&g->y, y);
                const bool in = covers(edge_of_layer(&axes[0], e.width), e.width, at_x) &&
                                covers(edge_of_layer(&axes[1], e.height), e.height, at_y);
                const int b = block_at(f, axes, at_x, at_y);
                g->block[y * g->x.n + x] = b;
                c->conductivity = in ? material(f, l, b) : 0;
                c->unknown = c->conductivity > 0 ? (int)g->unknowns++ : STACK_NOTHING;
            }
    }
}

static void faces(struct stack *g, const struct floorplan *f)
{
    g->top_resistance = f->top.resistance != NULL ? *f->top.resistance : 0;
    g->bottom_resistance = f->bottom.resistance != NULL ? *f->bottom.resistance : 0;
    for (size_t y = 0; y < g->y.n; y++)
        for (size_t x = 0; x < g->x.n; x++) {
            const double area = stack_length(&g->x, x) * stack_length(&g->y, y);
            if (g->cells[stack_at(g, x, y, 0)].unknown != STACK_NOTHING)
                g->bottom_area += area;
            if (g->cells[stack_at(g, x, y, g->z.n - 1)].unknown != STACK_NOTHING)
                g->top_area += area;
        }
}

/* ---- conductances ---- */

/* Of half a cell, towards its neighbour along an axis. */
static double half(const struct stack *g, const size_t at[3], int axis)
{
    const double length[3] = {stack_length(&g->x, at[0]), stack_length(&g->y, at[1]),
                              stack_length(&g->z, at[2])};
    const double k = g->cells[stack_at(g, at[0], at[1], at[2])].conductivity;
    const double area = length[(axis + 1) % 3] * length[(axis + 2) % 3];
    return 2 * k * area / length[axis];
}

double stack_conductance(const struct stack *g, const size_t at[3], int axis, size_t *next)
{
    const size_t n[3] = {g->x.n, g->y.n, g->z.n};
    size_t to[3] = {at[0], at[1], at[2]};
    if (++to[axis] == n[axis])
        return 0;
    *next = stack_at(g, to[0], to[1], to[2]);
    const double a = half(g, at, axis), b = half(g, to, axis);
    return a > 0 && b > 0 ? a * b / (a + b) : 0;
}

static double to_face(const struct stack *g, const size_t at[3], double resistance, double area)
{
    const double inner = half(g, at, 2);
    if (resistance <= 0 || inner <= 0)
        return 0;
    const double share = stack_length(&g->x, at[0]) * stack_length(&g->y, at[1]) / area;
    return 1 / (1 / inner + resistance / share);
}

double stack_to_top(const struct stack *g, size_t x, size_t y, size_t z)
{
    return z + 1 < g->z.n ? 0
                          : to_face(g, (const size_t[]){x, y, z}, g->top_resistance, g->top_area);
}

double stack_to_bottom(const struct stack *g, size_t x, size_t y, size_t z)
{
    return z > 0 ? 0 : to_face(g, (const size_t[]){x, y, z}, g->bottom_resistance, g->bottom_area);
}

/* ---- the whole ---- */

struct stack *stack_new(const struct floorplan *f, struct error *err)
{
    struct stack *g = xcalloc(1, sizeof *g);
    const struct floorplan_area whole = whole_of(f);
    const struct axis_of axes[2] = {{whole.width, f->interposer.width, false},
                                    {whole.height, f->interposer.height, true}};
    const double longest = fmax(whole.width, whole.height) * mm / f->cells;
    g->x = lines(f, &axes[0], longest);
    g->y = lines(f, &axes[1], longest);
    pile_up(g, f);
    const size_t n = g->x.n * g->y.n * g->z.n;
    if (n > MOST_UNKNOWNS) {
        error_set(err,
                  "%s: the grid has %zu x %zu x %zu cells, more than %d; give fewer cells or "
                  "slices",
                  f->path, g->x.n, g->y.n, g->z.n, MOST_UNKNOWNS);
        stack_free(g);
        return NULL;
    }
    g->cells = xcalloc(n, sizeof *g->cells);
    g->block = xcalloc(g->x.n * g->y.n, sizeof *g->block);
    fill(g, f, axes);
    faces(g, f);
    if (stack_check_ways(g, f, err))
        return g;
    stack_free(g);
    return NULL;
}

void stack_free(struct stack *g)
{
    if (g == NULL)
        return;
    free(g->x.line);
    free(g->y.line);
    free(g->z.line);
    free(g->cells);
    free(g->block);
    free(g->layer);
    free(g);
}
