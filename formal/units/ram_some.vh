// um_ram as its users' proofs have it: F_BLOCK words in a row, any of them, are kept, and a read of another word gives
// anything. A user's proof that holds of this one holds of um_ram: whatever um_ram does, this one does for some choice
// of what is free (ram_alike.vh). So the proofs are of any number of words.
//
// With F_ONE_COL the block has one column, any of them, and a read of another column gives anything.
//
// Put after ram_any.vh. F_BLOCK is a power of two. The user's text gives these with defparam, a row of um_ram with BLOCK_OF_4
// and ONE_COL. f_block is the number of the block, f_col that of the column; f_kept_q has the block's words, the first in
// the lowest bits.
`ifdef BLOCK_OF_4
parameter F_BLOCK = 4;
`else
parameter F_BLOCK = 1;
`endif
`ifdef ONE_COL
parameter F_ONE_COL = 1;
`else
parameter F_ONE_COL = 0;
`endif
localparam F_W = COLS*COL_W;
localparam F_KEPT_W = F_ONE_COL ? COL_W : F_W; // of a word
localparam F_COL_W = COLS > 1 ? $clog2(COLS) : 1;
wire [F_COL_W-1:0] f_col = f_any_col;
localparam F_LOW_W = $clog2(F_BLOCK);
localparam F_BLOCK_W = ADDR_W > F_LOW_W ? ADDR_W - F_LOW_W : 1;
wire [F_BLOCK_W-1:0] f_block = ADDR_W > F_LOW_W ? f_any >> F_LOW_W : 0;
reg [F_BLOCK*F_KEPT_W-1:0] f_kept_q;
reg [F_W-1:0] f_rdata_q;
`define OF_BLOCK(addr) (ADDR_W > F_LOW_W ? ((addr) >> F_LOW_W) == f_block : 1'b1)
`define IN_BLOCK(addr) (F_LOW_W > 0 ? (addr) & (F_BLOCK - 1) : 0)
wire [F_KEPT_W-1:0] f_reads = f_kept_q[`IN_BLOCK(raddr_i)*F_KEPT_W +: F_KEPT_W];
`define IS_KEPT(col) (!F_ONE_COL || f_col == (col))
integer f_c;
always @(posedge clk_i)
    for (f_c = 0; f_c < COLS; f_c = f_c + 1) begin
        if (ren_i)
            f_rdata_q[f_c*COL_W +: COL_W] <= `OF_BLOCK(raddr_i) && `IS_KEPT(f_c)
                ? f_reads[(F_ONE_COL ? 0 : f_c)*COL_W +: COL_W] : f_free[f_c*COL_W +: COL_W];
        if (wen_i[f_c] && `OF_BLOCK(waddr_i) && `IS_KEPT(f_c))
            f_kept_q[`IN_BLOCK(waddr_i)*F_KEPT_W + (F_ONE_COL ? 0 : f_c)*COL_W +: COL_W] <= wdata_i[f_c*COL_W +: COL_W];
    end
