/* CTAs to SMs, under every schedule. */
#include "tests/runtime/gpu_fixture.h"

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
    /* The module has no listing, so nothing is known of the kernel. */
    const struct schedule_grid grid = {.x = dim[0],
                                       .y = dim[1],
                                       .z = dim[2],
                                       .packages = gpus,
                                       .batch = 3,
                                       .aligned = 1,
                                       .bind = BIND_CHUNKS};
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
        for (size_t i = 0; i < GRIDS && schedule_policies[policy].run == NULL; i++)
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
    uint32_t full;            /* a bit per SM: it was busy when its package had CTAs left */
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

/* The package of the CTA that the rule gives to this SM: its own, else of those whose SMs all were
 * full the one with most left. */
static uint32_t expected_source(const struct thieves *t, uint32_t sm)
{
    uint32_t from = sm / t->sms;
    const uint32_t all = (1u << t->sms) - 1;
    if (left_of(t, from) == 0)
        for (uint32_t p = t->gpus; p-- > 0;)
            if (left_of(t, p) >= left_of(t, from) && (t->full >> p * t->sms & all) == all)
                from = p;
    return from;
}

/* One cycle: each SM without a CTA gets one if any is left. */
static void steal_once(struct thieves *t)
{
    for (uint32_t i = 0; i < t->gpus * t->sms; i++) {
        const uint32_t from = expected_source(t, i);
        const bool busy = (t->busy >> i & 1) != 0, can = !busy && left_of(t, from) > 0;
        uint64_t next = gpu_next_cta(t->f.g, i);
        assert_int_equal(gpu_can_dispatch(t->f.g, i, t->sm[i]), can);
        assert_int_equal(gpu_dispatch(t->f.g, i, t->sm[i]), can);
        t->full |= (uint32_t)(busy && left_of(t, i / t->sms) > 0) << i;
        if (!can)
            continue;
        const uint32_t cta = t->next[from]++;
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

/* Ten CTAs, dealt to two GPUs of two SMs with room for two: gpu0 gets 0 to 4, gpu1 5 to 9. Neither
 * steals while the other fills: in two rounds each SM has two of its own, and 4 and 9 are left. A
 * busy SM of gpu1 does not steal 4 when it has given away 9; an idle one does. And of four CTAs on
 * four GPUs each gets one, though gpu0's second SM has room for all. */
static void test_initial_assignment(void **state)
{
    (void)state;
    struct fixture f;
    struct sm *sm[4];
    const struct sm_config c = {.warps = 2, .ctas = 2, .tags = 1, .line_bytes = 64};
    for (int i = 0; i < 4; i++)
        sm[i] = sm_new(&c, "sm");
    open_grid(&f, 10, 1, 1, SCHEDULE_STEALING);
    gpu_begin(f.g, 0, 2, 2);
    static const int ran_on[] = {0, 1, 0, 1, -1, 2, 3, 2, 3, -1};
    for (int round = 0; round < 3; round++)
        for (uint32_t i = 0; i < 4; i++)
            assert_int_equal(gpu_dispatch(f.g, i, sm[i]), round < 2);
    for (uint32_t cta = 0; cta < 10; cta++)
        assert_int_equal(gpu_sm_of_cta(f.g, 0, cta), ran_on[cta]);
    for (int idle = 2; idle < 4; idle++) {
        sm_free(sm[idle]);
        sm[idle] = sm_new(&c, "sm");
        assert_true(gpu_dispatch(f.g, 2, sm[2]) == (idle == 2)); /* 9; then it is busy */
    }
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 9), 2);
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 4), -1);
    assert_true(gpu_dispatch(f.g, 3, sm[3]));
    assert_int_equal(gpu_sm_of_cta(f.g, 0, 4), 3);
    for (int i = 0; i < 4; i++)
        sm_free(sm[i]);
    close_fixture(&f);
    open_grid(&f, 4, 1, 1, SCHEDULE_STEALING);
    gpu_begin(f.g, 0, 4, 2);
    for (uint32_t i = 0; i < 8; i++) {
        struct sm *one = sm_new(&c, "sm");
        assert_int_equal(gpu_dispatch(f.g, i, one), i % 2 == 0);
        assert_true(i % 2 != 0 || gpu_sm_of_cta(f.g, 0, i / 2) == (int)i);
        sm_free(one);
    }
    close_fixture(&f);
}

/* Under `central` the CTAs go in their order to whichever SM has room, of any package. */
static void test_central(void **state)
{
    (void)state;
    enum { GPUS = 2, SMS = 2 };
    struct sm *sm[GPUS * SMS];
    struct fixture f;
    open_grid(&f, 7, 1, 1, SCHEDULE_CENTRAL);
    gpu_begin(f.g, 0, GPUS, SMS);
    for (uint32_t i = 0; i < GPUS * SMS; i++) {
        sm[i] = lone_sm();
        assert_true(gpu_dispatch(f.g, i, sm[i]));
        assert_int_equal(gpu_sm_of_cta(f.g, 0, i), (int)i);
        assert_false(gpu_can_dispatch(f.g, i, sm[i])); /* it is full */
    }
    static const uint32_t ends[] = {3, 1, 3};
    for (uint32_t i = 0; i < 3; i++) {
        sm_free(sm[ends[i]]);
        sm[ends[i]] = lone_sm();
        assert_int_equal(gpu_next_cta(f.g, ends[i]), 4 + i);
        assert_true(gpu_dispatch(f.g, ends[i], sm[ends[i]]));
    }
    assert_true(gpu_all_dispatched(f.g));
    assert_true(gpu_next_cta(f.g, 0) == GPU_NO_CTA);
    for (uint32_t i = 0; i < GPUS * SMS; i++)
        sm_free(sm[i]);
    close_fixture(&f);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schedule),           cmocka_unit_test(test_every_cta_once),
        cmocka_unit_test(test_policies),           cmocka_unit_test(test_stealing),
        cmocka_unit_test(test_initial_assignment), cmocka_unit_test(test_central),
        cmocka_unit_test(test_where_it_ran),
    };
    return cmocka_run_group_tests_name("gpu's schedules", tests, NULL, NULL);
}
