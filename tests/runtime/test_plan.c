/*
 * LADM's placement and schedule together, planned from the PTX of kernels that ship: of the bytes
 * that each CTA accesses, which the test knows from the kernel's source, those that lie at the home
 * that runs it.
 */
#include "sw/ptx/listing.h"
#include "sw/runtime/pages.h"
#include "tests/runtime/kernel.h"

enum { NODE = 1 << 20, SHARED = 1 << 16 };

struct planned {
    struct launch *l;
    struct ptx_module *m;
    struct gpu *g;
    uint32_t homes;
};

/* SMs that hold all CTAs at once, one in each home. */
static void deal(struct planned *p, size_t step)
{
    const struct sm_config c = {
        .warps = 1024, .ctas = 128, .shared_bytes = SHARED, .tags = 1, .line_bytes = LINE};
    gpu_begin(p->g, step, p->homes, 1);
    for (uint32_t i = 0; i < p->homes; i++) {
        struct sm *sm = sm_new(&c, "sm");
        while (gpu_dispatch(p->g, i, sm))
            ;
        sm_free(sm);
    }
    assert_true(gpu_all_dispatched(p->g));
}

/* Begins the first step. */
static struct planned plan(const char *name, const char *size, uint32_t homes, uint64_t page)
{
    char path[512];
    struct error err = {0};
    struct planned p = {.homes = homes};
    const struct pages_config c = {.policy = PLACEMENT_LADM,
                                   .homes = homes,
                                   .node_bytes = NODE,
                                   .line_bytes = LINE,
                                   .page_bytes = page};
    size_t len;
    if (strchr(name, '/') != NULL)
        snprintf(path, sizeof path, UMBEL_ROOT "/%s.yaml", name);
    else
        snprintf(path, sizeof path, UMBEL_ROOT "/sw/kernels/%s/%s.yaml", name, name);
    check((p.l = launch_load(path, size, 42, UINT64_MAX, &err)) != NULL, &err);
    char *text = ptx_compile(p.l->source, UMBEL_ROOT "/sw/kernels", 0, &len, &err);
    check(text != NULL, &err);
    check((p.m = ptx_parse_listed(text, len, p.l->source, &err)) != NULL, &err);
    free(text);
    check((p.g = gpu_new(p.l, p.m, NULL, &c, &err)) != NULL, &err);
    gpu_set_schedule(p.g, SCHEDULE_LADM, 1);
    deal(&p, 0);
    return p;
}

static void end(struct planned *p)
{
    gpu_free(p->g);
    ptx_free(p->m);
    launch_free(p->l);
}

static uint64_t address_of(const struct planned *p, const char *buffer)
{
    for (size_t i = 0; i < gpu_range_count(p->g); i++)
        if (strcmp(gpu_range(p->g, i)->name, buffer) == 0)
            return gpu_range(p->g, i)->address;
    fail_msg("no buffer %s", buffer);
    abort(); /* never reached: tells the static analyser so */
}

/* A grid of which CTA i accesses `block` bytes from begin + i * block on, and then as many a stride
 * of the whole grid further, up to `end`. */
struct access {
    size_t step; /* the launch */
    uint64_t ctas, block, begin, end;
};

/* The bytes of a buffer that do not lie at the home of the CTA that accesses them. */
static uint64_t far(const struct planned *p, const char *buffer, const struct access *a)
{
    const uint64_t address = address_of(p, buffer);
    uint64_t n = 0;
    for (uint64_t at = a->begin; at < a->end; at++) {
        const int home = (int)pages_choice(gpu_pages(p->g), address + at, 0);
        n += home != gpu_sm_of_cta(p->g, a->step, (at - a->begin) / a->block % a->ctas);
    }
    return n;
}

/* 32 CTAs of a vector each, and then another; the inner loop's bound overstates a datablock. */
static void vectors(void **state)
{
    (void)state;
    struct planned p = plan("scalar_prod", "ladm", 16, 1024);
    assert_int_equal(far(&p, "a", &(struct access){0, 32, 15360, 0, 64 * 15360}), 0);
    assert_int_equal(far(&p, "b", &(struct access){0, 32, 15360, 0, 64 * 15360}), 0);
    end(&p);
}

/* A CTA loads two datablocks of 1 KiB in a step. */
static void two_datablocks(void **state)
{
    (void)state;
    static const uint64_t pages[] = {256, 1024, 4096};
    for (int i = 0; i < 3; i++) {
        struct planned p = plan("reduction_k6", "ladm", 16, pages[i]);
        assert_int_equal(far(&p, "data", &(struct access){0, 32, 2048, 0, 131072 * 4}), 0);
        end(&p);
    }
}

/* 15 pages a stride for 16 homes. */
static void fewer_pages_than_homes(void **state)
{
    static const char *const buffers[] = {"price", "strike", "years", "call", "put"};
    (void)state;
    struct planned p = plan("black_scholes", "ladm", 16, 1024);
    for (int i = 0; i < 5; i++)
        assert_int_equal(far(&p, buffers[i], &(struct access){0, 30, 512, 0, 62500 * 4}), 0);
    end(&p);
}

/* Strides begin in the middle of the buffers: at bin 3/8 * 53248. 24 CTAs on 16 homes: every third
 * CTA lies half in one part and half in the next. */
static void later_begin(void **state)
{
    (void)state;
    struct planned p = plan("histo_final", "ladm", 16, 1024);
    const uint64_t low = 4 * 19968, high = 4 * 33280;
    const uint64_t near = far(&p, "near", &(struct access){0, 24, 8192, low, high});
    assert_true(near <= 2 * 4096);
    assert_int_equal(far(&p, "over", &(struct access){0, 24, 8192, low, high}), near);
    end(&p);
}

/* Rows of 8192 points, one for each dimension. */
static void rows(void **state)
{
    (void)state;
    struct planned p = plan("streamcluster", "ladm", 16, 1024);
    deal(&p, 1);
    const struct access a = {1, 16, 2048, 0, 16 * 32768};
    assert_int_equal(far(&p, "coord", &a), 0);
    end(&p);
}

/* Of buffers of one size each votes, and rows come before columns; not the first argument decides.
 * The grid is of 8 x 8 CTAs: each home gets two of its rows. */
static void equal_buffers(void **state)
{
    (void)state;
    struct planned p = plan("tests/runtime/columns_first", "tiny", 4, 1024);
    for (uint64_t cta = 0; cta < 64; cta++)
        assert_int_equal(gpu_sm_of_cta(p.g, 0, cta), (int)(cta / 8 / 2));
    end(&p);
}

/* A CTA steps through 1 KiB of its own, in four steps; no other CTA's data lie between. */
static void own_steps(void **state)
{
    (void)state;
    static const char *const buffers[] = {"a", "b", "c"};
    struct planned p = plan("xtreme1", NULL, 4, 256);
    for (int i = 0; i < 3; i++)
        assert_int_equal(far(&p, buffers[i], &(struct access){0, 16, 1024, 0, 16384}), 0);
    end(&p);
}

/* Without a loop, on homes that divide neither the pages nor the CTAs: far is what pages and CTAs
 * at the borders of parts have, at most. */
static void no_loop(void **state)
{
    (void)state;
    for (uint32_t homes = 1; homes <= 7; homes++) {
        struct planned p = plan("vecadd", "small", homes, 1024);
        const uint64_t n = far(&p, "c", &(struct access){0, 128, 512, 0, 65536});
        assert_in_range(n, 0, (homes - 1) * (1024 + 512));
        end(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(two_datablocks),
        cmocka_unit_test(fewer_pages_than_homes),
        cmocka_unit_test(later_begin),
        cmocka_unit_test(rows),
        cmocka_unit_test(equal_buffers),
        cmocka_unit_test(own_steps),
        cmocka_unit_test(no_loop),
    };
    return cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}
