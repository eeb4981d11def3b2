// What the timestamp storage unit promises, for any one line and so for all of them.
//
// Assumes nothing of its environment.

(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[0] ;
(* hierconn *) wire [WAYS*ENTRY_W-1:0] \entries.word[1] ;
(* hierconn *) wire [2:0] \delay.head_q ;
(* hierconn *) wire [2:0] \delay.tail_q ;

wire [LINE_W-1:0] f_line = $anyconst;
wire f_set = f_line[0];
wire [KEY_W-1:0] f_key = f_line[LINE_W-1:1];
wire [WAYS*ENTRY_W-1:0] f_row = f_set ? \entries.word[1] : \entries.word[0] ;
wire [WAYS*ENTRY_W-1:0] s1_row = s1_set ? \entries.word[1] : \entries.word[0] ;

// Fields of entry `way` of a row.
`define VALID(row, way) row[(way)*ENTRY_W + ENTRY_W - 1]
`define EPOCH(row, way) row[(way)*ENTRY_W + KEY_W + 2*TS_W +: EPOCH_W]
`define WTS(row, way) row[(way)*ENTRY_W + KEY_W + TS_W +: TS_W]
`define MEMTS(row, way) row[(way)*ENTRY_W + KEY_W +: TS_W]
`define KEY(row, way) row[(way)*ENTRY_W +: KEY_W]

wire [1:0] f_live = {`VALID(f_row, 1) && `EPOCH(f_row, 1) == epoch && `KEY(f_row, 1) == f_key,
                     `VALID(f_row, 0) && `EPOCH(f_row, 0) == epoch && `KEY(f_row, 0) == f_key};
wire [TIME_W-1:0] f_memts = {epoch, f_live[0] ? `MEMTS(f_row, 0) : f_live[1] ? `MEMTS(f_row, 1) : floor_q};
wire [TIME_W-1:0] f_kept_wts = {epoch, f_live[0] ? `WTS(f_row, 0) : f_live[1] ? `WTS(f_row, 1) : floor_q};

// Ghosts: the latest lease and the latest store granted to the line since the TSU was emptied.
reg [TIME_W-1:0] f_granted_q;
reg [TIME_W-1:0] f_stored_q;
wire f_grant = grants && s1_line_q == f_line;
wire [TIME_W-1:0] f_rts = {epoch, end_of_lease[TS_W-1:0]};
wire [TIME_W-1:0] f_wts = {epoch, wts};
always @(posedge clk_i)
    if (rst_i || empty) begin
        f_granted_q <= 0;
        f_stored_q <= 0;
    end else if (f_grant) begin
        if (f_rts > f_granted_q) f_granted_q <= f_rts;
        if (s1_store_q) f_stored_q <= f_wts;
    end

`ASSERT(lease_within_memts, !swept || f_granted_q <= f_memts)
`ASSERT(nothing_granted_while_sweeping, swept || (f_granted_q == 0 && f_stored_q == 0 && floor_q == 0 && epoch == 0 && !s1_valid_q))
`ASSERT(one_entry_a_line, !swept || !(&f_live))
`ASSERT(row_is_current, !s1_valid_q || row == s1_row)
`ASSERT(swept_sets_are_empty, !(!swept && sweep_q == 1) || !(|{`VALID(\entries.word[0] , 0), `VALID(\entries.word[0] , 1)}))
`ASSERT(store_beyond_leases, !(f_grant && s1_store_q) || f_wts > f_granted_q)
`ASSERT(store_beyond_stores, !(f_grant && s1_store_q) || f_wts > f_stored_q)
