/* The manual's pages, one per command, in man(7) macros, from the tables that --help prints. */
#include "harness/umbel/commands.h"
#include "harness/umbel/umbel.h"
#include "sw/util/sbuf.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *name, *about;
} environment[] = {
    {"UMBEL_CACHE", "folder of the units that Verilator has built (default "
                    "$XDG_CACHE_HOME/umbel/units, else ~/.cache/umbel/units)"},
    {"UMBEL_CACHE_MIB",
     "how many MiB those units may take before the ones that have gone unused for "
     "longest are removed (default 2048)"},
    {"UMBEL_CXX_LEVEL",
     "how far clang++ optimises those units: -O0, -O1, -O2 (default) or -O3. -O0 builds them in "
     "less than half the time, and they run at a tenth of the speed"},
    {"UMBEL_CLANG", "the clang++ that compiles kernels (default clang++-14, else clang++)"},
    {"UMBEL_LIBCLC", "the library of mathematical functions, as bitcode (default "
                     "/usr/lib/clc/nvptx64--nvidiacl.bc, of Debian's libclc-14)"},
    {"UMBEL_ROOT",
     "folder of Umbel's own files: systems, kernels, Verilog (default the share/umbel "
     "beside the folder of the command, or the checkout that it was built in)"},
    {"VERILATOR_ROOT", "where Verilator is (default /usr/share/verilator)"},
    {"UMBEL_MEMORY",
     "how much memory a process may have, Umbel and each compiler and prover that it runs: 8G, "
     "512M (default all memory of the computer, and 4G at least)"},
    {"TMPDIR", "folder for files that are there for a moment (default /tmp)"},
};

/* ---- troff ---- */

/* Escapes a text for roff: hyphens that do not break, no line that looks like a request. */
static void escape(struct sbuf *s, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool begins = s->len == 0 || s->text[s->len - 1] == '\n';
        if (begins && (text[i] == '.' || text[i] == '\''))
            sbuf_puts(s, "\\&");
        if (text[i] == '-')
            sbuf_puts(s, "\\-");
        else if (text[i] == '\\')
            sbuf_puts(s, "\\e");
        else
            sbuf_add(s, text + i, 1);
    }
}

static void put(struct sbuf *s, const char *text)
{
    escape(s, text, strlen(text));
}

/* Filled text; an empty line begins a paragraph. */
static void paragraphs(struct sbuf *s, const char *text, size_t n)
{
    while (n > 0) {
        const char *gap = memmem(text, n, "\n\n", 2);
        size_t len = gap != NULL ? (size_t)(gap - text) : n;
        escape(s, text, len);
        sbuf_puts(s, gap != NULL ? "\n.PP\n" : "\n");
        len += gap != NULL ? 2 : 0;
        text += len;
        n -= len;
    }
}

static void section(struct sbuf *s, const char *name)
{
    sbuf_printf(s, ".SH %s\n", name);
}

/* The name of a page: "umbel-fpga-probe" for "fpga probe". */
static void page_name(struct sbuf *s, const char *command, bool capital)
{
    put(s, capital ? "UMBEL" : "umbel");
    if (command != NULL)
        sbuf_puts(s, "\\-");
    for (const char *c = command; c != NULL && *c != '\0'; c++)
        if (*c == ' ')
            sbuf_puts(s, "\\-");
        else
            sbuf_printf(s, "%c", capital ? toupper((unsigned char)*c) : *c);
}

static void head(struct sbuf *s, const char *command, const char *brief)
{
    sbuf_puts(s, ".TH ");
    page_name(s, command, true);
    sbuf_printf(s, " 1 \"%s\" \"Umbel %s\" \"Umbel\"\n", umbel_version.date, umbel_version.number);
    section(s, "NAME");
    page_name(s, command, false);
    sbuf_puts(s, " \\- ");
    put(s, brief);
    sbuf_puts(s, "\n");
}

/* Sets the words in capitals of "SYSTEM [FILE...]", which the user replaces, in italics. */
static void arguments(struct sbuf *s, const char *doc)
{
    while (*doc != '\0') {
        size_t n = 0;
        while (isupper((unsigned char)doc[n]))
            n++;
        if (n > 0)
            sbuf_printf(s, "\\fI%.*s\\fR", (int)n, doc);
        n += n == 0;
        if (!isupper((unsigned char)*doc))
            escape(s, doc, 1);
        doc += n;
    }
}

/* ---- options ---- */

static void option(struct sbuf *s, const struct argp_option *o)
{
    if (o->name == NULL) { /* a headline in the table */
        sbuf_puts(s, ".PP\n");
        put(s, o->doc);
        sbuf_puts(s, "\n");
        return;
    }
    sbuf_puts(s, ".TP\n");
    if (isprint(o->key))
        sbuf_printf(s, "\\fB\\-%c\\fR, ", o->key);
    sbuf_puts(s, "\\fB\\-\\-");
    put(s, o->name);
    sbuf_puts(s, "\\fR");
    if (o->arg != NULL) {
        bool spare = (o->flags & OPTION_ARG_OPTIONAL) != 0;
        sbuf_puts(s, spare ? "[=" : "=");
        arguments(s, o->arg);
        sbuf_puts(s, spare ? "]" : "");
    }
    sbuf_puts(s, "\n");
    put(s, o->doc);
    sbuf_puts(s, "\n");
}

static void options_of(struct sbuf *s, const struct argp *argp, bool last)
{
    const struct argp_option *o = argp->options;
    for (; o != NULL && (o->name != NULL || o->doc != NULL); o++)
        if ((o->group == UMBEL_LAST) == last && (o->flags & OPTION_HIDDEN) == 0)
            option(s, o);
    for (const struct argp_child *c = argp->children; c != NULL && c->argp != NULL; c++)
        options_of(s, c->argp, last);
}

/* ---- the end of all pages ---- */

static void tail(struct sbuf *s, const struct umbel_command *self)
{
    section(s, "EXIT STATUS");
    sbuf_puts(s, "0 when the work was done and the checks passed, 130 after Ctrl\\-C, 1 otherwise. "
                 "What is wrong is one line on standard error: what, where, what to do.\n");
    section(s, "ENVIRONMENT");
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        sbuf_printf(s, ".TP\n.B %s\n", environment[i].name);
        put(s, environment[i].about);
        sbuf_puts(s, "\n");
    }
    section(s, "SEE ALSO");
    if (self != NULL)
        sbuf_puts(s, ".BR umbel (1),\n");
    for (const struct umbel_command *c = umbel_commands; c->name != NULL; c++) {
        if (c == self)
            continue;
        const struct umbel_command *next = c + 1 == self ? c + 2 : c + 1;
        sbuf_puts(s, ".BR ");
        page_name(s, c->name, false);
        sbuf_printf(s, " (1)%s\n", next->name != NULL ? "," : "");
    }
}

static void command_page(const struct umbel_command *c, struct sbuf *s)
{
    const char *doc = c->argp->doc, *more = strchr(doc, '\v');
    head(s, c->name, c->brief);
    section(s, "SYNOPSIS");
    sbuf_printf(s, "\\fBumbel %s\\fR [\\fIOPTION\\fR...] ", c->name);
    arguments(s, c->argp->args_doc);
    while (s->text[s->len - 1] == ' ')
        s->text[--s->len] = '\0';
    sbuf_puts(s, "\n");
    section(s, "DESCRIPTION");
    paragraphs(s, doc, more != NULL ? (size_t)(more - doc) : strlen(doc));
    section(s, "OPTIONS");
    options_of(s, c->argp, false);
    options_of(s, c->argp, true);
    if (more != NULL) {
        section(s, "NOTES");
        paragraphs(s, more + 1, strlen(more + 1));
    }
    tail(s, c);
}

static void main_page(struct sbuf *s)
{
    head(s, NULL, "memory systems of multi-GPU machines, as hardware that runs CUDA kernels");
    section(s, "SYNOPSIS");
    sbuf_puts(s, "\\fBumbel\\fR \\fICOMMAND\\fR ...\n");
    section(s, "DESCRIPTION");
    put(s, "Umbel emits the Verilog of the memory system of a multi-GPU machine, runs CUDA kernels "
           "on that Verilog cycle by cycle, proves properties of its units, and builds a small one "
           "for a board. `umbel COMMAND --help` tells a command's options, `umbel --version` which "
           "Umbel this is.\n");
    section(s, "COMMANDS");
    for (const struct umbel_command *c = umbel_commands; c->name != NULL; c++) {
        sbuf_printf(s, ".TP\n\\fBumbel %s\\fR", c->name);
        sbuf_puts(s, c->argp->args_doc[0] != '\0' ? " " : "");
        arguments(s, c->argp->args_doc);
        sbuf_puts(s, "\n");
        put(s, c->brief);
        sbuf_puts(s, "\n");
    }
    tail(s, NULL);
}

void umbel_man(const struct umbel_command *c, struct sbuf *out)
{
    if (c == NULL)
        main_page(out);
    else
        command_page(c, out);
}
