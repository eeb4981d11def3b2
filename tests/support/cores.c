#include "tests/support/cores.h"

#include "gen/proto/atomic.h"
#include "harness/run/report.h"
#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* Whose a tag is, besides an op's: thread t's release has RELEASE - t. */
enum { NOBODY = -1, RELEASE = -2 };

/* The history's time: the cycle's number, counted from 1, as 0 means never. */
static uint64_t now(const struct cores *c)
{
    return c->machine->now + 1;
}

static int *owner(const struct cores *c, uint32_t core, uint32_t tag)
{
    return &c->owner[core * c->machine->sys->sm.tags + tag];
}

static void complain(struct history *h, const char *what, uint32_t core, uint32_t tag)
{
    if (h->wrong.len == 0)
        sbuf_printf(&h->wrong, "core %u: %s: tag %u", core, what, tag);
}

/* ---- callbacks of the machine ---- */

static void fetch_next(struct cores *c, uint32_t thread)
{
    struct cores_thread *t = &c->threads[thread];
    t->next = (struct access){0};
    t->ended = !c->next(c->ctx, thread, &t->next);
    t->waits = !t->ended;
    t->from = now(c) + t->next.wait;
    if (t->ended && t->in_flight == 0)
        c->running--;
}

static void answer(void *ctx, uint32_t sm, uint32_t tag, const uint8_t *data)
{
    struct cores *c = ctx;
    if (tag >= c->machine->sys->sm.tags || *owner(c, sm, tag) == NOBODY) {
        complain(c->history, "an answer that nobody waits for", sm, tag);
        return;
    }
    int op = *owner(c, sm, tag);
    *owner(c, sm, tag) = NOBODY;
    if (op <= RELEASE) {
        c->threads[RELEASE - op].releasing--;
        c->moved_at = c->machine->now;
        return;
    }
    history_answered(c->history, op, data, now(c));
    c->moved_at = c->machine->now;
    uint32_t thread = c->history->ops[op].thread;
    struct cores_thread *t = &c->threads[thread];
    t->in_flight--;
    if (t->ended)
        c->running -= t->in_flight == 0;
    else if (!t->waits)
        fetch_next(c, thread);
}

static void written(void *ctx, uint64_t line, const uint8_t *data, const uint8_t *mask)
{
    struct cores *c = ctx;
    history_written(c->history, line, data, mask, now(c));
}

/* ---- requests ---- */

/* A free tag, chosen at random, as the order of tags must not matter. */
static int free_tag(struct cores *c, uint32_t core)
{
    uint32_t tags = c->machine->sys->sm.tags;
    uint32_t first = (uint32_t)rng_below(&c->rng, tags);
    for (uint32_t i = 0; i < tags; i++)
        if (*owner(c, core, (first + i) % tags) == NOBODY)
            return (int)((first + i) % tags);
    return NOBODY;
}

/* The request that an op sends to the L1. */
static struct sm_request request(const struct history *h, const struct op *op, uint32_t tag)
{
    static const enum msg_op ops[] = {
        [KIND_LOAD] = OP_LOAD,       [KIND_FRESH] = OP_FRESH, [KIND_STORE] = OP_STORE,
        [KIND_EXCHANGE] = OP_ATOMIC, [KIND_SWAP] = OP_ATOMIC, [KIND_ADD] = OP_ATOMIC,
        [KIND_FENCE] = OP_FENCE,
    };
    static const enum atomic_fn fns[] = {
        [KIND_EXCHANGE] = FN_EXCH, [KIND_SWAP] = FN_CAS, [KIND_ADD] = FN_ADD};
    struct sm_request r = {.op = ops[op->kind], .tag = tag};
    if (op->line != HISTORY_NONE)
        r.line = h->lines[op->line].address;
    if (r.op == OP_ATOMIC)
        r.fn = (uint32_t)fns[op->kind] + (op->wide ? ATOMIC_WIDE : 0);
    memcpy(r.data, op->data, sizeof r.data);
    memcpy(r.mask, op->mask, sizeof r.mask);
    return r;
}

static void release_next(struct cores *c, uint32_t thread, uint32_t tag)
{
    struct cores_thread *t = &c->threads[thread];
    struct sm_request r = {.op = OP_STORE,
                           .fn = MSG_FN_RELEASE,
                           .tag = tag,
                           .line = c->machine->releases[t->released++]};
    machine_send(c->machine, t->core, &r);
    *owner(c, t->core, tag) = RELEASE - (int)thread;
    t->releasing++;
}

static void ask(struct cores *c, uint32_t thread, uint32_t tag)
{
    struct cores_thread *t = &c->threads[thread];
    struct history *h = c->history;
    const struct access *a = &t->next;
    struct op op = {.thread = thread,
                    .core = t->core,
                    .kind = a->kind,
                    .line = a->line,
                    .wide = a->wide,
                    .label = a->label,
                    .issued = now(c)};
    memcpy(op.mask, a->mask, sizeof op.mask);
    for (uint32_t b = 0; a->kind == KIND_SWAP && b < h->line_bytes; b++)
        op.data[b ^ (a->wide ? 8u : 4u)] = a->compare[b];
    int n = history_ask(h, &op);
    if (n == HISTORY_NONE) { /* every value of these bytes was used: load instead */
        op.kind = KIND_LOAD;
        n = history_ask(h, &op);
    }
    struct sm_request r = request(h, &h->ops[n], tag);
    machine_send(c->machine, t->core, &r);
    *owner(c, t->core, tag) = n;
    t->waits = false;
    t->released = 0;
    if (++t->in_flight < c->flights && a->kind != KIND_FENCE)
        fetch_next(c, thread);
}

static bool may_fence(const struct cores *c, const struct cores_thread *t)
{
    return t->in_flight == 0 && (t->released < c->machine->n_releases || t->releasing == 0);
}

static bool may_ask(const struct cores *c, const struct cores_thread *t)
{
    return t->waits && t->from <= now(c) && (t->next.kind != KIND_FENCE || may_fence(c, t)) &&
           machine_takes(c->machine, t->core) &&
           (c->beside == NULL || c->beside->may(c->beside->ctx, &t->next));
}

/* Sends at most one request per core and cycle; the thread that is asked first rotates. */
static void step(void *ctx)
{
    struct cores *c = ctx;
    if (c->beside != NULL)
        c->beside->step(c->beside->ctx);
    for (uint32_t i = 0; i < c->n_threads; i++) {
        uint32_t thread = (uint32_t)((c->machine->now + i) % c->n_threads);
        const struct cores_thread *t = &c->threads[thread];
        if (!may_ask(c, t))
            continue;
        int tag = free_tag(c, t->core);
        if (tag == NOBODY)
            continue;
        if (t->next.kind == KIND_FENCE && t->released < c->machine->n_releases)
            release_next(c, thread, (uint32_t)tag);
        else
            ask(c, thread, (uint32_t)tag);
    }
}

void cores_init(struct cores *c, struct machine *m, struct history *h, const uint32_t *core_of,
                uint32_t n_threads, uint64_t seed)
{
    *c = (struct cores){
        .machine = m, .history = h, .n_threads = n_threads, .flights = 1, .rng = {seed}};
    c->threads = xcalloc(n_threads, sizeof *c->threads);
    size_t tags = (size_t)m->n_sms * m->sys->sm.tags;
    c->owner = xcalloc(tags, sizeof *c->owner);
    for (size_t i = 0; i < tags; i++)
        c->owner[i] = NOBODY;
    for (uint32_t i = 0; i < n_threads; i++)
        c->threads[i] = (struct cores_thread){.core = core_of[i]};
    c->stand_in =
        (struct machine_stand_in){.ctx = c, .answer = answer, .step = step, .written = written};
    m->stand_in = &c->stand_in;
}

void cores_free(struct cores *c)
{
    c->machine->stand_in = NULL;
    free(c->threads);
    free(c->owner);
}

enum { LOOK_EVERY = 1024 }; /* cycles between two checks for failures */

/* Whether no answer came for `watchdog` cycles. Delays of accesses are much shorter. */
static bool hangs(const struct cores *c, uint64_t watchdog, struct sbuf *why)
{
    if (c->machine->now - c->moved_at < watchdog)
        return false;
    for (uint32_t i = 0; i < c->machine->n_sms * c->machine->sys->sm.tags; i++)
        if (c->owner[i] >= 0)
            history_tell(c->history, c->owner[i], why);
    report_hang(c->machine, c->moved_at, why);
    return true;
}

static bool runs(const struct cores *c)
{
    return c->running > 0 || (c->beside != NULL && c->beside->busy(c->beside->ctx));
}

enum cores_end cores_run(struct cores *c, cores_next *next, void *ctx, uint64_t watchdog,
                         struct sbuf *why)
{
    c->next = next;
    c->ctx = ctx;
    c->running = c->n_threads;
    c->moved_at = c->machine->now;
    for (uint32_t i = 0; i < c->n_threads; i++)
        fetch_next(c, i);
    struct error err = {0};
    for (uint64_t look = c->machine->now; runs(c) && c->history->wrong.len == 0;) {
        if (!machine_cycle(c->machine, NULL, &err) && engine_broken(c->machine->engine)) {
            sbuf_puts(why, err.text); /* a monitor failed */
            return CORES_HUNG;
        }
        if (c->machine->now < look)
            continue;
        look += LOOK_EVERY;
        if (machine_failed(c->machine, &err)) {
            sbuf_puts(why, err.text);
            return CORES_OVERFLOW;
        }
        if (hangs(c, watchdog, why))
            return CORES_HUNG;
    }
    return CORES_DONE;
}

static void read_line(void *ctx, uint64_t line, uint8_t *data)
{
    const struct machine *m = ctx;
    machine_read(m, line * m->sys->line_bytes, data, m->sys->line_bytes);
}

bool cores_check(const struct cores *c, struct sbuf *why)
{
    return history_check(c->history, read_line, c->machine, why);
}
