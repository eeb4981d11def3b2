/*
 * Messages between the L2 banks and the memory, under each protocol. For each kind, the messages
 * that a bank counts as sent are those that its two links count as carried and that the memory
 * controllers count as served. The bytes of each message are those of thesis 4.2.7, computed by
 * hand.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Bytes of a load and of a store. An atomic and a write-back carry a line and are as long as a
 * store; the answer to an atomic is as long as that to a load. */
struct bytes {
    json_int_t load, store;
};

static const struct variant {
    const char *sets[3]; /* ends with NULL */
    const char *kernels[4];
    bool clocked; /* requests carry clocks: a miss may be sent again */
    bool write_back;
    struct bytes request, answer;
} variants[] = {
    /* A request: 8 address, 4 metadata, 3 of clock (16 bits, and an epoch of 8), 64 line and 2 of
     * the copy's rts. An answer: 8 address, 4 metadata, 4 acknowledgement, 3 rts, 2 wts, 64 line.
     */
    {{NULL}, {"xtreme3", "mutex", "bfs_queue"}, true, false, {15, 81}, {85, 21}},
    {{"consistency=rc"}, {"xtreme3", "mutex", "bfs_queue"}, true, false, {15, 81}, {85, 21}},
    /* A request: 2 of timestamp. An answer: 2 rts, 2 wts. */
    {{"protocol=mgcc-paper", "consistency=rc"},
     {"xtreme3", "reduce", "bfs_queue"},
     false,
     false,
     {14, 78},
     {84, 20}},
    {{"protocol=nc-wt"}, {"xtreme3", "reduce", "bfs_queue"}, false, false, {12, 76}, {80, 16}},
    {{"protocol=nc-wb"}, {"xtreme3", "transpose", "bfs_queue"}, false, true, {12, 76}, {80, 16}},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static json_t *run(void **state, const struct variant *v, const char *kernel, const char *also)
{
    const char *json = in_folder(state, "run.json");
    char name[32];
    snprintf(name, sizeof name, "%s:tiny", kernel);
    const char *words[16] = {umbel_path(), "run", "tsm-small", name, "-q", "--json", json};
    int n = 7;
    for (int i = 0; v->sets[i] != NULL; i++) {
        words[n++] = "--set";
        words[n++] = v->sets[i];
    }
    if (also != NULL) {
        words[n++] = "--set";
        words[n++] = also;
    }
    struct command c = umbel_run_args(words);
    assert_status(&c, 0);
    command_free(&c);
    return run_json(json);
}

struct messages {
    json_int_t loads, stores, atomics, writebacks;
};

static struct messages carried(const json_t *r, const char *bank, const char *way)
{
    char link[32];
    snprintf(link, sizeof link, "%s.%s", bank, way);
    return (struct messages){
        run_json_count(r, "link", "loads", link), run_json_count(r, "link", "stores", link),
        run_json_count(r, "link", "atomics", link), run_json_count(r, "link", "writebacks", link)};
}

static struct messages sent(const json_t *r, const struct variant *v, const char *bank)
{
    return (struct messages){
        run_json_count(r, "l2", "loads", bank) - run_json_count(r, "l2", "load_hits", bank) -
            run_json_count(r, "l2", "load_joins", bank) +
            (v->clocked ? run_json_count(r, "l2", "reissues", bank) : 0),
        run_json_count(r, "l2", "stores", bank), run_json_count(r, "l2", "atomics", bank),
        v->write_back ? run_json_count(r, "l2", "writebacks", bank) : 0};
}

static void assert_equal(const char *what, const char *bank, struct messages a, struct messages b)
{
    if (memcmp(&a, &b, sizeof a) != 0)
        fail_msg("%s of %s: %lld loads, %lld stores, %lld atomics, %lld write-backs, "
                 "not %lld, %lld, %lld, %lld",
                 what, bank, (long long)b.loads, (long long)b.stores, (long long)b.atomics,
                 (long long)b.writebacks, (long long)a.loads, (long long)a.stores,
                 (long long)a.atomics, (long long)a.writebacks);
}

static struct messages plus(struct messages a, struct messages b)
{
    return (struct messages){a.loads + b.loads, a.stores + b.stores, a.atomics + b.atomics,
                             a.writebacks + b.writebacks};
}

static json_int_t all(struct messages m)
{
    return m.loads + m.stores + m.atomics + m.writebacks;
}

/* Compares each bank with its links; returns the sum over all banks. */
static struct messages compare_banks(const json_t *r, const struct variant *v)
{
    struct messages total = {0};
    const char *bank;
    json_t *unused;
    json_object_foreach(run_json_values(r, "l2", "loads"), bank, unused)
    {
        struct messages m = sent(r, v, bank);
        assert_equal("requests", bank, m, carried(r, bank, "out"));
        assert_equal("answers", bank, m, carried(r, bank, "in"));
        total = plus(total, m);
    }
    return total;
}

static void compare_memory(const json_t *r, const struct variant *v, struct messages m)
{
    assert_int_equal(run_json_sum(r, "umc", "loads"), m.loads);
    assert_int_equal(run_json_sum(r, "umc", "stores"), m.stores);
    assert_int_equal(run_json_sum(r, "umc", "atomics"), m.atomics);
    if (v->write_back)
        assert_int_equal(run_json_sum(r, "umc", "writebacks"), m.writebacks);
}

static void kinds(void **state)
{
    for (int i = 0; i < VARIANTS; i++) {
        struct messages seen = {0};
        for (int k = 0; variants[i].kernels[k] != NULL; k++) {
            json_t *r = run(state, &variants[i], variants[i].kernels[k], NULL);
            struct messages m = compare_banks(r, &variants[i]);
            compare_memory(r, &variants[i], m);
            assert_int_equal(run_json_sum(r, "link", "messages"), 2 * all(m));
            seen = plus(seen, m);
            json_decref(r);
        }
        /* Messages of every kind occurred. */
        assert_true(seen.loads > 0 && seen.atomics > 0);
        assert_int_equal(seen.writebacks > 0, variants[i].write_back);
        assert_true(seen.stores > 0);
    }
}

/* When epochs are used up, one message per controller empties it; that message counts as
 * no kind. */
static void of_no_kind(void **state)
{
    static const struct variant few = {.sets = {"mgcc.ts_bits=5", "mgcc.epoch_bits=2"},
                                       .clocked = true};
    json_t *r = run(state, &few, "bfs_queue", NULL);
    struct messages m = compare_banks(r, &few);
    json_int_t rolls = run_json_sum(r, "system", "rolls");
    assert_true(rolls > 0);
    assert_int_equal(run_json_sum(r, "link", "messages"), 2 * (all(m) + 4 * rolls));
    json_decref(r);
}

/*
 * At one byte per cycle a message takes as many cycles on its wire as it has bytes. mgcc-paper is
 * left out: its store's answer may carry the line and is then 4 bytes shorter than a load's, but
 * the wire counts it as long as a load's.
 */
static void bytes(void **state)
{
    for (int i = 0; i < VARIANTS; i++) {
        const struct variant *v = &variants[i];
        if (v->sets[0] != NULL && strcmp(v->sets[0], "protocol=mgcc-paper") == 0)
            continue;
        json_t *r = run(state, v, "bfs_queue", "link.bytes_per_cycle=1");
        struct messages m = compare_banks(r, v);
        json_int_t with_line = m.stores + m.atomics + m.writebacks;
        json_int_t requests = m.loads * v->request.load + with_line * v->request.store;
        json_int_t answers =
            (m.loads + m.atomics) * v->answer.load + (m.stores + m.writebacks) * v->answer.store;
        assert_int_equal(run_json_sum(r, "link", "busy"), requests + answers);
        json_decref(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(kinds),
        test_in_folder(of_no_kind),
        test_in_folder(bytes),
    };
    return cmocka_run_group_tests_name("messages on the links", tests, NULL, NULL);
}
