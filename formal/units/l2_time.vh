// Promises of an L2 bank about the times that it sends to memory and to L1s. Put after l2_names.vh, cache.vh and
// cache_time.vh, which has the other promises: leases, data, waiters.
//
// Promises
// * an L1 gets only times that memory granted: for a hit the copy's, else those of memory's answer, unchanged;
// * wts is not beyond rts, and the lease of a load's answer reaches the clock that came with the request (M4):
//   so this L2 promises, as an L1's parent, what cache_time_env.vh assumes of a parent;
// * a request goes on to memory as the L1 sent it, with the L1's clock (M3);
// * for a store memory compares this bank's copy, or without one the L1's (M9); the L1 is answered `same` only if
//   memory said so of a copy whose lease was also that of the L1's copy.
//
// Assumes nothing more than cache.vh and cache_time.vh. Written for their parameters.

localparam F_ANSWER_W = MEM_RSP_W;
wire [TIME_W-1:0] f_clock = s1_cts_q;
wire [SRC_W-1:0] f_s1_who = s1_src_q;

`define ABOVE_CTS(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + SRC_W + 5 +: TIME_W]
`define ABOVE_COPY(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + SRC_W + 5 + TIME_W]
`define ABOVE_COPY_RTS(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + SRC_W + 5 + TIME_W + 1 +: TS_W]
`define ABOVE_MASKED(msg) msg[8*LINE_BYTES + f_byte]
`define UPWARD_WTS(msg) msg[8*LINE_BYTES + LINE_W + 4 + SRC_W +: TS_W]
`define UPWARD_RTS(msg) msg[8*LINE_BYTES + LINE_W + 4 + SRC_W + TS_W +: TIME_W]
`define UPWARD_SAME(msg) msg[8*LINE_BYTES + LINE_W + 4 + SRC_W + TS_W + TIME_W]

// ---- the last request of f_who for the line, as it came in ----

// An L1 has one request of a line in flight (ticket_is_free), so wherever its ticket is, it is this request.
localparam F_REQ_W = 4 + 5 + TIME_W + 1 + TS_W + 1 + 1;
`define ABOVE_FIELDS(msg) {`ABOVE_OP(msg), `ABOVE_FN(msg), `ABOVE_CTS(msg), `ABOVE_COPY(msg), `ABOVE_COPY_RTS(msg), \
    `ABOVE_MASKED(msg), msg[f_bit]}
wire [F_TICKET_W-1:0] f_who_ticket = {f_who, f_line[LINE_W-1:BANK_W]};
reg [F_REQ_W-1:0] f_req_q;
always @(posedge clk_i)
    if (f_above_valid && f_above_ready && `ABOVE_TICKET(f_above_msg) == f_who_ticket) f_req_q <= `ABOVE_FIELDS(f_above_msg);
wire [3:0] f_req_op;
wire [4:0] f_req_fn;
wire [TIME_W-1:0] f_req_cts;
wire f_req_copy;
wire [TS_W-1:0] f_req_copy_rts;
wire f_req_masked;
wire f_req_bit;
assign {f_req_op, f_req_fn, f_req_cts, f_req_copy, f_req_copy_rts, f_req_masked, f_req_bit} = f_req_q;

wire f_s1_mine = f_s1_request && f_s1_ticket == f_who_ticket;
wire [F_REQ_W-1:0] f_s1_fields = {s1_op_q, s1_fn_q, s1_cts_q, s1_copy_q, s1_copy_rts_q, s1_mask_q[f_byte], s1_data_q[f_bit]};
wire [F_REQ_W-1:0] f_park_fields =
    {park_op_q, park_fn_q, park_cts_q, park_copy_q, park_copy_rts_q, park_mask_q[f_byte], park_data_q[f_bit]};

// ---- requests to memory ----

// Unchanged, except that a fresh load may become a plain load.
wire f_sends = f_s1_mine && !s1_parks && (f_req_op == 4'd1 || f_req_op == 4'd6);
wire f_has_copy = f_is_kept;
`ASSERT(store_goes_below, !f_sends || (f_below_push && f_below_room && !again_go && f_pushes
    && f_pushes_op == f_req_op && `BELOW_FN(f_below_pushed) == f_req_fn && f_pushes_cts == f_req_cts
    && f_pushes_mask[f_byte] == f_req_masked && f_below_pushed[f_bit] == f_req_bit))
`ASSERT(load_goes_below, !(f_s1_mine && f_below_push && !again_go && !f_tells_below) || (f_pushes && f_pushes_cts == f_req_cts
    && (f_pushes_op == f_req_op || (f_pushes_op == 4'd0 && f_req_op == 4'd5))))
`ASSERT(copy_told_is_held, !(f_pushes_store && `BELOW_COPY(f_below_pushed) && f_has_copy) ||
    (f_copy_q && {`EPOCH(f_pushes_cts), `BELOW_COPY_RTS(f_below_pushed)} == f_copy_rts_q))
`ASSERT(copy_held_is_told, !(f_pushes_store && f_has_copy && `EPOCH(f_copy_rts_q) == `EPOCH(f_pushes_cts))
    || `BELOW_COPY(f_below_pushed))
`ASSERT(copy_told_is_the_l1s, !(f_pushes_store && f_s1_mine && !f_has_copy)
    || (`BELOW_COPY(f_below_pushed) == f_req_copy && `BELOW_COPY_RTS(f_below_pushed) == f_req_copy_rts))

// ---- answers to L1s ----

wire f_up = f_upward_push && `UPWARD_LINE(f_upward_pushed) == f_line;
wire f_up_renewal = f_up && `RENEWS(`UPWARD_OP(f_upward_pushed));
wire f_up_load = (f_up && `UPWARD_OP(f_upward_pushed) == 4'd0) || f_up_renewal;
wire f_up_store = f_up && `UPWARD_OP(f_upward_pushed) == 4'd1;
wire [TIME_W-1:0] f_up_rts = `UPWARD_RTS(f_upward_pushed);
wire [TS_W-1:0] f_up_wts = `UPWARD_WTS(f_upward_pushed);

// The times of the copy when it was hit.
reg [TIME_W-1:0] f_s2_rts_q;
reg [TS_W-1:0] f_s2_wts_q;
always @(posedge clk_i)
    if (f_hits) begin
        f_s2_rts_q <= f_copy_rts_q;
        f_s2_wts_q <= f_copy_wts_q;
    end

`ASSERT(up_times_are_memorys, !(f_up_load || f_up_store || (f_up && `UPWARD_OP(f_upward_pushed) == 4'd6))
    || (f_s2_q ? f_up_rts == f_s2_rts_q && f_up_wts == f_s2_wts_q
               : f_up_rts == f_answer_rts_q && f_up_wts == f_answer_wts_q))
`ASSERT(up_within_granted, !(f_up_load || f_up_store) || f_up_rts <= f_granted_q)
`ASSERT(up_wts_within_rts, !(f_up_load || f_up_store || (f_up && `UPWARD_OP(f_upward_pushed) == 4'd6))
    || f_up_wts <= f_up_rts[TS_W-1:0])
`ASSERT(up_reaches_request, !(f_up_load && `UPWARD_DST(f_upward_pushed) == f_who) || f_req_cts <= f_up_rts)
// A fresh load is answered by memory alone.
`ASSERT(up_fresh_is_memorys, !(f_up_load && `UPWARD_DST(f_upward_pushed) == f_who && f_req_op == 4'd5) || !f_s2_q)

// An OP_EMPTY of this L2 is answered with time 0: the L1 that asked begins at 0 again, with the whole machine. An
// OP_EMPTY of the TSU is answered with the TSU's times.
wire f_up_empty = f_upward_push && `UPWARD_OP(f_upward_pushed) == 4'd8;
`ASSERT(emptying_tells_no_time, !(f_up_empty && s2_valid_q) || (f_up_rts == 0 && f_up_wts == 0))
`ASSERT(emptying_below_tells_its_times, !(f_up_empty && f_up && !s2_valid_q)
    || (f_up_rts == f_answer_rts_q && f_up_wts == f_answer_wts_q))

// M9: whether the lease that memory compares is also that of the L1's copy.
reg f_child_q;
reg f_answer_same_q;
always @(posedge clk_i) begin
    if (f_pushes_store)
        f_child_q <= !f_has_copy || (s1_copy_q && {`EPOCH(s1_cts_q), s1_copy_rts_q} == f_copy_rts_q);
    if (f_answered) f_answer_same_q <= `ANSWER_SAME(f_answer_msg);
end
`ASSERT(up_same_is_memorys, !(f_up_store && `UPWARD_SAME(f_upward_pushed)) || f_answer_same_q)
`ASSERT(up_same_of_equal_lease, !(f_up_store && `UPWARD_SAME(f_upward_pushed)) || f_child_q)
`ASSERT(up_same_if_both, !(f_up_store && f_answer_same_q && f_child_q) || `UPWARD_SAME(f_upward_pushed))

// A renewal of an L1's copy: it told of that copy, with the wts of this answer and of its clock's epoch. The first that
// waits told of a copy that was granted with this bank's; nobody else is answered so.
`ifdef RENEW
wire [TIME_W-1:0] f_req_tale = {`EPOCH(f_req_cts), f_req_copy_rts};
`ASSERT(up_renewal_is_of_the_l1s_copy, !(f_up_renewal && `UPWARD_DST(f_upward_pushed) == f_who)
    || (f_req_copy && `LOADS(f_req_op) && f_req_tale == {`EPOCH(f_up_rts), f_up_wts}))
`ASSERT(stage_2_renews, !(f_s2_load && `RENEWS(s2_op_q) && s2_src_q == f_who) || (f_req_copy && f_req_tale == s2_wts_q))
`ASSERT(first_told_of_the_copy, !(f_waits && f_first == f_who && mshr_child_q[f_at] && f_tells && !mshr_again_q[f_at])
    || (f_req_copy && f_req_tale == f_tale))
`ASSERT(renewed_in_stage_1, !(f_decided && s1_renewed_q) || (s1_op_q == 4'd0 && f_tells && f_tale == {`EPOCH(s1_rts_q), s1_wts_q}))
`COVER(renews_from_a_live_copy, f_up_renewal && f_s2_q)
`COVER(renews_with_the_memory, f_up_renewal && !f_s2_q)
`COVER(renewed_for_another_l1, f_up_load && !f_up_renewal && fill_serves && s1_renewed_q)
`endif

// ---- what makes them inductive ----

`ASSERT(queued_0_as_sent, !(f_above[0] && `ABOVE_TICKET(f_above_0) == f_who_ticket) || `ABOVE_FIELDS(f_above_0) == f_req_q)
`ASSERT(queued_1_as_sent, !(f_above[1] && `ABOVE_TICKET(f_above_1) == f_who_ticket) || `ABOVE_FIELDS(f_above_1) == f_req_q)
`ASSERT(in_stage_1_as_sent, !f_s1_mine || f_s1_fields == f_req_q)
`ASSERT(parked_as_sent, !(park_valid_q && f_park_ticket == f_who_ticket) || f_park_fields == f_req_q)
`ASSERT(waiter_as_sent, !f_waits || (f_asked_cts_q == f_req_cts && (f_req_op == 4'd0 || f_req_op == 4'd5)))
`ASSERT(child_is_known, !(f_under_way && f_last_op_q == 4'd1) || mshr_child_q[f_at] == f_child_q)
`ASSERT(pending_same, !f_pending || f_pending_same == f_answer_same_q)
wire f_s2_load = s2_valid_q && (s2_op_q == 4'd0 || `RENEWS(s2_op_q)) && s2_line_q == f_line;
`ASSERT(stage_2_is_a_hit, f_s2_load == f_s2_q)
`ASSERT(stage_2_has_its_op, !s2_valid_q || s2_op_q == 4'd0 || `RENEWS(s2_op_q) || s2_op_q == 4'd4 || s2_op_q == 4'd8)
`ASSERT(stage_2_times, !f_s2_q || (s2_rts_q == f_s2_rts_q && s2_wts_q == {`EPOCH(f_s2_rts_q), f_s2_wts_q}
    && f_s2_rts_q <= f_granted_q && f_s2_wts_q <= f_s2_rts_q[TS_W-1:0]))
`ASSERT(stage_2_reaches, !(f_s2_load && s2_src_q == f_who) || (f_req_cts <= f_s2_rts_q && f_req_op == 4'd0))
`ASSERT(answer_within_granted, !(f_pending_fill || f_pending_ack) || f_answer_rts_q <= f_granted_q)

// ---- covers ----

`COVER(emptying_with_a_copy_answered, f_up_empty && s2_valid_q && f_emptied_row_q)
reg f_emptied_row_q; // the row that the OP_EMPTY met held a copy at its tag
always @(posedge clk_i) if (sweep) f_emptied_row_q <= hit && hit_wts != 0;
`COVER(hit_of_later_epoch, f_hits && `EPOCH(f_copy_rts_q) > `EPOCH(f_clock))
`COVER(copy_of_older_epoch_missed, load_miss && s1_line_q == f_line && f_has_copy && `EPOCH(f_copy_rts_q) < `EPOCH(f_clock))
`COVER(hit_by_the_last_l1, f_up_load && f_s2_q && (&f_who) && `UPWARD_DST(f_upward_pushed) == f_who)
`COVER(own_copy_told, f_pushes_store && f_has_copy && `BELOW_COPY(f_below_pushed))
`COVER(l1s_copy_told, f_pushes_store && f_s1_mine && !f_has_copy && `BELOW_COPY(f_below_pushed))
`COVER(same_up_with_copy, f_up_store && `UPWARD_SAME(f_upward_pushed) && hit)
`COVER(same_up_without_copy, f_up_store && `UPWARD_SAME(f_upward_pushed) && !hit)
`COVER(same_kept_from_l1, f_up_store && f_answer_same_q && !f_child_q && !`UPWARD_SAME(f_upward_pushed))
`COVER(fresh_sent, f_s1_mine && f_pushes && f_req_op == 4'd5)
`COVER(followed_fresh_joins, f_s1_mine && load_join && f_req_op == 4'd5)
`COVER(store_sent_from_park, f_sends && f_came_from_park_q)
reg f_came_from_park_q;
always @(posedge clk_i) f_came_from_park_q <= take_parked;
