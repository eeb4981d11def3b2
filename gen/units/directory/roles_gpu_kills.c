/* The queues of kills of a directory in a GPU of packages (roles_gpu_directory.h), what leaves by
 * far_rsp, and acknowledgements. */
#include "gen/units/directory/roles_gpu_directory.h"
#include "gen/units/parts.h"

/* One of the two queues of answers, with `depth` places. */
static void answer_queue(struct hdl *m, const char *name, const char *depth)
{
    hdl_wire(m, hdl_v(m, "%s_push", name), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_room", name), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_first", name), "1", "it has an answer");
    hdl_wire(m, hdl_v(m, "%s_goes", name), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_msg", name), "FAR_RSP_W", NULL);
    hdl_inst (m, "um_fifo", hdl_v(m, "%s_queue", name)) {
        hdl_with(m, "WIDTH", "FAR_RSP_W");
        hdl_with(m, "DEPTH", depth);
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", hdl_v(m, "%s_push", name));
        hdl_pin(m, "in_ready_o", hdl_v(m, "%s_room", name));
        hdl_pin(m, "in_msg_i", "far_rsp_msg");
        hdl_pin(m, "out_valid_o", hdl_v(m, "%s_first", name));
        hdl_pin(m, "out_ready_i", hdl_v(m, "%s_goes", name));
        hdl_pin(m, "out_msg_o", hdl_v(m, "%s_msg", name));
    }
}

static void answer_queues(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Answers to packages of this GPU and to other GPUs, each with its queue, which "
                "always has room: for what may be in the bank.");
    hdl_wire(m, "far_rsp_push", "1", NULL);
    hdl_wire(m, "far_rsp_msg", "FAR_RSP_W", NULL);
    hdl_wire(m, "answers_gpu", "GPU_W", "the GPU of who is answered");
    hdl_let(m, "answers_inside", "1", "answers_gpu == HOME[CHIP_W +: GPU_W]");
    answer_queue(m, "inside_rsp", "2*REMOTES");
    answer_queue(m, "across_rsp", "REMOTES");
    hdl_assign(m, "inside_rsp_push", "far_rsp_push && answers_inside");
    hdl_assign(m, "across_rsp_push", "far_rsp_push && !answers_inside");
    hdl_let(m, "far_rsp_room", "1", "answers_inside ? inside_rsp_room : across_rsp_room");
    msg_unpack(m, rules->rsp, "inside_rsp", "inside_rsp_msg", "PATH_W", NULL, "line", NULL);
    hdl_unused(m, "inside_rsp_line"); /* but where its home is */
    hdl_let(m, "inside_rsp_here", "1", "inside_rsp_line[HOME_LSB +: HOME_W] == HOME[HOME_W-1:0]");
}

void gpu_directory_queues(struct hdl *m, const struct rules *rules)
{
    part_out_queue(m, "far_ack", "ACK_W");
    part_in_queue(m, "dir_ack", "ACK_W");
    msg_unpack(m, rules->ack, "dir", "dir_ack_msg", NULL, NULL, "tag", NULL);
    hdl_unused(m, "dir_tag"); /* its upper bits */
    answer_queues(m, rules);
    hdl_wire(m, "out_push", "1", NULL);
    hdl_wire(m, "out_room", "1", NULL);
    hdl_wire(m, "out_msg", "FAR_RSP_W", NULL);
    hdl_inst (m, "um_fifo", "out_queue") {
        hdl_with(m, "WIDTH", "FAR_RSP_W");
        hdl_with(m, "DEPTH", "QUEUE_OUT");
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", "out_push");
        hdl_pin(m, "in_ready_o", "out_room");
        hdl_pin(m, "in_msg_i", "out_msg");
        hdl_pin(m, "out_valid_o", "far_rsp_valid_o");
        hdl_pin(m, "out_ready_i", "far_rsp_ready_i");
        hdl_pin(m, "out_msg_o", "far_rsp_msg_o");
    }
}

/* One of the two queues. */
struct kills {
    const char *name, *depth, *set, *set_w; /* set: bits of a set of those who are told */
};
static const struct kills queues[] = {{"inside", "INSIDE", "CHIPS", "CHIP_W"},
                                      {"across", "ACROSS", "GPUS", "GPU_W"}};

/* Its entries, how many answers go before each, and the first. */
static void entries(struct hdl *m, const struct kills *q)
{
    const char *n = q->name, *at = hdl_v(m, "%s_AT_W", q->depth);
    hdl_localparam(m, at, hdl_v(m, "$clog2(%s)", q->depth), NULL);
    hdl_wire(m, hdl_v(m, "%s_push", n), "1", NULL);
    hdl_wire(m, hdl_v(m, "%s_in_line", n), "LINE_W", NULL);
    hdl_wire(m, hdl_v(m, "%s_in_set", n), q->set, "who is told");
    hdl_wire(m, hdl_v(m, "%s_in_kind", n), "2", NULL);
    hdl_mem(m, hdl_v(m, "%s_line", n), "LINE_W", q->depth, NULL);
    hdl_mem(m, hdl_v(m, "%s_set", n), q->set, q->depth, NULL);
    hdl_mem(m, hdl_v(m, "%s_kind", n), "2", q->depth, NULL);
    hdl_reg(m, hdl_v(m, "%s_behind_q", n), hdl_v(m, "%s*BEHIND_W", q->depth), NULL,
            "answers that go before each");
    hdl_reg(m, hdl_v(m, "%s_answers_q", n), "BEHIND_W", "{BEHIND_W{1'b0}}",
            "answers of the same way that have not left");
    hdl_reg(m, hdl_v(m, "%s_head_q", n), hdl_v(m, "%s + 1", at), hdl_v(m, "{%s + 1{1'b0}}", at),
            NULL);
    hdl_reg(m, hdl_v(m, "%s_tail_q", n), hdl_v(m, "%s + 1", at), hdl_v(m, "{%s + 1{1'b0}}", at),
            NULL);
    hdl_reg(m, hdl_v(m, "%s_told_q", n), q->set, hdl_v(m, "{%s{1'b0}}", q->set),
            "of the first, who has been told");
    hdl_let(m, hdl_v(m, "%s_at", n), at, hdl_v(m, "%s_head_q[%s-1:0]", n, at));
    hdl_let(m, hdl_v(m, "%s_end", n), at, hdl_v(m, "%s_tail_q[%s-1:0]", n, at));
    hdl_let(m, hdl_v(m, "%s_first_line", n), "LINE_W", hdl_v(m, "%s_line[%s_at]", n, n));
    hdl_let(m, hdl_v(m, "%s_first_set", n), q->set, hdl_v(m, "%s_set[%s_at]", n, n));
    hdl_let(m, hdl_v(m, "%s_first_kind", n), "2", hdl_v(m, "%s_kind[%s_at]", n, n));
    hdl_let(m, hdl_v(m, "%s_turn", n), "1",
            hdl_v(m,
                  "%s_head_q != %s_tail_q"
                  " && %s_behind_q[%s_at*BEHIND_W +: BEHIND_W] == {BEHIND_W{1'b0}}",
                  n, n, n, n));
    hdl_on_clock (m) {
        hdl_for (m, "i", q->depth) {
            hdl_when (m, hdl_v(m, "%s_push && %s_end == i[%s-1:0]", n, n, at)) {
                hdl_set(m, hdl_v(m, "%s_behind_q[i*BEHIND_W +: BEHIND_W]", n),
                        hdl_v(m, "%s_answers_q - {{BEHIND_W - 1{1'b0}}, %s_rsp_goes}", n, n));
            }
            hdl_elsewhen (m, hdl_v(m,
                                   "%s_rsp_goes"
                                   " && %s_behind_q[i*BEHIND_W +: BEHIND_W] != {BEHIND_W{1'b0}}",
                                   n, n)) {
                hdl_set(m, hdl_v(m, "%s_behind_q[i*BEHIND_W +: BEHIND_W]", n),
                        hdl_v(m, "%s_behind_q[i*BEHIND_W +: BEHIND_W] - 1'b1", n));
            }
        }
        hdl_when (m, hdl_v(m, "%s_push", n)) {
            hdl_set(m, hdl_v(m, "%s_line[%s_end]", n, n), hdl_v(m, "%s_in_line", n));
            hdl_set(m, hdl_v(m, "%s_set[%s_end]", n, n), hdl_v(m, "%s_in_set", n));
            hdl_set(m, hdl_v(m, "%s_kind[%s_end]", n, n), hdl_v(m, "%s_in_kind", n));
            hdl_set(m, hdl_v(m, "%s_tail_q", n), hdl_v(m, "%s_tail_q + 1'b1", n));
        }
        hdl_set(m, hdl_v(m, "%s_answers_q", n),
                hdl_v(m,
                      "%s_answers_q + {{BEHIND_W - 1{1'b0}}, %s_rsp_push && %s_rsp_room}"
                      " - {{BEHIND_W - 1{1'b0}}, %s_rsp_goes}",
                      n, n, n, n));
    }
}

/* The first goes to one of its set a cycle, if it is ready and has its turn. */
static void leaves(struct hdl *m, const struct kills *q, const char *goes)
{
    const char *n = q->name;
    hdl_let(m, hdl_v(m, "%s_left", n), q->set, hdl_v(m, "%s_first_set & ~%s_told_q", n, n));
    hdl_let(m, hdl_v(m, "%s_rest", n), q->set,
            hdl_v(m, "%s_left & (%s_left - {{%s - 1{1'b0}}, 1'b1})", n, n, q->set));
    hdl_var(m, hdl_v(m, "%s_to", n), q->set_w, "the lowest of them");
    hdl_on_comb (m) {
        hdl_set(m, hdl_v(m, "%s_to", n), hdl_v(m, "{%s{1'b0}}", q->set_w));
        hdl_for (m, "p", q->set) {
            hdl_when (m, hdl_v(m, "%s_left[%s - 1 - p]", n, q->set)) {
                hdl_set(m, hdl_v(m, "%s_to", n), hdl_v(m, "~p[%s-1:0]", q->set_w));
            }
        }
    }
    hdl_let(m, hdl_v(m, "%s_go", n), "1", goes);
    hdl_let(m, hdl_v(m, "%s_done", n), "1",
            hdl_v(m, "%s_go && %s_rest == {%s{1'b0}}", n, n, q->set));
    hdl_on_clock (m) {
        hdl_when (m, hdl_v(m, "%s_go", n)) {
            hdl_set(m, hdl_v(m, "%s_told_q", n),
                    hdl_v(m, "%s_done ? {%s{1'b0}} : %s_told_q | (%s_left & ~%s_rest)", n, q->set,
                          n, n, n));
        }
        hdl_when (m, hdl_v(m, "%s_done", n)) {
            hdl_set(m, hdl_v(m, "%s_head_q", n), hdl_v(m, "%s_head_q + 1'b1", n));
        }
    }
}

/* What enters the queues: what an answer kills or hands on, or a release. */
static void enter(struct hdl *m)
{
    hdl_localparam(m, "KIND_KILL", "2'd0", NULL);
    hdl_localparam(m, "KIND_HANDED", "2'd1", "a kill of another GPU");
    hdl_localparam(m, "KIND_RELEASE", "2'd2", "a marker of a release of here");
    hdl_localparam(m, "KIND_MARKER", "2'd3", "a marker of another GPU's, handed on");
    hdl_let(m, "kills_inside", "1", "enters && (|killed_inside)");
    hdl_let(m, "kills_across", "1", "enters && (|killed_across)");
    hdl_let(m, "marks", "1", "drop_back && hands_marker");
    hdl_note(m, "An answer's kill enters before a release does.");
    hdl_assign(m, "release_room", "!release_q && !kills_inside && !kills_across && !marks");
    hdl_let(m, "release_line", "LINE_W", "of_far ? far_line : own_line");
    hdl_let(m, "release_near", "1", "(of_far ? far_fn : own_fn) == MSG_FN_RELEASE_NEAR");
    hdl_let(m, "other_chips", "CHIPS", "~({{CHIPS - 1{1'b0}}, 1'b1} << HOME[CHIP_W-1:0])");
    hdl_let(m, "other_gpus", "GPUS", "~({{GPUS - 1{1'b0}}, 1'b1} << HOME[CHIP_W +: GPU_W])");
    hdl_assign(m, "inside_push", "kills_inside || marks || release_go");
    hdl_assign(m, "inside_in_line", "kills_inside ? killed_line : marks ? rsp_line : release_line");
    hdl_assign(m, "inside_in_set", "kills_inside ? killed_inside : other_chips");
    hdl_assign(m, "inside_in_kind",
               "kills_inside ? (is_dropped ? KIND_HANDED : KIND_KILL)"
               " : marks ? KIND_MARKER : KIND_RELEASE");
    hdl_assign(m, "across_push", "kills_across || (release_go && !release_near)");
    hdl_assign(m, "across_in_line", "kills_across ? killed_line : release_line");
    hdl_assign(m, "across_in_set", "kills_across ? killed_across : other_gpus");
    hdl_assign(m, "across_in_kind", "kills_across ? KIND_KILL : KIND_RELEASE");
}

static void message(struct hdl *m, const struct rules *rules, const char *name, const char *tag,
                    const char *line, const char *to)
{
    hdl_wire(m, name, "FAR_RSP_W", NULL);
    msg_pack(m, rules->rsp, name, "PATH_W", NULL,
             (struct msg_value[]){{"data", hdl_v(m, "{{8*LINE_BYTES - 2{1'b0}}, %s}", tag)},
                                  {"line", line},
                                  {"op", "OP_INVALIDATE"},
                                  {"dst", hdl_v(m, "{{HOME_W{1'b0}}, %s}", to)},
                                  {NULL, NULL}});
}

/* What leaves by far_rsp: kills inside, what goes across, and answers inside, in turns. */
static void out(struct hdl *m, const struct rules *rules)
{
    hdl_note(m,
             "Answers inside pass kills that wait. Across, answers and kills keep their order: a "
             "copy that another GPU's home has been answered is behind the kills of before, and "
             "so are the markers that it sends.");
    hdl_let(m, "across_answers", "1", "across_rsp_first && !across_turn");
    hdl_note(m, "A marker that is handed on waits for the one before it, a kill until the one "
                "before it is acknowledged.");
    hdl_let(m, "inside_is_kill", "1",
            "inside_first_kind == KIND_KILL || inside_first_kind == KIND_HANDED");
    hdl_let(m, "across_is_kill", "1", "across_first_kind == KIND_KILL");
    hdl_let(m, "inside_ready", "1",
            "inside_turn && !(inside_first_kind == KIND_MARKER && hands_q"
            " && inside_told_q == {CHIPS{1'b0}})"
            " && !(inside_first_kind == KIND_HANDED && credit_due_q)");
    hdl_let(m, "across_ready", "1", "across_turn && !(across_is_kill && credits_q[CREDIT_W])");
    hdl_wire(m, "out_turn", "2", "0 a kill inside, 1 what goes across, 2 an answer inside");
    hdl_let(m, "leaves", "1", "out_push && out_room");
    hdl_inst (m, "um_arbiter", "out_turns") {
        hdl_with(m, "N", "3");
        hdl_with(m, "IDX_W", "2");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "{inside_rsp_first, across_answers || across_ready, inside_ready}");
        hdl_pin(m, "take_i", "leaves");
        hdl_pin(m, "any_o", "out_push");
        hdl_pin(m, "winner_o", "out_turn");
    }
    leaves(m, &queues[0], "leaves && out_turn == 2'd0");
    leaves(m, &queues[1], "leaves && out_turn == 2'd1 && !across_answers");
    hdl_assign(m, "across_rsp_goes", "leaves && out_turn == 2'd1 && across_answers");
    hdl_assign(m, "inside_rsp_goes", "leaves && out_turn == 2'd2");
    hdl_note(m, "Who is handed a marker acknowledges it here: its line becomes one of here.");
    hdl_let(m, "line_of_here", "LINE_W",
            "(inside_first_line & ~({{LINE_W - HOME_W{1'b0}}, {HOME_W{1'b1}}} << HOME_LSB))"
            " | {{LINE_W - HOME_W{1'b0}}, HOME[HOME_W-1:0]} << HOME_LSB");
    message(m, rules, "inside_msg",
            "inside_is_kill ? ROLES_TAG_NONE : inside_first_kind == KIND_RELEASE ? "
            "ROLES_TAG_MARKER : ROLES_TAG_HANDED",
            "inside_first_kind == KIND_MARKER ? line_of_here : inside_first_line",
            "HOME[CHIP_W +: GPU_W], inside_to");
    message(m, rules, "across_msg", "across_is_kill ? ROLES_TAG_CREDIT : ROLES_TAG_MARKER",
            "across_first_line", "across_to, HOME[CHIP_W-1:0]");
    hdl_assign(m, "out_msg",
               "out_turn == 2'd0 ? inside_msg : out_turn == 2'd2 ? inside_rsp_msg"
               " : across_answers ? across_rsp_msg : across_msg");
}

/* ---- acknowledgements ---- */

static void releases(struct hdl *m)
{
    hdl_note(m, "A release waits for an acknowledgement of each that is sent a marker.");
    hdl_reg(m, "release_left_q", "LEFT_W", NULL, "acknowledgements to come");
    hdl_assign(m, "release_told", "release_q && release_left_q == {LEFT_W{1'b0}}");
    hdl_let(m, "markers_near", "LEFT_W", "CHIPS_LESS[LEFT_W-1:0]");
    hdl_let(m, "markers_all", "LEFT_W", "CHIPS_LESS[LEFT_W-1:0] + GPUS_LESS[LEFT_W-1:0]");
    hdl_on_clock (m) {
        hdl_when (m, "release_go") {
            hdl_set(m, "release_q", "1'b1");
            hdl_set(m, "release_who_q", "of_far ? far_who : own_who");
            hdl_set(m, "release_line_q", "release_line");
            hdl_set(m, "release_near_q", "release_near");
            hdl_set(m, "release_left_q", "release_near ? markers_near : markers_all");
        }
        hdl_elsewhen (m, "tells_release") {
            hdl_set(m, "release_q", "1'b0");
        }
        hdl_elsewhen (m, "ack_is_of_marker") {
            hdl_set(m, "release_left_q", "release_left_q - 1'b1");
        }
    }
}

static void handed(struct hdl *m)
{
    hdl_on_clock (m) {
        hdl_when (
            m, "inside_go && inside_first_kind == KIND_MARKER && inside_told_q == {CHIPS{1'b0}}") {
            hdl_set(m, "hands_q", "1'b1");
            hdl_set(m, "hands_line_q", "inside_first_line");
            hdl_set(m, "hands_left_q", "CHIPS_LESS[LEFT_W-1:0]");
        }
        hdl_elsewhen (m, "hands_go") {
            hdl_set(m, "hands_q", "1'b0");
        }
        hdl_elsewhen (m, "ack_is_of_handed") {
            hdl_set(m, "hands_left_q", "hands_left_q - 1'b1");
        }
        hdl_when (m, "inside_done && inside_first_kind == KIND_HANDED") {
            hdl_set(m, "credit_due_q", "1'b1");
            hdl_set(m, "credit_line_q", "inside_first_line");
        }
        hdl_elsewhen (m, "credit_go") {
            hdl_set(m, "credit_due_q", "1'b0");
        }
    }
}

static void acknowledge(struct hdl *m, const struct rules *rules)
{
    hdl_note(m, "Acknowledgements leave in turns: the bank's, those of kills that have been handed "
                "on, and those of markers.");
    hdl_wire(m, "ack_turn", "2", NULL);
    hdl_let(m, "ack_go", "1", "far_ack_push && far_ack_room");
    hdl_inst (m, "um_arbiter", "ack_turns") {
        hdl_with(m, "N", "3");
        hdl_with(m, "IDX_W", "2");
        hdl_pin_clock(m);
        hdl_pin(m, "want_i", "{hands_told, credit_due_q, rsp_valid && rsp_may && drop_told}");
        hdl_pin(m, "take_i", "ack_go");
        hdl_pin(m, "any_o", "far_ack_push");
        hdl_pin(m, "winner_o", "ack_turn");
    }
    hdl_assign(m, "drop_turn", "ack_go && ack_turn == 2'd0");
    hdl_let(m, "credit_go", "1", "ack_go && ack_turn == 2'd1");
    hdl_let(m, "hands_go", "1", "ack_go && ack_turn == 2'd2");
    const char *tag =
        "ack_turn == 2'd0 ? drop_tag : ack_turn == 2'd1 ? ROLES_TAG_CREDIT : ROLES_TAG_MARKER";
    hdl_let(m, "ack_tag", "2", tag);
    msg_pack(m, rules->ack, "far_ack_msg", NULL, NULL,
             (struct msg_value[]){{"line",
                                   "ack_turn == 2'd0 ? rsp_line : ack_turn == 2'd1 ? credit_line_q"
                                   " : hands_line_q"},
                                  {"tag", "{{TAG_W - 2{1'b0}}, ack_tag}"},
                                  {NULL, NULL}});
    hdl_assign(m, "dir_ack_pop", "dir_ack_valid");
    hdl_let(m, "ack_is_of_marker", "1", "dir_ack_valid && dir_tag[1:0] == ROLES_TAG_MARKER");
    hdl_let(m, "ack_is_of_handed", "1", "dir_ack_valid && dir_tag[1:0] == ROLES_TAG_HANDED");
    hdl_let(m, "ack_is_credit", "1", "dir_ack_valid && dir_tag[1:0] == ROLES_TAG_CREDIT");
    releases(m);
    handed(m);
}

/* ---- places ---- */

static void slots(struct hdl *m)
{
    hdl_note(m, "A place is free again when its kills are sent, or when there were none.");
    hdl_let(m, "slot_taken", "1",
            "(own_go && own_kills && !own_release) || near_go"
            " || (far_go && !far_release)");
    hdl_let(m, "rsp_slot", "1", "(own_back || far_back) && (to_far || (rsp_homed && is_write))");
    hdl_let(m, "slot_waits", "1",
            "((own_req_valid && own_kills) || near_valid || far_req_valid) && !slot");
    hdl_reg(m, "slot_held_q", "1", "1'b0", "a request has waited for a place");
    for (int i = 0; i < 2; i++) {
        const char *n = queues[i].name;
        hdl_let(m, hdl_v(m, "%s_unused", n), "1", hdl_v(m, "rsp_slot && !kills_%s", n));
        hdl_let(m, hdl_v(m, "%s_sent", n), "1",
                hdl_v(m, "%s_done && %s_first_kind == KIND_KILL", n, n));
    }
    hdl_on_clock (m) {
        for (int i = 0; i < 2; i++) {
            const char *n = queues[i].name;
            hdl_set(m, hdl_v(m, "%s_slots_q", n),
                    hdl_v(m,
                          "%s_slots_q + {{KILL_W{1'b0}}, slot_taken}"
                          " - {{KILL_W{1'b0}}, %s_unused} - {{KILL_W{1'b0}}, %s_sent}",
                          n, n, n));
        }
        hdl_set(m, "slot_held_q", "!(own_go || near_go || far_go) && (slot_held_q || slot_waits)");
        hdl_set(m, "credits_q",
                "credits_q + {{CREDIT_W{1'b0}}, across_go && across_is_kill}"
                " - {{CREDIT_W{1'b0}}, ack_is_credit}");
    }
}

void gpu_directory_kills(struct hdl *m, const struct rules *rules)
{
    hdl_localparam(m, "BEHIND_W", "AT_W + 2", "bits of a number of answers");
    hdl_localparam(m, "CREDIT_W", "$clog2(CREDITS)", NULL);
    hdl_localparam(m, "LEFT_W", "HOME_W + 1", "bits of a number of acknowledgements");
    hdl_localparam(m, "CHIPS_LESS", "CHIPS - 1", NULL);
    hdl_localparam(m, "GPUS_LESS", "GPUS - 1", NULL);
    hdl_reg(m, "credits_q", "CREDIT_W + 1", "{CREDIT_W + 1{1'b0}}",
            "kills across that are not acknowledged");
    hdl_reg(m, "credit_due_q", "1", "1'b0", "a kill was handed on, and is to be acknowledged");
    hdl_reg(m, "credit_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "hands_q", "1", "1'b0", "a marker is being handed on");
    hdl_reg(m, "hands_line_q", "LINE_W", NULL, NULL);
    hdl_reg(m, "hands_left_q", "LEFT_W", NULL, "acknowledgements to come");
    hdl_let(m, "hands_told", "1", "hands_q && hands_left_q == {LEFT_W{1'b0}}");
    entries(m, &queues[0]);
    entries(m, &queues[1]);
    enter(m);
    out(m, rules);
    acknowledge(m, rules);
    slots(m);
}
