// The names that cache.vh uses, for inner wires of an L1. Put after l1_ports.vh and cache_queues.vh, before
// cache.vh.

genvar g;
genvar h;

// Requests from above.
`IN_QUEUE(above, CORE_REQ_W, \core_req_queue.head_q , \core_req_queue.tail_q , \core_req_queue.slot[0] , \core_req_queue.slot[1] )
wire f_above_head_valid = core_req_valid;

// Answers to above.
`OUT_QUEUE(upward, CORE_RSP_W, \core_rsp_queue.head_q , \core_rsp_queue.tail_q , \core_rsp_queue.slot[0] , \core_rsp_queue.slot[1] )
wire f_upward_room = core_rsp_room;
wire f_upward_push = core_rsp_push;
wire [CORE_RSP_W-1:0] f_upward_pushed = core_rsp_msg;

// Requests to below.
`OUT_QUEUE(below, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
wire f_below_room = req_room;
wire f_below_push = req_push;
wire [REQ_W-1:0] f_below_pushed = req_msg;

// Answers from below.
`IN_QUEUE(answer, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
wire f_answer_head_valid = rsp_valid;

// Requests inside the unit.
wire [F_TICKET_W-1:0] f_s1_ticket = s1_tag_q;
wire [F_TICKET_W-1:0] f_park_ticket = park_tag_q;
wire [F_TICKET_W-1:0] f_s2_ticket = s2_tag_q;
wire [MSHRS-1:0] f_peek = mshr_peek_q;
// The followed ticket: cache.vh follows one requester, f_who. Whether a ticket is among the waiters of an MSHR.
localparam F_WHO_W = TAG_W;
wire [F_TICKET_W-1:0] f_ticket = f_who;
`define WAITS_AS(ticket, waiters, line) (((waiters) >> (ticket)) & 1'b1)

`define LINE_OF(key, set) {key, set}
`define IN_BANK(line) 1'b1

// The clock that decides whether a request in stage 1 may read a copy: the L1's.
`define STAGE_1_CLOCK cts_q
// The clock before which a lease has ended, for the choice of a victim.
`define VICTIM_CLOCK cts_q

// Of what an L2 alone does: an answer's line is read for the L1; a store stays; a write-back goes first.
wire f_ack_reads = 1'b0;
wire f_store_stays = 1'b0;
wire f_below_is_free = 1'b1;
wire [MSHRS-1:0] f_kept_back = {MSHRS{1'b0}};
wire f_tells_below = 1'b0;

// A line to be dropped goes before the answers, and needs room for what tells of it; nobody joins the MSHRs of its line.
`ifdef DROPS
wire f_ack_room = dropped_room;
wire f_drop_first = drop_valid;
wire f_takes_answer_head = rsp_pop;
wire [MSHRS-1:0] f_closed = mshr_dropped_q;
`else
wire f_ack_room = 1'b1;
wire f_drop_first = 1'b0;
wire f_takes_answer_head = take_answer;
wire [MSHRS-1:0] f_closed = {MSHRS{1'b0}};
`endif
