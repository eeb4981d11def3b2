#include "gen/units/directory/bank_front.h"

#include "gen/units/directory/bank_front_directory.h"
#include "gen/units/directory/bank_front_parts.h"
#include "gen/units/parts.h"

#define COUNTERS                                                                                   \
    {"own_requests", "requests", "of the package's L1s, let in", "own_go"},                        \
        {"far_requests", "requests", "of other packages, let in", "far_go"},                       \
        {"remotes", "requests", "of the L1s, for lines of other packages",                         \
         "own_go && own_remote"},                                                                  \
        {"held", "requests", "let in after waiting for a place, or for one of their line",         \
         "own_go && held_q"},                                                                      \
    {                                                                                              \
        "far_held", "requests", "of other packages, that waited until answers had left",           \
            "far_go && far_held_q"                                                                 \
    }

const struct unit_counter *bank_front_counters(const struct rules *rules)
{
    static const struct unit_counter plain[] = {COUNTERS, {NULL, NULL, NULL, NULL}};
    static const struct unit_counter directory[] = {
        COUNTERS, DIRECTORY_COUNTERS, {NULL, NULL, NULL, NULL}};
    return rules->directory ? directory : plain;
}

static void header(struct hdl *m, const struct rules *rules)
{
    bank_front_params(m, rules, false);
    hdl_param(m, "REMOTES", "2",
              "requests for lines of other packages that may be in the bank: a power of two, fewer "
              "than it has MSHRs");
    if (rules->directory)
        directory_params(m, rules);
    bank_front_widths(m, rules, "HOME_W");
    bank_front_channels(m, false);
    if (rules->directory)
        directory_channels(m);
    unit_ports(m);
    hdl_localparam(m, "AT_W", "$clog2(REMOTES)", NULL);
}

/* A queue of answers to other packages, between channels of these names. */
static void far_queue(struct hdl *m, const char *name, const char *depth, const char *const in[3],
                      const char *const out[3])
{
    hdl_inst (m, "um_fifo", name) {
        hdl_with(m, "WIDTH", "FAR_RSP_W");
        hdl_with(m, "DEPTH", depth);
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", in[0]);
        hdl_pin(m, "in_ready_o", in[1]);
        hdl_pin(m, "in_msg_i", in[2]);
        hdl_pin(m, "out_valid_o", out[0]);
        hdl_pin(m, "out_ready_i", out[1]);
        hdl_pin(m, "out_msg_o", out[2]);
    }
}

/* With a directory, invalidations leave beside answers to other packages. */
static void far_answers(struct hdl *m)
{
    static const char *const pushed[] = {"far_rsp_push", "far_rsp_room", "far_rsp_msg"},
                             *const heads[] = {"far_rsp_first", "far_rsp_leaves", "far_rsp_head"},
                             *const outs[] = {"out_push", "out_room", "out_msg"},
                             *const channel[] = {"far_rsp_valid_o", "far_rsp_ready_i",
                                                 "far_rsp_msg_o"};
    hdl_wire(m, "far_rsp_push", "1", NULL);
    hdl_wire(m, "far_rsp_room", "1", NULL);
    hdl_wire(m, "far_rsp_msg", "FAR_RSP_W", NULL);
    hdl_wire(m, "far_rsp_first", "1", NULL);
    hdl_wire(m, "far_rsp_leaves", "1", NULL);
    hdl_wire(m, "far_rsp_head", "FAR_RSP_W", NULL);
    far_queue(m, "far_rsp_queue", "REMOTES", pushed, heads);
    hdl_wire(m, "out_push", "1", NULL);
    hdl_wire(m, "out_room", "1", NULL);
    hdl_wire(m, "out_msg", "FAR_RSP_W", NULL);
    far_queue(m, "out_queue", "QUEUE_OUT", outs, channel);
}

static void queues(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Every channel has its queue: outputs depend on registers alone.");
    part_in_queue(m, "own_req", "OWN_REQ_W");
    msg_unpack(m, rules->req, "own", "own_req_msg", "OWN_W", NULL, "data", "mask", "line", "op",
               "fn", "src", NULL);
    part_in_queue(m, "far_req", "FAR_REQ_W");
    msg_unpack(m, rules->req, "far", "far_req_msg", "HOME_W", NULL, "data", "mask", "line", "op",
               "fn", "src", NULL);
    bank_front_queues(m, rules, "HOME_W");
    hdl_note(m, "These two always have room, for what may be in the bank.");
    if (rules->directory)
        far_answers(m);
    else
        part_out_queue_of(m, "far_rsp", "FAR_RSP_W", "REMOTES");
    part_out_queue_of(m, "there_req", "FAR_REQ_W", rules->write_back ? "4*REMOTES" : "REMOTES");
    if (rules->directory)
        directory_queues(m, rules);
}

static void own_kind(struct hdl *m, bool directory)
{
    if (directory)
        hdl_let(m, "own_near", "1", "own_op == OP_FRESH && own_fn == MSG_FN_NEAR");
    hdl_let(m, "own_is_load", "1", hdl_any(m, "own_op == OP_LOAD", directory ? "own_near" : NULL));
    hdl_let(m, "own_leaves", "1",
            "own_is_load || own_op == OP_STORE || own_op == OP_FRESH || own_op == OP_ATOMIC");
    hdl_let(m, "own_here", "1", IS_HERE("own_line"));
    hdl_let(m, "own_remote", "1", "own_leaves && !own_here");
}

/* The requests for lines of other packages that are in the bank, from when they are let in until
 * their answers leave. */
static void table(struct hdl *m, bool directory)
{
    hdl_note(m, "Requests for lines of other packages that are in the bank. Loads of one line may "
                "be there together, as one joins the other; any other is alone, so that none waits "
                "in the bank for another.");
    hdl_reg(m, "busy_q", "REMOTES", "{REMOTES{1'b0}}", NULL);
    hdl_reg(m, "load_q", "REMOTES", "{REMOTES{1'b0}}", NULL);
    hdl_mem(m, "entry_line", "LINE_W", "REMOTES", NULL);
    hdl_mem(m, "entry_src", "OWN_W", "REMOTES", NULL);
    hdl_let(m, "is_peek", "1", "rsp_op == OP_PEEK_L2");
    hdl_wire(m, "in_the_way", "REMOTES", "may not be in the bank beside the own request");
    hdl_wire(m, "answered", "REMOTES", "what the bank answers");
    hdl_gen_for (m, "e", "REMOTES", "entry") {
        hdl_let(m, "line", "LINE_W", "entry_line[e]");
        hdl_let(m, "src", "OWN_W", "entry_src[e]");
        hdl_assign(m, "in_the_way[e]",
                   "busy_q[e] && line == own_line && !(own_is_load && load_q[e])");
        hdl_assign(m, "answered[e]",
                   "busy_q[e] && !is_peek && line == rsp_line && src == rsp_dst[OWN_W-1:0]");
    }
    hdl_let(m, "free_entries", "REMOTES", "~busy_q");
    part_first(m, "free_at", "AT_W", "free_entries", "REMOTES");
    hdl_let(m, "own_fits", "1", "!own_remote || ((|free_entries) && !(|in_the_way))");
    hdl_let(m, "own_may", "1",
            hdl_all(m, "own_req_valid", "own_fits",
                    directory ? "own_release ? release_room : own_slot" : NULL));
    hdl_let(m, "shown_at", "AT_W", "probe_sel_i[AT_W-1:0]");
    bank_front_shown(m);
}

static void far_places(struct hdl *m, bool directory)
{
    hdl_note(m, "Far requests that are in the bank, or whose answers have not left.");
    hdl_reg(m, "far_q", "AT_W + 1", "{AT_W + 1{1'b0}}", NULL);
    hdl_let(m, "far_may", "1",
            hdl_all(m, "far_req_valid", "!far_q[AT_W]",
                    directory ? "far_release ? release_room : slot" : NULL));
}

static void requests(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Own and far requests take turns.");
    hdl_wire(m, "any", "1", NULL);
    hdl_wire(m, "of_far", "1", "whose turn it is");
    if (rules->directory) {
        hdl_let(m, "is_release", "1", "of_far ? far_release : own_release");
        hdl_let(m, "go", "1", "any && (is_release || req_room)");
        hdl_let(m, "release_go", "1", "go && is_release");
    } else {
        hdl_let(m, "go", "1", "any && req_room");
    }
    hdl_inst (m, "um_arbiter", "turns") {
        hdl_with(m, "N", "2");
        hdl_with(m, "IDX_W", "1");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "{far_may, own_may}");
        hdl_pin(m, "take_i", "go");
        hdl_pin(m, "any_o", "any");
        hdl_pin(m, "winner_o", "of_far");
    }
    hdl_let(m, "own_go", "1", "go && !of_far");
    hdl_let(m, "far_go", "1", "go && of_far");
    hdl_assign(m, "own_req_pop", "own_go");
    hdl_assign(m, "far_req_pop", "far_go");
    hdl_assign(m, "req_push", hdl_all(m, "any", rules->directory ? "!is_release" : NULL));
    hdl_let(m, "own_who", "SRC_W", "{{SRC_W - OWN_W{1'b0}}, own_src}");
    hdl_let(m, "far_who", "SRC_W", "{{SRC_W - HOME_W{1'b0}}, far_src} | {1'b1, {SRC_W - 1{1'b0}}}");
    msg_pack(m, rules->req, "req_msg", NULL, NULL,
             (struct msg_value[]){{"data", "of_far ? far_data : own_data"},
                                  {"mask", "of_far ? far_mask : own_mask"},
                                  {"line", "of_far ? far_line : own_line"},
                                  {"op", rules->directory
                                             ? "of_far ? far_op : own_near ? OP_LOAD : own_op"
                                             : "of_far ? far_op : own_op"},
                                  {"fn", "of_far ? far_fn : own_fn"},
                                  {"src", "of_far ? far_who : own_who"},
                                  {NULL, NULL}});
}

static void bank_answers(struct hdl *m, const struct rules *rules)
{
    hdl_assign(m, "own_rsp_push", "tells && !to_far");
    hdl_assign(m, "far_rsp_push", "tells && to_far");
    const char *narrow[][2] = {{"own_rsp_msg", "OWN_W"}, {"far_rsp_msg", "HOME_W"}};
    for (int i = 0; i < 2; i++)
        msg_pack(m, rules->rsp, narrow[i][0], narrow[i][1], NULL,
                 (struct msg_value[]){{"data", "rsp_data"},
                                      {"line", "rsp_line"},
                                      {"op", "rsp_op"},
                                      {"dst", hdl_v(m, "rsp_dst[%s-1:0]", narrow[i][1])},
                                      {NULL, NULL}});
}

static void answers(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "The bank's answers go back to where the requests came from.");
    hdl_let(m, "to_far", "1", "rsp_dst[SRC_W-1]");
    hdl_unused(m, "rsp_dst"); /* the bits between the narrower number and the highest */
    if (rules->directory)
        directory_entries(m);
    hdl_let(m, "tells", "1",
            rules->directory ? "rsp_valid && rsp_may && !release_told" : "rsp_valid");
    hdl_let(m, "own_back", "1", "tells && !to_far && own_rsp_room");
    hdl_let(m, "far_back", "1", "tells && to_far && far_rsp_room");
    hdl_assign(m, "rsp_pop", "own_back || far_back");
    if (rules->directory)
        directory_answers(m, rules);
    else
        bank_answers(m, rules);
}

static void update(struct hdl *m, bool directory)
{
    hdl_note(m, "What comes in takes its place, and what has left gives it back.");
    hdl_let(m, "entered", "REMOTES",
            "own_go && own_remote ? {{REMOTES - 1{1'b0}}, 1'b1} << free_at : {REMOTES{1'b0}}");
    hdl_let(m, "left", "REMOTES", "own_back ? answered : {REMOTES{1'b0}}");
    hdl_let(m, "far_left", "1", directory ? "answer_goes" : "far_rsp_valid_o && far_rsp_ready_i");
    hdl_reg(m, "held_q", "1", "1'b0", "the own request has waited");
    hdl_reg(m, "far_held_q", "1", "1'b0", "the far one has");
    hdl_let(m, "waits", "1", "own_req_valid && !own_may");
    hdl_let(m, "far_waits", "1", "far_req_valid && !far_may");
    hdl_on_clock (m) {
        hdl_set(m, "busy_q", "(busy_q & ~left) | entered");
        hdl_when (m, "own_go && own_remote") {
            hdl_set(m, "load_q[free_at]", "own_is_load");
            hdl_set(m, "entry_line[free_at]", "own_line");
            hdl_set(m, "entry_src[free_at]", "own_src");
        }
        hdl_set(m, "far_q", "far_q + {{AT_W{1'b0}}, far_go} - {{AT_W{1'b0}}, far_left}");
        hdl_set(m, "held_q", "!own_go && (held_q || waits)");
        hdl_set(m, "far_held_q", "!far_go && (far_held_q || far_waits)");
    }
}

static void below(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "What the bank asks goes to the home of its line.");
    bank_front_asks(m);
    bank_front_there(m, rules, "HOME_W", "HOME[HOME_W-1:0]");
}

const char *bank_front_emit(struct hdl_design *d, const struct rules *rules)
{
    char name[UNIT_NAME];
    unit_name(name, "bank_front", rules->name, (struct unit_options){0});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name,
                               "Around an L2 bank that is asked by the SMs of its package and by "
                               "other packages.");
    header(m, rules);
    queues(m, rules);
    const bool directory = rules->directory;
    own_kind(m, directory);
    if (directory)
        directory_admits(m);
    table(m, directory);
    far_places(m, directory);
    requests(m, rules);
    answers(m, rules);
    if (directory)
        directory_kills(m, rules);
    update(m, directory);
    below(m, rules);
    hdl_assign(m, "idle_o",
               hdl_v(m,
                     "!go && !own_back && !far_back && !ask_go && !tell_go && !(waits && !held_q)"
                     " && !(far_waits && !far_held_q)%s",
                     directory ? " && !(" DIRECTORY_BUSY ")" : ""));
    unit_counters(m, bank_front_counters(rules), "shown", NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
