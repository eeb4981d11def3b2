/*
 * cubes.order on a memory network: wherever an address has the numbers of its cube and controller,
 * a run is right, and its lines are at the controllers that the order names.
 *
 * Costs a minute, as two machines are built; no other test runs a program on another order.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Two GPUs and a host, with two cubes of two controllers each. */
enum { CLUSTERS = 3, CUBES = 2, CONTROLLERS = 2 };

static json_t *run(void **state, const char *vault, const char *row)
{
    const char *json = in_folder(state, "run.json");
    struct command c = UMBEL("run", "umn-tiny", "cg_host:tiny", "--json", json, "-q", "--monitors",
                             "--set", "umc.count=4", "--set", vault, "--set", row);
    assert_status(&c, 0);
    command_free(&c);
    return run_json_results(json);
}

/* Loads that the controllers of this number in their cubes had. */
static json_int_t loads(const json_t *run, int controller)
{
    json_int_t all = 0;
    for (int i = 0; i < CLUSTERS * CUBES; i++) {
        char name[16];
        snprintf(name, sizeof name, "umc%d",
                 (i / CUBES * CONTROLLERS + controller) * CUBES + i % CUBES);
        all += run_json_count(run, "umc", "loads", name);
    }
    return all;
}

/* Neighbouring lines are at all controllers of a cluster in the papers' order. With VL as the
 * highest field the second of each cube has what is beyond half of a cube's memory, to which no
 * program of this size comes. */
static void lines_are_where_the_order_says(void **state)
{
    slow_only("two machines of its own are built");
    json_t *published = run(state, "cubes.order.VL=3", "cubes.order.RW=7"),
           *vault_high = run(state, "cubes.order.VL=7", "cubes.order.RW=3");
    assert_true(loads(published, 0) < 2 * loads(published, 1));
    assert_true(loads(published, 1) < 2 * loads(published, 0));
    assert_true(loads(vault_high, 0) > 0);
    assert_int_equal(loads(vault_high, 1), 0);
    json_decref(published);
    json_decref(vault_high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {test_in_folder(lines_are_where_the_order_says)};
    return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
