/* The queues of kills of a directory in a GPU of packages (bank_front_gpu_directory.h), what leaves
 * by far_rsp, and acknowledgements. */
#include "gen/units/directory/bank_front_gpu_directory.h"
#include "gen/units/parts.h"

/* One of the two queues of answers, of the scope's name, with `depth` places. */
static void answer_queue(struct hdl *m, const char *depth)
{
    hdl_wire(m, "@push", "1", NULL);
    hdl_wire(m, "@room", "1", NULL);
    hdl_wire(m, "@first", "1", "it has an answer");
    hdl_wire(m, "@goes", "1", NULL);
    hdl_wire(m, "@msg", "FAR_RSP_W", NULL);
    hdl_inst (m, "um_fifo", "@queue") {
        hdl_with(m, "WIDTH", "FAR_RSP_W");
        hdl_with(m, "DEPTH", depth);
        hdl_pin_clock(m);
        hdl_pin(m, "in_valid_i", "@push");
        hdl_pin(m, "in_ready_o", "@room");
        hdl_pin(m, "in_msg_i", "far_rsp_msg");
        hdl_pin(m, "out_valid_o", "@first");
        hdl_pin(m, "out_ready_i", "@goes");
        hdl_pin(m, "out_msg_o", "@msg");
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
    hdl_scope (m, "inside_rsp", NULL) {
        answer_queue(m, "2*REMOTES");
    }
    hdl_scope (m, "across_rsp", NULL) {
        answer_queue(m, "REMOTES");
    }
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

/* The two queues: DEPTH entries, whose SET is of those who are told, by numbers of SET_W bits. */
static const struct hdl_word inside[] = {{"DEPTH", "INSIDE"},
                                         {"SET", "CHIPS"},
                                         {"SET_W", "CHIP_W"},
                                         {"KILLS", "kills_inside"},
                                         {NULL, NULL}};
static const struct hdl_word across[] = {{"DEPTH", "ACROSS"},
                                         {"SET", "GPUS"},
                                         {"SET_W", "GPU_W"},
                                         {"KILLS", "kills_across"},
                                         {NULL, NULL}};

/* Calls a function in the scope of each queue. */
static void in_each(struct hdl *m, void (*call)(struct hdl *m))
{
    hdl_scope (m, "inside", inside) {
        call(m);
    }
    hdl_scope (m, "across", across) {
        call(m);
    }
}

/* How many answers go before each entry. */
static void places_behind(struct hdl *m)
{
    hdl_for (m, "i", "@DEPTH") {
        hdl_when (m, "@push && @end == i[@AT_W-1:0]") {
            hdl_set(m, "@behind_q[i*BEHIND_W +: BEHIND_W]",
                    "@answers_q - {{BEHIND_W - 1{1'b0}}, @rsp_goes}");
        }
        hdl_elsewhen (m, "@rsp_goes && @behind_q[i*BEHIND_W +: BEHIND_W] != {BEHIND_W{1'b0}}") {
            hdl_set(m, "@behind_q[i*BEHIND_W +: BEHIND_W]",
                    "@behind_q[i*BEHIND_W +: BEHIND_W] - 1'b1");
        }
    }
}

/* The entries of a queue, how many answers go before each, and the first. */
static void entries(struct hdl *m)
{
    hdl_localparam(m, "@AT_W", "$clog2(@DEPTH)", NULL);
    hdl_wire(m, "@push", "1", NULL);
    hdl_wire(m, "@in_line", "LINE_W", NULL);
    hdl_wire(m, "@in_set", "@SET", "who is told");
    hdl_wire(m, "@in_kind", "2", NULL);
    hdl_mem(m, "@line", "LINE_W", "@DEPTH", NULL);
    hdl_mem(m, "@set", "@SET", "@DEPTH", NULL);
    hdl_mem(m, "@kind", "2", "@DEPTH", NULL);
    hdl_reg(m, "@behind_q", "@DEPTH*BEHIND_W", NULL, "answers that go before each");
    hdl_reg(m, "@answers_q", "BEHIND_W", "{BEHIND_W{1'b0}}",
            "answers of the same way that have not left");
    hdl_reg(m, "@head_q", "@AT_W + 1", "{@AT_W + 1{1'b0}}", NULL);
    hdl_reg(m, "@tail_q", "@AT_W + 1", "{@AT_W + 1{1'b0}}", NULL);
    hdl_reg(m, "@told_q", "@SET", "{@SET{1'b0}}", "of the first, who has been told");
    hdl_let(m, "@at", "@AT_W", "@head_q[@AT_W-1:0]");
    hdl_let(m, "@end", "@AT_W", "@tail_q[@AT_W-1:0]");
    hdl_let(m, "@first_line", "LINE_W", "@line[@at]");
    hdl_let(m, "@first_set", "@SET", "@set[@at]");
    hdl_let(m, "@first_kind", "2", "@kind[@at]");
    hdl_let(m, "@turn", "1",
            "@head_q != @tail_q && @behind_q[@at*BEHIND_W +: BEHIND_W] == {BEHIND_W{1'b0}}");
    hdl_on_clock (m) {
        places_behind(m);
        hdl_when (m, "@push") {
            hdl_set(m, "@line[@end]", "@in_line");
            hdl_set(m, "@set[@end]", "@in_set");
            hdl_set(m, "@kind[@end]", "@in_kind");
            hdl_set(m, "@tail_q", "@tail_q + 1'b1");
        }
        hdl_set(m, "@answers_q",
                "@answers_q + {{BEHIND_W - 1{1'b0}}, @rsp_push && @rsp_room}"
                " - {{BEHIND_W - 1{1'b0}}, @rsp_goes}");
    }
}

/* The first goes to one of its set a cycle, if it is ready and has its turn. */
static void leaves(struct hdl *m, const char *goes)
{
    hdl_let(m, "@left", "@SET", "@first_set & ~@told_q");
    hdl_let(m, "@rest", "@SET", "@left & (@left - {{@SET - 1{1'b0}}, 1'b1})");
    hdl_var(m, "@to", "@SET_W", "the lowest of them");
    hdl_on_comb (m) {
        hdl_set(m, "@to", "{@SET_W{1'b0}}");
        hdl_for (m, "p", "@SET") {
            hdl_when (m, "@left[@SET - 1 - p]") {
                hdl_set(m, "@to", "~p[@SET_W-1:0]");
            }
        }
    }
    hdl_let(m, "@go", "1", goes);
    hdl_let(m, "@done", "1", "@go && @rest == {@SET{1'b0}}");
    hdl_on_clock (m) {
        hdl_when (m, "@go") {
            hdl_set(m, "@told_q", "@done ? {@SET{1'b0}} : @told_q | (@left & ~@rest)");
        }
        hdl_when (m, "@done") {
            hdl_set(m, "@head_q", "@head_q + 1'b1");
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
    hdl_scope (m, "inside", inside) {
        leaves(m, "leaves && out_turn == 2'd0");
    }
    hdl_scope (m, "across", across) {
        leaves(m, "leaves && out_turn == 2'd1 && !across_answers");
    }
    hdl_assign(m, "across_rsp_goes", "leaves && out_turn == 2'd1 && across_answers");
    hdl_assign(m, "inside_rsp_goes", "leaves && out_turn == 2'd2");
    hdl_note(m, "Who is handed a marker acknowledges it here: its line becomes one of here.");
    hdl_let(m, "line_of_here", "LINE_W",
            "(inside_first_line & ~({{LINE_W - HOME_W{1'b0}}, {HOME_W{1'b1}}} << HOME_LSB))"
            " | {{LINE_W - HOME_W{1'b0}}, HOME[HOME_W-1:0]} << HOME_LSB");
    message(m, rules, "inside_msg",
            "inside_is_kill ? BANK_FRONT_TAG_NONE : inside_first_kind == KIND_RELEASE ? "
            "BANK_FRONT_TAG_MARKER : BANK_FRONT_TAG_HANDED",
            "inside_first_kind == KIND_MARKER ? line_of_here : inside_first_line",
            "HOME[CHIP_W +: GPU_W], inside_to");
    message(m, rules, "across_msg",
            "across_is_kill ? BANK_FRONT_TAG_CREDIT : BANK_FRONT_TAG_MARKER", "across_first_line",
            "across_to, HOME[CHIP_W-1:0]");
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
    const char *tag = "ack_turn == 2'd0 ? drop_tag : ack_turn == 2'd1 ? BANK_FRONT_TAG_CREDIT : "
                      "BANK_FRONT_TAG_MARKER";
    hdl_let(m, "ack_tag", "2", tag);
    msg_pack(m, rules->ack, "far_ack_msg", NULL, NULL,
             (struct msg_value[]){{"line",
                                   "ack_turn == 2'd0 ? rsp_line : ack_turn == 2'd1 ? credit_line_q"
                                   " : hands_line_q"},
                                  {"tag", "{{TAG_W - 2{1'b0}}, ack_tag}"},
                                  {NULL, NULL}});
    hdl_assign(m, "dir_ack_pop", "dir_ack_valid");
    hdl_let(m, "ack_is_of_marker", "1", "dir_ack_valid && dir_tag[1:0] == BANK_FRONT_TAG_MARKER");
    hdl_let(m, "ack_is_of_handed", "1", "dir_ack_valid && dir_tag[1:0] == BANK_FRONT_TAG_HANDED");
    hdl_let(m, "ack_is_credit", "1", "dir_ack_valid && dir_tag[1:0] == BANK_FRONT_TAG_CREDIT");
    releases(m);
    handed(m);
}

/* ---- places ---- */

/* Of one queue. */
static void slots_freed(struct hdl *m)
{
    hdl_let(m, "@unused", "1", "rsp_slot && !@KILLS");
    hdl_let(m, "@sent", "1", "@done && @first_kind == KIND_KILL");
}

static void count_slots(struct hdl *m)
{
    hdl_set(m, "@slots_q",
            "@slots_q + {{KILL_W{1'b0}}, slot_taken}"
            " - {{KILL_W{1'b0}}, @unused} - {{KILL_W{1'b0}}, @sent}");
}

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
    in_each(m, slots_freed);
    hdl_on_clock (m) {
        in_each(m, count_slots);
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
    in_each(m, entries);
    enter(m);
    out(m, rules);
    acknowledge(m, rules);
    slots(m);
}
