/* `umbel net`: the table, the JSON and the picture of a small network; mistakes are one line each
 * and leave nothing behind. */
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORDS = 8 };

#define RING                                                                                       \
    "numa-tiny", "--set", "network.topology=ring", "--set", "gpus=8", "--set",                     \
        "network.columns=8", "--set", "link.latency=0", "--set", "link.bytes_per_cycle=4"

static void files(void **state)
{
    const char *json = in_folder(state, "r.json"), *svg = in_folder(state, "r.svg");
    struct command c = UMBEL("net", RING, "--load", "0.1:0.3:0.2", "--json", json, "--svg", svg);
    assert_status(&c, 0);
    assert_non_null(strstr(out_of(&c), "ring: 8 routers, 16 links, 8 nodes; uniform traffic"));
    assert_non_null(strstr(out_of(&c), "packets came out once, whole and where it was sent to"));
    assert_non_null(strstr(out_of(&c), "   pJ/bit  "));
    command_free(&c);
    json_t *r = json_load_file(json, 0, NULL);
    assert_non_null(r);
    assert_int_equal(json_array_size(json_object_get(r, "links")), 16);
    const json_t *points = json_object_get(r, "points");
    assert_int_equal(json_array_size(points), 3);
    for (size_t i = 0; i < 3; i++) {
        const json_t *p = json_array_get(points, i);
        const double load = json_real_value(json_object_get(p, "load"));
        const double accepted = json_real_value(json_object_get(p, "accepted"));
        assert_true(accepted > 0.9 * load && accepted < 1.1 * load);
        assert_true(json_real_value(json_object_get(p, "latency")) > 1);
        assert_int_equal(json_array_size(json_object_get(p, "links")), 16);
    }
    assert_true(json_is_null(json_object_get(r, "saturation")));
    json_decref(r);
    size_t len;
    char *picture = read_bytes_of(svg, &len);
    assert_non_null(strstr(picture, "<svg"));
    free(picture);
}

static void same_bytes(void **state)
{
    char *bytes[2];
    for (int i = 0; i < 2; i++) {
        const char *json = in_folder(state, "same.json");
        struct command c = UMBEL("net", RING, "--load", "0.2", "-q", "--json", json);
        assert_status(&c, 0);
        assert_string_equal(out_of(&c), "");
        command_free(&c);
        size_t len;
        bytes[i] = read_bytes_of(json, &len);
    }
    assert_string_equal(bytes[0], bytes[1]);
    free(bytes[0]);
    free(bytes[1]);
}

enum { POINTS = 3 };

/* The energy of each bit that arrives, at each load; `uses`: the flits of all links in a cycle, for
 * each that arrives in a cycle; `links`: the links, likewise. */
struct energies {
    double pj[POINTS], uses[POINTS], links[POINTS];
};

static struct energies energies_of(void **state, const char *class)
{
    struct energies e = {0};
    const char *json = in_folder(state, "e.json");
    struct command c = UMBEL("net", RING, "--load", "0.1:0.3:0.2", "--packets", "5000", "--set",
                             class, "-q", "--json", json);
    assert_status(&c, 0);
    command_free(&c);
    json_t *r = json_load_file(json, 0, NULL);
    const double nodes = (double)json_integer_value(json_object_get(r, "nodes"));
    for (size_t i = 0; i < POINTS; i++) {
        const json_t *p = json_array_get(json_object_get(r, "points"), i), *flits;
        const double out = nodes * json_real_value(json_object_get(p, "accepted"));
        size_t link;
        json_array_foreach(json_object_get(p, "links"), link, flits)
        {
            e.uses[i] += json_real_value(flits) / out;
            e.links[i] += 1 / out;
        }
        e.pj[i] = json_real_value(json_object_get(p, "pj_per_bit"));
    }
    json_decref(r);
    return e;
}

static bool near(double a, double b, double part)
{
    return a > b * (1 - part) && a < b * (1 + part);
}

/* In a ring of 8 a packet takes 0, 1, 1, 2, 2, 3, 3 or 4 links, 2 in the mean. A link sends a flit
 * in a cycle, or an idle one. Loads are means of a part of the run, energies are of all of it. */
static void energy(void **state)
{
    const struct energies board = energies_of(state, "class=on-board"),
                          package = energies_of(state, "class=on-package"),
                          serdes = energies_of(state, "class=serdes");
    for (int i = 0; i < POINTS; i++) {
        assert_true(near(board.pj[i], 10 * 2, 0.03));
        assert_true(near(board.pj[i], 20 * package.pj[i], 1e-6));
        assert_true(near(serdes.pj[i],
                         2.0 * serdes.uses[i] + 1.5 * (serdes.links[i] - serdes.uses[i]), 0.03));
    }
    assert_true(serdes.pj[0] > serdes.pj[1] && serdes.pj[1] > serdes.pj[2]);
}

static void complains(const char *const *words, const char *text)
{
    const char *argv[MOST_WORDS + 16] = {umbel_path(), "net", RING};
    size_t n = 13;
    for (int i = 0; i < MOST_WORDS && words[i] != NULL; i++)
        argv[n++] = words[i];
    struct command c = umbel_run_args(argv);
    char line[2200];
    snprintf(line, sizeof line, "umbel: %s", text);
    if (strncmp(err_of(&c), line, strlen(line)) != 0)
        fail_msg("'%s' does not begin with '%s'", err_of(&c), line);
    assert_ptr_equal(strchr(err_of(&c), '\n') + 1, err_of(&c) + strlen(err_of(&c)));
    assert_string_equal(out_of(&c), "");
    assert_status(&c, 1);
    command_free(&c);
}

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *words[MOST_WORDS], *text;
    } cases[] = {
        {{"x"}, "'x' is one argument too many; see `umbel net --help`"},
        {{"--traffic", "even"},
         "--traffic even: there is no such pattern; there are uniform, transpose, hotspot, "
         "tornado, "
         "bitrev, shuffle"},
        {{"--load", "0"}, "--load 0: not a load, nor A:B:STEP"},
        {{"--load", "0.1:2:0.1"}, "--load 0.1:2:0.1: not a load, nor A:B:STEP"},
        {{"--load", "0.1:0.5:0"}, "--load 0.1:0.5:0: not a load, nor A:B:STEP"},
        {{"--load", "0.1:0.5"}, "--load 0.1:0.5: not a load, nor A:B:STEP"},
        {{"--load", "nan"}, "--load nan: not a load, nor A:B:STEP"},
        {{"--load", "0.1x"}, "--load 0.1x: not a load, nor A:B:STEP"},
        {{"--flits", "65"}, "--flits 65"},
        {{"--stalls", "1"}, "--stalls 1: not a number from 0 to 0.9"},
        {{"--set", "link.bytes_per_cycle=2"},
         "link.bytes_per_cycle is 2; packets are told apart by their first flits, which takes 4"},
        {{"--set", "gpus=3", "--set", "network.columns=3", "--traffic", "bitrev"},
         "--traffic bitrev needs a power of two of nodes, and the network has 3"},
        {{"--no-datelines"}, "packets could wait for each other: from router 0 to router "},
        {{"--json", "/none/r.json"}, "/none/r.json: cannot be written: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        complains(cases[i].words, cases[i].text);
    struct command c = UMBEL("net", "tsm-tiny");
    assert_string_equal(err_of(&c), "umbel: tsm-tiny has no network; --set network.topology=mesh "
                                    "gives it one\n");
    assert_status(&c, 1);
    command_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(files),
        test_in_folder(same_bytes),
        test_in_folder(energy),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
