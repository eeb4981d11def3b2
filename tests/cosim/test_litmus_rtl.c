/*
 * Litmus tests on the RTL: threads on the cores of one machine, repeated with new lines, warm-up
 * loads and random skews. No outcome that sequential consistency forbids may be seen.
 *
 *   UMBEL_LITMUS_SEED=N        (default 1)
 *   UMBEL_LITMUS_ITERATIONS=N  of each test in each placement (default 150, with UMBEL_SLOW 500)
 */
#include "tests/support/cores.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_THREADS = 4, MAX_WARM = 2, WORD = 4 };

/* "Wx1 Ry0": store 1 to x, then load y. The forbidden outcome is that every load returns the digit
 * beside it and every variable ends with the digit in `final`. */
static const struct litmus {
    const char *name, *thread[MAX_THREADS], *final;
} litmus[] = {
    {"SB", {"Wx1 Ry0", "Wy1 Rx0"}, ""},
    {"MP", {"Wx1 Wy1", "Ry1 Rx0"}, ""},
    {"LB", {"Rx1 Wy1", "Ry1 Wx1"}, ""},
    {"WRC", {"Wx1", "Rx1 Wy1", "Ry1 Rx0"}, ""},
    {"IRIW", {"Wx1", "Wy1", "Rx1 Ry0", "Ry1 Rx0"}, ""},
    {"CoRR", {"Wx1", "Rx1 Rx0"}, ""},
    {"CoWR", {"Wx1 Rx2", "Wx2"}, "x1"},
    {"CoRW", {"Rx2 Wx1", "Wx2"}, "x2"},
    {"R", {"Wx1 Wy1", "Wy2 Rx0"}, "y2"},
    {"S", {"Wx2 Wy1", "Ry1 Wx1"}, "x2"},
    {"2+2W", {"Wx1 Wy2", "Wy1 Wx2"}, "x1 y1"},
    {"SB with re-reads", {"Wx1 Rx1 Ry0", "Wy1 Ry1 Rx0"}, ""},
};

static const struct placement {
    const char *name;
    uint32_t core[MAX_THREADS]; /* of 4 GPUs with 4 cores each */
} placements[] = {
    {"one GPU", {0, 1, 2, 3}},
    {"a GPU each", {0, 4, 8, 12}},
    {"two a GPU", {0, 1, 4, 5}},
    {"two a core", {0, 0, 4, 4}},
};

static const char *const sets[] = {"gpus=4",     "sm.count=4",      "sm.tags=4",  "l1.bytes=256",
                                   "l1.mshrs=4", "l2.banks=2",      "l2.mshrs=4", "umc.count=2",
                                   "tsu.sets=4", "mgcc.ts_bits=32", "mgcc.tick=5"};

/* One iteration, with the accesses that each thread still has to do. */
struct iteration {
    const struct litmus *test;
    struct history *history;
    struct rng *rng;
    int line[2];                /* lines of x and y; may be the same line */
    uint32_t warm[MAX_THREADS]; /* loads still to come before the test */
    uint32_t skew;
    const char *rest[MAX_THREADS]; /* rest of the thread's text */
};

/* x is the first word of its line, y the second, so that they may share a line. */
static uint32_t first_byte(char place)
{
    return place == 'x' ? 0 : WORD;
}

static bool next_access(void *ctx, uint32_t thread, struct access *a)
{
    struct iteration *it = ctx;
    if (it->warm[thread] > 0) {
        it->warm[thread]--;
        a->line = it->line[rng_below(it->rng, 2)];
        return true;
    }
    const char *text = it->rest[thread];
    if (text == NULL || *text == '\0')
        return false;
    a->line = it->line[text[1] == 'y'];
    a->kind = text[0] == 'W' ? KIND_STORE : KIND_LOAD;
    a->mask[0] = (uint8_t)(0xf << first_byte(text[1]));
    a->label = (uint32_t)(text[2] - '0');
    if (text == it->test->thread[thread])
        a->wait = rng_below(it->rng, it->skew);
    it->rest[thread] += text[3] == ' ' ? 4 : 3;
    return true;
}

/* The label of a store; 0 for the initial value. */
static uint32_t label(const struct history *h, int store)
{
    return store == HISTORY_NONE ? 0 : h->ops[store].label;
}

static bool ended_with(const struct iteration *it, const char *final)
{
    const struct history *h = it->history;
    for (; *final != '\0'; final += final[2] == ' ' ? 3 : 2) {
        const struct cell *c = &h->lines[it->line[final[0] == 'y']].cells[first_byte(final[0])];
        if (c->n_order == 0 || label(h, c->order[c->n_order - 1]) != (uint32_t)(final[1] - '0'))
            return false;
    }
    return true;
}

/* Whether the outcome of the iteration is the forbidden one. */
static bool forbidden(const struct iteration *it)
{
    const struct history *h = it->history;
    for (uint32_t t = 0; t < MAX_THREADS && it->test->thread[t] != NULL; t++) {
        const char *text = it->test->thread[t];
        int op = h->last[t];
        for (size_t i = (strlen(text) + 1) / 4; i-- > 0; op = h->ops[op].before) {
            const char *step = text + 4 * i;
            if (step[0] == 'R' &&
                label(h, history_writer(h, op, first_byte(step[1]))) != (uint32_t)(step[2] - '0'))
                return false;
        }
    }
    return ended_with(it, it->test->final);
}

struct bench {
    struct system *sys;
    struct machine *machine;
    struct rng rng;
    uint64_t line; /* the next unused line */
    uint32_t seen; /* number of forbidden outcomes */
};

static void start(struct bench *b, const struct rules *rules, uint64_t seed)
{
    struct error err = {0};
    *b = (struct bench){.rng = {seed}};
    b->sys = system_load("tsm-tiny", sets, sizeof sets / sizeof *sets, &err);
    if (b->sys != NULL)
        b->machine = machine_new_with(b->sys, rules, NULL, &err);
    assert_string_equal(err.text, "");
}

static void stop(struct bench *b)
{
    machine_free(b->machine);
    system_free(b->sys);
}

/* Runs an iteration; false, with the reason in `why`, if the run itself failed. */
static bool iterate(struct bench *b, const struct litmus *test, const struct placement *p,
                    struct sbuf *why)
{
    static const uint32_t skews[] = {1, 20, 200};
    uint32_t threads = 0;
    while (threads < MAX_THREADS && test->thread[threads] != NULL)
        threads++;
    struct history h = history_new(b->sys->line_bytes, threads);
    struct iteration it = {.test = test, .history = &h, .rng = &b->rng};
    it.skew = skews[rng_below(&b->rng, 3)];
    it.line[0] = history_line(&h, b->line);
    it.line[1] = history_line(&h, b->line + rng_below(&b->rng, 3));
    b->line += 3;
    for (uint32_t t = 0; t < threads; t++) {
        it.rest[t] = test->thread[t];
        it.warm[t] = (uint32_t)rng_below(&b->rng, MAX_WARM + 1);
    }
    struct cores c;
    cores_init(&c, b->machine, &h, p->core, threads, rng_next(&b->rng));
    bool ok = cores_run(&c, next_access, &it, 20000, why) == CORES_DONE;
    if (ok && forbidden(&it)) {
        b->seen++;
        sbuf_printf(why, "%s, %s: the forbidden outcome; ", test->name, p->name);
    }
    ok = ok && cores_check(&c, why) && why->len == 0;
    cores_free(&c);
    history_free(&h);
    return ok;
}

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 0) : otherwise;
}

enum {
    N_TESTS = sizeof litmus / sizeof *litmus,
    N_PLACES = sizeof placements / sizeof *placements
};

static void none_forbidden(void **state)
{
    (void)state;
    uint64_t seed = number("UMBEL_LITMUS_SEED", 1),
             n = number("UMBEL_LITMUS_ITERATIONS", slow_wanted() ? 500 : 150);
    struct bench b;
    start(&b, NULL, seed);
    bool ok = true;
    for (uint64_t i = 0; ok && i < n * N_TESTS * N_PLACES; i++) {
        struct sbuf why = {0};
        ok = iterate(&b, &litmus[i % N_TESTS], &placements[i / N_TESTS % N_PLACES], &why);
        if (!ok)
            fprintf(stderr, "iteration %llu: %s\n  repeat with: UMBEL_LITMUS_SEED=%llu\n",
                    (unsigned long long)i, sbuf_str(&why), (unsigned long long)seed);
        sbuf_free(&why);
    }
    stop(&b);
    assert_true(ok);
}

/* Without M1 a reader within its lease still hits the old value when the store is visible: SB. */
static void without_m1(void **state)
{
    (void)state;
    struct rules rules = *protocol_of(PROTOCOL_MGCC)->rules;
    rules.store_wts = "memts > cts || &memts_plus_1 ? memts : cts";
    struct bench b;
    start(&b, &rules, 1);
    for (int i = 0; b.seen == 0 && i < 3000; i++) {
        struct sbuf why = {0};
        iterate(&b, &litmus[0], &placements[i % N_PLACES], &why);
        sbuf_free(&why);
    }
    stop(&b);
    assert_int_equal(b.seen, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(none_forbidden),
                                       cmocka_unit_test(without_m1)};
    return cmocka_run_group_tests_name("litmus on the RTL", tests, NULL, NULL);
}
