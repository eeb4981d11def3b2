/* C's calls: C11's atomics, those of the Linux kernel, fences of both and of CUDA. */
#include "formal/litmus/read/parse_c.h"

#include <string.h>

enum { ORDER_ACQUIRE = 1, ORDER_RELEASE = 2, ORDER_SC = 4, ORDER_FULL = 7 };

/* memory_order_...: its parts of acquire and release. A sequentially consistent load is fenced on
 * both sides, as is needed on hardware whose only fence is a full one. */
static bool parse_order(struct c_thread *c, unsigned *order)
{
    static const struct {
        const char *name;
        unsigned order;
    } orders[] = {
        {"memory_order_relaxed", 0},
        {"memory_order_consume", ORDER_ACQUIRE},
        {"memory_order_acquire", ORDER_ACQUIRE},
        {"memory_order_release", ORDER_RELEASE},
        {"memory_order_acq_rel", ORDER_ACQUIRE | ORDER_RELEASE},
        {"memory_order_seq_cst", ORDER_FULL},
    };
    struct scan *l = &c->p->scan;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (scan_is(l, orders[i].name)) {
            *order = orders[i].order;
            return scan_next(l);
        }
    return scan_error(l,
                      "%s is no memory order; there are memory_order_relaxed, _consume, _acquire, "
                      "_release, _acq_rel, _seq_cst",
                      scan_show(l).text);
}

/* ---- the table of calls ---- */

enum form {
    LOAD,
    STORE,
    FETCH,  /* an atomic that always writes */
    CAS,    /* C11's: (x, &r1, 2), returns whether it succeeded */
    CMPXCHG /* the kernel's: (x, 1, 2), returns the old value */
};

enum dialect {
    ONCE,        /* (*x), no order */
    C11,         /* optional _explicit, and then a memory order as last argument */
    KERNEL,      /* optional _relaxed, _acquire, _release; without, a full fence on both sides */
    KERNEL_FIXED /* its order is fixed */
};

enum gives { GIVES_OLD, GIVES_NEW, GIVES_NOTHING };

struct call {
    const char *name;
    enum form form;
    enum dialect dialect;
    enum atomic_fn fn;
    enum gives gives;
    uint64_t fixed; /* the operand; 0: it is an argument */
    unsigned order; /* for KERNEL_FIXED */
    bool negative;  /* its operand is subtracted */
};

#define MINUS_ONE UINT64_MAX

static const struct call calls[] = {
    {"READ_ONCE", LOAD, ONCE, .order = 0},
    {"WRITE_ONCE", STORE, ONCE, .order = 0},
    {"atomic_load", LOAD, C11, .order = 0},
    {"atomic_store", STORE, C11, .order = 0},
    {"atomic_exchange", FETCH, C11, .fn = FN_EXCH},
    {"atomic_fetch_add", FETCH, C11, .fn = FN_ADD},
    {"atomic_fetch_sub", FETCH, C11, .fn = FN_ADD, .negative = true},
    {"atomic_fetch_and", FETCH, C11, .fn = FN_AND},
    {"atomic_fetch_or", FETCH, C11, .fn = FN_OR},
    {"atomic_fetch_xor", FETCH, C11, .fn = FN_XOR},
    {"atomic_compare_exchange_strong", CAS, C11, .fn = FN_CAS},
    {"atomic_compare_exchange_weak", CAS, C11, .fn = FN_CAS},
    {"smp_load_acquire", LOAD, KERNEL_FIXED, .order = ORDER_ACQUIRE},
    {"smp_store_release", STORE, KERNEL_FIXED, .order = ORDER_RELEASE},
    {"atomic_read", LOAD, KERNEL_FIXED, .order = 0},
    {"atomic_set", STORE, KERNEL_FIXED, .order = 0},
    {"atomic_read_acquire", LOAD, KERNEL_FIXED, .order = ORDER_ACQUIRE},
    {"atomic_set_release", STORE, KERNEL_FIXED, .order = ORDER_RELEASE},
    {"xchg", FETCH, KERNEL, .fn = FN_EXCH},
    {"atomic_xchg", FETCH, KERNEL, .fn = FN_EXCH},
    {"cmpxchg", CMPXCHG, KERNEL, .fn = FN_CAS},
    {"atomic_cmpxchg", CMPXCHG, KERNEL, .fn = FN_CAS},
    {"atomic_add", FETCH, KERNEL_FIXED, .fn = FN_ADD, .gives = GIVES_NOTHING},
    {"atomic_sub", FETCH, KERNEL_FIXED, .fn = FN_ADD, .gives = GIVES_NOTHING, .negative = true},
    {"atomic_inc", FETCH, KERNEL_FIXED, .fn = FN_ADD, .gives = GIVES_NOTHING, .fixed = 1},
    {"atomic_dec", FETCH, KERNEL_FIXED, .fn = FN_ADD, .gives = GIVES_NOTHING, .fixed = MINUS_ONE},
    {"atomic_add_return", FETCH, KERNEL, .fn = FN_ADD, .gives = GIVES_NEW},
    {"atomic_sub_return", FETCH, KERNEL, .fn = FN_ADD, .gives = GIVES_NEW, .negative = true},
    {"atomic_inc_return", FETCH, KERNEL, .fn = FN_ADD, .gives = GIVES_NEW, .fixed = 1},
    {"atomic_dec_return", FETCH, KERNEL, .fn = FN_ADD, .gives = GIVES_NEW, .fixed = MINUS_ONE},
    {"atomic_fetch_inc", FETCH, KERNEL, .fn = FN_ADD, .fixed = 1},
    {"atomic_fetch_dec", FETCH, KERNEL, .fn = FN_ADD, .fixed = MINUS_ONE},
};

static const struct {
    const char *name;
    unsigned order;
} suffixes[] = {
    {"", ORDER_FULL}, {"_relaxed", 0}, {"_acquire", ORDER_ACQUIRE}, {"_release", ORDER_RELEASE}};

static bool named(const struct scan *l, const char *name, const char *suffix)
{
    size_t len = strlen(name);
    return l->kind == SCAN_WORD && l->len == len + strlen(suffix) &&
           memcmp(l->text, name, len) == 0 && memcmp(l->text + len, suffix, l->len - len) == 0;
}

/* The kernel, too, has an atomic_fetch_add, with its operands in the other order. The name counts
 * as C11's unless it has a suffix of the kernel. `order`: set for all calls without _explicit. */
static const struct call *find_call(const struct scan *l, bool *has_order, unsigned *order)
{
    *has_order = false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const struct call *call = &calls[i];
        bool full = call->dialect == KERNEL || call->dialect == C11;
        *order = full ? ORDER_FULL : call->order;
        if (named(l, call->name, ""))
            return call;
        *order = call->order;
        *has_order = call->dialect == C11 && named(l, call->name, "_explicit");
        if (*has_order)
            return call;
        bool either = call->dialect == C11 && call->form == FETCH;
        for (size_t s = 1; s < sizeof suffixes / sizeof *suffixes; s++) {
            *order = suffixes[s].order;
            if ((either || call->dialect == KERNEL) && named(l, call->name, suffixes[s].name))
                return call;
        }
    }
    return NULL;
}

bool c_is_call(const struct c_thread *c)
{
    bool has_order;
    unsigned order;
    return find_call(&c->p->scan, &has_order, &order) != NULL;
}

/* ---- their arguments ---- */

/* The arguments of a call, before it becomes an instruction. */
struct arguments {
    const struct call *call;
    int var;
    struct c_value operand;
    struct litmus_operand compare;
    bool has_order; /* its name ends in _explicit */
    unsigned order;
};

static bool parse_operand(struct c_thread *c, struct arguments *a)
{
    if (!c_expression(c, &a->operand))
        return false;
    return true;
}

/* "&r1": r1 gets the value read, which is its old value if the exchange succeeded. */
static bool parse_expected(struct c_thread *c, struct arguments *a)
{
    struct scan *l = &c->p->scan;
    struct c_value v = {.o = lit_constant(0)};
    if (!scan_expect(l, "&") || !c_operand(c, &v))
        return false;
    a->compare = v.o;
    return a->compare.reg != LITMUS_NONE ||
           scan_error(l, "what is expected must be in a register of its own: int r1 = 0; ... &r1");
}

static bool parse_compare(struct c_thread *c, struct arguments *a)
{
    struct c_value v;
    if (a->call->form == CAS)
        return parse_expected(c, a) && scan_expect(&c->p->scan, ",");
    if (a->call->form != CMPXCHG)
        return true;
    if (!c_expression(c, &v) || !scan_expect(&c->p->scan, ","))
        return false;
    a->compare = v.o;
    return true;
}

/* ", memory_order_relaxed" of a call with _explicit. */
static bool parse_last_order(struct c_thread *c, struct arguments *a)
{
    struct scan *l = &c->p->scan;
    if (!a->has_order)
        return true;
    if (!scan_expect(l, ",") || !parse_order(c, &a->order))
        return false;
    if (a->call->form == LOAD && (a->order & (ORDER_ACQUIRE | ORDER_RELEASE)) == ORDER_RELEASE)
        return scan_error(l, "a load cannot be a release; make it an acquire");
    if (a->call->form == STORE && (a->order & (ORDER_ACQUIRE | ORDER_RELEASE)) == ORDER_ACQUIRE)
        return scan_error(l, "a store cannot be an acquire; make it a release");
    unsigned failing; /* order of a failing exchange, ignored: the other one is no weaker */
    return a->call->form != CAS || (scan_expect(l, ",") && parse_order(c, &failing));
}

/* The kernel's atomics have their operand first: atomic_add(1, x). So may atomic_fetch_add. */
static bool operand_is_first(const struct c_thread *c, const struct call *call)
{
    static const char *const reversed[] = {"atomic_add", "atomic_sub", "atomic_add_return",
                                           "atomic_sub_return"};
    for (size_t i = 0; i < sizeof reversed / sizeof *reversed; i++)
        if (strcmp(call->name, reversed[i]) == 0)
            return true;
    int var = lit_find_var(c->p);
    return call->form == FETCH && call->dialect == C11 && (var == LITMUS_NONE || !c->known[var]) &&
           (c->p->scan.kind == SCAN_NUMBER || c_find_local(c) != NULL ||
            lit_find_reg(c->p, c->number) != LITMUS_NONE);
}

static bool parse_arguments(struct c_thread *c, struct arguments *a)
{
    struct scan *l = &c->p->scan;
    const struct call *call = a->call;
    if (!scan_next(l) || !scan_expect(l, "("))
        return false;
    bool first = operand_is_first(c, call);
    if (first && (!parse_operand(c, a) || !scan_expect(l, ",")))
        return false;
    if (!(call->dialect == ONCE ? c_place(c, &a->var) : c_shared(c, &a->var)))
        return false;
    bool second = call->form != LOAD && call->fixed == 0 && !first;
    if (call->fixed != 0)
        a->operand.o = lit_constant(call->fixed);
    if (second && (!scan_expect(l, ",") || !parse_compare(c, a) || !parse_operand(c, a)))
        return false;
    return parse_last_order(c, a) && scan_expect(l, ")");
}

/* Converts the operand to the type of the variable, and makes it negative if it is subtracted. */
static bool convert_operand(struct c_thread *c, struct arguments *a)
{
    const struct c_value zero = {lit_constant(0), 0};
    const struct c_type *type = &c->types[a->var];
    bool atomic = a->call->form != LOAD && a->call->form != STORE;
    if (atomic && litmus_bits(type->type) < 32)
        return scan_error(&c->p->scan, "an atomic needs a variable of 32 or 64 bits, and %s has %u",
                          c->p->t->vars[a->var].name, litmus_bits(type->type));
    if (!c_convert_to(c, &a->operand, type))
        return false;
    return !a->call->negative ||
           c_compute(c, LITMUS_SUB, type->type, zero, a->operand, &a->operand);
}

/* ---- their instructions ---- */

static void set_order(struct litmus_inst *inst, const struct arguments *a)
{
    inst->fence_after = (a->order & ORDER_ACQUIRE) != 0 && a->call->form != STORE;
    inst->fence_before = (a->order & ORDER_RELEASE) != 0;
    inst->sc = (a->order & ORDER_SC) != 0;
}

/* Chooses the registers that the instruction sets, and the value of the call. */
static bool set_results(struct c_thread *c, const struct arguments *a, struct litmus_inst *inst,
                        struct c_value *v)
{
    if (a->call->form == CAS)
        inst->to = a->compare.reg;
    if (v == NULL)
        return true;
    *v = (struct c_value){.o = lit_constant(0), .type = inst->type};
    if (!lit_temp(c->p, c->number, &v->o.reg))
        return false;
    bool won = a->call->form == CAS;
    *(won ? &inst->won : &inst->to) = v->o.reg;
    v->type = won ? LITMUS_S32 : inst->type;
    return a->call->gives != GIVES_NEW || c_compute(c, LITMUS_ADD, inst->type, *v, a->operand, v);
}

bool c_call(struct c_thread *c, struct c_value *v)
{
    static const enum litmus_kind kinds[] = {[LOAD] = LITMUS_LOAD,
                                             [STORE] = LITMUS_STORE,
                                             [FETCH] = LITMUS_ATOMIC,
                                             [CAS] = LITMUS_ATOMIC,
                                             [CMPXCHG] = LITMUS_ATOMIC};
    struct arguments a = {.compare = lit_constant(0)};
    a.call = find_call(&c->p->scan, &a.has_order, &a.order);
    a.operand.o = lit_constant(0);
    if (v != NULL && a.call->form == STORE)
        return scan_error(&c->p->scan, "a store has no value");
    if (v != NULL && a.call->gives == GIVES_NOTHING)
        return scan_error(&c->p->scan, "%s has no value; take %s_return",
                          scan_show(&c->p->scan).text, a.call->name);
    if (!parse_arguments(c, &a) || !convert_operand(c, &a))
        return false;
    struct litmus_inst *inst = lit_add(c->p, c->number, kinds[a.call->form]);
    if (inst == NULL)
        return false;
    inst->type = c->types[a.var].type;
    inst->var = a.var;
    inst->fn = a.call->fn;
    inst->operand = a.operand.o;
    inst->compare = a.compare;
    inst->fresh = a.call->form == LOAD;
    inst->sys = true;
    set_order(inst, &a);
    return set_results(c, &a, inst, v);
}

/* ---- fences ---- */

static const struct fence {
    const char *name;
    bool cta, sys;
} fences[] = {{"atomic_thread_fence", .sys = true}, {"smp_mb", .sys = true},
              {"__sync_synchronize", .sys = true},  {"__threadfence_system", .sys = true},
              {"__threadfence", .sys = false},      {"__threadfence_block", .cta = true}};

static const struct fence *find_fence(const struct scan *l)
{
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++)
        if (scan_is(l, fences[i].name))
            return &fences[i];
    return NULL;
}

bool c_is_fence(const struct c_thread *c)
{
    const struct scan *l = &c->p->scan;
    return find_fence(l) != NULL || scan_is(l, "smp_rmb") || scan_is(l, "smp_wmb");
}

bool c_fence(struct c_thread *c)
{
    struct scan *l = &c->p->scan;
    const struct fence *fence = find_fence(l);
    if (fence == NULL)
        return scan_error(l,
                          "%s orders less than any fence that there is; write smp_mb(), or "
                          "atomic_thread_fence(...)",
                          scan_show(l).text);
    struct litmus_inst *inst = lit_add(c->p, c->number, LITMUS_FENCE);
    if (inst == NULL)
        return false;
    inst->cta = fence->cta;
    inst->sys = fence->sys;
    unsigned order = ORDER_FULL;
    bool c11 = scan_is(l, "atomic_thread_fence");
    if (!scan_next(l) || !scan_expect(l, "(") || (c11 && !parse_order(c, &order)))
        return false;
    if (order == 0)
        return scan_error(l, "a relaxed fence orders nothing; leave it out");
    inst->sc = (order & ORDER_SC) != 0;
    return scan_expect(l, ")");
}
