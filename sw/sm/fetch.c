/*
 * What an SM asks of the caches that it may share with others: the instruction cache, for a line of
 * instructions, and the scalar cache, for lines of constants and parameters. A step only notes it;
 * sm_read asks, outside of the step, so that SMs may step side by side.
 *
 * A warp has room for one line of instructions. It asks for the line of its next instruction when
 * it comes to another one, and nothing before.
 */
#include "sw/sm/internal.h"

static uint64_t line_of_next(const struct sm *sm, const struct warp *w)
{
    const struct ptx_kernel *kernel = sm->ctas[w->cta].grid->kernel;
    return (kernel->code + (uint64_t)PTX_INST_BYTES * simt_pc(w->simt)) >> sm->line_shift;
}

/* The warp's next instruction is known, and what else it waits for: it waits for its line, too. */
void fetch_next(struct sm *sm, uint32_t slot)
{
    struct warp *w = &sm->warps[slot];
    const uint64_t line = line_of_next(sm, w);
    if (line != w->line) {
        w->line = line;
        w->fetched = NEVER;
        sm->fetching |= UINT64_C(1) << slot;
    }
    if (w->wait == WAIT_TIME && w->fetched > sm->wake_at[slot]) {
        w->wait = WAIT_FETCH;
        sm->wake_at[slot] = w->fetched;
    }
}

bool fetch_constants(struct sm *sm, uint32_t slot)
{
    struct constants *c = &sm->constants;
    struct simt_access a;
    c->slot = slot;
    c->inst = sm->warps[slot].next;
    c->n = 0;
    if (!simt_constants(sm->warps[slot].simt, &a))
        return false;
    for (uint32_t m = a.lanes; m != 0; m &= m - 1) {
        const uint64_t line = a.address[__builtin_ctz(m)] >> sm->line_shift;
        uint32_t i = 0;
        while (i < c->n && c->line[i] != line)
            i++;
        c->line[i] = line;
        c->n += i == c->n;
    }
    return true;
}

/* The registers may be read when the last line is there. One line is looked up per cycle. */
static void read_constants(struct sm *sm, struct read_cache *scalar, uint64_t now)
{
    struct constants *c = &sm->constants;
    struct warp *w = &sm->warps[c->slot];
    uint64_t there = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        const uint64_t t = read_cache_ask(scalar, c->line[i], now + i);
        there = t > there ? t : there;
    }
    for (int i = 0; i < c->inst->n_dst; i++)
        w->reg[c->inst->dst[i]] = there;
    c->n = 0;
    issue_refresh(sm, c->slot);
}

void sm_read(struct sm *sm, struct read_cache *l1i, struct read_cache *scalar)
{
    const uint64_t now = sm->last, slots = sm->fetching;
    if (slots == 0 && sm->constants.n == 0)
        return;
    sm->fetching = 0;
    for (uint64_t s = slots; s != 0; s &= s - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(s);
        sm->warps[slot].fetched = read_cache_ask(l1i, sm->warps[slot].line, now);
        issue_refresh(sm, slot);
    }
    if (sm->constants.n > 0)
        read_constants(sm, scalar, now);
    sm->stall = issue_stall(sm);
    const uint64_t wake = issue_wake(sm, now + 1);
    sm->wake = wake < sm->wake ? wake : sm->wake;
}
