/* Requests in flight, the queue to the L1, answers. */
#include "sw/host/cpu_impl.h"
#include "sw/host/reorder.h"

#include <stdio.h>
#include <string.h>

/* ---- places ---- */

uint32_t place_take(struct cpu *c, enum msg_op op, uint64_t line)
{
    uint32_t i = 0;
    while (c->places[i].state != PLACE_FREE)
        i++;
    struct place *p = &c->places[i];
    p->r = (struct sm_request){.op = op, .tag = i, .line = line};
    p->line = line;
    p->kept = false;
    p->physical = op == OP_FENCE;
    p->site = c->site;
    p->state = PLACE_QUEUED; /* by who takes it, in the same cycle */
    c->n_free--;
    return i;
}

void place_free(struct cpu *c, uint32_t place)
{
    c->places[place].state = PLACE_FREE;
    c->n_free++;
}

void place_queue(struct cpu *c, uint32_t place)
{
    uint32_t end = c->queue_head + c->queue_len++;
    c->queue[end % c->c.misses] = place;
    c->stats.lines += c->places[place].r.op != OP_FENCE;
}

/* ---- the L1's side ---- */

/* From the virtual line to the physical one; false: its page has no place yet. */
static bool translated(struct cpu *c, struct place *p)
{
    if (p->physical || c->translate == NULL)
        return true;
    uint64_t physical;
    c->touched = p->line * c->c.line_bytes;
    c->touches_to_write = p->r.op == OP_STORE || p->r.op == OP_ATOMIC;
    c->touches = !c->translate(c->translate_ctx, c->touched, c->touches_to_write, &physical);
    if (c->touches)
        return false;
    p->r.line = physical / c->c.line_bytes;
    return true;
}

void requests_show(struct cpu *c)
{
    c->touches = false;
    if (c->request_up || c->queue_len == 0)
        return;
    uint32_t first = c->queue[c->queue_head];
    struct place *p = &c->places[first];
    if (!translated(c, p))
        return;
    p->state = PLACE_SHOWN;
    p->since = c->now;
    c->queue_head = (c->queue_head + 1) % c->c.misses;
    c->queue_len--;
    c->shown = first;
    c->request_up = true;
}

const struct sm_request *cpu_wants(const struct cpu *c)
{
    return c->request_up ? &c->places[c->shown].r : NULL;
}

void cpu_sent(struct cpu *c)
{
    c->places[c->shown].state = PLACE_SENT;
    c->request_up = false;
}

void cpu_answer(struct cpu *c, uint32_t tag, const uint8_t *data)
{
    struct place *p = &c->places[tag];
    if (!p->kept) {
        place_free(c, tag);
        return;
    }
    if (data != NULL)
        memcpy(p->answer, data, c->c.line_bytes);
    p->state = PLACE_ANSWERED;
}

bool cpu_touches(const struct cpu *c, uint64_t *address, bool *write)
{
    *address = c->touched;
    *write = c->touches_to_write;
    return c->touches;
}

/* ---- the watchdog ---- */

static bool is_unanswered(const struct place *p)
{
    return p->state == PLACE_SHOWN || p->state == PLACE_SENT;
}

bool cpu_waiting(const struct cpu *c, uint32_t i, char *text, size_t size)
{
    for (uint32_t t = 0; t < c->c.misses; t++) {
        const struct place *p = &c->places[t];
        if (!is_unanswered(p) || i-- > 0)
            continue;
        static const char *const names[] = {[OP_LOAD] = "load",
                                            [OP_STORE] = "store",
                                            [OP_FRESH] = "load that no copy may answer",
                                            [OP_ATOMIC] = "atomic",
                                            [OP_FENCE] = "fence"};
        char where[512], what[64];
        if (c->reorder == NULL || !reorder_place(c, p->site, where, sizeof where))
            instance_place(c->instance, p->site, where, sizeof where);
        if (p->r.op == OP_FENCE)
            snprintf(what, sizeof what, "fence");
        else
            snprintf(what, sizeof what, "%s of line 0x%llx", names[p->r.op],
                     (unsigned long long)p->line);
        snprintf(text, size, "%s: %s since cycle %llu, tag %u: %s", c->name, what,
                 (unsigned long long)p->since, t, where);
        return true;
    }
    return false;
}

bool cpu_waits_longest(const struct cpu *c, uint64_t *line, uint64_t *since)
{
    bool found = false;
    for (uint32_t t = 0; t < c->c.misses; t++) {
        const struct place *p = &c->places[t];
        if (!is_unanswered(p) || p->r.op == OP_FENCE || (found && p->since >= *since))
            continue;
        found = true;
        *line = p->line;
        *since = p->since;
    }
    return found;
}
