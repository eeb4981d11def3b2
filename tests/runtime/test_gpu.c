/* Placement of buffers, binding of parameters, CTA scheduling, the reference run. */
#include "sw/runtime/gpu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* k(out, n): out[global thread] = n + thread; `table` is there to be placed. */
static const char ptx[] = ".version 6.0\n.target sm_70\n.address_size 64\n"
                          ".visible .global .align 4 .b8 table[12] = {1, 2, 3};\n"
                          ".visible .entry k(\n"
                          "\t.param .u64 k_param_0,\n\t.param .u32 k_param_1\n)\n{\n"
                          "\t.reg .b32 \t%r<6>;\n\t.reg .b64 \t%rd<5>;\n"
                          "\tld.param.u64 \t%rd1, [k_param_0];\n"
                          "\tld.param.u32 \t%r1, [k_param_1];\n"
                          "\tcvta.to.global.u64 \t%rd2, %rd1;\n"
                          "\tmov.u32 \t%r2, %ctaid.x;\n\tmov.u32 \t%r3, %ntid.x;\n"
                          "\tmov.u32 \t%r4, %tid.x;\n"
                          "\tmad.lo.s32 \t%r5, %r2, %r3, %r4;\n"
                          "\tmul.wide.u32 \t%rd3, %r5, 4;\n\tadd.s64 \t%rd4, %rd2, %rd3;\n"
                          "\tadd.s32 \t%r5, %r5, %r1;\n"
                          "\tst.global.u32 \t[%rd4], %r5;\n\tret;\n}\n"
                          ".visible .entry spin()\n{\n$L1:\n\tbra.uni \t$L1;\n}\n";

struct fixture {
    struct launch *l;
    struct ptx_module *m;
    struct gpu *g;
    struct error err;
};

/* `more`: fields of buffer b. */
static void open_with(struct fixture *f, const char *more, const char *launches,
                      const struct pages_config *memory)
{
    char text[1024];
    snprintf(text, sizeof text,
             "about: x\nsource: k.ptx\nbuffers:\n"
             "  - {name: a, type: u32, count: 100, init: iota}\n"
             "  - {name: b, type: u8, count: 1, init: zero%s}\n"
             "launches:\n%s",
             more, launches);
    *f = (struct fixture){0};
    f->l = launch_parse(text, strlen(text), "f.yaml", NULL, 1, &f->err);
    if (f->l == NULL)
        fail_msg("%s", f->err.text);
    f->m = ptx_parse(ptx, strlen(ptx), "k.ptx", &f->err);
    if (f->m == NULL)
        fail_msg("%s", f->err.text);
    f->g = gpu_new(f->l, f->m, memory, &f->err);
}

static void open_in(struct fixture *f, const char *launches, const struct pages_config *memory)
{
    open_with(f, "", launches, memory);
}

static struct pages_config lines_of(uint64_t memory)
{
    return (struct pages_config){
        .homes = 1, .node_bytes = memory, .line_bytes = 64, .page_bytes = 4096};
}

static void open_fixture(struct fixture *f, const char *launches, uint64_t memory)
{
    const struct pages_config c = lines_of(memory);
    open_in(f, launches, &c);
}

static void close_fixture(struct fixture *f)
{
    gpu_free(f->g);
    ptx_free(f->m);
    launch_free(f->l);
}

#define ONE "  - {entry: k, grid: [2], block: [50], args: [a, \"u32 7\"]}\n"

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
    const struct pages_config c = {PLACEMENT_PAGES, 4, 2048, 64, 1024, 1, false, false};
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
    const struct pages_config few = {PLACEMENT_FIRST_TOUCH, 2, 1024, 64, 1024, 1, false, false};
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
    struct pages_config c = {PLACEMENT_FIRST_TOUCH, 4, 2048, 64, 1024, 1, false, false};
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
        c = (struct pages_config){bad[i].policy, bad[i].homes, bad[i].node_bytes, 64, 1024, 1,
                                  false,         false};
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
                   "f.yaml:7:5: 'k.ptx' has no kernel 'j'; it has: k, spin");
    expect_binding("  - {entry: k, grid: [1], block: [1], args: [a]}\n",
                   "f.yaml:7:5: kernel 'k' takes 2 arguments, the launch gives 1");
    expect_binding("  - {entry: k, grid: [16384, 16385], block: [1], args: [a, \"u32 7\"]}\n",
                   "f.yaml:7:5: a grid of 268451840 CTAs; at most 268435456, use larger blocks");
    expect_binding("  - {entry: k, grid: [1], block: [1], args: [a, b]}\n",
                   "f.yaml:7:5: argument 2 of kernel 'k' has 4 bytes, the launch gives 8: buffer "
                   "b; use another type");
}

static void test_schedule(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, "  - {entry: k, grid: [7], block: [1], args: [a, \"u32 7\"]}\n", 1 << 20);
    gpu_begin(f.g, 0, 2, 2);
    /* CTAs 0..3 on GPU 0, 4..6 on GPU 1. */
    const uint64_t first[] = {0, 1, 4, 5};
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(gpu_next_cta(f.g, i), first[i]);
    struct sm_config c = {.warps = 1, .ctas = 1, .shared_bytes = 0, .tags = 1, .line_bytes = 64};
    struct sm *sm[4];
    for (uint32_t i = 0; i < 4; i++) {
        sm[i] = sm_new(&c, "sm");
        assert_int_equal(gpu_sm_of_cta(f.g, 0, first[i]), -1);
        assert_true(gpu_dispatch(f.g, i, sm[i]));
        assert_false(gpu_dispatch(f.g, i, sm[i])); /* full */
        assert_int_equal(gpu_sm_of_cta(f.g, 0, first[i]), (int)i);
    }
    assert_false(gpu_all_dispatched(f.g));
    const uint64_t second[] = {2, 3, 6, GPU_NO_CTA};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(gpu_next_cta(f.g, i), second[i]);
        sm_free(sm[i]);
        sm[i] = sm_new(&c, "sm");
        assert_int_equal(gpu_dispatch(f.g, i, sm[i]), second[i] != GPU_NO_CTA);
        sm_free(sm[i]);
    }
    assert_true(gpu_all_dispatched(f.g));
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 6), 2);
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 7), -1);
    close_fixture(&f);
}

static void test_every_cta_once(void **state)
{
    (void)state;
    struct fixture f;
    for (int ctas = 1; ctas <= 20; ctas++)
        for (uint32_t gpus = 1; gpus <= 5; gpus++) {
            char text[128];
            snprintf(text, sizeof text,
                     "  - {entry: k, grid: [%d], block: [1], args: [a, \"u32 7\"]}\n", ctas);
            open_fixture(&f, text, 1 << 20);
            gpu_begin(f.g, 0, gpus, 3);
            struct sm_config c = {.warps = 32, .ctas = 32, .tags = 1, .line_bytes = 64};
            for (uint32_t i = 0; i < gpus * 3; i++) {
                struct sm *sm = sm_new(&c, "sm");
                while (gpu_dispatch(f.g, i, sm))
                    ;
                sm_free(sm);
            }
            assert_true(gpu_all_dispatched(f.g));
            for (uint64_t i = 0; i < (uint64_t)ctas; i++)
                assert_int_equal(gpu_sm_of_cta(f.g, 0, i) / 3, (int)(i * gpus / (uint64_t)ctas));
            close_fixture(&f);
        }
}

/* Opens a fixture with one step of this grid and policy. */
static void open_grid(struct fixture *f, uint32_t x, uint32_t y, uint32_t z, enum schedule policy)
{
    char text[128];
    snprintf(text, sizeof text,
             "  - {entry: k, grid: [%u, %u, %u], block: [1], args: [a, \"u32 7\"]}\n", x, y, z);
    open_fixture(f, text, 1 << 20);
    assert_non_null(f->g);
    gpu_set_schedule(f->g, policy, 3);
}

static const uint32_t grids[][3] = {{1, 1, 1}, {3, 1, 1}, {1, 5, 1}, {29, 1, 1}, {4, 7, 1},
                                    {7, 4, 2}, {6, 6, 1}, {2, 2, 5}, {1, 9, 3},  {13, 2, 1}};
#define GRIDS (sizeof grids / sizeof *grids)

/* Number j of the CTAs that a package was dealt runs on SM j % sms of it. */
static void goes_round(enum schedule policy, const uint32_t *dim, uint32_t gpus, uint32_t sms)
{
    struct fixture f;
    open_grid(&f, dim[0], dim[1], dim[2], policy);
    gpu_begin(f.g, 0, gpus, sms);
    struct sm_config c = {.warps = 64, .ctas = 64, .tags = 1, .line_bytes = 64};
    for (uint32_t i = 0; i < gpus * sms; i++) {
        struct sm *sm = sm_new(&c, "sm");
        for (uint64_t last = 0, cta; (cta = gpu_next_cta(f.g, i)) != GPU_NO_CTA; last = cta) {
            assert_true(cta >= last);
            assert_true(gpu_dispatch(f.g, i, sm));
        }
        assert_false(gpu_dispatch(f.g, i, sm));
        sm_free(sm);
    }
    assert_true(gpu_all_dispatched(f.g));
    const struct schedule_grid grid = {dim[0], dim[1], dim[2], gpus, 3};
    uint32_t dealt[8] = {0};
    for (uint64_t i = 0; i < (uint64_t)dim[0] * dim[1] * dim[2]; i++) {
        uint32_t p = schedule_policies[policy].package(&grid, i);
        assert_int_equal(gpu_sm_of_cta(f.g, 0, i), (int)(p * sms + dealt[p]++ % sms));
    }
    close_fixture(&f);
}

static void test_policies(void **state)
{
    (void)state;
    for (int policy = 0; policy < SCHEDULES; policy++)
        for (size_t i = 0; i < GRIDS && schedule_policies[policy].source == NULL; i++)
            for (uint32_t gpus = 1; gpus <= 5; gpus++)
                for (uint32_t sms = 1; sms <= 4; sms += 3)
                    goes_round((enum schedule)policy, grids[i], gpus, sms);
}

/* SMs of one CTA each, whose CTAs end at random; under `stealing`. */
struct thieves {
    struct fixture f;
    struct sm *sm[16];
    uint32_t gpus, sms, busy; /* busy: a bit per SM */
    uint64_t ctas, given;
    uint32_t next[4], end[4]; /* what the test expects to be left of each package's chunk */
    uint32_t order[128];      /* the SM and CTA of each dispatch */
};

static struct sm *lone_sm(void)
{
    struct sm_config c = {.warps = 1, .ctas = 1, .tags = 1, .line_bytes = 64};
    return sm_new(&c, "sm");
}

static uint32_t left_of(const struct thieves *t, uint32_t package)
{
    return t->end[package] - t->next[package];
}

/* The CTA that the rule gives to this SM: of its own package, else of the fullest. */
static uint32_t expected_cta(struct thieves *t, uint32_t sm)
{
    uint32_t from = sm / t->sms;
    if (left_of(t, from) == 0)
        for (uint32_t p = t->gpus; p-- > 0;)
            if (left_of(t, p) >= left_of(t, from))
                from = p;
    assert_true(left_of(t, from) > 0);
    return t->next[from]++;
}

/* One cycle: each SM without a CTA gets one if any is left. */
static void steal_once(struct thieves *t)
{
    for (uint32_t i = 0; i < t->gpus * t->sms; i++) {
        bool can = !(t->busy >> i & 1) && t->given < t->ctas;
        uint64_t next = gpu_next_cta(t->f.g, i);
        assert_int_equal(gpu_can_dispatch(t->f.g, i, t->sm[i]), can);
        assert_int_equal(gpu_dispatch(t->f.g, i, t->sm[i]), can);
        if (!can)
            continue;
        uint32_t cta = expected_cta(t, i);
        assert_int_equal(next, cta);
        assert_int_equal(gpu_sm_of_cta(t->f.g, 0, cta), (int)i);
        t->order[t->given++] = i << 16 | cta;
        t->busy |= 1u << i;
    }
}

/* Ends the CTAs of some SMs: those of package 0 seldom, so that others take its CTAs. */
static void end_some(struct thieves *t, uint32_t *random)
{
    for (uint32_t i = 0; i < t->gpus * t->sms; i++) {
        *random = *random * 1664525 + 1013904223;
        if (!(t->busy >> i & 1) || (*random >> 16) % (i / t->sms == 0 ? 9 : 3) != 0)
            continue;
        sm_free(t->sm[i]);
        t->sm[i] = lone_sm();
        t->busy &= ~(1u << i);
    }
}

static struct thieves steal_all(const uint32_t *dim, uint32_t gpus, uint32_t sms, uint32_t random)
{
    struct thieves t = {.gpus = gpus, .sms = sms, .ctas = (uint64_t)dim[0] * dim[1] * dim[2]};
    open_grid(&t.f, dim[0], dim[1], dim[2], SCHEDULE_STEALING);
    gpu_begin(t.f.g, 0, gpus, sms);
    for (uint32_t i = 0; i < t.ctas; i++) /* the chunks */
        t.end[i * gpus / (uint32_t)t.ctas]++;
    for (uint32_t p = 1; p < gpus; p++) {
        t.next[p] = t.end[p - 1];
        t.end[p] += t.next[p];
    }
    for (uint32_t i = 0; i < gpus * sms; i++)
        t.sm[i] = lone_sm();
    while (!gpu_all_dispatched(t.f.g)) {
        steal_once(&t);
        end_some(&t, &random);
    }
    assert_int_equal(t.given, t.ctas);
    for (uint32_t i = 0; i < gpus * sms; i++) {
        assert_false(gpu_dispatch(t.f.g, i, t.sm[i]));
        sm_free(t.sm[i]);
    }
    close_fixture(&t.f);
    return t;
}

static void test_stealing(void **state)
{
    (void)state;
    unsigned stolen = 0;
    for (size_t i = 0; i < GRIDS; i++)
        for (uint32_t gpus = 1; gpus <= 4; gpus++)
            for (uint32_t sms = 1; sms <= 4; sms++) {
                uint32_t seed = (uint32_t)i + 16 * gpus + 64 * sms;
                struct thieves a = steal_all(grids[i], gpus, sms, seed);
                struct thieves b = steal_all(grids[i], gpus, sms, seed);
                assert_memory_equal(a.order, b.order, sizeof a.order);
                uint64_t seen = 0;
                for (uint64_t k = 0; k < a.ctas; k++) {
                    uint32_t cta = a.order[k] & 0xffff;
                    assert_true(cta < a.ctas && (seen >> cta & 1) == 0);
                    seen |= UINT64_C(1) << cta;
                    stolen += cta * gpus / a.ctas != (a.order[k] >> 16) / sms;
                }
            }
    assert_true(stolen > 200);
}

/* The SM of a CTA is known after later steps have begun, and of no step that has not. */
static void test_where_it_ran(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, ONE ONE, 1 << 20);
    struct sm_config c = {.warps = 32, .ctas = 32, .tags = 1, .line_bytes = 64};
    struct sm *sm = sm_new(&c, "sm");
    gpu_begin(f.g, 0, 2, 1);
    assert_true(gpu_dispatch(f.g, 1, sm));
    assert_int_equal(gpu_sm_of_cta(f.g, 1, 1), -1);
    gpu_begin(f.g, 1, 2, 1);
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 0), -1);
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 1), 1);
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 2), -1);
    assert_int_equal(gpu_sm_of_cta(f.g, 1, 1), -1);
    sm_free(sm);
    close_fixture(&f);
}

static void test_flat(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, ONE, 1 << 20);
    struct flat_writer w;
    struct flat *flat = flat_run(
        f.g, &(struct flat_options){.watch = &w, .watch_address = 0x1000 + 4 * 60 + 1}, &f.err);
    if (flat == NULL)
        fail_msg("%s", f.err.text);
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t v;
        memcpy(&v, flat_bytes(flat, 0) + 4 * i, 4);
        assert_int_equal(v, i + 7);
    }
    assert_memory_equal(flat_bytes(flat, 2), "\1\2\3\0", 4);
    assert_true(w.found);
    assert_int_equal(w.cta, 1);
    assert_non_null(strstr(w.where, "CTA (1,0,0)"));
    assert_non_null(strstr(w.where, "thread (10,0,0)"));
    flat_free(flat);
    close_fixture(&f);
}

static void test_flat_errors(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, "  - {entry: k, grid: [3], block: [50], args: [a, \"u32 7\"]}\n", 1 << 20);
    assert_null(flat_run(f.g, &(struct flat_options){0}, &f.err));
    assert_non_null(strstr(f.err.text, "reference run: "));
    assert_non_null(strstr(f.err.text, "CTA (2,0,0), thread (0,0,0): store of 4 bytes at 0x1190: "
                                       "no buffer holds it; "));
    close_fixture(&f);
    open_fixture(&f, "  - {entry: spin, grid: [1], block: [1]}\n", 1 << 20);
    assert_null(flat_run(f.g, &(struct flat_options){.limit = 100000}, &f.err));
    assert_non_null(strstr(f.err.text, "too many instructions, the kernel seems to loop for "
                                       "ever; check its loops, or choose a smaller size"));
    close_fixture(&f);
}

/*
 * Handshakes between CTAs, in hand-written PTX: thread 0 of CTA i waits until word `from(i)` of a
 * is set, then sets word i to that value plus 1. `last` starts the chain.
 */
static const char chain[] =
    ".version 6.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry chain(.param .u64 a, .param .u32 step, .param .u32 first)\n{\n"
    ".reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<3>;\n"
    "ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [step]; ld.param.u32 %r2, [first];\n"
    "mov.u32 %r3, %ctaid.x; mov.u32 %r4, %tid.x; setp.ne.u32 %p1, %r4, 0; @%p1 bra END;\n"
    "mov.u32 %r5, 1; setp.eq.u32 %p1, %r3, %r2; @%p1 bra SET;\n"
    "add.u32 %r6, %r3, %r1; mul.wide.u32 %rd2, %r6, 4; add.u64 %rd2, %rd1, %rd2;\n"
    "WAIT: ld.acquire.gpu.global.u32 %r5, [%rd2];\n"
    "setp.eq.u32 %p2, %r5, 0; @%p2 bra WAIT; add.u32 %r5, %r5, 1;\n"
    "SET: mul.wide.u32 %rd3, %r3, 4; add.u64 %rd3, %rd1, %rd3;\n"
    "st.release.gpu.global.u32 [%rd3], %r5;\n"
    "END: bar.sync 0; ret;\n}\n"
    ".visible .entry spin(.param .u64 a)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %rd<2>; .reg .pred %p; ld.param.u64 %rd1, [a];\n"
    "L: atom.global.exch.b32 %r1, [%rd1], 1; setp.ne.u32 %p, %r1, 0; @%p bra L; ret;\n}\n";

static struct flat *run_chain(struct fixture *f, const char *launch, uint64_t limit)
{
    char text[1024];
    snprintf(text, sizeof text,
             "about: x\nsource: k.ptx\nbuffers:\n"
             "  - {name: a, type: u32, count: 100, init: zero}\nlaunches:\n  - {%s}\n",
             launch);
    *f = (struct fixture){0};
    f->l = launch_parse(text, strlen(text), "f.yaml", NULL, 1, &f->err);
    if (f->l == NULL)
        fail_msg("%s", f->err.text);
    f->m = ptx_parse(chain, strlen(chain), "k.ptx", &f->err);
    if (f->m == NULL)
        fail_msg("%s", f->err.text);
    const struct pages_config c = lines_of(1 << 20);
    f->g = gpu_new(f->l, f->m, &c, &f->err);
    assert_non_null(f->g);
    return flat_run(f->g, &(struct flat_options){.limit = limit}, &f->err);
}

/* A reference run in which no CTA ends reports where its warps are; each report takes twice as long
 * as the last. */
static void test_flat_lull(void **state)
{
    (void)state;
    struct fixture f;
    char *text;
    size_t len;
    FILE *to = open_memstream(&text, &len);
    assert_non_null(to);
    open_fixture(&f, "  - {entry: spin, grid: [1], block: [1]}\n", 1 << 20);
    gpu_hints(f.g, to, 10000);
    assert_null(flat_run(f.g, &(struct flat_options){.limit = 100000}, &f.err));
    fclose(to);
    int told = 0;
    for (const char *s = text; (s = strstr(s, "umbel: reference run: no CTA has ended")) != NULL;
         s++)
        told++;
    assert_int_equal(told, 4); /* after 10000, 20000, 40000, 80000 */
    assert_non_null(strstr(text, " warp instructions; the run goes on; warps are at:\n"
                                 "  warp 0: kernel spin, PTX line "));
    assert_non_null(strstr(text, ", CTA (0,0,0), thread (0,0,0): 1 lane runs\n"));
    free(text);
    close_fixture(&f);
}

/* CTAs that wait for an earlier or a later one end, as the turn of a waiting CTA is limited. */
static void test_flat_turns(void **state)
{
    (void)state;
    static const char *const launches[] = {
        "entry: chain, grid: [100], block: [64], args: [a, 'i32 -1', 'u32 0']",
        "entry: chain, grid: [100], block: [64], args: [a, 'i32 1', 'u32 99']"};
    struct fixture f;
    for (int way = 0; way < 2; way++) {
        /* The second: CTAs wait for all behind them. 100 * 100 / 2 turns of PATIENCE, and a few. */
        struct flat *flat = run_chain(&f, launches[way], way == 0 ? 10000 : 40000000);
        if (flat == NULL)
            fail_msg("%s", f.err.text);
        for (uint32_t i = 0; i < 100; i++) {
            uint32_t v;
            memcpy(&v, flat_bytes(flat, 0) + 4 * i, 4);
            assert_int_equal(v, way == 0 ? i + 1 : 100 - i);
        }
        flat_free(flat);
        close_fixture(&f);
    }
    /* A lock that nobody gives back. */
    assert_null(run_chain(&f, "entry: spin, grid: [3], block: [1], args: [a]", 3000000));
    assert_non_null(strstr(f.err.text, "too many instructions, the kernel seems to loop for "));
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_placement),          cmocka_unit_test(test_binding),
        cmocka_unit_test(test_placement_in_pages), cmocka_unit_test(test_home),
        cmocka_unit_test(test_schedule),           cmocka_unit_test(test_every_cta_once),
        cmocka_unit_test(test_policies),           cmocka_unit_test(test_stealing),
        cmocka_unit_test(test_where_it_ran),       cmocka_unit_test(test_flat),
        cmocka_unit_test(test_flat_errors),        cmocka_unit_test(test_flat_turns),
        cmocka_unit_test(test_flat_lull),
    };
    return cmocka_run_group_tests_name("gpu", tests, NULL, NULL);
}
