/* Placement of buffers, binding of parameters. */
#include "tests/runtime/gpu_fixture.h"

static void test_placement(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, ONE, 1 << 20);
    assert_non_null(f.g);
    assert_int_equal(gpu_range_count(f.g), 3);
    const struct gpu_range *a = gpu_range(f.g, 0), *b = gpu_range(f.g, 1), *t = gpu_range(f.g, 2);
    assert_int_equal(a->address, 0x1000);
    assert_int_equal(f.l->buffers[0].address, 0x1000);
    assert_int_equal(b->address % 64, 0);
    assert_string_equal(t->name, "table");
    assert_int_equal(t->buffer, -1);
    assert_int_equal(ptx_variable(f.m, 0)->address, t->address);
    assert_ptr_equal(gpu_range_of(f.g, 0x1000 + 399), a);
    assert_null(gpu_range_of(f.g, 0x1000 + 400));
    assert_null(gpu_range_of(f.g, 0));
    assert_null(gpu_range_of(f.g, UINT64_MAX));
    assert_ptr_equal(gpu_range_of(f.g, b->address), b);
    assert_true(gpu_bounds(f.g, 0x1000 + 396, 4));
    assert_false(gpu_bounds(f.g, 0x1000 + 398, 4));
    uint64_t start, end;
    assert_true(gpu_allocation(f.g, 0x1005, &start, &end));
    assert_int_equal(end - start, 400);
    assert_false(gpu_allocation(f.g, 0x10, &start, &end));
    close_fixture(&f);
    open_fixture(&f, ONE, 0x1100);
    assert_null(f.g);
    assert_string_equal(f.err.text, "f.yaml: 'a' (400 bytes) does not fit the memory of 4352 "
                                    "bytes; choose a smaller size or raise umc.bytes");
    close_fixture(&f);
}

/* Where pages are placed, each allocation has pages of its own. */
static void test_placement_in_pages(void **state)
{
    (void)state;
    struct fixture f;
    const struct pages_config c = {PLACEMENT_PAGES, 4, 2048,  64,    1024, 1, false,
                                   false,           0, false, false, 0,    0};
    open_in(&f, ONE, &c);
    assert_non_null(f.g);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(gpu_range(f.g, i)->address, 0x1000 + i * 1024);
    uint64_t physical;
    assert_true(pages_find(gpu_pages(f.g), 0x1000 + 1024, &physical));
    assert_int_equal(physical, 1024); /* page 0 of b is at home 0, as that of a is */
    assert_true(pages_find(gpu_pages(f.g), 0x1000 + 2048, &physical));
    assert_int_equal(physical, 2048); /* which is full, so page 0 of table goes to the next */
    close_fixture(&f);
    const struct pages_config few = {
        PLACEMENT_FIRST_TOUCH, 2, 1024, 64, 1024, 1, false, false, 0, false, false, 0, 0};
    open_in(&f, ONE, &few);
    assert_null(f.g);
    assert_string_equal(f.err.text,
                        "f.yaml: 'table' (12 bytes) does not fit the memory of 2048 bytes in pages "
                        "of 1024; choose a smaller size or smaller placement.page_bytes, or raise "
                        "umc.bytes");
    close_fixture(&f);
}

/* A buffer whose home the launch file names, and machines that cannot place it there. */
static void test_home(void **state)
{
    (void)state;
    struct fixture f;
    struct pages_config c = {
        PLACEMENT_FIRST_TOUCH, 4, 2048, 64, 1024, 1, false, false, 0, false, false, 0, 0};
    open_with(&f, ", home: 1 + 2", ONE, &c);
    assert_non_null(f.g);
    assert_int_equal(f.l->buffers[0].home, -1);
    assert_int_equal(f.l->buffers[1].home, 3);
    uint64_t physical;
    assert_false(pages_find(gpu_pages(f.g), gpu_range(f.g, 0)->address, &physical));
    assert_true(pages_find(gpu_pages(f.g), gpu_range(f.g, 1)->address, &physical));
    assert_int_equal(physical, 3 * 2048);
    close_fixture(&f);
    static const struct {
        const char *field, *message;
        enum page_placement policy;
        uint32_t homes;
        uint64_t node_bytes;
    } bad[] = {
        {", home: 4", "f.yaml:5:5: buffer 'b' has home 4; the homes of this system are 0 to 3",
         PLACEMENT_PAGES, 4, 2048},
        {", home: 1",
         "f.yaml:5:5: buffer 'b' has home 1, but the memory of this system is placed by lines; "
         "take "
         "a system whose packages have memory (rdma-small, numa-small), or --set "
         "placement.policy=pages",
         PLACEMENT_INTERLEAVE, 1, 1 << 20},
        {", home: 0",
         "f.yaml:5:5: buffer 'b' (1 bytes) does not fit what is left of home 0, in pages of 1024; "
         "choose a smaller size or raise umc.bytes",
         PLACEMENT_PAGES, 4, 1024},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        c = (struct pages_config){bad[i].policy,
                                  bad[i].homes,
                                  bad[i].node_bytes,
                                  64,
                                  1024,
                                  1,
                                  false,
                                  false,
                                  0,
                                  false,
                                  false,
                                  0,
                                  0};
        open_with(&f, bad[i].field, ONE, &c);
        assert_null(f.g);
        assert_string_equal(f.err.text, bad[i].message);
        close_fixture(&f);
    }
}

static void expect_binding(const char *launches, const char *message)
{
    struct fixture f;
    open_fixture(&f, launches, 1 << 20);
    assert_null(f.g);
    assert_string_equal(f.err.text, message);
    close_fixture(&f);
}

static void test_binding(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, ONE, 1 << 20);
    const struct simt_grid *grid = gpu_grid(f.g, 0);
    const uint8_t params[12] = {0, 0x10, 0, 0, 0, 0, 0, 0, 7};
    assert_int_equal(grid->kernel->param_bytes, 12);
    assert_memory_equal(grid->params, params, 12);
    struct sm_config c = {.warps = 1, .ctas = 1, .shared_bytes = 0};
    assert_false(gpu_fits(f.g, &c, &f.err));
    assert_string_equal(f.err.text, "f.yaml:7:5: kernel 'k': a CTA has 2 warps, an SM holds 1; "
                                    "use a smaller block or raise sm.warps");
    close_fixture(&f);
    expect_binding("  - {entry: j, grid: [1], block: [1]}\n",
                   "f.yaml:7:5: 'k.ptx' has no kernel 'j'; it has: k, spin, odd");
    /* One that cannot run is refused when it is launched; the others have been launched above. */
    expect_binding(
        "  - {entry: odd, grid: [1], block: [1]}\n",
        "k.ptx:32:2: unsupported instruction 'quux.b32 1'; sw/ptx/README.md lists what is "
        "supported");
    expect_binding("  - {entry: k, grid: [1], block: [1], args: [a]}\n",
                   "f.yaml:7:5: kernel 'k' takes 2 arguments, the launch gives 1");
    expect_binding("  - {entry: k, grid: [16384, 16385], block: [1], args: [a, \"u32 7\"]}\n",
                   "f.yaml:7:5: a grid of 268451840 CTAs; at most 268435456, use larger blocks");
    expect_binding("  - {entry: k, grid: [1], block: [1], args: [a, b]}\n",
                   "f.yaml:7:5: argument 2 of kernel 'k' has 4 bytes, the launch gives 8: buffer "
                   "b; use another type");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_placement),
        cmocka_unit_test(test_placement_in_pages),
        cmocka_unit_test(test_home),
        cmocka_unit_test(test_binding),
    };
    return cmocka_run_group_tests_name("gpu", tests, NULL, NULL);
}
