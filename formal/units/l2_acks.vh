// How a bank of gpu-vi acknowledges invalidations: by a channel of its own, so that no acknowledgement waits for an answer's
// receiver. Names for l2_invalidate.vh, which is put after this text; l2_acks_above.vh has the same names.
//
// Assumes nothing beyond cache_env.vh.
`CHANNEL_OUT(ack)
`OUT_QUEUE(ack, ACK_W, \ack_queue.head_q , \ack_queue.tail_q , \ack_queue.slot[0] , \ack_queue.slot[1] )
localparam F_KILL_TAG_W = TAG_W;
`define ACK_LINE(msg) msg[0 +: LINE_W]
`define ACK_TAG(msg) msg[LINE_W +: TAG_W]

// At the port.
wire f_ack_valid = ack_valid_o;
wire f_ack_ready = ack_ready_i;
wire [ACK_W-1:0] f_ack_msg = ack_msg_o;
// At the queue: one may enter, one enters; an answer to above enters its own.
wire f_may_acknowledge = f_ack_room;
wire f_acknowledges = ack_push;
wire f_answers_push = f_upward_push;
