/*
 * Topologies: sizes and ways against sums done by hand; every way arrives, is as short as a search
 * of the graph finds it, and keeps its promises about ports. The check for deadlocks against rings
 * whose circles are known.
 */
#include "gen/net/deadlock.h"
#include "gen/net/net.h"
#include "sw/util/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct net *make(struct net_shape s)
{
    struct error err = {0};
    struct net *n = net_new(&s, &err);
    if (n == NULL)
        fail_msg("%s: %s", s.topology, err.text);
    return n;
}

/* Of 16 nodes, or 16 memories. */
static const struct {
    struct net_shape shape;
    uint32_t routers, links; /* both ways of a pair */
    uint32_t most_ports, most_hops;
} table[] = {
    {{.topology = "crossbar", .nodes = 16}, 1, 0, 16, 0},
    {{.topology = "ring", .nodes = 16}, 16, 32, 3, 8},
    {{.topology = "mesh", .nodes = 16, .dims = {4, 4}}, 16, 48, 5, 6},
    {{.topology = "torus", .nodes = 16, .dims = {4, 4}}, 16, 64, 5, 4},
    {{.topology = "fbfly", .nodes = 16, .dims = {4, 4}}, 16, 96, 7, 2},
    {{.topology = "dfbfly", .nodes = 4, .dims = {4}, .spread = 4}, 16, 96, 8, 2},
    {{.topology = "sfbfly", .nodes = 4, .dims = {4}, .spread = 4}, 16, 48, 5, 1},
    {{.topology = "smesh", .nodes = 4, .dims = {2, 2}, .spread = 4}, 16, 32, 4, 2},
    {{.topology = "smesh", .nodes = 4, .dims = {2, 2}, .spread = 4, .parallel = 2}, 16, 64, 6, 2},
    {{.topology = "storus", .nodes = 16, .dims = {4, 4}, .spread = 4}, 64, 256, 6, 4},
    {{.topology = "ddfly", .nodes = 4, .spread = 4}, 16, 60, 6, 3},
    {{.topology = "dfbfly", .nodes = 4, .others = 1, .dims = {4}, .spread = 4, .by_slice = true},
     16,
     96,
     8,
     2},
    {{.topology = "ddfly", .nodes = 8, .dims = {2, 2}, .spread = 2, .by_slice = true}, 8, 20, 5, 3},
    /* GPUs of two channels to each of four cubes, of two controllers each; and of one to each of
     * two.
     */
    {{.topology = "dfbfly",
      .nodes = 8,
      .others = 8,
      .dims = {4},
      .spread = 4,
      .by_slice = true,
      .together = 2,
      .distributed = true},
     20,
     160,
     16,
     3},
    {{.topology = "ddfly",
      .nodes = 4,
      .others = 4,
      .dims = {2, 2},
      .spread = 2,
      .by_slice = true,
      .distributed = true},
     12,
     36,
     5,
     3},
    {{.topology = "rings", .nodes = 16, .dims = {4, 4}}, 17, 40, 4, 6},
    {{.topology = "dgx1", .nodes = 8}, 8, 48, 7, 2},
    /* A slice of five cubes, at four of which a GPU has two channels. */
    {{.topology = "fbfly", .nodes = 8, .others = 5, .dims = {5}, .together = 2}, 5, 20, 7, 1},
    /* A CPU's overlay of such a slice: two banks and the cube of its cluster at the first router.
     */
    {{.topology = "mesh",
      .nodes = 2,
      .others = 5,
      .dims = {5, 1},
      .together = 2,
      .others_first = 1},
     5,
     8,
     4,
     4},
};
enum { TABLE = sizeof table / sizeof *table, MOST = 128 };

static void sizes(void **state)
{
    (void)state;
    for (size_t t = 0; t < TABLE; t++) {
        struct net *n = make(table[t].shape);
        uint32_t most = 0;
        for (uint32_t r = 0; r < n->routers; r++)
            most = n->ports[r] > most ? n->ports[r] : most;
        if (n->routers != table[t].routers || n->n_links != table[t].links ||
            most != table[t].most_ports)
            fail_msg("%s: %u routers, %u links, %u ports", n->topology, n->routers, n->n_links,
                     most);
        net_free(n);
    }
}

/* A port has one link or one node. */
static void ports(void **state)
{
    (void)state;
    for (size_t t = 0; t < TABLE; t++) {
        struct net *n = make(table[t].shape);
        uint32_t *out = xcalloc((size_t)n->routers * NET_MOST_PORTS, sizeof *out);
        uint32_t *in = xcalloc((size_t)n->routers * NET_MOST_PORTS, sizeof *in);
        for (uint32_t i = 0; i < n->n_links; i++) {
            out[n->links[i].from * NET_MOST_PORTS + n->links[i].from_port]++;
            in[n->links[i].to * NET_MOST_PORTS + n->links[i].to_port]++;
        }
        for (uint32_t i = 0; i < n->n_nodes; i++)
            for (uint32_t e = 0; e < n->nodes[i].n_ends; e++) {
                const struct net_end *at = &n->nodes[i].ends[e];
                out[at->router * NET_MOST_PORTS + at->port]++;
                in[at->router * NET_MOST_PORTS + at->port]++;
            }
        for (uint32_t r = 0; r < n->routers; r++)
            for (uint32_t p = 0; p < n->ports[r]; p++)
                assert_true(out[r * NET_MOST_PORTS + p] == 1 && in[r * NET_MOST_PORTS + p] == 1);
        free(out);
        free(in);
        net_free(n);
    }
}

/* The fewest links between the routers of two nodes, by a search of the graph. */
static uint32_t nearest(const struct net *n, uint32_t from, uint32_t to)
{
    uint32_t *far = xcalloc(n->routers, sizeof *far), best = UINT32_MAX;
    for (uint32_t r = 0; r < n->routers; r++)
        far[r] = UINT32_MAX;
    for (uint32_t e = 0; e < n->nodes[from].n_ends; e++)
        far[n->nodes[from].ends[e].router] = 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < n->n_links; i++) {
            const uint32_t a = n->links[i].from, b = n->links[i].to;
            if (far[a] != UINT32_MAX && far[a] + 1 < far[b]) {
                far[b] = far[a] + 1;
                more = true;
            }
        }
    }
    for (uint32_t e = 0; e < n->nodes[to].n_ends; e++) {
        const uint32_t at = far[n->nodes[to].ends[e].router];
        best = at < best ? at : best;
    }
    free(far);
    return best;
}

static bool is_dragonfly(const struct net *n)
{
    return strcmp(n->topology, "ddfly") == 0;
}

/* A dragonfly's way goes by one global link and at most one local one on either side, where a
 * search finds that two global links in a row would be shorter. */
static uint32_t clusters_between(const struct net *n, const uint32_t links[3])
{
    const uint32_t lowest = n->links[0].dim;
    return n->links[links[0]].dim + n->links[links[1]].dim + n->links[links[2]].dim - 3 * lowest;
}

static void ways(void **state)
{
    (void)state;
    for (size_t t = 0; t < TABLE; t++) {
        struct net *n = make(table[t].shape);
        uint32_t most = 0, links[MOST], end;
        for (uint32_t i = 0; i < n->choices * n->n_nodes; i++)
            for (uint32_t b = 0; b < n->n_nodes; b++) {
                const uint32_t choice = i / n->n_nodes, a = i % n->n_nodes;
                const uint32_t count = net_way(n, choice, a, b, &end, links, MOST);
                const uint32_t least = a == b ? 0 : nearest(n, a, b);
                assert_true(count == least ||
                            (is_dragonfly(n) && count == 3 && clusters_between(n, links) == 1));
                if (count == UINT32_MAX)
                    continue;
                uint32_t at = n->nodes[a].ends[end].router, layer = 0;
                for (uint32_t k = 0; k < count; k++) {
                    const uint32_t may = net_may(n, k > 0 ? (int32_t)links[k - 1] : NET_NONE, layer,
                                                 links[k], net_crosses(n, links + k, count - k));
                    assert_int_equal(n->links[links[k]].from, at);
                    assert_true(may != 0 && may >> net_layers(n) == 0);
                    for (layer = 0; (may >> layer & 1) == 0;)
                        layer++;
                    at = n->links[links[k]].to;
                }
                bool arrives = false;
                for (uint32_t e = 0; e < n->nodes[b].n_ends; e++)
                    arrives = arrives || n->nodes[b].ends[e].router == at;
                assert_true(arrives);
                most = count > most ? count : most;
            }
        if (!is_dragonfly(n))
            assert_int_equal(most, table[t].most_hops);
        net_free(n);
    }
}

/* Half way around a ring of an even number of routers a packet has two ways; elsewhere one. */
static void ways_half_around(void **state)
{
    (void)state;
    static const struct {
        uint32_t from, to, choice, by;
    } cases[] = {{0, 2, 0, 1}, {0, 2, 1, 3}, {1, 3, 0, 0},
                 {1, 3, 1, 2}, {0, 1, 0, 1}, {0, 1, 1, 1}};
    struct net *n = make((struct net_shape){.topology = "ring", .nodes = 4});
    assert_int_equal(n->choices, 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(n->links[net_hop(n, cases[i].choice, cases[i].from, cases[i].to)].to,
                         cases[i].by);
    net_free(n);
    static const struct net_shape one_way[] = {
        {.topology = "ring", .nodes = 5},
        {.topology = "ring", .nodes = 2},
        {.topology = "mesh", .nodes = 16, .dims = {4, 4}},
        {.topology = "fbfly", .nodes = 16, .dims = {4, 4}},
    };
    for (size_t i = 0; i < sizeof one_way / sizeof *one_way; i++) {
        n = make(one_way[i]);
        assert_int_equal(n->choices, 1);
        net_free(n);
    }
}

/* On a torus whose packets choose evenly all links have the same load: of 16 * 15 pairs, 2 hops on
 * average and 64 links, each has 16 * 32 / 64 of the ways, of each of two choices. With one choice
 * alone those of a row go up at one router and down at the next. */
static void links_are_shared(void **state)
{
    (void)state;
    struct net *n = make((struct net_shape){.topology = "torus", .nodes = 16, .dims = {4, 4}});
    uint32_t uses[64] = {0}, links[MOST], end;
    assert_int_equal(n->n_links, 64);
    for (uint32_t choice = 0; choice < n->choices; choice++)
        for (uint32_t i = 0; i < 256; i++) {
            const uint32_t count = net_way(n, choice, i / 16, i % 16, &end, links, MOST);
            for (uint32_t k = 0; k < count; k++)
                uses[links[k]]++;
        }
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(uses[i], 16);
    net_free(n);
}

/* The memory-network paper's figure 12: half the channels of dFBFLY with 4 GPUs, 43 % fewer with 8.
 */
static void fewer_channels(void **state)
{
    (void)state;
    static const struct {
        uint32_t gpus, dims[2], distributed, sliced; /* pairs of links */
    } cases[] = {{4, {4, 0}, 48, 24}, {8, {4, 2}, 112, 64}};
    for (int i = 0; i < 2; i++) {
        struct net_shape s = {.nodes = cases[i].gpus, .spread = 4};
        memcpy(s.dims, cases[i].dims, sizeof cases[i].dims);
        s.topology = "dfbfly";
        struct net *distributed = make(s);
        s.topology = "sfbfly";
        struct net *sliced = make(s);
        assert_int_equal(distributed->n_links, 2 * cases[i].distributed);
        assert_int_equal(sliced->n_links, 2 * cases[i].sliced);
        net_free(distributed);
        net_free(sliced);
    }
}

/* ---- deadlocks ---- */

static const struct net_classes one = {.n = 1}, two = {.n = 2, .waits = {2, 0}};

static void none_deadlocks(void **state)
{
    (void)state;
    for (size_t t = 0; t < TABLE; t++) {
        struct net *n = make(table[t].shape);
        struct sbuf circle = {0};
        if (!net_is_free_of_deadlock(n, &one, &circle) ||
            !net_is_free_of_deadlock(n, &two, &circle))
            fail_msg("%s: %s", n->topology, sbuf_str(&circle));
        sbuf_free(&circle);
        net_free(n);
    }
}

/* With UGAL there are layers for both ways, and no circle; with layers for one there is one, as a
 * packet's second way may lead back. */
static void ugal_needs_both_phases(void **state)
{
    (void)state;
    struct error err = {0};
    uint32_t tried = 0;
    for (size_t t = 0; t < TABLE; t++) {
        struct net *n = make(table[t].shape);
        struct sbuf circle = {0};
        const uint32_t layers = net_layers(n);
        bool cut = true;
        for (uint32_t i = 0; i < n->n_nodes; i++)
            cut = cut && n->nodes[i].n_ends == 1;
        assert_int_equal(net_use_ugal(n, &err), cut);
        if (cut) {
            tried++;
            assert_int_equal(net_layers(n), 2 * layers);
            if (!net_is_free_of_deadlock(n, &one, &circle) ||
                !net_is_free_of_deadlock(n, &two, &circle))
                fail_msg("%s with UGAL: %s", n->topology, sbuf_str(&circle));
        } else {
            assert_string_equal(err.text, "UGAL is for nodes that are at one router each");
        }
        sbuf_free(&circle);
        net_free(n);
    }
    assert_int_equal(tried, 13);
    /* A node that answers in the same layers is what a second way in the layers of the first is. */
    static const struct net_classes again = {.n = 2, .waits = {2, 0}, .share = true};
    struct sbuf circle = {0};
    struct net *n = make((struct net_shape){.topology = "fbfly", .nodes = 16, .dims = {4, 4}});
    assert_false(net_is_free_of_deadlock(n, &again, &circle));
    assert_true(net_use_ugal(n, &err));
    assert_true(net_is_free_of_deadlock(n, &one, &circle));
    net_free(n);
    /* The lower half's circle of a ring without datelines is found, too. */
    n = make((struct net_shape){.topology = "ring", .nodes = 5});
    net_without_datelines(n);
    assert_true(net_use_ugal(n, &err));
    assert_false(net_is_free_of_deadlock(n, &one, &circle));
    sbuf_free(&circle);
    net_free(n);
}

static void circles_are_found(void **state)
{
    (void)state;
    struct sbuf circle = {0};
    struct net *n = make((struct net_shape){.topology = "ring", .nodes = 5});
    for (uint32_t i = 0; i < n->n_links; i++)
        n->links[i].dateline = false;
    assert_false(net_is_free_of_deadlock(n, &one, &circle));
    assert_string_equal(sbuf_str(&circle), "from router 0 to router 1, layer 0, class 0 -> "
                                           "from router 1 to router 2, layer 0, class 0 -> "
                                           "from router 2 to router 3, layer 0, class 0 -> "
                                           "from router 3 to router 4, layer 0, class 0 -> "
                                           "from router 4 to router 0, layer 0, class 0 -> "
                                           "from router 0 to router 1, layer 0, class 0");
    net_free(n);
    /* Requests and answers in the same channels; and classes that wait for each other. */
    static const struct net_classes mixed = {.n = 2, .waits = {2, 0}, .share = true},
                                    both = {.n = 2, .waits = {2, 1}};
    n = make((struct net_shape){.topology = "mesh", .nodes = 4, .dims = {2, 2}});
    assert_false(net_is_free_of_deadlock(n, &mixed, &circle));
    assert_false(net_is_free_of_deadlock(n, &both, &circle));
    net_free(n);
    n = make((struct net_shape){.topology = "ddfly", .nodes = 4, .spread = 4});
    for (uint32_t i = 0; i < n->n_links; i++)
        n->links[i].dim =
            0; /* one layer: local links wait for global ones, and these for local ones */
    n->levels = 1;
    assert_false(net_is_free_of_deadlock(n, &one, &circle));
    net_free(n);
    sbuf_free(&circle);
}

/* What the thesis' text says of a DGX-1 (2.2.2): which GPUs are side by side, by how many links,
 * and that one GPU between is enough. */
static void links_of_a_dgx1(void **state)
{
    (void)state;
    static const uint32_t said[][3] = {{0, 1, 2}, {0, 2, 2}, {0, 3, 1}, {0, 6, 1}, {2, 3, 1},
                                       {0, 4, 0}, {0, 5, 0}, {0, 7, 0}, {3, 4, 0}};
    struct net *n = make((struct net_shape){.topology = "dgx1", .nodes = 8});
    uint32_t beside[8][8] = {{0}};
    for (uint32_t i = 0; i < n->n_links; i++)
        beside[n->links[i].from][n->links[i].to]++;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        assert_int_equal(beside[said[i][0]][said[i][1]], said[i][2]);
    for (uint32_t a = 0; a < 8; a++) {
        uint32_t all = 0;
        for (uint32_t b = 0; b < 8; b++) {
            all += beside[a][b];
            assert_int_equal(beside[a][b], beside[b][a]);
        }
        assert_int_equal(all, 6); /* a V100 has so many NVLinks */
    }
    net_free(n);
}

static void what_cannot_be(void **state)
{
    (void)state;
    static const struct {
        struct net_shape shape;
        const char *message;
    } cases[] = {
        {{.topology = "star"}, "no topology is called 'star'"},
        {{.topology = "crossbar", .nodes = 65}, "a crossbar has 1 to 64 nodes, not 65"},
        {{.topology = "torus", .nodes = 1},
         "a torus has a size in each dimension, and two routers"},
        {{.topology = "sfbfly", .nodes = 4, .dims = {4}, .spread = 1},
         "a sfbfly has 2 to 64 routers in a cluster, not 1"},
        {{.topology = "smesh", .nodes = 3, .dims = {2, 2}, .spread = 4},
         "a smesh of 4 clusters has as many GPUs, not 3"},
        {{.topology = "ddfly", .nodes = 1, .spread = 4},
         "a ddfly has two clusters at least, not 1"},
        {{.topology = "rings", .nodes = 16, .dims = {4, 1}},
         "rings have two routers each at least, and there are 2 to 64 of them"},
        {{.topology = "dgx1", .nodes = 9}, "a dgx1 has 8 nodes at most, not 9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        assert_null(net_new(&cases[i].shape, &err));
        assert_string_equal(err.text, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(ports),
        cmocka_unit_test(ways),
        cmocka_unit_test(ways_half_around),
        cmocka_unit_test(links_are_shared),
        cmocka_unit_test(fewer_channels),
        cmocka_unit_test(none_deadlocks),
        cmocka_unit_test(ugal_needs_both_phases),
        cmocka_unit_test(circles_are_found),
        cmocka_unit_test(links_of_a_dgx1),
        cmocka_unit_test(what_cannot_be),
    };
    return cmocka_run_group_tests_name("networks", tests, NULL, NULL);
}
