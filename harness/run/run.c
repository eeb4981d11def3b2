#include "harness/run/session.h"

#include "gen/system/derived.h"
#include "harness/run/launches.h"
#include "harness/run/memory.h"
#include "harness/run/report.h"
#include "sw/util/count.h"
#include "sw/util/file.h"
#include "sw/util/interrupt.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"
#include "sw/util/team.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
            if (interrupt_came())
                return false;
        }
    }
    return true;
}

/* Whether there is a CPU for the launch file's steps of the host, if it has any. */
static bool has_cpu(const struct session *s)
{
    const struct launch *l = s->launch;
    const bool may_have = s->sys->l2.role == SYS_CORE_SIDE &&
                          (s->sys->memory.at == SYS_CENTRAL || s->sys->memory.host);
    for (size_t i = 0; i < l->n_steps && !system_has_cpu(s->sys); i++)
        if (l->steps[i].is_host)
            return error_set(s->err,
                             "%s:%d:%d: a step of the host, but %s has no CPU, as its cpu.misses "
                             "is 0; take a system that has one%s",
                             l->path, l->steps[i].line, l->steps[i].column, s->sys->name,
                             may_have ? ", or --set cpu.misses=4" : ", such as umn-tiny");
    return true;
}

static bool build(struct session *s)
{
    struct sm_config sm = machine_sm_config(s->sys);
    return gpu_fits(s->gpu, &sm, s->err) && has_cpu(s) && session_build(s) && fill_memory(s);
}

/* ---- running ---- */

/* A function of the host may be started by many steps: which one the error is of. */
static void tell_step(struct session *s, size_t step)
{
    const struct launch_step *at = &s->launch->steps[step];
    if (at->is_host && !s->told_repeat)
        error_add(s->err, "; launch %zu, %s:%d:%d", step + 1, s->launch->path, at->line,
                  at->column);
}

static enum run_end run_step(struct session *s, size_t step)
{
    if (step > 0 && !machine_boundary(s->machine, s->err))
        return RUN_STOPPED;
    enum run_end end = run_copies(s, step);
    if (end == RUN_OK) {
        const uint64_t from = s->machine->now;
        end = session_step(s, step);
        launches_end(s, step, end);
        if (s->observe != NULL)
            observe_call(s->observe, s->launch->steps[step].entry, NULL, from);
    }
    if (end == RUN_STOPPED)
        tell_step(s, step);
    return end;
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
    return end == RUN_OK ? session_settle(s) : end;
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

/* Once for each kernel. */
static void tell_senses(const struct session *s)
{
    for (size_t i = 0; s->o->say != NULL && i < gpu_step_count(s->gpu); i++) {
        struct sbuf text = {0};
        bool told = !report_senses(s->gpu, i, &text);
        for (size_t k = 0; k < i && !told; k++)
            told = gpu_host_step(s->gpu, k) == NULL &&
                   gpu_grid(s->gpu, k)->kernel == gpu_grid(s->gpu, i)->kernel;
        if (!told)
            s->o->say(text.text);
        sbuf_free(&text);
    }
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
    tell_senses(s);
    if (wrong)
        run_tell(s, &text);
    sbuf_free(&text);
    if (same)
        return RUN_OK;
    if (wrong)
        return RUN_WRONG;
    if (interrupt_came()) {
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
    return interrupt_came() ? RUN_INTERRUPTED : RUN_UNWRITTEN;
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
    const uint64_t fj =
        count_plus(stats_sum(s, "energy", "real_fj"), stats_sum(s, "energy", "idle_fj"));
    return fj == COUNT_OVER ? COUNT_OVER : (fj + 500) / 1000;
}

static void collect(struct session *s, enum run_end end, struct run_result *r)
{
    parts_end(s->parts, s->machine, PART_DRAIN);
    launches_judge(s, end);
    r->parts = s->parts;
    s->parts = NULL;
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
        for (int kind = 0; kind < COPY_KINDS; kind++) {
            const char *name = kind == COPY_HOST ? "host" : "peer";
            stats_add(r->stats, name, "copies", "cycles", "cycles",
                      "between launches, while copy engines copied buffers", s->copy_cycles[kind]);
            stats_add(r->stats, name, "copies", "bytes", "bytes", "of buffers that they copied",
                      s->copied[kind]);
        }
    }
    memory_stats(s->sys, s->gpu, r->stats);
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
    if (end == RUN_BAD_INPUT && interrupt_came()) { /* the interrupt caused the failure */
        *err = (struct error){0};
        error_set(err, "interrupted before the first cycle");
        end = RUN_INTERRUPTED;
    }
    session_release(&s);
    return end;
}
