// The row of one set, any of them, of the RAM `entries`, in which ram_some.vh keeps no other: f_row, of set f_set.

(* hierconn *) wire [SET_W-1:0] \entries.f_block ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.f_kept_q ;
wire [SET_W-1:0] f_set = \entries.f_block ;
wire [WAYS*ENTRY_W-1:0] f_row = \entries.f_kept_q ;
`ASSERT(sweep_ends, sweep_q <= SETS)
