/*
 * Each rule of MGCC switched off: random traffic must notice, or it proves nothing with all on.
 * The machines are small and the leases chosen so that the rule matters often.
 */
#include "gen/proto/mgcc.h"
#include "tests/support/traffic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_SEEDS = 60 };

struct mutant {
    const char *name;
    const char *set;         /* one more --set, NULL: none */
    struct mgcc_rules rules; /* expressions that differ from the protocol's */
};

static const struct mutant mutants[] = {
    {"M1: a store at the end of the last lease, not after it",
     "mgcc.rules.m1=false",
     {.l1_live = NULL}},
    {"M2: loads leave the clock alone", "mgcc.rules.m2=false", {.l1_live = NULL}},
    {"M3: the memory does not know the requester's clock",
     "mgcc.rules.m3=false",
     {.l1_live = NULL}},
    {"M3: stores ignore their writer's clock",
     NULL,
     {.store_wts = "memts_plus_1 > cts || 1'b1 ? memts_plus_1 : cts"}},
    {"M3: loads' leases end by memts alone",
     NULL,
     {.load_end = "memts > cts_plus_lease || memts != 0 ? memts : cts_plus_lease"}},
    {"M4: a bank's own clock decides about its copies", "mgcc.rules.m4=false", {.l1_live = NULL}},
    {"M4: an L2 copy serves any clock", NULL, {.l2_live = "cts <= rts || 1'b1"}},
    {"M5: the floor does not rise", "mgcc.rules.m5=false", {.l1_live = NULL}},
    {"M6: a timestamp that ran over restarts its line", "mgcc.rules.m6=false", {.l1_live = NULL}},
    {"M9: a copy survives any partial store", "mgcc.rules.m9=false", {.l1_live = NULL}},
    {"the protocol as published", "protocol=mgcc-paper", {.l1_live = NULL}},
    {"an L1 copy serves any clock", NULL, {.l1_live = "cts <= rts || 1'b1"}},
    {"fault l1-ignores-lease", "fault=l1-ignores-lease", {.l1_live = NULL}},
};

/* False when none differs. */
static bool with(struct mgcc_rules *r, const struct mgcc_rules *change)
{
    *r = mgcc_rules;
    const char **to[] = {&r->l1_live, &r->l2_live, &r->store_wts, &r->load_end};
    const char *const from[] = {change->l1_live, change->l2_live, change->store_wts,
                                change->load_end};
    bool any = false;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        if (from[i] != NULL) {
            *to[i] = from[i];
            any = true;
        }
    return any;
}

static void caught(void **state)
{
    const struct mutant *mutant = *state;
    struct mgcc_rules rules;
    struct traffic t = {.name = mutant->name,
                        .rules = with(&rules, &mutant->rules) ? &rules : NULL,
                        .ops = 2000,
                        .sets = {"gpus=2", "sm.count=2", "sm.tags=4", "l1.bytes=256", "l1.mshrs=4",
                                 "l2.banks=2", "l2.bytes=256", "l2.mshrs=4", "umc.count=2",
                                 "tsu.sets=2", "mgcc.ts_bits=8", "mgcc.epoch_bits=16",
                                 mutant->set}};
    for (uint64_t seed = 1; seed <= MOST_SEEDS; seed++) {
        struct sbuf why = {0};
        enum traffic_end end = traffic_run(&t, seed, &why);
        if (end == TRAFFIC_WRONG)
            printf("  caught by seed %llu: %.*s\n", (unsigned long long)seed,
                   (int)strcspn(why.text, "\n"), why.text);
        if (getenv("UMBEL_MUTANTS_TELL") != NULL)
            printf("%s\n", sbuf_str(&why));
        bool broken = end == TRAFFIC_BROKEN || end == TRAFFIC_HUNG;
        if (broken)
            fprintf(stderr, "%s\n", why.text);
        sbuf_free(&why);
        assert_false(broken);
        if (end == TRAFFIC_WRONG)
            return;
    }
    fail_msg("%s: no seed up to %d notices", mutant->name, MOST_SEEDS);
}

int main(void)
{
    struct CMUnitTest tests[sizeof mutants / sizeof *mutants];
    size_t n = sizeof mutants / sizeof *mutants;
    for (size_t i = 0; i < n; i++)
        tests[i] = (struct CMUnitTest){mutants[i].name, caught, NULL, NULL,
                                       (void *)(uintptr_t)&mutants[i]};
    return _cmocka_run_group_tests("mutants", tests, n, NULL, NULL);
}
