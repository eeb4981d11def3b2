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
    {"l1", "core_rsp", true, HOP_CORE_RSP},  {"l1", "core_req", false, HOP_CORE_REQ},
    {"l1", "req", true, HOP_L1_REQ},         {"l1", "rsp", false, HOP_L1_RSP},
    {"l2", "req", false, HOP_L2_REQ},        {"l2", "rsp", true, HOP_L2_RSP},
    {"l2", "mem_req", true, HOP_MEM_REQ},    {"l2", "mem_rsp", false, HOP_MEM_RSP},
    {"umc", "req", false, HOP_UMC_REQ},      {"umc", "rsp", true, HOP_UMC_RSP},
    {"umc", "dram_req", true, HOP_DRAM_OUT}, {"umc", "dram_rsp", false, HOP_DRAM_IN},
};

/* How many tiles of its class come before it: the netlist lists SMs and banks gpu-major. */
static uint32_t rank(const struct netlist *n, int tile)
{
    uint32_t before = 0;
    for (int t = 0; t < tile; t++)
        before += strcmp(n->tiles[t].class, n->tiles[tile].class) == 0;
    return before;
}

/* UMCs are listed plane by plane; their channels to DRAM have their numbers. */
static uint32_t umc_number(const struct netlist *n, int tile)
{
    for (size_t i = 0; i < n->n_channels; i++)
        if (n->channels[i].outside == DRAM_REQ && n->channels[i].from.tile == tile)
            return n->channels[i].number;
    return 0;
}

static bool kind_of(const struct netlist *n, const struct channel_end *end, bool leaves,
                    enum hop_kind *kind, uint32_t *where)
{
    if (end->tile < 0)
        return false;
    const char *class = n->tiles[end->tile].class;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends[i].leaves == leaves && strcmp(ends[i].class, class) == 0 &&
            strcmp(ends[i].port, end->port) == 0) {
            *kind = ends[i].kind;
            *where = strcmp(class, "umc") == 0 ? umc_number(n, end->tile) : rank(n, end->tile);
            return true;
        }
    return false;
}

bool hops_kind(const struct netlist *n, size_t channel, enum hop_kind *kind, uint32_t *where)
{
    const struct channel *c = &n->channels[channel];
    return kind_of(n, &c->from, true, kind, where) || kind_of(n, &c->to, false, kind, where);
}

/* ---- reading messages ---- */

enum field { LINE, OP, TAG, PEER, CTS, RTS, COPY, COPY_RTS, FIELDS };

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

/* One channel to look at. */
struct look {
    struct port port;
    enum hop_kind kind;
    uint32_t where;
    size_t channel;
};

struct hops {
    const struct netlist *n;
    struct look *looks; /* in the order of their kinds */
    size_t n_looks;
    struct place at[HOP_KINDS][FIELDS];
    uint32_t sms, banks, plane_banks, umcs; /* of a GPU; of a GPU in a plane; in all */
};

static void place_fields(struct hops *h)
{
    static const struct {
        const struct msg *msg;
        bool memory; /* the widths beyond the L2 */
    } messages[HOP_KINDS] = {
        [HOP_CORE_RSP] = {&msg_core_rsp, false}, [HOP_CORE_REQ] = {&msg_core_req, false},
        [HOP_L1_RSP] = {&msg_rsp, false},        [HOP_L1_REQ] = {&msg_req, false},
        [HOP_L2_RSP] = {&msg_rsp, false},        [HOP_L2_REQ] = {&msg_req, false},
        [HOP_MEM_RSP] = {&msg_rsp, true},        [HOP_MEM_REQ] = {&msg_req, true},
        [HOP_UMC_RSP] = {&msg_rsp, true},        [HOP_UMC_REQ] = {&msg_req, true},
        [HOP_DRAM_IN] = {&msg_dram_rsp, true},   [HOP_DRAM_OUT] = {&msg_dram_req, true},
    };
    static const char *const names[FIELDS] = {"line", "op",  "tag",  NULL,
                                              "cts",  "rts", "copy", "copy_rts"};
    for (int k = 0; k < HOP_KINDS; k++) {
        const struct msg *msg = messages[k].msg;
        const struct msg_widths *w = messages[k].memory ? &h->n->memory : &h->n->core;
        for (int f = 0; f < FIELDS; f++)
            if (names[f] != NULL)
                h->at[k][f] = place_of(msg, w, names[f]);
        h->at[k][PEER] = place_of(msg, w, msg == &msg_req ? "src" : "dst");
        if (msg == &msg_dram_req)
            h->at[k][OP] = place_of(msg, w, "write"); /* OP_STORE is 1 */
    }
}

struct hops *hops_new(const struct engine *e, const struct netlist *n, struct error *err)
{
    const struct system *s = n->sys;
    uint32_t planes = s->l2.banks < s->umc.count ? s->l2.banks : s->umc.count;
    struct hops *h = xcalloc(1, sizeof *h);
    *h = (struct hops){.n = n,
                       .sms = s->sm.count,
                       .banks = s->l2.banks,
                       .plane_banks = s->l2.banks / planes,
                       .umcs = s->umc.count};
    h->looks = xcalloc(n->n_channels, sizeof *h->looks);
    for (int k = 0; k < HOP_KINDS; k++)
        for (size_t c = 0; c < n->n_channels; c++) {
            struct look l = {.channel = c};
            if (!hops_kind(n, c, &l.kind, &l.where) || l.kind != (enum hop_kind)k)
                continue;
            l.port = engine_channel(e, c);
            if (l.port.valid == NULL) {
                hops_free(h);
                error_set(err, "--flat shows nothing of what happens inside: leave it out, or "
                               "--trace and --profile");
                return NULL;
            }
            h->looks[h->n_looks++] = l;
        }
    place_fields(h);
    return h;
}

void hops_free(struct hops *h)
{
    if (h == NULL)
        return;
    free(h->looks);
    free(h);
}

/* ---- telling ---- */

static uint64_t get(const struct hops *h, const struct look *l, enum field f)
{
    struct place p = h->at[l->kind][f];
    return p.bits > 0 ? msg_get(l->port.msg, p.lsb, p.bits) : 0;
}

/* Ports of switches as who is at them: see add_l1 and add_l2 in gen/system/netlist.c. */
static void name_peer(const struct hops *h, struct hop *hop, uint32_t peer)
{
    switch (hop->kind) {
    case HOP_L2_REQ:
    case HOP_L2_RSP:
        hop->bank = hop->where;
        hop->l1 = hop->where / h->banks * h->sms + peer;
        break;
    case HOP_UMC_REQ:
    case HOP_UMC_RSP:
        hop->bank = peer / h->plane_banks * h->banks + (uint32_t)(hop->line % h->banks);
        break;
    case HOP_DRAM_OUT: /* a UMC counts its own lines */
        hop->line = hop->line * h->umcs + hop->where;
        break;
    default:
        break;
    }
}

void hops_tell(const struct hops *h, hop_told *told, void *ctx)
{
    for (size_t i = 0; i < h->n_looks; i++) {
        const struct look *l = &h->looks[i];
        if (!port_passes(&l->port))
            continue;
        struct hop hop = {.kind = l->kind,
                          .channel = l->channel,
                          .where = l->where,
                          .op = (uint32_t)get(h, l, OP),
                          .tag = (uint32_t)get(h, l, TAG),
                          .line = get(h, l, LINE),
                          .cts = get(h, l, CTS),
                          .rts = get(h, l, RTS),
                          .copy = get(h, l, COPY) != 0,
                          .copy_rts = get(h, l, COPY_RTS)};
        name_peer(h, &hop, (uint32_t)get(h, l, PEER));
        told(ctx, &hop);
    }
}
