/* The command processor's queues of copies, one per copy engine. */
#include "harness/machine/impl.h"

#include "gen/units/copy.h"
#include "sw/util/arena.h"

#include <stdlib.h>

/* The most lines of a command: its engine can then be drained in good time (machine_renew_epochs).
 */
enum { MOST_LINES = 1024 };

/* The tag of commands. Requests of command.c, which have tag 0, may wait behind one in its engine,
 * and no two unanswered requests have the same tag. */
enum { COPY_TAG = 1 };

struct command {
    uint64_t source, target, lines;
};

struct queue {
    struct command *all;
    uint64_t asked, done;
    bool busy; /* with command number `done` */
};

struct copies {
    uint32_t engines;
    struct queue *queues;
};

struct copies *copies_new(const struct system *s)
{
    struct copies *c = xcalloc(1, sizeof *c);
    c->engines = s->gpus;
    c->queues = xcalloc(c->engines, sizeof *c->queues);
    return c;
}

void copies_free(struct copies *c)
{
    for (uint32_t i = 0; c != NULL && i < c->engines; i++)
        free(c->queues[i].all);
    if (c != NULL)
        free(c->queues);
    free(c);
}

/* ---- commands ---- */

static void add(struct queue *q, struct command c)
{
    q->all = xgrown(q->all, q->asked, sizeof *q->all);
    q->all[q->asked++] = c;
}

void machine_copy(struct machine *m, uint32_t gpu, const struct pages_move *move)
{
    uint32_t line = m->sys->line_bytes;
    uint64_t lines = (move->bytes + line - 1) / line;
    for (uint64_t n, at = 0; at < lines; at += n) {
        n = lines - at < MOST_LINES ? lines - at : MOST_LINES;
        add(&m->copies->queues[gpu],
            (struct command){move->from / line + at, move->to / line + at, n});
    }
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
    for (uint32_t i = 0; m->copies != NULL && i < m->copies->engines; i++)
        if (m->copies->queues[i].done < m->copies->queues[i].asked)
            return false;
    return true;
}

/* ---- the engines ---- */

static void send(struct machine *m, const struct port *p, const struct command *c)
{
    uint32_t line_bits = m->netlist->core.bits[MSG_LINE];
    machine_fill(m, p->msg, OP_COPY, 0, COPY_TAG, c->target);
    msg_put(p->msg, 0, line_bits, c->source);
    msg_put(p->msg, line_bits, COPY_LENGTH_W, c->lines);
    engine_offer(m->engine, p);
}

void copies_step(struct machine *m)
{
    for (uint32_t i = 0; i < m->copies->engines && !m->paused && !m->frozen; i++) {
        struct queue *q = &m->copies->queues[i];
        const struct port *p = &m->to_l1[m->n_sms + i];
        if (q->busy || q->done == q->asked || !port_takes(p) || port_offered(p))
            continue;
        send(m, p, &q->all[q->done]);
        q->busy = true;
    }
}

bool copies_answered(struct machine *m, uint32_t gpu)
{
    struct queue *q = &m->copies->queues[gpu];
    if (!q->busy)
        return false;
    q->busy = false;
    q->done++;
    return true;
}

static uint64_t count(struct machine *m, uint32_t gpu, uint32_t counter)
{
    return engine_probe(m->engine, (size_t)m->to_l1[m->n_sms + gpu].tile, PROBE_COUNTER + counter);
}

uint64_t machine_copies_written(struct machine *m, uint32_t gpu)
{
    return count(m, gpu, COPY_WRITES);
}

uint64_t machine_copies_moves(struct machine *m)
{
    uint64_t moves = 0;
    for (uint32_t i = 0; m->copies != NULL && i < m->copies->engines; i++)
        for (uint32_t c = COPY_READS; c <= COPY_WRITES; c++)
            moves += count(m, i, c);
    return moves;
}
