#include "formal/prove/incremental.h"

#include "formal/prove/tool.h"
#include "sw/util/arena.h"
#include "sw/util/process.h"

#include <stdlib.h>

#include <ccadical.h>

struct incremental {
    CCaDiCaL *solver;
    struct cnf cnf;
    uint32_t inputs;
    uint32_t number[32], bits;
    double until; /* time at which the question is given up */
};

static void add(void *to, int32_t literal)
{
    ccadical_add(to, literal);
}

static int too_late(void *state)
{
    const struct incremental *s = state;
    return tool_now() > s->until || process_stopped();
}

struct incremental *incremental_new(const struct aig *a, uint32_t cycles, enum cnf_start start,
                                    const uint32_t *number, uint32_t bits)
{
    struct incremental *s = xcalloc(1, sizeof *s);
    s->solver = ccadical_init();
    s->inputs = a->inputs;
    s->bits = bits;
    for (uint32_t i = 0; i < bits; i++)
        s->number[i] = number[i];
    ccadical_set_terminate(s->solver, s, too_late);
    s->cnf = (struct cnf){.cycles = cycles, .start = start, .add = add, .to = s->solver};
    cnf_unroll(a, &s->cnf);
    return s;
}

enum verdict incremental_ask(struct incremental *s, uint32_t number, uint32_t seconds)
{
    for (uint32_t k = 0; k < s->cnf.cycles; k++)
        for (uint32_t i = 0; i < s->bits; i++) {
            int32_t x = s->cnf.input[k * s->inputs + s->number[i]];
            ccadical_assume(s->solver, (number >> i & 1) != 0 ? x : -x);
        }
    s->until = tool_now() + seconds;
    int answer = ccadical_solve(s->solver);
    return answer == 20 ? VERDICT_PROVED : answer == 10 ? VERDICT_BROKEN : VERDICT_TIMEOUT;
}

void incremental_free(struct incremental *s)
{
    if (s == NULL)
        return;
    ccadical_release(s->solver);
    cnf_free(&s->cnf);
    free(s);
}
