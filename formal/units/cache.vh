// Promises of L1 and L2 about their pipeline: requests, answers, MSHRs, parking, tags. Put after l1_ports.vh,
// cache_env.vh, cache_queues.vh and l1_names.vh, or after the same texts of an L2: they give one set of names to
// the wires in which L1 and L2 differ.
//
// Promises
// * at most one request of a line is in flight below; each answer finds the MSHR that asked;
// * each request from above is in one place, and is answered once;
// * a line with a store or an atomic in flight is neither read nor written (M7);
// * a line has at most one copy; the row in stage 1 is the array's; emptying leaves no copy;
// * a parked request is not lost, and sleeps only if an answer will wake it;
// * answers from below wait for a bounded number of cycles, and a request that can go on does;
// * the victim in a full set is a way that was not used since all others were, so never the way used last; with
//   EXPIRED_FIRST a way whose lease has ended goes before these.
//
// Assumes what cache_env.vh says, which is put before this text.
//
// Written for SETS=2; WAYS and MSHRS of 2 or 4; queues of 0 to 2 places; LINE_W and F_TICKET_W of at most 6.
// A request waits for room below only if there are more MSHRs than the queue to below has places. With fewer
// than three tickets no request is ever parked behind an MSHR.
//
// Written for mgcc. A row's defines say what another protocol does otherwise:
// * PLAIN: a copy has no lease;
// * NO_CLOCKS: a load is asked for once, and a copy stays when its store is answered (cache_no_clocks.vh);
// * STORE_LINES: a store's answer brings the line, which is kept, so that it writes a locked copy at its end;
// * WRITE_BACK: a store stays if it has a copy, or is of the whole line; l2_dirty.vh has what becomes of it;
// * INVALIDATES: invalidations come among the answers; l2_invalidate.vh has what becomes of them. ACKS_ABOVE: and they
//   are acknowledged among the answers to above;
// * DROPS: invalidations come to an L1 by a channel of their own, before the answers; l1_drop.vh;
// * FLUSHES: an OP_EMPTY leaves stage 1 at once, and other requests come until it is answered (l2_both_dirty.vh);
// * PARTITION: a new line takes a way of one side of its set (l2_partition.vh);
// * BOTH: some fills are not kept, and an OP_EMPTY may leave copies (l2_both.vh);
// * EXPIRED_FIRST: a full set gives up a way whose lease has ended;
// * EVICTS: a bank tells of the lines that it evicts, and an MSHR keeps such a line meanwhile (l2_evict.vh);
// * LATENCY: the cache is not idle while a request is in flight (cache_latency.vh);
// * RENEW: an answer to a load may have times alone, and its line is read out of the copy;
// * FENCE_EMPTIES: a fence empties an L1 as an OP_EMPTY does, but other requests wait behind it; l1_fence.vh.
`ifdef PLAIN
localparam F_LEASES = 0;
`else
localparam F_LEASES = 1;
`endif
`ifdef NO_CLOCKS
localparam F_CLOCKS = 0;
`else
localparam F_CLOCKS = 1;
`endif
`ifdef WRITE_BACK
localparam F_WRITES_BACK = 1;
`else
localparam F_WRITES_BACK = 0;
`endif
`ifdef BOTH
localparam F_BOTH = 1;
`else
localparam F_BOTH = 0;
`endif
`ifdef PARTITION
localparam F_PARTITION = 1;
`else
localparam F_PARTITION = 0;
`endif
`ifdef FLUSHES
localparam F_FLUSHES = 1;
wire f_flushing = flush_on_q;
wire [F_TICKET_W-1:0] f_flush_ticket = {flush_src_q, flush_line_q[LINE_W-1:BANK_W]};
`else
localparam F_FLUSHES = 0;
wire f_flushing = 1'b0;
wire [F_TICKET_W-1:0] f_flush_ticket = 0;
`endif
`ifndef BACK_ABOVE
`define BACK_ABOVE(op) 1'b0
`endif
`ifdef FENCE_EMPTIES
localparam F_FENCE_EMPTIES = 1;
`else
localparam F_FENCE_EMPTIES = 0;
`endif
`ifdef LATENCY
localparam F_ADDS_LATENCIES = 1;
`else
localparam F_ADDS_LATENCIES = 0;
`endif
`ifdef DROPS
localparam F_DROPS = 1;
`define INVALIDATION_IN_STAGE_1 (s1_op_q == 4'd12)
`else
localparam F_DROPS = 0;
`define INVALIDATION_IN_STAGE_1 `IS_INVALIDATION(s1_op_q)
`endif
// A store below, and its answer.
`ifdef STORE_LINES
`define STORE_BELOW(op) ((op) == 4'd1 || (op) == 4'd10)
`define BRINGS_LINE(op) ((op) == 4'd10)
`else
`define STORE_BELOW(op) ((op) == 4'd1)
`define BRINGS_LINE(op) 1'b0
`endif

// The tickets and lines that the ghosts of cache_env.vh remember.
`KEYS(F_TICKETS, F_TICKET_W)
`KEYS(F_LINES, LINE_W)

wire f_s1_answer = s1_valid_q && s1_answer_q && !`INVALIDATION_IN_STAGE_1;
wire f_s1_invalidates = s1_valid_q && s1_answer_q && `INVALIDATION_IN_STAGE_1;
wire f_s1_request = s1_valid_q && !s1_answer_q;
`define STAGE_1(op) (f_s1_request && s1_op_q == (op))

// ---- ghosts of the environment: cache_env.vh ----

wire [4*F_LINES-1:0] f_sent_op_q = f_sent_value_q;

// The ticket of an OP_EMPTY under way.
reg [F_TICKETS-1:0] f_emptying_q;
always @(posedge clk_i)
    if (rst_i)
        f_emptying_q <= 0;
    else begin
        if (f_answers_empty) f_emptying_q <= 0;
        if (f_takes_above && f_above_empties) f_emptying_q[`ABOVE_TICKET(f_above_msg)] <= 1'b1;
    end
`ASSERT(emptying_has_its_ticket, f_empties_q == |f_emptying_q)

// ---- one request a line ----

`define STORES(op) (`STORE_BELOW(op) || `BACK_ABOVE(op) || (op) == 4'd6 || (op) == 4'd8)
// Whether a message is of the line of a busy MSHR, with an op of its kind.
`define OF_MSHR(e, line, op) \
    (mshr_busy_q[e] && mshr_line[e] == (line) \
     && (mshr_store_q[e] ? `STORES(op) && !f_peek[e] : f_peek[e] ? (op) == 4'd4 : `LOADS(op) || `RENEWS(op)))
`define OF_SOME_MSHR(line, op) (`OF_MSHR(0, line, op) || `OF_MSHR(1, line, op) \
    || `OF_MSHR(2 % MSHRS, line, op) || `OF_MSHR(3 % MSHRS, line, op))

// Of the messages below and of the answers, those that have an MSHR; and the invalidations among the answers.
wire [1:0] f_asks = f_below & ~{`IS_WRITE_BACK(`BELOW_OP(f_below_1)), `IS_WRITE_BACK(`BELOW_OP(f_below_0))};
wire [1:0] f_replies = f_answer & ~{`OF_NO_MSHR(`ANSWER_OP(f_answer_1)), `OF_NO_MSHR(`ANSWER_OP(f_answer_0))};
wire [1:0] f_kills = f_answer & {`IS_INVALIDATION(`ANSWER_OP(f_answer_1)), `IS_INVALIDATION(`ANSWER_OP(f_answer_0))};
// Of what goes up, the answers to requests.
wire [1:0] f_goes_up = f_upward & ~{`ACKNOWLEDGES(f_upward_1), `ACKNOWLEDGES(f_upward_0)};

wire [MSHRS*MSHRS-1:0] f_lines_differ;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_one
    for (h = 0; h < MSHRS; h = h + 1) begin : f_other
        wire [LINE_W-1:0] line = mshr_line[g];
        wire [LINE_W-1:0] other = mshr_line[h];
        assign f_lines_differ[g*MSHRS + h] = g == h || !(mshr_busy_q[g] && mshr_busy_q[h]) || line != other;
    end
end endgenerate
`ASSERT(one_mshr_a_line, &f_lines_differ)

wire [MSHRS-1:0] f_one_request;
wire [MSHRS-1:0] f_again_fits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_mshr
    wire [LINE_W-1:0] line = mshr_line[g];
    wire [2:0] requests = (f_asks[0] && `BELOW_LINE(f_below_0) == line) + (f_asks[1] && `BELOW_LINE(f_below_1) == line)
        + f_sent_q[line]
        + (f_replies[0] && `ANSWER_LINE(f_answer_0) == line) + (f_replies[1] && `ANSWER_LINE(f_answer_1) == line)
        + (f_s1_answer && s1_line_q == line) + mshr_again_q[g];
    assign f_one_request[g] = !mshr_busy_q[g] || requests == 3'd1;
    assign f_again_fits[g] = !mshr_again_q[g] || (mshr_busy_q[g] && !mshr_store_q[g] && !f_peek[g]);
end endgenerate
`ASSERT(one_request_a_busy_mshr, &f_one_request)
`ASSERT(again_is_of_a_load, &f_again_fits)

`ASSERT(below_0_has_mshr, !f_asks[0] || `OF_SOME_MSHR(`BELOW_LINE(f_below_0), `BELOW_OP(f_below_0)))
`ASSERT(below_1_has_mshr, !f_asks[1] || `OF_SOME_MSHR(`BELOW_LINE(f_below_1), `BELOW_OP(f_below_1)))
`ASSERT(answer_0_has_mshr, !f_replies[0] || (`ANSWER_OP(f_answer_0) != 4'd5
    && `OF_SOME_MSHR(`ANSWER_LINE(f_answer_0), `ANSWER_OP(f_answer_0))))
`ASSERT(answer_1_has_mshr, !f_replies[1] || (`ANSWER_OP(f_answer_1) != 4'd5
    && `OF_SOME_MSHR(`ANSWER_LINE(f_answer_1), `ANSWER_OP(f_answer_1))))
`ASSERT(s1_answer_has_mshr, !f_s1_answer || (s1_op_q != 4'd5 && `OF_SOME_MSHR(s1_line_q, s1_op_q)))
wire [F_LINES-1:0] f_outside_fits;
generate for (g = 0; g < F_LINES; g = g + 1) begin : f_outside
    wire [LINE_W-1:0] line = g;
    wire [3:0] op = f_sent_op_q[4*g +: 4];
    assign f_outside_fits[g] = !f_sent_q[g] || `OF_SOME_MSHR(line, op);
end endgenerate
`ASSERT(sent_has_mshr, &f_outside_fits)
`ifdef RENEW
// Renewals are answers, and nobody asks for one by name.
wire [F_LINES-1:0] f_asked_by_name;
generate for (g = 0; g < F_LINES; g = g + 1) begin : f_name_of
    assign f_asked_by_name[g] = f_sent_q[g] && `RENEWS(f_sent_op_q[4*g +: 4]);
end endgenerate
`ASSERT(no_renewal_is_asked_for, f_asked_by_name == 0 && !(f_asks[0] && `RENEWS(`BELOW_OP(f_below_0)))
    && !(f_asks[1] && `RENEWS(`BELOW_OP(f_below_1))))
`endif

// Ops and lines from above are those that this unit knows.
`ASSERT(bank_of_above, (!f_above[0] || `IN_BANK(`ABOVE_LINE(f_above_0))) && (!f_above[1] || `IN_BANK(`ABOVE_LINE(f_above_1))))
`ASSERT(bank_of_stage_1, !s1_valid_q || f_s1_invalidates || `IN_BANK(s1_line_q))
`ASSERT(bank_of_park, !park_valid_q || `IN_BANK(park_line_q))
`define MSHR_IN_BANK(e) (!mshr_busy_q[e] || `IN_BANK(mshr_line[e]))
`ASSERT(bank_of_mshrs, `MSHR_IN_BANK(0) && `MSHR_IN_BANK(1) && `MSHR_IN_BANK(2 % MSHRS) && `MSHR_IN_BANK(3 % MSHRS))
`ASSERT(known_op_above_0, !f_above[0] || `KNOWN_OP(`ABOVE_OP(f_above_0)))
`ASSERT(known_op_above_1, !f_above[1] || `KNOWN_OP(`ABOVE_OP(f_above_1)))
`ASSERT(known_op_in_stage_1, !f_s1_request || `KNOWN_OP(s1_op_q))
`ASSERT(known_op_in_park, !park_valid_q || `KNOWN_OP(park_op_q))

// ---- tags ----

(* hierconn *) wire [WAYS*ENTRY_W-1:0] \tags.word[0] ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \tags.word[1] ;
wire [WAYS*ENTRY_W-1:0] f_set_0 = \tags.word[0] ;
wire [WAYS*ENTRY_W-1:0] f_set_1 = \tags.word[1] ;
wire [WAYS*ENTRY_W-1:0] f_set_now = s1_set ? f_set_1 : f_set_0; // the set that stage 1 has looked up
// Fields of entry `way` of a row: | valid | rts | wts | tag |, or | valid | tag |.
`define WAY(row, way) row[(way)*ENTRY_W +: ENTRY_W]
`define WAY_VALID(row, way) row[(way)*ENTRY_W + ENTRY_W - 1]
`define WAY_KEY(row, way) row[(way)*ENTRY_W +: KEY_W]

wire [WAYS-1:0] f_kept_0; // the ways that hold a line, of each set
wire [WAYS-1:0] f_kept_1;
wire [WAYS*WAYS-1:0] f_differ_0;
wire [WAYS*WAYS-1:0] f_differ_1;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_way
    assign f_kept_0[g] = `WAY_VALID(f_set_0, g);
    assign f_kept_1[g] = `WAY_VALID(f_set_1, g);
    for (h = 0; h < WAYS; h = h + 1) begin : f_beside
        assign f_differ_0[g*WAYS + h] = g == h || !(f_kept_0[g] && f_kept_0[h])
            || `WAY_KEY(f_set_0, g) != `WAY_KEY(f_set_0, h);
        assign f_differ_1[g*WAYS + h] = g == h || !(f_kept_1[g] && f_kept_1[h])
            || `WAY_KEY(f_set_1, g) != `WAY_KEY(f_set_1, h);
    end
end endgenerate
`ASSERT(one_copy_a_line_in_set_0, sweep_q == 2'd0 || (&f_differ_0))
`ASSERT(one_copy_a_line_in_set_1, !swept || (&f_differ_1))

// The row in stage 1 is the array's: while a set is about to be written, no look-up of it begins.
// An OP_EMPTY that writes back looks up one set after the other: l2_dirty.vh.
`ASSERT(row_is_current, !s1_valid_q || row == f_set_now
    || (F_WRITES_BACK && !s1_answer_q && `EMPTIES(s1_op_q, s1_fn_q)))

`ASSERT(nothing_in_stage_1_while_sweeping, !s1_valid_q || swept)
`ASSERT(nothing_below_while_sweeping, swept || mshr_busy_q == 0)
`ASSERT(sweeps_two_sets, sweep_q <= 2'd2)
reg [2:0] f_sweeping_q;
always @(posedge clk_i) f_sweeping_q <= rst_i || swept ? 0 : f_sweeping_q + 1'b1;
`ASSERT(sweeps_a_set_a_cycle, f_sweeping_q <= 3'd2 && (swept || f_sweeping_q == sweep_q))
`ASSERT(swept_set_is_empty, !(!swept && sweep_q == 2'd1) || f_kept_0 == 0 || F_BOTH)

// ---- one answer a request ----

// A request's places: queue (2), stage 1, park, an MSHR's waiters, stage 2, queue of answers (2). No two places
// hold the same ticket, no place holds a ticket that was not asked, and no ticket that was asked is lost. The
// properties are of pairs, and of any one ticket, since sums over all tickets are slow to prove.
localparam F_PLACES = 8; // besides MSHRs
wire [F_PLACES-1:0] f_held = {f_flushing, f_goes_up, s2_valid_q, park_valid_q, f_s1_request, f_above};
wire [F_PLACES*F_TICKET_W-1:0] f_holds = {f_flush_ticket, `UPWARD_TICKET(f_upward_1), `UPWARD_TICKET(f_upward_0), f_s2_ticket,
    f_park_ticket, f_s1_ticket, `ABOVE_TICKET(f_above_1), `ABOVE_TICKET(f_above_0)};
wire [MSHRS*F_TICKETS-1:0] f_waits_in_busy;
wire [MSHRS*MSHRS-1:0] f_wait_apart;
reg [F_TICKETS-1:0] f_waiting; // in any MSHR
integer f_i;
always @* begin
    f_waiting = 0;
    for (f_i = 0; f_i < MSHRS; f_i = f_i + 1)
        f_waiting = f_waiting | f_waits_in_busy[f_i*F_TICKETS +: F_TICKETS];
end
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_waits_at
    wire [F_TICKETS-1:0] tickets = f_waits_by_ticket[g*F_TICKETS +: F_TICKETS];
    assign f_waits_in_busy[g*F_TICKETS +: F_TICKETS] = mshr_busy_q[g] ? tickets : 0;
    for (h = 0; h < MSHRS; h = h + 1) begin : f_waits_beside
        assign f_wait_apart[g*MSHRS + h] = g == h
            || (f_waits_in_busy[g*F_TICKETS +: F_TICKETS] & f_waits_in_busy[h*F_TICKETS +: F_TICKETS]) == 0;
    end
end endgenerate
wire [F_TICKET_W-1:0] f_ticket = $anyconst;

wire [F_PLACES*F_PLACES-1:0] f_apart;
wire [F_PLACES-1:0] f_not_waiting;
wire [F_PLACES-1:0] f_was_asked;
wire [F_PLACES-1:0] f_holds_it;
generate for (g = 0; g < F_PLACES; g = g + 1) begin : f_place
    wire [F_TICKET_W-1:0] me = f_holds[g*F_TICKET_W +: F_TICKET_W];
    for (h = 0; h < F_PLACES; h = h + 1) begin : f_pair
        assign f_apart[g*F_PLACES + h] = h <= g || !(f_held[g] && f_held[h]) || me != f_holds[h*F_TICKET_W +: F_TICKET_W];
    end
    assign f_not_waiting[g] = !f_held[g] || !f_waiting[me];
    assign f_was_asked[g] = !f_held[g] || f_asked_q[me];
    assign f_holds_it[g] = f_held[g] && me == f_ticket;
end endgenerate
`ASSERT(no_request_in_two_places, &f_apart)
`ASSERT(none_waits_and_is_elsewhere, &f_not_waiting)
`ASSERT(none_waits_in_two_mshrs, &f_wait_apart)
`ASSERT(no_answer_without_request, &f_was_asked && (f_waiting & ~f_asked_q) == 0)
`ASSERT(no_request_is_lost, !f_asked_q[f_ticket] || |f_holds_it || f_waiting[f_ticket])

// Waiters: an MSHR of a load has at least one, among them the first requester unless it has just been served; an
// MSHR of a store has only the requester.
wire [MSHRS-1:0] f_someone_waits;
wire [MSHRS-1:0] f_first_waits;
wire [MSHRS-1:0] f_one_waits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_waiting
    wire serving = f_s1_answer && !`RENEWS(s1_op_q) && s1_line_q == mshr_line[g] && !short;
    wire [TAGS-1:0] wait_q = mshr_wait[g];
    wire [TAGS-1:0] first = {{TAGS - 1{1'b0}}, 1'b1} << mshr_first[g];
    assign f_someone_waits[g] = !mshr_busy_q[g] || wait_q != 0;
    assign f_first_waits[g] = !mshr_busy_q[g] || serving || (wait_q & first) != 0;
    assign f_one_waits[g] = !(mshr_busy_q[g] && (mshr_store_q[g] || f_peek[g])) || wait_q == first;
end endgenerate
`ASSERT(someone_waits, &f_someone_waits)
`ASSERT(first_waits, &f_first_waits)
`ASSERT(one_waits_for_a_store, &f_one_waits)

// An OP_EMPTY for this unit is the only request here.
wire f_s1_empties = f_s1_request && `EMPTIES(s1_op_q, s1_fn_q);
`define EMPTIED_BY(ticket) (f_emptying_q == {{F_TICKETS - 1{1'b0}}, 1'b1} << (ticket))
`ASSERT(emptying_is_alone, f_emptying_q == 0 || (f_asked_q & ~f_emptying_q) == 0 || F_FLUSHES)
`ASSERT(emptying_in_above_0, !(f_above[0] && `EMPTIES(`ABOVE_OP(f_above_0), `ABOVE_FN(f_above_0)))
    || `EMPTIED_BY(`ABOVE_TICKET(f_above_0)))
`ASSERT(emptying_in_above_1, !(f_above[1] && `EMPTIES(`ABOVE_OP(f_above_1), `ABOVE_FN(f_above_1)))
    || `EMPTIED_BY(`ABOVE_TICKET(f_above_1)))
`ASSERT(emptying_in_stage_1, !f_s1_empties || `EMPTIED_BY(f_s1_ticket))
`ASSERT(emptying_in_park, !(park_valid_q && `EMPTIES(park_op_q, park_fn_q)) || `EMPTIED_BY(f_park_ticket))

// Stage 1 and the parked place never hold a request each: there is one place to park.
`ASSERT(one_request_inside, !(f_s1_request && park_valid_q))

// ---- M7: a line with a store or an atomic in flight ----

// Ghosts, by line: from when a store or an atomic is sent until its answer is passed up.
wire f_ends = f_s1_answer && (f_upward_push || f_ack_reads) && f_upward_room && !s2_valid_q;
reg [F_LINES-1:0] f_locked_q;
reg [F_LINES-1:0] f_atomic_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_locked_q <= 0;
        f_atomic_q <= 0;
    end else begin
        if (f_ends) begin
            f_locked_q[s1_line_q] <= 1'b0;
            f_atomic_q[s1_line_q] <= 1'b0;
        end
        if (f_below_push && (`STORE_BELOW(`BELOW_OP(f_below_pushed)) || `BELOW_OP(f_below_pushed) == 4'd6))
            f_locked_q[`BELOW_LINE(f_below_pushed)] <= 1'b1;
        if (f_below_push && `BELOW_OP(f_below_pushed) == 4'd6)
            f_atomic_q[`BELOW_LINE(f_below_pushed)] <= 1'b1;
    end
wire f_here_locked = f_locked_q[s1_line_q];

`ASSERT(no_load_from_a_locked_copy, !(load_hit && f_here_locked))
`ASSERT(no_load_joins_a_store, !(load_join && f_here_locked))
`ASSERT(no_second_request_to_a_locked_line, !(f_below_push && !`IS_EVICTION(`BELOW_OP(f_below_pushed))
    && f_locked_q[`BELOW_LINE(f_below_pushed)]))
`ASSERT(locked_copy_keeps_its_bytes, !(|bytes_written && f_here_locked) || (f_s1_answer && `BRINGS_LINE(s1_op_q)))
`ASSERT(locked_copy_keeps_its_lease, !(tags_write && f_here_locked) || (f_s1_answer && `STORE_BELOW(s1_op_q))
    || f_s1_invalidates)
wire [WAYS-1:0] f_atomic_kept_0; // the ways that hold a line with an atomic in flight
wire [WAYS-1:0] f_atomic_kept_1;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_atomic_way
    assign f_atomic_kept_0[g] = f_kept_0[g] && f_atomic_q[`LINE_OF(`WAY_KEY(f_set_0, g), 1'b0)];
    assign f_atomic_kept_1[g] = f_kept_1[g] && f_atomic_q[`LINE_OF(`WAY_KEY(f_set_1, g), 1'b1)];
end endgenerate
`ASSERT(atomic_leaves_no_copy_in_set_0, sweep_q == 2'd0 || f_atomic_kept_0 == 0)
`ASSERT(atomic_leaves_no_copy_in_set_1, !swept || f_atomic_kept_1 == 0)

// A lock is an MSHR's, and an atomic's messages are an atomic's.
`define LOCKED_OP(line, op) (!f_locked_q[line] || (f_atomic_q[line] ? (op) == 4'd6 : `STORE_BELOW(op)))
wire [F_LINES-1:0] f_lock_has_mshr;
generate for (g = 0; g < F_LINES; g = g + 1) begin : f_lock
    wire [LINE_W-1:0] line = g;
    assign f_lock_has_mshr[g] = (!f_locked_q[g] || `OF_SOME_MSHR(line, 4'd1)) && (!f_atomic_q[g] || f_locked_q[g])
        && (!f_sent_q[g] || `LOCKED_OP(g, f_sent_op_q[4*g +: 4]));
end endgenerate
`ASSERT(lock_has_mshr, &f_lock_has_mshr)
`ASSERT(lock_of_below_0, !f_asks[0] || `LOCKED_OP(`BELOW_LINE(f_below_0), `BELOW_OP(f_below_0)))
`ASSERT(lock_of_below_1, !f_asks[1] || `LOCKED_OP(`BELOW_LINE(f_below_1), `BELOW_OP(f_below_1)))
`ASSERT(lock_of_answer_0, !f_replies[0] || `LOCKED_OP(`ANSWER_LINE(f_answer_0), `ANSWER_OP(f_answer_0)))
`ASSERT(lock_of_answer_1, !f_replies[1] || `LOCKED_OP(`ANSWER_LINE(f_answer_1), `ANSWER_OP(f_answer_1)))
`ASSERT(lock_of_stage_1, !f_s1_answer || `LOCKED_OP(s1_line_q, s1_op_q))

// ---- copies ----

// The copy that stage 1 has found of its line is the array's.
wire [ENTRY_W-1:0] f_hit_entry = f_set_now[hit_way*ENTRY_W +: ENTRY_W];
wire [WAYS-1:0] f_kept_now = s1_set ? f_kept_1 : f_kept_0;
wire [WAYS-1:0] f_mine; // the way that holds the line of stage 1
generate for (g = 0; g < WAYS; g = g + 1) begin : f_my
    assign f_mine[g] = f_kept_now[g] && `WAY_KEY(f_set_now, g) == s1_key;
end endgenerate
reg [WAY_W-1:0] f_my_way;
reg [ENTRY_W-1:0] f_my_entry;
always @* begin
    f_my_way = 0;
    f_my_entry = `WAY(f_set_now, 0);
    for (f_i = 1; f_i < WAYS; f_i = f_i + 1)
        if (f_mine[f_i]) begin
            f_my_way = f_i;
            f_my_entry = f_set_now[f_i*ENTRY_W +: ENTRY_W];
        end
end
`ifdef PLAIN
`ASSERT(load_hit_has_a_copy, !load_hit || f_mine[hit_way])
`else
`ASSERT(load_hit_has_a_copy, !load_hit || (f_mine[hit_way] && hit_rts == f_hit_entry[KEY_W+TS_W +: TIME_W]))
`endif
// A store leaves for below, or stays here; one that stays and has no copy makes one.
wire f_stores = store_go || f_store_stays;
wire f_makes_copy = f_store_stays && !(|f_mine);
`ASSERT(store_writes_its_own_copy, !(f_s1_request && |bytes_written) || f_mine[touch_way] || f_makes_copy)
`ASSERT(a_store_updates_its_copy, !(f_stores && |f_mine && |s1_mask_q) || (bytes_written == s1_mask_q))
`ASSERT(fill_replaces_its_own_copy, !(tags_write && |f_mine) || f_mine[tags_write_way])
`ASSERT(one_way_is_read, !(load_hit && |bytes_written))
`ASSERT(store_keeps_its_copy, !(is_store_ack && answer_room && |f_mine && s1_same_q) || (tags_write && tags_write_valid))
wire f_installs = fill_install || f_makes_copy;
`ASSERT(evicts_from_a_full_set,
    !(f_installs && !(|f_mine)) || (&f_kept_now) || !f_kept_now[fill_way] || F_PARTITION)
wire [1:0] f_tells_gone = {`IS_EVICTION(`BELOW_OP(f_below_1)), `IS_EVICTION(`BELOW_OP(f_below_0))};
wire f_fences = F_FENCE_EMPTIES && `STAGE_1(4'd7);
`ASSERT(empties_alone, !sweep || F_FLUSHES && mshr_busy_q == 0 && !s1_valid_q && f_sent_q == 0 && f_asks == 0 && f_replies == 0
    || (mshr_busy_q == 0 && !park_valid_q && (f_above == 0 || f_fences) && f_answer == f_kills
    && (f_below & ~f_tells_gone) == 0 && (f_goes_up == 0 && !s2_valid_q || f_fences) && f_sent_q == 0))

// ---- nothing is pushed without room, or twice ----

`ASSERT(sends_into_room, !f_below_push || f_below_room)
`ASSERT(one_sent_a_cycle, !(again_go && (load_miss || store_go || atomic_go || pass_go))
    && !(f_tells_below && (again_go || load_miss || store_go || atomic_go || pass_go)))
`ASSERT(one_answered_a_cycle, !(s2_valid_q && (fill_serves || ack_done)))
`ASSERT(one_outcome_a_request, load_hit + load_join + load_miss + store_go + f_store_stays + atomic_go + pass_go
    + word_go <= 1)
// An OP_EMPTY that writes back stays, but has no answer but those of its write-backs to wait for.
`ASSERT(answer_is_not_blocked_by_a_request, !f_s1_request || s1_leaves || s1_parks
    || (F_WRITES_BACK && f_s1_empties && mshr_busy_q == 0))

// ---- a parked request wakes up ----

// It sleeps only behind an MSHR, whose answer will come (one_request_a_busy_mshr), or a full queue.
wire [MSHRS-1:0] f_park_matches;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_park_match
    wire [LINE_W-1:0] line = mshr_line[g];
    assign f_park_matches[g] = mshr_busy_q[g] && line == park_line_q;
end endgenerate
`ASSERT(sleeper_waits_for_an_answer, !(park_valid_q && park_asleep_q) || (|f_park_matches) || (&(mshr_busy_q | f_kept_back)))
`ASSERT(sleeper_waits_for_room, !(park_valid_q && park_sleeps && !park_asleep_q) || f_below_full)
// An idle unit may be left unclocked: nothing moves in it, and every request in it waits for an answer from
// below, or for its own request to below to be taken.
`ASSERT(idle_is_still, !idle_o || !(s1_valid_q || s2_valid_q || tags_read || f_below_push || !swept))
`ASSERT(idle_waits_for_others, !(idle_o && (park_valid_q || |f_above || |mshr_busy_q)) || |f_sent_q || |f_below)

// ---- answers from below are not kept waiting ----

// Cycles that an answer at the head of its queue has waited, not counting those in which the core, or the L1s, left
// no room for answers, or the memory none for acknowledgements, nor those in which the sets are emptied or a line is
// dropped that came by a channel of its own. Before it go the request in stage 2, all requesters that an answer in stage 1
// serves, and one cycle in which that answer's row is written.
// A renewal reads its copy first, in two cycles.
`ifdef RENEW
localparam F_READS = 2;
wire [1:0] f_to_read = !(f_s1_answer && `RENEWS(s1_op_q)) ? 2'd0 : s1_read_q ? 2'd1 : 2'd2;
`ASSERT(read_is_of_a_renewal, !s1_read_q || (f_s1_answer && `RENEWS(s1_op_q) && hit && !s2_valid_q))
`ASSERT(renewal_is_read, !(f_s1_answer && `RENEWS(s1_op_q) && |f_mine && f_upward_room) || renew_read || s1_read_q || s2_valid_q)
`ASSERT(renewal_without_copy_is_lost, !(f_s1_answer && `RENEWS(s1_op_q) && !(|f_mine)) || renew_lost)
`ASSERT(renewal_is_read_alone, !(renew_read && (load_hit || |bytes_written)))
`COVER(renewal_read, renew_read)
`COVER(renewal_serves_two, fill_serves && !short && rest != 0 && f_was_read_q)
`COVER(renewal_lost, renew_lost)
`COVER(renewal_lost_asks_again, again_go && f_was_lost_q)
`COVER(renewal_is_short, fill_again && f_was_read_q)
reg f_was_read_q; // the answer in stage 1
reg f_was_lost_q;
always @(posedge clk_i) begin
    f_was_read_q <= !rst_i && (s1_read_q || (f_was_read_q && !take_answer));
    f_was_lost_q <= !rst_i && (renew_lost || (f_was_lost_q && !take_answer));
end
`else
localparam F_READS = 0;
wire [1:0] f_to_read = 2'd0;
`endif
localparam F_MOST_WAITED = TAGS + 2 + F_READS;
reg [3:0] f_waited_q;
reg [3:0] f_to_serve;
always @* begin
    f_to_serve = (f_s1_answer || (f_s1_invalidates && !F_DROPS)) + f_to_read;
    for (f_i = 0; f_i < TAGS; f_i = f_i + 1)
        f_to_serve = f_to_serve + (f_s1_answer && entry_wait[f_i]);
end
always @(posedge clk_i)
    if (rst_i || !f_answer_head_valid || f_takes_answer_head)
        f_waited_q <= 4'd0;
    else if (f_upward_room && f_ack_room && swept && !f_drop_first && !(F_DROPS && f_s1_invalidates))
        f_waited_q <= f_waited_q + 4'd1;
`ASSERT(answer_waits_bounded, f_waited_q <= F_MOST_WAITED)
`ASSERT(request_in_stage_1_came_first, !f_s1_request || f_waited_q == 0)
`ASSERT(answer_waits_for_those_before, !f_answer_head_valid || f_waited_q + f_to_serve + s2_valid_q <= F_MOST_WAITED)

// ---- a request that can go on does ----

// The conditions are of the state, not of the unit's decisions: the line of stage 1 has an MSHR; one is free and
// the queue to below has room; the line has a copy within its lease.
wire [MSHRS-1:0] f_s1_matches;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_s1_match
    wire [LINE_W-1:0] line = mshr_line[g];
    assign f_s1_matches[g] = mshr_busy_q[g] && line == s1_line_q;
end endgenerate
// The MSHRs that a load may join: under rc, none that has re-sent its request with an earlier clock (l1_order.vh); none
// whose line was dropped since (l1_drop.vh).
wire [MSHRS-1:0] f_joinable;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_join
`ifdef RC
    wire [TIME_W-1:0] cts = mshr_cts[g];
    assign f_joinable[g] = !mshr_store_q[g] && !f_peek[g] && !(mshr_asked_again_q[g] && cts_q > cts);
`else
    assign f_joinable[g] = !mshr_store_q[g] && !f_peek[g] && !f_closed[g];
`endif
end endgenerate
wire f_may_go_below = f_s1_matches == 0 && !(&(mshr_busy_q | f_kept_back)) && f_below_room && mshr_again_q == 0 && f_below_is_free;
wire f_may_answer = !s2_valid_q || f_upward_room;
`ifdef PLAIN
wire f_s1_leased = |f_mine;
`else
wire [TIME_W-1:0] f_s1_rts = f_my_entry[KEY_W+TS_W +: TIME_W];
wire f_s1_leased = |f_mine && `STAGE_1_CLOCK <= f_s1_rts;
`endif
`ASSERT(load_of_a_copy_is_served, !(`STAGE_1(4'd0) && f_s1_leased && f_s1_matches == 0 && f_may_answer) || load_hit)
`ASSERT(load_joins_a_load, !(`STAGE_1(4'd0) && |(f_s1_matches & f_joinable)) || load_join)
`ASSERT(load_without_copy_goes_below, !((`STAGE_1(4'd0) && !f_s1_leased || `STAGE_1(4'd5)) && f_may_go_below) || load_miss)
`ASSERT(store_goes_on, !((`STAGE_1(`STORE_ABOVE) || f_s1_request && `BACK_ABOVE(s1_op_q)) && f_may_go_below && (f_may_answer || !F_WRITES_BACK)) || f_stores)
`ASSERT(atomic_goes_on, !(`STAGE_1(4'd6) && f_may_go_below) || atomic_go)
`ASSERT(pass_goes_on, !(`STAGE_1(4'd8) && !f_s1_empties && f_may_go_below) || pass_go)
`ASSERT(emptying_goes_on, !(f_s1_empties && f_may_answer && mshr_busy_q == 0 && f_kept_back == 0) || (word_go && sweep) || F_WRITES_BACK)
`ASSERT(load_is_asked_for_again, !(mshr_again_q != 0 && f_below_room) || again_go || f_tells_below)
// The parked request, or the head of the queue, enters stage 1 when nothing is before it; an answer wakes a
// sleeper.
wire f_stage_1_is_free = swept && !sweep && !s1_valid_q && !f_answer_head_valid && !f_drop_first;
`ASSERT(parked_is_tried_again, !(f_stage_1_is_free && park_valid_q && !park_asleep_q && f_below_room) || take_parked)
`ASSERT(next_comes_in, !(f_stage_1_is_free && !park_valid_q && f_above_head_valid) || take_next)
reg f_was_done_q;
always @(posedge clk_i)
    f_was_done_q <= !rst_i && answer_done && !s1_parks;
`ASSERT(answer_wakes_the_sleeper, !(f_was_done_q && park_valid_q && park_asleep_q))

// For each set: the ways that were used since it was emptied, or since all had been used (then with the one used
// last); and the way used last.
reg [2*WAYS-1:0] f_used_q;
reg [2*WAY_W-1:0] f_last_q;
wire f_uses = load_hit || f_installs || (f_stores && |f_mine);
wire [WAY_W-1:0] f_uses_way = |f_mine ? f_my_way : fill_way;
wire [WAYS-1:0] f_used = f_used_q[s1_set*WAYS +: WAYS];
wire [WAYS-1:0] f_now_used = f_used | {{WAYS - 1{1'b0}}, 1'b1} << f_uses_way;
always @(posedge clk_i)
    if (rst_i || !swept)
        f_used_q <= 0;
    else if (f_uses) begin
        f_used_q[s1_set*WAYS +: WAYS] <= (&f_now_used) ? {{WAYS - 1{1'b0}}, 1'b1} << f_uses_way : f_now_used;
        f_last_q[s1_set*WAY_W +: WAY_W] <= f_uses_way;
    end
wire f_evicts = f_installs && !(|f_mine) && (&f_kept_now);
// The ways whose lease has ended.
wire [WAYS-1:0] f_expired;
`ifdef EXPIRED_FIRST
generate for (g = 0; g < WAYS; g = g + 1) begin : f_expire
    wire [TIME_W-1:0] rts = f_set_now[g*ENTRY_W + KEY_W + TS_W +: TIME_W];
    assign f_expired[g] = rts < `VICTIM_CLOCK;
end endgenerate
`ASSERT(expired_goes_first, !f_evicts || f_expired == 0 || f_expired[fill_way])
`COVER(expired_goes_although_used, f_evicts && f_used[fill_way])
`else
assign f_expired = 0;
`endif
`ASSERT(used_of_late_stays, !f_evicts || F_PARTITION || f_expired[fill_way] || !f_used[fill_way])
`ASSERT(used_last_stays, !(f_evicts && f_used != 0) || F_PARTITION || f_expired[fill_way] || fill_way != f_last_q[s1_set*WAY_W +: WAY_W])
wire [WAYS-1:0] f_used_0 = f_used_q[0 +: WAYS];
wire [WAYS-1:0] f_used_1 = f_used_q[WAYS +: WAYS];
`ASSERT(not_all_are_used, !(&f_used_0) && !(&f_used_1))
`ASSERT(used_last_is_used, (f_used_0 == 0 || f_used_0[f_last_q[0 +: WAY_W]])
    && (f_used_1 == 0 || f_used_1[f_last_q[WAY_W +: WAY_W]]))
wire [WAYS-1:0] f_recent_0 = recent[0];
wire [WAYS-1:0] f_recent_1 = recent[1];
`ASSERT(used_is_recent, (sweep_q == 2'd0 || f_recent_0 == f_used_0) && (!swept || f_recent_1 == f_used_1)
    && (swept || sweep_q == 2'd0 || f_used_q == 0))

// ---- every kind of message, every branch ----

`COVER(hits, load_hit)
`COVER(joins, load_join)
`COVER(misses, load_miss)
`COVER_WHERE(F_LEASES, misses_on_an_expired_copy, load_miss && hit && !is_fresh)
`COVER(fresh_goes_below, load_miss && is_fresh && hit)
`COVER(stores_to_a_copy, f_stores && hit)
`COVER(stores_without_copy, f_stores && !hit)
`COVER(atomic_drops_a_copy, atomic_go && hit)
`COVER(fill_serves_two, fill_serves && !short && rest != 0)
`COVER_WHERE(F_CLOCKS, lease_too_short, fill_again)
`COVER_WHERE(F_CLOCKS, asks_again, again_go)
`COVER(evicts, f_installs && !hit && victim_valid)
`COVER_WHERE(!F_WRITES_BACK, copy_kept_after_a_store, is_store_ack && answer_room && hit && copy_good)
`COVER_WHERE(F_CLOCKS, copy_dropped_after_a_store, is_store_ack && answer_room && hit && !copy_good)
`COVER(locked_copy_was_evicted, is_store_ack && answer_room && !hit && f_sent_q == 0)
`COVER(parks_at_a_lock, s1_parks && match && mshr_store_q[match_at])
`COVER(parks_without_mshr, s1_parks && !match && !vacant)
`COVER(parked_goes_on, take_parked)
`COVER(sleeper_is_woken, park_valid_q && park_asleep_q && answer_done)
`COVER(answer_passes_a_parked, take_answer && park_valid_q)
`COVER(answer_takes_over_as_request_parks, take_answer && s1_parks)
`COVER(answers_one_after_another, take_answer && f_s1_answer)
`COVER(answer_waits_for_a_row, f_s1_answer && answer_done && f_answer_head_valid && !take_answer)
`COVER(passes_below, pass_go)
`COVER(peeks, is_peek && word_go)
`COVER(empties, sweep)
`COVER(load_after_emptying, load_miss && f_asked_q != 0 && sweep_q == 2'd2)
// A bank that counts cycles of its misses is not idle while it has one.
`COVER_WHERE(!F_ADDS_LATENCIES && !F_PARTITION, idle_with_a_sleeper, idle_o && park_valid_q)
`COVER(evicts_another_way_than_the_first, f_evicts && fill_way != 0)
// On the way to a full set of four ways, with nothing under way: from here on the search for the covers is short.
wire f_rests = swept && !(s1_valid_q || s2_valid_q || park_valid_q) && mshr_busy_q == 0 && f_above == 0 && f_below == 0
    && f_answer == 0 && f_upward == 0;
wire [WAYS-1:0] f_kept_but_1 = f_kept_0 & (f_kept_0 - 1'b1);
wire [WAYS-1:0] f_kept_but_2 = f_kept_but_1 & (f_kept_but_1 - 1'b1);
`COVER_WHERE(WAYS > 2, one_way_holds_a_line, f_rests && f_kept_0 != 0)
`COVER_WHERE(WAYS > 2, two_ways_hold_lines, f_rests && f_kept_but_1 != 0)
`COVER_WHERE(WAYS > 2, three_ways_hold_lines, f_rests && f_kept_but_2 != 0)
`COVER_WHERE(WAYS > 2, set_is_full, f_rests && (&f_kept_0))
`COVER(upward_is_full, f_upward_full && s2_valid_q)
`COVER(below_is_full, f_below_full)
`COVER_WHERE(QUEUE_IN > 0, above_is_full, f_above_full)
// Back-pressure: there are more MSHRs than places in the queue to below.
`COVER_WHERE(F_CLOCKS && MSHRS > QUEUE_OUT, asks_again_later, again_any && !f_below_room)
`COVER_WHERE(!F_WRITES_BACK && MSHRS > QUEUE_OUT, parks_without_room, s1_parks && park_unsent)
`COVER_WHERE(!F_WRITES_BACK && MSHRS > QUEUE_OUT, goes_below_when_there_is_room, take_parked && park_unsent_q)
`COVER_WHERE(MSHRS > 2 && QUEUE_IN > 0, answers_are_full, f_answer_full)
`COVER_WHERE(MSHRS > 2, answer_waits_long, f_waited_q == 4)
