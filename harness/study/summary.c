#include "harness/study/summary.h"

#include "harness/study/html.h"
#include "sw/util/arena.h"

#include <math.h>
#include <stdlib.h>

/* A line has so many numbers at most; the study's own page has all. */
enum { MOST_NUMBERS = 12 };

/* The published numbers of a study, and those measured beside them. */
struct pairs {
    struct sbuf published, measured;
    unsigned n;
};

static void add_pair(struct pairs *p, const char *label, const char *at, double published,
                     double measured)
{
    if (isnan(published) || p->n++ >= MOST_NUMBERS)
        return;
    const char *comma = p->published.len > 0 ? ", " : "";
    const bool both = at[0] != '\0';
    sbuf_printf(&p->published, "%s%s%s%s %.4g", comma, label, both ? " " : "", at, published);
    if (isnan(measured))
        sbuf_printf(&p->measured, "%s-", comma);
    else
        sbuf_printf(&p->measured, "%s%.3f", comma, measured);
}

/* Means, for which the series have numbers; or the kernels' own. */
static void add_numbers(struct pairs *p, const struct study *s, const struct study_result *r)
{
    for (uint32_t i = 0; i < s->series_count; i++)
        for (uint32_t v = 0; v < study_values(s); v++)
            add_pair(p, s->series[i].label,
                     s->sweep.values_count > 0 ? s->sweep.values[v].label : "",
                     study_published(&s->series[i], v), study_result_mean(r, i, v));
    for (uint32_t k = 0; k < s->rows_count; k++)
        for (uint32_t i = 0; i < s->series_count; i++)
            add_pair(p, s->rows[k].label, s->series_count > 1 ? s->series[i].label : "",
                     study_published_of(&s->rows[k], i), study_result_cell(r, i, 0, k));
    if (p->n > MOST_NUMBERS)
        sbuf_printf(&p->published, ", and %u more", p->n - MOST_NUMBERS);
}

static char *copy_of(const char *text)
{
    return text != NULL ? xstrdup(text) : NULL;
}

void study_lines_add(struct study_lines *lines, const struct study *s, const struct study_result *r,
                     const struct study_classes *c, size_t failed)
{
    struct pairs p = {0};
    if (r != NULL)
        add_numbers(&p, s, r);
    if (c != NULL) {
        sbuf_printf(&p.published, "%u classes", s->rows_count);
        sbuf_printf(&p.measured, "%u as in the paper", c->same);
    }
    lines->list = xgrown(lines->list, lines->n, sizeof *lines->list);
    lines->list[lines->n++] = (struct study_line){.name = xstrdup(s->name),
                                                  .about = xstrdup(s->about),
                                                  .paper = copy_of(s->paper.title),
                                                  .figure = copy_of(s->paper.figure),
                                                  .published = p.published.text,
                                                  .measured = p.measured.text,
                                                  .because = copy_of(s->because),
                                                  .shape = s->shape,
                                                  .points = r != NULL ? r->points->n : 0,
                                                  .failed = failed};
}

void study_lines_free(struct study_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++) {
        struct study_line *l = &lines->list[i];
        char *const texts[] = {l->name,      l->about,    l->paper,  l->figure,
                               l->published, l->measured, l->because};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            free(texts[t]);
    }
    free(lines->list);
    *lines = (struct study_lines){0};
}

/* The words of a shape: "same", "partly", "other", "not judged". */
static const char *study_shape_word(enum study_shape shape)
{
    static const char *const words[] = {[STUDY_NOT_JUDGED] = "not judged",
                                        [STUDY_SAME] = "same",
                                        [STUDY_PARTLY] = "partly",
                                        [STUDY_OTHER] = "other"};
    return words[shape];
}

static const char *shape_of(const struct study_line *l)
{
    return l->paper == NULL ? "no paper" : study_shape_word(l->shape);
}

void study_line_print(const struct study_line *l, FILE *out)
{
    fprintf(out, "%-24s shape: %-10s  ", l->name, shape_of(l));
    if (l->published != NULL)
        fprintf(out, "paper: %s; here: %s", l->published, l->measured);
    else
        fprintf(out, "%s", l->paper != NULL ? "the paper states no numbers" : l->about);
    fprintf(out, "%s%s\n", l->because != NULL ? "; " : "", l->because != NULL ? l->because : "");
    if (l->failed > 0)
        fprintf(out, "%-24s %zu of %zu points failed\n", "", l->failed, l->points);
}

static void put_line(struct sbuf *page, const struct study_line *l)
{
    study_put(page, "<tr><td><a href=\"", l->name, "/index.html\">");
    study_put(page, "", l->name, "</a><br>");
    study_put(page, "", l->about, "</td>");
    study_put(page, "<td>", l->paper != NULL ? l->paper : "Umbel's own", "");
    study_put(page, l->paper != NULL ? ", " : "", l->paper != NULL ? l->figure : "", "</td>");
    study_put(page, "<td>", l->published != NULL ? l->published : "-", "</td>");
    study_put(page, "<td>", l->measured != NULL ? l->measured : "-", "</td>");
    study_put(page, "<td>", shape_of(l), "</td>");
    study_put(page, "<td>", l->because != NULL ? l->because : "", "</td></tr>\n");
}

bool study_summary(const struct study_lines *lines, const char *dir, const char *umbel,
                   struct error *err)
{
    struct sbuf page = {0};
    study_put_head(&page, "All studies");
    sbuf_printf(&page,
                "<p>%zu studies, each with a page of its own. Numbers are in the order in which "
                "the paper's stand.</p>\n<table>\n<thead><tr><th>study</th><th>figure</th>"
                "<th>paper</th><th>here</th><th>same shape</th><th>what differs, and why</th></tr>"
                "</thead>\n<tbody>\n",
                lines->n);
    for (size_t i = 0; i < lines->n; i++)
        put_line(&page, &lines->list[i]);
    sbuf_puts(&page, "</tbody>\n</table>\n");
    const bool ok = study_put_page(&page, dir, umbel, err);
    sbuf_free(&page);
    return ok;
}
