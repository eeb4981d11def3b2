#include "harness/cuda/impl.h"

#include "sw/util/arena.h"
#include "sw/util/team.h"

#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 64 << 10, HEAP_BYTES = 8 << 20 }; /* the heap as CUDA's own default */

static uint64_t now(void *ctx)
{
    const struct program *p = ctx;
    return p->s.machine->now;
}

static void set_limit(void *ctx, int limit, uint64_t bytes)
{
    struct program *p = ctx;
    *(limit == CUDA_STACK_LIMIT ? &p->stack_bytes : &p->heap_bytes) = bytes;
    p->heap_chosen = p->heap_chosen || limit == CUDA_HEAP_LIMIT;
}

static void called(void *ctx, const char *name, uint64_t from)
{
    const struct program *p = ctx;
    const struct launched *last = p->n_launches > 0 ? &p->launches[p->n_launches - 1] : NULL;
    bool launch = last != NULL && last->from >= from && strstr(name, "Launch") != NULL;
    if (p->s.observe != NULL && !p->ended)
        observe_call(p->s.observe, name, launch ? last->kernel : NULL, from);
}

/* GPUs that are devices of their own have memories of their own, in which pages can be placed. */
static bool choose_devices(struct program *p, struct error *err)
{
    const struct system *sys = p->s.sys;
    bool can = sys->memory.at == SYS_PACKAGES && pages_in_table(gpu_pages(p->s.gpu));
    if (p->o.devices == PROGRAM_EACH && !can)
        return error_set(err,
                         "--devices each: %s has one memory for all GPUs, or places lines, not "
                         "pages; it is one device",
                         sys->name);
    bool each = p->o.devices == PROGRAM_EACH ||
                (p->o.devices == PROGRAM_AS_BUILT && can && sys->link.class == LINK_PCIE);
    p->devices = each ? sys->gpus : 1;
    return true;
}

/* What a program is told of a device. */
static struct cuda_facts facts_of(const struct program *p)
{
    const struct system *sys = p->s.sys;
    const struct sm_config sm = machine_sm_config(sys);
    uint32_t gpus = sys->gpus / p->devices;
    return (struct cuda_facts){.name = sys->name,
                               .devices = p->devices,
                               .sms = gpus * sys->sm.count,
                               .warps = sm.warps,
                               .ctas = sm.ctas,
                               .shared_bytes = sm.shared_bytes,
                               .memory_bytes = program_memory(p),
                               .l2_bytes = (uint64_t)gpus * sys->l2.banks * sys->l2.bytes,
                               .line_bytes = sys->line_bytes,
                               .clock_khz = sys->clock_mhz * 1000,
                               .memory_bits = sys->umc.count * sys->line_bytes * 8,
                               .host_memory = sys->memory.host,
                               .copy_engines = sys->copy_engine.lines > 0};
}

static bool open_system(struct program *p, struct error *err)
{
    const struct run_options *o = &p->o.run;
    p->s.sys = system_load(o->system, o->sets, o->n_sets, err);
    if (p->s.sys == NULL || !observe_fits(&o->seeing, p->s.sys, err))
        return false;
    if (p->s.sys->line_bytes < 16)
        return error_set(err, "%s: line_bytes is %u; kernels need 16; --set line_bytes=16",
                         p->s.sys->name, p->s.sys->line_bytes);
    const struct pages_config memory = session_memory(p->s.sys, o->seed);
    p->s.gpu = gpu_empty(&memory);
    session_schedule(p->s.sys, p->s.gpu);
    return choose_devices(p, err);
}

static bool open_all(struct program *p, struct error *err)
{
    struct session *s = &p->s;
    *s = (struct session){.o = &p->o.run, .report = stderr, .err = err};
    if (!run_files_claim(&s->files, &p->o.run, err) || !results_open(&p->results, &p->o.run, err))
        return false;
    if (observe_wanted(&p->o.run.seeing) &&
        (s->observe = observe_new(&p->o.run.seeing, err)) == NULL)
        return false;
    if (!open_system(p, err) || !session_build(s))
        return false;
    p->flat = flat_new(s->gpu, err);
    s->err = &p->err;
    return p->flat != NULL;
}

/* The SMs learn where zeros are: memory of the program that it does not know. */
static bool take_stray_loads(struct program *p, struct error *err)
{
    uint64_t zeros;
    if (!p->o.stray_loads)
        return true;
    if (program_allocate_apart(p, 0, CUDA_ON_DEVICE, "zeros of --stray-loads", SM_ZEROS, SM_ZEROS,
                               &zeros, err) != CUDA_OK)
        return false;
    for (uint32_t i = 0; i < p->s.machine->n_sms; i++)
        sm_take_stray_loads(p->s.machine->sms[i], zeros);
    return true;
}

struct cuda_machine *program_open(const struct program_options *o, struct error *err)
{
    struct program *p = xcalloc(1, sizeof *p);
    p->o = *o;
    p->stack_bytes = STACK_BYTES;
    p->heap_bytes = HEAP_BYTES;
    program_hosts(p);
    if (!open_all(p, err) || !take_stray_loads(p, err)) {
        results_discard(&p->results);
        session_release(&p->s);
        free(p);
        return NULL;
    }
    p->machine = (struct cuda_machine){.ctx = p,
                                       .facts = facts_of(p),
                                       .now = now,
                                       .allocate = program_allocate,
                                       .allocated = program_allocated,
                                       .release = program_release,
                                       .left = program_left,
                                       .copy = program_copy,
                                       .fill = program_fill,
                                       .place = program_place,
                                       .add_module = program_add_module,
                                       .launch = program_launch,
                                       .set_limit = set_limit,
                                       .called = called,
                                       .fits = program_fits,
                                       .end = program_end};
    return &p->machine;
}
