#include "gen/proto/mgcc.h"

/* ---- the protocols ---- */

#define LATER(a, b) a " > " b " ? " a " : " b

const struct mgcc_rules mgcc_rules = {
    .name = "mgcc",
    .req = &msg_req,
    .rsp = &msg_rsp,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_plain,
    .timed = true,
    .epochs = true,
    .sends_cts = true,
    .l1_live = "cts <= way_rts",
    .l2_live = "cts <= way_rts",
    .load_clock = LATER("clock", "wts"),
    .store_clock = LATER("clock", "wts"),
    .fill_wts = "wts",
    .fill_rts = "rts",
    .short_lease = "waiting_cts > rts",
    .store_wts = LATER("memts_plus_1", "cts"),
    .load_end = LATER("memts", "cts_plus_lease"),
    .floor = LATER("victim_memts", "floor_q"),
    .same = "memts == copy_rts",
    .child = "hit_rts == copy_rts",
};

/* As published: each L1 and each L2 bank has a clock, requests carry none, leases are counted from
 * memts, memts is 0 for a missing entry and restarts at 0 when it runs over, and a store's answer
 * brings the line. */
static const struct mgcc_rules paper_rules = {
    .name = "paper",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_ts,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_plain,
    .timed = true,
    .l2_clock = true,
    .store_lines = true,
    .l1_live = "cts <= way_rts",
    .l2_live = "cts <= way_rts",
    .load_clock = "clock",
    .store_clock = LATER("clock", "wts"),
    .fill_wts = LATER("cts", "wts"),
    .fill_rts = "wts >= rts ? wts + 1'b1 : rts",
    .store_wts = "memts",
    .load_end = "memts_plus_lease",
    .floor = "{TS_W{1'b0}}",
};

static const struct mgcc_rules nc_rules = {
    .name = "nc",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_plain,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

static const struct mgcc_rules nc_wb_rules = {
    .name = "nc_wb",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_plain,
    .write_back = true,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

/* GPU-VI (CARVE IV-B): write-through L2s, invalidated by the home's controller; L1s that no
 * invalidation reaches, unless they are `deep`. */
static const struct mgcc_rules vi_rules = {
    .name = "vi",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req_spare,
    .dram_rsp = &msg_dram_rsp_spare,
    .orders = order_vi,
    .ack = &msg_ack,
    .invalidates = true,
    .tracks = true,
    .fence_empties = true,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

/* HMG (Ren et al., HPCA 2020), with one GPM for each GPU: write-through L2s, which are the homes of
 * the lines of their memory, too. */
static const struct mgcc_rules hmg_rules = {
    .name = "hmg",
    .req = &msg_req_plain,
    .rsp = &msg_rsp_plain,
    .dram_req = &msg_dram_req,
    .dram_rsp = &msg_dram_rsp,
    .orders = order_directory,
    .ack = &msg_ack,
    .invalidates = true,
    .directory = true,
    .fence_empties = true,
    .l1_live = "1'b1",
    .l2_live = "1'b1",
};

static struct mgcc_rules hmg_rules_of(bool gpu_homes)
{
    struct mgcc_rules r = hmg_rules;
    r.gpu_homes = gpu_homes;
    return r;
}

static void leave_out(struct mgcc_rules *r, unsigned without)
{
    bool m1 = (without & MGCC_M1) == 0, m3 = (without & MGCC_M3) == 0;
    if (!m1)
        r->store_wts = m3 ? LATER("memts", "cts") : "memts";
    else if (!m3)
        r->store_wts = "memts_plus_1";
    if ((without & MGCC_M2) != 0)
        r->load_clock = "clock";
    if (!m3)
        r->load_end = "memts_plus_lease";
    if ((without & MGCC_M4) != 0)
        r->l2_clock = true;
    if ((without & MGCC_M5) != 0)
        r->floor = "{TS_W{1'b0}}";
    if ((without & MGCC_M6) != 0)
        r->epochs = false;
    if ((without & MGCC_M9) != 0)
        r->same = r->child = "1'b1";
}

static void append(char *name, const char *text)
{
    while (*name != '\0')
        name++;
    while (*text != '\0')
        *name++ = *text++;
    *name = '\0';
}

static void set_name(struct mgcc_rules *r, const struct mgcc_choice *choice)
{
    static const char *const numbers[] = {"1", "2", "3", "4", "5", "6", "9"};
    if (choice->without != 0)
        append(r->name, "_no_m");
    for (unsigned i = 0; i < 7; i++)
        if ((choice->without >> i & 1) != 0)
            append(r->name, numbers[i]);
    if (choice->rc)
        append(r->name, "_rc");
}

static struct mgcc_rules vi_rules_of(bool deep)
{
    struct mgcc_rules r = vi_rules;
    r.deep = deep;
    r.fence_empties = !deep;
    return r;
}

struct mgcc_rules mgcc_rules_of(struct mgcc_choice choice)
{
    switch (choice.protocol) {
    case MGCC_PAPER:
        return paper_rules;
    case MGCC_NONE:
        return nc_rules;
    case MGCC_NONE_WB:
        return nc_wb_rules;
    case MGCC_VI:
        return vi_rules_of(choice.deep);
    case MGCC_HMG:
    case MGCC_HMG_GPU:
        return hmg_rules_of(choice.protocol == MGCC_HMG_GPU);
    case MGCC_SOUND:
        break;
    }
    struct mgcc_rules r = mgcc_rules;
    leave_out(&r, choice.without);
    r.seen = choice.rc;
    set_name(&r, &choice);
    return r;
}

/* ---- bytes on a wire ---- */

enum { ADDRESS_BYTES = 8, METADATA_BYTES = 4, ACK_BYTES = 4, PAPER_REQ_BYTES = 2 };

bool mgcc_req_has_line(enum msg_op op)
{
    return op == OP_STORE || op == OP_STORE_LINE || op == OP_ATOMIC || op == OP_WRITEBACK;
}

bool mgcc_rsp_has_line(enum msg_op op)
{
    return op == OP_LOAD || op == OP_FRESH || op == OP_ATOMIC || op == OP_STORE_LINE;
}

static bool is(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

/* What the times of a message take, each in whole bytes. The lease of a copy goes with bytes to
 * write alone. */
static uint32_t times(const struct msg *msg, const struct mgcc_rules *r, const struct mgcc_sizes *s,
                      bool with_line)
{
    uint32_t sum = 0;
    for (const struct msg_field *f = msg->fields; f->name != (const char *)0; f++) {
        uint32_t bits = 0;
        if (f->width == MSG_TIME)
            bits = s->ts_bits + (r->epochs ? s->epoch_bits : 0);
        else if (f->width == MSG_TS && (with_line || !is(f->name, "copy_rts")))
            bits = s->ts_bits;
        sum += (bits + 7) / 8;
    }
    return sum;
}

uint32_t mgcc_req_time_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s, enum msg_op op)
{
    return times(r->req, r, s, mgcc_req_has_line(op));
}

uint32_t mgcc_rsp_time_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s)
{
    return times(r->rsp, r, s, true);
}

/* The paper counts a timestamp in every request, although its algorithms send none. */
uint32_t mgcc_req_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s, enum msg_op op)
{
    const bool line = mgcc_req_has_line(op);
    const uint32_t time = r->timed && !r->sends_cts ? PAPER_REQ_BYTES : times(r->req, r, s, line);
    return ADDRESS_BYTES + METADATA_BYTES + (line ? s->line_bytes : 0) + time;
}

/* The paper counts no metadata in an answer that brings the line to a store. */
uint32_t mgcc_rsp_bytes(const struct mgcc_rules *r, const struct mgcc_sizes *s, enum msg_op op)
{
    const uint32_t metadata = op == OP_STORE_LINE ? 0 : METADATA_BYTES;
    return ADDRESS_BYTES + ACK_BYTES + metadata + (mgcc_rsp_has_line(op) ? s->line_bytes : 0) +
           times(r->rsp, r, s, true);
}
