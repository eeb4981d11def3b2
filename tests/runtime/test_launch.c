/* Launch files: the meaning of right ones, and the one-line error of wrong ones. */
#include "tests/runtime/launch_text.h"

#include <unistd.h>

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
           "f.yaml:5:1: foo: no such field; the file has about, source, host, needs, sizes, "
           "buffers, launches, copies");
    expect(HEAD "buffers:\n  - {name: a, type: f32, count: 4, foo: 1}\n" LAUNCH, NULL,
           "f.yaml:4:36: buffers[0].foo: no such field; buffers[0] has name, type, count, init, "
           "low, high, start, step, path, racy, output, home");
    expect(HEAD "launches:\n  - {entry: k, grid: [1], blok: [32]}\n", NULL,
           "f.yaml:4:27: launches[0].blok: no such field; launches[0] has entry, grid, block, "
           "shared, args, repeat, host; did you mean block?");
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
           "shared, args, repeat, host");
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
    expect_buffer("name: a, type: u8, count: 1, home: -1",
                  "f.yaml:4:41: home is -1; it must be 0 to 65535");
    expect_buffer("name: a, type: u8, count: 1, home: 65536",
                  "f.yaml:4:41: home is 65536; it must be 0 to 65535");
    expect_buffer("name: a, type: u8, count: 1, home: near",
                  "f.yaml:4:41: home: 'near' is not an integer; write a number, $name or an "
                  "expression of them");
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
    expect_launch("grid: [1], block: [1], repeat: -1",
                  "f.yaml:6:47: repeat is -1; it must be 0 to 65536");
    expect_launch("grid: [1], block: [1], repeat: 0",
                  "f.yaml:6:3: every launch has a repeat of 0; at least one must be made");
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

/* ---- parts of buffers that are copied */

static void test_copied_parts(void **state)
{
    (void)state;
    struct launch *l =
        good(HEAD "sizes:\n  s: {n: 3}\n" BUF LAUNCH "copies:\n  - {buffer: a, to: 1, before: 1}\n"
                  "  - {buffer: a, first: 1, to: 1, before: 1}\n"
                  "  - {buffer: a, first: 3%$n, count: $n, to: 1, before: 1}\n",
             NULL);
    static const uint64_t from[] = {0, 4, 0}, bytes[] = {16, 12, 12};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(l->copies[i].from, from[i]);
        assert_int_equal(l->copies[i].bytes, bytes[i]);
    }
    launch_free(l);
    expect(HEAD BUF LAUNCH "copies:\n  - {buffer: a, first: 4, to: 1, before: 1}\n", NULL,
           "f.yaml:8:24: first is 4; it must be 0 to 3");
    expect(HEAD BUF LAUNCH "copies:\n  - {buffer: a, first: 2, count: 3, to: 1, before: 1}\n", NULL,
           "f.yaml:8:34: count is 3; it must be 1 to 2");
    expect(HEAD BUF LAUNCH "copies:\n  - {buffer: a, count: 0, to: 1, before: 1}\n", NULL,
           "f.yaml:8:24: count is 0; it must be 1 to 4");
}

/* ---- steps of the host */

#define WITH_HOST "about: x\nsource: k.cu\nhost: dir/h.c\n" BUF

static void test_host(void **state)
{
    (void)state;
    struct launch *l =
        good(WITH_HOST "launches:\n"
                       "  - {host: f, args: [a, \"f64 0.5\", \"f32 0.5\", \"u16 7\"], repeat: 2}\n"
                       "  - {entry: k, grid: [1], block: [32], args: [a]}\n"
                       "  - {host: g}\n"
                       "copies:\n  - {buffer: a, to: host, after: 1}\n"
                       "  - {buffer: a, to: packages, before: 3}\n",
             NULL);
    assert_string_equal(l->host, "dir/h.c");
    assert_int_equal(l->n_steps, 4);
    static const bool is_host[] = {true, true, false, true};
    static const char *const names[] = {"f", "f", "k", "g"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(l->steps[i].is_host, is_host[i]);
        assert_string_equal(l->steps[i].entry, names[i]);
        assert_int_equal(l->steps[i].grid.x, !is_host[i]);
    }
    const struct launch_step *second = &l->steps[1];
    assert_int_equal(second->n_args, 4);
    assert_int_equal(second->args[0].buffer, 0);
    assert_int_equal(second->args[0].bytes, 8);
    assert_int_equal(second->args[1].value, 0x3fe0000000000000);
    assert_int_equal(second->args[2].value, 0x3f000000);
    static const bool is_real[] = {false, true, true, false};
    for (int i = 0; i < 4; i++)
        assert_int_equal(second->args[i].is_real, is_real[i]);
    assert_int_equal(l->steps[3].line, 9);
    assert_int_equal(l->steps[3].n_args, 0);
    assert_int_equal(l->copies[0].step, 2);
    assert_int_equal(l->copies[1].step, 3);
    launch_free(l);
    l = good(HEAD BUF LAUNCH, NULL);
    assert_null(l->host);
    launch_free(l);
}

static void expect_host(const char *fields, const char *message)
{
    char text[512];
    snprintf(text, sizeof text, WITH_HOST "launches:\n  - {%s}\n", fields);
    expect(text, NULL, message);
}

static void test_host_errors(void **state)
{
    (void)state;
    expect_host("host: f, entry: k",
                "f.yaml:7:22: 'entry' is of kernels, and this launch is a step of the host; remove "
                "it or 'host'");
    expect_host("host: f, grid: [1]",
                "f.yaml:7:21: 'grid' is of kernels, and this launch is a step of the host; remove "
                "it or 'host'");
    expect_host("block: [1], host: f",
                "f.yaml:7:13: 'block' is of kernels, and this launch is a step of the host; remove "
                "it or 'host'");
    expect_host("host: f, shared: 0",
                "f.yaml:7:23: 'shared' is of kernels, and this launch is a step of the host; "
                "remove it or 'host'");
    expect_host("host: f, args: [b]", "f.yaml:7:22: buffer 'b' is not declared; declared: a");
    expect_host("host: f, repeat: -1", "f.yaml:7:23: repeat is -1; it must be 0 to 65536");
    expect_host("args: [a]", "f.yaml:7:5: entry is missing; a launch has entry, grid and block, "
                             "or host, the name of a function");
    expect_host("entry: k, block: [1]",
                "f.yaml:7:5: grid is missing; a launch has entry, grid and block, or host, the "
                "name of a function");
    expect_host("entry: k, grid: [1]",
                "f.yaml:7:5: block is missing; a launch has entry, grid and block, or host, the "
                "name of a function");
    expect_host("host: [f]",
                "f.yaml:7:6: launches[0].host is a list of one entry; it must be a text");
    char text[512];
    snprintf(text, sizeof text, WITH_HOST "launches:\n  - {host: f%0300d}\n", 0);
    expect(text, NULL, "f.yaml:7:12: the function's name is longer than 255 letters; shorten it");
    expect(HEAD BUF "launches:\n  - {host: f}\n", NULL,
           "f.yaml:6:12: a step of the host, but the file names no host program; add 'host: "
           "FILE.c' beside 'source'");
    expect("about: x\nsource: k.cu\nhost: h.cu\n" BUF LAUNCH, NULL,
           "f.yaml:3:7: host 'h.cu' is not .c; name a file of C whose functions the host runs");
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
        cmocka_unit_test(test_whole),        cmocka_unit_test(test_random_is_a_function),
        cmocka_unit_test(test_shape_errors), cmocka_unit_test(test_refused_yaml),
        cmocka_unit_test(test_size_errors),  cmocka_unit_test(test_buffer_errors),
        cmocka_unit_test(test_files),        cmocka_unit_test(test_launch_errors),
        cmocka_unit_test(test_copied_parts), cmocka_unit_test(test_host),
        cmocka_unit_test(test_host_errors),  cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_describe),
    };
    return cmocka_run_group_tests_name("launch", tests, NULL, NULL);
}
