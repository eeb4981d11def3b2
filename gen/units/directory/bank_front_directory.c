#include "gen/units/directory/bank_front_directory.h"

#include "gen/units/directory/bank_front_parts.h"
#include "gen/units/parts.h"

void directory_params(struct hdl *m, const struct rules *rules)
{
    hdl_param(m, "TAG_W", "2", "bits of an invalidation's tag: 1, to be acknowledged; else 0");
    hdl_param(m, "BANK_W", "1", "low bits of a line address that chose this bank");
    hdl_param(m, "PACKAGES", "4", "packages");
    hdl_param(m, "SETS", "16", "of the directory: a power of two, at least 2");
    hdl_param(m, "WAYS", "2", "a power of two, at least 2");
    hdl_param(m, "KILLS", "4", "places in the queue of kills: a power of two");
    hdl_param(m, "ACK_W", msg_width_expr(m, rules->ack, NULL, NULL), "derived");
}

void directory_channels(struct hdl *m)
{
    hdl_group(m, "Acknowledgements of invalidations.");
    hdl_channel_in(m, "ack", "ACK_W", "of the bank");
    hdl_channel_out(m, "far_ack", "ACK_W", "to the homes that want them");
    hdl_channel_in(m, "dir_ack", "ACK_W", "of other packages, for this directory");
}

void directory_queues(struct hdl *m, const struct rules *rules)
{
    part_in_queue(m, "ack", "ACK_W");
    msg_unpack(m, rules->ack, "bank_ack", "ack_msg", NULL, NULL, "tag", NULL);
    part_out_queue(m, "far_ack", "ACK_W");
    part_in_queue(m, "dir_ack", "ACK_W");
    hdl_unused(m, "dir_ack_msg"); /* one release waits at a time */
    hdl_note(m,
             "The bank acknowledges each invalidation; homes want to know of those of releases.");
    hdl_let(m, "is_wanted", "1", "bank_ack_tag != {TAG_W{1'b0}}");
    hdl_let(m, "ack_go", "1", "ack_valid && (!is_wanted || far_ack_room)");
    hdl_assign(m, "ack_pop", "ack_go");
    hdl_assign(m, "far_ack_push", "ack_valid && is_wanted");
    hdl_assign(m, "far_ack_msg", "ack_msg");
}

/* ---- who is let in ---- */

void directory_admits(struct hdl *m)
{
    hdl_localparam(m, "KILL_W", "$clog2(KILLS)", NULL);
    hdl_note(m, "Places of the queue of kills: taken from when a request is let in that may cause "
                "one until it has caused none, or until its invalidations are sent.");
    hdl_reg(m, "slots_q", "KILL_W + 1", "{KILL_W + 1{1'b0}}", NULL);
    hdl_let(m, "slot", "1", "!slots_q[KILL_W]");
    hdl_let(m, "own_writes", "1", "own_op == OP_STORE || own_op == OP_ATOMIC");
    hdl_let(m, "own_kills", "1", "own_writes && own_here");
    hdl_let(m, "own_slot", "1", "!own_kills || slot");
    hdl_let(m, "own_release", "1", "own_here && own_op == OP_STORE && own_fn == MSG_FN_RELEASE");
    hdl_let(m, "far_release", "1", "far_op == OP_STORE && far_fn == MSG_FN_RELEASE");
    hdl_wire(m, "release_room", "1", "a release may enter the queue of kills");
    hdl_wire(m, "release_told", "1", "a release is to be answered");
}

/* ---- entries ---- */

/* The row of the answer's set: read in one cycle, and used in the next. */
static void array(struct hdl *m)
{
    hdl_localparam(m, "SET_W", "$clog2(SETS)", NULL);
    hdl_localparam(m, "WAY_W", "$clog2(WAYS)", NULL);
    hdl_localparam(m, "KEY_W", "HOME_LSB - BANK_W - SET_W", "bits of a tag: the home is known");
    hdl_localparam(m, "ENTRY_W", "PACKAGES + KEY_W", "| sharers | tag |; no sharers: no entry");
    bank_front_row(m, "BANK_W + SET_W");
}

void directory_entries(struct hdl *m)
{
    hdl_note(m, "The directory looks at answers to loads of other packages, and to stores and "
                "atomics of all, of lines of here.");
    hdl_let(m, "rsp_here", "1", "rsp_line[HOME_LSB +: HOME_W] == HOME[HOME_W-1:0]");
    hdl_let(m, "is_share", "1", "to_far && rsp_op == OP_LOAD");
    hdl_let(m, "is_write", "1", "rsp_op == OP_STORE || rsp_op == OP_ATOMIC");
    hdl_let(m, "looks", "1", "rsp_here && (is_share || is_write)");
    array(m);
    bank_front_entry(m, "PACKAGES");
    hdl_let(m, "one", "PACKAGES", "{{PACKAGES - 1{1'b0}}, 1'b1}");
    hdl_let(m, "asker", "PACKAGES", "to_far ? one << rsp_dst[HOME_W-1:0] : {PACKAGES{1'b0}}");
    hdl_let(m, "were", "PACKAGES", "hit ? found : {PACKAGES{1'b0}}");
    hdl_note(m, "A load adds its package. Of a store's sharers its own package stays.");
    hdl_let(m, "sharers", "PACKAGES", "is_share ? were | asker : were & asker");
    hdl_assign(m, "new_entry", "{sharers, dir_key}");
    hdl_let(m, "killed", "PACKAGES",
            "is_share ? (evicts ? found : {PACKAGES{1'b0}}) : were & ~asker");
    hdl_let(m, "killed_key", "KEY_W", "is_share ? found_key : dir_key");
    hdl_let(m, "rsp_may", "1", "!looks || looked_q");
    hdl_let(m, "kills", "1", "enters && killed != {PACKAGES{1'b0}}");
    hdl_on_clock (m) {
        hdl_set(m, "looked_q", "reads || (looked_q && !enters)");
        hdl_when (m, "enters && evicts && is_share") {
            hdl_set(m, "turn_q", "turn_q + 1'b1");
        }
    }
}

/* ---- releases ---- */

void directory_answers(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "A release waits for an acknowledgement of each other package, one at a time. Its "
                "answer goes before the bank's.");
    hdl_reg(m, "waits_q", "1", "1'b0", "a release waits for acknowledgements");
    hdl_reg(m, "wait_src_q", "SRC_W", NULL, "who asked for it");
    hdl_reg(m, "wait_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "wait_left_q", "HOME_W", "{HOME_W{1'b0}}", "acknowledgements to come");
    hdl_assign(m, "dir_ack_pop", "dir_ack_valid");
    hdl_assign(m, "release_told", "waits_q && wait_left_q == {HOME_W{1'b0}}");
    hdl_let(m, "release_far", "1", "wait_src_q[SRC_W-1]");
    hdl_unused(m, "wait_src_q"); /* the bits between the narrower number and the highest */
    hdl_let(m, "tells_release", "1", "release_told && (release_far ? far_rsp_room : own_rsp_room)");
    hdl_assign(m, "own_rsp_push", "(tells && !to_far) || (release_told && !release_far)");
    hdl_assign(m, "far_rsp_push", "(tells && to_far) || (release_told && release_far)");
    const char *narrow[][2] = {{"own_rsp_msg", "OWN_W"}, {"far_rsp_msg", "HOME_W"}};
    for (int i = 0; i < 2; i++)
        msg_pack(m, rules->rsp, narrow[i][0], narrow[i][1], NULL,
                 (struct msg_value[]){
                     {"data", "rsp_data"},
                     {"line", "release_told ? wait_line_q : rsp_line"},
                     {"op", "release_told ? OP_STORE : rsp_op"},
                     {"dst", hdl_v(m, "release_told ? wait_src_q[%s-1:0] : rsp_dst[%s-1:0]",
                                   narrow[i][1], narrow[i][1])},
                     {NULL, NULL}});
}

static void wait_for_acks(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (m, "kill_go && kill_release && kill_told_q == {PACKAGES{1'b0}}") {
            hdl_set(m, "waits_q", "1'b1");
            hdl_set(m, "wait_src_q", "kill_first_src[SRC_W-1:0]");
            hdl_set(m, "wait_line_q", "kill_first_line");
            hdl_set(m, "wait_left_q", "LAST_PACKAGE[HOME_W-1:0]");
        }
        hdl_elsewhen (m, "dir_ack_valid") {
            hdl_set(m, "wait_left_q", "wait_left_q - 1'b1");
        }
        hdl_elsewhen (m, "tells_release") {
            hdl_set(m, "waits_q", "1'b0");
        }
    }
}

/* ---- kills ---- */

static void fifo(struct hdl *m)
{
    hdl_note(m, "Kills: a line, the packages to be told, how many answers to other packages go "
                "before, and of a release who asked for it.");
    hdl_mem(m, "kill_line", "LINE_W", "KILLS", NULL);
    hdl_mem(m, "kill_set", "PACKAGES", "KILLS", NULL);
    hdl_mem(m, "kill_behind", "AT_W + 1", "KILLS", "of the count of answers that have entered");
    hdl_mem(m, "kill_src", "SRC_W + 1", "KILLS", "| release | src |");
    hdl_reg(m, "kill_head_q", "KILL_W + 1", "{KILL_W + 1{1'b0}}", NULL);
    hdl_reg(m, "kill_tail_q", "KILL_W + 1", "{KILL_W + 1{1'b0}}", NULL);
    hdl_reg(m, "kill_told_q", "PACKAGES", "{PACKAGES{1'b0}}", "of the first, who has been told");
    hdl_let(m, "kill_at", "KILL_W", "kill_head_q[KILL_W-1:0]");
    hdl_let(m, "kill_end", "KILL_W", "kill_tail_q[KILL_W-1:0]");
    hdl_let(m, "kill_any", "1", "kill_head_q != kill_tail_q");
    hdl_let(m, "kill_first_line", "LINE_W", "kill_line[kill_at]");
    hdl_let(m, "kill_first_set", "PACKAGES", "kill_set[kill_at]");
    hdl_let(m, "kill_first_behind", "AT_W + 1", "kill_behind[kill_at]");
    hdl_let(m, "kill_first_src", "SRC_W + 1", "kill_src[kill_at]");
    hdl_let(m, "kill_release", "1", "kill_first_src[SRC_W]");
}

static void enter(struct hdl *m)
{
    hdl_note(m, "An answer's kill enters before a release does.");
    hdl_assign(m, "release_room", "slot && !kills");
    hdl_let(m, "others", "PACKAGES", "~(one << HOME[HOME_W-1:0])");
    hdl_let(m, "release_src", "SRC_W", "of_far ? far_who : own_who");
    hdl_let(m, "release_line", "LINE_W", "of_far ? far_line : own_line");
    hdl_let(m, "home_line", "LINE_W",
            "{{LINE_W - KEY_W{1'b0}}, killed_key} << (BANK_W + SET_W)"
            " | {{LINE_W - SET_W{1'b0}}, dir_set} << BANK_W"
            " | (rsp_line & ~({LINE_W{1'b1}} << BANK_W))"
            " | (rsp_line & ({LINE_W{1'b1}} << HOME_LSB))");
    hdl_on_clock (m) {
        hdl_when (m, "kills || release_go") {
            hdl_set(m, "kill_line[kill_end]", "kills ? home_line : release_line");
            hdl_set(m, "kill_set[kill_end]", "kills ? killed : others");
            hdl_set(m, "kill_behind[kill_end]", "far_in_q");
            hdl_set(m, "kill_src[kill_end]", "{!kills, release_src}");
            hdl_set(m, "kill_tail_q", "kill_tail_q + 1'b1");
        }
    }
}

static void leave(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "The first is sent when the answers before it have left, to one package a cycle; "
                "a release also waits for the one before it. Then answers go on.");
    hdl_let(m, "kill_turn", "1", "kill_any && kill_first_behind == far_out_q");
    hdl_let(m, "kill_ready", "1",
            "kill_turn && (!kill_release || !waits_q || kill_told_q != {PACKAGES{1'b0}})");
    hdl_let(m, "kill_left", "PACKAGES", "kill_first_set & ~kill_told_q");
    hdl_let(m, "kill_rest", "PACKAGES", "kill_left & (kill_left - one)");
    hdl_var(m, "kill_to", "HOME_W", "the lowest of them");
    hdl_on_comb (m) {
        hdl_set(m, "kill_to", "{HOME_W{1'b0}}");
        hdl_for (m, "p", "PACKAGES") {
            hdl_when (m, "kill_left[PACKAGES - 1 - p]") {
                hdl_set(m, "kill_to", "LAST_PACKAGE[HOME_W-1:0] - p[HOME_W-1:0]");
            }
        }
    }
    hdl_let(m, "kill_go", "1", "kill_ready && out_room");
    hdl_let(m, "kill_done", "1", "kill_go && kill_rest == {PACKAGES{1'b0}}");
    hdl_wire(m, "kill_msg", "FAR_RSP_W", NULL);
    msg_pack(m, rules->rsp, "kill_msg", "HOME_W", NULL,
             (struct msg_value[]){{"data", "{{8*LINE_BYTES - 1{1'b0}}, kill_release}"},
                                  {"line", "kill_first_line"},
                                  {"op", "OP_INVALIDATE"},
                                  {"dst", "kill_to"},
                                  {NULL, NULL}});
    hdl_let(m, "answer_goes", "1", "far_rsp_first && !kill_turn && out_room");
    hdl_assign(m, "far_rsp_leaves", "answer_goes");
    hdl_assign(m, "out_push", "kill_ready || (far_rsp_first && !kill_turn)");
    hdl_assign(m, "out_msg", "kill_ready ? kill_msg : far_rsp_head");
    hdl_on_clock (m) {
        hdl_when (m, "kill_go") {
            hdl_set(m, "kill_told_q",
                    "kill_done ? {PACKAGES{1'b0}} : kill_told_q | (kill_left & ~kill_rest)");
        }
        hdl_when (m, "kill_done") {
            hdl_set(m, "kill_head_q", "kill_head_q + 1'b1");
        }
    }
}

void directory_kills(struct hdl *m, const struct rules *rules)
{
    hdl_localparam(m, "LAST_PACKAGE", "PACKAGES - 1", NULL);
    hdl_assign(m, "enters", "rsp_pop && looks");
    hdl_assign(m, "changes", "enters && (hit || is_share)");
    hdl_note(m, "Answers that have entered the queue to other packages, and those that have left.");
    hdl_reg(m, "far_in_q", "AT_W + 1", "{AT_W + 1{1'b0}}", NULL);
    hdl_reg(m, "far_out_q", "AT_W + 1", "{AT_W + 1{1'b0}}", NULL);
    fifo(m);
    enter(m);
    leave(m, rules);
    hdl_note(m, "A place is free again when its kill is sent, or when there was none.");
    hdl_let(m, "slot_taken", "1", "(own_go && own_kills) || far_go");
    hdl_let(m, "rsp_slot", "1", "to_far || (rsp_here && is_write)");
    hdl_let(m, "slot_unused", "1", "rsp_pop && rsp_slot && !kills");
    hdl_let(m, "slot_waits", "1", "((own_req_valid && own_kills) || far_req_valid) && !slot");
    hdl_let(m, "far_enters", "1", "far_rsp_push && far_rsp_room");
    hdl_reg(m, "slot_held_q", "1", "1'b0", "a request has waited for a place");
    hdl_on_clock (m) {
        hdl_set(m, "slots_q",
                "slots_q + {{KILL_W{1'b0}}, slot_taken} - {{KILL_W{1'b0}}, slot_unused}"
                " - {{KILL_W{1'b0}}, kill_done}");
        hdl_set(m, "slot_held_q", "!(own_go || far_go) && (slot_held_q || slot_waits)");
        hdl_set(m, "far_in_q", "far_in_q + {{AT_W{1'b0}}, far_enters}");
        hdl_set(m, "far_out_q", "far_out_q + {{AT_W{1'b0}}, answer_goes}");
    }
    wait_for_acks(m);
}
