/* Prints the frame of a module: head comment, parameters, ports. */
#include "gen/hdl/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0' && strlen(text) < 9;
}

/* Whether "-1" may be appended without brackets: no operator in the text binds looser than minus.
 */
static bool is_additive(const char *text)
{
    return strpbrk(text, "?:<>=!&|^~%'\"{") == NULL;
}

/* "ADDR_W" from "ADDR_W + 1"; NULL when the text does not end in "+ 1". */
static const char *without_plus_one(struct hdl *m, const char *text)
{
    size_t n = strlen(text);
    if (n < 3 || text[n - 1] != '1')
        return NULL;
    n--;
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n == 0 || text[n - 1] != '+')
        return NULL;
    n--;
    while (n > 0 && text[n - 1] == ' ')
        n--;
    return n == 0 ? NULL : arena_strndup(&m->design->arena, text, n);
}

static const char *last_index(struct hdl *m, const char *count)
{
    if (is_number(count))
        return hdl_v(m, "%d", atoi(count) - 1);
    if (!is_additive(count))
        return hdl_v(m, "(%s)-1", count);
    const char *less = without_plus_one(m, count);
    if (less != NULL)
        return less;
    return hdl_v(m, strchr(count, ' ') != NULL ? "%s - 1" : "%s-1", count);
}

const char *hdl_range(struct hdl *m, const char *width)
{
    return strcmp(width, "1") == 0 ? "" : hdl_v(m, "[%s:0]", last_index(m, width));
}

const char *hdl_depth(struct hdl *m, const char *depth)
{
    return hdl_v(m, "[0:%s]", last_index(m, depth));
}

static struct row param_row(struct hdl *m, const struct header *h)
{
    const struct symbol *s = h->symbol;
    return (struct row){.cell = {hdl_v(m, "parameter %s", s->name), "=",
                                 hdl_v(m, "%s%s", s->value, h->next == NULL ? "" : ",")},
                        .note = s->note};
}

static struct row port_row(struct hdl *m, const struct header *h)
{
    const struct symbol *s = h->symbol;
    if (s == NULL)
        return (struct row){.note = h->text};
    bool last = true;
    for (const struct header *l = h->next; l != NULL && last; l = l->next)
        last = l->symbol == NULL;
    const char *kind = s->kind == SYM_IN ? "input  wire" : "output wire";
    if (s->block != NULL)
        kind = "output reg";
    return (struct row){
        .cell = {kind, hdl_range(m, s->width), hdl_v(m, "%s%s", s->name, last ? "" : ",")},
        .note = s->note};
}

static void print_header(struct sbuf *out, struct hdl *m, const struct header_list *l,
                         struct row (*row_of)(struct hdl *, const struct header *))
{
    size_t count = 0;
    for (const struct header *h = l->first; h != NULL; h = h->next)
        count++;
    struct row *rows = ARENA_ARRAY(&m->design->arena, struct row, count);
    size_t i = 0;
    for (const struct header *h = l->first; h != NULL; h = h->next)
        rows[i++] = row_of(m, h);
    print_rows(out, 1, rows, count);
}

const char *hdl_print(struct hdl *m)
{
    struct sbuf out = {0};
    print_comment(&out, 0, hdl_v(m, "%s: %s", m->name, m->brief));
    sbuf_printf(&out, "`default_nettype none\n\nmodule %s", m->name);
    if (m->params.first != NULL) {
        sbuf_puts(&out, " #(\n");
        print_header(&out, m, &m->params, param_row);
        sbuf_puts(&out, ")");
    }
    if (m->ports.first != NULL) {
        sbuf_puts(&out, " (\n");
        print_header(&out, m, &m->ports, port_row);
        sbuf_puts(&out, ")");
    }
    sbuf_puts(&out, ";\n");
    hdl_print_body(&out, m, m->root, 1);
    sbuf_puts(&out, "endmodule\n\n`default_nettype wire\n");
    const char *text = arena_strdup(&m->design->arena, out.text);
    sbuf_free(&out);
    return text;
}
