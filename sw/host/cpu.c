#include "sw/host/cpu_impl.h"
#include "sw/host/reorder.h"

#include "sw/util/arena.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cpu *cpu_new(const struct cpu_config *config, const char *name, struct error *err)
{
    struct cpu *c = xcalloc(1, sizeof *c);
    c->c = *config;
    if (c->c.of == 0)
        c->c.speed = c->c.of = 1;
    c->name = xstrdup(name);
    c->places = xcalloc(config->misses, sizeof *c->places);
    c->queue = xcalloc(config->misses, sizeof *c->queue);
    c->n_free = config->misses;
    c->reorder = config->rob > 0 ? reorder_new(c) : NULL;
    c->coroutine = coroutine_new(err);
    if (c->coroutine != NULL && window_make(&c->window, err))
        return c;
    cpu_free(c);
    return NULL;
}

void cpu_free(struct cpu *c)
{
    if (c == NULL)
        return;
    reorder_free(c->reorder);
    instance_free(c->instance);
    coroutine_free(c->coroutine);
    window_free(&c->window);
    free(c->places);
    free(c->queue);
    free(c->name);
    free(c);
}

void cpu_set_range(struct cpu *c, sm_range *range, void *ctx)
{
    c->range = range;
    c->range_ctx = ctx;
}

void cpu_set_translation(struct cpu *c, sm_translate *fn, void *ctx)
{
    c->translate = fn;
    c->translate_ctx = ctx;
}

static bool is_of_program(void *cpu, uint64_t pc)
{
    return instance_holds(((const struct cpu *)cpu)->instance, pc);
}

bool cpu_start(struct cpu *c, const struct host_program *p, size_t function,
               const struct host_value *args, size_t n, struct error *err)
{
    if (!host_takes(p, function, args, n, err))
        return false;
    if (c->reorder != NULL)
        return reorder_start(c, p, function, args, n, err);
    if (c->instance == NULL || instance_program(c->instance) != p) {
        instance_free(c->instance);
        c->instance = instance_new(p, &thread_hooks, c, err);
        if (c->instance == NULL)
            return false;
    }
    c->function = function;
    memcpy(c->args, args, n * sizeof *args);
    c->running = true;
    c->started = false;
    c->until = c->site = 0;
    c->need = NEED_NOTHING;
    c->range_start = c->range_end = 0;
    coroutine_start(c->coroutine, thread_body, c);
    coroutine_watch(c->coroutine, is_of_program, c);
    return true;
}

bool cpu_idle(const struct cpu *c)
{
    return !c->running;
}

/* ---- steps ---- */

static bool has_need(const struct cpu *c)
{
    switch (c->need) {
    case NEED_NOTHING:
        return true;
    case NEED_PLACE:
        return c->n_free > 0;
    case NEED_ALL_FREE:
        return c->n_free == c->c.misses;
    case NEED_ANSWER:
        return c->places[c->needed].state == PLACE_ANSWERED;
    }
    return true;
}

/* What a signal of an instruction of the program means. */
static bool fault_error(const struct cpu *c, const struct coroutine_crash *crash, const char *where,
                        struct error *err)
{
    uint64_t address;
    if (crash->signal == SIGFPE)
        return error_set(err, "%s: %s: a division by zero, or one whose quotient does not fit",
                         c->name, where);
    if (crash->signal == SIGILL)
        return error_set(err, "%s: %s: the program comes to where it can never be (__builtin_trap)",
                         c->name, where);
    if (window_holds(&c->window, crash->address, 1, &address))
        return error_set(err, "%s: %s: an access at 0x%llx: no buffer holds it", c->name, where,
                         (unsigned long long)address);
    return error_set(err, "%s: %s: an access at address 0x%llx of the host itself: %s", c->name,
                     where, (unsigned long long)crash->address, strsignal(crash->signal));
}

/* Sets the error of a program that has crashed. Returns false. */
static bool crashed(const struct cpu *c, struct error *err)
{
    struct coroutine_crash crash = coroutine_crash(c->coroutine);
    char where[512];
    /* What uses the stack up is often a hook: then the last one's place is told. */
    bool jump = !instance_holds(c->instance, crash.pc);
    instance_place(c->instance, crash.stack || jump ? c->site : crash.pc + 1, where, sizeof where);
    if (crash.stack)
        return error_set(err,
                         "%s: %s: its stack of %d KiB is used up; is there a recursion without "
                         "an end, or a large array?",
                         c->name, where, COROUTINE_STACK / 1024);
    if (jump)
        return error_set(err, "%s: %s: behind this the program calls what is no function", c->name,
                         where);
    return fault_error(c, &crash, where, err);
}

void cpu_end_function(struct cpu *c)
{
    c->running = false;
    c->stats.functions++;
    c->stats.cycles += c->now - c->start;
}

static bool run(struct cpu *c, struct error *err)
{
    if (!c->started) {
        c->started = true;
        c->start = c->now;
    }
    c->err = err;
    bool ended = coroutine_resume(c->coroutine);
    if (coroutine_crash(c->coroutine).signal != 0) {
        c->failed = true;
        return crashed(c, err);
    }
    if (c->failed)
        return false;
    if (ended) {
        cpu_end_function(c);
        window_clear(&c->window);
    }
    return true;
}

bool cpu_step(struct cpu *c, uint64_t now, struct error *err)
{
    c->now = now;
    if (c->reorder != NULL) {
        if (c->running && !reorder_step(c, err))
            return false;
    } else if (c->running && now >= c->until && has_need(c) && !run(c, err)) {
        return false;
    }
    requests_show(c);
    return true;
}

uint64_t cpu_wake(const struct cpu *c, uint64_t now)
{
    if (!c->request_up && c->queue_len > 0)
        return now;
    if (c->reorder != NULL)
        return reorder_wake(c, now);
    if (!c->running || !has_need(c))
        return NEVER;
    return c->until > now ? c->until : now;
}

bool cpu_spot(const struct cpu *c, char *text, size_t size)
{
    char where[512];
    if (!c->running || (c->reorder == NULL && c->site == 0) ||
        (c->reorder != NULL && !reorder_place(c, 0, where, sizeof where)))
        return false;
    if (c->reorder == NULL)
        instance_place(c->instance, c->site, where, sizeof where);
    snprintf(text, size, "%s: %s", c->name, where);
    return true;
}

const struct cpu_stats *cpu_stats(const struct cpu *c)
{
    return &c->stats;
}
