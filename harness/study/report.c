#include "harness/study/report.h"

#include "harness/study/html.h"
#include "harness/study/plot.h"
#include "harness/study/sizes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_head(struct sbuf *s, const struct study *of)
{
    study_put_head(s, of->name);
    study_put(s, "<p>", of->about, "</p>\n");
    if (of->paper.title != NULL) {
        study_put(s, "<p>Compared with ", of->paper.title, ", ");
        study_put(s, "", of->paper.figure, ".</p>\n");
    }
}

static void put_words(struct sbuf *s, const struct study *of)
{
    char *words = study_words(of);
    study_put(s, "<p>The numbers are ", words, "");
    if (of->mean != STUDY_NO_MEAN)
        study_put(s, "; means over kernels are ", study_mean_word(of), "");
    sbuf_puts(s, ".</p>\n");
    free(words);
}

/* Room is shared out by width, so that both pictures have one scale. */
static void put_figure(struct sbuf *s, const char *caption, int width, const char *svg)
{
    sbuf_printf(s, "<figure style=\"flex:%d 1 0\"><figcaption>%s</figcaption>\n%s</figure>\n",
                width, caption, svg);
}

static bool put_figures(struct sbuf *s, const struct study_result *r, struct error *err)
{
    const struct study *of = r->points->study;
    char *paper = NULL, *ours = study_plot(r, SIDE_OURS, err);
    bool ok = ours != NULL;
    if (ok && study_has_paper(of)) {
        paper = study_plot(r, SIDE_PAPER, err);
        ok = paper != NULL;
    }
    if (ok) {
        sbuf_puts(s, "<h2>Figure</h2>\n<div class=\"figures\">\n");
        if (paper != NULL)
            put_figure(s, "The paper", study_plot_width(of, SIDE_PAPER), paper);
        put_figure(s, "Umbel", study_plot_width(of, SIDE_OURS), ours);
        sbuf_puts(s, "</div>\n");
        if (paper == NULL)
            sbuf_puts(s, "<p>The paper states no numbers for this figure.</p>\n");
    }
    free(paper);
    free(ours);
    return ok;
}

/* Frees the table. */
static void put_table(struct sbuf *s, struct study_table t)
{
    static const char *const classes[] = {[ROW_HEAD] = "",
                                          [ROW_KERNEL] = "",
                                          [ROW_MEAN] = " class=\"mean\"",
                                          [ROW_PAPER] = " class=\"paper\""};
    sbuf_puts(s, "<h2>Table</h2>\n<table>\n");
    for (size_t row = 0; row < t.rows; row++) {
        const char *cell = row == 0 ? "th" : "td";
        sbuf_printf(s, "%s<tr%s>",
                    row == 0   ? "<thead>"
                    : row == 1 ? "<tbody>\n"
                               : "",
                    classes[t.kinds[row]]);
        for (size_t c = 0; c < t.columns; c++) {
            sbuf_printf(s, "<%s%s>", cell, c >= t.left ? " class=\"n\"" : "");
            study_html(s, t.texts[row * t.columns + c]);
            sbuf_printf(s, "</%s>", cell);
        }
        sbuf_puts(s, row == 0 ? "</tr></thead>\n" : "</tr>\n");
    }
    sbuf_puts(s, "</tbody>\n</table>\n");
    study_table_free(&t);
}

static void put_notes(struct sbuf *s, const struct study *of)
{
    if (of->notes_count == 0)
        return;
    sbuf_puts(s, "<h2>Notes</h2>\n<ul>\n");
    for (uint32_t i = 0; i < of->notes_count; i++)
        study_put(s, "<li>", of->notes[i], "</li>\n");
    sbuf_puts(s, "</ul>\n");
}

static void put_energy(struct sbuf *s, const struct study_row *row)
{
    if (row->link_energy_pj >= 0)
        sbuf_printf(s, "<td class=\"n\">%lld</td>", (long long)row->link_energy_pj);
    else
        sbuf_puts(s, "<td class=\"n\">-</td>");
}

static void put_commands(struct sbuf *s, const struct study_result *r)
{
    sbuf_puts(s, "<h2>Points</h2>\n<p>Each command repeats one point: the same cycles and the same "
                 "counters.</p>\n<table>\n<thead><tr><th>command</th><th class=\"n\">cycles</th>"
                 "<th class=\"n\">link energy, pJ</th><th "
                 "class=\"n\">seconds</th><th>commit</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < r->points->n; i++) {
        const struct study_row *row = &r->rows[i];
        study_put(s, "<tr><td><code>", r->points->list[i].command, "</code></td>");
        if (row->id != 0) {
            sbuf_printf(s, "<td class=\"n\">%llu</td>", (unsigned long long)row->cycles);
            put_energy(s, row);
            sbuf_printf(s, "<td class=\"n\">%.1f</td>", row->seconds);
            sbuf_printf(s, "<td><code>%.12s</code></td></tr>\n", row->commit);
        } else {
            sbuf_puts(s, "<td class=\"n\">-</td><td class=\"n\">-</td><td class=\"n\">-</td>"
                         "<td>failed</td></tr>\n");
        }
    }
    sbuf_puts(s, "</tbody>\n</table>\n");
}

bool study_report(const struct study_result *r, const char *dir, const char *umbel,
                  struct error *err)
{
    struct sbuf page = {0};
    put_head(&page, r->points->study);
    put_words(&page, r->points->study);
    bool ok = put_figures(&page, r, err);
    if (ok) {
        put_table(&page, study_table(r));
        put_notes(&page, r->points->study);
        study_put_sizes(&page, r);
        put_commands(&page, r);
        ok = study_put_page(&page, dir, umbel, err);
    }
    sbuf_free(&page);
    return ok;
}

/* ---- of classes ---- */

static void put_reasons(struct sbuf *s, const struct study *of)
{
    sbuf_puts(s, "<h2>Reasons</h2>\n<table>\n<tbody>\n");
    for (uint32_t i = 0; i < of->rows_count; i++)
        if (of->rows[i].why != NULL) {
            study_put(s, "<tr><td>", of->rows[i].label, "</td>");
            study_put(s, "<td>", of->rows[i].why, "</td></tr>\n");
        }
    sbuf_puts(s, "</tbody>\n</table>\n");
}

static void put_questions(struct sbuf *s, const struct study *of)
{
    sbuf_puts(s, "<h2>Commands</h2>\n<p>Each tells all accesses of a kernel, and its class.</p>\n"
                 "<ul>\n");
    for (uint32_t i = 0; i < of->rows_count; i++) {
        char *command = study_class_command(&of->rows[i]);
        study_put(s, "<li><code>", command, "</code></li>\n");
        free(command);
    }
    sbuf_puts(s, "</ul>\n");
}

bool study_report_classes(const struct study_classes *c, const char *dir, const char *umbel,
                          struct error *err)
{
    const struct study *of = c->study;
    struct sbuf page = {0};
    put_head(&page, of);
    sbuf_printf(
        &page, "<p>%u of %u kernels are of the paper's class; by algorithm 1 as printed, %u.</p>\n",
        c->same, of->rows_count, c->printed_same);
    put_table(&page, study_classes_table(c));
    put_reasons(&page, of);
    put_notes(&page, of);
    put_questions(&page, of);
    bool ok = study_put_page(&page, dir, umbel, err);
    sbuf_free(&page);
    return ok;
}
