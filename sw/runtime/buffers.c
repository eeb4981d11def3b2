/* The buffers of a launch file and their first contents. */
#include "sw/runtime/internal.h"
#include "sw/runtime/value.h"

#include "sw/util/arena.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct buffer_at { /* one buffer being read */
    struct reader *r;
    const struct raw_buffer *raw;
    const yaml_node_t *node;
    struct launch_buffer *out;
};

static const yaml_node_t *field(const struct buffer_at *b, const char *key)
{
    return value_of(b->r, b->node, key);
}

/* A field that another `init` would use is a mistake, not a spare. */
static bool refuse(const struct buffer_at *b, const char *key, const char *text, const char *init)
{
    if (text == NULL)
        return true;
    return at_node(b->r, field(b, key), "field '%s' needs 'init: %s'; remove one", key, init);
}

static bool check_fields(const struct buffer_at *b)
{
    const struct raw_buffer *raw = b->raw;
    bool random = raw->init == RAW_RANDOM, iota = raw->init == RAW_IOTA;
    bool file = raw->init == RAW_FILE;
    if (file && raw->path == NULL)
        return at_node(b->r, b->node, "'init: file' needs a field 'path'; add it");
    return (random ||
            (refuse(b, "low", raw->low, "random") && refuse(b, "high", raw->high, "random"))) &&
           (iota ||
            (refuse(b, "start", raw->start, "iota") && refuse(b, "step", raw->step, "iota"))) &&
           (file || refuse(b, "path", raw->path, "file"));
}

static bool read_name(const struct buffer_at *b, size_t i)
{
    const char *name = b->raw->name;
    const yaml_node_t *at = field(b, "name");
    if (!expr_is_name(name))
        return at_node(b->r, at, "buffer '%.60s' is no name; use letters, digits and _", name);
    for (size_t j = 0; j < i; j++)
        if (strcmp(b->r->out->buffers[j].name, name) == 0)
            return at_node(b->r, at,
                           "buffer '%.60s' is declared twice, first at line %d; rename one", name,
                           b->r->out->buffers[j].line);
    b->out->name = xstrdup(name);
    return true;
}

static bool read_count(const struct buffer_at *b, uint64_t *count)
{
    struct reader *r = b->r;
    uint32_t size = value_bytes(b->raw->type);
    int64_t n = 0;
    if (!read_int(r, b->raw->count, field(b, "count"), "count", 1, (int64_t)(r->max_bytes / size),
                  0, &n))
        return false;
    *count = (uint64_t)n;
    b->out->bytes = *count * size;
    r->total_bytes += b->out->bytes;
    if (r->total_bytes > LAUNCH_MAX_TOTAL)
        return at_node(r, field(b, "count"),
                       "all buffers together exceed %llu bytes; make them smaller",
                       LAUNCH_MAX_TOTAL);
    return true;
}

static bool read_value(const struct buffer_at *b, const char *key, const char *text,
                       double otherwise, struct value *v)
{
    *v = (struct value){(int64_t)otherwise, otherwise};
    if (text == NULL)
        return true;
    char why[EXPR_WHY];
    return value_read(b->raw->type, text, &b->r->vars, v, why) ||
           at_node(b->r, field(b, key), "%s: %s", key, why);
}

static bool read_random(const struct buffer_at *b, struct contents *c)
{
    const struct raw_buffer *raw = b->raw;
    bool real = value_is_real(raw->type);
    c->any = !real && raw->low == NULL && raw->high == NULL;
    if (!real && (raw->low == NULL) != (raw->high == NULL))
        return at_node(b->r, b->node,
                       "random integers need both 'low' and 'high', or neither; add one");
    if (!read_value(b, "low", raw->low, 0, &c->a) || !read_value(b, "high", raw->high, 1, &c->b))
        return false;
    if (real && !(isfinite(c->a.r) && isfinite(c->b.r)))
        return at_node(b->r, field(b, raw->low != NULL && !isfinite(c->a.r) ? "low" : "high"),
                       "random numbers lie between two numbers; 'nan' and 'inf' are none");
    if (value_above(raw->type, c->a, c->b))
        return at_node(b->r, field(b, raw->low != NULL ? "low" : "high"),
                       "'low' is above 'high'; swap them");
    c->key = contents_key(b->r->seed, raw->name);
    return true;
}

static bool read_bytes(const struct buffer_at *b, const char *path)
{
    const yaml_node_t *at = field(b, "path");
    struct stat st;
    /* Looked at before it is opened: opening a pipe would wait for its writer. */
    if (stat(path, &st) != 0)
        return at_node(b->r, at, "%s: cannot be read: %s; name a file", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return at_node(b->r, at, "%s: is not a file; name one", path);
    if ((uint64_t)st.st_size < b->out->bytes)
        return at_node(b->r, at, "%s: has %lld bytes, the buffer %llu; lower 'count' or give more",
                       path, (long long)st.st_size, (unsigned long long)b->out->bytes);
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return at_node(b->r, at, "%s: cannot be read: %s; name a file", path, strerror(errno));
    b->out->init = xcalloc(1, b->out->bytes);
    bool ok = fread(b->out->init, 1, b->out->bytes, f) == b->out->bytes;
    fclose(f);
    b->out->input = xstrdup(path);
    b->out->input_sum = sha256_of(b->out->init, b->out->bytes);
    return ok || at_node(b->r, at, "%s: cannot be read to its end", path);
}

static bool read_contents(const struct buffer_at *b, uint64_t count)
{
    const struct raw_buffer *raw = b->raw;
    struct contents c = {.type = raw->type, .count = count, .init = raw->init};
    if (raw->init == RAW_FILE) {
        char *path = join_path(b->r->dir, raw->path);
        bool ok = read_bytes(b, path);
        free(path);
        return ok;
    }
    if (raw->init == RAW_RANDOM && !read_random(b, &c))
        return false;
    if (raw->init == RAW_IOTA && (!read_value(b, "start", raw->start, 0, &c.a) ||
                                  !read_value(b, "step", raw->step, 1, &c.b)))
        return false;
    b->out->init = xcalloc(1, b->out->bytes);
    if (raw->init != RAW_ZERO)
        contents_fill(&c, b->out->init);
    return true;
}

bool read_buffers(struct reader *r)
{
    const struct raw_file *raw = r->raw;
    yaml_node_t *list = value_of(r, root_of(r), "buffers");
    r->out->n_buffers = raw->n_buffers;
    r->out->buffers = xcalloc(raw->n_buffers, sizeof *r->out->buffers);
    for (size_t i = 0; i < raw->n_buffers; i++) {
        struct buffer_at b = {r, &raw->buffers[i], yaml_doc_item(&r->doc, list, i),
                              &r->out->buffers[i]};
        uint64_t count;
        b.out->line = (int)b.node->start_mark.line + 1;
        b.out->racy = b.raw->racy;
        if (b.raw->output != NULL)
            b.out->output = xstrdup(b.raw->output);
        if (!check_fields(&b) || !read_name(&b, i) || !read_count(&b, &count) ||
            !read_contents(&b, count))
            return false;
    }
    return true;
}
