/* The command processor's queues of copies, one per copy engine. */
#include "gen/system/derived.h"
#include "harness/machine/doorbell.h"
#include "harness/machine/impl.h"

#include "gen/units/memory/copy.h"
#include "sw/util/arena.h"

#include <stdlib.h>

/* The most lines of a command: its engine can then be drained in good time (machine_renew_epochs).
 */
enum { MOST_LINES = 1024 };

/* The tag of commands. Requests of command.c, which have OTHERS_TAG, may wait behind one in its
 * engine, and no two unanswered requests have the same tag. */
enum { OTHERS_TAG = 0, COPY_TAG = 1 };

struct command {
    struct copy_command copy;
    bool by_cpu; /* it comes from the engine's ring */
};

struct queue {
    struct command *all;
    uint64_t asked, done;
    bool busy; /* with command number `done` */
};

struct copies {
    uint32_t engines;
    struct queue *queues;
    struct ring *rings; /* of engines whose copies a CPU starts; NULL: it starts none */
    struct driver *driver;
};

struct copies *copies_new(const struct system *s)
{
    struct copies *c = xcalloc(1, sizeof *c);
    c->engines = s->gpus;
    c->queues = xcalloc(c->engines, sizeof *c->queues);
    if (system_doorbells(s) > 0) {
        c->rings = xcalloc(c->engines, sizeof *c->rings);
        c->driver = driver_new();
    }
    return c;
}

void copies_free(struct copies *c)
{
    for (uint32_t i = 0; c != NULL && i < c->engines; i++)
        free(c->queues[i].all);
    if (c != NULL) {
        free(c->queues);
        free(c->rings);
        driver_free(c->driver);
    }
    free(c);
}

const struct driver *copies_driver(const struct machine *m)
{
    return m->copies == NULL ? NULL : m->copies->driver;
}

/* NULL: no CPU starts copies. */
static struct ring *ring_of(const struct machine *m, uint32_t gpu)
{
    return m->copies->rings != NULL ? &m->copies->rings[gpu] : NULL;
}

/* ---- commands ---- */

static void add(struct queue *q, struct command c)
{
    q->all = xgrown(q->all, q->asked, sizeof *q->all);
    q->all[q->asked++] = c;
}

static void ask(struct machine *m, uint32_t gpu, const struct pages_move *move, bool by_cpu)
{
    uint32_t line = m->sys->line_bytes;
    uint64_t lines = (move->bytes + line - 1) / line;
    for (uint64_t n, at = 0; at < lines; at += n) {
        n = lines - at < MOST_LINES ? lines - at : MOST_LINES;
        add(&m->copies->queues[gpu],
            (struct command){{move->from / line + at, move->to / line + at, n}, by_cpu});
        if (by_cpu)
            m->copies->rings[gpu].asked++;
    }
}

void machine_copy(struct machine *m, uint32_t gpu, const struct pages_move *move)
{
    ask(m, gpu, move, false);
}

void machine_host_copy(struct machine *m, uint32_t gpu, const struct pages_move *move)
{
    ask(m, gpu, move, m->copies->rings != NULL);
}

/* Command `number` of those that the CPU starts. */
static struct copy_command of_cpu(const struct machine *m, uint32_t gpu, uint64_t number)
{
    const struct queue *q = &m->copies->queues[gpu];
    uint64_t at = q->done;
    for (uint64_t n = m->copies->rings[gpu].done; n <= number; at++)
        n += q->all[at].by_cpu;
    return q->all[at - 1].copy;
}

uint64_t machine_copies_asked(const struct machine *m, uint32_t gpu)
{
    return m->copies->queues[gpu].asked;
}

uint64_t machine_copies_done(const struct machine *m, uint32_t gpu)
{
    return m->copies->queues[gpu].done;
}

bool machine_copies_idle(const struct machine *m)
{
    const struct copies *c = m->copies;
    for (uint32_t i = 0; c != NULL && i < c->engines; i++) {
        if (c->queues[i].done < c->queues[i].asked)
            return false;
        if (c->rings != NULL && c->rings[i].heard < c->rings[i].asked)
            return false;
    }
    return c == NULL || c->driver == NULL || driver_idle(m, c->driver);
}

/* ---- the engines ---- */

static void send(struct machine *m, const struct port *p, const struct copy_command *c)
{
    uint32_t line_bits = m->netlist->core.bits[MSG_LINE];
    machine_fill(m, p->msg, OP_COPY, 0, COPY_TAG, c->target);
    msg_put(p->msg, 0, line_bits, c->source);
    msg_put(p->msg, line_bits, COPY_LENGTH_W, c->lines);
    engine_offer(m->engine, p);
}

/* The next command for an engine, and false if there is none in this cycle. */
static bool next(struct machine *m, uint32_t gpu, struct copy_command *c)
{
    const struct queue *q = &m->copies->queues[gpu];
    struct ring *r = ring_of(m, gpu);
    const bool direct = q->done < q->asked && !q->all[q->done].by_cpu;
    if (!direct || (r != NULL && r->told < r->done))
        return r != NULL && r->told < r->asked && ring_step(m, r, gpu, c);
    *c = q->all[q->done].copy;
    return true;
}

/* What memory says of copies has to be what the CPU wrote. */
static bool is_as_written(const struct machine *m, uint32_t gpu, const struct copy_command *c,
                          struct error *err)
{
    const struct copy_command *want = &m->copies->queues[gpu].all[m->copies->queues[gpu].done].copy;
    if (c->source == want->source && c->target == want->target && c->lines == want->lines)
        return true;
    return error_set(err,
                     "gpu%u's copy engine reads in its ring at cycle %llu: %llu lines from 0x%llx "
                     "to 0x%llx; the CPU wrote: %llu lines from 0x%llx to 0x%llx",
                     gpu, (unsigned long long)m->now, (unsigned long long)c->lines,
                     (unsigned long long)c->source, (unsigned long long)c->target,
                     (unsigned long long)want->lines, (unsigned long long)want->source,
                     (unsigned long long)want->target);
}

static bool was_rung(const struct machine *m, uint32_t gpu, struct error *err)
{
    const struct ring *r = ring_of(m, gpu);
    if (r == NULL || r->seen <= r->rung)
        return true;
    return error_set(
        err, "gpu%u's doorbell, line 0x%llx, reads %llu at cycle %llu; the CPU wrote %llu", gpu,
        (unsigned long long)ring_doorbell_place(m, gpu) / m->sys->line_bytes,
        (unsigned long long)r->seen, (unsigned long long)m->now, (unsigned long long)r->rung);
}

static bool step(struct machine *m, uint32_t gpu, struct error *err)
{
    struct queue *q = &m->copies->queues[gpu];
    const struct port *p = &m->to_l1[m->n_sms + gpu];
    struct copy_command c;
    if (!was_rung(m, gpu, err))
        return false;
    if (q->busy || !port_takes(p) || port_offered(p) || !next(m, gpu, &c))
        return true;
    if (!is_as_written(m, gpu, &c, err))
        return false;
    send(m, p, &c);
    q->busy = true;
    return true;
}

bool copies_step(struct machine *m, struct error *err)
{
    struct copies *c = m->copies;
    if (m->paused || m->frozen)
        return true;
    for (uint32_t i = 0; i < c->engines; i++)
        if (!step(m, i, err))
            return false;
    return c->driver == NULL || driver_step(m, c->driver, c->rings, of_cpu, err);
}

enum copies_answer copies_answered(struct machine *m, uint32_t gpu, uint32_t tag,
                                   const uint8_t *data)
{
    struct queue *q = &m->copies->queues[gpu];
    struct ring *r = ring_of(m, gpu);
    if (!q->busy && (r == NULL || tag == OTHERS_TAG))
        return ANSWERS_OTHERS;
    if (!q->busy)
        return ring_answered(m, r, tag, data) ? ANSWERS_COPIES : ANSWERS_NOTHING_NEW;
    q->busy = false;
    if (r != NULL && q->all[q->done].by_cpu)
        r->done++;
    q->done++;
    return ANSWERS_COPIES;
}

static uint64_t count(struct machine *m, uint32_t gpu, uint32_t counter)
{
    const size_t tile = (size_t)m->to_l1[m->n_sms + gpu].tile;
    return netlist_counted(m->netlist, engine_probe(m->engine, tile, PROBE_COUNTER + counter));
}

uint64_t machine_copies_written(struct machine *m, uint32_t gpu)
{
    return count(m, gpu, COPY_WRITES);
}

/* Where a counter of an engine is at its highest value: the lines that its copies move are read and
 * written by memories, too. */
static uint64_t dram_moves(const struct machine *m)
{
    uint64_t moves = 0;
    for (uint32_t u = 0; u < m->n_drams; u++)
        moves += dram_stats(m->drams[u])->reads + dram_stats(m->drams[u])->writes;
    return moves;
}

uint64_t machine_copies_moves(struct machine *m)
{
    uint64_t moves = 0;
    for (uint32_t i = 0; m->copies != NULL && i < m->copies->engines; i++)
        for (uint32_t c = COPY_READS; c <= COPY_WRITES; c++)
            moves = count_plus(moves, count(m, i, c));
    return moves == COUNT_OVER && !machine_copies_idle(m) ? dram_moves(m) : moves;
}
