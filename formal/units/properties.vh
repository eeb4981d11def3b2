// The words that properties are written in. A property holds in every cycle after the first reset,
// whatever the state was before; a reset may come at any time. A cover is looked for as the
// counterexample of its contrary, with the assertions left out.
reg up_q = 1'b0;
always @(posedge clk_i)
    if (rst_i)
        up_q <= 1'b1;

`define ASSUME(name, expr) always @* if (up_q && !rst_i) name: assume (expr);
`ifdef COVERS
`define ASSERT(name, expr)
`define COVER(name, expr) always @* if (up_q && !rst_i) name: assert (!(expr));
`else
`define ASSERT(name, expr) always @* if (up_q && !rst_i) name: assert (expr);
`define COVER(name, expr)
`endif
