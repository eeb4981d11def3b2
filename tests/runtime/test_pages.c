/* The page table: where each policy puts lines and pages, full homes, first touch, the way back,
 * and what of a home is reserved. */
#include "sw/runtime/pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 64, PAGE = 256, HOMES = 4, NODE = 4096, FRAMES = NODE / PAGE };

static struct pages *table(enum page_placement policy, uint32_t homes)
{
    const struct pages_config c = {.policy = policy,
                                   .homes = homes,
                                   .node_bytes = NODE,
                                   .line_bytes = LINE,
                                   .page_bytes = PAGE,
                                   .seed = 1};
    return pages_new(&c);
}

static uint64_t at(const struct pages *p, uint64_t address)
{
    uint64_t physical;
    assert_true(pages_find(p, address, &physical));
    return physical;
}

static uint64_t home(const struct pages *p, uint64_t address)
{
    return at(p, address) / NODE;
}

/* Every byte of [start, end) has an address of its own, and the way back leads to it. */
static void goes_there_and_back(const struct pages *p, uint64_t start, uint64_t end)
{
    static bool taken[HOMES * NODE];
    memset(taken, 0, sizeof taken);
    for (uint64_t a = start; a < end; a++) {
        uint64_t physical = at(p, a), back;
        assert_true(physical < pages_memory(p));
        assert_false(taken[physical]);
        taken[physical] = true;
        assert_true(pages_back(p, physical, &back));
        assert_int_equal(back, a);
    }
    for (uint64_t a = start; a < end;) { /* what is said to lie in a row does */
        uint64_t run = pages_run(p, a);
        assert_true(run > 0);
        for (uint64_t i = 0; i < run && a + i < end; i++)
            assert_int_equal(at(p, a + i), at(p, a) + i);
        a = run < end - a ? a + run : end;
    }
}

/* One home and lines: the table is not there at all. */
static void identity(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_INTERLEAVE, 1);
    assert_true(pages_identity(p));
    assert_int_equal(pages_align(p), LINE);
    assert_true(pages_add(p, 0x400, 0x300, NULL));
    for (uint64_t a = 0; a < NODE; a++)
        assert_int_equal(at(p, a), a);
    goes_there_and_back(p, 0, NODE);
    assert_false(pages_add(p, 0xf00, 0x101, NULL));
    assert_true(pages_add(p, 0xf00, 0x100, NULL));
    assert_false(pages_add(p, 0x2000, 0, NULL));
    struct pages_placed placed;
    assert_false(pages_touch(p, 0x400, 0, &placed));
    pages_free(p);
    p = table(PLACEMENT_PAGES, 1);
    assert_false(pages_identity(p));
    pages_free(p);
}

static void lines_over_homes(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_INTERLEAVE, HOMES);
    uint64_t physical;
    assert_false(pages_identity(p));
    assert_int_equal(pages_memory(p), HOMES * NODE);
    assert_int_equal(at(p, 0), 0);
    assert_int_equal(at(p, 63), 63);
    assert_int_equal(at(p, 64), NODE);
    assert_int_equal(at(p, 3 * 64 + 5), 3 * NODE + 5);
    assert_int_equal(at(p, 4 * 64), 64);
    goes_there_and_back(p, 0, HOMES * NODE);
    assert_false(pages_find(p, HOMES * NODE, &physical));
    assert_false(pages_back(p, HOMES * NODE, &physical));
    pages_free(p);
}

/* Three buffers: of five pages and a bit, of one byte, of two pages. */
static void add_three(struct pages *p, const uint8_t *init)
{
    assert_true(pages_add(p, 0x1000, 5 * PAGE + 1, init));
    assert_true(pages_add(p, 0x1000 + 7 * PAGE, 1, NULL));
    assert_true(pages_add(p, 0x1000 + 9 * PAGE, 2 * PAGE, NULL));
}

static void expect_homes(const struct pages *p, const char *want)
{
    static const int pages[] = {0, 1, 2, 3, 4, 5, 7, 9, 10};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        uint64_t got = home(p, 0x1000 + (uint64_t)pages[i] * PAGE);
        if (got != (uint64_t)(want[i] - '0'))
            fail_msg("page %d is at home %d, not %c", pages[i], (int)got, want[i]);
    }
}

static void pages_over_homes(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_PAGES, HOMES);
    uint64_t physical;
    assert_int_equal(pages_align(p), PAGE);
    add_three(p, NULL);
    expect_homes(p, "012301"
                    "0"
                    "01");
    goes_there_and_back(p, 0x1000, 0x1000 + 6 * PAGE);
    /* Frames of a home are given in order. */
    assert_int_equal(at(p, 0x1000 + 4 * PAGE + 3), PAGE + 3);
    assert_int_equal(at(p, 0x1000 + 7 * PAGE), 2 * PAGE);
    /* Between the buffers there is nothing, nor in frames that no page has. */
    assert_false(pages_find(p, 0x1000 - 1, &physical));
    assert_false(pages_find(p, 0x1000 + 6 * PAGE, &physical));
    assert_false(pages_find(p, 0x1000 + 11 * PAGE, &physical));
    assert_false(pages_find(p, UINT64_MAX, &physical));
    assert_true(pages_back(p, NODE + 2 * PAGE + 9, &physical));
    assert_int_equal(physical, 0x1000 + 10 * PAGE + 9);
    assert_false(pages_back(p, NODE + 3 * PAGE, &physical));
    pages_free(p);
    p = table(PLACEMENT_CHUNKS, HOMES);
    add_three(p, NULL);
    expect_homes(p, "001223"
                    "0"
                    "02");
    pages_free(p);
}

/* A page whose home is full goes to the next home that has room; a buffer that no home has room for
 * is refused, and takes nothing. */
static void full_homes(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_PAGES, HOMES);
    struct pages_placed placed;
    uint64_t start = 0x1000, physical;
    for (int i = 0; i < FRAMES; i++, start += PAGE) { /* buffers of a page: all at home 0 */
        assert_true(pages_add(p, start, PAGE, NULL));
        assert_int_equal(home(p, start), 0);
    }
    assert_true(pages_add(p, start, 6 * PAGE, NULL)); /* 0 1 2 3 0 1 */
    static const uint64_t want[] = {1, 1, 2, 3, 1, 1};
    for (uint64_t i = 0; i < 6; i++)
        assert_int_equal(home(p, start + i * PAGE), want[i]);
    start += 6 * PAGE;
    const uint64_t left = 3 * FRAMES - 6;
    assert_false(pages_add(p, start, left * PAGE + 1, NULL));
    assert_false(pages_find(p, start, &physical));
    assert_true(pages_add(p, start, left * PAGE, NULL));
    goes_there_and_back(p, 0x1000, start + left * PAGE);
    assert_false(pages_add(p, start + left * PAGE, 1, NULL));
    pages_free(p);
    /* Of first touch the pages that were promised a frame count, touched or not; the last home's
     * pages go round to the first. */
    p = table(PLACEMENT_FIRST_TOUCH, HOMES);
    assert_true(pages_add(p, 0x1000, 4 * FRAMES * PAGE, NULL));
    assert_false(pages_add(p, 0x1000 + HOMES * NODE, 1, NULL));
    for (uint64_t i = 0; i < HOMES * FRAMES; i++) {
        assert_true(pages_touch(p, 0x1000 + i * PAGE, 3, &placed));
        assert_int_equal(home(p, 0x1000 + i * PAGE), (3 + i / FRAMES) % HOMES);
    }
    goes_there_and_back(p, 0x1000, 0x1000 + HOMES * NODE);
    pages_free(p);
}

static void first_touch(void **state)
{
    (void)state;
    uint8_t init[5 * PAGE + 1];
    uint64_t physical;
    struct pages_placed placed;
    struct pages *p = table(PLACEMENT_FIRST_TOUCH, HOMES);
    add_three(p, init);
    assert_false(pages_find(p, 0x1000, &physical));
    assert_true(pages_touch(p, 0x1000 + PAGE + 17, 2, &placed));
    assert_int_equal(placed.physical, 2 * NODE);
    assert_int_equal(placed.bytes, PAGE);
    assert_ptr_equal(placed.init, init + PAGE);
    assert_int_equal(at(p, 0x1000 + PAGE + 17), 2 * NODE + 17);
    assert_false(pages_find(p, 0x1000, &physical));
    /* The second to touch a page finds it where it is. */
    assert_false(pages_touch(p, 0x1000 + PAGE, 1, &placed));
    assert_int_equal(home(p, 0x1000 + PAGE), 2);
    /* The last page of a buffer has one byte to write; other buffers are zero. */
    assert_true(pages_touch(p, 0x1000 + 5 * PAGE, 2, &placed));
    assert_int_equal(placed.physical, 2 * NODE + PAGE);
    assert_int_equal(placed.bytes, 1);
    assert_ptr_equal(placed.init, init + 5 * PAGE);
    assert_true(pages_touch(p, 0x1000 + 10 * PAGE, 5, &placed)); /* of more packages than homes */
    assert_int_equal(placed.physical, NODE);
    assert_int_equal(placed.bytes, PAGE);
    assert_null(placed.init);
    assert_true(pages_back(p, 2 * NODE + PAGE + 4, &physical));
    assert_int_equal(physical, 0x1000 + 5 * PAGE + 4);
    assert_false(pages_back(p, 0, &physical));
    pages_free(p);
}

/* What the host's CPU touches first comes to the host's memory, then, as if package 0 had touched
 * it, to the homes; without a host's memory at once. */
static void first_touch_of_cpu(void **state)
{
    (void)state;
    for (int host = 0; host < 2; host++) {
        const struct pages_config c = {.policy = PLACEMENT_FIRST_TOUCH,
                                       .homes = HOMES,
                                       .node_bytes = NODE,
                                       .line_bytes = LINE,
                                       .page_bytes = PAGE,
                                       .seed = 1,
                                       .host = host};
        struct pages *p = pages_new(&c);
        struct pages_placed placed;
        assert_true(pages_add(p, 0x1000, (FRAMES + 1) * PAGE, NULL));
        for (uint64_t i = 0; i <= FRAMES; i++) {
            assert_true(pages_touch(p, 0x1000 + i * PAGE, PAGES_HOST, &placed));
            const uint64_t node = host ? (i < FRAMES ? HOMES : 0) : i / FRAMES;
            assert_int_equal(placed.physical / NODE, node);
        }
        pages_free(p);
    }
}

/* A buffer with a home of its own is there from the start, whatever the policy; the others go on as
 * if it were not. A home without room refuses it, though the next home has some. */
static void one_home(void **state)
{
    (void)state;
    static const enum page_placement policies[] = {PLACEMENT_PAGES, PLACEMENT_FIRST_TOUCH};
    for (size_t i = 0; i < 2; i++) {
        struct pages *p = table(policies[i], HOMES);
        struct pages_placed placed;
        assert_true(pages_in_table(p));
        assert_true(pages_add_at(p, 0x1000, 3 * PAGE + 1, NULL, 2));
        for (uint64_t page = 0; page < 4; page++)
            assert_int_equal(home(p, 0x1000 + page * PAGE), 2);
        assert_false(pages_touch(p, 0x1000, 1, &placed));
        const uint64_t next = 0x1000 + 4 * PAGE;
        assert_true(pages_add(p, next, 2 * PAGE, NULL));
        assert_true(policies[i] == PLACEMENT_PAGES || pages_touch(p, next + PAGE, 1, &placed));
        assert_int_equal(home(p, next + PAGE), 1);
        const uint64_t rest = next + 2 * PAGE, left = (FRAMES - 4) * PAGE;
        assert_false(pages_add_at(p, rest, left + 1, NULL, 2));
        assert_true(pages_add_at(p, rest, left, NULL, 2));
        assert_false(pages_add_at(p, rest + left, 1, NULL, 2));
        assert_true(pages_add_at(p, rest + left, 1, NULL, 3));
        assert_int_equal(home(p, rest + left), 3);
        pages_free(p);
    }
    struct pages *p = table(PLACEMENT_INTERLEAVE, HOMES);
    assert_false(pages_in_table(p));
    pages_free(p);
}

/* Homes without room for a page hold nothing; the seed reaches the dice. */
static void corners(void **state)
{
    (void)state;
    struct pages_config c = {.policy = PLACEMENT_PAGES,
                             .homes = HOMES,
                             .node_bytes = NODE,
                             .line_bytes = LINE,
                             .page_bytes = 2 * NODE};
    struct pages *p = pages_new(&c);
    assert_false(pages_add(p, 2 * NODE, 1, NULL));
    assert_true(pages_add(p, 2 * NODE, 0, NULL));
    pages_free(p);
    struct pages *q[2];
    int differ = 0;
    for (uint64_t seed = 0; seed < 2; seed++) {
        c.policy = PLACEMENT_RANDOM;
        c.page_bytes = PAGE;
        c.seed = seed;
        q[seed] = pages_new(&c);
        assert_true(pages_add(q[seed], 0x1000, 32 * PAGE, NULL));
    }
    for (uint64_t i = 0; i < 32; i++)
        differ += home(q[0], 0x1000 + i * PAGE) != home(q[1], 0x1000 + i * PAGE);
    assert_in_range(differ, 8, 32);
    pages_free(q[0]);
    pages_free(q[1]);
}

/* The last bytes of a home are no page's and no line's, though addresses go on behind them. */
static void reserved(void **state)
{
    (void)state;
    enum { LESS = NODE / 4, LEFT = NODE - LESS };
    static const enum page_placement policies[] = {PLACEMENT_PAGES, PLACEMENT_FIRST_TOUCH,
                                                   PLACEMENT_INTERLEAVE, PLACEMENT_HASH};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        const struct pages_config c = {.policy = policies[i],
                                       .homes = HOMES,
                                       .node_bytes = NODE,
                                       .line_bytes = LINE,
                                       .page_bytes = PAGE,
                                       .reserved = LESS};
        struct pages *p = pages_new(&c);
        struct pages_placed placed;
        assert_int_equal(pages_memory(p), HOMES * LEFT);
        assert_false(pages_add(p, 0, HOMES * LEFT + 1, NULL));
        assert_true(pages_add(p, 0, HOMES * LEFT, NULL));
        for (uint64_t a = 0; a < HOMES * LEFT; a += LINE) {
            uint64_t back;
            if (policies[i] == PLACEMENT_FIRST_TOUCH)
                pages_touch(p, a, (uint32_t)(a / PAGE) % 2, &placed);
            assert_true(at(p, a) % NODE < LEFT);
            assert_true(pages_back(p, at(p, a), &back));
            assert_int_equal(back, a);
        }
        pages_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identity),         cmocka_unit_test(lines_over_homes),
        cmocka_unit_test(pages_over_homes), cmocka_unit_test(full_homes),
        cmocka_unit_test(first_touch),      cmocka_unit_test(first_touch_of_cpu),
        cmocka_unit_test(one_home),         cmocka_unit_test(corners),
        cmocka_unit_test(reserved),
    };
    return cmocka_run_group_tests_name("pages", tests, NULL, NULL);
}
