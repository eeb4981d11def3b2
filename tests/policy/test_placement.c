/*
 * Each placement against an oracle that deals all pages of a buffer in loops: to which home each
 * page goes, for buffers and machines of many sizes. Then what random must and first touch may
 * depend on, and whether the documents know each policy.
 */
#include "sw/policy/placement.h"
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

enum { MOST = 4096, PAGE = 256 };
#define ANYWHERE UINT32_MAX

/* Homes of a GPU that have its share in turn; 0: each has a chunk. */
static uint32_t turns;

/* ---- oracles: to[i] becomes the home of page i of n; ANYWHERE: the policy may choose ---- */

/* As cards, one page to each home in turn. */
static void deal_round(uint32_t n, uint32_t homes, uint32_t package,
                       const struct placement_pattern *of, uint32_t *to)
{
    (void)of;
    (void)package;
    uint32_t i = 0;
    while (i < n)
        for (uint32_t h = 0; h < homes && i < n; h++)
            to[i++] = h;
}

/* As an odometer with a wheel of `homes` digits for each place, read as the sum of its wheels. */
static void deal_by_digits(uint32_t n, uint32_t homes, uint32_t package,
                           const struct placement_pattern *of, uint32_t *to)
{
    (void)of;
    (void)package;
    uint32_t wheel[32] = {0}, sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        to[i] = sum % homes;
        uint32_t w = 0;
        for (; w < 31 && wheel[w] == homes - 1; w++) {
            sum -= wheel[w];
            wheel[w] = 0;
        }
        wheel[w]++;
        sum++;
    }
}

/* Home h has the pages from the first i with i * homes >= h * n on. */
/* Things in chunks; or a chunk for each GPU, whose homes get hands of them in turn, of as many as
 * share a page but no more than would be a chunk. */
static void share(uint32_t n, uint32_t homes, uint32_t in_page, uint32_t *to)
{
    const uint32_t each = turns > 1 ? turns : 1;
    uint32_t hand = 1, gpu = 0, card = 0, h = 0, hands = 0;
    while (each > 1 && hand < in_page && (hand + 1) * homes <= n)
        hand++;
    for (uint32_t i = 0; i < n; i += hand)
        hands++;
    for (uint32_t i = 0; i < n; h++, card++) {
        for (; (gpu + 1) * each < homes && (gpu + 1) * hands <= h * (homes / each); gpu++)
            card = 0;
        if (card == each)
            card = 0;
        for (uint32_t k = 0; k < hand && i < n; k++)
            to[i++] = gpu * each + card;
    }
}

static void deal_chunks(uint32_t n, uint32_t homes, uint32_t package,
                        const struct placement_pattern *of, uint32_t *to)
{
    (void)of;
    (void)package;
    share(n, homes, 1, to);
}

static void deal_anywhere(uint32_t n, uint32_t homes, uint32_t package,
                          const struct placement_pattern *of, uint32_t *to)
{
    (void)of;
    (void)homes;
    (void)package;
    for (uint32_t i = 0; i < n; i++)
        to[i] = ANYWHERE;
}

static void deal_touched(uint32_t n, uint32_t homes, uint32_t package,
                         const struct placement_pattern *of, uint32_t *to)
{
    (void)of;
    while (package >= homes)
        package -= homes;
    for (uint32_t i = 0; i < n; i++)
        to[i] = package;
}

static void deal_strides(uint32_t n, uint32_t homes, uint32_t package,
                         const struct placement_pattern *of, uint32_t *to)
{
    if (of->stride_bytes == 0)
        deal_chunks(n, homes, package, of, to);
    else
        deal_stride(of->stride_bytes, of->begin_bytes, PAGE, n, homes, to);
}

/* A GPU's part of a row begins with the page that has its first byte; its pages are cards. */
static void deal_turns(uint64_t row, uint32_t n, uint32_t homes, uint32_t *to)
{
    const uint32_t gpus = homes / turns;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t at = (uint64_t)i * PAGE + PAGE / 2;
        while (at >= row)
            at -= row;
        uint32_t gpu = 0, card = 0;
        while ((gpu + 1) * row <= at * gpus)
            gpu++;
        for (uint64_t page = gpu * row / gpus / PAGE; page < at / PAGE; page++)
            card = card + 1 == turns ? 0 : card + 1;
        to[i] = gpu * turns + card;
    }
}

static void deal_columns(uint32_t n, uint32_t homes, uint32_t package,
                         const struct placement_pattern *of, uint32_t *to)
{
    if (of->row_bytes == 0)
        deal_chunks(n, homes, package, of, to);
    else if (turns > 1 && of->row_bytes >= PAGE * homes)
        deal_turns(of->row_bytes, n, homes, to);
    else
        deal_stride(of->row_bytes, 0, PAGE, n, homes, to);
}

/* The rows are dealt as pages would be; a page goes with the row that it begins in. */
static void deal_rows(uint32_t n, uint32_t homes, uint32_t package,
                      const struct placement_pattern *of, uint32_t *to)
{
    static uint32_t of_row[MOST];
    if (of->bound < 2) {
        deal_chunks(n, homes, package, of, to);
        return;
    }
    share(of->bound, homes, of->bound / n, of_row);
    for (uint32_t row = 0, i = 0; i < n; i++) {
        while ((uint64_t)(row + 1) * n <= (uint64_t)i * of->bound)
            row++;
        to[i] = of_row[row];
    }
}

static void deal_by_analysis(uint32_t n, uint32_t homes, uint32_t package,
                             const struct placement_pattern *of, uint32_t *to)
{
    static void (*const ways[])(uint32_t, uint32_t, uint32_t, const struct placement_pattern *,
                                uint32_t *) = {[SHAPE_CHUNKS] = deal_chunks,
                                               [SHAPE_STRIDE] = deal_strides,
                                               [SHAPE_ROWS] = deal_rows,
                                               [SHAPE_COLUMNS] = deal_columns};
    ways[of->shape](n, homes, package, of, to);
}

/* Equation 1 as printed: as cards, `hand` pages each, of which homes x hand are a stride at least.
 */
static void deal_printed(uint64_t stride, uint32_t n, uint32_t homes, uint32_t *to)
{
    uint64_t hand = 1;
    while (hand * PAGE * homes < stride)
        hand++;
    for (uint32_t i = 0, h = 0; i < n; h = h + 1 == homes ? 0 : h + 1)
        for (uint64_t k = 0; k < hand && i < n; k++)
            to[i++] = h;
}

static void deal_as_printed(uint32_t n, uint32_t homes, uint32_t package,
                            const struct placement_pattern *of, uint32_t *to)
{
    if (of->shape == SHAPE_STRIDE || of->shape == SHAPE_COLUMNS)
        deal_printed(of->shape == SHAPE_STRIDE ? of->step_bytes : of->row_bytes, n, homes, to);
    else
        deal_by_analysis(n, homes, package, of, to);
}

static void deal_to_host(uint32_t n, uint32_t homes, uint32_t package,
                         const struct placement_pattern *of, uint32_t *to)
{
    (void)of;
    (void)package;
    for (uint32_t i = 0; i < n; i++)
        to[i] = homes;
}

static void (*const oracles[PLACEMENTS])(uint32_t n, uint32_t homes, uint32_t package,
                                         const struct placement_pattern *of, uint32_t *to) = {
    [PLACEMENT_INTERLEAVE] = deal_round, [PLACEMENT_HASH] = deal_by_digits,
    [PLACEMENT_PAGES] = deal_round,      [PLACEMENT_CHUNKS] = deal_chunks,
    [PLACEMENT_RANDOM] = deal_anywhere,  [PLACEMENT_FIRST_TOUCH] = deal_touched,
    [PLACEMENT_STRIDE] = deal_strides,   [PLACEMENT_ROWS] = deal_rows,
    [PLACEMENT_COLUMNS] = deal_columns,  [PLACEMENT_LADM] = deal_by_analysis,
    [PLACEMENT_HOST] = deal_to_host,     [PLACEMENT_LADM_PRINTED] = deal_as_printed,
};

/* ---- the policies beside them ---- */

static void compare(uint32_t n, uint32_t homes, uint32_t package,
                    const struct placement_pattern *pattern)
{
    static uint32_t want[MOST];
    for (int policy = 0; policy < PLACEMENTS; policy++) {
        const struct placement_policy *s = &placement_policies[policy];
        if (oracles[policy] == NULL) {
            fail_msg("%s has no oracle", s->word);
            return;
        }
        oracles[policy](n, homes, package, pattern, want);
        for (uint32_t i = 0; i < n; i++) {
            const struct placement_page p = {.page = i,
                                             .pages = n,
                                             .number = i + 77,
                                             .homes = homes,
                                             .turns = turns,
                                             .package = package,
                                             .bytes = PAGE,
                                             .pattern = *pattern};
            uint32_t got = s->home(&p);
            const bool is_node = got < homes || want[i] == homes; /* the host is behind the homes */
            if (!is_node || (want[i] != ANYWHERE && got != want[i]))
                fail_msg("%s, page %u of %u, %u homes, package %u: goes to %u, not %u", s->word, i,
                         n, homes, package, got, want[i]);
        }
    }
}

static void every_size(void **state)
{
    (void)state;
    static const uint32_t pages[] = {1, 2, 3, 4, 5, 7, 8, 63, 64, 100, 1000, MOST};
    static const uint32_t homes[] = {1, 2, 3, 4, 5, 16, 64};
    static const struct placement_pattern patterns[] = {
        {SHAPE_CHUNKS, 0, 0, 0, 0, 0},          {SHAPE_STRIDE, 4096, 0, 0, 1, 0},
        {SHAPE_STRIDE, 1, 0, 1000, 2, 0},       {SHAPE_ROWS, 0, 0, 0, 5, 0},
        {SHAPE_ROWS, 100000, 77, 257, 64, 0},   {SHAPE_COLUMNS, 3, 9, 100001, 3, 0},
        {SHAPE_STRIDE, 0, 512, 16384, 4096, 0}, {SHAPE_STRIDE, 3840, 0, 0, 1, 0},
        {SHAPE_STRIDE, 5000, 130, 0, 1, 0},     {SHAPE_STRIDE, 700, 9001, 0, 1, 0},
        {SHAPE_STRIDE, 1024, 256, 768, 1, 0},   {SHAPE_COLUMNS, 0, 0, 640, 3, 0},
        {SHAPE_STRIDE, 65536, 65600, 0, 1, 0},  {SHAPE_STRIDE, 65536, 0, 0, 1, 3840},
        {SHAPE_STRIDE, 65536, 0, 0, 1, 4096},   {SHAPE_STRIDE, 65536, 0, 0, 1, 100000},
        {SHAPE_COLUMNS, 0, 0, 16384, 3, 7},
    };
    for (size_t n = 0; n < sizeof pages / sizeof *pages; n++)
        for (size_t h = 0; h < sizeof homes / sizeof *homes; h++)
            for (uint32_t package = 0; package < 70; package += 3) {
                turns = package % 2 == 1 && homes[h] % 4 == 0 ? 4 : 0;
                compare(pages[n], homes[h], package,
                        &patterns[package % (sizeof patterns / sizeof *patterns)]);
            }
    turns = 0;
}

/* By hand, as a reader would check the rules: ten pages, four homes, touched by package 2. */
static void by_hand(void **state)
{
    (void)state;
    static const char *const want[PLACEMENTS] = {
        [PLACEMENT_INTERLEAVE] = "0123012301",
        [PLACEMENT_PAGES] = "0123012301",
        [PLACEMENT_HASH] = "0123123023",
        [PLACEMENT_CHUNKS] = "0001122233",
        [PLACEMENT_FIRST_TOUCH] = "2222222222",
        [PLACEMENT_STRIDE] = "0123012301",  /* a quarter of 1025 bytes: a page, and a bit */
        [PLACEMENT_COLUMNS] = "0011223300", /* a quarter of a row is two pages */
        [PLACEMENT_ROWS] = "0000112233",    /* rows 0 and 1 go to home 0 */
        [PLACEMENT_LADM] = "0000112233",
        [PLACEMENT_LADM_PRINTED] = "0000112233",
        [PLACEMENT_HOST] = "4444444444",
    };
    for (int policy = 0; policy < PLACEMENTS; policy++) {
        char got[11] = "";
        for (uint32_t i = 0; i < 10; i++) {
            const struct placement_page p = {.page = i,
                                             .pages = 10,
                                             .number = i,
                                             .homes = 4,
                                             .package = 2,
                                             .bytes = PAGE,
                                             .pattern = {SHAPE_ROWS, 1025, 0, 2048, 5, 0}};
            got[i] = (char)('0' + placement_policies[policy].home(&p));
        }
        if (want[policy] != NULL)
            assert_string_equal(got, want[policy]);
    }
}

/* What a policy that places lines promises: each home gets one of `homes` lines in a row. */
static void lines_are_dealt_evenly(void **state)
{
    (void)state;
    for (int policy = 0; policy < PLACEMENTS; policy++)
        for (uint32_t homes = 1; homes <= 64; homes *= 2)
            for (uint64_t row = 0; row < 100; row++) {
                uint64_t seen = 0;
                if (placement_policies[policy].kind != PLACES_LINES)
                    continue;
                for (uint32_t i = 0; i < homes; i++) {
                    uint64_t line = row * homes + i;
                    const struct placement_page p = {
                        .page = line, .pages = 1 << 20, .number = line, .homes = homes};
                    seen |= UINT64_C(1) << placement_policies[policy].home(&p);
                }
                assert_int_equal(__builtin_popcountll(seen), homes);
            }
}

/* ---- random ---- */

static uint32_t thrown(uint64_t seed, uint64_t number)
{
    const struct placement_page p = {.number = number, .pages = 1, .homes = 4, .seed = seed};
    return placement_random(&p);
}

/* Each home gets about its share; another seed gives other homes; nothing else matters. */
static void random_homes(void **state)
{
    (void)state;
    uint32_t got[4] = {0}, same = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        got[thrown(1, i)]++;
        same += thrown(1, i) == thrown(2, i);
        const struct placement_page p = {
            .page = 9, .pages = 10, .number = i, .homes = 4, .package = 3, .seed = 1};
        assert_int_equal(placement_random(&p), thrown(1, i));
    }
    for (int h = 0; h < 4; h++)
        assert_in_range(got[h], 900, 1100);
    assert_in_range(same, 900, 1100);
}

/* ---- documents ---- */

static void documented(const char *file, const char *before, const char *after)
{
    struct error err = {0};
    size_t len;
    char *text = file_read(file, &len, &err);
    assert_non_null(text);
    for (int i = 0; i < PLACEMENTS; i++) {
        struct sbuf line = {0};
        sbuf_printf(&line, "%s%s%s", before, placement_policies[i].word, after);
        if (strstr(text, line.text) == NULL)
            fail_msg("%s does not explain %s", file, placement_policies[i].word);
        sbuf_free(&line);
    }
    free(text);
}

static void documents(void **state)
{
    (void)state;
    documented(UMBEL_ROOT "/gen/system/systems/tsm.yaml", "  #   ", " ");
    documented(UMBEL_ROOT "/sw/policy/README.md", "| `", "` | `placement_");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(lines_are_dealt_evenly),
        cmocka_unit_test(random_homes),
        cmocka_unit_test(documents),
    };
    return cmocka_run_group_tests_name("placement", tests, NULL, NULL);
}
