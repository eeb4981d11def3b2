// um_arbiter: round robin among N requesters.
//
// The search for a winner begins after the last winner and wraps around, so that no requester waits
// for more than N - 1 grants.
`default_nettype none
module um_arbiter #(
    parameter N     = 4,  // requesters
    parameter IDX_W = 2   // bits of an index, clog2(N), at least 1
) (
    input  wire             clk_i,
    input  wire             rst_i,
    input  wire [N-1:0]     want_i,
    input  wire             take_i,   // the winner is served in this cycle
    output wire             any_o,
    output wire [IDX_W-1:0] winner_o
);
    reg  [N-1:0] after_q;  // requesters with numbers above the last winner: they come first
    wire [N-1:0] first = want_i & after_q;
    wire [N-1:0] pool  = (|first) ? first : want_i;

    assign any_o = |want_i;

    // Lowest set bit of the pool.
    reg [IDX_W-1:0] winner;
    integer i;
    always @* begin
        winner = {IDX_W{1'b0}};
        for (i = N - 1; i >= 0; i = i - 1)
            if (pool[i])
                winner = i[IDX_W-1:0];
    end
    assign winner_o = winner;

    always @(posedge clk_i) begin
        if (rst_i)
            after_q <= {N{1'b1}};
        else if (take_i && any_o)
            after_q <= ({N{1'b1}} << winner) << 1;
    end
endmodule
`default_nettype wire
