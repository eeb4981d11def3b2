/* What brings invalidations to the L1s of a package: a gate behind each L2 bank, and a broadcast
 * that all of the package's gates ask, through switches if there are several. */
#include "gen/machine/impl.h"

static uint32_t drop_bits(const struct build *b)
{
    return msg_bits(&msg_drop, &b->n->core);
}

void drops_begin(struct build *b, struct drops *d, uint32_t package, uint32_t l1s)
{
    struct netlist *n = b->n;
    const uint32_t banks = n->sys->l2.banks, bits = drop_bits(b);
    const char *name = tile_node(n, package);
    *d = (struct drops){.on = n->rules.deep, .package = package, .l1s = l1s};
    if (!d->on)
        return;
    d->broadcast = tile_inv_broadcast(b, arena_printf(&n->arena, "%s.inv_broadcast", name), l1s);
    if (banks == 1)
        return;
    const struct route one = {.lsb = bits - 1, .bits = 1};
    const struct route of_line = {.lsb = msg_lsb(&msg_drop, &n->core, "line"),
                                  .bits = address_bank_bits(&n->map)};
    d->asks = tile_switch(b, arena_printf(&n->arena, "%s.drops", name), banks, 1, bits, one,
                          (struct switched){0});
    d->answers = tile_switch(b, arena_printf(&n->arena, "%s.dropped", name), 1, banks, bits,
                             of_line, (struct switched){0});
    build_connect(b, build_end(d->asks, "out"), build_end(d->broadcast, "ask"), bits);
    build_connect(b, build_end(d->broadcast, "answer"), build_end(d->answers, "in"), bits);
}

void drops_l1(struct build *b, const struct drops *d, uint32_t i, int l1)
{
    if (!d->on)
        return;
    build_connect(b, build_port(d->broadcast, "drop", i, d->l1s), build_end(l1, "drop"),
                  drop_bits(b));
    build_connect(b, build_end(l1, "dropped"), build_port(d->broadcast, "dropped", i, d->l1s),
                  drop_bits(b));
}

struct stop drops_bank(struct build *b, const struct drops *d, uint32_t i, int l2)
{
    struct netlist *n = b->n;
    const struct stop bank = {build_end(l2, "mem_req"), build_end(l2, "mem_rsp"),
                              build_end(l2, "ack")};
    if (!d->on)
        return bank;
    const uint32_t banks = n->sys->l2.banks, bits = drop_bits(b);
    const int gate =
        tile_inv_gate(b, arena_printf(&n->arena, "%s.inv_gate.%u", tile_node(n, d->package), i));
    build_connect(b, bank.req, build_end(gate, "req"), msg_bits(n->rules.req, &n->memory));
    build_connect(b, bank.ack, build_end(gate, "ack"), msg_bits(n->rules.ack, &n->memory));
    const bool lone = banks == 1;
    build_connect(b, build_end(gate, "drop"),
                  lone ? build_end(d->broadcast, "ask") : build_port(d->asks, "in", i, banks),
                  bits);
    build_connect(
        b, lone ? build_end(d->broadcast, "answer") : build_port(d->answers, "out", i, banks),
        build_end(gate, "dropped"), bits);
    return (struct stop){build_end(gate, "mem_req"), bank.rsp, build_end(gate, "mem_ack")};
}
