/* What the timing of instruction and scalar caches may read: where code is, and which addresses a
 * load of constants or parameters has. */
#include "tests/ptx/machine.h"

#define HEAD ".version 6.0\n.target sm_70\n.address_size 64\n"
#define ONE(name, body)                                                                            \
    ".visible .entry " name "(.param .u64 a, .param .u32 b)\n{\n"                                  \
    ".reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %d<6>;\n" body "ret;\n}\n"

static const char text[] =
    HEAD ".const .align 4 .b8 table[256];\n" ONE("first", "ld.param.u32 %r1, [b];\n"
                                                          "mov.u32 %r2, %tid.x;\n"
                                                          "mul.wide.u32 %d1, %r2, 4;\n"
                                                          "mov.u64 %d2, table;\n"
                                                          "add.u64 %d3, %d2, %d1;\n"
                                                          "ld.const.u32 %r3, [%d3+8];\n"
                                                          "setp.lt.u32 %p1, %r2, 3;\n"
                                                          "@%p1 ld.const.u32 %r4, [%d3];\n"
                                                          "@!%p1 ld.const.u32 %r4, [table+4];\n"
                                                          "ld.param.u64 %d4, [a];\n"
                                                          "st.global.u32 [%d4], %r4;\n")
        ONE("second", "ld.param.u32 %r1, [b];\n");

/* The loads of constants of `first`, in their order: lanes that have an address, that of the
 * lowest, and how far they are apart. The first of a load from one address stands for all its
 * lanes. */
static const struct {
    uint32_t pc, lanes;
    uint64_t address, apart;
} loads[] = {
    {0, 1, PTX_PARAM_WINDOW + 8, 0}, {5, 0xffffffff, PTX_CONST_WINDOW + 8, 4},
    {7, 7, PTX_CONST_WINDOW, 4},     {8, 8, PTX_CONST_WINDOW + 4, 0},
    {9, 1, PTX_PARAM_WINDOW, 0},
};

static void addresses(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(text);
    param_u64(m, MACHINE_BASE);
    param_u32(m, 5);
    const struct simt_grid g = {.module = m->module,
                                .kernel = ptx_find(m->module, "first"),
                                .grid = {1, 1, 1},
                                .block = {32, 1, 1},
                                .params = m->params};
    struct simt_cta *cta = simt_cta_new(&g, 0);
    struct simt_warp *w = simt_cta_warp(cta, 0);
    size_t n = 0;
    for (uint32_t pc = 0; simt_state(w) == SIMT_READY; pc++) {
        struct simt_access a;
        const bool here = n < sizeof loads / sizeof *loads && loads[n].pc == pc;
        assert_int_equal(simt_pc(w), pc);
        assert_int_equal(simt_next(w)->constant, here);
        assert_int_equal(simt_constants(w, &a), here);
        if (here) {
            assert_int_equal(a.lanes, loads[n].lanes);
            uint64_t at = loads[n].address;
            for (uint32_t l = a.lanes; l != 0; l &= l - 1, at += loads[n].apart)
                assert_int_equal(a.address[__builtin_ctz(l)], at);
            n++;
        }
        assert_true(simt_step(w, &a, &m->err));
    }
    assert_int_equal(n, sizeof loads / sizeof *loads);
    simt_cta_free(cta);
    simt_machine_free(m);
}

/* A load whose guard no lane has reads nothing. */
static void no_lane(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(HEAD ONE("none", "setp.lt.u32 %p1, 1, 1;\n"
                                                               "@%p1 ld.param.u32 %r1, [b];\n"));
    const struct simt_grid g = {.module = m->module,
                                .kernel = ptx_find(m->module, "none"),
                                .grid = {1, 1, 1},
                                .block = {32, 1, 1},
                                .params = m->params};
    struct simt_cta *cta = simt_cta_new(&g, 0);
    struct simt_warp *w = simt_cta_warp(cta, 0);
    struct simt_access a;
    assert_true(simt_step(w, &a, &m->err));
    assert_true(simt_next(w)->constant);
    assert_false(simt_constants(w, &a));
    simt_cta_free(cta);
    simt_machine_free(m);
}

/* No two kernels share a line, nor do two modules; the same text is at the same place. */
static void places(void **state)
{
    (void)state;
    struct simt_machine *m = simt_machine_new(text), *same = simt_machine_new(text),
                        *other = simt_machine_new(HEAD ONE("first", "ld.param.u32 %r1, [b];\n"));
    const struct ptx_kernel *first = ptx_find(m->module, "first"),
                            *second = ptx_find(m->module, "second");
    assert_int_equal(first->code % PTX_CODE_ALIGN, 0);
    assert_int_equal(second->code % PTX_CODE_ALIGN, 0);
    assert_true(second->code >= first->code + (uint64_t)first->n_insts * PTX_INST_BYTES);
    assert_int_equal(first->code >> 32, second->code >> 32);
    assert_int_equal(ptx_find(same->module, "first")->code, first->code);
    assert_true(ptx_find(other->module, "first")->code >> 32 != first->code >> 32);
    simt_machine_free(m);
    simt_machine_free(same);
    simt_machine_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses),
        cmocka_unit_test(no_lane),
        cmocka_unit_test(places),
    };
    return cmocka_run_group_tests_name("constants", tests, NULL, NULL);
}
