/* The copies of a launch file. */
#include "sw/runtime/internal.h"
#include "sw/runtime/value.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* "packages", "host", or the number of a home. */
static bool read_target(struct reader *r, const struct raw_copy *raw, const yaml_node_t *node,
                        struct launch_copy *c)
{
    int64_t home = 0;
    if (strcmp(raw->to, "packages") == 0 || strcmp(raw->to, "host") == 0) {
        c->to = raw->to[0] == 'p' ? LAUNCH_TO_PACKAGES : LAUNCH_TO_HOST;
        return true;
    }
    if (!read_int(r, raw->to, value_of(r, node, "to"), "to: neither packages nor host", 0,
                  LAUNCH_MAX_HOME, 0, &home))
        return false;
    c->to = (int32_t)home;
    return true;
}

/* `before: N` is before launch N of the file, the first of which is 1; `after: N` is after it and
 * all its repeats. */
static bool read_when(struct reader *r, const struct raw_copy *raw, const yaml_node_t *node,
                      struct launch_copy *c)
{
    bool before = raw->before != NULL;
    int64_t n = 0;
    if (before == (raw->after != NULL))
        return at_node(r, node, "a copy needs either 'before' or 'after'; give one");
    const char *when = before ? "before" : "after";
    if (!read_int(r, before ? raw->before : raw->after, value_of(r, node, when), when, 1,
                  r->raw->n_launches, 1, &n))
        return false;
    c->step = r->first_step[before ? n - 1 : n];
    return true;
}

/* `count` elements from element `first` on; all that follow, all of the buffer, unless given. */
static bool read_part(struct reader *r, const struct raw_copy *raw, const yaml_node_t *node,
                      struct launch_copy *c)
{
    const uint64_t size = value_bytes(r->raw->buffers[c->buffer].type);
    const int64_t n = (int64_t)(r->out->buffers[c->buffer].bytes / size);
    int64_t first = 0, count = 0;
    if (!read_int(r, raw->first, value_of(r, node, "first"), "first", 0, n - 1, 0, &first) ||
        !read_int(r, raw->count, value_of(r, node, "count"), "count", 1, n - first, n - first,
                  &count))
        return false;
    c->from = (uint64_t)first * size;
    c->bytes = (uint64_t)count * size;
    return true;
}

static bool read_copy(struct reader *r, const struct raw_copy *raw, const yaml_node_t *node,
                      struct launch_copy *c)
{
    c->line = (int)node->start_mark.line + 1;
    c->column = (int)node->start_mark.column + 1;
    c->buffer = find_buffer(r, value_of(r, node, "buffer"), raw->buffer);
    return c->buffer >= 0 && read_part(r, raw, node, c) && read_target(r, raw, node, c) &&
           read_when(r, raw, node, c);
}

bool read_copies(struct reader *r)
{
    const yaml_node_t *list = value_of(r, root_of(r), "copies");
    struct launch *l = r->out;
    l->copies = xcalloc(r->raw->n_copies, sizeof *l->copies);
    l->n_copies = r->raw->n_copies;
    for (unsigned i = 0; i < r->raw->n_copies; i++)
        if (!read_copy(r, &r->raw->copies[i], yaml_doc_item(&r->doc, list, i), &l->copies[i]))
            return false;
    return true;
}
