/*
 * The energy of links. What was sent is counted a second time: from the messages that links and
 * lanes carried and the bytes of each, worked out by hand, or from the flits that the interfaces of
 * a network took in, or that its far ends did. Prices are those of the papers, written here in
 * femtojoules.
 */
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/run_json.h"
#include "tests/support/slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_WORDS = 12, BITS = 8 * 16 }; /* of the links of all machines here */

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define SET(text) "--set", text

/* A run that must be right: its JSON. */
static json_t *run(void **state, const char *system, const char *kernel, const char *const *words)
{
    const char *json = in_folder(state, "run.json");
    const char *argv[MOST_WORDS + 8] = {umbel_path(), "run", system, kernel, "-q", "--json", json};
    for (size_t n = 7; *words != NULL; words++)
        argv[n++] = *words;
    struct command c = umbel_run_args(argv);
    assert_status(&c, 0);
    command_free(&c);
    return run_json(json);
}

static json_int_t of_run(const json_t *r, const char *key)
{
    const json_t *v = json_object_get(json_object_get(r, "run"), key);
    assert_true(json_is_integer(v));
    return json_integer_value(v);
}

static json_int_t links(const json_t *r)
{
    return (json_int_t)json_object_size(run_json_values(r, "energy", "real_bits"));
}

/* What holds of any run: each link sends its width in each cycle or does not; prices in fJ. */
static void adds_up(const json_t *r, json_int_t real, json_int_t idle)
{
    const json_int_t sent = run_json_sum(r, "energy", "real_bits");
    const json_int_t not = run_json_sum(r, "energy", "idle_bits");
    assert_int_equal(sent + not, of_run(r, "cycles") * links(r) * BITS);
    assert_int_equal(run_json_sum(r, "energy", "real_fj"), sent * real);
    assert_int_equal(run_json_sum(r, "energy", "idle_fj"), not *idle);
    assert_int_equal(of_run(r, "link_energy_pj"), (sent * real + not *idle + 500) / 1000);
}

/* ---- links and lanes ---- */

/* A message without a line of 16 bytes, and one with it, in cycles of 16 bytes. */
struct cycles {
    json_int_t head, line;
};

static json_int_t bits(json_int_t messages, json_int_t lines, struct cycles c)
{
    return ((messages - lines) * c.head + lines * c.line) * BITS;
}

/* mgcc: a request has 15 bytes, or 33 with a line; an answer 21, or 37 (test_links.c). */
static void of_links(void **state)
{
    json_t *r = run(state, "tsm-tiny", "xtreme3:tiny", WORDS(NULL));
    assert_int_equal(links(r), 4);
    for (int g = 0; g < 2; g++)
        for (int in = 0; in < 2; in++) {
            char link[32];
            snprintf(link, sizeof link, "gpu%d.l2.0.%s", g, in ? "in" : "out");
            const json_int_t messages = run_json_count(r, "link", "messages", link);
            assert_true(messages > 0);
            assert_int_equal(run_json_count(r, "energy", "real_bits", link),
                             bits(messages, run_json_count(r, "link", "lines", link),
                                  in ? (struct cycles){2, 3} : (struct cycles){1, 3}));
        }
    adds_up(r, 500, 0);
    json_decref(r);
}

/* nc-wb: a request has 12 bytes, or 28 with a line; an answer 16, or 32. */
static void of_lanes(void **state)
{
    json_t *r = run(state, "rdma-tiny", "sgemm:tiny", WORDS(NULL));
    assert_int_equal(links(r), 4);
    const char *name;
    json_t *requests;
    json_object_foreach(run_json_values(r, "lane", "requests"), name, requests)
    {
        const json_int_t asked =
            bits(json_integer_value(requests), run_json_count(r, "lane", "request_lines", name),
                 (struct cycles){1, 2});
        const json_int_t answered =
            bits(run_json_count(r, "lane", "answers", name),
                 run_json_count(r, "lane", "answer_lines", name), (struct cycles){1, 2});
        assert_true(asked > 0 && answered > 0);
        assert_int_equal(run_json_count(r, "energy", "real_bits", name), asked + answered);
    }
    adds_up(r, 10000, 0);
    json_decref(r);
}

/* What leaves a package by its lane comes in by the other's, so each bit is paid for twice. */
static void two_links_on_the_way(void **state)
{
    json_t *r = run(state, "numa-vi-tiny", "mutex:tiny", WORDS(NULL));
    for (int g = 0; g < 2; g++) {
        char out[32], in[32];
        snprintf(out, sizeof out, "gpu%d.lane0.out", g);
        snprintf(in, sizeof in, "gpu%d.lane0.in", 1 - g);
        const json_int_t sent = run_json_count(r, "energy", "real_bits", out);
        assert_true(sent > 0);
        assert_int_equal(run_json_count(r, "energy", "real_bits", in), sent);
    }
    adds_up(r, 10000, 0);
    json_decref(r);
}

/* ---- networks ---- */

/* Three routers in a ring, of which two have a package: each packet takes one link. */
static void of_rings(void **state)
{
    static const char *const latencies[] = {"link.latency=0", "link.latency=2"};
    for (int i = 0; i < 2; i++) {
        json_t *r = run(state, "numa-tiny", "sgemm:tiny",
                        WORDS(SET("network.topology=ring"), SET("network.columns=3"),
                              SET("link.class=serdes"), SET(latencies[i])));
        assert_int_equal(links(r), 6);
        const json_int_t flits = run_json_sum(r, "ni_inject", "flits");
        assert_true(flits > 0);
        assert_int_equal(run_json_sum(r, "energy", "real_bits"), flits * BITS);
        adds_up(r, 2000, 1500);
        json_decref(r);
    }
}

/* The links of a mesh count what their routers do, name by name. */
static void of_meshes(void **state)
{
    json_t *r = run(state, "tsm-tiny", "mutex:tiny",
                    WORDS(SET("network.topology=mesh"), SET("network.columns=2"),
                          SET("network.rows=2"), SET("link.class=serdes")));
    assert_int_equal(links(r), 8);
    json_int_t some = 0;
    const char *name;
    json_t *flits;
    json_object_foreach(run_json_values(r, "hop", "flits"), name, flits)
    {
        assert_int_equal(run_json_count(r, "energy", "real_bits", name),
                         json_integer_value(flits) * BITS);
        some += json_integer_value(flits);
    }
    assert_true(some > 0);
    adds_up(r, 2000, 1500);
    json_decref(r);
}

/* Of a class, summed over the interfaces of askers or of owners. */
static json_int_t of_interfaces(const json_t *r, const char *class, const char *name,
                                const char *at)
{
    json_int_t sum = 0;
    const char *interface;
    json_t *value;
    json_object_foreach(run_json_values(r, class, name), interface, value)
    {
        if (strstr(interface, at) != NULL && strstr(interface, "hop") == NULL)
            sum += json_integer_value(value);
    }
    return sum;
}

/* Two slices of three cubes, all joined, and three askers each: two GPUs' banks and the host's.
 * What a channel between an asker and its cube has carried, the cubes' memories have received or
 * sent. */
static void of_cubes(void **state)
{
    json_t *r = run(state, "umn-tiny", "sgemm:tiny", WORDS(SET("link.bytes_per_cycle=16")));
    assert_int_equal(links(r), 2 * (6 + 2 * 3));
    const json_int_t asked = of_interfaces(r, "ni_eject", "flits", ".owner"),
                     answered = of_interfaces(r, "ni_inject", "flits", ".owner");
    assert_true(asked > 0 && answered > asked);
    assert_int_equal(of_interfaces(r, "energy", "real_bits", ".ni_inject"), asked * BITS);
    assert_int_equal(of_interfaces(r, "energy", "real_bits", ".ni_eject"), answered * BITS);
    adds_up(r, 2000, 1500);
    json_decref(r);
}

/* ---- classes ---- */

/* Nothing leaves its package: all CTAs are in one, and pages where they are touched. */
static void nothing_sent(void **state)
{
    static const struct {
        const char *set;
        json_int_t real, idle;
    } classes[] = {{"link.class=serdes", 2000, 1500}, {"link.class=on-board", 10000, 0}};
    for (int i = 0; i < 2; i++) {
        json_t *r = run(state, "numa-tiny", "sgemm:tiny",
                        WORDS(SET("schedule.policy=batches"), SET("schedule.batch=65536"),
                              SET(classes[i].set)));
        assert_int_equal(links(r), 4);
        assert_int_equal(run_json_sum(r, "energy", "real_fj"), 0);
        assert_int_equal(run_json_sum(r, "energy", "idle_fj"),
                         of_run(r, "cycles") * 4 * BITS * classes[i].idle);
        adds_up(r, classes[i].real, classes[i].idle);
        json_decref(r);
    }
}

/* A class changes what bits cost, and nothing else. */
static void classes_scale(void **state)
{
    static const struct {
        const char *set;
        json_int_t real, idle;
    } classes[] = {
        {"link.class=on-chip", 80, 0},     {"link.class=on-package", 500, 0},
        {"link.class=on-board", 10000, 0}, {"link.class=pcie", 10000, 0},
        {"link.class=system", 250000, 0},  {"link.class=serdes", 2000, 1500},
    };
    json_int_t sent = 0, cycles = 0;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        json_t *r = run(state, "tsm-tiny", "sgemm:tiny", WORDS(SET(classes[i].set)));
        adds_up(r, classes[i].real, classes[i].idle);
        const json_int_t now = run_json_sum(r, "energy", "real_bits");
        assert_true(now > 0 && (i == 0 || now == sent));
        assert_true(i == 0 || cycles == of_run(r, "cycles"));
        sent = now;
        cycles = of_run(r, "cycles");
        json_decref(r);
    }
}

/* ---- ways to run ---- */

static void the_same_energy(void **state)
{
    static const char *const ways[][2] = {{"-j", "2"}, {"--no-idle-skip", NULL}, {"--flat", NULL}};
    const char *const *base = WORDS(SET("network.topology=ring"), SET("network.columns=3"));
    json_t *r = run(state, "tsm-tiny", "sgemm:tiny", base);
    if (!slow_wanted())
        print_message("*** SKIPPED: the flat top, of which test_flat compares all counters of one; "
                      "UMBEL_SLOW=1 runs it ***\n");
    for (size_t i = 0; i < sizeof ways / sizeof *ways - !slow_wanted(); i++) {
        json_t *other = run(state, "tsm-tiny", "sgemm:tiny",
                            WORDS(base[0], base[1], base[2], base[3], ways[i][0], ways[i][1]));
        assert_true(json_equal(json_object_get(json_object_get(r, "units"), "energy"),
                               json_object_get(json_object_get(other, "units"), "energy")));
        json_decref(other);
    }
    json_decref(r);
}

/* Without links there is no energy; units of one counter have not counted it. */
static void without(void **state)
{
    json_t *r = run(state, "one-gpu-tiny", "sgemm:tiny", WORDS(NULL));
    assert_int_equal(of_run(r, "link_energy_pj"), 0);
    assert_null(json_object_get(json_object_get(r, "units"), "energy"));
    json_decref(r);
    r = run(state, "tsm-tiny", "sgemm:tiny", WORDS(SET("hardware.count_one=true")));
    assert_null(json_object_get(json_object_get(r, "run"), "link_energy_pj"));
    assert_null(json_object_get(json_object_get(r, "units"), "energy"));
    json_decref(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(of_links),
        test_in_folder(of_lanes),
        test_in_folder(of_rings),
        test_in_folder(of_meshes),
        test_in_folder(of_cubes),
        test_in_folder(nothing_sent),
        test_in_folder(two_links_on_the_way),
        test_in_folder(classes_scale),
        test_in_folder(the_same_energy),
        test_in_folder(without),
    };
    return cmocka_run_group_tests_name("energy of links", tests, NULL, NULL);
}
