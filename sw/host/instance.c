#include "sw/host/instance.h"

#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct site { /* a row of the table that count.c writes */
    uint64_t at;
    const char *function; /* NULL: behind the last one */
    uint32_t line, column;
};

struct instance {
    const struct host_program *p;
    int fd; /* open as long as the object is loaded, so that its name stays its own */
    void *handle;
    void **functions;
    uint64_t *count;
    const uint64_t *image; /* start and end */
    const struct site *sites, *sites_end;
};

/* ---- loading ---- */

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno != EINTR)
            return false;
        bytes += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* An object is loaded once for each file, so each instance has a file of its own, in memory. */
static bool open_image(struct instance *in, struct error *err)
{
    char path[64];
    in->fd = memfd_create("umbel-host", MFD_CLOEXEC);
    if (in->fd < 0 || !write_all(in->fd, in->p->image, in->p->image_bytes))
        return error_set(err, "%s: cannot be loaded: %s", in->p->path, strerror(errno));
    snprintf(path, sizeof path, "/proc/self/fd/%d", in->fd);
    in->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return in->handle != NULL || error_set(err, "%s: cannot be loaded: %s", in->p->path, dlerror());
}

static bool find(struct instance *in, const char *name, void **to, struct error *err)
{
    *to = dlsym(in->handle, name);
    return *to != NULL || error_set(err, "%s: its object has no '%s'", in->p->path, name);
}

static bool find_all(struct instance *in, const struct host_hooks *hooks, void *ctx,
                     struct error *err)
{
    void *count, *context, *table, *image, *sites, *end;
    for (size_t i = 0; i < in->p->n_functions; i++)
        if (!find(in, in->p->functions[i].name, &in->functions[i], err))
            return false;
    if (!find(in, "umbel_count", &count, err) || !find(in, "umbel_context", &context, err) ||
        !find(in, "umbel_hooks", &table, err) || !find(in, "umbel_image", &image, err) ||
        !find(in, "umbel_sites", &sites, err) || !find(in, "umbel_sites_end", &end, err))
        return false;
    in->count = count;
    in->image = image;
    in->sites = sites;
    in->sites_end = end;
    *(void **)context = ctx;
    memcpy(table, hooks, sizeof *hooks); /* in the order that stubs.c knows */
    return true;
}

struct instance *instance_new(const struct host_program *p, const struct host_hooks *hooks,
                              void *ctx, struct error *err)
{
    struct instance *in = xcalloc(1, sizeof *in);
    in->p = p;
    in->fd = -1;
    in->functions = xcalloc(p->n_functions + 1, sizeof *in->functions);
    if (open_image(in, err) && find_all(in, hooks, ctx, err))
        return in;
    instance_free(in);
    return NULL;
}

void instance_free(struct instance *in)
{
    if (in == NULL)
        return;
    if (in->handle != NULL)
        dlclose(in->handle);
    if (in->fd >= 0)
        close(in->fd);
    free(in->functions);
    free(in);
}

const struct host_program *instance_program(const struct instance *in)
{
    return in->p;
}

/* ---- running ---- */

/* The counter goes up to 0, and its carry calls HOOK_OVERRUN. */
uint64_t instance_instructions(struct instance *in)
{
    uint64_t n = *in->count + HOOK_PATIENCE;
    *in->count = -(uint64_t)HOOK_PATIENCE;
    return n;
}

/* What a register holds for a parameter: a callee may read 32 bits of what is shorter. */
static uint64_t extended(const struct host_parameter *p, const struct host_value *v)
{
    if (p->class != HOST_INTEGER || p->bytes >= 4)
        return v->bits;
    uint32_t unused = 64 - 8 * p->bytes;
    uint64_t up = v->bits << unused;
    return p->is_signed ? (uint64_t)((int64_t)up >> unused) : up >> unused;
}

/* The registers and the stack of a call, as the ABI of x86-64 deals arguments to them. */
struct call {
    uint64_t integer[6], stack[HOST_MOST_PARAMETERS];
    double real[8];
    size_t integers, reals, others;
};

static void deal(struct call *c, bool real, uint64_t bits)
{
    if (real && c->reals < 8)
        memcpy(&c->real[c->reals++], &bits, sizeof bits);
    else if (!real && c->integers < 6)
        c->integer[c->integers++] = bits;
    else
        c->stack[c->others++] = bits;
}

void instance_call(struct instance *in, size_t function, const struct host_value *args,
                   uint64_t base)
{
    /* A function that takes fewer arguments does not look at the rest. */
    typedef void all(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, double, double,
                     double, double, double, double, double, double, uint64_t, uint64_t, uint64_t,
                     uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
    const struct host_function *f = &in->p->functions[function];
    struct call c = {.integers = 0};
    for (size_t i = 0; i < f->n; i++)
        deal(&c, f->parameters[i].class == HOST_REAL,
             extended(&f->parameters[i], &args[i]) +
                 (f->parameters[i].class == HOST_BUFFER ? base : 0));
    all *entry;
    memcpy(&entry, &in->functions[function], sizeof entry);
    const uint64_t *i = c.integer, *s = c.stack;
    const double *r = c.real;
    *in->count = -(uint64_t)HOOK_PATIENCE;
    entry(i[0], i[1], i[2], i[3], i[4], i[5], r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], s[0],
          s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9]);
}

/* ---- places ---- */

bool instance_holds(const struct instance *in, uint64_t address)
{
    return address >= in->image[0] && address < in->image[1];
}

void instance_place(const struct instance *in, uint64_t site, char *text, size_t size)
{
    const struct site *best = NULL;
    for (const struct site *s = in->sites; s < in->sites_end; s++)
        if (s->at < site && (best == NULL || s->at >= best->at))
            best = s;
    if (best == NULL || best->function == NULL || !instance_holds(in, site))
        snprintf(text, size, "%s", in->p->path);
    else if (best->line == 0)
        snprintf(text, size, "%s: %s", in->p->path, best->function);
    else
        snprintf(text, size, "%s:%u:%u: %s", in->p->path, best->line, best->column, best->function);
}
