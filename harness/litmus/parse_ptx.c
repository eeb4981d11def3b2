/* Threads in PTX: columns of a table, one instruction a cell. */
#include "harness/litmus/parse.h"

#include "sw/util/sbuf.h"

#include <string.h>

enum { MAX_PARTS = 8 };

/* "ld.relaxed.gpu.u32" in parts, and what was not yet understood of them. */
struct mnemonic {
    struct parser *p;
    struct scan at; /* the mnemonic, for errors */
    char parts[MAX_PARTS][16];
    int n, next;
};

static bool wrong(const struct mnemonic *m, const char *advice)
{
    struct sbuf whole = {0};
    for (int i = 0; i < m->n; i++)
        sbuf_printf(&whole, "%s%s", i > 0 ? "." : "", m->parts[i]);
    scan_error(&m->at, "%s is not understood; %s", sbuf_str(&whole), advice);
    sbuf_free(&whole);
    return false;
}

static bool read_mnemonic(struct mnemonic *m)
{
    struct scan *l = &m->p->scan;
    m->at = *l;
    do {
        if (l->kind != SCAN_WORD || l->len >= sizeof m->parts[0] || m->n == MAX_PARTS)
            return scan_error(l, "%s is no part of an instruction's name", scan_show(l).text);
        memcpy(m->parts[m->n], l->text, l->len);
        m->parts[m->n++][l->len] = '\0';
        if (!scan_next(l))
            return false;
    } while (scan_took(l, "."));
    return true;
}

static bool part(struct mnemonic *m, const char *what)
{
    if (m->next == m->n || strcmp(m->parts[m->next], what) != 0)
        return false;
    m->next++;
    return true;
}

/* Types say nothing that is not known, but 64 bits are more than a variable has. */
static bool parts_end(struct mnemonic *m, const char *advice)
{
    part(m, "global");
    if (!part(m, "u32") && !part(m, "s32"))
        part(m, "b32");
    return m->next == m->n || wrong(m, advice);
}

/* .cta, .gpu, .sys. For rc the latter two are one: the memory is below all GPUs. */
static bool scope(struct mnemonic *m, struct litmus_inst *inst)
{
    inst->cta = part(m, "cta");
    inst->sys = !inst->cta && part(m, "sys");
    return inst->cta || inst->sys || part(m, "gpu");
}

/* ---- operands ---- */

static bool operand_var(struct parser *p, int *var)
{
    struct scan *l = &p->scan;
    bool brackets = scan_took(l, "[");
    *var = lit_find_var(p);
    if (*var == LITMUS_NONE)
        return scan_error(l, "%s is no variable; give it a first value: { NAME=0; }",
                          scan_show(l).text);
    return scan_next(l) && (!brackets || scan_expect(l, "]"));
}

static bool operand(struct parser *p, int thread, struct litmus_operand *o)
{
    return scan_expect(&p->scan, ",") && lit_operand(p, thread, o);
}

/* ---- instructions ---- */

static const char ld_forms[] = "there are ld.weak, ld.volatile, ld.relaxed.SCOPE, "
                               "ld.acquire.SCOPE with SCOPE cta, gpu or sys, of 32 bits";
static const char st_forms[] = "there are st.weak, st.volatile, st.relaxed.SCOPE, "
                               "st.release.SCOPE with SCOPE cta, gpu or sys, of 32 bits";
static const char atom_forms[] = "there are atom and red, with .relaxed, .acquire, .release or "
                                 ".acq_rel, .SCOPE, and .add, .and, "
                                 ".or, .xor, .exch, .cas, .min.TYPE, .max.TYPE of 32 bits";
static const char fence_forms[] = "there are fence.sc.SCOPE and fence.acq_rel.SCOPE with SCOPE "
                                  "cta, gpu or sys, and membar.cta, .gl, .sys";

static bool ld(struct mnemonic *m, int thread)
{
    struct litmus_inst *inst = lit_add(m->p, thread, LITMUS_LOAD);
    if (inst == NULL)
        return false;
    bool acquire = part(m, "acquire");
    if (part(m, "volatile"))
        inst->fresh = inst->sys = true;
    else if (acquire || part(m, "relaxed")) {
        if (!scope(m, inst))
            return wrong(m, ld_forms);
        inst->fence_after = acquire;
        inst->fresh = !inst->cta;
    } else {
        part(m, "weak");
        inst->weak = true;
    }
    if (!parts_end(m, ld_forms) || !lit_reg(m->p, thread, &inst->to))
        return false;
    lit_gets_value(m->p, thread, inst->to);
    return scan_expect(&m->p->scan, ",") && operand_var(m->p, &inst->var);
}

static bool st(struct mnemonic *m, int thread)
{
    struct litmus_inst *inst = lit_add(m->p, thread, LITMUS_STORE);
    if (inst == NULL)
        return false;
    bool release = part(m, "release");
    if (release || part(m, "relaxed")) {
        if (!scope(m, inst))
            return wrong(m, st_forms);
        inst->fence_before = release;
    } else if (part(m, "volatile"))
        inst->sys = true;
    else {
        part(m, "weak");
        inst->weak = true;
    }
    return parts_end(m, st_forms) && operand_var(m->p, &inst->var) &&
           operand(m->p, thread, &inst->operand);
}

static bool atomic_function(struct mnemonic *m, enum atomic_fn *fn)
{
    static const struct {
        const char *name, *type;
        enum atomic_fn fn;
    } functions[] = {
        {"add", "", FN_ADD},     {"and", "", FN_AND},    {"or", "", FN_OR},
        {"xor", "", FN_XOR},     {"exch", "", FN_EXCH},  {"cas", "", FN_CAS},
        {"min", "s32", FN_MIN},  {"max", "s32", FN_MAX}, {"min", "u32", FN_UMIN},
        {"max", "u32", FN_UMAX},
    };
    part(m, "global");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        int next = m->next;
        if (part(m, functions[i].name) &&
            (*functions[i].type == '\0' || part(m, functions[i].type))) {
            *fn = functions[i].fn;
            return true;
        }
        m->next = next;
    }
    return false;
}

static bool atom(struct mnemonic *m, int thread, bool answers)
{
    struct litmus_inst *inst = lit_add(m->p, thread, LITMUS_ATOMIC);
    if (inst == NULL)
        return false;
    bool both = part(m, "acq_rel");
    inst->fence_after = both || part(m, "acquire");
    inst->fence_before = both || part(m, "release");
    if (!inst->fence_after && !inst->fence_before)
        part(m, "relaxed");
    scope(m, inst);
    if (!atomic_function(m, &inst->fn) || !parts_end(m, atom_forms) ||
        (inst->fn == FN_CAS && !answers))
        return wrong(m, atom_forms);
    if (answers && (!lit_reg(m->p, thread, &inst->to) || !scan_expect(&m->p->scan, ",")))
        return false;
    if (!operand_var(m->p, &inst->var) ||
        (inst->fn == FN_CAS && !operand(m->p, thread, &inst->compare)) ||
        !operand(m->p, thread, &inst->operand))
        return false;
    if (answers)
        lit_gets_value(m->p, thread, inst->to);
    return true;
}

static bool fence(struct mnemonic *m, int thread, bool membar)
{
    struct litmus_inst *inst = lit_add(m->p, thread, LITMUS_FENCE);
    if (inst == NULL)
        return false;
    if (membar) {
        inst->sc = true;
        inst->cta = part(m, "cta");
        inst->sys = !inst->cta && part(m, "sys");
        bool some = inst->cta || inst->sys || part(m, "gl");
        return (some && m->next == m->n) || wrong(m, fence_forms);
    }
    inst->sc = part(m, "sc");
    bool strong = inst->sc || part(m, "acq_rel");
    return (strong && scope(m, inst) && m->next == m->n) || wrong(m, fence_forms);
}

static bool mov(struct mnemonic *m, int thread)
{
    struct litmus_inst *inst = lit_add(m->p, thread, LITMUS_MOVE);
    if (inst == NULL || !parts_end(m, "write mov REGISTER, VALUE") ||
        !lit_reg(m->p, thread, &inst->to) || !operand(m->p, thread, &inst->operand))
        return false;
    lit_gets_value(m->p, thread, inst->to);
    return true;
}

static bool parse_cell(struct parser *p, int thread)
{
    struct mnemonic m = {.p = p};
    if (!read_mnemonic(&m))
        return false;
    if (part(&m, "ld"))
        return ld(&m, thread);
    if (part(&m, "st"))
        return st(&m, thread);
    if (part(&m, "atom"))
        return atom(&m, thread, true);
    if (part(&m, "red"))
        return atom(&m, thread, false);
    if (part(&m, "fence"))
        return fence(&m, thread, false);
    if (part(&m, "membar"))
        return fence(&m, thread, true);
    if (part(&m, "mov"))
        return mov(&m, thread);
    return wrong(&m, "there are ld, st, atom, red, fence, membar, mov");
}

/* "cell | cell | cell ;" */
static bool parse_row(struct parser *p)
{
    struct scan *l = &p->scan;
    for (int thread = 0; thread < p->t->n_threads; thread++) {
        bool last = thread == p->t->n_threads - 1;
        if (!scan_is(l, "|") && !scan_is(l, ";") && !parse_cell(p, thread))
            return false;
        if (!scan_is(l, last ? ";" : "|"))
            return scan_error(l, "'%s' is missing before %s: a row has %d cells", last ? ";" : "|",
                              scan_show(l).text, p->t->n_threads);
        if (!scan_next(l))
            return false;
    }
    return true;
}

static bool begins_condition(const struct scan *l)
{
    return scan_is(l, "exists") || scan_is(l, "forall") || scan_is(l, "~") ||
           scan_is(l, "locations");
}

bool lit_ptx(struct parser *p)
{
    struct scan *l = &p->scan;
    do
        if (!lit_thread_name(p))
            return false;
    while (scan_took(l, "|"));
    if (!scan_expect(l, ";"))
        return false;
    while (!begins_condition(l)) {
        if (l->kind == SCAN_END)
            return scan_error(l, "the condition is missing: exists (...), ~exists (...) or "
                                 "forall (...)");
        if (!parse_row(p))
            return false;
    }
    return true;
}
