/*
 * Each rule of MGCC switched off: the tests that must notice it do. Without this, a campaign that
 * sees nothing forbidden may be one that looks at nothing. Slow: most units are built for each.
 */
#include "harness/litmus/campaign.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEST(name) UMBEL_ROOT "/formal/litmus/" name ".litmus"

struct mutant {
    const char *name;
    const char *test; /* that notices */
    struct mgcc_rules rules;
};

static const struct mutant mutants[] = {
    {"M1: a store at the end of the last lease, not after it",
     TEST("SB"),
     {.store_wts = "memts > cts || &memts_plus_1 ? memts : cts"}},
    {"M3: stores ignore their writer's clock",
     TEST("MP"),
     {.store_wts = "memts_plus_1 > cts || 1'b1 ? memts_plus_1 : cts"}},
    {"M3: loads' leases end by memts alone",
     TEST("SB"),
     {.load_end = "memts > cts_plus_lease || memts != 0 ? memts : cts_plus_lease"}},
    {"M4: an L2 copy serves any clock", TEST("SB"), {.l2_live = "cts <= rts || 1'b1"}},
    {"M5: the floor does not rise",
     TEST("SB"),
     {.floor = "victim_memts > floor_q && 1'b0 ? victim_memts : floor_q"}},
    {"M9: a copy survives any partial store",
     TEST("SB+line"),
     {.same = "memts == copy_rts || 1'b1"}},
    {"an L1 copy serves any clock", TEST("IRIW"), {.l1_live = "cts <= rts || 1'b1"}},
};

static struct mgcc_rules with(const struct mgcc_rules *change)
{
    struct mgcc_rules r = mgcc_rules;
    const char **const to[] = {&r.l1_live,  &r.l2_live, &r.load_clock, &r.store_wts,
                               &r.load_end, &r.floor,   &r.same};
    const char *const from[] = {change->l1_live,   change->l2_live,  change->load_clock,
                                change->store_wts, change->load_end, change->floor,
                                change->same};
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        if (from[i] != NULL)
            *to[i] = from[i];
    return r;
}

static void noticed(void **state)
{
    const struct mutant *m = *state;
    const char *slow = getenv("UMBEL_SLOW");
    if (slow == NULL || slow[0] == '\0')
        skip();
    struct mgcc_rules rules = with(&m->rules);
    static const char *const sets[] = {"sm.count=2", "link.latency=2"};
    struct campaign_options o = {.paths = &m->test,
                                 .n_paths = 1,
                                 .system = "tsm-tiny",
                                 .sets = sets,
                                 .n_sets = 2,
                                 .runs = 5000,
                                 .seed = 1,
                                 .rules = &rules};
    struct campaign c;
    struct error err = {0};
    enum campaign_end end = campaign_run(&o, &c, NULL, &err);
    printf("  %s: %llu of %llu runs\n", m->name, (unsigned long long)c.forbidden,
           (unsigned long long)c.runs);
    campaign_free(&c);
    assert_int_equal(end, CAMPAIGN_FORBIDDEN);
}

int main(void)
{
    struct CMUnitTest tests[sizeof mutants / sizeof *mutants];
    size_t n = sizeof mutants / sizeof *mutants;
    for (size_t i = 0; i < n; i++)
        tests[i] = (struct CMUnitTest){mutants[i].name, noticed, NULL, NULL,
                                       (void *)(uintptr_t)&mutants[i]};
    return _cmocka_run_group_tests("litmus mutants", tests, n, NULL, NULL);
}
