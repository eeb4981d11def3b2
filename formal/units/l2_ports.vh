// The names of an L2 bank's messages and channels in the texts that both caches share. For any sizes. This text
// reads only ports, so a monitor in a running unit can use it as well.

// A request from above has one ticket until it is answered: its L1 and its line.
localparam F_TICKET_W = SRC_W + LINE_W - BANK_W;
localparam F_ASKED_PLACES = MSHRS * SRCS + 8; // at most so many are pending at a time: waiters, queues, stages
localparam F_NAME_W = MEM_SRC_W; // bits of the number by which the unit below knows this one
localparam F_BANK_W = BANK_W; // low bits of a line address that are the same for all lines here

// Where the fields of messages lie.
`define ABOVE_LINE(msg) msg[8*LINE_BYTES + LINE_BYTES +: LINE_W]
`define ABOVE_SRC(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 +: SRC_W]
`define ABOVE_TICKET(msg) {`ABOVE_SRC(msg), msg[8*LINE_BYTES + LINE_BYTES + BANK_W +: LINE_W - BANK_W]}
`define ABOVE_OP(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W +: 4]
`define ABOVE_FN(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W + 4 + SRC_W +: 5]
`define UPWARD_LINE(msg) msg[8*LINE_BYTES +: LINE_W]
`define UPWARD_OP(msg) msg[8*LINE_BYTES + LINE_W +: 4]
`define UPWARD_DST(msg) msg[8*LINE_BYTES + LINE_W + 4 +: SRC_W]
`define UPWARD_TICKET(msg) {`UPWARD_DST(msg), msg[8*LINE_BYTES + BANK_W +: LINE_W - BANK_W]}
`define BELOW_LINE(msg) msg[8*LINE_BYTES + LINE_BYTES +: LINE_W]
`define BELOW_OP(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W +: 4]
`define ANSWER_LINE(msg) msg[8*LINE_BYTES +: LINE_W]
`define ANSWER_OP(msg) msg[8*LINE_BYTES + LINE_W +: 4]

// Requests from above, answers to above, requests to below, answers from below.
wire f_above_valid = req_valid_i;
wire f_above_ready = req_ready_o;
wire [REQ_W-1:0] f_above_msg = req_msg_i;
wire f_upward_valid = rsp_valid_o;
wire f_upward_ready = rsp_ready_i;
wire [RSP_W-1:0] f_upward_msg = rsp_msg_o;
wire f_below_valid = mem_req_valid_o;
wire f_below_ready = mem_req_ready_i;
wire [MEM_REQ_W-1:0] f_below_msg = mem_req_msg_o;
wire f_answer_valid = mem_rsp_valid_i;
wire f_answer_ready = mem_rsp_ready_o;
wire [MEM_RSP_W-1:0] f_answer_msg = mem_rsp_msg_i;

// The OP_EMPTY that is for this unit, and the ops that may come.
`ifdef BOTH
`define EMPTIES(op, fn) ((op) == 4'd8 && ((fn) == LEVEL[4:0] || (fn) == 5'd5)) // 5: of lines of other packages
`else
`define EMPTIES(op, fn) ((op) == 4'd8 && (fn) == LEVEL[4:0])
`endif
`ifdef FLUSHES
`define BACK_ABOVE(op) ((op) == 4'd9) // a write-back of another package, which is a store here
`else
`define BACK_ABOVE(op) 1'b0
`endif
`define KNOWN_OP(op) (`BACK_ABOVE(op) || (op) == 4'd0 || (op) == 4'd1 || (op) == 4'd4 || (op) == 4'd5 || (op) == 4'd6 || (op) == 4'd8)
`define STORE_ABOVE 4'd1

// All lines that come here are of one bank.
`CONSTANT(f_bank, BANK_W, f_above_valid, `ABOVE_LINE(f_above_msg))
