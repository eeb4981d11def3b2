// Promises of the request tracker. Put after channel.vh and reqtracker_env.vh. For any widths and any TAG_W. The
// names of the inner registers below are those of queues of two messages. With BOARD_QUEUES defined they are of
// queues of one message where a channel begins, and there are none where it ends: QUEUE_IN=0, QUEUE_OUT=1.
//
// Promises
//   M8: a request to a line goes to DRAM and to the TSU only when all earlier requests to it are answered.
//   One answer per request, with its line, op, source; its times are those that the TSU granted for it.
//   A request is looked up once. A load reads its line once; a store writes it once, with its mask; an
//   atomic reads it once, then writes it once; all before the answer. Emptying asks DRAM for nothing.
//   Data are left to reqtracker_data.vh, so that the model here is small.
//   The look channel does not keep the channel contract: an offer that is not taken is withdrawn
//   while an atomic is being written, with ORDERED also when a request with an earlier clock comes, and another entry's
//   look-up may be offered next.
//   A request that may be sent, or answered, sees at most ENTRIES - 1 others go first; with ORDERED defined the order
//   of sends is reqtracker_order.vh's.
//   With EVICTS defined, a message that an L2 has evicted a line goes to the TSU alone, and is not answered.
//   With MERGED defined, a load takes the line of a request before it, and reads none; which line that is, is
//   reqtracker_merge.vh's.
// Assumes what reqtracker_env.vh says, which is put before this text.
`COVER(req_waits, req_valid_i && !req_ready_o)

// The contents of the queues, slot by slot.
`ifdef BOARD_QUEUES
(* hierconn *) wire \rsp_queue.head_q ;
(* hierconn *) wire \rsp_queue.tail_q ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[0] ;
(* hierconn *) wire \dram_req_queue.head_q ;
(* hierconn *) wire \dram_req_queue.tail_q ;
(* hierconn *) wire [DRAM_REQ_W-1:0] \dram_req_queue.slot[0] ;
localparam F_QUEUED = 0;
wire [1:0] f_req_count = 2'd0;
wire [1:0] f_rsp_count = {1'b0, \rsp_queue.tail_q ^ \rsp_queue.head_q };
wire [1:0] f_ask_count = {1'b0, \dram_req_queue.tail_q ^ \dram_req_queue.head_q };
wire [1:0] f_back_count = 2'd0;
wire f_req_head = 1'b0;
wire f_req_tail = 1'b0;
wire f_rsp_head = 1'b0;
wire f_rsp_tail = 1'b0;
wire f_ask_head = 1'b0;
wire f_back_head = 1'b0;
wire [REQ_W-1:0] f_req_slot_0 = {REQ_W{1'b0}};
wire [REQ_W-1:0] f_req_slot_1 = {REQ_W{1'b0}};
wire [RSP_W-1:0] f_rsp_slot_0 = \rsp_queue.slot[0] ;
wire [RSP_W-1:0] f_rsp_slot_1 = {RSP_W{1'b0}};
wire [DRAM_REQ_W-1:0] f_ask_slot_0 = \dram_req_queue.slot[0] ;
wire [DRAM_REQ_W-1:0] f_ask_slot_1 = {DRAM_REQ_W{1'b0}};
wire [DRAM_RSP_W-1:0] f_back_slot_0 = {DRAM_RSP_W{1'b0}};
wire [DRAM_RSP_W-1:0] f_back_slot_1 = {DRAM_RSP_W{1'b0}};
`else
(* hierconn *) wire [1:0] \req_queue.head_q ;
(* hierconn *) wire [1:0] \req_queue.tail_q ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[0] ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[1] ;
(* hierconn *) wire [1:0] \rsp_queue.head_q ;
(* hierconn *) wire [1:0] \rsp_queue.tail_q ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[0] ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[1] ;
(* hierconn *) wire [1:0] \dram_req_queue.head_q ;
(* hierconn *) wire [1:0] \dram_req_queue.tail_q ;
(* hierconn *) wire [DRAM_REQ_W-1:0] \dram_req_queue.slot[0] ;
(* hierconn *) wire [DRAM_REQ_W-1:0] \dram_req_queue.slot[1] ;
(* hierconn *) wire [1:0] \dram_rsp_queue.head_q ;
(* hierconn *) wire [1:0] \dram_rsp_queue.tail_q ;
(* hierconn *) wire [DRAM_RSP_W-1:0] \dram_rsp_queue.slot[0] ;
(* hierconn *) wire [DRAM_RSP_W-1:0] \dram_rsp_queue.slot[1] ;
localparam F_QUEUED = 1;  // a request spends a cycle in a queue before it may have an entry
wire [1:0] f_req_count = \req_queue.tail_q - \req_queue.head_q ;
wire [1:0] f_rsp_count = \rsp_queue.tail_q - \rsp_queue.head_q ;
wire [1:0] f_ask_count = \dram_req_queue.tail_q - \dram_req_queue.head_q ;
wire [1:0] f_back_count = \dram_rsp_queue.tail_q - \dram_rsp_queue.head_q ;
wire f_req_head = \req_queue.head_q [0];
wire f_req_tail = \req_queue.tail_q [0];
wire f_rsp_head = \rsp_queue.head_q [0];
wire f_rsp_tail = \rsp_queue.tail_q [0];
wire f_ask_head = \dram_req_queue.head_q [0];
wire f_back_head = \dram_rsp_queue.head_q [0];
wire [REQ_W-1:0] f_req_slot_0 = \req_queue.slot[0] ;
wire [REQ_W-1:0] f_req_slot_1 = \req_queue.slot[1] ;
wire [RSP_W-1:0] f_rsp_slot_0 = \rsp_queue.slot[0] ;
wire [RSP_W-1:0] f_rsp_slot_1 = \rsp_queue.slot[1] ;
wire [DRAM_REQ_W-1:0] f_ask_slot_0 = \dram_req_queue.slot[0] ;
wire [DRAM_REQ_W-1:0] f_ask_slot_1 = \dram_req_queue.slot[1] ;
wire [DRAM_RSP_W-1:0] f_back_slot_0 = \dram_rsp_queue.slot[0] ;
wire [DRAM_RSP_W-1:0] f_back_slot_1 = \dram_rsp_queue.slot[1] ;
`endif
`define IN_USE(count, head) \
    {(count) == 2 || ((count) == 1 && (head)), (count) == 2 || ((count) == 1 && !(head))}
wire [1:0] f_req_use = `IN_USE(f_req_count, f_req_head);
wire [1:0] f_rsp_use = `IN_USE(f_rsp_count, f_rsp_head);
wire [1:0] f_ask_use = `IN_USE(f_ask_count, f_ask_head);
wire [1:0] f_back_use = `IN_USE(f_back_count, f_back_head);
wire [TAG_W-1:0] f_ask_tag_0 = f_ask_slot_0[F_ASK_TAG +: TAG_W];
wire [TAG_W-1:0] f_ask_tag_1 = f_ask_slot_1[F_ASK_TAG +: TAG_W];
wire [TAG_W-1:0] f_back_tag_0 = f_back_slot_0[F_BACK_TAG +: TAG_W];
wire [TAG_W-1:0] f_back_tag_1 = f_back_slot_1[F_BACK_TAG +: TAG_W];

`ASSERT(one_at_dram_a_tag, !dram_req_valid_o || `ASK_IS_ENTRY(dram_req_msg_o) || !f_at_dram_q[f_ask_tag])
`ASSERT(one_at_tsu_a_tag, !look_valid_o || !f_at_tsu_q[look_tag_o])
`ASSERT(dram_answers_are_taken, dram_rsp_ready_o)

// Beside an IMST: an emptying is sent, but not looked up; invalidations go by the queue of the answers, and an access
// of the IMST's own to spare bits goes before the next request.
`ifdef IMST
wire [ENTRIES-1:0] tsu_q = imst_q;
wire f_empties = send && empty_q[send_at];
wire f_kills = kill_valid_i;
wire f_entry_goes_first = entry_valid_i;
wire f_kill_leaves = rsp_msg_o[F_RSP_OP +: 4] == 4'd12;  // OP_INVALIDATE
wire [1:0] f_kills_queued = {1'b0, f_rsp_use[0] && f_rsp_slot_0[F_RSP_OP +: 4] == 4'd12}
    + (f_rsp_use[1] && f_rsp_slot_1[F_RSP_OP +: 4] == 4'd12);
`else
wire f_empties = 1'b0;
wire f_kills = 1'b0;
wire f_entry_goes_first = 1'b0;
wire f_kill_leaves = 1'b0;
wire [1:0] f_kills_queued = 2'd0;
`endif
wire f_sends = f_look_moves || f_empties;
// Where copies are renewed, a load that tells of one is looked up, and sent to DRAM only if it is refused.
`ifdef RENEW
wire f_fetch_first = send_any && fetch_q[send_at];
wire [ENTRIES-1:0] f_asking = ask_q & (~tsu_q | fetch_q);  // DRAM has nothing to do for it yet
wire [ENTRIES-1:0] f_refused = fetch_q;
`else
wire f_fetch_first = 1'b0;
wire [ENTRIES-1:0] f_asking = {ENTRIES{1'b0}};
wire [ENTRIES-1:0] f_refused = {ENTRIES{1'b0}};
`endif
wire f_fetches = f_fetch_first && send;

// With EVICTS, a message that an L2 has evicted a line: looked up, and neither sent to DRAM nor answered.
`ifdef EVICTS
`define SILENT(op) ((op) == 4'd14)
wire [ENTRIES-1:0] f_silent = evict_q;
`else
`define SILENT(op) 1'b0
wire [ENTRIES-1:0] f_silent = {ENTRIES{1'b0}};
`endif
wire f_ends_silently = done && f_silent[done_at];

// M8, seen from outside, for any line: of the requests to it that were looked up, or sent to DRAM, at most
// one is not answered.
wire [F_LINE_W-1:0] f_line = $anyconst;
wire f_ends_line = (rsp_push && rsp_room && !f_kills && rsp_msg[F_RSP_LINE + UMC_W +: F_LINE_W] == f_line)
    || (f_ends_silently && line[done_at] >> UMC_W == f_line);
wire f_looks_line = f_sends && look_line_o == f_line;
wire f_asks_line = f_ask_moves && f_ask_line == f_line;
// Without a TSU, a load that merges is in flight without a word outside.
reg f_merges_line;
integer f_m;
always @* begin
    f_merges_line = 1'b0;
    for (f_m = 0; f_m < ENTRIES; f_m = f_m + 1)
        f_merges_line = f_merges_line || (F_NO_TSU && f_merging[f_m] && line[f_m] >> UMC_W == f_line);
end
wire f_back_line = f_back_moves && (f_asks_line ? f_back_tag == f_ask_tag
    : f_line_at_dram_q && f_back_tag == f_line_tag_q);
reg f_in_flight_q;
reg f_line_at_dram_q;
reg [TAG_W-1:0] f_line_tag_q;  // of the request at DRAM
always @(posedge clk_i)
    if (rst_i) begin
        f_in_flight_q <= 1'b0;
        f_line_at_dram_q <= 1'b0;
    end else begin
        f_in_flight_q <= (f_in_flight_q && !f_ends_line) || f_looks_line || f_merges_line;
        f_line_at_dram_q <= (f_line_at_dram_q || f_asks_line) && !f_back_line;
        if (f_asks_line)
            f_line_tag_q <= f_ask_tag;
    end
`ASSERT(one_in_flight_a_line, !(f_looks_line && f_in_flight_q))
`ASSERT(one_at_dram_a_line, !(f_asks_line && f_line_at_dram_q))
`ASSERT(at_dram_only_in_flight, !(f_asks_line || f_line_at_dram_q) || f_in_flight_q)
`ASSERT(answered_only_in_flight, !f_ends_line || f_in_flight_q)

// As many answers as requests: every request that came and is not answered is inside.
reg [TAG_W+3:0] f_owed_q;
always @(posedge clk_i)
    if (rst_i)
        f_owed_q <= 0;
    else
        f_owed_q <= f_owed_q + f_req_moves - (f_rsp_moves && !f_kill_leaves) - f_ends_silently;
reg [TAG_W:0] f_busy_count;
integer f_n;
always @* begin
    f_busy_count = 0;
    for (f_n = 0; f_n < ENTRIES; f_n = f_n + 1)
        f_busy_count = f_busy_count + busy_q[f_n];
end
`ASSERT(one_answer_a_request, f_owed_q == f_req_count + f_busy_count + f_rsp_count - f_kills_queued)

// One request, picked arbitrarily when it comes, is followed to its answer: in the queue, in an entry, and
// as an answer in the queue. As it may be any request, its properties hold for all.
wire f_pick = $anyseq;
reg f_queued_q;
reg f_inside_q;
reg f_answered_q;
reg f_slot_q;              // its place in the queue
reg [TAG_W-1:0] f_tag_q;   // or its entry
reg [REQ_W-1:0] f_req_q;   // the request as it came
wire f_comes = f_req_moves && f_pick && !f_queued_q && !f_inside_q && !f_answered_q;
wire f_enters = F_QUEUED ? f_queued_q && req_valid && req_pop && f_req_head == f_slot_q : f_comes;
wire f_ends = f_inside_q && done && done_at == f_tag_q;
wire f_leaves = f_answered_q && f_rsp_moves && f_rsp_head == f_slot_q;

wire [LINE_BYTES-1:0] f_mask = f_req_q[F_REQ_MASK +: LINE_BYTES];
wire [LINE_W-1:0] f_req_line = f_req_q[F_REQ_LINE +: LINE_W];
wire [LINE_W-1:0] f_entering_line = F_QUEUED ? f_req_line : req_msg_i[F_REQ_LINE +: LINE_W];
wire [3:0] f_op = f_req_q[F_REQ_OP +: 4];
// A store that is answered with its line: if it covers the whole line, the line is written, else it is read first,
// as for an atomic.
wire f_line_store = `STORES_LINE(f_op);
wire f_store = f_op == 1 || f_op == 9 || (f_line_store && &f_mask);  // OP_STORE, OP_WRITEBACK
wire f_atomic = f_op == 6 || (f_line_store && !(&f_mask));
wire f_empty = f_op == 8;
wire f_is_silent = `SILENT(f_op);
wire f_reader = !f_store && !f_empty && !f_is_silent;
wire f_writer = f_store || f_atomic;
`ifdef RENEW
wire f_told = f_op == 0 && f_req_q[F_REQ_COPY];
`else
wire f_told = 1'b0;
`endif
// With MERGED, a load may take the line of the request that it was held behind; without a TSU it then counts as looked
// up and granted.
`ifdef MERGED
wire [ENTRIES-1:0] f_merging = merges;
reg f_merged_q;
`ifdef PLAIN
wire [ENTRIES-1:0] f_has_line = {ENTRIES{1'b0}};
`else
wire [ENTRIES-1:0] f_has_line = merged_q;
`endif
`else
wire [ENTRIES-1:0] f_merging = {ENTRIES{1'b0}};
wire f_merged_q = 1'b0;
wire [ENTRIES-1:0] f_has_line = {ENTRIES{1'b0}};
`endif
wire f_renewed = f_told && f_granted_q && f_times_q[F_TIMES_W-1];

// Its messages outside.
wire f_mine_asks = f_inside_q && f_ask_moves && f_ask_tag == f_tag_q;
wire f_mine_back = f_inside_q && f_back_moves && f_back_tag == f_tag_q;
wire f_mine_merges = f_inside_q && f_merging[f_tag_q];
wire f_mine_looks = f_inside_q && f_sends && look_tag_o == f_tag_q;
wire f_mine_granted = ((F_NO_TSU || f_empties) && f_mine_looks) || (F_NO_TSU && f_mine_merges)
    || (f_inside_q && grant_valid_i && grant_tag_i == f_tag_q);
wire f_back_of_read = f_reader && !f_read_back_q;
reg f_read_q;                          // DRAM has taken its read
reg f_read_back_q;                     // and answered it
reg f_write_q;
reg f_write_back_q;
reg f_looked_q;
reg f_granted_q;
reg [F_TIMES_W-1:0] f_times_q;         // the TSU's
reg [ENTRIES-1:0] f_ahead_q;           // entries of earlier requests to its line, not answered
integer f_a;
always @(posedge clk_i)
    if (rst_i) begin
        f_queued_q <= 1'b0;
        f_inside_q <= 1'b0;
        f_answered_q <= 1'b0;
    end else begin
        f_queued_q <= (f_queued_q && !f_enters) || (f_comes && F_QUEUED);
        f_inside_q <= (f_inside_q && !f_ends) || f_enters;
        f_answered_q <= (f_answered_q && !f_leaves) || (f_ends && !f_is_silent);
        if (f_comes) begin
            f_req_q <= req_msg_i;
            f_slot_q <= f_req_tail;
        end
        if (f_enters) begin
            f_tag_q <= free_at;
            f_read_q <= 1'b0;
            f_read_back_q <= 1'b0;
            f_write_q <= 1'b0;
            f_write_back_q <= 1'b0;
            f_looked_q <= 1'b0;
            f_granted_q <= 1'b0;
        end
`ifdef MERGED
        f_merged_q <= !f_enters && (f_merged_q || f_mine_merges);
`endif
        if (f_ends)
            f_slot_q <= f_rsp_tail;
        if (f_mine_asks && !f_ask_write)
            f_read_q <= 1'b1;
        if (f_mine_asks && f_ask_write)
            f_write_q <= 1'b1;
        if (f_mine_back && f_back_of_read)
            f_read_back_q <= 1'b1;
        if (f_mine_back && !f_back_of_read)
            f_write_back_q <= 1'b1;
        if (f_mine_looks || (F_NO_TSU && f_mine_merges))
            f_looked_q <= 1'b1;
        if (f_mine_granted) begin
            f_granted_q <= 1'b1;
            f_times_q <= `GRANTED_TIMES;
        end
        for (f_a = 0; f_a < ENTRIES; f_a = f_a + 1)
            f_ahead_q[f_a] <= (f_enters ? busy_q[f_a] && line[f_a] == f_entering_line : f_ahead_q[f_a])
                              && !(done && done_at == f_a);
    end

// To DRAM and TSU: the request as it came, once, after all earlier requests to the line.
`ASSERT(look_is_of_its_request, !f_mine_looks || (look_line_o == f_req_line[LINE_W-1:UMC_W]
    && look_store_o == f_writer && look_empty_o == f_empty
    && `LOOK_CLOCK == `REQ_CLOCK(f_req_q)))
`ASSERT(looked_up_once, !f_mine_looks || !f_looked_q)
`ASSERT(emptying_asks_dram_nothing, !f_mine_asks || !(f_empty || f_is_silent))
`ASSERT(dram_asked_of_its_line, !f_mine_asks || f_ask_line == f_req_line[LINE_W-1:UMC_W])
`ifdef OWN_WAYS
`ASSERT(look_tells_who_asks, !f_mine_looks || look_src_o == f_req_q[F_REQ_SRC +: SRC_W])
`endif
`ifdef EVICTS
`ASSERT(look_tells_of_an_eviction, !f_mine_looks || look_evict_o == f_is_silent)
`endif
`ASSERT(evictions_are_not_answered, (!f_rsp_use[0] || !`SILENT(f_rsp_slot_0[F_RSP_OP +: 4]))
    && (!f_rsp_use[1] || !`SILENT(f_rsp_slot_1[F_RSP_OP +: 4])))
`ASSERT(read_once, !(f_mine_asks && !f_ask_write) || (f_reader && !f_read_q))
`ASSERT(written_once, !(f_mine_asks && f_ask_write) || (f_writer && !f_write_q))
`ASSERT(written_with_its_mask, !(f_mine_asks && f_ask_write)
    || dram_req_msg_o[F_ASK_MASK +: LINE_BYTES] == f_mask)
`ASSERT(atomic_reads_first, !(f_mine_asks && f_ask_write && f_atomic) || f_read_back_q)
`ASSERT(told_load_reads_when_refused, !(f_mine_asks && f_told) || (f_granted_q && !f_renewed))
`ASSERT(earlier_ones_first, !(f_mine_looks || f_mine_asks) || f_ahead_q == 0)

// The answer: after all that, once, with the results.
wire f_mine_shown = f_answered_q && rsp_valid_o && f_rsp_head == f_slot_q;
`ASSERT(answered_when_granted, !f_answered_q || (f_looked_q && f_granted_q))
wire f_must_read = f_reader && !f_renewed && !f_merged_q;
`ASSERT(answered_when_read, !f_answered_q || (f_read_back_q == f_must_read && f_read_q == f_must_read))
`ASSERT(answered_when_written, !f_answered_q || (f_write_back_q == f_writer && f_write_q == f_writer))
`ASSERT(answer_is_of_its_request, !f_mine_shown || (rsp_msg_o[F_RSP_LINE +: LINE_W] == f_req_line
    && rsp_msg_o[F_RSP_OP +: 4] == (f_renewed ? 4'd13 : f_op) && rsp_msg_o[F_RSP_DST +: SRC_W] == f_req_q[F_REQ_SRC +: SRC_W]))
`ASSERT(answer_has_its_times, !f_mine_shown || `RSP_TIMES(rsp_msg_o) == f_times_q)

// The atomic unit: started only when free, with the function and mask of the request.
(* hierconn *) wire \unit.busy_q ;
(* hierconn *) wire \unit.done_q ;
(* hierconn *) wire [4:0] \unit.fn_q ;
(* hierconn *) wire [LINE_BYTES-1:0] \unit.mask_q ;
wire f_mine_in_unit = f_inside_q && unit_busy && unit_at_q == f_tag_q;
`ASSERT(unit_started_when_free, !(change && unit_busy))
`ASSERT(unit_does_what_was_asked, !f_mine_in_unit
    || (\unit.fn_q == f_req_q[F_REQ_FN +: 5] && \unit.mask_q == f_mask))
`ASSERT(unit_works_or_is_done, !(\unit.busy_q && \unit.done_q ))

// Bounded waits, for any entry: an entry that may be sent, or answered, may be until it is, and is after at most
// ENTRIES - 1 others. Between two sends there are at most ENTRIES writes of atomics. In a cycle without such a
// write an entry is sent if DRAM and TSU have room.
wire [TAG_W-1:0] f_me = $anyconst;
wire f_ready_to_send = busy_q[f_me] && !held_q[f_me] && (!sent_q[f_me] || f_refused[f_me]);
wire f_turns = f_sends || f_fetches;
wire f_ready_to_end = busy_q[f_me] && dram_q[f_me] && tsu_q[f_me]
    && (made_q[f_me] || !change_q[f_me]);
reg f_sends_owed_q;   // f_me could be sent in the last cycle and was not
reg f_end_owed_q;
reg [TAG_W:0] f_sent_before_q;
reg [TAG_W:0] f_ended_before_q;
reg [TAG_W:0] f_written_before_q;  // since the last send
always @(posedge clk_i)
    if (rst_i) begin
        f_sends_owed_q <= 1'b0;
        f_end_owed_q <= 1'b0;
        f_sent_before_q <= 0;
        f_ended_before_q <= 0;
        f_written_before_q <= 0;
    end else begin
        f_sends_owed_q <= f_ready_to_send && !(f_turns && look_tag_o == f_me);
        f_end_owed_q <= f_ready_to_end && !(done && done_at == f_me);
        f_sent_before_q <= !f_ready_to_send || (f_turns && look_tag_o == f_me) ? 0
            : f_sent_before_q + f_turns;
        f_ended_before_q <= !f_ready_to_end || (done && done_at == f_me) ? 0 : f_ended_before_q + done;
        f_written_before_q <= f_turns ? 0 : f_written_before_q + write_made;
    end
`ASSERT(stays_ready_to_send, !f_sends_owed_q || f_ready_to_send)
`ASSERT(stays_ready_to_end, !f_end_owed_q || f_ready_to_end)
`ifndef ORDERED
`ASSERT(sent_in_its_turn, f_sent_before_q < ENTRIES)
`endif
`ASSERT(ended_in_its_turn, f_ended_before_q < ENTRIES)
`ASSERT(few_writes_before_a_send, f_written_before_q <= ENTRIES)
`ifndef ORDERED
`ASSERT(sends_when_there_is_room, !(f_ready_to_send && dram_req_room && look_ready_i && !unit_done && !f_entry_goes_first)
    || f_turns)
`endif
`ASSERT(writes_when_there_is_room, !(unit_done && dram_req_room) || dram_req_push)
`ASSERT(ends_when_there_is_room, !(f_ready_to_end && rsp_room && !f_kills) || (done && rsp_push == !f_silent[done_at]))
`ASSERT(takes_while_an_entry_is_free, req_pop == !(&busy_q))
wire f_ready_to_change = busy_q[f_me] && change_q[f_me] && dram_q[f_me] && !made_q[f_me] && !unit_busy;
`ASSERT(changes_when_the_unit_is_free, !f_ready_to_change || change)
reg f_look_waits_q;
always @(posedge clk_i)
    f_look_waits_q <= !rst_i && look_valid_o && !look_ready_i;
`ifndef ORDERED
`ASSERT(look_withdrawn_for_a_write_only, !f_look_waits_q || look_valid_o || unit_done || f_entry_goes_first || f_empties
    || f_fetch_first)
`endif

// The events that are counted are those that happen.
reg [ENTRIES-1:0] f_line_is_here;
integer f_h;
always @*
    for (f_h = 0; f_h < ENTRIES; f_h = f_h + 1)
        f_line_is_here[f_h] = busy_q[f_h] && line[f_h] == f_entering_line;
`ASSERT(sends_are_told, !f_mine_looks
    || (load_o == (f_reader && !f_atomic && !f_told && !f_merged_q) && store_o == f_store))
`ifdef MERGED
`ASSERT(merges_are_told, merge_o ? f_merging != 0 : !f_mine_merges)
// Only a load takes a line, and only from the request before it, which is then answered.
`ASSERT(merges_behind_its_line, !f_mine_merges || (f_reader && !f_atomic && !f_told && !f_looked_q
    && done && line[done_at] == f_req_line && f_ahead_q == F_ONE << done_at))
`endif
`ifdef RENEW
`ASSERT(asks_are_told, ask_o == (f_look_moves && (f_mine_looks ? f_told : ask_o)))
`ASSERT(fetches_are_told, !f_fetches || (load_o && !store_o && !ask_o))
`ASSERT(renewals_are_told, f_inside_q && grant_valid_i && grant_tag_i == f_tag_q ? renew_o == (f_told && grant_same_i)
    : grant_valid_i || !renew_o)
`endif
wire f_made_store = unit_done && dram_req_push && `STORES_LINE(op[unit_at_q]);
`ASSERT(only_sends_are_told, f_turns || !(load_o || (store_o && !f_made_store)))
`ASSERT(atomics_are_told, atomic_o == (unit_done && dram_req_push && !f_made_store))
`ASSERT(holds_are_told, held_o == (f_enters ? |f_line_is_here : held_o && req_valid && req_pop))

// The probe for requests in flight shows the entry that it selects.
`ASSERT(wait_tells_of_its_entry, !(f_inside_q && wait_sel_i == f_tag_q)
    || wait_o == {1'b1, f_writer, {62 - LINE_W{1'b0}}, f_req_line})
`ASSERT(busy_with_something, !busy_o || (!F_QUEUED && (req_valid_i || dram_rsp_valid_i))
    || f_req_count != 0 || f_back_count != 0 || f_busy_count != 0)

// busy_o: without it, nothing happens unless a message comes or goes.
`ASSERT(idle_when_not_busy, busy_o || !((req_valid && req_pop) || dram_rsp_valid || f_turns || done || change
    || \unit.busy_q || write_made))

// Reached: every kind of request to its answer, every way to wait, both ends of every wait.
reg f_was_held_q;
reg f_ever_q;
reg [TAG_W-1:0] f_other_look_q;
`ifdef MERGED
reg f_behind_store_q;  // what the followed request was held behind last
reg f_behind_part_q;
reg f_chain_q;         // the last answer let a load merge
always @(posedge clk_i) begin
    if (f_inside_q && held_q[f_tag_q]) begin
        f_behind_store_q <= store_q[behind[f_tag_q]];
        f_behind_part_q <= store_q[behind[f_tag_q]] && !(&mask[behind[f_tag_q]]);
    end
    if (done)
        f_chain_q <= f_merging != 0;
end
`endif
always @(posedge clk_i) begin
    f_was_held_q <= !rst_i && ((f_was_held_q && !f_enters) || (f_inside_q && held_q[f_tag_q]));
    f_ever_q <= !rst_i && (f_ever_q || f_looks_line);
    f_other_look_q <= look_tag_o;
end
`COVER(load_answered, f_leaves && f_op == 0)
`COVER(fresh_load_answered, f_leaves && f_op == 5)
`COVER(store_answered, f_leaves && f_op == 1)
`COVER(writeback_answered, f_leaves && f_op == 9)
`COVER(atomic_answered, f_leaves && f_atomic)
`ifndef PLAIN
`COVER(emptying_answered, f_leaves && f_empty)
`endif
`ifndef NO_CLOCKS
`COVER(answered_same, f_leaves && f_times_q[F_TIMES_W-1])
`endif
`ifndef PLAIN
`COVER(dram_before_tsu, f_inside_q && f_read_back_q && f_looked_q && !f_granted_q)
`COVER(tsu_before_dram, f_inside_q && f_granted_q && f_read_q && !f_read_back_q)
`COVER(granted_after_written, f_inside_q && f_atomic && f_write_back_q && !f_granted_q)
`COVER(look_withdrawn, f_look_waits_q && !look_valid_o)
`COVER(look_of_another, f_look_waits_q && look_valid_o && f_other_look_q != look_tag_o)
`endif
`ifdef STORE_LINES
`COVER(whole_store_answered_with_its_line, f_leaves && f_line_store && &f_mask)
`COVER(store_answered_with_its_line, f_leaves && f_line_store && f_atomic)
`endif
`ifdef RENEW
`COVER(renewed, f_leaves && f_renewed)
`COVER(refused_then_answered, f_leaves && f_told && !f_renewed)
`COVER(look_waits_for_a_refused_one, f_look_waits_q && f_fetches)
`COVER(refused_waits, f_fetch_first && !f_fetches)
`endif
`ifdef EVICTS
`COVER(eviction_ends, f_ends && f_is_silent)
`COVER(eviction_behind_a_store, f_ends && f_is_silent && f_was_held_q)
`endif
`ifdef MERGED
`COVER(merged_behind_a_store, f_leaves && f_merged_q && f_behind_store_q)
`COVER(merged_behind_a_load, f_leaves && f_merged_q && !f_behind_store_q)
`COVER(merged_twice, f_mine_merges && f_chain_q)
`COVER(held_behind_a_part, f_leaves && !f_merged_q && f_was_held_q && f_op == 0 && f_behind_part_q)
`endif
`COVER(held_then_answered, f_leaves && f_was_held_q)
`COVER(comes_as_the_earlier_ends, f_enters && clash && !still_held)
`COVER(held_by_an_atomic, f_inside_q && held_q[f_tag_q] && change_q[behind[f_tag_q]])
`COVER(all_of_one_line, &busy_q && f_mine_before == ~(F_ONE << f_tag_q) && f_inside_q)
`COVER(all_sent, &(busy_q & sent_q))
`COVER(no_entry_free, req_valid && !req_pop)
`COVER(unit_waits_for_room, unit_done && !dram_req_room)
`COVER(atomic_waits_for_unit, change_any && unit_busy)
`ifndef ORDERED
`COVER(all_others_sent_first, f_sent_before_q == ENTRIES - 1)
`endif
`COVER(all_others_ended_first, f_ended_before_q == ENTRIES - 1)
`COVER(written_twice_before_a_send, f_written_before_q == 2)
`COVER(answer_waits_for_room, done_any && !rsp_room)
`COVER(line_sent_again, f_looks_line && f_ever_q)
`COVER(idle, !busy_o && busy_q != 0)

// Helpers: a message in a queue.
`ASSERT(queues_hold_two, f_req_count <= 2 && f_rsp_count <= 2 && f_ask_count <= 2)
`ASSERT(dram_answers_pass_at_once, f_back_count <= 1)

// Helpers: the meaning of an entry's bits, for each entry. Its request to DRAM is in exactly one place if DRAM is
// to answer, else in none.
reg [ENTRIES*ENTRIES-1:0] f_before_q;  // bit i*ENTRIES + j: i was admitted before j
integer f_b;
always @(posedge clk_i)
    for (f_b = 0; f_b < ENTRIES*ENTRIES; f_b = f_b + 1)
        if (rst_i)
            f_before_q[f_b] <= f_b / ENTRIES < f_b % ENTRIES;
        else if (admit && free_at == f_b / ENTRIES)
            f_before_q[f_b] <= 1'b0;
        else if (admit && free_at == f_b % ENTRIES)
            f_before_q[f_b] <= 1'b1;
`define BEFORE(i, j) f_before_q[(i)*ENTRIES + (j)]

// A property of every entry i; of every pair of entries; of every three.
`define EACH(name, expr) \
    reg f_``name; \
    always @* begin : each_``name \
        integer i; \
        f_``name = 1'b1; \
        for (i = 0; i < ENTRIES; i = i + 1) \
            f_``name = f_``name && (expr); \
    end \
    `ASSERT(name, f_``name)
`define EACH_PAIR(name, expr) \
    reg f_``name; \
    always @* begin : each_``name \
        integer i, j; \
        f_``name = 1'b1; \
        for (i = 0; i < ENTRIES; i = i + 1) \
            for (j = 0; j < ENTRIES; j = j + 1) \
                if (i != j) \
                    f_``name = f_``name && (expr); \
    end \
    `ASSERT(name, f_``name)
`define EACH_THREE(name, expr) \
    reg f_``name; \
    always @* begin : each_``name \
        integer i, j, k; \
        f_``name = 1'b1; \
        for (i = 0; i < ENTRIES; i = i + 1) \
            for (j = 0; j < ENTRIES; j = j + 1) \
                for (k = 0; k < ENTRIES; k = k + 1) \
                    if (i != j && j != k && i != k) \
                        f_``name = f_``name && (expr); \
    end \
    `ASSERT(name, f_``name)

wire [ENTRIES-1:0] f_unit_has = unit_busy ? F_ONE << unit_at_q : 0;
wire [ENTRIES-1:0] f_waits = busy_q & sent_q & ~dram_q & ~f_unit_has & ~f_asking;
wire [ENTRIES-1:0] f_asks_0 = f_ask_use[0] && !`ASK_IS_ENTRY(f_ask_slot_0) ? F_ONE << f_ask_tag_0 : 0;
wire [ENTRIES-1:0] f_asks_1 = f_ask_use[1] && !`ASK_IS_ENTRY(f_ask_slot_1) ? F_ONE << f_ask_tag_1 : 0;
wire [ENTRIES-1:0] f_backs_0 = f_back_use[0] && !`BACK_IS_ENTRY(f_back_slot_0) ? F_ONE << f_back_tag_0 : 0;
wire [ENTRIES-1:0] f_backs_1 = f_back_use[1] && !`BACK_IS_ENTRY(f_back_slot_1) ? F_ONE << f_back_tag_1 : 0;
`EACH(waits_for_dram_once,
    {2'd0, f_asks_0[i]} + f_asks_1[i] + f_backs_0[i] + f_backs_1[i] + f_at_dram_q[i] == f_waits[i])
`EACH(waits_for_tsu_once, f_at_tsu_q[i] == (busy_q[i] && sent_q[i] && !tsu_q[i]))
`EACH(unsent_is_unanswered, !busy_q[i] || sent_q[i]
    || (!tsu_q[i] && !made_q[i] && !f_refused[i] && dram_q[i] == (empty_q[i] || f_silent[i] || f_has_line[i])))
`ifdef RENEW
`EACH(asking_is_a_told_load, !busy_q[i] || ask_q[i] == (op[i] == 0 && copy_q[i]))
`EACH(refused_is_granted, !(busy_q[i] && fetch_q[i]) || (ask_q[i] && tsu_q[i] && !same_q[i] && !dram_q[i]))
`EACH(asking_has_no_line, !(busy_q[i] && ask_q[i] && dram_q[i]) || tsu_q[i])
`EACH(renewed_needs_no_line, !(busy_q[i] && ask_q[i] && tsu_q[i] && same_q[i]) || dram_q[i])
`endif
`EACH(made_is_an_atomic, !(busy_q[i] && made_q[i]) || change_q[i])
`EACH(unit_has_a_made_one, !f_unit_has[i]
    || (busy_q[i] && change_q[i] && made_q[i] && sent_q[i] && !dram_q[i]))
`EACH(kinds_are_of_the_op, !busy_q[i] || (store_q[i] == (op[i] == 1 || op[i] == 9 || (`STORES_LINE(op[i]) && &mask[i]))
    && change_q[i] == (op[i] == 6 || (`STORES_LINE(op[i]) && !(&mask[i]))) && empty_q[i] == (op[i] == 8)))
`EACH(emptying_waits_for_no_dram, !(busy_q[i] && (empty_q[i] || f_silent[i])) || dram_q[i])
`EACH(silent_is_an_eviction, !busy_q[i] || f_silent[i] == `SILENT(op[i]))
`EACH(entry_is_of_this_controller, !busy_q[i] || line[i] % (1 << UMC_W) == f_umc)
`define ASKS(slot) \
    (slot[F_ASK_LINE +: LINE_W] == line[i] >> UMC_W && slot[F_ASK_WRITE] == (store_q[i] || made_q[i]))
`EACH(asks_of_its_line,
    (!f_asks_0[i] || `ASKS(f_ask_slot_0)) && (!f_asks_1[i] || `ASKS(f_ask_slot_1)))

// The chain of a line: an entry is held if there is an earlier one of its line, and waits behind the youngest of
// those; an entry is the last if there is no later one. The order of admission makes the chain free of loops.
reg [ENTRIES*ENTRIES-1:0] f_earlier;  // bit i*ENTRIES + j: j is an earlier request to the line of i
reg [ENTRIES*ENTRIES-1:0] f_later;
always @* begin : chains
    integer i, j;
    for (i = 0; i < ENTRIES; i = i + 1)
        for (j = 0; j < ENTRIES; j = j + 1) begin
            f_earlier[i*ENTRIES + j] =
                i != j && busy_q[i] && busy_q[j] && line[i] == line[j] && `BEFORE(j, i);
            f_later[i*ENTRIES + j] =
                i != j && busy_q[i] && busy_q[j] && line[i] == line[j] && `BEFORE(i, j);
        end
end
`EACH_PAIR(admitted_in_an_order, `BEFORE(i, j) != `BEFORE(j, i))
`EACH_THREE(order_is_transitive, !(`BEFORE(i, j) && `BEFORE(j, k)) || `BEFORE(i, k))
`EACH(held_behind_earlier_ones, held_q[i] == (f_earlier[i*ENTRIES +: ENTRIES] != 0))
`EACH(held_behind_one_of_them, !held_q[i] || f_earlier[i*ENTRIES + behind[i]])
`EACH_PAIR(none_between, !(held_q[i] && f_earlier[i*ENTRIES + j])
    || j == behind[i] || `BEFORE(j, behind[i]))
`EACH(last_has_no_later_one, last_q[i] == (busy_q[i] && f_later[i*ENTRIES +: ENTRIES] == 0))
`EACH(held_is_not_sent, !(held_q[i] && sent_q[i]))

reg [ENTRIES-1:0] f_to_write;         // atomics sent and not yet written
reg [ENTRIES-1:0] f_line_in_flight;   // of f_line
reg [ENTRIES-1:0] f_mine_before;      // before the request that is followed, to its line
always @* begin : sets
    integer i;
    for (i = 0; i < ENTRIES; i = i + 1) begin
        f_to_write[i] = busy_q[i] && sent_q[i] && change_q[i] && (!made_q[i] || f_unit_has[i]);
        f_line_in_flight[i] = busy_q[i] && sent_q[i] && line[i] >> UMC_W == f_line;
        f_mine_before[i] = busy_q[i] && i != f_tag_q && line[i] == f_req_line && `BEFORE(i, f_tag_q);
    end
end
reg [TAG_W+1:0] f_writes_to_come;
integer f_w;
always @* begin
    f_writes_to_come = 0;
    for (f_w = 0; f_w < ENTRIES; f_w = f_w + 1)
        f_writes_to_come = f_writes_to_come + f_to_write[f_w];
end
`ASSERT(writes_are_of_those_sent, f_written_before_q + f_writes_to_come <= ENTRIES)
`ASSERT(in_flight_is_an_entry, f_in_flight_q == (f_line_in_flight != 0))
`ASSERT(at_dram_is_its_entry, !f_line_at_dram_q
    || (f_line_in_flight[f_line_tag_q] && f_at_dram_q[f_line_tag_q]))

// Helpers: the place of the request that is followed.
wire [REQ_W-1:0] f_req_slot = f_slot_q ? f_req_slot_1 : f_req_slot_0;
wire [RSP_W-1:0] f_rsp_slot = f_slot_q ? f_rsp_slot_1 : f_rsp_slot_0;
wire [1:0] f_mine_in_asks = {f_asks_1[f_tag_q], f_asks_0[f_tag_q]};
wire [1:0] f_mine_in_backs = {f_backs_1[f_tag_q], f_backs_0[f_tag_q]};
wire f_writing = f_store || (f_atomic && made_q[f_tag_q]);  // what DRAM does for it is to write
wire f_asked = f_writing ? f_write_q : f_read_q;
wire f_back = f_writing ? f_write_back_q : f_read_back_q;
`ASSERT(followed_is_in_one_place, f_queued_q + f_inside_q + f_answered_q <= 2'd1)
`ASSERT(followed_in_req_queue, !f_queued_q || (f_req_use[f_slot_q]
    && f_req_slot[REQ_W-1:F_REQ_MASK] == f_req_q[REQ_W-1:F_REQ_MASK]))
`ASSERT(followed_in_its_entry, !f_inside_q || (busy_q[f_tag_q]
    && line[f_tag_q] == f_req_line && op[f_tag_q] == f_op && fn[f_tag_q] == f_req_q[F_REQ_FN +: 5]
    && src[f_tag_q] == f_req_q[F_REQ_SRC +: SRC_W]
    && mask[f_tag_q] == f_mask
    && `ENTRY_CLOCK(f_tag_q) == `REQ_CLOCK(f_req_q)))
`ASSERT(followed_in_rsp_queue, !f_answered_q || (f_rsp_use[f_slot_q]
    && f_rsp_slot[F_RSP_LINE +: LINE_W] == f_req_line && f_rsp_slot[F_RSP_OP +: 4] == (f_renewed ? 4'd13 : f_op)
    && f_rsp_slot[F_RSP_DST +: SRC_W] == f_req_q[F_REQ_SRC +: SRC_W]
    && `RSP_TIMES(f_rsp_slot) == f_times_q))
`define OF_THIS_CONTROLLER(line) ((line) % (1 << UMC_W) == f_umc)
wire [LINE_W-1:0] f_line_of_slot_0 = f_req_slot_0[F_REQ_LINE +: LINE_W];
wire [LINE_W-1:0] f_line_of_slot_1 = f_req_slot_1[F_REQ_LINE +: LINE_W];
`ASSERT(followed_is_of_this_controller, !(f_queued_q || f_inside_q) || `OF_THIS_CONTROLLER(f_req_line))
`ASSERT(queued_are_of_this_controller, (!f_req_use[0] || `OF_THIS_CONTROLLER(f_line_of_slot_0))
    && (!f_req_use[1] || `OF_THIS_CONTROLLER(f_line_of_slot_1)))
`ASSERT(followed_waits_for_earlier_ones, !f_inside_q || f_ahead_q == f_mine_before)
`ASSERT(followed_looked_up, !f_inside_q
    || (f_looked_q == sent_q[f_tag_q] && f_granted_q == tsu_q[f_tag_q]))
`ASSERT(followed_granted, !(f_inside_q && f_granted_q) || `ENTRY_TIMES(f_tag_q) == f_times_q)
// Its request to DRAM: not sent, in the queue, at DRAM, the answer in the queue, done.
`ASSERT(followed_not_sent, !(f_inside_q && !sent_q[f_tag_q])
    || (!f_read_q && !f_read_back_q && !f_write_q && !f_write_back_q))
`ASSERT(followed_in_dram_req_queue, !(f_inside_q && |f_mine_in_asks) || (!f_asked && !f_back))
`ASSERT(followed_at_dram, !(f_inside_q && f_at_dram_q[f_tag_q]) || (f_asked && !f_back))
`ASSERT(followed_in_dram_rsp_queue, !(f_inside_q && |f_mine_in_backs) || (f_asked && f_back))
`ASSERT(followed_back, !(f_inside_q && sent_q[f_tag_q] && dram_q[f_tag_q] && !f_empty && !f_is_silent && !f_renewed && !f_merged_q)
    || (f_asked && f_back))
`ifdef MERGED
`ASSERT(followed_has_its_line, !((f_inside_q || f_answered_q) && f_merged_q)
    || (f_reader && !f_atomic && !f_told && !f_read_q && !f_read_back_q))
`ASSERT(followed_merged_in_its_entry, !(f_inside_q && f_merged_q) || (dram_q[f_tag_q] && !held_q[f_tag_q]))
`ifdef PLAIN
`ASSERT(followed_merges, !(f_inside_q && f_merged_q) || sent_q[f_tag_q])
`else
`ASSERT(followed_merges, !f_inside_q || f_merged_q == merged_q[f_tag_q])
`EACH(merged_has_its_line, !(busy_q[i] && merged_q[i]) || (dram_q[i] && !held_q[i] && !store_q[i] && !change_q[i]
    && !empty_q[i]))
`endif
`endif
`ASSERT(followed_asks_first, !(f_inside_q && (f_asking[f_tag_q] || f_renewed)) || (!f_read_q && !f_read_back_q))
`ASSERT(followed_in_unit, !f_mine_in_unit || (!f_write_q && !f_write_back_q))
`ASSERT(followed_made, !(f_inside_q && f_atomic && made_q[f_tag_q]) || (f_read_q && f_read_back_q))
`ASSERT(followed_not_made, !(f_inside_q && !f_writing) || (!f_write_q && !f_write_back_q))
`ASSERT(followed_reads_not, !(f_inside_q && !f_reader) || (!f_read_q && !f_read_back_q))

`ASSERT(followed_asks_with_its_mask,
    (!(f_inside_q && f_mine_in_asks[0]) || f_ask_slot_0[F_ASK_MASK +: LINE_BYTES] == f_mask)
    && (!(f_inside_q && f_mine_in_asks[1]) || f_ask_slot_1[F_ASK_MASK +: LINE_BYTES] == f_mask))

// Helpers: turns. The first of the arbiter's order is the lowest of after_q; each turn of another brings
// f_me nearer to it.
(* hierconn *) wire [ENTRIES-1:0] \sender.after_q ;
(* hierconn *) wire [ENTRIES-1:0] \answerer.after_q ;
reg [TAG_W:0] f_send_first;
reg [TAG_W:0] f_end_first;
integer f_p;
always @* begin
    f_send_first = 0;
    f_end_first = 0;
    for (f_p = ENTRIES - 1; f_p >= 0; f_p = f_p - 1) begin
        if (\sender.after_q [f_p]) f_send_first = f_p;
        if (\answerer.after_q [f_p]) f_end_first = f_p;
    end
end
localparam [ENTRIES-1:0] F_ALL = {ENTRIES{1'b1}};
wire [TAG_W:0] f_send_place = f_me >= f_send_first ? f_me - f_send_first : f_me + ENTRIES - f_send_first;
wire [TAG_W:0] f_end_place = f_me >= f_end_first ? f_me - f_end_first : f_me + ENTRIES - f_end_first;
`ASSERT(sender_has_a_first, \sender.after_q == 0 || \sender.after_q == F_ALL << f_send_first)
`ASSERT(answerer_has_a_first, \answerer.after_q == 0 || \answerer.after_q == F_ALL << f_end_first)
`ifndef ORDERED
`ASSERT(sent_before_moves_on, f_sent_before_q + f_send_place < ENTRIES)
`endif
`ASSERT(ended_before_moves_on, f_ended_before_q + f_end_place < ENTRIES)

// Helpers: a controller without a TSU is never emptied.
`ifdef PLAIN
`EACH(none_empties, !busy_q[i] || !empty_q[i])
`ASSERT(queued_empty_nothing, (!f_req_use[0] || f_req_slot_0[F_REQ_OP +: 4] != 4'd8)
    && (!f_req_use[1] || f_req_slot_1[F_REQ_OP +: 4] != 4'd8))
`ASSERT(followed_empties_nothing, !(f_queued_q || f_inside_q || f_answered_q) || !f_empty)
`endif
