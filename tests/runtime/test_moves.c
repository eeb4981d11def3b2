/* Pages that move between nodes, and their replicas, in the page table alone. */
#include "sw/runtime/pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { LINE = 64, PAGE = 256, HOMES = 2, NODE = 2048, FRAMES = NODE / PAGE, START = 0x1000 };

static struct pages *table(enum page_placement policy, bool replicates)
{
    const struct pages_config c = {policy,     HOMES, NODE,  LINE,  PAGE, 1, true,
                                   replicates, 0,     false, false, 0,    0};
    return pages_new(&c);
}

/* What an SM of a home finds; UINT64_MAX: it has to wait. */
static uint64_t seen(struct pages *p, uint32_t home, uint64_t address, bool write)
{
    uint64_t physical;
    return pages_translate(pages_view(p, home), address, write, &physical) ? physical : UINT64_MAX;
}

static void to_the_host_and_back(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_PAGES, false);
    struct pages_move move;
    uint64_t back;
    assert_int_equal(pages_host(p), HOMES);
    assert_int_equal(pages_memory(p), HOMES * NODE);
    assert_true(pages_add(p, START, 3 * PAGE - 100, NULL)); /* at homes 0, 1, 0 */
    assert_int_equal(pages_node(p, START + PAGE), 1);
    assert_true(pages_move(p, START + PAGE + 7, HOMES, &move));
    assert_int_equal(move.from, NODE);
    assert_int_equal(move.to, HOMES * NODE);
    assert_int_equal(move.bytes, PAGE);
    assert_int_equal(pages_node(p, START + PAGE), HOMES);
    assert_int_equal(seen(p, 0, START + PAGE + 3, true), HOMES * NODE + 3);
    assert_true(pages_back(p, HOMES * NODE + 3, &back));
    assert_int_equal(back, START + PAGE + 3);
    assert_false(pages_back(p, NODE + 3, &back)); /* nobody's frame any more */
    assert_false(pages_move(p, START + PAGE, HOMES, &move));
    assert_true(pages_move(p, START + 2 * PAGE, 1, &move)); /* the last page has fewer bytes */
    assert_int_equal(move.bytes, PAGE - 100);
    assert_int_equal(move.to, NODE + PAGE); /* not the frame that was left, which is in caches */
    pages_settle(p);
    assert_true(pages_move(p, START + PAGE, 1, &move));
    assert_int_equal(move.to, NODE); /* now it is */
    pages_free(p);
}

static struct pages *faulting(bool from_host, uint32_t room)
{
    const struct pages_config c = {PLACEMENT_FIRST_TOUCH,
                                   HOMES,
                                   NODE,
                                   LINE,
                                   PAGE,
                                   1,
                                   true,
                                   false,
                                   0,
                                   true,
                                   from_host,
                                   room,
                                   0};
    return pages_new(&c);
}

/* Of 9 pages 4 have room; the others are placed at the host. The page that came first goes first,
 * unless it is on its way. */
static void the_first_goes(void **state)
{
    (void)state;
    struct pages *p = faulting(true, 4444);
    struct pages_move move;
    struct pages_placed placed;
    uint64_t gone;
    assert_true(pages_add(p, START, 9 * PAGE, NULL));
    for (uint64_t i = 0; i < 4; i++) { /* 0 and 1 in home 1, then 2 and 3 in home 0 */
        assert_int_equal(pages_needs(p, START + i * PAGE, 1, false), NEEDS_PLACE);
        assert_true(pages_touch(p, START + i * PAGE, 1, &placed));
        assert_int_equal(pages_node(p, START + i * PAGE), i < 2 ? 1 : 0);
    }
    assert_int_equal(pages_room(p, 0) + pages_room(p, 1), 0);
    assert_int_equal(pages_needs(p, START + 4 * PAGE, 1, false), NEEDS_FAULT);
    assert_int_equal(seen(p, 1, START + 4 * PAGE, false), UINT64_MAX);
    assert_int_not_equal(seen(p, 1, START + 2 * PAGE, false), UINT64_MAX); /* from home 0 */
    assert_true(pages_touch(p, START + 4 * PAGE, PAGES_HOST, &placed));
    assert_int_equal(pages_needs(p, START + 4 * PAGE, 1, false), NEEDS_FAULT);
    pages_lock(p, START, true);
    assert_int_equal(pages_evict(p, 1, &gone, &move), EVICT_DONE);
    assert_int_equal(gone, START + PAGE);
    assert_int_equal(move.from, NODE + PAGE);
    assert_true(pages_move(p, START + 4 * PAGE, 1, &move)); /* to the frame that was left */
    assert_int_equal(move.to, NODE + PAGE);
    pages_lock(p, START + 4 * PAGE, true);
    assert_int_equal(pages_evict(p, 1, &gone, &move), EVICT_LATER);
    pages_lock(p, START, false);
    assert_int_equal(pages_evict(p, 1, &gone, &move), EVICT_DONE);
    assert_int_equal(gone, START);
    pages_free(p);
}

/* The host keeps a frame, and what is at a home of its own stays. */
static void the_host_is_full(void **state)
{
    (void)state;
    struct pages *p = faulting(true, 0);
    struct pages_move move;
    struct pages_placed placed;
    uint64_t gone;
    const uint64_t all = (HOMES + 1) * FRAMES - 1;
    assert_false(pages_add(p, START, (all + 1) * PAGE, NULL));
    assert_true(pages_add(p, START, (all - FRAMES) * PAGE, NULL));
    assert_true(pages_add_at(p, START + all * PAGE, FRAMES * PAGE, NULL, 0));
    for (uint64_t i = 0; i < all - FRAMES; i++)
        assert_true(pages_touch(p, START + i * PAGE, i < FRAMES ? 1 : PAGES_HOST, &placed));
    assert_int_equal(pages_evict(p, 0, &gone, &move), EVICT_NEVER);
    assert_int_equal(pages_evict(p, 1, &gone, &move), EVICT_DONE);
    assert_true(pages_move(p, START + FRAMES * PAGE, 1, &move));
    assert_int_equal(pages_evict(p, 1, &gone, &move), EVICT_LATER); /* its frame is not settled */
    pages_settle(p);
    assert_int_equal(pages_evict(p, 1, &gone, &move), EVICT_DONE);
    pages_free(p);
}

/* Moves leave room for pages that have no place yet. */
static void room_is_kept(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_FIRST_TOUCH, false);
    struct pages_move move;
    struct pages_placed placed;
    assert_true(pages_add(p, START, (HOMES * FRAMES - 1) * PAGE, NULL));
    assert_true(pages_touch(p, START, 0, &placed));
    assert_true(pages_move(p, START, 1, &move)); /* the only frame to spare */
    assert_false(pages_move(p, START, 0, &move));
    pages_settle(p); /* the frame that it left is one to spare */
    for (uint64_t i = 1; i < HOMES * FRAMES - 1; i++)
        assert_true(pages_touch(p, START + i * PAGE, 0, &placed));
    pages_free(p);
}

/* What is placed during a launch is written past the caches, so not to a frame that they may know.
 */
static void touched_pages_get_fresh_frames(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_FIRST_TOUCH, false);
    struct pages_move move;
    struct pages_placed placed;
    assert_true(pages_add(p, START, 3 * PAGE, NULL));
    assert_true(pages_touch(p, START, 0, &placed));
    assert_true(pages_move(p, START, 1, &move));
    pages_settle(p);
    assert_true(pages_touch(p, START + PAGE, 0, &placed));
    assert_int_equal(placed.physical, PAGE);
    assert_true(pages_move(p, START, 0, &move)); /* moves pass the caches: frame 0 will do */
    assert_int_equal(move.to, 0);
    pages_free(p);
}

static void locks(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_PAGES, false);
    assert_true(pages_add(p, START, PAGE, NULL));
    assert_true(pages_may_move(p, START));
    pages_lock(p, START + 9, true);
    assert_false(pages_may_move(p, START));
    assert_int_equal(pages_needs(p, START, 0, true), NEEDS_NOTHING);
    assert_int_equal(seen(p, 0, START, false), UINT64_MAX);
    pages_lock(p, START, false);
    assert_int_equal(seen(p, 0, START, false), 0);
    pages_free(p);
}

static void fetched_by_who_touches(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_FIRST_TOUCH, false);
    struct pages_move move;
    assert_true(pages_by_touch(p));
    assert_true(pages_add_at(p, START, 2 * PAGE, NULL, HOMES));
    assert_int_equal(seen(p, 1, START, false), HOMES * NODE);
    pages_await(p, START);
    assert_int_equal(pages_needs(p, START, 1, false), NEEDS_FETCH);
    assert_int_equal(seen(p, 1, START, false), UINT64_MAX);
    assert_true(pages_fetch(p, START, 1, &move));
    assert_int_equal(move.to, NODE);
    assert_int_equal(seen(p, 1, START, false), UINT64_MAX); /* until it has arrived */
    pages_lock(p, START, false);
    assert_int_equal(seen(p, 0, START, true), NODE);
    pages_await(p, START); /* asked for again: it is there */
    assert_false(pages_fetch(p, START, 1, &move));
    assert_int_equal(seen(p, 1, START, true), NODE);
    pages_free(p);
}

static void replicas_until_a_store(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_PAGES, true);
    struct pages_move move;
    assert_true(pages_add(p, START, 2 * PAGE, NULL));
    assert_int_equal(pages_needs(p, START, 0, false), NEEDS_NOTHING);
    assert_int_equal(pages_needs(p, START, 1, false), NEEDS_REPLICA);
    assert_int_equal(seen(p, 1, START, false), UINT64_MAX);
    assert_true(pages_replicate(p, START, 1, &move));
    assert_int_equal(move.from, 0);
    assert_int_equal(move.to, NODE + PAGE);
    assert_int_equal(seen(p, 1, START, false), UINT64_MAX); /* its bytes are not there yet */
    assert_int_equal(seen(p, 0, START, false), 0);
    assert_int_equal(pages_needs(p, START, 0, true), NEEDS_NOTHING); /* a store waits for them */
    assert_int_equal(seen(p, 0, START, true), UINT64_MAX);
    pages_replicated(p, START, 1);
    assert_int_equal(seen(p, 1, START + 5, false), NODE + PAGE + 5);
    assert_int_equal(pages_needs(p, START, 0, true), NEEDS_COLLAPSE);
    assert_true(pages_has_replicas(p, START));
    assert_false(pages_may_move(p, START));
    pages_collapse(p, START);
    assert_false(pages_has_replicas(p, START));
    assert_int_equal(seen(p, 0, START, true), 0);
    assert_int_equal(seen(p, 1, START, false), 0); /* never again */
    assert_true(pages_may_move(p, START));
    pages_free(p);
}

/* Without a frame to spare there is no replica, and accesses go to the page itself. */
static void no_room_for_a_replica(void **state)
{
    (void)state;
    struct pages *p = table(PLACEMENT_PAGES, true);
    struct pages_move move;
    assert_true(pages_add(p, START, HOMES * FRAMES * PAGE, NULL));
    assert_false(pages_replicate(p, START, 1, &move));
    assert_false(pages_has_replicas(p, START));
    assert_int_equal(pages_needs(p, START, 1, false), NEEDS_NOTHING);
    assert_int_equal(seen(p, 1, START, false), 0);
    assert_int_equal(pages_needs(p, START, 1, true), NEEDS_COLLAPSE);
    pages_collapse(p, START);
    assert_int_equal(seen(p, 1, START, true), 0);
    pages_free(p);
}

/* A managed page is accessed from its own home alone; others fault, once until it has come. */
static void managed(void **state)
{
    (void)state;
    const struct pages_config c = {
        PLACEMENT_FIRST_TOUCH, HOMES, NODE, LINE, PAGE, 1, true, false, 0, true, false, 0, 0};
    struct pages *p = pages_new(&c);
    struct pages_move move;
    assert_true(pages_can_fault(p));
    assert_true(pages_add_at(p, START, PAGE, NULL, HOMES));
    assert_int_equal(seen(p, 0, START, false), HOMES * NODE); /* not managed yet */
    pages_manage(p, START);
    assert_true(pages_managed(p, START + 9));
    assert_int_equal(pages_needs(p, START, 0, false), NEEDS_FAULT);
    pages_fault(p, START + 3);
    assert_int_equal(pages_needs(p, START, 0, true), NEEDS_NOTHING);
    assert_int_equal(pages_needs(p, START, 1, false), NEEDS_NOTHING);
    assert_int_equal(seen(p, 0, START, false), UINT64_MAX);
    pages_lock(p, START, true);
    assert_true(pages_move(p, START, 0, &move));
    assert_int_equal(seen(p, 0, START, false), UINT64_MAX); /* until it has arrived */
    pages_lock(p, START, false);
    assert_int_equal(seen(p, 0, START, true), 0);
    assert_int_equal(seen(p, 1, START, false), UINT64_MAX);
    assert_int_equal(pages_needs(p, START, 1, false), NEEDS_FAULT);
    pages_pin(p, START);
    assert_int_equal(seen(p, 1, START, true), 0); /* from afar */
    pages_free(p);
}

/* A managed page that is nowhere faults, too; where nothing faults, nothing is managed. */
static void managed_before_it_has_a_place(void **state)
{
    (void)state;
    struct pages *without = table(PLACEMENT_FIRST_TOUCH, false);
    assert_true(pages_add(without, START, PAGE, NULL));
    pages_manage(without, START);
    assert_false(pages_managed(without, START));
    assert_int_equal(pages_needs(without, START, 1, true), NEEDS_PLACE);
    pages_free(without);
    const struct pages_config c = {
        PLACEMENT_FIRST_TOUCH, HOMES, NODE, LINE, PAGE, 1, true, false, 0, true, false, 0, 0};
    struct pages *p = pages_new(&c);
    struct pages_placed placed;
    assert_true(pages_add(p, START, PAGE, NULL));
    pages_manage(p, START);
    assert_int_equal(pages_needs(p, START, 1, true), NEEDS_FAULT);
    assert_true(pages_touch(p, START, 1, &placed));
    assert_int_equal(seen(p, 1, START, true), NODE);
    assert_int_equal(seen(p, 0, START, true), UINT64_MAX);
    pages_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(to_the_host_and_back),
        cmocka_unit_test(the_first_goes),
        cmocka_unit_test(the_host_is_full),
        cmocka_unit_test(room_is_kept),
        cmocka_unit_test(touched_pages_get_fresh_frames),
        cmocka_unit_test(locks),
        cmocka_unit_test(managed),
        cmocka_unit_test(managed_before_it_has_a_place),
        cmocka_unit_test(fetched_by_who_touches),
        cmocka_unit_test(replicas_until_a_store),
        cmocka_unit_test(no_room_for_a_replica),
    };
    return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
