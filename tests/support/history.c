#include "tests/support/history.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

static bool has(const uint8_t *mask, uint32_t byte)
{
    return (mask[byte / 8] >> (byte % 8) & 1) != 0;
}

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
    h->lines[h->n_lines] =
        (struct line_state){address, xcalloc(h->line_bytes, sizeof(struct cell))};
    return h->n_lines++;
}

/* Room for one more int in a list of n: doubled whenever n is a power of two. */
static int *grown(int *list, uint32_t n)
{
    if ((n & (n - 1)) != 0)
        return list;
    return xrealloc(list, (n == 0 ? 1 : 2 * (size_t)n) * sizeof *list);
}

static int add(struct history *h, struct op op)
{
    if (h->n_ops == h->cap_ops) {
        h->cap_ops = h->cap_ops * 2 + 256;
        h->ops = xrealloc(h->ops, (size_t)h->cap_ops * sizeof *h->ops);
    }
    op.before = h->last[op.thread];
    h->last[op.thread] = h->n_ops;
    h->ops[h->n_ops] = op;
    return h->n_ops++;
}

int history_load(struct history *h, uint32_t thread, uint32_t core, int line, uint64_t now)
{
    return add(h, (struct op){.thread = thread, .core = core, .line = line, .issued = now});
}

int history_store(struct history *h, uint32_t thread, uint32_t core, int line, const uint8_t *mask,
                  uint64_t now)
{
    struct op op = {.thread = thread, .core = core, .store = true, .line = line, .issued = now};
    bool any = false;
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        struct cell *c = &h->lines[line].cells[b];
        if (!has(mask, b) || c->n_values == UINT8_MAX)
            continue;
        c->writer = grown(c->writer, c->n_values);
        c->writer[c->n_values++] = h->n_ops;
        op.data[b] = (uint8_t)c->n_values;
        op.mask[b / 8] = (uint8_t)(op.mask[b / 8] | 1u << (b % 8));
        any = true;
    }
    return any ? add(h, op) : HISTORY_NONE;
}

/* ---- what the memory and the caches show ---- */

static void wrong(struct history *h, int op, const char *what, uint64_t now)
{
    if (h->wrong.len > 0)
        return;
    sbuf_printf(&h->wrong, "%s (cycle %llu)", what, (unsigned long long)now);
    if (op != HISTORY_NONE)
        history_tell(h, op, &h->wrong);
}

/* The store that a write to memory is of. */
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

void history_written(struct history *h, uint64_t address, const uint8_t *data, const uint8_t *mask,
                     uint64_t now)
{
    struct line_state *l = &h->lines[history_line(h, address)];
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
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        struct cell *c = &l->cells[b];
        if (!has(mask, b))
            continue;
        c->order = grown(c->order, c->n_order);
        c->order[c->n_order++] = n;
    }
}

void history_answered(struct history *h, int n, const uint8_t *data, uint64_t now)
{
    struct op *op = &h->ops[n];
    op->answered = now;
    if (op->store) {
        if (op->written == 0)
            wrong(h, n, "a store is answered that has not reached memory", now);
        return;
    }
    memcpy(op->data, data, h->line_bytes);
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        const struct cell *c = &h->lines[op->line].cells[b];
        if (data[b] > c->n_values)
            wrong(h, n, "a load returns a byte that nobody stored there", now);
        else if (data[b] > 0 && h->ops[c->writer[data[b] - 1]].written == 0)
            wrong(h, n, "a load returns a byte that has not reached memory", now);
    }
}

int history_writer(const struct history *h, int n, uint32_t byte)
{
    const struct op *op = &h->ops[n];
    uint8_t value = op->data[byte];
    return value == 0 ? HISTORY_NONE : h->lines[op->line].cells[byte].writer[value - 1];
}

/* ---- the verdict ---- */

void history_tell(const struct history *h, int n, struct sbuf *text)
{
    const struct op *op = &h->ops[n];
    sbuf_printf(text, "\n  op %d: thread %u of core %u %s line 0x%llx", n, op->thread, op->core,
                op->store ? "stores to" : "loads", (unsigned long long)h->lines[op->line].address);
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        if (b % 4 == 0)
            sbuf_puts(text, " ");
        if (!op->store || has(op->mask, b))
            sbuf_printf(text, "%02x", op->data[b]);
        else
            sbuf_puts(text, "--");
    }
    sbuf_printf(text, ", asked %llu", (unsigned long long)op->issued);
    if (op->store)
        sbuf_printf(text, ", in memory %llu", (unsigned long long)op->written);
    sbuf_printf(text, ", answered %llu", (unsigned long long)op->answered);
}

static bool check_final(const struct history *h,
                        void (*final)(void *ctx, uint64_t address, uint8_t *data), void *ctx,
                        struct sbuf *why)
{
    for (int i = 0; i < h->n_lines; i++) {
        uint8_t data[HISTORY_LINE];
        final(ctx, h->lines[i].address, data);
        for (uint32_t b = 0; b < h->line_bytes; b++) {
            const struct cell *c = &h->lines[i].cells[b];
            uint8_t want = c->n_order == 0 ? 0 : h->ops[c->order[c->n_order - 1]].data[b];
            if (data[b] == want)
                continue;
            sbuf_printf(why, "line 0x%llx ends with byte %u = %02x, not the last store's %02x",
                        (unsigned long long)h->lines[i].address, b, data[b], want);
            return false;
        }
    }
    return true;
}

bool history_check(const struct history *h,
                   void (*final)(void *ctx, uint64_t address, uint8_t *data), void *ctx,
                   struct sbuf *why)
{
    if (h->wrong.len > 0) {
        sbuf_puts(why, h->wrong.text);
        return false;
    }
    for (int i = 0; i < h->n_ops; i++) {
        if (h->ops[i].answered != 0 || h->cut)
            continue;
        sbuf_puts(why, "never answered:");
        history_tell(h, i, why);
        return false;
    }
    if (!check_final(h, final, ctx, why))
        return false;
    int *cycle = xcalloc((size_t)h->n_ops + 1, sizeof *cycle);
    int n = history_cycle(h, cycle);
    if (n > 0)
        sbuf_puts(why, "not sequentially consistent: each of these must come before the next, and "
                       "the last before the first");
    for (int i = 0; i < n; i++)
        history_tell(h, cycle[i], why);
    free(cycle);
    return n == 0;
}
