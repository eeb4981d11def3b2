#include "tests/support/traffic.h"

#include "sw/util/arena.h"
#include "tests/support/cores.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 48, MAX_LINES = 48, WATCHDOG = 50000 };

/* What the threads of one execution do, drawn from its seed. */
struct plan {
    struct rng rng;
    const struct system *sys;
    struct history *history;
    int lines[MAX_LINES];
    uint32_t n_lines, n_hot; /* hot: the first few, that half of the accesses go to */
    uint32_t stores, whole;  /* percent of the accesses that store; of the stores, of whole lines */
    uint32_t think;          /* most cycles between an answer and the next request */
    uint32_t *left;          /* of every thread: accesses to come */
    bool *reader;            /* and whether it never stores */
};

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Lines at these distances meet in one set of the L1, of the TSU, of all; or they are neighbours,
 * which meet when the caches are small. */
static uint32_t stride(struct rng *rng, const struct system *s)
{
    uint32_t l1 = s->l1.bytes / s->line_bytes / s->l1.ways;
    uint32_t l2 = s->l2.bytes / s->line_bytes / s->l2.ways * s->l2.banks;
    uint32_t tsu = s->tsu.sets * s->umc.count;
    const uint32_t of[] = {1, l1, tsu, most(most(l1, l2), tsu)};
    return of[rng_below(rng, sizeof of / sizeof *of)];
}

static void choose_lines(struct plan *p)
{
    const struct system *s = p->sys;
    p->n_lines = 1 + (uint32_t)rng_below(&p->rng, rng_below(&p->rng, 2) == 0 ? 4 : MAX_LINES);
    p->n_hot = 1 + (uint32_t)rng_below(&p->rng, 3);
    if (p->n_hot > p->n_lines)
        p->n_hot = p->n_lines;
    uint64_t base = rng_below(&p->rng, 64), step = stride(&p->rng, s);
    uint64_t spread = 1 + rng_below(&p->rng, 2);
    for (uint32_t i = 0; i < p->n_lines; i++)
        p->lines[i] = history_line(p->history, base + i / spread * step + i % spread);
}

static void draw_plan(struct plan *p, uint32_t threads, uint32_t ops)
{
    static const uint32_t stores[] = {5, 20, 50}, whole[] = {0, 0, 30, 100},
                          think[] = {0, 0, 10, 100, 1000};
    choose_lines(p);
    p->stores = stores[rng_below(&p->rng, 3)];
    p->whole = whole[rng_below(&p->rng, 4)];
    p->think = think[rng_below(&p->rng, 5)];
    p->left = xcalloc(threads, sizeof *p->left);
    p->reader = xcalloc(threads, sizeof *p->reader);
    for (uint32_t i = 0; i < threads; i++) {
        p->left[i] = ops / threads + 1;
        p->reader[i] = rng_below(&p->rng, 3) == 0;
    }
}

/* Bytes [from, from + n) of a line, often a few words, at times scattered bytes. */
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
    for (uint32_t i = from; i < from + n && i < bytes; i++)
        mask[i / 8] = (uint8_t)(mask[i / 8] | 1u << (i % 8));
}

static bool next_access(void *ctx, uint32_t thread, struct access *a)
{
    struct plan *p = ctx;
    if (p->left[thread] == 0)
        return false;
    p->left[thread]--;
    uint32_t among = rng_below(&p->rng, 2) == 0 ? p->n_hot : p->n_lines;
    a->line = p->lines[rng_below(&p->rng, among)];
    a->store = !p->reader[thread] && rng_below(&p->rng, 100) < p->stores;
    if (a->store)
        draw_mask(p, a->mask);
    a->wait = p->think == 0 ? 0 : rng_below(&p->rng, p->think);
    if (p->history->last[thread] == HISTORY_NONE)
        a->wait += rng_below(&p->rng, 300); /* they do not start together */
    return true;
}

static enum traffic_end execute(const struct traffic *t, struct machine *m, uint64_t seed,
                                struct sbuf *why)
{
    struct rng rng = {seed};
    uint32_t most_threads = m->sys->sm.tags < MAX_THREADS ? m->sys->sm.tags : MAX_THREADS;
    uint32_t per_core = 1 + (uint32_t)rng_below(&rng, most_threads);
    uint32_t threads = per_core * m->n_sms;
    uint32_t *core_of = xcalloc(threads, sizeof *core_of);
    for (uint32_t i = 0; i < threads; i++)
        core_of[i] = i / per_core;
    struct history h = history_new(m->sys->line_bytes, threads);
    struct cores c;
    cores_init(&c, m, &h, core_of, threads, rng_next(&rng));
    struct plan p = {.rng = rng, .sys = m->sys, .history = &h};
    draw_plan(&p, threads, t->ops);
    enum cores_end end = cores_run(&c, next_access, &p, WATCHDOG, why);
    h.cut = end == CORES_OVERFLOW;
    enum traffic_end result = h.cut ? TRAFFIC_OVERFLOW : TRAFFIC_OK;
    if (end == CORES_HUNG)
        result = TRAFFIC_HUNG;
    else if (!cores_check(&c, why))
        result = TRAFFIC_WRONG;
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
