/* Virtual and physical addresses: only requests to the L1 have physical ones. */
#include "tests/sm/bench.h"

enum { PAGE = 256, PAGES = 64 };

/* Pages in reverse order; those from `placed` on have no place yet. */
struct table {
    uint64_t placed;
    int asked, writes;
};

static bool reversed(void *ctx, uint64_t address, bool write, uint64_t *physical)
{
    struct table *t = ctx;
    uint64_t page = address / PAGE;
    t->asked++;
    t->writes += write;
    assert_true(page < PAGES);
    *physical = (PAGES - 1 - page) * PAGE + address % PAGE;
    return page < t->placed;
}

static void begin(const struct fake_op *ops, int n, struct table *t)
{
    start(ops, n, 32, 1);
    b.sm = sm_new(&b.c, "gpu0.sm3");
    sm_set_translation(b.sm, reversed, t);
}

static void end(void)
{
    struct error err = {0};
    while (b.next_cta < b.ctas || !sm_idle(b.sm)) {
        assert_true(cycle(&err));
        assert_true(b.now < 1000);
    }
}

/* A load and a store over two pages, and an atomic: bytes come from and go to the physical lines.
 */
static void requests_are_physical(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = PAGE - 64, .stride = 4},
        {.class = PTX_STORE, .dst = -1, .src = -1, .base = 4 * PAGE - 64, .stride = 4},
        {.class = PTX_LOAD, .dst = 1, .src = -1, .base = 8 * PAGE + 4, .stride = 0, .atomic = true},
        EXIT};
    struct table t = {.placed = PAGES};
    begin(ops, N(ops), &t);
    uint8_t before[MEMORY];
    memcpy(before, b.memory, MEMORY);
    end();
    const uint64_t upper = (PAGES - 2) * PAGE, lower = (PAGES - 1) * PAGE + PAGE - 64;
    assert_int_equal(b.log[0].line, lower / 64);
    assert_int_equal(b.log[1].line, upper / 64);
    for (int i = 0; i < SIMT_LANES; i++)
        assert_int_equal(
            fake_seen[0][0][i],
            word(before + (i < 16 ? lower + 4 * (uint64_t)i : upper + 4 * (uint64_t)(i - 16))));
    const uint64_t store[] = {(PAGES - 4) * PAGE + PAGE - 64, (PAGES - 5) * PAGE};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(b.log[2 + i].op, OP_STORE);
        assert_int_equal(b.log[2 + i].line, store[i] / 64);
        assert_memory_not_equal(b.memory + store[i], before + store[i], 64);
    }
    assert_int_equal(b.log[4].op, OP_ATOMIC);
    assert_int_equal(b.log[4].line, (PAGES - 9) * PAGE / 64);
    assert_int_equal(b.log[4].mask[0], 0xf0);
    assert_int_equal(t.writes, 2 + SIMT_LANES); /* lines of the store, and lanes of the atomic */
    sm_free(b.sm);
}

/* The watchdog's message has the virtual line. */
static void reports_are_virtual(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = 128, .stride = 0}, EXIT};
    struct table t = {.placed = PAGES};
    struct error err = {0};
    char text[256];
    uint64_t line, since;
    begin(ops, N(ops), &t);
    for (int i = 0; i < 3; i++)
        assert_true(cycle(&err));
    assert_true(sm_waiting(b.sm, 0, text, sizeof text));
    assert_non_null(strstr(text, "load of line 0x2 since"));
    assert_true(sm_waits_longest(b.sm, &line, &since));
    assert_int_equal(line, 2);
    sm_free(b.sm);
}

/* A page without a place holds back its request, which asks in each cycle; the cycle after the page
 * has a place the request is shown. */
static void waits_for_a_place(void **state)
{
    (void)state;
    static const struct fake_op ops[] = {
        {.class = PTX_LOAD, .dst = 0, .src = -1, .base = PAGE - 64, .stride = 4}, EXIT};
    struct table t = {.placed = 1};
    struct error err = {0};
    uint64_t address;
    bool write;
    for (int skip = 0; skip < 2; skip++) {
        t = (struct table){.placed = 1};
        begin(ops, N(ops), &t);
        b.skip = skip != 0;
        assert_false(sm_touches(b.sm, &address, &write));
        while (b.now < 20) {
            assert_true(cycle(&err));
            assert_int_equal(b.requests, b.now > 1); /* the line of page 0, in cycle 1 */
            assert_int_equal(sm_touches(b.sm, &address, &write), b.now > 2);
            if (b.now > 2)
                assert_int_equal(address, PAGE);
            assert_false(write);
        }
        assert_int_equal(t.asked, 1 + 18);
        t.placed = 2;
        assert_true(cycle(&err));
        assert_int_equal(b.requests, 2);
        assert_false(sm_touches(b.sm, &address, &write));
        end();
        assert_int_equal(b.now, 20 + 10 + 1);
        sm_free(b.sm);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_physical),
        cmocka_unit_test(reports_are_virtual),
        cmocka_unit_test(waits_for_a_place),
    };
    return cmocka_run_group_tests_name("translate", tests, NULL, NULL);
}
