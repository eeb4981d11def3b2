// The names that cache.vh uses, for inner wires of an L2. Put after l2_ports.vh and cache_queues.vh, before
// cache.vh.

localparam TAGS = SRCS; // requesters that may wait for a line

genvar g;
genvar h;

// Requests from above.
`IN_QUEUE(above, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
wire f_above_head_valid = req_valid;

// Answers to above.
`OUT_QUEUE(upward, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
wire f_upward_room = rsp_room;
wire f_upward_push = rsp_push;
wire [RSP_W-1:0] f_upward_pushed = rsp_msg;

// Requests to below.
`OUT_QUEUE(below, MEM_REQ_W, \mem_req_queue.head_q , \mem_req_queue.tail_q , \mem_req_queue.slot[0] , \mem_req_queue.slot[1] )
wire f_below_room = mem_req_room;
wire f_below_push = mem_req_push;
wire [MEM_REQ_W-1:0] f_below_pushed = mem_req_msg;

// Answers from below.
`IN_QUEUE(answer, MEM_RSP_W, \mem_rsp_queue.head_q , \mem_rsp_queue.tail_q , \mem_rsp_queue.slot[0] , \mem_rsp_queue.slot[1] )
`ifdef WRITE_BACK
wire f_answer_head_valid = answer_valid; // those to write-backs end at the head
`else
wire f_answer_head_valid = mem_rsp_valid;
`endif

// Requests inside the unit.
wire [F_TICKET_W-1:0] f_s1_ticket = {s1_src_q, s1_line_q[LINE_W-1:BANK_W]};
wire [F_TICKET_W-1:0] f_park_ticket = {park_src_q, park_line_q[LINE_W-1:BANK_W]};
wire [F_TICKET_W-1:0] f_s2_ticket = {s2_src_q, s2_line_q[LINE_W-1:BANK_W]};
wire [MSHRS-1:0] f_peek = {MSHRS{1'b0}};
// The followed ticket: cache.vh follows one L1, f_who, and one line, f_line. Whether a ticket is among the waiters of an MSHR.
localparam F_WHO_W = SRC_W;
wire [F_TICKET_W-1:0] f_ticket = {f_who, f_line[LINE_W-1:BANK_W]};
`define TICKET_WHO(ticket) ((ticket) >> (LINE_W - BANK_W))
`define WAITS_AS(ticket, waiters, line) ((((waiters) >> `TICKET_WHO(ticket)) & 1'b1) \
    && ((line) >> BANK_W) == ((ticket) & ~({F_TICKET_W{1'b1}} << (LINE_W - BANK_W))))

// A line of this bank: its BANK_W low bits are f_bank.
`define LINE_AT(at) (({{LINE_W{1'b0}}, at} << BANK_W) | f_bank)
`define LINE_OF(key, set) `LINE_AT({key, set})
`define IN_BANK(line) (f_bank == (line) % (1 << BANK_W))

// The clock that decides whether a request in stage 1 may read a copy: the requester's (M4), else the bank's own.
`ifdef NO_CLOCKS
`define STAGE_1_CLOCK cts_q
`else
`define STAGE_1_CLOCK s1_cts_q
`endif
// The clock before which a lease has ended, for the choice of a victim: a bank's own, or the latest time among those
// of the answers since the sets were emptied.
`ifdef EXPIRED_FIRST
`ifdef NO_CLOCKS
`define VICTIM_CLOCK cts_q
`else
`define VICTIM_CLOCK f_newest_q
reg [TIME_W-1:0] f_newest_q;
wire [TIME_W-1:0] f_told_wts = {s1_rts_q[TIME_W-1:TS_W], s1_wts_q};
always @(posedge clk_i)
    if (rst_i || sweep) f_newest_q <= 0;
    else if (s1_valid_q && s1_answer_q && (fill_serves || ack_done) && f_newest_q < f_told_wts) f_newest_q <= f_told_wts;
`ASSERT(newest_is_the_latest_time, newest_q == f_newest_q)
`endif
`endif

// A store's answer without a line gets it from the copy, which is read for the L1.
`ifdef STORE_LINES
wire f_ack_reads = ack_reads;
`else
wire f_ack_reads = 1'b0;
`endif
// No line comes to be dropped but among the answers.
wire f_drop_first = 1'b0;
wire f_takes_answer_head = take_answer;
wire [MSHRS-1:0] f_closed = {MSHRS{1'b0}};
// An invalidation is acknowledged when there is room: for answers, if it is acknowledged among them.
`ifdef ACKS_ABOVE
wire f_ack_room = f_upward_room;
`elsif INVALIDATES
wire f_ack_room = ack_room;
`else
wire f_ack_room = 1'b1;
`endif
// A store stays; what goes below waits for a write-back that goes first.
`ifdef WRITE_BACK
wire f_store_stays = store_keep;
wire f_below_is_free = !wb_valid_q && clean;
`else
wire f_store_stays = 1'b0;
`ifdef EVICTS
wire f_below_is_free = mshr_gone_q == 0; // lines that were evicted are told of first
`else
wire f_below_is_free = 1'b1;
`endif
`endif
// MSHRs that are not in flight but may not be taken; a message below that is of none.
`ifdef EVICTS
wire [MSHRS-1:0] f_kept_back = mshr_gone_q;
wire f_tells_below = gone_go;
`else
wire [MSHRS-1:0] f_kept_back = {MSHRS{1'b0}};
wire f_tells_below = 1'b0;
`endif
