// Promises of the memory controller as a pair of request tracker and TSU, beyond the promises of each alone.
// For TSU_LATENCY=4 and TAG_W=2, or 1 with TWO_ENTRIES defined (the names of inner registers below), and any
// other sizes. With NO_CLOCKS, that of the published protocol, whose requests carry nothing for the TSU.
//
// Promises: the TSU grants each look-up once, and nothing else, which the tracker's proof assumes;
// a look-up has the fields of its request; the answer has the line that was looked up and the times that
// were granted to it; the unit is idle only if nothing in it moves before a message comes or goes.
// Assumes nothing of its environment.
localparam F_ENTRIES = 1 << TAG_W;
localparam F_LINE_W = LINE_W - UMC_W;
`ifdef NO_CLOCKS
localparam F_GRANT_W = TIME_W + TS_W + TAG_W;  // rts, wts, tag
`else
localparam F_GRANT_W = 1 + TIME_W + TS_W + TAG_W;  // same, rts, wts, tag
`endif
localparam F_RSP_LINE = 8*LINE_BYTES;
localparam F_RSP_WTS = F_RSP_LINE + LINE_W + 4 + SRC_W;
localparam F_RSP_RTS = F_RSP_WTS + TS_W;
localparam F_RSP_SAME = F_RSP_RTS + TIME_W;
localparam [F_ENTRIES-1:0] F_ONE = 1;

// The tracker's table, its sending and answering.
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.busy_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.held_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.sent_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.tsu_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.store_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.change_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.empty_q ;
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[0] ;
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[1] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.wts[0] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.wts[1] ;
(* hierconn *) wire [TIME_W-1:0] \reqtracker.rts[0] ;
(* hierconn *) wire [TIME_W-1:0] \reqtracker.rts[1] ;
`ifndef TWO_ENTRIES
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[2] ;
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[3] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.wts[2] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.wts[3] ;
(* hierconn *) wire [TIME_W-1:0] \reqtracker.rts[2] ;
(* hierconn *) wire [TIME_W-1:0] \reqtracker.rts[3] ;
`endif
`ifndef NO_CLOCKS
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.copy_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.same_q ;
(* hierconn *) wire [TIME_W-1:0] \reqtracker.cts[0] ;
(* hierconn *) wire [TIME_W-1:0] \reqtracker.cts[1] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.copy_rts[0] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.copy_rts[1] ;
`ifndef TWO_ENTRIES
(* hierconn *) wire [TIME_W-1:0] \reqtracker.cts[2] ;
(* hierconn *) wire [TIME_W-1:0] \reqtracker.cts[3] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.copy_rts[2] ;
(* hierconn *) wire [TS_W-1:0] \reqtracker.copy_rts[3] ;
`endif
`endif
(* hierconn *) wire \reqtracker.admit ;
(* hierconn *) wire \reqtracker.dram_rsp_valid ;
(* hierconn *) wire \reqtracker.change ;
(* hierconn *) wire \reqtracker.write_made ;
(* hierconn *) wire \reqtracker.done ;
(* hierconn *) wire [TAG_W-1:0] \reqtracker.done_at ;
(* hierconn *) wire [RSP_W-1:0] \reqtracker.rsp_msg ;

// The TSU's stage 1, and its delay line.
(* hierconn *) wire \tsu.s1_valid_q ;
(* hierconn *) wire [TAG_W-1:0] \tsu.s1_tag_q ;
(* hierconn *) wire [F_LINE_W-1:0] \tsu.s1_line_q ;
(* hierconn *) wire \tsu.s1_store_q ;
(* hierconn *) wire \tsu.s1_empty_q ;
`ifndef NO_CLOCKS
(* hierconn *) wire [TIME_W-1:0] \tsu.s1_cts_q ;
(* hierconn *) wire \tsu.s1_copy_q ;
(* hierconn *) wire [TS_W-1:0] \tsu.s1_copy_rts_q ;
(* hierconn *) wire \tsu.same ;
(* hierconn *) wire [TIME_W-TS_W-1:0] \tsu.epoch ;
`endif
(* hierconn *) wire \tsu.swept ;
(* hierconn *) wire \tsu.go ;
(* hierconn *) wire [TS_W:0] \tsu.end_of_lease ;
(* hierconn *) wire [TS_W-1:0] \tsu.wts ;
(* hierconn *) wire [2:0] \tsu.delay.head_q ;
(* hierconn *) wire [2:0] \tsu.delay.ripe_q ;
(* hierconn *) wire [2:0] \tsu.delay.tail_q ;
(* hierconn *) wire [F_GRANT_W-1:0] \tsu.delay.slot[0] ;
(* hierconn *) wire [F_GRANT_W-1:0] \tsu.delay.slot[1] ;
(* hierconn *) wire [F_GRANT_W-1:0] \tsu.delay.slot[2] ;
(* hierconn *) wire [F_GRANT_W-1:0] \tsu.delay.slot[3] ;
wire [2:0] f_delayed = \tsu.delay.tail_q - \tsu.delay.head_q ;
wire [2:0] f_ripe = \tsu.delay.ripe_q - \tsu.delay.head_q ;
wire [1:0] f_head = \tsu.delay.head_q [1:0];
wire [1:0] f_place_0 = 2'd0 - f_head;  // places behind the head
wire [1:0] f_place_1 = 2'd1 - f_head;
wire [1:0] f_place_2 = 2'd2 - f_head;
wire [1:0] f_place_3 = 2'd3 - f_head;
wire [3:0] f_in_use = {{1'b0, f_place_3} < f_delayed, {1'b0, f_place_2} < f_delayed,
                       {1'b0, f_place_1} < f_delayed, {1'b0, f_place_0} < f_delayed};

// Look-ups taken and not granted, by tag.
wire f_look_moves = look_valid && look_ready;
reg [F_ENTRIES-1:0] f_at_tsu_q;
always @(posedge clk_i)
    if (rst_i)
        f_at_tsu_q <= 0;
    else
        f_at_tsu_q <= (f_at_tsu_q & ~(grant_valid ? F_ONE << grant_tag : 0))
            | (f_look_moves ? F_ONE << look_tag : 0);
`ASSERT(granted_what_was_looked_up, !grant_valid || f_at_tsu_q[grant_tag])
`ASSERT(looked_up_when_none_is_out, !look_valid || !f_at_tsu_q[look_tag])

// Any entry, and the TSU's last grant to it.
wire [TAG_W-1:0] f_tag = $anyconst;
`ifdef TWO_ENTRIES
`define OF_TAG(m0, m1, m2, m3) (f_tag[0] ? m1 : m0)
`else
`define OF_TAG(m0, m1, m2, m3) (f_tag[1] ? (f_tag[0] ? m3 : m2) : (f_tag[0] ? m1 : m0))
`endif
wire [LINE_W-1:0] f_line = `OF_TAG(\reqtracker.line[0] , \reqtracker.line[1] ,
    \reqtracker.line[2] , \reqtracker.line[3] );
`ifndef NO_CLOCKS
wire [TIME_W-1:0] f_cts = `OF_TAG(\reqtracker.cts[0] , \reqtracker.cts[1] ,
    \reqtracker.cts[2] , \reqtracker.cts[3] );
wire [TS_W-1:0] f_copy_rts = `OF_TAG(\reqtracker.copy_rts[0] , \reqtracker.copy_rts[1] ,
    \reqtracker.copy_rts[2] , \reqtracker.copy_rts[3] );
`endif
wire [TS_W-1:0] f_wts = `OF_TAG(\reqtracker.wts[0] , \reqtracker.wts[1] ,
    \reqtracker.wts[2] , \reqtracker.wts[3] );
wire [TIME_W-1:0] f_rts = `OF_TAG(\reqtracker.rts[0] , \reqtracker.rts[1] ,
    \reqtracker.rts[2] , \reqtracker.rts[3] );
wire f_busy = \reqtracker.busy_q [f_tag];
wire f_sent = \reqtracker.sent_q [f_tag];
wire f_granted = \reqtracker.tsu_q [f_tag];
wire f_empty = \reqtracker.empty_q [f_tag];
wire f_in_stage = \tsu.s1_valid_q && \tsu.s1_tag_q == f_tag;
wire f_goes = \tsu.go && \tsu.s1_tag_q == f_tag;
wire f_ends = \reqtracker.done && \reqtracker.done_at == f_tag;
reg [F_LINE_W-1:0] f_line_q;
reg [TS_W-1:0] f_wts_q;
reg [TIME_W-1:0] f_rts_q;
reg f_same_q;
always @(posedge clk_i)
    if (f_goes) begin
        f_line_q <= \tsu.s1_line_q ;
        f_wts_q <= \tsu.wts ;
`ifdef NO_CLOCKS
        f_rts_q <= \tsu.end_of_lease [TS_W-1:0];
`else
        f_rts_q <= {\tsu.epoch , \tsu.end_of_lease [TS_W-1:0]};
        f_same_q <= \tsu.s1_copy_q && \tsu.same && \tsu.s1_cts_q [TIME_W-1:TS_W] == \tsu.epoch ;
`endif
    end
// What goes to the TSU with a look-up; whether M9's word is the one granted, at each place.
`ifdef NO_CLOCKS
wire f_clock_fits = 1'b1;
`define GRANT_AS_GRANTED {f_rts_q, f_wts_q, f_tag}
`define SAME_AS_GRANTED(same) 1'b1
`else
wire f_clock_fits = \tsu.s1_cts_q == f_cts && \tsu.s1_copy_q == \reqtracker.copy_q [f_tag]
    && \tsu.s1_copy_rts_q == f_copy_rts;
`define GRANT_AS_GRANTED {f_same_q, f_rts_q, f_wts_q, f_tag}
`define SAME_AS_GRANTED(same) ((same) == f_same_q)
`endif
wire f_changes = \reqtracker.store_q [f_tag] || \reqtracker.change_q [f_tag];
`ASSERT(looks_up_what_was_asked, !f_in_stage || (\tsu.s1_line_q == f_line[LINE_W-1:UMC_W]
    && \tsu.s1_store_q == f_changes && \tsu.s1_empty_q == f_empty && f_clock_fits))
`ASSERT(grant_brings_its_times, !(grant_valid && grant_tag == f_tag && !f_empty)
    || (grant_wts == f_wts_q && grant_rts == f_rts_q && `SAME_AS_GRANTED(grant_same)))
`ASSERT(answered_when_granted, !f_ends || (f_granted && !f_at_tsu_q[f_tag]))
`ASSERT(answer_has_the_line_looked_up, !f_ends
    || \reqtracker.rsp_msg [F_RSP_LINE + UMC_W +: F_LINE_W] == f_line_q)
`ASSERT(answer_has_the_times_granted, !(f_ends && !f_empty)
    || (\reqtracker.rsp_msg [F_RSP_WTS +: TS_W] == f_wts_q
    && \reqtracker.rsp_msg [F_RSP_RTS +: TIME_W] == f_rts_q && `SAME_AS_GRANTED(\reqtracker.rsp_msg [F_RSP_SAME])))
`ASSERT(idle_when_nothing_moves, !idle_o || !(f_look_moves || grant_valid || \tsu.go || !\tsu.swept
    || \reqtracker.admit || \reqtracker.dram_rsp_valid || \reqtracker.change || \reqtracker.write_made
    || \reqtracker.done ))

`COVER(load_answered, f_ends && !f_changes && !f_empty)
`ifdef NO_CLOCKS
`COVER(store_answered, f_ends && f_changes)
`else
`COVER(store_answered, f_ends && f_changes && f_same_q)
`COVER(granted_in_a_later_epoch, grant_valid && grant_tag == f_tag
    && f_rts_q[TIME_W-1:TS_W] != 0 && f_cts < f_rts_q)
`endif
`COVER(emptying_answered, f_ends && f_empty)
`COVER(idle_with_requests, idle_o && \reqtracker.busy_q != 0)
`COVER(two_at_tsu, (f_at_tsu_q & (f_at_tsu_q - 1'b1)) != 0)
`COVER(granted_after_dram, \reqtracker.dram_rsp_valid && f_delayed != 0)
`COVER(request_held, held)

// Helpers: the place of each look-up.
wire [F_ENTRIES-1:0] f_staged = \tsu.s1_valid_q ? F_ONE << \tsu.s1_tag_q : 0;
wire [F_ENTRIES-1:0] f_slot_0 = f_in_use[0] ? F_ONE << \tsu.delay.slot[0] [TAG_W-1:0] : 0;
wire [F_ENTRIES-1:0] f_slot_1 = f_in_use[1] ? F_ONE << \tsu.delay.slot[1] [TAG_W-1:0] : 0;
wire [F_ENTRIES-1:0] f_slot_2 = f_in_use[2] ? F_ONE << \tsu.delay.slot[2] [TAG_W-1:0] : 0;
wire [F_ENTRIES-1:0] f_slot_3 = f_in_use[3] ? F_ONE << \tsu.delay.slot[3] [TAG_W-1:0] : 0;
wire [F_ENTRIES-1:0] f_twice = (f_staged & (f_slot_0 | f_slot_1 | f_slot_2 | f_slot_3))
    | (f_slot_0 & (f_slot_1 | f_slot_2 | f_slot_3)) | (f_slot_1 & (f_slot_2 | f_slot_3))
    | (f_slot_2 & f_slot_3);
`ASSERT(delay_holds_four, f_ripe <= f_delayed && f_delayed <= 4)
`ASSERT(look_ups_are_in_the_tsu, f_at_tsu_q == (f_staged | f_slot_0 | f_slot_1 | f_slot_2 | f_slot_3))
`ASSERT(each_in_one_place, f_twice == 0)
`ASSERT(out_are_those_sent, f_at_tsu_q == (\reqtracker.busy_q & \reqtracker.sent_q & ~\reqtracker.tsu_q ))
`ifdef RENEW
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.fetch_q ;
`ASSERT(refused_are_granted, (\reqtracker.busy_q & \reqtracker.fetch_q & ~(\reqtracker.sent_q & \reqtracker.tsu_q )) == 0)
`COVER(refused, \reqtracker.fetch_q != 0)
`endif
`ASSERT(granted_are_sent, (\reqtracker.busy_q & \reqtracker.tsu_q & ~\reqtracker.sent_q ) == 0)
wire [F_GRANT_W-1:0] f_grant = `GRANT_AS_GRANTED;
`ASSERT(delayed_as_granted, f_empty || !f_busy
    || ((!f_slot_0[f_tag] || \tsu.delay.slot[0] == f_grant)
        && (!f_slot_1[f_tag] || \tsu.delay.slot[1] == f_grant)
        && (!f_slot_2[f_tag] || \tsu.delay.slot[2] == f_grant)
        && (!f_slot_3[f_tag] || \tsu.delay.slot[3] == f_grant)))
`ASSERT(line_as_looked_up, !(f_busy && f_sent && !f_in_stage) || f_line_q == f_line[LINE_W-1:UMC_W])
`ASSERT(times_as_granted, !(f_busy && f_granted && !f_empty)
    || (f_wts == f_wts_q && f_rts == f_rts_q && `SAME_AS_GRANTED(\reqtracker.same_q [f_tag])))
