/*
 * Runs on the RTL of tsm-tiny: no forbidden outcome is seen, the same seed gives the same outcomes,
 * a machine without one of the protocol's rules is noticed, and threads that do not wait for their
 * answers show outcomes that only rc allows, and none that it forbids.
 */
#include "harness/litmus/campaign.h"
#include "harness/litmus/runner.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEST(name) UMBEL_ROOT "/formal/litmus/" name ".litmus"

/* Tests with loads and stores only; under sc a fence only waits for answers. */
static const char *const plain[] = {
    TEST("SB"),        TEST("MP"),         TEST("LB"),      TEST("WRC"),  TEST("S"),
    TEST("R"),         TEST("2+2W"),       TEST("CoRR"),    TEST("CoRW"), TEST("CoWR"),
    TEST("SB+fences"), TEST("WRC+fences"), TEST("SB+line"), TEST("IRIW"), TEST("IRIW+line")};
enum { N_PLAIN = sizeof plain / sizeof *plain, OF_FOUR_THREADS = 2 };

static void none_forbidden(void **state)
{
    (void)state;
    if (!slow_wanted())
        print_message(
            "*** SKIPPED: tests of four threads, which have ten times as many placements; "
            "litmus/test_protocols has one; UMBEL_SLOW=1 runs them ***\n");
    const size_t n = slow_wanted() ? N_PLAIN : N_PLAIN - OF_FOUR_THREADS;
    struct campaign_options o = {
        .paths = plain, .n_paths = n, .system = "tsm-tiny", .runs = 60, .seed = 5};
    struct campaign c;
    struct error err = {0};
    enum campaign_end end = campaign_run(&o, &c, NULL, &err);
    assert_string_equal(err.text, "");
    assert_int_equal(end, CAMPAIGN_OK);
    assert_int_equal(c.n_tests, n);
    assert_true(c.runs > 0 && c.forbidden == 0 && c.weak == 0);
    /* Every allowed outcome of two simple threads occurs; else the runs vary too little. */
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(c.tests[i].seen.n, 3);
    /* All of a test's runs are in its histogram. */
    for (size_t i = 0; i < c.n_tests; i++) {
        uint64_t sum = 0;
        for (size_t j = 0; j < c.tests[i].seen.n; j++)
            sum += c.tests[i].seen.list[j]->count;
        assert_int_equal(sum, c.tests[i].runs);
        assert_int_equal(sum, c.tests[i].placements.n * o.runs);
    }
    campaign_free(&c);
}

/* The output of a campaign, for comparison. */
static char *told(uint64_t seed, const char *const *paths, size_t n)
{
    struct campaign_options o = {
        .paths = paths, .n_paths = n, .system = "tsm-tiny", .runs = 100, .seed = seed};
    struct campaign c;
    struct error err = {0};
    assert_int_equal(campaign_run(&o, &c, NULL, &err), CAMPAIGN_OK);
    char *text = NULL;
    size_t len;
    FILE *f = open_memstream(&text, &len);
    assert_non_null(f);
    campaign_tell_test(&c, &c.tests[n - 1], true, f); /* the last one */
    fprintf(f, "%llu cycles", (unsigned long long)c.tests[n - 1].runs);
    fclose(f);
    campaign_free(&c);
    return text;
}

static void equal_runs(void **state)
{
    (void)state;
    char *one = told(3, plain, 1), *same = told(3, plain, 1), *other = told(4, plain, 1);
    /* Other tests of the campaign do not change the result. */
    const char *const behind[] = {TEST("MP"), TEST("SB")};
    char *second = told(3, behind, 2);
    assert_string_equal(one, same);
    assert_string_equal(one, second);
    assert_string_not_equal(one, other);
    free(one);
    free(same);
    free(other);
    free(second);
}

/* Loads do not advance the clock: a reader that has seen the flag still hits an old copy. */
static void without_m2(void **state)
{
    (void)state;
    struct rules rules = protocol_rules(PROTOCOL_MGCC, (struct rules_variant){.without = RULE_M2});
    static const char *const sets[] = {"link.latency=2"}, *const mp[] = {TEST("MP")};
    struct campaign_options o = {.paths = mp,
                                 .n_paths = 1,
                                 .system = "tsm-tiny",
                                 .sets = sets,
                                 .n_sets = 1,
                                 .runs = 1000,
                                 .seed = 1,
                                 .rules = &rules};
    struct campaign c;
    struct error err = {0};
    assert_int_equal(campaign_run(&o, &c, NULL, &err), CAMPAIGN_FORBIDDEN);
    assert_true(c.forbidden > 0);
    assert_int_equal(c.forbidden, c.tests[0].witnesses);
    assert_non_null(strstr(err.text, "outcomes that sc forbids; first in MP, placement 0.0,1.0"));
    assert_non_null(strstr(err.text, "repeat with: umbel litmus"));
    assert_non_null(strstr(err.text, " --set link.latency=2 --placement 0.0,1.0 --seed 1 "));
    campaign_free(&c);
}

/* ---- without waiting ---- */

/* Runs in all placements; counts the outcomes that sc forbids. None may be beyond rc. */
static uint64_t weak_of(const char *path, const struct system *sys)
{
    struct error err = {0};
    struct litmus *t = litmus_read(path, &err);
    assert_non_null(t);
    struct placements places;
    assert_true(placements_find(t, sys->gpus, sys->sm.count, NULL, &places, &err));
    struct outcomes sc = {0}, rc = {0};
    const struct litmus_place *apart = places.list[places.n - 1].at;
    assert_true(model_allows(t, MODEL_SC, apart, &sc, NULL, &err));
    assert_true(model_allows(t, MODEL_RC, apart, &rc, NULL, &err));
    uint64_t weak = 0;
    for (size_t p = 0; p < places.n; p++) {
        struct runner_config config = {.test = t,
                                       .placement = places.list[p],
                                       .sys = sys,
                                       .in_flight = RUNNER_IN_FLIGHT,
                                       .seed = p};
        struct runner *r = runner_new(&config, NULL, &err);
        assert_non_null(r);
        for (int i = 0; i < 200; i++) {
            struct litmus_state s;
            struct sbuf why = {0};
            assert_int_equal(runner_run(r, &s, &why), RUNNER_DONE);
            struct sbuf text = {0};
            outcome_text(t, &s, &text);
            if (!outcomes_have(&rc, t, &s))
                fail_msg("%s, run %d: rc forbids %s", t->name, i, sbuf_str(&text));
            weak += !outcomes_have(&sc, t, &s);
            sbuf_free(&text);
            sbuf_free(&why);
        }
        runner_free(r);
    }
    outcomes_free(&sc);
    outcomes_free(&rc);
    free(places.list);
    litmus_free(t);
    return weak;
}

static void without_waiting(void **state)
{
    (void)state;
    struct error err = {0};
    struct system *sys = system_load("tsm-tiny", NULL, 0, &err);
    assert_non_null(sys);
    assert_true(weak_of(TEST("SB"), sys) > 0);
    assert_true(weak_of(TEST("MP"), sys) > 0);
    assert_int_equal(weak_of(TEST("CoRR"), sys), 0);
    assert_int_equal(weak_of(TEST("CoRW"), sys), 0);
    assert_int_equal(weak_of(TEST("CoWR"), sys), 0);
    system_free(sys);
}

/* ---- barriers ---- */

#define BAR "bar.sync 0 | bar.sync 0 ;\n"

/* Threads of one CTA meet at a barrier and see the others' earlier stores; those of two do not. */
static const char *const meetings[] = {
    /* MP, with an additional load of P1 before the barrier. */
    "PTX MP+bar\n{ x=0; y=0; }\nP0 | P1 ;\nst.weak x,1 | ld.weak r2,y ;\nst.weak y,1 | ;\n" BAR
    " | ld.weak r0,y ;\n | ld.weak r1,x ;\n~exists (1:r0=0 \\/ 1:r1=0)",
    "PTX SB+bar\n{ x=0; y=0; }\nP0 | P1 ;\nst.weak x,1 | st.weak y,1 ;\n" BAR
    "ld.weak r0,y | ld.weak r0,x ;\n~exists (0:r0=0 \\/ 1:r0=0)",
    /* P1 passes P0's store on. P2 is alone at its barrier, or all threads meet there. */
    "PTX bar+MP\n{ x=0; y=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | | ;\n"
    "bar.sync 0 | bar.sync 0 | bar.sync 0 ;\n | st.release.gpu y,1 | ld.acquire.gpu r0,y ;\n"
    " | | ld.weak r1,x ;\n~exists (2:r0=1 /\\ 2:r1=0)",
    /* Numbers, and a thread that does not take part. */
    "PTX SB+numbers\n{ x=0; y=0; z=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | st.weak y,1 | bar.sync 2 ;\n"
    "bar.sync 1 | bar.sync 1 | st.weak z,1 ;\nld.weak r0,y | ld.weak r0,x | ;\n"
    "~exists (0:r0=0 \\/ 1:r0=0)",
};
/* Tests whose threads must be in one CTA: P0 meets P1, and P1 meets P2; any two of four, and then
 * the others; a quorum, and one that comes late. */
static const char *const in_one_cta[] = {
    "PTX chain\n{ x=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | bar.sync 1,64 | bar.sync 2,64 ;\n"
    "bar.sync 1,64 | bar.sync 2,64 | ld.weak r0,x ;\n~exists (2:r0=0)",
    "PTX pairs\n{ x=0; y=0; }\nP0 | P1 | P2 | P3 ;\n"
    "st.weak x,1 | bar.sync 1,64 | bar.sync 1,64 | st.weak y,1 ;\n"
    "bar.sync 1,64 | ld.weak r0,x | ld.weak r0,x | bar.sync 1,64 ;\n"
    " | ld.weak r1,y | ld.weak r1,y | ;\n~exists (x=2)",
    "PTX late\n{ x=0; y=0; }\nP0 | P1 | P2 ;\nst.weak x,1 | bar.cta.sync 1,1,2 | st.weak y,1 ;\n"
    "bar.cta.sync 1,1,2 | ld.weak r0,x | bar.cta.sync 1,1,2 ;\n | ld.weak r1,y | ;\n"
    "~exists (1:r0=0 /\\ 1:r1=0)",
};
/* Enough runs for the third test to notice a fence that waits only for its own thread's answers. */
enum {
    N_MEETINGS = sizeof meetings / sizeof *meetings,
    N_IN_ONE = sizeof in_one_cta / sizeof *in_one_cta,
    MEETING_RUNS = 300
};

/* Runs a test in all its placements on two GPUs of two SMs, or only in one CTA. No outcome that the
 * machine's model or PTX forbids may be seen; with all threads in one CTA, neither may the test's
 * condition. */
static void run_meeting(const struct litmus *t, const struct system *sys, bool one_cta_only,
                        uint64_t *unmet)
{
    struct error err = {0};
    bool rc = sys->consistency == SYS_RC;
    struct placements places;
    assert_true(placements_find(t, sys->gpus, sys->sm.count, NULL, &places, &err));
    places.n = one_cta_only ? 1 : places.n;
    for (size_t p = 0; p < places.n; p++) {
        const struct litmus_place *at = places.list[p].at;
        struct outcomes own = {0}, ptx = {0};
        assert_true(model_allows(t, rc ? MODEL_RC : MODEL_SC, at, &own, NULL, &err));
        assert_true(model_allows(t, MODEL_PTX, at, &ptx, NULL, &err));
        struct runner_config config = {.test = t,
                                       .placement = places.list[p],
                                       .sys = sys,
                                       .in_flight = rc ? RUNNER_IN_FLIGHT : 1,
                                       .fences = rc,
                                       .seed = p};
        struct runner *r = runner_new(&config, NULL, &err);
        assert_non_null(r);
        for (int i = 0; i < MEETING_RUNS; i++) {
            struct litmus_state s;
            struct sbuf why = {0};
            assert_int_equal(runner_run(r, &s, &why), RUNNER_DONE);
            struct sbuf text = {0};
            outcome_text(t, &s, &text);
            if (!outcomes_have(&own, t, &s) || !outcomes_have(&ptx, t, &s))
                fail_msg("%s, placement %zu, run %d: forbidden: %s", t->name, p, i, text.text);
            bool one_cta = p == 0; /* the first placement */
            assert_true(!one_cta || !condition_holds(t->condition, &s));
            *unmet += condition_holds(t->condition, &s);
            sbuf_free(&text);
            sbuf_free(&why);
        }
        runner_free(r);
        outcomes_free(&own);
        outcomes_free(&ptx);
    }
    free(places.list);
}

static struct system *two_by_two(const char *consistency, const char *watchdog)
{
    const char *sets[] = {"sm.count=2", consistency, watchdog};
    struct error err = {0};
    struct system *sys = system_load("tsm-tiny", sets, watchdog != NULL ? 3 : 2, &err);
    assert_string_equal(err.text, "");
    return sys;
}

static void barriers(void **state)
{
    (void)state;
    for (int rc = 0; rc < 2; rc++) {
        struct system *sys = two_by_two(rc ? "consistency=rc" : "consistency=sc", NULL);
        uint64_t unmet = 0;
        for (size_t i = 0; i < N_MEETINGS + N_IN_ONE; i++) {
            struct error err = {0};
            const char *text = i < N_MEETINGS ? meetings[i] : in_one_cta[i - N_MEETINGS];
            struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
            assert_string_equal(err.text, "");
            run_meeting(t, sys, i >= N_MEETINGS, &unmet);
            litmus_free(t);
        }
        assert_true(unmet > 0); /* threads of different CTAs do not wait for each other */
        system_free(sys);
    }
}

/* Threads that wait for each other are told of. A campaign leaves out such runs. */
static void a_barrier_for_ever(void **state)
{
    (void)state;
    static const char text[] = "PTX t\n{ x=0; }\nP0 | P1 ;\nbar.sync 0 | bar.sync 1 ;\n"
                               "bar.sync 1 | bar.sync 0 ;\nexists (x=0)";
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    struct system *sys = two_by_two("consistency=sc", "watchdog=2000");
    struct runner_config config = {.test = t, .sys = sys, .in_flight = 1};
    struct runner *r = runner_new(&config, NULL, &err);
    assert_non_null(r);
    struct litmus_state s;
    struct sbuf why = {0};
    assert_int_equal(runner_run(r, &s, &why), RUNNER_HUNG);
    assert_non_null(strstr(sbuf_str(&why), "\nP0 waits at bar.sync 0 for P1"));
    assert_non_null(strstr(sbuf_str(&why), "\nP1 waits at bar.sync 1 for P0"));
    sbuf_free(&why);
    runner_free(r);
    system_free(sys);
    litmus_free(t);
}

/* A thread that gives up at a loop does not keep the others at a barrier. */
static void a_loop_before_a_barrier(void **state)
{
    (void)state;
    static const char text[] =
        "PTX t\n{ x=0; }\nP0 | P1 ;\nA: ld.weak r0,x | ;\nbne r0,1,A | ;\n" BAR
        " | st.weak x,1 ;\nexists (x=0)";
    struct error err = {0};
    struct litmus *t = litmus_parse(text, strlen(text), "t.litmus", &err);
    assert_string_equal(err.text, "");
    struct system *sys = two_by_two("consistency=rc", NULL);
    struct runner_config config = {.test = t, .sys = sys, .in_flight = 8, .fences = true};
    struct runner *r = runner_new(&config, NULL, &err);
    assert_non_null(r);
    struct litmus_state s;
    struct sbuf why = {0};
    assert_int_equal(runner_run(r, &s, &why), RUNNER_UNFINISHED);
    sbuf_free(&why);
    runner_free(r);
    system_free(sys);
    litmus_free(t);
}

/* ---- placements ---- */

static void all_placements(void **state)
{
    (void)state;
    static const struct {
        uint32_t gpus, sms;
        int threads;
        size_t n; /* counted by hand: nested partitions that fit */
    } cases[] = {{1, 1, 4, 1}, {2, 1, 2, 2},  {2, 1, 4, 8}, {2, 2, 2, 3},
                 {4, 4, 2, 3}, {3, 3, 3, 12}, {4, 4, 4, 60}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct litmus t = {.name = "t", .file = "t.litmus", .n_threads = cases[i].threads};
        struct placements p;
        struct error err = {0};
        assert_true(placements_find(&t, cases[i].gpus, cases[i].sms, NULL, &p, &err));
        assert_int_equal(p.n, cases[i].n);
        char name[PLACE_TEXT];
        placement_text(&t, &p.list[0], name);
        assert_memory_equal(name, "0.0,0.0", cases[i].threads > 1 ? 7 : 3);
        free(p.list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_placements),     cmocka_unit_test(none_forbidden),
        cmocka_unit_test(equal_runs),         cmocka_unit_test(without_waiting),
        cmocka_unit_test(without_m2),         cmocka_unit_test(barriers),
        cmocka_unit_test(a_barrier_for_ever), cmocka_unit_test(a_loop_before_a_barrier)};
    return cmocka_run_group_tests_name("litmus runner", tests, NULL, NULL);
}
