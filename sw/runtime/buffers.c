/* The buffers of a launch file and their first contents. */
#include "sw/runtime/internal.h"
#include "sw/runtime/value.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* A field that only another `init` uses is refused: it is probably a mistake. */
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
    if (!read_int(r, b->raw->count, field(b, "count"), "count", 1,
                  (int64_t)(r->limits->buffer / size), 0, &n))
        return false;
    *count = (uint64_t)n;
    b->out->bytes = *count * size;
    return true;
}

static bool read_home(const struct buffer_at *b)
{
    int64_t home = LAUNCH_TO_PACKAGES;
    if (b->raw->home != NULL && strcmp(b->raw->home, "host") == 0) {
        b->out->home = LAUNCH_TO_HOST;
        return true;
    }
    if (!read_int(b->r, b->raw->home, field(b, "home"), "home", 0, LAUNCH_MAX_HOME, home, &home))
        return false;
    b->out->home = (int32_t)home;
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

/* Zeroed memory for a buffer; NULL and an error when there is none left. */
static uint8_t *memory_for(const struct buffer_at *b)
{
    uint8_t *bytes = calloc(1, b->out->bytes);
    if (bytes == NULL)
        at_node(b->r, field(b, "count"), "no memory left for the %llu bytes of buffer '%s'",
                (unsigned long long)b->out->bytes, b->out->name);
    return bytes;
}

enum { FILL_PART = 1 << 20 }; /* bytes between two checks whether to stop */

static bool stopped(const struct buffer_at *b)
{
    return process_stopped() && !at_node(b->r, b->node, "told to stop");
}

static bool read_parts(const struct buffer_at *b, const yaml_node_t *at, const char *path, int fd)
{
    for (uint64_t done = 0; done < b->out->bytes;) {
        uint64_t left = b->out->bytes - done;
        ssize_t n = read(fd, b->out->init + done, left < FILL_PART ? left : FILL_PART);
        if (stopped(b))
            return false;
        if (n == 0 || (n < 0 && errno != EINTR))
            return at_node(b->r, at, "%s: cannot be read to its end", path);
        done += n > 0 ? (uint64_t)n : 0;
    }
    return true;
}

static bool read_bytes(const struct buffer_at *b, const char *path)
{
    const yaml_node_t *at = field(b, "path");
    struct error why = {0};
    struct stat st;
    int fd = file_open(path, INT64_MAX, &why);
    if (fd < 0)
        return at_node(b->r, at, "%s", why.text);
    if (fstat(fd, &st) != 0) {
        int number = errno;
        close(fd);
        return at_node(b->r, at, "%s: cannot be read: %s", path, strerror(number));
    }
    bool ok = (uint64_t)st.st_size >= b->out->bytes ||
              at_node(b->r, at, "%s: has %lld bytes, the buffer %llu; lower 'count' or give more",
                      path, (long long)st.st_size, (unsigned long long)b->out->bytes);
    ok = ok && (b->out->init = memory_for(b)) != NULL && read_parts(b, at, path, fd);
    close(fd);
    if (ok)
        b->out->input_sum = sha256_of(b->out->init, b->out->bytes);
    return ok;
}

static bool fill(const struct buffer_at *b, const struct contents *c)
{
    const uint64_t part = FILL_PART / sizeof(uint64_t), size = value_bytes(c->type);
    for (uint64_t from = 0; from < c->count; from += part) {
        uint64_t n = c->count - from < part ? c->count - from : part;
        contents_fill(c, from, n, b->out->init + from * size);
        if (stopped(b))
            return false;
    }
    return true;
}

static bool read_contents(const struct buffer_at *b, uint64_t count)
{
    const struct raw_buffer *raw = b->raw;
    struct contents c = {.type = raw->type, .count = count, .init = raw->init};
    if (raw->init == RAW_FILE) {
        b->out->input = join_path(b->r->dir, raw->path);
        return read_bytes(b, b->out->input);
    }
    if (raw->init == RAW_RANDOM && !read_random(b, &c))
        return false;
    if (raw->init == RAW_IOTA && (!read_value(b, "start", raw->start, 0, &c.a) ||
                                  !read_value(b, "step", raw->step, 1, &c.b)))
        return false;
    b->out->init = memory_for(b);
    return b->out->init != NULL && (raw->init == RAW_ZERO || fill(b, &c));
}

/* Checks the sum of all buffers before any is filled: filling gigabytes takes seconds. */
static bool check_sum(struct reader *r, const yaml_node_t *list)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < r->out->n_buffers; i++) {
        sum += r->out->buffers[i].bytes;
        if (sum > r->limits->total)
            return at_node(r, value_of(r, yaml_doc_item(&r->doc, list, i), "count"),
                           "all buffers together exceed %llu bytes; make them smaller",
                           (unsigned long long)r->limits->total);
    }
    return sum <= r->limits->memory ||
           at_node(r, list,
                   "the buffers take %llu bytes together, and the system's memory has %llu; choose "
                   "a smaller size or raise umc.bytes",
                   (unsigned long long)sum, (unsigned long long)r->limits->memory);
}

static struct buffer_at buffer_at(struct reader *r, const yaml_node_t *list, size_t i)
{
    return (struct buffer_at){r, &r->raw->buffers[i], yaml_doc_item(&r->doc, list, i),
                              &r->out->buffers[i]};
}

bool read_buffers(struct reader *r)
{
    const size_t n = r->raw->n_buffers;
    yaml_node_t *list = value_of(r, root_of(r), "buffers");
    r->out->n_buffers = n;
    r->out->buffers = xcalloc(n, sizeof *r->out->buffers);
    uint64_t *counts = xcalloc(n, sizeof *counts);
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        struct buffer_at b = buffer_at(r, list, i);
        b.out->line = (int)b.node->start_mark.line + 1;
        b.out->column = (int)b.node->start_mark.column + 1;
        b.out->racy = b.raw->racy;
        b.out->written = b.raw->init != RAW_ZERO;
        if (b.raw->output != NULL)
            b.out->output = xstrdup(b.raw->output);
        ok = check_fields(&b) && read_name(&b, i) && read_count(&b, &counts[i]) && read_home(&b);
    }
    ok = ok && (n == 0 || check_sum(r, list));
    for (size_t i = 0; ok && i < n; i++) {
        struct buffer_at b = buffer_at(r, list, i);
        ok = read_contents(&b, counts[i]);
    }
    free(counts);
    return ok;
}
