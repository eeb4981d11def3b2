/* Which SM with room takes first, and groups of CTAs that move between packages: the schedules that
 * decide while a grid runs, beside lists of CTAs that the test keeps. */
#include "tests/runtime/gpu_fixture.h"

enum { MOST_GPUS = 4, MOST_SMS = 16, MOST_CTAS = 64 };

static void open_line(struct fixture *f, uint32_t ctas, enum schedule policy)
{
    char text[128];
    snprintf(text, sizeof text, "  - {entry: k, grid: [%u], block: [1], args: [a, \"u32 7\"]}\n",
             ctas);
    open_fixture(f, text, 1 << 20);
    gpu_set_schedule(f->g, policy, 1);
}

/* SMs of one CTA each. */
struct floor {
    struct fixture f;
    struct sm *sm[MOST_SMS];
    bool busy[MOST_SMS];
    uint32_t gpus, sms, random;
};

static struct sm *lone_sm(void)
{
    const struct sm_config c = {.warps = 1, .ctas = 1, .tags = 1, .line_bytes = 64};
    return sm_new(&c, "sm");
}

static void open_floor(struct floor *t, uint32_t ctas, enum schedule policy)
{
    open_line(&t->f, ctas, policy);
    gpu_begin(t->f.g, 0, t->gpus, t->sms);
    for (uint32_t i = 0; i < t->gpus * t->sms; i++)
        t->sm[i] = lone_sm();
}

static void close_floor(struct floor *t)
{
    for (uint32_t i = 0; i < t->gpus * t->sms; i++)
        sm_free(t->sm[i]);
    close_fixture(&t->f);
}

static void end_cta(struct floor *t, uint32_t i)
{
    sm_free(t->sm[i]);
    t->sm[i] = lone_sm();
    t->busy[i] = false;
}

/* ---- turns ---- */

/* A cycle: all SMs are asked in their turn. `took` gets the SMs of those CTAs that were taken, from
 * the first that had not been. */
static uint32_t ask_all(struct floor *t, uint32_t *took)
{
    uint32_t n = 0;
    const uint32_t first = gpu_first_turn(t->f.g);
    for (uint32_t k = 0; k < t->gpus * t->sms; k++) {
        const uint32_t i = gpu_turn(t->f.g, first, k);
        assert_false(i >= t->gpus * t->sms);
        if (gpu_dispatch(t->f.g, i, t->sm[i])) {
            assert_false(t->busy[i]);
            t->busy[i] = true;
            took[n++] = i;
        }
    }
    return n;
}

/* Two GPUs of three SMs. All SMs take one; then 1, 2 and 4 have room; then 0 and 5; then 3. */
static void turns_by_hand(void **state)
{
    (void)state;
    static const struct {
        enum schedule policy;
        uint32_t took[4][6];
    } cases[] = {
        {SCHEDULE_CENTRAL, {{0, 1, 2, 3, 4, 5}, {1, 2, 4}, {0, 5}, {2, 3}}},
        /* It goes on behind 5, behind 4 and behind 0. */
        {SCHEDULE_CENTRAL_ROUND_ROBIN, {{0, 1, 2, 3, 4, 5}, {1, 2, 4}, {5, 0}, {2, 3}}},
        /* The order is 0 3 1 4 2 5. */
        {SCHEDULE_CENTRAL_PACKAGES, {{0, 3, 1, 4, 2, 5}, {1, 4, 2}, {5, 0}, {3, 2}}},
    };
    static const uint32_t ends[4][6] = {{6}, {1, 2, 4, 6}, {0, 5, 6}, {2, 3, 6}};
    static const uint32_t n[4] = {6, 3, 2, 2};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct floor t = {.gpus = 2, .sms = 3};
        uint32_t took[6] = {0}, cta = 0;
        open_floor(&t, 20, cases[c].policy);
        for (int cycle = 0; cycle < 4; cycle++) {
            for (const uint32_t *i = ends[cycle]; *i < 6; i++)
                end_cta(&t, *i);
            assert_int_equal(ask_all(&t, took), n[cycle]);
            assert_memory_equal(took, cases[c].took[cycle], n[cycle] * sizeof *took);
            for (uint32_t k = 0; k < n[cycle]; k++)
                assert_int_equal(gpu_sm_of_cta(t.f.g, 0, cta++), (int)took[k]);
        }
        /* The next grid begins with the first again. */
        gpu_begin(t.f.g, 0, t.gpus, t.sms);
        assert_int_equal(gpu_turn(t.f.g, gpu_first_turn(t.f.g), 0), 0);
        close_floor(&t);
    }
}

/* Each SM has one turn in a cycle, whatever the shape of the machine. */
static void every_sm_has_a_turn(void **state)
{
    (void)state;
    for (int policy = 0; policy < SCHEDULES; policy++)
        for (uint32_t gpus = 1; gpus <= MOST_GPUS; gpus++)
            for (uint32_t sms = 1; sms <= 4; sms++) {
                struct fixture f;
                open_line(&f, 3, (enum schedule)policy);
                gpu_begin(f.g, 0, gpus, sms);
                for (uint32_t first = 0; first < gpus * sms; first++) {
                    uint32_t seen = 0;
                    for (uint32_t k = 0; k < gpus * sms; k++)
                        seen |= 1u << gpu_turn(f.g, first, k);
                    assert_int_equal(seen, (1u << gpus * sms) - 1);
                }
                close_fixture(&f);
            }
}

/* ---- groups ---- */

/* What the test expects each package to have left, in the order in which it takes them. */
struct list {
    uint32_t cta[MOST_CTAS], n;
};

static void drop_first(struct list *l)
{
    l->n--;
    memmove(l->cta, l->cta + 1, l->n * sizeof *l->cta);
}

/* By the rule: of the packages whose SMs have all been full that with most left gives its last
 * half.
 */
static void move_group(struct list *of, uint32_t gpus, uint32_t own, const bool *full)
{
    uint32_t from = own;
    for (uint32_t p = gpus; p-- > 0;)
        if (full[p] && of[p].n > 0 && of[p].n >= of[from].n)
            from = p;
    if (from == own || of[own].n > 0)
        return;
    const uint32_t keeps = of[from].n / 2;
    while (of[own].n < of[from].n - keeps) {
        of[own].cta[of[own].n] = of[from].cta[keeps + of[own].n];
        of[own].n++;
    }
    of[from].n = keeps;
}

static uint32_t next_random(struct floor *t)
{
    t->random = t->random * 1664525 + 1013904223;
    return t->random >> 16;
}

/* Package 0 is slow. Returns how many CTAs ran in another package than their chunk's. */
static uint32_t run_dynamic(uint32_t ctas, uint32_t gpus, uint32_t sms)
{
    struct floor t = {.gpus = gpus, .sms = sms, .random = ctas + 64 * gpus + 512 * sms};
    struct list of[MOST_GPUS] = {0};
    bool was_full[MOST_SMS] = {0}, full[MOST_GPUS] = {0};
    uint32_t moved = 0;
    open_floor(&t, ctas, SCHEDULE_DYNAMIC);
    for (uint32_t i = 0; i < ctas; i++) {
        struct list *l = &of[i * gpus / ctas];
        l->cta[l->n++] = i;
    }
    while (!gpu_all_dispatched(t.f.g)) {
        for (uint32_t i = 0; i < gpus * sms; i++) {
            const uint32_t own = i / sms;
            if (!t.busy[i])
                move_group(of, gpus, own, full);
            const bool can = !t.busy[i] && of[own].n > 0;
            assert_int_equal(gpu_dispatch(t.f.g, i, t.sm[i]), can);
            if (can) {
                assert_int_equal(gpu_sm_of_cta(t.f.g, 0, of[own].cta[0]), (int)i);
                moved += of[own].cta[0] * gpus / ctas != own;
                drop_first(&of[own]);
                t.busy[i] = true;
            } else if (t.busy[i] && of[own].n > 0) {
                was_full[i] = true;
                full[own] = true;
                for (uint32_t k = own * sms; k < own * sms + sms; k++)
                    full[own] = full[own] && was_full[k];
            }
        }
        for (uint32_t i = 0; i < gpus * sms; i++)
            if (t.busy[i] && next_random(&t) % (i < sms ? 9 : 3) == 0)
                end_cta(&t, i);
    }
    close_floor(&t);
    return moved;
}

static void dynamic(void **state)
{
    (void)state;
    uint32_t moved = 0;
    for (uint32_t ctas = 1; ctas <= MOST_CTAS; ctas += ctas < 12 ? 1 : 13)
        for (uint32_t gpus = 1; gpus <= MOST_GPUS; gpus++)
            for (uint32_t sms = 1; sms <= 4; sms++)
                moved += run_dynamic(ctas, gpus, sms);
    assert_true(moved > 200);
}

/* Two GPUs of one SM, and 16 CTAs. GPU 1 ends all of its own before GPU 0 ends its first; then it
 * takes of the seven that GPU 0 has left the last four, then of three two, then the last one. */
static void a_group_by_hand(void **state)
{
    (void)state;
    struct floor t = {.gpus = 2, .sms = 1};
    open_floor(&t, 16, SCHEDULE_DYNAMIC);
    static const uint64_t order[] = {8, 9, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7, 2, 3, 1};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        gpu_dispatch(t.f.g, 0, t.sm[0]); /* CTA 0; then it is full */
        assert_int_equal(gpu_next_cta(t.f.g, 1), order[i]);
        assert_true(gpu_dispatch(t.f.g, 1, t.sm[1]));
        assert_int_equal(gpu_sm_of_cta(t.f.g, 0, order[i]), 1);
        end_cta(&t, 1);
    }
    assert_true(gpu_all_dispatched(t.f.g));
    close_floor(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_by_hand),
        cmocka_unit_test(every_sm_has_a_turn),
        cmocka_unit_test(dynamic),
        cmocka_unit_test(a_group_by_hand),
    };
    return cmocka_run_group_tests_name("turns of SMs and groups of CTAs", tests, NULL, NULL);
}
