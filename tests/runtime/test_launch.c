/* Launch files: what they say when they are right, one line each when they are wrong. */
#include "sw/runtime/internal.h"

#include "sw/util/sbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD "about: x\nsource: k.cu\n"
#define BUF "buffers:\n  - {name: a, type: f32, count: 4, init: zero}\n"
#define LAUNCH "launches:\n  - {entry: k, grid: [1], block: [32], args: [a]}\n"

static struct launch *parse(const char *text, const char *size, struct error *err)
{
    return launch_parse(text, strlen(text), "f.yaml", size, 1, err);
}

static void expect(const char *text, const char *size, const char *message)
{
    struct error err = {0};
    struct launch *l = parse(text, size, &err);
    if (l != NULL || strcmp(err.text, message) != 0)
        print_error("in:\n%sgot:  %s\nwant: %s\n", text, err.text, message);
    assert_null(l);
    assert_string_equal(err.text, message);
}

static struct launch *good(const char *text, const char *size)
{
    struct error err = {0};
    struct launch *l = parse(text, size, &err);
    if (l == NULL)
        print_error("%s\n", err.text);
    assert_non_null(l);
    return l;
}

static void test_whole(void **state)
{
    (void)state;
    struct launch *l = good(HEAD "sizes:\n  big: {n: 8, m: $n*2}\n  tiny: {n: 2, m: 3}\n"
                                 "buffers:\n"
                                 "  - {name: a, type: u16, count: $n + 1, init: iota, start: 5, "
                                 "step: 3}\n"
                                 "  - {name: b, type: f64, count: $m, racy: true, output: o.bin}\n"
                                 "launches:\n"
                                 "  - {entry: k, grid: [ceil($n/3), $m], block: [2, 2, 2], "
                                 "shared: 4*$n, repeat: 3, args: [b, a, \"i8 -1\", \"f32 1.5\", "
                                 "\"u64 $n\"]}\n"
                                 "  - {entry: j, grid: [1], block: [1]}\n",
                            NULL);
    assert_string_equal(l->size, "big");
    assert_string_equal(l->source, "k.cu");
    assert_int_equal(l->n_buffers, 2);
    assert_int_equal(l->buffers[0].bytes, 18);
    assert_memory_equal(l->buffers[0].init, "\5\0\10\0\13\0", 6);
    assert_true(l->buffers[1].racy);
    assert_string_equal(l->buffers[1].output, "o.bin");
    assert_int_equal(l->n_steps, 4);
    const struct launch_step *s = &l->steps[2];
    assert_int_equal(s->grid.x, 3);
    assert_int_equal(s->grid.y, 16);
    assert_int_equal(s->grid.z, 1);
    assert_int_equal(s->shared_bytes, 32);
    assert_int_equal(s->args[0].buffer, 1);
    assert_int_equal(s->args[2].value, 0xff);
    assert_int_equal(s->args[3].value, 0x3fc00000);
    assert_int_equal(s->args[4].value, 8);
    assert_string_equal(l->steps[3].entry, "j");
    launch_free(l);
    l = good(HEAD BUF LAUNCH, NULL);
    assert_string_equal(l->size, "");
    launch_free(l);
}

static void test_random_is_a_function(void **state)
{
    (void)state;
    const char *one = HEAD "buffers:\n  - {name: a, type: f32, count: 64, init: random}\n" LAUNCH;
    const char *two = HEAD "buffers:\n  - {name: b, type: f32, count: 64, init: random}\n"
                           "  - {name: a, type: f32, count: 32, init: random}\n" LAUNCH;
    struct launch *l = good(one, NULL), *m = good(two, NULL);
    assert_memory_equal(l->buffers[0].init, m->buffers[1].init, 32 * 4);
    assert_memory_not_equal(l->buffers[0].init, m->buffers[0].init, 32 * 4);
    for (int i = 0; i < 64; i++) {
        float f;
        memcpy(&f, l->buffers[0].init + 4 * i, 4);
        assert_true(f >= 0 && f <= 1);
    }
    launch_free(l);
    launch_free(m);
}

static void test_shape_errors(void **state)
{
    (void)state;
    expect("", NULL, "f.yaml:1:1: the file is empty");
    expect("- a\n", NULL, "f.yaml:1:1: the file must hold fields, `name: value`");
    expect("a: [1\n", NULL, "f.yaml:2:1: not YAML: did not find expected ',' or ']'");
    expect("a: \xff\n", NULL, "f.yaml:1:4: not YAML: invalid leading UTF-8 octet");
    expect(HEAD LAUNCH "foo: 3\n", NULL,
           "f.yaml:5:1: foo: no such field; the file has about, source, sizes, buffers, launches");
    expect(HEAD "buffers:\n  - {name: a, type: f32, count: 4, foo: 1}\n" LAUNCH, NULL,
           "f.yaml:4:36: buffers[0].foo: no such field; buffers[0] has name, type, count, init, "
           "low, high, start, step, path, racy, output");
    expect(HEAD "launches:\n  - {entry: k, grid: [1], blok: [32]}\n", NULL,
           "f.yaml:4:27: launches[0].blok: no such field; launches[0] has entry, grid, block, "
           "shared, args, repeat");
    expect(HEAD BUF, NULL,
           "f.yaml:1:1: launches is missing; it must be a list of 1 to 4096 entries");
    expect(HEAD "buffers:\n  - {name: a, type: f32}\n" LAUNCH, NULL,
           "f.yaml:4:5: buffers[0].count is missing; it must be a text");
    expect(HEAD "buffers:\n  - {name: a, type: f33, count: 1}\n" LAUNCH, NULL,
           "f.yaml:4:21: buffers[0].type is f33; it must be one of u8, i8, u16, i16, u32, i32, "
           "u64, i64, f32, f64, s8, s16, s32, s64");
    expect(HEAD "buffers:\n  - {name: a, type: u8, count: 1, racy: maybe}\n" LAUNCH, NULL,
           "f.yaml:4:41: buffers[0].racy is maybe; it must be true or false");
    expect(HEAD "buffers: 3\n" LAUNCH, NULL,
           "f.yaml:3:10: buffers is 3; it must be a list of 0 to 256 entries");
    expect(HEAD "launches:\n  - {entry: [k], grid: [1], block: [1]}\n", NULL,
           "f.yaml:4:6: launches[0].entry is a list of one entry; it must be a text");
    expect(HEAD "launches: [3]\n", NULL,
           "f.yaml:3:12: launches[0] is 3; it must be a group of fields: entry, grid, block, "
           "shared, args, repeat");
    expect(HEAD "launches: []\n", NULL,
           "f.yaml:3:1: launches is a list of 0 entries; it must be a list of 1 to 4096 entries");
    expect(HEAD "launches:\n  - {entry: k, grid: [1,1,1,1], block: [1]}\n", NULL,
           "f.yaml:4:16: launches[0].grid is a list of 4 entries; it must be a list of 1 to 3 "
           "entries");
}

static void test_refused_yaml(void **state)
{
    (void)state;
    expect("about: &x y\nsource: k.cu\n", NULL,
           "f.yaml:1:8: an anchor (&name); write each value where it belongs");
    expect("about: y\nsource: *x\n", NULL, "f.yaml:2:9: an alias (*name); write the value itself");
    expect("about: !x y\n", NULL, "f.yaml:1:8: a tag (!name); remove it");
    expect("a: 1\n---\nb: 2\n", NULL, "f.yaml:2:1: a second document; one file holds one");
    expect("a: [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]\n", NULL,
           "f.yaml:1:19: nested too deeply; 16 levels are allowed");
    expect("about: \"a\\0b\"\n", NULL, "f.yaml:1:8: a NUL character; remove it");
    expect("about: x\nabout: y\n", NULL, "f.yaml:2:1: about is given twice; first in line 1");
    expect("? [a]\n: b\n", NULL, "f.yaml:1:3: a field's name must be one word");
    size_t n = YAML_MAX_BYTES + 1;
    char *big = malloc(n);
    assert_non_null(big);
    memset(big, ' ', n);
    struct error err = {0};
    assert_null(launch_parse(big, n, "f.yaml", NULL, 1, &err));
    assert_string_equal(err.text, "f.yaml:1:1: the file has 1048577 bytes; at most 1 MiB is read");
    free(big);
}

static void test_size_errors(void **state)
{
    (void)state;
    expect(HEAD "sizes:\n  a: {n: 1}\n  b: {n: 2}\n" BUF LAUNCH, "c",
           "f.yaml:4:3: no size 'c'; there are: a, b");
    expect(HEAD BUF LAUNCH, "c", "f.yaml:1:1: no size 'c': the file has none; leave it out");
    expect(HEAD "sizes: 3\n" BUF LAUNCH, NULL,
           "f.yaml:3:8: 'sizes' is a mapping of at least one size; write tiny: {n: 256}");
    expect(HEAD "sizes: {a: 3}\n" BUF LAUNCH, NULL,
           "f.yaml:3:12: a size is a mapping; write {n: 256}");
    expect(HEAD "sizes: {a: {n-x: 3}}\n" BUF LAUNCH, NULL,
           "f.yaml:3:13: variable 'n-x' is no name; use letters, digits and _");
    expect(HEAD "sizes: {a: {n: [3]}}\n" BUF LAUNCH, NULL,
           "f.yaml:3:16: variable 'n' must be an integer");
    expect(HEAD "sizes: {a: {n: x}}\n" BUF LAUNCH, NULL,
           "f.yaml:3:16: variable 'n': 'x' is not an integer; write a number, $name or an "
           "expression of them");
}

/* One buffer's fields. */
static void expect_buffer(const char *fields, const char *message)
{
    char text[512];
    snprintf(text, sizeof text, HEAD "buffers:\n  - {%s}\n" LAUNCH, fields);
    expect(text, NULL, message);
}

static void test_buffer_errors(void **state)
{
    (void)state;
    expect_buffer("name: a, type: u8, count: $n",
                  "f.yaml:4:32: count: '$n' is not a variable of this size; it has: none");
    expect_buffer("name: a, type: u8, count: 4/0",
                  "f.yaml:4:32: count: division by zero; give the divisor another value");
    expect_buffer("name: a, type: u8, count: 0",
                  "f.yaml:4:32: count is 0; it must be 1 to 1073741824");
    expect_buffer("name: a, type: f64, count: 1000000000",
                  "f.yaml:4:33: count is 1000000000; it must be 1 to 134217728");
    expect_buffer("name: a b, type: u8, count: 1",
                  "f.yaml:4:12: buffer 'a b' is no name; use letters, digits and _");
    expect_buffer("name: a, type: u8, count: 1}\n  - {name: a, type: u8, count: 1",
                  "f.yaml:5:12: buffer 'a' is declared twice, first at line 4; rename one");
    expect_buffer("name: a, type: u8, count: 1, low: 1",
                  "f.yaml:4:40: field 'low' needs 'init: random'; remove one");
    expect_buffer("name: a, type: u8, count: 1, high: 1",
                  "f.yaml:4:41: field 'high' needs 'init: random'; remove one");
    expect_buffer("name: a, type: u8, count: 1, start: 1",
                  "f.yaml:4:42: field 'start' needs 'init: iota'; remove one");
    expect_buffer("name: a, type: u8, count: 1, step: 1",
                  "f.yaml:4:41: field 'step' needs 'init: iota'; remove one");
    expect_buffer("name: a, type: u8, count: 1, path: x",
                  "f.yaml:4:41: field 'path' needs 'init: file'; remove one");
    expect_buffer("name: a, type: u8, count: 1, init: file",
                  "f.yaml:4:5: 'init: file' needs a field 'path'; add it");
    expect_buffer("name: a, type: u8, count: 1, init: random, low: 1",
                  "f.yaml:4:5: random integers need both 'low' and 'high', or neither; add one");
    expect_buffer("name: a, type: u8, count: 1, init: random, low: 2, high: 1",
                  "f.yaml:4:54: 'low' is above 'high'; swap them");
    expect_buffer("name: a, type: u8, count: 1, init: random, low: -1, high: 1",
                  "f.yaml:4:54: low: -1 does not fit u8; use another value or type");
    expect_buffer("name: a, type: f32, count: 1, init: random, low: 1e999",
                  "f.yaml:4:55: low: 1e999 does not fit f32; write inf if that is meant, or use "
                  "another type");
    static const char *const none[][2] = {
        {"low: nan", "55"}, {"low: -inf", "55"}, {"high: inf", "56"}, {"low: 1, high: nan", "64"}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char fields[128], message[128];
        snprintf(fields, sizeof fields, "name: a, type: f32, count: 1, init: random, %s",
                 none[i][0]);
        snprintf(message, sizeof message,
                 "f.yaml:4:%s: random numbers lie between two numbers; 'nan' and 'inf' are none",
                 none[i][1]);
        expect_buffer(fields, message);
    }
    expect_buffer("name: a, type: u64, count: 1, init: random, low: 1<<63, high: 1",
                  "f.yaml:4:55: low: '<<63' is not understood; write numbers, $names, + - * / % "
                  "and ( )");
    expect_buffer("name: a, type: u64, count: 1, init: random, low: 0x8000000000000000, high: 1",
                  "f.yaml:4:55: 'low' is above 'high'; swap them");
    expect_buffer("name: a, type: u8, count: 9223372036854775808",
                  "f.yaml:4:32: count: 9223372036854775808 is more than 9223372036854775807; use a "
                  "smaller number");
    expect_buffer("name: a, type: u8, count: 1, init: file, path: /nonexistent/x",
                  "f.yaml:4:53: /nonexistent/x: cannot be read: No such file or directory");
    expect_buffer("name: a, type: u8, count: 1, init: file, path: /tmp",
                  "f.yaml:4:53: /tmp: cannot be read: it is a folder; name a file");
}

static void test_files(void **state)
{
    (void)state;
    char path[] = "/tmp/umbel_test_XXXXXX", text[512], message[512];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "abc", 3), 3);
    close(fd);
    const char *form =
        HEAD "buffers:\n  - {name: a, type: u8, count: %d, init: file, path: %s}\n" LAUNCH;
    snprintf(text, sizeof text, form, 2, path);
    struct launch *l = good(text, NULL);
    assert_memory_equal(l->buffers[0].init, "ab", 2);
    launch_free(l);
    snprintf(text, sizeof text, form, 4, path);
    snprintf(message, sizeof message,
             "f.yaml:4:53: %s: has 3 bytes, the buffer 4; lower 'count' or give more", path);
    expect(text, NULL, message);
    unlink(path);
    struct error err = {0};
    assert_null(launch_load("/nonexistent/x.yaml", NULL, 1, UINT64_MAX, &err));
    assert_string_equal(err.text, "/nonexistent/x.yaml: cannot be read: No such file or directory");
}

/* One launch's fields. */
static void expect_launch(const char *fields, const char *message)
{
    char text[512];
    snprintf(text, sizeof text, HEAD BUF "launches:\n  - {entry: k, %s}\n", fields);
    expect(text, NULL, message);
}

static void test_launch_errors(void **state)
{
    (void)state;
    expect_launch("grid: [0], block: [1]", "f.yaml:6:23: grid is 0; it must be 1 to 2147483647");
    expect_launch("grid: [1, 65536], block: [1]",
                  "f.yaml:6:26: grid is 65536; it must be 1 to 65535");
    expect_launch("grid: [1], block: [1025]", "f.yaml:6:35: block is 1025; it must be 1 to 1024");
    expect_launch("grid: [1], block: [64, 32]",
                  "f.yaml:6:34: a block of 2048 threads; at most 1024, use a larger grid");
    expect_launch("grid: [1+], block: [1]",
                  "f.yaml:6:23: grid: a number is missing; write an integer or $name");
    expect_launch("grid: [1], block: [1], shared: -1",
                  "f.yaml:6:47: shared is -1; it must be 0 to 1048576");
    expect_launch("grid: [1], block: [1], repeat: 0",
                  "f.yaml:6:47: repeat is 0; it must be 1 to 65536");
    expect_launch("grid: [1], block: [1], repeat: 65536}\n  - {entry: k, grid: [1], block: [1]",
                  "f.yaml:7:5: more than 65536 launches; repeat less");
    expect_launch("grid: [1], block: [1], args: [x]",
                  "f.yaml:6:46: buffer 'x' is not declared; declared: a");
    expect_launch("grid: [1], block: [1], args: [\"x 3\"]",
                  "f.yaml:6:46: argument 'x 3' is neither a buffer nor 'TYPE VALUE'; write \"u32 "
                  "4\"");
    expect_launch("grid: [1], block: [1], args: [\"u8 256\"]",
                  "f.yaml:6:46: argument 'u8 256': 256 does not fit u8; use another value or "
                  "type");
    expect_launch("grid: [1], block: [1], args: [\"u8\"]",
                  "f.yaml:6:46: argument 'u8': a number is missing; write an integer or $name");
    char text[512];
    snprintf(text, sizeof text, HEAD "launches:\n  - {entry: k%0300d, grid: [1], block: [1]}\n", 0);
    expect(text, NULL, "f.yaml:4:13: the entry's name is longer than 255 letters; shorten it");
    expect("about: x\nsource: k.cpp\n" BUF LAUNCH, NULL,
           "f.yaml:2:9: source 'k.cpp' is neither .cu nor .ptx; name a kernel's file");
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
        {"grid: [1], block: [1], repeat: %lld", 1, 65536, "6:47: repeat"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (int most = 0; most < 2; most++) {
            long long end = most ? limits[i].most : limits[i].least, beyond = end + (most ? 1 : -1);
            char fields[128], text[256], message[256];
            snprintf(fields, sizeof fields, limits[i].form, end);
            snprintf(text, sizeof text, HEAD BUF "launches:\n  - {entry: k, %s}\n", fields);
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

static void test_expressions(void **state)
{
    (void)state;
    const struct {
        const char *text;
        int64_t value;
    } good_ones[] = {
        {"1+2*3", 7},        {"(1+2)*3", 9},   {"-7/2", -3},     {"7%4", 3},
        {" 0x10 - -1 ", 17}, {"ceil(7/2)", 4}, {"ceil(8/2)", 4}, {"ceil(($n+1)/2)", 6},
        {"$n*$n", 100},      {"--3", 3},       {"10-2-3", 5},    {"ceil(-7/2)", -3},
    };
    struct expr_var n = {"n", 10};
    struct expr_vars vars = {&n, 1};
    char why[EXPR_WHY];
    int64_t v;
    for (size_t i = 0; i < sizeof good_ones / sizeof *good_ones; i++) {
        assert_true(expr_eval(good_ones[i].text, &vars, &v, why));
        assert_int_equal(v, good_ones[i].value);
    }
    const char *bad[] = {"",
                         "1+",
                         "(1",
                         "1)",
                         "$",
                         "$m",
                         "1/0",
                         "1%0",
                         "ceil(3)",
                         "ceil(1/0)",
                         "1 2",
                         "abc",
                         "9223372036854775808",
                         "9223372036854775807+1",
                         "0x",
                         "ceil(1/2/3)",
                         "(((((((((((((((((((((((((((((((((((((((1)))"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why[0] = '\0';
        assert_false(expr_eval(bad[i], &vars, &v, why));
        assert_true(why[0] != '\0');
    }
}

static void test_describe(void **state)
{
    (void)state;
    char *about, *sizes;
    struct error err = {0};
    assert_true(launch_describe(UMBEL_ROOT "/sw/kernels/sgemm/sgemm.yaml", &about, &sizes, &err));
    assert_string_equal(sizes, "medium tiny small large");
    assert_true(strlen(about) > 10);
    free(about);
    free(sizes);
    assert_false(launch_describe("/nonexistent", &about, &sizes, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_random_is_a_function),
        cmocka_unit_test(test_shape_errors),
        cmocka_unit_test(test_refused_yaml),
        cmocka_unit_test(test_size_errors),
        cmocka_unit_test(test_buffer_errors),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_launch_errors),
        cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_limits_of_lists),
        cmocka_unit_test(test_limit_of_parentheses),
        cmocka_unit_test(test_limits_of_numbers),
        cmocka_unit_test(test_limit_of_a_buffer),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_wide_random),
        cmocka_unit_test(test_describe),
    };
    return cmocka_run_group_tests_name("launch", tests, NULL, NULL);
}
