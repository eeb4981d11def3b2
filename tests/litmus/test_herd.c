/*
 * Whole files in the styles of herd and other tools: tests/litmus/herd. The outcomes that
 * sequential consistency allows were worked out by hand, from all orders of each test's accesses,
 * before the model was asked. Each file also runs on tsm-tiny, with its branches and loops.
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

#define FOLDER UMBEL_ROOT "/tests/litmus/herd"

static const struct {
    const char *file, *name;
    const char *outcomes[4]; /* as umbel prints them */
} files[] = {
    {"2+2W", "2+2W", {"y=1; x=1;", "y=1; x=2;", "y=2; x=1;"}},
    {"CoRR", "CoRR", {"1:r0=0; 1:r1=0;", "1:r0=0; 1:r1=1;", "1:r0=1; 1:r1=1;"}},
    {"IRIW-filtered",
     "[IRIW]+fences/sc",
     {"2:r0=1; 2:r1=0; 3:r0=1; 3:r1=1;", "2:r0=1; 2:r1=1; 3:r0=1; 3:r1=0;",
      "2:r0=1; 2:r1=1; 3:r0=1; 3:r1=1;"}},
    {"LB+ctrl+po", "LB+ctrl+po", {"0:r0=0; 1:r0=0;", "0:r0=1; 1:r0=0;"}},
    {"LB+data+data", "LB+data+data", {"0:r0=0; 1:r0=0;", "0:r0=0; 1:r0=1;", "0:r0=1; 1:r0=0;"}},
    {"MP+pooncerelease+poacquireonce",
     "MP+pooncerelease+poacquireonce",
     {"1:r0=0; 1:r1=0;", "1:r0=0; 1:r1=1;", "1:r0=1; 1:r1=1;"}},
    {"MP+popl+poap", "MP+popl+poap", {"1:r0=0; 1:r1=0;", "1:r0=0; 1:r1=1;", "1:r0=1; 1:r1=1;"}},
    {"MP+predicate", "MP+predicate", {"1:%r0=0; 1:%p=1; 1:%r1=0;", "1:%r0=1; 1:%p=0; 1:%r1=1;"}},
    {"MP_relacq", "MP_relacq", {"1:r0=0; 1:r1=0;", "1:r0=0; 1:r1=1;", "1:r0=1; 1:r1=1;"}},
    {"SB+fencembonceonces",
     "SB+fencembonceonces",
     {"0:r0=0; 1:r0=1;", "0:r0=1; 1:r0=0;", "0:r0=1; 1:r0=1;"}},
    {"SB+fencescs", "SB+fencescs", {"0:r0=0; 1:r0=1;", "0:r0=1; 1:r0=0;", "0:r0=1; 1:r0=1;"}},
    {"SB-in-one-cta",
     "SB",
     {"0:r0=1; 0:r2=0; 1:r0=1; 1:r2=1;", "0:r0=1; 0:r2=1; 1:r0=1; 1:r2=0;",
      "0:r0=1; 0:r2=1; 1:r0=1; 1:r2=1;"}},
    /* -1: P0 makes it 0 and -1 again, P1 adds 2 before, between or after. */
    {"atomic-returns",
     "atomic-returns",
     {"0:r0=0; 1:r0=1; v=1;", "0:r0=0; 1:r0=2; v=1;", "0:r0=2; 1:r0=1; v=1;"}},
    {"cmpxchg-race", "cmpxchg-race", {"0:r0=0; 1:r0=1; v=1;", "0:r0=2; 1:r0=0; v=2;"}},
    /* -3 and three times 1; P2 is first, second or last. */
    {"counter", "counter", {"2:r0=-3; x=0;", "2:r0=-2; x=0;", "2:r0=-1; x=0;"}},
    {"lock-xadd", "lock-xadd", {"1:rax=0; x=2;", "1:rax=1; x=2;"}},
    {"lr-sc",
     "lr-sc",
     {"0:x12=0; 0:x4=0; 1:x28=1; 1:x4=0; x=2;", "0:x12=1; 0:x4=0; 1:x28=0; 1:x4=0; x=2;"}},
    {"MP+fence.w.w+addr",
     "MP+fence.w.w+addr",
     {"1:x5=0; 1:x10=0;", "1:x5=0; 1:x10=1;", "1:x5=1; 1:x10=1;"}},
    {"spin-on-flag", "spin-on-flag", {"1:r0=42;"}},
    {"spinlock",
     "spinlock",
     {"0:r0=0; 0:r1=0; 0:r2=1; 1:r0=0; 1:r1=1; 1:r2=2; lock=0; x=2;",
      "0:r0=0; 0:r1=1; 0:r2=2; 1:r0=0; 1:r1=0; 1:r2=1; lock=0; x=2;"}},
};
enum { N_FILES = sizeof files / sizeof *files };

static bool is_listed(size_t file, const char *text)
{
    for (size_t i = 0; i < 4 && files[file].outcomes[i] != NULL; i++)
        if (strcmp(files[file].outcomes[i], text) == 0)
            return true;
    return false;
}

static size_t how_many(size_t file)
{
    size_t n = 0;
    while (n < 4 && files[file].outcomes[n] != NULL)
        n++;
    return n;
}

/* Reads all files; runs them on tsm-tiny, or only asks the model. */
static void run(struct campaign *c, struct campaign_options *o)
{
    static char paths[N_FILES][256];
    static const char *list[N_FILES];
    for (size_t i = 0; i < N_FILES; i++) {
        snprintf(paths[i], sizeof paths[i], FOLDER "/%s.litmus", files[i].file);
        list[i] = paths[i];
    }
    o->paths = list;
    o->n_paths = N_FILES;
    o->system = "tsm-tiny";
    struct error err = {0};
    enum campaign_end end = campaign_run(o, c, NULL, &err);
    assert_string_equal(err.text, "");
    assert_int_equal(end, CAMPAIGN_OK);
}

static void outcomes_by_hand(void **state)
{
    (void)state;
    struct campaign_options o = {.only_allowed = true, .model = "sc"};
    struct campaign c;
    run(&c, &o);
    char *told = NULL;
    size_t len;
    FILE *f = open_memstream(&told, &len);
    assert_non_null(f);
    campaign_tell_allowed(&c, f);
    fclose(f);
    const char *at = told;
    for (size_t i = 0; i < N_FILES; i++) {
        char head[256];
        snprintf(head, sizeof head, "Test %s ", files[i].name);
        at = strstr(at, head);
        assert_non_null(at);
        snprintf(head, sizeof head, "In all placements\nStates %zu\n", how_many(i));
        at = strstr(at, head);
        assert_non_null(at);
        at += strlen(head);
        for (size_t k = 0; k < how_many(i); k++) {
            char text[256] = {0};
            size_t n = strcspn(at, "\n");
            assert_true(n > 2 && n < sizeof text);
            memcpy(text, at + 2, n - 2); /* behind "*>" or ":>" */
            if (!is_listed(i, text))
                fail_msg("%s: %s is no outcome", files[i].file, text);
            at += n + 1;
        }
    }
    free(told);
    campaign_free(&c);
}

static void on_rtl(const char *consistency)
{
    const char *const sets[] = {consistency};
    struct campaign_options o = {.runs = 24, .seed = 2, .sets = sets, .n_sets = 1};
    struct campaign c;
    run(&c, &o);
    uint64_t filtered = 0;
    for (size_t i = 0; i < c.n_tests; i++) {
        const struct test_result *t = &c.tests[i];
        assert_true(t->runs > 0 && campaign_complete(&c, t));
        /* Some tests wait for a flag or a lock; even these must finish every run. */
        assert_int_equal(t->unfinished, 0);
        filtered += t->filtered;
    }
    assert_true(filtered > 0);
    campaign_free(&c);
}

static void on_rtl_sc(void **state)
{
    (void)state;
    on_rtl("consistency=sc");
}

static void on_rtl_rc(void **state)
{
    (void)state;
    on_rtl("consistency=rc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(outcomes_by_hand),
                                       cmocka_unit_test(on_rtl_sc), cmocka_unit_test(on_rtl_rc)};
    return cmocka_run_group_tests_name("litmus files of others", tests, NULL, NULL);
}
