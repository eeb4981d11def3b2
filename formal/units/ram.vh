// um_ram, for any sizes. Needs no other text but properties.vh.
//
// Promises: a word read is the word as last written, column by column; a read in the cycle of a write to
// the same word returns the old word; rdata_o keeps its value until the next read; no other word or column
// is written. Assumes nothing of its environment; the contents of a word before its first write are open.
wire [ADDR_W-1:0] f_addr = $anyconst;            // any word
wire [$clog2(COLS+1)-1:0] f_col = $anyconst;     // and any of its columns
wire f_exist = f_addr < DEPTH && f_col < COLS;

// Ghosts: the column as last written, and as it was when it was last read.
reg f_known_q;
reg [COL_W-1:0] f_written_q;
reg f_was_read_q;
reg [COL_W-1:0] f_read_q;
wire f_writes = f_exist && wen_i[f_col] && waddr_i == f_addr;
wire f_reads = ren_i && raddr_i == f_addr;
always @(posedge clk_i) begin
    if (rst_i)
        f_known_q <= 1'b0;
    else if (f_writes)
        f_known_q <= 1'b1;
    if (f_writes)
        f_written_q <= wdata_i[f_col*COL_W +: COL_W];
    if (rst_i)
        f_was_read_q <= 1'b0;
    else if (ren_i)
        f_was_read_q <= f_reads && f_known_q;
    if (f_reads)
        f_read_q <= f_written_q;
end

`ASSERT(reads_what_was_written, !(f_exist && f_was_read_q) || rdata_o[f_col*COL_W +: COL_W] == f_read_q)

wire rst_i = $anyseq; // it has no reset of its own

// Helper: the word itself.
`ASSERT(word_is_as_written, !(f_exist && f_known_q) || word[f_addr][f_col*COL_W +: COL_W] == f_written_q)

`COVER(old_word_read, f_reads && f_writes && f_known_q)
`COVER(one_column_written, f_writes && !(&wen_i))
`COVER(whole_word_written, f_writes && (&wen_i))
`COVER(other_word_read_later, f_known_q && ren_i && !f_reads)
`COVER(kept_while_written, f_was_read_q && !ren_i && f_read_q != f_written_q)
