// um_ram: one read port, one write port with column enables; the read is registered.
//
// A read in the cycle of a write to the same word returns the old word. rdata_o keeps its value
// until the next read, so a stalled reader need not read again.
`default_nettype none
module um_ram #(
    parameter COL_W = 8,   // bits of a column, the unit of writing
    parameter COLS  = 4,   // columns of a word
    parameter DEPTH = 16,  // words
    parameter ADDR_W = 4   // clog2(DEPTH)
) (
    input  wire                  clk_i,
    input  wire                  ren_i,
    input  wire [ADDR_W-1:0]     raddr_i,
    output wire [COLS*COL_W-1:0] rdata_o,
    input  wire [COLS-1:0]       wen_i,
    input  wire [ADDR_W-1:0]     waddr_i,
    input  wire [COLS*COL_W-1:0] wdata_i
);
    reg [COLS*COL_W-1:0] word [0:DEPTH-1];
    reg [COLS*COL_W-1:0] rdata_q;

    assign rdata_o = rdata_q;

    always @(posedge clk_i) begin
        if (ren_i)
            rdata_q <= word[raddr_i];
    end

    // Most writes are of whole words, which are faster to simulate without the loop. Some simulators
    // unroll no loop of more than 64 rounds, so each part has at most 64 columns.
    localparam PART = COLS < 64 ? COLS : 64;

    genvar p;
    generate
        for (p = 0; p < COLS; p = p + PART) begin : part
            localparam N = COLS - p < PART ? COLS - p : PART;
            integer c;
            always @(posedge clk_i) begin
                if (&wen_i[p +: N])
                    word[waddr_i][p*COL_W +: N*COL_W] <= wdata_i[p*COL_W +: N*COL_W];
                else if (|wen_i[p +: N])
                    for (c = p; c < p + N; c = c + 1)
                        if (wen_i[c])
                            word[waddr_i][c*COL_W +: COL_W] <= wdata_i[c*COL_W +: COL_W];
            end
        end
    endgenerate
endmodule
`default_nettype wire
