#include "gen/units/memory/umc.h"

#include "gen/proto/address.h"
#include "gen/units/parts.h"

#define REQUESTS(store)                                                                            \
    {"loads", "loads", "loads sent to DRAM", "load"},                                              \
        {"stores", "stores", "stores sent to DRAM", store},                                        \
        {"atomics", "atomics", "atomics whose new line was sent to DRAM", "atomic"},               \
    {                                                                                              \
        "held", "requests", "came while their line was in flight and were held (M8)", "held"       \
    }
#define LOOK_UPS                                                                                   \
    {"tsu_hits", "look-ups", "found their line's memts", "tsu_hit"},                               \
        {"tsu_misses", "look-ups", "counted from the floor", "tsu_miss"},                          \
    {                                                                                              \
        "tsu_evictions", "entries", "evicted; the floor rises to their memts (M5)", "tsu_evict"    \
    }

#define EPOCHS                                                                                     \
    {"epochs", "epochs", "begun here, as a timestamp ran over (M6)", "tsu_over"},                  \
    {                                                                                              \
        "epochs_heard", "epochs", "that a request brought here from elsewhere (M6)", "tsu_raise"   \
    }

#define RESTARTS                                                                                   \
    {                                                                                              \
        "restarts", "lines", "counted from 0 again, as their timestamp ran over", "tsu_over"       \
    }
#define RENEWALS                                                                                   \
    {"renewals", "loads", "that told of a copy: looked up before DRAM was asked", "ask"},          \
    {                                                                                              \
        "renewed", "loads", "of these, answered with times alone: DRAM was not asked", "renew"     \
    }

#define MERGED                                                                                     \
    {                                                                                              \
        "merged", "loads", "served by the DRAM access of the request before (4.4.1)", "merge"      \
    }
#define FOLLOWED                                                                                   \
    {                                                                                              \
        "tsu_followed", "entries", "evicted, as an L2 evicted the line (4.2.6)", "tsu_follow"      \
    }
/* A table without and with what the TSU's entries that follow the L2's, and merged loads, count. */
#define COUNTERS_OF(name, ...)                                                                     \
    const struct unit_counter name[2][2][16] = {                                                   \
        {{__VA_ARGS__, {NULL, NULL, NULL, NULL}},                                                  \
         {__VA_ARGS__, MERGED, {NULL, NULL, NULL, NULL}}},                                         \
        {{__VA_ARGS__, FOLLOWED, {NULL, NULL, NULL, NULL}},                                        \
         {__VA_ARGS__, FOLLOWED, MERGED, {NULL, NULL, NULL, NULL}}}}

const struct unit_counter *umc_counters(const struct rules *rules, struct unit_options on)
{
    static COUNTERS_OF(plain, REQUESTS("store && !writeback"),
                       {"writebacks", "lines", "dirty lines of L2s sent to DRAM", "writeback"});
    static COUNTERS_OF(
        paper, REQUESTS("store"), LOOK_UPS,
        {"store_lines", "stores", "of these, answered with their line", "store_line"}, RESTARTS);
    static COUNTERS_OF(restarts, REQUESTS("store"), LOOK_UPS, RESTARTS);
    static COUNTERS_OF(epochs, REQUESTS("store"), LOOK_UPS, EPOCHS);
    static COUNTERS_OF(renews, REQUESTS("store"), LOOK_UPS, EPOCHS, RENEWALS);
    static COUNTERS_OF(renews_restarts, REQUESTS("store"), LOOK_UPS, RESTARTS, RENEWALS);
    static COUNTERS_OF(
        shared, REQUESTS("store"),
        {"imst_hits", "look-ups", "found their line's entry", "imst_hit"},
        {"imst_misses", "look-ups", "read their line's entry from memory", "imst_miss"},
        {"broadcasts", "stores", "and atomics whose copies elsewhere were invalidated",
         "imst_shared"},
        {"demotions", "lines", "of these, made private again", "imst_demote"},
        {"invalidations", "messages", "sent to L2 banks", "kill_valid && kill_ready"});
    const bool renew = rules->renew != NULL;
    return (rules->tracks        ? shared
            : renew              ? (rules->epochs ? renews : renews_restarts)
            : rules->epochs      ? epochs
            : rules->store_lines ? paper
            : rules->timed       ? restarts
                                 : plain)[on.evicts && rules->timed][on.merges && !rules->tracks];
}

static void header(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    parts_widths(m, rules);
    parts_queues(m);
    hdl_param(m, "WORD_BYTES", "4", "of a word: an atomic is of one, or of two side by side");
    unit_params(m);
    hdl_param(m, "SRC_W", "2", "bits of a port number of the memory's switch");
    hdl_param(m, "TAG_W", "2", "2**TAG_W requests in flight");
    hdl_param(m, "UMC_W", "1", "low bits of a line address that chose this controller");
    if (rules->timed) {
        hdl_param(m, "TSU_SETS", "8", "a power of two, at least 2");
        hdl_param(m, "TSU_WAYS", "2", "a power of two, at least 2");
        hdl_param(m, "TSU_LOOK", "1", "cycles of its look-up in a row: 1, or 2 for a faster clock");
        hdl_param(m, "TSU_LATENCY", "50", "cycles, at least 4");
        if (on.own_ways)
            hdl_param(m, "OWNER_LSB", "0", "where an L2's GPU is in its port number");
        hdl_param(m, "RD_LEASE", "10", "how far a load's lease reaches beyond its clock");
        hdl_param(m, "WR_LEASE", "5", "how far a store's lease reaches beyond its time");
    }
    if (rules->tracks) {
        parts_nodes(m);
        hdl_param(m, "NODES", "2", "packages that may hold copies, at most 2**NODE_W");
        hdl_param(m, "HOME", "0", "the package of this memory; NODES or more: of none");
        hdl_param(m, "IMST_SETS", "8", "a power of two, at least 2");
        hdl_param(m, "IMST_WAYS", "2", "a power of two, at least 2");
        hdl_param(m, "IMST_DEMOTES", "655", "of 65,535 stores that may make a line private");
        hdl_param(m, "ACK_W", msg_width_expr(m, rules->ack, NULL, NULL), "derived");
    }
    hdl_param(m, "REQ_W", msg_width_expr(m, rules->req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, rules->rsp, NULL, NULL), "derived");
    hdl_param(m, "DRAM_REQ_W", msg_width_expr(m, rules->dram_req, NULL, NULL), "derived");
    hdl_param(m, "DRAM_RSP_W", msg_width_expr(m, rules->dram_rsp, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "req", "REQ_W", "requests of the L2 banks");
    hdl_channel_out(m, "rsp", "RSP_W",
                    rules->tracks ? "answers to them, and invalidations" : "answers to them");
    if (rules->tracks)
        hdl_channel_in(m, "ack", "ACK_W", "acknowledgements of invalidations; never stalled");
    hdl_channel_out(m, "dram_req", "DRAM_REQ_W", "reads and writes");
    hdl_channel_in(m, "dram_rsp", "DRAM_RSP_W", "their answers, in any order, by tag");
    unit_ports(m);
}

/* The two modules inside, and the wires between them. Some wires exist only when requests
 * carry clocks, or when the TSU follows L2s. */
enum inside { TRACKER, BESIDE };
struct between {
    const char *name, *width;
    enum inside input_of;
    enum { ALWAYS, WITH_CLOCKS, WITH_EVICTIONS, WITH_OWNERS } when;
};
static const struct between between_tsu[] = {
    {"look_valid", "1", BESIDE, ALWAYS},
    {"look_ready", "1", TRACKER, ALWAYS},
    {"look_tag", "TAG_W", BESIDE, ALWAYS},
    {"look_line", ADDRESS_V_LOCAL_W, BESIDE, ALWAYS},
    {"look_store", "1", BESIDE, ALWAYS},
    {"look_empty", "1", BESIDE, ALWAYS},
    {"look_evict", "1", BESIDE, WITH_EVICTIONS},
    {"look_src", "SRC_W", BESIDE, WITH_OWNERS},
    {"look_cts", "TIME_W", BESIDE, WITH_CLOCKS},
    {"look_copy", "1", BESIDE, WITH_CLOCKS},
    {"look_copy_rts", "TS_W", BESIDE, WITH_CLOCKS},
    {"grant_valid", "1", TRACKER, ALWAYS},
    {"grant_tag", "TAG_W", TRACKER, ALWAYS},
    {"grant_wts", "TS_W", TRACKER, ALWAYS},
    {"grant_rts", "TIME_W", TRACKER, ALWAYS},
    {"grant_same", "1", TRACKER, WITH_CLOCKS},
    {NULL, NULL, TRACKER, ALWAYS},
};

/* The same with the IMST as the second module. */
static const struct between between_imst[] = {
    {"look_valid", "1", BESIDE, ALWAYS},     {"look_ready", "1", TRACKER, ALWAYS},
    {"look_tag", "TAG_W", BESIDE, ALWAYS},   {"look_line", ADDRESS_V_LOCAL_W, BESIDE, ALWAYS},
    {"look_node", "NODE_W", BESIDE, ALWAYS}, {"look_write", "1", BESIDE, ALWAYS},
    {"look_reads", "1", BESIDE, ALWAYS},     {"grant_valid", "1", TRACKER, ALWAYS},
    {"grant_tag", "TAG_W", TRACKER, ALWAYS}, {"entry_valid", "1", TRACKER, ALWAYS},
    {"entry_ready", "1", BESIDE, ALWAYS},    {"entry_write", "1", TRACKER, ALWAYS},
    {"entry_state", "2", TRACKER, ALWAYS},   {"entry_line", ADDRESS_V_LOCAL_W, TRACKER, ALWAYS},
    {"entry_tag", "TAG_W", TRACKER, ALWAYS}, {"wrote", "1", BESIDE, ALWAYS},
    {"spare_valid", "1", BESIDE, ALWAYS},    {"spare_tag", "TAG_W", BESIDE, ALWAYS},
    {"spare_state", "2", BESIDE, ALWAYS},    {"kill_valid", "1", TRACKER, ALWAYS},
    {"kill_ready", "1", BESIDE, ALWAYS},     {"kill_node", "NODE_W", TRACKER, ALWAYS},
    {"kill_tag", "TAG_W", TRACKER, ALWAYS},  {NULL, NULL, TRACKER, ALWAYS},
};

static const struct between *between(const struct rules *rules)
{
    return rules->tracks ? between_imst : between_tsu;
}

static bool is_there(const struct between *w, const struct rules *rules, struct unit_options on)
{
    switch (w->when) {
    case WITH_CLOCKS:
        return rules->sends_cts;
    case WITH_EVICTIONS:
        return on.evicts;
    case WITH_OWNERS:
        return on.own_ways;
    default:
        return true;
    }
}

static void wires(struct hdl *m, const struct rules *rules, struct unit_options on)
{
    for (const struct between *w = between(rules); w->name != NULL; w++)
        if (is_there(w, rules, on))
            hdl_wire(m, w->name, w->width, NULL);
}

static void connect(struct hdl *m, const struct rules *rules, struct unit_options on,
                    enum inside which)
{
    for (const struct between *w = between(rules); w->name != NULL; w++)
        if (is_there(w, rules, on))
            hdl_pin(m, hdl_v(m, "%s_%c", w->name, w->input_of == which ? 'i' : 'o'), w->name);
}

static void same_params(struct hdl *m, const char *const *names)
{
    for (; *names != NULL; names++)
        hdl_with(m, *names, *names);
}

static void tracker(struct hdl *m, const struct rules *rules, struct unit_options on,
                    const char *module)
{
    static const char *const plain[] = {
        "LINE_W",     "LINE_BYTES", "SRC_W",      "TAG_W",    "UMC_W",     "REQ_W", "RSP_W",
        "DRAM_REQ_W", "DRAM_RSP_W", "WORD_BYTES", "QUEUE_IN", "QUEUE_OUT", NULL};
    static const char *const timed[] = {"TS_W", "TIME_W", NULL};
    static const char *const nodes[] = {"NODE_W", "NODE_LSB", "BANK_LSB", NULL};
    static const char *const events[] = {"load", "store", "atomic", "held"};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        hdl_wire(m, events[i], "1", NULL);
    if (on.merges)
        hdl_wire(m, "merge", "1", NULL);
    if (rules->store_lines)
        hdl_wire(m, "store_line", "1", NULL);
    if (rules->renew != NULL) {
        hdl_wire(m, "ask", "1", NULL);
        hdl_wire(m, "renew", "1", NULL);
    }
    if (parts_writebacks(rules))
        hdl_wire(m, "writeback", "1", NULL);
    hdl_wire(m, "tracker_busy", "1", NULL);
    hdl_wire(m, "waits", "64", NULL);
    hdl_inst (m, module, "reqtracker") {
        same_params(m, plain);
        if (rules->timed)
            same_params(m, timed);
        if (rules->tracks)
            same_params(m, nodes);
        hdl_pin_clock(m);
        static const char *const channels[] = {"req", "rsp", "dram_req", "dram_rsp"};
        for (size_t i = 0; i < 4; i++) {
            bool in = i == 0 || i == 3;
            hdl_pin(m, hdl_v(m, "%s_valid_%c", channels[i], in ? 'i' : 'o'),
                    hdl_v(m, "%s_valid_%c", channels[i], in ? 'i' : 'o'));
            hdl_pin(m, hdl_v(m, "%s_ready_%c", channels[i], in ? 'o' : 'i'),
                    hdl_v(m, "%s_ready_%c", channels[i], in ? 'o' : 'i'));
            hdl_pin(m, hdl_v(m, "%s_msg_%c", channels[i], in ? 'i' : 'o'),
                    hdl_v(m, "%s_msg_%c", channels[i], in ? 'i' : 'o'));
        }
        if (rules->timed || rules->tracks)
            connect(m, rules, on, TRACKER);
        for (size_t i = 0; i < sizeof events / sizeof *events; i++)
            hdl_pin(m, hdl_v(m, "%s_o", events[i]), events[i]);
        if (on.merges)
            hdl_pin(m, "merge_o", "merge");
        if (rules->store_lines)
            hdl_pin(m, "store_line_o", "store_line");
        if (rules->renew != NULL) {
            hdl_pin(m, "ask_o", "ask");
            hdl_pin(m, "renew_o", "renew");
        }
        if (parts_writebacks(rules))
            hdl_pin(m, "writeback_o", "writeback");
        hdl_pin(m, "busy_o", "tracker_busy");
        hdl_pin(m, "wait_sel_i", "probe_sel_i[TAG_W-1:0]");
        hdl_pin(m, "wait_o", "waits");
    }
}

static void timestamps(struct hdl *m, const struct rules *rules, struct unit_options on,
                       const char *module)
{
    static const char *const params[] = {"TAG_W", "TS_W", "TIME_W", "RD_LEASE", "WR_LEASE", NULL};
    static const char *const events[] = {"hit", "miss", "evict", "busy", "over"};
    static const char *const epochs[] = {"raise", "spent", "fail"};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        hdl_wire(m, hdl_v(m, "tsu_%s", events[i]), "1", NULL);
    for (size_t i = 0; rules->epochs && i < sizeof epochs / sizeof *epochs; i++)
        hdl_wire(m, hdl_v(m, "tsu_%s", epochs[i]), "1", NULL);
    if (on.evicts)
        hdl_wire(m, "tsu_follow", "1", NULL);
    if (rules->epochs)
        hdl_wire(m, "fail_line", ADDRESS_V_LOCAL_W, NULL);
    hdl_inst (m, module, "tsu") {
        hdl_with(m, "LINE_W", ADDRESS_V_LOCAL_W);
        same_params(m, params);
        hdl_with(m, "SETS", "TSU_SETS");
        hdl_with(m, "WAYS", "TSU_WAYS");
        hdl_with(m, "LOOK", "TSU_LOOK");
        hdl_with(m, "LATENCY", "TSU_LATENCY");
        if (on.own_ways) {
            hdl_with(m, "SRC_W", "SRC_W");
            hdl_with(m, "OWNER_LSB", "OWNER_LSB");
        }
        hdl_pin_clock(m);
        connect(m, rules, on, BESIDE);
        for (size_t i = 0; i < sizeof events / sizeof *events; i++)
            hdl_pin(m, hdl_v(m, "%s_o", events[i]), hdl_v(m, "tsu_%s", events[i]));
        for (size_t i = 0; rules->epochs && i < sizeof epochs / sizeof *epochs; i++)
            hdl_pin(m, hdl_v(m, "%s_o", epochs[i]), hdl_v(m, "tsu_%s", epochs[i]));
        if (on.evicts)
            hdl_pin(m, "follow_o", "tsu_follow");
        if (rules->epochs)
            hdl_pin(m, "fail_line_o", "fail_line");
    }
}

static void sharing(struct hdl *m, const struct rules *rules, struct unit_options on,
                    const char *module)
{
    static const char *const events[] = {"hit", "miss", "shared", "demote", "busy"};
    static const char *const params[] = {"TAG_W", "NODE_W", "NODES", "HOME", NULL};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        hdl_wire(m, hdl_v(m, "imst_%s", events[i]), "1", NULL);
    part_in_queue(m, "ack", "ACK_W");
    msg_unpack(m, rules->ack, "ack", "ack_msg", NULL, NULL, "tag", NULL);
    hdl_assign(m, "ack_pop", "1'b1");
    hdl_inst (m, module, "imst") {
        hdl_with(m, "LINE_W", ADDRESS_V_LOCAL_W);
        same_params(m, params);
        hdl_with(m, "SETS", "IMST_SETS");
        hdl_with(m, "WAYS", "IMST_WAYS");
        hdl_with(m, "DEMOTES", "IMST_DEMOTES");
        hdl_pin_clock(m);
        connect(m, rules, on, BESIDE);
        hdl_pin(m, "ack_valid_i", "ack_valid");
        hdl_pin(m, "ack_tag_i", "ack_tag");
        for (size_t i = 0; i < sizeof events / sizeof *events; i++)
            hdl_pin(m, hdl_v(m, "%s_o", events[i]), hdl_v(m, "imst_%s", events[i]));
    }
}

static const char *brief(const struct rules *rules)
{
    return rules->timed    ? "Unified memory controller: request tracker and timestamps in "
                             "front of one DRAM channel."
           : rules->tracks ? "Unified memory controller: request tracker and sharing tracker "
                             "in front of one DRAM channel."
                           : "Unified memory controller: request tracker in front of one DRAM "
                             "channel.";
}

const char *umc_emit(struct hdl_design *d, const struct rules *rules, struct unit_options on,
                     const char *reqtracker, const char *beside)
{
    char name[UNIT_NAME];
    unit_name(name, "umc", rules->name,
              (struct unit_options){.rc = on.ordered && rules->seen,
                                    .ordered = on.ordered,
                                    .merges = on.merges,
                                    .evicts = on.evicts,
                                    .own_ways = on.own_ways,
                                    .keep_wts = on.keep_wts,
                                    .loses_answer = on.loses_answer});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name, brief(rules));
    header(m, rules, on);
    if (rules->timed || rules->tracks)
        wires(m, rules, on);
    tracker(m, rules, on, reqtracker);
    if (rules->timed)
        timestamps(m, rules, on, beside);
    if (rules->tracks)
        sharing(m, rules, on, beside);
    hdl_assign(m, "idle_o",
               rules->timed    ? "!tracker_busy && !tsu_busy"
               : rules->tracks ? "!tracker_busy && !imst_busy && !ack_valid"
                               : "!tracker_busy");
    unit_counters(m, umc_counters(rules, on), "waits",
                  rules->epochs ? "{tsu_fail, tsu_spent, {62 - (" ADDRESS_V_LOCAL_W
                                  "){1'b0}}, fail_line}"
                                : NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
