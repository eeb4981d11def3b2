#include "harness/litmus/runner_impl.h"
#include "harness/run/report.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* ---- a machine ---- */

static bool start_machine(struct runner *r, void (*say)(const char *text), struct error *err)
{
    const struct system *sys = r->c.sys;
    r->machine = r->c.rules != NULL ? machine_new_with(sys, r->c.rules, say, err)
                                    : machine_new(sys, say, err);
    if (r->machine == NULL)
        return false;
    lines_init(&r->lines, sys);
    r->stand_in = (struct machine_stand_in){.ctx = r, .answer = runner_answer, .step = runner_step};
    r->machine->stand_in = &r->stand_in;
    r->tags = sys->sm.tags;
    size_t n = (size_t)r->machine->n_sms * r->tags;
    r->waiters = xcalloc(n, sizeof *r->waiters);
    for (size_t i = 0; i < n; i++)
        r->waiters[i].agent = NOBODY;
    return true;
}

static void stop_machine(struct runner *r)
{
    if (r->machine == NULL)
        return;
    r->cycles_before += r->machine->now;
    machine_free(r->machine);
    r->machine = NULL;
    lines_free(&r->lines);
    free(r->waiters);
}

static bool lines_fit(const struct runner_config *c, struct error *err)
{
    for (int v = 0; v < c->test->n_vars; v++)
        if ((c->test->vars[v].word + 1) * WORD > (int)c->sys->line_bytes)
            return error_set(err,
                             "%s: too many variables share a line: %s has lines of %u bytes; "
                             "--set line_bytes, or write a smaller test",
                             c->test->file, c->sys->name, c->sys->line_bytes);
    return true;
}

struct runner *runner_new(const struct runner_config *c, void (*say)(const char *text),
                          struct error *err)
{
    if (!lines_fit(c, err))
        return NULL;
    struct runner *r = xcalloc(1, sizeof *r);
    r->c = *c;
    r->n_agents = c->test->n_threads + 1;
    for (int i = 0; i < c->test->n_threads; i++) {
        const struct litmus_place *at = &c->placement.at[i];
        r->agents[i].sm = (uint32_t)at->gpu * c->sys->sm.count + (uint32_t)at->cta;
        runner_add_steps(&r->agents[i], &c->test->threads[i]);
    }
    if (start_machine(r, say, err))
        return r;
    runner_free(r);
    return NULL;
}

void runner_free(struct runner *r)
{
    if (r == NULL)
        return;
    stop_machine(r);
    free(r);
}

/* Cycles since reset, of all machines that the runner used. */
static uint64_t runner_cycles(const struct runner *r)
{
    return r->cycles_before + (r->machine != NULL ? r->machine->now : 0);
}

/* ---- a run ---- */

static void poke_first_values(struct runner *r)
{
    for (int v = 0; v < r->c.test->n_vars; v++) {
        const struct litmus_var *var = &r->c.test->vars[v];
        uint64_t at = r->line[var->line] * r->c.sys->line_bytes + runner_byte_of(r, v);
        machine_poke(r->machine, at, (const uint8_t *)&var->first, WORD);
    }
}

static void begin(struct runner *r)
{
    static const uint32_t skews[] = {0, 8, 40, 200}, gaps[] = {0, 0, 4, 30};
    r->rng.state = device_seed(r->c.seed, r->runs++);
    lines_take(&r->lines, &r->rng, r->line, r->c.test->n_lines);
    poke_first_values(r);
    r->skew = skews[rng_below(&r->rng, 4)];
    r->gap = gaps[rng_below(&r->rng, 4)];
    r->agents[r->n_agents - 1].sm = (uint32_t)rng_below(&r->rng, r->machine->n_sms);
    for (int i = 0; i < r->n_agents; i++) {
        struct agent *a = &r->agents[i];
        a->warm = (int)rng_below(&r->rng, MAX_WARM + 1);
        if (r->c.test->n_lines == 0) /* a test may have no variables: nothing to load before it */
            a->warm = 0;
        a->at = 0;
        a->from = r->machine->now + (a->warm == 0 ? rng_below(&r->rng, r->skew + 1) : 0);
        memset(a->regs, 0, sizeof a->regs);
        memset(a->rounds, 0, sizeof a->rounds);
        a->pending = 0;
        a->writes = a->accesses = 0;
        a->reserved = (struct reservation){.var = LITMUS_NONE};
        a->released = 0;
        a->waits = a->met = false;
        a->unfinished = false;
    }
    r->n_quorums = 0;
    r->moved_at = r->machine->now;
}

/* Whether all agents have ended. If not, and nothing is in flight, skips to the cycle in which the
 * next agent may act; machine_skip would ask the SMs, which do not drive here. */
static bool all_ended(struct runner *r)
{
    uint64_t next = UINT64_MAX;
    bool ended = true;
    for (int i = 0; i < r->n_agents; i++) {
        const struct agent *a = &r->agents[i];
        if (runner_has_ended(a))
            continue;
        ended = false;
        if (a->from < next)
            next = a->from;
    }
    struct machine *m = r->machine;
    if (!ended && next > m->now && engine_idle(m->engine) && machine_idle(m))
        m->now = next;
    return ended;
}

static void tell_barriers(const struct runner *r, struct sbuf *why)
{
    for (int i = 0; i < r->n_agents - 1; i++) {
        const struct agent *a = &r->agents[i];
        for (int j = 0; j < r->n_agents - 1; j++)
            if (runner_awaits(r, a, &r->agents[j]))
                sbuf_printf(why, "\nP%d waits at bar.sync %u for P%d", i,
                            (unsigned)a->steps[a->at].inst->operand.value, j);
    }
}

static enum runner_end hung(struct runner *r, struct sbuf *why)
{
    struct error err = {0};
    if (machine_failed(r->machine, &err)) {
        sbuf_puts(why, err.text);
        return RUNNER_OVERFLOW;
    }
    sbuf_printf(why, "nothing was answered for %llu cycles",
                (unsigned long long)(r->machine->now - r->moved_at));
    tell_barriers(r, why);
    struct sbuf report = {0};
    report_hang(r->machine, r->moved_at, &report);
    const char *rest = strchr(sbuf_str(&report), '\n');
    sbuf_puts(why, rest != NULL ? rest : "");
    sbuf_free(&report);
    return RUNNER_HUNG;
}

static enum runner_end simulate(struct runner *r, struct sbuf *why)
{
    struct machine *m = r->machine;
    struct error err = {0};
    while (!all_ended(r) || !engine_idle(m->engine) || !machine_idle(m)) {
        if (!machine_cycle(m, NULL, &err)) {
            sbuf_puts(why, err.text);
            return RUNNER_HUNG;
        }
        if (m->now > r->moved_at + r->c.sys->watchdog)
            return hung(r, why);
    }
    return RUNNER_DONE;
}

enum runner_end runner_run(struct runner *r, struct litmus_state *state, struct sbuf *why)
{
    struct error err = {0};
    if (lines_used_up(&r->lines)) {
        stop_machine(r);
        if (!start_machine(r, NULL, &err)) {
            sbuf_puts(why, err.text);
            return RUNNER_HUNG;
        }
    }
    begin(r);
    enum runner_end end = simulate(r, why);
    memset(state, 0, sizeof *state);
    for (int i = 0; end == RUNNER_DONE && i < r->n_agents - 1; i++) {
        memcpy(state->regs[i], r->agents[i].regs, sizeof state->regs[i]);
        if (r->agents[i].unfinished)
            end = RUNNER_UNFINISHED;
    }
    if (end != RUNNER_DONE)
        return end;
    for (int v = 0; v < r->c.test->n_vars; v++) {
        uint64_t at =
            r->line[r->c.test->vars[v].line] * r->c.sys->line_bytes + runner_byte_of(r, v);
        machine_read(r->machine, at, (uint8_t *)&state->vars[v], WORD);
    }
    return RUNNER_DONE;
}

/* ---- as a device ---- */

static void *start(void *ctx, const struct runner_config *c, struct error *err)
{
    (void)ctx;
    return runner_new(c, NULL, err);
}

static enum runner_end run(void *started, struct litmus_state *state, struct sbuf *why)
{
    return runner_run(started, state, why);
}

static uint64_t cycles(const void *started)
{
    return runner_cycles(started);
}

static void stop(void *started)
{
    runner_free(started);
}

const struct device runner_device = {.start = start, .run = run, .cycles = cycles, .stop = stop};
