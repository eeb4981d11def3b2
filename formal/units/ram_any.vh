// What ram_some.vh leaves free: which words and which column it keeps, and what is read of others, anew in each cycle.
wire [ADDR_W-1:0] f_any = $anyconst;
wire [(COLS > 1 ? $clog2(COLS) : 1)-1:0] f_any_col = $anyconst;
wire [COLS*COL_W-1:0] f_free = $anyseq;
