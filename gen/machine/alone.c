#include "gen/machine/alone.h"

#include "gen/machine/network.h"

#include <stdlib.h>

static uint32_t alone_choices(const struct alone *a)
{
    return a->chooses ? a->net->choices : 1;
}

static void outside(struct build *b, const struct network *w, enum outside kind, const char *what,
                    struct net_end at, uint32_t number)
{
    const struct channel_end port = network_port(w, at, what), none = build_end(-1, what);
    const bool enters = kind == NODE_IN || kind == NODE_CREDIT;
    const bool flits = kind == NODE_IN || kind == NODE_OUT;
    build_channel(b, (struct channel){.from = enters ? none : port,
                                      .to = enters ? port : none,
                                      .bits = flits ? network_message_bits(&w->shape) : 32,
                                      .outside = kind,
                                      .number = number});
}

struct netlist *alone_new(const struct system *sys, const struct alone *a)
{
    struct netlist *n = xcalloc(1, sizeof *n);
    n->sys = sys;
    n->alone = true;
    struct build b = {.n = n};
    const struct network *w = network_of(
        &b, "net", a->net, network_shape(n, a->net, a->classes, a->ordered, alone_choices(a)));
    uint32_t number = 0;
    for (uint32_t i = 0; i < a->net->n_nodes; i++)
        for (uint32_t e = 0; e < a->net->nodes[i].n_ends; e++, number++) {
            const struct net_end at = a->net->nodes[i].ends[e];
            outside(&b, w, NODE_IN, "in", at, number);
            outside(&b, w, NODE_FREED, "freed", at, number);
            outside(&b, w, NODE_OUT, "out", at, number);
            outside(&b, w, NODE_CREDIT, "credit", at, number);
        }
    return n;
}

struct alone_flit alone_flit(const struct system *sys, const struct alone *a)
{
    const struct netlist n = {.sys = sys};
    const struct network_shape w =
        network_shape(&n, a->net, a->classes, a->ordered, alone_choices(a));
    const uint32_t lanes = sys->fabric.network.vcs;
    return (struct alone_flit){.payload_bits = w.flit_bits,
                               .node_bits = w.node_bits,
                               .via_bits = w.hop_bits > 0 ? w.node_bits : 0,
                               .message_bits = network_message_bits(&w),
                               .vcs = w.vcs,
                               .depth = network_depth(&n),
                               .group = w.layers * lanes,
                               .opens = w.sub * lanes};
}
