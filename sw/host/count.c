/*
 * Instructions are counted in the assembly, where they are what the processor gets. The text is cut
 * into straight pieces, which end at labels, branches and calls: of a piece all instructions are
 * executed or none. At its start a piece adds their number to a counter.
 *
 * What the instrumentation has added does not count: the calls of hooks, and the instructions
 * that put the address into r10 for them. Of a call of memcpy or an atomic, which the program has
 * asked for, the call counts.
 */
#include "sw/host/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counting {
    const char *text, *path;
    struct sbuf *out;
    struct sbuf piece; /* lines since its start */
    unsigned n;        /* instructions in it that count */
    unsigned setup;    /* the last ones of them that computed an address in r10 */
    unsigned pieces, rows, functions;
    unsigned long main_file, line, column; /* of .loc */
    unsigned long row_line, row_column;    /* of the last row */
    char function[256];
};

/* ---- pieces ---- */

static void end_piece(struct counting *c)
{
    if (c->n > 0) /* flags may be alive */
        sbuf_printf(c->out,
                    "\tpushfq\n\taddq\t$%u, umbel_count(%%rip)\n\tjnc\t.Lumbel_go%u\n"
                    "\tcallq\tumbel_overrun\n.Lumbel_go%u:\n\tpopfq\n",
                    c->n, c->pieces, c->pieces);
    c->pieces++;
    sbuf_add(c->out, sbuf_str(&c->piece), c->piece.len);
    c->piece.len = 0;
    c->n = 0;
    c->setup = 0;
}

/* A row of instance.c's table: from the label on, code belongs to a place of the source. */
static void add_row(const struct counting *c, const char *label, struct sbuf *out)
{
    sbuf_printf(out,
                "\t.pushsection\t.data.rel.ro.umbel_sites,\"aw\",@progbits\n"
                "\t.quad\t%s, .Lumbel_name%u\n\t.long\t%lu, %lu\n\t.popsection\n",
                label, c->functions, c->line, c->column);
}

/* Before an instruction. */
static void note_place(struct counting *c)
{
    char label[64];
    if (c->line == c->row_line && c->column == c->row_column)
        return;
    snprintf(label, sizeof label, ".Lumbel_row%u", c->rows++);
    sbuf_printf(&c->piece, "%s:\n", label);
    add_row(c, label, &c->piece);
    c->row_line = c->line;
    c->row_column = c->column;
}

static void begin_function(struct counting *c, const char *name)
{
    snprintf(c->function, sizeof c->function, "%s", name);
    c->functions++;
    c->line = c->column = c->row_line = c->row_column = 0;
    sbuf_printf(c->out,
                "\t.pushsection\t.rodata\n.Lumbel_name%u:\n\t.asciz\t\"%s\"\n\t.popsection\n",
                c->functions, name);
    add_row(c, name, c->out);
}

/* ---- lines ---- */

static bool is_defined(const struct counting *c, const char *name)
{
    char label[300];
    snprintf(label, sizeof label, "\n%s:", name);
    return strstr(c->text, label) != NULL;
}

/* The name that a call or jump goes to; "" if it is in a register, or inside the function. */
static void target_of(const char *operand, char name[256])
{
    size_t n = strcspn(operand, "@ \t\n");
    name[0] = '\0';
    if (*operand != '*' && *operand != '.' && n < 256)
        snprintf(name, 256, "%.*s", (int)n, operand);
}

static bool unknown_call(const struct counting *c, const char *name, struct error *err)
{
    return error_set(err,
                     "%s:%lu:%lu: %s: calls '%s', which the file does not have: host programs call "
                     "no libraries, whose accesses and instructions nobody would see",
                     c->path, c->line, c->column, c->function, name);
}

/*
 * Instructions that compute an address in r10, from one that no longer needs what r10 was: they are
 * for the next hook, as the access itself has room for such sums. `s` is behind the tab.
 */
static void note_setup(struct counting *c, const char *s)
{
    static const char to[] = ", %r10";
    size_t n = strcspn(s, "#\n"), len = strlen(to);
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        n--;
    if (n < len || strncmp(s + n - len, to, len) != 0)
        return;
    bool begins = strncmp(s, "leaq\t", 5) == 0 || strncmp(s, "movq\t%", 6) == 0;
    bool adds = strncmp(s, "addq\t", 5) == 0 || strncmp(s, "subq\t", 5) == 0 ||
                strncmp(s, "orq\t", 4) == 0 || strncmp(s, "shlq\t", 5) == 0;
    c->setup = begins ? 1 : adds && c->setup > 0 ? c->setup + 1 : 0;
}

static bool is_branch(const char *s)
{
    return *s == 'j' || strncmp(s, "ret", 3) == 0 || strncmp(s, "ud2", 3) == 0;
}

static bool is_prefix(const char *s)
{
    size_t n = strcspn(s, "\n");
    return (n == 3 && strncmp(s, "rep", n) == 0) || (n == 4 && strncmp(s, "lock", n) == 0);
}

static bool instruction(struct counting *c, const char *line, size_t len, struct error *err)
{
    const char *s = line + 1, *operand = strchr(s, '\t');
    char target[256] = "";
    bool call = strncmp(s, "call", 4) == 0, branch = is_branch(s), keeps = false;
    if ((call || *s == 'j') && operand != NULL)
        target_of(operand + 1, target);
    bool hook = target[0] != '\0' && stubs_have(target, &keeps);
    if (target[0] != '\0' && !hook && !is_defined(c, target))
        return unknown_call(c, target, err);
    if (!(hook && keeps))
        c->n += !is_prefix(s);
    else
        c->n -= c->setup;
    note_setup(c, s);
    note_place(c);
    sbuf_add(&c->piece, line, len);
    if (call || branch)
        end_piece(c);
    return true;
}

/* .file N "FOLDER" "NAME": which number is the source itself, and not a header. */
static void file_directive(struct counting *c, const char *s, size_t len)
{
    const char *slash = strrchr(c->path, '/'), *name = slash != NULL ? slash + 1 : c->path;
    char end[300];
    char *behind;
    unsigned long number = strtoul(s + strlen("\t.file\t"), &behind, 10);
    snprintf(end, sizeof end, "%s\"", name);
    const char *at = memmem(s, len, end, strlen(end));
    if (behind != s + strlen("\t.file\t") && at != NULL && (at[-1] == '"' || at[-1] == '/'))
        c->main_file = number;
}

static void directive(struct counting *c, const char *s, size_t len)
{
    if (strncmp(s, "\t.file\t", 7) == 0)
        file_directive(c, s, len);
    if (strncmp(s, "\t.loc\t", 6) != 0)
        return;
    char *at;
    unsigned long file = strtoul(s + 6, &at, 10), line = strtoul(at, &at, 10);
    if (file == c->main_file && line > 0) {
        c->line = line;
        c->column = strtoul(at, &at, 10);
    }
}

/* Labels of the debug information (.Ltmp) are no place to go to. */
static bool is_label(const char *s, size_t len)
{
    return *s != '\t' && *s != '#' && *s != ' ' && memchr(s, ':', len) != NULL &&
           strncmp(s, ".Ltmp", 5) != 0 && strncmp(s, ".Lfunc", 6) != 0;
}

static bool is_function(const struct counting *c, const char *label, char name[256])
{
    char type[300];
    snprintf(name, 256, "%.*s", (int)strcspn(label, ":"), label);
    snprintf(type, sizeof type, "\t.type\t%s,@function", name);
    return strstr(c->text, type) != NULL;
}

static bool take_line(struct counting *c, const char *line, size_t len, struct error *err)
{
    char name[256];
    if (line[0] == '\t' && line[1] >= 'a' && line[1] <= 'z')
        return instruction(c, line, len, err);
    if (is_label(line, len)) {
        end_piece(c);
        sbuf_add(c->out, line, len);
        if (is_function(c, line, name))
            begin_function(c, name);
        return true;
    }
    if (line[0] == '\t' && line[1] == '.')
        directive(c, line, len);
    sbuf_add(&c->piece, line, len);
    return true;
}

bool count_prepare(const char *text, const char *path, struct sbuf *out, struct error *err)
{
    struct counting c = {.text = text, .path = path, .out = out, .main_file = 1};
    bool ok = true;
    for (const char *line = text; ok && *line != '\0';) {
        const char *end = strchr(line, '\n');
        size_t len = end != NULL ? (size_t)(end - line) + 1 : strlen(line);
        ok = take_line(&c, line, len, err);
        line += len;
    }
    end_piece(&c);
    sbuf_puts(out, "\t.text\n.Lumbel_end:\n"
                   "\t.pushsection\t.data.rel.ro.umbel_sites,\"aw\",@progbits\n"
                   "\t.quad\t.Lumbel_end, 0, 0\n\t.popsection\n");
    sbuf_free(&c.piece);
    return ok;
}
