// What an L1 promises of lines that it is told to drop (gpu-vi with `l1_copies: vi`): for any one of them, and, with
// cache_bytes.vh, for any one line, f_line. Put after queue.vh, l1.vh and cache_bytes.vh.
//
// Promises
// * each line that comes by `drop` is told of once by `dropped`, in the order in which they came;
// * when it enters the queue of `dropped`, no copy of it is here, and from then on a copy, and a load that comes later,
//   are answered with what was asked for later: a load under way keeps its answer to itself (V2);
// * a drop changes no other copy and no lock, answers nobody and writes no bytes;
// * it is told of as soon as it is in stage 1 and there is room.
//
// Assumes nothing beyond cache_env.vh: a drop may come in any cycle, of any line, also of one that is not here.
localparam WIDTH = DROP_W;
wire in_valid_i = drop_valid_i;
wire in_ready_o = drop_ready_o;
wire [WIDTH-1:0] in_msg_i = drop_msg_i;
wire out_valid_o = dropped_valid_o;
wire out_ready_i = dropped_ready_i;
wire [WIDTH-1:0] out_msg_o = dropped_msg_o;

// ---- each line is told of once, in order ----

`CHANNEL_OUT(dropped)
`define DROP_LINE(msg) msg[0 +: LINE_W]
wire [WIDTH-1:0] f_drop_followed;
`QUEUE_OF(QUEUE_IN + 1 + QUEUE_OUT, f_drop_followed)
assign f_drop_followed = `DROP_LINE(f_msg_q);

`IN_QUEUE(drops, DROP_W, \drop_queue.head_q , \drop_queue.tail_q , \drop_queue.slot[0] , \drop_queue.slot[1] )
`OUT_QUEUE(told, DROP_W, \dropped_queue.head_q , \dropped_queue.tail_q , \dropped_queue.slot[0] , \dropped_queue.slot[1] )
// The five places in the order in which their lines come out.
wire [DROP_W-1:0] f_told_first = f_told_head[0] ? f_told_1 : f_told_0;
wire [DROP_W-1:0] f_told_second = f_told_head[0] ? f_told_0 : f_told_1;
wire [DROP_W-1:0] f_drops_first = f_drops_head[0] ? f_drops_1 : f_drops_0;
wire [DROP_W-1:0] f_drops_second = f_drops_head[0] ? f_drops_0 : f_drops_1;
wire [4:0] f_drop_holds = {&f_drops, |f_drops, f_s1_invalidates, &f_told, |f_told};
wire [4:0] f_drop_alike = {`DROP_LINE(f_drops_second) == `DROP_LINE(f_msg_q), `DROP_LINE(f_drops_first) == `DROP_LINE(f_msg_q),
    s1_line_q == `DROP_LINE(f_msg_q), f_told_second == f_drop_followed, f_told_first == f_drop_followed};
reg f_drop_found;
reg [F_COUNT_W-1:0] f_drop_count;
integer f_d;
always @* begin
    f_drop_found = 1'b0;
    f_drop_count = 0;
    for (f_d = 0; f_d < 5; f_d = f_d + 1) begin
        if (f_drop_holds[f_d] && f_drop_count == f_ahead_q)
            f_drop_found = f_drop_alike[f_d];
        f_drop_count = f_drop_count + f_drop_holds[f_d];
    end
end
`ASSERT(drops_are_counted, f_drop_count == f_count_q)
`ASSERT(followed_is_in_its_place, !f_inside_q || f_drop_found)
`ASSERT(drop_goes_on, !(f_s1_invalidates && f_ack_room) || (dropped_push && answer_done))
`ASSERT(tells_into_room, !dropped_push || f_ack_room)
`ASSERT(drop_comes_in, !(swept && !s1_valid_q && drop_valid) || take_answer)
`ASSERT(idle_without_a_drop, !idle_o || !(|f_drops || f_s1_invalidates))

// ---- nothing of before it ----

wire f_drops_it = f_s1_invalidates && answer_done && s1_line_q == f_line;
reg f_dropped_q;     // the line was dropped,
reg f_asked_since_q; // and since then it was asked for,
reg f_given_since_q; // and that has been answered
always @(posedge clk_i)
    if (rst_i) f_dropped_q <= 1'b0;
    else if (f_drops_it) begin
        f_dropped_q <= 1'b1;
        f_asked_since_q <= 1'b0;
        f_given_since_q <= 1'b0;
    end else begin
        if (f_pushes && (f_pushes_op == 4'd0 || f_pushes_op == 4'd5)) f_asked_since_q <= 1'b1;
        if (f_answered && `HAS_LINE(f_answered_op) && f_asked_since_q) f_given_since_q <= 1'b1;
    end
wire f_only_old = f_dropped_q && !f_given_since_q;
wire f_before = f_dropped_q && !f_asked_since_q; // what is under way was asked for before
`ASSERT(dropped_line_has_no_copy, !f_only_old || !f_is_kept)
`ASSERT(no_hit_of_before_the_drop, !f_only_old || !f_hits)
`ASSERT(nobody_joins_what_was_before_the_drop, !(load_join && s1_line_q == f_line && f_before))
`ASSERT(given_was_asked_for, !(f_dropped_q && f_given_since_q) || f_asked_since_q)
`ASSERT(old_mshr_remembers, !f_before || (f_in & ~mshr_store_q & ~f_peek & ~mshr_dropped_q) == 0)
`ASSERT(no_copy_beside_what_was_dropped, (f_in & mshr_dropped_q) == 0 || !f_is_kept)
`ASSERT(answered_since_the_drop, !(f_only_old && f_asked_since_q) || !f_pending_line)

// ---- nothing else ----

reg f_drop_left_q; // one has left stage 1
reg [MSHRS-1:0] f_busy_then_q;
reg [MSHRS-1:0] f_store_then_q;
always @(posedge clk_i) begin
    f_drop_left_q <= !rst_i && f_s1_invalidates;
    f_busy_then_q <= mshr_busy_q;
    f_store_then_q <= mshr_store_q;
end
`ASSERT(drop_leaves_mshrs, !f_drop_left_q || (mshr_busy_q == f_busy_then_q && mshr_store_q == f_store_then_q))
`ASSERT(drop_answers_nobody, !f_s1_invalidates || (f_upward_push == s2_valid_q))
`ASSERT(drop_writes_no_bytes, !f_s1_invalidates || !(|bytes_written))
`ASSERT_OF_SET(drops_its_own_copy_alone, !(f_s1_invalidates && tags_write) || (f_mine[tags_write_way] && !tags_write_valid))

// ---- covers ----

`COVER(drops_a_copy, f_drops_it && f_is_kept)
`COVER(drops_nothing, f_drops_it && !f_is_kept && !f_under_way)
`COVER(dropped_before_its_fill, f_drops_it && |(f_in & ~mshr_store_q) && !f_pending)
`COVER(dropped_while_locked, f_drops_it && f_is_kept && f_locked_q && !f_atomic_q)
`COVER(drop_overtakes_its_fill, f_drops_it && |f_coming && |(f_in & ~mshr_store_q))
`COVER(fill_is_not_kept, f_fills && rest == 0 && !fill_install)
`COVER(load_waits_behind_a_dropped, s1_parks && `STAGE_1(4'd0) && s1_line_q == f_line && f_before && |(f_in & mshr_dropped_q))
`COVER(asked_again_after_a_dropped, load_miss && s1_line_q == f_line && f_before && f_was_parked_q)
`COVER(filled_again, f_is_kept && f_dropped_q && f_given_since_q)
`COVER(drop_waits_for_room, f_s1_invalidates && !f_ack_room && f_is_kept)
`COVER(drop_passes_a_parked, f_s1_invalidates && answer_done && park_valid_q)
`COVER(answer_waits_for_drops, f_answer_head_valid && drop_valid && f_s1_invalidates)
