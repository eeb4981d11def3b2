/* Layout: indentation, comments, long lines and columns. */
#include "gen/hdl/internal.h"

#include <string.h>

static void print_indent(struct sbuf *out, int depth)
{
    sbuf_printf(out, "%*s", depth * 4, "");
}

static void comment_line(struct sbuf *out, int depth, const char *text, size_t len)
{
    print_indent(out, depth);
    sbuf_puts(out, len == 0 ? "//" : "// ");
    sbuf_add(out, text, len);
    sbuf_puts(out, "\n");
}

void print_comment(struct sbuf *out, int depth, const char *text)
{
    size_t room = (size_t)(HDL_COLUMNS - depth * 4 - 3);
    for (;;) {
        size_t len = strcspn(text, "\n");
        if (len > room) {
            size_t cut = room;
            while (cut > 0 && text[cut] != ' ')
                cut--;
            len = cut > 0 ? cut : strcspn(text, " \n");
        }
        size_t shown = len;
        while (shown > 0 && text[shown - 1] == ' ')
            shown--;
        comment_line(out, depth, text, shown);
        text += len;
        if (*text == '\n')
            text++;
        else
            text += strspn(text, " ");
        if (*text == '\0')
            return;
    }
}

/* How bad a line break at text[i], a space, would be: it is worst deep inside brackets, and best
 * beside a binary operator or after a comma. */
static int badness(const char *text, size_t i, int depth)
{
    const char *next = text + i + 1;
    size_t word = strcspn(next, " ");
    bool binary = word > 0 && strspn(next, "&|?:+-^*/%<>=!~") == word && *next != '=' &&
                  strncmp(next, "<= ", 3) != 0;
    bool comma = i > 0 && text[i - 1] == ',';
    return depth * 2 + (binary || comma ? 0 : 1);
}

/* The best space to break at within `room`, or the first one after it when there is none there;
 * 0: no space at all. `depth` is the bracket depth before the text, and is set to that at the
 * break. */
static size_t break_at(const char *text, size_t room, int *depth)
{
    size_t best = 0;
    int least = 1000, level = *depth, level_at_best = level;
    bool quoted = false;
    for (size_t i = 0; text[i] != '\0' && (i <= room || best == 0); i++) {
        if (text[i] == '"' && (i == 0 || text[i - 1] != '\\'))
            quoted = !quoted;
        if (quoted)
            continue;
        level += strchr("([{", text[i]) != NULL;
        level -= strchr(")]}", text[i]) != NULL;
        if (text[i] != ' ' || (i < room * 2 / 5 && best == 0))
            continue;
        int bad = badness(text, i, level);
        if (bad > least)
            continue;
        least = bad;
        best = i;
        level_at_best = level;
    }
    *depth = level_at_best;
    return best;
}

void print_wrapped(struct sbuf *out, int depth, const char *text)
{
    size_t len = strlen(text);
    int more = len > 5 && strcmp(text + len - 5, "begin") == 0 ? 2 : 1;
    int level = 0, at = depth;
    for (;; at = depth + more) {
        print_indent(out, at);
        size_t room = (size_t)(HDL_COLUMNS - at * 4);
        size_t cut = strlen(text) <= room ? 0 : break_at(text, room, &level);
        if (cut == 0)
            break;
        sbuf_add(out, text, cut);
        sbuf_puts(out, "\n");
        text += cut + 1;
    }
    sbuf_printf(out, "%s\n", text);
}

enum { WIDEST_COLUMN = 40, WIDEST_LAST = 56 };

static size_t length(const char *cell)
{
    return cell == NULL ? 0 : strlen(cell);
}

static void measure(const struct row *rows, size_t count, size_t width[3])
{
    for (size_t i = 0; i < count; i++) {
        for (size_t c = 0; c < 3; c++) {
            size_t n = length(rows[i].cell[c]);
            size_t most = c == 2 ? WIDEST_LAST : WIDEST_COLUMN;
            bool counts = c < 2 || length(rows[i].note) > 0; /* only comments need to line up */
            if (counts && n > width[c] && n <= most)
                width[c] = n;
        }
    }
}

static void put_cells(struct sbuf *line, const struct row *row, const size_t width[3])
{
    for (size_t c = 0; c < 2; c++)
        if (width[c] > 0)
            sbuf_printf(line, "%-*s ", (int)width[c], row->cell[c] == NULL ? "" : row->cell[c]);
    sbuf_puts(line, row->cell[2]);
}

static void print_row(struct sbuf *out, int depth, const struct row *row, const size_t width[3])
{
    struct sbuf line = {0};
    put_cells(&line, row, width);
    bool noted = length(row->note) > 0;
    size_t column =
        (width[0] > 0 ? width[0] + 1 : 0) + (width[1] > 0 ? width[1] + 1 : 0) + width[2];
    if (column < line.len)
        column = line.len;
    size_t end = (size_t)depth * 4 + column + 4 + length(row->note);
    if (noted && (end > HDL_COLUMNS || strchr(row->note, '\n') != NULL)) {
        print_comment(out, depth, row->note);
        noted = false;
    }
    if (noted) {
        print_indent(out, depth);
        sbuf_printf(out, "%-*s // %s\n", (int)column, line.text, row->note);
    } else {
        print_wrapped(out, depth, line.text);
    }
    sbuf_free(&line);
}

void print_rows(struct sbuf *out, int depth, const struct row *rows, size_t count)
{
    size_t width[3] = {0};
    measure(rows, count, width);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].cell[2] != NULL) {
            print_row(out, depth, &rows[i], width);
            continue;
        }
        if (i > 0)
            sbuf_puts(out, "\n");
        print_comment(out, depth, rows[i].note);
    }
}
