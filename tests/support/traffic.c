#include "tests/support/traffic.h"

#include "gen/system/derived.h"
#include "sw/util/arena.h"
#include "tests/support/copying.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 48, MAX_LINES = 48, MAX_COUNTERS = 2, WATCHDOG = 50000 };

/* The random choices of one execution, drawn from its seed. */
struct plan {
    struct rng rng;
    const struct system *sys;
    struct history *history;
    int lines[MAX_LINES];
    uint32_t n_lines, n_hot; /* half of the accesses go to the first n_hot lines */
    int counters[MAX_COUNTERS];
    uint32_t stores, whole;  /* percent of accesses that store; percent of stores to whole lines */
    uint32_t atomic, fresh;  /* percent of stores that are atomics; of loads that are fresh */
    uint32_t count, fence;   /* percent of accesses to counters; of fences */
    uint32_t think;          /* most cycles between an answer and the next request */
    uint32_t *left;          /* per thread: accesses to come */
    bool *reader;            /* per thread: it never stores */
    struct copying *copying; /* NULL: no copy engines; else a third of the accesses go there */
};

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* A distance at which lines share a set of the L1, of the TSU, or of all caches; or 1: neighbours
 * share sets if the caches are small. */
static uint32_t stride(struct rng *rng, const struct system *s)
{
    uint32_t l1 = s->l1.bytes / s->line_bytes / s->l1.ways;
    uint32_t l2 = s->l2.bytes / s->line_bytes / s->l2.ways * s->l2.banks;
    uint32_t tsu = s->tsu.sets * s->umc.count;
    const uint32_t of[] = {1, l1, tsu, most(most(l1, l2), tsu)};
    return of[rng_below(rng, sizeof of / sizeof *of)];
}

/* The line address of number i of the lines that are `step` apart, neighbours in groups of
 * `spread`; the groups are at home in one memory after the other. */
static uint64_t line_address(const struct system *s, uint64_t base, uint64_t step, uint64_t spread,
                             uint32_t i)
{
    uint64_t group = i / spread, homes = s->memory.at == SYS_PACKAGES ? s->gpus : 1;
    uint64_t lines_of_home = s->umc.bytes * s->umc.count / s->line_bytes;
    return group % homes * lines_of_home + base + group * step + i % spread;
}

static void choose_lines(struct plan *p, bool mixed)
{
    const struct system *s = p->sys;
    p->n_lines = 1 + (uint32_t)rng_below(&p->rng, rng_below(&p->rng, 2) == 0 ? 4 : MAX_LINES);
    p->n_hot = 1 + (uint32_t)rng_below(&p->rng, 3);
    if (p->n_hot > p->n_lines)
        p->n_hot = p->n_lines;
    uint64_t base = rng_below(&p->rng, 64), step = stride(&p->rng, s);
    uint64_t spread = 1 + rng_below(&p->rng, 2);
    for (uint32_t i = 0; i < p->n_lines; i++)
        p->lines[i] = history_line(p->history, line_address(s, base, step, spread, i));
    uint32_t counters = mixed ? MAX_COUNTERS : 0;
    for (uint32_t i = p->n_lines, n = 0; n < counters; i++) {
        uint64_t address = line_address(s, base, step, spread, i);
        int lines = p->history->n_lines;
        int line = history_line(p->history, address);
        if (line < lines)
            continue; /* taken */
        uint64_t odd = rng_next(&p->rng) | 1;
        p->counters[n++] = history_counter(p->history, address, odd, rng_below(&p->rng, 2) == 0);
    }
}

/* `mixed`: with all kinds of accesses; `fenced`: with fences. */
static void draw_plan(struct plan *p, uint32_t threads, uint32_t ops, bool mixed, bool fenced)
{
    static const uint32_t stores[] = {5, 20, 50}, whole[] = {0, 0, 30, 100},
                          think[] = {0, 0, 10, 100, 1000}, atomic[] = {10, 50, 100},
                          fresh[] = {5, 50}, count[] = {2, 20}, fence[] = {2, 10, 30, 50};
    choose_lines(p, mixed);
    p->stores = stores[rng_below(&p->rng, 3)];
    p->whole = whole[rng_below(&p->rng, 4)];
    p->think = think[rng_below(&p->rng, 5)];
    p->left = xcalloc(threads, sizeof *p->left);
    p->reader = xcalloc(threads, sizeof *p->reader);
    for (uint32_t i = 0; i < threads; i++) {
        p->left[i] = ops / threads + 1;
        p->reader[i] = rng_below(&p->rng, 3) == 0;
    }
    if (mixed) {
        p->atomic = atomic[rng_below(&p->rng, 3)];
        p->fresh = fresh[rng_below(&p->rng, 2)];
        p->count = count[rng_below(&p->rng, 2)];
    }
    if (fenced)
        p->fence = fence[rng_below(&p->rng, 4)];
}

static void set_bytes(uint8_t *mask, uint32_t from, uint32_t n)
{
    for (uint32_t i = from; i < from + n; i++)
        mask[i / 8] = (uint8_t)(mask[i / 8] | 1u << (i % 8));
}

/* Draws the bytes of a store: often a few words, sometimes scattered bytes. */
static void draw_mask(struct plan *p, uint8_t *mask)
{
    uint32_t bytes = p->sys->line_bytes;
    if (rng_below(&p->rng, 100) < p->whole) {
        memset(mask, 0xff, bytes / 8);
        return;
    }
    uint32_t from = (uint32_t)rng_below(&p->rng, bytes / 4) * 4, n = 4;
    switch (rng_below(&p->rng, 4)) {
    case 0:
        n = 1 + (uint32_t)rng_below(&p->rng, bytes);
        break;
    case 1:
        for (uint32_t i = 0; i < bytes / 8; i++)
            mask[i] = (uint8_t)rng_next(&p->rng);
        break;
    default:
        break;
    }
    set_bytes(mask, from, n < bytes - from ? n : bytes - from);
}

/* Draws elements of `width` bytes for an atomic: one, or several. */
static void draw_elements(struct plan *p, struct access *a, uint32_t width, bool one)
{
    uint32_t bytes = p->sys->line_bytes; /* a power of two */
    set_bytes(a->mask, (uint32_t)rng_next(&p->rng) & (bytes - width), width);
    for (uint32_t from = 0; !one && from < bytes; from += width)
        if (rng_below(&p->rng, 3) == 0)
            set_bytes(a->mask, from, width);
}

/* The thread's youngest answered op that read the line, or HISTORY_NONE. */
static int last_look(const struct history *h, uint32_t thread, int line)
{
    int op = h->last[thread];
    while (op != HISTORY_NONE &&
           (h->ops[op].line != line || !h->ops[op].reads || h->ops[op].answered == 0))
        op = h->ops[op].before;
    return op;
}

/* Draws a swap's compare value: the value its thread saw last, the present one, or another. */
static void draw_compare(struct plan *p, uint32_t thread, struct access *a)
{
    const struct history *h = p->history;
    int look = last_look(h, thread, a->line);
    uint64_t choice = rng_below(&p->rng, 5);
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        if ((a->mask[b / 8] >> (b % 8) & 1) == 0)
            continue;
        if (choice < 2)
            a->compare[b] = look == HISTORY_NONE ? 0 : h->ops[look].seen[b];
        else
            a->compare[b] = history_now(h, a->line, b);
    }
    if (choice == 4) { /* one bit differs */
        uint32_t last = 8 * h->line_bytes - 1, bit = (uint32_t)rng_next(&p->rng) & last;
        while ((a->mask[bit / 64] >> (bit / 8 % 8) & 1) == 0)
            bit = (bit + 8) & last;
        a->compare[bit / 8] = (uint8_t)(a->compare[bit / 8] ^ 1u << (bit % 8));
    }
}

static void draw_atomic(struct plan *p, uint32_t thread, struct access *a)
{
    a->wide = rng_below(&p->rng, 2) == 0;
    a->kind = rng_below(&p->rng, 2) == 0 ? KIND_EXCHANGE : KIND_SWAP;
    draw_elements(p, a, a->wide ? 8 : 4, a->kind == KIND_SWAP);
    if (a->kind == KIND_SWAP)
        draw_compare(p, thread, a);
}

static void draw_count(struct plan *p, uint32_t thread, struct access *a)
{
    a->line = p->counters[rng_below(&p->rng, MAX_COUNTERS)];
    if (p->reader[thread] || rng_below(&p->rng, 3) == 0) {
        a->kind = rng_below(&p->rng, 2) == 0 ? KIND_LOAD : KIND_FRESH;
        return;
    }
    a->kind = KIND_ADD;
    draw_elements(p, a, p->history->lines[a->line].wide ? 8 : 4, false);
}

static bool percent(struct plan *p, uint32_t of_100)
{
    return of_100 > 0 && rng_below(&p->rng, 100) < of_100;
}

static void draw_access(struct plan *p, uint32_t thread, struct access *a)
{
    uint32_t among = rng_below(&p->rng, 2) == 0 ? p->n_hot : p->n_lines;
    a->line = p->lines[rng_below(&p->rng, among)];
    if (p->copying != NULL && rng_below(&p->rng, 3) == 0)
        a->line = copying_line(p->copying, &p->rng);
    if (percent(p, p->count))
        draw_count(p, thread, a);
    else if (!p->reader[thread] && rng_below(&p->rng, 100) < p->stores) {
        a->kind = KIND_STORE;
        if (percent(p, p->atomic))
            draw_atomic(p, thread, a);
        else
            draw_mask(p, a->mask);
    } else if (percent(p, p->fresh))
        a->kind = KIND_FRESH;
}

static bool next_access(void *ctx, uint32_t thread, struct access *a)
{
    struct plan *p = ctx;
    if (p->left[thread] == 0)
        return false;
    p->left[thread]--;
    if (percent(p, p->fence))
        a->kind = KIND_FENCE;
    else
        draw_access(p, thread, a);
    a->wait = p->think == 0 ? 0 : rng_below(&p->rng, p->think);
    if (p->history->last[thread] == HISTORY_NONE)
        a->wait += rng_below(&p->rng, 300); /* threads start at different times */
    return true;
}

static enum history_model model_of(const struct traffic *t, const struct system *s)
{
    if (s->protocol == PROTOCOL_NC_WT || s->protocol == PROTOCOL_NC_WB ||
        s->protocol == PROTOCOL_CARVE_NC || s->protocol == PROTOCOL_CARVE_SWC)
        return MODEL_ONE_CORE;
    return s->consistency == SYS_RC && !t->ask_sc ? MODEL_RC : MODEL_SC;
}

/* The second kernel repeats the first. */
static enum cores_end run_kernels(struct cores *c, struct plan *p, uint32_t ops, bool twice,
                                  struct sbuf *why)
{
    if (p->copying != NULL) /* without coherence no cache may have a line that is copied to */
        copying_pause(p->copying, twice && c->history->model == MODEL_ONE_CORE);
    enum cores_end end = cores_run(c, next_access, p, WATCHDOG, why);
    if (!twice || end != CORES_DONE || c->history->wrong.len > 0)
        return end;
    struct error err = {0};
    if (!machine_boundary(c->machine, &err)) {
        sbuf_puts(why, err.text);
        return CORES_HUNG;
    }
    for (uint32_t i = 0; i < c->n_threads; i++)
        p->left[i] = ops / c->n_threads + 1;
    if (p->copying != NULL)
        copying_pause(p->copying, false);
    return cores_run(c, next_access, p, WATCHDOG, why);
}

static enum traffic_end verdict(const struct traffic *t, struct cores *c, enum cores_end end,
                                struct sbuf *why)
{
    struct error err = {0};
    c->history->cut = end == CORES_OVERFLOW;
    if (end == CORES_HUNG)
        return TRAFFIC_HUNG;
    if (end == CORES_DONE && c->history->wrong.len == 0 && !t->unflushed &&
        !machine_flush(c->machine, &err)) {
        sbuf_puts(why, err.text);
        return TRAFFIC_HUNG;
    }
    if (!cores_check(c, why))
        return TRAFFIC_WRONG;
    return c->history->cut ? TRAFFIC_OVERFLOW : TRAFFIC_OK;
}

/* Ends the copying; false if a good execution was one without copies. */
static bool copied(struct copying *c, enum traffic_end result, struct sbuf *why)
{
    copying_free(c);
    if (result != TRAFFIC_OK || c->runs_done > 0)
        return true;
    sbuf_puts(why, "no copy engine has copied anything");
    return false;
}

static enum traffic_end execute(const struct traffic *t, struct machine *m, uint64_t seed,
                                struct sbuf *why)
{
    struct rng rng = {seed};
    uint32_t most_threads = m->sys->sm.tags < MAX_THREADS ? m->sys->sm.tags : MAX_THREADS;
    uint32_t per_core = 1 + (uint32_t)rng_below(&rng, most_threads);
    enum history_model model = model_of(t, m->sys);
    uint32_t threads = per_core * (model == MODEL_ONE_CORE ? 1 : m->n_sms);
    uint32_t *core_of = xcalloc(threads, sizeof *core_of);
    for (uint32_t i = 0; i < threads; i++)
        core_of[i] = i / per_core;
    struct history h = history_new(m->sys->line_bytes, threads + COPYING_LINES);
    h.model = model;
    h.rdcs = system_has_rdc(m->sys);
    struct cores c;
    cores_init(&c, m, &h, core_of, threads, rng_next(&rng));
    bool mixed = seed % 2 == 0, rc = m->sys->consistency == SYS_RC;
    uint32_t kernels = mixed ? 2 : 1;
    if (rc)
        c.flights = 1u << rng_below(&rng, 4);
    struct plan p = {.rng = rng, .sys = m->sys, .history = &h};
    struct copying copying;
    if (m->sys->copy_engine.lines > 0) {
        p.copying = &copying;
        copying_init(&copying, &c, threads, rng_next(&rng));
    }
    draw_plan(&p, threads, t->ops / kernels, mixed, rc);
    enum cores_end end = run_kernels(&c, &p, t->ops / kernels, mixed, why);
    enum traffic_end result = verdict(t, &c, end, why);
    if (p.copying != NULL && !copied(&copying, result, why))
        result = TRAFFIC_BROKEN;
    free(p.left);
    free(p.reader);
    cores_free(&c);
    history_free(&h);
    free(core_of);
    return result;
}

enum traffic_end traffic_run(const struct traffic *t, uint64_t seed, struct sbuf *why)
{
    size_t n_sets = 0;
    while (t->sets[n_sets] != NULL)
        n_sets++;
    struct error err = {0};
    struct system *s = system_load("tsm-tiny", t->sets, n_sets, &err);
    struct machine *m = NULL;
    if (s != NULL)
        m = machine_new_with(s, t->rules, NULL, &err);
    enum traffic_end end = TRAFFIC_BROKEN;
    if (m != NULL)
        end = execute(t, m, seed, why);
    else
        sbuf_puts(why, err.text);
    machine_free(m);
    system_free(s);
    return end;
}
