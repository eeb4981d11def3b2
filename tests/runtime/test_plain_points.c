/*
 * Kernels that look up or group points, at every size: clusters, a tree, random places. Results
 * must be exact, but for a point that is, within rounding errors, equally far from two centres:
 * there both are right.
 */
#include "tests/runtime/plain_about.h"

static uint32_t mixed(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

static void check_random_loc(const struct kernel *k)
{
    uint32_t words = (uint32_t)parameter(k, "words"), each = (uint32_t)parameter(k, "each");
    uint32_t threads = 256 * (uint32_t)parameter(k, "ctas");
    const uint32_t *table = input(k, "table", words), *out = output(k, "out", threads);
    for (uint32_t i = 0; i < threads; i++) {
        const uint32_t *at = table + mixed(i) % (words - each + 1);
        uint32_t sum = 0;
        for (uint32_t m = 0; m < each; m++)
            sum = 5 * sum + at[m];
        same_word("out", i, out[i], sum);
    }
}

/* ---- kmeans */

enum { CENTRES = 5 };

struct points {
    uint64_t n, features;
    const float *feature;
};

static double squared(const struct points *p, uint64_t point, const float *centre)
{
    double sum = 0;
    for (uint64_t j = 0; j < p->features; j++)
        sum += pow((double)p->feature[point * p->features + j] - (double)centre[j], 2);
    return sum;
}

/* Distances are sums of squares up to 1, with two roundings each before they are added. */
static void check_members(const struct points *p, const float *centre, const uint32_t *member)
{
    uint64_t used[CENTRES] = {0};
    for (uint64_t i = 0; i < p->n; i++) {
        double least = INFINITY;
        assert_true(member[i] < CENTRES);
        used[member[i]]++;
        for (uint64_t c = 0; c < CENTRES; c++)
            least = fmin(least, squared(p, i, centre + c * p->features));
        double mine = squared(p, i, centre + member[i] * p->features);
        if (mine > least * (1 + 2 * (double)(p->features + 4) * ROUNDING))
            fail_msg("point %llu is %.9g from centre %u, and %.9g from another",
                     (unsigned long long)i, mine, member[i], least);
    }
    for (int c = 0; c < CENTRES; c++)
        assert_true(used[c] > 0);
}

/* Means of coordinates in 65536ths. */
static void check_moved(const struct kernel *k, const struct points *p, const uint32_t *member)
{
    uint64_t wide = p->features + 1;
    const uint32_t *sum = output(k, "sum", CENTRES * wide);
    const float *moved = output(k, "moved", CENTRES * p->features);
    uint32_t *want = xcalloc(CENTRES * wide, sizeof *want);
    for (uint64_t i = 0; i < p->n; i++) {
        for (uint64_t j = 0; j < p->features; j++)
            want[member[i] * wide + j] +=
                (uint32_t)rint((double)p->feature[i * p->features + j] * 65536);
        want[member[i] * wide + p->features]++;
    }
    for (uint64_t i = 0; i < CENTRES * wide; i++)
        same_word("sum", i, sum[i], want[i]);
    for (uint64_t c = 0; c < CENTRES; c++)
        for (uint64_t j = 0; j < p->features; j++) {
            const uint32_t *row = want + c * wide;
            double mean = row[j] / 65536.0 / row[p->features];
            near("moved", c * p->features + j, moved[c * p->features + j],
                 (struct about){mean, 4 * ROUNDING * mean});
        }
    free(want);
}

static void check_kmeans(const struct kernel *k)
{
    struct points p = {.n = parameter(k, "points"), .features = parameter(k, "features")};
    p.feature = input(k, "feature", p.n * p.features);
    const uint32_t *member = output(k, "member", p.n);
    check_members(&p, input(k, "centre", CENTRES * p.features), member);
    check_moved(k, &p, member);
    check_members(&p, output(k, "moved", CENTRES * p.features), output(k, "member2", p.n));
}

/* ---- streamcluster */

struct point {
    float weight;
    uint64_t coord; /* a pointer of the host: 0 */
    uint64_t centre;
    float cost;
};

struct cluster {
    uint64_t n, centres, dimensions;
    const float *coord; /* one dimension after the other */
    const struct point *point;
};

/* Distances have `dimensions` squares up to 1. What a candidate costs more than a point's centre
 * has an error of as many roundings, and of a few of the result. */
static struct about costs_more(const struct cluster *c, uint64_t i, uint64_t candidate)
{
    double distance = 0, weight = (double)c->point[i].weight;
    for (uint64_t d = 0; d < c->dimensions; d++) {
        const float *of = c->coord + d * c->n;
        distance += pow((double)of[i] - (double)of[candidate], 2);
    }
    double error = (double)(c->dimensions + 6) * ROUNDING * distance * weight;
    return (struct about){distance * weight - (double)c->point[i].cost, error};
}

/* Adds a candidate to `want`, a row of centres + 1 for each point. */
static void consider(const struct cluster *c, uint64_t candidate, const uint8_t *moves,
                     struct about *want)
{
    uint64_t moved = 0;
    for (uint64_t i = 0; i < c->n; i++) {
        struct about more = costs_more(c, i, candidate), *row = want + i * (c->centres + 1);
        if (fabs(more.value) > more.error)
            same_word("moves", i, moves[i], more.value < 0);
        struct about *to = &row[moves[i] ? c->centres : c->point[i].centre];
        to->value += moves[i] ? more.value : -more.value;
        to->error += more.error + 2 * ROUNDING * fabs(to->value);
        moved += moves[i];
    }
    assert_in_range(moved, c->n / 10, c->n * 9 / 10);
}

static void check_streamcluster(const struct kernel *k)
{
    struct cluster c = {.n = parameter(k, "points"),
                        .centres = parameter(k, "centres"),
                        .dimensions = parameter(k, "dimensions")};
    uint64_t all = c.n * (c.centres + 1);
    c.coord = input(k, "coord", c.n * c.dimensions);
    c.point = output(k, "point", 8 * c.n);
    const uint32_t *column = output(k, "column", c.n);
    for (uint64_t i = 0; i < c.n; i++) {
        assert_true(c.point[i].weight >= 1 && c.point[i].weight < 2);
        assert_true(c.point[i].centre < c.centres);
        same_word("column", i, column[i], i < c.centres ? (uint32_t)i : 0);
    }
    struct about *want = xcalloc(all, sizeof *want);
    consider(&c, c.n / 2, output(k, "moves", c.n / 4), want);
    consider(&c, c.n / 3, output(k, "moves2", c.n / 4), want);
    near_all(k, "work", want, all);
    free(want);
}

/* ---- a B+ tree */

enum { NODE = 517, SLOTS = 257, LEAF = 128, RANGE = 300 }; /* NODE: words of a node */

struct tree {
    uint32_t fan, records;
    const uint32_t *node; /* nodes of location, 257 children, 257 keys, is_leaf, keys */
    uint32_t *key;        /* of each record, gathered from the leaves */
};

static const uint32_t *keys_of(const struct tree *t, uint32_t node)
{
    return t->node + node * NODE + 1 + SLOTS;
}

/* All of a node: what its children, or its records, are, and no key after the last one. */
static void check_node(const struct tree *t, uint32_t node, bool leaf, uint32_t child)
{
    const uint32_t *words = t->node + node * NODE, *key = keys_of(t, node);
    uint32_t keys = leaf ? LEAF : t->fan;
    same_word("location", node, words[0], node);
    same_word("is_leaf", node, words[NODE - 2], leaf);
    same_word("keys", node, words[NODE - 1], keys);
    for (uint32_t i = 0; i < SLOTS; i++) {
        same_word("index", i, words[1 + i], i < keys ? child + i : 0);
        if (i >= keys)
            same_word("key", i, key[i], 0x7fffffff);
    }
}

/* A key of an inner node is the least that its child may have; the very first is 0. */
static void check_tree(struct tree *t)
{
    uint32_t leaves = 1 + t->fan;
    check_node(t, 0, false, 1);
    for (uint32_t i = 0; i < t->fan * t->fan; i++) {
        check_node(t, leaves + i, true, i * LEAF);
        memcpy(t->key + i * LEAF, keys_of(t, leaves + i), LEAF * sizeof *t->key);
    }
    for (uint32_t r = 1; r < t->records; r++)
        assert_true(t->key[r] > t->key[r - 1]);
    for (uint32_t i = 0; i < t->fan; i++) {
        check_node(t, 1 + i, false, leaves + i * t->fan);
        uint32_t least = i == 0 ? 0 : t->key[i * t->fan * LEAF];
        same_word("key of the root", i, keys_of(t, 0)[i], least);
        for (uint32_t j = 0; j < t->fan; j++) {
            least = i + j == 0 ? 0 : t->key[(i * t->fan + j) * LEAF];
            same_word("key", j, keys_of(t, 1 + i)[j], least);
        }
    }
}

/* The record of a key, or UINT32_MAX. */
static uint32_t record_of(const struct tree *t, uint32_t key)
{
    uint32_t low = 0, high = t->records;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(t->key[middle] <= key ? &low : &high) = middle;
    }
    return t->key[low] == key ? low : UINT32_MAX;
}

static void check_ranges(const struct kernel *k, const struct tree *t, uint32_t queries)
{
    const uint32_t *from = output(k, "from", queries), *to = output(k, "to", queries);
    const uint32_t *first = output(k, "first", queries), *count = output(k, "count", queries);
    for (uint32_t i = 0; i < queries; i++) {
        uint32_t begin = record_of(t, from[i]);
        assert_true(begin != UINT32_MAX && begin + RANGE <= t->records);
        same_word("to", i, to[i], t->key[begin + RANGE - 1]);
        same_word("first", i, first[i], begin);
        same_word("count", i, count[i], RANGE);
    }
}

static void check_b_tree(const struct kernel *k)
{
    struct tree t = {.fan = (uint32_t)parameter(k, "fan")};
    uint32_t queries = (uint32_t)parameter(k, "queries"), missing = 0;
    t.records = LEAF * t.fan * t.fan;
    t.node = output(k, "node", NODE * (1 + t.fan + t.fan * t.fan));
    t.key = xcalloc(t.records, sizeof *t.key);
    check_tree(&t);
    const uint32_t *record = input(k, "record", t.records), *wanted = output(k, "wanted", queries);
    const uint32_t *answer = output(k, "answer", queries);
    for (uint32_t i = 0; i < queries; i++) {
        uint32_t r = record_of(&t, wanted[i]);
        same_word("answer", i, answer[i], r == UINT32_MAX ? UINT32_MAX : record[r]);
        missing += r == UINT32_MAX;
    }
    assert_in_range(missing, 1, queries / 4);
    check_ranges(k, &t, queries);
    free(t.key);
}

/* ---- survey propagation */

enum { LITERALS = 3, DEGREE = 12 };

struct formula {
    uint64_t clauses, edges, variables;
    const uint32_t *literal, *edge;
};

/* Each edge is in one place of its variable's; places are not in the edges' order. */
static void check_formula(const struct formula *f)
{
    uint8_t *seen = xcalloc(f->edges, 1);
    uint64_t fixed = 0, negated = 0;
    for (uint64_t place = 0; place < f->edges; place++) {
        uint32_t e = f->edge[place];
        assert_true(e < f->edges && seen[e]++ == 0);
        same_word("variable", e, f->literal[e] / 2, (uint32_t)(place / DEGREE));
        fixed += e == place;
        negated += f->literal[e] % 2;
    }
    assert_true(fixed < 20 && negated > f->edges / 3 && negated < f->edges * 2 / 3);
    free(seen);
}

/* The probabilities that a variable has to be false for the others of one sign, true for those of
 * the other, and neither; by its edges but one. */
static void wishes(const struct formula *f, const float *eta, const uint32_t *gone, uint64_t v,
                   uint64_t without, double wish[3])
{
    double free_of[2] = {1, 1};
    for (uint64_t i = 0; i < DEGREE; i++) {
        uint32_t e = f->edge[DEGREE * v + i];
        if (e != without && gone[e / LITERALS] == 0)
            free_of[f->literal[e] % 2] *= 1 - (double)eta[e];
    }
    wish[0] = (1 - free_of[0]) * free_of[1]; /* an edge without negation warns, none with */
    wish[1] = (1 - free_of[1]) * free_of[0];
    wish[2] = free_of[0] * free_of[1];
}

static const double SURVEY_ERROR = 3e-5;

static void check_sweep(const struct kernel *k, const struct formula *f, int from,
                        const uint32_t *value, const uint32_t *gone)
{
    char name[8], next_name[8];
    snprintf(name, sizeof name, "eta%d", from);
    snprintf(next_name, sizeof next_name, "eta%d", from + 1);
    const float *eta = output(k, name, f->edges), *next = output(k, next_name, f->edges);
    for (uint64_t e = 0; e < f->edges; e++) {
        struct about want = {gone[e / LITERALS] != 0 ? 0 : 1, SURVEY_ERROR};
        for (uint64_t o = e / LITERALS * LITERALS; o < (e / LITERALS + 1) * LITERALS; o++) {
            double wish[3];
            uint32_t l = f->literal[o];
            if (o == e || value[l / 2] != 0)
                continue;
            wishes(f, eta, gone, l / 2, o, wish);
            double all = wish[0] + wish[1] + wish[2];
            want.value *= all > 0 ? wish[1 - l % 2] / all : 0; /* the other sign's edges warn */
        }
        near(next_name, e, next[e], want);
    }
}

static void check_bias(const struct kernel *k, const struct formula *f, const char *eta_name,
                       const char *bias_name, const uint32_t *gone, const uint32_t *before,
                       const uint32_t *value)
{
    const float *eta = output(k, eta_name, f->edges), *bias = output(k, bias_name, f->variables);
    for (uint64_t v = 0; v < f->variables; v++) {
        struct about want = {0, SURVEY_ERROR};
        double wish[3];
        wishes(f, eta, gone, v, UINT64_MAX, wish);
        double all = wish[0] + wish[1] + wish[2];
        if (before[v] == 0 && all > 0)
            want.value = (wish[0] - wish[1]) / all;
        near(bias_name, v, bias[v], want);
        same_word("value", v, value[v], bias[v] > 0.5F ? 1 : bias[v] < -0.5F ? 2 : 0);
    }
}

static void check_survey(const struct kernel *k)
{
    struct formula f = {.clauses = parameter(k, "clauses")};
    f.edges = LITERALS * f.clauses;
    f.variables = f.clauses / 4;
    f.literal = output(k, "literal", f.edges);
    f.edge = output(k, "edge", f.edges);
    check_formula(&f);
    const uint32_t *value = output(k, "value", f.variables), *gone = output(k, "gone", f.clauses);
    uint32_t *none = xcalloc(f.clauses, sizeof *none);
    uint64_t n_gone = 0;
    for (int i = 0; i < 6; i++)
        check_sweep(k, &f, i, i < 4 ? none : value, i < 4 ? none : gone);
    check_bias(k, &f, "eta4", "bias", none, none, value);
    check_bias(k, &f, "eta6", "bias2", gone, value, output(k, "value2", f.variables));
    for (uint64_t c = 0; c < f.clauses; c++) {
        uint32_t satisfied = 0;
        for (uint64_t e = LITERALS * c; e < LITERALS * (c + 1); e++)
            satisfied |= value[f.literal[e] / 2] == 1 + f.literal[e] % 2;
        same_word("gone", c, gone[c], satisfied);
        n_gone += satisfied;
    }
    assert_true(n_gone > f.clauses / 20 && n_gone < f.clauses);
    free(none);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"survey", check_survey}, {"random_loc", check_random_loc},
        {"kmeans", check_kmeans}, {"streamcluster", check_streamcluster},
        {"b_tree", check_b_tree},
    };
    return PLAIN_MAIN("points", POINTS, checks);
}
