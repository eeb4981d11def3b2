/* Arena and string buffer. */
#include "sw/util/arena.h"
#include "sw/util/sbuf.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void arena_gives_zeroed_aligned_bytes(void **state)
{
    (void)state;
    struct arena a = {0};
    unsigned char *kept[400];
    for (size_t i = 0; i < 400; i++) {
        size_t bytes = i * 7;
        unsigned char *p = arena_alloc(&a, bytes);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t k = 0; k < bytes; k++)
            assert_int_equal(p[k], 0);
        memset(p, (int)i, bytes);
        kept[i] = p;
    }
    for (size_t i = 0; i < 400; i++) /* nothing overlaps */
        for (size_t k = 0; k < i * 7; k++)
            assert_int_equal(kept[i][k], (unsigned char)i);
    arena_free(&a);
    assert_null(a.blocks);
    assert_non_null(arena_alloc(&a, 1)); /* ready again */
    arena_free(&a);
}

static void arena_takes_more_than_a_block(void **state)
{
    (void)state;
    struct arena a = {0};
    size_t bytes = 1000000;
    char *big = ARENA_ARRAY(&a, char, bytes);
    char *small = ARENA_NEW(&a, char);
    memset(big, 1, bytes);
    assert_int_equal(*small, 0);
    arena_free(&a);
}

static void arena_copies_and_prints_strings(void **state)
{
    (void)state;
    struct arena a = {0};
    assert_string_equal(arena_strdup(&a, "umbel"), "umbel");
    assert_string_equal(arena_strdup(&a, ""), "");
    assert_string_equal(arena_strndup(&a, "umbel", 2), "um");
    char *s = arena_printf(&a, "%s-%d-%0200d", "x", 5, 7);
    assert_int_equal(strlen(s), 204);
    assert_memory_equal(s, "x-5-000", 7);
    arena_free(&a);
}

static void malloc_family(void **state)
{
    (void)state;
    int *p = xcalloc(0, 0); /* never NULL */
    assert_non_null(p);
    p = xrealloc(p, 4 * sizeof *p);
    p[3] = 9;
    p = xrealloc(p, 400 * sizeof *p);
    assert_int_equal(p[3], 9);
    free(p);
    char *s = xstrdup("abc");
    assert_string_equal(s, "abc");
    free(s);
}

/* Also a list that was made shorter in between. */
static void lists_grow(void **state)
{
    (void)state;
    uint64_t *list = NULL;
    size_t n = 0, moves = 0;
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t *before = list;
        list = xgrown(list, n, sizeof *list);
        moves += before == NULL || list != before;
        assert_true(malloc_usable_size(list) >= (n + 1) * sizeof *list);
        list[n++] = i;
        if (i == 1500)
            n = 700;
    }
    assert_int_equal(list[699], 699);
    assert_int_equal(list[700], 1501);
    assert_int_equal(list[n - 1], 2999);
    assert_in_range(moves, 1, 16);
    free(list);
}

static void sbuf_grows(void **state)
{
    (void)state;
    struct sbuf s = {0};
    assert_string_equal(sbuf_str(&s), "");
    for (int i = 0; i < 1000; i++)
        sbuf_printf(&s, "%d,", i % 10);
    assert_int_equal(s.len, 2000);
    assert_int_equal(strlen(sbuf_str(&s)), 2000);
    sbuf_puts(&s, "end");
    sbuf_add(&s, "xyz", 1);
    assert_string_equal(sbuf_str(&s) + 1998, "9,endx");
    sbuf_free(&s);
    assert_null(s.text);
    sbuf_puts(&s, "");
    assert_string_equal(sbuf_str(&s), "");
    sbuf_printf(&s, "%s", "");
    sbuf_puts(&s, "again");
    assert_string_equal(sbuf_str(&s), "again");
    sbuf_free(&s);
}

static void sbuf_keeps_zero_bytes(void **state)
{
    (void)state;
    struct sbuf s = {0};
    sbuf_add(&s, "a\0b", 3);
    assert_int_equal(s.len, 3);
    assert_memory_equal(s.text, "a\0b", 4);
    sbuf_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_bytes),
        cmocka_unit_test(arena_takes_more_than_a_block),
        cmocka_unit_test(arena_copies_and_prints_strings),
        cmocka_unit_test(malloc_family),
        cmocka_unit_test(lists_grow),
        cmocka_unit_test(sbuf_grows),
        cmocka_unit_test(sbuf_keeps_zero_bytes),
    };
    return cmocka_run_group_tests_name("arena and sbuf", tests, NULL, NULL);
}
