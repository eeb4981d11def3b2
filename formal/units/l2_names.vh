// What cache.vh calls by one name and an L2 by its own, inside it. After l2_ports.vh, before cache.vh.
// Written for SRC_W=1, LINE_W=4, BANK_W=1, SETS=2, WAYS=2, MSHRS=2 or 4.

localparam TAGS = SRCS;       // who may wait for a line

// Requests from above.
(* hierconn *) wire [1:0] \req_queue.head_q ;
(* hierconn *) wire [1:0] \req_queue.tail_q ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[0] ;
(* hierconn *) wire [REQ_W-1:0] \req_queue.slot[1] ;
wire [1:0] f_above_head = \req_queue.head_q ;
wire [1:0] f_above_tail = \req_queue.tail_q ;
wire [REQ_W-1:0] f_above_0 = \req_queue.slot[0] ;
wire [REQ_W-1:0] f_above_1 = \req_queue.slot[1] ;

// Answers to above.
(* hierconn *) wire [1:0] \rsp_queue.head_q ;
(* hierconn *) wire [1:0] \rsp_queue.tail_q ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[0] ;
(* hierconn *) wire [RSP_W-1:0] \rsp_queue.slot[1] ;
wire [1:0] f_upward_head = \rsp_queue.head_q ;
wire [1:0] f_upward_tail = \rsp_queue.tail_q ;
wire [RSP_W-1:0] f_upward_0 = \rsp_queue.slot[0] ;
wire [RSP_W-1:0] f_upward_1 = \rsp_queue.slot[1] ;
wire f_upward_room = rsp_room;
wire f_upward_push = rsp_push;

// Requests to below.
(* hierconn *) wire [1:0] \mem_req_queue.head_q ;
(* hierconn *) wire [1:0] \mem_req_queue.tail_q ;
(* hierconn *) wire [MEM_REQ_W-1:0] \mem_req_queue.slot[0] ;
(* hierconn *) wire [MEM_REQ_W-1:0] \mem_req_queue.slot[1] ;
wire [1:0] f_below_head = \mem_req_queue.head_q ;
wire [1:0] f_below_tail = \mem_req_queue.tail_q ;
wire [MEM_REQ_W-1:0] f_below_0 = \mem_req_queue.slot[0] ;
wire [MEM_REQ_W-1:0] f_below_1 = \mem_req_queue.slot[1] ;
wire f_below_room = mem_req_room;
wire f_below_push = mem_req_push;
wire [MEM_REQ_W-1:0] f_below_pushed = mem_req_msg;

// Answers from below.
(* hierconn *) wire [1:0] \mem_rsp_queue.head_q ;
(* hierconn *) wire [1:0] \mem_rsp_queue.tail_q ;
(* hierconn *) wire [MEM_RSP_W-1:0] \mem_rsp_queue.slot[0] ;
(* hierconn *) wire [MEM_RSP_W-1:0] \mem_rsp_queue.slot[1] ;
wire [1:0] f_answer_head = \mem_rsp_queue.head_q ;
wire [1:0] f_answer_tail = \mem_rsp_queue.tail_q ;
wire [MEM_RSP_W-1:0] f_answer_0 = \mem_rsp_queue.slot[0] ;
wire [MEM_RSP_W-1:0] f_answer_1 = \mem_rsp_queue.slot[1] ;
wire f_answer_head_valid = mem_rsp_valid;

// Those inside.
wire [F_TICKET_W-1:0] f_s1_ticket = {s1_src_q, s1_line_q[LINE_W-1:BANK_W]};
wire [F_TICKET_W-1:0] f_park_ticket = {park_src_q, park_line_q[LINE_W-1:BANK_W]};
wire [F_TICKET_W-1:0] f_s2_ticket = {s2_src_q, s2_line_q[LINE_W-1:BANK_W]};
wire [MSHRS-1:0] f_peek = {MSHRS{1'b0}};
// Who waits, by ticket.
wire [SRCS-1:0] f_wait_0 = mshr_wait[0];
wire [LINE_W-1:0] f_wait_line_0 = mshr_line[0];
wire [7:0] f_wait_at_0 = 8'd1 << f_wait_line_0[BANK_W +: 3];
wire [SRCS-1:0] f_wait_1 = mshr_wait[1];
wire [LINE_W-1:0] f_wait_line_1 = mshr_line[1];
wire [7:0] f_wait_at_1 = 8'd1 << f_wait_line_1[BANK_W +: 3];
wire [SRCS-1:0] f_wait_2 = mshr_wait[2 % MSHRS];
wire [LINE_W-1:0] f_wait_line_2 = mshr_line[2 % MSHRS];
wire [7:0] f_wait_at_2 = 8'd1 << f_wait_line_2[BANK_W +: 3];
wire [SRCS-1:0] f_wait_3 = mshr_wait[3 % MSHRS];
wire [LINE_W-1:0] f_wait_line_3 = mshr_line[3 % MSHRS];
wire [7:0] f_wait_at_3 = 8'd1 << f_wait_line_3[BANK_W +: 3];
wire [15:0] f_waits_0 = {f_wait_0[1 % SRCS] ? f_wait_at_0 : 8'd0, f_wait_0[0] ? f_wait_at_0 : 8'd0};
wire [15:0] f_waits_1 = {f_wait_1[1 % SRCS] ? f_wait_at_1 : 8'd0, f_wait_1[0] ? f_wait_at_1 : 8'd0};
wire [15:0] f_waits_2 = {f_wait_2[1 % SRCS] ? f_wait_at_2 : 8'd0, f_wait_2[0] ? f_wait_at_2 : 8'd0};
wire [15:0] f_waits_3 = {f_wait_3[1 % SRCS] ? f_wait_at_3 : 8'd0, f_wait_3[0] ? f_wait_at_3 : 8'd0};

`define LINE_OF(key, set) {key, set, f_bank}
`define IN_BANK(line) (f_bank == (line) % (1 << BANK_W))
// How many wait for the answer in stage 1.
`define WAITERS_OF_STAGE_1 ({3'd0, entry_wait[0]} + entry_wait[1 % SRCS])

// The clock that decides whether a request in stage 1 may read a copy: the requester's (M4).
`define STAGE_1_CLOCK s1_cts_q
