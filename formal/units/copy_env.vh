// Assumptions of um_copy about its neighbours, for any sizes. Proofs assume them, and monitors in running units watch
// them.
//
// Assumes
// * each answer of the engine's L1 belongs to a request in flight, by its tag, and answers it once: promised by the
//   L1 (cache.vh; um_hash between the two neither loses nor doubles requests);
// * a tag of the command processor is used again at the earliest in the cycle in which its answer is taken, as an
//   SM's are: promised by harness/machine/copies.c, whose commands have one tag, and command.c, whose other requests
//   have another;
// * ops are OP_COPY and those that an L1 knows: promised by the same two.

// Where the fields of messages lie.
localparam F_MASK = 8*LINE_BYTES;
localparam F_LINE = F_MASK + LINE_BYTES;
localparam F_TAG = F_LINE + LINE_W;
localparam F_OP = F_TAG + TAG_W;
localparam F_BACK_TAG = 8*LINE_BYTES;
`define REQ_TAG(msg) msg[F_TAG +: TAG_W]
`define REQ_OP(msg) msg[F_OP +: 4]
`define RSP_TAG(msg) msg[F_BACK_TAG +: TAG_W]
`define IS_COPY(msg) (`REQ_OP(msg) == 4'd11)

// The messages that pass on the channels in this cycle.
wire f_cmd_moves = cmd_req_valid_i && cmd_req_ready_o;
wire f_end_moves = cmd_rsp_valid_o && cmd_rsp_ready_i;
wire f_req_moves = core_req_valid_o && core_req_ready_i;
wire f_rsp_moves = core_rsp_valid_i && core_rsp_ready_o;

// Pending are: requests of the command processor, each with whether it is a command; requests at the L1.
`PENDING(f_asked, TAG_W, 1, 1 << TAG_W, f_cmd_moves, `REQ_TAG(cmd_req_msg_i), `IS_COPY(cmd_req_msg_i),
    f_end_moves, `RSP_TAG(cmd_rsp_msg_o))
`PENDING(f_below, TAG_W, 1, 1 << TAG_W, f_req_moves, `REQ_TAG(core_req_msg_o), 1'b1,
    f_rsp_moves, `RSP_TAG(core_rsp_msg_i))

// Promised by the L1.
`ASSUME(answer_was_asked_for, core_rsp_valid_i, f_below_at_take)
// Promised by harness/machine/copies.c and command.c.
`ASSUME(tag_is_free, cmd_req_valid_i, !f_asked_at_put
    || (f_end_moves && `RSP_TAG(cmd_rsp_msg_o) == `REQ_TAG(cmd_req_msg_i)))
`ASSUME(op_is_known, cmd_req_valid_i, `REQ_OP(cmd_req_msg_i) <= 4'd8 || `IS_COPY(cmd_req_msg_i))
