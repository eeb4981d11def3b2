#include "harness/study/report.h"

#include "harness/study/plot.h"
#include "harness/study/sizes.h"
#include "sw/util/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    "body{font:15px/1.45 sans-serif;color:#222;background:#fff;max-width:76em;margin:2em auto;"
    "padding:0 1em}\n"
    "h1{font-size:1.6em;margin-bottom:0}h2{font-size:1.2em;margin-top:2em}\n"
    ".figures{display:flex;flex-wrap:wrap;gap:1em}\n"
    "figure{margin:0;min-width:16em;max-width:60em;break-inside:avoid}figure "
    "svg{width:100%;height:auto}\n"
    "figcaption{font-weight:bold}\n"
    "table{border-collapse:collapse;font-size:0.9em}\n"
    "th,td{padding:0.15em 0.6em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\n"
    "tr.mean td{font-weight:bold}tr.paper td{font-style:italic;border-bottom:2px solid #999}\n"
    "tr.differs td{font-weight:bold;background:#fff4d6}\n"
    "code{font-size:0.9em;overflow-wrap:anywhere}\n"
    "footer{margin-top:2em;color:#666;font-size:0.85em}\n"
    "@media print{body{margin:0;max-width:none;font-size:10px}h2{break-after:avoid}"
    "tr{break-inside:avoid}thead{display:table-header-group}.figures{flex-wrap:nowrap}"
    "figure{min-width:0}}\n";

void study_html(struct sbuf *s, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            sbuf_puts(s, "&amp;");
            break;
        case '<':
            sbuf_puts(s, "&lt;");
            break;
        case '>':
            sbuf_puts(s, "&gt;");
            break;
        case '"':
            sbuf_puts(s, "&quot;");
            break;
        default:
            sbuf_add(s, text, 1);
        }
}

/* Adds BEFORE, the text as HTML, AFTER. */
static void put(struct sbuf *s, const char *before, const char *text, const char *after)
{
    sbuf_puts(s, before);
    study_html(s, text);
    sbuf_puts(s, after);
}

static void put_head(struct sbuf *s, const struct study *of)
{
    sbuf_puts(s, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    put(s, "<title>", of->name, "</title>\n");
    sbuf_printf(s, "<style>\n%s</style>\n</head>\n<body>\n", style);
    put(s, "<h1>", of->name, "</h1>\n");
    put(s, "<p>", of->about, "</p>\n");
    if (of->paper.title != NULL) {
        put(s, "<p>Compared with ", of->paper.title, ", ");
        put(s, "", of->paper.figure, ".</p>\n");
    }
}

static void put_words(struct sbuf *s, const struct study *of)
{
    char *words = study_words(of);
    put(s, "<p>The numbers are ", words, "");
    if (of->mean != STUDY_NO_MEAN)
        put(s, "; means over kernels are ", study_mean_word(of), "");
    sbuf_puts(s, ".</p>\n");
    free(words);
}

/* Room is shared out by width, so that both pictures have one scale. */
static void put_figure(struct sbuf *s, const char *caption, int width, const char *svg)
{
    sbuf_printf(s, "<figure style=\"flex:%d 1 0\"><figcaption>%s</figcaption>\n%s</figure>\n",
                width, caption, svg);
}

static bool put_figures(struct sbuf *s, const struct study_result *r, const char *aside,
                        struct error *err)
{
    const struct study *of = r->points->study;
    char *paper = NULL, *ours = study_plot(r, SIDE_OURS, aside, err);
    bool ok = ours != NULL;
    if (ok && study_has_paper(of)) {
        paper = study_plot(r, SIDE_PAPER, aside, err);
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
        put(s, "<li>", of->notes[i], "</li>\n");
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
        put(s, "<tr><td><code>", r->points->list[i].command, "</code></td>");
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

/* Adds the foot and writes the page. */
static bool finish(struct sbuf *page, const char *dir, const char *umbel, struct error *err)
{
    struct sbuf path = {0};
    put(page, "<footer>Umbel ", umbel, "</footer>\n</body>\n</html>\n");
    sbuf_printf(&path, "%s/index.html", dir);
    bool ok = file_mkdirs(dir, err) && file_write(path.text, page->text, page->len, err);
    sbuf_free(&path);
    return ok;
}

bool study_report(const struct study_result *r, const char *dir, const char *umbel,
                  const char *aside, struct error *err)
{
    struct sbuf page = {0};
    put_head(&page, r->points->study);
    put_words(&page, r->points->study);
    bool ok = put_figures(&page, r, aside, err);
    if (ok) {
        put_table(&page, study_table(r));
        put_notes(&page, r->points->study);
        study_put_sizes(&page, r);
        put_commands(&page, r);
        ok = finish(&page, dir, umbel, err);
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
            put(s, "<tr><td>", of->rows[i].label, "</td>");
            put(s, "<td>", of->rows[i].why, "</td></tr>\n");
        }
    sbuf_puts(s, "</tbody>\n</table>\n");
}

static void put_questions(struct sbuf *s, const struct study *of)
{
    sbuf_puts(s, "<h2>Commands</h2>\n<p>Each tells all accesses of a kernel, and its class.</p>\n"
                 "<ul>\n");
    for (uint32_t i = 0; i < of->rows_count; i++) {
        char *command = study_class_command(&of->rows[i]);
        put(s, "<li><code>", command, "</code></li>\n");
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
    sbuf_printf(&page, "<p>%u of %u kernels are of the paper's class.</p>\n", c->same,
                of->rows_count);
    put_table(&page, study_classes_table(c));
    put_reasons(&page, of);
    put_notes(&page, of);
    put_questions(&page, of);
    bool ok = finish(&page, dir, umbel, err);
    sbuf_free(&page);
    return ok;
}
