// Promises of an L1 about its clock, and about the fields of its requests to the L2. Put after l1_names.vh,
// cache.vh and cache_time.vh, which has the other promises: leases, data, waiters.
//
// Promises
// * the clock never falls, except to 0 by an OP_EMPTY, and never runs over;
// * it is at least every wts that was returned to the core (M2), and every time that an OP_CLOCK asked for. Under
//   rc the L1 notes the wts instead, and a fence (OP_FENCE or OP_CLOCK) raises the clock to the latest of them;
// * it moves at least once in TICK load hits, and by hits alone not more often; with TICK=0 not at all (M10);
// * a store tells of the copy that is held, with its rts, if the copy is of the clock's epoch (M9);
// * a request goes below as the core sent it, with the clock (M3): no store is lost or changed.
//
// Assumes nothing more than cache.vh and cache_time.vh. Written for their parameters.

localparam F_ANSWER_W = RSP_W;
wire [TIME_W-1:0] f_clock = cts_q;
`ifdef RC
wire [TIME_W-1:0] f_seen = seen_q; // the latest returned time, kept here until a fence
`else
wire [TIME_W-1:0] f_seen = cts_q;
`endif
wire [TAG_W-1:0] f_s1_who = s1_tag_q;

// ---- the clock ----

// Ghosts: the clock a cycle ago; the latest time that was returned to the core, and that OP_CLOCK asked for.
wire f_told = is_clock && word_go;
wire f_returns = f_hits || f_fills || (ack_done && s1_line_q == f_line);
wire [TIME_W-1:0] f_returns_wts = f_hits ? f_copy_wts : f_answer_wts;
reg [TIME_W-1:0] f_clock_was_q;
reg [TIME_W-1:0] f_seen_was_q;
reg f_told_was_q;
reg f_emptied_q;
reg [TIME_W-1:0] f_returned_q;
reg [TIME_W-1:0] f_told_q;
reg f_s2_clock_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_clock_was_q <= 0;
        f_seen_was_q <= 0;
        f_told_was_q <= 1'b0;
        f_emptied_q <= 1'b0;
        f_returned_q <= 0;
        f_told_q <= 0;
        f_s2_clock_q <= 1'b0;
    end else begin
        f_clock_was_q <= cts_q;
        f_seen_was_q <= f_seen;
        f_told_was_q <= f_told;
        f_emptied_q <= sweep;
        if (sweep) f_returned_q <= 0;
        else if (f_returns && f_returns_wts > f_returned_q) f_returned_q <= f_returns_wts;
        if (sweep) f_told_q <= 0;
        else if (f_told && s1_data_q[TIME_W-1:0] > f_told_q) f_told_q <= s1_data_q[TIME_W-1:0];
        if (load_hit || word_go) f_s2_clock_q <= f_told;
        else if (s2_push) f_s2_clock_q <= 1'b0;
    end

`ASSERT(clock_never_falls, f_emptied_q ? cts_q == 0 : cts_q >= f_clock_was_q)
`ifdef RC
`ASSERT(seen_never_falls, f_emptied_q ? f_seen == 0 : f_seen >= f_seen_was_q)
`endif
`ASSERT(clock_reaches_returned, f_returned_q <= f_seen)
`ASSERT(fence_raises_to_seen, !f_told_was_q || f_emptied_q || cts_q >= f_seen_was_q)
`ASSERT(clock_reaches_told, f_told_q <= cts_q)
`ASSERT(clock_told_is_the_clock, !f_s2_clock_q || (s2_valid_q && !s2_line_q && f_upward_pushed[8*LINE_BYTES-1:0] == cts_q))
// A hit is within its lease, and the clock after it is as well, except for a tick.
`ASSERT(hit_is_within_lease, !f_hits || cts_q <= f_copy_rts_q)
`ifdef RC
// The clock moves only by the tick of a hit, or to exactly the time that a fence raises it to; seen_q moves only
// to returned times.
wire f_raises = (is_clock || is_fence) && word_go;
wire [TIME_W-1:0] f_at_least = f_seen > cts_q ? f_seen : cts_q;
reg f_raised_q;
reg f_hit_q;
reg f_moved_q;
reg f_moved_of_set_q; // a copy's times are known
reg [TIME_W-1:0] f_raised_to_q;
reg [TIME_W-1:0] f_moved_to_q;
wire [TIME_W-1:0] f_brings = f_s1_answer ? {`EPOCH(s1_rts_q), s1_wts_q}
    : {`EPOCH(f_s1_rts), f_my_entry[KEY_W +: TS_W]};
always @(posedge clk_i) begin
    f_raised_q <= !rst_i && f_raises;
    f_hit_q <= !rst_i && load_hit;
    f_moved_q <= !rst_i && (load_hit || f_s1_answer && s1_op_q != 4'd4 && f_upward_push && f_upward_room && !s2_valid_q);
    f_moved_of_set_q <= f_s1_answer || f_of_set;
    f_moved_to_q <= f_brings > f_seen ? f_brings : f_seen;
    f_raised_to_q <= is_clock && s1_data_q[TIME_W-1:0] > f_at_least ? s1_data_q[TIME_W-1:0] : f_at_least;
end
`ASSERT(fence_raises_as_told, !f_raised_q || f_emptied_q || cts_q == f_raised_to_q)
`ASSERT(clock_moves_for_a_reason, cts_q == f_clock_was_q || f_emptied_q || f_raised_q
    || TICK != 0 && f_hit_q && cts_q == f_clock_was_q + 1'b1)
`ASSERT(seen_moves_to_what_is_returned, f_emptied_q || !f_moved_of_set_q || f_seen == (f_moved_q ? f_moved_to_q : f_seen_was_q))
`else
`ASSERT(hit_stays_within_lease, !(f_hits && !tick) || clock_raised <= f_copy_rts_q)
`endif

// M10: load hits since the clock last moved. At its last value the clock stands still.
localparam F_TICK_W = $clog2(TICK + 2);
reg [F_TICK_W-1:0] f_still_q;
wire f_at_end = &cts_q;
always @(posedge clk_i)
    if (rst_i) f_still_q <= 0;
    else f_still_q <= (cts_q != f_clock_was_q || f_at_end ? {F_TICK_W{1'b0}} : f_still_q) + load_hit;
`ASSERT(clock_moves_in_tick_hits, TICK == 0 || f_at_end || cts_q != f_clock_was_q || f_still_q < TICK)

// The clock does not tick more often.
reg [F_TICK_W-1:0] f_since_q;
always @(posedge clk_i)
    if (rst_i) f_since_q <= 0;
    else if (load_hit) f_since_q <= tick ? 0 : f_since_q + 1'b1;
`ASSERT(ticks_after_tick_hits, !tick || (TICK != 0 && load_hit && f_since_q == TICK - 1))
`ASSERT(hits_are_counted, TICK == 0 || f_since_q == hits_q)

// ---- requests ----

`ASSERT(copy_told_is_held, !(f_pushes_store && `BELOW_COPY(f_below_pushed)) ||
    (f_copy_q && {`EPOCH(f_pushes_cts), `BELOW_COPY_RTS(f_below_pushed)} == f_copy_rts_q))
`ASSERT(copy_held_is_told, !(f_pushes_store && f_is_kept
    && `EPOCH(f_copy_rts_q) == `EPOCH(cts_q)) || `BELOW_COPY(f_below_pushed))

// One request of the core, any, followed from the queue until it leaves stage 1 for good.
localparam F_NOWHERE = 2'd0, F_QUEUED = 2'd1, F_STAGE_1 = 2'd2, F_PARKED = 2'd3;
wire f_pick = $anyseq;
reg [1:0] f_place_q;
reg f_slot_q;
reg [3:0] f_op_q;
reg [4:0] f_fn_q;
reg [LINE_W-1:0] f_req_line_q;
reg [TAG_W-1:0] f_tag_q;
reg f_masked_q;
reg f_req_bit_q;
`define ABOVE_MASKED(msg) msg[8*LINE_BYTES + f_byte]
always @(posedge clk_i)
    if (rst_i) f_place_q <= F_NOWHERE;
    else begin
        if (f_place_q == F_NOWHERE && f_pick && f_above_valid && f_above_ready) begin
            f_place_q <= QUEUE_IN == 0 ? F_STAGE_1 : F_QUEUED;
            f_slot_q <= f_above_tail[0];
            f_op_q <= `ABOVE_OP(f_above_msg);
            f_fn_q <= `ABOVE_FN(f_above_msg);
            f_req_line_q <= `ABOVE_LINE(f_above_msg);
            f_tag_q <= `ABOVE_TICKET(f_above_msg);
            f_masked_q <= `ABOVE_MASKED(f_above_msg);
            f_req_bit_q <= f_above_msg[f_bit];
        end
        if (f_place_q == F_QUEUED && core_req_pop && f_above_head[0] == f_slot_q) f_place_q <= F_STAGE_1;
        if (f_place_q == F_STAGE_1) f_place_q <= s1_parks ? F_PARKED : F_NOWHERE;
        if (f_place_q == F_PARKED && take_parked) f_place_q <= F_STAGE_1;
    end
wire [CORE_REQ_W-1:0] f_slot = f_slot_q ? f_above_1 : f_above_0;
wire f_sends = f_place_q == F_STAGE_1 && !s1_parks && (f_op_q == 4'd1 || f_op_q == 4'd6);
`ASSERT(store_goes_below, !f_sends || (f_below_push && f_below_room && !again_go
    && `BELOW_OP(f_below_pushed) == f_op_q && `BELOW_LINE(f_below_pushed) == f_req_line_q
    && `BELOW_FN(f_below_pushed) == f_fn_q
    && f_pushes_mask[f_byte] == f_masked_q && f_below_pushed[f_bit] == f_req_bit_q))
`ASSERT(load_goes_below, !(f_place_q == F_STAGE_1 && f_below_push && !again_go)
    || (`BELOW_OP(f_below_pushed) == f_op_q && `BELOW_LINE(f_below_pushed) == f_req_line_q))
`ASSERT(queued_as_sent, f_place_q != F_QUEUED || (f_above[f_slot_q] && `ABOVE_OP(f_slot) == f_op_q
    && `ABOVE_FN(f_slot) == f_fn_q && `ABOVE_LINE(f_slot) == f_req_line_q && `ABOVE_TICKET(f_slot) == f_tag_q
    && `ABOVE_MASKED(f_slot) == f_masked_q && f_slot[f_bit] == f_req_bit_q))
`ASSERT(in_stage_1_as_sent, f_place_q != F_STAGE_1 || (s1_valid_q && !s1_answer_q && s1_op_q == f_op_q
    && s1_fn_q == f_fn_q && s1_line_q == f_req_line_q && s1_tag_q == f_tag_q
    && s1_mask_q[f_byte] == f_masked_q && s1_data_q[f_bit] == f_req_bit_q))
`ASSERT(parked_as_sent, f_place_q != F_PARKED || (park_valid_q && park_op_q == f_op_q
    && park_fn_q == f_fn_q && park_line_q == f_req_line_q && park_tag_q == f_tag_q
    && park_mask_q[f_byte] == f_masked_q && park_data_q[f_bit] == f_req_bit_q))

// ---- what makes them inductive ----

`ASSERT(mshr_clock_is_past, !f_load_waits || f_mshr_cts <= cts_q)
// A fill or a store's answer has raised the clock to its wts, so the copy's wts is not beyond the clock.
`ASSERT(copy_written_in_past, !f_is_kept || f_pending_fill || f_pending_ack || f_copy_wts <= f_seen)
`ASSERT(hits_below_tick, TICK == 0 || hits_q < TICK)
`ASSERT(still_within_hits, TICK == 0 || f_at_end || (cts_q != f_clock_was_q ? f_still_q <= TICK : f_still_q <= hits_q))

// ---- covers ----

`COVER_WHERE(TICK != 0, ticked, tick)
`COVER(clock_of_later_epoch, f_returns && `EPOCH(f_returns_wts) > `EPOCH(cts_q))
`COVER(clock_told_with_time, f_told && s1_data_q[TIME_W-1:0] > cts_q)
`COVER(clock_emptied, sweep && cts_q != 0)
`COVER(copy_told, f_pushes_store && `BELOW_COPY(f_below_pushed))
`COVER(copy_of_other_epoch, f_pushes_store && !`BELOW_COPY(f_below_pushed) && f_is_kept)
`COVER(stores_after_parking, f_sends && f_was_parked_q)
reg f_was_parked_q;
always @(posedge clk_i)
    f_was_parked_q <= f_place_q == F_PARKED || (f_was_parked_q && f_place_q != F_NOWHERE);

// A load's time counts from the clock when it was put to its MSHR: the clock may have passed the lease when the load
// is served.
`COVER(fill_serves_behind_the_clock, f_fills && serve == f_who && f_asked_cts_q <= f_copy_rts_q && f_copy_rts_q < cts_q)
