// What L1 and L2 promise of data in the protocols that have no text of times and data (cache_time.vh): for any one line
// and any one bit of it, and so for all. To be put after cache.vh.
//
// The text keeps a cache of its own, of that line alone, that never evicts: what was last given for the line,
// changed by this unit's own stores since. It listens to channels only, but for a store that stays here (WRITE_BACK), and
// invalidations do not reach it (l2_invalidate.vh).
//
// Promises
// * a load is served from a copy with the copy's bytes, never while a request of the line is under way (M7);
// * a fill, an atomic and a store that brings its line are answered with the bytes that came;
// * a fill is kept, unless it finds none but dirty copies in its set (WRITE_BACK), or its line was dropped since it was
//   asked for (DROPS), or all who wait for it need it once (BOTH);
// * a copy has the bytes of the last answer with its line, changed by this unit's later stores, each to its own;
// * a store goes below once it leaves stage 1, with its mask and its bytes, unless it stays here.
//
// Nothing here says that a copy has what others have stored: these protocols do not.
//
// Assumes nothing more than cache.vh. For any sizes. Put after cache_bit.vh, which follows one bit of the line.

`define BELOW_MASK(msg) msg[8*LINE_BYTES +: LINE_BYTES]
`define BELOW_FN(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + F_NAME_W +: 5]
`define ABOVE_MASKED(msg) msg[8*LINE_BYTES + f_byte]

// An answer with the line is a fill, or a store's that brings it.
`define HAS_LINE(op) ((op) == 4'd0 || `BRINGS_LINE(op))
wire f_answered = f_answer_valid && f_answer_ready && `ANSWER_LINE(f_answer_msg) == f_line
    && !`OF_NO_MSHR(`ANSWER_OP(f_answer_msg));
wire [3:0] f_answered_op = `ANSWER_OP(f_answer_msg);
wire [3:0] f_pushes_op = `BELOW_OP(f_below_pushed);
wire f_pushes = f_below_push && `BELOW_LINE(f_below_pushed) == f_line && !`IS_WRITE_BACK(f_pushes_op);
wire [LINE_BYTES-1:0] f_pushes_mask = `BELOW_MASK(f_below_pushed);
wire f_stays = f_store_stays && f_of_line;

// ---- the cache that never evicts, and what was last answered ----

`ifdef BOTH
`ifdef FLUSHES
wire [4:0] f_emptied_fn = flush_fn_q;
`else
wire [4:0] f_emptied_fn = s1_fn_q;
`endif
wire f_drops_line = f_emptied_fn == 5'd1 || f_line[HOME_LSB +: HOME_W] != HOME;
wire f_fill_is_kept = !fill_once;
`else
wire f_drops_line = 1'b1; // a sweep leaves nothing
wire f_fill_is_kept = 1'b1;
`endif
reg f_copy_q;
reg f_copy_bit_q;
reg f_answer_bit_q;
always @(posedge clk_i)
    if (rst_i || (sweep && f_drops_line)) f_copy_q <= 1'b0;
    else begin
        if (f_answered) begin
            f_answer_bit_q <= f_answer_msg[f_bit];
            if (`HAS_LINE(f_answered_op)) begin
                f_copy_q <= 1'b1;
                f_copy_bit_q <= f_answer_msg[f_bit];
            end
        end
        if (f_pushes && `STORE_BELOW(f_pushes_op) && f_pushes_mask[f_byte]) f_copy_bit_q <= f_below_pushed[f_bit];
        if (f_pushes && f_pushes_op == 4'd6) f_copy_q <= 1'b0;
        if (f_stays) begin
            if (&s1_mask_q) f_copy_q <= 1'b1;
            if (s1_mask_q[f_byte]) f_copy_bit_q <= s1_data_q[f_bit];
        end
    end

// ---- promises ----

wire f_hits = load_hit && f_of_line;
wire f_fills = fill_serves && f_of_line && s1_op_q == 4'd0;
wire f_acks = ack_done && f_of_line;

`ASSERT(hit_has_a_copy, !f_hits || f_copy_q)
`ASSERT(hit_is_not_locked, !f_hits || !f_under_way)
`ASSERT(hit_is_not_fresh, !f_hits || s1_op_q == 4'd0)
`ASSERT(fill_data_is_answers, !f_fills || f_upward_pushed[f_bit] == f_copy_bit_q)
`ASSERT(ack_data_is_answers, !(f_acks && !f_ack_reads) || f_upward_pushed[f_bit] == f_answer_bit_q)
// What is read for stage 2: of a hit, or of a copy whose store is answered without its line.
reg f_s2_q;
reg f_s2_bit_q;
always @(posedge clk_i)
    if (rst_i) f_s2_q <= 1'b0;
    else if (load_hit || word_go || f_ack_reads || f_store_stays) begin
        f_s2_q <= f_hits || (f_acks && f_ack_reads);
        f_s2_bit_q <= f_copy_bit_q;
    end else if (s2_push) f_s2_q <= 1'b0;
`ASSERT(hit_data_is_copys, !f_s2_q || (s2_valid_q && f_upward_push && f_upward_pushed[f_bit] == f_s2_bit_q))

// One request from above, any, followed from the queue until it leaves stage 1 for good.
localparam F_NOWHERE = 2'd0, F_QUEUED = 2'd1, F_STAGE_1 = 2'd2, F_PARKED = 2'd3;
wire f_pick_request = $anyseq;
reg [1:0] f_place_q;
reg f_slot_q;
reg [3:0] f_req_op_q;
reg [4:0] f_req_fn_q;
reg [LINE_W-1:0] f_req_line_q;
reg f_masked_q;
reg f_req_bit_q;
always @(posedge clk_i)
    if (rst_i) f_place_q <= F_NOWHERE;
    else begin
        if (f_place_q == F_NOWHERE && f_pick_request && f_above_valid && f_above_ready) begin
            f_place_q <= QUEUE_IN == 0 ? F_STAGE_1 : F_QUEUED;
            f_slot_q <= f_above_tail[0];
            f_req_op_q <= `ABOVE_OP(f_above_msg);
            f_req_fn_q <= `ABOVE_FN(f_above_msg);
            f_req_line_q <= `ABOVE_LINE(f_above_msg);
            f_masked_q <= `ABOVE_MASKED(f_above_msg);
            f_req_bit_q <= f_above_msg[f_bit];
        end
        if (f_place_q == F_QUEUED && take_next && f_above_head[0] == f_slot_q) f_place_q <= F_STAGE_1;
        if (f_place_q == F_STAGE_1 && (s1_parks || request_done)) f_place_q <= s1_parks ? F_PARKED : F_NOWHERE;
        if (f_place_q == F_PARKED && take_parked) f_place_q <= F_STAGE_1;
    end
wire [$bits(f_above_msg)-1:0] f_slot = f_slot_q ? f_above_1 : f_above_0;
wire f_sends = f_place_q == F_STAGE_1 && request_done && !f_store_stays
    && (f_req_op_q == `STORE_ABOVE || `BACK_ABOVE(f_req_op_q) || f_req_op_q == 4'd6);
`ASSERT(store_goes_below, !f_sends || (f_below_push && f_below_room
    && (f_req_op_q == 4'd6 ? f_pushes_op == 4'd6 : `STORE_BELOW(f_pushes_op))
    && `BELOW_LINE(f_below_pushed) == f_req_line_q && `BELOW_FN(f_below_pushed) == f_req_fn_q
    && f_pushes_mask[f_byte] == f_masked_q && f_below_pushed[f_bit] == f_req_bit_q))
`ASSERT(queued_as_sent, f_place_q != F_QUEUED || (f_above[f_slot_q] && `ABOVE_OP(f_slot) == f_req_op_q
    && `ABOVE_FN(f_slot) == f_req_fn_q && `ABOVE_LINE(f_slot) == f_req_line_q
    && `ABOVE_MASKED(f_slot) == f_masked_q && f_slot[f_bit] == f_req_bit_q))
`ASSERT(in_stage_1_as_sent, f_place_q != F_STAGE_1 || (f_s1_request && s1_op_q == f_req_op_q
    && s1_fn_q == f_req_fn_q && s1_line_q == f_req_line_q
    && s1_mask_q[f_byte] == f_masked_q && s1_data_q[f_bit] == f_req_bit_q))
`ASSERT(parked_as_sent, f_place_q != F_PARKED || (park_valid_q && park_op_q == f_req_op_q
    && park_fn_q == f_req_fn_q && park_line_q == f_req_line_q
    && park_mask_q[f_byte] == f_masked_q && park_data_q[f_bit] == f_req_bit_q))

// ---- what makes them inductive ----

// The line's answer on its way in: at most one.
wire [1:0] f_coming = {f_replies[1] && `ANSWER_LINE(f_answer_1) == f_line,
    f_replies[0] && `ANSWER_LINE(f_answer_0) == f_line};
wire f_decided = f_s1_answer && f_of_line;
wire f_pending = (|f_coming) || f_decided;
wire [$bits(f_answer_msg)-1:0] f_coming_msg = f_coming[1] ? f_answer_1 : f_answer_0;
wire [3:0] f_pending_op = f_decided ? s1_op_q : `ANSWER_OP(f_coming_msg);
wire f_pending_bit = f_decided ? s1_data_q[f_bit] : f_coming_msg[f_bit];
wire f_pending_line = f_pending && `HAS_LINE(f_pending_op);
`ASSERT(pending_is_last_answer, !f_pending || f_pending_bit == f_answer_bit_q)
`ASSERT(pending_fill, !f_pending_line || (f_copy_q && f_pending_bit == f_copy_bit_q))


// A copy in the array is the copy that never evicts.
wire [WAYS-1:0] f_in_way;
wire [WAYS-1:0] f_has_its_bit;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_copy_in
    assign f_in_way[g] = swept && `WAY_VALID(f_row, g) && `WAY_KEY(f_row, g) == f_key;
    assign f_has_its_bit[g] = !f_in_way[g] || f_pending_line || f_data_bit[g] == f_copy_bit_q;
end endgenerate
wire f_is_kept = |f_in_way;
`ASSERT(copy_was_given, !f_is_kept || f_copy_q)
`ASSERT(fill_is_installed, !(f_fills && rest == 0) || fill_install || F_WRITES_BACK
    || f_closed[match_at] || !f_fill_is_kept)
reg f_installed_q;
always @(posedge clk_i)
    f_installed_q <= !rst_i && fill_install && f_of_line;
`ASSERT(installed_is_kept, !f_installed_q || f_is_kept)
`ASSERT(copy_data, &f_has_its_bit)

// ---- covers ----

`COVER(hit_after_own_store, f_hits && f_stored_q && f_copy_bit_q != f_answer_bit_q)
`COVER(fill_serves_both, f_fills && rest != 0)
`COVER(atomic_drops_copy, f_pushes && f_pushes_op == 4'd6 && f_is_kept)
`COVER(atomic_answered, f_acks && s1_op_q == 4'd6)
`COVER(evicted, f_copy_q && swept && !f_is_kept && !f_under_way && f_filled_q)
`COVER(request_meets_lock, s1_parks && f_of_line && f_under_way && mshr_store_q[match_at])
`COVER(fresh_sent_with_copy, load_miss && s1_op_q == 4'd5 && f_of_line && f_is_kept && live)
`COVER(emptied_with_copy, sweep && f_is_kept)
`COVER(stores_after_parking, f_place_q == F_STAGE_1 && f_stores && f_was_parked_q)
reg f_stored_q;
reg f_filled_q;
reg f_was_parked_q;
always @(posedge clk_i) begin
    f_stored_q <= !rst_i && !sweep && (f_stored_q || f_acks || f_stays);
    f_filled_q <= !rst_i && !sweep && (f_filled_q || (fill_install && f_of_line));
    f_was_parked_q <= f_place_q == F_PARKED || (f_was_parked_q && f_place_q != F_NOWHERE);
end
`ifdef STORE_LINES
`COVER(store_brings_its_line, f_acks && fill_install && f_is_kept)
// It takes an L2 with queues more cycles than covers are looked for.
`COVER_WHERE(QUEUE_IN == 0, store_without_line_and_copy, f_acks && s1_op_q == 4'd1 && !f_is_kept)
`endif
