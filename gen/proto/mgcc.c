/* MGCC: leases in logical time. The sound protocol, of which each rule can be left out; the same
 * with renewals; and the published ones. */
#include "gen/proto/protocol.h"

#include <stddef.h>

#define LATER(a, b) a " > " b " ? " a " : " b

/* What both sound protocols have. */
/* clang-format off */
#define SOUND(word)                                   \
    .name = (word),                                   \
    .req = &msg_req,                                  \
    .rsp = &msg_rsp,                                  \
    .dram_req = &msg_dram_req,                        \
    .dram_rsp = &msg_dram_rsp,                        \
    .orders = order_plain,                            \
    .timed = true,                                    \
    .epochs = true,                                   \
    .sends_cts = true,                                \
    .l1_live = "cts <= way_rts",                      \
    .l2_live = "cts <= way_rts",                      \
    .load_clock = LATER("clock", "wts"),              \
    .store_clock = LATER("clock", "wts"),             \
    .fill_wts = "wts",                                \
    .fill_rts = "rts",                                \
    .short_lease = "waiting_cts > rts",               \
    .store_wts = LATER("memts_plus_1", "cts"),        \
    .load_end = LATER("memts", "cts_plus_lease"),     \
    .floor = LATER("victim_memts", "floor_q"),        \
    .same = "memts == copy_rts",                      \
    .child = "hit_rts == copy_rts"
/* clang-format on */

static const struct rules sound = {SOUND("mgcc")};

/* Renewals: a load tells the wts of its copy, and the TSU answers one that is the line's own with
 * times alone. Each store makes the line's wts greater (M1), so equal times are equal bytes. */
static const struct rules renews = {SOUND("renew"), .renew = "hit && {1'b0, hit_wts} == copy_rts"};

/* What an expression is without some rules. The last row that applies holds. */
static const struct {
    unsigned rules;
    size_t at; /* the expression's place in struct rules */
    const char *expression;
} left_out[] = {
    {RULE_M1, offsetof(struct rules, store_wts), LATER("memts", "cts")},
    {RULE_M3, offsetof(struct rules, store_wts), "memts_plus_1"},
    {RULE_M1 | RULE_M3, offsetof(struct rules, store_wts), "memts"},
    {RULE_M2, offsetof(struct rules, load_clock), "clock"},
    {RULE_M3, offsetof(struct rules, load_end), "memts_plus_lease"},
    {RULE_M5, offsetof(struct rules, floor), "{TS_W{1'b0}}"},
    {RULE_M9, offsetof(struct rules, same), "1'b1"},
    {RULE_M9, offsetof(struct rules, child), "1'b1"},
};

static void leave_out(struct rules *r, unsigned without)
{
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if ((without & left_out[i].rules) == left_out[i].rules)
            *(const char **)((char *)r + left_out[i].at) = left_out[i].expression;
    r->l2_clock = (without & RULE_M4) != 0;
    r->epochs = (without & RULE_M6) == 0;
}

static void append(char *name, const char *text)
{
    while (*name != '\0')
        name++;
    while (*text != '\0')
        *name++ = *text++;
    *name = '\0';
}

/* "mgcc_no_m13": modules of different rules may be in one design. */
static void set_name(struct rules *r, const struct rules_variant *v)
{
    static const char *const numbers[] = {"1", "2", "3", "4", "5", "6", "9"};
    if (v->without != 0)
        append(r->name, "_no_m");
    for (unsigned i = 0; i < 7; i++)
        if ((v->without >> i & 1) != 0)
            append(r->name, numbers[i]);
}

static void choose(struct rules *r, const struct rules_variant *v)
{
    leave_out(r, v->without);
    r->seen = v->rc;
    set_name(r, v);
}

const struct protocol protocol_mgcc = {.rules = &sound, .choose = choose};
const struct protocol protocol_mgcc_renew = {.rules = &renews, .choose = choose};

/* Thesis 4.2: each L1 and each L2 bank has a clock, requests carry none, leases are counted from
 * memts, memts is 0 for a missing entry and restarts at 0 when it runs over, and a store's answer
 * brings the line. */
/* clang-format off */
#define PUBLISHED(word)                               \
    .name = (word),                                   \
    .req = &msg_req_plain,                            \
    .rsp = &msg_rsp_ts,                               \
    .dram_req = &msg_dram_req,                        \
    .dram_rsp = &msg_dram_rsp,                        \
    .orders = order_plain,                            \
    .timed = true,                                    \
    .l2_clock = true,                                 \
    .store_lines = true,                              \
    .l1_live = "cts <= way_rts",                      \
    .l2_live = "cts <= way_rts",                      \
    .store_clock = LATER("clock", "wts"),             \
    .fill_wts = LATER("cts", "wts"),                  \
    .fill_rts = "wts >= rts ? wts + 1'b1 : rts",      \
    .load_end = "memts_plus_lease",                   \
    .floor = "{TS_W{1'b0}}"
/* clang-format on */

/* Algorithms 1 to 5. */
static const struct rules paper = {
    PUBLISHED("paper"),
    .load_clock = "clock",
    .store_wts = "memts",
};

/* The example of figure 4-2 and its text (4.2.3, 4.2.4), which has other times: a store comes one
 * after the line's last lease, which still grows by WrLease alone, and a read raises the clock. */
static const struct rules example = {
    PUBLISHED("example"),
    .load_clock = LATER("clock", "wts"),
    .store_wts = "memts_plus_1",
    .store_end = "memts + wr_wide[TS_W:0]",
};

const struct protocol protocol_mgcc_paper = {.rules = &paper};
const struct protocol protocol_mgcc_example = {.rules = &example};
