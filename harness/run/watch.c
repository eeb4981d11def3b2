/* One cycle of a run, and what is looked at now and then: progress, the watchdog, interrupts. */
#include "harness/run/session.h"

#include "harness/run/report.h"
#include "sw/sm/spots.h"
#include "sw/util/interrupt.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <string.h>

enum { INSPECT_EVERY = 1024 }; /* cycles between two inspections: the watchdog, failures */

static uint64_t ctas_done(const struct machine *m)
{
    uint64_t done = 0;
    for (uint32_t i = 0; i < m->n_sms; i++)
        done += sm_stats(m->sms[i])->ctas;
    return done;
}

static uint64_t sum_of_moves(struct machine *m)
{
    uint64_t sum = m->answers + machine_copies_moves(m);
    for (uint32_t i = 0; i < m->n_sms; i++)
        sum += sm_stats(m->sms[i])->warp_insts;
    if (machine_cpu(m) != NULL) {
        const struct cpu_stats *cpu = cpu_stats(machine_cpu(m));
        sum += cpu->instructions + cpu->lines + cpu->fences;
    }
    return sum;
}

/* Whether the host's CPU executes instructions that need nothing: many between two accesses of
 * memory are counted at once, and no counter moves until they are over. */
static bool host_computes(const struct machine *m)
{
    return machine_cpu(m) != NULL && cpu_wake(machine_cpu(m), m->now) != UINT64_MAX;
}

/* Adds to the error how to repeat the run, once. */
void run_tell_repeat(struct session *s)
{
    if (!s->told_repeat)
        error_add(s->err, "; seed %llu; repeat with: %s", (unsigned long long)s->o->seed,
                  s->o->repeat);
    s->told_repeat = true;
}

/* The first line of a report becomes the error, the others go to s->report. */
void run_tell(struct session *s, const struct sbuf *text)
{
    size_t first = strcspn(text->text, "\n");
    error_set(s->err, "%.*s", (int)first, text->text);
    run_tell_repeat(s);
    if (text->text[first] != '\0' && s->report != NULL)
        fprintf(s->report, "%s\n", text->text + first + 1);
}

/* Where the run is: at a line of the host's program, or of a kernel. */
static void add_spot(const struct session *s, struct sbuf *text)
{
    const struct machine *m = s->machine;
    char where[576];
    struct sbuf spot = {0};
    if (!machine_host_idle(m) && cpu_spot(machine_cpu(m), where, sizeof where))
        sbuf_puts(&spot, where);
    else
        sm_first_spot(m->sms, m->n_sms, &spot);
    if (spot.len > 0)
        sbuf_printf(text, "; %s", spot.text);
    sbuf_free(&spot);
}

/* A function of the host that does not end, as sm_lull for CTAs. */
static void host_lull(struct session *s)
{
    const struct machine *m = s->machine;
    char where[576];
    if (!lull_is(&s->lull, m->now, cpu_stats(machine_cpu(m))->functions, SM_LULL) ||
        s->report == NULL || !cpu_spot(machine_cpu(m), where, sizeof where))
        return;
    fprintf(s->report,
            "umbel: no function of the host has ended for %llu cycles (now %llu); the run goes on, "
            "--max-cycles bounds it; it is at:\n  %s\n",
            (unsigned long long)(m->now - s->lull.since), (unsigned long long)m->now, where);
}

static bool hangs(struct session *s)
{
    struct machine *m = s->machine;
    uint64_t sum = sum_of_moves(m);
    if (sum != s->moved_sum || host_computes(m)) {
        s->moved_sum = sum;
        s->moved_at = m->now;
        return false;
    }
    if (m->now - s->moved_at < s->sys->watchdog)
        return false;
    struct sbuf text = {0};
    report_hang(m, s->moved_at, &text);
    run_tell(s, &text);
    s->err->kind = ERROR_ENDLESS;
    sbuf_free(&text);
    return true;
}

/* Checks that are too slow for every cycle. */
static enum run_end inspect(struct session *s)
{
    struct machine *m = s->machine;
    if (s->o->progress != NULL)
        progress_update(&s->progress, m->now, ctas_done(m), s->ctas_total);
    if (s->of_host != !machine_host_idle(m))
        s->lull = (struct lull){0};
    s->of_host = !machine_host_idle(m);
    if (s->of_host)
        host_lull(s);
    else
        sm_lull(&s->lull, m->now, m->sms, m->n_sms, 0, s->report);
    const bool interrupted = interrupt_came();
    if (interrupted || (s->o->max_cycles > 0 && m->now >= s->o->max_cycles)) {
        struct sbuf where = {0};
        add_spot(s, &where);
        error_set(s->err,
                  interrupted
                      ? "interrupted at cycle %llu; the statistics so far are incomplete%s"
                      : "stopped at cycle %llu, as --max-cycles asks; the run is incomplete%s",
                  (unsigned long long)m->now, sbuf_str(&where));
        sbuf_free(&where);
        if (!interrupted)
            s->err->kind = ERROR_ENDLESS;
        return interrupted ? RUN_INTERRUPTED : RUN_STOPPED;
    }
    if (machine_failed(m, s->err) || hangs(s))
        return RUN_STOPPED;
    return RUN_OK;
}

enum run_end run_cycle(struct session *s, struct gpu *gpu)
{
    struct machine *m = s->machine;
    if (m->now >= s->next_inspection) {
        enum run_end end = inspect(s);
        if (end != RUN_OK)
            return end;
        s->next_inspection = m->now + INSPECT_EVERY;
    }
    if (machine_cycle(m, gpu, s->err))
        return RUN_OK;
    if (s->report != NULL)
        report_buffers(s->gpu, s->report);
    return RUN_STOPPED;
}
