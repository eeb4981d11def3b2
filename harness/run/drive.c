/* Drives a session: its machine is built, steps are run, everything comes to rest. */
#include "harness/run/session.h"

#include "gen/system/derived.h"
#include "harness/run/results.h"
#include "sw/util/team.h"

/* ---- the machine ---- */

/* Each node's memory is that of its UMCs, but for what it reserves. */
struct pages_config session_memory(const struct system *sys, uint64_t seed)
{
    return (struct pages_config){.policy = sys->placement.policy,
                                 .homes = system_page_homes(sys),
                                 .turns = system_turns(sys),
                                 .host = sys->memory.host,
                                 .replicates = sys->placement.replicate,
                                 .node_bytes = sys->umc.count * sys->umc.bytes,
                                 .reserved = system_reserved(sys),
                                 .line_bytes = sys->line_bytes,
                                 .page_bytes = sys->placement.page_bytes,
                                 .seed = seed,
                                 .faults = sys->placement.faults.latency > 0,
                                 .from_host = sys->placement.faults.from == SYS_FROM_HOST,
                                 .room = sys->placement.faults.room};
}

static enum gpu_once once_of(const struct system *sys)
{
    static const enum gpu_once of[] = {
        [SYS_RTWICE] = GPU_TWICE, [SYS_RONCE] = GPU_ONCE, [SYS_CRB] = GPU_ONCE_BY_CLASS};
    return sys->l2.role == SYS_BOTH_SIDES ? of[sys->l2.remote] : GPU_TWICE;
}

bool session_is_planned(const struct system *sys)
{
    return gpu_is_planned(sys->schedule.policy, sys->placement.policy, once_of(sys));
}

void session_schedule(const struct system *sys, struct gpu *gpu)
{
    gpu_set_schedule(gpu, sys->schedule.policy, sys->schedule.batch);
    gpu_set_turns(gpu, system_turns(sys));
    gpu_set_once(gpu, once_of(sys));
}

bool session_build(struct session *s)
{
    s->machine = s->o->flat
                     ? machine_new_flat(s->sys, s->o->say, s->err)
                     : machine_new_waves(s->sys, observe_waves(s->observe), s->o->say, s->err);
    if (s->machine == NULL)
        return false;
    if (results_wanted(s->o))
        s->parts = parts_new();
    if (s->observe != NULL && !observe_attach(s->observe, s->machine, s->gpu, s->err))
        return false;
    if (s->o->threads > 1) {
        s->team = team_new(s->o->threads, s->err);
        if (s->team == NULL)
            return false;
        machine_use_team(s->machine, s->team);
    }
    if (s->o->never_sleep)
        engine_never_sleep(s->machine->engine);
    machine_use_pages(s->machine, gpu_pages(s->gpu));
    gpu_hints(s->gpu, s->report, 0);
    for (uint32_t i = 0; i < s->machine->n_sms; i++)
        sm_set_range(s->machine->sms[i], gpu_allocation, s->gpu);
    machine_host_range(s->machine, gpu_allocation, s->gpu);
    return true;
}

/* ---- running ---- */

static bool step_done(const struct session *s)
{
    if (!gpu_all_dispatched(s->gpu) || !machine_host_idle(s->machine))
        return false;
    for (uint32_t i = 0; i < s->machine->n_sms; i++)
        if (!sm_idle(s->machine->sms[i]))
            return false;
    return machine_pages_idle(s->machine);
}

/* What runs in a step: the CTAs of a grid, or a function on the host's CPU. */
static bool begin_step(struct session *s, size_t step)
{
    const struct gpu_host_step *h = gpu_host_step(s->gpu, step);
    gpu_begin(s->gpu, step, s->sys->gpus, s->sys->sm.count);
    machine_begin(s->machine);
    s->machine->asks = h == NULL && gpu_grid(s->gpu, step)->kernel->asks;
    return h == NULL ||
           machine_host_start(s->machine, h->program, h->function, h->args, h->n_args, s->err);
}

enum run_end session_step(struct session *s, size_t step)
{
    struct machine *m = s->machine;
    s->next_inspection = m->now;
    if (!begin_step(s, step))
        return RUN_STOPPED;
    while (!step_done(s)) {
        enum run_end end = run_cycle(s, s->gpu);
        if (end != RUN_OK)
            return end;
        if (!step_done(s))
            machine_skip(m, s->gpu, s->next_inspection);
    }
    return RUN_OK;
}

/* Until nothing is in flight any more. */
static enum run_end session_rest(struct session *s)
{
    s->next_inspection = s->machine->now;
    while (!machine_idle(s->machine)) {
        enum run_end end = run_cycle(s, NULL);
        if (end != RUN_OK)
            return end;
    }
    return RUN_OK;
}

enum run_end session_settle(struct session *s)
{
    enum run_end end = session_rest(s);
    if (end != RUN_OK)
        return end;
    if (machine_failed(s->machine, s->err) || !machine_flush(s->machine, s->err))
        return RUN_STOPPED;
    return RUN_OK;
}

void session_release(struct session *s)
{
    run_files_close(&s->files);
    machine_free(s->machine);
    team_free(s->team);
    observe_free(s->observe);
    parts_free(s->parts);
    gpu_free(s->gpu);
    ptx_free(s->module);
    host_program_free(s->host);
    launch_free(s->launch);
    system_free(s->sys);
}
