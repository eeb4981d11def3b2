// In place of ram_any.vh, in um_ram itself: what um_ram reads is what ram_some.vh is given as free.
wire rst_i = 1'b0; // it has no reset of its own
wire [ADDR_W-1:0] f_any = $anyconst;
wire [(COLS > 1 ? $clog2(COLS) : 1)-1:0] f_any_col = $anyconst;
`CHOSEN(a_column_there_is, f_any_col < COLS)
wire [COLS*COL_W-1:0] f_free = word[raddr_i];
