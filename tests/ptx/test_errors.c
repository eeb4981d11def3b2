/* A message for every mistake: where, what, and what to do. */
#include "tests/ptx/machine.h"

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"
/* The statement is on line 7, column 1. */
#define IN_KERNEL(statement)                                                                       \
    HEAD ".visible .entry k(.param .u64 a)\n{\n.reg .pred %p<4>; .reg .b32 %r<4>; .reg .b64 "      \
         "%rd<4>; .reg .b16 %h; .reg .f32 %f<4>; .shared .b8 s[16];\n" statement "\nret;\n}\n"

static void refused(const char *text, const char *message)
{
    struct error err = {0};
    struct ptx_module *m = ptx_parse(text, strlen(text), "k.ptx", &err);
    if (m != NULL)
        fail_msg("accepted: %s", text);
    assert_string_equal(err.text, message);
}

static void test_unsupported(void **state)
{
    (void)state;
#define LIST "sw/ptx/README.md lists what is supported"
    static const struct {
        const char *text, *why;
    } all[] = {
        {"atom.global.add.f32 %f1, [%rd1], %f2",
         "atomics on floating-point numbers are not supported"},
        {"red.shared.add.f64 [%rd1], %rd2", "atomics on floating-point numbers are not supported"},
        {"atom.add.noftz.f16 %h, [%rd1], %h", LIST},
        {"atom.add.f16 %h, [%rd1], %h", "atomics on floating-point numbers are not supported"},
        {"atom.global.inc.u32 %r1, [%rd1], 5", "loop around atom.cas instead"},
        {"atom.global.add.s64 %rd1, [%rd1], 5", "this atomic does not have this type"},
        {"atom.global.max.b32 %r1, [%rd1], 5", "this atomic does not have this type"},
        {"atom.global.exch.u32 %r1, [%rd1], 5", "this atomic does not have this type"},
        {"red.global.exch.b32 [%rd1], 5", "there is no such instruction"},
        {"red.cas.b32 [%rd1], 5, 6", "there is no such instruction"},
        {"atom.global.u32 %r1, [%rd1], 5", "there is no such instruction"},
        {"atom", "there is no such instruction"},
        {"atom.local.add.u32 %r1, [%rd1], 5", "only global and shared memory have atomics"},
        {"atom.volatile.global.add.u32 %r1, [%rd1], 5", LIST},
        {"membar.gpu", "only membar.{cta,gl,sys} is supported"},
        {"membar", "only membar.{cta,gl,sys} is supported"},
        {"fence.acq_rel", "only fence{.sc,.acq_rel}.{cta,gpu,sys} is supported"},
        {"fence.acquire.gpu", "only fence{.sc,.acq_rel}.{cta,gpu,sys} is supported"},
        {"ld.acquire.global.u32 %r1, [%rd1]", "it needs a scope: .cta, .gpu or .sys"},
        {"ld.gpu.global.u32 %r1, [%rd1]", "a scope goes with .relaxed or .acquire"},
        {"ld.volatile.gpu.global.u32 %r1, [%rd1]", "a scope goes with .relaxed or .acquire"},
        {"st.sys.u32 [%rd1], %r1", "a scope goes with .relaxed or .release"},
        {"ld.release.gpu.u32 %r1, [%rd1]", "a load can be .relaxed or .acquire"},
        {"st.acquire.gpu.u32 [%rd1], %r1", "a store can be .relaxed or .release"},
        {"st.acq_rel.gpu.u32 [%rd1], %r1", "a store can be .relaxed or .release"},
        {"ld.relaxed.cta.local.u32 %r1, [%rd1]",
         "only global and shared memory have ordered accesses"},
        {"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [t, {%f1, %f2}]", LIST},
        {"frobnicate.s32 %r1, %r2", LIST},
        {"min.f16 %h, %h, %h", LIST},
        {"add.approx.f32 %f1, %f2, %f3", "this modifier is not supported here"},
        {"cvt.s32.f32 %r1, %f1", "it needs a rounding modifier"},
        {"bar.sync 1", "only barrier 0 of all the CTA's threads is supported"},
        {"bar.sync 0, 64", "only barrier 0 of all the CTA's threads is supported"},
        {"bar.red.popc.u32 %r1, 1, %p1", "only barrier 0 of all the CTA's threads is supported"},
        {"bar.red.min.u32 %r1, 0, %p1",
         "only bar.red.popc.u32 and bar.red.{and,or}.pred are supported"},
        {"bar.arrive 0, 64", "only bar.sync, bar.red and bar.warp.sync are supported"},
        {"match.any.b32 %r1, %r2", "only match.{any,all}.sync.{b32,b64} is supported"},
        {"isspacep.param %p1, %rd1", "there is no such instruction"},
        {"addc.cc.u16 %h, %h, %h", "there is no such instruction"},
        {"nanosleep.u64 %rd1", "there is no such instruction"},
        {"shfl.idx.b32 %r1, %r2, 0, 31", "only shfl.sync.{up,down,bfly,idx}.b32 is supported"},
        {"vote.any.pred %p1, %p2",
         "only vote.sync.{all,any,uni}.pred and .ballot.b32 are supported"},
        {"vadd.u32.u32.u32.sat %r1, %r2, %r3", LIST},
        {"vadd4.u32.u32.u32.add %r1, %r2, %r3, %r1", LIST},
        {"vabsdiff4.u32.u32.s32.add %r1, %r2, %r3, %r1", LIST},
        {"dp4a.u32 %r1, %r2, %r3, %r1", LIST},
        {"prefetch.shared.L1 [%rd1]", "there is no such instruction"},
        {"prefetch.global.L3 [%rd1]", "there is no such instruction"},
        {"prefetchu.L2 [%rd1]", "there is no such instruction"},
        {"discard.global.L1 [%rd1], 128", "there is no such instruction"},
        {"pmevent.all 1", "there is no such instruction"},
        {"ldu.shared.u32 %r1, [%rd1]", "ldu reads global memory, in no order"},
        {"ld.global.L2::cache_hint.u32 %r1, [%rd1], %rd2", LIST},
        {"st.const.u32 [0], %r1", "this memory cannot be written"},
        {"ld.global.v4.u64 {%rd1, %rd1, %rd2, %rd3}, [%rd1]", "a vector has at most 16 bytes"},
        {"ld.global.f16 %h, [%rd1]", "this type cannot be loaded or stored"},
        {"mov.b64 {%r1, %r2, %r3}, %rd1", "a vector of these widths cannot be moved"},
        {"set.lt.f64.f32 %f1, %f2, %f3", LIST},
        {"cvta.param.u64 %rd1, %rd2", LIST},
        {"bra.div L", "there is no such instruction"},
        {"a.b.c.d.e.f.g.h.i.j.k.l.m.n", "there is no such instruction"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[1024], message[1024];
        snprintf(text, sizeof text, "%s  %s;\nret;\n}\n",
                 HEAD ".visible .entry k(.param .u64 a)\n{\n.reg .pred %p<4>; .reg .b32 %r<4>; "
                      ".reg .b64 %rd<4>; .reg .b16 %h; .reg .f32 %f<4>; .shared .b8 s[16];\n",
                 all[i].text);
        snprintf(message, sizeof message, "k.ptx:7:3: unsupported instruction '%s'; %s",
                 all[i].text, all[i].why);
        refused(text, message);
    }
}

static void test_operands(void **state)
{
    (void)state;
    refused(IN_KERNEL("add.s32 %r1, %r2, %r9;"), "k.ptx:7:19: undeclared register '%r9'");
    refused(IN_KERNEL("add.s32 %r1, %r2, %r01;"), "k.ptx:7:19: undeclared register '%r01'");
    refused(IN_KERNEL("add.s32 %r1, %r2, foo;"), "k.ptx:7:19: undeclared name 'foo'");
    refused(IN_KERNEL("lop3.b32 %r1, %r2, %r3, %r1, %r2;"),
            "k.ptx:7:30: operand 5 of 'lop3.b32' must be a number from 0 to 255");
    refused(IN_KERNEL("lop3.b32 %r1, %r2, %r3, %r1, 256;"),
            "k.ptx:7:30: operand 5 of 'lop3.b32' must be a number from 0 to 255");
    refused(IN_KERNEL("@%q bra L;"), "k.ptx:7:2: undeclared register '%q'");
    refused(IN_KERNEL("@%r1 bra L;"), "k.ptx:7:2: a guard must be a predicate, '%r1' has 32 bits");
    refused(IN_KERNEL("@! bra L;"), "k.ptx:7:4: undeclared register 'bra'");
    refused(IN_KERNEL("add.s32 %r1, %r2, %rd1;"),
            "k.ptx:7:19: 'add.s32' needs a 32-bit register, '%rd1' has 64 bits");
    refused(IN_KERNEL("add.s64 %r1, %rd1, %rd2;"),
            "k.ptx:7:9: 'add.s64' needs a 64-bit register, '%r1' has 32 bits");
    refused(IN_KERNEL("add.s32 %r1, %p1, 0;"),
            "k.ptx:7:14: 'add.s32' needs a 32-bit register, '%p1' is a predicate");
    refused(IN_KERNEL("setp.lt.s32 %r1, %r2, 0;"),
            "k.ptx:7:13: 'setp.lt.s32' needs a predicate, '%r1' has 32 bits");
    refused(IN_KERNEL("add.f32 %f1, %f2, 1;"),
            "k.ptx:7:19: '1' is an integer number where a floating-point one is needed");
    refused(IN_KERNEL("add.s32 %r1, %r2, 0f3F800000;"),
            "k.ptx:7:19: '0f3F800000' is a floating-point number where an integer is needed");
    refused(IN_KERNEL("add.s32 %r1, %r2;"), "k.ptx:7:1: 'add.s32' takes 3 operands, not 2");
    refused(IN_KERNEL("add.s32 %r1, %r2, %r3, %r1;"),
            "k.ptx:7:1: 'add.s32' takes 3 operands, not 4");
    refused(IN_KERNEL("add.s32 5, %r2, %r3;"), "k.ptx:7:9: '5' cannot be written");
    refused(IN_KERNEL("add.s32 %r1, %tid.x, 1;"),
            "k.ptx:7:14: special register '%tid.x' can only be read by mov");
    refused(IN_KERNEL("add.s32 %r1, [%rd1], 1;"),
            "k.ptx:7:15: operand 2 of 'add.s32' must be a register or a number");
    refused(IN_KERNEL("mov.u16 %h, s;"), "k.ptx:7:13: the address of 's' has 64 bits");
    refused(IN_KERNEL("ld.global.u32 %r1, %rd1;"),
            "k.ptx:7:20: operand 2 of 'ld.global.u32' must be an address in brackets");
    refused(IN_KERNEL("ld.global.u32 %r1, [s];"),
            "k.ptx:7:21: 's' is not in the space that 'ld.global.u32' names");
    refused(IN_KERNEL("ld.u32 %r1, [s];"), "k.ptx:7:14: 's' has no generic address here");
    refused(IN_KERNEL("ld.global.u32 %h, [%rd1];"),
            "k.ptx:7:15: 'ld.global.u32' needs a 32-bit register, '%h' has 16 bits");
    refused(IN_KERNEL("ld.global.v2.u32 %r1, [%rd1];"),
            "k.ptx:7:18: operand 1 of 'ld.global.v2.u32' must be a vector of its size");
    refused(IN_KERNEL("ld.global.v2.u32 {%r1, %rd1}, [%rd1];"),
            "k.ptx:7:24: the elements of a vector must have one width");
    refused(IN_KERNEL("ld.global.u32 %r1, [foo];"), "k.ptx:7:21: 'foo' is no address");
    refused(IN_KERNEL("atom.global.add.u32 %r1, [%rd1];"),
            "k.ptx:7:1: 'atom.global.add.u32' takes 3 operands, not 2");
    refused(IN_KERNEL("atom.global.cas.b32 %r1, [%rd1], 1;"),
            "k.ptx:7:1: 'atom.global.cas.b32' takes 4 operands, not 3");
    refused(IN_KERNEL("red.global.add.u32 %r1, [%rd1], 1;"),
            "k.ptx:7:1: 'red.global.add.u32' takes 2 operands, not 3");
    refused(IN_KERNEL("atom.global.add.u32 %rd1, [%rd1], 1;"),
            "k.ptx:7:21: 'atom.global.add.u32' needs a 32-bit register, '%rd1' has 64 bits");
    refused(IN_KERNEL("atom.global.cas.b64 %rd1, [%rd1], %rd2, %r1;"),
            "k.ptx:7:41: 'atom.global.cas.b64' needs a 64-bit register, '%r1' has 32 bits");
    refused(IN_KERNEL("atom.global.add.u32 %r1, [s], 1;"),
            "k.ptx:7:27: 's' is not in the space that 'atom.global.add.u32' names");
    refused(IN_KERNEL("membar.gl 0;"), "k.ptx:7:1: 'membar.gl' takes 0 operands, not 1");
    refused(IN_KERNEL("bra %r1;"), "k.ptx:7:5: expected a label, found '%r1'");
    refused(IN_KERNEL("mov.b64 {%h, %h, %h, %h, %h}, %rd1;"),
            "k.ptx:7:26: a vector has at most 4 elements");
}

static void test_syntax(void **state)
{
    (void)state;
    refused(IN_KERNEL("bra L;"), "k.ptx:7:5: undefined label 'L'");
    refused(IN_KERNEL("L: bra L;\nL: ret;"),
            "k.ptx:8:1: label 'L' is defined twice (first on line 7)");
    refused(IN_KERNEL("add.s32 %r1, %r2, %r3"), "k.ptx:7:1: missing ';' after 'add.s32'");
    refused(IN_KERNEL("add.s32 %r1, %r2, %r3 %r1;"),
            "k.ptx:7:23: expected ',' or ';', found '%r1'");
    refused(IN_KERNEL("add.s32 %r1, %r2, ;"), "k.ptx:7:19: expected an operand, found ';'");
    refused(IN_KERNEL("%r1 = 5;"), "k.ptx:7:1: expected an instruction, found '%r1'");
    refused(IN_KERNEL("mov.u32 %r1, 0x1FFFFFFFFFFFFFFFF;"),
            "k.ptx:7:14: expected an operand, found '0x1FFFFFFFFFFFFFFFF'");
    refused(IN_KERNEL("mov.f32 %f1, 0f3F8;"), "k.ptx:7:14: expected an operand, found '0f3F8'");
}

static void test_declarations(void **state)
{
    (void)state;
    refused(IN_KERNEL(".reg .b32 %r<9>;"), "k.ptx:7:11: '%r' is declared twice (first on line 6)");
    refused(IN_KERNEL(".reg .b32 %x<4294967295>;"),
            "k.ptx:7:11: kernel 'k' has more than 65536 registers");
    refused(IN_KERNEL(".reg .f128 %x;"), "k.ptx:7:6: type '.f128' is not supported");
    refused(IN_KERNEL(".shared .b8 big[1000000];"),
            "k.ptx:7:13: 'big' is larger than 262144 bytes");
    refused(IN_KERNEL(".shared .b8 x[200000]; .shared .b8 y[200000];"),
            "k.ptx:7:36: shared memory is larger than 262144 bytes");
    refused(IN_KERNEL(".local .b8 l[99999999999999];"),
            "k.ptx:7:12: 'l' is larger than 524288 bytes");
    refused(IN_KERNEL(".shared .u32 x = 5;"), "k.ptx:7:16: shared memory has no initial value");
    refused(IN_KERNEL(".shared .align 3 .b8 x[4];"),
            "k.ptx:7:16: expected an alignment (a power of two up to 1024), found '3'");
    refused(IN_KERNEL(".branchtargets L;"),
            "k.ptx:7:1: directive '.branchtargets' is not supported in a kernel");
    refused(HEAD ".global .u32 x;\n.global .u64 x;\n",
            "k.ptx:5:14: 'x' is declared twice (first on line 4)");
    refused(HEAD ".global .u32 x[2] = {1, 2, 3};\n",
            "k.ptx:4:28: more initial values than 'x' has elements");
    refused(HEAD ".global .u64 x = y;\n", "k.ptx:4:18: undeclared variable 'y'");
    refused(HEAD ".global .u32 y; .global .u32 x = y;\n",
            "k.ptx:4:34: the address of 'y' does not fit here");
    refused(HEAD ".const .b8 x[70000];\n", "k.ptx:4:12: 'x' is larger than 65536 bytes");
    refused(HEAD ".const .b8 x[40000]; .const .b8 y[40000];\n",
            "k.ptx:4:33: constants are larger than 65536 bytes together");
    refused(HEAD ".global .b8 x[];\n", "k.ptx:4:13: array 'x' needs a size");
    refused(HEAD ".extern .global .u32 x;\n", "k.ptx:4:22: extern variable 'x' is defined nowhere");
    refused(HEAD ".global .b8 x[99999999] = {1};\n",
            "k.ptx:4:13: initialised variables are larger than 67108864 bytes together");
    refused(".address_size 32\n",
            "k.ptx:1:1: only 64-bit addresses are supported (.address_size 64)");
    refused(HEAD ".entry k() { ret; }\n.entry k() { ret; }\n",
            "k.ptx:5:8: entry 'k' is defined twice");
    refused(HEAD ".entry k(.param .b8 x[5000]) { ret; }\n",
            "k.ptx:4:21: 'x' is larger than 4352 bytes");
    refused(HEAD ".entry k() {\nret;\n", "k.ptx:4:12: '{' is never closed");
    refused(HEAD ".entry k(.reg .b32 x) { }\n", "k.ptx:4:10: expected '.param', found '.reg'");
    refused(HEAD "hello\n", "k.ptx:4:1: expected a directive, found 'hello'");
    refused(HEAD ".frob x;\n", "k.ptx:4:1: expected a directive of a module, found '.frob'");
    refused(HEAD ".entry", "k.ptx:4:7: expected the entry's name, found the end of the file");
    refused("/* never closed", "k.ptx:1:1: expected a directive, found '/*'");
}

/* Odd, but right. */
static void test_accepted(void **state)
{
    (void)state;
    static const char *const all[] = {
        "",
        HEAD ".entry k ( ) { }",
        HEAD ".func (.param .b32 r) f(.param .b32 x) { { call g; } }\n.extern .func g;",
        HEAD ".entry k() .maxntid 256, 1, 1 .minnctapersm 2 { .pragma \"nounroll\"; L: bra L; }",
        HEAD ".entry k() { .reg .b32 %r1<3>; .reg .b32 %r<2>; add.s32 %r12, %r1, %r11; }",
        HEAD ".entry k() { .reg .b32 a; { .reg .b64 a; mov.b64 a, 1; } mov.b32 a, -0x7; }",
        HEAD ".global .f32 x[2][2] = {{1.5, -2}, {0f3F800000, 1e3}};\n.file 1 \"a b\"\n"
             ".section .debug { .b8 1 }\n",
        HEAD ".extern .shared .align 4 .b8 s[];\n.shared .b32 t;\n.entry k() { .reg .b64 %a; "
             ".reg .b32 %r; mov.u64 %a, s+4; mov.u64 %a, t; ld.shared.u32 %r, [t]; }",
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct error err = {0};
        struct ptx_module *m = ptx_parse(all[i], strlen(all[i]), "k.ptx", &err);
        assert_string_equal(err.text, "");
        ptx_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unsupported), cmocka_unit_test(test_operands),
        cmocka_unit_test(test_syntax),      cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
