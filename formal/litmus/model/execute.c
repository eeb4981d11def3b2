#include "formal/litmus/model/execute.h"

#include <string.h>

/* Most instructions that a thread executes: a loop that accesses nothing has no other bound. */
enum { MOST_STEPS = 20000, MOST_ROUNDS = 200 };

/* What is known of a branch back. */
struct rounds {
    int all, counted; /* as in harness/litmus: rounds that access nothing are not counted */
    int step;         /* when it last went back */
    int accesses;     /* how many accesses the thread had done then */
    bool idle;        /* and whether that round was idle */
};

struct thread {
    struct candidate *c;
    struct execution *x;
    struct thread_state *state;
    int number, at, steps;
    int phase;                    /* barriers passed */
    int seen, accesses;           /* events of this thread so far */
    event_set left;               /* its events from an earlier execution, not come to yet */
    event_set taint[LITMUS_REGS]; /* reads on which a register depends */
    event_set ctrl;               /* reads on which a branch before depended */
    int reserved;                 /* read of the last load that reserves, or NO_EVENT */
    struct rounds rounds[LITMUS_INSTS];
    int entered[LITMUS_INSTS]; /* `seen` when it last came to an instruction */
    bool known, done;          /* whether the guard of its instruction is known, and holds */
    event_set guard_taint;
    bool full; /* there is no room for an event */
};

/* ---- registers ---- */

static struct value operand(const struct thread *h, const struct litmus_operand *o)
{
    return o->reg == LITMUS_NONE ? (struct value){true, o->value} : h->state->regs[o->reg];
}

static event_set taint_of(const struct thread *h, int reg)
{
    return reg == LITMUS_NONE ? 0 : h->taint[reg];
}

/* Sets a register; if the instruction has a guard, the register may keep what it has. */
static void put(struct thread *h, const struct litmus_inst *inst, int reg, struct value v,
                event_set taint)
{
    if (reg == LITMUS_NONE)
        return;
    if (inst->guarded) {
        v.known = v.known && h->known;
        taint |= h->taint[reg] | h->guard_taint;
    }
    h->state->regs[reg] = v;
    h->taint[reg] = taint;
}

static void complain(struct thread *h, const struct litmus_inst *inst, const char *what)
{
    if (h->x->fault != NULL)
        return;
    h->x->fault = inst;
    h->x->fault_text = what;
    h->x->fault_thread = h->number;
}

/* ---- events ---- */

static void depend(struct relation *r, event_set on, int e)
{
    while (on != 0)
        relation_add(r, event_take(&on), e);
}

static int new_event(struct thread *h, enum event_kind kind, const struct litmus_inst *inst)
{
    struct candidate *c = h->c;
    if (c->n == RELATION_EVENTS) {
        h->full = true;
        return NO_EVENT;
    }
    int e = c->n++;
    c->events[e] = (struct event){
        .kind = kind, .inst = inst, .thread = h->number, .phase = h->phase, .twin = NO_EVENT};
    c->from[e] = FROM_UNDECIDED;
    c->value[e] = (struct value){0};
    for (event_set before = c->of_thread[h->number]; before != 0;)
        relation_add(&c->po, event_take(&before), e);
    c->of_thread[h->number] |= event_bit(e);
    c->maybe |= event_bit(e);
    depend(&c->ctrl, h->ctrl, e);
    if (inst->guarded)
        depend(&c->ctrl, h->guard_taint, e);
    if (kind != EVENT_FENCE)
        depend(&c->addr, taint_of(h, inst->address), e);
    return e;
}

/* The next event of the thread: one from an earlier execution, or a new one. */
static int next_event(struct thread *h, enum event_kind kind, const struct litmus_inst *inst)
{
    h->seen++;
    return h->left != 0 ? event_take(&h->left) : new_event(h, kind, inst);
}

/* An event happens. */
static void happens(struct thread *h, int e)
{
    struct candidate *c = h->c;
    event_set *const sets[] = {&c->reads, &c->writes, &c->fences};
    *sets[c->events[e].kind] |= event_bit(e);
    if (c->events[e].kind != EVENT_FENCE)
        c->of_var[c->events[e].inst->var] |= event_bit(e);
    c->maybe &= ~event_bit(e);
}

static void does_not_happen(struct thread *h, int e)
{
    h->c->maybe &= ~event_bit(e);
}

/* Looks at the guard of the next instruction, which may itself change the guard's register. */
static void look_at_guard(struct thread *h, const struct litmus_inst *inst)
{
    struct value guard = {true, !inst->guard_not};
    h->guard_taint = 0;
    if (inst->guarded) {
        guard = h->state->regs[inst->guard];
        h->guard_taint = h->taint[inst->guard];
    }
    h->known = guard.known;
    h->done = guard.known && (guard.is != 0) != inst->guard_not;
}

static void fence(struct thread *h, const struct litmus_inst *inst, enum fence_place place)
{
    if (!h->x->model->has_fence(inst, place))
        return;
    int e = next_event(h, EVENT_FENCE, inst);
    if (e == NO_EVENT)
        return;
    h->c->events[e].ends_acquire = place == FENCE_AFTER;
    if (h->done)
        happens(h, e);
    else if (h->known)
        does_not_happen(h, e);
}

/* ---- accesses ---- */

static struct value read_value(const struct candidate *c, int read)
{
    int from = c->from[read];
    uint32_t first = c->t->vars[c->events[read].inst->var].first;
    return from == FROM_FIRST       ? (struct value){true, first}
           : from == FROM_UNDECIDED ? (struct value){0}
                                    : c->value[from];
}

/* The word that a store or atomic writes. */
static struct value write_value(struct thread *h, const struct litmus_inst *inst, struct value old,
                                struct value given, struct value compare)
{
    bool cas = inst->fn == FN_CAS;
    if (!given.known)
        return (struct value){0};
    if (inst->kind == LITMUS_STORE) {
        if (!litmus_fits(inst->type, given.is))
            complain(h, inst, "stores a number that does not fit in a variable's 32 bits");
        return (struct value){true, litmus_stored(inst->type, given.is)};
    }
    if (!old.known || (cas && !compare.known))
        return (struct value){0};
    if (!litmus_fits(inst->type, given.is) ||
        (inst->fn == FN_ADD &&
         !litmus_fits(inst->type, litmus_loaded(inst->type, (uint32_t)old.is) + given.is)))
        complain(h, inst, "writes a number that does not fit in a variable's 32 bits");
    return (struct value){
        true, litmus_atomic(inst->fn, (uint32_t)old.is, (uint32_t)given.is, (uint32_t)compare.is)};
}

static struct value as_register(const struct litmus_inst *inst, struct value word)
{
    return (struct value){word.known, litmus_loaded(inst->type, (uint32_t)word.is)};
}

static void load(struct thread *h, const struct litmus_inst *inst)
{
    int e = next_event(h, EVENT_READ, inst);
    if (e == NO_EVENT)
        return;
    if (!h->done) {
        if (h->known)
            does_not_happen(h, e);
        else
            put(h, inst, inst->to, (struct value){0}, event_bit(e));
        return;
    }
    happens(h, e);
    h->c->value[e] = read_value(h->c, e);
    put(h, inst, inst->to, as_register(inst, h->c->value[e]), event_bit(e));
    if (inst->reserves)
        h->reserved = e;
}

static void store(struct thread *h, const struct litmus_inst *inst)
{
    struct candidate *c = h->c;
    int e = next_event(h, EVENT_WRITE, inst);
    if (e == NO_EVENT)
        return;
    depend(&c->data, taint_of(h, inst->operand.reg), e);
    bool known = h->known, done = h->done;
    bool reserved = h->reserved != NO_EVENT && c->events[h->reserved].inst->var == inst->var;
    if (inst->conditional) {
        if (!reserved)
            c->fails |= event_bit(e);
        bool decided = event_in(c->fails | c->stores, e);
        known = known && decided;
        done = done && event_in(c->stores, e);
        put(h, inst, inst->won, (struct value){known, done}, event_bit(e));
        if (done) {
            c->events[e].twin = h->reserved;
            c->events[h->reserved].twin = e;
        }
        h->reserved = NO_EVENT;
    }
    if (done) {
        c->value[e] =
            write_value(h, inst, (struct value){0}, operand(h, &inst->operand), (struct value){0});
        happens(h, e);
    } else if (known)
        does_not_happen(h, e);
}

static void atomic(struct thread *h, const struct litmus_inst *inst)
{
    struct candidate *c = h->c;
    int r = next_event(h, EVENT_READ, inst);
    int w = r == NO_EVENT ? NO_EVENT : next_event(h, EVENT_WRITE, inst);
    if (w == NO_EVENT)
        return;
    c->events[r].twin = w;
    c->events[w].twin = r;
    event_set given_taint = taint_of(h, inst->operand.reg);
    depend(&c->data, given_taint | taint_of(h, inst->compare.reg), w);
    bool cas = inst->fn == FN_CAS;
    if (!h->done) {
        if (h->known) {
            does_not_happen(h, r);
            does_not_happen(h, w);
        } else {
            put(h, inst, inst->to, (struct value){0}, event_bit(r));
            put(h, inst, inst->won, (struct value){0}, event_bit(r));
        }
        return;
    }
    struct value given = operand(h, &inst->operand), compare = operand(h, &inst->compare);
    happens(h, r);
    struct value old = c->value[r] = read_value(c, r);
    bool told = old.known && (!cas || compare.known);
    bool writes = !cas || (uint32_t)old.is == (uint32_t)compare.is;
    c->value[w] = write_value(h, inst, old, given, compare);
    if (!cas || (told && writes))
        happens(h, w);
    else if (told)
        does_not_happen(h, w);
    event_set taint = event_bit(r) | taint_of(h, inst->compare.reg);
    put(h, inst, inst->won, (struct value){told, writes}, taint);
    put(h, inst, inst->to, as_register(inst, old), event_bit(r));
}

/* ---- instructions without an event ---- */

static void compute(struct thread *h, const struct litmus_inst *inst)
{
    struct value a = operand(h, &inst->operand), b = operand(h, &inst->compare);
    if (h->known && !h->done)
        return;
    event_set taint = taint_of(h, inst->operand.reg);
    if (inst->kind == LITMUS_MOVE) {
        put(h, inst, inst->to, a, taint);
        return;
    }
    if (b.known && litmus_undefined(inst->op, inst->type, b.is))
        complain(h, inst,
                 inst->op == LITMUS_SHL || inst->op == LITMUS_SHR
                     ? "shifts by more bits than the type has"
                     : "divides by 0");
    put(h, inst, inst->to,
        (struct value){a.known && b.known, litmus_compute(inst->op, inst->type, a.is, b.is)},
        taint | taint_of(h, inst->compare.reg));
}

/* Whether the last round of a loop from instruction `from` on has written; `known`: false if that
 * is not known yet. */
static bool has_written(const struct thread *h, int from, bool *known)
{
    event_set mine = h->c->of_thread[h->number] & ~h->left, round = 0;
    for (int n = h->seen - h->entered[from]; n > 0; n--) {
        int last = 63 - __builtin_clzll(mine & ~round);
        round |= event_bit(last);
    }
    *known = (round & h->c->maybe) == 0;
    return (round & h->c->writes) != 0;
}

/* Begins another round of a loop. Whether the thread goes on; if not, `end` says why. */
static bool go_back(struct thread *h, const struct litmus_inst *inst, enum thread_end *end)
{
    struct rounds *r = &h->rounds[h->at];
    bool known = true, idle = inst->idle && !has_written(h, inst->target, &known);
    *end = THREAD_WAITS;
    if (!known)
        return false;
    bool next = r->all > 0 && h->steps - r->step == h->at - inst->target + 1;
    *end = THREAD_IDLES;
    if (idle && next && r->idle)
        return false;
    bool counts = !idle && (r->all == 0 || r->accesses != h->accesses);
    *end = THREAD_IS_CUT;
    if ((counts && r->counted++ == h->c->t->unroll) || r->all++ == MOST_ROUNDS)
        return false;
    r->step = h->steps;
    r->accesses = h->accesses;
    r->idle = idle;
    h->at = inst->target;
    return true;
}

static bool branch(struct thread *h, const struct litmus_inst *inst, enum thread_end *end)
{
    struct value a = operand(h, &inst->operand), b = operand(h, &inst->compare);
    *end = THREAD_WAITS;
    if (!a.known || !b.known)
        return false;
    h->ctrl |= taint_of(h, inst->operand.reg) | taint_of(h, inst->compare.reg);
    bool taken = litmus_compute(inst->op, inst->type, a.is, b.is) != 0;
    if (taken && inst->target <= h->at)
        return go_back(h, inst, end);
    h->at = taken ? inst->target : h->at + 1;
    return true;
}

/* ---- threads ---- */

static void access(struct thread *h, const struct litmus_inst *inst)
{
    h->accesses += litmus_accesses(inst);
    fence(h, inst, FENCE_ITSELF);
    fence(h, inst, FENCE_BEFORE);
    if (inst->kind == LITMUS_LOAD)
        load(h, inst);
    if (inst->kind == LITMUS_STORE)
        store(h, inst);
    if (inst->kind == LITMUS_ATOMIC)
        atomic(h, inst);
    fence(h, inst, FENCE_AFTER);
}

/* Passes a barrier. Whether its name is known. */
static bool barrier(struct thread *h, const struct litmus_inst *inst)
{
    struct value name = operand(h, &inst->compare);
    if (name.known)
        h->state->names[h->phase++] = name.is;
    return name.known;
}

static enum thread_end go(struct thread *h)
{
    const struct litmus_thread *t = &h->c->t->threads[h->number];
    while (h->at < t->n_insts) {
        const struct litmus_inst *inst = &t->insts[h->at];
        enum thread_end end;
        h->entered[h->at] = h->seen;
        if (h->steps++ == MOST_STEPS)
            return THREAD_IS_CUT;
        if (inst->kind == LITMUS_BRANCH) {
            if (!branch(h, inst, &end))
                return end;
            continue;
        }
        look_at_guard(h, inst);
        if (inst->kind == LITMUS_MOVE || inst->kind == LITMUS_OP)
            compute(h, inst);
        else if (inst->kind != LITMUS_BARRIER)
            access(h, inst);
        else if (!barrier(h, inst))
            return THREAD_WAITS;
        if (h->full)
            return THREAD_IS_CUT;
        h->at++;
    }
    return THREAD_ENDS;
}

static void execute_thread(struct candidate *c, struct execution *x, int number)
{
    struct thread h = {.c = c,
                       .x = x,
                       .state = &x->threads[number],
                       .number = number,
                       .reserved = NO_EVENT,
                       .left = c->of_thread[number]};
    for (int r = 0; r < LITMUS_REGS; r++)
        h.state->regs[r] = (struct value){.known = true};
    h.state->end = go(&h);
    h.state->at = h.at;
    h.state->barriers = h.phase;
}

/* What the values in a candidate are known of; it only grows. */
static unsigned progress(const struct candidate *c)
{
    unsigned known = 0;
    for (event_set left = c->reads | c->writes; left != 0;)
        known += c->value[event_take(&left)].known;
    return known + (unsigned)c->n + (unsigned)__builtin_popcountll(c->reads | c->writes) +
           (unsigned)__builtin_popcountll(~c->maybe);
}

bool execute(struct candidate *c, struct execution *x)
{
    event_set were = c->reads | c->writes | c->fences;
    for (unsigned before = 0, now = 1; before != now;) {
        before = progress(c);
        for (int i = 0; i < c->t->n_threads; i++)
            execute_thread(c, x, i);
        now = progress(c);
    }
    return were != (c->reads | c->writes | c->fences);
}
