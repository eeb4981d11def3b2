// What cache.vh calls by one name and an L1 by its own, inside it. After l1_ports.vh, before cache.vh.
// Written for TAG_W=1 or 2, SETS=2, WAYS=2, MSHRS=2 or 4.

// Requests from above.
(* hierconn *) wire [1:0] \core_req_queue.head_q ;
(* hierconn *) wire [1:0] \core_req_queue.tail_q ;
(* hierconn *) wire [CORE_REQ_W-1:0] \core_req_queue.slot[0] ;
(* hierconn *) wire [CORE_REQ_W-1:0] \core_req_queue.slot[1] ;
wire [1:0] f_above_head = \core_req_queue.head_q ;
wire [1:0] f_above_tail = \core_req_queue.tail_q ;
wire [CORE_REQ_W-1:0] f_above_0 = \core_req_queue.slot[0] ;
wire [CORE_REQ_W-1:0] f_above_1 = \core_req_queue.slot[1] ;

// Answers to above.
(* hierconn *) wire [1:0] \core_rsp_queue.head_q ;
(* hierconn *) wire [1:0] \core_rsp_queue.tail_q ;
(* hierconn *) wire [CORE_RSP_W-1:0] \core_rsp_queue.slot[0] ;
(* hierconn *) wire [CORE_RSP_W-1:0] \core_rsp_queue.slot[1] ;
wire [1:0] f_upward_head = \core_rsp_queue.head_q ;
wire [1:0] f_upward_tail = \core_rsp_queue.tail_q ;
wire [CORE_RSP_W-1:0] f_upward_0 = \core_rsp_queue.slot[0] ;
wire [CORE_RSP_W-1:0] f_upward_1 = \core_rsp_queue.slot[1] ;
wire f_upward_room = core_rsp_room;
wire f_upward_push = core_rsp_push;

// Requests to below.
(* hierconn *) wire [1:0] \req_queue.head_q ;
(* hierconn *) wire [1:0] \req_queue.tail_q ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[0] ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[1] ;
wire [1:0] f_below_head = \req_queue.head_q ;
wire [1:0] f_below_tail = \req_queue.tail_q ;
wire [REQ_W-1:0] f_below_0 = \req_queue.slot[0] ;
wire [REQ_W-1:0] f_below_1 = \req_queue.slot[1] ;
wire f_below_room = req_room;
wire f_below_push = req_push;
wire [REQ_W-1:0] f_below_pushed = req_msg;

// Answers from below.
(* hierconn *) wire [1:0] \rsp_queue.head_q ;
(* hierconn *) wire [1:0] \rsp_queue.tail_q ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[0] ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[1] ;
wire [1:0] f_answer_head = \rsp_queue.head_q ;
wire [1:0] f_answer_tail = \rsp_queue.tail_q ;
wire [RSP_W-1:0] f_answer_0 = \rsp_queue.slot[0] ;
wire [RSP_W-1:0] f_answer_1 = \rsp_queue.slot[1] ;
wire f_answer_head_valid = rsp_valid;

// Those inside.
wire [F_TICKET_W-1:0] f_s1_ticket = s1_tag_q;
wire [F_TICKET_W-1:0] f_park_ticket = park_tag_q;
wire [F_TICKET_W-1:0] f_s2_ticket = s2_tag_q;
wire [MSHRS-1:0] f_peek = mshr_peek_q;
// Who waits, by ticket.
wire [TAGS-1:0] f_waits_0 = mshr_wait[0];
wire [TAGS-1:0] f_waits_1 = mshr_wait[1];
wire [TAGS-1:0] f_waits_2 = mshr_wait[2 % MSHRS];
wire [TAGS-1:0] f_waits_3 = mshr_wait[3 % MSHRS];

`define LINE_OF(key, set) {key, set}
`define IN_BANK(line) 1'b1
// How many wait for the answer in stage 1 (TAG_W=2 at most).
`define WAITERS_OF_STAGE_1 ({3'd0, entry_wait[0]} + (TAGS > 1 && entry_wait[1]) + (TAGS > 2 && entry_wait[2 % TAGS]) \
    + (TAGS > 3 && entry_wait[3 % TAGS]))

// The clock that decides whether a request in stage 1 may read a copy: the L1's.
`define STAGE_1_CLOCK cts_q
