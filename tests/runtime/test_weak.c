/*
 * rc on the weakest L1s that the contract allows: an L1 keeps copies until an OP_FENCE of its own
 * SM, however old they are, and a store reaches the memory at any later time. Only requests of one
 * SM to one line keep their order. So a fence that is missing, too early or too weak gives a wrong
 * result.
 */
#include "tests/runtime/kernel.h"

#include "sw/util/rng.h"

enum { LINES = MEMORY / LINE, DELAY = 30 };

struct pending {
    bool used, sampled;
    struct sm_request r;
    uint64_t due, epoch;
    uint8_t line[LINE]; /* the answer */
};

struct l1 {
    struct pending pending[TAGS];
    bool valid[LINES];
    uint8_t copy[LINES][LINE];
    uint64_t last_due[LINES]; /* of the requests to a line */
    uint64_t epoch;           /* fences so far */
};

struct weak {
    struct l1 l1[SMS];
    struct rng rng;
};

static void forget(struct l1 *c)
{
    memset(c->valid, 0, sizeof c->valid);
    c->epoch++;
}

static void weak_launch(struct behind *b)
{
    for (int i = 0; i < SMS; i++)
        forget(&((struct weak *)b->ctx)->l1[i]);
}

static void weak_take(struct behind *b, uint32_t i, const struct sm_request *r, uint64_t now)
{
    struct weak *w = b->ctx;
    struct l1 *c = &w->l1[i];
    struct pending *p = &c->pending[r->tag];
    assert_false(p->used);
    /* Few are so slow that all others are done long before. */
    uint64_t most = rng_below(&w->rng, 8) == 0 ? 20 * DELAY : DELAY;
    *p = (struct pending){.used = true, .r = *r, .due = now + 1 + rng_below(&w->rng, most)};
    if (r->op == OP_FENCE) {
        forget(c);
        return;
    }
    bool alone = c->last_due[r->line] <= now;
    if (!alone && p->due <= c->last_due[r->line])
        p->due = c->last_due[r->line] + 1;
    p->epoch = c->epoch;
    if (r->op == OP_LOAD && alone) {
        /* The answer has the present value, whenever it is delivered. */
        p->sampled = true;
        if (c->valid[r->line])
            p->due = now + 1;
        memcpy(p->line, c->valid[r->line] ? c->copy[r->line] : b->memory + r->line * LINE, LINE);
    }
    c->last_due[r->line] = p->due;
}

static void perform(struct behind *b, struct l1 *c, struct pending *p)
{
    const struct sm_request *r = &p->r;
    uint8_t *line = b->memory + r->line * LINE, *copy = c->copy[r->line];
    switch (r->op) {
    case OP_LOAD:
        if (!p->sampled)
            memcpy(p->line, c->valid[r->line] ? copy : line, LINE);
        if (p->epoch != c->epoch)
            return; /* too old to be kept behind the fence */
        memcpy(copy, p->line, LINE);
        c->valid[r->line] = true;
        return;
    case OP_FRESH:
        memcpy(p->line, line, LINE);
        memcpy(copy, line, LINE);
        return;
    case OP_ATOMIC:
        memcpy(p->line, line, LINE);
        do_atomic(r, line);
        c->valid[r->line] = false;
        return;
    case OP_STORE:
        do_store(r, line);
        do_store(r, copy);
        return;
    default:
        assert_int_equal(r->op, OP_FENCE);
    }
}

static void weak_answer(struct behind *b, uint32_t i, struct sm *sm, uint64_t now)
{
    struct l1 *c = &((struct weak *)b->ctx)->l1[i];
    for (uint32_t tag = 0; tag < TAGS; tag++) {
        struct pending *p = &c->pending[tag];
        if (!p->used || p->due != now)
            continue;
        perform(b, c, p);
        p->used = false;
        sm_answer(sm, tag, p->line);
    }
}

/* The number of right results among several runs with different delays. */
static int right_with(const struct sm_tlb *tlb, const char *launch_file, const char *size, int runs)
{
    struct kernel k = kernel_open(launch_file, size);
    int n = 0;
    for (int seed = 1; seed <= runs; seed++) {
        struct weak *w = calloc(1, sizeof *w);
        w->rng.state = (uint64_t)seed;
        struct behind b = {
            .ctx = w, .tlb = *tlb, .launch = weak_launch, .answer = weak_answer, .take = weak_take};
        n += kernel_runs_right(&k, &b, true);
        free(w);
    }
    kernel_close(&k);
    return n;
}

static int right(const char *launch_file, const char *size, int runs)
{
    return right_with(&(struct sm_tlb){0}, launch_file, size, runs);
}

enum { RUNS = 10 };

static void test_kernels(void **state)
{
    (void)state;
    static const char *const names[] = {"mutex", "reduce", "bfs_queue", "histogram", "sgemm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, UMBEL_ROOT "/sw/kernels/%s/%s.yaml", names[i], names[i]);
        assert_int_equal(right(path, "tiny", RUNS), RUNS);
    }
}

static void test_relay(void **state)
{
    (void)state;
    static const char file[] = UMBEL_ROOT "/tests/runtime/relay.yaml";
    assert_int_equal(right(file, "fences", RUNS), RUNS);
    assert_int_equal(right(file, "orders", RUNS), RUNS);
    assert_int_equal(right(file, "atomics", RUNS), RUNS);
}

/* A small TLB, of whose misses others take advantage. */
static void test_tlb(void **state)
{
    (void)state;
    static const char *const names[] = {"mutex", "reduce", "bfs_queue", "histogram", "sgemm"};
    static const struct sm_tlb tlb = {4, 2, 40, 128};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, UMBEL_ROOT "/sw/kernels/%s/%s.yaml", names[i], names[i]);
        assert_int_equal(right_with(&tlb, path, "tiny", RUNS), RUNS);
    }
    static const char relay[] = UMBEL_ROOT "/tests/runtime/relay.yaml";
    assert_int_equal(right_with(&tlb, relay, "fences", RUNS), RUNS);
    assert_int_equal(right_with(&tlb, relay, "orders", RUNS), RUNS);
}

/* These L1s are weak enough to see the difference. */
static void test_without_fences(void **state)
{
    (void)state;
    assert_int_equal(right(UMBEL_ROOT "/tests/runtime/relay.yaml", "nothing", RUNS), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_relay),
        cmocka_unit_test(test_tlb),
        cmocka_unit_test(test_without_fences),
    };
    return cmocka_run_group_tests_name("weak", tests, NULL, NULL);
}
