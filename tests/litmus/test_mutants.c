/*
 * Each rule of MGCC is switched off, and the tests that must notice it do. Without this, a campaign
 * without forbidden outcomes could be one whose tests never exercise the rules. Slow: most units
 * are built for each rule.
 */
#include "harness/litmus/campaign.h"
#include "tests/support/slow.h"

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
    const char *test; /* the test that must notice */
    unsigned without; /* RULE_M1, ...: rules that are left out */
    const char *l1_live, *l2_live;
};

static const struct mutant mutants[] = {
    {"M1: a store at the end of the last lease", TEST("SB"), RULE_M1, NULL, NULL},
    {"M3: the memory does not know the requester's clock", TEST("MP"), RULE_M3, NULL, NULL},
    {"M4: an L2 copy serves any clock", TEST("SB"), 0, NULL, "cts <= way_rts || 1'b1"},
    {"M5: the floor does not rise", TEST("SB"), RULE_M5, NULL, NULL},
    {"M9: a copy survives any partial store", TEST("SB+line"), RULE_M9, NULL, NULL},
    {"an L1 copy serves any clock", TEST("IRIW"), 0, "cts <= way_rts || 1'b1", NULL},
};

static struct rules with(const struct mutant *m)
{
    struct rules r = protocol_rules(PROTOCOL_MGCC, (struct rules_variant){.without = m->without});
    if (m->l1_live != NULL)
        r.l1_live = m->l1_live;
    if (m->l2_live != NULL)
        r.l2_live = m->l2_live;
    return r;
}

static void noticed(void **state)
{
    const struct mutant *m = *state;
    slow_only("it has units of its own");
    struct rules rules = with(m);
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
