#include "formal/aig/cnf.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/process.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>

/* The cycle that is being unrolled. */
struct frame {
    struct cnf *c;
    const struct aig *a;
    int32_t *value; /* of each node */
};

static int32_t literal(const struct frame *f, uint32_t x)
{
    return (x & 1) != 0 ? -f->value[x >> 1] : f->value[x >> 1];
}

static void first_state(struct frame *f)
{
    f->value[0] = -1;
    for (uint32_t i = 0; i < f->a->latches; i++)
        f->c->latch[i] = f->value[1 + f->a->inputs + i] =
            f->c->start == CNF_RESET ? -1 : gates_variable(&f->c->gates);
}

static void next_state(struct frame *f)
{
    const struct aig *a = f->a;
    int32_t *next = xcalloc(a->latches + 1, sizeof *next);
    for (uint32_t i = 0; i < a->latches; i++)
        next[i] = literal(f, a->next[i]);
    for (uint32_t i = 0; i < a->latches; i++)
        f->value[1 + a->inputs + i] = next[i];
    free(next);
}

/* The logic of one cycle: new variables for the inputs, clauses for gates and constraints. */
static void logic(struct frame *f, int32_t *input)
{
    const struct aig *a = f->a;
    for (uint32_t i = 0; i < a->inputs; i++)
        f->value[1 + i] = input[i] = gates_variable(&f->c->gates);
    for (uint32_t i = 0; i < a->ands; i++)
        f->value[1 + a->inputs + a->latches + i] =
            gates_and(&f->c->gates, literal(f, a->and[i][0]), literal(f, a->and[i][1]));
    for (uint32_t i = 0; i < a->constraints; i++)
        gates_clause(&f->c->gates, literal(f, a->constraint[i]), 0, 0);
}

/* That an output is set in the last cycle, and if the start is any none before it; from reset, in
 * any cycle. */
static void ask(struct cnf *c, uint32_t outputs)
{
    size_t last = (size_t)(c->cycles - 1) * outputs;
    for (size_t i = 0; c->start == CNF_ANY && i < last; i++)
        gates_clause(&c->gates, -c->output[i], 0, 0);
    for (size_t i = c->start == CNF_ANY ? last : 0; i < last + outputs; i++)
        c->gates.add(c->gates.to, c->output[i]);
    c->gates.add(c->gates.to, 0);
    c->gates.clauses++;
}

bool cnf_unroll(const struct aig *a, struct cnf *c)
{
    struct frame f = {c, a, xcalloc(aig_nodes(a), sizeof *f.value)};
    c->latch = xcalloc(a->latches + 1, sizeof *c->latch);
    c->input = xcalloc((size_t)c->cycles * a->inputs + 1, sizeof *c->input);
    c->output = xcalloc((size_t)c->cycles * a->outputs + 1, sizeof *c->output);
    gates_begin(&c->gates);
    first_state(&f);
    for (uint32_t k = 0; k < c->cycles && !process_stopped(); k++) {
        if (k > 0)
            next_state(&f);
        logic(&f, c->input + (size_t)k * a->inputs);
        for (uint32_t i = 0; i < a->outputs; i++)
            c->output[(size_t)k * a->outputs + i] = literal(&f, a->output[i]);
    }
    if (c->start != CNF_OPEN && !process_stopped())
        ask(c, a->outputs);
    free(f.value);
    return !process_stopped();
}

void cnf_free(struct cnf *c)
{
    free(c->latch);
    free(c->input);
    free(c->output);
}

static void add_text(void *to, int32_t x)
{
    sbuf_printf(to, x != 0 ? "%d " : "%d\n", x);
}

bool cnf_write(const struct aig *a, struct cnf *c, const char *path, struct error *err)
{
    struct sbuf clauses = {0}, text = {0};
    c->gates.add = add_text;
    c->gates.to = &clauses;
    bool ok = cnf_unroll(a, c) || error_set(err, "%s: told to stop", path);
    sbuf_printf(&text, "p cnf %u %u\n", c->gates.variables, c->gates.clauses);
    sbuf_add(&text, sbuf_str(&clauses), ok ? clauses.len : 0);
    ok = ok && file_write(path, text.text, text.len, err);
    sbuf_free(&text);
    sbuf_free(&clauses);
    return ok;
}
