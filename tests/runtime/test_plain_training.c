/*
 * Training, against double. Every value has a bound of its error: that of its operands, and one
 * rounding for each addition and product. The launch files of harness/study/inputs, which run the
 * same network with other exchanges of its data, are held to the same oracle.
 */
#include "tests/runtime/plain_about.h"

enum { FIRST = 32, SECOND = 16 };

/* Sum of n products of a[0], a[step_a] .. and b; more roundings than products, as sums are split.
 */
static struct about dot(const struct about *a, uint64_t step_a, const struct about *b,
                        uint64_t step_b, uint64_t n)
{
    struct about sum = {0};
    double magnitude = 0;
    for (uint64_t i = 0; i < n; i++) {
        const struct about *x = &a[i * step_a], *y = &b[i * step_b];
        const double most = (fabs(x->value) + x->error) * (fabs(y->value) + y->error);
        sum.value += x->value * y->value;
        sum.error += most - fabs(x->value) * fabs(y->value);
        magnitude += most;
    }
    sum.error += (double)(n + 64) * ROUNDING * magnitude;
    return sum;
}

/* ---- a network of three layers */

struct network {
    uint64_t in, out, batch, n;
    struct about *w, *units[2], *g[2]; /* units and gradients of each worker */
};

static void layer(const struct network *m, const struct about *from, uint64_t n_from,
                  const struct about *w, struct about *to, uint64_t n_to, bool positive)
{
    for (uint64_t image = 0; image < m->batch; image++)
        for (uint64_t j = 0; j < n_to; j++) {
            struct about *o = &to[image * n_to + j];
            *o = dot(from + image * n_from, 1, w + j, n_to, n_from);
            o->value = positive ? fmax(o->value, 0) : o->value;
        }
}

static void slopes(const struct network *m, const struct about *from, uint64_t n_from,
                   const struct about *to, uint64_t n_to, struct about *g)
{
    for (uint64_t i = 0; i < n_from * n_to; i++) {
        g[i] = dot(from + i / n_to, n_from, to + i % n_to, n_to, m->batch);
        g[i].value /= (double)m->batch;
        g[i].error = g[i].error / (double)m->batch + ROUNDING * fabs(g[i].value);
    }
}

static void work(const struct network *m, int worker, const struct kernel *k, const char *batch)
{
    struct about *x = exactly(input(k, batch, m->batch * m->in), 1, m->batch * m->in);
    struct about *first = m->units[worker], *second = first + m->batch * FIRST;
    struct about *third = second + m->batch * SECOND, *g = m->g[worker];
    const struct about *w1 = m->w + m->in * FIRST, *w2 = w1 + FIRST * SECOND;
    layer(m, x, m->in, m->w, first, FIRST, true);
    layer(m, first, FIRST, w1, second, SECOND, true);
    layer(m, second, SECOND, w2, third, m->out, false);
    slopes(m, x, m->in, first, FIRST, g);
    slopes(m, first, FIRST, second, SECOND, g + m->in * FIRST);
    slopes(m, second, SECOND, third, m->out, g + m->in * FIRST + FIRST * SECOND);
    free(x);
}

static void learn(const struct network *m)
{
    const double half = (double)0.01f / 2;
    for (uint64_t i = 0; i < m->n; i++) {
        const struct about *a = &m->g[0][i], *b = &m->g[1][i];
        const double move = half * (a->value + b->value);
        const double most = half * (fabs(a->value) + a->error + fabs(b->value) + b->error);
        m->w[i].error += half * (a->error + b->error) + 4 * ROUNDING * most;
        m->w[i].value -= move;
        m->w[i].error += ROUNDING * (fabs(m->w[i].value) + m->w[i].error + most);
    }
}

/* The weights at the end are in buffer `weights`, whose first contents are the weights at first. */
static void check_network(const struct kernel *k, const char *weights)
{
    static const char *const batches[2][2] = {{"xa0", "xa1"}, {"xb0", "xb1"}};
    struct network m = {.in = parameter(k, "in"),
                        .out = parameter(k, "out"),
                        .batch = parameter(k, "batch"),
                        .n = parameter(k, "n")};
    const uint64_t units = m.batch * (FIRST + SECOND + m.out);
    assert_int_equal(m.n, m.in * FIRST + FIRST * SECOND + SECOND * m.out);
    m.w = exactly(first_of(k, weights), 1, m.n);
    for (int i = 0; i < 2; i++) {
        m.units[i] = xcalloc(units, sizeof **m.units);
        m.g[i] = xcalloc(m.n, sizeof **m.g);
    }
    for (int iteration = 0; iteration < 2; iteration++) {
        for (int i = 0; i < 2; i++)
            work(&m, i, k, batches[iteration][i]);
        learn(&m);
    }
    near_all(k, "units0", m.units[0], units);
    near_all(k, "units1", m.units[1], units);
    near_all(k, weights, m.w, m.n);
    for (int i = 0; i < 2; i++) {
        free(m.units[i]);
        free(m.g[i]);
    }
    free(m.w);
}

static void check_mlp(const struct kernel *k)
{
    check_network(k, "w");
}

/* ---- gradients of many workers */

enum { FEATURES = 64 };

/* The gradients of a worker. */
static struct about *gradients_of(const struct kernel *k, uint64_t worker)
{
    const uint64_t n = parameter(k, "n"), stride = parameter(k, "stride");
    const uint64_t images = parameter(k, "images");
    const float *all = first_of(k, "features");
    struct about *a = exactly(all + worker * stride, 1, images * FEATURES);
    struct about *g = xcalloc(n, sizeof *g);
    for (uint64_t i = 0; i < n; i++)
        g[i] = dot(a + i % FEATURES, FEATURES, a + i / FEATURES % FEATURES, FEATURES, images);
    free(a);
    return g;
}

/* Adds the gradients of all workers; of each worker's part of buffer g, `own`: those of its own. */
static struct about *sums_of(const struct kernel *k, bool own)
{
    const uint64_t n = parameter(k, "n"), stride = parameter(k, "stride");
    const uint64_t workers = parameter(k, "workers");
    const float *g = output(k, "g", workers * stride);
    struct about *sum = xcalloc(n, sizeof *sum);
    for (uint64_t w = 0; w < workers; w++) {
        struct about *of = gradients_of(k, w);
        for (uint64_t i = 0; i < n; i++) {
            if (own)
                near("g", w * stride + i, g[w * stride + i], of[i]);
            sum[i].value += of[i].value;
            sum[i].error += of[i].error + ROUNDING * (double)workers * fabs(of[i].value);
        }
        free(of);
    }
    return sum;
}

/* All workers have the same weights, to the last bit, and those that the sums make of zeros. */
static void check_weights(const struct kernel *k, const struct about *sum)
{
    const uint64_t n = parameter(k, "n"), stride = parameter(k, "stride");
    const uint64_t workers = parameter(k, "workers");
    const float *weights = output(k, "weights", workers * stride);
    const double rate = (double)0.01f / (double)workers;
    for (uint64_t i = 0; i < n; i++)
        near("weights", i, weights[i],
             (struct about){-rate * sum[i].value,
                            rate * (sum[i].error + 3 * ROUNDING * fabs(sum[i].value))});
    for (uint64_t w = 1; w < workers; w++)
        for (uint64_t i = 0; i < n; i++)
            same_float("weights", w * stride + i, weights[w * stride + i], weights[i]);
}

static void check_allreduce(const struct kernel *k)
{
    const uint64_t n = parameter(k, "n"), stride = parameter(k, "stride");
    const uint64_t workers = parameter(k, "workers");
    const float *g = output(k, "g", workers * stride);
    struct about *sum = sums_of(k, false);
    for (uint64_t w = 0; w < workers; w++)
        for (uint64_t i = 0; i < n; i++)
            near("g", w * stride + i, g[w * stride + i], sum[i]);
    check_weights(k, sum);
    free(sum);
}

static void check_paramserver(const struct kernel *k)
{
    struct about *sum = sums_of(k, true);
    check_weights(k, sum);
    free(sum);
}

/* ---- launch files of studies */

static void check_input(const char *file, const char *size, const char *weights,
                        void (*oracle)(const struct kernel *k))
{
    char path[512];
    const struct pages_config memory = {.policy = PLACEMENT_FIRST_TOUCH,
                                        .homes = 2,
                                        .node_bytes = (uint64_t)1 << 30,
                                        .line_bytes = LINE,
                                        .page_bytes = 4096,
                                        .host = true};
    snprintf(path, sizeof path, UMBEL_ROOT "/harness/study/inputs/%s.yaml", file);
    struct kernel k = kernel_open_on(path, size, &memory);
    if (oracle != NULL)
        oracle(&k);
    else
        check_network(&k, weights);
    kernel_close(&k);
}

static void inputs(void **state)
{
    (void)state;
    check_input("mlp-copies", "tiny", "w0", NULL);
    check_input("mlp-pinned", "tiny", "w", NULL);
    check_input("mlp-managed", "tiny", "w", NULL);
    check_input("mlp-one-memory", "tiny", "w", NULL);
    check_input("allreduce-conv", "2gpu", NULL, check_allreduce);
    check_input("paramserver-conv", "2gpu", NULL, check_paramserver);
    check_input("paramserver-copies", "2gpu", NULL, check_paramserver);
    check_input("paramserver-copies-conv", "2gpu", NULL, check_paramserver);
}

int main(void)
{
    static const struct plain_check checks[] = {
        {"mlp", check_mlp}, {"allreduce", check_allreduce}, {"paramserver", check_paramserver}};
    const struct CMUnitTest more[] = {cmocka_unit_test(inputs)};
    const int failed = PLAIN_MAIN("training", TRAINING, checks);
    return failed +
           cmocka_run_group_tests_name("training, launch files of studies", more, NULL, NULL);
}
