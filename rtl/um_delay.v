// um_delay: a queue in which each message stays for at least LATENCY cycles.
//
// Messages keep their order. The time now_q matters only while the queue holds a message, so an
// idle unit with an empty um_delay may be left unclocked.
`default_nettype none
module um_delay #(
    parameter WIDTH   = 8,  // bits of a message
    parameter DEPTH   = 8,  // messages inside, a power of two, at least 2
    parameter LATENCY = 4   // cycles, at least 2
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire             in_valid_i,
    output wire             in_ready_o,
    input  wire [WIDTH-1:0] in_msg_i,
    output wire             out_valid_o,
    input  wire             out_ready_i,
    output wire [WIDTH-1:0] out_msg_o,
    output wire             busy_o      // holds a message, due or not
);
    localparam PTR_W  = $clog2(DEPTH);
    localparam TIME_W = $clog2(LATENCY + 1);
    localparam [31:0] STAMP = LATENCY - 1;

    reg [WIDTH-1:0]  slot [0:DEPTH-1];
    reg [TIME_W-1:0] due  [0:DEPTH-1];
    reg [PTR_W:0]    head_q;
    reg [PTR_W:0]    ripe_q;  // messages from head_q up to here are due
    reg [PTR_W:0]    tail_q;
    reg [TIME_W-1:0] now_q;

    wire push = in_valid_i && in_ready_o;
    wire pop  = out_valid_o && out_ready_i;

    // Messages go in at least one cycle apart, so at most one becomes due per cycle. So the test for
    // equality misses none, although now_q wraps.
    wire ripens = ripe_q != tail_q && due[ripe_q[PTR_W-1:0]] == now_q;

    assign in_ready_o  = head_q != {~tail_q[PTR_W], tail_q[PTR_W-1:0]};
    assign busy_o      = head_q != tail_q;
    assign out_valid_o = head_q != ripe_q;
    assign out_msg_o   = slot[head_q[PTR_W-1:0]];

    always @(posedge clk_i) begin
        if (push) begin
            slot[tail_q[PTR_W-1:0]] <= in_msg_i;
            due[tail_q[PTR_W-1:0]]  <= now_q + STAMP[TIME_W-1:0];
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            head_q <= {PTR_W + 1{1'b0}};
            ripe_q <= {PTR_W + 1{1'b0}};
            tail_q <= {PTR_W + 1{1'b0}};
            now_q  <= {TIME_W{1'b0}};
        end else begin
            now_q <= now_q + 1'b1;
            if (push)
                tail_q <= tail_q + 1'b1;
            if (ripens)
                ripe_q <= ripe_q + 1'b1;
            if (pop)
                head_q <= head_q + 1'b1;
        end
    end
endmodule
`default_nettype wire
