#include "gen/units/directory/bank_front_gpu.h"

#include "gen/units/directory/bank_front_gpu_directory.h"
#include "gen/units/directory/bank_front_parts.h"
#include "gen/units/parts.h"

const struct unit_counter bank_front_gpu_counters[] = {
    {"own_requests", "requests", "of the package's L1s, let in", "own_go"},
    {"near_requests", "requests",
     "of packages of this GPU, for lines of other GPUs that have their GPU home here, let in",
     "near_go"},
    {"far_requests", "requests", "of other packages, for lines of here, let in", "far_go"},
    {"remotes", "requests", "of the L1s, for lines of other packages", "own_go && own_remote"},
    {"held", "requests", "let in after waiting for a place, or for one of their line",
     "own_go && held_q"},
    {"near_held", "requests", "of packages of this GPU, the same", "near_go && near_held_q"},
    {"far_held", "requests", "of other packages, that waited until answers had left",
     "far_go && far_held_q"},
    GPU_DIRECTORY_COUNTERS,
    {NULL, NULL, NULL, NULL},
};

static void params(struct hdl *m, const struct rules *rules)
{
    bank_front_params(m, rules, true);
    hdl_param(m, "REMOTES", "2",
              "own requests for lines of other packages that may be in the bank, and as many near "
              "ones: a power of two, both together fewer than it has MSHRs");
    hdl_param(m, "NEARS", "2",
              "near requests that may be here: a power of two, at least REMOTES for each other "
              "package of this GPU");
    gpu_directory_params(m, rules);
    hdl_param(m, "PATH_W", "2*HOME_W", "derived: | to | from |, in requests between packages");
    bank_front_widths(m, rules, "PATH_W");
}

static void channels(struct hdl *m)
{
    bank_front_channels(m, true);
    gpu_directory_channels(m);
    unit_ports(m);
    hdl_localparam(m, "AT_W", "$clog2(REMOTES)", NULL);
    hdl_localparam(m, "ENTRIES", "2*REMOTES", "of the table: the upper half is of near requests");
    hdl_localparam(m, "CHIPS", "1 << CHIP_W", "packages of a GPU");
    hdl_localparam(m, "GPUS", "1 << (HOME_W - CHIP_W)", NULL);
    hdl_localparam(m, "GPU_LSB", "HOME_LSB + CHIP_W", NULL);
    hdl_localparam(m, "GPU_W", "HOME_W - CHIP_W", NULL);
}

#define REQ_FIELDS "data", "mask", "line", "op", "fn", "src", NULL
/* Whether this package is the home of `line`, or its GPU home. */
#define IS_HOMED(line) line "[HOME_LSB +: CHIP_W] == HOME[CHIP_W-1:0]"

/* Far requests and near ones come by one channel. Near ones go into a queue that has room for all,
 * so that no far one waits behind one. */
static void near_queue(struct hdl *m, const struct rules *rules)
{
    part_in_queue(m, "far_req", "FAR_REQ_W");
    msg_unpack(m, rules->req, "far", "far_req_msg", "PATH_W", NULL, REQ_FIELDS);
    hdl_unused(m, "far_src"); /* where it has come to: here */
    hdl_let(m, "far_here", "1", IS_HERE("far_line"));
    hdl_let(m, "far_is_near", "1", "far_req_valid && !far_here");
    hdl_wire(m, "near_room", "1", NULL);
    hdl_wire(m, "near_valid", "1", NULL);
    hdl_wire(m, "near_msg", "FAR_REQ_W", NULL);
    hdl_wire(m, "near_pop", "1", NULL);
    hdl_inst (m, "um_fifo", "near_queue") {
        hdl_with(m, "WIDTH", "FAR_REQ_W");
        hdl_with(m, "DEPTH", "NEARS");
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", "far_is_near");
        hdl_pin(m, "in_ready_o", "near_room");
        hdl_pin(m, "in_msg_i", "far_req_msg");
        hdl_pin(m, "out_valid_o", "near_valid");
        hdl_pin(m, "out_ready_i", "near_pop");
        hdl_pin(m, "out_msg_o", "near_msg");
    }
    msg_unpack(m, rules->req, "near", "near_msg", "PATH_W", NULL, REQ_FIELDS);
    hdl_unused(m, "near_src");
}

static void queues(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Every channel has its queue: outputs depend on registers alone.");
    part_in_queue(m, "own_req", "OWN_REQ_W");
    msg_unpack(m, rules->req, "own", "own_req_msg", "OWN_W", NULL, REQ_FIELDS);
    near_queue(m, rules);
    bank_front_queues(m, rules, "PATH_W");
    hdl_note(m, "It always has room, for what may be in the bank.");
    part_out_queue_of(m, "there_req", "FAR_REQ_W", "2*REMOTES");
    gpu_directory_queues(m, rules);
}

static void kinds(struct hdl *m)
{
    hdl_note(m, "A fresh load of this GPU's scope is a load like others at a home of its line.");
    hdl_let(m, "own_here", "1", IS_HERE("own_line"));
    hdl_let(m, "own_homed", "1", IS_HOMED("own_line"));
    hdl_let(m, "own_near", "1", "own_homed && own_op == OP_FRESH && own_fn == MSG_FN_NEAR");
    hdl_let(m, "own_is_load", "1", "own_op == OP_LOAD || own_near");
    hdl_let(m, "own_leaves", "1",
            "own_is_load || own_op == OP_STORE || own_op == OP_FRESH || own_op == OP_ATOMIC");
    hdl_let(m, "own_remote", "1", "own_leaves && !own_here");
    hdl_note(m, "A fresh load of the system passes the GPU home's copy; banks send it as a load.");
    hdl_let(m, "near_fresh", "1", "near_op == OP_LOAD && near_fn == MSG_FN_FRESH");
    hdl_let(m, "near_is_load", "1", "near_op == OP_LOAD && !near_fresh");
    hdl_let(m, "own_who", "SRC_W", "{{SRC_W - OWN_W{1'b0}}, own_src}");
    const char *other = "{1'b1, {SRC_W - 1{1'b0}}}";
    hdl_let(m, "far_who", "SRC_W",
            hdl_v(m, "{{SRC_W - HOME_W{1'b0}}, far_src[HOME_W-1:0]} | %s", other));
    hdl_let(m, "near_who", "SRC_W",
            hdl_v(m, "{{SRC_W - HOME_W{1'b0}}, near_src[HOME_W-1:0]} | %s", other));
}

/* The own requests for lines of other packages and the near ones that are in the bank, from when
 * they are let in until their answers leave it. */
static void table(struct hdl *m)
{
    hdl_note(m, "Requests that may wait for other packages. Loads of one line may be there "
                "together, as one joins the other; any other is alone, so that none waits in the "
                "bank for another.");
    hdl_reg(m, "busy_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_reg(m, "load_q", "ENTRIES", "{ENTRIES{1'b0}}", NULL);
    hdl_mem(m, "entry_line", "LINE_W", "ENTRIES", NULL);
    hdl_mem(m, "entry_who", "SRC_W", "ENTRIES", NULL);
    hdl_let(m, "is_access", "1", "rsp_op == OP_LOAD || rsp_op == OP_STORE || rsp_op == OP_ATOMIC");
    hdl_let(m, "is_dropped", "1", "rsp_op == OP_INVALIDATE");
    hdl_wire(m, "in_own_way", "ENTRIES", "may not be in the bank beside the own request");
    hdl_wire(m, "in_near_way", "ENTRIES", "nor beside the near one");
    hdl_wire(m, "answered", "ENTRIES", "what the bank answers");
    hdl_gen_for (m, "e", "ENTRIES", "entry") {
        hdl_let(m, "line", "LINE_W", "entry_line[e]");
        hdl_let(m, "who", "SRC_W", "entry_who[e]");
        hdl_assign(m, "in_own_way[e]",
                   "busy_q[e] && line == own_line && !(own_is_load && load_q[e])");
        hdl_assign(m, "in_near_way[e]",
                   "busy_q[e] && line == near_line && !(near_is_load && load_q[e])");
        hdl_assign(m, "answered[e]",
                   "busy_q[e] && is_access && line == rsp_line && who == rsp_dst");
    }
    hdl_let(m, "own_free", "REMOTES", "~busy_q[REMOTES-1:0]");
    part_first(m, "own_at", "AT_W", "own_free", "REMOTES");
    hdl_let(m, "near_free", "REMOTES", "~busy_q[ENTRIES-1:REMOTES]");
    part_first(m, "near_at", "AT_W", "near_free", "REMOTES");
    hdl_let(m, "shown_at", "AT_W + 1", "probe_sel_i[AT_W:0]");
    bank_front_shown(m);
}

static void admits(struct hdl *m)
{
    hdl_note(m, "Near and far requests that are in the bank, or whose answers have not left.");
    hdl_reg(m, "near_q", "AT_W + 1", "{AT_W + 1{1'b0}}", NULL);
    hdl_reg(m, "far_q", "AT_W + 1", "{AT_W + 1{1'b0}}", NULL);
    hdl_let(m, "own_fits", "1", "!own_remote || ((|own_free) && !(|in_own_way))");
    hdl_let(m, "near_fits", "1", "(|near_free) && !near_q[AT_W] && !(|in_near_way)");
    hdl_let(m, "own_may", "1",
            "own_req_valid && own_fits && (own_release ? release_room : own_slot)");
    hdl_let(m, "near_may", "1", "near_valid && near_fits && slot");
    hdl_let(m, "far_may", "1",
            "far_req_valid && far_here && !far_q[AT_W] && (far_release ? release_room : slot)");
}

/* Whoever was served longest ago comes first. A round of turns would not do: what may go in depends
 * on places that the others take, and one could have its turn only when it may not. */
static void turns(struct hdl *m)
{
    hdl_note(m,
             "Own, near and far requests: which of two comes first, the one served longest ago.");
    hdl_reg(m, "own_near_q", "1", "1'b1", "own before near");
    hdl_reg(m, "own_far_q", "1", "1'b1", "own before far");
    hdl_reg(m, "near_far_q", "1", "1'b1", "near before far");
    hdl_let(m, "of_own", "1", "own_may && (!near_may || own_near_q) && (!far_may || own_far_q)");
    hdl_let(m, "of_near", "1", "near_may && (!own_may || !own_near_q) && (!far_may || near_far_q)");
    hdl_let(m, "of_far", "1", "far_may && (!own_may || !own_far_q) && (!near_may || !near_far_q)");
    hdl_assign(m, "any", "own_may || near_may || far_may");
}

static void requests(struct hdl *m, const struct rules *rules)
{
    hdl_wire(m, "any", "1", NULL);
    turns(m);
    hdl_let(m, "is_release", "1", "of_far ? far_release : of_own && own_release");
    hdl_let(m, "go", "1", "any && (is_release || req_room)");
    hdl_let(m, "release_go", "1", "go && is_release");
    hdl_let(m, "own_go", "1", "go && of_own");
    hdl_let(m, "near_go", "1", "go && of_near");
    hdl_let(m, "far_go", "1", "go && of_far");
    hdl_on_clock (m) {
        hdl_when (m, "own_go") {
            hdl_set(m, "own_near_q", "1'b0");
            hdl_set(m, "own_far_q", "1'b0");
        }
        hdl_when (m, "near_go") {
            hdl_set(m, "own_near_q", "1'b1");
            hdl_set(m, "near_far_q", "1'b0");
        }
        hdl_when (m, "far_go") {
            hdl_set(m, "own_far_q", "1'b1");
            hdl_set(m, "near_far_q", "1'b1");
        }
    }
    hdl_assign(m, "own_req_pop", "own_go");
    hdl_assign(m, "near_pop", "near_go");
    hdl_assign(m, "far_req_pop", "far_go || (far_is_near && near_room)");
    hdl_assign(m, "req_push", "any && !is_release");
    msg_pack(
        m, rules->req, "req_msg", NULL, NULL,
        (struct msg_value[]){{"data", "of_far ? far_data : of_near ? near_data : own_data"},
                             {"mask", "of_far ? far_mask : of_near ? near_mask : own_mask"},
                             {"line", "of_far ? far_line : of_near ? near_line : own_line"},
                             {"op", "of_far ? far_op : of_near ? (near_fresh ? OP_FRESH : near_op)"
                                    " : own_near ? OP_LOAD : own_op"},
                             {"fn", "of_far ? far_fn : of_near ? near_fn : own_fn"},
                             {"src", "of_far ? far_who : of_near ? near_who : own_who"},
                             {NULL, NULL}});
}

/* The answers of the bank, and before them those of releases. */
static void answers(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "The bank's answers go back to where the requests came from.");
    hdl_let(m, "to_far", "1", "!is_dropped && rsp_dst[SRC_W-1]");
    gpu_directory_entries(m);
    hdl_let(m, "tells", "1", "rsp_valid && rsp_may && !is_dropped && !release_told");
    hdl_let(m, "own_back", "1", "tells && !to_far && own_rsp_room");
    hdl_let(m, "far_back", "1", "tells && to_far && far_rsp_room");
    hdl_assign(m, "rsp_pop", "own_back || far_back || drop_back");
    hdl_let(m, "release_far", "1", "release_who_q[SRC_W-1]");
    hdl_unused(m, "release_who_q"); /* the bits between the narrower number and the highest */
    hdl_let(m, "tells_release", "1", "release_told && (release_far ? far_rsp_room : own_rsp_room)");
    hdl_assign(m, "own_rsp_push", "(tells && !to_far) || (release_told && !release_far)");
    hdl_assign(m, "far_rsp_push", "(tells && to_far) || (release_told && release_far)");
    hdl_assign(m, "answers_gpu",
               "release_told ? release_who_q[CHIP_W +: GPU_W] : rsp_dst[CHIP_W +: GPU_W]");
    const char *narrow[][3] = {{"own_rsp_msg", "OWN_W", "OWN_W"},
                               {"far_rsp_msg", "PATH_W", "HOME_W"}};
    for (int i = 0; i < 2; i++) {
        const char *w = narrow[i][2];
        msg_pack(m, rules->rsp, narrow[i][0], narrow[i][1], NULL,
                 (struct msg_value[]){
                     {"data", "rsp_data"},
                     {"line", "release_told ? release_line_q : rsp_line"},
                     {"op", "release_told ? OP_STORE : rsp_op"},
                     {"dst", hdl_v(m, "%srelease_told ? release_who_q[%s-1:0] : rsp_dst[%s-1:0]%s",
                                   i == 1 ? "{{HOME_W{1'b0}}, " : "", w, w, i == 1 ? "}" : "")},
                     {NULL, NULL}});
    }
}

static void update(struct hdl *m)
{
    hdl_note(m, "What comes in takes its place, and what has left gives it back.");
    hdl_let(m, "own_entered", "REMOTES",
            "own_go && own_remote ? {{REMOTES - 1{1'b0}}, 1'b1} << own_at : {REMOTES{1'b0}}");
    hdl_let(m, "near_entered", "REMOTES",
            "near_go ? {{REMOTES - 1{1'b0}}, 1'b1} << near_at : {REMOTES{1'b0}}");
    hdl_let(m, "left", "ENTRIES", "own_back || far_back ? answered : {ENTRIES{1'b0}}");
    hdl_let(m, "far_left", "1", "across_rsp_goes || (inside_rsp_goes && inside_rsp_here)");
    hdl_let(m, "near_left", "1", "inside_rsp_goes && !inside_rsp_here");
    static const char *const who[] = {"", "near_", "far_"};
    hdl_let(m, "waits", "1", "own_req_valid && !own_may");
    hdl_let(m, "near_waits", "1", "near_valid && !near_may");
    hdl_let(m, "far_waits", "1", "far_req_valid && far_here && !far_may");
    for (int i = 0; i < 3; i++)
        hdl_reg(m, hdl_v(m, "%sheld_q", who[i]), "1", "1'b0", "its request has waited");
    hdl_on_clock (m) {
        hdl_set(m, "busy_q", "(busy_q & ~left) | {near_entered, own_entered}");
        hdl_when (m, "own_go && own_remote") {
            hdl_set(m, "load_q[{1'b0, own_at}]", "own_is_load");
            hdl_set(m, "entry_line[{1'b0, own_at}]", "own_line");
            hdl_set(m, "entry_who[{1'b0, own_at}]", "own_who");
        }
        hdl_when (m, "near_go") {
            hdl_set(m, "load_q[{1'b1, near_at}]", "near_is_load");
            hdl_set(m, "entry_line[{1'b1, near_at}]", "near_line");
            hdl_set(m, "entry_who[{1'b1, near_at}]", "near_who");
        }
        hdl_set(m, "near_q", "near_q + {{AT_W{1'b0}}, near_go} - {{AT_W{1'b0}}, near_left}");
        hdl_set(m, "far_q", "far_q + {{AT_W{1'b0}}, far_go} - {{AT_W{1'b0}}, far_left}");
        hdl_set(m, "held_q", "!own_go && (held_q || waits)");
        hdl_set(m, "near_held_q", "!near_go && (near_held_q || near_waits)");
        hdl_set(m, "far_held_q", "!far_go && (far_held_q || far_waits)");
    }
}

static void below(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "What the bank asks goes to the GPU home of its line, which may be the home, and "
                "from there to the home. A release goes to the home.");
    bank_front_asks(m);
    hdl_let(m, "asks_release", "1", "ask_op == OP_STORE && ask_fn == MSG_FN_RELEASE");
    hdl_let(m, "asks_home", "1", hdl_v(m, "asks_release || %s", IS_HOMED("ask_line")));
    hdl_let(m, "there_to", "HOME_W",
            "{asks_home ? ask_line[GPU_LSB +: GPU_W] : HOME[CHIP_W +: GPU_W],"
            " ask_line[HOME_LSB +: CHIP_W]}");
    bank_front_there(m, rules, "PATH_W", "{there_to, HOME[HOME_W-1:0]}");
}

const char *bank_front_gpu_emit(struct hdl_design *d, const struct rules *rules)
{
    char name[UNIT_NAME];
    unit_name(name, "bank_front", rules->name, (struct unit_options){.gpu_homes = true});
    if (hdl_has(d, name))
        return hdl_own_name(d, name);
    struct hdl *m = hdl_module(d, name,
                               "Around an L2 bank that is asked by the SMs of its package, by "
                               "other packages of its GPU and by other GPUs.");
    params(m, rules);
    channels(m);
    queues(m, rules);
    kinds(m);
    table(m);
    gpu_directory_admits(m);
    admits(m);
    requests(m, rules);
    answers(m, rules);
    gpu_directory_kills(m, rules);
    update(m);
    below(m, rules);
    hdl_assign(m, "idle_o",
               "!go && !own_back && !far_back && !far_is_near && !ask_go && !tell_go"
               " && !(waits && !held_q) && !(near_waits && !near_held_q)"
               " && !(far_waits && !far_held_q) && !(" GPU_DIRECTORY_BUSY ")");
    unit_counters(m, bank_front_gpu_counters, "shown", NULL);
    hdl_end(m);
    return hdl_own_name(d, name);
}
