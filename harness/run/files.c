#include "harness/run/files.h"

#include "harness/run/memory.h"
#include "sw/util/arena.h"
#include "sw/util/process.h"

#include <stdlib.h>

bool run_files_claim(struct run_files *f, const struct run_options *o, struct error *err)
{
    const struct {
        const char *what, *path;
    } written[] = {{"--json", o->json},
                   {"--csv", o->csv},
                   {"--trace", o->seeing.trace.path},
                   {"--waves", o->seeing.waves.path},
                   {"--net-trace", o->seeing.net_trace}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof written / sizeof *written; i++)
        ok = written[i].path == NULL ||
             claims_write(&f->claims, written[i].what, written[i].path, err);
    char *system = ok ? system_file(o->system, err) : NULL;
    ok = system != NULL && claims_read(&f->claims, "the system file", system, err);
    free(system);
    return ok && (o->launch == NULL || claims_read(&f->claims, "the launch file", o->launch, err));
}

bool run_files_bases(struct run_files *f, const struct system *sys, struct error *err)
{
    bool ok = true;
    for (const struct system_text *b = sys->file->base; ok && b != NULL; b = b->base)
        ok = claims_read(&f->claims, "a system file's base", b->name, err);
    return ok;
}

static bool open_output(struct run_files *f, const struct launch_buffer *b, struct outfile *out,
                        struct error *err)
{
    struct arena a = {0};
    bool ok =
        claims_write(&f->claims, arena_printf(&a, "'output' of %s:", b->name), b->output, err) &&
        outfile_open(out, b->output, err);
    arena_free(&a);
    return ok;
}

bool run_files_outputs(struct run_files *f, const struct launch *l, struct error *err)
{
    bool ok = claims_read(&f->claims, "the launch file", l->path, err) &&
              claims_read(&f->claims, "the kernel's file", l->source, err) &&
              (l->host == NULL || claims_read(&f->claims, "the host program", l->host, err));
    f->n_outputs = l->n_buffers;
    f->outputs = xcalloc(f->n_outputs, sizeof *f->outputs);
    for (size_t i = 0; ok && i < l->n_buffers; i++)
        if (l->buffers[i].input != NULL)
            ok = claims_read(&f->claims, "a buffer's file", l->buffers[i].input, err);
    for (size_t i = 0; ok && i < l->n_buffers; i++)
        if (l->buffers[i].output != NULL)
            ok = open_output(f, &l->buffers[i], &f->outputs[i], err);
    return ok;
}

static bool write_one(const struct machine *m, const struct gpu *gpu, const struct gpu_range *r,
                      struct outfile *f, struct error *err)
{
    enum { PART = 1 << 16 };
    uint8_t bytes[PART];
    for (uint64_t at = 0; at < r->bytes && outfile_well(f); at += PART) {
        const uint64_t n = r->bytes - at < PART ? r->bytes - at : PART;
        memory_read(m, gpu, r, at, bytes, n);
        if (fwrite(bytes, 1, n, f->file) != n)
            outfile_well(f);
        if (process_stopped())
            return error_set(err, "%s: not written: interrupted", f->path);
    }
    fflush(f->file);
    return outfile_well(f) || outfile_commit(f, err); /* which sets the error */
}

/* All files are written aside before the first is put in its place. */
bool run_files_write(struct run_files *f, const struct machine *m, const struct gpu *gpu,
                     struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < gpu_range_count(gpu); i++) {
        const struct gpu_range *r = gpu_range(gpu, i);
        if (r->buffer >= 0 && f->outputs[r->buffer].file != NULL)
            ok = write_one(m, gpu, r, &f->outputs[r->buffer], err);
    }
    for (size_t i = 0; ok && i < f->n_outputs; i++)
        if (f->outputs[i].file != NULL)
            ok = outfile_commit(&f->outputs[i], err);
    return ok;
}

void run_files_close(struct run_files *f)
{
    for (size_t i = 0; i < f->n_outputs; i++)
        outfile_discard(&f->outputs[i]);
    free(f->outputs);
    claims_free(&f->claims);
    *f = (struct run_files){0};
}
