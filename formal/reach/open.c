/*
 * Queries that leave the program open: each access of each thread is a load or a store of one of
 * two places, by choice. The driver has all four forms of each access as steps, and does one of
 * them. Each store carries a number of its own, so the value that a load returns names its store.
 */
#include "formal/reach/impl.h"

#include <string.h>

enum { FORMS = 4 }; /* of an access, in the order of its steps: load x, load y, store x, store y */

static uint32_t items(const char *list)
{
    uint32_t n = 1;
    for (; *list != '\0'; list++)
        n += *list == ',';
    return n;
}

static void thread(struct sbuf *s, const struct reach_query *q, uint32_t t)
{
    sbuf_printf(s, "P%u (int* x, int* y) {\n", t);
    for (uint32_t i = 0; i < q->accesses; i++)
        sbuf_printf(s, "int r%u = *x; int r%u = *y; *x = %u; *y = %u;\n", 2 * i, 2 * i + 1,
                    1 + t * q->accesses + i, 1 + t * q->accesses + i);
    sbuf_puts(s, "}\n");
}

struct litmus *reach_open_test(const struct reach_query *q, struct error *err)
{
    uint32_t threads = items(q->placement), lines = q->lines == NULL ? 2 : items(q->lines);
    if (strcmp(q->program, "any") != 0 || q->accesses < 1 || q->accesses * FORMS > LITMUS_INSTS ||
        threads > LITMUS_THREADS || lines > 2) {
        error_set(err,
                  "%s: an open query is program=any with accesses=1 to %d, at most %d threads, and "
                  "one or two lines",
                  q->name, LITMUS_INSTS / FORMS, LITMUS_THREADS);
        return NULL;
    }
    struct sbuf s = {0};
    sbuf_puts(&s, "C any\n{ x=0; y=0; }\n");
    if (lines == 1)
        sbuf_puts(&s, "(* same line: x y *)\n");
    for (uint32_t t = 0; t < threads; t++)
        thread(&s, q, t);
    sbuf_puts(&s, "exists (true)\n");
    struct litmus *test = litmus_parse(sbuf_str(&s), s.len, q->name, err);
    sbuf_free(&s);
    return test;
}

uint32_t reach_open_bits(const struct reach_query *q)
{
    return q->program != NULL ? 2 * q->accesses : 0;
}

/* The program's bits are above those of start and gap. */
static uint32_t reach_open_at(const struct reach_plan *p, uint32_t thread)
{
    uint32_t each = p->choices / (uint32_t)p->test->n_threads;
    return thread * each + p->q->start_bits + p->q->gap_bits;
}

/* The bits of a program: for each access whether it is a store, then for each access its place. */
void reach_open_steps(struct sbuf *s, const struct reach_plan *p, uint32_t thread)
{
    uint32_t n = p->q->accesses, at = reach_open_at(p, thread);
    sbuf_puts(s, "        .step_i({");
    for (uint32_t i = n; i-- > 0;)
        sbuf_printf(s, "4'd1 << {choice[%u], choice[%u]}%s", at + i, at + n + i,
                    i > 0 ? ", " : "}),\n");
}

/* Adds the connection of an input of the judge: a concatenation, which begins with the last access
 * of the last thread. */
static void judged(struct sbuf *s, const struct reach_plan *p, const char *pin)
{
    uint32_t n = p->q->accesses, bits = p->value_bits;
    sbuf_printf(s, "        .%s_i({", pin);
    for (uint32_t t = (uint32_t)p->test->n_threads; t-- > 0;) {
        uint32_t at = reach_open_at(p, t);
        const char *end = t > 0 ? ", " : "})";
        if (strcmp(pin, "value") != 0) {
            at += strcmp(pin, "place") == 0 ? n : 0;
            sbuf_printf(s, "choice[%u:%u]%s", at + n - 1, at, end);
            continue;
        }
        for (uint32_t i = n; i-- > 0;)
            sbuf_printf(s, "value%u[%u +: %u] | value%u[%u +: %u]%s", t, FORMS * i * bits, bits, t,
                        (FORMS * i + 1) * bits, bits, i > 0 ? ", " : end);
    }
}

void reach_open_judge(struct sbuf *s, const struct reach_plan *p)
{
    sbuf_printf(s,
                "    wire explained;\n"
                "    um_reach_judge #(.THREADS(%d), .STEPS(%u), .VALUE_W(%u)) judge (\n",
                p->test->n_threads, p->q->accesses, p->value_bits);
    judged(s, p, "store");
    sbuf_puts(s, ",\n");
    judged(s, p, "place");
    sbuf_puts(s, ",\n");
    judged(s, p, "value");
    sbuf_puts(s, ",\n        .explained_o(explained)\n    );\n\n");
}
