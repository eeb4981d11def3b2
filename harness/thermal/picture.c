/* The map of the blocks' layer as a picture. */
#include "harness/picture/gnuplot.h"
#include "harness/thermal/map.h"

#include <math.h>
#include <stdlib.h>

/* Points of the picture, and squares of the map along its longer side. */
enum { WIDTH = 720, BESIDE = 170, ABOVE = 70, BELOW = 60, SQUARES = 200 };

/* The cell of a place, of cells that ascend. */
static size_t cell_at(const struct stack_axis *a, double place)
{
    size_t i = 0;
    while (i + 1 < a->n && a->line[i + 1] <= place)
        i++;
    return i;
}

/* The hottest of the layer's slices; not a number where nothing is. */
static double temperature(const struct map *m, double x, double y)
{
    const size_t at_x = cell_at(&m->g->x, x), at_y = cell_at(&m->g->y, y);
    double t = NAN;
    for (size_t z = m->g->heated_from; z < m->g->heated_to; z++) {
        const size_t c = stack_at(m->g, at_x, at_y, z);
        if (m->g->cells[c].unknown != STACK_NOTHING)
            t = fmax(t, m->f->ambient + m->h->rise[c]);
    }
    return t;
}

static void put_temperature(struct sbuf *s, double x, double y, double t)
{
    if (isnan(t))
        sbuf_printf(s, "%.6g %.6g NaN\n", x, y);
    else
        sbuf_printf(s, "%.6g %.6g %.4f\n", x, y, t);
}

/* Squares of one size, as the picture has them, from cells of many. Interposer's coordinates. */
static void put_data(struct sbuf *s, const struct map *m)
{
    const struct floorplan_area a = m->f->interposer;
    const double side = fmax(a.width, a.height) / SQUARES;
    const int nx = (int)fmax(1, round(a.width / side)), ny = (int)fmax(1, round(a.height / side));
    const double left = (m->g->x.line[m->g->x.n] * 1e3 - a.width) / 2;
    const double low = (m->g->y.line[m->g->y.n] * 1e3 - a.height) / 2;
    sbuf_puts(s, "$data << END_OF_DATA\n");
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            const double x = (i + 0.5) * a.width / nx, y = (j + 0.5) * a.height / ny;
            put_temperature(s, x, y, temperature(m, (left + x) * 1e-3, (low + y) * 1e-3));
        }
    sbuf_puts(s, "END_OF_DATA\n");
}

static void put_block(struct sbuf *s, const struct map *m, uint32_t i)
{
    const struct floorplan_block *b = &m->f->blocks[i];
    struct sbuf name = {0};
    sbuf_printf(s,
                "set object %u rectangle from %.6g,%.6g to %.6g,%.6g front fillstyle empty border "
                "lc rgb 'black' lw 1.5\n",
                i + 1, b->x, b->y, b->x + b->width, b->y + b->height);
    sbuf_printf(&name, "%s %.1f", b->name, m->blocks[i].max);
    sbuf_printf(s, "set label %u ", i + 1);
    gnuplot_text(s, name.text);
    sbuf_printf(s, " at %.6g,%.6g center front\n", b->x + b->width / 2, b->y + b->height / 2);
    sbuf_free(&name);
}

static void put_title(struct sbuf *s, const struct map *m)
{
    struct sbuf title = {0};
    sbuf_puts(&title, m->f->name);
    if (m->p->system != NULL)
        sbuf_printf(&title, ", %s on %s", m->p->kernel, m->p->system);
    sbuf_printf(&title, ": %.1f W, hottest %s %.1f C", m->h->in, m->f->blocks[m->hottest].name,
                m->blocks[m->hottest].max);
    sbuf_puts(s, "set title ");
    gnuplot_text(s, title.text);
    sbuf_puts(s, "\n");
    sbuf_free(&title);
}

char *map_svg(const struct map *m, struct error *err)
{
    const struct floorplan_area a = m->f->interposer;
    const double inner = WIDTH - BESIDE;
    struct sbuf terminal = {0}, body = {0};
    gnuplot_terminal(&terminal, WIDTH, (int)fmax(240, inner * a.height / a.width) + ABOVE + BELOW);
    put_title(&body, m);
    sbuf_printf(&body,
                "set palette defined (0 '#313695', 1 '#74add1', 2 '#ffffbf', 3 '#f46d43', 4 "
                "'#a50026')\nset size ratio -1\nset xrange [0:%.6g]\nset yrange [0:%.6g]\n"
                "set tics out nomirror\nset xlabel 'mm'\nset ylabel 'mm'\n"
                "set cblabel 'degrees C in the layer of the blocks'\nset datafile missing 'NaN'\n",
                a.width, a.height);
    for (uint32_t i = 0; i < m->f->blocks_count; i++)
        put_block(&body, m, i);
    put_data(&body, m);
    sbuf_puts(&body, "plot $data using 1:2:3 with image notitle\n");
    char *svg = gnuplot_svg(terminal.text, body.text, err);
    sbuf_free(&terminal);
    sbuf_free(&body);
    return svg;
}
