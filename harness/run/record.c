#include "harness/run/record.h"

#include "harness/engine/monitors.h"
#include "harness/verilator/build.h"
#include "sw/ptx/ptx.h"
#include "sw/util/root.h"

#include <jansson.h>
#include <string.h>

/* A file that ships with Umbel has its path below the root, the same in every installation. */
static json_t *file(const char *path)
{
    size_t n = strlen(root_dir());
    return json_string(strncmp(path, root_dir(), n) == 0 && path[n] == '/' ? path + n + 1 : path);
}

static json_t *inputs(const struct launch *l)
{
    json_t *list = json_array();
    for (size_t i = 0; i < l->n_buffers; i++) {
        const struct launch_buffer *b = &l->buffers[i];
        if (b->input != NULL)
            json_array_append_new(list, json_pack("{s:s, s:o, s:I, s:s}", "buffer", b->name, "file",
                                                  file(b->input), "bytes", (json_int_t)b->bytes,
                                                  "sha256", b->input_sum.text));
    }
    return list;
}

static json_t *launch(const struct launch *l)
{
    json_t *parameters = json_object();
    for (size_t i = 0; i < l->n_parameters; i++)
        json_object_set_new(parameters, l->parameters[i].name,
                            json_integer((json_int_t)l->parameters[i].value));
    return json_pack("{s:o, s:s, s:s, s:o, s:o}", "file", file(l->path), "sha256", l->sum.text,
                     "size", l->size, "parameters", parameters, "inputs", inputs(l));
}

static json_t *kernel(const struct record_kernel *k)
{
    return json_pack("{s:o, s:s, s:s}", "file", file(k->source), "sha256", k->sum.text,
                     "ptx_sha256", k->ptx_sum.text);
}

static json_t *host(const struct record_kernel *k)
{
    return json_pack("{s:o, s:s, s:s}", "file", file(k->host), "sha256", k->host_sum.text,
                     "object_sha256", k->object_sum.text);
}

static json_t *options(const struct run_options *o)
{
    json_t *most =
        o->max_cycles > 0 ? json_integer((json_int_t)(o->max_cycles & INT64_MAX)) : json_null();
    /* With monitors no tile sleeps (monitors.h). */
    return json_pack("{s:o, s:b, s:b, s:b, s:b}", "max_cycles", most, "flat", o->flat, "idle_skip",
                     !o->never_sleep && !monitors_used(), "fast_math", o->fast_math, "monitors",
                     monitors_used());
}

static json_t *tools(bool compiled)
{
    char clang[PTX_COMPILER], verilator[VERILATOR_VERSION_TEXT];
    json_t *t = json_object();
    if (compiled && ptx_compiler(clang))
        json_object_set_new(t, "clang", json_string(clang));
    if (verilator_version(verilator))
        json_object_set_new(t, "verilator", json_string(verilator));
    return t;
}

/* Schema, system, options and tools. */
static void record_all(struct stats *s, const struct run_options *o, const struct system *sys,
                       bool compiled)
{
    stats_attach(s, "schema", json_integer(RECORD_SCHEMA));
    stats_attach(s, "system", system_json(sys));
    stats_attach(s, "options", options(o));
    stats_attach(s, "tools", tools(compiled));
}

void record_run(struct stats *s, const struct run_options *o, const struct system *sys,
                const struct launch *l, const struct record_kernel *k)
{
    record_all(s, o, sys, k->compiled || k->host != NULL);
    stats_attach(s, "launch", launch(l));
    stats_attach(s, "kernel", kernel(k));
    if (k->host != NULL)
        stats_attach(s, "host", host(k));
}

void record_program(struct stats *s, const struct run_options *o, const struct system *sys,
                    const struct record_program *p)
{
    json_t *files = json_array();
    for (size_t i = 0; i < p->n_files; i++) {
        struct sha256 sum = {0};
        struct error ignored = {0};
        json_t *f = json_pack("{s:o}", "file", file(p->files[i]));
        if (sha256_of_file(p->files[i], &sum, &ignored))
            json_object_set_new(f, "sha256", json_string(sum.text));
        json_array_append_new(files, f);
    }
    record_all(s, o, sys, true);
    stats_attach(s, "program", json_pack("{s:s, s:o}", "name", p->name, "files", files));
}
