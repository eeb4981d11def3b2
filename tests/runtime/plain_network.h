/*
 * The networks that the launch files of lenet, alexnet, googlenet and resnet train, layer by layer,
 * as papers have them: what layers there are, and where their weights begin. The values are
 * numbered as their places in buffers a and d.
 */
#ifndef UMBEL_TESTS_RUNTIME_PLAIN_NETWORK_H
#define UMBEL_TESTS_RUNTIME_PLAIN_NETWORK_H

#include "tests/runtime/plain.h"

enum { IMAGES = -1, NONE = -2, MOST = 32 };

/* Channels of side x side for each image. Its gradient is that of the value `gradient`: of a sum's
 * parts, the sum's. */
struct value {
    uint64_t channels, side;
    int gradient;
};

/* `out` channels of value y, from channel `first` on; `added` is added to them. */
struct layer {
    int x, y, added;
    bool pools, positive;
    uint64_t filter, stride, pad, out, first, at;
};

struct network {
    const struct kernel *k;
    uint64_t images, workers;
    struct value image, values[MOST];
    struct layer layers[MOST];
    int n_values, n_layers;
    uint64_t n; /* weights */
};

/* ---- how networks are built */

static inline struct network begin(const struct kernel *k, uint64_t channels, uint64_t side)
{
    return (struct network){.k = k,
                            .images = parameter(k, "images"),
                            .workers = parameter(k, "workers"),
                            .image = {.channels = channels, .side = side}};
}

static inline const struct value *value_of(const struct network *m, int x)
{
    return x == IMAGES ? &m->image : &m->values[x];
}

static inline int new_value(struct network *m, uint64_t channels, uint64_t side)
{
    assert_true(m->n_values < MOST);
    m->values[m->n_values] = (struct value){channels, side, m->n_values};
    return m->n_values++;
}

/* A layer whose result keeps, or halves, the side of its input, up to a pixel. */
static inline void add_layer(struct network *m, struct layer l)
{
    const struct value *x = value_of(m, l.x);
    assert_true(m->n_layers < MOST);
    l.at = m->n;
    if (!l.pools)
        m->n += (x->channels * l.filter * l.filter + 1) * l.out;
    m->layers[m->n_layers++] = l;
}

static inline uint64_t side_after(const struct network *m, int x, uint64_t filter, uint64_t stride,
                                  uint64_t pad)
{
    return (value_of(m, x)->side + 2 * pad - filter) / stride + 1;
}

static inline int convolution(struct network *m, int x, uint64_t filter, uint64_t stride,
                              uint64_t pad, uint64_t out)
{
    int y = new_value(m, out, side_after(m, x, filter, stride, pad));
    add_layer(m, (struct layer){.x = x,
                                .y = y,
                                .added = NONE,
                                .positive = true,
                                .filter = filter,
                                .stride = stride,
                                .pad = pad,
                                .out = out});
    return y;
}

static inline int pooling(struct network *m, int x, uint64_t filter, uint64_t stride, uint64_t pad)
{
    uint64_t channels = value_of(m, x)->channels;
    int y = new_value(m, channels, side_after(m, x, filter, stride, pad));
    add_layer(m, (struct layer){.x = x,
                                .y = y,
                                .added = NONE,
                                .pools = true,
                                .filter = filter,
                                .stride = stride,
                                .pad = pad,
                                .out = channels});
    return y;
}

static inline int connected(struct network *m, int x, uint64_t out)
{
    return convolution(m, x, value_of(m, x)->side, 1, 0, out);
}

/* The last one gives what it sums up, be it positive or not. */
static inline void last(struct network *m, int x)
{
    connected(m, x, 10);
    m->layers[m->n_layers - 1].positive = false;
}

static inline struct network lenet(const struct kernel *k)
{
    struct network m = begin(k, parameter(k, "in"), parameter(k, "side"));
    int x = pooling(&m, convolution(&m, IMAGES, 5, 1, 0, 6), 2, 2, 0);
    x = pooling(&m, convolution(&m, x, 5, 1, 0, 16), 2, 2, 0);
    last(&m, connected(&m, x, 32));
    return m;
}

static inline struct network alexnet(const struct kernel *k)
{
    struct network m = begin(k, 3, 16);
    int x = pooling(&m, convolution(&m, IMAGES, 5, 1, 2, 12), 3, 2, 0);
    x = pooling(&m, convolution(&m, x, 5, 1, 2, 12), 3, 2, 0);
    for (int i = 0; i < 3; i++)
        x = convolution(&m, x, 3, 1, 1, 16);
    x = connected(&m, pooling(&m, x, 2, 1, 0), parameter(k, "f1"));
    last(&m, connected(&m, x, parameter(k, "f2")));
    return m;
}

/* Some channels of a value that has others, too. */
static inline void channels_of(struct network *m, int x, int y, uint64_t filter, uint64_t first,
                               uint64_t out)
{
    add_layer(m, (struct layer){.x = x,
                                .y = y,
                                .added = NONE,
                                .positive = true,
                                .filter = filter,
                                .stride = 1,
                                .pad = filter / 2,
                                .out = out,
                                .first = first});
}

static inline int module(struct network *m, int x)
{
    int three = convolution(m, x, 1, 1, 0, 8), five = convolution(m, x, 1, 1, 0, 4);
    int most = pooling(m, x, 3, 1, 1), y = new_value(m, 28, value_of(m, x)->side);
    channels_of(m, x, y, 1, 0, 8);
    channels_of(m, three, y, 3, 8, 12);
    channels_of(m, five, y, 5, 20, 4);
    channels_of(m, most, y, 1, 24, 4);
    return y;
}

static inline struct network googlenet(const struct kernel *k)
{
    struct network m = begin(k, 3, parameter(k, "side"));
    int x = pooling(&m, convolution(&m, IMAGES, 5, 1, 2, 8), 3, 2, 1);
    x = convolution(&m, convolution(&m, x, 1, 1, 0, 8), 3, 1, 1, 16);
    x = module(&m, pooling(&m, module(&m, x), 3, 2, 1));
    last(&m, pooling(&m, x, value_of(&m, x)->side, 1, 0));
    return m;
}

/* Two convolutions, and what goes past them: the input, or a convolution of it of its own. */
static inline int block(struct network *m, int x, uint64_t stride, uint64_t out)
{
    int half = convolution(m, x, 3, stride, 1, out), past = x;
    if (stride > 1) {
        past = convolution(m, x, 1, stride, 0, out);
        m->layers[m->n_layers - 1].positive = false;
    }
    int y = convolution(m, half, 3, 1, 1, out);
    m->layers[m->n_layers - 1].added = past;
    if (stride > 1)
        m->values[past].gradient = y;
    return y;
}

static inline struct network resnet(const struct kernel *k)
{
    struct network m = begin(k, 3, parameter(k, "side"));
    int x = block(&m, convolution(&m, IMAGES, 3, 1, 1, 8), 1, 8);
    x = block(&m, block(&m, x, 2, 12), 2, 16);
    last(&m, pooling(&m, x, value_of(&m, x)->side, 1, 0));
    return m;
}

static inline struct network perceptron(const struct kernel *k)
{
    struct network m = begin(k, 1, parameter(k, "side"));
    connected(&m, connected(&m, connected(&m, IMAGES, 32), 16), 250);
    m.layers[m.n_layers - 1].positive = false;
    return m;
}

#endif
