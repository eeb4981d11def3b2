/* Launches: each runs on the machine, and on the reference. */
#include "harness/cuda/impl.h"
#include "harness/cuda/names.h"

#include "harness/run/report.h"
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>
#include <string.h>

static bool is_racy(const struct program *p, const char *kernel)
{
    for (size_t i = 0; i < p->o.n_racy; i++)
        if (name_matches(p->o.racy[i], kernel))
            return true;
    return false;
}

static uint64_t instructions(const struct program *p)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->s.machine->n_sms; i++)
        sum += sm_stats(p->s.machine->sms[i])->warp_insts;
    return sum;
}

static struct launched *note(struct program *p, const struct cuda_launch *l)
{
    p->launches = xgrown(p->launches, p->n_launches, sizeof *p->launches);
    struct launched *n = &p->launches[p->n_launches++];
    *n = (struct launched){.kernel = xstrdup(l->kernel->name),
                           .grid = l->grid,
                           .block = l->block,
                           .shared_bytes = l->shared_bytes,
                           .from = p->s.machine->now,
                           .racy = is_racy(p, l->kernel->name)};
    return n;
}

static struct simt_grid grid_of(const struct program *p, const struct cuda_launch *l)
{
    return (struct simt_grid){.module = l->module,
                              .kernel = l->kernel,
                              .grid = l->grid,
                              .block = l->block,
                              .dynamic_shared = l->shared_bytes,
                              .params = l->params,
                              .stack_bytes = (uint32_t)p->stack_bytes,
                              .host = &p->host,
                              .cooperative = l->cooperative};
}

uint32_t program_fits(void *ctx, const struct cuda_launch *l)
{
    const struct program *p = ctx;
    const struct sm_config sm = machine_sm_config(p->s.sys);
    const struct simt_grid grid = grid_of(p, l);
    uint32_t warps = (uint32_t)simt_grid_warps(&grid), shared = simt_grid_shared(&grid);
    struct error ignored = {0};
    if (warps == 0 || !sm_fits(&sm, &grid, &ignored))
        return 0;
    uint32_t n = sm.warps / warps < sm.ctas ? sm.warps / warps : sm.ctas;
    uint32_t registers = sm_registers(&grid);
    if (sm.registers > 0 && registers > 0 && sm.registers / registers < n)
        n = sm.registers / registers;
    return shared > 0 && sm.shared_bytes / shared < n ? sm.shared_bytes / shared : n;
}

static enum cuda_end can_run(struct program *p, const struct cuda_launch *l, struct error *err)
{
    const struct sm_config sm = machine_sm_config(p->s.sys);
    const struct simt_grid grid = grid_of(p, l);
    uint64_t ctas = simt_grid_ctas(&grid), most = program_fits(p, l);
    if (!sm_fits(&sm, &grid, err))
        return CUDA_TOO_LARGE;
    most *= (uint64_t)p->s.sys->gpus / p->devices * p->s.sys->sm.count;
    if (l->cooperative && ctas > most)
        error_set(err, "a cooperative launch of kernel %s has %llu CTAs; %llu fit the machine",
                  l->kernel->name, (unsigned long long)ctas, (unsigned long long)most);
    else if (ctas > SCHEDULE_MOST_CTAS)
        error_set(err, "a grid of %llu CTAs; at most %llu, use larger blocks",
                  (unsigned long long)ctas, (unsigned long long)SCHEDULE_MOST_CTAS);
    return error_is_set(err) ? CUDA_TOO_LARGE : CUDA_OK;
}

enum cuda_end program_end_of(struct program *p, enum run_end end, struct error *err)
{
    static const enum cuda_end kinds[] = {[ERROR_OTHER] = CUDA_FAULT,
                                          [ERROR_OUTSIDE] = CUDA_OUTSIDE,
                                          [ERROR_MISALIGNED] = CUDA_MISALIGNED,
                                          [ERROR_ASSERTED] = CUDA_ASSERTED,
                                          [ERROR_ENDLESS] = CUDA_HANG};
    *err = p->err;
    p->err = (struct error){0};
    p->s.told_repeat = false;
    if (end == RUN_OK)
        return CUDA_OK;
    return end == RUN_INTERRUPTED ? CUDA_INTERRUPTED : kinds[err->kind];
}

static enum cuda_end run_step(struct program *p, size_t step, struct error *err)
{
    struct session *s = &p->s;
    enum run_end end = RUN_OK;
    if (p->warm && !machine_boundary(s->machine, &p->err))
        end = RUN_STOPPED;
    p->warm = p->unsettled = true;
    if (end == RUN_OK)
        end = session_step(s, step);
    return program_end_of(p, end, err);
}

static void tell_races(struct program *p, const struct races *races)
{
    struct race first;
    struct sbuf text = {0};
    if (!races_get(races, 0, &first) || first.class != RACE_DATA)
        return;
    p->racing_launches += report_races(races, p->s.gpu, &text);
    fprintf(stderr, "umbel: launch %zu, of kernel %s%s\n", p->n_launches,
            p->launches[p->n_launches - 1].kernel, text.text);
    sbuf_free(&text);
}

/* Once for each kernel. */
static void tell_senses(const struct program *p, size_t step)
{
    const struct launched *last = &p->launches[p->n_launches - 1];
    struct sbuf text = {0};
    bool told = p->o.run.say == NULL || !report_senses(p->s.gpu, step, &text);
    for (size_t i = 0; i + 1 < p->n_launches && !told; i++)
        told = strcmp(p->launches[i].kernel, last->kernel) == 0;
    if (!told)
        p->o.run.say(text.text);
    sbuf_free(&text);
}

static bool run_reference(struct program *p, size_t step, struct error *err)
{
    struct races *races = p->o.races ? races_new(0) : NULL;
    const struct flat_options o = {
        .host = &p->reference_host, .races = races, .stray_loads = p->o.stray_loads};
    if (p->heap != NULL)
        heap_replay(p->heap);
    bool ok = flat_step(p->s.gpu, p->flat, step, &o, err);
    tell_senses(p, step);
    if (p->heap != NULL)
        heap_forget(p->heap);
    if (races != NULL && ok)
        tell_races(p, races);
    races_free(races);
    return ok;
}

/* SMs count the loads since they were built; the first of all is told when there is one. */
static void count_stray_loads(struct program *p)
{
    uint64_t before = p->stray_loads;
    const struct error *first = NULL, *of_sm;
    p->stray_loads = 0;
    for (uint32_t i = 0; i < p->s.machine->n_sms; i++) {
        uint64_t n = sm_stray_loads(p->s.machine->sms[i], &of_sm);
        p->stray_loads += n;
        first = first == NULL && n > 0 ? of_sm : first;
    }
    if (before == 0 && first != NULL)
        fprintf(stderr,
                "umbel: %s; it reads zeros, as --stray-loads asks, and so do those after it\n",
                first->text);
}

static void end_part(struct program *p, struct launched *n)
{
    struct part *part = parts_end(p->s.parts, p->s.machine, PART_LAUNCH);
    if (part == NULL)
        return;
    n->part = p->s.parts->n - 1;
    part->name = xstrdup(n->kernel);
    part->function = name_in_source(n->kernel);
    part->grid = n->grid;
    part->block = n->block;
    part->shared_bytes = n->shared_bytes;
    part->racy = n->racy;
}

enum cuda_end program_launch(void *ctx, const struct cuda_launch *l, struct error *err)
{
    struct program *p = ctx;
    struct session *s = &p->s;
    enum cuda_end end = can_run(p, l, err);
    if (end == CUDA_OK && l->kernel->allocates)
        end = program_heap(p, err);
    if (end != CUDA_OK)
        return end;
    const struct simt_grid grid = grid_of(p, l);
    if (p->o.locality)
        program_locality_add(p, l);
    uint64_t insts = instructions(p);
    struct launched *n = note(p, l);
    size_t step = gpu_add_step(s->gpu, &grid);
    gpu_confine(s->gpu, p->devices > 1 ? l->device : GPU_ANYWHERE);
    if (p->unchecked == step)
        flat_mark(p->flat);
    s->ctas_total += simt_grid_ctas(&grid);
    end = run_step(p, step, err);
    n->cycles = s->machine->now - n->from;
    n->warp_insts = instructions(p) - insts;
    n->end = end;
    p->broken = end != CUDA_OK;
    end_part(p, n);
    if (end == CUDA_OUTSIDE && !p->o.stray_loads)
        error_add(err, "; --stray-loads lets loads read zeros there");
    if (p->o.stray_loads)
        count_stray_loads(p);
    if (p->broken)
        return end;
    p->broken = !run_reference(p, step, err);
    if (p->broken)
        return n->end = err->kind == ERROR_OUTSIDE ? CUDA_OUTSIDE : CUDA_FAULT;
    if (!s->machine->netlist->rules.write_back)
        return program_settle(p, err);
    return CUDA_OK;
}
