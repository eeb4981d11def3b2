#include "harness/study/gnuplot.h"

#include "sw/util/file.h"
#include "sw/util/leftover.h"
#include "sw/util/process.h"

#include <string.h>
#include <unistd.h>

void gnuplot_terminal(struct sbuf *s, int width, int height)
{
    sbuf_printf(s,
                "set terminal svg size %d,%d dynamic font 'sans-serif,12' "
                "background 'white' noenhanced\n",
                width, height);
}

void gnuplot_text(struct sbuf *s, const char *text)
{
    sbuf_puts(s, "\"");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            sbuf_puts(s, "\\");
        sbuf_add(s, (unsigned char)*text < ' ' ? " " : text, 1);
    }
    sbuf_puts(s, "\"");
}

const char *gnuplot_colour(unsigned i)
{
    static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                          "#56b4e9", "#d55e00", "#999999", "#000000"};
    return colours[i % (sizeof colours / sizeof *colours)];
}

static char *draw(const char *script, const char *out, struct error *err)
{
    struct error why = {0};
    if (!process_run((const char *const[]){"gnuplot", script, NULL}, &why)) {
        bool missing = strstr(why.text, "cannot be started") != NULL;
        error_set(err, "gnuplot, which draws the figure, does not run%s: %s",
                  missing ? "; apt-get install gnuplot-nox" : "", why.text);
        return NULL;
    }
    size_t len;
    return file_read(out, &len, err);
}

char *gnuplot_svg(const char *terminal, const char *rest, const char *aside, struct error *err)
{
    struct sbuf script = {0}, gp = {0}, out = {0};
    sbuf_printf(&gp, "%s.%ld.gp", aside, (long)getpid());
    sbuf_printf(&out, "%s.%ld.svg", aside, (long)getpid());
    sbuf_printf(&script, "%sset output ", terminal);
    gnuplot_text(&script, out.text);
    sbuf_printf(&script, "\n%s", rest);
    leftover_note(gp.text);
    leftover_note(out.text);
    char *svg =
        file_write(gp.text, script.text, script.len, err) ? draw(gp.text, out.text, err) : NULL;
    unlink(gp.text);
    unlink(out.text);
    leftover_forget(gp.text);
    leftover_forget(out.text);
    sbuf_free(&script);
    sbuf_free(&gp);
    sbuf_free(&out);
    return svg;
}
