/* The statistics registry: sums, the table and the JSON, byte for byte. */
#include "harness/run/stats.h"
#include "sw/util/count.h"
#include "sw/util/file.h"
#include "sw/util/outfile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void hits(struct stats *s, const char *instance, uint64_t v)
{
    stats_add(s, instance, "l1", "hits", "events", "loads that found their line", v);
}

static void filled(struct stats *s, bool reverse)
{
    stats_header(s, "system", "tsm-tiny");
    stats_header(s, "kernel", "sgemm:tiny");
    stats_header_number(s, "cycles", 1234567);
    stats_header(s, "seed", "1");
    stats_header(s, "result", "wrong");
    stats_header(s, "result", "correct");
    hits(s, reverse ? "gpu1.sm0.l1" : "gpu0.sm0.l1", reverse ? 999 : 1000000);
    hits(s, reverse ? "gpu0.sm0.l1" : "gpu1.sm0.l1", reverse ? 1000000 : 999);
    stats_add(s, "gpu0.sm0.l1", "l1", "stall", "cycles", "waits for an MSHR", 5);
    stats_add(s, "umc0", "umc", "read_bytes", "bytes", "read from memory", 64);
}

static void sums(void **state)
{
    (void)state;
    struct stats *s = stats_new();
    filled(s, false);
    uint64_t v;
    assert_true(stats_get(s, "gpu1.sm0.l1", "l1", "hits", &v));
    assert_int_equal(v, 999);
    assert_false(stats_get(s, "gpu1.sm0.l1", "l1", "stall", &v));
    assert_false(stats_get(s, "gpu1.sm0.l1", "l1", "none", &v));
    assert_false(stats_get(s, "gpu1.sm0.l1", "none", "hits", &v));
    assert_int_equal(v, 0);
    assert_int_equal(stats_sum(s, "l1", "hits"), 1000999);
    assert_int_equal(stats_sum(s, "l1", "none"), 0);
    hits(s, "gpu1.sm0.l1", 1);
    assert_int_equal(stats_sum(s, "l1", "hits"), 1001000);
    hits(s, "gpu1.sm0.l1", UINT64_MAX);
    assert_true(stats_sum(s, "l1", "hits") == UINT64_MAX);
    stats_free(s);
    stats_free(NULL);
}

static void table(void **state)
{
    (void)state;
    struct stats *s = stats_new();
    filled(s, false);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    stats_print(s, f);
    fclose(f);
    assert_string_equal(
        text, "system  tsm-tiny\n"
              "kernel  sgemm:tiny\n"
              "cycles  1,234,567\n"
              "seed    1\n"
              "result  correct\n"
              "\n"
              "l1: 2 instances\n"
              "  counter  unit          sum  min        max  meaning\n"
              "  hits     events  1,000,999  999  1,000,000  loads that found their line\n"
              "  stall    cycles          5    5          5  waits for an MSHR\n"
              "\n"
              "umc: 1 instance\n"
              "  counter     unit   sum  min  max  meaning\n"
              "  read_bytes  bytes   64   64   64  read from memory\n");
    free(text);
    stats_free(s);
}

static bool to_file(const struct stats *s, const char *path, struct error *err)
{
    struct outfile f;
    return outfile_open(&f, path, err) && stats_json(s, &f, err);
}

static char *json(const struct stats *s, struct error *err)
{
    char path[] = "/tmp/umbel-stats-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    size_t len;
    char *text = to_file(s, path, err) ? file_read(path, &len, err) : NULL;
    unlink(path);
    return text;
}

static void json_is_sorted(void **state)
{
    (void)state;
    struct error err = {0};
    struct stats *s = stats_new();
    filled(s, false);
    char *one = json(s, &err);
    assert_non_null(one);
    stats_free(s);
    s = stats_new();
    filled(s, true);
    char *other = json(s, &err);
    assert_non_null(other);
    stats_free(s);
    assert_string_equal(one, other);
    assert_non_null(strstr(one, "        \"hits\": {\n"
                                "          \"max\": 1000000,\n"
                                "          \"meaning\": \"loads that found their line\",\n"
                                "          \"min\": 999,\n"
                                "          \"sum\": 1000999,\n"
                                "          \"unit\": \"events\",\n"
                                "          \"values\": {\n"
                                "            \"gpu0.sm0.l1\": 1000000,\n"
                                "            \"gpu1.sm0.l1\": 999\n"));
    assert_non_null(strstr(one, "\"cycles\": 1234567,"));
    assert_non_null(strstr(one, "\"instances\": 2\n"));
    free(one);
    free(other);
}

/* A counter that ran over is a word, and so is each sum of it. */
static void overflows(void **state)
{
    (void)state;
    struct error err = {0};
    struct stats *s = stats_new();
    hits(s, "a", COUNT_OVER);
    hits(s, "b", 7);
    stats_header_number(s, "energy", COUNT_OVER);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    stats_print(s, f);
    fclose(f);
    assert_string_equal(
        text,
        "energy  overflow\n"
        "\n"
        "l1: 2 instances\n"
        "  counter  unit         sum  min       max  meaning\n"
        "  hits     events  overflow    7  overflow  loads that found their line\n"
        "\n"
        "overflow: a counter reached the highest value that hardware.count_bits bits have, or "
        "what is told is made from one that did\n");
    free(text);
    text = json(s, &err);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"energy\": \"overflow\""));
    assert_non_null(strstr(text, "          \"max\": \"overflow\",\n"
                                 "          \"meaning\": \"loads that found their line\",\n"
                                 "          \"min\": 7,\n"
                                 "          \"sum\": \"overflow\",\n"
                                 "          \"unit\": \"events\",\n"
                                 "          \"values\": {\n"
                                 "            \"a\": \"overflow\",\n"
                                 "            \"b\": 7\n"));
    free(text);
    hits(s, "b", COUNT_OVER); /* then no value is known */
    assert_true(stats_sum(s, "l1", "hits") == COUNT_OVER);
    stats_free(s);
}

static void counts(void **state)
{
    (void)state;
    assert_int_equal(count_read(254, 8), 254);
    assert_true(count_read(255, 8) == COUNT_OVER);
    assert_int_equal(count_read(255, 9), 255);
    assert_true(count_read(((uint64_t)1 << 48) - 1, 48) == COUNT_OVER);
    assert_int_equal(count_plus(3, 4), 7);
    assert_true(count_plus(3, COUNT_OVER) == COUNT_OVER);
    assert_true(count_plus(COUNT_OVER, COUNT_OVER) == COUNT_OVER);
    assert_int_equal(count_less(7, 7), 0);
    assert_true(count_less(7, 8) == COUNT_OVER);
    assert_true(count_less(7, COUNT_OVER) == COUNT_OVER);
    assert_true(count_less(COUNT_OVER, 7) == COUNT_OVER);
    assert_true(count_less(COUNT_OVER, COUNT_OVER) == COUNT_OVER);
    assert_int_equal(count_times(7, 0), 0);
    assert_int_equal(count_times(7, 6), 42);
    assert_true(count_times(COUNT_OVER, 6) == COUNT_OVER);
    assert_true(count_times((uint64_t)1 << 62, 8) == COUNT_OVER);
}

static void json_refuses(void **state)
{
    (void)state;
    struct error err = {0};
    struct stats *s = stats_new();
    hits(s, "a", UINT64_MAX - 1);
    assert_false(to_file(s, "/tmp/never", &err));
    assert_string_equal(err.text, "/tmp/never: not written: a value is beyond JSON's 63 bits");
    stats_free(s);
    s = stats_new();
    stats_header(s, "kernel", "\xff");
    err = (struct error){0};
    assert_false(to_file(s, "/tmp/never", &err));
    assert_string_equal(err.text, "/tmp/never: not written: a name or text is not UTF-8");
    stats_free(s);
    s = stats_new();
    err = (struct error){0};
    assert_false(to_file(s, "/nowhere/at/all.json", &err));
    assert_true(strncmp(err.text, "/nowhere/at/all.json: cannot be written", 39) == 0);
    stats_free(s);
    assert_false(file_exists("/tmp/never"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),      cmocka_unit_test(table),  cmocka_unit_test(json_is_sorted),
        cmocka_unit_test(overflows), cmocka_unit_test(counts), cmocka_unit_test(json_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
