#include "sw/runtime/host_steps.h"

#include "sw/host/plain.h"
#include "sw/runtime/flat_memory.h"
#include "sw/runtime/gpu_internal.h"
#include "sw/util/arena.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- binding ---- */

static struct host_value value_of_arg(const struct launch *l, const struct launch_arg *a)
{
    if (a->buffer >= 0)
        return (struct host_value){HOST_BUFFER, 8, l->buffers[a->buffer].address};
    return (struct host_value){a->is_real ? HOST_REAL : HOST_INTEGER, a->bytes, a->value};
}

/* Allocations are sorted by address. */
static bool reaches_all(const struct gpu *g, const struct launch_step *s, struct error *err)
{
    if (g->n_ranges == 0)
        return true;
    const struct gpu_range *last = &g->ranges[g->n_ranges - 1];
    const uint64_t end = last->address + last->bytes;
    if (end <= HOST_REACH)
        return true;
    return gpu_step_error(g, s, err,
                          "the host's functions reach the first 4 GiB of the memory, and '%s' ends "
                          "at 0x%llx; choose a smaller size",
                          last->name, (unsigned long long)end);
}

bool host_step_bind(struct gpu *g, const struct host_program *program, const struct launch_step *s,
                    struct error *err)
{
    struct error why = {0};
    if (program == NULL)
        return gpu_step_error(g, s, err, "the host program '%s' is not compiled", g->launch->host);
    if (!reaches_all(g, s, err))
        return false;
    struct gpu_host_step *h = xcalloc(1, sizeof *h);
    *h = (struct gpu_host_step){
        .program = program, .n_args = s->n_args, .args = xcalloc(s->n_args, sizeof *h->args)};
    for (size_t i = 0; i < s->n_args; i++)
        h->args[i] = value_of_arg(g->launch, &s->args[i]);
    g->steps = xgrown(g->steps, g->n_steps, sizeof *g->steps);
    g->steps[g->n_steps++] = (struct gpu_step){.host = h};
    if (host_find(program, s->entry, &h->function, &why) &&
        host_takes(program, h->function, h->args, h->n_args, &why))
        return true;
    return gpu_step_error(g, s, err, "%s", why.text);
}

/* ---- the reference run ---- */

/* All allocations: a program may find pointers to any in those that it is given. */
static struct host_memory *memory_of(const struct gpu *g, struct flat *f)
{
    struct host_memory *memory = xcalloc(g->n_ranges, sizeof *memory);
    for (size_t i = 0; i < g->n_ranges; i++) {
        const struct gpu_range *r = &g->ranges[i];
        memory[i] =
            (struct host_memory){r->address, r->bytes, flat_change(f, r->address, r->bytes)};
    }
    return memory;
}

static void note_writer(struct flat_writer *w, size_t step, const struct plain_writer *found)
{
    w->found = true;
    w->step = step;
    w->cta = 0;
    snprintf(w->where, sizeof w->where, "%.255s", found->where);
}

bool host_step_run(struct gpu *g, struct flat *f, size_t step, const struct flat_options *o,
                   struct error *err)
{
    const struct gpu_host_step *h = gpu_host_step(g, step);
    struct plain_writer writer = {.address = o->watch_address};
    const struct plain_options options = {.limit = o->limit,
                                          .watch = o->watch != NULL ? &writer : NULL};
    struct error why = {0};
    struct host_memory *memory = memory_of(g, f);
    bool ok =
        plain_run(h->program, h->function, h->args, h->n_args, memory, g->n_ranges, &options, &why);
    free(memory);
    if (writer.found)
        note_writer(o->watch, step, &writer);
    return ok || gpu_step_error(g, &g->launch->steps[step], err, "%s", why.text);
}
