/* The launch file as a whole: read, shape (schema.c), then meaning (sizes.c, buffers.c, steps.c).*/
#include "sw/runtime/internal.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

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

bool read_int(struct reader *r, const char *text, const yaml_node_t *node, const char *what,
              int64_t low, int64_t high, int64_t otherwise, int64_t *value)
{
    *value = otherwise;
    if (text == NULL)
        return true;
    char why[EXPR_WHY];
    if (!expr_eval(text, &r->vars, value, why))
        return yaml_error(&r->yaml, node, r->err, "%s: %s", what, why);
    if (*value < low || *value > high)
        return yaml_error(&r->yaml, node, r->err, "%s is %lld; it must be %lld to %lld", what,
                          (long long)*value, (long long)low, (long long)high);
    return true;
}

static bool read_meaning(struct reader *r, const char *size)
{
    yaml_node_t *root = yaml_root(&r->yaml);
    if (!read_size(r, size))
        return false;
    const char *source = r->raw->source, *dot = strrchr(source, '.');
    if (dot == NULL || (strcmp(dot, ".cu") != 0 && strcmp(dot, ".ptx") != 0))
        return yaml_error(&r->yaml, yaml_value_of(&r->yaml, root, "source"), r->err,
                          "source '%.100s' is neither .cu nor .ptx; name a kernel's file", source);
    r->out->about = xstrdup(r->raw->about);
    r->out->source = join_path(r->dir, source);
    return read_buffers(r) && read_steps(r);
}

struct launch *launch_parse_within(const char *text, size_t len, const char *name, const char *dir,
                                   const char *size, uint64_t seed, uint64_t max_bytes,
                                   struct error *err)
{
    struct reader r = {.dir = dir, .seed = seed, .max_bytes = max_bytes, .err = err};
    if (!yaml_open(&r.yaml, text, len, name, err))
        return NULL;
    r.raw = raw_load(&r.yaml, err);
    if (r.raw != NULL) {
        r.out = xcalloc(1, sizeof *r.out);
        r.out->path = xstrdup(name);
        if (!read_meaning(&r, size)) {
            launch_free(r.out);
            r.out = NULL;
        }
        raw_free(r.raw);
    }
    yaml_close(&r.yaml);
    return r.out;
}

struct launch *launch_parse(const char *text, size_t len, const char *name, const char *size,
                            uint64_t seed, struct error *err)
{
    return launch_parse_within(text, len, name, "", size, seed, LAUNCH_MAX_BUFFER, err);
}

struct launch *launch_load(const char *path, const char *size, uint64_t seed, struct error *err)
{
    size_t len;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return NULL;
    char *dir = folder_of(path);
    struct launch *l =
        launch_parse_within(text, len, path, dir, size, seed, LAUNCH_MAX_BUFFER, err);
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
        free(l->buffers[i].output);
    }
    for (size_t i = 0; i < l->n_steps; i++) {
        free(l->steps[i].entry);
        free(l->steps[i].args);
    }
    free(l->buffers);
    free(l->steps);
    free(l->path);
    free(l->about);
    free(l->source);
    free(l->size);
    free(l);
}

static char *size_names(struct yaml_file *f)
{
    struct sbuf s = {0};
    sbuf_puts(&s, "");
    const yaml_node_t *sizes = yaml_value_of(f, yaml_root(f), "sizes");
    if (sizes == NULL || sizes->type != YAML_MAPPING_NODE)
        return s.text;
    const yaml_node_pair_t *first = sizes->data.mapping.pairs.start;
    for (const yaml_node_pair_t *p = first; p < sizes->data.mapping.pairs.top; p++)
        sbuf_printf(&s, "%s%s", p == first ? "" : " ",
                    yaml_text(yaml_document_get_node(&f->doc, p->key)));
    return s.text;
}

bool launch_describe(const char *path, char **about, char **sizes, struct error *err)
{
    size_t len;
    struct yaml_file f;
    char *text = file_read(path, &len, err);
    if (text == NULL)
        return false;
    bool ok = false;
    if (yaml_open(&f, text, len, path, err)) {
        struct raw_file *raw = raw_load(&f, err);
        if (raw != NULL) {
            *about = xstrdup(raw->about);
            *sizes = size_names(&f);
            raw_free(raw);
            ok = true;
        }
        yaml_close(&f);
    }
    free(text);
    return ok;
}
