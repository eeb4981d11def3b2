/*
 * Each construct of herd's format that the reader accepts, and the test that it builds from it.
 * test_reader.c has what is refused, test_herd.c whole files.
 */
#include "formal/litmus/condition.h"
#include "formal/litmus/litmus.h"
#include "formal/litmus/outcome.h"
#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct litmus *read_well(const char *text)
{
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    assert_non_null(t);
    return t;
}

/* ---- the frame ---- */

static void information(void **state)
{
    (void)state;
    struct litmus *t = read_well("PTX MP+po-fence/sc+[x].v2 (short)\r\n"
                                 "\"several\r\nlines\"\r\n"
                                 "Cycle=Rfe PodRR Fre\r\n"
                                 "Orig=a \"quote { ( and\r\n"
                                 "\"more\"\r\n"
                                 "Com-1.a = Rf Fr\r\n"
                                 "(* a (* b *) c *)\r\n"
                                 "{x=1;;};\r\n P0 ; // behind\r\n st.weak x,2 ;\r\n"
                                 "/* C's */ exists x=2");
    assert_string_equal(t->name, "MP+po-fence/sc+[x].v2");
    assert_string_equal(t->condition_text, "exists x=2");
    assert_int_equal(t->vars[0].first, 1);
    assert_int_equal(t->n_vars, 1);
    litmus_free(t);
    t = read_well("C t\n\"it says \"No, {\" of\n this\"\n\"and more\"\n{ x=3; }\n"
                  "P0 (int* x) { *x = 1; }\nexists (x=1)");
    assert_int_equal(t->vars[0].first, 3);
    litmus_free(t);
}

static void first_values(void **state)
{
    (void)state;
    struct litmus *t = read_well("PTX t\n"
                                 "{ int a=0x10; atomic_int b=-1; uint32_t c; [d]=4; *e=5;\n"
                                 "  atomic_t f=ATOMIC_INIT(6); 0:r1=7; P1:r2=0; 0:r3=a; 1:.reg "
                                 ".b64 r4 = &later; 0:r9=9 }\n"
                                 "P0 | P1 ;\n"
                                 "ld.weak r5,[r3] | st.weak [r4+0],r2 ;\n"
                                 "exists (0:r9=9)");
    static const struct {
        const char *name;
        int32_t first;
    } vars[] = {{"a", 16}, {"b", -1}, {"c", 0}, {"d", 4}, {"e", 5}, {"f", 6}, {"later", 0}};
    assert_int_equal(t->n_vars, sizeof vars / sizeof *vars);
    for (int i = 0; i < t->n_vars; i++) {
        assert_string_equal(t->vars[i].name, vars[i].name);
        assert_int_equal((int32_t)t->vars[i].first, vars[i].first);
    }
    const struct litmus_inst *i = t->threads[0].insts;
    assert_int_equal(t->threads[0].n_insts, 3); /* r1 = 7, r9 = 9, the load */
    assert_true(i[0].kind == LITMUS_MOVE && i[0].operand.value == 7);
    assert_true(i[2].kind == LITMUS_LOAD && i[2].var == 0);
    assert_int_equal(t->threads[1].n_insts, 1); /* registers start as 0 */
    assert_true(t->threads[1].insts[0].var == 6 && t->threads[1].insts[0].kind == LITMUS_STORE);
    /* Nothing uses r1; the condition uses r9. */
    struct sbuf text = {0};
    struct litmus_state s = {0};
    s.regs[0][i[1].to] = 9;
    outcome_text(t, &s, &text);
    assert_string_equal(text.text, "0:r9=9; 0:r5=0;");
    sbuf_free(&text);
    litmus_free(t);
}

static void scope_trees(void **state)
{
    (void)state;
    static const struct {
        const char *tree;
        struct litmus_place at[3];
    } cases[] = {
        {"scopeTree(grid(cta(warp P0) cta(warp P1) (warp P2)))", {{0, 0}, {0, 1}, {0, 1}}},
        {"ScopeTree (grid(cta(warp T0) (warp T1)) (cta (warp T2)))", {{0, 0}, {0, 0}, {0, 1}}},
        {"scopeTree(device(kernel(cta(warp 0))) (device (kernel (cta (warp 1) (warp 2)))))",
         {{0, 0}, {1, 0}, {1, 0}}},
        {"scopes: (sys (gpu (cta P1) (cta P0)) (gpu (cta P2)))", {{0, 1}, {0, 0}, {1, 0}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text,
                    "PTX t\n{}\nP0 | P1 | P2 ;\nst.weak x,1 | | ld.weak r0,x ;\n%s\nx: global\n"
                    "exists (x=1)",
                    cases[i].tree);
        struct litmus *t = read_well(text.text);
        assert_true(t->placed);
        for (int p = 0; p < 3; p++) {
            assert_int_equal(t->places[p].gpu, cases[i].at[p].gpu);
            assert_int_equal(t->places[p].cta, cases[i].at[p].cta);
        }
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* ---- instructions ---- */

/* The fields of an instruction that the table checks. */
struct wanted {
    enum litmus_kind kind;
    bool before, after, fresh, weak, sc, cta, sys;
    enum atomic_fn fn;
};

static void assert_inst(const char *text, const struct litmus_inst *i, const struct wanted *w)
{
    bool atomic = i->kind == LITMUS_ATOMIC;
    if (i->kind != w->kind || i->fence_before != w->before || i->fence_after != w->after ||
        i->fresh != w->fresh || i->weak != w->weak || i->sc != w->sc || i->cta != w->cta ||
        i->sys != w->sys || (atomic && i->fn != w->fn))
        fail_msg("%s: kind %d before %d after %d fresh %d weak %d sc %d cta %d sys %d fn %d", text,
                 (int)i->kind, i->fence_before, i->fence_after, i->fresh, i->weak, i->sc, i->cta,
                 i->sys, (int)i->fn);
}

static const struct litmus_inst *last(const struct litmus *t)
{
    return &t->threads[0].insts[t->threads[0].n_insts - 1];
}

#define L LITMUS_LOAD
#define S LITMUS_STORE
#define A LITMUS_ATOMIC
#define F LITMUS_FENCE

static void c_accesses(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        struct wanted want;
    } cases[] = {
        {"int r = *x;", {L, .weak = true}},
        {"int r = *v;", {L, .fresh = true, .sys = true}},
        {"int r = *a;", {L, .fresh = true, .sys = true}},
        {"*x = 1;", {S, .weak = true}},
        {"*v = 1;", {S, .sys = true}},
        {"int r = READ_ONCE(*x);", {L, .fresh = true, .sys = true}},
        {"WRITE_ONCE(*x, 1);", {S, .sys = true}},
        {"int r = smp_load_acquire(x);", {L, .after = true, .fresh = true, .sys = true}},
        {"smp_store_release(x, 1);", {S, .before = true, .sys = true}},
        {"int r = atomic_load(a);",
         {L, .before = true, .after = true, .fresh = true, .sc = true, .sys = true}},
        {"atomic_store(a, 1);", {S, .before = true, .sc = true, .sys = true}},
        {"int r = atomic_load_explicit(a, memory_order_consume);",
         {L, .after = true, .fresh = true, .sys = true}},
        {"int r = atomic_exchange(a, 1);",
         {A, .before = true, .after = true, .sc = true, .sys = true, .fn = FN_EXCH}},
        {"int r = atomic_fetch_sub_explicit(a, 1, memory_order_acq_rel);",
         {A, .before = true, .after = true, .sys = true, .fn = FN_ADD}},
        {"atomic_fetch_or_explicit(a, 1, memory_order_relaxed);", {A, .sys = true, .fn = FN_OR}},
        {"int r = xchg(x, 1);",
         {A, .before = true, .after = true, .sc = true, .sys = true, .fn = FN_EXCH}},
        {"int r = xchg_relaxed(x, 1);", {A, .sys = true, .fn = FN_EXCH}},
        {"int r = atomic_xchg_acquire(a, 1);", {A, .after = true, .sys = true, .fn = FN_EXCH}},
        {"int r = cmpxchg_release(x, 0, 1);", {A, .before = true, .sys = true, .fn = FN_CAS}},
        {"int r = atomic_read(a);", {L, .fresh = true, .sys = true}},
        {"atomic_set(a, 1);", {S, .sys = true}},
        {"atomic_inc(a);", {A, .sys = true, .fn = FN_ADD}},
        {"atomic_sub(2, a);", {A, .sys = true, .fn = FN_ADD}},
        {"int r = atomic_fetch_add(2, a);",
         {A, .before = true, .after = true, .sc = true, .sys = true, .fn = FN_ADD}},
        {"int r = atomic_fetch_add_relaxed(2, a);", {A, .sys = true, .fn = FN_ADD}},
        {"int r = atomic_fetch_inc_acquire(a);", {A, .after = true, .sys = true, .fn = FN_ADD}},
        {"smp_mb();", {F, .sc = true, .sys = true}},
        {"__threadfence();", {F, .sc = true}},
        {"__threadfence_block();", {F, .sc = true, .cta = true}},
        {"atomic_thread_fence(memory_order_release);", {F, .sys = true}},
        {"atomic_thread_fence(memory_order_seq_cst);", {F, .sc = true, .sys = true}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text,
                    "C t\n{}\nP0 (int *x, volatile int *v, atomic_int* a) { %s }\nexists (true)",
                    cases[i].body);
        struct litmus *t = read_well(text.text);
        assert_inst(cases[i].body, last(t), &cases[i].want);
        litmus_free(t);
        sbuf_free(&text);
    }
}

static void ptx_accesses(void **state)
{
    (void)state;
    static const struct {
        const char *cell;
        struct wanted want;
    } cases[] = {
        {"ld.weak.global.u64 r,[x]", {L, .weak = true}},
        {"ld.ca.s32 r,x", {L, .weak = true}},
        {"ld.cg.b64 r,x", {L, .weak = true, .fresh = true}},
        {"ld.global.volatile r,x", {L, .fresh = true, .sys = true}},
        {"ld.global.cv.u32 r,x", {L, .fresh = true, .sys = true}},
        {"ld.relaxed.cta.global.s64 r,x", {L, .cta = true}},
        {"ld.acquire.gpu r,x", {L, .after = true, .fresh = true}},
        {"ld r,3", {LITMUS_MOVE, .weak = false}},
        {"st.cg.s32 [x],1", {S, .weak = true}},
        {"st.global.release.sys.b64 x,1", {S, .before = true, .sys = true}},
        {"atom.global.gpu.acq_rel.cas.b64 r,[x],0,1",
         {A, .before = true, .after = true, .fn = FN_CAS}},
        {"atom.min.s64 r,x,1", {A, .fn = FN_MIN}},
        {"atom.relaxed.cta.max.u64 r,x,1", {A, .cta = true, .fn = FN_UMAX}},
        {"red.global.release.sys.or.b32 x,1", {A, .before = true, .sys = true, .fn = FN_OR}},
        {"fence.gpu", {F, .sc = false}},
        {"fence.sys", {F, .sys = true}},
        {"fence.sc.cta", {F, .sc = true, .cta = true}},
        {"membar.gl", {F, .sc = true}},
        {"bar.sync 15", {LITMUS_BARRIER, .weak = false}},
        {"bar.cta.sync 0", {LITMUS_BARRIER, .weak = false}},
        {"barrier.sync 0", {LITMUS_BARRIER, .weak = false}},
        {"barrier.cta.sync.aligned 0x3", {LITMUS_BARRIER, .weak = false}},
        {"barrier.sync.aligned 3, 64", {LITMUS_BARRIER, .weak = false}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "PTX t\n{}\nP0 ;\n%s ;\nexists (true)", cases[i].cell);
        struct litmus *t = read_well(text.text);
        assert_inst(cases[i].cell, last(t), &cases[i].want);
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* Loops that end before a barrier or begin after it do not contain it. */
static void barriers(void **state)
{
    (void)state;
    struct litmus *t = read_well("PTX t\n{ x=0; }\nP0 | P1 ;\n"
                                 "st.weak x,1       | A: ld.weak r0,x ;\n"
                                 "                  | bne r0,1,A      ;\n"
                                 "bar.sync 2        | bar.sync 2      ;\n"
                                 "goto C            | B: ld.weak r0,x ;\n"
                                 "C: barrier.sync 1 | bne r0,1,D      ;\n"
                                 "                  | D: bar.sync 1   ;\n"
                                 "exists (x=0)");
    const struct litmus_inst *first = t->threads[0].insts, *second = t->threads[1].insts;
    assert_true(t->barriers && t->branches);
    assert_true(first[1].kind == LITMUS_BARRIER && first[1].operand.value == 2);
    assert_true(first[3].kind == LITMUS_BARRIER && first[3].operand.value == 1);
    assert_true(second[2].kind == LITMUS_BARRIER && second[2].operand.value == 2);
    assert_true(second[5].kind == LITMUS_BARRIER && second[5].operand.value == 1);
    litmus_free(t);
}

/* What stands behind a barrier's number: a name, or a count of threads or warps. */
static void counts(void **state)
{
    (void)state;
    static const struct {
        const char *cell;
        uint64_t name;
        unsigned count;
        bool quorum;
    } cases[] = {
        {"bar.sync 1", LITMUS_UNNAMED, 0, false},
        {"bar.cta.sync 1", LITMUS_UNNAMED, 0, false},
        {"bar.sync 1, 2", LITMUS_UNNAMED, 2, false},
        {"barrier.cta.sync 1, 31", LITMUS_UNNAMED, 31, false},
        {"barrier.sync.aligned 1, 32", LITMUS_UNNAMED, 1, false},
        {"bar.sync 1, 1024", LITMUS_UNNAMED, 32, false},
        {"bar.cta.sync 1, 64", LITMUS_UNNAMED, 2, false},
        {"bar.cta.sync 1, 2", 2, 0, false},
        {"bar.cta.sync 1, r1", 7, 0, false},
        {"bar.cta.sync 1, r2", 0, 0, false},
        {"bar.cta.sync 1, 2, 3", 2, 3, true},
        {"bar.cta.sync 1, r1, 96", 7, 3, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "PTX t\n{ 0:r1=7; x=0; }\nP0 ;\n%s ;\nst.weak x,1 ;\nexists (true)",
                    cases[i].cell);
        struct litmus *t = read_well(text.text);
        const struct litmus_inst *b = last(t) - 1;
        if (b->kind != LITMUS_BARRIER || b->operand.value != 1 || b->compare.reg != LITMUS_NONE ||
            b->compare.value != cases[i].name || b->count != cases[i].count ||
            b->quorum != cases[i].quorum)
            fail_msg("%s: name %llu, count %u, quorum %d", cases[i].cell,
                     (unsigned long long)b->compare.value, b->count, b->quorum);
        litmus_free(t);
        sbuf_free(&text);
    }
    /* A register that is set later, or by a load, has no value that is known beforehand. */
    static const char *const open[] = {"mov r1,3 ;\n bar.cta.sync 1, r1 ;\n ld.weak r1,x",
                                       "bar.sync 0 ;\n mov r1,3 ;\n bar.cta.sync 1, r1",
                                       "ld.weak r1,x ;\n bar.cta.sync 1, r1"};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "PTX t\n{ x=0; }\nP0 ;\n%s ;\nexists (true)", open[i]);
        struct litmus *t = read_well(text.text);
        bool found = false;
        for (int k = 0; k < t->threads[0].n_insts; k++)
            found = found || (t->threads[0].insts[k].kind == LITMUS_BARRIER &&
                              t->threads[0].insts[k].compare.reg != LITMUS_NONE);
        assert_true(found);
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* ---- arithmetic and branches: run by hand ---- */

/* The final value of register `name` in a thread without accesses. */
static int32_t result_of(const struct litmus *t, const char *name)
{
    const struct litmus_thread *th = &t->threads[0];
    uint64_t regs[LITMUS_REGS] = {0};
    for (int at = 0, steps = 0; at < th->n_insts; steps++) {
        const struct litmus_inst *i = &th->insts[at++];
        assert_true(steps < 1000 && !litmus_accesses(i));
        uint64_t a = i->operand.reg == LITMUS_NONE ? i->operand.value : regs[i->operand.reg];
        uint64_t b = i->compare.reg == LITMUS_NONE ? i->compare.value : regs[i->compare.reg];
        if (i->guarded && (regs[i->guard] != 0) == i->guard_not)
            continue;
        if (i->kind == LITMUS_MOVE)
            regs[i->to] = a;
        else if (i->kind == LITMUS_OP)
            regs[i->to] = litmus_compute(i->op, i->type, a, b);
        else if (litmus_compute(i->op, i->type, a, b) != 0)
            at = i->target;
    }
    for (int r = 0; r < th->n_regs; r++)
        if (th->regs[r] != NULL && strcmp(th->regs[r], name) == 0)
            return (int32_t)regs[r];
    fail_msg("there is no %s", name);
    return 0;
}

static void c_arithmetic(void **state)
{
    (void)state;
    /* a is 6, b is -2, u is the largest unsigned. */
    static const struct {
        const char *value;
        int32_t is;
    } cases[] = {
        {"a + 1", 7},
        {"a -1", 5},
        {"a - b", 8},
        {"-a", -6},
        {"a * b", -12},
        {"a & 3", 2},
        {"a | 1", 7},
        {"a ^ a", 0},
        {"~a", -7},
        {"!a", 0},
        {"!(a ^ a)", 1},
        {"a == 6", 1},
        {"a != 6", 0},
        {"b < a", 1},
        {"a <= 6", 1},
        {"a > 6", 0},
        {"b >= a", 0},
        {"u > a", 1},
        {"a < u", 1},
        {"b < 1u + u", 0},
        {"a && b", 1},
        {"a && 0", 0},
        {"0 || b", 1},
        {"0 || (a ^ a)", 0},
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"a + b * 2 == 2", 1},
        {"a & 2 == 2", 0},
        {"1 | 2 ^ 3 & 1", 3},
        {"a - 1 - 1", 4},
        {"(int) a + 0x10", 22},
        {"6 == a && 2 > 1", 1},
        {"0 && 1 || 1", 1},
        {"-1 + a", 5},
        {"- -a", 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text,
                    "C t\n{}\nP0 () { int a = 6, b = -2; unsigned u; u = ~0; int r = %s; }\n"
                    "exists (true)",
                    cases[i].value);
        struct litmus *t = read_well(text.text);
        if (result_of(t, "r") != cases[i].is)
            fail_msg("%s is %d, not %d", cases[i].value, (int)result_of(t, "r"), (int)cases[i].is);
        litmus_free(t);
        sbuf_free(&text);
    }
}

static void c_control(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        int32_t r;
        bool idle; /* whether its loop is idle */
    } cases[] = {
        {"if (a == 6) r = 1;", 1, false},
        {"if (a != 6) r = 1; else r = 2;", 2, false},
        {"if (a < 7) { r = 1; if (a < 6) r = 2; else { r = 3; } } else r = 4;", 3, false},
        {"if (a) if (0) r = 1; else r = 2;", 2, false},
        {"while (a > 0) { a = a - 2; r = r + 1; }", 3, false},
        {"do { r = r + 1; } while (r != 5);", 5, false},
        {"do r = 7; while (a != 6);", 7, true},
        {"while (r) ;", 0, true},
        {"while (a - r) { int i = 3; while (i) { i = i - 1; r = r + 1; } }", 6, false},
        {";;{}", 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "C t\n{}\nP0 () { int a = 6; int r = 0; %s }\nexists (true)",
                    cases[i].body);
        struct litmus *t = read_well(text.text);
        if (result_of(t, "r") != cases[i].r)
            fail_msg("%s: r is %d", cases[i].body, (int)result_of(t, "r"));
        bool idle = false;
        for (int k = 0; k < t->threads[0].n_insts; k++)
            idle = idle || t->threads[0].insts[k].idle;
        if (idle != cases[i].idle)
            fail_msg("%s: idle %d", cases[i].body, idle);
        litmus_free(t);
        sbuf_free(&text);
    }
}

static void ptx_control(void **state)
{
    (void)state;
    static const struct {
        const char *rows;
        int32_t r;
    } cases[] = {
        {"mov.u32 r,5 ;", 5},
        {"mov %a,7 ;\n add.s32 r,%a,-2 ;", 5},
        {"mov a,7 ;\n sub.u64 r,a,2 ;", 5},
        {"mov a,7 ;\n mul.lo.u32 r,a,3 ;", 21},
        {"mov a,7 ;\n and.b32 a,a,6 ;\n or.b32 a,a,8 ;\n xor.b64 r,a,1 ;", 15},
        {"setp.lt.s32 p,-1,1 ;\n mov r,0 ;\n @p mov r,1 ;", 1},
        {"setp.lt.u32 p,-1,1 ;\n mov r,0 ;\n @p mov r,1 ;", 0},
        {"setp.lt.s32 p,1,-1 ;\n mov r,5 ;\n @!p add r,r,2 ;\n @p mov r,1 ;", 7},
        {"mov r,5 ;\n @p mov r,1 ;", 5},
        {"setp.ge.s32 p,2,2 ;\n mov r,0 ;\n @!p bra.uni E ;\n mov r,1 ;\n E: ;", 1},
        {"setp.gt.s32 p,2,2 ;\n mov r,0 ;\n @!p bra E ;\n mov r,1 ;\n E: ;", 0},
        {"mov r,0 ;\n A: add r,r,1 ;\n blt r,4,A ;", 4},
        {"mov r,0 ;\n A: ;\n add r,r,3 ;\n bne r,9,A ;", 9},
        {"mov r,1 ;\n goto B ;\n A: mov r,2 ;\n bra C ;\n B: beq r,1,A ;\n C: ;", 2},
        {"mov r,1 ;\n bge r,1,E ;\n mov r,2 ;\n E: ;", 1},
        {"mov r,1 ;\n bgt r,1,E ;\n mov r,2 ;\n E: ;", 2},
        {"mov r,1 ;\n ble r,1,E ;\n mov r,2 ;\n E: ;", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "PTX t\n{}\nP0 ;\n %s\nexists (true)", cases[i].rows);
        struct litmus *t = read_well(text.text);
        if (result_of(t, "r") != cases[i].r)
            fail_msg("%s: r is %d", cases[i].rows, (int)result_of(t, "r"));
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* A loop is idle if only loads and a failing compare-and-swap are in it. */
static void idle_loops(void **state)
{
    (void)state;
    static const struct {
        const char *rows;
        bool idle;
    } cases[] = {
        {"A: ld.acquire.gpu r,x ;\n bne r,1,A ;", true},
        {"A: atom.cas r,x,0,1 ;\n fence.gpu ;\n bne r,0,A ;", true},
        {"A: atom.exch r,x,1 ;\n bne r,0,A ;", false},
        {"A: st.weak x,1 ;\n ld.weak r,x ;\n bne r,1,A ;", false},
        {"mov i,0 ;\n A: ld.weak r,x ;\n add i,i,1 ;\n bne r,1,A ;", false},
        {"A: ld.weak r,x ;\n beq r,2,B ;\n bne r,1,A ;\n B: ;", true},
        {"A: ld.weak r,x ;\n beq r,2,B ;\n ld.weak s,y ;\n B: bne r,1,A ;", false},
        {"mov r,0 ;\n goto B ;\n A: ld.weak r,x ;\n B: bne r,1,A ;", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "PTX t\n{}\nP0 ;\n %s\nexists (true)", cases[i].rows);
        struct litmus *t = read_well(text.text);
        bool idle = false;
        for (int k = 0; k < t->threads[0].n_insts; k++)
            idle = idle || t->threads[0].insts[k].idle;
        if (idle != cases[i].idle || !t->branches)
            fail_msg("%s: idle %d", cases[i].rows, idle);
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* ---- conditions ---- */

static void conditions(void **state)
{
    (void)state;
    /* 0:r is 1, 1:r is 2, x is -1, y is 16. */
    static const struct {
        const char *condition;
        bool holds;
    } cases[] = {
        {"0:r=1", true},
        {"P0:r = 1 /\\ P1:r == 2", true},
        {"0:r!=1 \\/ 1:r <> 2", false},
        {"[x]=-1 /\\ *x=-1 /\\ x=0xffffffff", true},
        {"y=0x10 and not y=17", true},
        {"y=1 or ~y=1", true},
        {"not (0:r=1)", false},
        {"true", true},
        {"false", false},
        {"0==0 /\\ 0!=1", true},
        {"1==0", false},
        {"0:r=1 => 1:r=3", false},
        {"0:r=0 => 1:r=3", true},
        {"false => true => false", true},
        {"(true => true) => false", false},
        /* As in herd, => binds more tightly than /\: false /\ (...) */
        {"false /\\ false => false", false},
        {"~ 0:r=0 => false", false},
        {"(0:r=1 /\\ (x=-1 \\/ false));", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text,
                    "PTX t\n{}\nP0 | P1 ;\nld.weak r,x | ld.weak r,y ;\nlocations [x; 0:r int; y "
                    "int*;]\nfilter (%s)\nforall %s",
                    cases[i].condition[0] == '(' ? "true" : cases[i].condition, cases[i].condition);
        struct litmus *t = read_well(text.text);
        struct litmus_state s = {.vars = {UINT32_MAX, 16}};
        s.regs[0][0] = 1;
        s.regs[1][0] = 2;
        if (condition_holds(t->condition, &s) != cases[i].holds)
            fail_msg("%s", cases[i].condition);
        assert_true(cases[i].condition[0] == '(' ||
                    condition_holds(t->filter, &s) == cases[i].holds);
        assert_true(t->shown_var[0] && t->shown_var[1]);
        assert_int_equal(t->quantifier, LITMUS_FORALL);
        litmus_free(t);
        sbuf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(information),  cmocka_unit_test(first_values),
        cmocka_unit_test(scope_trees),  cmocka_unit_test(c_accesses),
        cmocka_unit_test(ptx_accesses), cmocka_unit_test(barriers),
        cmocka_unit_test(counts),       cmocka_unit_test(c_arithmetic),
        cmocka_unit_test(c_control),    cmocka_unit_test(ptx_control),
        cmocka_unit_test(idle_loops),   cmocka_unit_test(conditions)};
    return cmocka_run_group_tests_name("litmus syntax", tests, NULL, NULL);
}
