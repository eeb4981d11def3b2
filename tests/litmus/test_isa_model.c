/*
 * RVWMO and TSO: verdicts known from the literature, or worked out by hand from the rules that the
 * comments name. `make litmus-suites` compares the models with herd's over thousands of tests.
 */
#include "formal/litmus/model/model.h"
#include "sw/util/sbuf.h"
#include "tests/litmus/places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool possible(const struct litmus *t, enum litmus_model m)
{
    struct outcomes o = {0};
    struct error err = {0};
    assert_true(model_allows(t, m, apart, &o, NULL, &err));
    bool found = false;
    for (size_t i = 0; i < o.n; i++)
        found = found || condition_holds(t->condition, &o.list[i]->state);
    outcomes_free(&o);
    return found;
}

static struct litmus *read_text(const char *text)
{
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    return t;
}

enum { NONE = 0, SC = 1, TSO = 2, RVWMO = 4, WEAK = RVWMO, TSO_TOO = RVWMO | TSO, ALL = 7 };

struct verdict {
    const char *name;
    int allowed;
    const char *text;
};

/* In all threads x1 is 1, and x5, x6 and x7 have the addresses of x, y and z. */
#define OF(t) t ":x1=1; " t ":x5=x; " t ":x6=y; " t ":x7=z; "
#define RV2 "RISCV t\n{ " OF("0") OF("1") "}\nP0 | P1 ;\n"
#define RV3 "RISCV t\n{ " OF("0") OF("1") OF("2") "}\nP0 | P1 | P2 ;\n"
#define RV4 "RISCV t\n{ " OF("0") OF("1") OF("2") OF("3") "}\nP0 | P1 | P2 | P3 ;\n"
#define ROW(a, b) a " | " b " ;\n"
#define ROW3(a, b, c) a " | " b " | " c " ;\n"
#define ROW4(a, b, c, d) a " | " b " | " c " | " d " ;\n"

#define SB(between0, between1)                                                                     \
    RV2 ROW("sw x1,0(x5)", "sw x1,0(x6)")                                                          \
        between0 between1 ROW("lw x2,0(x6)", "lw x2,0(x5)") "exists (0:x2=0 /\\ 1:x2=0)"
#define MP(writer, reader)                                                                         \
    RV2 ROW("sw x1,0(x5)", "lw x2,0(x6)") writer ROW("sw x1,0(x6)", "") reader                     \
        "exists (1:x2=1 /\\ 1:x3=0)"
#define WFENCE ROW("fence w,w", "")
#define LB(between) RV2 ROW("lw x2,0(x5)", "lw x2,0(x6)") between "exists (0:x2=1 /\\ 1:x2=1)"

static const struct verdict riscv[] = {
    {"SB", TSO_TOO, SB("", "")},
    {"SB+fences", NONE, SB(ROW("fence", "fence rw,rw"), "")},
    {"SB+fence.w.rs", NONE, SB(ROW("fence w,r", "fence w,r"), "")},
    {"SB+fence.r.rws", TSO_TOO, SB(ROW("fence r,rw", "fence rw,w"), "")},
    {"SB+fence.tsos", TSO_TOO, SB(ROW("fence.tso", "fence.tso"), "")},
    /* plain loads and stores have RCpc annotations, which rule 7 does not order */
    {"SB+poprl-aq", TSO_TOO,
     RV2 ROW("sw.rl x1,0(x5)", "sw.rl x1,0(x6)")
         ROW("lw.aq x2,0(x6)", "lw.aq x2,0(x5)") "exists (0:x2=0 /\\ 1:x2=0)"},
    {"SB+amo.rl-lr.aq: rule 7", NONE,
     RV2 ROW("amoswap.w.rl x0,x1,(x5)", "amoswap.w.rl x0,x1,(x6)")
         ROW("lr.w.aq x2,(x6)", "lr.w.aq x2,(x5)") "exists (0:x2=0 /\\ 1:x2=0)"},
    {"SB+amo.aqrl: an amo is one operation", NONE,
     RV2 ROW("amoswap.w.aqrl x0,x1,(x5)", "amoswap.w.aq.rl x0,x1,0(x6)")
         ROW("lw x2,0(x6)", "lw x2,0(x5)") "exists (0:x2=0 /\\ 1:x2=0)"},
    {"SB+amos", WEAK,
     RV2 ROW("amoswap.w x0,x1,(x5)", "amoswap.w x0,x1,(x6)")
         ROW("lw x2,0(x6)", "lw x2,0(x5)") "exists (0:x2=0 /\\ 1:x2=0)"},
    {"MP", WEAK, MP("", ROW("", "lw x3,0(x5)"))},
    {"MP+fences", NONE, MP(WFENCE, ROW("", "fence r,r") ROW("", "lw x3,0(x5)"))},
    {"MP+fence.tsos", NONE, MP(ROW("fence.tso", ""), ROW("", "fence.tso") ROW("", "lw x3,0(x5)"))},
    {"MP+fence.w.w+fence.w.r", WEAK, MP(WFENCE, ROW("", "fence w,r") ROW("", "lw x3,0(x5)"))},
    {"MP+fence.w.w+addr: rule 9", NONE,
     MP(WFENCE, ROW("", "xor x8,x2,x2") ROW("", "add x8,x8,x5") ROW("", "lw x3,0(x8)"))},
    {"MP+fence.w.w+ctrl: rule 11 is about stores", WEAK,
     MP(WFENCE, ROW("", "bne x2,x0,L") ROW("", "L: lw x3,0(x5)"))},
    {"MP+fence.w.w+ctrlfencei: fence.i orders fetches", WEAK,
     MP(WFENCE, ROW("", "bnez x2,L") ROW("", "L: fence.i") ROW("", "lw x3,0(x5)"))},
    {"MP+rl+aq: rules 5 and 6", NONE,
     RV2 ROW("sw x1,0(x5)", "lw.aq x2,0(x6)")
         ROW("sw.rl x1,0(x6)", "lw x3,0(x5)") "exists (1:x2=1 /\\ 1:x3=0)"},
    {"MP+rl+po", WEAK,
     RV2 ROW("sw x1,0(x5)", "lw x2,0(x6)")
         ROW("sw.rl x1,0(x6)", "lw x3,0(x5)") "exists (1:x2=1 /\\ 1:x3=0)"},
    {"MP+fence.w.w+data-rfi-addr: rule 12", NONE,
     MP(WFENCE, ROW("", "sw x2,0(x7)") ROW("", "lw x4,0(x7)") ROW("", "xor x8,x4,x4")
                    ROW("", "add x8,x8,x5") ROW("", "lw x3,0(x8)"))},
    {"PPOCA: MP+fence.w.w+ctrl-rfi-addr", WEAK,
     MP(WFENCE, ROW("", "beqz x2,L") ROW("", "L: sw x1,0(x7)") ROW("", "lw x4,0(x7)")
                    ROW("", "xor x8,x4,x4") ROW("", "add x8,x8,x5") ROW("", "lw x3,0(x8)"))},
    /* reads of z between two address dependencies, from one write or from two (rule 2) */
    {"RSW", WEAK,
     MP(WFENCE, ROW("", "xor x8,x2,x2") ROW("", "add x8,x8,x7") ROW("", "lw x4,0(x8)")
                    ROW("", "lw x9,0(x7)") ROW("", "xor x10,x9,x9") ROW("", "add x10,x10,x5")
                        ROW("", "lw x3,0(x10)"))},
    {"RDW: rule 2", NONE,
     RV3 ROW3("sw x1,0(x5)", "lw x2,0(x6)", "sw x1,0(x7)") ROW3("fence w,w", "xor x8,x2,x2", "")
         ROW3("sw x1,0(x6)", "add x8,x8,x7", "") ROW3("", "lw x4,0(x8)", "") ROW3(
             "", "lw x9,0(x7)", "") ROW3("", "xor x10,x9,x9", "") ROW3("", "add x10,x10,x5", "")
             ROW3("", "lw x3,0(x10)", "") "exists (1:x2=1 /\\ 1:x4=0 /\\ 1:x9=1 /\\ 1:x3=0)"},
    {"LB", WEAK, LB(ROW("sw x1,0(x6)", "sw x1,0(x5)"))},
    {"LB+datas: rule 10", NONE,
     LB(ROW("xor x3,x2,x2", "xor x3,x2,x2") ROW("addi x3,x3,1", "ori x3,x3,1")
            ROW("sw x3,0(x6)", "sw x3,0(x5)"))},
    {"LB+data+po", WEAK, LB(ROW("sw x2,0(x6)", "sw x1,0(x5)"))},
    {"LB+ctrls: rule 11", NONE,
     LB(ROW("bne x2,x1,L", "beq x2,x0,L") ROW("sw x1,0(x6)", "sw x1,0(x5)") ROW("L:", "L:"))},
    {"LB+addrs", NONE,
     LB(ROW("sub x8,x2,x2", "andi x8,x2,0") ROW("add x8,x8,x6", "add x8,x5,x8")
            ROW("sw x1,0(x8)", "sw x1,0(x8)"))},
    {"LB+addrpo+data: rule 13", NONE,
     LB(ROW("xor x8,x2,x2", "xor x3,x2,x2") ROW("add x8,x8,x7", "addi x3,x3,1")
            ROW("lw x4,0(x8)", "sw x3,0(x5)") ROW("sw x1,0(x6)", ""))},
    {"S+fence.w.w+data", NONE,
     RV2 "li x3,2 | lw x2,0(x6) ;\nsw x3,0(x5) | xor x3,x2,x2 ;\nfence w,w | addi x3,x3,1 ;\n"
         "sw x1,0(x6) | sw x3,0(x5) ;\nexists (1:x2=1 /\\ x=2)"},
    {"S+fence.w.w+po", WEAK,
     RV2 "li x3,2 | lw x2,0(x6) ;\nsw x3,0(x5) | ;\nfence w,w | ;\n"
         "sw x1,0(x6) | sw x1,0(x5) ;\nexists (1:x2=1 /\\ x=2)"},
    {"2+2W", WEAK,
     RV2 "li x3,2 | li x3,2 ;\nsw x3,0(x5) | sw x3,0(x6) ;\nsw x1,0(x6) | sw x1,0(x5) ;\n"
         "exists (x=2 /\\ y=2)"},
    {"2+2W+fence.w.ws", NONE,
     RV2 "li x3,2 | li x3,2 ;\nsw x3,0(x5) | sw x3,0(x6) ;\nfence w,w | fence w,w ;\n"
         "sw x1,0(x6) | sw x1,0(x5) ;\nexists (x=2 /\\ y=2)"},
    {"IRIW", WEAK,
     RV4 ROW4("sw x1,0(x5)", "lw x2,0(x5)", "sw x1,0(x6)", "lw x2,0(x6)") ROW4(
         "", "lw x3,0(x6)", "", "lw x3,0(x5)") "exists (1:x2=1 /\\ 1:x3=0 /\\ 3:x2=1 /\\ 3:x3=0)"},
    {"IRIW+addrs: a store reaches all others at once", NONE,
     RV4 ROW4("sw x1,0(x5)", "lw x2,0(x5)", "sw x1,0(x6)", "lw x2,0(x6)")
         ROW4("", "xor x8,x2,x2", "", "xor x8,x2,x2") ROW4("", "add x8,x8,x6", "", "add x8,x8,x5")
             ROW4("", "lw x3,0(x8)", "",
                  "lw x3,0(x8)") "exists (1:x2=1 /\\ 1:x3=0 /\\ 3:x2=1 /\\ 3:x3=0)"},
    {"WRC+data+addr", NONE,
     RV3 ROW3("sw x1,0(x5)", "lw x2,0(x5)", "lw x2,0(x6)") ROW3("", "sw x2,0(x6)", "xor x8,x2,x2")
         ROW3("", "", "add x8,x8,x5")
             ROW3("", "", "lw x3,0(x8)") "exists (1:x2=1 /\\ 2:x2=1 /\\ 2:x3=0)"},
    {"CoRR", NONE,
     RV2 ROW("sw x1,0(x5)", "lw x2,0(x5)") ROW("", "lw x3,0(x5)") "exists (1:x2=1 /\\ 1:x3=0)"},
    {"two amoadds", NONE,
     RV2 ROW("amoadd.w x2,x1,(x5)", "amoadd.w x2,x1,(x5)") "exists (x=1 \\/ 0:x2=1 /\\ 1:x2=1)"},
    {"lr, sc: nothing of others between", NONE,
     RV2 "lr.w x2,(x5) | li x3,2 ;\nsc.w x4,x1,(x5) | sw x3,0(x5) ;\n"
         "exists (0:x2=0 /\\ 0:x4=0 /\\ x=1)"},
    {"lr, sc: a store of its own between", ALL,
     RV2 "lr.w x2,(x5) | ;\nsw x5,0(x5) | ;\nsc.w x4,x1,(x5) | ;\nexists (0:x4=0 /\\ x=1)"},
    {"sc may fail", ALL, RV2 "lr.w x2,(x5) | ;\nsc.w x4,x1,(x5) | ;\nexists (0:x4=1 /\\ x=0)"},
    {"sc without an lr", NONE, RV2 "sc.w x4,x1,(x5) | ;\nexists (0:x4=0)"},
    {"sc of another variable", NONE, RV2 "lr.w x2,(x6) | ;\nsc.w x4,x1,(x5) | ;\nexists (0:x4=0)"},
    {"a second sc", NONE,
     RV2 "lr.w x2,(x5) | ;\nsc.w x3,x1,(x5) | ;\nsc.w x4,x1,(x5) | ;\nexists (0:x4=0)"},
    /* what is stored depends on the success of the sc: rule 10 from its store */
    {"2+2W+sc-success", NONE,
     RV2 "li x3,3 | li x3,3 ;\nlr.w x2,(x5) | lr.w x2,(x6) ;\n"
         "sc.w x4,x3,(x5) | sc.w x4,x3,(x6) ;\nori x4,x4,1 | ori x4,x4,1 ;\n"
         "sw x4,0(x6) | sw x4,0(x5) ;\nexists (0:x2=1 /\\ 1:x2=1 /\\ x=3 /\\ y=3)"},
};

#define X86(a) "X86 t\n{ x=0; y=0; }\nP0 | P1 ;\n" a
#define X64(a) "X86_64 t\n{ uint64_t x; uint64_t y; uint64_t 0:rax; }\nP0 | P1 ;\n" a

static const struct verdict x86[] = {
    {"SB", TSO,
     X86("MOV [x],$1 | MOV [y],$1 ;\nMOV EAX,[y] | MOV EAX,[x] ;\n"
         "exists (0:EAX=0 /\\ 1:EAX=0)")},
    {"SB+mfences", NONE,
     X64("movq $1,(x) | movq $1,(y) ;\nmfence | mfence ;\nmovq (y),%rax | movq (x),%rax ;\n"
         "exists (0:rax=0 /\\ 1:rax=0)")},
    {"SB+lfence, sfence", TSO,
     X64("movq $1,(x) | movq $1,(y) ;\nlfence | sfence ;\nmovq (y),%rax | movq (x),%rax ;\n"
         "exists (0:rax=0 /\\ 1:rax=0)")},
    {"SB+xchg: always locked", NONE,
     X86("MOV EAX,$1 | MOV EAX,$1 ;\nXCHG [x],EAX | XCHG EAX,[y] ;\n"
         "MOV EBX,[y] | MOV EBX,[x] ;\nexists (0:EBX=0 /\\ 1:EBX=0)")},
    {"SB+locked increments", NONE,
     X64("movl $1,(x) | movl $1,(y) ;\nlock; incl (a) | lock addl $2,(b) ;\n"
         "movl (y),%eax | movl (x),%eax ;\nexists (0:eax=0 /\\ 1:rax=0)")},
    {"SB+increments without lock", TSO,
     X64("movl $1,(x) | movl $1,(y) ;\nincl (a) | addl $2,(b) ;\n"
         "movl (y),%eax | movl (x),%eax ;\nexists (0:eax=0 /\\ 1:rax=0)")},
    {"MP", NONE,
     X86("MOV [x],$1 | MOV EAX,[y] ;\nMOV [y],$1 | MOV EBX,[x] ;\n"
         "exists (1:EAX=1 /\\ 1:EBX=0)")},
    {"LB", NONE,
     X86("MOV EAX,[x] | MOV EAX,[y] ;\nMOV [y],$1 | MOV [x],$1 ;\n"
         "exists (0:EAX=1 /\\ 1:EAX=1)")},
    {"n6: a store buffer forwards", TSO,
     X86("MOV [x],$1 | MOV [y],$2 ;\nMOV EAX,[x] | MOV [x],$2 ;\nMOV EBX,[y] | ;\n"
         "exists (0:EAX=1 /\\ 0:EBX=0 /\\ x=1)")},
    {"n5: one order of the stores to x", NONE,
     X86("MOV [x],$1 | MOV [x],$2 ;\nMOV EAX,[x] | MOV EAX,[x] ;\n"
         "exists (0:EAX=2 /\\ 1:EAX=1)")},
    {"two locked xadds", NONE,
     X64("movl $1,%eax | movl $1,%eax ;\nlock xaddl %eax,(x) | lock xaddl %eax,(x) ;\n"
         "exists (x=1 \\/ 0:rax=1 /\\ 1:rax=1)")},
    {"two xadds without lock", SC | TSO,
     X64("movl $1,%eax | movl $1,%eax ;\nxaddl %eax,(x) | xaddl %eax,(x) ;\nexists (x=1)")},
    {"two compare-and-swaps from 0: one succeeds", NONE,
     X86("MOV EBX,$1 | MOV EBX,$2 ;\nLOCK CMPXCHG [x],EBX | LOCK CMPXCHG [x],EBX ;\n"
         "exists (0:EAX=0 /\\ 1:EAX=0)")},
};

static void assert_verdicts(const struct verdict *v, size_t n, bool is_riscv)
{
    for (size_t i = 0; i < n; i++) {
        struct litmus *t = read_text(v[i].text);
        int rvwmo = is_riscv && possible(t, MODEL_RVWMO) ? RVWMO : 0;
        int allowed = (possible(t, MODEL_SC) ? SC : 0) | (possible(t, MODEL_TSO) ? TSO : 0) | rvwmo;
        if (allowed != v[i].allowed)
            fail_msg("%s: allowed by 0x%x, not 0x%x (sc 1, tso 2, rvwmo 4)", v[i].name,
                     (unsigned)allowed, (unsigned)v[i].allowed);
        litmus_free(t);
    }
}

static void verdicts_on_riscv(void **state)
{
    (void)state;
    assert_verdicts(riscv, sizeof riscv / sizeof *riscv, true);
}

static void verdicts_on_x86(void **state)
{
    (void)state;
    assert_verdicts(x86, sizeof x86 / sizeof *x86, false);
}

static void languages(void **state)
{
    (void)state;
    static const bool judges[MODELS][LITMUS_X86_64 + 1] = {
        [MODEL_SC] = {true, true, true, true, true},
        [MODEL_RC] = {true, true, true, true, true},
        [MODEL_PTX] = {[LITMUS_C] = true, [LITMUS_PTX] = true},
        [MODEL_RVWMO] = {[LITMUS_RISCV] = true},
        [MODEL_TSO] = {[LITMUS_RISCV] = true, [LITMUS_X86] = true, [LITMUS_X86_64] = true}};
    for (int m = 0; m < MODELS; m++)
        for (int l = LITMUS_C; l <= LITMUS_X86_64; l++)
            assert_int_equal(model_judges((enum litmus_model)m, (enum litmus_language)l),
                             judges[m][l]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_on_riscv),
        cmocka_unit_test(verdicts_on_x86),
        cmocka_unit_test(languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
