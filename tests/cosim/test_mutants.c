/*
 * Each rule of MGCC is switched off, and so is each mechanism behind fences, epochs and write-back.
 * Random traffic must notice every one; otherwise its success with all rules on proves nothing.
 * The machines are small, and the leases are chosen so that the rule matters often.
 *
 * Costs minutes: each mutant has units of its own. It alone finds that random traffic no longer
 * notices the loss of a rule.
 *
 *   UMBEL_MUTANTS_ONLY=TEXT   only the mutants whose names contain TEXT
 *   UMBEL_MUTANTS_TELL=1      prints in full what was noticed
 */
#include "gen/proto/protocol.h"
#include "tests/support/slow.h"
#include "tests/support/traffic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A quick run tries the first QUICK mutants; the others need UMBEL_SLOW, as each has its
 * own units. */
enum { MOST_SEEDS = 60, QUICK = 13 };

struct mutant {
    const char *name;
    const char *set;    /* more --sets, with spaces between them; NULL: none */
    struct rules rules; /* expressions instead of the protocol's, where not NULL; `seen`: rc */
    enum { CHECK_ALL, ASK_SC, UNFLUSHED } check; /* see struct traffic */
};

#define RC "consistency=rc"
#define EPOCHS "mgcc.ts_bits=4 mgcc.epoch_bits=16 mgcc.rd_lease=5 mgcc.wr_lease=3"
#define ONE_SM "gpus=1 sm.count=1"

/* No expression is replaced. */
#define NONE                                                                                       \
    {                                                                                              \
        .l1_live = NULL                                                                            \
    }

static const struct mutant mutants[] = {
    {"M1: a store at the end of the last lease, not after it", "mgcc.rules.m1=false", NONE,
     CHECK_ALL},
    {"M2: loads leave the clock alone", "mgcc.rules.m2=false", NONE, CHECK_ALL},
    {"M3: the memory does not know the requester's clock", "mgcc.rules.m3=false", NONE, CHECK_ALL},
    {"M3: stores ignore their writer's clock",
     NULL,
     {.store_wts = "memts_plus_1 > cts || 1'b1 ? memts_plus_1 : cts"},
     CHECK_ALL},
    {"M3: loads' leases end by memts alone",
     NULL,
     {.load_end = "memts > cts_plus_lease || memts != 0 ? memts : cts_plus_lease"},
     CHECK_ALL},
    {"M4: a bank's own clock decides about its copies", "mgcc.rules.m4=false", NONE, CHECK_ALL},
    {"M4: an L2 copy serves any clock", NULL, {.l2_live = "cts <= way_rts || 1'b1"}, CHECK_ALL},
    {"M5: the floor does not rise", "mgcc.rules.m5=false", NONE, CHECK_ALL},
    {"M6: a timestamp that ran over restarts its line", "mgcc.rules.m6=false", NONE, CHECK_ALL},
    {"M9: a copy survives any partial store", "mgcc.rules.m9=false", NONE, CHECK_ALL},
    {"the protocol as published", "protocol=mgcc-paper", NONE, CHECK_ALL},
    {"an L1 copy serves any clock", NULL, {.l1_live = "cts <= way_rts || 1'b1"}, CHECK_ALL},
    {"fault l1-ignores-lease", "fault=l1-ignores-lease", NONE, CHECK_ALL},
    {"an answer to a store or an atomic leaves the clock alone",
     NULL,
     {.store_clock = "clock"},
     CHECK_ALL},
    {"epochs: an L1 copy of an earlier one may be read",
     EPOCHS,
     {.l1_live = "cts[TS_W-1:0] <= way_rts[TS_W-1:0]"},
     CHECK_ALL},
    {"epochs: an L2 copy of an earlier one may be read",
     EPOCHS,
     {.l2_live = "cts[TS_W-1:0] <= way_rts[TS_W-1:0]"},
     CHECK_ALL},
    {"epochs: an answer of an earlier one does for all who wait",
     EPOCHS,
     {.short_lease = "waiting_cts[TS_W-1:0] > rts[TS_W-1:0]"},
     CHECK_ALL},
    {"epochs: the floor does not rise", EPOCHS " mgcc.rules.m5=false", NONE, CHECK_ALL},
    {"epochs: a timestamp that ran over restarts its line", EPOCHS " mgcc.rules.m6=false", NONE,
     CHECK_ALL},
    {"rc: loads do not raise what a fence raises the clock to", RC " mgcc.rules.m2=false", NONE,
     CHECK_ALL},
    {"rc: stores and atomics do not", RC, {.store_clock = "clock", .seen = true}, CHECK_ALL},
    {"rc: a fence does not raise the clock",
     RC,
     {.load_clock = "clock", .store_clock = "clock", .seen = true},
     CHECK_ALL},
    {"rc: a store at the end of the last lease", RC " mgcc.rules.m1=false", NONE, CHECK_ALL},
    {"rc: a copy survives any partial store", RC " mgcc.rules.m9=false", NONE, CHECK_ALL},
    {"rc: without fences it is not sc", RC, NONE, ASK_SC},
    {"renewals: any copy of which the TSU has an entry",
     "protocol=mgcc-renew",
     {.renew = "hit"},
     CHECK_ALL},
    {"renewals: a store at the end of the last lease, not after it",
     "protocol=mgcc-renew mgcc.rules.m1=false", NONE, CHECK_ALL},
    {"nc-wb: dirty bytes stay where they are", ONE_SM " protocol=nc-wb", NONE, UNFLUSHED},
};

/* Replaces expressions; false if there are none to replace. */
static bool with(struct rules *r, const struct rules *change)
{
    *r = protocol_rules(change->renew != NULL ? PROTOCOL_MGCC_RENEW : PROTOCOL_MGCC,
                        (struct rules_variant){.rc = change->seen});
    const char **to[] = {&r->l1_live,    &r->l2_live,     &r->store_wts,   &r->load_end,
                         &r->load_clock, &r->store_clock, &r->short_lease, &r->renew};
    const char *const from[] = {change->l1_live,     change->l2_live,    change->store_wts,
                                change->load_end,    change->load_clock, change->store_clock,
                                change->short_lease, change->renew};
    bool any = false;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        if (from[i] != NULL) {
            *to[i] = from[i];
            any = true;
        }
    return any;
}

/* Adds the --sets in `text`, which is modified, to those of a machine; the last of a
 * field counts. */
static void add_sets(struct traffic *t, char *text)
{
    size_t n = 0;
    while (t->sets[n] != NULL)
        n++;
    for (char *set = strtok(text, " "); set != NULL; set = strtok(NULL, " "))
        t->sets[n++] = set;
}

static void caught(void **state)
{
    const struct mutant *mutant = *state;
    if (mutant - mutants >= QUICK && getenv("UMBEL_MUTANTS_ONLY") == NULL)
        slow_only("it has units of its own");
    struct rules rules;
    struct traffic t = {.name = mutant->name,
                        .rules = with(&rules, &mutant->rules) ? &rules : NULL,
                        .ops = 2000,
                        .sets = {"gpus=2", "sm.count=2", "sm.tags=4", "l1.bytes=256", "l1.mshrs=4",
                                 "l2.banks=2", "l2.bytes=256", "l2.mshrs=4", "umc.count=2"},
                        .ask_sc = mutant->check == ASK_SC,
                        .unflushed = mutant->check == UNFLUSHED};
    char more[256];
    bool timed = mutant->check != UNFLUSHED; /* the one of a protocol without timestamps */
    snprintf(more, sizeof more, "%s %s",
             timed ? "tsu.sets=2 mgcc.ts_bits=8 mgcc.epoch_bits=16" : "",
             mutant->set != NULL ? mutant->set : "");
    add_sets(&t, more);
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
    size_t n = 0;
    const char *only = getenv("UMBEL_MUTANTS_ONLY");
    for (size_t i = 0; i < sizeof mutants / sizeof *mutants; i++)
        if (only == NULL || strstr(mutants[i].name, only) != NULL)
            tests[n++] = (struct CMUnitTest){mutants[i].name, caught, NULL, NULL,
                                             (void *)(uintptr_t)&mutants[i]};
    return _cmocka_run_group_tests("mutants", tests, n, NULL, NULL);
}
