/* `umbel net`: the table, the JSON and the picture of a small network, of random packets and of a
 * trace; mistakes are one line each and leave nothing behind. */
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
    assert_string_equal(json_string_value(json_object_get(r, "routing")), "minimal");
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
    const struct energies board = energies_of(state, "link.class=on-board"),
                          package = energies_of(state, "link.class=on-package"),
                          serdes = energies_of(state, "link.class=serdes");
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
         "bitrev, shuffle, trace:FILE"},
        {{"--load", "0"}, "--load 0: not a load, nor A:B:STEP"},
        {{"--load", "0.1:2:0.1"}, "--load 0.1:2:0.1: not a load, nor A:B:STEP"},
        {{"--load", "0.1:0.5:0"}, "--load 0.1:0.5:0: not a load, nor A:B:STEP"},
        {{"--load", "0.1:0.5"}, "--load 0.1:0.5: not a load, nor A:B:STEP"},
        {{"--load", "nan"}, "--load nan: not a load, nor A:B:STEP"},
        {{"--load", "0.1x"}, "--load 0.1x: not a load, nor A:B:STEP"},
        {{"--load", "1e-9"},
         "--load 1e-09: its mean needs 200 packets, which would take more than 1000000 cycles; "},
        {{"--flits", "65"}, "--flits 65"},
        {{"--routing", "far"},
         "--routing far: there is no such routing; there are minimal and ugal"},
        {{"--routing", "ugal", "--ordered"},
         "--ordered: packets that --routing ugal sends different ways keep no order; leave one of "
         "the two out"},
        {{"--stalls", "1"}, "--stalls 1: not a number from 0 to 0.9"},
        {{"--set", "link.bytes_per_cycle=2"},
         "link.bytes_per_cycle is 2; packets are told apart by their first flits, which takes 4"},
        {{"--set", "gpus=3", "--set", "network.columns=3", "--traffic", "bitrev"},
         "--traffic bitrev needs a power of two of nodes, and the network has 3"},
        {{"--no-datelines"}, "packets could wait for each other: from router 0 to router "},
        {{"--traffic", "trace:/none/t"}, "/none/t: "},
        {{"--traffic", "trace:t", "--flits", "2"},
         "--flits is of packets made at random, and those of a trace have what it says; leave it "
         "out"},
        {{"--traffic", "trace:t", "--load", "0.5:2000:1"},
         "--load 0.5:2000:1: not a load, nor A:B:STEP with loads above 0.001 and up to 1000"},
        {{"--network", "0"}, "--network chooses from what --traffic trace:FILE reads; add it"},
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

/* ---- traces ---- */

#define TRACE                                                                                      \
    "umbel-net-trace version=1 nodes=8 flit_bytes=4 classes=req,rsp networks=left,right\n"         \
    "5 left 0 1 req 1\n7 right 1 0 rsp 3\n9 left 2 3 rsp 2\n"

static const char *traffic(void **state, const char *text)
{
    static char words[600];
    const char *path = in_folder(state, "t");
    write_text(path, text);
    snprintf(words, sizeof words, "trace:%s", path);
    return words;
}

static void trace_files(void **state)
{
    const char *json = in_folder(state, "r.json"), *svg = in_folder(state, "r.svg");
    struct command c = UMBEL("net", RING, "--traffic", traffic(state, TRACE "end 3\n"), "--load",
                             "1:3:1", "--json", json, "--svg", svg);
    assert_status(&c, 0);
    assert_has(out_of(&c), "network left of the 2 in the trace ");
    assert_has(out_of(&c), "2 packets, 3 flits, made within 5 cycles");
    assert_has(out_of(&c), "each of 6 packets came out once, whole and where it was sent to");
    command_free(&c);
    json_t *r = json_load_file(json, 0, NULL);
    assert_non_null(r);
    const json_t *points = json_object_get(r, "points");
    assert_int_equal(json_array_size(points), 3);
    assert_int_equal(json_integer_value(json_object_get(r, "classes")), 2);
    for (size_t i = 0; i < 3; i++) {
        const json_t *p = json_array_get(points, i);
        assert_int_equal(json_integer_value(json_object_get(p, "packets")), 2);
        assert_int_equal(json_array_size(json_object_get(p, "links")), 16);
    }
    json_decref(r);
    size_t len;
    char *picture = read_bytes_of(svg, &len);
    assert_non_null(strstr(picture, "<svg"));
    free(picture);
    c = UMBEL("net", RING, "--traffic", traffic(state, TRACE "end 3\n"), "--network", "right");
    assert_status(&c, 0);
    assert_has(out_of(&c), "1 packet, 3 flits, made within 1 cycle\n");
    command_free(&c);
}

static void trace_mistakes(void **state)
{
    static const struct {
        const char *text, *words[MOST_WORDS], *says;
    } cases[] = {
        {TRACE, {NULL}, ":5:1: the trace ends without its last line, end PACKETS: it was cut"},
        {TRACE "8 left 0 1 req 1\nend 4\n",
         {NULL},
         ":5:1: cycle 8 is before that of the packet above, 9"},
        {TRACE "9 left 0 8 req 1\nend 4\n", {NULL}, ":5:10: here should be the node that receives"},
        {TRACE "end 3\n",
         {"--set", "gpus=4", "--set", "network.columns=4"},
         ":1:33: the trace is of 8 nodes, and the network of numa-tiny has 4"},
        {TRACE "end 3\n", {"--network", "2"}, " has 2 networks, from 0 left to 1 right"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *json = in_folder(state, "r.json");
        const char *argv[MOST_WORDS + 24] = {
            umbel_path(), "net", RING, "--traffic", traffic(state, cases[i].text), "--json", json};
        size_t n = 17;
        for (int w = 0; w < MOST_WORDS && cases[i].words[w] != NULL; w++)
            argv[n++] = cases[i].words[w];
        struct command c = umbel_run_args(argv);
        assert_complains(&c, cases[i].says);
        command_free(&c);
    }
    assert_int_equal(names_in(*state, "*"), 1); /* the trace */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(files),  test_in_folder(same_bytes),  cmocka_unit_test(mistakes),
        test_in_folder(energy), test_in_folder(trace_files), test_in_folder(trace_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
