// All rows of the RAM `entries` beside each other, f_rows: row s begins at bit s*WAYS*ENTRY_W. SETS is 2, or 4 with
// FOUR_SETS defined (the names of the rows are written out).

(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[0] ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[1] ;
`ifdef FOUR_SETS
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[2] ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[3] ;
localparam F_SETS = 4;
wire [F_SETS*WAYS*ENTRY_W-1:0] f_rows = {\entries.word[3] , \entries.word[2] , \entries.word[1] , \entries.word[0] };
`else
localparam F_SETS = 2;
wire [F_SETS*WAYS*ENTRY_W-1:0] f_rows = {\entries.word[1] , \entries.word[0] };
`endif
`ASSERT(sets_are_as_defined, SETS == F_SETS)
`ASSERT(sweep_ends, sweep_q <= SETS)
