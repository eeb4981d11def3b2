/* Listings: what instructions say, and that nothing is recorded unless it is asked for. */
#include "sw/ptx/listing.h"
#include "tests/ptx/machine.h"

static const char text[] =
    ".version 6.0\n.target sm_70\n.address_size 64\n"
    ".global .align 4 .b8 table[64];\n"
    ".func (.param .b32 r) twice(.param .b32 v)\n{\n.reg .b32 %r<3>;\n"
    "ld.param.u32 %r1, [v]; add.u32 %r2, %r1, %r1; st.param.b32 [r], %r2; ret;\n}\n"
    ".visible .entry k(.param .u32 n, .param .u64 a)\n{\n"
    ".reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<3>; .reg .f32 %f<2>;\n"
    "ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.y; mov.u64 %rd2, table;\n"
    ".loc 1 7 3\n"
    "Ltmp0: mul.wide.s32 %rd3, %r1, -12; setp.lt.u32 %p1|%p2, %r1, 5;\n"
    "@!%p1 bra END;\n"
    "NEXT: ld.global.v2.u32 {%r2, %r3}, [%rd3+-8]; mov.f32 %f1, 0f3F800000;\n"
    "bra NEXT;\n"
    "END: { .param .b32 v0; .param .b32 r0; st.param.b32 [v0], %r1;\n"
    "call.uni (r0), twice, (v0); ld.param.b32 %r4, [r0]; }\n"
    "ld.param.u32 %r5, [n]; st.global.u32 [%rd2+4], %r5; ret;\n}\n.file 1 \"x.cu\"\n";

static const struct ptx_text *named(const struct ptx_listing *l, const char *opcode, int from)
{
    for (int i = from; i < l->n; i++)
        if (strcmp(l->texts[i].opcode, opcode) == 0)
            return &l->texts[i];
    fail_msg("no %s", opcode);
    abort();
}

static void instructions(void **state)
{
    (void)state;
    struct error err = {0};
    struct ptx_module *m = ptx_parse_listed(text, strlen(text), "t.ptx", &err);
    if (m == NULL)
        fail_msg("%s", err.text);
    const struct ptx_listing *l = ptx_listing(ptx_kernel(m, 0));
    assert_non_null(l);
    assert_int_equal(l->n_parts, 2);
    assert_string_equal(l->parts[0].name, "k");
    assert_string_equal(l->parts[1].name, "twice");
    assert_int_equal(l->parts[0].first, 0);

    const struct ptx_operand *o = named(l, "ld.param.u64", 0)->operands;
    assert_true(o[0].written && o[0].kind == PTX_REGISTER);
    assert_true(o[1].kind == PTX_PARAM && o[1].value == 8); /* u64 behind u32 */
    assert_string_equal(named(l, "mov.u32", 0)->operands[1].name, "%tid.y");
    o = named(l, "mov.u64", 0)->operands;
    assert_true(o[1].kind == PTX_VARIABLE && o[1].space == SPACE_GLOBAL);
    assert_string_equal(o[1].name, "table");

    const struct ptx_text *t = named(l, "mul.wide.s32", 0);
    assert_int_equal(t->operands[2].value, -12);
    assert_string_equal(t->file, "x.cu");
    assert_int_equal(t->file_line, 7);
    assert_int_equal(t->file_column, 3);
    assert_int_equal(t->marks, 1);
    assert_int_equal(named(l, "mov.u32", 0)->marks, 0);

    t = named(l, "setp.lt.u32", 0);
    assert_int_equal(t->n, 4);
    assert_true(t->operands[0].written && t->operands[1].written && !t->operands[2].written);
    const struct ptx_text *b = named(l, "bra", 0);
    assert_true(b->guard == t->operands[0].reg && b->guard_not);
    assert_string_equal(l->texts[b->operands[0].value].opcode, "st.param.b32");

    t = named(l, "ld.global.v2.u32", 0);
    assert_int_equal(t->n, 3);
    assert_true(t->operands[0].written && t->operands[1].written && !t->operands[2].written);
    assert_true(t->operands[2].address && t->operands[2].value == -8);
    assert_false(t->is_float);
    assert_true(named(l, "mov.f32", 0)->is_float);
    b = named(l, "bra", (int)(b - l->texts) + 1);
    assert_ptr_equal(&l->texts[b->operands[0].value], t);
    assert_int_equal(b->guard, -1);

    t = named(l, "st.global.u32", 0);
    assert_false(t->operands[0].written);
    /* A body ends with a return that the text may lack. */
    assert_string_equal(l->texts[l->parts[1].first - 1].opcode, "ret");
    assert_string_equal(l->texts[l->n - 1].opcode, "ret");
    assert_string_equal(l->texts[l->parts[1].first].opcode, "ld.param.u32");
    assert_true(l->texts[l->parts[1].first].operands[1].kind == PTX_VARIABLE);
    assert_int_equal(l->texts[l->parts[1].first].operands[1].space, SPACE_LOCAL);
    ptx_free(m);
}

static void only_if_asked(void **state)
{
    (void)state;
    struct error err = {0};
    struct ptx_module *m = ptx_parse(text, strlen(text), "t.ptx", &err);
    assert_non_null(m);
    assert_null(ptx_listing(ptx_kernel(m, 0)));
    ptx_free(m);
}

/* A listing changes nothing of what is executed: the same operations. */
static void same_kernel(void **state)
{
    (void)state;
    struct error err = {0};
    struct ptx_module *with = ptx_parse_listed(text, strlen(text), "t.ptx", &err);
    struct ptx_module *without = ptx_parse(text, strlen(text), "t.ptx", &err);
    assert_true(with != NULL && without != NULL);
    const struct kernel *a = kernel_of(ptx_kernel(with, 0)), *b = kernel_of(ptx_kernel(without, 0));
    assert_int_equal(a->pub.n_insts, b->pub.n_insts);
    for (int i = 0; i < a->pub.n_insts; i++) {
        assert_int_equal(a->ops[i].target, b->ops[i].target);
        assert_int_equal(a->ops[i].d, b->ops[i].d);
        assert_true(a->ops[i].exec == b->ops[i].exec && a->ops[i].lanes == b->ops[i].lanes);
    }
    ptx_free(with);
    ptx_free(without);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(instructions),
                                       cmocka_unit_test(only_if_asked),
                                       cmocka_unit_test(same_kernel)};
    return cmocka_run_group_tests_name("listings", tests, NULL, NULL);
}
