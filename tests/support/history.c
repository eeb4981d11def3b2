#include "tests/support/history.h"

#include "sw/util/arena.h"
#include "tests/support/history_impl.h"

#include <stdlib.h>
#include <string.h>

struct history history_new(uint32_t line_bytes, uint32_t threads)
{
    struct history h = {.line_bytes = line_bytes, .n_threads = threads};
    h.last = xcalloc(threads, sizeof *h.last);
    for (uint32_t i = 0; i < threads; i++)
        h.last[i] = HISTORY_NONE;
    return h;
}

void history_free(struct history *h)
{
    for (int i = 0; i < h->n_lines; i++) {
        for (uint32_t b = 0; b < h->line_bytes; b++) {
            free(h->lines[i].cells[b].writer);
            free(h->lines[i].cells[b].order);
        }
        free(h->lines[i].cells);
    }
    free(h->lines);
    free(h->ops);
    free(h->last);
    sbuf_free(&h->wrong);
}

int history_line(struct history *h, uint64_t address)
{
    for (int i = 0; i < h->n_lines; i++)
        if (h->lines[i].address == address)
            return i;
    if (h->n_lines == h->cap_lines) {
        h->cap_lines = h->cap_lines * 2 + 16;
        h->lines = xrealloc(h->lines, (size_t)h->cap_lines * sizeof *h->lines);
    }
    h->lines[h->n_lines] = (struct line_state){.address = address,
                                               .cells = xcalloc(h->line_bytes, sizeof(struct cell)),
                                               .most = UINT8_MAX,
                                               .copy = HISTORY_NONE};
    return h->n_lines++;
}

int history_counter(struct history *h, uint64_t address, uint64_t step, bool wide)
{
    int line = history_line(h, address);
    h->lines[line].step = step;
    h->lines[line].wide = wide;
    return line;
}

/* ---- requests ---- */

int history_add(struct history *h, const struct op *op)
{
    if (h->n_ops == h->cap_ops) {
        h->cap_ops = h->cap_ops * 2 + 256;
        h->ops = xrealloc(h->ops, (size_t)h->cap_ops * sizeof *h->ops);
    }
    h->last[op->thread] = h->n_ops;
    h->ops[h->n_ops] = *op;
    return h->n_ops++;
}

static bool is_atomic(enum op_kind kind)
{
    return kind == KIND_EXCHANGE || kind == KIND_SWAP || kind == KIND_ADD;
}

/* Gives a new value to each masked byte of [from, from + n): to all of them, or to none. */
static bool give_values(struct history *h, struct op *op, uint32_t from, uint32_t n)
{
    struct cell *cells = h->lines[op->line].cells;
    bool left = true, any = false;
    for (uint32_t b = from; b < from + n; b++)
        left = left && cells[b].n_values < h->lines[op->line].most;
    for (uint32_t b = from; b < from + n; b++) {
        if (!has(op->mask, b))
            continue;
        if (!left) {
            op->mask[b / 8] = (uint8_t)(op->mask[b / 8] & ~(1u << (b % 8)));
            continue;
        }
        struct cell *c = &cells[b];
        c->writer = xgrown(c->writer, c->n_values, sizeof *c->writer);
        c->writer[c->n_values++] = h->n_ops;
        op->data[b] = (uint8_t)c->n_values;
        any = true;
    }
    return any;
}

void history_reaches(struct history *h, int n)
{
    struct op *op = &h->ops[n];
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        struct cell *c = &h->lines[op->line].cells[b];
        if (!has(op->mask, b))
            continue;
        c->order = xgrown(c->order, c->n_order, sizeof *c->order);
        c->order[c->n_order++] = n;
    }
}

/* Whether a swap that reads `line` writes. */
static bool swaps(const struct history *h, const struct op *op, const uint8_t *line)
{
    for (uint32_t b = 0; b < h->line_bytes; b++)
        if (has(op->mask, b) && line[b] != op->data[b ^ (op->wide ? 8u : 4u)])
            return false;
    return true;
}

/* MODEL_ONE_CORE: a write takes effect when it is asked. */
static void reaches_at_once(struct history *h, int n)
{
    struct op *op = &h->ops[n];
    uint8_t line[HISTORY_LINE];
    for (uint32_t b = 0; b < h->line_bytes; b++)
        line[b] = history_now(h, op->line, b);
    if (op->kind == KIND_SWAP)
        op->writes = swaps(h, op, line);
    if (!op->writes)
        return;
    op->written = op->issued;
    if (op->kind != KIND_ADD)
        history_reaches(h, n);
}

int history_ask(struct history *h, const struct op *asked)
{
    struct op op = *asked;
    bool atomic = is_atomic(op.kind);
    op.reads = op.kind == KIND_LOAD || op.kind == KIND_FRESH || atomic;
    op.writes = op.kind == KIND_STORE || atomic;
    op.before = h->last[op.thread];
    op.written = op.answered = 0;
    if (op.kind == KIND_FENCE)
        op.line = HISTORY_NONE;
    if (!op.writes) {
        memset(op.mask, 0, sizeof op.mask);
        return history_add(h, &op);
    }
    bool any = op.kind == KIND_ADD;
    uint32_t unit = !atomic ? 1 : op.wide ? 8 : 4;
    if (op.kind == KIND_ADD)
        counter_ask(h, &op);
    else
        for (uint32_t b = 0; b < h->line_bytes; b += unit)
            any |= give_values(h, &op, b, unit);
    if (!any)
        return HISTORY_NONE;
    int n = history_add(h, &op);
    if (h->model == MODEL_ONE_CORE)
        reaches_at_once(h, n);
    return n;
}

/* ---- writes to memory, and answers ---- */

static void wrong(struct history *h, int op, const char *what, uint64_t now)
{
    if (h->wrong.len > 0)
        return;
    sbuf_printf(&h->wrong, "%s (cycle %llu)", what, (unsigned long long)now);
    if (op != HISTORY_NONE)
        history_tell(h, op, &h->wrong);
}

uint8_t history_now(const struct history *h, int line, uint32_t byte)
{
    const struct cell *c = &h->lines[line].cells[byte];
    return c->n_order == 0 ? h->lines[line].initial : h->ops[c->order[c->n_order - 1]].data[byte];
}

/* The store that a write to memory belongs to. */
static int store_of(const struct history *h, const struct line_state *l, const uint8_t *data,
                    const uint8_t *mask)
{
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        const struct cell *c = &l->cells[b];
        if (has(mask, b))
            return data[b] > 0 && data[b] <= c->n_values ? c->writer[data[b] - 1] : HISTORY_NONE;
    }
    return HISTORY_NONE;
}

static bool same_bytes(const struct history *h, const struct op *op, const uint8_t *data,
                       const uint8_t *mask)
{
    for (uint32_t b = 0; b < h->line_bytes; b++)
        if (has(mask, b) != has(op->mask, b) || (has(mask, b) && data[b] != op->data[b]))
            return false;
    return true;
}

/* Whether a write changes nothing: a failed swap may write the old bytes back. */
static bool leaves_all(const struct history *h, int line, const uint8_t *data, const uint8_t *mask)
{
    for (uint32_t b = 0; b < h->line_bytes; b++)
        if (has(mask, b) && data[b] != history_now(h, line, b))
            return false;
    for (int i = h->n_ops; i-- > 0;) {
        const struct op *op = &h->ops[i];
        if (op->kind == KIND_SWAP && op->line == line && op->answered == 0 && op->written == 0 &&
            memcmp(op->mask, mask, h->line_bytes / 8) == 0)
            return true;
    }
    return false;
}

void history_written(struct history *h, uint64_t address, const uint8_t *data, const uint8_t *mask,
                     uint64_t now)
{
    if (h->model == MODEL_ONE_CORE)
        return;
    int line = history_line(h, address);
    struct line_state *l = &h->lines[line];
    if (l->step != 0) {
        const char *what = counter_written(h, l, data, mask);
        if (what != NULL)
            wrong(h, HISTORY_NONE, what, now);
        return;
    }
    if (leaves_all(h, line, data, mask))
        return;
    if (copy_is_written(h, l, data, mask)) {
        int copy = l->copy;
        const char *what = copy_written(h, copy, data, mask, now);
        if (what != NULL)
            wrong(h, copy, what, now);
        return;
    }
    int n = store_of(h, l, data, mask);
    if (n == HISTORY_NONE || !same_bytes(h, &h->ops[n], data, mask)) {
        wrong(h, n, "memory is written with bytes that no store has", now);
        return;
    }
    struct op *op = &h->ops[n];
    if (op->written != 0 || op->answered != 0) {
        wrong(h, n,
              op->written != 0 ? "a store reaches memory twice"
                               : "a store was answered before it reaches memory",
              now);
        return;
    }
    op->written = now;
    history_reaches(h, n);
}

/* Checks that the bytes a load or an atomic returned were stored there, early enough, by another
 * op. */
static void check_seen(struct history *h, int n, uint64_t now)
{
    const struct op *op = &h->ops[n];
    const struct line_state *l = &h->lines[op->line];
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        const struct cell *c = &l->cells[b];
        uint8_t value = op->seen[b];
        if (value == l->initial)
            continue;
        int writer = value > 0 && value <= c->n_values ? c->writer[value - 1] : HISTORY_NONE;
        if (writer == HISTORY_NONE)
            wrong(h, n, "a load returns a byte that nobody stored there", now);
        else if (h->ops[writer].written == 0)
            wrong(h, n, "a load returns a byte that has not reached memory", now);
        else if (writer == n)
            wrong(h, n, "an atomic returns what it writes itself", now);
    }
}

/* A swap's answer tells whether it has written. */
static void settle_swap(struct history *h, int n, uint64_t now)
{
    struct op *op = &h->ops[n];
    bool should = swaps(h, op, op->seen);
    if (should != (op->written != 0))
        wrong(h, n,
              should ? "a swap found what it compares with and does not write"
                     : "a swap writes though it found something else",
              now);
    op->writes = should;
}

void history_answered(struct history *h, int n, const uint8_t *data, uint64_t now)
{
    struct op *op = &h->ops[n];
    op->answered = now;
    if (op->kind == KIND_FENCE)
        return;
    const struct line_state *l = &h->lines[op->line];
    if (op->reads)
        memcpy(op->seen, data, h->line_bytes);
    if (l->step != 0) {
        const char *what = counter_read(h, l, op);
        if (what != NULL)
            wrong(h, n, what, now);
        return;
    }
    if (op->kind == KIND_SWAP)
        settle_swap(h, n, now);
    if (op->writes && op->written == 0)
        wrong(h, n, "a store is answered that has not reached memory", now);
    if (op->reads)
        check_seen(h, n, now);
}

int history_writer(const struct history *h, int n, uint32_t byte)
{
    const struct op *op = &h->ops[n];
    const struct line_state *l = &h->lines[op->line];
    uint8_t value = op->seen[byte];
    return value == l->initial ? HISTORY_NONE : l->cells[byte].writer[value - 1];
}
