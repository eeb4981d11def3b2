#include "formal/litmus/outcome.h"

#include "sw/util/arena.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The state with only the registers and variables that the test shows. */
static struct litmus_state shown(const struct litmus *t, const struct litmus_state *state)
{
    struct litmus_state s = *state;
    for (int i = 0; i < t->n_threads; i++)
        for (int r = 0; r < LITMUS_REGS; r++)
            if (r >= t->threads[i].n_regs || t->threads[i].regs[r] == NULL)
                s.regs[i][r] = 0;
    for (int v = 0; v < LITMUS_VARS; v++)
        if (v >= t->n_vars || !t->shown_var[v])
            s.vars[v] = 0;
    return s;
}

static int compare(const struct litmus_state *a, const struct litmus_state *b)
{
    for (int i = 0; i < LITMUS_THREADS; i++)
        for (int r = 0; r < LITMUS_REGS; r++)
            if (a->regs[i][r] != b->regs[i][r])
                return a->regs[i][r] < b->regs[i][r] ? -1 : 1;
    for (int v = 0; v < LITMUS_VARS; v++)
        if (a->vars[v] != b->vars[v])
            return a->vars[v] < b->vars[v] ? -1 : 1;
    return 0;
}

/* Index of the first entry that is not less than `s`. */
static size_t place_of(const struct outcomes *o, const struct litmus_state *s)
{
    size_t low = 0, high = o->n;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (compare(&o->list[mid]->state, s) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

struct outcome *outcomes_at(struct outcomes *o, const struct litmus *t,
                            const struct litmus_state *state)
{
    struct litmus_state s = shown(t, state);
    size_t i = place_of(o, &s);
    if (i < o->n && compare(&o->list[i]->state, &s) == 0)
        return o->list[i];
    if (o->n == o->room) {
        o->room = o->room > 0 ? 2 * o->room : 8;
        o->list = xrealloc(o->list, o->room * sizeof(struct outcome *));
    }
    memmove(&o->list[i + 1], &o->list[i], (o->n - i) * sizeof(struct outcome *));
    o->list[i] = xcalloc(1, sizeof *o->list[i]);
    o->list[i]->state = s;
    o->n++;
    return o->list[i];
}

bool outcomes_have(const struct outcomes *o, const struct litmus *t,
                   const struct litmus_state *state)
{
    struct litmus_state s = shown(t, state);
    size_t i = place_of(o, &s);
    return i < o->n && compare(&o->list[i]->state, &s) == 0;
}

void outcomes_filter(struct outcomes *o, const struct condition *filter)
{
    size_t kept = 0;
    for (size_t i = 0; i < o->n; i++)
        if (filter == NULL || condition_holds(filter, &o->list[i]->state))
            o->list[kept++] = o->list[i];
        else
            free(o->list[i]);
    o->n = kept;
}

void outcomes_free(struct outcomes *o)
{
    for (size_t i = 0; i < o->n; i++)
        free(o->list[i]);
    free(o->list);
    *o = (struct outcomes){0};
}

/* A number, or the variable whose address it is. */
static void put_value(const struct litmus *t, int64_t value, struct sbuf *s)
{
    bool addresses = t->language >= LITMUS_RISCV;
    int var = addresses ? litmus_variable_at(t, (uint64_t)value) : LITMUS_NONE;
    if (var != LITMUS_NONE)
        sbuf_printf(s, "%s;", t->vars[var].name);
    else
        sbuf_printf(s, "%" PRId64 ";", value);
}

void outcome_text(const struct litmus *t, const struct litmus_state *state, struct sbuf *s)
{
    const char *between = "";
    for (int i = 0; i < t->n_threads; i++)
        for (int r = 0; r < t->threads[i].n_regs; r++) {
            if (t->threads[i].regs[r] == NULL)
                continue;
            sbuf_printf(s, "%s%d:%s=", between, i, t->threads[i].regs[r]);
            put_value(t, (int64_t)state->regs[i][r], s);
            between = " ";
        }
    for (int v = 0; v < t->n_vars; v++)
        if (t->shown_var[v]) {
            sbuf_printf(s, "%s%s=", between, t->vars[v].name);
            put_value(t, (int32_t)state->vars[v], s);
            between = " ";
        }
}
