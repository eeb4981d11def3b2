// What a bank promises of invalidations (gpu-vi, hmg): for any one of them, and, with cache_bytes.vh, for any one line,
// f_line. Put after l2.vh, cache_bytes.vh, and l2_acks.vh or l2_acks_above.vh, which say how it acknowledges them.
//
// Promises
// * each invalidation is acknowledged once, with its line and its tag, in the order in which they came;
// * when its acknowledgement enters the queue that it leaves by, no copy of its line is here, and no load is served from
//   its line until a fill that came from the home behind the invalidation serves it (V2);
// * it changes no MSHR, answers nobody and writes no bytes; a store or an atomic under way keeps its lock;
// * it is acknowledged as soon as it is in stage 1 and may go, f_may_acknowledge.
//
// With cache_bytes.vh: a copy has the bytes of the home's last fill, changed by this bank's own stores since, and there
// is none once an invalidation behind that fill has been acknowledged. With cache.vh: nobody is served from a line
// with a store of this bank under way (V1), and an atomic leaves no copy (V8).
//
// Assumes nothing beyond cache_env.vh.
`define KILL_TAG(msg) msg[F_KILL_TAG_W-1:0]

// ---- one acknowledgement an invalidation ----

wire f_told = f_answer_valid && f_answer_ready && `IS_INVALIDATION(`ANSWER_OP(f_answer_msg));
wire f_tells = f_ack_valid && f_ack_ready;
reg [2:0] f_untold_q; // invalidations that are not acknowledged
always @(posedge clk_i)
    f_untold_q <= rst_i ? 3'd0 : f_untold_q + {2'd0, f_told} - {2'd0, f_tells};

// One invalidation, any, and how many that came before it are not acknowledged.
localparam F_NONE_YET = 2'd0, F_TO_TELL = 2'd1, F_WAS_TOLD = 2'd2;
wire f_pick_kill = $anyseq;
reg [1:0] f_kill_q;
reg [2:0] f_ahead_q;
reg [LINE_W-1:0] f_kill_line_q;
reg [F_KILL_TAG_W-1:0] f_kill_tag_q;
always @(posedge clk_i)
    if (rst_i) f_kill_q <= F_NONE_YET;
    else if (f_kill_q == F_NONE_YET && f_pick_kill && f_told) begin
        f_kill_q <= F_TO_TELL;
        f_ahead_q <= f_untold_q - {2'd0, f_tells};
        f_kill_line_q <= `ANSWER_LINE(f_answer_msg);
        f_kill_tag_q <= `KILL_TAG(f_answer_msg);
    end else if (f_kill_q == F_TO_TELL && f_tells) begin
        f_ahead_q <= f_ahead_q - 3'd1;
        if (f_ahead_q == 0) f_kill_q <= F_WAS_TOLD;
    end
wire f_to_tell = f_kill_q == F_TO_TELL;
`define KILLED(line, tag) ((line) == f_kill_line_q && (tag) == f_kill_tag_q)

`ASSERT(no_ack_without_invalidation, !f_ack_valid || f_untold_q != 0)
`ASSERT(ack_is_of_its_invalidation, !(f_ack_valid && f_to_tell && f_ahead_q == 0)
    || `KILLED(`ACK_LINE(f_ack_msg), `ACK_TAG(f_ack_msg)))
`ASSERT(invalidation_goes_on, !(f_s1_invalidates && f_may_acknowledge) || (f_acknowledges && answer_done))
`ASSERT(acknowledges_into_room, !f_acknowledges || f_may_acknowledge)

// Each is in one place: the queue of answers from below, stage 1, the queue that acknowledgements leave by. Where the one
// is that is followed depends on how many are before it.
wire [1:0] f_told_n = {1'b0, f_ack[0]} + {1'b0, f_ack[1]};
wire [2:0] f_beyond_queue_n = {1'b0, f_told_n} + {2'd0, f_s1_invalidates};
wire [2:0] f_turn = f_ahead_q - f_beyond_queue_n; // in the queue of answers
wire f_it_is_told = f_to_tell && f_ahead_q < {1'b0, f_told_n};
wire f_it_is_in_stage_1 = f_to_tell && f_ahead_q == {1'b0, f_told_n} && f_s1_invalidates;
wire f_it_is_queued = f_to_tell && f_ahead_q >= f_beyond_queue_n;
wire f_told_at = (&f_ack) ? f_ack_head[0] ^ f_ahead_q[0] : f_ack[1];
wire f_queued_at = (&f_kills) ? f_answer_head[0] ^ f_turn[0] : f_kills[1];
wire [$bits(f_ack_msg)-1:0] f_told_msg = f_told_at ? f_ack_1 : f_ack_0;
wire [MEM_RSP_W-1:0] f_queued_msg = f_queued_at ? f_answer_1 : f_answer_0;
`ASSERT(each_invalidation_has_its_place, f_untold_q == f_beyond_queue_n + {2'd0, f_kills[0]} + {2'd0, f_kills[1]})
`ASSERT(followed_is_among_them, !f_to_tell || f_ahead_q < f_untold_q)
`ASSERT(followed_is_told_of, !f_it_is_told || `KILLED(`ACK_LINE(f_told_msg), `ACK_TAG(f_told_msg)))
`ASSERT(followed_in_stage_1, !f_it_is_in_stage_1 || `KILLED(s1_line_q, `KILL_TAG(s1_data_q)))
`ASSERT(followed_in_queue, !f_it_is_queued || (f_kills[f_queued_at]
    && `KILLED(`ANSWER_LINE(f_queued_msg), `KILL_TAG(f_queued_msg))))

// ---- no copy ----

// A fill of its line has come behind it.
reg f_filled_behind_q;
always @(posedge clk_i)
    if (f_kill_q == F_NONE_YET) f_filled_behind_q <= 1'b0;
    else if (f_answered && `HAS_LINE(f_answered_op)) f_filled_behind_q <= 1'b1;
wire f_is_gone = (f_it_is_told || f_kill_q == F_WAS_TOLD) && f_kill_line_q == f_line && !f_filled_behind_q;
`ASSERT(invalidated_line_has_no_copy, !f_is_gone || !f_is_kept)
`ASSERT(invalidated_line_serves_nobody, !f_is_gone || !(f_hits || f_fills))

wire [1:0] f_fill_comes = f_coming & {`HAS_LINE(`ANSWER_OP(f_answer_1)), `HAS_LINE(`ANSWER_OP(f_answer_0))};
wire f_none_behind = f_kill_q != F_NONE_YET && f_kill_line_q == f_line && !f_filled_behind_q;
`ASSERT(no_fill_behind_an_acknowledged, !f_is_gone || !f_pending_line)
`ASSERT(no_fill_behind_stage_1, !(f_none_behind && f_it_is_in_stage_1) || f_fill_comes == 0)
`ASSERT(fill_before_a_queued, !(f_none_behind && f_it_is_queued && f_queued_at == f_answer_head[0]) || f_fill_comes == 0)

// ---- nothing else ----

reg f_killed_q; // an invalidation has left stage 1
reg [MSHRS-1:0] f_busy_then_q;
reg [MSHRS-1:0] f_store_then_q;
always @(posedge clk_i) begin
    f_killed_q <= !rst_i && f_s1_invalidates;
    f_busy_then_q <= mshr_busy_q;
    f_store_then_q <= mshr_store_q;
end
`ASSERT(invalidation_leaves_mshrs, !f_killed_q || (mshr_busy_q == f_busy_then_q && mshr_store_q == f_store_then_q))
`ASSERT(invalidation_answers_nobody, !f_s1_invalidates || (f_answers_push == s2_valid_q))
`ASSERT(invalidation_writes_no_bytes, !f_s1_invalidates || !(|bytes_written))
`ASSERT_OF_SET(drops_its_own_copy_alone, !(f_s1_invalidates && tags_write) || (f_mine[tags_write_way] && !tags_write_valid))

// ---- covers ----

wire f_kills_it = f_s1_invalidates && answer_done && s1_line_q == f_line;
`COVER(invalidation_drops_a_copy, f_kills_it && f_is_kept)
`COVER(invalidation_finds_nothing, f_kills_it && !f_is_kept)
`COVER(invalidated_while_locked, f_kills_it && f_is_kept && f_locked_q && !f_atomic_q)
`COVER(invalidated_before_its_fill, f_kills_it && |(f_in & ~mshr_store_q) && !f_pending)
`COVER(joins_after_the_invalidation, load_join && s1_line_q == f_line && f_is_gone)
`COVER(invalidation_waits_for_room, f_s1_invalidates && !f_ack_room && f_is_kept)
`COVER_WHERE(QUEUE_IN > 0, invalidations_one_after_another, f_s1_invalidates && answer_done && |f_kills)
`COVER(store_answered_after_its_copy_went, f_acks && s1_op_q == 4'd1 && f_kill_q == F_WAS_TOLD && f_kill_line_q == f_line
    && !f_filled_behind_q)
`COVER(filled_again, f_is_kept && f_kill_q == F_WAS_TOLD && f_kill_line_q == f_line && f_filled_behind_q)
`COVER(invalidation_passes_a_parked, f_s1_invalidates && answer_done && park_valid_q)
