// Assumptions of the in-memory sharing tracker about its neighbours, for any sizes.
//
// Assumes
//   of the request tracker: a look-up has a tag and a line that no look-up under way has, and the tag is that of no
//   read of spare bits; it is asked by a package that may hold copies;
//   of the memory controller and DRAM: spare bits come for reads alone, once for each, and are those that were last
//   written, or 0 after reset, unless a write of the line was under way together with the read; the end of a write is
//   told for each once, a cycle after it was taken at the earliest;
//   of the L2 banks: they acknowledge only invalidations that they were sent, each once.
localparam F_TAGS = 1 << TAG_W;
wire f_look = look_valid_i && look_ready_o;
wire f_entry_moves = entry_valid_o && entry_ready_i;
wire f_writes = f_entry_moves && entry_write_o;
wire f_asks = f_entry_moves && !entry_write_o;
wire f_kill = kill_valid_o && kill_ready_i;

// Look-ups under way, by tag.
reg [F_TAGS-1:0] f_open_q;
reg [F_TAGS*LINE_W-1:0] f_line_of_q;
// Reads of spare bits, with the line of a look-up or alone; and whether a write of the line was under way with one.
reg [F_TAGS-1:0] f_reading_q;
reg [F_TAGS-1:0] f_crossed_q;
// The write under way.
reg f_writing_q;
reg [LINE_W-1:0] f_writing_line_q;
// Invalidations sent and not acknowledged, by tag.
reg [F_TAGS*(NODE_W+1)-1:0] f_unacked_q;
wire f_reads = f_look && look_reads_i;
wire f_look_crosses = f_writing_q && f_writing_line_q == look_line_i || f_writes && entry_line_o == look_line_i;
wire f_ask_crosses = f_writing_q && f_writing_line_q == entry_line_o;
integer f_t;
always @(posedge clk_i)
    if (rst_i) begin
        f_open_q <= 0;
        f_reading_q <= 0;
        f_crossed_q <= 0;
        f_writing_q <= 1'b0;
        f_unacked_q <= 0;
    end else begin
        f_writing_q <= (f_writing_q && !wrote_i) || f_writes;
        if (f_writes)
            f_writing_line_q <= entry_line_o;
        for (f_t = 0; f_t < F_TAGS; f_t = f_t + 1) begin
            if (f_writes && entry_line_o == f_line_of_q[f_t*LINE_W +: LINE_W])
                f_crossed_q[f_t] <= 1'b1;
            f_unacked_q[f_t*(NODE_W+1) +: NODE_W+1] <= f_unacked_q[f_t*(NODE_W+1) +: NODE_W+1]
                + {{NODE_W{1'b0}}, f_kill && {{32-TAG_W{1'b0}}, kill_tag_o} == f_t}
                - {{NODE_W{1'b0}}, ack_valid_i && {{32-TAG_W{1'b0}}, ack_tag_i} == f_t};
        end
        if (grant_valid_o)
            f_open_q[grant_tag_o] <= 1'b0;
        if (spare_valid_i)
            f_reading_q[spare_tag_i] <= 1'b0;
        if (f_look) begin
            f_open_q[look_tag_i] <= 1'b1;
            f_line_of_q[look_tag_i*LINE_W +: LINE_W] <= look_line_i;
            f_crossed_q[look_tag_i] <= f_look_crosses;
        end
        if (f_reads)
            f_reading_q[look_tag_i] <= 1'b1;
        if (f_asks) begin
            f_reading_q[entry_tag_o] <= 1'b1;
            f_crossed_q[entry_tag_o] <= f_ask_crosses;
        end
    end
reg f_line_is_open;
integer f_o;
always @* begin
    f_line_is_open = 1'b0;
    for (f_o = 0; f_o < F_TAGS; f_o = f_o + 1)
        if (f_open_q[f_o] && f_line_of_q[f_o*LINE_W +: LINE_W] == look_line_i)
            f_line_is_open = 1'b1;
end
// What was last written beside each line, and what a read finds.
wire [LINE_W-1:0] f_spare_line = f_line_of_q[spare_tag_i*LINE_W +: LINE_W];
`MEMORY(f_memory, LINE_W, 2, f_writes, entry_line_o, entry_state_o, f_spare_line)

// Promised by the request tracker: a tag is the number of an entry, which has one request, from its admission until its
// answer; that comes when it is granted and memory has read its line.
`ASSUME(tag_is_free, look_valid_i, !f_open_q[look_tag_i] && !f_reading_q[look_tag_i])
`ASSUME(one_look_up_a_line, look_valid_i, !f_line_is_open)
// Promised by the memory's switch, which numbers packages.
`ASSUME(node_is_known, look_valid_i, {{32-NODE_W{1'b0}}, look_node_i} < NODES)
// Promised by the memory controller and by DRAM.
`ASSUME(spare_was_asked_for, spare_valid_i, f_reading_q[spare_tag_i])
`ASSUME(spare_is_as_written, spare_valid_i && !f_crossed_q[spare_tag_i], spare_state_i == f_memory_at_get)
`ASSUME(write_was_sent, wrote_i, f_writing_q)
// Promised by the L2 banks.
`ASSUME(ack_is_of_an_invalidation, ack_valid_i, f_unacked_q[ack_tag_i*(NODE_W+1) +: NODE_W+1] != 0)
