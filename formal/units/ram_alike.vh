// That ram_some.vh does whatever um_ram does. Put into um_ram, after ram_same.vh and ram_some.vh: with what um_ram reads
// in place of what is free, both read the same in each cycle. What both hold at the beginning is open, and so the same
// for some choice.
wire [F_BLOCK*F_KEPT_W-1:0] f_words; // um_ram's words of the block, or their column
genvar f_i;
for (f_i = 0; f_i < F_BLOCK; f_i = f_i + 1) begin : f_word
    wire [ADDR_W-1:0] at = (f_block << F_LOW_W) + f_i;
    wire [F_W-1:0] all = word[at];
    wire [F_KEPT_W-1:0] kept = F_ONE_COL ? all[f_col*COL_W +: COL_W] : all;
    assign f_words[f_i*F_KEPT_W +: F_KEPT_W] = f_i < DEPTH ? kept : f_kept_q[f_i*F_KEPT_W +: F_KEPT_W]; // a block may be larger than the RAM
end
reg f_begun_q = 1'b0;
always @(posedge clk_i)
    f_begun_q <= 1'b1;
always @*
    if (!f_begun_q) assume (f_kept_q == f_words && f_rdata_q == rdata_q);
// In every cycle from the first on, and not only after a reset.
`define ALWAYS(name, expr) \
    if (1) begin : name \
        (* keep *) wire broken = !(expr); \
        always @* name: assert (!broken); \
    end
`ALWAYS(reads_alike, f_rdata_q == rdata_o)
`ALWAYS(keeps_alike, f_kept_q == f_words)
`define HAPPENS(name, expr) \
    if (1) begin : name \
        (* keep *) wire reached = f_begun_q && (expr); \
    end
`HAPPENS(reads_what_is_kept, ren_i && `OF_BLOCK(raddr_i))
`HAPPENS(reads_another, ren_i && !`OF_BLOCK(raddr_i) || F_BLOCK == DEPTH)
`HAPPENS(writes_what_is_kept, |wen_i && `OF_BLOCK(waddr_i))
`HAPPENS(writes_another, |wen_i && !`OF_BLOCK(waddr_i) || F_BLOCK == DEPTH)
