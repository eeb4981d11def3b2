/*
 * Kernels on a memory of four homes, under every placement: the right result; each page where its
 * policy says; first touch as the requests show it, and the same on one thread or several.
 */
#include "tests/runtime/kernel.h"

enum { HOMES = 4, NODE = MEMORY / HOMES, MOST_PAGES = MEMORY / LINE };

/* A memory that answers after some cycles, and what it has seen. */
struct seen {
    struct pages *pages;
    uint64_t page_bytes;
    struct pending {
        bool used;
        uint64_t due;
        uint8_t line[LINE];
    } pending[SMS][TAGS];
    struct asked {
        uint64_t cycle;
        uint32_t sms;    /* a bit each: those that asked for it in that cycle; 0: nobody ever */
    } first[MOST_PAGES]; /* of each virtual page: the first requests */
    uint64_t requests, at_home;
    uint64_t end; /* cycle of the last request */
};

static void answer(struct behind *b, uint32_t i, struct sm *sm, uint64_t now)
{
    struct seen *s = b->ctx;
    for (uint32_t tag = 0; tag < TAGS; tag++)
        if (s->pending[i][tag].used && s->pending[i][tag].due <= now) {
            s->pending[i][tag].used = false;
            sm_answer(sm, tag, s->pending[i][tag].line);
        }
}

static void take(struct behind *b, uint32_t i, const struct sm_request *r, uint64_t now)
{
    struct seen *s = b->ctx;
    struct pending *p = &s->pending[i][r->tag];
    uint8_t *line = b->memory + r->line * LINE;
    uint64_t address;
    *p = (struct pending){.used = true, .due = now + 5 + r->line % 7};
    if (r->op == OP_FENCE)
        return;
    assert_true(pages_back(s->pages, r->line * LINE, &address));
    struct asked *first = &s->first[address / s->page_bytes];
    if (first->sms == 0)
        first->cycle = now;
    if (first->cycle == now)
        first->sms |= 1u << i;
    s->requests++;
    s->at_home += r->line * LINE / NODE == i;
    s->end = now;
    memcpy(p->line, line, LINE);
    if (r->op == OP_ATOMIC)
        do_atomic(r, line);
    if (r->op == OP_STORE)
        do_store(r, line);
}

static struct seen run(const char *name, enum page_placement policy, uint64_t page_bytes,
                       struct team *team, struct kernel *k)
{
    char path[512];
    const struct pages_config c = {.policy = policy,
                                   .homes = HOMES,
                                   .node_bytes = NODE,
                                   .line_bytes = LINE,
                                   .page_bytes = page_bytes,
                                   .seed = 7};
    snprintf(path, sizeof path, UMBEL_ROOT "/sw/kernels/%s/%s.yaml", name, name);
    *k = kernel_open_on(path, "tiny", &c);
    struct seen s = {.pages = gpu_pages(k->g), .page_bytes = page_bytes};
    struct behind b = {.ctx = &s, .team = team, .answer = answer, .take = take};
    if (!kernel_runs_right(k, &b, false))
        fail_msg("%s, %s, pages of %d: wrong", name, placement_policies[policy].word,
                 (int)page_bytes);
    return s;
}

static const uint64_t sizes[] = {LINE, 256, 4096};

static void every_placement(void **state)
{
    (void)state;
    static const char *const names[] = {"vecadd", "sgemm", "bfs", "histogram"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int policy = 0; policy < PLACEMENT_HOST;
             policy++) /* and no host: test_memnet has one */
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                if (policy == PLACEMENT_HOST)
                    continue; /* there is none here: test_memnet.c has one */
                struct kernel k;
                struct seen s = run(names[n], (enum page_placement)policy, sizes[i], NULL, &k);
                assert_true(s.requests > 0);
                kernel_close(&k);
            }
}

/* Whoever asks for a page first has it at home. It met the page the cycle before, so another SM's
 * request may come in the same cycle as its own. */
static void first_touch_is_first(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct kernel k;
        uint64_t physical, touched = 0, owners = 0;
        int alone = 0;
        struct seen s = run("sgemm", PLACEMENT_FIRST_TOUCH, sizes[i], NULL, &k);
        for (uint64_t page = 0; page < MOST_PAGES; page++) {
            bool placed = pages_find(gpu_pages(k.g), page * sizes[i], &physical);
            assert_int_equal(placed, s.first[page].sms != 0);
            if (!placed)
                continue;
            assert_true((s.first[page].sms >> physical / NODE & 1) != 0);
            alone += __builtin_popcount(s.first[page].sms) == 1;
            touched++;
            owners |= UINT64_C(1) << physical / NODE;
        }
        assert_true(touched > 2);
        assert_true(alone > 0);
        if (sizes[i] < 4096)
            assert_int_equal(owners, (1 << SMS) - 1);
        kernel_close(&k);
    }
}

/* A kernel whose CTAs work on their own parts of the buffers: what its SMs touched first is near.
 */
static void first_touch_is_near(void **state)
{
    (void)state;
    struct kernel k;
    struct seen near = run("vecadd", PLACEMENT_FIRST_TOUCH, LINE, NULL, &k);
    kernel_close(&k);
    struct seen far = run("vecadd", PLACEMENT_PAGES, LINE, NULL, &k);
    kernel_close(&k);
    assert_true(near.at_home * 10 > near.requests * 9);
    assert_true(far.at_home * 2 < far.requests);
}

/* Threads change no page and no cycle. */
static void threads_change_nothing(void **state)
{
    (void)state;
    struct kernel k[2];
    struct seen alone = run("sgemm", PLACEMENT_FIRST_TOUCH, LINE, NULL, &k[0]);
    for (unsigned members = 2; members <= 3; members++) {
        struct error err = {0};
        struct team *team = team_new(members, &err);
        check(team != NULL, &err);
        struct seen s = run("sgemm", PLACEMENT_FIRST_TOUCH, LINE, team, &k[1]);
        assert_int_equal(s.end, alone.end);
        for (uint64_t page = 0; page < MOST_PAGES; page++) {
            uint64_t a = 0, b = 0;
            assert_int_equal(pages_find(gpu_pages(k[0].g), page * LINE, &a),
                             pages_find(gpu_pages(k[1].g), page * LINE, &b));
            assert_int_equal(a, b);
        }
        kernel_close(&k[1]);
        team_free(team);
    }
    kernel_close(&k[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_placement),
        cmocka_unit_test(first_touch_is_first),
        cmocka_unit_test(first_touch_is_near),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests_name("places", tests, NULL, NULL);
}
