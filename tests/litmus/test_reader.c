/* The reader of .litmus files: both kinds of header, and the message for each mistake. */
#include "formal/litmus/condition.h"
#include "formal/litmus/litmus.h"
#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

static int reg(const struct litmus *t, int thread, const char *name)
{
    for (int r = 0; r < t->threads[thread].n_regs; r++)
        if (t->threads[thread].regs[r] != NULL && strcmp(t->threads[thread].regs[r], name) == 0)
            return r;
    fail_msg("P%d has no %s", thread, name);
    return LITMUS_NONE;
}

static void c_header(void **state)
{
    (void)state;
    struct litmus *t =
        read_well("C a+b.c-d_1\n\"words\"\n{ int x=1; [y]=-2; z; }\n"
                  "(* same line: z x *)\n"
                  "P0 (volatile int* x, int* y) { // comment\n"
                  "  int r0;\n  *y = 3; /* comment */\n"
                  "  r0 = *x;\n  int r1 = READ_ONCE(*y);\n"
                  "  WRITE_ONCE(*x, r1);\n"
                  "  atomic_thread_fence(memory_order_acq_rel);\n"
                  "  __threadfence_block();\n}\n"
                  "P1 (atomic_int* z) {\n"
                  "  int e = 5;\n"
                  "  int r0 = atomic_load_explicit(z, memory_order_acquire);\n"
                  "  atomic_store_explicit(z, 7, memory_order_release);\n"
                  "  r0 = atomic_fetch_add_explicit(z, 0x10, memory_order_relaxed);\n"
                  "  int w = atomic_compare_exchange_strong(z, &e, 9);\n}\n"
                  "locations [y; 1:r0;]\n"
                  "~exists (0:r0=1 \\/ ~(x=2) /\\ 1:w=1)\n");
    assert_string_equal(t->name, "a+b.c-d_1");
    assert_int_equal(t->n_threads, 2);
    assert_int_equal(t->n_vars, 3);
    assert_int_equal(t->vars[0].first, 1);
    assert_int_equal((int32_t)t->vars[1].first, -2);
    assert_int_equal(t->vars[2].line, t->vars[0].line);
    assert_int_equal(t->vars[2].word, 0);
    assert_int_equal(t->vars[0].word, 1);
    assert_int_not_equal(t->vars[1].line, t->vars[0].line);
    const struct litmus_inst *i = t->threads[0].insts;
    assert_int_equal(t->threads[0].n_insts, 6);
    assert_int_equal(i[0].kind, LITMUS_STORE);
    assert_int_equal(i[0].operand.value, 3);
    assert_true(i[1].kind == LITMUS_LOAD && i[1].fresh && i[1].to == 0);
    assert_true(i[2].kind == LITMUS_LOAD && i[2].fresh && i[2].to == reg(t, 0, "r1"));
    assert_true(i[2].var == 1);
    assert_true(i[3].kind == LITMUS_STORE && i[3].operand.reg == reg(t, 0, "r1"));
    assert_true(i[4].kind == LITMUS_FENCE && !i[4].cta);
    assert_true(i[5].kind == LITMUS_FENCE && i[5].cta);
    i = t->threads[1].insts;
    assert_int_equal(t->threads[1].n_insts, 5);
    assert_int_equal(i[0].kind, LITMUS_MOVE);
    assert_true(i[1].fresh && i[1].fence_after && !i[1].fence_before);
    assert_true(i[2].fence_before && !i[2].fence_after);
    assert_true(i[3].kind == LITMUS_ATOMIC && i[3].fn == FN_ADD && i[3].operand.value == 16);
    assert_true(!i[3].fence_before && !i[3].fence_after);
    assert_true(i[4].fn == FN_CAS && i[4].to == 0 && i[4].compare.reg == 0);
    assert_int_equal(i[4].won, reg(t, 1, "w"));
    assert_true(i[4].fence_before && i[4].fence_after);
    assert_true(t->shown_var[0] && t->shown_var[1] && t->shown_var[2]);
    assert_int_equal(t->quantifier, LITMUS_NOT_EXISTS);
    assert_string_equal(t->condition_text, "~exists (0:r0=1 \\/ ~(x=2) /\\ 1:w=1)");
    /* /\ binds more tightly than \/. */
    struct litmus_state s = {0};
    s.regs[0][0] = 1;
    assert_true(condition_holds(t->condition, &s));
    s.regs[0][0] = 0;
    assert_false(condition_holds(t->condition, &s));
    s.regs[1][reg(t, 1, "w")] = 1;
    assert_true(condition_holds(t->condition, &s));
    s.vars[0] = 2;
    assert_false(condition_holds(t->condition, &s));
    litmus_free(t);
}

static void ptx_header(void **state)
{
    (void)state;
    struct litmus *t =
        read_well("PTX many\n{ x=0; y=0; }\n"
                  " P0@cta 1,gpu 0 | P1@cta 0,gpu 1 ;\n"
                  " st.weak x,1 | ld.relaxed.gpu r0,y ;\n"
                  " st.release.sys [y], 2 | ld.acquire.cta.u32 r1,[x] ;\n"
                  " fence.sc.cta | membar.gl ;\n"
                  " atom.add.u32 r0,[x],3 | atom.acq_rel.gpu.global.cas.b32 r2,x,r1,4 ;\n"
                  " red.relaxed.sys.max.s32 x,-1 | mov r3,r2 ;\n"
                  " | ld.volatile.global.s32 r4,x ;\n"
                  "forall [x]=2\n");
    assert_true(t->placed);
    assert_true(t->places[0].cta == 1 && t->places[0].gpu == 0);
    assert_true(t->places[1].cta == 0 && t->places[1].gpu == 1);
    const struct litmus_inst *i = t->threads[0].insts;
    assert_int_equal(t->threads[0].n_insts, 5);
    assert_true(i[1].kind == LITMUS_STORE && i[1].fence_before && !i[1].cta);
    assert_true(i[2].kind == LITMUS_FENCE && i[2].cta);
    assert_true(i[3].fn == FN_ADD && i[3].to == 0 && i[3].operand.value == 3);
    assert_true(i[4].fn == FN_MAX && i[4].to == LITMUS_NONE);
    i = t->threads[1].insts;
    assert_int_equal(t->threads[1].n_insts, 6);
    assert_true(i[0].fresh && !i[0].fence_after && !i[0].cta);
    assert_true(!i[1].fresh && i[1].fence_after && i[1].cta);
    assert_true(i[2].kind == LITMUS_FENCE && !i[2].cta);
    assert_true(i[3].fn == FN_CAS && i[3].compare.reg == 1 && i[3].operand.value == 4);
    assert_true(i[3].fence_before && i[3].fence_after && i[3].won == LITMUS_NONE);
    assert_true(i[4].kind == LITMUS_MOVE && i[4].operand.reg == 2);
    assert_true(i[5].kind == LITMUS_LOAD && i[5].fresh);
    assert_int_equal(t->quantifier, LITMUS_FORALL);
    litmus_free(t);
}

#define LD_FORMS                                                                                   \
    "there are ld.weak, ld.volatile, ld.relaxed.SCOPE, ld.acquire.SCOPE with SCOPE cta, gpu or "   \
    "sys, maybe .global and a type of 32 or 64 bits"
#define ST_FORMS                                                                                   \
    "there are st.weak, st.volatile, st.relaxed.SCOPE, st.release.SCOPE with SCOPE cta, gpu or "   \
    "sys, maybe .global and a type of 32 or 64 bits"
#define ATOM_FORMS                                                                                 \
    "there are atom and red, with .relaxed, .acquire, .release or .acq_rel, .SCOPE, and .add, "    \
    ".sub, .and, .or, .xor, .exch, .cas, .min.TYPE, .max.TYPE of 32 or 64 bits"
#define FENCE_FORMS                                                                                \
    "there are fence.sc.SCOPE, fence.acq_rel.SCOPE and fence.SCOPE with SCOPE cta, gpu or sys, "   \
    "and membar.cta, .gl, .sys"

#define INSTRUCTIONS                                                                               \
    "ld, st, atom, red, fence, membar, bar.sync, mov, add, sub, mul.lo, and, or, xor, setp, bra, " \
    "goto, beq, bne, blt, ble, bgt, bge"
#define BARRIER_FORMS                                                                              \
    "there are bar.sync N, barrier.sync N and barrier.sync.aligned N, maybe with .cta and a "      \
    "count "                                                                                       \
    "of threads"
#define COUNTS ", below 32, or of as many warps, a multiple of 32 up to 1024, must stand here, not "
#define FOUR "bar.sync 0 ;\nbar.sync 0 ;\nbar.sync 0 ;\nbar.sync 0 ;\n"
#define SIXTEEN FOUR FOUR FOUR FOUR "st.weak x,1"
#define PTX_TWO(rows) "PTX t\n{ x=0; }\n P0 | P1 ;\n" rows "exists (x=0)"

#define C_TEST(body) "C t\n{ x=0; }\nP0 (int* x) {\n" body "\n}\nexists (x=0)"
#define PTX_TREE(threads, tree)                                                                    \
    "PTX t\n{ x=0; }\n " threads " ;\n st.weak x,1 | ;\n" tree "\nexists (x=0)"
#define PTX_TEST(cell) "PTX t\n{ x=0; }\n P0 ;\n " cell " ;\nexists (x=0)"

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"",
         "1:1: a test begins with the language of its threads, C, PTX, RISCV, X86 or X86_64, and "
         "its name, not with the end of the file"},
        {"ARM SB", "1:1: a test begins with the language of its threads, C, PTX, RISCV, X86 or "
                   "X86_64, and its name, not with 'ARM'"},
        {"C \n{}", "1:3: the test's name is missing here"},
        {"C a b\n{}", "1:5: '{' is missing before 'b'"},
        {"C a;b\n{}", "1:3: a test's name is one word of letters, digits and signs, without "
                      "quotes, braces, ';' and '\\'"},
        {"C \xc3\xa9\n{}", "1:3: a test's name is one word of letters, digits and signs, without "
                           "quotes, braces, ';' and '\\'"},
        {"C t\nx", "2:1: '{' is missing before 'x'"},
        {"C t\n{ 8:r0=1; }", "2:3: there is no thread '8'; there may be 8"},
        {"C t\n{ 0:=1; }", "2:5: a register's name must stand here, not '='"},
        {"C t\n{ 0=1; }", "2:3: a variable's name is missing before '0'"},
        {"C t\n{ 0:r0=1;\n 0:r0=1; }",
         "3:4: 'r0' is given a second time; the first was at 2:5, keep one"},
        {"C t\n{ 0:r0=x;\n 0:r0=y; }",
         "3:4: 'r0' is given a second time; the first was at 2:5, keep one"},
        {"C t\n{ x=1;\n int x; }",
         "3:6: 'x' is given a second time; the first was at 2:3, keep one"},
        {"C t\n{ 2:r0=1; }\nP0 () { }\nexists (true)",
         "2:5: there is no thread P2 whose register this could be"},
        {"C t\n{ x=y; }", "2:5: a variable holds a number, no address: a number must stand here, "
                          "not 'y'"},
        {"C t\n{ int x[2]; }",
         "2:8: arrays are not understood; give each element a name of its own"},
        {"C t\n{ x={1,2}; }",
         "2:5: arrays are not understood; give each element a name of its own"},
        {"C t (a\n(* b", "2:1: this comment has no end; close it with *)"},
        {"C t\n(* a (* b *)", "2:1: this comment has no end; close it with *)"},
        {"C t\n{ x=0 y=0; }", "2:7: ';' is missing before 'y'"},
        {"C t\n{ x=99999999999; }", "2:5: '99999999999' does not fit in 32 bits"},
        {"C t\n{ x=1k; }", "2:5: '1k' is no number; write digits, or 0x and hex digits"},
        {"C t\n{ x=0;", "2:7: a variable's name is missing before the end of the file"},
        {"C t\n(* never", "2:1: this comment has no end; close it with *)"},
        {"C t\n\"never", "2:1: this text has no end; close it with \""},
        {"C t\n{ (* same line x y *) }",
         "2:3: variables that share a line are written (* same line: x y *)"},
        {"C t\n{ (* same line: x *) }",
         "2:19: a line is shared by at least two variables: name them here"},
        {"C t\n{ (* same line: x x *) }", "2:19: 'x' has a line already"},
        {"C t\n{ a;b;c;d;e;f;g;h;i; }", "2:19: 'i' is one variable too many; there may be 8"},
        {"C t\n{ x=0; }\nP1", "3:1: thread P0 must come here, not 'P1'"},
        {"C t\n{ x=0; }\nP0@cta 64,gpu 0",
         "3:8: the number of a cta, 0 to 63, is missing before '64'"},
        {"C t\n{}\nP0 (x)", "3:5: a parameter is written `int* NAME`, not 'x'"},
        {"C t\n{}\nP0 () }", "3:7: '{' is missing before '}'"},
        {C_TEST("*y = 1;"), "4:2: 'y' is no parameter of P0; add `int* NAME` to its list"},
        {C_TEST("*x = r0;"),
         "4:6: a number, or a register with a value, must stand here, not 'r0'"},
        {C_TEST("int r0; *x = r0;"),
         "4:14: a number, or a register with a value, must stand here, not 'r0'"},
        {C_TEST("int r0 = x;"),
         "4:10: a number, or a register with a value, must stand here, not 'x'"},
        {C_TEST("x = 1;"), "4:1: 'x' is a pointer; write *x"},
        {C_TEST("switch (1) ;"), "4:1: 'switch' begins no statement that is understood; "
                                 "formal/litmus/read/README.md lists them"},
        {C_TEST("for (;;) "), "5:1: '}' begins no statement that is understood; "
                              "formal/litmus/read/README.md lists them"},
        {C_TEST("for (int i = 0; i < 2; i++ ;"), "4:28: ')' is missing before ';'"},
        {C_TEST("int i; { int i = 1; } *x = i;"),
         "4:28: a number, or a register with a value, must stand here, not 'i'"},
        {C_TEST("int i = 1; int i = 2;"),
         "4:16: 'i' is given a second time; the first was at 4:5, keep one"},
        {C_TEST("{ int i = 1; int j, i; }"),
         "4:21: 'i' is given a second time; the first was at 4:7, keep one"},
        {C_TEST("{ int i = 1; } *x = i;"),
         "4:21: the block that declares 'i' has ended; declare it further out"},
        {C_TEST("for (int i = 0; i < 2; i++) ; i = 1;"),
         "4:31: the block that declares 'i' has ended; declare it further out"},
        {C_TEST("int i; i++;"),
         "4:9: the register on the left has no value yet; give it one before"},
        {C_TEST("int i = 1 / 0;"),
         "4:14: this divides by 0, or shifts by more bits than there are"},
        {C_TEST("int i = 1u << 32;"),
         "4:17: this divides by 0, or shifts by more bits than there are"},
        {C_TEST("unsigned signed i;"), "4:1: these words are no type together; write int, unsigned "
                                       "long, uint8_t and the like"},
        {C_TEST("int i = 08;"), "4:9: '08' is no number; write digits, or 0x and hex digits"},
        {C_TEST("if (r0) ;"),
         "4:5: a number, or a register with a value, must stand here, not 'r0'"},
        {C_TEST("if 1 ;"), "4:4: '(' is missing before '1'"},
        {C_TEST("while (1 *x = 1;"),
         "4:11: a number, or a register with a value, must stand here, not 'x'"},
        {C_TEST("if (1 && *x) ;"),
         "4:7: behind '&&' there may be no access, as it may not be done; "
         "write if (...) if (...)"},
        {C_TEST("int *p = x;"), "4:5: a register holds a number, no address; access variables by "
                                "the thread's parameters"},
        {C_TEST("smp_wmb();"), "4:1: 'smp_wmb' orders less than any fence that there is; write "
                               "smp_mb(), or atomic_thread_fence(...)"},
        {C_TEST("int r0 = atomic_inc(x);"),
         "4:10: 'atomic_inc' has no value; take atomic_inc_return"},
        {C_TEST("*x = 1"), "5:1: ';' is missing before '}'"},
        {C_TEST("atomic_load_explicit(x, relaxed);"),
         "4:25: 'relaxed' is no memory order; there are memory_order_relaxed, _consume, _acquire, "
         "_release, _acq_rel, _seq_cst"},
        {C_TEST("atomic_load_explicit(x, memory_order_release);"),
         "4:45: a load cannot be a release; make it an acquire"},
        {C_TEST("atomic_store_explicit(x, 1, memory_order_acquire);"),
         "4:49: a store cannot be an acquire; make it a release"},
        {C_TEST("atomic_thread_fence(memory_order_relaxed);"),
         "4:41: a relaxed fence orders nothing; leave it out"},
        {C_TEST("int r0 = atomic_store(x, 1);"), "4:10: a store has no value"},
        {C_TEST("int r0 = atomic_compare_exchange_strong(x, 0, 1);"),
         "4:44: '&' is missing before '0'"},
        {"C t\n{ x; }\nP0 (int* x) { int r0; }\nexists (0:r0=0)",
         "4:11: register 'r0' of P0 never gets a value; leave it out"},
        {PTX_TEST("ld.weak r0,[x"), "4:16: ']' is missing before ';'"},
        {PTX_TEST("ld.weak r0,[x+4]"), "4:16: each variable is a word of its own; give '4' a name "
                                       "instead of a distance"},
        {PTX_TEST("ld.weak r0,x ;\n ld.weak r1,[r0]"),
         "5:14: 'r0' holds no address; give it one among the first values: 0:r0=x"},
        {"PTX t\n{ 0:r1=x; }\n P0 ;\n mov r0,r1 ;\nexists (x=0)",
         "4:9: 'r1' holds an address, which is no value here; write [r1]"},
        {"PTX t\n{ 0:r1=x; }\n P0 ;\n mov r1,0 ;\nexists (x=0)",
         "4:6: 'r1' holds an address and must keep it; take another register"},
        {PTX_TEST("ld.weak x,x"), "4:10: a register's name must stand here, not 'x'"},
        {PTX_TEST("bar.sync 0, 33"), "4:14: a count of threads" COUNTS "'33'"},
        {PTX_TEST("bar.sync 0, 0"), "4:14: a count of threads" COUNTS "'0'"},
        {PTX_TEST("bar.sync 0, 1056"), "4:14: a count of threads" COUNTS "'1056'"},
        {PTX_TEST("barrier.cta.sync 0, r1"), "4:22: a count of threads" COUNTS "'r1'"},
        {PTX_TEST("bar.cta.sync 0, 1, r1"), "4:21: a count of threads" COUNTS "'r1'"},
        {PTX_TEST("bar.cta.sync 0, x"), "4:18: a register's name must stand here, not 'x'"},
        {PTX_TEST("bar.sync 0 ;\n" SIXTEEN),
         "20:1: a thread has no more than 16 barriers; leave some "
         "out"},
        {PTX_TEST("bar.sync 16"), "4:11: a barrier's number, 0 to 15, must stand here, not '16'"},
        {PTX_TEST("bar.sync"), "4:11: a barrier's number, 0 to 15, must stand here, not ';'"},
        {PTX_TEST("bar.sync r0"), "4:11: a barrier's number, 0 to 15, must stand here, not 'r0'"},
        {PTX_TEST("bar.arrive 0, 64"), "4:2: bar.arrive is not understood; a thread that arrives "
                                       "does not wait, which no barrier here can do; take .sync"},
        {PTX_TEST("fence.proxy.alias"), "4:2: fence.proxy.alias is not understood; it is a proxy "
                                        "fence, and tests have the generic proxy alone"},
        {PTX_TEST("ld.alias r0,[x]"), "4:2: ld.alias is not understood; virtual aliases are a "
                                      "proxy of their own; give the variable one name"},
        {PTX_TEST("sust.weak [x],1"), "4:2: sust.weak is not understood; surfaces have a proxy of "
                                      "their own; take st of a variable"},
        {PTX_TEST("suld.weak r0,[x]"), "4:2: suld.weak is not understood; surfaces have a proxy of "
                                       "their own; take ld of a variable"},
        {PTX_TEST("tld.weak r0,[x]"), "4:2: tld.weak is not understood; textures have a proxy of "
                                      "their own; take ld of a variable"},
        {PTX_TEST("multimem.st.weak [x],1"), "4:2: multimem.st.weak is not understood; multimem "
                                             "accesses memory of several GPUs at once; take ld, "
                                             "st or red"},
        {"PTX t\n{ x=0;\ny @ generic aliases x; }\nP0 ;\nst [y],1 ;\nexists (x=0)",
         "3:3: a proxy, or a second name of a variable, is not understood; tests have the generic "
         "proxy and one name for each variable"},
        {PTX_TEST("@p bar.sync 0"), "4:5: a barrier must be passed exactly once; leave out the "
                                    "predicate"},
        {PTX_TEST("bar.sync.aligned 0"), "4:2: bar.sync.aligned is not understood; " BARRIER_FORMS},
        {PTX_TEST("barrier.sync.gpu 0"), "4:2: barrier.sync.gpu is not understood; " BARRIER_FORMS},
        {PTX_TEST("barrier 0"), "4:2: barrier is not understood; " BARRIER_FORMS},
        {PTX_TWO(" ld.weak r0,x | bar.sync 0 ;\n @r0 bar.sync 0 | ;\n"),
         "5:6: a barrier must be passed exactly once; leave out the predicate"},
        {PTX_TWO(" bar.sync 0 | A: ld.weak r0,x ;\n | bar.sync 0 ;\n | bne r0,1,A ;\n"),
         "5:4: a branch of P1 goes past this barrier, or back to before it; a barrier must be "
         "passed exactly once"},
        {PTX_TWO(" bar.sync 0 | ld.weak r0,x ;\n | bne r0,1,A ;\n | bar.sync 0 ;\n | A: ;\n"),
         "6:4: a branch of P1 goes past this barrier, or back to before it; a barrier must be "
         "passed exactly once"},
        {PTX_TEST("bra.sync A"), "4:2: bra.sync is not understood; there are " INSTRUCTIONS},
        {PTX_TEST("nop"), "4:2: nop is not understood; there are " INSTRUCTIONS},
        {PTX_TEST("ld.relaxed r0,x"), "4:2: ld.relaxed is not understood; " LD_FORMS},
        {PTX_TEST("ld.weak.gpu r0,x"), "4:2: ld.weak.gpu is not understood; " LD_FORMS},
        {PTX_TEST("ld.release.gpu r0,x"), "4:2: ld.release.gpu is not understood; " LD_FORMS},
        {PTX_TEST("ld.u32.u32 r0,x"), "4:2: ld.u32.u32 is not understood; " LD_FORMS},
        {PTX_TEST("ld.shared.u32 r0,x"),
         "4:2: ld.shared.u32 is not understood; variables are in global memory"},
        {PTX_TEST("st.weak.f32 x,1"), "4:2: st.weak.f32 is not understood; " ST_FORMS},
        {PTX_TEST("st.acquire.cta x,1"), "4:2: st.acquire.cta is not understood; " ST_FORMS},
        {PTX_TEST("atom.min r0,x,1"), "4:2: atom.min is not understood; " ATOM_FORMS},
        {PTX_TEST("red.cas x,1,2"), "4:2: red.cas is not understood; " ATOM_FORMS},
        {PTX_TEST("fence.sc"), "4:2: fence.sc is not understood; " FENCE_FORMS},
        {PTX_TEST("membar.gpu"), "4:2: membar.gpu is not understood; " FENCE_FORMS},
        {PTX_TEST("setp.add p,1,1"), "4:2: setp.add is not understood; write setp with .eq, .ne, "
                                     ".lt, .le, .gt or .ge and a type"},
        {PTX_TEST("bra LC00"), "4:6: P0 has no label 'LC00'"},
        {PTX_TEST("A: ;\n A:"), "5:2: the label 'A' is in this thread already"},
        {PTX_TEST("@p bra A"), "4:9: P0 has no label 'A'"},
        {PTX_TEST("@1x bra A"), "4:3: '1x' is no number; write digits, or 0x and hex digits"},
        {PTX_TEST("st.weak x,1 | st.weak x,1"),
         "4:14: ';' is missing before '|': a row has 1 cells"},
        {"PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1 ;\n exists (x=0)",
         "4:2: 1 of 2 threads have a place (@cta, gpu); give all of them one"},
        {PTX_TREE("P0@cta 0,gpu 0 | P1@cta 1,gpu 0", "scopeTree(cta P0 P1)"),
         "5:1: threads have places already (@cta, gpu); keep those or the tree"},
        {PTX_TREE("P0 | P1", "scopeTree(cta P0)"), "5:1: P1 is missing in this tree"},
        {PTX_TREE("P0 | P1", "scopeTree(cta P0 P0 P1)"), "5:18: 'P0' has its place already"},
        {PTX_TREE("P0 | P1", "scopeTree(cta P0 P2)"), "5:18: there is no thread 'P2'"},
        {PTX_TREE("P0 | P1", "scopeTree(gpu P0 P1)"), "5:15: 'P0' is in no cta; write (cta P0)"},
        {PTX_TREE("P0 | P1", "scopeTree(rack P0 P1)"),
         "5:11: 'rack' is no level of a scope tree and no thread; the levels are sys, gpu, grid, "
         "cta and warp"},
        {PTX_TREE("P0 | P1", "scopeTree(cta (P0 P1"), "6:1: 'exists' is no level of a scope tree "
                                                      "and no thread; the levels are sys, gpu, "
                                                      "grid, cta and warp"},
        {PTX_TREE("P0 | P1", "x: shared"),
         "5:4: variables are in global memory; 'shared' memory is not understood"},
        {"PTX t\n{ x=0; }\n P0 ;\n st.weak x,1 ;\n",
         "5:1: the condition is missing: exists (...), ~exists (...) or forall (...)"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nwhere (x=0)",
         "4:1: the condition must stand here, not 'where': exists (...), ~exists (...) or forall "
         "(...)"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists (x>0)", "4:10: '=' is missing before '>'"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists (x=;)",
         "4:11: a number must stand here, not ';'"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nfilter x exists (x=1)",
         "4:10: '=' is missing before 'exists'"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists (r0=0)",
         "4:9: 'r0' is neither a variable nor a register; a register is written 0:r0"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists (1:r0=0)", "4:9: there is no thread '1'"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists (0:r0=0)",
         "4:11: P0 has no register 'r0'"},
        {"C t\n{ x=0; }\n(* same line: x yy *)\nP0 (int* x) { *x = 1; }\nexists (x=0)",
         "3:17: 'yy' is no variable: no thread has it, and it has no first value"},
        {"PTX t\n(* same line: zz x *)\n{}\nP0 ;\nst [x],1 ;\nexists (zz=0)",
         "2:1: '{' is missing before '(*'"},
        {"PTX t\n{ (* same line: zz x *) }\nP0 ;\nst [x],1 ;\nexists (zz=0)",
         "2:17: 'zz' is no variable: no thread has it, and it has no first value"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists (x=0",
         "4:12: ')' is missing before the end of the file"},
        {"C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists (x=0) x",
         "4:14: nothing may follow the condition, but here is 'x'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        char wanted[sizeof err.text];
        snprintf(wanted, sizeof wanted, "t.litmus:%s", cases[i].error);
        struct litmus *t = litmus_parse(cases[i].text, strlen(cases[i].text), "t.litmus", &err);
        assert_string_equal(err.text, wanted);
        assert_null(t);
    }
}

static void limits(void **state)
{
    (void)state;
    struct sbuf text = {0};
    sbuf_puts(&text, "C t\n{ x=0; }\nP0 (int* x) {");
    for (int i = 0; i <= LITMUS_INSTS; i++)
        sbuf_puts(&text, " *x = 1;");
    sbuf_puts(&text, "}\nexists (x=0)");
    struct error err = {0};
    assert_null(litmus_parse(text.text, text.len, "t.litmus", &err));
    assert_string_equal(err.text, "t.litmus:3:533: one instruction too many; a thread may have 64");
    sbuf_free(&text);
    text = (struct sbuf){0};
    sbuf_puts(&text, "C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nexists ");
    for (int i = 0; i < 1000; i++)
        sbuf_puts(&text, "~(");
    err = (struct error){0};
    assert_null(litmus_parse(text.text, text.len, "t.litmus", &err));
    assert_non_null(strstr(err.text, "nested too deeply; there may be 64 levels"));
    sbuf_free(&text);
    err = (struct error){0};
    assert_null(litmus_parse("C t\0", 4, "t.litmus", &err));
    assert_string_equal(err.text,
                        "t.litmus:1:1: the file holds a NUL byte; a .litmus file is text");
    err = (struct error){0};
    assert_null(litmus_read("/nowhere.litmus", &err));
    assert_string_equal(err.text, "/nowhere.litmus: cannot be read: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(c_header), cmocka_unit_test(ptx_header),
                                       cmocka_unit_test(mistakes), cmocka_unit_test(limits)};
    return cmocka_run_group_tests_name("litmus reader", tests, NULL, NULL);
}
