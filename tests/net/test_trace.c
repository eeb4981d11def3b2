/* Traces of packets as they are read: what a good one has, and what is said of a bad one. */
#include "harness/net/trace.h"
#include "tests/support/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "umbel-net-trace version=1 nodes=4 flit_bytes=16 classes=req,rsp networks=a,b\n"

static bool read_trace(void **state, const char *text, const char *network, struct net_trace *t,
                       struct error *err)
{
    const struct trace_wanted wanted = {network, "tried", 4, 16};
    const char *path = in_folder(state, "t");
    write_text(path, text);
    return net_trace_read(t, path, &wanted, err);
}

static void good(void **state)
{
    static const char text[] = HEAD
        "7 a 0 3 req 1\n7 b 1 2 rsp 5\n9 a 3 3 rsp 4096\n9007199254740992 b 2 0 req 2\nend 4\n";
    static const struct trace_packet want[2][2] = {
        {{7, 0, 3, 0, 1}, {9, 3, 3, 1, 4096}},
        {{7, 1, 2, 1, 5}, {UINT64_C(1) << 53, 2, 0, 0, 2}},
    };
    static const char *const names[] = {NULL, "1", "a", "b"};
    for (size_t i = 0; i < 4; i++) {
        struct error err = {0};
        struct net_trace t;
        if (!read_trace(state, text, names[i], &t, &err))
            fail_msg("%s", err.text);
        const struct trace_packet *w = want[i % 2];
        assert_int_equal(t.network, i % 2);
        assert_int_equal(t.classes.n, 2);
        assert_int_equal(t.networks.n, 2);
        assert_string_equal(t.classes.list[1], "rsp");
        assert_int_equal(t.n, 2);
        assert_int_equal(t.flits, w[0].flits + w[1].flits);
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(t.packets[k].cycle, w[k].cycle);
            assert_int_equal(t.packets[k].from, w[k].from);
            assert_int_equal(t.packets[k].to, w[k].to);
            assert_int_equal(t.packets[k].class, w[k].class);
            assert_int_equal(t.packets[k].flits, w[k].flits);
        }
        net_trace_free(&t);
    }
}

/* Lines may end as DOS has it; a carriage return elsewhere is wrong. */
static void dos_line_ends(void **state)
{
    static const char head[] =
        "umbel-net-trace version=1 nodes=4 flit_bytes=16 classes=req networks=a\r\n";
    char text[256];
    struct error err = {0};
    struct net_trace t;
    snprintf(text, sizeof text, "%s7 a 0 3 req 1\r\nend 1\r\n", head);
    if (!read_trace(state, text, NULL, &t, &err))
        fail_msg("%s", err.text);
    assert_int_equal(t.n, 1);
    assert_string_equal(t.networks.list[0], "a");
    net_trace_free(&t);
    snprintf(text, sizeof text, "%s7 a 0 3 req 1\r 2\r\nend 1\r\n", head);
    assert_false(read_trace(state, text, NULL, &t, &err));
    assert_non_null(strstr(err.text, ":2:14: here should be the end of the line"));
    net_trace_free(&t);
}

/* Each place is that of the first word that is wrong. */
static void bad(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", ":1:1: here should be umbel-net-trace version=1, as umbel run --net-trace writes it"},
        {"cycle\n", ":1:1: here should be umbel-net-trace version=1"},
        {"umbel-net-trace version=2 nodes", ":1:25: version 2 of traces is not known, only 1"},
        {"umbel-net-trace version=1 nodes=8 ",
         ":1:33: the trace is of 8 nodes, and the network of tried has 4; take the machine"},
        {"umbel-net-trace version=1 nodes=4 flit_bytes=8 ",
         ":1:46: the trace is of flits of 8 bytes, and those of tried have 16; --set "
         "link.bytes_per_cycle=8"},
        {"umbel-net-trace version=1 nodes=4 flit_bytes=16 classes=a,a networks=a\nend 0\n",
         ":1:59: here should be the name of a class of messages, each once"},
        {"umbel-net-trace version=1 nodes=4 flit_bytes=16 classes=a,b,c,d networks=a\nend 0\n",
         ":1:57: 4 classes of messages, and a network has up to 3"},
        {"umbel-net-trace version=1 nodes=4 flit_bytes=16 classes=a networks=\nend 0\n",
         ":1:68: here should be the name of a network, each once"},
        {"umbel-net-trace version=1 nodes=4 flit_bytes=16 classes=a networks=a\033[2J\nend 0\n",
         ":1:68: a control character in the name of a network; remove it"},
        {"umbel-net-trace version=1 nodes=4 flit_bytes=16 classes=a networks=a",
         ":1:69: the trace ends within a line: it was cut; record it anew"},
        {HEAD, ":2:1: the trace ends without its last line, end PACKETS: it was cut; record it"},
        {HEAD "7 a 0 1 req 1\n", ":3:1: the trace ends without its last line, end PACKETS"},
        {HEAD "7 a 0 1 req 1\nend 2\n", ":3:5: the trace should have 2 packets, and has 1"},
        {HEAD "7 a 0 1 req 1\nend 1", ":3:6: the trace ends within a line"},
        {HEAD "7 a 0 1 req 1\nend 1\nmore\n", ":4:1: here should be the end of the file"},
        {HEAD "7 a 0 1 re", ":2:9: 're' is no class of messages of this trace; its first line"},
        {HEAD "7 a 0 1 req 1", ":2:14: the trace ends within a line"},
        {HEAD "7 c 0 1 req 1\nend 1\n", ":2:3: 'c' is no network of this trace; its first line"},
        {HEAD "7 a 4 1 req 1\nend 1\n", ":2:5: here should be the node that sends, a number from "
                                        "0 to 3"},
        {HEAD "7 a 0 -1 req 1\nend 1\n", ":2:7: here should be the node that receives, a number"},
        {HEAD "7 a 0 1 req 0\nend 1\n", ":2:13: here should be the packet's flits, a number from "
                                        "1 to 4096"},
        {HEAD "7 a 0 1 req 4097\nend 1\n", ":2:13: here should be the packet's flits"},
        {HEAD "7 a 0 1 req 1 \nend 1\n", ":2:14: here should be the end of the line"},
        {HEAD "7  a 0 1 req 1\nend 1\n", ":2:3: '' is no network of this trace"},
        {HEAD "x a 0 1 req 1\nend 1\n", ":2:1: here should be a cycle, or the last line: end "
                                        "PACKETS, a number from 0 to 9007199254740992"},
        {HEAD "7 a 0 1 req 1\n6 a 0 1 req 1\nend 2\n",
         ":3:1: cycle 6 is before that of the packet above, 7"},
        {HEAD "7 b 0 1 req 1\nend 1\n", ": no packet is in network a; --network chooses another"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        struct net_trace t;
        assert_false(read_trace(state, cases[i].text, NULL, &t, &err));
        net_trace_free(&t);
        char want[512];
        snprintf(want, sizeof want, "%s%s", in_folder(state, "t"), cases[i].says);
        if (strncmp(err.text, want, strlen(want)) != 0)
            fail_msg("'%s' does not begin with '%s'", err.text, want);
        assert_null(strchr(err.text, '\n'));
    }
}

/* The names that there are. */
static void no_such_network(void **state)
{
    static const char *const names[] = {"2", "c", "0x", ""};
    for (size_t i = 0; i < 4; i++) {
        struct error err = {0};
        struct net_trace t;
        assert_false(read_trace(state, HEAD "7 a 0 1 req 1\nend 1\n", names[i], &t, &err));
        net_trace_free(&t);
        assert_non_null(strstr(err.text, " has 2 networks, from 0 a to 1 b"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(good),
        test_in_folder(dos_line_ends),
        test_in_folder(bad),
        test_in_folder(no_such_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
