// Promises of the memory controller as a pair of request tracker and TSU, beyond the promises of each alone.
// For any sizes. With NO_CLOCKS, that of the published protocol, whose requests carry nothing for the TSU. Put
// delay_seen.vh into the TSU's delay.
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
`REPEAT(2^TAG_W) (* hierconn *) wire [LINE_W-1:0] \reqtracker.line[#] ;
`REPEAT(2^TAG_W) (* hierconn *) wire [TS_W-1:0] \reqtracker.wts[#] ;
`REPEAT(2^TAG_W) (* hierconn *) wire [TIME_W-1:0] \reqtracker.rts[#] ;
`ifndef NO_CLOCKS
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.copy_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.same_q ;
`REPEAT(2^TAG_W) (* hierconn *) wire [TIME_W-1:0] \reqtracker.cts[#] ;
`REPEAT(2^TAG_W) (* hierconn *) wire [TS_W-1:0] \reqtracker.copy_rts[#] ;
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
localparam F_PLACES = 1 << $clog2(TSU_LATENCY);
localparam F_PLACE_W = $clog2(TSU_LATENCY);
(* hierconn *) wire [F_PLACE_W:0] \tsu.delay.head_q ;
(* hierconn *) wire [F_PLACE_W:0] \tsu.delay.ripe_q ;
(* hierconn *) wire [F_PLACE_W:0] \tsu.delay.tail_q ;
(* hierconn *) wire [F_PLACES*F_GRANT_W-1:0] \tsu.delay.f_slots ;
wire [F_PLACES*F_GRANT_W-1:0] f_grants = \tsu.delay.f_slots ;
wire [F_PLACE_W:0] f_delayed = \tsu.delay.tail_q - \tsu.delay.head_q ;
wire [F_PLACE_W:0] f_ripe = \tsu.delay.ripe_q - \tsu.delay.head_q ;
wire [F_PLACE_W-1:0] f_head = \tsu.delay.head_q [F_PLACE_W-1:0];

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
wire [F_ENTRIES*LINE_W-1:0] f_all_lines;
`REPEAT(2^TAG_W) assign f_all_lines[#*LINE_W +: LINE_W] = \reqtracker.line[#] ;
wire [LINE_W-1:0] f_line = f_all_lines[f_tag*LINE_W +: LINE_W];
`ifndef NO_CLOCKS
wire [F_ENTRIES*TIME_W-1:0] f_all_cts;
`REPEAT(2^TAG_W) assign f_all_cts[#*TIME_W +: TIME_W] = \reqtracker.cts[#] ;
wire [TIME_W-1:0] f_cts = f_all_cts[f_tag*TIME_W +: TIME_W];
wire [F_ENTRIES*TS_W-1:0] f_all_copy_rts;
`REPEAT(2^TAG_W) assign f_all_copy_rts[#*TS_W +: TS_W] = \reqtracker.copy_rts[#] ;
wire [TS_W-1:0] f_copy_rts = f_all_copy_rts[f_tag*TS_W +: TS_W];
`endif
wire [F_ENTRIES*TS_W-1:0] f_all_wts;
`REPEAT(2^TAG_W) assign f_all_wts[#*TS_W +: TS_W] = \reqtracker.wts[#] ;
wire [TS_W-1:0] f_wts = f_all_wts[f_tag*TS_W +: TS_W];
wire [F_ENTRIES*TIME_W-1:0] f_all_rts;
`REPEAT(2^TAG_W) assign f_all_rts[#*TIME_W +: TIME_W] = \reqtracker.rts[#] ;
wire [TIME_W-1:0] f_rts = f_all_rts[f_tag*TIME_W +: TIME_W];
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
wire [F_GRANT_W-1:0] f_grant = `GRANT_AS_GRANTED;
wire [F_ENTRIES-1:0] f_staged = \tsu.s1_valid_q ? F_ONE << \tsu.s1_tag_q : 0;
reg [F_ENTRIES-1:0] f_in_delay; // those that some place holds
reg f_each_in_one;
reg f_as_granted;               // what places hold for f_tag
reg [F_PLACE_W-1:0] f_behind;   // places behind the head
reg [F_ENTRIES-1:0] f_here;
integer f_i;
always @* begin
    f_in_delay = 0;
    f_each_in_one = 1'b1;
    f_as_granted = 1'b1;
    f_behind = 0;
    f_here = 0;
    for (f_i = 0; f_i < F_PLACES; f_i = f_i + 1) begin
        f_behind = f_i - f_head;
        f_here = {1'b0, f_behind} < f_delayed ? F_ONE << f_grants[f_i*F_GRANT_W +: TAG_W] : 0;
        if ((f_here & (f_in_delay | f_staged)) != 0)
            f_each_in_one = 1'b0;
        if (f_here[f_tag] && f_grants[f_i*F_GRANT_W +: F_GRANT_W] != f_grant)
            f_as_granted = 1'b0;
        f_in_delay = f_in_delay | f_here;
    end
end
`ASSERT(delay_is_not_overfull, f_ripe <= f_delayed && f_delayed <= F_PLACES)
`ASSERT(look_ups_are_in_the_tsu, f_at_tsu_q == (f_staged | f_in_delay))
`ASSERT(each_in_one_place, f_each_in_one)
`ASSERT(out_are_those_sent, f_at_tsu_q == (\reqtracker.busy_q & \reqtracker.sent_q & ~\reqtracker.tsu_q ))
`ifdef RENEW
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.fetch_q ;
`ASSERT(refused_are_granted, (\reqtracker.busy_q & \reqtracker.fetch_q & ~(\reqtracker.sent_q & \reqtracker.tsu_q )) == 0)
`COVER(refused, \reqtracker.fetch_q != 0)
`endif
`ASSERT(granted_are_sent, (\reqtracker.busy_q & \reqtracker.tsu_q & ~\reqtracker.sent_q ) == 0)
`ASSERT(delayed_as_granted, f_empty || !f_busy || f_as_granted)
`ASSERT(line_as_looked_up, !(f_busy && f_sent && !f_in_stage) || f_line_q == f_line[LINE_W-1:UMC_W])
`ASSERT(times_as_granted, !(f_busy && f_granted && !f_empty)
    || (f_wts == f_wts_q && f_rts == f_rts_q && `SAME_AS_GRANTED(\reqtracker.same_q [f_tag])))
