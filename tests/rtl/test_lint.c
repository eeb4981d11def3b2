/*
 * Every unit and leaf cell, over a matrix of parameters, passes the three tools that Umbel's
 * Verilog must pass, without a warning. Each value of a parameter is tried with the others at their
 * defaults, then in a few random mixtures from a fixed seed; more of them with UMBEL_SLOW.
 * Costs a minute: no other test finds a width that is wrong for one parameter value alone.
 */
#include "gen/machine/netlist.h"
#include "gen/proto/mgcc.h"
#include "gen/system/system.h"
#include "gen/units/copy.h"
#include "gen/units/dram_mux.h"
#include "gen/units/eject.h"
#include "gen/units/hash.h"
#include "gen/units/hop.h"
#include "gen/units/imst.h"
#include "gen/units/inject.h"
#include "gen/units/l1.h"
#include "gen/units/l2.h"
#include "gen/units/lane.h"
#include "gen/units/link.h"
#include "gen/units/rdc.h"
#include "gen/units/reqtracker.h"
#include "gen/units/roles.h"
#include "gen/units/router.h"
#include "gen/units/switch.h"
#include "gen/units/tsu.h"
#include "gen/units/umc.h"
#include "sw/util/rng.h"
#include "tests/rtl/tools.h"
#include "tests/support/slow.h"
#include "tests/support/systems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_AXES = 12, MAX_VALUES = 6, MIXTURES = 1, MIXTURES_SLOW = 6 };

/* An axis is a list of settings "NAME=VALUE ..."; parameters that need each other share one. */
struct shape {
    const char *module;
    const char *axis[MAX_AXES][MAX_VALUES];
};

/* Shared: the width of a line and what it brings with it. */
#define LINE                                                                                       \
    {"LINE_BYTES=16", "LINE_BYTES=64", "LINE_BYTES=128"},                                          \
    {                                                                                              \
        "LINE_W=12", "LINE_W=36"                                                                   \
    }
/* Timestamps, and times that are no wider (T) or have an epoch above (E). */
#define TIMES_T                                                                                    \
    {                                                                                              \
        "TS_W=4", "TS_W=16", "TS_W=40"                                                             \
    }
#define TIMES_E                                                                                    \
    {                                                                                              \
        "TS_W=4 TIME_W=5", "TS_W=4 TIME_W=28", "TS_W=16", "TS_W=40 TIME_W=48"                      \
    }
#define LEASES                                                                                     \
    {                                                                                              \
        "RD_LEASE=3 WR_LEASE=2", "RD_LEASE=1 WR_LEASE=1"                                           \
    }
#define CACHE                                                                                      \
    {"SRC_W=1", "SRC_W=6"}, {"SETS=2", "SETS=64"}, {"WAYS=2", "WAYS=16"},                          \
    {                                                                                              \
        "MSHRS=2", "MSHRS=16"                                                                      \
    }
#define TAGS                                                                                       \
    {                                                                                              \
        "TAG_W=1", "TAG_W=2", "TAG_W=6"                                                            \
    }
#define TICKS                                                                                      \
    {                                                                                              \
        "TICK=0", "TICK=1", "TICK=64"                                                              \
    }
#define BANKS                                                                                      \
    {"MEM_SRC_W=1", "MEM_SRC_W=6"},                                                                \
    {                                                                                              \
        "BANK_W=0", "BANK_W=1", "BANK_W=3"                                                         \
    }
#define FLITS                                                                                      \
    {"FLIT_W=8", "FLIT_W=32", "FLIT_W=512"}, {"NODE_W=1"}, {"DEPTH=2"},                            \
    {                                                                                              \
        "VCS=12 GROUP=4"                                                                           \
    }
#define HOMES                                                                                      \
    {"SRC_W=1", "SRC_W=6"}, {"TAG_W=1", "TAG_W=2", "TAG_W=6"},                                     \
    {                                                                                              \
        "UMC_W=0", "UMC_W=1", "UMC_W=3"                                                            \
    }
#define TSU                                                                                        \
    {"LINE_W=12", "LINE_W=36"}, LEASES, {"TAG_W=1", "TAG_W=6"}, {"SETS=2", "SETS=256"},            \
        {"WAYS=2", "WAYS=16"},                                                                     \
    {                                                                                              \
        "LATENCY=4", "LATENCY=5", "LATENCY=300"                                                    \
    }
/* A package's number: where a line has it, and which this is; as wide as an L1's, wider, narrower.
 */
#define ROLES                                                                                      \
    {"LINE_BYTES=16 LINE_W=16", "LINE_BYTES=128 LINE_W=36 HOME_LSB=30"},                           \
        {"HOME_W=1 OWN_W=1 SRC_W=2", "HOME_W=4 OWN_W=2 SRC_W=5 HOME_LSB=12",                       \
         "HOME_W=2 OWN_W=6 SRC_W=7"},                                                              \
        {"HOME=1", "HOME_W=4 SRC_W=5 HOME_LSB=12 HOME=15"}, {"MEM_SRC_W=3"},                       \
    {                                                                                              \
        "REMOTES=2", "REMOTES=32"                                                                  \
    }
#define TSU_IN_UMC                                                                                 \
    LEASES, {"TSU_SETS=2", "TSU_SETS=64"}, {"TSU_WAYS=2", "TSU_WAYS=16"},                          \
    {                                                                                              \
        "TSU_LATENCY=4", "TSU_LATENCY=300"                                                         \
    }

/* Port numbers of packages: a bank below, and what the numbers are. */
#define NODES                                                                                      \
    {"SRC_W=1 NODE_W=1 NODE_LSB=0", "SRC_W=6 NODE_W=3 NODE_LSB=3 BANK_LSB=2"},                     \
        {"UMC_W=0", "UMC_W=3"},                                                                    \
    {                                                                                              \
        "TAG_W=1", "TAG_W=2", "TAG_W=6"                                                            \
    }

static const struct shape shapes[] = {
    {"um_l1_mgcc", {LINE, TIMES_E, CACHE, TAGS, TICKS}},
    {"um_l1_mgcc_rc", {TIMES_E, TAGS, TICKS}},
    {"um_l1_mgcc_ignores_lease", {TIMES_E, TICKS}},
    {"um_l1_mgcc_no_m1234569", {TIMES_T, TICKS}},
    {"um_l1_paper", {LINE, TIMES_T, CACHE, TAGS}},
    {"um_l1_nc", {LINE, CACHE, TAGS}},
    {"um_l1_nc_wb", {TAGS}},
    {"um_l2_mgcc", {LINE, TIMES_E, CACHE, BANKS}},
    {"um_l2_mgcc_rc", {TIMES_E, BANKS}},
    {"um_l2_mgcc_no_m1234569", {TIMES_T, BANKS}},
    {"um_l2_paper", {LINE, TIMES_T, CACHE, BANKS}},
    {"um_l2_nc", {LINE, CACHE, BANKS}},
    {"um_l2_nc_wb", {LINE, CACHE, BANKS}},
    {"um_l1_vi", {LINE, CACHE, TAGS}},
    {"um_l2_vi", {LINE, CACHE, BANKS}},
    {"um_l1_hmg", {LINE, CACHE, TAGS}},
    {"um_l2_hmg", {LINE, CACHE, BANKS, TAGS}},
    {"um_l2_nc_both",
     {{"LINE_BYTES=16 LINE_W=16", "LINE_BYTES=128 LINE_W=36"},
      CACHE,
      BANKS,
      {"HOME_W=1 HOME_LSB=15 HOME=1", "HOME_W=4 HOME_LSB=12 HOME=15"}}},
    {"um_roles_nc", {ROLES}},
    {"um_roles_hmg",
     {ROLES,
      {"TAG_W=1", "TAG_W=6"},
      {"BANK_W=0", "BANK_W=3"},
      {"PACKAGES=3", "HOME_W=4 SRC_W=5 HOME_LSB=12 PACKAGES=16"},
      {"SETS=2", "SETS=64"},
      {"WAYS=2", "WAYS=16"},
      {"KILLS=2", "KILLS=64"}}},
    {"um_tsu_mgcc", {TIMES_E, TSU}},
    {"um_tsu_mgcc_wts", {TIMES_E, TSU}},
    {"um_tsu_mgcc_rc_wts", {TIMES_E}},
    {"um_tsu_mgcc_no_m1234569_wts", {TIMES_T, TSU}},
    {"um_tsu_paper", {TIMES_T, TSU}},
    {"um_reqtracker_mgcc", {LINE, TIMES_E, HOMES}},
    {"um_reqtracker_mgcc_rc", {TIMES_E}},
    {"um_reqtracker_mgcc_loses_answer", {HOMES}},
    {"um_reqtracker_mgcc_no_m1234569", {TIMES_T}},
    {"um_reqtracker_paper", {LINE, TIMES_T, HOMES}},
    {"um_reqtracker_nc", {LINE, HOMES}},
    {"um_reqtracker_nc_wb", {HOMES}},
    {"um_umc_mgcc", {LINE, TIMES_E, HOMES, TSU_IN_UMC}},
    {"um_umc_mgcc_wts", {TIMES_E, HOMES, TSU_IN_UMC}},
    {"um_umc_mgcc_rc_wts", {TIMES_E}},
    {"um_umc_mgcc_loses_answer", {HOMES}},
    {"um_umc_mgcc_wts_loses_answer", {HOMES}},
    {"um_umc_mgcc_no_m1234569_wts", {TIMES_T}},
    {"um_umc_paper", {LINE, TIMES_T, HOMES, TSU_IN_UMC}},
    {"um_umc_nc", {LINE, HOMES}},
    {"um_umc_nc_wb", {HOMES}},
    {"um_imst",
     {{"LINE_W=12", "LINE_W=36"},
      {"TAG_W=1", "TAG_W=6"},
      {"NODE_W=1 NODES=2", "NODE_W=3 NODES=5", "NODE_W=4 NODES=16 HOME=15"},
      {"HOME=1", "HOME=16"},
      {"SETS=2", "SETS=256"},
      {"WAYS=2", "WAYS=16"},
      {"DEMOTES=0", "DEMOTES=65536"}}},
    {"um_reqtracker_vi", {LINE, NODES}},
    {"um_reqtracker_hmg", {LINE, HOMES}},
    {"um_umc_hmg", {LINE, HOMES}},
    {"um_umc_vi",
     {LINE,
      NODES,
      {"IMST_SETS=2", "IMST_SETS=64"},
      {"IMST_WAYS=2", "IMST_WAYS=16"},
      {"HOME=1", "HOME=2"}}},
    {"um_epoch", {{"EPOCH_W=1", "EPOCH_W=24"}, {"STORED=1", "STORED=17"}}},
    {"um_atomic", {{"LINE_BYTES=16", "LINE_BYTES=64", "LINE_BYTES=128"}}},
    {"um_link",
     {{"WIDTH=32", "WIDTH=1184 OP_LSB=100"},
      {"LINE_OPS=1", "LINE_OPS=1602"},
      {"HEAD_CYCLES=1 LINE_CYCLES=1", "HEAD_CYCLES=16 LINE_CYCLES=144"},
      {"LATENCY=2", "LATENCY=3", "LATENCY=4096"},
      {"DEPTH=2", "DEPTH=256"}}},
    {"um_switch",
     {{"WIDTH=32", "WIDTH=1184 DEST_LSB=1050"},
      {"NIN=1", "NIN=3", "NIN=33"},
      {"NOUT=1", "NOUT=3 DEST_W=2", "NOUT=8 DEST_W=3", "NOUT=33 DEST_W=6"}}},
    {"um_switch_homes",
     {{"WIDTH=32", "WIDTH=1184 DEST_LSB=1050 HOME_LSB=1060 FAR_LSB=1183"},
      {"NIN=1", "NIN=3", "NIN=33"},
      {"NOUT=2", "NOUT=5 DEST_W=2 FAR=4", "NOUT=8 DEST_W=2 FAR=4 FAR_W=2",
       "NOUT=33 DEST_W=5 FAR=32"},
      {"HOME=1", "HOME_W=2 HOME=2", "HOME_W=6 HOME=63"}}},
    {"um_lane",
     {{"REQ_W=64 RSP_W=32", "REQ_W=1184 REQ_OP_LSB=100 RSP_W=672 RSP_OP_LSB=668"},
      {"REQ_LINE_OPS=1602", "RSP_LINE_OPS=1121"},
      {"REQ_HEAD_CYCLES=1 REQ_LINE_CYCLES=1", "REQ_HEAD_CYCLES=16 REQ_LINE_CYCLES=144"},
      {"RSP_HEAD_CYCLES=1 RSP_LINE_CYCLES=1", "RSP_HEAD_CYCLES=16 RSP_LINE_CYCLES=144"},
      {"LATENCY=2", "LATENCY=3", "LATENCY=4096"},
      {"DEPTH=2", "DEPTH=256"}}},
    {"um_lane_acks",
     {{"REQ_W=64 RSP_W=32", "REQ_W=1184 REQ_OP_LSB=100 RSP_W=672 RSP_OP_LSB=668 ACK_W=64"},
      {"REQ_HEAD_CYCLES=1 REQ_LINE_CYCLES=1", "REQ_HEAD_CYCLES=16 REQ_LINE_CYCLES=144"},
      {"RSP_HEAD_CYCLES=1 RSP_LINE_CYCLES=1", "RSP_HEAD_CYCLES=16 RSP_LINE_CYCLES=144"},
      {"ACK_CYCLES=1", "ACK_CYCLES=3", "ACK_CYCLES=300"},
      {"LATENCY=2", "LATENCY=4096"},
      {"DEPTH=2", "DEPTH=256"}}},
    {"um_router",
     {{"PORTS=1", "PORTS=3 NODES=3 NODE_W=2", "PORTS=10 NODES=64 NODE_W=6"},
      {"VCS=2 LANES=2", "VCS=6 LANES=2 ORDERED=1", "VCS=16 LAYERS=4 SUB=2 LANES=2",
       "VCS=8 LAYERS=2 SUB=2 LANES=2 ORDERED=1"},
      {"STAGES=2", "STAGES=3", "STAGES=4", "STAGES=4 PASS=1"},
      {"DEPTH=2", "DEPTH=256"},
      {"FLIT_W=8", "FLIT_W=32", "FLIT_W=512"},
      {"TRIES=1"}}},
    {"um_router_ugal",
     {{"PORTS=1 LAYERS=2 LANES=2", "PORTS=3 NODES=3 NODE_W=2 LAYERS=2 LANES=2",
       "PORTS=10 NODES=64 NODE_W=6 VCS=8 LAYERS=4 SUB=2 LANES=2 HOP_W=5 BIAS=100"}}},
    {"um_hop", {{"MSG_W=32"}, {"LATENCY=2 DEPTH=4", "LATENCY=100 DEPTH=128"}}},
    {"um_inject_req",
     {{"OPEN=1", "ORDERED=1"}, FLITS, {"REQ_W=1184 REQ_BODY_W=1152 REQ_OP_LSB=1152"}}},
    {"um_inject_rsp", {{"OPEN=1", "ORDERED=1"}, FLITS}},
    {"um_inject_req_ack", {FLITS}},
    {"um_inject_req_rsp", {FLITS}},
    {"um_inject_req_rsp_ack", {{"OPEN=1", "ORDERED=1"}, FLITS, {"ACK_W=32", "ACK_W=128"}}},
    {"um_eject_req", {FLITS, {"REQ_W=1184 REQ_BODY_W=1152"}}},
    {"um_eject_rsp", {FLITS}},
    {"um_eject_req_ack", {FLITS}},
    {"um_eject_req_rsp", {FLITS}},
    {"um_eject_req_rsp_ack", {FLITS}},
    {"um_copy",
     {LINE,
      {"TAG_W=1 LINES=2", "TAG_W=2 LINES=4", "LINES=2", "TAG_W=6 LINES=64"},
      {"LENGTH_W=1", "LENGTH_W=8"}}},
    {"um_dram_mux_nc",
     {LINE,
      {"UMC_TAG_W=1 RDC_TAG_W=1 TAG_W=2", "UMC_TAG_W=7 RDC_TAG_W=4 TAG_W=8", "RDC_TAG_W=6 TAG_W=7"},
      {"META_W=3", "META_W=56"}}},
    {"um_dram_mux_vi", {LINE, {"UMC_TAG_W=1 RDC_TAG_W=1 TAG_W=2"}, {"META_W=3", "META_W=56"}}},
    {"um_rdc_nc",
     {LINE,
      {"SRC_W=1", "SRC_W=6"},
      {"TAG_W=1", "TAG_W=6"},
      {"UMC_W=0", "UMC_W=5"},
      {"SETS=2 PREDICT=2", "SETS=64 START=448", "SETS=64 START=448 PREDICT=64"},
      {"EPOCH_W=1", "EPOCH_W=32"}}},
    {"um_rdc_vi",
     {LINE,
      {"TAG_W=1", "TAG_W=6"},
      {"UMC_W=0", "UMC_W=5"},
      {"SETS=2", "SETS=64 START=448"},
      {"EPOCH_W=1"}}},
    {"um_hash",
     {{"WIDTH=64", "WIDTH=1184 LINE_LSB=1100"},
      {"LINE_W=12", "LINE_W=36"},
      {"LOW_W=1", "LOW_W=8"}}},
    {"um_fifo", {{"WIDTH=1", "WIDTH=1184"}, {"DEPTH=2", "DEPTH=64"}}},
    {"um_delay",
     {{"WIDTH=1", "WIDTH=1184"}, {"DEPTH=2", "DEPTH=256"}, {"LATENCY=2", "LATENCY=4096"}}},
    {"um_ram",
     {{"COL_W=1", "COL_W=57"},
      {"COLS=1", "COLS=16"},
      {"DEPTH=2 ADDR_W=1", "DEPTH=1024 ADDR_W=10"}}},
    {"um_arbiter", {{"N=1 IDX_W=1", "N=2 IDX_W=1", "N=3 IDX_W=2", "N=33 IDX_W=6"}}},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- the tools ---- */

struct tool {
    const char *name;
    void (*command)(struct sbuf *out, const char *module, const char *settings);
    bool all;  /* each value alone, and mixtures; else the defaults and the smallest alone */
    bool slow; /* all with UMBEL_SLOW alone */
};

/* Adds each "NAME=VALUE" of the settings as BEFORE NAME BETWEEN VALUE. */
static void add_settings(struct sbuf *out, const char *settings, const char *before,
                         const char *between)
{
    while (*(settings += strspn(settings, " ")) != '\0') {
        int name = (int)strcspn(settings, "=");
        int value = (int)strcspn(settings + name + 1, " ");
        sbuf_printf(out, " %s%.*s%s%.*s", before, name, settings, between, value,
                    settings + name + 1);
        settings += name + 1 + value;
    }
}

/* verilator_bin: the script `verilator`, which only starts it, takes longer than it does. */
static void verilator(struct sbuf *out, const char *module, const char *settings)
{
    sbuf_printf(out, "verilator_bin --lint-only -Wall -y . --top-module %s", module);
    add_settings(out, settings, "-G", "=");
    sbuf_printf(out, " %s.v", module);
}

static void iverilog(struct sbuf *out, const char *module, const char *settings)
{
    char before[128];
    snprintf(before, sizeof before, "-P%s.", module);
    sbuf_printf(out, "iverilog -g2005 -t null -Wall -y . -s %s", module);
    add_settings(out, settings, before, "=");
    sbuf_printf(out, " %s.v", module);
}

/* Not `hierarchy -chparam`: Yosys 0.23 then derives a cell twice and stops at an assertion. */
static void yosys(struct sbuf *out, const char *module, const char *settings)
{
    sbuf_printf(out, "yosys -q -p 'read_verilog -formal %s.v", module);
    if (*settings != '\0') {
        sbuf_puts(out, "; chparam");
        add_settings(out, settings, "-set ", " ");
        sbuf_printf(out, " %s", module);
    }
    sbuf_printf(out, "; hierarchy -check -libdir . -top %s; proc; check -assert'", module);
}

static const struct tool tools[] = {
    {"verilator_bin", verilator, .all = true},
    {"iverilog", iverilog, .all = true, .slow = true},
    /* It takes minutes over a line of 128 bytes, and what it is for, proofs, is small. */
    {"yosys", yosys, .all = false},
};

/* ---- the matrix ---- */

static char folder[] = "/tmp/umbel-lint-XXXXXX";

static void check(const struct tool *t, const char *module, const char *settings)
{
    struct sbuf command = {0}, said = {0};
    sbuf_printf(&command, "cd %s && exec 2>&1; ", folder);
    t->command(&command, module, settings);
    int status = tool_run(command.text, &said);
    if (status != 0 || said.len > 0)
        fail_msg("%s says of %s with %s (status %d):\n%s", t->name, module,
                 *settings != '\0' ? settings : "its defaults", status, sbuf_str(&said));
    sbuf_free(&command);
    sbuf_free(&said);
}

static uint64_t values(const struct shape *s, int axis)
{
    uint64_t n = 0;
    while (n < MAX_VALUES && s->axis[axis][n] != NULL)
        n++;
    return n;
}

/* One value of each axis: the first, or any. */
static void check_mixture(const struct tool *t, const struct shape *s, struct rng *rng)
{
    struct sbuf mixture = {0};
    for (int a = 0; a < MAX_AXES && values(s, a) > 0; a++)
        sbuf_printf(&mixture, " %s", s->axis[a][rng == NULL ? 0 : rng_below(rng, values(s, a))]);
    check(t, s->module, sbuf_str(&mixture));
    sbuf_free(&mixture);
}

static void check_shape(const struct tool *t, const struct shape *s)
{
    check(t, s->module, "");
    check_mixture(t, s, NULL);
    if (!t->all || (t->slow && !slow_wanted()))
        return;
    for (int a = 0; a < MAX_AXES; a++)
        for (uint64_t v = 0; v < values(s, a); v++)
            check(t, s->module, s->axis[a][v]);
    struct rng rng = {1};
    for (int i = slow_wanted() ? MIXTURES_SLOW : MIXTURES; i > 0; i--)
        check_mixture(t, s, &rng);
}

static void lint(void **state)
{
    const struct tool *t = *state;
    if (!tool_installed(t->name)) {
        print_message("SKIPPED: %s is not installed; the units were NOT checked by it\n", t->name);
        skip();
    }
    for (size_t i = 0; i < SHAPES; i++)
        check_shape(t, &shapes[i]);
}

/* ---- the units ---- */

static void emit_home(struct hdl_design *d, const struct mgcc_rules *rules, struct unit_options on)
{
    const char *beside = rules->timed    ? tsu_emit(d, rules, on)
                         : rules->tracks ? imst_emit(d)
                                         : NULL;
    umc_emit(d, rules, on, reqtracker_emit(d, rules, on), beside);
}

static void emit_all(struct hdl_design *d)
{
    const struct mgcc_rules rules[] = {
        mgcc_rules,
        mgcc_rules_of((struct mgcc_choice){.rc = true}),
        mgcc_rules_of((struct mgcc_choice){.without = MGCC_M1 | MGCC_M2 | MGCC_M3 | MGCC_M4 |
                                                      MGCC_M5 | MGCC_M6 | MGCC_M9}),
        mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_PAPER}),
        mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_NONE}),
        mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_NONE_WB}),
        mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_VI}),
        mgcc_rules_of((struct mgcc_choice){.protocol = MGCC_HMG}),
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        l1_emit(d, &rules[i], (struct unit_options){0});
        l2_emit(d, &rules[i], (struct unit_options){0});
        if (!rules[i].timed && !rules[i].write_back && !rules[i].directory) {
            rdc_emit(d, &rules[i]);
            dram_mux_emit(d, &rules[i]);
        }
        const bool plain = !rules[i].timed && !rules[i].write_back && !rules[i].invalidates;
        if (plain)
            l2_emit(d, &rules[i], (struct unit_options){.both = true});
        if (plain || rules[i].directory)
            roles_emit(d, &rules[i]);
        emit_home(d, &rules[i], (struct unit_options){.keep_wts = rules[i].sends_cts});
    }
    l1_emit(d, &mgcc_rules, (struct unit_options){.ignores_lease = true});
    emit_home(d, &mgcc_rules, (struct unit_options){.keep_wts = true, .loses_answer = true});
    emit_home(d, &mgcc_rules, (struct unit_options){0});
    emit_home(d, &mgcc_rules, (struct unit_options){.loses_answer = true});
    switch_emit(d, false);
    switch_emit(d, true);
    link_emit(d);
    lane_emit(d, false);
    lane_emit(d, true);
    router_emit(d);
    router_emit_ugal(d);
    hop_emit(d);
    for (flit_set set = 1; set < 1U << FLIT_CLASSES; set++)
        if (flit_has(set, FLIT_REQ) || set == 1U << FLIT_RSP) {
            inject_emit(d, set);
            eject_emit(d, set);
        }
    copy_emit(d);
    hash_emit(d);
}

static bool add_leaves(struct hdl_design *d, struct error *err)
{
    static const char *const leaves[] = {"um_fifo",    "um_ram",   "um_delay",
                                         "um_arbiter", "um_epoch", "um_atomic"};
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/rtl/%s.v", UMBEL_ROOT, leaves[i]);
        if (!hdl_leaf(d, path, err))
            return false;
    }
    return true;
}

/* A unit that the matrix forgets is a mistake of the matrix. */
static bool all_in_matrix(const struct hdl_design *d, struct error *err)
{
    for (size_t i = 0; i < hdl_count(d); i++) {
        size_t s = 0;
        while (s < SHAPES && strcmp(shapes[s].module, hdl_name(d, i)) != 0)
            s++;
        if (s == SHAPES)
            return error_set(err, "%s is not in the matrix", hdl_name(d, i));
    }
    return true;
}

/* Nor may it forget a unit of a system that ships. */
static bool shipped_in_matrix(struct error *err)
{
    struct shipped_systems all = shipped_systems();
    bool ok = true;
    for (size_t i = 0; ok && i < all.n; i++) {
        struct system *s = system_load(all.names[i], NULL, 0, err);
        struct netlist *n = s != NULL ? netlist_new(s, err) : NULL;
        struct hdl_design *d = hdl_design_new();
        ok = n != NULL && netlist_emit_units(n, d, err) && all_in_matrix(d, err);
        hdl_design_free(d);
        netlist_free(n);
        system_free(s);
    }
    shipped_systems_free(&all);
    return ok;
}

static int write_units(void **state)
{
    (void)state;
    struct hdl_design *d = hdl_design_new();
    struct error err = {0};
    bool ok = mkdtemp(folder) != NULL && add_leaves(d, &err);
    if (ok) {
        emit_all(d);
        ok = !hdl_mistake(d, &err) && all_in_matrix(d, &err) && shipped_in_matrix(&err) &&
             hdl_write(d, folder, &err);
    }
    if (!ok)
        print_error("%s\n", err.text);
    hdl_design_free(d);
    return ok ? 0 : -1;
}

static int remove_units(void **state)
{
    (void)state;
    char command[64];
    struct sbuf said = {0};
    snprintf(command, sizeof command, "rm -r %s", folder);
    int status = tool_run(command, &said);
    sbuf_free(&said);
    return status;
}

int main(void)
{
    enum { COUNT = sizeof tools / sizeof *tools };
    struct CMUnitTest tests[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        tests[i] =
            (struct CMUnitTest){tools[i].name, lint, NULL, NULL, (void *)(uintptr_t)&tools[i]};
    return cmocka_run_group_tests_name("unit lint", tests, write_units, remove_units);
}
