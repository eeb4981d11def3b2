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
// One set, any of them, is followed, f_set: of the RAM of tags that ram_some.vh keeps, no other row is there. What is said
// of stage 1 and the array is said when stage 1 is of that set, f_of_set, and so of each set. A line of it is followed,
// f_line, and a requester, f_who, with its ticket.
//
// For any sizes, with queues of 0 to 2 places. A request waits for room below only if there are more MSHRs than the queue
// to below has places. With fewer than three tickets no request is ever parked behind an MSHR.
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

// ---- what is followed ----

(* hierconn *) wire [SET_W-1:0] \tags.f_block ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \tags.f_kept_q ;
wire [SET_W-1:0] f_set = \tags.f_block ;
wire [WAYS*ENTRY_W-1:0] f_row = \tags.f_kept_q ;
wire [KEY_W-1:0] f_key = $anyconst;
wire [LINE_W-1:0] f_line = `LINE_OF(f_key, f_set);
wire [F_WHO_W-1:0] f_who = $anyconst; // a tag of the core, or an L1
wire f_of_set = s1_set == f_set;
wire f_of_line = s1_line_q == f_line;
`define ASSERT_OF_SET(name, expr) `ASSERT(name, !f_of_set || (expr))
`define COVER_OF_SET(name, expr) `COVER(name, f_of_set && (expr))

wire f_s1_answer = s1_valid_q && s1_answer_q && !`INVALIDATION_IN_STAGE_1;
wire f_s1_invalidates = s1_valid_q && s1_answer_q && `INVALIDATION_IN_STAGE_1;
wire f_s1_request = s1_valid_q && !s1_answer_q;
`define STAGE_1(op) (f_s1_request && s1_op_q == (op))

// ---- ghosts of the environment: cache_env.vh ----

// The MSHR and the place below of the followed line, and the op there.
wire [MSHRS*LINE_W-1:0] f_mshr_lines;
wire [MSHRS-1:0] f_in;       // the MSHR of the followed line
wire [MSHRS-1:0] f_is_below; // its place, if it is asked for below
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_line_in
    assign f_mshr_lines[g*LINE_W +: LINE_W] = mshr_line[g];
    assign f_is_below[g] = f_sent_q[g] && f_sent_key_q[g*LINE_W +: LINE_W] == f_line;
end endgenerate
wire f_under_way = |f_in;
wire f_is_sent = |f_is_below;
reg [3:0] f_sent_op;
integer f_i;
always @* begin
    f_sent_op = 0;
    for (f_i = 0; f_i < MSHRS; f_i = f_i + 1)
        if (f_is_below[f_i]) f_sent_op = f_sent_value_q[4*f_i +: 4];
end

// ---- one request a line ----

`define STORES(op) (`STORE_BELOW(op) || `BACK_ABOVE(op) || (op) == 4'd6 || (op) == 4'd8)
// Whether a message is of the line of a busy MSHR, with an op of its kind.
`define OF_MSHR(e, its_line, line, op) \
    (mshr_busy_q[e] && (its_line) == (line) \
     && (mshr_store_q[e] ? `STORES(op) && !f_peek[e] : f_peek[e] ? (op) == 4'd4 : `LOADS(op) || `RENEWS(op)))

// Of the messages below and of the answers, those that have an MSHR; and the invalidations among the answers.
wire [1:0] f_asks = f_below & ~{`IS_WRITE_BACK(`BELOW_OP(f_below_1)), `IS_WRITE_BACK(`BELOW_OP(f_below_0))};
wire [1:0] f_replies = f_answer & ~{`OF_NO_MSHR(`ANSWER_OP(f_answer_1)), `OF_NO_MSHR(`ANSWER_OP(f_answer_0))};
wire [1:0] f_kills = f_answer & {`IS_INVALIDATION(`ANSWER_OP(f_answer_1)), `IS_INVALIDATION(`ANSWER_OP(f_answer_0))};
// Of what goes up, the answers to requests.
wire [1:0] f_goes_up = f_upward & ~{`ACKNOWLEDGES(f_upward_1), `ACKNOWLEDGES(f_upward_0)};

// The MSHRs that have a line: of any line at most one, and so of the line in stage 1.
function [MSHRS-1:0] f_mshrs_of;
    input [LINE_W-1:0] line;
    integer e;
    for (e = 0; e < MSHRS; e = e + 1)
        f_mshrs_of[e] = mshr_busy_q[e] && f_mshr_lines[e*LINE_W +: LINE_W] == line;
endfunction
`define AT_MOST_ONE(bits) (((bits) & ((bits) - 1'b1)) == 0)
wire [MSHRS-1:0] f_s1_matches = f_mshrs_of(s1_line_q);
assign f_in = f_mshrs_of(f_line);
`ASSERT(one_mshr_a_line, `AT_MOST_ONE(f_in))
`INSTANCE(one_mshr_of_stage_1, `AT_MOST_ONE(f_s1_matches))

// Ghosts: the MSHR of each message below and of each answer, from when it is sent until its answer leaves stage 1. While a
// request is below it has the place of its MSHR.
reg [MSHR_W-1:0] f_below_at_0;
reg [MSHR_W-1:0] f_below_at_1;
reg [MSHR_W-1:0] f_answer_at_0;
reg [MSHR_W-1:0] f_answer_at_1;
reg [MSHR_W-1:0] f_s1_at;
wire [MSHR_W-1:0] f_sends_at = f_below_head[0] ? f_below_at_1 : f_below_at_0;
assign f_sent_place = {{MSHRS - 1{1'b0}}, 1'b1} << f_sends_at;
reg [MSHR_W-1:0] f_taken_at;
always @* begin
    f_taken_at = 0;
    for (f_i = 0; f_i < MSHRS; f_i = f_i + 1)
        if (f_sent_takes[f_i]) f_taken_at = f_i;
end
`ASSERT(a_line_is_sent_once, `AT_MOST_ONE(f_is_below))
`INSTANCE(an_answers_line_is_sent_once, `AT_MOST_ONE(f_sent_takes))
always @(posedge clk_i) begin
    if (f_below_push && !f_below_tail[0]) f_below_at_0 <= again_go ? again_at : vacant_at;
    if (f_below_push && f_below_tail[0]) f_below_at_1 <= again_go ? again_at : vacant_at;
    if (f_takes_answer && !f_answer_tail[0]) f_answer_at_0 <= f_taken_at;
    if (f_takes_answer && f_answer_tail[0]) f_answer_at_1 <= f_taken_at;
    if (take_answer) f_s1_at <= QUEUE_IN == 0 ? f_taken_at : f_answer_head[0] ? f_answer_at_1 : f_answer_at_0;
end
wire [MSHRS-1:0] f_one_request;
wire [MSHRS-1:0] f_again_fits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_mshr
    wire [2:0] requests = (f_asks[0] && f_below_at_0 == g) + (f_asks[1] && f_below_at_1 == g) + f_sent_q[g]
        + (f_replies[0] && f_answer_at_0 == g) + (f_replies[1] && f_answer_at_1 == g) + (f_s1_answer && f_s1_at == g)
        + mshr_again_q[g];
    assign f_one_request[g] = requests == mshr_busy_q[g];
    assign f_again_fits[g] = !mshr_again_q[g] || (mshr_busy_q[g] && !mshr_store_q[g] && !f_peek[g]);
end endgenerate
`ASSERT(one_request_a_busy_mshr, &f_one_request)
`ASSERT(again_is_of_a_load, &f_again_fits)

wire [LINE_W-1:0] f_below_mshr_0 = mshr_line[f_below_at_0];
wire [LINE_W-1:0] f_below_mshr_1 = mshr_line[f_below_at_1];
wire [LINE_W-1:0] f_answer_mshr_0 = mshr_line[f_answer_at_0];
wire [LINE_W-1:0] f_answer_mshr_1 = mshr_line[f_answer_at_1];
wire [LINE_W-1:0] f_s1_mshr = mshr_line[f_s1_at];
`ASSERT(below_0_has_mshr, !f_asks[0] || `OF_MSHR(f_below_at_0, f_below_mshr_0, `BELOW_LINE(f_below_0), `BELOW_OP(f_below_0)))
`ASSERT(below_1_has_mshr, !f_asks[1] || `OF_MSHR(f_below_at_1, f_below_mshr_1, `BELOW_LINE(f_below_1), `BELOW_OP(f_below_1)))
`ASSERT(answer_0_has_mshr, !f_replies[0] || (`ANSWER_OP(f_answer_0) != 4'd5
    && `OF_MSHR(f_answer_at_0, f_answer_mshr_0, `ANSWER_LINE(f_answer_0), `ANSWER_OP(f_answer_0))))
`ASSERT(answer_1_has_mshr, !f_replies[1] || (`ANSWER_OP(f_answer_1) != 4'd5
    && `OF_MSHR(f_answer_at_1, f_answer_mshr_1, `ANSWER_LINE(f_answer_1), `ANSWER_OP(f_answer_1))))
`ASSERT(s1_answer_has_mshr, !f_s1_answer || (s1_op_q != 4'd5 && `OF_MSHR(f_s1_at, f_s1_mshr, s1_line_q, s1_op_q)))
wire [MSHRS-1:0] f_outside_fits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_outside
    wire [LINE_W-1:0] line = f_sent_key_q[g*LINE_W +: LINE_W];
    wire [3:0] op = f_sent_value_q[4*g +: 4];
    assign f_outside_fits[g] = !f_sent_q[g] || `OF_MSHR(g, f_mshr_lines[g*LINE_W +: LINE_W], line, op);
end endgenerate
`ASSERT(sent_has_mshr, &f_outside_fits)
`ifdef RENEW
// Renewals are answers, and nobody asks for one by name.
wire [MSHRS-1:0] f_asked_by_name;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_name_of
    assign f_asked_by_name[g] = f_sent_q[g] && `RENEWS(f_sent_value_q[4*g +: 4]);
end endgenerate
`ASSERT(no_renewal_is_asked_for, f_asked_by_name == 0 && !(f_asks[0] && `RENEWS(`BELOW_OP(f_below_0)))
    && !(f_asks[1] && `RENEWS(`BELOW_OP(f_below_1))))
`endif

// Ops and lines from above are those that this unit knows.
`ASSERT(bank_of_above, (!f_above[0] || `IN_BANK(`ABOVE_LINE(f_above_0))) && (!f_above[1] || `IN_BANK(`ABOVE_LINE(f_above_1))))
`ASSERT(bank_of_stage_1, !s1_valid_q || f_s1_invalidates || `IN_BANK(s1_line_q))
`ASSERT(bank_of_park, !park_valid_q || `IN_BANK(park_line_q))
wire [MSHRS-1:0] f_in_bank;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_bank_of
    wire [LINE_W-1:0] line = mshr_line[g];
    assign f_in_bank[g] = !mshr_busy_q[g] || `IN_BANK(line);
end endgenerate
`ASSERT(bank_of_mshrs, &f_in_bank)
`ASSERT(known_op_above_0, !f_above[0] || `KNOWN_OP(`ABOVE_OP(f_above_0)))
`ASSERT(known_op_above_1, !f_above[1] || `KNOWN_OP(`ABOVE_OP(f_above_1)))
`ASSERT(known_op_in_stage_1, !f_s1_request || `KNOWN_OP(s1_op_q))
`ASSERT(known_op_in_park, !park_valid_q || `KNOWN_OP(park_op_q))

// ---- tags ----

// Fields of entry `way` of a row: | valid | rts | wts | tag |, or | valid | tag |.
`define WAY(row, way) row[(way)*ENTRY_W +: ENTRY_W]
`define WAY_VALID(row, way) row[(way)*ENTRY_W + ENTRY_W - 1]
`define WAY_KEY(row, way) row[(way)*ENTRY_W +: KEY_W]

wire f_is_swept = sweep_q > f_set; // the sweep, if there is one, has passed the set
wire [WAYS-1:0] f_kept; // the ways that hold a line
wire [WAYS*WAYS-1:0] f_differ;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_way
    assign f_kept[g] = `WAY_VALID(f_row, g);
    for (h = 0; h < WAYS; h = h + 1) begin : f_beside
        assign f_differ[g*WAYS + h] = g == h || !(f_kept[g] && f_kept[h]) || `WAY_KEY(f_row, g) != `WAY_KEY(f_row, h);
    end
end endgenerate
`ASSERT(one_copy_a_line, !f_is_swept || (&f_differ))

// The row in stage 1 is the array's: while a set is about to be written, no look-up of it begins.
// An OP_EMPTY that writes back looks up one set after the other: l2_dirty.vh.
`ASSERT(row_is_current, !(s1_valid_q && f_of_set) || row == f_row
    || (F_WRITES_BACK && !s1_answer_q && `EMPTIES(s1_op_q, s1_fn_q)))

`ASSERT(nothing_in_stage_1_while_sweeping, !s1_valid_q || swept)
`ASSERT(nothing_below_while_sweeping, swept || mshr_busy_q == 0)
`ASSERT(sweep_ends, sweep_q <= SETS)
reg [SET_W:0] f_sweeping_q;
always @(posedge clk_i) f_sweeping_q <= rst_i || swept ? 0 : f_sweeping_q + 1'b1;
`ASSERT(sweeps_a_set_a_cycle, swept || f_sweeping_q == sweep_q)
`ASSERT(swept_set_is_empty, swept || !f_is_swept || f_kept == 0 || F_BOTH)

// ---- one answer a request ----

// A request's places: queue (2), stage 1, park, an MSHR's waiters, stage 2, queue of answers (2), and an OP_EMPTY that has
// left stage 1. The followed ticket is in one place if it was asked, else in none.
localparam F_PLACES = 8; // besides MSHRs
wire [F_PLACES-1:0] f_held = {f_flushing, f_goes_up, s2_valid_q, park_valid_q, f_s1_request, f_above};
wire [F_PLACES*F_TICKET_W-1:0] f_holds = {f_flush_ticket, `UPWARD_TICKET(f_upward_1), `UPWARD_TICKET(f_upward_0), f_s2_ticket,
    f_park_ticket, f_s1_ticket, `ABOVE_TICKET(f_above_1), `ABOVE_TICKET(f_above_0)};
// The places, and above them the MSHRs, that have a ticket.
function [MSHRS+F_PLACES-1:0] f_places_of;
    input [F_TICKET_W-1:0] ticket;
    integer p;
    begin
        for (p = 0; p < F_PLACES; p = p + 1)
            f_places_of[p] = f_held[p] && f_holds[p*F_TICKET_W +: F_TICKET_W] == ticket;
        for (p = 0; p < MSHRS; p = p + 1)
            f_places_of[F_PLACES + p] = mshr_busy_q[p]
                && `WAITS_AS(ticket, f_mshr_waits[p*TAGS +: TAGS], f_mshr_lines[p*LINE_W +: LINE_W]);
    end
endfunction
wire [MSHRS*TAGS-1:0] f_mshr_waits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_waits_of
    assign f_mshr_waits[g*TAGS +: TAGS] = mshr_wait[g];
end endgenerate
wire [F_PLACES-1:0] f_holds_it;
wire [MSHRS-1:0] f_waits_in; // the MSHRs in which the followed ticket waits
assign {f_waits_in, f_holds_it} = f_places_of(f_ticket);
wire f_it_waits = |f_waits_in;
`ASSERT(no_request_in_two_places, `AT_MOST_ONE(f_holds_it) && `AT_MOST_ONE(f_waits_in))
`ASSERT(none_waits_and_is_elsewhere, !(|f_holds_it && f_it_waits))
`ASSERT(no_answer_without_request, f_asked_q || !(|f_holds_it || f_it_waits))
`ASSERT(no_request_is_lost, !f_asked_q || |f_holds_it || f_it_waits)
// What empty_comes_alone of cache_env.vh says is that nobody has asked; by no_answer_without_request of each ticket nothing
// is held here then.
assign f_asked_any = |f_held || |mshr_busy_q;

// Waiters: an MSHR of a load has at least one, among them the first requester unless it has just been served; an
// MSHR of a store has only the requester.
wire [MSHRS-1:0] f_someone_waits;
wire [MSHRS-1:0] f_first_waits;
wire [MSHRS-1:0] f_one_waits;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_waiters
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

// An OP_EMPTY for this unit has the ticket of the last that came, and unless FLUSHES it is the only request here.
wire f_s1_empties = f_s1_request && `EMPTIES(s1_op_q, s1_fn_q);
`define EMPTIED_BY(ticket) (f_empties_q && f_empty_ticket_q == (ticket))
`define EMPTIES_ALONE(op, fn, ticket) (`EMPTIES(op, fn) ? `EMPTIED_BY(ticket) \
    : !f_empties_q || (F_FLUSHES && f_empty_ticket_q != (ticket)))
`ASSERT(emptying_is_alone, !f_empties_q || F_FLUSHES || (f_held != 0 && `AT_MOST_ONE(f_held) && mshr_busy_q == 0))
`ASSERT(emptying_in_above, (!f_above[0] || `EMPTIES_ALONE(`ABOVE_OP(f_above_0), `ABOVE_FN(f_above_0), `ABOVE_TICKET(f_above_0)))
    && (!f_above[1] || `EMPTIES_ALONE(`ABOVE_OP(f_above_1), `ABOVE_FN(f_above_1), `ABOVE_TICKET(f_above_1))))
`ASSERT(emptying_in_stage_1, !f_s1_request || `EMPTIES_ALONE(s1_op_q, s1_fn_q, f_s1_ticket))
`ASSERT(emptying_in_park, !park_valid_q || `EMPTIES_ALONE(park_op_q, park_fn_q, f_park_ticket))
wire [F_PLACES-1:0] f_holds_emptied;
generate for (g = 0; g < F_PLACES; g = g + 1) begin : f_emptied_place
    assign f_holds_emptied[g] = f_held[g] && `EMPTIED_BY(f_holds[g*F_TICKET_W +: F_TICKET_W]);
end endgenerate
`ASSERT(emptying_has_its_place, !f_empties_q || F_FLUSHES || f_holds_emptied == f_held)

// Stage 1 and the parked place never hold a request each: there is one place to park.
`ASSERT(one_request_inside, !(f_s1_request && park_valid_q))

// ---- M7: a line with a store or an atomic in flight ----

// Ghosts of the followed line: from when a store or an atomic is sent until its answer is passed up.
wire f_ends = f_s1_answer && f_of_line && (f_upward_push || f_ack_reads) && f_upward_room && !s2_valid_q;
wire f_pushes_it = f_below_push && `BELOW_LINE(f_below_pushed) == f_line;
reg f_locked_q;
reg f_atomic_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_locked_q <= 1'b0;
        f_atomic_q <= 1'b0;
    end else begin
        if (f_ends) begin
            f_locked_q <= 1'b0;
            f_atomic_q <= 1'b0;
        end
        if (f_pushes_it && (`STORE_BELOW(`BELOW_OP(f_below_pushed)) || `BELOW_OP(f_below_pushed) == 4'd6))
            f_locked_q <= 1'b1;
        if (f_pushes_it && `BELOW_OP(f_below_pushed) == 4'd6)
            f_atomic_q <= 1'b1;
    end
wire f_here_locked = f_of_line && f_locked_q;

`ASSERT(no_load_from_a_locked_copy, !(load_hit && f_here_locked))
`ASSERT(no_load_joins_a_store, !(load_join && f_here_locked))
`ASSERT(no_second_request_to_a_locked_line, !(f_pushes_it && !`IS_EVICTION(`BELOW_OP(f_below_pushed)) && f_locked_q))
`ASSERT(locked_copy_keeps_its_bytes, !(|bytes_written && f_here_locked) || (f_s1_answer && `BRINGS_LINE(s1_op_q)))
`ASSERT(locked_copy_keeps_its_lease, !(tags_write && f_here_locked) || (f_s1_answer && `STORE_BELOW(s1_op_q))
    || f_s1_invalidates)
wire [WAYS-1:0] f_has_line; // the ways of its set that hold the followed line
generate for (g = 0; g < WAYS; g = g + 1) begin : f_has
    assign f_has_line[g] = f_kept[g] && `WAY_KEY(f_row, g) == f_key;
end endgenerate
`ASSERT(atomic_leaves_no_copy, !f_is_swept || !f_atomic_q || f_has_line == 0)

// A lock is an MSHR's, and an atomic's messages are an atomic's.
`define LOCKED_OP(line, op) (!(f_locked_q && (line) == f_line) || (f_atomic_q ? (op) == 4'd6 : `STORE_BELOW(op)))
`ASSERT(lock_has_mshr, (!f_locked_q || |(f_in & mshr_store_q & ~f_peek)) && (!f_atomic_q || f_locked_q)
    && (!f_is_sent || `LOCKED_OP(f_line, f_sent_op)))
`ASSERT(lock_of_below_0, !f_asks[0] || `LOCKED_OP(`BELOW_LINE(f_below_0), `BELOW_OP(f_below_0)))
`ASSERT(lock_of_below_1, !f_asks[1] || `LOCKED_OP(`BELOW_LINE(f_below_1), `BELOW_OP(f_below_1)))
`ASSERT(lock_of_answer_0, !f_replies[0] || `LOCKED_OP(`ANSWER_LINE(f_answer_0), `ANSWER_OP(f_answer_0)))
`ASSERT(lock_of_answer_1, !f_replies[1] || `LOCKED_OP(`ANSWER_LINE(f_answer_1), `ANSWER_OP(f_answer_1)))
`ASSERT(lock_of_stage_1, !f_s1_answer || `LOCKED_OP(s1_line_q, s1_op_q))

// ---- copies ----

// The copy that stage 1 has found of its line is the array's.
wire [ENTRY_W-1:0] f_hit_entry = f_row[hit_way*ENTRY_W +: ENTRY_W];
wire [WAYS-1:0] f_mine; // the way that holds the line of stage 1
generate for (g = 0; g < WAYS; g = g + 1) begin : f_my
    assign f_mine[g] = f_kept[g] && `WAY_KEY(f_row, g) == s1_key;
end endgenerate
reg [WAY_W-1:0] f_my_way;
reg [ENTRY_W-1:0] f_my_entry;
always @* begin
    f_my_way = 0;
    f_my_entry = `WAY(f_row, 0);
    for (f_i = 1; f_i < WAYS; f_i = f_i + 1)
        if (f_mine[f_i]) begin
            f_my_way = f_i;
            f_my_entry = f_row[f_i*ENTRY_W +: ENTRY_W];
        end
end
`ifdef PLAIN
`ASSERT_OF_SET(load_hit_has_a_copy, !load_hit || f_mine[hit_way])
`else
`ASSERT_OF_SET(load_hit_has_a_copy, !load_hit || (f_mine[hit_way] && hit_rts == f_hit_entry[KEY_W+TS_W +: TIME_W]))
`endif
// A store leaves for below, or stays here; one that stays and has no copy makes one.
wire f_stores = store_go || f_store_stays;
wire f_makes_copy = f_store_stays && !(|f_mine);
`ASSERT_OF_SET(store_writes_its_own_copy, !(f_s1_request && |bytes_written) || f_mine[touch_way] || f_makes_copy)
`ASSERT_OF_SET(a_store_updates_its_copy, !(f_stores && |f_mine && |s1_mask_q) || (bytes_written == s1_mask_q))
`ASSERT_OF_SET(fill_replaces_its_own_copy, !(tags_write && |f_mine) || f_mine[tags_write_way])
`ASSERT(one_way_is_read, !(load_hit && |bytes_written))
`ASSERT_OF_SET(store_keeps_its_copy, !(is_store_ack && answer_room && |f_mine && s1_same_q) || (tags_write && tags_write_valid))
wire f_installs = fill_install || f_makes_copy;
`ASSERT_OF_SET(evicts_from_a_full_set,
    !(f_installs && !(|f_mine)) || (&f_kept) || !f_kept[fill_way] || F_PARTITION)
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
wire [MSHRS-1:0] f_park_matches = f_mshrs_of(park_line_q);
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
`ASSERT_OF_SET(renewal_is_read, !(f_s1_answer && `RENEWS(s1_op_q) && |f_mine && f_upward_room) || renew_read || s1_read_q || s2_valid_q)
`ASSERT_OF_SET(renewal_without_copy_is_lost, !(f_s1_answer && `RENEWS(s1_op_q) && !(|f_mine)) || renew_lost)
`ASSERT(renewal_is_read_alone, !(renew_read && (load_hit || |bytes_written)))
`COVER_OF_SET(renewal_read, renew_read)
`COVER(renewal_serves_two, fill_serves && !short && rest != 0 && f_was_read_q)
`COVER_OF_SET(renewal_lost, renew_lost)
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
localparam F_WAITED_W = $clog2(F_MOST_WAITED + 1) + 1;
reg [F_WAITED_W-1:0] f_waited_q;
// A fill serves those who wait in the order of their numbers.
wire [F_WAITED_W-1:0] f_to_serve = (f_s1_answer || (f_s1_invalidates && !F_DROPS)) + f_to_read
    + (!f_s1_answer ? 0 : `RENEWS(s1_op_q) ? TAGS : is_fill && !short ? TAGS - serve : 1);
always @(posedge clk_i)
    if (rst_i || !f_answer_head_valid || f_takes_answer_head)
        f_waited_q <= 0;
    else if (f_upward_room && f_ack_room && swept && !f_drop_first && !(F_DROPS && f_s1_invalidates))
        f_waited_q <= f_waited_q + 1'b1;
`ASSERT(answer_waits_bounded, f_waited_q <= F_MOST_WAITED)
`ASSERT(request_in_stage_1_came_first, !f_s1_request || f_waited_q == 0)
`ASSERT(answer_waits_for_those_before, !f_answer_head_valid || f_waited_q + f_to_serve + s2_valid_q <= F_MOST_WAITED)

// ---- a request that can go on does ----

// The conditions are of the state, not of the unit's decisions: the line of stage 1 has an MSHR (f_s1_matches); one is free and
// the queue to below has room; the line has a copy within its lease.
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
`ASSERT_OF_SET(load_of_a_copy_is_served, !(`STAGE_1(4'd0) && f_s1_leased && f_s1_matches == 0 && f_may_answer) || load_hit)
`ASSERT(load_joins_a_load, !(f_of_line && `STAGE_1(4'd0) && |(f_s1_matches & f_joinable)) || load_join)
`ASSERT_OF_SET(load_without_copy_goes_below, !((`STAGE_1(4'd0) && !f_s1_leased || `STAGE_1(4'd5)) && f_may_go_below) || load_miss)
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

// The ways of the set that were used since it was emptied, or since all had been used (then with the one used last); and
// the way used last.
reg [WAYS-1:0] f_used_q;
reg [WAY_W-1:0] f_last_q;
wire f_uses = f_of_set && (load_hit || f_installs || (f_stores && |f_mine));
wire [WAY_W-1:0] f_uses_way = |f_mine ? f_my_way : fill_way;
wire [WAYS-1:0] f_now_used = f_used_q | {{WAYS - 1{1'b0}}, 1'b1} << f_uses_way;
always @(posedge clk_i)
    if (rst_i || !swept)
        f_used_q <= 0;
    else if (f_uses) begin
        f_used_q <= (&f_now_used) ? {{WAYS - 1{1'b0}}, 1'b1} << f_uses_way : f_now_used;
        f_last_q <= f_uses_way;
    end
wire f_evicts = f_of_set && f_installs && !(|f_mine) && (&f_kept);
// The ways whose lease has ended.
wire [WAYS-1:0] f_expired;
`ifdef EXPIRED_FIRST
generate for (g = 0; g < WAYS; g = g + 1) begin : f_expire
    wire [TIME_W-1:0] rts = f_row[g*ENTRY_W + KEY_W + TS_W +: TIME_W];
    assign f_expired[g] = rts < `VICTIM_CLOCK;
end endgenerate
`ASSERT_OF_SET(expired_goes_first, !f_evicts || f_expired == 0 || f_expired[fill_way])
`COVER(expired_goes_although_used, f_evicts && f_used_q[fill_way])
`else
assign f_expired = 0;
`endif
`ASSERT_OF_SET(used_of_late_stays, !f_evicts || F_PARTITION || f_expired[fill_way] || !f_used_q[fill_way])
`ASSERT_OF_SET(used_last_stays, !(f_evicts && f_used_q != 0) || F_PARTITION || f_expired[fill_way] || fill_way != f_last_q)
`ASSERT(not_all_are_used, !(&f_used_q))
`ASSERT(used_last_is_used, f_used_q == 0 || f_used_q[f_last_q])
wire [WAYS-1:0] f_recent = recent[f_set];
`ASSERT(used_is_recent, (!f_is_swept || f_recent == f_used_q) && (swept || sweep_q == 0 || f_used_q == 0))

// ---- every kind of message, every branch ----

`COVER_OF_SET(hits, load_hit)
`COVER(joins, load_join)
`COVER(misses, load_miss)
`COVER_WHERE(F_LEASES, misses_on_an_expired_copy, f_of_set && load_miss && hit && !is_fresh)
`COVER_OF_SET(fresh_goes_below, load_miss && is_fresh && hit)
`COVER_OF_SET(stores_to_a_copy, f_stores && hit)
`COVER_OF_SET(stores_without_copy, f_stores && !hit)
`COVER_OF_SET(atomic_drops_a_copy, atomic_go && hit)
`COVER(fill_serves_two, fill_serves && !short && rest != 0)
`COVER_WHERE(F_CLOCKS, lease_too_short, fill_again)
`COVER_WHERE(F_CLOCKS, asks_again, again_go)
`COVER(evicts, f_evicts && victim_valid)
`COVER_WHERE(!F_WRITES_BACK, copy_kept_after_a_store, f_of_set && is_store_ack && answer_room && hit && copy_good)
`COVER_WHERE(F_CLOCKS, copy_dropped_after_a_store, f_of_set && is_store_ack && answer_room && hit && !copy_good)
`COVER_OF_SET(locked_copy_was_evicted, is_store_ack && answer_room && !hit && f_sent_q == 0)
`COVER(parks_at_a_lock, s1_parks && match && mshr_store_q[match_at])
`COVER(parks_without_mshr, s1_parks && !match && !vacant)
`COVER(parked_goes_on, take_parked)
`COVER(sleeper_is_woken, park_valid_q && park_asleep_q && answer_done)
`COVER(answer_passes_a_parked, take_answer && park_valid_q)
`COVER(answer_takes_over_as_request_parks, take_answer && s1_parks)
`COVER(answers_one_after_another, take_answer && f_s1_answer)
`COVER(answer_waits_for_a_row, f_s1_answer && answer_done && f_answer_head_valid && !take_answer)
`COVER(passes_below, pass_go)
`COVER_OF_SET(peeks, is_peek && word_go)
`COVER(empties, sweep)
reg f_was_emptied_q;
always @(posedge clk_i) f_was_emptied_q <= !rst_i && (f_was_emptied_q || sweep);
`COVER(load_after_emptying, load_miss && f_was_emptied_q)
// A bank that counts cycles of its misses is not idle while it has one.
`COVER_WHERE(!F_ADDS_LATENCIES && !F_PARTITION, idle_with_a_sleeper, idle_o && park_valid_q)
`COVER(evicts_another_way_than_the_first, f_evicts && fill_way != 0)
// On the way to a full set of four ways, with nothing under way: from here on the search for the covers is short.
wire f_rests = swept && !(s1_valid_q || s2_valid_q || park_valid_q) && mshr_busy_q == 0 && f_above == 0 && f_below == 0
    && f_answer == 0 && f_upward == 0;
wire [WAYS-1:0] f_kept_but_1 = f_kept & (f_kept - 1'b1);
wire [WAYS-1:0] f_kept_but_2 = f_kept_but_1 & (f_kept_but_1 - 1'b1);
`COVER_WHERE(WAYS > 2, one_way_holds_a_line, f_rests && f_kept != 0)
`COVER_WHERE(WAYS > 2, two_ways_hold_lines, f_rests && f_kept_but_1 != 0)
`COVER_WHERE(WAYS > 2, three_ways_hold_lines, f_rests && f_kept_but_2 != 0)
`COVER_WHERE(WAYS > 2, set_is_full, f_rests && (&f_kept))
`COVER(upward_is_full, f_upward_full && s2_valid_q)
`COVER(below_is_full, f_below_full)
`COVER_WHERE(QUEUE_IN > 0, above_is_full, f_above_full)
// Back-pressure: there are more MSHRs than places in the queue to below.
`COVER_WHERE(F_CLOCKS && MSHRS > QUEUE_OUT, asks_again_later, again_any && !f_below_room)
`COVER_WHERE(!F_WRITES_BACK && MSHRS > QUEUE_OUT, parks_without_room, s1_parks && park_unsent)
`COVER_WHERE(!F_WRITES_BACK && MSHRS > QUEUE_OUT, goes_below_when_there_is_room, take_parked && park_unsent_q)
`COVER_WHERE(MSHRS > 2 && QUEUE_IN > 0, answers_are_full, f_answer_full)
`COVER_WHERE(MSHRS > 2, answer_waits_long, f_waited_q == 4)
