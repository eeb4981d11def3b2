// The order of sends, where it is that of clocks. Put after reqtracker.vh, with ORDERED defined; with ORDERED_RC, too,
// for release consistency.
//
// Promises
//   Of two requests that wait, one of the batch goes before one that is not, then the one of the earlier clock, then
//   the one that came first; but requests of one line go in order of arrival, and a request goes in the place of the
//   first of its line's.
//   Under rc a load of the batch may pass a request whose line is in flight.
//   If the first of all waits for no line in flight, and DRAM and TSU have room, a request is sent.
//   A request sees at most 2*ENTRIES - 1 others go first.
// Assumes nothing more than reqtracker.vh.
wire [ENTRIES-1:0] f_unsent = busy_q & ~sent_q;
wire [ENTRIES-1:0] f_sent_now = f_sends ? F_ONE << look_tag_o : 0;
// The batch: those that wait, or come, when the last of the batch before goes.
reg [ENTRIES-1:0] f_batch_q;
wire [ENTRIES-1:0] f_left = f_unsent & ~f_sent_now;
wire [ENTRIES-1:0] f_new = admit ? F_ONE << free_at : 0;
always @(posedge clk_i)
    if (rst_i)
        f_batch_q <= 0;
    else if (f_sends && (f_left & f_batch_q) == 0)
        f_batch_q <= f_left | f_new;
    else
        f_batch_q <= f_batch_q & ~f_sent_now & ~f_new;

// Whether entry j goes before entry i.
`define GOES_BEFORE(j, i) \
    (f_batch_q[j] != f_batch_q[i] ? f_batch_q[j] : cts[j] != cts[i] ? cts[j] < cts[i] : `BEFORE(j, i))
reg [ENTRIES-1:0] f_is_first;
reg [ENTRIES-1:0] f_line_flies;  // the line of the entry is in flight
always @* begin : firsts
    integer i, j;
    for (i = 0; i < ENTRIES; i = i + 1) begin
        f_is_first[i] = f_unsent[i];
        f_line_flies[i] = 1'b0;
        for (j = 0; j < ENTRIES; j = j + 1)
            if (j != i) begin
                f_is_first[i] = f_is_first[i] && !(f_unsent[j] && `GOES_BEFORE(j, i));
                f_line_flies[i] = f_line_flies[i] || (busy_q[j] && sent_q[j] && line[j] == line[i]);
            end
    end
end
// Whether the entry that is sent is of the line of the first; whether the first's line is in flight.
reg f_of_first_line;
reg f_first_flies;
always @* begin : first_line
    integer i;
    f_of_first_line = 1'b0;
    f_first_flies = 1'b0;
    for (i = 0; i < ENTRIES; i = i + 1) begin
        f_of_first_line = f_of_first_line || (f_is_first[i] && line[i] == line[look_tag_o]);
        f_first_flies = f_first_flies || (f_is_first[i] && f_line_flies[i]);
    end
end
`ifdef ORDERED_RC
wire f_may_pass = f_first_flies && op[look_tag_o] != 4'd1 && op[look_tag_o] != 4'd6 && op[look_tag_o] != 4'd8
    && op[look_tag_o] != 4'd9 && ((f_unsent & f_batch_q) == 0 || f_batch_q[look_tag_o]);
`COVER(load_passes, f_sends && !f_of_first_line)
`COVER(no_load_may_pass, f_first_flies && !f_sends && dram_req_room && look_ready_i && !unit_done
    && (f_unsent & ~held_q) != 0)
`else
wire f_may_pass = 1'b0;
`COVER(first_waits_for_its_line, f_first_flies && (f_unsent & ~held_q) != 0 && dram_req_room && look_ready_i)
`endif
`ASSERT(first_goes_first, !f_sends || f_of_first_line || f_may_pass)
`ASSERT(one_is_first, f_unsent == 0 || (f_is_first != 0 && (f_is_first & (f_is_first - 1'b1)) == 0))
`ASSERT(first_goes_when_there_is_room, f_unsent == 0 || f_first_flies || !dram_req_room || !look_ready_i || unit_done
    || f_sends)

// The bound.
reg [TAG_W+1:0] f_gone_before_q;  // sends while f_me waits
reg [TAG_W:0] f_batch_count;
integer f_c;
always @* begin
    f_batch_count = 0;
    for (f_c = 0; f_c < ENTRIES; f_c = f_c + 1)
        f_batch_count = f_batch_count + (f_unsent[f_c] && f_batch_q[f_c]);
end
always @(posedge clk_i)
    f_gone_before_q <= rst_i || !f_unsent[f_me] || f_sent_now[f_me] ? 0 : f_gone_before_q + f_sends;
`ASSERT(sent_in_bounded_time, f_gone_before_q < 2*ENTRIES)
`COVER(earlier_clock_passes, f_sends && f_unsent[f_me] && `BEFORE(f_me, look_tag_o)
    && cts[look_tag_o] < cts[f_me] && line[look_tag_o] != line[f_me])
`COVER(batch_goes_before_an_earlier_clock, f_sends && f_unsent[f_me] && cts[f_me] < cts[look_tag_o]
    && line[look_tag_o] != line[f_me] && f_batch_q[look_tag_o] && !f_batch_q[f_me])
`COVER(many_go_before, f_gone_before_q == ENTRIES)

// Helpers: the matrix and the batch are as above.
`ASSERT(batch_is_the_batch, (batch_q & f_unsent) == (f_batch_q & f_unsent))
`ASSERT(batch_waits, (f_batch_q & ~f_unsent) == 0)
`EACH_PAIR(matrix_is_the_order, !(f_unsent[i] && f_unsent[j]) || order_q[i*ENTRIES + j] == `GOES_BEFORE(j, i))
`EACH(none_before_itself, !f_unsent[i] || !order_q[i*ENTRIES + i])
`EACH_PAIR(older_is_of_the_batch, !(f_unsent[i] && f_unsent[j] && `BEFORE(j, i) && f_batch_q[i]) || f_batch_q[j])
`ASSERT(gone_and_to_go, !f_unsent[f_me]
    || f_gone_before_q + f_batch_count <= (f_batch_q[f_me] ? 2*ENTRIES : ENTRIES))
