#include "harness/run/impl.h"

#include "harness/run/memory.h"
#include "harness/run/report.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"
#include "sw/util/team.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t interrupted;

bool run_interrupted(void)
{
    return interrupted != 0;
}

/* timeout(1) and shells send a signal twice, to a process and to its group: only a signal that
 * comes clearly later is a second one. */
static void on_interrupt(int sig)
{
    static time_t first;
    time_t now = time(NULL);
    if (!interrupted) {
        first = now;
        interrupted = 1;
        process_stop();
    } else if (now - first > 1) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
}

void run_catch_interrupts(void)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction sa = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaddset(&sa.sa_mask, caught[i]);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction before;
        /* A signal that is ignored, as under nohup, stays ignored. */
        if (sigaction(caught[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(caught[i], &sa, NULL);
    }
}

/* ---- files and machine ---- */

/* Called before anything that takes long. */
static bool open_files(struct session *s)
{
    if (!run_files_claim(&s->files, s->o, s->err))
        return false;
    if (observe_wanted(&s->o->seeing))
        s->observe = observe_new(&s->o->seeing, s->err);
    return s->observe != NULL || !observe_wanted(&s->o->seeing);
}

enum { PART = 1 << 20 }; /* bytes of a buffer between two checks for interrupts */

static bool fill_memory(struct session *s)
{
    for (size_t i = 0; i < gpu_range_count(s->gpu); i++) {
        const struct gpu_range *r = gpu_range(s->gpu, i);
        for (uint64_t at = 0; r->init != NULL && at < r->bytes; at += PART) {
            memory_fill(s->machine, s->gpu, r, at, r->bytes - at < PART ? r->bytes - at : PART);
            if (interrupted)
                return false;
        }
    }
    return true;
}

static bool build(struct session *s)
{
    struct sm_config sm = machine_sm_config(s->sys);
    if (!gpu_fits(s->gpu, &sm, s->err))
        return false;
    s->machine = s->o->flat
                     ? machine_new_flat(s->sys, s->o->say, s->err)
                     : machine_new_waves(s->sys, observe_waves(s->observe), s->o->say, s->err);
    if (s->machine == NULL)
        return false;
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
    if (!fill_memory(s))
        return false;
    gpu_hints(s->gpu, s->report, 0);
    for (uint32_t i = 0; i < s->machine->n_sms; i++)
        sm_set_range(s->machine->sms[i], gpu_allocation, s->gpu);
    return true;
}

/* ---- running ---- */

static bool step_done(const struct session *s)
{
    if (!gpu_all_dispatched(s->gpu))
        return false;
    for (uint32_t i = 0; i < s->machine->n_sms; i++)
        if (!sm_idle(s->machine->sms[i]))
            return false;
    return machine_pages_idle(s->machine);
}

static enum run_end run_step(struct session *s, size_t step)
{
    struct machine *m = s->machine;
    if (step > 0 && !machine_boundary(m, s->err))
        return RUN_STOPPED;
    enum run_end end = run_copies(s, step);
    if (end != RUN_OK)
        return end;
    gpu_begin(s->gpu, step, s->sys->gpus, s->sys->sm.count);
    s->next_inspection = m->now;
    while (!step_done(s)) {
        end = run_cycle(s, s->gpu);
        if (end != RUN_OK)
            return end;
        if (!step_done(s))
            machine_skip(m, s->gpu, s->next_inspection);
    }
    return RUN_OK;
}

/* Until nothing is in flight any more. */
static enum run_end come_to_rest(struct session *s)
{
    s->next_inspection = s->machine->now;
    while (!machine_idle(s->machine)) {
        enum run_end end = run_cycle(s, NULL);
        if (end != RUN_OK)
            return end;
    }
    return RUN_OK;
}

/* Copies after the last launch, behind a boundary as other copies are. */
static enum run_end run_last_copies(struct session *s)
{
    for (size_t i = 0; i < s->launch->n_copies; i++)
        if (s->launch->copies[i].step == s->launch->n_steps && s->sys->copy_engine.lines > 0)
            return machine_boundary(s->machine, s->err) ? run_copies(s, s->launch->n_steps)
                                                        : RUN_STOPPED;
    return RUN_OK;
}

static enum run_end run_steps(struct session *s)
{
    for (size_t i = 0; i < s->launch->n_steps; i++)
        s->ctas_total += simt_grid_ctas(gpu_grid(s->gpu, i));
    for (size_t i = 0; i < s->launch->n_steps; i++) {
        enum run_end end = run_step(s, i);
        if (end != RUN_OK)
            return end;
    }
    enum run_end end = run_last_copies(s);
    /* Memory has the result once nothing is in flight and no line is dirty. */
    if (end == RUN_OK)
        end = come_to_rest(s);
    if (end != RUN_OK)
        return end;
    if (machine_failed(s->machine, s->err) || !machine_flush(s->machine, s->err))
        return RUN_STOPPED;
    return RUN_OK;
}

/* ---- after the run ---- */

static void told_reference(void *ctx, uint64_t instructions, uint64_t ctas, uint64_t all)
{
    progress_update(ctx, instructions, ctas, all);
}

static struct flat *run_reference(struct session *s, struct error *err)
{
    struct flat_options o = {0};
    struct progress p;
    if (s->o->progress != NULL) {
        p = progress_start(s->o->progress, s->o->tty);
        p.noun = "CTAs";
        p.what = "reference: ";
        p.unit = "instruction";
        o.told = told_reference;
        o.ctx = &p;
    }
    struct flat *f = flat_run(s->gpu, &o, err);
    if (s->o->progress != NULL)
        progress_end(&p);
    return f;
}

static enum run_end compare(struct session *s)
{
    struct error why = {0};
    struct sbuf text = {0};
    struct flat *reference = run_reference(s, &why);
    bool same =
        reference != NULL && report_compare(s->machine, s->gpu, s->launch, reference, &text, &why);
    bool wrong = text.len > 0;
    flat_free(reference);
    if (wrong)
        run_tell(s, &text);
    sbuf_free(&text);
    if (same)
        return RUN_OK;
    if (wrong)
        return RUN_WRONG;
    if (interrupted) {
        error_set(s->err, "interrupted after cycle %llu, before the result was checked",
                  (unsigned long long)s->machine->now);
        return RUN_INTERRUPTED;
    }
    error_set(s->err, "%s", why.text);
    return RUN_STOPPED;
}

static enum run_end write_outputs(struct session *s)
{
    if (run_files_write(&s->files, s->machine, s->gpu, s->err))
        return RUN_OK;
    return interrupted ? RUN_INTERRUPTED : RUN_UNWRITTEN;
}

static const char *const end_names[] = {
    [RUN_OK] = "identical to cacheless execution",
    [RUN_UNWRITTEN] = "identical to cacheless execution",
    [RUN_WRONG] = "WRONG",
    [RUN_STOPPED] = "INCOMPLETE",
    [RUN_INTERRUPTED] = "INCOMPLETE",
    [RUN_BAD_INPUT] = "INCOMPLETE",
};

/* Of all links, what they sent and what they did not; rounded. */
static uint64_t link_energy_pj(const struct stats *s)
{
    return (stats_sum(s, "energy", "real_fj") + stats_sum(s, "energy", "idle_fj") + 500) / 1000;
}

static void collect(struct session *s, enum run_end end, struct run_result *r)
{
    r->cycles = s->machine->now;
    r->evaluations = engine_evaluations(s->machine->engine);
    r->stats = stats_new();
    char seed[32];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->o->seed);
    stats_header(r->stats, "system", s->sys->name);
    stats_header(r->stats, "kernel", s->o->kernel);
    stats_header(r->stats, "size", s->launch->size);
    stats_header(r->stats, "seed", seed);
    stats_header(r->stats, "result", end_names[end]);
    stats_header_number(r->stats, "cycles", r->cycles);
    machine_stats(s->machine, r->stats);
    if (machine_counts(s->machine))
        stats_header_number(r->stats, "link_energy_pj", link_energy_pj(r->stats));
    if (s->launch->n_copies > 0) {
        stats_add(r->stats, "system", "copies", "cycles", "cycles",
                  "between launches, while copy engines copied buffers", s->copy_cycles);
        stats_add(r->stats, "system", "copies", "bytes", "bytes", "of buffers that they copied",
                  s->copied_bytes);
    }
    record_run(r->stats, s->o, s->sys, s->launch, &s->kernel);
    if (r->seen.profile != NULL)
        stats_attach(r->stats, "profile", profile_json(r->seen.profile));
    if (r->seen.sharing != NULL)
        stats_attach(r->stats, "sharing", sharing_json(r->seen.sharing));
}

/* A trace or wave that cannot be written is the run's error only if there is no other error. */
static enum run_end tell_unseen(struct session *s, enum run_end end)
{
    if (!error_is_set(&s->unseen))
        return end;
    if (end == RUN_OK) {
        *s->err = s->unseen;
        return RUN_UNWRITTEN;
    }
    if (s->report != NULL)
        fprintf(s->report, "  %s\n", s->unseen.text);
    return end;
}

static void release(struct session *s)
{
    run_files_close(&s->files);
    machine_free(s->machine);
    team_free(s->team);
    observe_free(s->observe);
    gpu_free(s->gpu);
    ptx_free(s->module);
    launch_free(s->launch);
    system_free(s->sys);
}

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

enum run_end run(const struct run_options *o, struct run_result *result, FILE *report,
                 struct error *err)
{
    struct session s = {.o = o, .report = report, .err = err};
    *result = (struct run_result){0};
    enum run_end end = RUN_BAD_INPUT;
    if (open_files(&s) && run_load(&s) && build(&s)) {
        if (o->progress != NULL) {
            s.progress = progress_start(o->progress, o->tty);
            s.progress.noun = "CTAs";
        }
        double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID), clock = seconds_of(CLOCK_MONOTONIC);
        end = run_steps(&s);
        result->seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        result->elapsed = seconds_of(CLOCK_MONOTONIC) - clock;
        if (o->progress != NULL)
            progress_end(&s.progress);
        if (s.observe != NULL) /* also after a run that went wrong; not for the comparison */
            observe_end(s.observe, &result->seen, &s.unseen);
        if (end == RUN_OK)
            end = compare(&s);
        if (end == RUN_STOPPED)
            run_tell_repeat(&s);
        if (end == RUN_OK)
            end = write_outputs(&s);
        end = tell_unseen(&s, end);
        collect(&s, end, result);
    }
    if (end == RUN_BAD_INPUT && interrupted) { /* the interrupt caused the failure */
        *err = (struct error){0};
        error_set(err, "interrupted before the first cycle");
        end = RUN_INTERRUPTED;
    }
    release(&s);
    return end;
}
