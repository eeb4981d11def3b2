#include "formal/aig/cnf.h"

#include "sw/util/arena.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"

#include <stdio.h>
#include <stdlib.h>

/* Variable 1 is true. */
struct cnf {
    struct sbuf clauses;
    uint32_t variables, n;
    int32_t *value; /* of each node in this cycle */
};

static int32_t fresh(struct cnf *c)
{
    return (int32_t)++c->variables;
}

static void clause(struct cnf *c, int32_t x, int32_t y, int32_t z)
{
    sbuf_printf(&c->clauses, "%d ", x);
    if (y != 0)
        sbuf_printf(&c->clauses, "%d ", y);
    if (z != 0)
        sbuf_printf(&c->clauses, "%d ", z);
    sbuf_puts(&c->clauses, "0\n");
    c->n++;
}

static int32_t literal(const struct cnf *c, uint32_t x)
{
    return (x & 1) != 0 ? -c->value[x >> 1] : c->value[x >> 1];
}

/* What is constant, as much is after a reset, needs no variable. */
static int32_t gate(struct cnf *c, int32_t x, int32_t y)
{
    if (x == -1 || y == -1 || x == -y)
        return -1;
    if (x == 1 || x == y)
        return y;
    if (y == 1)
        return x;
    int32_t z = fresh(c);
    clause(c, -z, x, 0);
    clause(c, -z, y, 0);
    clause(c, z, -x, -y);
    return z;
}

/* One cycle: inputs are new, gates follow, constraints hold. */
static void cycle(struct cnf *c, const struct aig *a)
{
    c->value[0] = -1;
    for (uint32_t i = 0; i < a->inputs; i++)
        c->value[1 + i] = fresh(c);
    for (uint32_t i = 0; i < a->ands; i++) {
        int32_t x = literal(c, a->and[i][0]), y = literal(c, a->and[i][1]);
        c->value[1 + a->inputs + a->latches + i] = gate(c, x, y);
    }
    for (uint32_t i = 0; i < a->constraints; i++)
        clause(c, literal(c, a->constraint[i]), 0, 0);
}

static void next_cycle(struct cnf *c, const struct aig *a)
{
    int32_t *next = xcalloc(a->latches + 1, sizeof *next);
    for (uint32_t i = 0; i < a->latches; i++)
        next[i] = literal(c, a->next[i]);
    for (uint32_t i = 0; i < a->latches; i++)
        c->value[1 + a->inputs + i] = next[i];
    free(next);
}

static void unroll(struct cnf *c, const struct aig *a, struct cnf_question *q)
{
    struct sbuf any = {0};
    clause(c, fresh(c), 0, 0);
    for (uint32_t i = 0; i < a->latches; i++)
        c->value[1 + a->inputs + i] = q->from_reset ? -1 : fresh(c);
    for (uint32_t k = 0; k < q->cycles; k++) {
        bool last = k + 1 == q->cycles;
        if (k > 0)
            next_cycle(c, a);
        cycle(c, a);
        for (uint32_t i = 0; i < a->outputs; i++) {
            int32_t x = literal(c, a->output[i]);
            if (last)
                q->output[i] = x;
            if (last || q->from_reset)
                sbuf_printf(&any, "%d ", x);
            else
                clause(c, -x, 0, 0);
        }
    }
    sbuf_printf(&c->clauses, "%s0\n", sbuf_str(&any));
    c->n++;
    sbuf_free(&any);
}

bool cnf_write(const struct aig *a, struct cnf_question *q, const char *path, struct error *err)
{
    struct cnf c = {.value = xcalloc(aig_nodes(a), sizeof *c.value)};
    q->output = xcalloc(a->outputs + 1, sizeof *q->output);
    unroll(&c, a, q);
    q->variables = c.variables;
    struct sbuf text = {0};
    sbuf_printf(&text, "p cnf %u %u\n", c.variables, c.n);
    sbuf_add(&text, sbuf_str(&c.clauses), c.clauses.len);
    bool ok = file_write(path, text.text, text.len, err);
    sbuf_free(&text);
    sbuf_free(&c.clauses);
    free(c.value);
    return ok;
}
