/* Compares what kernels have written with the reference. */
#include "harness/cuda/impl.h"

#include "harness/run/memory.h"
#include "harness/run/report.h"

#include <stdlib.h>
#include <string.h>

/* Whether a launch that was not compared yet is one whose results are taken as they are. */
static bool any_racy(const struct program *p)
{
    for (size_t i = p->unchecked; i < p->n_launches; i++)
        if (p->launches[i].racy)
            return true;
    return false;
}

/* The first allocation that differs, where the reference has changed it. NULL: none does. */
static const struct gpu_range *find_changed(struct program *p, struct difference *d)
{
    uint64_t address, bytes;
    for (size_t i = 0; flat_changed(p->flat, i, &address, &bytes); i++) {
        const struct gpu_range *r = gpu_range_of(p->s.gpu, address);
        *d = (struct difference){0};
        if (!report_find(p->s.machine, p->s.gpu, r, address - r->address, bytes,
                         flat_at(p->flat, address, bytes), d))
            return NULL;
        if (d->wrong > 0)
            return r;
    }
    return NULL;
}

/* The same of all memory. */
static const struct gpu_range *find_any(struct program *p, struct difference *d)
{
    for (size_t i = 0; i < gpu_range_count(p->s.gpu); i++) {
        const struct gpu_range *r = gpu_range(p->s.gpu, i);
        *d = (struct difference){0};
        if (!report_find(p->s.machine, p->s.gpu, r, 0, r->bytes, flat_bytes(p->flat, i), d))
            return NULL;
        if (d->wrong > 0)
            return r;
    }
    return NULL;
}

/* Runs the launches since the last comparison once more on the reference. Kernels that allocate
 * cannot be run again: what they got is forgotten. */
static bool search_writer(struct program *p, uint64_t address, struct flat_writer *w,
                          struct races *races)
{
    struct error ignored = {0};
    const struct flat_options o = {.watch = w,
                                   .watch_address = address,
                                   .races = races,
                                   .host = &p->reference_host,
                                   .stray_loads = p->o.stray_loads};
    *w = (struct flat_writer){0};
    for (size_t i = p->unchecked; i < gpu_step_count(p->s.gpu); i++)
        if (gpu_grid(p->s.gpu, i)->kernel->allocates)
            return false;
    flat_undo(p->flat);
    for (size_t i = p->unchecked; i < gpu_step_count(p->s.gpu); i++)
        if (!flat_step(p->s.gpu, p->flat, i, &o, &ignored))
            return false;
    return true;
}

static void tell(struct program *p, const struct gpu_range *r, const struct difference *d)
{
    struct sbuf text = {0};
    struct flat_writer w;
    struct races *races = races_new(r->address + d->at);
    bool known = search_writer(p, r->address + d->at, &w, races);
    report_difference(p->s.machine, p->s.gpu, r, d, known ? &w : NULL, NULL, &text);
    if (known)
        report_races(races, p->s.gpu, &text);
    races_free(races);
    const struct launched *last = &p->launches[p->n_launches - 1];
    fprintf(stderr,
            "umbel: %s\n  seen after launch %zu, of kernel %s; if its result depends on "
            "the order of its threads: --racy %s\n",
            text.text, p->n_launches, last->kernel, last->kernel);
    sbuf_free(&text);
}

/* From here on the reference has what the machine has. */
static void take_over(struct program *p)
{
    for (size_t i = 0; i < gpu_range_count(p->s.gpu); i++) {
        const struct gpu_range *r = gpu_range(p->s.gpu, i);
        uint8_t *bytes = flat_change(p->flat, r->address, r->bytes);
        if (bytes != NULL)
            memory_read(p->s.machine, p->s.gpu, r, 0, bytes, r->bytes);
    }
}

static void forget_steps(struct program *p)
{
    for (; p->unchecked < gpu_step_count(p->s.gpu); p->unchecked++)
        gpu_forget_step(p->s.gpu, p->unchecked);
    flat_keep(p->flat);
}

void program_check(struct program *p)
{
    struct difference d;
    if (p->unchecked == p->n_launches)
        return;
    bool racy = any_racy(p);
    const struct gpu_range *r = racy ? NULL : find_changed(p, &d);
    if (r != NULL) {
        tell(p, r, &d);
        p->wrong_launches++;
    }
    if (racy || r != NULL)
        take_over(p);
    for (size_t i = p->unchecked; i < p->n_launches; i++)
        p->launches[i].verdict = r != NULL ? PART_WRONG : racy ? PART_RACY : PART_IDENTICAL;
    p->racy_launches += racy;
    p->compared += p->n_launches - p->unchecked;
    forget_steps(p);
}

bool program_check_all(struct program *p)
{
    struct difference d;
    const struct gpu_range *r = find_any(p, &d);
    if (r == NULL)
        return true;
    struct sbuf text = {0};
    report_difference(p->s.machine, p->s.gpu, r, &d, NULL, NULL, &text);
    fprintf(stderr, "umbel: at the end of the program: %s\n", text.text);
    sbuf_free(&text);
    p->wrong_launches++;
    return false;
}
