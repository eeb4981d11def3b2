#include "formal/prove/incremental.h"

#include "formal/prove/solver.h"
#include "formal/prove/tool.h"
#include "sw/util/arena.h"

#include <stdlib.h>

struct incremental {
    struct solver solver;
    uint32_t inputs;
    uint32_t number[32], bits;
};

struct incremental *incremental_new(const struct aig *a, uint32_t cycles, enum cnf_start start,
                                    const uint32_t *number, uint32_t bits)
{
    struct incremental *s = xcalloc(1, sizeof *s);
    s->inputs = a->inputs;
    s->bits = bits;
    for (uint32_t i = 0; i < bits; i++)
        s->number[i] = number[i];
    solver_open(&s->solver, a, cycles, start);
    return s;
}

enum verdict incremental_ask(struct incremental *s, uint32_t number, uint32_t seconds)
{
    const struct cnf *c = &s->solver.cnf;
    for (uint32_t k = 0; k < c->cycles; k++)
        for (uint32_t i = 0; i < s->bits; i++) {
            int32_t x = c->input[k * s->inputs + s->number[i]];
            ccadical_assume(s->solver.cadical, (number >> i & 1) != 0 ? x : -x);
        }
    s->solver.until = tool_now() + seconds;
    return solver_ask(&s->solver);
}

void incremental_free(struct incremental *s)
{
    if (s == NULL)
        return;
    solver_close(&s->solver);
    free(s);
}
