// um_counters, for any EVENTS and COUNT_W; one counter with ONE.
//
// Promises: whatever is looked at meanwhile, what is shown of an event is the number of cycles since reset in which the
// event was set, up to the highest value of COUNT_W bits, where it stays. Of no event 0 is shown. With ONE, as long as
// the same event is looked at, it is that number, one cycle later, modulo 2^COUNT_W.
// Assumes nothing.

wire [SEL_W-1:0] f_which = $anyconst; // any of the events
wire f_of_event = {{32 - SEL_W{1'b0}}, f_which} < EVENTS;
reg f_event;
integer f_k;
always @* begin
    f_event = 1'b0;
    for (f_k = 0; f_k < EVENTS; f_k = f_k + 1)
        if ({{32 - SEL_W{1'b0}}, f_which} == f_k)
            f_event = event_i[f_k];
end

// Ghosts: how often the event was seen, and whether nothing else was looked at since reset.
reg [COUNT_W-1:0] f_count_q;
reg f_same_q;
reg f_late_q;
wire f_counts = ONE != 0 ? f_late_q : f_event;
always @(posedge clk_i) begin
    f_late_q <= !rst_i && f_event;
    f_same_q <= rst_i || (f_same_q && sel_i == f_which);
    f_count_q <= rst_i ? {COUNT_W{1'b0}}
               : f_counts && (ONE != 0 || !(&f_count_q)) ? f_count_q + 1'b1 : f_count_q;
end

wire f_shown = sel_i == f_which && f_of_event && (ONE == 0 || f_same_q);
`ASSERT(shows_how_often, !up_q || !f_shown || count_o == {{64 - COUNT_W{1'b0}}, f_count_q})
`ASSERT(of_no_event_nothing, ONE != 0 || {{32 - SEL_W{1'b0}}, sel_i} < EVENTS || count_o == 64'd0)

`COVER(counts_to_two, f_shown && f_count_q == 2)
`COVER_WHERE(COUNT_W <= 4, highest_and_more, f_shown && (&f_count_q) && f_event)
