// All rows of the RAM `entries` beside each other, f_rows: row s begins at bit s*WAYS*ENTRY_W.

`REPEAT(SETS) (* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[#] ;
wire [SETS*WAYS*ENTRY_W-1:0] f_rows;
`REPEAT(SETS) assign f_rows[#*WAYS*ENTRY_W +: WAYS*ENTRY_W] = \entries.word[#] ;
`ASSERT(sweep_ends, sweep_q <= SETS)
