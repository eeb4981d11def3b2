#include "gen/machine/draw.h"
#include "harness/run/run.h"
#include "harness/umbel/umbel.h"
#include "sw/util/claims.h"
#include "sw/util/file.h"
#include "sw/util/interrupt.h"
#include "sw/util/outfile.h"
#include "sw/util/process.h"
#include "sw/util/temp.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    const char *system, *out;
    struct umbel_sets sets;
    struct error err;
};

enum { KEY_SET = 256 };

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "picture: .svg, .pdf or .png, or .dot for the graph's text", 0},
    {"set", KEY_SET, "PATH=VALUE", 0, "change a field of the system (l1.ways=8)", 0},
    UMBEL_HELP,
    {0},
};

static const struct umbel_key keys[] = {
    UMBEL_TEXT('o', struct arguments, out),
    UMBEL_SET(KEY_SET, struct arguments, sets),
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        return umbel_only_argument(state, arg, &a->system, &a->err);
    case ARGP_KEY_END:
        if (a->system != NULL)
            return 0;
        error_set(&a->err, "draw what? umbel draw SYSTEM -o FILE.svg");
        return EINVAL;
    default:
        return umbel_take(keys, key, arg, state, &a->err);
    }
}

const struct argp umbel_draw_argp = {
    options,
    parse,
    "SYSTEM",
    "Draws a system: each GPU with its SMs, switch and L2 banks, the memory controllers with their "
    "DRAM, and the links between them with what they carry.\vWithout -o the graph goes to standard "
    "output, as text for Graphviz, whose dot draws it: umbel draw SYSTEM | dot -Tsvg. Equal units "
    "are folded into one box, which tells how many they are.",
    NULL,
    NULL,
    NULL};

/* ---- the file ---- */

/* What dot is told to write for each ending of a file; NULL: the graph's text itself. */
static const struct format {
    const char *ending, *option;
} formats[] = {{".svg", "-Tsvg"}, {".pdf", "-Tpdf"}, {".png", "-Tpng"}, {".dot", NULL}};

static const struct format *format_of(const char *path, struct error *err)
{
    const char *name = strrchr(path, '/');
    const char *ending = strrchr(name != NULL ? name : path, '.');
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (ending != NULL && strcmp(ending, formats[i].ending) == 0)
            return &formats[i];
    error_set(err, "%s: cannot be drawn; give a file that ends in .svg, .pdf, .png or .dot",
              file_shown(path));
    return NULL;
}

/* Asked before the work: a program that is missing cannot be told from one that fails. */
static bool dot_is_there(const char *path, struct error *err)
{
    struct error unsaid = {0};
    return process_run((const char *const[]){"dot", "-V", NULL}, &unsaid) ||
           error_set(err,
                     "%s: Graphviz' dot, which draws it, does not run; apt-get install graphviz, "
                     "or give a file that ends in .dot",
                     path);
}

/* Whether the picture is none of the files that the system was read from. */
static bool is_not_input(const struct arguments *a, const struct system *sys, struct error *err)
{
    struct claims files = {0};
    char *path = system_file(a->system, err);
    bool ok = path != NULL && claims_read(&files, "the system file", path, err);
    for (const struct system_text *b = sys->file->base; ok && b != NULL; b = b->base)
        ok = claims_read(&files, "a system file's base", b->name, err);
    ok = ok && claims_write(&files, "-o", a->out, err);
    claims_free(&files);
    free(path);
    return ok;
}

/* Has dot draw the graph in the file `graph` into f. */
static bool run_dot(struct outfile *f, const char *option, const char *graph, struct error *err)
{
    const char *const argv[] = {"dot", option, "-o", f->aside, graph, NULL};
    struct error why = {0};
    if (process_run(argv, &why))
        return outfile_commit(f, err);
    error_set(err, "%s: not drawn: %s", f->path, why.text);
    file_tell_full(f->aside, err);
    return false;
}

/* The graph passes through a temporary file, as dot's input. */
static bool draw(struct outfile *f, const char *option, const struct sbuf *dot, struct error *err)
{
    struct temp temp;
    if (!temp_make(&temp, "draw", err))
        return false;
    char *graph = temp_file(&temp, "graph.dot");
    bool ok = file_write(graph, dot->text, dot->len, err) && run_dot(f, option, graph, err);
    free(graph);
    temp_remove(&temp);
    return ok;
}

/* ---- the command ---- */

static struct system *load(const struct arguments *a, struct error *err)
{
    return system_load(a->system, a->sets.sets, a->sets.n, err);
}

static bool graph_of(const struct arguments *a, const struct system *sys, struct sbuf *dot,
                     struct error *err)
{
    struct netlist *n = netlist_new(sys, err);
    if (n == NULL)
        return false;
    struct sbuf title = {0};
    sbuf_puts(&title, sys->name);
    for (size_t i = 0; i < a->sets.n; i++)
        sbuf_printf(&title, ", %s", a->sets.sets[i]);
    netlist_draw(n, title.text, dot);
    sbuf_free(&title);
    netlist_free(n);
    return true;
}

static bool to_file(const struct arguments *a, struct error *err)
{
    const struct format *format = format_of(a->out, err);
    bool text = format != NULL && format->option == NULL;
    struct outfile f = {0};
    struct sbuf dot = {0};
    interrupt_stops_work(); /* dot is ended, too */
    struct system *sys = format != NULL ? load(a, err) : NULL;
    bool ok =
        sys != NULL && is_not_input(a, sys, err) &&
        (text ? outfile_open(&f, a->out, err)
              : dot_is_there(a->out, err) && outfile_reserve(&f, a->out, err)) &&
        graph_of(a, sys, &dot, err) &&
        (text ? outfile_finish(&f, dot.text, dot.len, err) : draw(&f, format->option, &dot, err));
    outfile_discard(&f);
    sbuf_free(&dot);
    system_free(sys);
    return ok;
}

static bool to_stdout(const struct arguments *a, struct error *err)
{
    struct sbuf dot = {0};
    struct system *sys = load(a, err);
    bool ok = sys != NULL && graph_of(a, sys, &dot, err);
    fputs(sbuf_str(&dot), stdout);
    sbuf_free(&dot);
    system_free(sys);
    return ok;
}

int umbel_draw(int argc, char **argv)
{
    struct arguments a = {0};
    if (!umbel_parse(&umbel_draw_argp, "draw", argc, argv, &a, &a.err))
        return umbel_complain(&a.err);
    struct error err = {0};
    if (a.out == NULL ? to_stdout(&a, &err) : to_file(&a, &err))
        return 0;
    return umbel_give_up(&err);
}
