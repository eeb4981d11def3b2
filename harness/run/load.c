/* Reads the inputs of a run before its first cycle: system, launch file, kernel. */
#include "gen/system/derived.h"
#include "harness/run/session.h"
#include "sw/ptx/listing.h"
#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/near.h"
#include "sw/util/root.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

/* Loads the kernel. Of its texts only the SHA-256 sums are kept, for the record. */
static struct ptx_module *load_module(const char *source, unsigned flags, bool listed,
                                      struct record_kernel *k, struct error *err)
{
    size_t n = strlen(source), len;
    struct sbuf name = {0};
    sbuf_puts(&name, source);
    k->source = source;
    k->compiled = n <= 4 || strcmp(source + n - 4, ".ptx") != 0;
    char *text;
    if (k->compiled) {
        text = ptx_compile(source, root_path("sw/kernels"), flags, &len, err);
        if (text != NULL && !sha256_of_file(source, &k->sum, err)) {
            free(text);
            text = NULL;
        }
        sbuf_puts(&name, ", as PTX"); /* line numbers in messages are those of the PTX */
    } else {
        text = file_read(source, &len, err);
    }
    struct ptx_module *m = NULL;
    if (text != NULL) {
        k->ptx_sum = sha256_of(text, len);
        if (!k->compiled)
            k->sum = sha256_of(text, len);
        m = (listed ? ptx_parse_listed : ptx_parse_program)(text, len, name.text, err);
    }
    sbuf_free(&name);
    free(text);
    return m;
}

/* Compiles the host program. Of its text only the sum is kept, for the record. */
static bool load_host(struct session *s)
{
    struct record_kernel *k = &s->kernel;
    k->host = s->launch->host;
    s->host = host_compile(k->host, s->err);
    if (s->host == NULL || !sha256_of_file(k->host, &k->host_sum, s->err))
        return false;
    k->object_sum = sha256_of(s->host->image, s->host->image_bytes);
    return true;
}

/* The colon before a kernel's size, NULL if there is none. A file's name may have colons: if a file
 * of the whole name exists, there is no size. */
static const char *size_of(const struct run_options *o)
{
    const char *colon = strrchr(o->kernel, ':');
    if (colon == NULL || o->launch == NULL)
        return colon;
    if (file_exists(o->kernel))
        return NULL;
    char *before = xstrdup(o->kernel);
    before[colon - o->kernel] = '\0';
    bool there = file_exists(before);
    free(before);
    return there ? colon : NULL;
}

static void tell_near_kernel(const char *name, struct error *err)
{
    struct near near = {.word = name};
    near_files(&near, root_path("sw/kernels/*/*.yaml"));
    near_tell(&near, err);
}

/* Loads NAME or NAME:SIZE of a shipped kernel, or FILE or FILE:SIZE with the user's launch file. */
static struct launch *load_launch(const struct run_options *o, uint64_t memory, struct error *err)
{
    struct arena a = {0};
    const char *colon = size_of(o);
    size_t n = colon != NULL ? (size_t)(colon - o->kernel) : strlen(o->kernel);
    const char *name = arena_strndup(&a, o->kernel, n);
    const char *path = o->launch;
    if (path == NULL)
        path = arena_printf(&a, "%s/%s/%s.yaml", root_path("sw/kernels"), name, name);
    struct launch *l = NULL;
    if (o->launch == NULL && (n == 0 || strchr(name, '/') != NULL || !file_exists(path))) {
        error_set(err,
                  "kernel '%s': there is none of that name; `umbel kernels` lists them, and "
                  "--launch FILE runs your own",
                  name);
        tell_near_kernel(name, err);
    } else
        l = launch_load(path, colon != NULL ? colon + 1 : NULL, o->seed, memory, err);
    if (l != NULL && o->launch != NULL) {
        free(l->source); /* the file on the command line is the source */
        l->source = xstrdup(name);
    }
    arena_free(&a);
    return l;
}

bool run_load(struct session *s)
{
    const struct run_options *o = s->o;
    s->sys = system_load(o->system, o->sets, o->n_sets, s->err);
    if (s->sys == NULL || !run_files_bases(&s->files, s->sys, s->err) ||
        !observe_fits(&o->seeing, s->sys, s->err))
        return false;
    if (s->sys->line_bytes < 16) {
        error_set(s->err,
                  "%s: line_bytes is %u; kernels need 16, as a compare-and-swap of 8 bytes takes a "
                  "line of two; --set line_bytes=16",
                  s->sys->name, s->sys->line_bytes);
        return false;
    }
    s->launch = load_launch(o, system_for_programs(s->sys), s->err);
    if (s->launch == NULL || !run_files_outputs(&s->files, s->launch, s->err))
        return false;
    s->module = load_module(s->launch->source, o->fast_math ? PTX_FAST_MATH : 0,
                            session_is_planned(s->sys), &s->kernel, s->err);
    if (s->module == NULL)
        return false;
    if (s->launch->host != NULL && !load_host(s))
        return false;
    const struct pages_config memory = session_memory(s->sys, o->seed);
    s->gpu = gpu_new(s->launch, s->module, s->host, &memory, s->err);
    if (s->gpu != NULL)
        session_schedule(s->sys, s->gpu);
    return s->gpu != NULL;
}
