/* Reads a launch file: its shape (schema.c), then its meaning (sizes.c, buffers.c, steps.c). */
#include "sw/runtime/internal.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *join_path(const char *dir, const char *path)
{
    if (path[0] == '/' || dir[0] == '\0')
        return xstrdup(path);
    struct sbuf s = {0};
    sbuf_printf(&s, "%s/%s", dir, path);
    return s.text;
}

/* The folder of a file, "" for the current one. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *dir = xstrdup(path);
    dir[slash == NULL ? 0 : slash == path ? 1 : slash - path] = '\0';
    return dir;
}

yaml_node_t *root_of(struct reader *r)
{
    return yaml_document_get_root_node(&r->doc);
}

yaml_node_t *value_of(struct reader *r, const yaml_node_t *mapping, const char *key)
{
    return yaml_doc_get(&r->doc, mapping, key, strlen(key), NULL);
}

bool at_node(const struct reader *r, const yaml_node_t *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error_at(r->err, r->name, at->start_mark.line + 1, at->start_mark.column + 1, fmt, ap);
    va_end(ap);
    return false;
}

/* Loads the tree and the structure that libcyaml makes of it. Call reader_close() even on false. */
static bool reader_open(struct reader *r, const char *text, size_t len)
{
    if (!yaml_doc_load(&r->doc, text, len, r->name, r->err))
        return false;
    r->raw = raw_load(&r->doc, text, len, r->name, r->err);
    return r->raw != NULL;
}

static void reader_close(struct reader *r)
{
    free(r->first_step);
    raw_free(r->raw);
    yaml_document_delete(&r->doc);
}

bool read_int(struct reader *r, const char *text, const yaml_node_t *node, const char *what,
              int64_t low, int64_t high, int64_t otherwise, int64_t *value)
{
    *value = otherwise;
    if (text == NULL)
        return true;
    char why[EXPR_WHY];
    if (!expr_eval(text, &r->vars, value, why))
        return at_node(r, node, "%s: %s", what, why);
    if (*value < low || *value > high)
        return at_node(r, node, "%s is %lld; it must be %lld to %lld", what, (long long)*value,
                       (long long)low, (long long)high);
    return true;
}

static bool ends_with(const char *text, const char *ending)
{
    const char *dot = strrchr(text, '.');
    return dot != NULL && strcmp(dot, ending) == 0;
}

/* The kernel's file, and the host program's. */
static bool read_files(struct reader *r)
{
    const char *source = r->raw->source, *host = r->raw->host;
    if (!ends_with(source, ".cu") && !ends_with(source, ".ptx"))
        return at_node(r, value_of(r, root_of(r), "source"),
                       "source '%.100s' is neither .cu nor .ptx; name a kernel's file", source);
    r->out->source = join_path(r->dir, source);
    if (host == NULL)
        return true;
    if (!ends_with(host, ".c"))
        return at_node(r, value_of(r, root_of(r), "host"),
                       "host '%.100s' is not .c; name a file of C whose functions the host runs",
                       host);
    r->out->host = join_path(r->dir, host);
    return true;
}

static bool read_meaning(struct reader *r, const char *size)
{
    if (!read_size(r, size) || !read_files(r))
        return false;
    r->out->about = xstrdup(r->raw->about);
    r->out->needs_coherence = r->raw->needs == RAW_COHERENCE;
    return read_buffers(r) && read_steps(r) && read_copies(r);
}

struct launch *launch_parse_within(const char *text, size_t len, const char *name, const char *dir,
                                   const char *size, uint64_t seed,
                                   const struct launch_limits *limits, struct error *err)
{
    struct reader r = {.name = name, .dir = dir, .seed = seed, .limits = limits, .err = err};
    if (reader_open(&r, text, len)) {
        r.out = xcalloc(1, sizeof *r.out);
        r.out->path = xstrdup(name);
        r.out->sum = sha256_of(text, len);
        if (!read_meaning(&r, size)) {
            launch_free(r.out);
            r.out = NULL;
        }
    }
    reader_close(&r);
    return r.out;
}

struct launch *launch_parse(const char *text, size_t len, const char *name, const char *size,
                            uint64_t seed, struct error *err)
{
    const struct launch_limits limits = {LAUNCH_MAX_BUFFER, LAUNCH_MAX_TOTAL, UINT64_MAX};
    return launch_parse_within(text, len, name, "", size, seed, &limits, err);
}

struct launch *launch_load(const char *path, const char *size, uint64_t seed, uint64_t memory,
                           struct error *err)
{
    const struct launch_limits limits = {LAUNCH_MAX_BUFFER, LAUNCH_MAX_TOTAL, memory};
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return NULL;
    char *dir = folder_of(path);
    struct launch *l = launch_parse_within(text, len, path, dir, size, seed, &limits, err);
    free(dir);
    free(text);
    return l;
}

void launch_free(struct launch *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->n_buffers; i++) {
        free(l->buffers[i].name);
        free(l->buffers[i].init);
        free(l->buffers[i].input);
        free(l->buffers[i].output);
    }
    for (size_t i = 0; i < l->n_steps; i++) {
        free(l->steps[i].entry);
        free(l->steps[i].args);
    }
    for (size_t i = 0; i < l->n_parameters; i++)
        free(l->parameters[i].name);
    free(l->parameters);
    free(l->buffers);
    free(l->steps);
    free(l->copies);
    free(l->path);
    free(l->about);
    free(l->source);
    free(l->host);
    free(l->size);
    free(l);
}

static char *size_names(struct reader *r)
{
    struct sbuf s = {0};
    sbuf_puts(&s, "");
    const yaml_node_t *sizes = value_of(r, root_of(r), "sizes");
    if (sizes == NULL || sizes->type != YAML_MAPPING_NODE)
        return s.text;
    const yaml_node_pair_t *first = sizes->data.mapping.pairs.start;
    for (const yaml_node_pair_t *p = first; p < sizes->data.mapping.pairs.top; p++)
        sbuf_printf(&s, "%s%s", p == first ? "" : " ",
                    yaml_doc_text(yaml_document_get_node(&r->doc, p->key)));
    return s.text;
}

bool launch_describe(const char *path, char **about, char **sizes, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    struct reader r = {.name = path, .err = err};
    bool ok = reader_open(&r, text, len);
    if (ok) {
        *about = xstrdup(r.raw->about);
        *sizes = size_names(&r);
    }
    reader_close(&r);
    free(text);
    return ok;
}
