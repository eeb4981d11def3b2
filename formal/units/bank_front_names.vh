// Names for the fields of the messages around a um_bank_front, of either kind. Put before bank_front_env.vh or bank_front_gpu_env.vh.
localparam F_SRC = 8*LINE_BYTES + LINE_BYTES + LINE_W + 4; // in a request: | fn | src | op | line | mask | data |
localparam F_DST = 8*LINE_BYTES + LINE_W + 4;              // in an answer: | dst | op | line | data |
`define REQ_LINE(msg) msg[8*LINE_BYTES + LINE_BYTES +: LINE_W]
`define REQ_OP(msg) msg[8*LINE_BYTES + LINE_BYTES + LINE_W +: 4]
`define RSP_LINE(msg) msg[8*LINE_BYTES +: LINE_W]
`define IS_KILL(msg) (msg[8*LINE_BYTES + LINE_W +: 4] == 4'd12) // an invalidation, among the answers of others
`define HOME_OF(line) line[HOME_LSB +: HOME_W]
`define REQ_IS_HERE(msg) (msg[8*LINE_BYTES + LINE_BYTES + HOME_LSB +: HOME_W] == HOME[HOME_W-1:0])
`define RSP_IS_HERE(msg) (msg[8*LINE_BYTES + HOME_LSB +: HOME_W] == HOME[HOME_W-1:0])
// Ops that may go on to another package: load, store, fresh load, atomic.
`define LEAVES(op) ((op) == 4'd0 || (op) == 4'd1 || (op) == 4'd5 || (op) == 4'd6)
`define ONE(width, bit) {{(width)-1{1'b0}}, bit}
