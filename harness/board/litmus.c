#include "harness/board/litmus.h"

#include "fpga/host/program.h"
#include "gen/machine/netlist.h"
#include "harness/litmus/lines.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

enum {
    LIMIT_MS = 1000,
    MOST_SLOTS = 4 * LITMUS_INSTS + 4, /* an instruction: fence, access, fence, pause */
    MOST_WARM = 2,
    NO_SLOT = -1
};

/* The arguments of board_litmus_device(). */
struct given {
    struct device device;
    struct board *b;
    const struct system *sys;
};

/* The program of a thread of the test, or of the extra thread that only warms caches. */
struct part {
    unsigned engine, thread;
    struct slot slots[MOST_SLOTS];
    unsigned n;
    int slot_of[LITMUS_INSTS];   /* slot of an instruction's access, or NO_SLOT */
    uint32_t known[LITMUS_REGS]; /* values that moves have put there */
};

struct started {
    const struct given *g;
    struct runner_config c;
    struct lines lines;
    struct rng rng;
    struct part parts[LITMUS_THREADS + 1];
    int n_parts;
    uint64_t line[LITMUS_VARS]; /* by number of the test's line */
    uint32_t gap;               /* longest pause of this run, in cycles */
    unsigned fails;             /* number of the tile that reports times that run over */
    uint64_t asked;             /* requests since the last reset */
    uint64_t runs, cycles;
};

static uint32_t word_bytes(const struct started *s)
{
    return s->g->sys->hardware.word_bytes;
}

static uint32_t word_mask(const struct started *s)
{
    return word_bytes(s) < sizeof(uint32_t) ? (1u << 8 * word_bytes(s)) - 1 : UINT32_MAX;
}

/* ---- whether a test fits ---- */

static bool is_constant(const struct started *s, const struct litmus_thread *t, int at,
                        const struct litmus_operand *o)
{
    if (o->reg == LITMUS_NONE)
        return (o->value & ~word_mask(s)) == 0;
    bool moved = false;
    for (int i = 0; i < at; i++) {
        const struct litmus_inst *inst = &t->insts[i];
        if (inst->kind == LITMUS_MOVE && inst->to == o->reg)
            moved = is_constant(s, t, i, &inst->operand);
        else if (inst->to == o->reg || inst->won == o->reg)
            moved = false;
    }
    return moved;
}

static bool thread_fits(const struct started *s, int thread, struct error *err)
{
    const struct litmus *t = s->c.test;
    for (int i = 0; i < t->threads[thread].n_insts; i++) {
        const struct litmus_inst *inst = &t->threads[thread].insts[i];
        if (inst->kind == LITMUS_BRANCH)
            return error_set(err, "%s: P%d branches; a board's engine does not", t->file, thread);
        if (inst->guarded)
            return error_set(err, "%s: P%d has a predicate; a board's engine has none", t->file,
                             thread);
        if (inst->kind == LITMUS_BARRIER)
            return error_set(err, "%s: P%d has a barrier; a board's engine has none", t->file,
                             thread);
        bool gives = inst->kind == LITMUS_STORE || inst->kind == LITMUS_ATOMIC;
        bool compares = inst->kind == LITMUS_ATOMIC && inst->fn == FN_CAS;
        if ((gives && !is_constant(s, &t->threads[thread], i, &inst->operand)) ||
            (compares && !is_constant(s, &t->threads[thread], i, &inst->compare)))
            return error_set(err,
                             "%s: instruction %d of P%d needs what a load brought, or more than %u "
                             "bytes; a board's engine has constants alone",
                             t->file, i, thread, word_bytes(s));
    }
    return true;
}

static bool fits(const struct started *s, struct error *err)
{
    const struct litmus *t = s->c.test;
    if (t->language != LITMUS_C && t->language != LITMUS_PTX)
        return error_set(err,
                         "%s: a board runs tests in C and PTX; run this one on a machine: "
                         "umbel litmus",
                         t->file);
    for (int v = 0; v < t->n_vars; v++)
        if ((uint32_t)(t->vars[v].word + 1) * word_bytes(s) > s->g->sys->line_bytes ||
            (t->vars[v].first & ~word_mask(s)) != 0)
            return error_set(err,
                             "%s: %s does not fit: the board has lines of %u bytes, words of %u",
                             t->file, t->vars[v].name, s->g->sys->line_bytes, word_bytes(s));
    for (int i = 0; i < t->n_threads; i++)
        if (!thread_fits(s, i, err))
            return false;
    return true;
}

/* ---- slots ---- */

static void put(struct part *p, struct slot slot)
{
    if (p->n < MOST_SLOTS)
        p->slots[p->n++] = slot;
}

static void put_pause(struct started *s, struct part *p, uint32_t most)
{
    uint32_t cycles = (uint32_t)rng_below(&s->rng, (uint64_t)most + 1);
    if (cycles > 0)
        put(p, slot_wait((uint16_t)cycles));
}

static uint32_t value_of(const struct part *p, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? (uint32_t)o->value : p->known[o->reg];
}

static struct slot access(const struct started *s, const struct part *p,
                          const struct litmus_inst *inst)
{
    const struct litmus_var *v = &s->c.test->vars[inst->var];
    uint32_t bytes = word_bytes(s), byte = (uint32_t)v->word * bytes;
    uint16_t line = (uint16_t)s->line[v->line];
    uint8_t mask = (uint8_t)(((1u << bytes) - 1) << byte);
    uint32_t data = litmus_stored(inst->type, value_of(p, &inst->operand)) << 8 * byte;
    switch (inst->kind) {
    case LITMUS_STORE:
        return slot_store(line, mask, data);
    case LITMUS_ATOMIC:
        if (inst->fn == FN_CAS)
            data |= value_of(p, &inst->compare) << 8 * (byte ^ bytes);
        return slot_atomic((uint8_t)inst->fn, line, mask, data);
    default:
        return inst->fresh ? slot_other(OP_FRESH, 0, line) : slot_load(line);
    }
}

static void put_fence(const struct started *s, struct part *p, const struct litmus_inst *inst)
{
    if (s->c.fences && !inst->cta)
        put(p, slot_other(OP_FENCE, 0, 0));
}

static void put_inst(struct started *s, struct part *p, const struct litmus_thread *t, int at)
{
    const struct litmus_inst *inst = &t->insts[at];
    p->slot_of[at] = NO_SLOT;
    if (inst->kind == LITMUS_MOVE)
        p->known[inst->to] = value_of(p, &inst->operand);
    if (inst->kind == LITMUS_MOVE || inst->kind == LITMUS_OP)
        return;
    if (inst->fence_before || inst->kind == LITMUS_FENCE)
        put_fence(s, p, inst);
    if (inst->kind == LITMUS_FENCE)
        return;
    p->slot_of[at] = (int)p->n;
    put(p, access(s, p, inst));
    if (inst->fence_after)
        put_fence(s, p, inst);
    put_pause(s, p, s->gap);
}

static void put_warm_up(struct started *s, struct part *p)
{
    for (uint64_t n = rng_below(&s->rng, MOST_WARM + 1); n > 0; n--)
        put(p, slot_load((uint16_t)s->line[rng_below(&s->rng, (uint64_t)s->c.test->n_lines)]));
}

/* ---- a run ---- */

/* Places the extra thread on a random engine; leaves it out if that has no thread to spare. */
static void place_warmer(struct started *s)
{
    const struct board_shape *shape = &s->g->b->shape;
    struct part *w = &s->parts[s->c.test->n_threads];
    *w = (struct part){.engine = (unsigned)rng_below(&s->rng, (uint64_t)shape->gpus * shape->sms)};
    for (int i = 0; i < s->c.test->n_threads; i++)
        w->thread += s->parts[i].engine == w->engine;
    s->n_parts = s->c.test->n_threads + (w->thread < shape->threads);
}

static void decide(struct started *s)
{
    static const uint32_t skews[] = {0, 8, 40, 200}, gaps[] = {0, 0, 4, 30};
    const struct litmus *t = s->c.test;
    s->rng.state = device_seed(s->c.seed, s->runs++);
    lines_take(&s->lines, &s->rng, s->line, t->n_lines);
    uint32_t skew = skews[rng_below(&s->rng, 4)];
    s->gap = gaps[rng_below(&s->rng, 4)];
    place_warmer(s);
    for (int i = 0; i < s->n_parts; i++) {
        struct part *p = &s->parts[i];
        p->n = 0;
        memset(p->known, 0, sizeof p->known);
        put_warm_up(s, p);
        put_pause(s, p, skew);
        for (int k = 0; i < t->n_threads && k < t->threads[i].n_insts; k++)
            put_inst(s, p, &t->threads[i], k);
    }
}

static bool write_first_values(struct started *s, struct error *err)
{
    const struct litmus *t = s->c.test;
    uint32_t data[LITMUS_VARS] = {0};
    for (int v = 0; v < t->n_vars; v++)
        data[t->vars[v].line] |= t->vars[v].first << 8 * word_bytes(s) * (uint32_t)t->vars[v].word;
    for (int l = 0; l < t->n_lines; l++)
        if (!program_write_lines(s->g->b, (uint16_t)s->line[l], &data[l], 1, err))
            return false;
    return true;
}

/* Each request advances time by at most a lease and one, and the rest of an epoch may be lost:
 * staying within half of all times is safe. */
static bool times_may_run_over(const struct started *s)
{
    const struct system *sys = s->g->sys;
    uint64_t lease =
        sys->mgcc.rd_lease > sys->mgcc.wr_lease ? sys->mgcc.rd_lease : sys->mgcc.wr_lease;
    return s->asked * (lease + 1) > (uint64_t)1 << s->g->b->shape.time_bits >> 1;
}

/* Resets the board to its state after power on, except memory; every line counts as fresh again. */
static bool begin_anew(struct started *s, struct error *err)
{
    lines_free(&s->lines);
    lines_init(&s->lines, s->g->sys);
    s->asked = 0;
    return program_reset(s->g->b, err);
}

static uint64_t given(const uint64_t *regs, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? o->value : regs[o->reg];
}

/* Computes a thread's last register values from the results of its slots, in program order. */
static void keep(const struct started *s, int thread, const struct slot_result *results,
                 uint64_t *regs)
{
    const struct litmus_thread *t = &s->c.test->threads[thread];
    for (int i = 0; i < t->n_insts; i++) {
        const struct litmus_inst *inst = &t->insts[i];
        int slot = s->parts[thread].slot_of[i];
        if (inst->kind == LITMUS_MOVE)
            regs[inst->to] = given(regs, &inst->operand);
        if (inst->kind == LITMUS_OP)
            regs[inst->to] = litmus_compute(inst->op, inst->type, given(regs, &inst->operand),
                                            given(regs, &inst->compare));
        if (slot == NO_SLOT)
            continue;
        uint32_t word = (uint32_t)s->c.test->vars[inst->var].word;
        uint32_t old = results[slot].data >> 8 * word_bytes(s) * word & word_mask(s);
        bool won = inst->won != LITMUS_NONE && old == given(regs, &inst->compare);
        if (inst->won != LITMUS_NONE)
            regs[inst->won] = won;
        if (inst->to != LITMUS_NONE)
            regs[inst->to] = litmus_loaded(inst->type, old);
    }
}

static bool read_last_values(const struct started *s, struct litmus_state *state, struct error *err)
{
    const struct litmus *t = s->c.test;
    uint32_t data[LITMUS_VARS] = {0};
    for (int l = 0; l < t->n_lines; l++)
        if (!program_read_lines(s->g->b, (uint16_t)s->line[l], &data[l], 1, err))
            return false;
    for (int v = 0; v < t->n_vars; v++)
        state->vars[v] =
            data[t->vars[v].line] >> 8 * word_bytes(s) * (uint32_t)t->vars[v].word & word_mask(s);
    return true;
}

static bool do_run(struct started *s, struct litmus_state *state, struct error *err)
{
    struct program programs[LITMUS_THREADS + 1];
    struct slot_result results[MOST_SLOTS];
    uint16_t cycles;
    for (int i = 0; i < s->n_parts; i++) {
        const struct part *p = &s->parts[i];
        programs[i] = (struct program){p->engine, p->thread, p->slots, p->n};
    }
    if (!write_first_values(s, err) || !program_load(s->g->b, programs, (size_t)s->n_parts, err) ||
        !program_run(s->g->b, LIMIT_MS, &cycles, err))
        return false;
    s->cycles += cycles;
    for (int i = 0; i < s->c.test->n_threads; i++) {
        if (!program_results(s->g->b, &programs[i], results, err))
            return false;
        keep(s, i, results, state->regs[i]);
    }
    return read_last_values(s, state, err);
}

/* ---- the device ---- */

static enum runner_end run(void *started, struct litmus_state *state, struct sbuf *why)
{
    struct started *s = started;
    struct error err = {0};
    uint64_t shown;
    memset(state, 0, sizeof *state);
    bool ok = !(times_may_run_over(s) || lines_used_up(&s->lines)) || begin_anew(s, &err);
    decide(s);
    for (int i = 0; i < s->n_parts; i++)
        s->asked += s->parts[i].n;
    ok = ok && do_run(s, state, &err) && program_probe(s->g->b, s->fails, PROBE_FAIL, &shown, &err);
    if (!ok) {
        sbuf_puts(why, err.text);
        return RUNNER_HUNG;
    }
    if ((shown >> FAIL_VALID & 1) == 0)
        return RUNNER_DONE;
    sbuf_puts(why, "a timestamp ran over in the last epoch; the system needs more of "
                   "mgcc.epoch_bits or mgcc.ts_bits");
    return RUNNER_OVERFLOW;
}

/* Finds the tile whose PROBE_FAIL reports times that ran over. A system without times has none;
 * tile 0, which then shows 0, is read instead. */
static bool find_fails(struct started *s, struct error *err)
{
    struct netlist *n = netlist_new(s->g->sys, err);
    if (n == NULL)
        return false;
    for (size_t i = 0; i < n->n_tiles; i++)
        if (n->tiles[i].can_fail)
            s->fails = (unsigned)i;
    netlist_free(n);
    return true;
}

static void stop(void *started)
{
    struct started *s = started;
    lines_free(&s->lines);
    free(s);
}

static void *start(void *ctx, const struct runner_config *c, struct error *err)
{
    const struct given *g = ctx;
    struct started *s = xcalloc(1, sizeof *s);
    *s = (struct started){.g = g, .c = *c};
    for (int i = 0; i < c->test->n_threads; i++) {
        const struct litmus_place *at = &c->placement.at[i];
        s->parts[i].engine = (unsigned)at->gpu * g->b->shape.sms + (unsigned)at->cta;
        for (int k = 0; k < i; k++)
            s->parts[i].thread += s->parts[k].engine == s->parts[i].engine;
    }
    lines_init(&s->lines, g->sys);
    if (fits(s, err) && find_fails(s, err) && begin_anew(s, err))
        return s;
    stop(s);
    return NULL;
}

static uint64_t cycles(const void *started)
{
    return ((const struct started *)started)->cycles;
}

struct device *board_litmus_device(struct board *b, const struct system *sys)
{
    struct given *g = xcalloc(1, sizeof *g);
    *g = (struct given){{.ctx = g,
                         .threads_an_sm = b->shape.threads,
                         .start = start,
                         .run = run,
                         .cycles = cycles,
                         .stop = stop},
                        b,
                        sys};
    return &g->device;
}
