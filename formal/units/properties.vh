// The words that properties are written in. A property holds in every cycle after the first reset,
// whatever the state was before; a reset may come at any time.
//
// NAME.broken tells in a wave that property NAME does not hold, NAME.reached that a cover does. The
// engines that work on bits look for either as an output of its name; the others take the assertion.
reg up_q = 1'b0;
always @(posedge clk_i)
    if (rst_i)
        up_q <= 1'b1;

`define ASSERT(name, expr) \
    if (1) begin : name \
        (* keep *) wire broken = up_q && !rst_i && !(expr); \
        always @* name: assert (!broken); \
    end
`define ASSUME(name, expr) \
    if (1) begin : name \
        (* keep *) wire unlike = up_q && !rst_i && !(expr); \
        always @* name: assume (!unlike); \
    end
`define COVER(name, expr) \
    if (1) begin : name \
        (* keep *) wire reached = up_q && !rst_i && (expr); \
    end
