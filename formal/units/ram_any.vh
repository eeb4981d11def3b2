// What ram_some.vh leaves free: which words it keeps, and what is read of others, anew in each cycle.
wire [ADDR_W-1:0] f_any = $anyconst;
wire [COLS*COL_W-1:0] f_free = $anyseq;
