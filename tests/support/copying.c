#include "tests/support/copying.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

static bool coherent(const struct copying *c)
{
    return c->cores->history->model != MODEL_ONE_CORE;
}

/* ---- where the lines are ---- */

/* Line n of those that this copying uses of each memory: behind the other lines of the traffic, and
 * before those of its RDC. */
static uint64_t address(const struct copying *c, uint32_t home, uint32_t n)
{
    const struct system *s = c->cores->machine->sys;
    uint64_t lines = s->umc.bytes * s->umc.count / s->line_bytes;
    uint64_t carved = system_carved(s) / s->line_bytes;
    return home * lines + lines - carved - c->base + n;
}

static uint32_t a_home(struct copying *c)
{
    const struct system *s = c->cores->machine->sys;
    return s->memory.at == SYS_PACKAGES ? (uint32_t)rng_below(&c->rng, s->gpus) : 0;
}

static void add_sources(struct copying *c)
{
    struct machine *m = c->cores->machine;
    uint8_t bytes[HISTORY_LINE];
    memset(bytes, HISTORY_SOURCE, sizeof bytes);
    uint32_t home = a_home(c);
    for (uint32_t i = 0; i < COPYING_SOURCES; i++) {
        uint64_t line = address(c, home, i);
        c->sources[i] = history_source(c->cores->history, line);
        machine_poke(m, line * m->sys->line_bytes, bytes, m->sys->line_bytes);
    }
}

/* ---- runs ---- */

/* Draws an engine's next run. With coherence its targets are accessed before, too. */
static void draw_run(struct copying *c, struct copying_run *r)
{
    r->lines = 1 + (uint32_t)rng_below(&c->rng, COPYING_RUN);
    if (r->lines > COPYING_LINES - c->n_targets)
        r->lines = COPYING_LINES - c->n_targets;
    r->from = (uint32_t)rng_below(&c->rng, COPYING_SOURCES + 1 - r->lines);
    r->to = c->n_targets;
    r->start = c->cores->machine->now + rng_below(&c->rng, c->wait);
    uint32_t home = a_home(c);
    for (uint32_t i = 0; i < r->lines; i++, c->n_targets++) {
        uint64_t line = address(c, home, COPYING_SOURCES + c->n_targets);
        c->targets[c->n_targets] = history_target(c->cores->history, line);
        c->open[c->n_targets] = coherent(c) || c->paused;
    }
}

/* Whether an access in flight writes a source of the run. */
static bool is_written(const struct copying *c, const struct copying_run *r)
{
    const struct cores *cores = c->cores;
    for (uint32_t i = 0; i < cores->machine->n_sms * cores->machine->sys->sm.tags; i++) {
        const struct op *op = cores->owner[i] < 0 ? NULL : &cores->history->ops[cores->owner[i]];
        for (uint32_t k = 0; op != NULL && k < r->lines; k++)
            if (op->writes && op->line == c->sources[r->from + k])
                return true;
    }
    return false;
}

static void begin(struct copying *c, uint32_t engine, struct copying_run *r)
{
    struct machine *m = c->cores->machine;
    struct history *h = c->cores->history;
    for (uint32_t i = 0; i < r->lines; i++)
        r->ops[i] = history_copy(h, c->thread + r->to + i, m->n_sms + engine,
                                 c->sources[r->from + i], c->targets[r->to + i], m->now + 1);
    uint64_t bytes = m->sys->line_bytes;
    struct pages_move move = {h->lines[c->sources[r->from]].address * bytes,
                              h->lines[c->targets[r->to]].address * bytes, r->lines * bytes};
    machine_copy(m, engine, &move);
    r->busy = true;
}

static void end(struct copying *c, struct copying_run *r)
{
    for (uint32_t i = 0; i < r->lines; i++) {
        history_answered(c->cores->history, r->ops[i], NULL, c->cores->machine->now + 1);
        c->open[r->to + i] = true;
    }
    c->cores->moved_at = c->cores->machine->now;
    c->runs_done++;
    *r = (struct copying_run){0};
}

static void step(void *ctx)
{
    struct copying *c = ctx;
    struct machine *m = c->cores->machine;
    for (uint32_t i = 0; i < m->sys->gpus; i++) {
        struct copying_run *r = &c->runs[i];
        if (r->busy && machine_copies_done(m, i) == machine_copies_asked(m, i))
            end(c, r);
        if (r->busy || c->cores->running == 0)
            continue;
        if (r->lines == 0 && c->n_targets < COPYING_LINES)
            draw_run(c, r);
        if (!c->paused && r->lines > 0 && r->start <= m->now && (coherent(c) || !is_written(c, r)))
            begin(c, i, r);
    }
}

static bool busy(void *ctx)
{
    const struct copying *c = ctx;
    for (uint32_t i = 0; i < c->cores->machine->sys->gpus; i++)
        if (c->runs[i].busy)
            return true;
    return false;
}

/* ---- accesses ---- */

static bool may(void *ctx, const struct access *a)
{
    const struct copying *c = ctx;
    if (coherent(c) || a->kind == KIND_LOAD || a->kind == KIND_FRESH || a->kind == KIND_FENCE)
        return true;
    for (uint32_t i = 0; i < c->cores->machine->sys->gpus; i++)
        for (uint32_t k = 0; c->runs[i].busy && k < c->runs[i].lines; k++)
            if (c->sources[c->runs[i].from + k] == a->line)
                return false;
    return true;
}

int copying_line(struct copying *c, struct rng *rng)
{
    uint32_t recent = c->n_targets < 2 * COPYING_RUN ? c->n_targets : 2 * COPYING_RUN;
    if (recent > 0 && rng_below(rng, 2) == 0) {
        uint32_t n = c->n_targets - 1 - (uint32_t)rng_below(rng, recent);
        if (c->open[n])
            return c->targets[n];
    }
    return c->sources[rng_below(rng, COPYING_SOURCES)];
}

void copying_init(struct copying *c, struct cores *cores, uint32_t thread, uint64_t seed)
{
    *c = (struct copying){.cores = cores, .rng = {seed}, .thread = thread};
    c->base = COPYING_SOURCES + COPYING_LINES + rng_below(&c->rng, 64);
    c->runs = xcalloc(cores->machine->sys->gpus, sizeof *c->runs);
    static const uint32_t waits[] = {10, 300, 1500};
    c->wait = waits[rng_below(&c->rng, 3)];
    add_sources(c);
    c->beside = (struct cores_beside){.ctx = c, .step = step, .busy = busy, .may = may};
    cores->beside = &c->beside;
}

void copying_pause(struct copying *c, bool paused)
{
    c->paused = paused;
    for (uint32_t i = 0; i < c->cores->machine->sys->gpus; i++)
        for (uint32_t k = 0; k < c->runs[i].lines; k++)
            c->open[c->runs[i].to + k] = coherent(c) || paused;
}

void copying_free(struct copying *c)
{
    c->cores->beside = NULL;
    free(c->runs);
}
