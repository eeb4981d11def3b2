#include "formal/prove/solver.h"

#include "formal/prove/tool.h"
#include "sw/util/process.h"

static void add_literal(void *to, int32_t literal)
{
    ccadical_add(to, literal);
}

static int is_too_late(void *state)
{
    const struct solver *s = state;
    return tool_now() > s->until || process_stopped();
}

void solver_open(struct solver *s, const struct aig *a, uint32_t cycles, enum cnf_start start)
{
    s->cadical = ccadical_init();
    ccadical_set_terminate(s->cadical, s, is_too_late);
    s->cnf = (struct cnf){
        .cycles = cycles, .start = start, .gates = {.add = add_literal, .to = s->cadical}};
    cnf_unroll(a, &s->cnf);
}

enum verdict solver_ask(struct solver *s)
{
    int answer = ccadical_solve(s->cadical);
    return answer == 20 ? VERDICT_PROVED : answer == 10 ? VERDICT_BROKEN : VERDICT_TIMEOUT;
}

void solver_close(struct solver *s)
{
    if (s->cadical == NULL)
        return;
    ccadical_release(s->cadical);
    cnf_free(&s->cnf);
    s->cadical = NULL;
}
