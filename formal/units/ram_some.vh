// um_ram as its users' proofs have it: F_BLOCK words in a row, any of them, are kept, and a read of another word gives
// anything. A user's proof that holds of this one holds of um_ram: whatever um_ram does, this one does for some choice
// of what is free (ram_alike.vh). So the proofs are of any number of words.
//
// Put after ram_any.vh. F_BLOCK is a power of two: the user's text gives it with defparam, a row of um_ram with
// BLOCK_OF_4. f_block is the number of the block; f_kept_q has its words, the first in the lowest bits.
`ifdef BLOCK_OF_4
parameter F_BLOCK = 4;
`else
parameter F_BLOCK = 1;
`endif
localparam F_W = COLS*COL_W;
localparam F_LOW_W = $clog2(F_BLOCK);
localparam F_BLOCK_W = ADDR_W > F_LOW_W ? ADDR_W - F_LOW_W : 1;
wire [F_BLOCK_W-1:0] f_block = ADDR_W > F_LOW_W ? f_any >> F_LOW_W : 0;
reg [F_BLOCK*F_W-1:0] f_kept_q;
reg [F_W-1:0] f_rdata_q;
`define OF_BLOCK(addr) (ADDR_W > F_LOW_W ? ((addr) >> F_LOW_W) == f_block : 1'b1)
`define IN_BLOCK(addr) (F_LOW_W > 0 ? (addr) & (F_BLOCK - 1) : 0)
integer f_c;
always @(posedge clk_i) begin
    if (ren_i)
        f_rdata_q <= `OF_BLOCK(raddr_i) ? f_kept_q[`IN_BLOCK(raddr_i)*F_W +: F_W] : f_free;
    for (f_c = 0; f_c < COLS; f_c = f_c + 1)
        if (wen_i[f_c] && `OF_BLOCK(waddr_i))
            f_kept_q[`IN_BLOCK(waddr_i)*F_W + f_c*COL_W +: COL_W] <= wdata_i[f_c*COL_W +: COL_W];
end
