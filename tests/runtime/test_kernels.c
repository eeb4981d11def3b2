/*
 * Every kernel at its tiny size: the flat reference against plain C, and the SM model on a memory
 * without caches against the flat reference.
 */
#include "tests/runtime/kernel.h"
#include "tests/runtime/plain_aes.h"

#include <math.h>

enum { MAX_FLOATS = 4096 };

static struct kernel start(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, UMBEL_ROOT "/sw/kernels/%s/%s.yaml", name, name);
    return kernel_open(path, "tiny");
}

/* A plain memory behind SMs; every request is answered in the cycle after it was taken. */
struct answer {
    bool up;
    uint32_t tag;
    uint8_t line[LINE]; /* as it was when the request was taken */
};

static void plain_answer(struct behind *b, uint32_t i, struct sm *sm, uint64_t now)
{
    (void)now;
    struct answer *a = (struct answer *)b->ctx + i;
    if (a->up)
        sm_answer(sm, a->tag, a->line);
    a->up = false;
}

static void plain_take(struct behind *b, uint32_t i, const struct sm_request *r, uint64_t now)
{
    (void)now;
    struct answer *a = (struct answer *)b->ctx + i;
    uint8_t *line = b->memory + r->line * LINE;
    *a = (struct answer){.up = true, .tag = r->tag};
    memcpy(a->line, line, LINE);
    if (r->op == OP_ATOMIC)
        do_atomic(r, line);
    else if (r->op == OP_STORE)
        do_store(r, line);
}

static void finish(struct kernel *k)
{
    struct answer a[SMS] = {0};
    struct behind b = {.ctx = a, .answer = plain_answer, .take = plain_take};
    assert_true(kernel_runs_right(k, &b, false));
    assert_true(kernel_runs_right(k, &b, true));
    kernel_close(k);
}

/* First and final floats of buffer i. */
static size_t floats(const struct kernel *k, size_t i, float *first, float *final)
{
    size_t n = k->l->buffers[i].bytes / 4;
    assert_true(n <= MAX_FLOATS);
    memcpy(first, k->l->buffers[i].init, n * 4);
    memcpy(final, flat_bytes(k->f, i), n * 4);
    return n;
}

static float a0[MAX_FLOATS], b0[MAX_FLOATS], c0[MAX_FLOATS];
static float a1[MAX_FLOATS], b1[MAX_FLOATS], c1[MAX_FLOATS];

static void near(float got, double want)
{
    assert_true(fabs((double)got - want) <= 1e-4 * (fabs(want) + 1));
}

static void test_vecadd(void **state)
{
    (void)state;
    struct kernel k = start("vecadd");
    floats(&k, 0, a0, a1);
    floats(&k, 1, b0, b1);
    size_t n = floats(&k, 2, c0, c1);
    for (size_t i = 0; i < n; i++)
        assert_true(c1[i] == a0[i] + b0[i]);
    finish(&k);
}

static void test_relu(void **state)
{
    (void)state;
    struct kernel k = start("relu");
    floats(&k, 0, a0, a1);
    size_t n = floats(&k, 1, c0, c1), positive = 0;
    for (size_t i = 0; i < n; i++) {
        assert_true(c1[i] == (a0[i] > 0 ? a0[i] : 0));
        positive += c1[i] > 0;
    }
    assert_true(positive > n / 4 && positive < n * 3 / 4);
    finish(&k);
}

static void test_fir(void **state)
{
    (void)state;
    struct kernel k = start("fir");
    floats(&k, 0, a0, a1);
    size_t taps = floats(&k, 1, b0, b1), n = floats(&k, 2, c0, c1);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < taps; j++)
            sum += (double)b0[j] * (double)a0[i + j];
        near(c1[i], sum);
    }
    finish(&k);
}

static void test_sgemm(void **state)
{
    (void)state;
    struct kernel k = start("sgemm");
    floats(&k, 0, a0, a1);
    floats(&k, 1, b0, b1);
    floats(&k, 2, c0, c1);
    for (size_t i = 0; i < 32; i++)
        for (size_t j = 0; j < 32; j++) {
            double sum = 0;
            for (size_t l = 0; l < 32; l++)
                sum += (double)a0[i * 32 + l] * (double)b0[l * 32 + j];
            near(c1[i * 32 + j], sum);
        }
    finish(&k);
}

static void test_transpose(void **state)
{
    (void)state;
    struct kernel k = start("transpose");
    floats(&k, 0, a0, a1);
    floats(&k, 1, c0, c1);
    for (size_t i = 0; i < 32; i++)
        for (size_t j = 0; j < 32; j++)
            assert_true(c1[i * 32 + j] == a0[j * 32 + i]);
    finish(&k);
}

static size_t start_xtreme(struct kernel *k, const char *name)
{
    *k = start(name);
    floats(k, 0, a0, a1);
    floats(k, 1, b0, b1);
    size_t n = floats(k, 2, c0, c1);
    for (size_t i = 0; i < n; i++)
        c0[i] = a0[i] + b0[i];
    return n;
}

static void test_xtreme1(void **state)
{
    (void)state;
    struct kernel k;
    size_t n = start_xtreme(&k, "xtreme1");
    for (size_t i = 0; i < n; i++) {
        assert_true(c1[i] == c0[i]);
        assert_true(a1[i] == c0[i] + b0[i]);
    }
    finish(&k);
}

/* Slice 1 of 2 is the neighbour's and the last one. */
static void xtreme23(const char *name)
{
    struct kernel k;
    size_t n = start_xtreme(&k, name);
    for (size_t i = n / 2; i < n; i++)
        a0[i] = c0[i] + b0[i];
    for (size_t i = 0; i < n; i++) {
        assert_true(a1[i] == a0[i]);
        assert_true(c1[i] == a0[i] + b0[i]);
    }
    finish(&k);
}

static void test_xtreme2(void **state)
{
    (void)state;
    xtreme23("xtreme2");
}

static void test_xtreme3(void **state)
{
    (void)state;
    xtreme23("xtreme3");
}

static void test_mm(void **state)
{
    (void)state;
    enum { N = 32 };
    struct kernel k = start("mm");
    floats(&k, 0, a0, a1);
    floats(&k, 1, b0, b1);
    assert_int_equal(floats(&k, 2, c0, c1), N * N);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double sum = 0;
            for (size_t l = 0; l < N; l++)
                sum += (double)a0[i * N + l] * (double)b0[l * N + j];
            near(c1[i * N + j], sum);
        }
    finish(&k);
}

static void test_conv(void **state)
{
    (void)state;
    enum { N = 30, WIDE = N + 2 };
    struct kernel k = start("conv");
    assert_int_equal(floats(&k, 0, a0, a1), WIDE * WIDE);
    floats(&k, 1, b0, b1);
    assert_int_equal(floats(&k, 2, c0, c1), N * N);
    for (size_t y = 0; y < N; y++)
        for (size_t x = 0; x < N; x++) {
            double sum = 0;
            for (size_t i = 0; i < 9; i++)
                sum += (double)b0[i] * (double)a0[(y + i / 3) * WIDE + x + i % 3];
            near(c1[y * N + x], sum);
        }
    finish(&k);
}

/* out = A in, or its transpose's product. */
static void matrix_times(const float *a, size_t n, bool transposed, const double *in, double *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = 0;
        for (size_t j = 0; j < n; j++)
            out[i] += (double)a[transposed ? j * n + i : i * n + j] * in[j];
    }
}

static void check_vector(struct kernel *k, size_t buffer, const double *want, size_t n)
{
    assert_int_equal(floats(k, buffer, c0, c1), n);
    for (size_t i = 0; i < n; i++)
        near(c1[i], want[i]);
}

static void read_vector(struct kernel *k, size_t buffer, double *v, size_t n)
{
    assert_int_equal(floats(k, buffer, b0, b1), n);
    for (size_t i = 0; i < n; i++)
        v[i] = (double)b0[i];
}

static void test_atax(void **state)
{
    (void)state;
    enum { N = 48 };
    double x[N], t[N], y[N];
    struct kernel k = start("atax");
    assert_int_equal(floats(&k, 0, a0, a1), N * N);
    read_vector(&k, 1, x, N);
    matrix_times(a0, N, false, x, t);
    matrix_times(a0, N, true, t, y);
    check_vector(&k, 2, t, N);
    check_vector(&k, 3, y, N);
    finish(&k);
}

static void test_bicg(void **state)
{
    (void)state;
    enum { N = 48 };
    double p[N], r[N], q[N], s[N];
    struct kernel k = start("bicg");
    assert_int_equal(floats(&k, 0, a0, a1), N * N);
    read_vector(&k, 1, p, N);
    read_vector(&k, 2, r, N);
    matrix_times(a0, N, false, p, q);
    matrix_times(a0, N, true, r, s);
    check_vector(&k, 3, q, N);
    check_vector(&k, 4, s, N);
    finish(&k);
}

/* Final words of buffer i. */
static size_t words(const struct kernel *k, size_t i, uint32_t *final)
{
    size_t n = k->l->buffers[i].bytes / 4;
    assert_true(n <= MAX_FLOATS);
    memcpy(final, flat_bytes(k->f, i), n * 4);
    return n;
}

static uint32_t first[MAX_FLOATS], edge[MAX_FLOATS], level[MAX_FLOATS];

/* Edges of a CSR graph: within it, and not the same number for each node. */
static void check_graph(size_t n, size_t edges)
{
    uint32_t least = UINT32_MAX, most = 0;
    assert_int_equal(first[0], 0);
    assert_int_equal(first[n], edges);
    for (size_t i = 0; i < n; i++) {
        assert_true(first[i] <= first[i + 1]);
        uint32_t degree = first[i + 1] - first[i];
        least = degree < least ? degree : least;
        most = degree > most ? degree : most;
    }
    assert_int_equal(least, 0);
    assert_true(most >= 7);
}

/* With a queue; returns how many nodes were reached. */
static size_t search(size_t n, uint32_t *want)
{
    static uint32_t queue[MAX_FLOATS];
    size_t head = 0, tail = 0;
    memset(want, 0xff, n * 4);
    want[0] = 0;
    queue[tail++] = 0;
    for (; head < tail; head++)
        for (uint32_t e = first[queue[head]]; e < first[queue[head] + 1]; e++) {
            assert_true(edge[e] < n);
            if (want[edge[e]] != UINT32_MAX)
                continue;
            want[edge[e]] = want[queue[head]] + 1;
            queue[tail++] = edge[e];
        }
    return tail;
}

static void test_bfs(void **state)
{
    (void)state;
    static uint32_t want[MAX_FLOATS];
    struct kernel k = start("bfs");
    size_t nodes = words(&k, 0, first) - 1, edges = words(&k, 1, edge);
    assert_int_equal(words(&k, 2, level), nodes);
    check_graph(nodes, edges);
    assert_true(search(nodes, want) > nodes * 3 / 4);
    for (size_t i = 0; i < nodes; i++) {
        assert_int_equal(level[i], want[i]);
        /* One launch makes the graph; the last of the others finds nothing new. */
        assert_true(want[i] == UINT32_MAX || want[i] < k.l->n_steps - 1);
    }
    finish(&k);
}

static void test_bfs_queue(void **state)
{
    (void)state;
    static uint32_t want[MAX_FLOATS], queue[MAX_FLOATS], count[64];
    struct kernel k = start("bfs_queue");
    size_t nodes = words(&k, 0, first) - 1, edges = words(&k, 1, edge), reached;
    assert_int_equal(words(&k, 2, level), nodes);
    check_graph(nodes, edges);
    reached = search(nodes, want);
    assert_true(reached > nodes * 3 / 4);
    assert_memory_equal(level, want, nodes * 4);
    /* Each node that was reached is in the queue once, by levels. */
    assert_int_equal(words(&k, 3, queue), nodes);
    size_t levels = words(&k, 4, count);
    assert_int_equal(count[levels - 1], 0); /* the launches were enough */
    for (size_t i = 0, l = 0, left = count[0]; i < reached; i++, left--) {
        for (; left == 0; left = count[l])
            l++;
        assert_int_equal(want[queue[i]], l);
        want[queue[i]] = UINT32_MAX;
    }
    finish(&k);
}

static void test_histogram(void **state)
{
    (void)state;
    enum { BINS = 64 };
    static uint32_t data[MAX_FLOATS];
    uint32_t want[BINS] = {0}, got[BINS];
    struct kernel k = start("histogram");
    size_t n = words(&k, 0, data);
    for (size_t i = 0; i < n; i++)
        want[data[i] % BINS]++;
    assert_int_equal(words(&k, 1, got), BINS);
    assert_memory_equal(got, want, sizeof want);
    finish(&k);
}

static void test_reduce(void **state)
{
    (void)state;
    static uint32_t data[MAX_FLOATS], partial[MAX_FLOATS];
    struct kernel k = start("reduce");
    uint32_t sum = 0, got, tickets;
    size_t n = words(&k, 0, data), ctas = words(&k, 1, partial), threads = 128 * ctas;
    uint32_t want[16] = {0};
    assert_true(ctas > 1 && ctas <= 16 && n % threads != 0);
    for (size_t i = 0; i < n; i++) {
        want[i % threads / 128] += data[i];
        sum += data[i];
    }
    assert_memory_equal(partial, want, ctas * 4);
    words(&k, 2, &tickets);
    words(&k, 3, &got);
    assert_int_equal(tickets, ctas);
    assert_int_equal(got, sum);
    finish(&k);
}

/* CTA i adds i + 1, four times. */
static void test_mutex(void **state)
{
    (void)state;
    struct kernel k = start("mutex");
    uint32_t lock, counter, ctas = k.l->steps[0].grid.x;
    words(&k, 0, &lock);
    words(&k, 1, &counter);
    assert_int_equal(lock, 0);
    assert_int_equal(counter, 4 * ctas * (ctas + 1) / 2);
    finish(&k);
}

/* Blocks against plain C, the first against FIPS-197, appendix C.1. */
static void test_aes(void **state)
{
    (void)state;
    static const uint8_t cipher[AES_BLOCK] = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                                              0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
    uint8_t w[AES_BLOCK * (AES_ROUNDS + 1)];
    struct kernel k = start("aes");
    const uint8_t *key = k.l->buffers[0].init, *in = k.l->buffers[2].init;
    const uint8_t *out = flat_bytes(k.f, 3);
    for (int i = 0; i < AES_BLOCK; i++) {
        assert_int_equal(key[i], i);
        assert_int_equal(in[i], i * 0x11);
    }
    assert_memory_equal(out, cipher, AES_BLOCK);
    aes_expand(key, w);
    assert_memory_equal(flat_bytes(k.f, 1), w, sizeof w);
    for (size_t at = 0; at < k.l->buffers[2].bytes; at += AES_BLOCK) {
        uint8_t block[AES_BLOCK];
        memcpy(block, in + at, AES_BLOCK);
        aes_encrypt(w, block);
        assert_memory_equal(out + at, block, AES_BLOCK);
    }
    finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vecadd),    cmocka_unit_test(test_relu),
        cmocka_unit_test(test_fir),       cmocka_unit_test(test_sgemm),
        cmocka_unit_test(test_transpose), cmocka_unit_test(test_xtreme1),
        cmocka_unit_test(test_xtreme2),   cmocka_unit_test(test_xtreme3),
        cmocka_unit_test(test_mm),        cmocka_unit_test(test_conv),
        cmocka_unit_test(test_atax),      cmocka_unit_test(test_bicg),
        cmocka_unit_test(test_bfs),       cmocka_unit_test(test_aes),
        cmocka_unit_test(test_bfs_queue), cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_reduce),    cmocka_unit_test(test_mutex),
    };
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
