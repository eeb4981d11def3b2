// The directory of um_bank_front whose bank is also a GPU home, for INSIDE=8 and ACROSS=4 (the names of its
// places are written out). Put after rows.vh, channel.vh, cache_queues.vh, bank_front_names.vh and bank_front_gpu_env.vh.
//
// Promises, for any line that has a home here, f_line, and any package or GPU that may be its sharer, f_s:
// * sharers_are_known: if the last that passed for f_s of the line was an answer to a load, and no kill, the line's entry has
//   f_s among its sharers. So the sharers are a superset of those with copies, also when entries give way;
// * store_kills: when the answer of a store or an atomic passes that is not f_s's, and f_s may have the line, a kill of the
//   line for f_s enters its queue in that cycle; kill_is_handed_on: so when an invalidation of another GPU's line passes;
// * marker_is_handed_on: another GPU's marker enters the queue to the packages of this GPU when it passes;
// * each entry of a queue, any of them, goes to each of its set once, in order, with its tag, and not before the answers
//   that had passed that way when it entered (inside_is_behind, across_is_behind): so an invalidation overtakes no answer of
//   before;
// * an answer to another GPU, any of them, leaves behind the invalidations across that had entered before it or with it
//   (answers_stay_behind_kills_across), and answers go the way that they must (answers_go_their_way);
// * a release is answered when its markers have been acknowledged by all (release_waits_for_all), and they go behind all
//   kills that entered before; a marker that was handed on is acknowledged when all of this GPU's packages have
//   (marker_waits_for_all), a kill when it has been handed on to all (kill_is_acknowledged_behind);
// * inside_has_room, across_has_room: the bank's answers wait for no other package; few_across: at most CREDITS kills are
//   under way to other GPUs; kills_are_sent_where_they_may: across, of lines of here alone.
//
// Assumes what bank_front_gpu_env.vh says.
`ASSERT(places_are_as_defined, INSIDE == 8 && ACROSS == 4 && REMOTES == 2
    && INSIDE >= KILLS + 1 + (GPUS - 1)*(CREDITS + 1) && ACROSS >= KILLS + 1)
`CHANNEL_OUT(far_rsp)
`CHANNEL_OUT(far_ack)

// ---- the line and its sharer ----

wire [HOME_W-1:0] f_me = HOME;
wire [LINE_W-1:0] f_any = $anyconst;
localparam F_HOMES = ((1 << HOME_W) - 1) << HOME_LSB;
wire f_is_here = $anyconst;
wire [HOME_W-CHIP_W-1:0] f_gpu = $anyconst;
wire [HOME_W-1:0] f_home = f_is_here ? f_me : {f_gpu, f_me[CHIP_W-1:0]};
wire [LINE_W-1:0] f_home_bits = f_home;
wire [LINE_W-1:0] f_line = (f_any & ~F_HOMES) | (f_home_bits << HOME_LSB);
wire [$clog2(SHARERS)-1:0] f_s = $anyconst;
wire f_s_is_inside = f_s < CHIPS;
wire [CHIP_W-1:0] f_chip = f_s;
wire [HOME_W-CHIP_W-1:0] f_other = f_s - CHIPS;
wire [HOME_W-1:0] f_p = f_s_is_inside ? {`GPU_OF(f_me), f_chip} : {f_other, f_me[CHIP_W-1:0]};
wire f_may_share = f_s < SHARERS && f_p != f_me && (f_s_is_inside || f_is_here);
// The line has another home or this one: not another GPU's number that is this one's.
wire f_is_a_line = f_is_here || f_gpu != `GPU_OF(f_me);
wire f_looks_at = f_may_share && f_is_a_line;

wire f_passes = rsp_pop && !is_dropped && rsp_line == f_line;
wire f_to_s = rsp_dst[SRC_W-1] && rsp_dst[HOME_W-1:0] == f_p;
wire f_fills = f_passes && f_to_s && rsp_op == 4'd0;
wire f_writes = f_passes && !f_to_s && `WRITES(rsp_op);
wire f_handed = rsp_pop && is_dropped && drop_tag == F_CREDIT && rsp_line == f_line;
wire f_kills_it = f_s_is_inside ? inside_push && (kills_inside && inside_in_line == f_line && inside_in_set[f_chip])
    : across_push && (kills_across && across_in_line == f_line && across_in_set[f_other]);
reg f_last_q; // the last that passed for f_s of the line was an answer to a load
always @(posedge clk_i)
    if (rst_i) f_last_q <= 1'b0;
    else f_last_q <= f_fills || (f_last_q && !f_kills_it);

`define ROW_OF(line) f_rows[line[BANK_W +: SET_W]*WAYS*ENTRY_W +: WAYS*ENTRY_W]
wire [WAYS*ENTRY_W-1:0] f_row = `ROW_OF(f_line);
wire [KEY_W-1:0] f_key = f_line[BANK_W + SET_W +: KEY_W];
`define WAY_SHARERS(row, way) row[(way)*ENTRY_W + KEY_W +: SHARERS]
`define WAY_KEY(row, way) row[(way)*ENTRY_W +: KEY_W]
`define WAY_IS(row, way, key) (`WAY_SHARERS(row, way) != 0 && `WAY_KEY(row, way) == (key))
reg [SHARERS-1:0] f_sharers; // of the line's entry
reg f_has_entry, f_has_two;
integer f_w;
always @* begin
    f_sharers = 0;
    f_has_entry = 1'b0;
    f_has_two = 1'b0;
    for (f_w = 0; f_w < WAYS; f_w = f_w + 1)
        if (`WAY_IS(f_row, f_w, f_key)) begin
            f_sharers = f_sharers | `WAY_SHARERS(f_row, f_w);
            f_has_two = f_has_two || f_has_entry;
            f_has_entry = 1'b1;
        end
end
`ASSERT(sharers_are_known, !(f_looks_at && f_last_q) || f_sharers[f_s])
`ASSERT(store_kills, !(f_looks_at && f_writes && f_last_q) || f_kills_it)
`ASSERT(kill_is_handed_on, !(f_looks_at && f_handed && f_last_q) || f_kills_it)
`ASSERT(one_entry_a_line, !swept || !f_has_two)
`ASSERT(row_is_current, !looked_q || row == `ROW_OF(rsp_line))
`ASSERT(looks_for_the_head, !looked_q || (rsp_valid && looks && swept))
`ASSERT(nothing_before_the_sweep, swept || !f_last_q)
// Nobody is a sharer who cannot be one: this package and its GPU, other GPUs of a line that is not of here.
localparam F_KEY_HOME = HOME_LSB - BANK_W - SET_W;
localparam F_NOBODY = (1 << (HOME & (CHIPS - 1))) | (1 << (CHIPS + (HOME >> CHIP_W)));
localparam F_BEYOND = ((1 << GPUS) - 1) << CHIPS;
`define MAY_BE(row, way) (`WAY_SHARERS(row, way) == 0 || ((`WAY_SHARERS(row, way) & F_NOBODY) == 0 \
    && row[(way)*ENTRY_W + F_KEY_HOME +: CHIP_W] == f_me[CHIP_W-1:0] \
    && (row[(way)*ENTRY_W + F_KEY_HOME +: HOME_W] == f_me || (`WAY_SHARERS(row, way) & F_BEYOND) == 0)))
reg f_swept_are_empty;
reg f_sharers_may_share; // of the sets that the sweep has passed
integer f_way;
always @* begin
    f_swept_are_empty = 1'b1;
    f_sharers_may_share = 1'b1;
    for (f_way = 0; f_way < SETS*WAYS; f_way = f_way + 1)
        if (f_way / WAYS < sweep_q) begin
            f_swept_are_empty = f_swept_are_empty && `WAY_SHARERS(f_rows, f_way) == 0;
            f_sharers_may_share = f_sharers_may_share && `MAY_BE(f_rows, f_way);
        end
end
`ASSERT(swept_sets_are_empty, swept || f_swept_are_empty)
`ASSERT(sharers_may_share, f_sharers_may_share)

// ---- the entries of the queues ----

`IN_QUEUE(back, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
`OUT_QUEUE(ask, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
`QUEUE_OF_FOUR(passed, FAR_RSP_W, \inside_rsp_queue.head_q , \inside_rsp_queue.tail_q , \inside_rsp_queue.slot[0] , \inside_rsp_queue.slot[1] , \inside_rsp_queue.slot[2] , \inside_rsp_queue.slot[3] )
`QUEUE_OF_TWO(passed_across, FAR_RSP_W, \across_rsp_queue.head_q , \across_rsp_queue.tail_q , \across_rsp_queue.slot[0] , \across_rsp_queue.slot[1] )
`OUT_QUEUE(outs, FAR_RSP_W, \out_queue.head_q , \out_queue.tail_q , \out_queue.slot[0] , \out_queue.slot[1] )
`OUT_QUEUE(acks_out, ACK_W, \far_ack_queue.head_q , \far_ack_queue.tail_q , \far_ack_queue.slot[0] , \far_ack_queue.slot[1] )
`IN_QUEUE(acks_in, ACK_W, \dir_ack_queue.head_q , \dir_ack_queue.tail_q , \dir_ack_queue.slot[0] , \dir_ack_queue.slot[1] )
wire [1:0] f_passed_across_n = f_passed_across_tail - f_passed_across_head;
`ASSERT(answers_are_counted, inside_answers_q == f_passed_n && across_answers_q == f_passed_across_n)
wire [3:0] f_inside_n = inside_tail_q - inside_head_q;
wire [2:0] f_across_n = across_tail_q - across_head_q;
`ASSERT(few_inside, f_inside_n <= INSIDE)
`ASSERT(few_across_queued, f_across_n <= ACROSS)
`ASSERT(inside_has_room, !inside_push || f_inside_n < INSIDE)
`ASSERT(across_has_room, !across_push || f_across_n < ACROSS)
localparam F_KILL = 2'd0, F_HANDED_KILL = 2'd1, F_RELEASE = 2'd2, F_HANDED_MARKER = 2'd3;
wire [2:0] f_inside_behind_now = f_passed_n - inside_rsp_goes;
wire [2:0] f_across_behind_now = f_passed_across_n - across_rsp_goes;
wire [LINE_W-1:0] f_me_bits = HOME;
`define OF_HERE(line) (((line) & ~F_HOMES) | (f_me_bits << HOME_LSB))

// One entry, any, of a queue; `at_w` bits number its places, `set_w` are in a set.
`define FOLLOW(what, at_w, set_w) \
    wire f_``what``_pick = $anyseq; \
    reg f_``what``_q; \
    reg [at_w:0] f_``what``_ahead_q; \
    reg [LINE_W-1:0] f_``what``_line_q; \
    reg [set_w-1:0] f_``what``_set_q; \
    reg [1:0] f_``what``_kind_q; \
    reg [2:0] f_``what``_behind_q; \
    reg [set_w-1:0] f_``what``_got_q; \
    wire f_``what``_goes = f_``what``_q && f_``what``_ahead_q == 0 && what``_go; \
    always @(posedge clk_i) \
        if (rst_i) f_``what``_q <= 1'b0; \
        else if (!f_``what``_q && f_``what``_pick && what``_push) begin \
            f_``what``_q <= 1'b1; \
            f_``what``_ahead_q <= f_``what``_n - what``_done; \
            f_``what``_line_q <= what``_in_line; \
            f_``what``_set_q <= what``_in_set; \
            f_``what``_kind_q <= what``_in_kind; \
            f_``what``_behind_q <= f_``what``_behind_now; \
            f_``what``_got_q <= 0; \
        end else if (f_``what``_q) begin \
            if (what``_done) begin \
                f_``what``_ahead_q <= f_``what``_ahead_q - 1'b1; \
                if (f_``what``_ahead_q == 0) f_``what``_q <= 1'b0; \
            end \
            if (what``_rsp_goes && f_``what``_behind_q != 0) f_``what``_behind_q <= f_``what``_behind_q - 1'b1; \
            if (f_``what``_goes) f_``what``_got_q[what``_to] <= 1'b1; \
        end \
    wire [at_w-1:0] f_``what``_at = what``_head_q[at_w-1:0] + f_``what``_ahead_q[at_w-1:0]; \
    `ASSERT(what``_is_in_the_queue, !f_``what``_q || f_``what``_ahead_q < f_``what``_n) \
    `ASSERT(what``_is_in_its_place, !f_``what``_q || (what``_line[f_``what``_at] == f_``what``_line_q \
        && what``_set[f_``what``_at] == f_``what``_set_q && what``_kind[f_``what``_at] == f_``what``_kind_q \
        && what``_behind_q[f_``what``_at*BEHIND_W +: BEHIND_W] == f_``what``_behind_q)) \
    `ASSERT(what``_goes_to_its_set, !f_``what``_goes || (f_``what``_set_q[what``_to] && !f_``what``_got_q[what``_to])) \
    `ASSERT(what``_is_behind, !f_``what``_goes || f_``what``_behind_q == 0) \
    `ASSERT(what``_goes_to_all, !(f_``what``_goes && what``_done) || (f_``what``_got_q | (1 << what``_to)) == f_``what``_set_q) \
    `ASSERT(what``_told_are_the_first, !f_``what``_q || f_``what``_got_q == (f_``what``_ahead_q == 0 ? what``_told_q : 0)) \
    `ASSERT(what``_has_somebody, !f_``what``_q || ((f_``what``_set_q & ~f_``what``_got_q) != 0 \
        && (f_``what``_got_q & ~f_``what``_set_q) == 0))
`FOLLOW(inside, 3, CHIPS)
`FOLLOW(across, 2, GPUS)
`define OUT_TAG out_msg[1:0]
`ASSERT(inside_goes_as_it_entered, !f_inside_goes || (`IS_KILL(out_msg) && out_msg[F_DST +: HOME_W] == {`GPU_OF(f_me), inside_to}
    && `RSP_LINE(out_msg) == (f_inside_kind_q == F_HANDED_MARKER ? `OF_HERE(f_inside_line_q) : f_inside_line_q)
    && `OUT_TAG == (f_inside_kind_q == F_RELEASE ? F_MARKER : f_inside_kind_q == F_HANDED_MARKER ? F_HANDED : 2'd0)))
`ASSERT(across_goes_as_it_entered, !f_across_goes || (`IS_KILL(out_msg) && out_msg[F_DST +: HOME_W] == {across_to, f_me[CHIP_W-1:0]}
    && `RSP_LINE(out_msg) == f_across_line_q && `OUT_TAG == (f_across_kind_q == F_RELEASE ? F_MARKER : F_CREDIT)))
`ASSERT(kills_are_sent_where_they_may, !(across_push && across_in_kind == F_KILL) || `HOME_OF(across_in_line) == f_me)
`ASSERT(marker_is_handed_on, !(rsp_pop && is_dropped && drop_tag == F_MARKER && `HOMED_OF(rsp_line))
    || (inside_push && inside_in_kind == F_HANDED_MARKER && inside_in_line == rsp_line && inside_in_set == (((1 << CHIPS) - 1) & ~(1 << (HOME & (CHIPS - 1))))))

// One answer, any, that goes across: how many answers, and entries of the queue of kills, are before it.
wire f_answer_pick = $anyseq;
reg f_answer_q;
reg [1:0] f_answer_ahead_q;
reg [2:0] f_answer_kills_q;
always @(posedge clk_i)
    if (rst_i) f_answer_q <= 1'b0;
    else if (!f_answer_q && f_answer_pick && across_rsp_push && across_rsp_room) begin
        f_answer_q <= 1'b1;
        f_answer_ahead_q <= f_passed_across_n - across_rsp_goes;
        f_answer_kills_q <= f_across_n + across_push - across_done;
    end else if (f_answer_q) begin
        if (across_rsp_goes && f_answer_ahead_q == 0) f_answer_q <= 1'b0;
        if (across_rsp_goes && f_answer_ahead_q != 0) f_answer_ahead_q <= f_answer_ahead_q - 1'b1;
        if (across_done && f_answer_kills_q != 0) f_answer_kills_q <= f_answer_kills_q - 1'b1;
    end
// Kills before it wait for no more answers than are before it.
integer f_k;
reg f_answer_sound;
reg [1:0] f_at_kill;
always @* begin
    f_answer_sound = f_answer_ahead_q < f_passed_across_n && f_answer_kills_q <= f_across_n;
    for (f_k = 0; f_k < ACROSS; f_k = f_k + 1) begin
        f_at_kill = across_head_q[1:0] + f_k[1:0];
        if (f_k < f_answer_kills_q && across_behind_q[f_at_kill*BEHIND_W +: BEHIND_W] > f_answer_ahead_q) f_answer_sound = 1'b0;
    end
end
`ASSERT(answer_is_in_the_queue, !f_answer_q || f_answer_sound)
wire f_answer_leaves = f_answer_q && f_answer_ahead_q == 0 && across_rsp_goes;
`ASSERT(answers_stay_behind_kills_across, !f_answer_leaves || f_answer_kills_q == 0)
wire [HOME_W-1:0] f_out_to = out_msg[F_DST +: HOME_W];
`ASSERT(answers_go_their_way, (!inside_rsp_goes || `GPU_OF(f_out_to) == `GPU_OF(f_me))
    && (!across_rsp_goes || (`GPU_OF(f_out_to) != `GPU_OF(f_me) && `RSP_IS_HERE(out_msg))))

`ASSERT(turns_are_in_order, !(own_near_q && near_far_q && !own_far_q) && !(!own_near_q && !near_far_q && own_far_q))

// ---- numbers ----

// Of each kind, entries of a queue, and of those those that are not told.
reg [4:0] f_kills_inside;
reg [4:0] f_handed_inside;
reg [4:0] f_releases_inside;
reg [4:0] f_markers_inside; // not begun
reg [5:0] f_untold_inside;  // of releases: who is to be sent a marker
reg f_inside_sound;         // each entry has somebody who is not told, and no more than may be
reg [4:0] f_kills_across;
reg [4:0] f_releases_across;
reg [5:0] f_untold_across;
reg f_across_sound;
localparam F_OTHER_CHIPS = ((1 << CHIPS) - 1) & ~(1 << (HOME & (CHIPS - 1)));
localparam F_OTHER_GPUS = ((1 << GPUS) - 1) & ~(1 << (HOME >> CHIP_W));
reg [CHIPS-1:0] f_rest_inside;
reg [GPUS-1:0] f_rest_across;
reg [LINE_W-1:0] f_line_inside;
reg [2:0] f_at_inside;
reg [1:0] f_at_across;
integer f_i;
integer f_b;
always @* begin
    f_kills_inside = 0; f_handed_inside = 0; f_releases_inside = 0; f_markers_inside = 0; f_untold_inside = 0;
    f_inside_sound = 1'b1;
    for (f_i = 0; f_i < INSIDE; f_i = f_i + 1) begin
        f_at_inside = inside_head_q[2:0] + f_i[2:0];
        f_line_inside = inside_line[f_at_inside];
        f_rest_inside = inside_set[f_at_inside] & ~(f_i == 0 ? inside_told_q : {CHIPS{1'b0}});
        if (f_i < f_inside_n) begin
            if (inside_kind[f_at_inside] == F_KILL) f_kills_inside = f_kills_inside + 1'b1;
            if (inside_kind[f_at_inside] == F_HANDED_KILL) f_handed_inside = f_handed_inside + 1'b1;
            if (inside_kind[f_at_inside] == F_RELEASE) f_releases_inside = f_releases_inside + 1'b1;
            if (inside_kind[f_at_inside] == F_HANDED_MARKER && !(f_i == 0 && inside_told_q != 0)) f_markers_inside = f_markers_inside + 1'b1;
            for (f_b = 0; f_b < CHIPS; f_b = f_b + 1)
                if (inside_kind[f_at_inside] == F_RELEASE && f_rest_inside[f_b]) f_untold_inside = f_untold_inside + 1'b1;
            if (f_rest_inside == 0 || (inside_set[f_at_inside] & ~F_OTHER_CHIPS) != 0
                || (inside_kind[f_at_inside][1] && inside_set[f_at_inside] != F_OTHER_CHIPS)
                || (inside_kind[f_at_inside][0] && (!`HOMED_OF(f_line_inside) || `HOME_OF(f_line_inside) == f_me))
                || inside_behind_q[f_at_inside*BEHIND_W +: BEHIND_W] > f_passed_n) f_inside_sound = 1'b0;
        end
    end
    f_kills_across = 0; f_releases_across = 0; f_untold_across = 0;
    f_across_sound = 1'b1;
    for (f_i = 0; f_i < ACROSS; f_i = f_i + 1) begin
        f_at_across = across_head_q[1:0] + f_i[1:0];
        f_rest_across = across_set[f_at_across] & ~(f_i == 0 ? across_told_q : {GPUS{1'b0}});
        if (f_i < f_across_n) begin
            if (across_kind[f_at_across] == F_KILL) f_kills_across = f_kills_across + 1'b1;
            if (across_kind[f_at_across] == F_RELEASE) f_releases_across = f_releases_across + 1'b1;
            for (f_b = 0; f_b < GPUS; f_b = f_b + 1)
                if (across_kind[f_at_across] == F_RELEASE && f_rest_across[f_b]) f_untold_across = f_untold_across + 1'b1;
            if (f_rest_across == 0 || (across_set[f_at_across] & ~F_OTHER_GPUS) != 0
                || (across_kind[f_at_across] != F_KILL && across_kind[f_at_across] != F_RELEASE)
                || (across_kind[f_at_across] == F_RELEASE && across_set[f_at_across] != F_OTHER_GPUS)
                || across_behind_q[f_at_across*BEHIND_W +: BEHIND_W] > f_passed_across_n) f_across_sound = 1'b0;
        end
    end
end
`ASSERT(inside_entries_are_sound, f_inside_sound && (f_inside_n != 0 || inside_told_q == 0))
`ASSERT(across_entries_are_sound, f_across_sound && (f_across_n != 0 || across_told_q == 0))

// Places: requests that may kill and are in the bank, or on their way into it or out of it; and kills of theirs.
`define ASKS_SLOT(holds, msg) ((holds) && (msg[F_SRC + SRC_W - 1] || (`REQ_IS_HOMED(msg) && `WRITES(`REQ_OP(msg)))))
`define TELLS_SLOT(holds, msg) ((holds) && !`IS_KILL(msg) && (msg[F_DST + SRC_W - 1] || (`RSP_IS_HOMED(msg) && `WRITES(`RSP_OP(msg)))))
wire [5:0] f_in_flight = `ASKS_SLOT(f_ask[0], f_ask_0) + `ASKS_SLOT(f_ask[1], f_ask_1) + f_far_q + f_near_q + f_writes_q
    + `TELLS_SLOT(f_back[0], f_back_0) + `TELLS_SLOT(f_back[1], f_back_1);
`ASSERT(places_inside_are_counted, inside_slots_q == f_in_flight + f_kills_inside)
`ASSERT(places_across_are_counted, across_slots_q == f_in_flight + f_kills_across)
`ASSERT(few_places, inside_slots_q <= KILLS && across_slots_q <= KILLS && f_far_q <= KILLS && f_near_q <= KILLS && f_writes_q <= KILLS)
`define BACK_IS(i, tag) (f_back[i] && `IS_KILL(f_back_``i``) && f_back_``i``[1:0] == (tag) && `RSP_IS_HOMED(f_back_``i``))
`define OUT_IS(i, tag) (f_outs[i] && `IS_KILL(f_outs_``i``) && f_outs_``i``[1:0] == (tag))
`define ACK_IN_IS(i, tag) (f_acks_in[i] && f_acks_in_``i``[LINE_W +: 2] == (tag))
`define ACK_OUT_IS(i, tag) (f_acks_out[i] && f_acks_out_``i``[LINE_W +: 2] == (tag))
`define ACK_OUT_HOMED(i, tag) (`ACK_OUT_IS(i, tag) && `HOMED_OF(f_acks_out_``i``))
wire [6:0] f_kills_here = f_kills_banked_q + `BACK_IS(0, F_CREDIT) + `BACK_IS(1, F_CREDIT) + f_handed_inside + credit_due_q
    + `ACK_OUT_IS(0, F_CREDIT) + `ACK_OUT_IS(1, F_CREDIT);
`ASSERT(kills_of_others_are_counted, f_kills_open_q == f_kills_here && f_kills_open_q <= F_MOST_KILLS && f_kills_banked_q <= F_MOST_KILLS)
wire [6:0] f_marks_here = f_marks_banked_q + `BACK_IS(0, F_MARKER) + `BACK_IS(1, F_MARKER) + f_markers_inside + hands_q
    + `ACK_OUT_HOMED(0, F_MARKER) + `ACK_OUT_HOMED(1, F_MARKER);
`ASSERT(markers_of_others_are_counted, f_marks_open_q == f_marks_here && f_marks_open_q <= F_MOST_MARKS && f_marks_banked_q <= F_MOST_MARKS)
`define LEGAL(i) (!f_back[i] || !`IS_KILL(f_back_``i``) || (!`RSP_IS_HERE(f_back_``i``) \
    && (`RSP_IS_HOMED(f_back_``i``) == (f_back_``i``[1:0] == F_CREDIT) || f_back_``i``[1:0] == F_MARKER)))
`ASSERT(back_has_legal_kills, `LEGAL(0) && `LEGAL(1))
wire [HOME_W-1:0] f_back_to_0 = f_back_0[F_DST +: HOME_W];
wire [HOME_W-1:0] f_back_to_1 = f_back_1[F_DST +: HOME_W];
`define ASKED(i) (!f_back[i] || `IS_KILL(f_back_``i``) || !f_back_``i``[F_DST + SRC_W - 1] || (`RSP_IS_HOMED(f_back_``i``) \
    && f_back_to_``i`` != f_me && (`GPU_OF(f_back_to_``i``) == `GPU_OF(f_me) \
        || (`RSP_IS_HERE(f_back_``i``) && f_back_to_``i``[CHIP_W-1:0] == f_me[CHIP_W-1:0]))))
`define KNOWN(i) (!f_back[i] || `IS_KILL(f_back_``i``) || !f_back_``i``[F_DST + SRC_W - 1] || `ACCESSES(`RSP_OP(f_back_``i``)))
`define NO_KILL(i) (!f_passed[i] || !`IS_KILL(f_passed_``i``))
`ASSERT(others_are_answered_accesses, `KNOWN(0) && `KNOWN(1))
`define NO_KILL_ACROSS(i) (!f_passed_across[i] || !`IS_KILL(f_passed_across_``i``))
`ASSERT(passed_are_answers, `NO_KILL(0) && `NO_KILL(1) && `NO_KILL(2) && `NO_KILL(3) && `NO_KILL_ACROSS(0) && `NO_KILL_ACROSS(1))
wire [HOME_W-1:0] f_inside_to_0 = f_passed_0[F_DST +: HOME_W];
wire [HOME_W-1:0] f_inside_to_1 = f_passed_1[F_DST +: HOME_W];
wire [HOME_W-1:0] f_inside_to_2 = f_passed_2[F_DST +: HOME_W];
wire [HOME_W-1:0] f_inside_to_3 = f_passed_3[F_DST +: HOME_W];
wire [HOME_W-1:0] f_across_to_0 = f_passed_across_0[F_DST +: HOME_W];
wire [HOME_W-1:0] f_across_to_1 = f_passed_across_1[F_DST +: HOME_W];
`define STAYS_INSIDE(i) (!f_passed[i] || `GPU_OF(f_inside_to_``i``) == `GPU_OF(f_me))
`define LEAVES_GPU(i) (!f_passed_across[i] || (`GPU_OF(f_across_to_``i``) != `GPU_OF(f_me) && `RSP_IS_HERE(f_passed_across_``i``)))
`ASSERT(answers_are_in_their_queue, `STAYS_INSIDE(0) && `STAYS_INSIDE(1) && `STAYS_INSIDE(2) && `STAYS_INSIDE(3)
    && `LEAVES_GPU(0) && `LEAVES_GPU(1))
`ASSERT(release_is_of_here, !release_q || `HOME_OF(release_line_q) == f_me)
`ASSERT(back_has_legal_askers, `ASKED(0) && `ASKED(1))

// A release's markers: those that are not sent, sent and not acknowledged, and acknowledgements that have come.
wire [6:0] f_markers_left = f_untold_inside + f_untold_across + `OUT_IS(0, F_MARKER) + `OUT_IS(1, F_MARKER) + f_markers_out_q
    + `ACK_IN_IS(0, F_MARKER) + `ACK_IN_IS(1, F_MARKER);
`ASSERT(markers_are_counted, f_markers_left == (release_q ? release_left_q : 0) && f_markers_out_q <= CHIPS + GPUS)
`ASSERT(release_waits_for_all, !tells_release || f_markers_left == 0)
`ASSERT(one_release, f_releases_inside <= release_q && f_releases_across <= release_q)
wire f_hands_begun = inside_told_q != 0 && inside_kind[inside_at] == F_HANDED_MARKER;
reg [3:0] f_hands_unsent;
always @* begin
    f_hands_unsent = 0;
    for (f_b = 0; f_b < CHIPS; f_b = f_b + 1)
        if (f_hands_begun && inside_set[inside_at][f_b] && !inside_told_q[f_b]) f_hands_unsent = f_hands_unsent + 1'b1;
end
wire [6:0] f_hands_left = f_hands_unsent + `OUT_IS(0, F_HANDED) + `OUT_IS(1, F_HANDED) + f_handed_out_q
    + `ACK_IN_IS(0, F_HANDED) + `ACK_IN_IS(1, F_HANDED);
`ASSERT(handed_markers_are_counted, f_hands_left == (hands_q ? hands_left_q : 0) && f_handed_out_q <= CHIPS && (hands_q || !f_hands_begun))
`ASSERT(few_to_wait_for, (!hands_q || hands_left_q < CHIPS) && (!release_q || release_left_q < CHIPS + GPUS - 1))
`ASSERT(marker_waits_for_all, !hands_go || f_hands_left == 0)
wire [6:0] f_credits = `OUT_IS(0, F_CREDIT) + `OUT_IS(1, F_CREDIT) + f_kills_out_q + `ACK_IN_IS(0, F_CREDIT) + `ACK_IN_IS(1, F_CREDIT);
`ASSERT(few_across, credits_q == f_credits && credits_q <= CREDITS && f_kills_out_q <= CREDITS)
`ASSERT(kill_is_acknowledged_behind, !(inside_done && inside_first_kind == F_HANDED_KILL) || (!credit_due_q && inside_rest == 0))
`ASSERT(acks_in_are_wanted, (!f_acks_in[0] || f_acks_in_0[LINE_W +: 2] != 0) && (!f_acks_in[1] || f_acks_in_1[LINE_W +: 2] != 0))
`ASSERT(markers_of_here_come_back, !(far_ack_push && ack_turn == 2'd2) || `HOMED_OF(hands_line_q))
wire [LINE_W-1:0] f_hands_line = hands_line_q;
`ASSERT(handed_line_is_homed, !hands_q || (`HOMED_OF(f_hands_line) && `HOME_OF(f_hands_line) != f_me))
`ASSERT(credit_line_is_homed, !credit_due_q || (`HOMED_OF(credit_line_q) && `HOME_OF(credit_line_q) != f_me))

// ---- covers ----

// The line's set of four ways fills, way by way: steps on the way to gives_way.
reg [2:0] f_held;
integer f_h;
always @* begin
    f_held = 0;
    for (f_h = 0; f_h < WAYS; f_h = f_h + 1)
        if (`WAY_SHARERS(f_row, f_h) != 0) f_held = f_held + 1'b1;
end
`COVER_WHERE(WAYS == 4, set_holds_two, f_looks_at && f_last_q && f_held == 2)
`COVER_WHERE(WAYS == 4, set_holds_three, f_looks_at && f_last_q && f_held == 3)
`COVER_WHERE(WAYS == 4, set_holds_four, f_looks_at && f_last_q && f_held == 4)

`COVER(package_shares, f_looks_at && f_fills && f_s_is_inside && f_is_here)
`COVER(gpu_shares, f_looks_at && f_fills && !f_s_is_inside)
`COVER(package_shares_from_gpu_home, f_looks_at && f_fills && !f_is_here)
`COVER(store_kills_inside, f_looks_at && f_writes && f_kills_it && f_s_is_inside)
`COVER(store_kills_across, f_looks_at && f_writes && f_kills_it && !f_s_is_inside)
`COVER(gives_way, f_looks_at && f_kills_it && is_share)
`COVER(hands_a_kill_on, f_looks_at && f_handed && f_kills_it)
`COVER(acknowledges_one_without_sharers, drop_back && is_kill && !kills_inside)
`COVER(acknowledges_one_handed_on, ack_go && ack_turn == 2'd1)
`COVER(hands_a_marker_on, hands_go)
`COVER(its_own_store_keeps_it, f_looks_at && f_passes && f_to_s && `WRITES(rsp_op) && f_last_q)
`COVER(inside_waits_for_an_answer, f_inside_q && f_inside_ahead_q == 0 && f_inside_behind_q != 0)
`COVER(across_waits_for_an_answer, f_across_q && f_across_ahead_q == 0 && f_across_behind_q != 0)
`COVER(answer_inside_passes_a_waiting_kill, inside_rsp_goes && across_turn && !across_ready)
`COVER(answer_across_stays_behind_a_kill, f_answer_q && f_answer_ahead_q == 0 && f_answer_kills_q != 0)
`COVER(goes_to_all_others, f_inside_goes && inside_done && f_inside_got_q != 0)
`COVER(release_is_told_to_far, tells_release && release_far)
`COVER(release_is_told_to_own, tells_release && !release_far)
`COVER(near_release_goes, release_go && release_near)
`COVER(places_are_full, inside_slots_q == KILLS && own_kills && own_req_valid)
