// How a bank of hmg acknowledges invalidations where a GPU has a home of each line: among its answers, in their order. Names
// for l2_invalidate.vh, which is put after this text; l2_acks.vh has the same names. l2_acks_order.vh has what that order promises.
//
// Assumes nothing beyond cache_env.vh.
localparam F_KILL_TAG_W = 8*LINE_BYTES; // all of its data, whose low bits are the tag
`define ACK_LINE(msg) `UPWARD_LINE(msg)
`define ACK_TAG(msg) msg[F_KILL_TAG_W-1:0]

// At the port.
wire f_ack_valid = rsp_valid_o && `ACKNOWLEDGES(rsp_msg_o);
wire f_ack_ready = rsp_ready_i;
wire [RSP_W-1:0] f_ack_msg = rsp_msg_o;
// At the queue: one may enter, one enters; an answer to above enters.
wire f_may_acknowledge = f_ack_room && !s2_valid_q;
wire f_acknowledges = f_upward_push && `ACKNOWLEDGES(f_upward_pushed);
wire f_answers_push = f_upward_push && !`ACKNOWLEDGES(f_upward_pushed);
// In the queue: those among the answers.
wire [1:0] f_ack = f_upward & ~f_goes_up;
wire [1:0] f_ack_head = f_upward_head;
wire [RSP_W-1:0] f_ack_0 = f_upward_0;
wire [RSP_W-1:0] f_ack_1 = f_upward_1;
