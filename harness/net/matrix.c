#include "harness/net/matrix.h"

#include "harness/picture/gnuplot.h"
#include "sw/util/arena.h"

#include <jansson.h>
#include <stdlib.h>

void matrix_make(struct matrix *m, const struct matrix_shape *shape)
{
    m->shape = *shape;
    m->bytes = xcalloc((size_t)shape->packages * matrix_cubes(shape), sizeof *m->bytes);
}

void matrix_free(struct matrix *m)
{
    free(m->bytes);
}

void matrix_add(struct matrix *m, const struct net_trace *t, uint32_t flit_bytes)
{
    const struct matrix_shape *s = &m->shape;
    const uint32_t cores = s->packages * s->banks;
    for (uint64_t i = 0; i < t->n; i++) {
        const struct trace_packet *p = &t->packets[i];
        const uint32_t core = p->from < p->to ? p->from : p->to;
        const uint32_t port = p->from < p->to ? p->to : p->from;
        if (core >= cores || port < cores)
            continue; /* between two packages, or two cubes: there is none */
        const uint32_t cube = (port - cores) / s->ports * s->each + t->network;
        m->bytes[core / s->banks * matrix_cubes(s) + cube] += (uint64_t)p->flits * flit_bytes;
    }
}

/* ---- sums ---- */

static uint64_t at(const struct matrix *m, uint32_t package, uint32_t cube)
{
    return m->bytes[package * matrix_cubes(&m->shape) + cube];
}

static uint64_t of_cube(const struct matrix *m, uint32_t cube)
{
    uint64_t sum = 0;
    for (uint32_t p = 0; p < m->shape.packages; p++)
        sum += at(m, p, cube);
    return sum;
}

static uint64_t of_all(const struct matrix *m)
{
    uint64_t sum = 0;
    for (uint32_t c = 0; c < matrix_cubes(&m->shape); c++)
        sum += of_cube(m, c);
    return sum;
}

/* The most that a cube has, as a multiple of the least, over cubes from..from + n - 1. 0: a cube
 * has none. */
static double spread(const struct matrix *m, uint32_t from, uint32_t n)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t c = from; c < from + n; c++) {
        const uint64_t bytes = of_cube(m, c);
        least = bytes < least ? bytes : least;
        most = bytes > most ? bytes : most;
    }
    return least > 0 ? (double)most / (double)least : 0;
}

/* The largest spread within a cluster. */
static double inside(const struct matrix *m)
{
    double most = 0;
    for (uint32_t k = 0; k < m->shape.clusters; k++) {
        const double here = spread(m, k * m->shape.each, m->shape.each);
        most = here > most ? here : most;
    }
    return most;
}

static void put_package(const struct matrix *m, uint32_t package, char text[16])
{
    if (m->shape.host && package + 1 == m->shape.packages)
        snprintf(text, 16, "CPU");
    else
        snprintf(text, 16, "GPU%u", package);
}

/* ---- the table ---- */

void matrix_print(const struct matrix *m, FILE *out)
{
    const uint64_t all = of_all(m);
    char name[16];
    fprintf(out, "%% of %llu bytes between packages and cubes, clusters of %u cubes\n\n      ",
            (unsigned long long)all, m->shape.each);
    for (uint32_t c = 0; c < matrix_cubes(&m->shape); c++)
        fprintf(out, "%s%6u", c > 0 && c % m->shape.each == 0 ? "  " : "", c);
    fputc('\n', out);
    for (uint32_t p = 0; p < m->shape.packages; p++) {
        put_package(m, p, name);
        fprintf(out, "%-6s", name);
        for (uint32_t c = 0; c < matrix_cubes(&m->shape); c++)
            fprintf(out, "%s%6.2f", c > 0 && c % m->shape.each == 0 ? "  " : "",
                    all > 0 ? 100.0 * (double)at(m, p, c) / (double)all : 0);
        fputc('\n', out);
    }
    fprintf(out,
            "\nthe busiest cube has %.2f times the bytes of the idlest; within a cluster at most "
            "%.2f times\n",
            spread(m, 0, matrix_cubes(&m->shape)), inside(m));
}

/* ---- JSON ---- */

json_t *matrix_json(const struct matrix *m)
{
    json_t *rows = json_array();
    char name[16];
    for (uint32_t p = 0; p < m->shape.packages; p++) {
        json_t *row = json_array();
        put_package(m, p, name);
        for (uint32_t c = 0; c < matrix_cubes(&m->shape); c++)
            json_array_append_new(row, json_integer((json_int_t)at(m, p, c)));
        json_array_append_new(rows, json_pack("{s:s, s:o}", "package", name, "bytes", row));
    }
    return json_pack("{s:i, s:f, s:f, s:o}", "cluster", (int)m->shape.each, "spread",
                     spread(m, 0, matrix_cubes(&m->shape)), "spread_in_a_cluster", inside(m),
                     "matrix", rows);
}

/* ---- the picture ---- */

/* A frame around the cubes of each package's own cluster, as in the paper's figure. */
static void frames(const struct matrix *m, struct sbuf *s)
{
    const uint32_t each = m->shape.each;
    for (uint32_t p = 0; p < m->shape.packages && p < m->shape.clusters; p++)
        sbuf_printf(s,
                    "set object %u rectangle from %g,%g to %g,%g front fillstyle empty border "
                    "linecolor 'black' dashtype 2\n",
                    p + 1, p * each - 0.5, p - 0.5, (p + 1) * each - 0.5, p + 0.5);
}

char *matrix_svg(const struct matrix *m, struct error *err)
{
    enum { CELL = 34, LEFT = 150, TOP = 110 };
    const uint32_t cubes = matrix_cubes(&m->shape), packages = m->shape.packages;
    const uint64_t all = of_all(m);
    struct sbuf terminal = {0}, s = {0};
    char name[16];
    gnuplot_terminal(&terminal, (int)(cubes * CELL) + LEFT, (int)(packages * CELL) + TOP);
    sbuf_puts(&s, "unset key\nset palette defined (0 'white', 1 '#0072b2')\n"
                  "set xlabel 'cube'\nset cblabel '% of the bytes'\nset xtics 1\n"
                  "set tics scale 0\n");
    sbuf_printf(&s, "set xrange [-0.5:%u.5]\nset yrange [%u.5:-0.5]\nset ytics (", cubes - 1,
                packages - 1);
    for (uint32_t p = 0; p < packages; p++) {
        put_package(m, p, name);
        sbuf_printf(&s, "%s'%s' %u", p > 0 ? ", " : "", name, p);
    }
    sbuf_puts(&s, ")\n");
    frames(m, &s);
    sbuf_puts(&s, "$data << EOD\n");
    for (uint32_t p = 0; p < packages; p++)
        for (uint32_t c = 0; c < cubes; c++)
            sbuf_printf(&s, "%u %u %.6f\n", c, p,
                        all > 0 ? 100.0 * (double)at(m, p, c) / (double)all : 0);
    sbuf_puts(&s, "EOD\nplot $data using 1:2:3 with image\n");
    char *svg = gnuplot_svg(sbuf_str(&terminal), sbuf_str(&s), err);
    sbuf_free(&terminal);
    sbuf_free(&s);
    return svg;
}
