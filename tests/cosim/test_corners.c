/* Directed cases for corners that random traffic is unlikely to reach. */
#include "sw/util/arena.h"
#include "tests/support/cores.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* One access of a script: `thread` accesses `line` in cycle `at`, or as soon as it can. */
struct step {
    uint32_t thread;
    uint64_t at;
    bool store; /* a store of the whole line; else a load */
    uint64_t line;
};

struct script {
    struct cores cores;
    struct history history;
    const struct step *steps;
    size_t n_steps;
    size_t *next; /* per thread: index from which its next step is searched */
};

static bool script_next(void *ctx, uint32_t thread, struct access *a)
{
    struct script *s = ctx;
    for (size_t *i = &s->next[thread]; *i < s->n_steps; (*i)++) {
        const struct step *step = &s->steps[*i];
        if (step->thread != thread)
            continue;
        (*i)++;
        uint64_t now = s->cores.machine->now;
        a->line = history_line(&s->history, step->line);
        a->kind = step->store ? KIND_STORE : KIND_LOAD;
        memset(a->mask, 0xff, sizeof a->mask);
        a->wait = step->at > now ? step->at - now : 0;
        return true;
    }
    return false;
}

/* Runs a script to its end on tsm-tiny with `sets`; every request must be answered rightly. */
static void run_script(const char *const *sets, size_t n_sets, const uint32_t *core_of,
                       uint32_t threads, const struct step *steps, size_t n_steps)
{
    struct error err = {0};
    struct sbuf why = {0};
    struct system *sys = system_load("tsm-tiny", sets, n_sets, &err);
    assert_string_equal(err.text, "");
    struct machine *m = machine_new(sys, NULL, &err);
    assert_string_equal(err.text, "");
    struct script s = {.history = history_new(sys->line_bytes, threads),
                       .steps = steps,
                       .n_steps = n_steps,
                       .next = xcalloc(threads, sizeof *s.next)};
    cores_init(&s.cores, m, &s.history, core_of, threads, 1);
    bool ok = cores_run(&s.cores, script_next, &s, 20000, &why) == CORES_DONE &&
              cores_check(&s.cores, &why);
    if (!ok)
        fprintf(stderr, "%s\n", sbuf_str(&why));
    sbuf_free(&why);
    cores_free(&s.cores);
    history_free(&s.history);
    free(s.next);
    machine_free(m);
    system_free(sys);
    assert_true(ok);
}

enum { LINES = 31, HOT = 1024, START = 3000 };

/*
 * A burst of misses of one L1. Each miss is joined by a load whose clock has moved beyond the lease
 * that the miss will bring, so every answer serves one load and sends the request again for the
 * other. Meanwhile the L2 takes answers of the memory before requests. The L1 must take answers
 * even if it has no room for another request.
 */
static void l1_asks_again(void **state)
{
    (void)state;
    static const char *const sets[] = {"gpus=1",           "sm.count=2",
                                       "sm.tags=64",       "l1.bytes=1024",
                                       "l1.mshrs=64",      "l2.banks=1",
                                       "l2.bytes=4096",    "l2.mshrs=64",
                                       "link.latency=200", "link.bytes_per_cycle=32",
                                       "umc.count=4",      "umc.entries=32",
                                       "mgcc.ts_bits=32",  "mgcc.wr_lease=200"};
    uint32_t core_of[2 * LINES + 2] = {[2 * LINES + 1] = 1};
    struct step steps[2 * LINES + 8];
    size_t n = 0;
    /* The other core moves the hot line's timestamps far ahead, and leaves the line in the L2. */
    steps[n++] = (struct step){2 * LINES + 1, 0, false, HOT};
    for (int i = 0; i < 3; i++)
        steps[n++] = (struct step){2 * LINES + 1, 0, true, HOT};
    for (uint32_t i = 0; i < LINES; i++)
        steps[n++] = (struct step){2 * i, START, false, i};
    steps[n++] = (struct step){2 * LINES, START + 40, false, HOT};
    for (uint32_t i = 0; i < LINES; i++)
        steps[n++] = (struct step){2 * i + 1, START + 100, false, i};
    run_script(sets, sizeof sets / sizeof *sets, core_of, 2 * LINES + 2, steps, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(l1_asks_again)};
    return cmocka_run_group_tests_name("corners", tests, NULL, NULL);
}
