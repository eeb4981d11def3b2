/*
 * An iteration of training LeNet, AlexNet, GoogLeNet and ResNet, against double. A network is built
 * here, layer by layer; what it says of a layer's results, of the gradients of each value and of
 * each weight is compared with what the launches have left, from the values that these left before
 * it. So bounds are those of one layer, and whether a value is positive is no matter of rounding.
 */
#include "tests/runtime/plain_network.h"
#include "tests/runtime/plain_sum.h"

/* ---- where numbers are */

/* An image of a worker. */
struct sample {
    const struct network *m;
    uint64_t worker, image;
    const float *images, *a, *d, *weights; /* of all workers but the last, of all images */
};

/* Of the first number of a value, in buffer a, or in `images`. */
static uint64_t start_of(const struct sample *s, int x)
{
    const struct value *v = value_of(s->m, x);
    uint64_t each = v->channels * v->side * v->side * s->image;
    if (x == IMAGES)
        return s->worker * parameter(s->m->k, "input") + each;
    return s->worker * parameter(s->m->k, "arena") + (uint64_t)x * parameter(s->m->k, "room") +
           each;
}

static const float *value_at(const struct sample *s, int x)
{
    return (x == IMAGES ? s->images : s->a) + start_of(s, x);
}

static const float *gradient_at(const struct sample *s, int x)
{
    return s->d + start_of(s, value_of(s->m, x)->gradient);
}

/* The taps of a result: where they are in the input, and their weights. */
struct tap {
    uint64_t x, weight;
};

/* Those of result (channel, row, column) that lie inside; how many there are. A pooling's have one
 * channel and no weights. */
static uint64_t taps_of(const struct network *m, const struct layer *l, const uint64_t *at,
                        struct tap *taps)
{
    const struct value *v = value_of(m, l->x);
    uint64_t n = 0;
    for (uint64_t c = l->pools ? at[0] : 0; c < (l->pools ? at[0] + 1 : v->channels); c++)
        for (uint64_t t = 0; t < l->filter * l->filter; t++) {
            int64_t row = (int64_t)(at[1] * l->stride + t / l->filter) - (int64_t)l->pad;
            int64_t column = (int64_t)(at[2] * l->stride + t % l->filter) - (int64_t)l->pad;
            if (row >= 0 && column >= 0 && row < (int64_t)v->side && column < (int64_t)v->side)
                taps[n++] = (struct tap){(c * v->side + (uint64_t)row) * v->side + (uint64_t)column,
                                         l->at + (c * l->filter * l->filter + t) * l->out + at[0]};
        }
    return n;
}

static uint64_t bias_of(const struct network *m, const struct layer *l, uint64_t channel)
{
    return l->at + value_of(m, l->x)->channels * l->filter * l->filter * l->out + channel;
}

/* Calls `f` for each result of a layer: its number in y, and its taps. */
typedef void each_result(void *ctx, const struct layer *l, const uint64_t *at, uint64_t result,
                         const struct tap *taps, uint64_t n);

static void for_results(const struct network *m, const struct layer *l, each_result *f, void *ctx)
{
    const struct value *x = value_of(m, l->x), *y = value_of(m, l->y);
    struct tap *taps = xcalloc(x->channels * l->filter * l->filter, sizeof *taps);
    uint64_t at[3];
    for (at[0] = 0; at[0] < l->out; at[0]++)
        for (at[1] = 0; at[1] < y->side; at[1]++)
            for (at[2] = 0; at[2] < y->side; at[2]++) {
                uint64_t result = ((l->first + at[0]) * y->side + at[1]) * y->side + at[2];
                f(ctx, l, at, result, taps, taps_of(m, l, at, taps));
            }
    free(taps);
}

static struct about exact(float v)
{
    return (struct about){(double)v, 0};
}

/* ---- forward */

static void check_result(void *ctx, const struct layer *l, const uint64_t *at, uint64_t result,
                         const struct tap *taps, uint64_t n)
{
    const struct sample *s = ctx;
    const float *x = value_at(s, l->x), got = value_at(s, l->y)[result];
    struct sum sum = {0};
    double most = -INFINITY;
    for (uint64_t t = 0; t < n; t++) {
        most = fmax(most, (double)x[taps[t].x]);
        if (!l->pools)
            add(&sum, (double)s->weights[taps[t].weight], exact(x[taps[t].x]));
    }
    if (l->pools) {
        same_float("a", start_of(s, l->y) + result, got, (float)most);
        return;
    }
    add(&sum, 1, exact(s->weights[bias_of(s->m, l, at[0])]));
    if (l->added != NONE)
        add(&sum, 1, exact(value_at(s, l->added)[result]));
    struct about want = rounded(&sum);
    want.value = l->positive ? fmax(want.value, 0) : want.value;
    near("a", start_of(s, l->y) + result, got, want);
}

/* ---- backward */

struct back {
    const struct sample *s;
    struct sum *sums; /* of the gradients of an input, or of all weights */
};

static void spread(void *ctx, const struct layer *l, const uint64_t *at, uint64_t result,
                   const struct tap *taps, uint64_t n)
{
    const struct back *b = ctx;
    const float *x = value_at(b->s, l->x), d = gradient_at(b->s, l->y)[result];
    const float most = value_at(b->s, l->y)[result];
    (void)at;
    for (uint64_t t = 0; t < n; t++)
        if (!l->pools)
            add(&b->sums[taps[t].x], (double)b->s->weights[taps[t].weight], exact(d));
        else if (x[taps[t].x] == most)
            add(&b->sums[taps[t].x], 1, exact(d));
}

/* The gradient of a value, from those of all that is made of it. */
static void check_gradient(const struct sample *s, int x)
{
    const struct value *v = value_of(s->m, x);
    const uint64_t n = v->channels * v->side * v->side, at = start_of(s, x);
    struct back b = {s, xcalloc(n, sizeof *b.sums)};
    for (int i = 0; i < s->m->n_layers; i++) {
        const struct layer *l = &s->m->layers[i];
        if (l->x == x)
            for_results(s->m, l, spread, &b);
        for (uint64_t j = 0; l->added == x && j < n; j++)
            add(&b.sums[j], 1, exact(gradient_at(s, l->y)[j]));
    }
    for (uint64_t j = 0; j < n; j++)
        near("d", at + j, s->d[at + j], s->a[at + j] > 0 ? rounded(&b.sums[j]) : (struct about){0});
    free(b.sums);
}

static void check_error(const struct sample *s, int x, const float *wanted)
{
    const struct value *v = value_of(s->m, x);
    const uint64_t n = v->channels * v->side * v->side, at = start_of(s, x);
    wanted += s->worker * parameter(s->m->k, "input") + s->image * n;
    for (uint64_t i = 0; i < n; i++)
        near("d", at + i, s->d[at + i], plus(exact(s->a[at + i]), -1, exact(wanted[i])));
}

static void gather(void *ctx, const struct layer *l, const uint64_t *at, uint64_t result,
                   const struct tap *taps, uint64_t n)
{
    const struct back *b = ctx;
    const float *x = value_at(b->s, l->x), d = gradient_at(b->s, l->y)[result];
    for (uint64_t t = 0; t < n; t++)
        add(&b->sums[taps[t].weight], (double)x[taps[t].x], exact(d));
    add(&b->sums[bias_of(b->s->m, l, at[0])], 1, exact(d));
}

static void check_image(const struct sample *s, const float *wanted, struct sum *slopes)
{
    const struct network *m = s->m;
    struct back b = {s, slopes};
    for (int i = 0; i < m->n_layers; i++) {
        for_results(m, &m->layers[i], check_result, (void *)s);
        if (!m->layers[i].pools)
            for_results(m, &m->layers[i], gather, &b);
    }
    check_error(s, m->n_values - 1, wanted);
    for (int x = 0; x < m->n_values - 1; x++)
        if (m->values[x].gradient == x)
            check_gradient(s, x);
}

/* ---- an iteration */

/* A network in which nothing is positive has no gradients to speak of. */
static void is_alive(const struct network *m, const float *g)
{
    uint64_t alive = 0;
    for (uint64_t i = 0; i < m->n; i++)
        alive += g[i] != 0;
    if (alive < m->n / 4)
        fail_msg("%llu of %llu gradients are not 0", (unsigned long long)alive,
                 (unsigned long long)m->n);
}

/* The new weights: the old ones, which all workers have had, less the gradients of all. */
static void check_weights(const struct network *m, const float *old)
{
    const uint64_t part = parameter(m->k, "part");
    const float *sent = output(m->k, "sent", m->workers * part);
    const float *g = output(m->k, "g", m->workers * part), *new = output(m->k, "weights", m->n);
    const double rate = (double)0.01f / (double)m->workers;
    for (uint64_t i = 0; i < m->n; i++) {
        struct sum sum = {0};
        add(&sum, 1, exact(old[i]));
        for (uint64_t w = 0; w < m->workers; w++) {
            same_float("sent", w * part + i, sent[w * part + i], old[i]);
            add(&sum, -rate, exact(g[w * part + i]));
        }
        sum.terms += 2; /* the rate's own rounding, and its product's */
        near("weights", i, new[i], rounded(&sum));
    }
}

static void check_worker(const struct network *m, struct sample s, const float *wanted)
{
    const uint64_t part = parameter(m->k, "part");
    const float *g = output(m->k, "g", m->workers * part);
    struct sum *slopes = xcalloc(m->n, sizeof *slopes);
    g += s.worker * part;
    for (s.image = 0; s.image < m->images; s.image++)
        check_image(&s, wanted, slopes);
    for (uint64_t i = 0; i < m->n; i++)
        near("g", s.worker * part + i, g[i], rounded(&slopes[i]));
    is_alive(m, g);
    free(slopes);
}

static void check_network(const struct network *m)
{
    const struct kernel *k = m->k;
    const uint64_t inputs = m->workers * parameter(k, "input");
    const uint64_t values = m->workers * parameter(k, "arena");
    struct sample s = {.m = m,
                       .images = input(k, "images", inputs),
                       .a = output(k, "a", values),
                       .d = output(k, "d", values),
                       .weights = first_of(k, "weights")};
    assert_int_equal(m->n, parameter(k, "n"));
    for (s.worker = 0; s.worker < m->workers; s.worker++)
        check_worker(m, s, input(k, "wanted", inputs));
    check_weights(m, s.weights);
}

#define CHECK(name)                                                                                \
    static void check_##name(const struct kernel *k)                                               \
    {                                                                                              \
        struct network m = name(k);                                                                \
        check_network(&m);                                                                         \
    }

CHECK(lenet)
CHECK(alexnet)
CHECK(googlenet)
CHECK(resnet)
CHECK(perceptron)

static void inputs(void **state)
{
    static const struct {
        const char *file, *size;
        void (*check)(const struct kernel *k);
    } cases[] = {{"perceptron", "tiny", check_perceptron},
                 {"perceptron", "mnist2", check_perceptron},
                 {"resnet-cifar10", "1gpu", check_resnet}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        char path[512];
        snprintf(path, sizeof path, UMBEL_ROOT "/harness/study/inputs/%s.yaml", cases[i].file);
        struct kernel k = kernel_open_in(path, cases[i].size, (uint64_t)1 << 32);
        cases[i].check(&k);
        kernel_close(&k);
    }
}

int main(void)
{
    static const struct plain_check checks[] = {{"lenet", check_lenet},
                                                {"alexnet", check_alexnet},
                                                {"googlenet", check_googlenet},
                                                {"resnet", check_resnet}};
    const struct CMUnitTest more[] = {cmocka_unit_test(inputs)};
    const int failed = PLAIN_MAIN("networks", NETWORKS, checks);
    return failed +
           cmocka_run_group_tests_name("networks, launch files of studies", more, NULL, NULL);
}
