/* Reads the module header of a hand-written cell: one ANSI-style parameter or port per line. */
#include "gen/hdl/internal.h"
#include "sw/util/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct hdl_design *d;
    const char *path;
    struct error *err;
    struct hdl *m; /* NULL until the line with `module` */
    int line;
};

static bool fail(const struct reader *r, const char *what)
{
    return error_set(r->err, "%s:%d: %s", r->path, r->line, what);
}

/* Replaces comments by blanks but keeps line ends, so that line numbers stay right. */
static void strip_comments(char *text)
{
    bool quoted = false;
    for (char *p = text; *p != '\0'; p++) {
        if (*p == '"' && (p == text || p[-1] != '\\'))
            quoted = !quoted;
        if (quoted || p[0] != '/' || (p[1] != '/' && p[1] != '*'))
            continue;
        bool block = p[1] == '*';
        const char *end = block ? strstr(p + 2, "*/") : p + strcspn(p, "\n");
        end = end == NULL ? p + strlen(p) : end + (block ? 2 : 0);
        for (; p < end; p++)
            if (*p != '\n')
                *p = ' ';
        p--;
    }
}

static char *skip_space(char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

static bool take_word(char **p, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*p, word, n) != 0 || isalnum((unsigned char)(*p)[n]) || (*p)[n] == '_')
        return false;
    *p = skip_space(*p + n);
    return true;
}

static const char *take_name(const struct reader *r, char **p)
{
    size_t n = 0;
    while (isalnum((unsigned char)(*p)[n]) || (*p)[n] == '_')
        n++;
    const char *name = arena_strndup(&r->d->arena, *p, n);
    *p = skip_space(*p + n);
    return name_is_plain(name) ? name : NULL;
}

/* "[W-1:0]" to "W"; NULL when the range has another form. */
static const char *take_range(const struct reader *r, char **p)
{
    if (**p != '[')
        return "1";
    char *end = strchr(*p, ']');
    if (end == NULL)
        return NULL;
    char *msb = arena_strndup(&r->d->arena, *p + 1, (size_t)(end - *p - 1));
    *p = skip_space(end + 1);
    char *colon = strrchr(msb, ':');
    if (colon == NULL || strcmp(skip_space(colon + 1), "0") != 0)
        return NULL;
    while (colon > msb && isspace((unsigned char)colon[-1]))
        colon--;
    *colon = '\0';
    size_t n = strlen(msb);
    if (n > 0 && msb[strspn(msb, "0123456789")] == '\0')
        return arena_printf(&r->d->arena, "%d", atoi(msb) + 1);
    if (n < 2 || msb[n - 1] != '1')
        return arena_printf(&r->d->arena, "%s + 1", msb);
    size_t at = n - 1;
    while (at > 0 && msb[at - 1] == ' ')
        at--;
    if (at == 0 || msb[at - 1] != '-')
        return arena_printf(&r->d->arena, "%s + 1", msb);
    at--;
    while (at > 0 && msb[at - 1] == ' ')
        at--;
    return arena_strndup(&r->d->arena, msb, at);
}

static bool declare(const struct reader *r, enum symbol_kind kind, const char *name,
                    const char *width, const char *value)
{
    if (names_get(&r->m->symbols, name) != NULL)
        return fail(r, "a name is declared twice; rename one");
    struct symbol *s = ARENA_NEW(&r->d->arena, struct symbol);
    *s = (struct symbol){.name = name,
                         .kind = kind,
                         .width = width,
                         .value = value,
                         .scope = r->m->root,
                         .at = {r->m->at.file, r->line}};
    names_put(&r->m->symbols, name, s);
    if (kind != SYM_IN && kind != SYM_OUT)
        return true;
    struct header *h = ARENA_NEW(&r->d->arena, struct header);
    h->symbol = s;
    if (r->m->ports.last == NULL)
        r->m->ports.first = h;
    else
        r->m->ports.last->next = h;
    r->m->ports.last = h;
    return true;
}

static bool read_param(const struct reader *r, enum symbol_kind kind, char *p)
{
    while (take_word(&p, "integer") || take_word(&p, "signed"))
        ;
    if (take_range(r, &p) == NULL)
        return fail(r, "the parameter's range is not of the form [N-1:0]");
    const char *name = take_name(r, &p);
    if (name == NULL || *p != '=')
        return fail(r, "not of the form: parameter NAME = VALUE,");
    p = skip_space(p + 1);
    size_t n = strlen(p);
    while (n > 0 && (isspace((unsigned char)p[n - 1]) || p[n - 1] == ','))
        n--;
    const char *value = arena_strndup(&r->d->arena, p, n);
    if (n == 0 || strstr(value, "parameter ") != NULL)
        return fail(r, "write one parameter a line, each with its value");
    return declare(r, kind, name, NULL, value);
}

static bool read_port(const struct reader *r, enum symbol_kind kind, char *p)
{
    while (take_word(&p, "wire") || take_word(&p, "reg") || take_word(&p, "signed"))
        ;
    const char *width = take_range(r, &p);
    if (width == NULL)
        return fail(r, "the port's range is not of the form [N-1:0]");
    const char *name = take_name(r, &p);
    if (name == NULL)
        return fail(r, "not of the form: input wire [N-1:0] name,");
    if (*p == ',')
        p = skip_space(p + 1);
    if (*p != '\0')
        return fail(r, "write one port a line, and the closing bracket on a line of its own");
    return declare(r, kind, name, width, NULL);
}

static bool begin_module(struct reader *r, char *p)
{
    const char *name = take_name(r, &p);
    if (name == NULL)
        return fail(r, "the module has no name");
    r->m = hdl_module_alloc(r->d, name);
    r->m->leaf = true;
    r->m->ended = true;
    r->m->at = (struct hdl_at){arena_strdup(&r->d->arena, r->path), r->line};
    return true;
}

/* One line of the header; `done` when it ends there. */
static bool read_line(struct reader *r, char *p, bool *done)
{
    p = skip_space(p);
    if (r->m == NULL) {
        if (!take_word(&p, "module"))
            return true;
        if (!begin_module(r, p))
            return false;
        *done = strchr(p, ';') != NULL;
        return true;
    }
    if (take_word(&p, "parameter"))
        return read_param(r, SYM_PARAM, p);
    if (take_word(&p, "localparam"))
        return read_param(r, SYM_LOCALPARAM, p);
    if (take_word(&p, "input"))
        return read_port(r, SYM_IN, p);
    if (take_word(&p, "output"))
        return read_port(r, SYM_OUT, p);
    *done = strchr(p, ';') != NULL;
    if (p[strspn(p, "()#; \t\r")] != '\0')
        return fail(r, "not understood in a module header; write one parameter, input or output a "
                       "line");
    return true;
}

static bool read_header(struct reader *r, char *text)
{
    bool done = false;
    strip_comments(text);
    while (text != NULL && !done) {
        char *line = text;
        text = strchr(line, '\n');
        if (text != NULL)
            *text++ = '\0';
        r->line++;
        if (!read_line(r, line, &done))
            return false;
    }
    if (r->m == NULL) {
        error_set(r->err, "%s: no module in the file; write one", r->path);
        return false;
    }
    if (!done)
        error_set(r->err, "%s: the module header does not end; close it with );", r->path);
    return done;
}

static bool add(const struct reader *r, const char *text)
{
    const struct hdl *old = names_get(&r->d->modules, r->m->name);
    if (old == NULL) {
        r->m->text = arena_strdup(&r->d->arena, text);
        names_put(&r->d->modules, r->m->name, r->m);
        hdl_list_add(&r->d->leaves, r->m);
        return true;
    }
    if (old->leaf && strcmp(old->text, text) == 0)
        return true;
    return error_set(r->err, "%s:%d: module %s exists already, from %s:%d; rename one", r->path,
                     r->m->at.line, r->m->name, old->at.file, old->at.line);
}

bool hdl_leaf(struct hdl_design *d, const char *path, struct error *err)
{
    size_t len = 0;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    struct reader r = {.d = d, .path = path, .err = err};
    char *header = xstrdup(text);
    bool ok = read_header(&r, header) && add(&r, text);
    free(header);
    free(text);
    return ok;
}
