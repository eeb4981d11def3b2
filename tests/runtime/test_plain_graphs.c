/*
 * Breadth-first searches at every size, against a search with a queue in plain C. In bfs_queue the
 * order of nodes within a level is open: the queue is checked level by level. Shortest paths are
 * compared with Dial's algorithm, which takes nodes in the order of their distances, and ranks with
 * the sums of whole numbers that pagerank.cu describes.
 */
#include "sw/util/arena.h"
#include "tests/runtime/plain.h"

struct graph {
    uint32_t nodes;
    const uint32_t *first, *edge; /* node i: edge[first[i]] .. edge[first[i + 1] - 1] */
    uint32_t *level, levels;      /* edges from node 0; how many of them there are */
    uint32_t *at_level;           /* nodes of each level, nodes + 1 long */
};

/* The graphs that bfs.cu and others describe: `degree` edges a node on average, moved by up to as
 * many at each node. */
static uint32_t edges_before(uint32_t node, uint32_t nodes, uint32_t degree)
{
    uint32_t hash = node * 0x9e3779b9u;
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
    hash ^= hash >> 13;
    return node * degree + (node == 0 || node == nodes ? 0 : hash % (degree + 1));
}

static void check_edges(const struct graph *g, uint32_t degree)
{
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i <= g->nodes; i++)
        same_word("first", i, g->first[i], edges_before(i, g->nodes, degree));
    for (uint32_t i = 0; i < g->nodes; i++) {
        uint32_t edges = g->first[i + 1] - g->first[i];
        least = edges < least ? edges : least;
        most = edges > most ? edges : most;
    }
    assert_int_equal(least, 0);
    assert_in_range(most, 2 * degree - 1, 2 * degree);
}

/* Returns how many nodes were reached. */
static uint32_t search(struct graph *g)
{
    uint32_t *queue = xcalloc(g->nodes, sizeof *queue), head = 0, tail = 0;
    memset(g->level, 0xff, g->nodes * sizeof *g->level);
    g->level[0] = 0;
    queue[tail++] = 0;
    for (; head < tail; head++) {
        uint32_t node = queue[head], level = g->level[node];
        g->at_level[level]++;
        g->levels = level + 1;
        for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
            if (g->level[g->edge[e]] != UINT32_MAX)
                continue;
            g->level[g->edge[e]] = level + 1;
            queue[tail++] = g->edge[e];
        }
    }
    free(queue);
    return tail;
}

/* The graph and its levels, compared with what the kernel has left. */
static struct graph searched(const struct kernel *k, uint32_t *reached)
{
    struct graph g = {.nodes = (uint32_t)parameter(k, "n")};
    g.first = output(k, "first", g.nodes + 1);
    g.edge = input(k, "edge", 4 * (uint64_t)g.nodes);
    g.level = xcalloc(g.nodes, sizeof *g.level);
    g.at_level = xcalloc(g.nodes + 1, sizeof *g.at_level);
    check_edges(&g, 4);
    *reached = search(&g);
    assert_true(*reached > g.nodes / 4 * 3);
    /* Launch l gives nodes level l + 1, and one more finds nothing new: the launches are enough. */
    assert_true(g.levels <= parameter(k, "levels"));
    const uint32_t *level = output(k, "level", g.nodes);
    for (uint32_t i = 0; i < g.nodes; i++)
        same_word("level", i, level[i], g.level[i]);
    return g;
}

static void graph_free(struct graph *g)
{
    free(g->level);
    free(g->at_level);
}

static void check_bfs(const struct kernel *k)
{
    uint32_t reached;
    struct graph g = searched(k, &reached);
    uint32_t ctas = k->l->steps[1].grid.x;
    const uint32_t *launches = output(k, "launches", ctas);
    for (uint32_t i = 0; i < ctas; i++)
        same_word("launches", i, launches[i], (uint32_t)parameter(k, "levels"));
    graph_free(&g);
}

/* Each node that was reached is in the queue once, by levels, and nothing else is. */
static void check_queue(const struct kernel *k, const struct graph *g, uint32_t reached)
{
    const uint32_t *queue = output(k, "queue", g->nodes);
    for (uint32_t i = 0, level = 0, left = g->at_level[0]; i < reached; i++, left--) {
        while (left == 0)
            left = g->at_level[++level];
        assert_true(queue[i] < g->nodes);
        same_word("the level of the node in queue", i, g->level[queue[i]], level);
        g->level[queue[i]] = UINT32_MAX; /* not twice */
    }
    for (uint32_t i = reached; i < g->nodes; i++)
        same_word("queue", i, queue[i], 0);
}

static void check_bfs_queue(const struct kernel *k)
{
    uint32_t reached, ctas = (uint32_t)parameter(k, "ctas");
    struct graph g = searched(k, &reached);
    uint32_t levels = (uint32_t)parameter(k, "levels");
    const uint32_t *count = output(k, "count", levels + 1);
    for (uint32_t i = 0; i <= levels; i++)
        same_word("count", i, count[i], i < g.levels ? g.at_level[i] : 0);
    /* Each CTA has been through all levels, and where the next one's nodes would begin. */
    const uint32_t *progress = output(k, "progress", 2 * ctas);
    for (uint32_t i = 0; i < ctas; i++) {
        same_word("progress", 2 * i, progress[2 * i], levels);
        same_word("progress", 2 * i + 1, progress[2 * i + 1], reached);
    }
    check_queue(k, &g, reached);
    graph_free(&g);
}

/* ---- shortest paths */

enum { WEIGHTS = 101 }; /* weights are smaller than this */

/* Nodes by distance modulo WEIGHTS. A node stays in a list when it gets a smaller distance. */
struct buckets {
    uint32_t head[WEIGHTS], n; /* 0: none; entry i is node[i] */
    uint32_t *node, *next;
};

struct paths {
    struct graph graph;
    const uint32_t *weight;
    uint32_t *distance, *hops; /* hops: the fewest edges of a path of this length */
};

static void put(struct buckets *b, uint32_t node, uint32_t distance)
{
    uint32_t i = ++b->n, *head = &b->head[distance % WEIGHTS];
    b->node[i] = node;
    b->next[i] = *head;
    *head = i;
}

static void pass_on(struct paths *p, struct buckets *b, uint32_t node)
{
    const struct graph *g = &p->graph;
    for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
        uint32_t to = g->edge[e], there = p->distance[node] + p->weight[e];
        assert_in_range(p->weight[e], 1, WEIGHTS - 1);
        if (there < p->distance[to] ||
            (there == p->distance[to] && p->hops[node] + 1 < p->hops[to]))
            p->hops[to] = p->hops[node] + 1;
        if (there >= p->distance[to])
            continue;
        p->distance[to] = there;
        put(b, to, there);
    }
}

/* Ends when no node was found at WEIGHTS distances in a row. */
static void dial(struct paths *p)
{
    uint32_t nodes = p->graph.nodes;
    struct buckets b = {.node = xcalloc(4 * nodes + 2, sizeof *b.node),
                        .next = xcalloc(4 * nodes + 2, sizeof *b.next)};
    memset(p->distance, 0xff, nodes * sizeof *p->distance);
    p->distance[0] = 0;
    put(&b, 0, 0);
    for (uint32_t d = 0, last = 0; d <= last + WEIGHTS; d++) {
        uint32_t i = b.head[d % WEIGHTS];
        b.head[d % WEIGHTS] = 0;
        for (; i != 0; i = b.next[i]) {
            last = d;
            if (p->distance[b.node[i]] == d)
                pass_on(p, &b, b.node[i]);
        }
    }
    free(b.node);
    free(b.next);
}

/* A node that h edges lead to has its distance after h rounds, and has passed it on after h + 1. */
static void check_sssp(const struct kernel *k)
{
    uint32_t n = (uint32_t)parameter(k, "n"), reached = 0;
    struct paths p = {.graph = {.nodes = n,
                                .first = output(k, "first", n + 1),
                                .edge = input(k, "edge", 4 * (uint64_t)n)},
                      .weight = input(k, "weight", 4 * (uint64_t)n),
                      .distance = xcalloc(n, sizeof *p.distance),
                      .hops = xcalloc(n, sizeof *p.hops)};
    check_edges(&p.graph, 4);
    dial(&p);
    const uint32_t *distance = output(k, "distance", n), *passed = output(k, "passed", n);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(p.hops[i] < parameter(k, "rounds"));
        same_word("distance", i, distance[i], p.distance[i]);
        same_word("passed", i, passed[i], p.distance[i]);
        reached += distance[i] != UINT32_MAX;
    }
    assert_true(reached > n / 4 * 3);
    free(p.distance);
    free(p.hops);
}

/* ---- a search without a frontier, over a graph with one more step to a node's edges */

static void check_relax(const struct kernel *k)
{
    struct graph g = {.nodes = (uint32_t)parameter(k, "n")};
    const uint32_t *at = output(k, "at", g.nodes), *begin = output(k, "begin", g.nodes);
    const uint32_t *out = output(k, "out", g.nodes), *level = output(k, "level", g.nodes);
    uint32_t *first = xcalloc(g.nodes + 1, sizeof *first);
    for (uint32_t i = 0; i < g.nodes; i++) {
        same_word("at", i, at[i], i);
        first[i] = begin[i];
        first[i + 1] = begin[i] + out[i];
    }
    g.first = first;
    g.edge = input(k, "edge", 4 * (uint64_t)g.nodes);
    g.level = xcalloc(g.nodes, sizeof *g.level);
    g.at_level = xcalloc(g.nodes + 1, sizeof *g.at_level);
    check_edges(&g, 4);
    assert_true(search(&g) > g.nodes / 4 * 3);
    assert_true(g.levels <= parameter(k, "rounds"));
    for (uint32_t i = 0; i < g.nodes; i++)
        same_word("level", i, level[i], g.level[i]);
    same_word("changed", 0, ((const uint32_t *)output(k, "changed", 1))[0], 1);
    graph_free(&g);
    free(first);
}

/* ---- ranks, in units of which all nodes together have 2^31 at most */

static void check_pagerank(const struct kernel *k)
{
    uint32_t n = (uint32_t)parameter(k, "n"), each = (1u << 31) / n;
    struct graph g = {
        .nodes = n, .first = output(k, "first", n + 1), .edge = input(k, "edge", 6 * (uint64_t)n)};
    const uint32_t *rank = output(k, "rank", n), *next = output(k, "next", n);
    uint64_t *now = xcalloc(n, sizeof *now), *then = xcalloc(n, sizeof *then);
    check_edges(&g, 6);
    for (uint32_t i = 0; i < n; i++)
        now[i] = each;
    for (int round = 0; round < 4; round++) {
        memset(then, 0, n * sizeof *then);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t degree = g.first[i + 1] - g.first[i];
            const uint64_t part = degree > 0 ? now[i] / degree : 0;
            for (uint32_t e = 0; e < degree; e++)
                then[g.edge[g.first[i] + e]] += part;
        }
        for (uint32_t i = 0; i < n; i++)
            now[i] = each / 100 * 15 + then[i] * 85 / 100;
    }
    for (uint32_t i = 0; i < n; i++) {
        same_word("rank", i, rank[i], (uint32_t)now[i]);
        same_word("next", i, next[i], 0);
    }
    free(now);
    free(then);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"bfs", check_bfs},         {"bfs_queue", check_bfs_queue}, {"sssp", check_sssp},
        {"bfs_relax", check_relax}, {"pagerank", check_pagerank},
    };
    return PLAIN_MAIN("graphs", GRAPHS, checks);
}
