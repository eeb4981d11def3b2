// Promises of L1 and L2 about times and data, for any one line and any one bit of it, and so for all.
// Put after cache.vh, whose invariants it uses, and before l1_time.vh or l2_time.vh.
//
// The text models a copy of that line that is never evicted: the parent's last answer with its lease, changed by
// this unit's own stores since. The model reads channels only. The copies that the unit holds and serves are
// compared with it.
//
// Promises
// * a copy has the lease of one answer, the last: no lease is made up, mixed from two, or longer than granted;
// * a copy's bytes are those of that answer, changed by this unit's later stores (each to its own bytes);
// * a copy outlives its own store only if the answer said same, or the store was of the whole line (M9);
// * a load is served from a copy only within the copy's lease (M4), never from one of an older epoch,
//   never while a store of this unit is under way (M7), and with the copy's data;
// * a load that a fill serves has a clock within the fill's lease (M4);
// * every request below carries at least the clocks of the loads that wait for it (M3).
//
// Assumes what cache_time_env.vh says, which is put before this text.
//
// For any sizes. Put after cache_bit.vh, which follows one bit of the line.

// Where the fields of messages lie.
`define ANSWER_SAME(msg) msg[8*LINE_BYTES + LINE_W + 4 + F_NAME_W + TS_W + TIME_W]
`define BELOW_MASK(msg) msg[8*LINE_BYTES +: LINE_BYTES]
`define BELOW_FN(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + F_NAME_W +: 5]
`define BELOW_COPY(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + F_NAME_W + 5 + TIME_W]
`define BELOW_COPY_RTS(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + F_NAME_W + 5 + TIME_W + 1 +: TS_W]
`define EPOCH(time) time[TIME_W-1:TS_W]
`define WAY_WTS(row, way) row[(way)*ENTRY_W + KEY_W +: TS_W]
`define WAY_RTS(row, way) row[(way)*ENTRY_W + KEY_W + TS_W +: TIME_W]
`define WAY_EPOCH(row, way) row[(way)*ENTRY_W + KEY_W + 2*TS_W +: TIME_W - TS_W]

wire f_answered = f_answer_valid && f_answer_ready && `ANSWER_LINE(f_answer_msg) == f_line;
wire [3:0] f_answered_op = `ANSWER_OP(f_answer_msg);
wire [TS_W-1:0] f_answered_wts = `ANSWER_WTS(f_answer_msg);
wire [TIME_W-1:0] f_answered_rts = `ANSWER_RTS(f_answer_msg);
wire f_pushes = f_below_push && !f_tells_below && `BELOW_LINE(f_below_pushed) == f_line;
wire [3:0] f_pushes_op = `BELOW_OP(f_below_pushed);
wire [LINE_BYTES-1:0] f_pushes_mask = `BELOW_MASK(f_below_pushed);
wire [TIME_W-1:0] f_pushes_cts = `BELOW_CTS(f_below_pushed);
wire f_pushes_store = f_pushes && f_pushes_op == 4'd1;

// ---- ghosts ----

// The copy that is never evicted; the last request sent below; the last answer.
reg f_copy_q;
reg f_copy_bit_q;
reg [TS_W-1:0] f_copy_wts_q;
reg [TIME_W-1:0] f_copy_rts_q;
reg f_whole_q;
reg [TIME_W-1:0] f_sent_cts_q;
reg [3:0] f_last_op_q;
reg f_answer_bit_q;
reg [TS_W-1:0] f_answer_wts_q;
reg [TIME_W-1:0] f_answer_rts_q;
always @(posedge clk_i)
    if (rst_i || sweep) begin
        f_copy_q <= 1'b0;
        f_whole_q <= 1'b0;
        f_sent_cts_q <= 0;
    end else begin
        if (f_answered) begin
            f_answer_bit_q <= f_answer_msg[f_bit];
            f_answer_wts_q <= f_answered_wts;
            f_answer_rts_q <= f_answered_rts;
            if (f_answered_op == 4'd0) begin
                f_copy_q <= 1'b1;
                f_copy_bit_q <= f_answer_msg[f_bit];
            end
            if (f_answered_op == 4'd1) f_copy_q <= f_copy_q && (`ANSWER_SAME(f_answer_msg) || f_whole_q);
            if (`RENEWS(f_answered_op)) f_answer_bit_q <= f_copy_bit_q;
            if (f_answered_op <= 4'd1 || `RENEWS(f_answered_op)) begin
                f_copy_wts_q <= f_answered_wts;
                f_copy_rts_q <= f_answered_rts;
            end
        end
        if (f_pushes) begin
            f_sent_cts_q <= f_pushes_cts;
            f_last_op_q <= f_pushes_op;
            if (f_pushes_op == 4'd1 || f_pushes_op == 4'd6 || f_pushes_op == 4'd8) f_whole_q <= &f_pushes_mask;
            if (f_pushes_op == 4'd1) begin
                if (f_pushes_mask[f_byte]) f_copy_bit_q <= f_below_pushed[f_bit];
            end
            if (f_pushes_op == 4'd6) f_copy_q <= 1'b0;
        end
    end
wire [TIME_W-1:0] f_answer_wts = {`EPOCH(f_answer_rts_q), f_answer_wts_q};
wire [TIME_W-1:0] f_copy_wts = {`EPOCH(f_copy_rts_q), f_copy_wts_q};

// The latest end of a lease that the parent granted for the line: an independent bound, since the model of the
// copy might itself be wrong.
reg [TIME_W-1:0] f_granted_q;
always @(posedge clk_i)
    if (rst_i || sweep) f_granted_q <= 0;
    else if (f_answered && (f_answered_op <= 4'd1 || `RENEWS(f_answered_op)) && f_answered_rts > f_granted_q) f_granted_q <= f_answered_rts;

// The clock with which the requester f_who joined the line's waiters.
reg [TIME_W-1:0] f_asked_cts_q;
wire f_joins = (load_join || load_miss) && f_of_line && f_s1_who == f_who;
always @(posedge clk_i)
    if (f_joins) f_asked_cts_q <= f_clock;

// ---- promises ----

wire f_hits = load_hit && f_of_line;
wire f_fills = fill_serves && f_of_line && s1_op_q == 4'd0;

`ASSERT(hit_has_a_copy, !f_hits || f_copy_q)
`ASSERT(hit_within_lease, !f_hits || f_clock <= f_copy_rts_q)
`ASSERT(hit_within_granted, !f_hits || f_clock <= f_granted_q)
`ASSERT(hit_not_of_older_epoch, !f_hits || `EPOCH(f_clock) <= `EPOCH(f_copy_rts_q))
`ASSERT(hit_is_not_locked, !f_hits || !f_under_way)
`ASSERT(hit_is_not_fresh, !f_hits || s1_op_q == 4'd0)
`ASSERT(hit_times_are_the_copys, !f_hits || (hit_rts == f_copy_rts_q && hit_wts == f_copy_wts))
`ASSERT(fill_serves_within_lease, !(f_fills && serve == f_who) || f_asked_cts_q <= f_copy_rts_q)
`ASSERT(request_carries_clock, !(f_pushes && !again_go) || f_pushes_cts == f_clock)
`ASSERT(reissue_carries_waiters_clock, !(f_pushes && again_go && f_waits) || f_pushes_cts >= f_asked_cts_q)
// The data of a fill or an atomic's answer go up unchanged.
`ASSERT(fill_data_is_answers, !f_fills || f_upward_pushed[f_bit] == f_copy_bit_q)
`ASSERT(atomic_data_is_answers, !(ack_done && f_of_line) || f_upward_pushed[f_bit] == f_answer_bit_q)
// A hit's data, which the array gives in stage 2.
reg f_s2_q;
reg f_s2_bit_q;
always @(posedge clk_i)
    if (rst_i) f_s2_q <= 1'b0;
    else if (load_hit || word_go) begin
        f_s2_q <= f_hits;
        f_s2_bit_q <= f_copy_bit_q;
    end else if (s2_push) f_s2_q <= 1'b0;
`ASSERT(hit_data_is_copys, !f_s2_q || (s2_valid_q && f_upward_push && f_upward_pushed[f_bit] == f_s2_bit_q))
// A store's answer leaves the copy with the answer's lease, or drops it.
`ASSERT(store_keeps_copy_if_good, !(tags_write && tags_write_valid && f_of_line) || f_copy_q)

// ---- what makes them inductive ----

// The line's answer that is coming in; there is at most one.
wire [1:0] f_coming = {f_answer[1] && `ANSWER_LINE(f_answer_1) == f_line, f_answer[0] && `ANSWER_LINE(f_answer_0) == f_line};
wire f_decided = f_s1_answer && f_of_line;
wire f_pending = (|f_coming) || f_decided;
wire [F_ANSWER_W-1:0] f_coming_msg = f_coming[1] ? f_answer_1 : f_answer_0;
wire [3:0] f_pending_op = f_decided ? s1_op_q : `ANSWER_OP(f_coming_msg);
wire [TS_W-1:0] f_pending_wts = f_decided ? s1_wts_q : `ANSWER_WTS(f_coming_msg);
wire [TIME_W-1:0] f_pending_rts = f_decided ? s1_rts_q : `ANSWER_RTS(f_coming_msg);
wire f_pending_same = f_decided ? s1_same_q : `ANSWER_SAME(f_coming_msg);
wire f_pending_bit = f_decided ? s1_data_q[f_bit] : f_coming_msg[f_bit];
wire f_pending_fill = f_pending && f_pending_op == 4'd0;
wire f_pending_ack = f_pending && f_pending_op == 4'd1;
wire f_pending_renewal = f_pending && `RENEWS(f_pending_op);
wire f_good = f_pending_same || f_whole_q;

// The line's MSHR and its waiters.
reg [MSHR_W-1:0] f_at;
always @* begin
    f_at = 0;
    for (f_i = 1; f_i < MSHRS; f_i = f_i + 1)
        if (f_in[f_i]) f_at = f_i;
end
wire [TIME_W-1:0] f_mshr_cts = mshr_cts[f_at];
wire [F_WHO_W-1:0] f_first = mshr_first[f_at];
wire [(1<<F_WHO_W)-1:0] f_wait_set = mshr_wait[f_at];
wire f_load_waits = f_under_way && !mshr_store_q[f_at] && !f_peek[f_at];
wire f_waits = f_load_waits && f_wait_set[f_who];

`ASSERT(pending_is_last_answer, !f_pending || ((f_pending_renewal || f_pending_bit == f_answer_bit_q)
    && f_pending_wts == f_answer_wts_q && f_pending_rts == f_answer_rts_q))
`ASSERT(pending_fill, !f_pending_fill || (f_copy_q && f_pending_bit == f_copy_bit_q))
`ASSERT(pending_times, !(f_pending_fill || f_pending_ack || f_pending_renewal) ||
    (f_pending_wts == f_copy_wts_q && f_pending_rts == f_copy_rts_q))
`ASSERT(pending_wts_within_rts, !(f_pending_fill || f_pending_ack || f_pending_renewal || (f_pending && f_pending_op == 4'd6)) ||
    f_pending_wts <= f_pending_rts[TS_W-1:0])
`ASSERT(pending_reaches_request, !(f_pending_fill || f_pending_renewal) || f_sent_cts_q <= f_pending_rts)
`ASSERT(copy_wts_within_rts, !f_copy_q || f_copy_wts_q <= f_copy_rts_q[TS_W-1:0])
`ASSERT(copy_within_granted, !f_copy_q || f_copy_rts_q <= f_granted_q)
`ASSERT(whole_is_known, !(f_under_way && mshr_store_q[f_at]) || mshr_whole_q[f_at] == f_whole_q)

// A request in flight for the line has the clock that was last sent.
`ASSERT(below_0_has_sent_cts, !(f_asks[0] && `BELOW_LINE(f_below_0) == f_line) || `BELOW_CTS(f_below_0) == f_sent_cts_q)
`ASSERT(below_1_has_sent_cts, !(f_asks[1] && `BELOW_LINE(f_below_1) == f_line) || `BELOW_CTS(f_below_1) == f_sent_cts_q)
reg [TIME_W-1:0] f_outside_cts;
reg [TS_W:0] f_outside_tale;
always @* begin
    f_outside_cts = 0;
    f_outside_tale = 0;
    for (f_i = 0; f_i < MSHRS; f_i = f_i + 1)
        if (f_is_below[f_i]) begin
            f_outside_cts = f_at_value_q[TIME_W*f_i +: TIME_W];
`ifdef RENEW
            f_outside_tale = f_tale_value_q[(1 + TS_W)*f_i +: 1 + TS_W];
`endif
        end
end
`ASSERT(outside_has_sent_cts, !f_is_sent || f_outside_cts == f_sent_cts_q)
// The places are those of f_sent.
function f_keys_alike;
    input [MSHRS*LINE_W-1:0] keys;
    integer e;
    begin
        f_keys_alike = 1'b1;
        for (e = 0; e < MSHRS; e = e + 1)
            if (f_sent_q[e] && keys[e*LINE_W +: LINE_W] != f_sent_key_q[e*LINE_W +: LINE_W]) f_keys_alike = 1'b0;
    end
endfunction
assign f_at_place = f_sent_place;
`ASSERT(outside_is_timed, f_at_q == f_sent_q && f_keys_alike(f_at_key_q))

// A request in flight for the line has the op that was last sent.
`ASSERT(below_0_is_last_sent, !(f_asks[0] && `BELOW_LINE(f_below_0) == f_line) || `BELOW_OP(f_below_0) == f_last_op_q)
`ASSERT(below_1_is_last_sent, !(f_asks[1] && `BELOW_LINE(f_below_1) == f_line) || `BELOW_OP(f_below_1) == f_last_op_q)
`ASSERT(outside_is_last_sent, !f_is_sent || f_sent_op == f_last_op_q)
`ASSERT(pending_is_of_last_sent, !f_pending || `ANSWERS(f_pending_op, f_last_op_q))

// A copy in the array is the modelled copy.
wire [WAYS-1:0] f_in_way;
wire [WAYS-1:0] f_as_granted;
wire [WAYS-1:0] f_survives_store;
wire [WAYS-1:0] f_has_its_bit;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_copy_in
    assign f_in_way[g] = swept && `WAY_VALID(f_row, g) && `WAY_KEY(f_row, g) == f_key;
    assign f_as_granted[g] = !f_in_way[g] || f_pending_fill || f_pending_ack || (f_copy_q
        && `WAY_WTS(f_row, g) == f_copy_wts_q && (f_pending_renewal
            ? `WAY_EPOCH(f_row, g) == `EPOCH(f_copy_rts_q) : `WAY_RTS(f_row, g) == f_copy_rts_q));
    assign f_survives_store[g] = !(f_in_way[g] && f_pending_ack) || f_copy_q == f_good;
    assign f_has_its_bit[g] = !(f_in_way[g] && f_copy_q) || f_pending_fill || f_data_bit[g] == f_copy_bit_q;
end endgenerate
`ASSERT(copy_as_granted, &f_as_granted)
`ASSERT(copy_survives_store, &f_survives_store)
`ASSERT(copy_data, &f_has_its_bit)
// The copy in the array, and its times.
wire f_is_kept = |f_in_way;
reg [TIME_W-1:0] f_kept_rts;
reg [TS_W-1:0] f_kept_wts;
always @* begin
    f_kept_rts = `WAY_RTS(f_row, 0);
    f_kept_wts = `WAY_WTS(f_row, 0);
    for (f_i = 1; f_i < WAYS; f_i = f_i + 1)
        if (f_in_way[f_i]) begin
            f_kept_rts = `WAY_RTS(f_row, f_i);
            f_kept_wts = `WAY_WTS(f_row, f_i);
        end
end

// A renewal: the copy that a load told of is the modelled one, and its own bytes are read into the answer.
`ifdef RENEW
reg [TS_W:0] f_sent_tale_q;
always @(posedge clk_i)
    if (f_pushes) f_sent_tale_q <= `BELOW_TOLD(f_below_pushed);
wire f_tells = f_sent_tale_q[0] && `LOADS(f_last_op_q);
wire [TIME_W-1:0] f_tale = {`EPOCH(f_sent_cts_q), f_sent_tale_q[TS_W:1]};
wire f_pushes_load = f_pushes && `LOADS(f_pushes_op);
wire f_unanswered = (f_below[0] && `BELOW_LINE(f_below_0) == f_line) || (f_below[1] && `BELOW_LINE(f_below_1) == f_line)
    || f_is_sent;
`ASSERT(load_tells_of_its_copy, !(f_pushes_load && `BELOW_COPY(f_below_pushed))
    || (f_copy_q && f_is_kept && {`EPOCH(f_pushes_cts), `BELOW_COPY_RTS(f_below_pushed)} == f_copy_wts))
`ASSERT(copy_is_told_of, !(f_pushes_load && !again_go && f_is_kept && `EPOCH(f_copy_rts_q) == `EPOCH(f_pushes_cts))
    || `BELOW_COPY(f_below_pushed))
`ASSERT(asks_again_without_copy, !(f_pushes_load && again_go) || !`BELOW_COPY(f_below_pushed))
`ASSERT(renewal_reads_the_copy, !(s1_read_q && f_of_line) || (f_copy_q && line_read[f_bit] == f_copy_bit_q))
`ASSERT(told_is_the_copy, !(f_unanswered && f_tells) || (f_copy_q && f_tale == f_copy_wts))
`ASSERT(renewed_is_the_copy, !f_pending_renewal || (f_copy_q && f_answer_bit_q == f_copy_bit_q && f_tells && f_tale == f_copy_wts))
`ASSERT(below_0_tells, !(f_below[0] && `BELOW_LINE(f_below_0) == f_line) || `BELOW_TOLD(f_below_0) == f_sent_tale_q)
`ASSERT(below_1_tells, !(f_below[1] && `BELOW_LINE(f_below_1) == f_line) || `BELOW_TOLD(f_below_1) == f_sent_tale_q)
`ASSERT(outside_tells, !f_is_sent || f_outside_tale == f_sent_tale_q)
assign f_tale_place = f_sent_place;
`ASSERT(outside_is_told_of, f_tale_q == f_sent_q && f_keys_alike(f_tale_key_q))
`COVER(renewed_and_served, f_fills && f_was_read_q)
`COVER(renewed_for_longer, f_pending_renewal && f_is_kept && f_kept_rts != f_copy_rts_q)
`COVER(told_and_answered_with_the_line, f_pending_fill && f_tells && !f_was_read_q && f_pending_wts != f_sent_tale_q[TS_W:1])
`COVER(copy_of_other_epoch_not_told, f_pushes_load && !again_go && f_is_kept && !`BELOW_COPY(f_below_pushed))
`endif

// Clocks of the waiters.
`ASSERT(waiters_within_mshr, !f_waits || f_asked_cts_q <= f_mshr_cts)
`ASSERT(first_within_sent, !(f_waits && f_first == f_who && !mshr_again_q[f_at])
    || f_asked_cts_q <= f_sent_cts_q)

// ---- covers ----

`COVER(hit_taken, f_hits)
`COVER(hit_after_own_store, f_hits && f_whole_q == 1'b0 && f_store_seen_q && f_copy_bit_q != f_answer_bit_q)
`COVER(expired_miss, load_miss && f_of_line && f_is_kept)
`COVER(fill_serves_both, f_fills && !short && rest != 0)
`COVER(fill_is_short, f_fills && fill_again && rest[f_who])
`COVER(reissue, f_pushes && again_go && f_waits)
`COVER(reissued_fill_serves, f_fills && f_reissued_q && serve == f_who)
`COVER(store_kept_by_same, is_store_ack && answer_room && hit && f_of_line && copy_good && !f_whole_q)
`COVER(store_kept_as_whole, is_store_ack && answer_room && hit && f_of_line && !s1_same_q && f_whole_q)
`COVER(store_drops_copy, is_store_ack && answer_room && hit && f_of_line && !copy_good)
`COVER(atomic_drops_copy, f_pushes && f_pushes_op == 4'd6 && f_is_kept)
`COVER(atomic_answered, ack_done && f_of_line && s1_op_q == 4'd6)
`COVER(evicted, f_copy_q && swept && !f_is_kept && !f_under_way && f_fills_once_q)
`COVER(request_meets_lock, s1_parks && f_of_line && f_under_way && mshr_store_q[f_at])
`COVER(fresh_sent_with_copy, load_miss && s1_op_q == 4'd5 && f_of_line && f_is_kept && live)
`COVER(emptied_with_copy, sweep && f_is_kept)
`COVER_WHERE(QUEUE_IN > 0, answer_behind_answer, f_s1_answer && (|f_coming))
`COVER(request_below_waits, f_below_full && f_under_way)
`COVER_WHERE(MSHRS > QUEUE_OUT, asks_again_without_room, f_load_waits && mshr_again_q[f_at] && !f_below_room)
reg f_store_seen_q;
reg f_reissued_q;
reg f_fills_once_q;
always @(posedge clk_i)
    if (rst_i || sweep) begin
        f_store_seen_q <= 1'b0;
        f_reissued_q <= 1'b0;
        f_fills_once_q <= 1'b0;
    end else begin
        if (ack_done && f_of_line) f_store_seen_q <= 1'b1;
        if (f_pushes && again_go) f_reissued_q <= 1'b1;
        if (fill_install && f_of_line) f_fills_once_q <= 1'b1;
    end
