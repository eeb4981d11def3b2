// um_fifo: a queue between two channels.
//
// All outputs come from registers: out_valid_o, out_msg_o and in_ready_o do not depend on inputs of
// the same cycle. One message per cycle in and out; with DEPTH 1 one every other cycle. A message
// spends at least one cycle inside. With DEPTH 0 the module is a wire.
`default_nettype none
module um_fifo #(
    parameter WIDTH = 8,  // bits of a message
    parameter DEPTH = 2   // messages, a power of two, or 0
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             in_valid_i,
    output wire             in_ready_o,
    input  wire [WIDTH-1:0] in_msg_i,
    output wire             out_valid_o,
    input  wire             out_ready_i,
    output wire [WIDTH-1:0] out_msg_o
);
    localparam PTR_W = DEPTH > 1 ? $clog2(DEPTH) : 0;
    localparam AT_W  = DEPTH > 1 ? PTR_W : 1;
    localparam SLOTS = DEPTH > 0 ? DEPTH : 1;
    localparam [31:0] ROUND = SLOTS;

    reg [WIDTH-1:0] slot [0:SLOTS-1];
    reg [PTR_W:0]   head_q;  // an index and one more bit, which tells full from empty
    reg [PTR_W:0]   tail_q;

    wire push = DEPTH > 0 && in_valid_i && in_ready_o;
    wire pop  = DEPTH > 0 && out_valid_o && out_ready_i;

    wire [AT_W-1:0] head_at = DEPTH > 1 ? head_q[AT_W-1:0] : {AT_W{1'b0}};
    wire [AT_W-1:0] tail_at = DEPTH > 1 ? tail_q[AT_W-1:0] : {AT_W{1'b0}};

    assign in_ready_o  = DEPTH > 0 ? head_q != (tail_q ^ ROUND[PTR_W:0]) : out_ready_i;
    assign out_valid_o = DEPTH > 0 ? head_q != tail_q : in_valid_i;
    assign out_msg_o   = DEPTH > 0 ? slot[head_at] : in_msg_i;

    always @(posedge clk_i) begin
        if (push)
            slot[tail_at] <= in_msg_i;
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q <= {PTR_W + 1{1'b0}};
            tail_q <= {PTR_W + 1{1'b0}};
        end else begin
            if (push)
                tail_q <= tail_q + 1'b1;
            if (pop)
                head_q <= head_q + 1'b1;
        end
    end
endmodule
`default_nettype wire
