/*
 * The launches of a launch file: of kernels, and steps of the host. A repeated one becomes as many
 * steps.
 */
#include "sw/runtime/internal.h"
#include "sw/runtime/value.h"

#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ENTRY = 255 };

/* Limits of CUDA: x, y, z. */
static const int64_t max_grid[3] = {2147483647, 65535, 65535};
static const int64_t max_block[3] = {1024, 1024, 64};

static bool read_dim(struct reader *r, const yaml_node_t *step, const char *key, char **text,
                     unsigned n, const int64_t max[3], struct simt_dim *dim)
{
    const yaml_node_t *list = value_of(r, step, key);
    uint32_t v[3] = {1, 1, 1};
    for (unsigned i = 0; i < n && i < 3; i++) {
        int64_t value = 0;
        if (!read_int(r, text[i], yaml_doc_item(&r->doc, list, i), key, 1, max[i], 1, &value))
            return false;
        v[i] = (uint32_t)value;
    }
    *dim = (struct simt_dim){v[0], v[1], v[2]};
    return true;
}

static bool no_such_buffer(struct reader *r, const yaml_node_t *at, const char *name)
{
    struct sbuf s = {0};
    for (size_t i = 0; i < r->out->n_buffers; i++)
        sbuf_printf(&s, "%s%s", i > 0 ? ", " : "", r->out->buffers[i].name);
    at_node(r, at, "buffer '%.60s' is not declared; declared: %.400s", name,
            s.len > 0 ? sbuf_str(&s) : "none");
    sbuf_free(&s);
    return false;
}

int find_buffer(struct reader *r, const yaml_node_t *at, const char *name)
{
    for (size_t i = 0; i < r->out->n_buffers; i++)
        if (strcmp(r->out->buffers[i].name, name) == 0)
            return (int)i;
    no_such_buffer(r, at, name);
    return -1;
}

/* The name of a buffer, or "TYPE VALUE". */
static bool read_arg(struct reader *r, const yaml_node_t *at, const char *text,
                     struct launch_arg *arg)
{
    size_t word = strcspn(text, " \t");
    int type = raw_type_of(text, word);
    if (type >= 0) {
        struct value v;
        char why[EXPR_WHY];
        if (!value_read((enum raw_type)type, text + word, &r->vars, &v, why))
            return at_node(r, at, "argument '%.60s': %s", text, why);
        arg->buffer = -1;
        arg->bytes = (uint8_t)value_bytes((enum raw_type)type);
        arg->is_real = type == RAW_F32 || type == RAW_F64;
        arg->value = value_bits((enum raw_type)type, v);
        return true;
    }
    if (text[word] != '\0')
        return at_node(
            r, at, "argument '%.60s' is neither a buffer nor 'TYPE VALUE'; write \"u32 4\"", text);
    *arg = (struct launch_arg){.buffer = find_buffer(r, at, text), .bytes = 8};
    return arg->buffer >= 0;
}

static bool read_args(struct reader *r, const yaml_node_t *node, const struct raw_launch *raw,
                      struct launch_step *out)
{
    const yaml_node_t *list = value_of(r, node, "args");
    out->args = xcalloc(raw->n_args, sizeof *out->args);
    out->n_args = raw->n_args;
    for (unsigned i = 0; i < raw->n_args; i++)
        if (!read_arg(r, yaml_doc_item(&r->doc, list, i), raw->args[i], &out->args[i]))
            return false;
    return true;
}

/* Grid, block and shared memory of a kernel. */
static bool read_shape(struct reader *r, const yaml_node_t *node, const struct raw_launch *raw,
                       struct launch_step *out)
{
    int64_t shared = 0;
    if (!read_dim(r, node, "grid", raw->grid, raw->n_grid, max_grid, &out->grid) ||
        !read_dim(r, node, "block", raw->block, raw->n_block, max_block, &out->block))
        return false;
    uint64_t threads = (uint64_t)out->block.x * out->block.y * out->block.z;
    if (threads > LAUNCH_MAX_THREADS)
        return at_node(r, value_of(r, node, "block"),
                       "a block of %llu threads; at most %d, use a larger grid",
                       (unsigned long long)threads, LAUNCH_MAX_THREADS);
    if (!read_int(r, raw->shared, value_of(r, node, "shared"), "shared", 0, 1 << 20, 0, &shared))
        return false;
    out->shared_bytes = (uint32_t)shared;
    return true;
}

/* A kernel needs the first three of these; the host has none of the four. */
static const char *const of_kernels[] = {"entry", "grid", "block", "shared"};
enum { NEEDED = 3, OF_KERNELS = 4 };

static bool fields_agree(struct reader *r, const yaml_node_t *node, bool is_host)
{
    for (int i = 0; i < OF_KERNELS; i++) {
        const yaml_node_t *value = value_of(r, node, of_kernels[i]);
        if (is_host && value != NULL)
            return at_node(r, value,
                           "'%s' is of kernels, and this launch is a step of the host; remove it "
                           "or 'host'",
                           of_kernels[i]);
        if (!is_host && value == NULL && i < NEEDED)
            return at_node(r, node,
                           "%s is missing; a launch has entry, grid and block, or host, the name "
                           "of a function",
                           of_kernels[i]);
    }
    if (is_host && r->out->host == NULL)
        return at_node(r, value_of(r, node, "host"),
                       "a step of the host, but the file names no host program; add 'host: FILE.c' "
                       "beside 'source'");
    return true;
}

static bool read_step(struct reader *r, const yaml_node_t *node, const struct raw_launch *raw,
                      struct launch_step *out, int64_t *repeat)
{
    out->line = (int)node->start_mark.line + 1;
    out->column = (int)node->start_mark.column + 1;
    out->is_host = raw->host != NULL;
    if (!fields_agree(r, node, out->is_host))
        return false;
    const char *key = out->is_host ? "host" : "entry",
               *name = out->is_host ? raw->host : raw->entry;
    if (strlen(name) > MAX_ENTRY) /* it is copied for every repeat */
        return at_node(r, value_of(r, node, key),
                       "the %s's name is longer than %d letters; shorten it",
                       out->is_host ? "function" : "entry", MAX_ENTRY);
    out->entry = xstrdup(name);
    return (out->is_host || read_shape(r, node, raw, out)) &&
           read_int(r, raw->repeat, value_of(r, node, "repeat"), "repeat", 0, LAUNCH_MAX_STEPS, 1,
                    repeat) &&
           read_args(r, node, raw, out);
}

/* The last step of the list comes so many times; 0: a size of the file has no such launch. */
static void repeat_step(struct launch *l, int64_t repeat)
{
    if (repeat == 0) {
        l->n_steps--;
        free(l->steps[l->n_steps].entry);
        free(l->steps[l->n_steps].args);
        return;
    }
    const struct launch_step *first = &l->steps[l->n_steps - 1];
    for (int64_t i = 1; i < repeat; i++) {
        struct launch_step *s = &l->steps[l->n_steps++];
        *s = *first;
        s->entry = xstrdup(first->entry);
        s->args = xcalloc(s->n_args, sizeof *s->args);
        if (s->n_args > 0)
            memcpy(s->args, first->args, s->n_args * sizeof *s->args);
    }
}

bool read_steps(struct reader *r)
{
    const yaml_node_t *list = value_of(r, root_of(r), "launches");
    r->first_step = xcalloc(r->raw->n_launches + 1, sizeof *r->first_step);
    for (unsigned i = 0; i < r->raw->n_launches; i++) {
        const yaml_node_t *node = yaml_doc_item(&r->doc, list, i);
        struct launch_step s = {0};
        int64_t repeat = 1;
        bool ok = read_step(r, node, &r->raw->launches[i], &s, &repeat);
        if (!ok)
            repeat = 1;
        /* Also after an error, so that launch_free frees it. */
        struct launch *l = r->out;
        size_t room = l->n_steps + (repeat > 0 ? (size_t)repeat : 1);
        l->steps = xrealloc(l->steps, room * sizeof *l->steps);
        l->steps[l->n_steps++] = s;
        if (!ok)
            return false;
        if (l->n_steps - 1 + (size_t)repeat > LAUNCH_MAX_STEPS)
            return at_node(r, node, "more than %d launches; repeat less", LAUNCH_MAX_STEPS);
        repeat_step(l, repeat);
        r->first_step[i + 1] = l->n_steps;
    }
    return r->out->n_steps > 0 || r->raw->n_launches == 0 ||
           at_node(r, list, "every launch has a repeat of 0; at least one must be made");
}
