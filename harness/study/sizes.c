#include "harness/study/sizes.h"

#include "harness/study/html.h"
#include "sw/util/arena.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* The record of a point, of which only the path and what is below it is wanted; NULL if there is
 * none. To be released. */
static json_t *record_part(const struct study_row *row, const char *key)
{
    json_t *record = row->record != NULL ? json_loads(row->record, 0, NULL) : NULL;
    json_t *part = json_incref(json_object_get(record, key));
    json_decref(record);
    return part;
}

/* ---- systems ---- */

struct columns {
    json_t **systems; /* one per series; NULL: no point of it is there */
    uint32_t n;
};

static void value_text(const json_t *v, struct sbuf *s)
{
    if (json_is_string(v))
        sbuf_puts(s, json_string_value(v));
    else if (v != NULL) {
        char *text = json_dumps(v, JSON_ENCODE_ANY);
        sbuf_puts(s, text != NULL ? text : "");
        free(text);
    }
}

static void put_field(struct sbuf *s, const char *path, json_t *const *values, uint32_t n)
{
    bool differs = false;
    for (uint32_t i = 1; i < n; i++)
        differs = differs || !json_equal(values[0], values[i]);
    sbuf_printf(s, "<tr%s><td>", differs ? " class=\"differs\"" : "");
    study_html(s, path);
    sbuf_puts(s, "</td>");
    for (uint32_t i = 0; i < n; i++) {
        struct sbuf text = {0};
        value_text(values[i], &text);
        sbuf_puts(s, "<td class=\"n\">");
        study_html(s, text.len > 0 ? text.text : "-");
        sbuf_puts(s, "</td>");
        sbuf_free(&text);
    }
    sbuf_puts(s, "</tr>\n");
}

/* Rows of all fields below, by name. */
static void put_fields(struct sbuf *s, const char *prefix, json_t *const *at, uint32_t n)
{
    json_t **below = xcalloc(n, sizeof(json_t *));
    const char *key;
    json_t *value;
    json_object_foreach(at[0], key, value)
    {
        struct sbuf path = {0};
        sbuf_printf(&path, "%s%s%s", prefix, prefix[0] != '\0' ? "." : "", key);
        for (uint32_t i = 0; i < n; i++)
            below[i] = json_object_get(at[i], key);
        if (json_is_object(value))
            put_fields(s, path.text, below, n);
        else
            put_field(s, path.text, below, n);
        sbuf_free(&path);
    }
    free((void *)below);
}

static void put_sweep(struct sbuf *s, const struct study *of)
{
    if (of->sweep.values_count == 0)
        return;
    sbuf_puts(s, "<p>The table has the systems at the first value of the sweep (");
    study_html(s, of->sweep.label);
    sbuf_puts(s, "). The values change:</p>\n<ul>\n");
    for (uint32_t v = 0; v < of->sweep.values_count; v++) {
        const struct study_value *value = &of->sweep.values[v];
        sbuf_puts(s, "<li>");
        study_html(s, value->label);
        sbuf_puts(s, ":");
        for (uint32_t i = 0; i < value->sets_count; i++) {
            sbuf_puts(s, " <code>");
            study_html(s, value->sets[i]);
            sbuf_puts(s, "</code>");
        }
        if (value->size != NULL) {
            sbuf_puts(s, " kernels at size ");
            study_html(s, value->size);
        }
        sbuf_puts(s, "</li>\n");
    }
    sbuf_puts(s, "</ul>\n");
    for (uint32_t i = 0; i < of->series_count; i++)
        if (of->series[i].fixed) {
            sbuf_puts(s, "<p>The sweep does not change the system of ");
            study_html(s, of->series[i].label);
            sbuf_puts(s, ".</p>\n");
        }
}

static void put_systems(struct sbuf *s, const struct study_result *r)
{
    const struct study *of = r->points->study;
    json_t **at = xcalloc(of->series_count, sizeof(json_t *));
    sbuf_puts(s, "<table>\n<thead><tr><th>field</th>");
    for (uint32_t i = 0; i < of->series_count; i++) {
        at[i] = record_part(&r->rows[study_cell(r->points, i, 0, 0)], "system");
        if (at[i] != NULL)
            json_object_del(at[i], "about");
        sbuf_puts(s, "<th class=\"n\">");
        study_html(s, of->series[i].label);
        sbuf_puts(s, "<br>");
        study_html(s, of->series[i].system);
        sbuf_puts(s, "</th>");
    }
    sbuf_puts(s, "</tr></thead>\n<tbody>\n");
    put_fields(s, "", at, of->series_count);
    sbuf_puts(s, "</tbody>\n</table>\n");
    for (uint32_t i = 0; i < of->series_count; i++)
        json_decref(at[i]);
    free((void *)at);
}

/* ---- kernels ---- */

static void put_kernel(struct sbuf *s, const struct study_point *p, const struct study_row *row)
{
    json_t *launch = record_part(row, "launch");
    const char *name;
    json_t *value;
    sbuf_puts(s, "<tr><td>");
    study_html(s, p->kernel);
    sbuf_puts(s, "</td><td>");
    study_html(s, p->size);
    sbuf_puts(s, "</td><td>");
    json_object_foreach(json_object_get(launch, "parameters"), name, value)
    {
        study_html(s, name);
        sbuf_printf(s, " = %lld<br>", (long long)json_integer_value(value));
    }
    sbuf_puts(s, "</td></tr>\n");
    json_decref(launch);
}

static void put_kernels(struct sbuf *s, const struct study_result *r)
{
    sbuf_puts(s,
              "<table>\n<thead><tr><th>kernel</th><th>size</th><th>parameters</th></tr></thead>\n"
              "<tbody>\n");
    for (size_t i = 0; i < r->points->n; i++) {
        bool shown = false;
        for (size_t j = 0; j < i && !shown; j++)
            shown = strcmp(r->points->list[i].kernel, r->points->list[j].kernel) == 0 &&
                    strcmp(r->points->list[i].size, r->points->list[j].size) == 0;
        if (!shown)
            put_kernel(s, &r->points->list[i], &r->rows[i]);
    }
    sbuf_puts(s, "</tbody>\n</table>\n");
}

void study_put_sizes(struct sbuf *s, const struct study_result *r)
{
    sbuf_puts(s, "<h2>Sizes used: kernels</h2>\n");
    put_kernels(s, r);
    sbuf_puts(s, "<h2>Sizes used: systems</h2>\n");
    put_sweep(s, r->points->study);
    put_systems(s, r);
}
