#include "harness/observe/hops.h"

#include "sw/util/arena.h"

#include <stdlib.h>
#include <string.h>

/* ---- a channel's place, by the unit and port at its end ---- */

static const struct {
    const char *class, *port;
    bool leaves; /* the unit drives it */
    enum hop_kind kind;
} ends[] = {
    {"l1", "core_rsp", true, HOP_CORE_RSP},
    {"l1", "core_req", false, HOP_CORE_REQ},
    {"l1", "req", true, HOP_L1_REQ},
    {"l1", "rsp", false, HOP_L1_RSP},
    {"cpu_l1", "core_rsp", true, HOP_CORE_RSP},
    {"cpu_l1", "core_req", false, HOP_CORE_REQ},
    {"cpu_l1", "req", true, HOP_L1_REQ},
    {"cpu_l1", "rsp", false, HOP_L1_RSP},
    {"copy_l1", "core_rsp", true, HOP_CORE_RSP},
    {"copy_l1", "core_req", false, HOP_CORE_REQ},
    {"copy_l1", "req", true, HOP_L1_REQ},
    {"copy_l1", "rsp", false, HOP_L1_RSP},
    {"l15", "req", false, HOP_L15_REQ},
    {"l15", "rsp", true, HOP_L15_RSP},
    {"l15", "mem_req", true, HOP_FAR_REQ},
    {"l15", "mem_rsp", false, HOP_FAR_RSP},
    {"l2", "req", false, HOP_L2_REQ},
    {"l2", "rsp", true, HOP_L2_RSP},
    {"l2", "mem_req", true, HOP_MEM_REQ},
    {"l2", "mem_rsp", false, HOP_MEM_RSP},
    {"umc", "req", false, HOP_UMC_REQ},
    {"umc", "rsp", true, HOP_UMC_RSP},
    {"umc", "dram_req", true, HOP_DRAM_OUT},
    {"umc", "dram_rsp", false, HOP_DRAM_IN},
};

/* Numbers of all tiles. L1s and banks are in the netlist gpu-major, so they are counted. The L1s of
 * copy engines and of the host's CPU have the numbers of their cores. */
static uint32_t *number_tiles(const struct netlist *n)
{
    uint32_t *numbers = xcalloc(n->n_tiles, sizeof *numbers);
    uint32_t l1s = 0, l15s = 0, l2s = 0, engines = n->sms;
    for (size_t t = 0; t < n->n_tiles; t++) {
        if (strcmp(n->tiles[t].class, "l1") == 0)
            numbers[t] = l1s++;
        else if (strcmp(n->tiles[t].class, "copy_l1") == 0)
            numbers[t] = engines++;
        else if (strcmp(n->tiles[t].class, "cpu_l1") == 0)
            numbers[t] = netlist_cpu(n);
        else if (strcmp(n->tiles[t].class, "l15") == 0)
            numbers[t] = l15s++;
        else if (strcmp(n->tiles[t].class, "l2") == 0)
            numbers[t] = l2s++;
    }
    for (uint32_t u = 0; u < n->umcs; u++)
        numbers[n->umc_tiles[u]] = u;
    return numbers;
}

/* The kind of a channel by its end; HOP_KINDS: not on a request's way. */
static enum hop_kind kind_of(const struct netlist *n, const struct channel_end *end, bool leaves)
{
    for (size_t i = 0; end->tile >= 0 && i < sizeof ends / sizeof *ends; i++)
        if (ends[i].leaves == leaves && strcmp(ends[i].class, n->tiles[end->tile].class) == 0 &&
            strcmp(ends[i].port, end->port) == 0)
            return ends[i].kind;
    return HOP_KINDS;
}

/* ---- reading messages ---- */

enum field { LINE, OP, TAG, PEER, CTS, RTS, COPY, COPY_RTS, ENTRY, FIELDS };

struct place {
    uint32_t lsb, bits; /* bits 0: the message has no such field */
};

static struct place place_of(const struct msg *msg, const struct msg_widths *w, const char *name)
{
    for (const struct msg_field *f = msg->fields; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return (struct place){msg_lsb(msg, w, name), w->bits[f->width]};
    return (struct place){0, 0};
}

/* One channel that is watched. */
struct tap {
    struct port port;
    enum hop_kind kind;
    uint32_t where;
    size_t channel;
};

struct hops {
    const struct netlist *n;
    struct tap *taps; /* in the order of their kinds */
    size_t n_taps;
    struct place at[HOP_KINDS][FIELDS];
};

static void place_fields(struct hops *h)
{
    const struct rules *r = &h->n->rules;
    const struct msg *req = r->req, *rsp = r->rsp;
    const struct {
        const struct msg *msg;
        const struct msg_widths *w;
    } messages[HOP_KINDS] = {
        [HOP_CORE_RSP] = {&msg_core_rsp, &h->n->core},
        [HOP_CORE_REQ] = {&msg_core_req, &h->n->core},
        [HOP_L1_RSP] = {rsp, &h->n->core},
        [HOP_L1_REQ] = {req, &h->n->core},
        [HOP_L15_RSP] = {rsp, &h->n->core},
        [HOP_L15_REQ] = {req, &h->n->core},
        [HOP_FAR_RSP] = {rsp, &h->n->core},
        [HOP_FAR_REQ] = {req, &h->n->core},
        [HOP_L2_RSP] = {rsp, &h->n->bank},
        [HOP_L2_REQ] = {req, &h->n->bank},
        [HOP_MEM_RSP] = {rsp, &h->n->memory},
        [HOP_MEM_REQ] = {req, &h->n->memory},
        [HOP_UMC_RSP] = {rsp, &h->n->memory},
        [HOP_UMC_REQ] = {req, &h->n->memory},
        [HOP_DRAM_IN] = {r->dram_rsp, &h->n->memory},
        [HOP_DRAM_OUT] = {r->dram_req, &h->n->memory},
    };
    static const char *const names[FIELDS] = {"line", "op",   "tag",      NULL,   "cts",
                                              "rts",  "copy", "copy_rts", "entry"};
    for (int k = 0; k < HOP_KINDS; k++) {
        const struct msg *msg = messages[k].msg;
        const struct msg_widths *w = messages[k].w;
        for (int f = 0; f < FIELDS; f++)
            if (names[f] != NULL)
                h->at[k][f] = place_of(msg, w, names[f]);
        h->at[k][PEER] = place_of(msg, w, msg == req ? "src" : "dst");
        if (h->at[k][RTS].bits > w->bits[MSG_TS]) /* drop its epoch, for comparison with copy_rts */
            h->at[k][RTS].bits = w->bits[MSG_TS];
        if (msg == r->dram_req)
            h->at[k][OP] = place_of(msg, w, "write"); /* OP_STORE is 1 */
    }
}

/* Adds the channels of one kind to the taps. */
static void list_kind(struct hops *h, const struct tap *found, enum hop_kind kind)
{
    for (size_t c = 0; c < h->n->n_channels; c++)
        if (found[c].kind == kind)
            h->taps[h->n_taps++] = found[c];
}

static bool find_channels(struct hops *h, const struct engine *e, struct error *err)
{
    const struct netlist *n = h->n;
    uint32_t *numbers = number_tiles(n);
    struct tap *found = xcalloc(n->n_channels, sizeof *found);
    bool ok = true;
    for (size_t i = 0; ok && i < n->n_channels; i++) {
        const struct channel *c = &n->channels[i];
        enum hop_kind from = kind_of(n, &c->from, true), to = kind_of(n, &c->to, false);
        const struct channel_end *end = from != HOP_KINDS ? &c->from : &c->to;
        found[i] = (struct tap){.kind = from != HOP_KINDS ? from : to, .channel = i};
        if (found[i].kind == HOP_KINDS)
            continue;
        found[i].where = numbers[end->tile];
        found[i].port = engine_channel(e, i);
        ok = found[i].port.valid != NULL;
    }
    for (int k = 0; ok && k < HOP_KINDS; k++)
        list_kind(h, found, (enum hop_kind)k);
    free(found);
    free(numbers);
    return ok || error_set(err, "--flat shows nothing of what happens inside: leave it out, or "
                                "--trace and --profile");
}

struct hops *hops_new(const struct engine *e, const struct netlist *n, struct error *err)
{
    struct hops *h = xcalloc(1, sizeof *h);
    h->n = n;
    h->taps = xcalloc(n->n_channels, sizeof *h->taps);
    place_fields(h);
    if (find_channels(h, e, err))
        return h;
    hops_free(h);
    return NULL;
}

void hops_free(struct hops *h)
{
    if (h == NULL)
        return;
    free(h->taps);
    free(h);
}

/* ---- telling ---- */

static uint64_t get(const struct hops *h, const struct tap *l, enum field f)
{
    struct place p = h->at[l->kind][f];
    return p.bits > 0 ? msg_get(l->port.msg, p.lsb, p.bits) : 0;
}

/* The line as the SMs know it. A message to DRAM has its number in the memory of its UMC. */
static uint64_t line_of(const struct hops *h, const struct tap *l)
{
    uint64_t line = get(h, l, LINE);
    return l->kind == HOP_DRAM_OUT ? address_line(&h->n->map, l->where, line)
                                   : address_outside(&h->n->map, line);
}

bool hop_has_line(uint32_t op)
{
    return op != OP_CLOCK && op != OP_FENCE && op != OP_EMPTY;
}

/* What a message at an L2 bank with both roles is: for a line of another package, that of an L1.5
 * bank. */
static enum hop_kind kind_by_line(const struct hops *h, const struct tap *l, uint32_t op)
{
    if (!netlist_both(h->n) || !hop_has_line(op) ||
        address_home(&h->n->map, get(h, l, LINE)) == l->where / h->n->sys->l2.banks)
        return l->kind;
    switch (l->kind) {
    case HOP_L2_REQ:
        return HOP_L15_REQ;
    case HOP_L2_RSP:
        return HOP_L15_RSP;
    case HOP_MEM_REQ:
        return HOP_FAR_REQ;
    case HOP_MEM_RSP:
        return HOP_FAR_RSP;
    default:
        return l->kind;
    }
}

/* Translates the number of who asked to the L1 or bank. */
static void name_peer(const struct hops *h, struct hop *hop, uint32_t peer)
{
    switch (hop->kind) {
    case HOP_L2_REQ:
    case HOP_L2_RSP:
        hop->bank = hop->where;
        hop->l15 = netlist_l15_of(h->n, hop->where, peer);
        hop->l1 = netlist_l1_of(h->n, hop->where, peer);
        break;
    case HOP_L15_REQ:
    case HOP_L15_RSP:
        hop->l15 = netlist_both(h->n) ? netlist_l15_of(h->n, hop->where, peer) : NETLIST_NO_L15;
        hop->l1 = netlist_l1_of(h->n, netlist_both(h->n) ? hop->where : 0, peer);
        break;
    case HOP_UMC_REQ:
    case HOP_UMC_RSP:
        hop->bank = netlist_bank_of(h->n, hop->where, peer, hop->line);
        break;
    default:
        break;
    }
}

/* No hop of a request: an invalidation or its acknowledgement, or an access of the IMST to spare
 * bits. */
static bool on_no_way(const struct hops *h, const struct tap *l)
{
    const bool answers = l->kind == HOP_MEM_RSP || l->kind == HOP_UMC_RSP || l->kind == HOP_L2_RSP;
    return (answers && get(h, l, OP) == OP_INVALIDATE) || get(h, l, ENTRY) != 0;
}

void hops_tell(const struct hops *h, hop_told *told, void *ctx)
{
    for (size_t i = 0; i < h->n_taps; i++) {
        const struct tap *l = &h->taps[i];
        if (!port_passes(&l->port) || on_no_way(h, l))
            continue;
        const uint32_t op = (uint32_t)get(h, l, OP);
        struct hop hop = {.kind = kind_by_line(h, l, op),
                          .channel = l->channel,
                          .where = l->where,
                          .op = op,
                          .tag = (uint32_t)get(h, l, TAG),
                          .line = line_of(h, l),
                          .l15 = NETLIST_NO_L15,
                          .cts = get(h, l, CTS),
                          .rts = get(h, l, RTS),
                          .copy = get(h, l, COPY) != 0,
                          .copy_rts = get(h, l, COPY_RTS)};
        name_peer(h, &hop, (uint32_t)get(h, l, PEER));
        told(ctx, &hop);
    }
}
