/* Flits as the bench makes them: a first one says its node, with UGAL one by way of which it may
 * go, and its packet's slot, and all bits that remain are a hash of the packet and the flit, so
 * that no flit passes for another. */
#include "harness/net/impl.h"

#include <string.h>

enum { SLOT_BITS = 20, MOST_WORDS = 8 * 1024 / 32 + 2 };

/* Bits of a message; a field has 32 at most, and the message has a word more than the field's end.
 */
static void put(uint32_t *words, uint32_t lsb, uint32_t bits, uint32_t value)
{
    uint32_t *at = &words[lsb / 32];
    const uint64_t mask = ((1ULL << bits) - 1) << lsb % 32, set = (uint64_t)value << lsb % 32;
    at[0] = (uint32_t)((at[0] & ~mask) | (set & mask));
    if (mask >> 32 != 0)
        at[1] = (uint32_t)((at[1] & ~(mask >> 32)) | ((set & mask) >> 32));
}

static uint32_t get(const uint32_t *words, uint32_t lsb, uint32_t bits)
{
    const uint64_t high = lsb % 32 + bits > 32 ? words[lsb / 32 + 1] : 0;
    return (uint32_t)((words[lsb / 32] | high << 32) >> lsb % 32 & ((1ULL << bits) - 1));
}

static uint32_t slot_bits(const struct alone_flit *f)
{
    const uint32_t left = f->payload_bits - f->node_bits - f->via_bits;
    return left < SLOT_BITS ? left : SLOT_BITS;
}

uint32_t flit_slots(const struct alone_flit *f)
{
    return 1U << slot_bits(f);
}

static uint32_t vc_bits(const struct bench *b)
{
    uint32_t bits = 1; /* at least */
    while (1U << bits < b->flit.vcs)
        bits++;
    return bits;
}

void flit_write(const struct bench *b, uint32_t slot, uint32_t at, uint32_t vc, uint32_t *words)
{
    const struct packet *p = &b->slots[slot];
    const uint32_t bits = b->flit.payload_bits, n = b->flit.message_bits / 32;
    struct rng hash = {p->number * TRACE_MOST_FLITS + at};
    for (uint32_t w = 0; w < n; w++)
        words[w] = 32 * w < bits ? (uint32_t)rng_next(&hash) : 0;
    if (bits % 32 != 0)
        words[bits / 32] &= (1U << bits % 32) - 1;
    if (at == 0) {
        put(words, 0, b->flit.node_bits, p->choice * b->o.net->n_nodes + p->to);
        put(words, b->flit.node_bits, b->flit.via_bits, p->via);
        put(words, b->flit.node_bits + b->flit.via_bits, slot_bits(&b->flit), slot);
    }
    put(words, bits, 1, at + 1 == p->flits);
    put(words, bits + 1, vc_bits(b), vc);
}

uint32_t flit_vc(const struct bench *b, const uint32_t *words)
{
    return get(words, b->flit.payload_bits + 1, vc_bits(b));
}

uint32_t flit_slot(const struct bench *b, const uint32_t *words)
{
    return get(words, b->flit.node_bits + b->flit.via_bits, slot_bits(&b->flit));
}

const char *flit_differs(const struct bench *b, uint32_t slot, const uint32_t *words)
{
    uint32_t sent[MOST_WORDS] = {0};
    const uint32_t bits = b->flit.payload_bits;
    flit_write(b, slot, b->slots[slot].next, flit_vc(b, words), sent);
    if (b->slots[slot].next == 0 &&
        get(words, 0, b->flit.node_bits) != get(sent, 0, b->flit.node_bits))
        return "node";
    if (get(words, bits, 1) != get(sent, bits, 1))
        return "tail";
    return memcmp(words, sent, b->flit.message_bits / 8) != 0 ? "payload" : NULL;
}
