#include "sw/host/reorder_impl.h"

#include "sw/util/name.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Places in the ring for each of the buffer: free instructions have some, too. */
enum { SPARE = 8 };

struct reorder *reorder_new(struct cpu *c)
{
    struct reorder *r = xcalloc(1, sizeof *r);
    r->room = SPARE * c->c.rob;
    r->entries = xcalloc(r->room, sizeof *r->entries);
    r->own = xcalloc(1, SSA_MOST_OWN);
    r->head = r->next = 1;
    return r;
}

static void forget_program(struct reorder *r)
{
    arena_free(&r->arena);
    free(r->functions);
    free(r->map);
    free(r->meeting);
    r->meeting = NULL;
    r->arena = (struct arena){0};
    r->functions = NULL;
    r->map = NULL;
}

void reorder_free(struct reorder *r)
{
    if (r == NULL)
        return;
    forget_program(r);
    free(r->entries);
    free(r->own);
    free(r);
}

static const struct ssa_function *function_of(struct reorder *r, const struct host_program *p,
                                              size_t function, struct error *err)
{
    if (r->program != p) {
        forget_program(r);
        r->functions = xcalloc(p->n_functions, sizeof(struct ssa_function *));
        r->program = p;
    }
    if (r->functions[function] == NULL)
        r->functions[function] = ssa_read(p, p->functions[function].name, &r->arena, err);
    return r->functions[function];
}

bool reorder_start(struct cpu *c, const struct host_program *p, size_t function,
                   const struct host_value *args, size_t n, struct error *err)
{
    struct reorder *r = c->reorder;
    r->f = function_of(r, p, function, err);
    if (r->f == NULL)
        return false;
    r->map = xrealloc(r->map, r->f->n_values * sizeof *r->map);
    memset(r->map, 0, r->f->n_values * sizeof *r->map);
    r->meeting = xrealloc(r->meeting, (r->f->n_phis + 1) * sizeof *r->meeting);
    for (size_t i = 0; i < n; i++)
        r->map[i].bits = args[i].bits;
    r->head = r->next;
    r->held = r->block = r->pc = 0;
    r->branch = 0;
    r->fetched_all = r->retired_all = false;
    r->copy = (struct copying){0};
    r->reason = REASON_NONE;
    r->changed = true;
    c->running = true;
    c->started = false;
    c->range_start = c->range_end = 0;
    return true;
}

/* ---- places in the source ---- */

static void describe(const struct reorder *r, const struct ssa_inst *i, char *text, size_t size)
{
    snprintf(text, size, "%s:%u:%u: %s", r->program->path, i->line, i->column, r->f->name);
}

bool reorder_place(const struct cpu *c, uint64_t site, char *text, size_t size)
{
    const struct reorder *r = c->reorder;
    const struct ssa_inst *i = (const struct ssa_inst *)(uintptr_t)site; // NOLINT: as it was given
    if (site == 0 && r->head == r->next)
        return false;
    describe(r, site != 0 ? i : entry_of(r, r->head)->i, text, size);
    return true;
}

void reorder_fail(struct cpu *c, const struct ssa_inst *i, const char *fmt, ...)
{
    char where[512], what[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    describe(c->reorder, i, where, sizeof where);
    error_set(c->err, "%s: %s: %s", c->name, where, what);
    c->failed = true;
}

/* ---- a cycle of the CPU ---- */

static uint64_t ready(const struct entry *e)
{
    uint64_t last = 0;
    for (uint32_t k = 0; k < e->n; k++)
        last = e->in[k].ready > last ? e->in[k].ready : last;
    return last;
}

/* Begins an instruction whose inputs are there. `slots`: how many more may begin. */
static void begin(struct cpu *c, uint64_t seq, uint32_t *slots)
{
    struct reorder *r = c->reorder;
    struct entry *e = entry_of(r, seq);
    uint64_t from = ready(e);
    if (e->i->is_free && from != NEVER) { /* it is a part of what uses it */
        e->issued = r->changed = true;
        e->done = from;
        return;
    }
    if (e->i->is_free || from > r->t || *slots == 0)
        return;
    if (e->op == SSA_LOAD) {
        *slots -= reorder_load(c, seq);
        return;
    }
    e->issued = r->changed = true;
    e->done = r->t + ssa_latency[e->op];
    --*slots;
}

static void execute(struct cpu *c)
{
    struct reorder *r = c->reorder;
    uint32_t slots = c->c.width;
    for (uint64_t seq = r->head; seq < r->next && !c->failed; seq++) {
        struct entry *e = entry_of(r, seq);
        if (e->issued) {
            if (e->op == SSA_LOAD && !e->known)
                reorder_answered(c, e);
            continue;
        }
        reorder_capture(r, e);
        reorder_compute(c, e);
        if (e->op == SSA_LOAD || e->op == SSA_STORE)
            reorder_address(c, e);
        if (!c->failed)
            begin(c, seq, &slots);
    }
}

/* The value of an entry that retires goes to all ids that have it. */
static void keep_value(struct reorder *r, uint64_t seq)
{
    const struct entry *e = entry_of(r, seq);
    const struct mapping value = {0, (uint64_t)e->bits};
    int32_t id = e->i->id;
    if (id >= 0 && r->map[id].seq == seq)
        r->map[id] = value;
    for (uint32_t k = 0; id >= 0 && k < r->f->n_phis; k++)
        if (r->map[r->f->phis[k]].seq == seq)
            r->map[r->f->phis[k]] = value;
}

static bool retire_one(struct cpu *c)
{
    struct reorder *r = c->reorder;
    struct entry *e = entry_of(r, r->head);
    if (!e->issued || e->done > r->t || r->head == r->branch) {
        r->reason = e->op == SSA_LOAD && e->issued && !e->known ? REASON_LOAD : REASON_NONE;
        return false;
    }
    if (e->op == SSA_TRAP)
        reorder_fail(c, e->i, "the program comes to where it can never be (__builtin_trap)");
    if (e->op == SSA_STORE && !c->failed && !reorder_store(c, e)) {
        r->reason = REASON_PLACE;
        return false;
    }
    keep_value(r, r->head);
    r->held -= !e->i->is_free;
    c->stats.instructions += !e->i->is_free;
    r->retired_all = e->op == SSA_RETURN;
    r->head++;
    r->changed = true;
    return !c->failed;
}

static void retire(struct cpu *c)
{
    struct reorder *r = c->reorder;
    for (uint32_t n = 0; n < c->c.width && r->head < r->next; n++) {
        while (r->head < r->next && entry_of(r, r->head)->i->is_free)
            if (!retire_one(c))
                return;
        if (r->head < r->next && !retire_one(c))
            return;
    }
}

/* ---- a cycle of the machine ---- */

static void count_wait(struct cpu *c)
{
    uint64_t *const counters[] = {[REASON_LOAD] = &c->stats.wait_load,
                                  [REASON_PLACE] = &c->stats.wait_place,
                                  [REASON_END] = &c->stats.wait_fence};
    struct reorder *r = c->reorder;
    if (r->reason != REASON_NONE)
        *counters[r->reason] += c->now - r->since;
    r->since = c->now;
    r->reason = REASON_NONE;
}

bool reorder_step(struct cpu *c, struct error *err)
{
    struct reorder *r = c->reorder;
    uint64_t until = (c->now + 1) * c->c.speed / c->c.of;
    if (!c->started) {
        c->started = true;
        c->start = r->since = c->now;
    }
    c->err = err;
    count_wait(c);
    r->changed = false;
    uint64_t retired = r->head;
    for (r->t = c->now * c->c.speed / c->c.of; r->t < until && !c->failed; r->t++) {
        execute(c);
        if (!c->failed)
            retire(c);
        if (!c->failed)
            reorder_fetch(c);
    }
    if (r->head != retired)
        r->reason = REASON_NONE;
    if (r->retired_all && c->n_free == c->c.misses)
        cpu_end_function(c);
    else if (r->retired_all)
        r->reason = REASON_END;
    r->n_free = c->n_free;
    return !c->failed;
}

/* Whether an entry waits for a cycle that will come. */
static bool waits_for_time(const struct reorder *r, const struct entry *e)
{
    if (e->issued)
        return e->done != NEVER && e->done >= r->t;
    for (uint32_t k = 0; k < e->n; k++)
        if (e->in[k].ready != NEVER && e->in[k].ready >= r->t)
            return true;
    return false;
}

uint64_t reorder_wake(const struct cpu *c, uint64_t now)
{
    const struct reorder *r = c->reorder;
    bool soon = r->changed || c->n_free > r->n_free;
    if (!c->running)
        return NEVER;
    for (uint64_t seq = r->head; seq < r->next && !soon; seq++) {
        const struct entry *e = entry_of(r, seq);
        soon = waits_for_time(r, e) || (e->op == SSA_LOAD && e->issued && !e->known &&
                                        c->places[e->place[0]].state == PLACE_ANSWERED);
    }
    if (r->retired_all)
        return c->n_free == c->c.misses ? now : NEVER;
    return soon ? now : NEVER;
}
