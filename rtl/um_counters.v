// um_counters: counts events, each by itself, and shows one of the counts.
//
// A counter stays at its highest value, so that whoever reads it knows that it may have missed
// some. With ONE there is one counter, of the event whose count is shown, which begins anew after
// its highest value: small boards have no cells for more. With COUNT_W 0 there are none, and what
// is shown is 0.
//
// An event of cycle 0 shows in cycle 1; with ONE, whose choice of an event would be long, in cycle
// 2. Without an event no count changes.
`default_nettype none
module um_counters #(
    parameter EVENTS  = 2,   // events that are counted
    parameter COUNT_W = 48,  // bits of a counter, below 64; 0: no counters
    parameter ONE     = 0,   // 1: one counter for all
    parameter SEL_W   = 8    // bits of an event's number, and of one more
) (
    input  wire              clk_i,
    input  wire              rst_i,
    input  wire [EVENTS-1:0] event_i,
    input  wire [SEL_W-1:0]  sel_i,    // the event whose count is shown; of no event: 0, with ONE
                                       // what was counted so far
    output wire [63:0]       count_o
);
    localparam EVENT_W  = EVENTS > 1 ? $clog2(EVENTS) : 1;
    localparam LAST     = EVENTS - 1;
    localparam COUNTERS = COUNT_W != 0 && ONE == 0 ? EVENTS : 1;
    localparam W        = COUNT_W != 0 ? COUNT_W : 1;

    wire               known = sel_i <= LAST[SEL_W-1:0];
    wire [EVENT_W-1:0] at = known ? sel_i[EVENT_W-1:0] : {EVENT_W{1'b0}};

    reg                       seen_q;                 // ONE: the event of the last cycle
    (* mem2reg *) reg [W-1:0] count_q [0:COUNTERS-1]; // registers, not a memory
    genvar i;

    generate
        if (COUNT_W == 0) begin : none
            always @(posedge clk_i) begin
                seen_q     <= 1'b0;
                count_q[0] <= 1'b0;
            end
            assign count_o = 64'd0;
            wire unused_ok = &{1'b0, rst_i, event_i, at, seen_q, count_q[0]};
        end else if (ONE != 0) begin : one
            always @(posedge clk_i) begin
                seen_q <= known && event_i[at];
                if (seen_q)
                    count_q[0] <= count_q[0] + 1'b1;
                if (rst_i) begin
                    seen_q     <= 1'b0;
                    count_q[0] <= {W{1'b0}};
                end
            end
            assign count_o = {{64 - W{1'b0}}, count_q[0]};
        end else begin : each
            always @(posedge clk_i) begin
                seen_q <= 1'b0;
            end
            for (i = 0; i < EVENTS; i = i + 1) begin : of
                always @(posedge clk_i) begin
                    if (rst_i)
                        count_q[i] <= {W{1'b0}};
                    else if (event_i[i] && !(&count_q[i]))
                        count_q[i] <= count_q[i] + 1'b1;
                end
            end
            assign count_o = known ? {{64 - W{1'b0}}, count_q[at]} : 64'd0;
            wire unused_ok = &{1'b0, seen_q};
        end
    endgenerate
endmodule
`default_nettype wire
