/* Who sends how much to which cube: a trace written by hand, and what cannot be asked. */
#include "harness/net/matrix.h"
#include "sw/util/file.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two GPUs and a CPU of two banks a plane, three clusters of two cubes of one port: nodes 0 to 5
 * are banks, 6 to 8 ports. */
static const struct matrix_shape shape = {
    .packages = 3, .host = true, .banks = 2, .clusters = 3, .each = 2, .ports = 1};
static const char trace[] =
    "umbel-net-trace version=1 nodes=9 flit_bytes=4 classes=req,rsp networks=plane0,plane1\n"
    "10 plane0 0 6 req 2\n" /* GPU 0 to cube 0 */
    "11 plane1 1 6 req 1\n" /* GPU 0 to cube 1 */
    "12 plane0 6 0 rsp 5\n" /* and back */
    "13 plane0 3 8 req 3\n" /* GPU 1 to cube 4 */
    "14 plane1 8 4 rsp 7\n" /* cube 5 to the CPU */
    "end 5\n";

static void bytes_of_each_pair(void **state)
{
    static const uint64_t want[3][6] = {
        {28, 4, 0, 0, 0, 0}, {0, 0, 0, 0, 12, 0}, {0, 0, 0, 0, 0, 28}};
    const char *path = in_folder(state, "hand.trace");
    struct error err = {0};
    struct matrix m = {0};
    write_text(path, trace);
    matrix_make(&m, &shape);
    assert_int_equal(matrix_nodes(&shape), 9);
    for (int plane = 0; plane < 2; plane++) {
        struct net_trace t = {0};
        const struct trace_wanted wanted = {plane == 0 ? "0" : "1", "test", 9, 4};
        if (!net_trace_read(&t, path, &wanted, &err))
            fail_msg("%s", err.text);
        matrix_add(&m, &t, 4);
        net_trace_free(&t);
    }
    for (uint32_t p = 0; p < 3; p++)
        for (uint32_t c = 0; c < 6; c++)
            assert_int_equal(m.bytes[p * 6 + c], want[p][c]);
    json_t *json = matrix_json(&m);
    assert_int_equal(json_integer_value(json_object_get(json, "cluster")), 2);
    assert_true(json_real_value(json_object_get(json, "spread")) ==
                0); /* cubes 2 and 3 have none */
    assert_true(json_real_value(json_object_get(json, "spread_in_a_cluster")) == 7);
    json_decref(json);
    matrix_free(&m);
}

/* All bytes that the packets of a run had are in the matrix of it. */
static void all_packets_of_a_run(void **state)
{
    const char *path = in_folder(state, "run.trace");
    char traffic[512];
    struct command c = UMBEL("run", "umn-tiny", "vecadd:tiny", "-q", "--net-trace", path);
    assert_int_equal(c.status, 0);
    command_free(&c);
    snprintf(traffic, sizeof traffic, "trace:%s", path);
    c = UMBEL("net", "umn-tiny", "--traffic", traffic, "--matrix");
    assert_int_equal(c.status, 0);
    unsigned long long bytes = 0, flits = 0;
    assert_int_equal(sscanf(out_of(&c), "%% of %llu bytes between", &bytes), 1);
    assert_non_null(strstr(out_of(&c), "\nCPU "));
    command_free(&c);
    struct error err = {0};
    size_t len;
    char *text = file_read(path, &len, &err);
    assert_non_null(text);
    for (const char *line = strchr(text, '\n'); line != NULL; line = strchr(line + 1, '\n')) {
        unsigned n;
        if (sscanf(line, "\n%*u plane%*u %*u %*u %*s %u", &n) == 1)
            flits += n;
    }
    free(text);
    assert_true(flits > 0);
    assert_int_equal(bytes, 8 * flits); /* link.bytes_per_cycle */
}

static void refused(const char *want, struct command c)
{
    assert_int_equal(c.status, 1);
    assert_non_null(strstr(err_of(&c), want));
    command_free(&c);
}

static void what_cannot_be_asked(void **state)
{
    const char *path = in_folder(state, "hand.trace");
    char traffic[512];
    write_text(path, trace);
    snprintf(traffic, sizeof traffic, "trace:%s", path);
    refused("--matrix is of packets that --traffic trace:FILE reads; add it",
            UMBEL("net", "umn-tiny", "--matrix"));
    refused("--matrix: mesh-4x4 has no cubes that its GPUs reach by planes of a network",
            UMBEL("net", "mesh-4x4", "--matrix", "--traffic", traffic));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(bytes_of_each_pair),
        test_in_folder(all_packets_of_a_run),
        test_in_folder(what_cannot_be_asked),
    };
    return cmocka_run_group_tests_name("the matrix of packages and cubes", tests, NULL, NULL);
}
