/* Threads of a litmus test as an L1 sees them: their requests and when they are sent. */
#include "gen/system/derived.h"
#include "harness/litmus/runner_impl.h"

#include <string.h>

/* ---- requests ---- */

uint32_t runner_byte_of(const struct runner *r, int var)
{
    return (uint32_t)r->c.test->vars[var].word * WORD;
}

static void put_word(struct sm_request *q, uint32_t byte, uint32_t value, bool masked)
{
    memcpy(q->data + byte, &value, WORD);
    if (masked)
        q->mask[byte / 8] = (uint8_t)(q->mask[byte / 8] | 0xf << byte % 8);
}

/* A random free tag of an L1: the order of tags must not matter. */
static struct waiter *free_tag(struct runner *r, uint32_t sm, uint32_t *tag)
{
    uint32_t first = (uint32_t)rng_below(&r->rng, r->tags);
    for (uint32_t i = 0; i < r->tags; i++) {
        *tag = (first + i) % r->tags;
        struct waiter *w = &r->waiters[sm * r->tags + *tag];
        if (w->agent == NOBODY)
            return w;
    }
    return NULL;
}

static bool send(struct runner *r, int number, struct sm_request *q, const struct litmus_inst *inst)
{
    struct agent *a = &r->agents[number];
    if (!machine_takes(r->machine, a->sm))
        return false;
    struct waiter *w = free_tag(r, a->sm, &q->tag);
    if (w == NULL)
        return false;
    *w = (struct waiter){.agent = number, .inst = inst};
    machine_send(r->machine, a->sm, q);
    a->in_flight++;
    a->from = r->machine->now + 1 + rng_below(&r->rng, r->gap + 1);
    return true;
}

static uint64_t value_of(const struct agent *a, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? o->value : a->regs[o->reg];
}

/* A processor's load may be answered by a copy unless the machine leaves copies stale (rc). */
static bool is_fresh(const struct runner *r, const struct litmus_inst *inst)
{
    return inst->fresh && (r->c.fences || !inst->coherent);
}

struct sm_request runner_request(const struct runner *r, const struct agent *a,
                                 const struct litmus_inst *inst)
{
    struct sm_request q = {.line = r->line[r->c.test->vars[inst->var].line]};
    uint32_t byte = runner_byte_of(r, inst->var),
             given = litmus_stored(inst->type, value_of(a, &inst->operand));
    switch (inst->kind) {
    case LITMUS_STORE:
        q.op = OP_STORE;
        put_word(&q, byte, given, true);
        if (!inst->conditional)
            break;
        q.op = OP_ATOMIC;
        q.fn = FN_CAS;
        put_word(&q, byte ^ WORD, a->reserved.value, false);
        break;
    case LITMUS_ATOMIC:
        q.op = OP_ATOMIC;
        q.fn = inst->fn;
        put_word(&q, byte, given, true);
        if (inst->fn == FN_CAS)
            put_word(&q, byte ^ WORD, (uint32_t)value_of(a, &inst->compare), false);
        break;
    default:
        q.op = is_fresh(r, inst) ? OP_FRESH : OP_LOAD;
        if (q.op == OP_FRESH && system_gpu_is_part(r->c.sys) && !inst->sys)
            q.fn = MSG_FN_NEAR;
    }
    return q;
}

/* ---- threads ---- */

static bool is_pending(const struct agent *a, int reg)
{
    return reg != LITMUS_NONE && (a->pending >> reg & 1) != 0;
}

static bool registers_ready(const struct agent *a, const struct litmus_inst *i)
{
    bool reserves = i->reserves || i->conditional;
    return !is_pending(a, i->to) && !is_pending(a, i->won) && !is_pending(a, i->operand.reg) &&
           !is_pending(a, i->compare.reg) && !is_pending(a, i->address) &&
           !(reserves && a->reserved.waits);
}

static void set_pending(struct agent *a, const struct litmus_inst *i)
{
    if (i->to != LITMUS_NONE)
        a->pending |= 1u << i->to;
    if (i->won != LITMUS_NONE)
        a->pending |= 1u << i->won;
}

/* An sc without a reservation of its variable fails, and memory does not see it. */
static bool fail_at_once(struct agent *a, const struct litmus_inst *inst)
{
    a->reserved.var = LITMUS_NONE;
    if (inst->won != LITMUS_NONE)
        a->regs[inst->won] = 0;
    return true;
}

/* Whether threads of a CTA still have accesses in flight that they took across a barrier. */
static bool across_barrier(const struct runner *r, uint32_t sm)
{
    for (uint32_t tag = 0; tag < r->tags; tag++) {
        const struct waiter *w = &r->waiters[sm * r->tags + tag];
        if (w->agent != NOBODY && w->across)
            return true;
    }
    return false;
}

/* With directories (hmg) a release first tells each of them, as in sw/sm/order.c. Whether all have
 * answered. */
static bool has_released(struct runner *r, int number, const struct step *step)
{
    struct agent *a = &r->agents[number];
    const struct machine *m = r->machine;
    const bool near = system_gpu_is_part(m->sys) && !step->inst->sys;
    const uint64_t *lines = m->releases;
    uint32_t n = near ? machine_near_releases(m, a->sm, &lines) : m->n_releases;
    if (step->ends_acquire)
        n = 0;
    if (a->released >= n)
        return a->in_flight == 0;
    struct sm_request q = {.op = OP_STORE,
                           .fn = near ? MSG_FN_RELEASE_NEAR : MSG_FN_RELEASE,
                           .line = lines[a->released]};
    a->released += send(r, number, &q, NULL);
    return false;
}

/* Waits for the thread's answers; a fence of gpu or sys scope is then sent to the L1, which may
 * have to raise its clock. After a barrier the fence covers the whole CTA, as in sw/sm/order.c,
 * unless it ends an acquire. Under sc nothing is in flight, and no fence is sent. */
static bool do_fence(struct runner *r, int number, const struct step *step)
{
    struct agent *a = &r->agents[number];
    if (a->released == 0 && a->in_flight > 0)
        return false;
    if (step->inst->cta || !r->c.fences)
        return true;
    if (!step->ends_acquire && across_barrier(r, a->sm))
        return false;
    if (!has_released(r, number, step))
        return false;
    struct sm_request q = {.op = OP_FENCE};
    a->fencing = send(r, number, &q, NULL);
    a->released = a->fencing ? 0 : a->released;
    return a->fencing;
}

static bool gave_up(const struct runner *r)
{
    for (int i = 0; i < r->n_agents; i++)
        if (r->agents[i].unfinished)
            return true;
    return false;
}

/* Arrives at a barrier: under sc when all its accesses are answered, under rc at once, as warps do.
 * None waits once a thread has given up: the run is not judged. */
static bool do_barrier(struct runner *r, int number)
{
    struct agent *a = &r->agents[number];
    if (!a->waits && !a->met) {
        if (a->in_flight > 0 && !r->c.fences)
            return false;
        for (uint32_t tag = 0; tag < r->tags; tag++) {
            struct waiter *w = &r->waiters[a->sm * r->tags + tag];
            w->across = w->across || w->agent == number;
        }
        runner_arrive(r, a);
    }
    if (!a->met && !gave_up(r))
        return false;
    a->waits = a->met = false;
    a->from = r->machine->now + rng_below(&r->rng, r->gap + 1);
    return true;
}

/* Begins another round of the loop that branch `at` closes; the thread gives up after too many. A
 * round of an idle loop in which no atomic wrote has no effect, nor has one without an access. All
 * other rounds are counted, since models follow `unroll` of them. */
static void go_back(const struct runner *r, struct agent *a, const struct litmus_inst *inst, int at)
{
    struct rounds *rounds = &a->rounds[at];
    bool idle = inst->idle && rounds->writes == a->writes && a->atomics == 0;
    bool counts = !idle && (rounds->all == 0 || rounds->accesses != a->accesses);
    rounds->writes = a->writes;
    rounds->accesses = a->accesses;
    if (counts && rounds->counted++ == r->c.test->unroll)
        a->unfinished = true;
    if (rounds->all++ == MAX_ROUNDS)
        a->unfinished = true;
    a->from = r->machine->now + 1;
}

/* The step at which the thread continues: its end if it gives up. */
static int branch(const struct runner *r, struct agent *a, const struct litmus_inst *inst)
{
    int at = (int)(inst - a->insts);
    uint64_t goes = litmus_compute(inst->op, inst->type, value_of(a, &inst->operand),
                                   value_of(a, &inst->compare));
    if (goes == 0)
        return a->at + 1;
    if (inst->target <= at)
        go_back(r, a, inst, at);
    return a->unfinished ? a->n_steps : a->step_of[inst->target];
}

/* Executes an instruction that accesses no memory. */
static void compute(const struct runner *r, struct agent *a, const struct litmus_inst *inst)
{
    uint64_t given = value_of(a, &inst->operand);
    if (inst->kind == LITMUS_BRANCH) {
        a->at = branch(r, a, inst);
        return;
    }
    bool op = inst->kind == LITMUS_OP;
    a->regs[inst->to] =
        op ? litmus_compute(inst->op, inst->type, given, value_of(a, &inst->compare)) : given;
    a->at++;
}

/* Whether a predicated instruction, which the thread comes to, is not done. `known`: false if its
 * predicate is in flight. */
static bool is_left_out(const struct agent *a, const struct litmus_inst *inst, bool *known)
{
    *known = true;
    if (!inst->guarded || a->at != a->step_of[inst - a->insts])
        return false;
    *known = !is_pending(a, inst->guard);
    return *known && (a->regs[inst->guard] != 0) == inst->guard_not;
}

/* Sends an access if that is possible now. */
static bool do_access(struct runner *r, int number, const struct litmus_inst *inst)
{
    struct agent *a = &r->agents[number];
    if (inst->conditional && a->reserved.var != inst->var)
        return fail_at_once(a, inst);
    struct sm_request q = runner_request(r, a, inst);
    if (a->in_flight >= r->c.in_flight || !send(r, number, &q, inst))
        return false;
    set_pending(a, inst);
    a->accesses++;
    a->writes += inst->kind == LITMUS_STORE && !inst->conditional;
    a->atomics += inst->kind == LITMUS_ATOMIC || inst->conditional;
    if (inst->reserves || inst->conditional) {
        a->reserved.var = inst->reserves ? inst->var : LITMUS_NONE;
        a->reserved.waits = true;
    }
    return true;
}

/* Executes one step if that is possible now; false: it has to wait. */
static bool do_step(struct runner *r, int number)
{
    struct agent *a = &r->agents[number];
    const struct step *step = &a->steps[a->at];
    const struct litmus_inst *inst = step->inst;
    bool known, left_out = is_left_out(a, inst, &known);
    if (left_out)
        a->at = a->step_of[inst - a->insts + 1];
    if (left_out || !known)
        return left_out;
    if (step->fence ? !do_fence(r, number, step) : !registers_ready(a, inst))
        return false;
    if (inst->kind == LITMUS_BARRIER) {
        bool passes = do_barrier(r, number);
        a->at += passes;
        return passes;
    }
    if (!step->fence && !litmus_accesses(inst)) {
        compute(r, a, inst);
        return true;
    }
    if (!step->fence && !do_access(r, number, inst))
        return false;
    a->at++;
    return true;
}

static void warm_up(struct runner *r, int number)
{
    struct agent *a = &r->agents[number];
    struct sm_request q = {.op = OP_LOAD};
    q.line = r->line[rng_below(&r->rng, (uint64_t)r->c.test->n_lines)];
    if (a->in_flight == 0 && send(r, number, &q, NULL))
        a->warm--;
}

bool runner_has_ended(const struct agent *a)
{
    return a->warm == 0 && a->in_flight == 0 && a->at == a->n_steps;
}

static void step_agent(struct runner *r, int number)
{
    struct agent *a = &r->agents[number];
    if (a->from > r->machine->now)
        return;
    if (a->warm > 0) {
        warm_up(r, number);
        return;
    }
    bool goes_on = true;
    while (goes_on && a->at < a->n_steps && !a->fencing && a->from <= r->machine->now)
        goes_on = do_step(r, number);
}

/* Each L1 takes one request per cycle; which agent comes first rotates. */
void runner_step(void *ctx)
{
    struct runner *r = ctx;
    for (int i = 0; i < r->n_agents; i++)
        step_agent(r, (int)((r->machine->now + (uint64_t)i) % (uint64_t)r->n_agents));
}

void runner_finish(const struct runner *r, struct agent *a, const struct litmus_inst *inst,
                   const uint8_t *data)
{
    uint32_t old;
    memcpy(&old, data + runner_byte_of(r, inst->var), sizeof old);
    bool fails = inst->conditional
                     ? old != a->reserved.value
                     : inst->fn == FN_CAS && old != (uint32_t)value_of(a, &inst->compare);
    if (inst->reserves)
        a->reserved.value = old;
    if (inst->reserves || inst->conditional)
        a->reserved.waits = false;
    if (inst->kind == LITMUS_ATOMIC || inst->conditional) {
        a->writes += !fails;
        a->atomics--;
    }
    if (inst->won != LITMUS_NONE) {
        a->regs[inst->won] = !fails;
        a->pending &= ~(1u << inst->won);
    }
    if (inst->to != LITMUS_NONE) {
        a->regs[inst->to] = litmus_loaded(inst->type, old);
        a->pending &= ~(1u << inst->to);
    }
}

void runner_answer(void *ctx, uint32_t sm, uint32_t tag, const uint8_t *data)
{
    struct runner *r = ctx;
    r->moved_at = r->machine->now;
    struct waiter *w = tag < r->tags ? &r->waiters[sm * r->tags + tag] : NULL;
    if (w == NULL || w->agent == NOBODY)
        return; /* a stray answer: the agent that should have had it will hang */
    struct agent *a = &r->agents[w->agent];
    w->agent = NOBODY;
    a->in_flight--;
    a->fencing = false;
    if (w->inst != NULL)
        runner_finish(r, a, w->inst, data);
    bool starts = a->warm == 0 && a->at == 0 && w->inst == NULL;
    uint64_t wait = rng_below(&r->rng, (starts ? r->skew : r->gap) + 1);
    if (a->in_flight == 0 && a->from < r->machine->now + wait)
        a->from = r->machine->now + wait;
}

void runner_add_steps(struct agent *a, const struct litmus_thread *t)
{
    a->insts = t->insts;
    for (int i = 0; i < t->n_insts; i++) {
        const struct litmus_inst *inst = &t->insts[i];
        a->step_of[i] = a->n_steps;
        bool fence = inst->kind == LITMUS_FENCE;
        if (inst->fence_before)
            a->steps[a->n_steps++] = (struct step){.inst = inst, .fence = true};
        a->steps[a->n_steps++] = (struct step){.inst = inst, .fence = fence};
        if (inst->fence_after)
            a->steps[a->n_steps++] =
                (struct step){.inst = inst, .fence = true, .ends_acquire = true};
    }
    a->step_of[t->n_insts] = a->n_steps;
}
