/*
 * Copies of whole lines. The bytes that a copy writes are values of its source; so that these, too,
 * identify their writer, values of up to COPIED are those of sources, greater ones are given to the
 * stores to a target, and a line is copied to at most once. A source's bytes are COPIED at the
 * start: 0 in a target means that the copy has not come.
 */
#include "sw/util/arena.h"
#include "tests/support/history_impl.h"

#include <string.h>

enum { COPIED = HISTORY_SOURCE };

int history_source(struct history *h, uint64_t address)
{
    int line = history_line(h, address);
    h->lines[line].initial = COPIED;
    h->lines[line].most = COPIED - 1;
    return line;
}

int history_target(struct history *h, uint64_t address)
{
    int line = history_line(h, address);
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        struct cell *c = &h->lines[line].cells[b];
        c->writer = xcalloc(COPIED, sizeof *c->writer);
        for (uint32_t i = 0; i < COPIED; i++)
            c->writer[i] = HISTORY_NONE;
        c->n_values = COPIED;
    }
    return line;
}

/* The copy's bytes are known: it writes them, and it has read them. NULL, or what is wrong. */
static const char *writes(struct history *h, int n, const uint8_t *data)
{
    struct op *op = &h->ops[n];
    struct line_state *to = &h->lines[op->line];
    memcpy(op->data, data, h->line_bytes);
    to->copy = HISTORY_NONE;
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        if (data[b] == 0 || data[b] > COPIED)
            return "a copy writes a byte that its source never had";
        to->cells[b].writer[data[b] - 1] = n;
    }
    return NULL;
}

int history_copy(struct history *h, uint32_t thread, uint32_t core, int from, int to, uint64_t now)
{
    struct op load = {.thread = thread,
                      .core = core,
                      .kind = KIND_FRESH,
                      .line = from,
                      .issued = now,
                      .reads = true,
                      .before = h->last[thread]};
    int before = history_add(h, &load);
    struct op store = {.thread = thread,
                       .core = core,
                       .kind = KIND_STORE,
                       .line = to,
                       .issued = now,
                       .writes = true,
                       .before = before};
    memset(store.mask, 0xff, h->line_bytes / 8);
    int n = history_add(h, &store);
    h->lines[to].copy = n;
    if (h->model == MODEL_ONE_CORE) {
        uint8_t data[HISTORY_LINE];
        for (uint32_t b = 0; b < h->line_bytes; b++)
            data[b] = history_now(h, from, b);
        writes(h, n, data);
        h->ops[n].written = now;
        history_reaches(h, n);
        history_answered(h, before, data, now);
    }
    return n;
}

/* The first cycle in which what a load returns was asked for: it may join a miss that is on its
 * way, and so be answered with what the memory had for the earliest load of the line in flight. */
static uint64_t asked_since(const struct history *h, const struct op *load)
{
    uint64_t since = load->issued;
    for (size_t i = 0; i < (size_t)h->n_ops; i++) {
        const struct op *op = &h->ops[i];
        if (op->line == load->line && op->reads && op->issued < since &&
            (op->answered == 0 || op->answered > load->issued))
            since = op->issued;
    }
    return since;
}

/* Whether a byte that a copy has read was overwritten in memory before the copy was asked for. An
 * RDC takes an engine's load for any other and may answer it until its home has invalidated it,
 * which is before the store is answered. */
static bool is_late(const struct history *h, const struct op *load, uint64_t since, uint32_t byte)
{
    const struct cell *c = &h->lines[load->line].cells[byte];
    for (uint32_t i = c->n_order; i-- > 0;) {
        const struct op *store = &h->ops[c->order[i]];
        if (store->data[byte] == load->seen[byte])
            return false;
        if (h->rdcs ? store->answered > 0 && store->answered < since : store->written < since)
            return true;
    }
    return false;
}

const char *copy_written(struct history *h, int n, const uint8_t *data, const uint8_t *mask,
                         uint64_t now)
{
    for (uint32_t b = 0; b < h->line_bytes; b++)
        if (!has(mask, b))
            return "a copy writes a part of a line";
    const char *wrong = writes(h, n, data);
    if (wrong != NULL)
        return wrong;
    h->ops[n].written = now;
    history_reaches(h, n);
    const struct op *load = &h->ops[h->ops[n].before];
    const uint64_t since = asked_since(h, load);
    history_answered(h, h->ops[n].before, data, now);
    for (uint32_t b = 0; b < h->line_bytes; b++)
        if (is_late(h, load, since, b))
            return "a copy reads a byte that had been overwritten when it was asked for";
    return NULL;
}

bool copy_is_written(const struct history *h, const struct line_state *l, const uint8_t *data,
                     const uint8_t *mask)
{
    for (uint32_t b = 0; l->copy != HISTORY_NONE && b < h->line_bytes; b++)
        if (has(mask, b))
            return data[b] <= COPIED;
    return false;
}
