/* Launch files: values up to the ends of their types, lists and numbers up to their limits and one
 * beyond. */
#include "sw/util/sbuf.h"
#include "tests/runtime/launch_text.h"

/* One launch's fields. */
static void expect_launch(const char *fields, const char *message)
{
    char text[512];
    snprintf(text, sizeof text, HEAD BUF "launches:\n  - {entry: k, %s}\n", fields);
    expect(text, NULL, message);
}

/* ---- each limit: kept to, and passed by one ---- */

static char *repeated(const char *before, const char *part, unsigned n, const char *after)
{
    struct sbuf s = {0};
    sbuf_puts(&s, before);
    for (unsigned i = 0; i < n; i++)
        sbuf_printf(&s, part, i);
    sbuf_puts(&s, after);
    return s.text;
}

/* `most` of a part are right, and one more is what the message says. */
static void at_most(const char *before, const char *part, unsigned most, const char *after,
                    const char *message)
{
    char *text = repeated(before, part, most, after);
    launch_free(good(text, NULL));
    free(text);
    text = repeated(before, part, most + 1, after);
    expect(text, NULL, message);
    free(text);
}

static void test_limits_of_lists(void **state)
{
    (void)state;
    at_most(HEAD "buffers:\n", "  - {name: b%u, type: u8, count: 1}\n", 256,
            "launches:\n  - {entry: k, grid: [1], block: [1]}\n",
            "f.yaml:3:1: buffers is a list of 257 entries; it must be a list of 0 to 256 entries");
    at_most(HEAD "launches:\n", "  - {entry: k%u, grid: [1], block: [1]}\n", 4096, "",
            "f.yaml:3:1: launches is a list of 4097 entries; it must be a list of 1 to 4096 "
            "entries");
    at_most(HEAD "launches:\n  - {entry: k, grid: [1], block: [1], args: [", "u8 %u, ", 64, "]}\n",
            "f.yaml:4:39: launches[0].args is a list of 65 entries; it must be a list of 0 to 64 "
            "entries");
    at_most(HEAD "launches:\n  - {entry: ", "k", 255, ", grid: [1], block: [1]}\n",
            "f.yaml:4:13: the entry's name is longer than 255 letters; shorten it");
}

static void test_limit_of_parentheses(void **state)
{
    (void)state;
    const struct expr_vars none = {0};
    char why[EXPR_WHY];
    int64_t v;
    char *opened = repeated("", "(", 32, "7"), *text = repeated(opened, ")", 32, "");
    assert_true(expr_eval(text, &none, &v, why));
    assert_int_equal(v, 7);
    char *one_more = repeated("(", text, 1, ")");
    assert_false(expr_eval(one_more, &none, &v, why));
    assert_string_equal(why, "more than 32 parentheses in one another; simplify");
    free(opened);
    free(text);
    free(one_more);
}

static void test_limits_of_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *form; /* one number, and one number of a list */
        long long least, most;
        const char *where;
    } limits[] = {
        {"grid: [%lld], block: [1]", 1, 2147483647, "6:23: grid"},
        {"grid: [1, %lld], block: [1]", 1, 65535, "6:26: grid"},
        {"grid: [1, 1, %lld], block: [1]", 1, 65535, "6:29: grid"},
        {"grid: [1], block: [%lld]", 1, 1024, "6:35: block"},
        {"grid: [1], block: [1, %lld]", 1, 1024, "6:38: block"},
        {"grid: [1], block: [1, 1, %lld]", 1, 64, "6:41: block"},
        {"grid: [1], block: [1], shared: %lld", 0, 1048576, "6:47: shared"},
        {"grid: [1], block: [1], repeat: %lld", 0, 65536, "6:47: repeat"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int most = 0; most < 2; most++) {
            long long end = most ? limits[i].most : limits[i].least, beyond = end + (most ? 1 : -1);
            char fields[128], text[512], message[256];
            snprintf(fields, sizeof fields, limits[i].form, end);
            snprintf(text, sizeof text, HEAD BUF "launches:\n  - {entry: k, %s}\n%s", fields,
                     most ? "" : "  - {entry: k, grid: [1], block: [1]}\n");
            launch_free(good(text, NULL));
            snprintf(fields, sizeof fields, limits[i].form, beyond);
            snprintf(message, sizeof message, "f.yaml:%s is %lld; it must be %lld to %lld",
                     limits[i].where, beyond, limits[i].least, limits[i].most);
            expect_launch(fields, message);
        }
}

/* A buffer of the most bytes, with a limit that a test can afford; the shipped one is in the
 * messages above. */
static void test_limit_of_a_buffer(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        char text[256];
        struct error err = {0};
        snprintf(text, sizeof text, HEAD "buffers:\n  - {name: a, type: u32, count: %d}\n" LAUNCH,
                 1024 + more);
        const struct launch_limits limits = {4096, UINT64_MAX, UINT64_MAX};
        struct launch *l =
            launch_parse_within(text, strlen(text), "f.yaml", "", NULL, 1, &limits, &err);
        assert_string_equal(err.text,
                            more ? "f.yaml:4:33: count is 1025; it must be 1 to 1024" : "");
        launch_free(l);
    }
}

/* Before any is filled, which would take long or more memory than there is. */
static void test_limit_of_all_buffers(void **state)
{
    (void)state;
    static const char text[] = HEAD "buffers:\n  - {name: a, type: u32, count: 1000}\n"
                                    "  - {name: b, type: u32, count: 1000}\n" LAUNCH;
    static const struct {
        struct launch_limits limits;
        const char *message;
    } cases[] = {
        {{4096, 8192, 8000}, ""},
        {{4096, 8192, 7999},
         "f.yaml:4:3: the buffers take 8000 bytes together, and the system's memory has 7999; "
         "choose a smaller size or raise umc.bytes"},
        {{4096, 7999, 8192},
         "f.yaml:5:33: all buffers together exceed 7999 bytes; make them smaller"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct launch *l =
            launch_parse_within(text, strlen(text), "f.yaml", "", NULL, 1, &cases[i].limits, &err);
        assert_string_equal(err.text, cases[i].message);
        launch_free(l);
    }
}

/* The bits that an argument of a type has. Each is by the rules of C or IEEE 754. */
static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bits;
    } good_ones[] = {
        {"u64 0xffffffffffffffff", UINT64_MAX},
        {"u64 18446744073709551615", UINT64_MAX},
        {"u64 9223372036854775808", 1ull << 63},
        {"u64 0xffffffffffffffff - 1", UINT64_MAX - 1},
        {"u64 0", 0},
        {"u32 0xffffffff", 0xffffffff},
        {"u16 65535", 0xffff},
        {"u8 255", 0xff},
        {"i64 -9223372036854775808", 1ull << 63},
        {"i64 9223372036854775807", INT64_MAX},
        {"s64 -0x8000000000000000", 1ull << 63},
        {"s32 -1", 0xffffffff},
        {"i32 -2147483648", 0x80000000},
        {"i16 -32768", 0x8000},
        {"s8 -128", 0x80},
        {"f32 nan", 0x7fc00000},
        {"f32 -nan", 0xffc00000},
        {"f32 inf", 0x7f800000},
        {"f32 +inf", 0x7f800000},
        {"f32 -inf", 0xff800000},
        {"f32 -0.0", 0x80000000},
        {"f32 1e-40", 0x000116c2}, /* 71362 x 2^-149 */
        {"f32 0x1p-149", 1},
        {"f32 1e-50", 0},
        {"f32 3.4028235e38", 0x7f7fffff},
        {"f32 .5", 0x3f000000},
        {"f32 16777217", 0x4b800000}, /* half-way: to even */
        /* Above half-way between 1 and the next by less than a double tells: rounded once, up. */
        {"f32 1.00000005960464477540", 0x3f800001},
        {"f64 nan", 0x7ff8000000000000},
        {"f64 -inf", 0xfff0000000000000},
        {"f64 1e-310", 0x000012688b70e62b},
        {"f64 4.9e-324", 1},
        {"f64 1.7976931348623157e308", 0x7fefffffffffffff},
        {"f64 0xffffffffffffffff", 0x43f0000000000000},
        {"f32 $n/3", 0x40400000}, /* an expression of integers: 10/3 */
    };
    char text[256];
    for (size_t i = 0; i < sizeof good_ones / sizeof *good_ones; i++) {
        snprintf(text, sizeof text,
                 HEAD "sizes: {a: {n: 10}}\n" BUF
                      "launches:\n  - {entry: k, grid: [1], block: [1], args: [\"%s\"]}\n",
                 good_ones[i].text);
        struct launch *l = good(text, NULL);
        if (l->steps[0].args[0].value != good_ones[i].bits)
            fail_msg("%s: 0x%llx, not 0x%llx", good_ones[i].text,
                     (unsigned long long)l->steps[0].args[0].value,
                     (unsigned long long)good_ones[i].bits);
        launch_free(l);
    }
    static const char *const bad[][2] = {
        {"u64 18446744073709551616", "a number does not fit 64 bits; use a smaller one"},
        {"u64 -1", "-1 does not fit u64; use another value or type"},
        {"u32 4294967296", "4294967296 does not fit u32; use another value or type"},
        {"i64 9223372036854775808",
         "9223372036854775808 does not fit i64; use another value or type"},
        {"i64 -9223372036854775809", "the result does not fit 64 bits; use smaller numbers"},
        {"s32 2147483648", "2147483648 does not fit i32; use another value or type"},
        {"i8 -129", "-129 does not fit i8; use another value or type"},
        {"f32 1e39", "1e39 does not fit f32; write inf if that is meant, or use another type"},
        {"f64 -1e309", "-1e309 does not fit f64; write inf if that is meant, or use another type"},
        {"f32 nano", "'nano' is not an integer; write a number, $name or an expression of them"},
        {"u32 nan", "'nan' is not an integer; write a number, $name or an expression of them"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char message[256];
        snprintf(text, sizeof text, "grid: [1], block: [1], args: [\"%s\"]", bad[i][0]);
        snprintf(message, sizeof message, "f.yaml:6:46: argument '%s': %s", bad[i][0], bad[i][1]);
        expect_launch(text, message);
    }
}

/* Bounds of u64 hold without a sign, those of the largest f64 without overflow. */
static void test_wide_random(void **state)
{
    (void)state;
    struct launch *l = good(HEAD "buffers:\n"
                                 "  - {name: a, type: u64, count: 256, init: random, low: "
                                 "0x7fffffffffffffff, high: 0xffffffffffffffff}\n"
                                 "  - {name: b, type: f64, count: 256, init: random, low: "
                                 "-1.7e308, high: 1.7e308}\n" LAUNCH,
                            NULL);
    for (int i = 0; i < 256; i++) {
        uint64_t u;
        double f;
        memcpy(&u, l->buffers[0].init + 8 * i, 8);
        memcpy(&f, l->buffers[1].init + 8 * i, 8);
        assert_true(u >= INT64_MAX);
        assert_true(f >= -1.7e308 && f <= 1.7e308);
    }
    launch_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits_of_lists),      cmocka_unit_test(test_limit_of_parentheses),
        cmocka_unit_test(test_limits_of_numbers),    cmocka_unit_test(test_limit_of_a_buffer),
        cmocka_unit_test(test_limit_of_all_buffers), cmocka_unit_test(test_values),
        cmocka_unit_test(test_wide_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
