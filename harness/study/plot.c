#include "harness/study/plot.h"

#include "harness/picture/gnuplot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Over a sweep a study of one series shows its categories in the place of it, if it has any. */
static bool shows_categories(const struct study *s)
{
    return s->sweep.values_count > 0 && s->series_count == 1 && s->categories_count > 0;
}

/* What is drawn in each group: series, or categories. */
static uint32_t curves(const struct study *s)
{
    return shows_categories(s) ? s->categories_count : s->series_count;
}

static const char *curve_name(const struct study *s, uint32_t i)
{
    return shows_categories(s) ? s->categories[i].label : s->series[i].label;
}

static double published_mean(const struct study *s, uint32_t i, uint32_t v)
{
    return shows_categories(s) ? study_published_in(s, i, 0, v) : study_published(&s->series[i], v);
}

/* Whether the paper states numbers for the means, or over the sweep. */
static bool has_means(const struct study *s)
{
    for (uint32_t i = 0; i < curves(s); i++)
        for (uint32_t v = 0; v < study_values(s); v++)
            if (!isnan(published_mean(s, i, v)))
                return true;
    return false;
}

static bool has_category(const struct study *s, uint32_t category)
{
    for (uint32_t i = 0; i < s->series_count; i++)
        if (!isnan(study_published_in(s, category, i, 0)))
            return true;
    return false;
}

/* Whether it states a number for a kernel. */
static bool has_kernel(const struct study *s, uint32_t kernel)
{
    for (uint32_t i = 0; i < s->series_count; i++)
        if (!isnan(study_published_of(&s->rows[kernel], i)))
            return true;
    return false;
}

static bool has_kernels(const struct study *s)
{
    for (uint32_t k = 0; k < s->rows_count; k++)
        if (has_kernel(s, k))
            return true;
    return false;
}

bool study_has_paper(const struct study *s)
{
    return has_means(s) || has_kernels(s);
}

/* ---- what is drawn ---- */

/* Kernels that a side of a study without a sweep shows: of the paper those that it has numbers of.
 */
static uint32_t kernels(const struct study *s, enum study_side side)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->rows_count; k++)
        n += side == SIDE_OURS || has_kernel(s, k);
    return n;
}

/* The kernel of a group, by its place in the file; rows_count: it is a category's or the mean's. */
static uint32_t kernel_of(const struct study *s, enum study_side side, uint32_t group)
{
    uint32_t k = 0;
    for (; k < s->rows_count; k++)
        if ((side == SIDE_OURS || has_kernel(s, k)) && group-- == 0)
            break;
    return k;
}

/* Categories that a side shows, behind its kernels. */
static uint32_t categories(const struct study *s, enum study_side side)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < s->categories_count; c++)
        n += side == SIDE_OURS || has_category(s, c);
    return n;
}

/* The category of a group; categories_count: it is the mean's. */
static uint32_t category_of(const struct study *s, enum study_side side, uint32_t group)
{
    uint32_t c = 0;
    group -= kernels(s, side);
    for (; c < s->categories_count; c++)
        if ((side == SIDE_OURS || has_category(s, c)) && group-- == 0)
            break;
    return c;
}

/* Groups of a side: the sweep's values; without a sweep the kernels and their mean. */
static uint32_t groups(const struct study *s, enum study_side side)
{
    if (s->sweep.values_count > 0)
        return s->sweep.values_count;
    bool mean = side == SIDE_OURS ? s->mean != STUDY_NO_MEAN : has_means(s);
    return kernels(s, side) + categories(s, side) + mean;
}

int study_plot_width(const struct study *s, enum study_side side)
{
    const uint32_t n = groups(s, side), bars = n * curves(s);
    const bool wide = s->plot == STUDY_BARS && bars > 20;
    return n <= 2 ? 300 : n <= 4 && !wide ? 400 : n <= 12 ? 620 : 800;
}

/* The kernel of a group; ours are in the order in which they are shown. */
static uint32_t shown_kernel(const struct study_result *r, enum study_side side, uint32_t g)
{
    const uint32_t k = kernel_of(r->points->study, side, g);
    return side == SIDE_OURS && k < r->points->study->rows_count ? r->order[k] : k;
}

static const char *group_name(const struct study_result *r, enum study_side side, uint32_t g)
{
    const struct study *s = r->points->study;
    if (s->sweep.values_count > 0)
        return s->sweep.values[g].label;
    const uint32_t k = shown_kernel(r, side, g);
    if (k < s->rows_count)
        return s->rows[k].label;
    const uint32_t c = category_of(s, side, g);
    return c < s->categories_count ? s->categories[c].label : "mean";
}

static double value_of(const struct study_result *r, enum study_side side, uint32_t g, uint32_t i)
{
    const struct study *s = r->points->study;
    const bool paper = side == SIDE_PAPER;
    if (shows_categories(s))
        return paper ? study_published_in(s, i, 0, g) : study_result_category(r, 0, g, i);
    if (s->sweep.values_count > 0)
        return paper ? study_published(&s->series[i], g) : study_result_mean(r, i, g);
    const uint32_t k = shown_kernel(r, side, g);
    const uint32_t c = k < s->rows_count ? 0 : category_of(s, side, g);
    if (k == s->rows_count && c < s->categories_count)
        return paper ? study_published_in(s, c, i, 0) : study_result_category(r, i, 0, c);
    if (k == s->rows_count)
        return paper ? study_published(&s->series[i], 0) : study_result_mean(r, i, 0);
    return paper ? study_published_of(&s->rows[k], i) : study_result_cell(r, i, 0, k);
}

/* The least value above 0 and the greatest, of both sides; 1 if there is none. */
struct span {
    double least, most;
};

static struct span span_of(const struct study_result *r)
{
    const struct study *s = r->points->study;
    struct span of = {0, 0};
    for (int side = SIDE_PAPER; side <= SIDE_OURS; side++)
        for (uint32_t g = 0; g < groups(s, (enum study_side)side); g++)
            for (uint32_t i = 0; i < curves(s); i++) {
                double v = value_of(r, (enum study_side)side, g, i);
                of.most = v > of.most ? v : of.most; /* false for NAN */
                of.least = v > 0 && (of.least <= 0 || v < of.least) ? v : of.least;
            }
    return of.most > 0 ? of : (struct span){1, 1};
}

/* ---- the script ---- */

/* Names stand in an array, as texts of data have no quotes in which all is literal. */
static void put_names(struct sbuf *s, const struct study_result *r, enum study_side side)
{
    const struct study *of = r->points->study;
    sbuf_printf(s, "array names[%u]\n", groups(of, side));
    for (uint32_t g = 0; g < groups(of, side); g++) {
        sbuf_printf(s, "names[%u] = ", g + 1);
        gnuplot_text(s, group_name(r, side, g));
        sbuf_puts(s, "\n");
    }
}

static void put_data(struct sbuf *s, const struct study_result *r, enum study_side side)
{
    const struct study *of = r->points->study;
    sbuf_puts(s, "$data << END_OF_DATA\n");
    for (uint32_t g = 0; g < groups(of, side); g++) {
        for (uint32_t i = 0; i < curves(of); i++) {
            double v = value_of(r, side, g, i);
            if (isnan(v))
                sbuf_puts(s, " NaN");
            else
                sbuf_printf(s, " %.9g", v);
        }
        sbuf_puts(s, "\n");
    }
    sbuf_puts(s, "END_OF_DATA\n");
}

static void put_plots(struct sbuf *s, const struct study *of)
{
    const bool bars = of->plot == STUDY_BARS;
    for (uint32_t i = 0; i < curves(of); i++) {
        sbuf_puts(s, i == 0 ? "plot " : ", \\\n     ");
        sbuf_printf(s, "$data using %s%u%s", bars ? "" : "0:", i + 1,
                    i == 0 ? ":xtic(names[int($0)+1])" : "");
        if (!bars)
            sbuf_printf(s, " with linespoints pt %u ps 0.6 lw 2", i + 4);
        sbuf_printf(s, " lc rgb '%s' title ", gnuplot_colour(i));
        gnuplot_text(s, curve_name(of, i));
    }
    sbuf_puts(s, "\n");
}

/* Points around the axes. Names of groups slant, and a character of them takes so many points down
 * and to the right. */
enum { AXES = 205, BOTTOM = 101, RIGHT = 14, DOWN = 4, ALONG = 6 };

/* Room for the key above the axes, by how many series have room in a line of it. */
static int top_of(const struct study *s, enum study_side side)
{
    size_t most = 0;
    for (uint32_t i = 0; i < curves(s); i++) {
        const size_t n = strlen(curve_name(s, i));
        most = n > most ? n : most;
    }
    const int room = (study_plot_width(s, side) - 60) / (7 * (int)most + 60);
    const int columns = room > 1 ? room : 1, series = (int)curves(s);
    return 20 + 17 * ((series + columns - 1) / columns);
}

/* The longest name of a group. It is that of our side, which has all of them, so that both pictures
 * have their axes at one height. */
static int longest_name(const struct study_result *r)
{
    size_t most = 0;
    for (uint32_t g = 0; g < groups(r->points->study, SIDE_OURS); g++) {
        const size_t n = strlen(group_name(r, SIDE_OURS, g));
        most = n > most ? n : most;
    }
    return (int)most;
}

/* Size and margins, so that no name is cut off. */
static void put_size(struct sbuf *terminal, struct sbuf *s, const struct study_result *r,
                     enum study_side side)
{
    const struct study *of = r->points->study;
    const int width = study_plot_width(of, side), n = (int)groups(of, side);
    const int names = DOWN * longest_name(r) + (of->sweep.values_count > 0 ? 64 : 40);
    const int bottom = names > BOTTOM ? names : BOTTOM;
    const int ours = top_of(of, SIDE_OURS),
              papers = study_has_paper(of) ? top_of(of, SIDE_PAPER) : 0;
    const int top = ours > papers ? ours : papers, height = top + AXES + bottom;
    const int last = ALONG * (int)strlen(group_name(r, side, (uint32_t)n - 1)) - width / (n + 2);
    const int right = last > RIGHT ? last : RIGHT;
    gnuplot_terminal(terminal, width, height);
    sbuf_printf(s,
                "set bmargin at screen %.4f\nset tmargin at screen %.4f\n"
                "set rmargin at screen %.4f\n",
                (double)bottom / height, 1 - (double)top / height, 1 - (double)right / width);
}

static void put_body(struct sbuf *s, const struct study_result *r, enum study_side side)
{
    const struct study *of = r->points->study;
    const bool log = of->scale == STUDY_LOG;
    const struct span span = span_of(r);
    sbuf_printf(s,
                "set yrange [%.9g:%.9g]\nset grid ytics lc rgb '#dddddd'\nset border 3\n"
                "set tics nomirror\nset key outside top horizontal\nset xtics rotate by -35\n"
                "set datafile missing 'NaN'\n",
                log ? span.least / 2 : 0, span.most * (log ? 2 : 1.05));
    if (log)
        sbuf_puts(s, "set logscale y\n");
    char *words = study_words(of);
    sbuf_puts(s, "set ylabel ");
    gnuplot_text(s, words);
    sbuf_puts(s, "\n");
    free(words);
    if (of->sweep.values_count > 0) {
        sbuf_puts(s, "set xlabel ");
        gnuplot_text(s, of->sweep.label);
        sbuf_puts(s, "\n");
    }
    if (of->plot == STUDY_BARS)
        sbuf_puts(s, "set xtics scale 0\nset style data histograms\n"
                     "set style histogram clustered gap 1\n"
                     "set style fill solid 0.9\nset boxwidth 0.9\n");
    else
        sbuf_printf(s, "set xrange [-0.3:%u.3]\n", groups(of, side) - 1);
    put_names(s, r, side);
    put_data(s, r, side);
    put_plots(s, of);
}

/* ---- the picture ---- */

/* The <svg> element alone. gnuplot gives the same ids in each picture, so they get a prefix, and so
 * do their uses. */
static char *element(const char *svg, const char *prefix)
{
    static const char *const before[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};
    struct sbuf s = {0};
    const char *at = strstr(svg, "<svg");
    while (at != NULL && *at != '\0') {
        size_t n = 0;
        for (size_t i = 0; n == 0 && i < sizeof before / sizeof *before; i++)
            if (strncmp(at, before[i], strlen(before[i])) == 0)
                n = strlen(before[i]);
        sbuf_add(&s, at, n > 0 ? n : 1);
        if (n > 0)
            sbuf_printf(&s, "%s-", prefix);
        at += n > 0 ? n : 1;
    }
    return s.text;
}

char *study_plot(const struct study_result *r, enum study_side side, struct error *err)
{
    struct sbuf terminal = {0}, body = {0};
    put_size(&terminal, &body, r, side);
    put_body(&body, r, side);
    char *svg = gnuplot_svg(terminal.text, body.text, err);
    char *part = svg != NULL ? element(svg, side == SIDE_PAPER ? "paper" : "ours") : NULL;
    if (svg != NULL && part == NULL)
        error_set(err, "gnuplot wrote no picture");
    free(svg);
    sbuf_free(&terminal);
    sbuf_free(&body);
    return part;
}
