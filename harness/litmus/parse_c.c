/* Threads in C: plain accesses, READ_ONCE and WRITE_ONCE, C11's atomics, CUDA's fences. */
#include "harness/litmus/parse.h"

#include <string.h>

struct c_thread {
    struct parser *p;
    int number;
    bool known[LITMUS_VARS], is_volatile[LITMUS_VARS]; /* its parameters */
};

enum { ORDER_ACQUIRE = 1, ORDER_RELEASE = 2, ORDER_SC = 4 };

/* memory_order_...: what of acquire and release it has. A sequentially consistent load is fenced on
 * both sides; that is what it takes on hardware whose one fence is a full one. */
static bool parse_order(struct c_thread *c, unsigned *order)
{
    static const struct {
        const char *name;
        unsigned order;
    } orders[] = {
        {"memory_order_relaxed", 0},
        {"memory_order_acquire", ORDER_ACQUIRE},
        {"memory_order_release", ORDER_RELEASE},
        {"memory_order_acq_rel", ORDER_ACQUIRE | ORDER_RELEASE},
        {"memory_order_seq_cst", ORDER_ACQUIRE | ORDER_RELEASE | ORDER_SC},
    };
    struct scan *l = &c->p->scan;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (scan_is(l, orders[i].name)) {
            *order = orders[i].order;
            return scan_next(l);
        }
    return scan_error(l,
                      "%s is no memory order; there are memory_order_relaxed, _acquire, "
                      "_release, _acq_rel, _seq_cst",
                      scan_show(l).text);
}

/* The parameter that the next token names. */
static bool parse_shared(struct c_thread *c, int *var)
{
    *var = lit_find_var(c->p);
    if (*var == LITMUS_NONE || !c->known[*var])
        return scan_error(&c->p->scan, "%s is no parameter of P%d; add `int* NAME` to its list",
                          scan_show(&c->p->scan).text, c->number);
    return scan_next(&c->p->scan);
}

/* "*x" */
static bool parse_place(struct c_thread *c, int *var)
{
    return scan_expect(&c->p->scan, "*") && parse_shared(c, var);
}

/* ---- calls ---- */

enum call_form { CALL_READ_ONCE, CALL_WRITE_ONCE, CALL_LOAD, CALL_STORE, CALL_FETCH, CALL_CAS };

static const struct call {
    const char *name; /* C11's may end in _explicit, and then a memory order comes last */
    enum call_form form;
    enum atomic_fn fn;
} calls[] = {
    {"READ_ONCE", CALL_READ_ONCE, FN_ADD},    {"WRITE_ONCE", CALL_WRITE_ONCE, FN_ADD},
    {"atomic_load", CALL_LOAD, FN_ADD},       {"atomic_store", CALL_STORE, FN_ADD},
    {"atomic_exchange", CALL_FETCH, FN_EXCH}, {"atomic_fetch_add", CALL_FETCH, FN_ADD},
    {"atomic_fetch_and", CALL_FETCH, FN_AND}, {"atomic_fetch_or", CALL_FETCH, FN_OR},
    {"atomic_fetch_xor", CALL_FETCH, FN_XOR}, {"atomic_compare_exchange_strong", CALL_CAS, FN_CAS},
};

static const struct call *find_call(const struct scan *l, bool *has_order)
{
    static const char tail[] = "_explicit";
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        size_t len = strlen(calls[i].name);
        if (l->kind != SCAN_WORD || l->len < len || memcmp(l->text, calls[i].name, len) != 0)
            continue;
        *has_order = calls[i].form > CALL_WRITE_ONCE && l->len == len + strlen(tail) &&
                     memcmp(l->text + len, tail, strlen(tail)) == 0;
        if (l->len == len || *has_order)
            return &calls[i];
    }
    return NULL;
}

static bool parse_last_order(struct c_thread *c, struct litmus_inst *inst, bool has_order)
{
    unsigned order = ORDER_ACQUIRE | ORDER_RELEASE | ORDER_SC;
    if (has_order && (!scan_expect(&c->p->scan, ",") || !parse_order(c, &order)))
        return false;
    bool plain_load = inst->kind == LITMUS_LOAD, plain_store = inst->kind == LITMUS_STORE;
    inst->fence_after = (order & ORDER_ACQUIRE) != 0 && !plain_store;
    inst->fence_before = (order & ORDER_RELEASE) != 0;
    inst->sc = (order & ORDER_SC) != 0;
    if (has_order && plain_load && order == ORDER_RELEASE)
        return scan_error(&c->p->scan, "a load cannot be a release; make it an acquire");
    if (has_order && plain_store && order == ORDER_ACQUIRE)
        return scan_error(&c->p->scan, "a store cannot be an acquire; make it a release");
    return true;
}

/* ", &r1, 2": r1 gets what was read, which is what it had if the exchange took place. */
static bool parse_cas(struct c_thread *c, struct litmus_inst *inst, int to)
{
    struct scan *l = &c->p->scan;
    if (!scan_expect(l, "&") || !lit_operand(c->p, c->number, &inst->compare))
        return false;
    if (inst->compare.reg == LITMUS_NONE)
        return scan_error(l,
                          "what is expected must be in a register of its own: int r1 = 0; ... &r1");
    if (inst->compare.reg == to)
        return scan_error(l, "the result and the expected value need two registers");
    inst->to = inst->compare.reg;
    inst->won = to;
    return scan_expect(l, ",") && lit_operand(c->p, c->number, &inst->operand);
}

/* NAME(...); `to` gets its value, LITMUS_NONE: nobody does. */
static bool parse_call(struct c_thread *c, const struct call *call, bool has_order, int to)
{
    static const enum litmus_kind kinds[] = {
        [CALL_READ_ONCE] = LITMUS_LOAD, [CALL_WRITE_ONCE] = LITMUS_STORE,
        [CALL_LOAD] = LITMUS_LOAD,      [CALL_STORE] = LITMUS_STORE,
        [CALL_FETCH] = LITMUS_ATOMIC,   [CALL_CAS] = LITMUS_ATOMIC};
    struct scan *l = &c->p->scan;
    struct litmus_inst *inst = lit_add(c->p, c->number, kinds[call->form]);
    if (inst == NULL)
        return false;
    inst->fn = call->fn;
    inst->to = to;
    inst->fresh = inst->kind == LITMUS_LOAD;
    inst->sys = true;
    if (inst->kind == LITMUS_STORE && to != LITMUS_NONE)
        return scan_error(l, "a store has no value");
    if (!scan_next(l) || !scan_expect(l, "("))
        return false;
    bool once = call->form <= CALL_WRITE_ONCE;
    if (!(once ? parse_place(c, &inst->var) : parse_shared(c, &inst->var)))
        return false;
    if (inst->kind != LITMUS_LOAD && !scan_expect(l, ","))
        return false;
    if (call->form == CALL_CAS && !parse_cas(c, inst, to))
        return false;
    if ((inst->kind == LITMUS_STORE || call->form == CALL_FETCH) &&
        !lit_operand(c->p, c->number, &inst->operand))
        return false;
    if (!once && !parse_last_order(c, inst, has_order))
        return false;
    unsigned failing; /* order of a failing exchange: the other one is no weaker */
    if (call->form == CALL_CAS && has_order && (!scan_expect(l, ",") || !parse_order(c, &failing)))
        return false;
    return scan_expect(l, ")");
}

/* ---- statements ---- */

static bool parse_fence(struct c_thread *c, bool *was_one)
{
    struct scan *l = &c->p->scan;
    bool c11 = scan_is(l, "atomic_thread_fence"), cta = scan_is(l, "__threadfence_block");
    *was_one = c11 || cta || scan_is(l, "__threadfence") || scan_is(l, "__threadfence_system");
    if (!*was_one)
        return true;
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_FENCE);
    if (inst == NULL)
        return false;
    inst->cta = cta;
    inst->sys = c11 || scan_is(l, "__threadfence_system");
    if (!scan_next(l) || !scan_expect(l, "("))
        return false;
    unsigned order = ORDER_ACQUIRE | ORDER_SC;
    if (c11 && !parse_order(c, &order))
        return false;
    if (order == 0)
        return scan_error(l, "a relaxed fence orders nothing; leave it out");
    inst->sc = (order & ORDER_SC) != 0;
    return scan_expect(l, ")");
}

/* What stands right of "r0 =". */
static bool parse_value(struct c_thread *c, int to)
{
    struct scan *l = &c->p->scan;
    bool has_order;
    const struct call *call = find_call(l, &has_order);
    if (call != NULL)
        return parse_call(c, call, has_order, to);
    bool load = scan_is(l, "*");
    struct litmus_inst *inst = lit_add(c->p, c->number, load ? LITMUS_LOAD : LITMUS_MOVE);
    if (inst == NULL)
        return false;
    inst->to = to;
    if (!load)
        return lit_operand(c->p, c->number, &inst->operand);
    if (!parse_place(c, &inst->var))
        return false;
    inst->fresh = inst->sys = c->is_volatile[inst->var];
    inst->weak = !inst->fresh;
    return true;
}

static bool parse_plain_store(struct c_thread *c)
{
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_STORE);
    if (inst == NULL || !parse_place(c, &inst->var))
        return false;
    inst->sys = c->is_volatile[inst->var];
    inst->weak = !inst->sys;
    return scan_expect(&c->p->scan, "=") && lit_operand(c->p, c->number, &inst->operand);
}

/* "int r0;", "int r0 = ...;", "r0 = ...;" */
static bool parse_assignment(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    bool declared = false;
    for (; scan_is(l, "int") || scan_is(l, "unsigned") || scan_is(l, "uint32_t"); declared = true)
        if (!scan_next(l))
            return false;
    int var = lit_find_var(c->p), reg;
    if (var != LITMUS_NONE && c->known[var])
        return scan_error(l, "%s is a pointer; write *%s", scan_show(l).text,
                          c->p->t->vars[var].name);
    struct scan after = *l;
    if (l->kind != SCAN_WORD || !scan_next(&after) ||
        !(scan_is(&after, "=") || scan_is(&after, ";")))
        return scan_error(l,
                          "%s begins no statement that is understood; harness/litmus/README.md "
                          "lists them",
                          scan_show(l).text);
    if (!lit_reg(c->p, c->number, &reg))
        return false;
    if (declared && scan_is(l, ";"))
        return scan_next(l);
    if (!scan_expect(l, "=") || !parse_value(c, reg))
        return false;
    lit_gets_value(c->p, c->number, reg);
    return scan_expect(l, ";");
}

static bool parse_statement(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    bool has_order, fence;
    if (!parse_fence(c, &fence))
        return false;
    if (fence)
        return scan_expect(l, ";");
    const struct call *call = find_call(l, &has_order);
    if (call != NULL)
        return parse_call(c, call, has_order, LITMUS_NONE) && scan_expect(l, ";");
    if (scan_is(l, "*"))
        return parse_plain_store(c) && scan_expect(l, ";");
    return parse_assignment(c);
}

static bool parse_parameter(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    bool is_volatile = false, typed = false;
    int var;
    while (scan_is(l, "int") || scan_is(l, "unsigned") || scan_is(l, "uint32_t") ||
           scan_is(l, "volatile") || scan_is(l, "atomic_int") || scan_is(l, "atomic_uint")) {
        is_volatile =
            is_volatile || !(scan_is(l, "int") || scan_is(l, "unsigned") || scan_is(l, "uint32_t"));
        typed = true;
        if (!scan_next(l))
            return false;
    }
    if (!typed)
        return scan_error(l, "a parameter is written `int* NAME`, not %s", scan_show(l).text);
    if (!scan_expect(l, "*") || !lit_var(c->p, &var))
        return false;
    c->known[var] = true;
    c->is_volatile[var] = is_volatile;
    return scan_is(l, ")") || scan_expect(l, ",");
}

static bool parse_thread(struct parser *p)
{
    struct scan *l = &p->scan;
    struct c_thread c = {.p = p, .number = p->t->n_threads};
    if (!lit_thread_name(p) || !scan_expect(l, "("))
        return false;
    while (!scan_is(l, ")"))
        if (!parse_parameter(&c))
            return false;
    if (!scan_next(l) || !scan_is(l, "{"))
        return scan_expect(l, "{");
    l->in_code = true;
    if (!scan_next(l))
        return false;
    while (!scan_is(l, "}"))
        if (!parse_statement(&c))
            return false;
    l->in_code = false;
    return scan_next(l);
}

bool lit_c(struct parser *p)
{
    do
        if (!parse_thread(p))
            return false;
    while (p->scan.kind == SCAN_WORD && p->scan.text[0] == 'P');
    return true;
}
