/* The verdict on a history, and the text that explains it. */
#include "sw/util/arena.h"
#include "tests/support/history_impl.h"

#include <stdlib.h>

static void tell_bytes(const struct history *h, const uint8_t *data, const uint8_t *mask,
                       struct sbuf *text)
{
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        if (b % 4 == 0)
            sbuf_puts(text, " ");
        if (mask == NULL || has(mask, b))
            sbuf_printf(text, "%02x", data[b]);
        else
            sbuf_puts(text, "--");
    }
}

void history_tell(const struct history *h, int n, struct sbuf *text)
{
    static const char *const does[] = {
        [KIND_LOAD] = "loads",        [KIND_FRESH] = "loads afresh",
        [KIND_STORE] = "stores to",   [KIND_EXCHANGE] = "exchanges in",
        [KIND_SWAP] = "swaps in",     [KIND_ADD] = "adds to",
        [KIND_FENCE] = "has a fence",
    };
    const struct op *op = &h->ops[n];
    sbuf_printf(text, "\n  op %d: thread %u of core %u %s", n, op->thread, op->core,
                does[op->kind]);
    if (op->line != HISTORY_NONE)
        sbuf_printf(text, " line 0x%llx", (unsigned long long)h->lines[op->line].address);
    bool stores = op->kind >= KIND_STORE && op->kind != KIND_FENCE;
    if (stores)
        tell_bytes(h, op->data, op->kind == KIND_SWAP ? NULL : op->mask, text);
    if (op->kind == KIND_SWAP)
        sbuf_puts(text, op->writes ? ", as what it compares with is there" : " in vain");
    if (op->reads) {
        sbuf_puts(text, stores ? ", returns" : "");
        tell_bytes(h, op->seen, NULL, text);
    }
    sbuf_printf(text, ", asked %llu", (unsigned long long)op->issued);
    if (op->writes)
        sbuf_printf(text, ", in memory %llu", (unsigned long long)op->written);
    sbuf_printf(text, ", answered %llu", (unsigned long long)op->answered);
}

static bool check_line(const struct history *h, int line, const uint8_t *data, struct sbuf *why)
{
    const struct line_state *l = &h->lines[line];
    if (l->step != 0)
        return counter_final(h, l, data, why);
    for (uint32_t b = 0; b < h->line_bytes; b++) {
        uint8_t want = history_now(h, line, b);
        if (data[b] == want)
            continue;
        sbuf_printf(why, "line 0x%llx ends with byte %u = %02x, not the last store's %02x",
                    (unsigned long long)l->address, b, data[b], want);
        return false;
    }
    return true;
}

/* Whether some order of the ops explains the history: whether the graph has no cycle. */
static bool check_order(const struct history *h, enum program_order keeps, const char *what,
                        struct sbuf *why)
{
    struct graph g = graph_build(h, keeps);
    int *cycle = xcalloc((size_t)h->n_ops + 1, sizeof *cycle);
    int n = graph_cycle(&g, cycle);
    if (n > 0)
        sbuf_printf(why,
                    "%s: each of these must come before the next, and the last before the first",
                    what);
    for (int i = 0; i < n; i++)
        history_tell(h, cycle[i], why);
    free(cycle);
    graph_free(&g);
    return n == 0;
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
    for (int i = 0; i < h->n_lines; i++) {
        uint8_t data[HISTORY_LINE];
        final(ctx, h->lines[i].address, data);
        if (!check_line(h, i, data, why))
            return false;
    }
    switch (h->model) {
    case MODEL_ONE_CORE:
        return check_order(h, PROGRAM_ASKED, "a line's accesses pass each other", why);
    case MODEL_RC:
        return check_order(h, PROGRAM_LINE, "a line is not coherent", why) &&
               check_order(h, PROGRAM_FENCED, "not consistent across fences", why);
    default:
        return check_order(h, PROGRAM_ALL, "not sequentially consistent", why);
    }
}
