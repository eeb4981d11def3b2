#include "gen/units/umc.h"

#include "gen/units/parts.h"

#include <string.h>

const struct unit_counter umc_counters[] = {
    {"loads", "loads", "loads sent to DRAM", "load"},
    {"stores", "stores", "stores sent to DRAM", "store"},
    {"held", "requests", "came while their line was in flight and were held (M8)", "held"},
    {"tsu_hits", "look-ups", "found their line's memts", "tsu_hit"},
    {"tsu_misses", "look-ups", "counted from the floor", "tsu_miss"},
    {"tsu_evictions", "entries", "evicted; the floor rises to their memts (M5)", "tsu_evict"},
    {NULL, NULL, NULL, NULL},
};

static void header(struct hdl *m)
{
    parts_widths(m);
    hdl_param(m, "SRC_W", "2", "bits of a port number of the memory's switch");
    hdl_param(m, "TAG_W", "2", "2**TAG_W requests in flight");
    hdl_param(m, "UMC_W", "1", "low bits of a line address that chose this controller");
    hdl_param(m, "TSU_SETS", "8", "a power of two, at least 2");
    hdl_param(m, "TSU_WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "TSU_LATENCY", "50", "cycles, at least 4");
    hdl_param(m, "RD_LEASE", "10", "how far a load's lease reaches beyond its clock");
    hdl_param(m, "WR_LEASE", "5", "how far a store's lease reaches beyond its time");
    hdl_param(m, "REQ_W", msg_width_expr(m, &msg_req, NULL, NULL), "derived");
    hdl_param(m, "RSP_W", msg_width_expr(m, &msg_rsp, NULL, NULL), "derived");
    hdl_param(m, "DRAM_REQ_W", msg_width_expr(m, &msg_dram_req, NULL, NULL), "derived");
    hdl_param(m, "DRAM_RSP_W", msg_width_expr(m, &msg_dram_rsp, NULL, NULL), "derived");
    hdl_clock(m);
    hdl_channel_in(m, "req", "REQ_W", "requests of the L2 banks");
    hdl_channel_out(m, "rsp", "RSP_W", "answers to them");
    hdl_channel_out(m, "dram_req", "DRAM_REQ_W", "reads and writes");
    hdl_channel_in(m, "dram_rsp", "DRAM_RSP_W", "their answers, in any order, by tag");
    unit_ports(m);
}

/* Wires between the two: name, width, and which of them it enters. */
static const struct between {
    const char *name, *width;
    bool to_tsu;
} between[] = {
    {"look_valid", "1", true},    {"look_ready", "1", false},
    {"look_tag", "TAG_W", true},  {"look_line", "LINE_W - UMC_W", true},
    {"look_store", "1", true},    {"look_cts", "TS_W", true},
    {"look_copy", "1", true},     {"look_copy_rts", "TS_W", true},
    {"grant_valid", "1", false},  {"grant_tag", "TAG_W", false},
    {"grant_wts", "TS_W", false}, {"grant_rts", "TS_W", false},
    {"grant_same", "1", false},
};

static void connect(struct hdl *m, bool tsu)
{
    for (size_t i = 0; i < sizeof between / sizeof *between; i++)
        hdl_pin(m, hdl_v(m, "%s_%c", between[i].name, between[i].to_tsu == tsu ? 'i' : 'o'),
                between[i].name);
}

static void tracker(struct hdl *m, const char *module)
{
    static const char *const events[] = {"load", "store", "held"};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        hdl_wire(m, events[i], "1", NULL);
    hdl_wire(m, "tracker_busy", "1", NULL);
    hdl_wire(m, "waits", "64", NULL);
    hdl_inst (m, module, "reqtracker") {
        static const char *const params[] = {"LINE_W",     "LINE_BYTES", "TS_W",  "SRC_W",
                                             "TAG_W",      "UMC_W",      "REQ_W", "RSP_W",
                                             "DRAM_REQ_W", "DRAM_RSP_W"};
        for (size_t i = 0; i < sizeof params / sizeof *params; i++)
            hdl_with(m, params[i], params[i]);
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
        connect(m, false);
        for (size_t i = 0; i < sizeof events / sizeof *events; i++)
            hdl_pin(m, hdl_v(m, "%s_o", events[i]), events[i]);
        hdl_pin(m, "busy_o", "tracker_busy");
        hdl_pin(m, "wait_sel_i", "probe_sel_i[TAG_W-1:0]");
        hdl_pin(m, "wait_o", "waits");
    }
}

static void timestamps(struct hdl *m, const char *module)
{
    hdl_wire(m, "tsu_hit", "1", NULL);
    hdl_wire(m, "tsu_miss", "1", NULL);
    hdl_wire(m, "tsu_evict", "1", NULL);
    hdl_wire(m, "tsu_busy", "1", NULL);
    hdl_wire(m, "fail", "1", NULL);
    hdl_wire(m, "fail_line", "LINE_W - UMC_W", NULL);
    hdl_inst (m, module, "tsu") {
        hdl_with(m, "LINE_W", "LINE_W - UMC_W");
        hdl_with(m, "TAG_W", "TAG_W");
        hdl_with(m, "TS_W", "TS_W");
        hdl_with(m, "SETS", "TSU_SETS");
        hdl_with(m, "WAYS", "TSU_WAYS");
        hdl_with(m, "LATENCY", "TSU_LATENCY");
        hdl_with(m, "RD_LEASE", "RD_LEASE");
        hdl_with(m, "WR_LEASE", "WR_LEASE");
        hdl_pin_clock(m);
        connect(m, true);
        hdl_pin(m, "hit_o", "tsu_hit");
        hdl_pin(m, "miss_o", "tsu_miss");
        hdl_pin(m, "evict_o", "tsu_evict");
        hdl_pin(m, "busy_o", "tsu_busy");
        hdl_pin(m, "fail_o", "fail");
        hdl_pin(m, "fail_line_o", "fail_line");
    }
}

const char *umc_emit(struct hdl_design *d, const char *reqtracker, const char *tsu)
{
    bool wts = strcmp(tsu, "um_tsu_wts") == 0, broken = strcmp(reqtracker, "um_reqtracker") != 0;
    const char *name = broken ? (wts ? "um_umc_wts_loses_answer" : "um_umc_loses_answer")
                              : (wts ? "um_umc_wts" : "um_umc");
    if (hdl_has(d, name))
        return name;
    struct hdl *m = hdl_module(d, name,
                               "Unified memory controller: request tracker and timestamps "
                               "in front of one DRAM channel.");
    header(m);
    for (size_t i = 0; i < sizeof between / sizeof *between; i++)
        hdl_wire(m, between[i].name, between[i].width, NULL);
    tracker(m, reqtracker);
    timestamps(m, tsu);
    hdl_assign(m, "idle_o", "!tracker_busy && !tsu_busy");
    unit_counters(m, umc_counters, "waits", "{fail, {63 - (LINE_W - UMC_W){1'b0}}, fail_line}");
    hdl_end(m);
    return name;
}
