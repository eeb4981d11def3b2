/*
 * Threads in RISC-V and x86: the instructions that each form becomes, the variable that an address
 * means, and the line for each mistake.
 */
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
    if (t == NULL)
        fail_msg("%s:\n%s", err.text, text);
    return t;
}

/* ---- what an instruction becomes ---- */

#define L LITMUS_LOAD
#define S LITMUS_STORE
#define A LITMUS_ATOMIC
#define F LITMUS_FENCE

/* Of the accesses and fences that a cell becomes, the first. */
struct wanted {
    enum litmus_kind kind;
    bool aq, rl, before, after, reserves, conditional, tso;
    unsigned pred, succ;
    enum atomic_fn fn;
};

static const struct litmus_inst *nth(const struct litmus *t, int n)
{
    const struct litmus_thread *th = &t->threads[0];
    for (int i = 0; i < th->n_insts; i++)
        if ((litmus_accesses(&th->insts[i]) || th->insts[i].kind == F) && n-- == 0)
            return &th->insts[i];
    return NULL;
}

static void assert_inst(const char *text, const struct litmus_inst *i, const struct wanted *w)
{
    if (i == NULL || i->kind != w->kind || i->aq != w->aq || i->rl != w->rl ||
        i->fence_before != w->before || i->fence_after != w->after || i->reserves != w->reserves ||
        i->conditional != w->conditional || i->tso != w->tso || i->pred != w->pred ||
        i->succ != w->succ || (i->kind == A && i->fn != w->fn))
        fail_msg("%s is read as something else", text);
    if (i != NULL && i->kind == L)
        assert_true(i->fresh && i->coherent && i->sys);
}

static void riscv_accesses(void **state)
{
    (void)state;
    static const struct {
        const char *cell;
        struct wanted want;
    } cases[] = {
        {"lw x1,0(x6)", {.kind = L}},
        {"ld t0,(x6)", {.kind = L}},
        {"lwu x0,-0(x6)", {.kind = L}},
        {"lbu x1,0(x6)", {.kind = L}},
        {"lw.aq x1,0(x6)", {L, .aq = true, .after = true}},
        {"lw.aq.rl x1,0(x6)", {L, .aq = true, .rl = true, .before = true, .after = true}},
        {"sw x0,0(x6)", {.kind = S}},
        {"sd.rl x1,0(x6)", {S, .rl = true, .before = true}},
        {"sw.aqrl x1,0(x6)", {S, .aq = true, .rl = true, .before = true}},
        {"lr.w x1,(x6)", {L, .reserves = true}},
        {"lr.w.rl x1,(x6)", {L, .reserves = true}},
        {"lr.d.aqrl x1,0(x6)",
         {L, .reserves = true, .aq = true, .rl = true, .before = true, .after = true}},
        {"sc.w x1,x2,(x6)", {S, .conditional = true}},
        {"sc.w.aq x1,x2,(x6)", {S, .conditional = true}},
        {"sc.d.rl x1,x2,(x6)", {S, .conditional = true, .rl = true, .before = true}},
        {"amoadd.w x1,x2,(x6)", {A, .fn = FN_ADD}},
        {"amoswap.d.aq x0,x2,0(x6)", {A, .fn = FN_EXCH, .aq = true, .after = true}},
        {"amoor.w.rl x1,x2,(x6)", {A, .fn = FN_OR, .rl = true, .before = true}},
        {"amoand.w x1,x2,(x6)", {A, .fn = FN_AND}},
        {"amoxor.w x1,x2,(x6)", {A, .fn = FN_XOR}},
        {"amomin.w x1,x2,(x6)", {A, .fn = FN_MIN}},
        {"amomax.w x1,x2,(x6)", {A, .fn = FN_MAX}},
        {"amominu.w x1,x2,(x6)", {A, .fn = FN_UMIN}},
        {"amomaxu.w x1,x2,(x6)", {A, .fn = FN_UMAX}},
        {"fence", {F, .pred = LITMUS_R | LITMUS_W, .succ = LITMUS_R | LITMUS_W}},
        {"fence r,rw", {F, .pred = LITMUS_R, .succ = LITMUS_R | LITMUS_W}},
        {"fence iorw,ow", {F, .pred = LITMUS_R | LITMUS_W, .succ = LITMUS_W}},
        {"fence.tso", {F, .tso = true, .pred = LITMUS_R | LITMUS_W, .succ = LITMUS_R | LITMUS_W}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "RISCV t\n{ 0:x6=x; }\nP0 ;\n%s ;\nexists (x=0)", cases[i].cell);
        struct litmus *t = read_well(text.text);
        assert_inst(cases[i].cell, nth(t, 0), &cases[i].want);
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* On hardware whose release has its fence in front and acquire behind, an acquire that must not
 * overtake a release has one in front as well. */
static void rcsc(void **state)
{
    (void)state;
    struct litmus *t = read_well("RISCV t\n{ 0:x6=x; }\nP0 ;\nsc.w.rl x1,x2,(x6) ;\n"
                                 "lr.w.aq x3,(x6) ;\nlw.aq x4,(x6) ;\nexists (x=0)");
    assert_true(nth(t, 1)->fence_before && nth(t, 1)->fence_after);
    assert_false(nth(t, 2)->fence_before);
    litmus_free(t);
}

static void x86_accesses(void **state)
{
    (void)state;
    static const struct {
        const char *head, *cell;
        struct wanted want[3];
        int n;
    } cases[] = {
        {"X86", "MOV [x],$1", {{.kind = S}}, 1},
        {"X86", "MOV EAX,[x]", {{.kind = L}}, 1},
        {"X86", "mov [eax],ebx", {{.kind = S}}, 1},
        {"X86_64", "movq $1,(x)", {{.kind = S}}, 1},
        {"X86_64", "movl 0(%rax),%ebx", {{.kind = L}}, 1},
        {"X86_64", "incl (x)", {{.kind = L}, {.kind = S}}, 2},
        {"X86_64", "addq %rbx,(x)", {{.kind = L}, {.kind = S}}, 2},
        {"X86_64", "addq (x),%rbx", {{.kind = L}}, 1},
        {"X86", "MFENCE", {{F, .pred = 3, .succ = 3}}, 1},
        {"X86",
         "LOCK; DEC [x]",
         {{F, .pred = 3, .succ = 3}, {A, .fn = FN_ADD}, {F, .pred = 3, .succ = 3}},
         3},
        {"X86_64",
         "lock orl $4,(x)",
         {{F, .pred = 3, .succ = 3}, {A, .fn = FN_OR}, {F, .pred = 3, .succ = 3}},
         3},
        {"X86",
         "XCHG [x],EBX",
         {{F, .pred = 3, .succ = 3}, {A, .fn = FN_EXCH}, {F, .pred = 3, .succ = 3}},
         3},
        {"X86_64",
         "lock xaddq %rbx,(x)",
         {{F, .pred = 3, .succ = 3}, {A, .fn = FN_ADD}, {F, .pred = 3, .succ = 3}},
         3},
        {"X86_64",
         "lock cmpxchgl %ebx,(x)",
         {{F, .pred = 3, .succ = 3}, {A, .fn = FN_CAS}, {F, .pred = 3, .succ = 3}},
         3},
        {"X86_64", "xchg %rbx,%rcx", {{.kind = L}}, 0},
        {"X86_64", "lfence", {{.kind = L}}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text, "%s t\n{ x=0; 0:%s=x; }\nP0 ;\n%s ;\nexists (x=0)", cases[i].head,
                    strcmp(cases[i].head, "X86") == 0 ? "EAX" : "rax", cases[i].cell);
        struct litmus *t = read_well(text.text);
        for (int n = 0; n < cases[i].n; n++)
            assert_inst(cases[i].cell, nth(t, n), &cases[i].want[n]);
        if (nth(t, cases[i].n) != NULL)
            fail_msg("%s does more", cases[i].cell);
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* ---- addresses ---- */

static void addresses(void **state)
{
    (void)state;
    static const char *const ways[] = {
        "mv x8,x7",
        "xor x9,x1,x1 ;\nadd x8,x9,x7",
        "sub x9,x1,x1 ;\nadd x8,x7,x9",
        "andi x9,x1,8 ;\nadd x8,x9,x7", /* x is never more than 3 */
        "slli x9,x0,3 ;\nor x8,x7,x9",
        "la x8,y",
        "beqz x1,L ;\nL: mv x8,x7",
        "li x2,3 ;\nmv x8,x6 ;\nM: mv x8,x7 ;\naddi x2,x2,-1 ;\nbnez x2,M",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct sbuf text = {0};
        sbuf_printf(&text,
                    "RISCV t\n{ x=2; 0:x6=x; 0:x7=y; }\nP0 ;\nlw x1,0(x6) ;\n%s ;\nsw x1,0(x8) ;\n"
                    "li x3,3 ;\nsw x3,0(x6) ;\nexists (x=0)",
                    ways[i]);
        struct litmus *t = read_well(text.text);
        assert_int_equal(nth(t, 1)->kind, S);
        assert_string_equal(t->vars[nth(t, 1)->var].name, "y");
        litmus_free(t);
        sbuf_free(&text);
    }
}

/* Registers have several names and begin at 0; outcomes show those that accesses set. */
static void outcomes_and_names(void **state)
{
    (void)state;
    struct litmus *t =
        read_well("RISCV t\n{ uint64_t x; int64_t 0:a0; x=1; 0:a0=x; int* 0:s2=y; }\n"
                  "P0 ;\nlw t0,0(x10) ;\naddi t1,t0,1 ;\n"
                  "exists (0:x5=1 /\\ 0:x9=0 /\\ 0:s2=y)");
    struct litmus_state s = {0};
    struct sbuf text = {0};
    outcome_text(t, &s, &text);
    assert_non_null(strstr(text.text, "0:x5=0;"));
    assert_non_null(strstr(text.text, "0:x9=0;"));
    assert_null(strstr(text.text, "x6"));
    sbuf_free(&text);
    litmus_free(t);
    t = read_well("X86_64 t\n{ x=1; }\nP0 ;\nmovl (x),%eax ;\nexists (0:%rax=1 /\\ 0:EAX=1)");
    assert_int_equal(t->threads[0].n_regs, 1);
    assert_string_equal(t->threads[0].regs[0], "rax");
    litmus_free(t);
}

/* ---- mistakes ---- */

#define RV(cell) "RISCV t\n{ x=0; y=0; 0:x6=x; 0:x7=y; }\nP0 ;\n" cell " ;\nexists (x=0)"
#define X(cell) "X86 t\n{ x=0; y=0; }\nP0 ;\n" cell " ;\nexists (x=0)"

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {RV("csrr x1,x2"), "4:1: csrr is not understood; there are loads and stores, lr, sc and "
                           "amo, .aq and .rl, fence, add, sub, mul, and, or, "
                           "xor, shifts, slt, li, lui, mv, branches and j"},
        {RV("jalr x1,x2"), "4:1: jalr is not understood; there are loads and stores, lr, sc and "
                           "amo, .aq and .rl, fence, add, sub, mul, and, or, "
                           "xor, shifts, slt, li, lui, mv, branches and j"},
        {RV("lw.rl x1,(x6)"), "4:1: lw.rl is not understood; a load is plain, .aq or .aqrl"},
        {RV("sw.aq x1,(x6)"), "4:1: sw.aq is not understood; a store is plain, .rl or .aqrl"},
        {RV("lw x1,(x9)"), "4:1: at this instruction's address there is no variable; a first value "
                           "such as 0:x6=x puts the address of x into a register"},
        {RV("lw x1,4(x6)"), "4:1: at this instruction's address there is no variable; a first "
                            "value such as 0:x6=x puts the address of x into a register"},
        {RV("lw x1,(x6) ;\nadd x8,x1,x7 ;\nlw x2,(x8) ;\nli x3,1 ;\nsw x3,(x6)"),
         "6:1: the variable that this instruction accesses depends on what was read; only "
         "addresses that are always the same are understood"},
        {RV("lh x1,(x6) ;\nsb x1,(x6)"),
         "5:1: mixed sizes: 1 byte of x is accessed here and 2 at 4:1; a variable is accessed "
         "as a whole"},
        {RV("lw x1,(x6) ;\nsd x1,(x6)"),
         "5:1: mixed sizes: 8 bytes of x are accessed here and 4 at 4:1; a variable is accessed "
         "as a whole"},
        {RV("fence x,w"), "4:7: what a fence orders, r, w or rw, must stand here, not 'x'"},
        {RV("fence rw"), "4:10: ',' is missing before ';'"},
        {RV("add x1,x2,3"), "4:11: a register's name must stand here, not '3'"},
        {RV("li x1,y"), "4:7: a number must stand here, not 'y'"},
        {RV("beq x1,x2,L"), "4:11: P0 has no label 'L'"},
        {RV("lw x32,(x6)"), "4:4: a register's name must stand here, not 'x32'"},
        {X("MOV [x],[y]"), "4:1: mov is not understood; both operands are in memory"},
        {X("MOV $1,EAX"), "4:1: mov is not understood; its destination is a number"},
        {X("LOCK MOV [x],$1"), "4:6: mov is not understood; lock stands before add, sub, and, or, "
                               "xor, inc, dec, xchg, xadd and cmpxchg"},
        {X("CMPXCHG [x],EBX"),
         "4:1: cmpxchg is not understood; write lock cmpxchg with an operand in memory"},
        {X("CLFLUSH [x]"), "4:1: clflush is not understood; there are mov, add, sub, and, or, xor, "
                           "inc, dec, cmp, test, xchg, xadd, cmpxchg, lock, "
                           "mfence, lfence, sfence and jumps"},
        {X("CMP EAX,$1 ;\nMOV EAX,$1 ;\nJNE L ;\nL:"),
         "6:1: jne is not understood; a jump must stand directly behind what it depends on, a cmp, "
         "test, cmpxchg or arithmetic"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct litmus *t = litmus_parse(cases[i].text, strlen(cases[i].text), "t", &err);
        if (t != NULL)
            fail_msg("accepted:\n%s", cases[i].text);
        assert_int_equal(strncmp(err.text, "t:", 2), 0);
        assert_string_equal(err.text + 2, cases[i].error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(riscv_accesses), cmocka_unit_test(rcsc),
        cmocka_unit_test(x86_accesses),   cmocka_unit_test(addresses),
        cmocka_unit_test(mistakes),       cmocka_unit_test(outcomes_and_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
