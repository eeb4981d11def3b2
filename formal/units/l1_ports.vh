// The names of an L1's messages and channels in the texts that both caches share. For any sizes. This text
// reads only ports, so a monitor in a running unit can use it as well.

// A request from above has one ticket until it is answered: its tag.
localparam F_TICKET_W = TAG_W;
localparam F_ASKED_PLACES = 1 << TAG_W; // at most so many tickets are pending at a time
localparam F_NAME_W = SRC_W; // bits of the number by which the unit below knows this one
localparam F_BANK_W = 0; // low bits of a line address that are the same for all lines here

// Where the fields of messages lie.
`define ABOVE_TICKET(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W +: TAG_W]
`define ABOVE_LINE(msg) msg[8*LINE_BYTES + LINE_BYTES +: LINE_W]
`define ABOVE_OP(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + TAG_W +: 4]
`define ABOVE_FN(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + TAG_W + 4 +: 5]
`define UPWARD_TICKET(msg) msg[8*LINE_BYTES +: TAG_W]
`define BELOW_LINE(msg) msg[8*LINE_BYTES + LINE_BYTES +: LINE_W]
`define BELOW_OP(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W +: 4]
`define ANSWER_LINE(msg) msg[8*LINE_BYTES +: LINE_W]
`define ANSWER_OP(msg) msg[8*LINE_BYTES + LINE_W +: 4]

// Requests from above, answers to above, requests to below, answers from below.
wire f_above_valid = core_req_valid_i;
wire f_above_ready = core_req_ready_o;
wire [CORE_REQ_W-1:0] f_above_msg = core_req_msg_i;
wire f_upward_valid = core_rsp_valid_o;
wire f_upward_ready = core_rsp_ready_i;
wire [CORE_RSP_W-1:0] f_upward_msg = core_rsp_msg_o;
wire f_below_valid = req_valid_o;
wire f_below_ready = req_ready_i;
wire [REQ_W-1:0] f_below_msg = req_msg_o;
wire f_answer_valid = rsp_valid_i;
wire f_answer_ready = rsp_ready_o;
wire [RSP_W-1:0] f_answer_msg = rsp_msg_i;

// The OP_EMPTY that is for this unit, and the ops that may come.
`define EMPTIES(op, fn) ((op) == 4'd8 && (fn) == 5'd0)
`define KNOWN_OP(op) ((op) <= 4'd8)
`define STORE_ABOVE 4'd1
wire f_bank_shows = 1'b1;
