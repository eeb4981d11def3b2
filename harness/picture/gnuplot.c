#include "harness/picture/gnuplot.h"

#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/temp.h"

#include <stdlib.h>
#include <string.h>

/* gnuplot sees these names alone: that of a user's file would be a text to it. */
#define SCRIPT "picture.gp"
#define PICTURE "picture.svg"

void gnuplot_terminal(struct sbuf *s, int width, int height)
{
    sbuf_printf(s,
                "set terminal svg size %d,%d dynamic font 'sans-serif,12' "
                "background 'white' noenhanced\n",
                width, height);
}

/* In single quotes gnuplot expands nothing: no backquotes, no macros, no escapes. Another quote in
 * them is doubled. */
void gnuplot_text(struct sbuf *s, const char *text)
{
    sbuf_puts(s, "'");
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            sbuf_puts(s, "'");
        sbuf_add(s, (unsigned char)*text < ' ' ? " " : text, 1);
    }
    sbuf_puts(s, "'");
}

const char *gnuplot_colour(unsigned i)
{
    static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                          "#56b4e9", "#d55e00", "#999999", "#000000"};
    return colours[i % (sizeof colours / sizeof *colours)];
}

/* Runs the script in the folder, without what the user has in ~/.gnuplot, and reads its picture. */
static char *draw(const struct temp *temp, struct error *err)
{
    struct error why = {0};
    if (!process_run_in(temp->path, (const char *const[]){"gnuplot", "-d", SCRIPT, NULL}, &why)) {
        bool missing = strstr(why.text, "cannot be started") != NULL;
        error_set(err, "gnuplot, which draws the figure, does not run%s: %s",
                  missing ? "; apt-get install gnuplot-nox" : "", why.text);
        file_tell_full(temp->path, err);
        return NULL;
    }
    size_t len;
    char *path = temp_file(temp, PICTURE), *svg = file_read(path, &len, err);
    free(path);
    return svg;
}

char *gnuplot_svg(const char *terminal, const char *rest, struct error *err)
{
    struct sbuf script = {0};
    struct temp temp;
    if (!temp_make(&temp, "picture", err))
        return NULL;
    char *path = temp_file(&temp, SCRIPT);
    sbuf_printf(&script, "%sset output '" PICTURE "'\n%s", terminal, rest);
    char *svg = file_write(path, script.text, script.len, err) ? draw(&temp, err) : NULL;
    free(path);
    sbuf_free(&script);
    temp_remove(&temp);
    return svg;
}
