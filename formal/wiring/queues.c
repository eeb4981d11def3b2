/*
 * Queues: which messages each channel carries, and which channel waits for which. A message at the
 * end of a channel waits until it can enter the next channel of its route. In units, a request
 * waits for the request or the answer that follows from it, and an answer for the answer; no cache
 * lets an answer wait for a request (answer_waits_bounded in formal/units/cache.vh). In an RDC bank
 * a request, an answer and an invalidation wait for accesses to DRAM, too, which answers them. An
 * invalidation, which comes among the answers, waits for its acknowledgement, and so does the store
 * that caused it. A um_bank_front lets in an own request for another package when answers to others
 * have left, and a far one when answers to far ones have left. With GPU homes it has a queue of
 * near requests, which wait for far ones elsewhere; own ones elsewhere wait for them.
 */
#include "formal/wiring/impl.h"
#include "sw/util/sbuf.h"

#include <stdlib.h>

const char *class_channel(enum message_class c)
{
    static const char *const names[] = {"req", "rsp", "ack", "drop"};
    return names[c];
}

uint32_t queue_of_layer(const struct check *k, const struct end *from, enum message_class is,
                        uint32_t layer)
{
    return ((uint32_t)(from - k->ends) * PACKET_CLASSES + (uint32_t)is) * k->layers + layer;
}

uint32_t queue_of(const struct check *k, const struct end *from)
{
    return queue_of_layer(k, from, REQUESTS, 0);
}

static uint32_t queues(const struct check *k)
{
    return k->n_ends * PACKET_CLASSES * k->layers;
}

const char *class_name(enum message_class c)
{
    static const char *const names[] = {"requests", "answers", "acknowledgements", "drops"};
    return names[c];
}

bool queue_carries(struct check *k, const struct end *from, enum message_class is)
{
    struct queue *q = &k->queues[queue_of(k, from)];
    const uint8_t seen = (uint8_t)(1 << is);
    const bool first = (q->carries & seen) == 0;
    for (int other = REQUESTS; first && other <= ACKS; other++)
        if ((q->carries >> other & 1) != 0)
            wiring_found(k->f, "classes_are_apart", "%s carries %s and %s", end_name(k, from),
                         class_name(other < (int)is ? (enum message_class)other : is),
                         class_name(other < (int)is ? is : (enum message_class)other));
    q->carries |= seen;
    return first;
}

void queue_waits_for(struct check *k, uint32_t queue, uint32_t next)
{
    struct queue *q = &k->queues[queue];
    for (uint32_t i = 0; i < q->n; i++)
        if (q->next[i] == next)
            return;
    q->next = xgrown(q->next, q->n, sizeof *q->next);
    q->next[q->n++] = next;
}

void queue_waits(struct check *k, const struct end *from, const struct end *next)
{
    if (from != NULL && next != NULL)
        queue_waits_for(k, queue_of(k, from), queue_of(k, next));
}

void queues_new(struct check *k)
{
    const struct module *top = k->c->top;
    k->layers = 1;
    for (uint32_t i = 0; i < top->n_cells; i++) {
        const uint32_t layers = (uint32_t)value_of(&top->cells[i], "LAYERS");
        k->layers = layers > k->layers ? layers : k->layers;
    }
    k->queues = xcalloc((size_t)queues(k) + 1, sizeof *k->queues);
}

void queues_free(struct check *k)
{
    for (uint32_t i = 0; i < queues(k); i++)
        free(k->queues[i].next);
    free(k->queues);
}

/* ---- units ---- */

void queue_through(struct check *k, const struct cell *cell, const char *in, const char *out)
{
    const struct end *to = end_at(k, cell, in, 0);
    if (to != NULL)
        queue_waits(k, to->peer, end_at(k, cell, out, 0));
}

/* A store waits in a controller for acknowledgements, which the controller takes at once. */
static void for_acks(struct check *k, const struct cell *umc)
{
    const struct end *req = end_at(k, umc, "req", 0), *ack = end_at(k, umc, "ack", 0);
    if (req != NULL && ack != NULL)
        queue_waits(k, req->peer, ack->peer);
}

static void through_units(struct check *k)
{
    for (uint32_t i = 0; i < k->c->top->n_cells; i++) {
        const struct cell *cell = &k->c->top->cells[i];
        if (is_unit(cell, "um_l2")) {
            queue_through(k, cell, "req", "mem_req");
            queue_through(k, cell, "req", "rsp");
            queue_through(k, cell, "mem_rsp", "rsp");
            queue_through(k, cell, "mem_rsp", "ack");
        } else if (is_unit(cell, "um_rdc")) {
            queue_through(k, cell, "req", "mem_req");
            queue_through(k, cell, "req", "dram_req");
            queue_through(k, cell, "req", "rsp");
            queue_through(k, cell, "mem_rsp", "dram_req");
            queue_through(k, cell, "mem_rsp", "rsp");
        } else if (is_unit(cell, "um_dram_mux")) {
            queue_through(k, cell, "umc_req", "req");
            queue_through(k, cell, "rdc_req", "req");
            queue_through(k, cell, "rsp", "umc_rsp");
            queue_through(k, cell, "rsp", "rdc_rsp");
        } else if (is_unit(cell, "um_detour")) {
            detour_waits(k, cell);
        } else if (is_unit(cell, "um_bank_front")) {
            bank_front_wait(k, cell);
        } else if (is_unit(cell, "um_umc")) {
            queue_through(k, cell, "req", "rsp");
            for_acks(k, cell);
        }
    }
}

/* ---- circles ---- */

/* A queue that some queue waits for without end, and that waits itself; NULL: none. */
static const struct queue *in_circle(const struct check *k, const struct queue *q)
{
    for (uint32_t i = 0; i < q->n; i++)
        if (!k->queues[q->next[i]].moves)
            return &k->queues[q->next[i]];
    return NULL;
}

/* Marks channels whose messages move since all that they wait for do, until there are no more. */
static void mark_those_that_move(struct check *k)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = queues(k); i-- > 0;)
            if (!k->queues[i].moves && in_circle(k, &k->queues[i]) == NULL)
                more = k->queues[i].moves = true;
    }
}

static void tell_queue(struct sbuf *said, const struct check *k, const struct queue *q)
{
    const uint32_t number = (uint32_t)(q - k->queues), of_end = PACKET_CLASSES * k->layers;
    const struct end *e = &k->ends[number / of_end];
    sbuf_puts(said, end_name(k, e));
    if (!e->source)
        sbuf_puts(said, " (near requests)");
    if (sends_flits(e))
        sbuf_printf(said, " (%s, layer %u)",
                    class_name((enum message_class)(number % of_end / k->layers)),
                    number % k->layers);
}

static void tell_circle(struct check *k, const struct queue *q)
{
    for (uint32_t i = 0; i < queues(k); i++)
        q = in_circle(k, q); /* from here it has come round */
    struct sbuf said = {0};
    const struct queue *first = q;
    do {
        tell_queue(&said, k, q);
        sbuf_puts(&said, " waits for ");
        q = in_circle(k, q);
    } while (q != first);
    wiring_found(k->f, "no_circle", "%sitself", sbuf_str(&said));
    sbuf_free(&said);
}

void check_circles(struct check *k)
{
    through_units(k);
    mark_those_that_move(k);
    for (uint32_t i = 0; i < queues(k); i++)
        if (!k->queues[i].moves) {
            tell_circle(k, &k->queues[i]);
            return;
        }
}
