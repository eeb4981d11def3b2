/* PTX's accesses to memory and fences: ld, st, atom, red, fence, membar. */
#include "formal/litmus/read/parse_ptx.h"

#include <string.h>

/* ---- operands ---- */

/* "x", "[x]", "[r1]" if r1 holds an address, "[x+0]". A new variable gets the first value 0. */
static bool operand_var(struct parser *p, int thread, int *var)
{
    struct scan *l = &p->scan;
    bool brackets = scan_took(l, "[");
    int address = lit_find_address(p, thread);
    if (address != LITMUS_NONE) {
        *var = p->addresses[address].var;
        if (!scan_next(l))
            return false;
    } else if (lit_find_var(p) == LITMUS_NONE && lit_find_reg(p, thread) != LITMUS_NONE)
        return scan_error(l, "%s holds no address; give it one among the first values: %d:%.*s=x",
                          scan_show(l).text, thread, (int)l->len, l->text);
    else if (!lit_var(p, var))
        return false;
    p->used |= 1u << *var;
    if (brackets && scan_took(l, "+") && !(l->kind == SCAN_NUMBER && l->number == 0))
        return scan_error(l,
                          "each variable is a word of its own; give %s a name instead of a "
                          "distance",
                          scan_show(l).text);
    if (brackets && l->kind == SCAN_NUMBER && !scan_next(l))
        return false;
    return !brackets || scan_expect(l, "]");
}

bool ptx_operand(struct parser *p, int thread, struct litmus_operand *o)
{
    return scan_expect(&p->scan, ",") && lit_operand(p, thread, o);
}

/* ---- accesses ---- */

static const char ld_forms[] = "there are ld.weak, ld.volatile, ld.relaxed.SCOPE, "
                               "ld.acquire.SCOPE with SCOPE cta, gpu or sys, maybe .global and a "
                               "type of 32 or 64 bits";
static const char st_forms[] = "there are st.weak, st.volatile, st.relaxed.SCOPE, "
                               "st.release.SCOPE with SCOPE cta, gpu or sys, maybe .global and a "
                               "type of 32 or 64 bits";
static const char atom_forms[] = "there are atom and red, with .relaxed, .acquire, .release or "
                                 ".acq_rel, .SCOPE, and .add, .sub, .and, .or, .xor, .exch, .cas, "
                                 ".min.TYPE, .max.TYPE of 32 or 64 bits";
static const char fence_forms[] = "there are fence.sc.SCOPE, fence.acq_rel.SCOPE and fence.SCOPE "
                                  "with SCOPE cta, gpu or sys, and membar.cta, .gl, .sys";

static void set_scope(struct litmus_inst *inst, const struct ptx_mnemonic *m)
{
    inst->cta = m->says[PTX_SCOPE] == PTX_CTA;
    inst->sys = m->says[PTX_SCOPE] == PTX_SYS;
}

/* Sets order and scope of a load or store. Only .relaxed and `ordered` have a scope. */
static bool set_strength(struct litmus_inst *inst, const struct ptx_mnemonic *m,
                         enum ptx_order ordered)
{
    int order = m->says[PTX_ORDER], scope = m->says[PTX_SCOPE], cache = m->says[PTX_CACHE];
    bool strong = order == PTX_RELAXED || order == (int)ordered;
    bool is_volatile = order == PTX_VOLATILE || cache == PTX_CACHE_VOLATILE;
    if (strong != (scope != PTX_NO_SCOPE) || scope == PTX_GL || (cache != 0 && order > PTX_WEAK) ||
        (!strong && order > PTX_VOLATILE))
        return false;
    set_scope(inst, m);
    inst->weak = !strong && !is_volatile;
    if (is_volatile)
        inst->sys = true;
    return true;
}

enum {
    ACCESS_PARTS = PTX_BIT(PTX_ORDER) | PTX_BIT(PTX_SCOPE) | PTX_BIT(PTX_TYPE) | PTX_BIT(PTX_SPACE)
};

static bool ld(struct parser *p, const struct ptx_mnemonic *m, int thread)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_LOAD);
    if (inst == NULL)
        return false;
    if (!ptx_has_only(m, ACCESS_PARTS | PTX_BIT(PTX_CACHE)) || !set_strength(inst, m, PTX_ACQUIRE))
        return ptx_wrong(m, ld_forms);
    inst->fence_after = m->says[PTX_ORDER] == PTX_ACQUIRE;
    inst->fresh = (!inst->weak && !inst->cta) || m->says[PTX_CACHE] == PTX_CACHE_GLOBAL;
    if (!lit_reg(p, thread, &inst->to) || !scan_expect(&p->scan, ","))
        return false;
    const struct scan *l = &p->scan;
    int reg = lit_find_reg(p, thread);
    bool value = l->kind == SCAN_NUMBER || (reg != LITMUS_NONE && reg != inst->to);
    if (value && m->len == strlen("ld")) { /* some tests write ld for mov */
        inst->kind = LITMUS_MOVE;
        inst->weak = false;
        if (!lit_operand(p, thread, &inst->operand))
            return false;
    } else if (!operand_var(p, thread, &inst->var))
        return false;
    lit_gets_value(p, thread, inst->to);
    return true;
}

static bool st(struct parser *p, const struct ptx_mnemonic *m, int thread)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_STORE);
    if (inst == NULL)
        return false;
    if (!ptx_has_only(m, ACCESS_PARTS | PTX_BIT(PTX_CACHE)) || !set_strength(inst, m, PTX_RELEASE))
        return ptx_wrong(m, st_forms);
    inst->fence_before = m->says[PTX_ORDER] == PTX_RELEASE;
    return operand_var(p, thread, &inst->var) && ptx_operand(p, thread, &inst->operand);
}

/* The function of the RTL for each word of PTX and type of elements (0: any type). */
ATOMIC_KNOWN(10);
static const struct {
    enum ptx_function word;
    int type;
    enum atomic_fn fn;
} functions[] = {
    {PTX_ADD, 0, FN_ADD},
    {PTX_SUB, 0, FN_ADD}, /* of the negative operand */
    {PTX_MIN, PTX_SIGNED, FN_MIN},
    {PTX_MAX, PTX_SIGNED, FN_MAX},
    {PTX_MIN, PTX_UNSIGNED, FN_UMIN},
    {PTX_MAX, PTX_UNSIGNED, FN_UMAX},
    {PTX_AND, 0, FN_AND},
    {PTX_OR, 0, FN_OR},
    {PTX_XOR, 0, FN_XOR},
    {PTX_EXCH, 0, FN_EXCH},
    {PTX_CAS, 0, FN_CAS},
};

static bool atomic_function(const struct ptx_mnemonic *m, enum atomic_fn *fn)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (m->says[PTX_FUNCTION] == (int)functions[i].word &&
            (functions[i].type == 0 || m->says[PTX_TYPE] == functions[i].type)) {
            *fn = functions[i].fn;
            return true;
        }
    return false;
}

/* Makes the operand of the thread's last instruction negative; before it, if a register has it. */
static bool subtract(struct parser *p, int thread, struct litmus_inst *inst)
{
    if (inst->operand.reg == LITMUS_NONE) {
        inst->operand.value = 0 - inst->operand.value;
        return true;
    }
    struct litmus_inst atomic = *inst;
    if (lit_add(p, thread, LITMUS_ATOMIC) == NULL || !lit_temp(p, thread, &atomic.operand.reg))
        return false;
    inst[1] = atomic;
    inst->kind = LITMUS_OP;
    inst->op = LITMUS_SUB;
    inst->compare = inst->operand;
    inst->operand = lit_constant(0);
    inst->to = atomic.operand.reg;
    lit_statement_ends(p);
    return true;
}

static bool atom(struct parser *p, const struct ptx_mnemonic *m, int thread, bool answers)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_ATOMIC);
    if (inst == NULL)
        return false;
    int order = m->says[PTX_ORDER];
    bool ok = ptx_has_only(m, ACCESS_PARTS | PTX_BIT(PTX_FUNCTION)) &&
              atomic_function(m, &inst->fn) && (answers || inst->fn != FN_CAS) &&
              order != PTX_WEAK && order != PTX_VOLATILE && order != PTX_SC &&
              m->says[PTX_SCOPE] != PTX_GL && m->says[PTX_SPACE] != PTX_OTHER_SPACE;
    if (!ok)
        return ptx_wrong(m, atom_forms);
    set_scope(inst, m);
    inst->fence_after = order == PTX_ACQ_REL || order == PTX_ACQUIRE;
    inst->fence_before = order == PTX_ACQ_REL || order == PTX_RELEASE;
    if (answers && (!lit_reg(p, thread, &inst->to) || !scan_expect(&p->scan, ",")))
        return false;
    if (!operand_var(p, thread, &inst->var) ||
        (inst->fn == FN_CAS && !ptx_operand(p, thread, &inst->compare)) ||
        !ptx_operand(p, thread, &inst->operand))
        return false;
    if (answers)
        lit_gets_value(p, thread, inst->to);
    return m->says[PTX_FUNCTION] != PTX_SUB || subtract(p, thread, inst);
}

static bool fence(struct parser *p, const struct ptx_mnemonic *m, int thread, bool membar)
{
    struct litmus_inst *inst = lit_add(p, thread, LITMUS_FENCE);
    if (inst == NULL)
        return false;
    int order = m->says[PTX_ORDER], scope = m->says[PTX_SCOPE];
    bool known =
        ptx_has_only(m, membar ? PTX_BIT(PTX_SCOPE) : PTX_BIT(PTX_ORDER) | PTX_BIT(PTX_SCOPE)) &&
        scope != PTX_NO_SCOPE && scope != (membar ? PTX_GPU : PTX_GL) &&
        (order == PTX_NO_ORDER || order == PTX_SC || order == PTX_ACQ_REL);
    if (!known)
        return ptx_wrong(m, fence_forms);
    set_scope(inst, m);
    inst->sc = membar || order == PTX_SC;
    return true;
}

/* Instructions of other proxies than the generic one, of which alone tests can be. */
static const struct {
    const char *word, *part; /* the first word, another part; NULL: any */
    const char *what;
} proxies[] = {
    {"fence", "proxy", "it is a proxy fence, and tests have the generic proxy alone"},
    {"membar", "proxy", "it is a proxy fence, and tests have the generic proxy alone"},
    {NULL, "alias", "virtual aliases are a proxy of their own; give the variable one name"},
    {"sust", NULL, "surfaces have a proxy of their own; take st of a variable"},
    {"suld", NULL, "surfaces have a proxy of their own; take ld of a variable"},
    {"sured", NULL, "surfaces have a proxy of their own; take red of a variable"},
    {"tex", NULL, "textures have a proxy of their own; take ld of a variable"},
    {"tld", NULL, "textures have a proxy of their own; take ld of a variable"},
    {"tld4", NULL, "textures have a proxy of their own; take ld of a variable"},
    {"multimem", NULL, "multimem accesses memory of several GPUs at once; take ld, st or red"},
    {"cp", NULL, "asynchronous copies have a proxy of their own; take ld and st"},
    {"mbarrier", NULL, "barriers in memory are none of the model's; take bar.sync"},
};

/* What is to be said of an instruction of another proxy, or NULL. */
static const char *other_proxy(const struct ptx_mnemonic *m)
{
    for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++)
        if ((proxies[i].word == NULL || ptx_is(m, proxies[i].word)) &&
            (proxies[i].part == NULL || ptx_has(m, proxies[i].part)))
            return proxies[i].what;
    return NULL;
}

bool ptx_access(struct parser *p, const struct ptx_mnemonic *m, int thread, bool *known)
{
    *known = true;
    const char *other = other_proxy(m);
    if (other != NULL)
        return ptx_wrong(m, other);
    if (m->says[PTX_SPACE] == PTX_OTHER_SPACE)
        return ptx_wrong(m, "variables are in global memory");
    if (ptx_is(m, "ld"))
        return ld(p, m, thread);
    if (ptx_is(m, "st"))
        return st(p, m, thread);
    if (ptx_is(m, "atom") || ptx_is(m, "red"))
        return atom(p, m, thread, ptx_is(m, "atom"));
    if (ptx_is(m, "fence") || ptx_is(m, "membar"))
        return fence(p, m, thread, ptx_is(m, "membar"));
    *known = false;
    return true;
}
