#include "gen/units/directory/bank_front_gpu_directory.h"

#include "gen/units/directory/bank_front_parts.h"
#include "gen/units/parts.h"

void gpu_directory_params(struct hdl *m, const struct rules *rules)
{
    hdl_param(m, "TAG_W", "2", "bits of an invalidation's tag, at least 2");
    hdl_param(m, "BANK_W", "1", "low bits of a line address that chose this bank");
    hdl_param(m, "SETS", "16", "of the directory: a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "KILLS", "8",
              "kills of requests that may wait: a power of two above 2*REMOTES, so that own and "
              "near requests, which may wait for other packages, leave places to far ones");
    hdl_param(m, "CREDITS", "2", "kills under way to other GPUs: a power of two");
    hdl_param(
        m, "INSIDE", "16",
        "places in the queue of kills inside the GPU: a power of two, at least KILLS and one, "
        "and CREDITS and one for each other GPU");
    hdl_param(m, "ACROSS", "16",
              "places in the queue of kills across GPUs: a power of two, at least KILLS and one");
    hdl_param(m, "ACK_W", msg_width_expr(m, rules->ack, NULL, NULL), "derived");
}

void gpu_directory_channels(struct hdl *m)
{
    hdl_group(m, "Acknowledgements of invalidations.");
    hdl_channel_out(m, "far_ack", "ACK_W", "to the homes and GPU homes that want them");
    hdl_channel_in(m, "dir_ack", "ACK_W", "of other packages, for this directory");
}

/* ---- who is let in ---- */

void gpu_directory_admits(struct hdl *m)
{
    hdl_localparam(m, "KILL_W", "$clog2(KILLS)", NULL);
    hdl_note(m, "Places of the queues of kills: taken from when a request is let in that may cause "
                "kills until it has caused none, or until they are sent.");
    hdl_reg(m, "inside_slots_q", "KILL_W + 1", "{KILL_W + 1{1'b0}}", NULL);
    hdl_reg(m, "across_slots_q", "KILL_W + 1", "{KILL_W + 1{1'b0}}", NULL);
    hdl_let(m, "slot", "1", "!inside_slots_q[KILL_W] && !across_slots_q[KILL_W]");
    hdl_let(m, "own_writes", "1", "own_op == OP_STORE || own_op == OP_ATOMIC");
    hdl_let(m, "own_kills", "1", "own_writes && own_homed");
    hdl_let(m, "own_slot", "1", "!own_kills || slot");
    const char *near = "fn == MSG_FN_RELEASE_NEAR";
    const char *any = "op == OP_STORE && (";
    hdl_let(m, "own_release", "1",
            hdl_v(m, "own_here && own_%sown_fn == MSG_FN_RELEASE || own_%s)", any, near));
    hdl_let(m, "far_release", "1",
            hdl_v(m, "far_%sfar_fn == MSG_FN_RELEASE || far_%s)", any, near));
    hdl_wire(m, "release_room", "1", "a release may enter the queues of kills");
    hdl_wire(m, "release_told", "1", "a release is to be answered");
    hdl_reg(m, "release_q", "1", "1'b0", "a release is under way");
    hdl_reg(m, "release_who_q", "SRC_W", NULL, "who asked for it");
    hdl_reg(m, "release_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "release_near_q", "1", "1'b0", "it is of this GPU's scope");
}

/* ---- entries ---- */

/* The row of the answer's set: read in one cycle, and used in the next. */
static void array(struct hdl *m)
{
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_LSB", "BANK_W + SET_W", NULL);
    hdl_localparam(m, "KEY_W", "LINE_W - KEY_LSB", "bits of a tag");
    hdl_localparam(m, "SHARERS", "GPUS + CHIPS", "| GPUs | packages of this GPU |");
    hdl_localparam(m, "ENTRY_W", "SHARERS + KEY_W", "| sharers | tag |; no sharers: no entry");
    bank_front_row(m, "KEY_LSB");
}

/* What the answer is to the directory. */
static void kinds(struct hdl *m)
{
    hdl_note(m, "The directory looks at answers to loads of other packages, to stores and atomics "
                "of all, and at invalidations that came here as the GPU home, of lines that have "
                "a home here.");
    hdl_let(m, "rsp_homed", "1", "rsp_line[HOME_LSB +: CHIP_W] == HOME[CHIP_W-1:0]");
    hdl_let(m, "is_share", "1", "to_far && rsp_op == OP_LOAD");
    hdl_let(m, "is_write", "1", "rsp_op == OP_STORE || rsp_op == OP_ATOMIC");
    hdl_let(m, "drop_tag", "2", "rsp_data[1:0]");
    hdl_let(m, "is_kill", "1", "is_dropped && drop_tag == BANK_FRONT_TAG_CREDIT");
    hdl_let(m, "is_marker", "1", "is_dropped && drop_tag == BANK_FRONT_TAG_MARKER");
    hdl_let(m, "looks", "1", "rsp_homed && (is_share || is_write || is_kill)");
    hdl_let(m, "hands_marker", "1", "is_marker && rsp_homed");
}

/* Who has the line after the answer, and who is told to drop it, or the line that gives way. */
static void sharers(struct hdl *m)
{
    hdl_let(m, "rsp_from", "HOME_W", "rsp_dst[HOME_W-1:0]");
    hdl_let(m, "from_gpu", "GPU_W", "rsp_from[CHIP_W +: GPU_W]");
    hdl_let(m, "from_chip", "CHIP_W", "rsp_from[CHIP_W-1:0]");
    hdl_let(m, "from_inside", "1", "from_gpu == HOME[CHIP_W +: GPU_W]");
    hdl_let(m, "one_chip", "CHIPS", "{{CHIPS - 1{1'b0}}, 1'b1} << from_chip");
    hdl_let(m, "one_gpu", "GPUS", "{{GPUS - 1{1'b0}}, 1'b1} << from_gpu");
    hdl_let(m, "asker", "SHARERS",
            "!to_far ? {SHARERS{1'b0}} : from_inside ? {{GPUS{1'b0}}, one_chip}"
            " : {one_gpu, {CHIPS{1'b0}}}");
    hdl_let(m, "were", "SHARERS", "hit ? found : {SHARERS{1'b0}}");
    hdl_note(m, "A load adds its asker. Of a store's sharers its own asker stays.");
    hdl_let(m, "sharers", "SHARERS", "is_share ? were | asker : were & asker");
    hdl_assign(m, "new_entry", "{sharers, dir_key}");
    hdl_let(m, "killed", "SHARERS",
            "is_share ? (evicts ? found : {SHARERS{1'b0}}) : were & ~asker");
    hdl_let(m, "killed_key", "KEY_W", "is_share ? found_key : dir_key");
    hdl_let(m, "killed_line", "LINE_W",
            "{{LINE_W - KEY_W{1'b0}}, killed_key} << KEY_LSB"
            " | {{LINE_W - SET_W{1'b0}}, dir_set} << BANK_W"
            " | (rsp_line & ~({LINE_W{1'b1}} << BANK_W))");
    hdl_let(m, "killed_inside", "CHIPS", "killed[CHIPS-1:0]");
    hdl_let(m, "killed_across", "GPUS", "killed[SHARERS-1:CHIPS]");
}

void gpu_directory_entries(struct hdl *m)
{
    kinds(m);
    array(m);
    hdl_let(m, "rsp_may", "1", "!looks || looked_q");
    bank_front_entry(m, "SHARERS");
    sharers(m);
    hdl_note(m, "An acknowledgement of the bank is sent on, or the GPU home hands on what it is "
                "for.");
    hdl_let(m, "is_wanted", "1", "is_dropped && drop_tag != BANK_FRONT_TAG_NONE");
    hdl_let(m, "drop_told", "1",
            "is_wanted && !hands_marker && !(is_kill && rsp_homed && (|killed_inside))");
    hdl_wire(m, "drop_turn", "1", "its acknowledgement may go");
    hdl_let(m, "drop_back", "1", "rsp_valid && is_dropped && rsp_may && (!drop_told || drop_turn)");
    hdl_assign(m, "enters", "rsp_pop && looks");
    hdl_assign(m, "changes", "enters && (hit || is_share)");
    hdl_on_clock (m) {
        hdl_set(m, "looked_q", "reads || (looked_q && !enters)");
        hdl_when (m, "enters && evicts && is_share") {
            hdl_set(m, "turn_q", "turn_q + 1'b1");
        }
    }
}
