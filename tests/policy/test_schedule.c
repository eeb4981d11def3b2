/*
 * Each schedule against an oracle that deals the whole grid, in loops over its dimensions: to which
 * package each CTA goes, for grids of many shapes. Then which package an SM takes from, and whether
 * the documents know each policy.
 */
#include "sw/policy/schedule.h"
#include "sw/util/file.h"
#include "sw/util/sbuf.h"
#include "tests/policy/strides.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 4096 }; /* CTAs of a grid */

/* ---- oracles: to[i] becomes the package of CTA i ---- */

/* The chunk that holds thing i of n: chunk p begins at the first i with i * packages >= p * n. */
static uint32_t chunk(uint32_t i, uint32_t n, uint32_t packages)
{
    uint32_t p = 0;
    for (uint32_t k = 1; k <= i; k++)
        while ((p + 1) * n <= k * packages)
            p++;
    return p;
}

/* Things dealt to all packages in chunks; or to GPUs, each of which deals its own as cards, so many
 * in a hand as share a page, but no more than would be a chunk. */
static void share(const struct schedule_grid *g, uint32_t n, uint32_t in_page, uint32_t *to)
{
    const uint32_t each = g->turns > 1 ? g->turns : 1;
    uint32_t hand = 1, hands = 0;
    while (each > 1 && hand < in_page && (hand + 1) * g->packages <= n)
        hand++;
    for (uint32_t i = 0; i < n; i += hand)
        hands++;
    for (uint32_t h = 0, gpu = 0, card = 0; h < hands; h++, card++) {
        const uint32_t now = chunk(h, hands, g->packages / each);
        if (now != gpu)
            card = 0;
        gpu = now;
        while (card >= each)
            card -= each;
        for (uint32_t i = h * hand; i < n && i < (h + 1) * hand; i++)
            to[i] = gpu * each + card;
    }
}

static void deal_chunks(const struct schedule_grid *g, uint32_t *to)
{
    share(g, g->x * g->y * g->z, g->bind == BIND_CHUNKS ? g->in_page : 1, to);
}

/* As cards: `hand` CTAs to each package in turn. */
static void deal_hands(const struct schedule_grid *g, uint32_t hand, uint32_t *to)
{
    uint32_t n = g->x * g->y * g->z, i = 0;
    while (i < n)
        for (uint32_t p = 0; p < g->packages; p++)
            for (uint32_t k = 0; k < hand && i < n; k++)
                to[i++] = p;
}

static void deal_round_robin(const struct schedule_grid *g, uint32_t *to)
{
    deal_hands(g, 1, to);
}

static void deal_batches(const struct schedule_grid *g, uint32_t *to)
{
    deal_hands(g, g->batch, to);
}

static void deal_lines(const struct schedule_grid *g, bool rows, uint32_t *to)
{
    static uint32_t of_line[MOST];
    uint32_t i = 0, lines = rows ? g->y : g->x;
    if (lines == 1) {
        deal_chunks(g, to);
        return;
    }
    share(g, lines, g->bind == (rows ? BIND_ROWS : BIND_COLUMNS) ? g->in_page : 1, of_line);
    for (uint32_t z = 0; z < g->z; z++)
        for (uint32_t y = 0; y < g->y; y++)
            for (uint32_t x = 0; x < g->x; x++)
                to[i++] = of_line[rows ? y : x];
}

static void deal_rows(const struct schedule_grid *g, uint32_t *to)
{
    deal_lines(g, true, to);
}

static void deal_columns(const struct schedule_grid *g, uint32_t *to)
{
    deal_lines(g, false, to);
}

/* One queue, from which all take. */
static void deal_central(const struct schedule_grid *g, uint32_t *to)
{
    memset(to, 0, (size_t)g->x * g->y * g->z * sizeof *to);
}

static void deal_aligned(const struct schedule_grid *g, uint32_t *to)
{
    deal_hands(g, g->aligned > 0 ? g->aligned : 1, to);
}

/* To the home of the page with the CTA's middle; if homes share it, each CTA to one of them. */
static void deal_parts(const struct schedule_grid *g, uint32_t *to)
{
    static uint32_t home[MOST];
    const struct stride *s = &g->stride;
    const uint32_t n = g->x * g->y * g->z;
    uint64_t dealt = s->bytes;
    const uint32_t group = group_of(&dealt, s->page_bytes, g->packages);
    const uint64_t pages = (s->begin + s->bytes) / s->page_bytes + 1;
    assert_true(pages <= MOST);
    deal_stride(s->bytes, s->begin, s->page_bytes, (uint32_t)pages, g->packages, home);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t middle = (2 * i + 1) * s->bytes / (2 * n);
        to[i] = group > 1 ? part_of(middle, s->bytes, g->packages)
                          : home[(s->begin + middle) / s->page_bytes];
    }
}

/* By what the analysis binds. */
static void deal_by_analysis(const struct schedule_grid *g, uint32_t *to)
{
    static void (*const ways[])(const struct schedule_grid *,
                                uint32_t *) = {[BIND_CHUNKS] = deal_chunks,
                                               [BIND_STRIDE] = deal_parts,
                                               [BIND_ROWS] = deal_rows,
                                               [BIND_COLUMNS] = deal_columns};
    ways[g->bind](g, to);
}

static void deal_as_printed(const struct schedule_grid *g, uint32_t *to)
{
    if (g->bind == BIND_STRIDE)
        deal_hands(g, g->printed > 0 ? g->printed : 1, to);
    else
        deal_by_analysis(g, to);
}

static void (*const oracles[SCHEDULES])(const struct schedule_grid *g, uint32_t *to) = {
    [SCHEDULE_CHUNKS] = deal_chunks,
    [SCHEDULE_ROUND_ROBIN] = deal_round_robin,
    [SCHEDULE_BATCHES] = deal_batches,
    [SCHEDULE_ROWS] = deal_rows,
    [SCHEDULE_COLUMNS] = deal_columns,
    [SCHEDULE_STEALING] = deal_chunks,
    [SCHEDULE_CENTRAL] = deal_central,
    [SCHEDULE_ALIGNED] = deal_aligned,
    [SCHEDULE_LADM] = deal_by_analysis,
    [SCHEDULE_LADM_PRINTED] = deal_as_printed,
    [SCHEDULE_CENTRAL_ROUND_ROBIN] = deal_central,
    [SCHEDULE_CENTRAL_PACKAGES] = deal_central,
    [SCHEDULE_DYNAMIC] = deal_chunks,
};

/* ---- the policies beside them ---- */

static void compare(const struct schedule_grid *g)
{
    static uint32_t want[MOST];
    uint32_t n = g->x * g->y * g->z;
    assert_true(n <= MOST);
    for (int policy = 0; policy < SCHEDULES; policy++) {
        const struct schedule_policy *s = &schedule_policies[policy];
        if (oracles[policy] == NULL) {
            fail_msg("%s has no oracle", s->word);
            return;
        }
        memset(want, 0xff, sizeof want);
        oracles[policy](g, want);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t got = s->package(g, i);
            if (got != want[i] || got >= g->packages)
                fail_msg("%s, grid %u x %u x %u, %u packages, batch %u: CTA %u goes to %u, not %u",
                         s->word, g->x, g->y, g->z, g->packages, g->batch, i, got, want[i]);
        }
    }
}

static void every_shape(void **state)
{
    (void)state;
    static const uint32_t shapes[][3] = {
        {1, 1, 1},  {2, 1, 1},  {3, 1, 1}, {17, 1, 1}, {64, 1, 1}, {1000, 1, 1}, {1, 2, 1},
        {1, 33, 1}, {1, 1, 7},  {1, 5, 3}, {5, 1, 3},  {2, 2, 1},  {3, 4, 1},    {8, 8, 1},
        {9, 31, 1}, {31, 9, 1}, {4, 5, 6}, {2, 64, 2}, {64, 2, 2}, {7, 7, 7}};
    static const uint32_t packages[] = {1, 2, 3, 4, 5, 16, 64};
    static const uint32_t batches[] = {1, 2, 4, 7, 65536};
    static const struct stride strides[] = {
        {65536, 0, 256}, {15360, 0, 1024}, {99999, 777, 512}, {2048, 4096, 1024}, {100, 0, 256}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (size_t p = 0; p < sizeof packages / sizeof *packages; p++)
            for (size_t b = 0; b < sizeof batches / sizeof *batches; b++)
                for (int bind = BIND_CHUNKS; bind <= BIND_COLUMNS; bind++)
                    for (uint32_t turns = 0; turns <= 4; turns += 4)
                        if (turns == 0 || packages[p] % turns == 0)
                            compare(&(struct schedule_grid){.x = shapes[i][0],
                                                            .turns = turns,
                                                            .printed = b == 0 ? 0 : 3 * batches[b],
                                                            .in_page = (uint32_t)b,
                                                            .y = shapes[i][1],
                                                            .z = shapes[i][2],
                                                            .packages = packages[p],
                                                            .batch = batches[b],
                                                            .aligned = b == 0 ? 0 : batches[b] + 1,
                                                            .stride = strides[b],
                                                            .bind = (enum schedule_bind)bind});
}

/* By hand, as a reader would check the rules. */
static void by_hand(void **state)
{
    (void)state;
    /* Four columns and three rows on two packages, two CTAs a batch. */
    static const struct schedule_grid g = {
        .x = 4, .y = 3, .z = 1, .packages = 2, .batch = 2, .aligned = 3, .bind = BIND_COLUMNS};
    static const char *const want[SCHEDULES] = {
        [SCHEDULE_CHUNKS] = "000000111111",  [SCHEDULE_ROUND_ROBIN] = "010101010101",
        [SCHEDULE_BATCHES] = "001100110011", [SCHEDULE_ROWS] = "000000001111",
        [SCHEDULE_COLUMNS] = "001100110011", [SCHEDULE_STEALING] = "000000111111",
        [SCHEDULE_CENTRAL] = "000000000000", [SCHEDULE_ALIGNED] = "000111000111",
        [SCHEDULE_LADM] = "001100110011",    [SCHEDULE_DYNAMIC] = "000000111111",
    };
    for (int policy = 0; policy < SCHEDULES; policy++) {
        char got[13] = "";
        for (uint32_t i = 0; i < 12; i++)
            got[i] = (char)('0' + schedule_policies[policy].package(&g, i));
        if (want[policy] != NULL) /* a new policy may do with its oracle */
            assert_string_equal(got, want[policy]);
    }
}

/* Two GPUs of two chiplets: five rows are three of the first GPU and two of the second. */
static void in_turn(void **state)
{
    (void)state;
    static const struct schedule_grid g = {
        .x = 2, .y = 5, .z = 1, .packages = 4, .turns = 2, .in_page = 2};
    static const char *const want[] = {[SCHEDULE_CHUNKS] = "0011002233",
                                       [SCHEDULE_ROWS] = "0011002233",
                                       [SCHEDULE_COLUMNS] = "0202020202"};
    for (size_t policy = 0; policy < sizeof want / sizeof *want; policy++)
        for (uint64_t i = 0; want[policy] != NULL && i < 10; i++)
            assert_int_equal(schedule_policies[policy].package(&g, i), want[policy][i] - '0');
}

/* The largest grid is dealt without an overflow. */
static void the_largest(void **state)
{
    (void)state;
    const struct schedule_grid g = {
        .x = 1 << 14, .y = 1 << 14, .z = 1, .packages = 64, .batch = 65536, .aligned = 1};
    for (int policy = 0; policy < SCHEDULES; policy++)
        for (uint64_t i = SCHEDULE_MOST_CTAS - 100; i < SCHEDULE_MOST_CTAS; i++)
            assert_true(schedule_policies[policy].package(&g, i) < 64);
    assert_int_equal(schedule_chunks(&g, SCHEDULE_MOST_CTAS - 1), 63);
    assert_int_equal(schedule_rows(&g, SCHEDULE_MOST_CTAS - 1), 63);
    assert_int_equal(schedule_columns(&g, SCHEDULE_MOST_CTAS - 1), 63);
}

/* ---- whose CTAs an SM takes ---- */

static void stealing(void **state)
{
    (void)state;
    static const struct {
        uint64_t left[4];
        bool full[4], idle;
        uint32_t own, from;
    } cases[] = {
        {{1, 9, 9, 9}, {1, 1, 1, 1}, true, 0, 0}, /* its own first, */
        {{9, 9, 9, 1}, {1, 1, 1, 1}, true, 3, 3},
        {{0, 2, 3, 1}, {1, 1, 1, 1}, true, 0, 2}, /* then the most, */
        {{4, 2, 0, 3}, {1, 1, 1, 1}, true, 2, 0},
        {{1, 2, 3, 0}, {1, 1, 1, 0}, true, 3, 2},
        {{0, 2, 3, 3}, {0, 1, 1, 1}, true, 0, 2}, /* the lowest of several; */
        {{5, 5, 0, 5}, {1, 1, 1, 1}, true, 2, 0},
        {{0, 0, 0, 1}, {0, 0, 0, 1}, true, 1, 3},
        {{0, 2, 3, 1}, {1, 1, 0, 1}, true, 0, 1},  /* of those that were full alone, */
        {{0, 2, 3, 1}, {1, 0, 0, 0}, true, 0, 0},  /* if there is one; */
        {{0, 2, 3, 1}, {1, 1, 1, 1}, false, 0, 0}, /* and no busy SM takes others'. */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct schedule_left left = {cases[i].left, cases[i].full, 4};
        assert_int_equal(schedule_stealing(&left, cases[i].own, cases[i].idle), cases[i].from);
    }
    /* Nothing is left: whatever it names has none. */
    const struct schedule_left none = {(const uint64_t[]){0, 0}, (const bool[]){1, 1}, 2};
    assert_true(schedule_stealing(&none, 1, true) < 2);
}

/* A group is half of what the package with most left has, if its SMs have all been full. */
static void groups(void **state)
{
    (void)state;
    static const struct {
        uint64_t left[4], group;
        bool full[4];
        uint32_t from;
    } cases[] = {
        {{0, 2, 7, 1}, 4, {1, 1, 1, 1}, 2}, {{0, 8, 8, 1}, 4, {1, 1, 1, 1}, 1},
        {{0, 8, 9, 1}, 4, {1, 1, 0, 1}, 1}, {{0, 0, 0, 1}, 1, {0, 0, 0, 1}, 3},
        {{0, 8, 9, 1}, 0, {1, 0, 0, 0}, 0}, {{0, 0, 0, 0}, 0, {1, 1, 1, 1}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct schedule_left left = {cases[i].left, cases[i].full, 4};
        uint32_t from = 0;
        assert_int_equal(schedule_dynamic(&left, 0, &from), cases[i].group);
        assert_true(cases[i].group == 0 || from == cases[i].from);
    }
}

/* All take from the one queue, also when it is empty or the SM is busy. */
static void central(void **state)
{
    (void)state;
    static const bool full[4] = {0};
    for (uint32_t own = 0; own < 4; own++)
        for (uint64_t n = 0; n < 10; n += 9) {
            const struct schedule_left left = {(const uint64_t[]){n, 0, 0, 0}, full, 4};
            assert_int_equal(schedule_from_central(&left, own, true), 0);
            assert_int_equal(schedule_from_central(&left, own, false), 0);
        }
}

/* ---- documents ---- */

static void documented(const char *file, const char *before, const char *after)
{
    struct error err = {0};
    size_t len;
    char *text = file_read(file, &len, &err);
    assert_non_null(text);
    for (int i = 0; i < SCHEDULES; i++) {
        struct sbuf line = {0};
        sbuf_printf(&line, "%s%s%s", before, schedule_policies[i].word, after);
        if (strstr(text, line.text) == NULL)
            fail_msg("%s does not explain %s", file, schedule_policies[i].word);
        sbuf_free(&line);
    }
    free(text);
}

static void documents(void **state)
{
    (void)state;
    documented(UMBEL_ROOT "/gen/system/systems/tsm.yaml", "  #   ", " ");
    documented(UMBEL_ROOT "/sw/policy/README.md", "| `", "` |");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape), cmocka_unit_test(by_hand), cmocka_unit_test(the_largest),
        cmocka_unit_test(stealing),    cmocka_unit_test(central), cmocka_unit_test(documents),
        cmocka_unit_test(groups),      cmocka_unit_test(in_turn),
    };
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
