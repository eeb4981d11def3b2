// What a bank whose ways are divided between lines of here and of other packages promises. Put after l2_both.vh, with
// PARTITION defined. For any WINDOW, LINK_LINES and DRAM_LINES.
//
// Promises
// * each side has one way at least;
// * a new line whose side has its ways in the set takes the place of one of its side; any other takes a free way if there
//   is one, else one of the other side; of these ways it takes none that was used since all had been, if another was not;
// * the division changes at the end of a window alone, by one way: to other packages if LINK_LINES lines of theirs came in
//   it and not DRAM_LINES of here, to here if it was the other way round, towards half if both came, and else not.
//
// Assumes nothing beyond cache_env.vh.
wire [WAYS-1:0] f_own = f_kept & (`IS_HERE(s1_line_q) ? f_near : ~f_near);
reg [WAY_W:0] f_own_count;
integer f_w;
always @* begin
    f_own_count = 0;
    for (f_w = 0; f_w < WAYS; f_w = f_w + 1)
        f_own_count = f_own_count + f_own[f_w];
end
wire f_new = f_of_set && f_installs && !(|f_mine);
wire f_has_its_ways = f_own_count >= (`IS_HERE(s1_line_q) ? WAYS - split_q : split_q);
wire [WAYS-1:0] f_takes_from = f_has_its_ways ? f_own : ~f_own;
`ASSERT(each_side_has_a_way, split_q >= 1 && split_q <= WAYS - 1)
`ASSERT(keeps_to_its_side, !f_new || f_takes_from[fill_way])
`ASSERT(takes_a_free_way_first, !(f_new && !f_has_its_ways && !(&f_kept)) || !f_kept[fill_way])
`ASSERT(used_stays_of_those, !f_new || !f_kept[fill_way] || !f_used_q[fill_way] || (f_takes_from & ~f_used_q) == 0)

// The window as this text counts it.
wire f_line_comes = f_takes_answer_head && mem_op == 4'd0;
reg [31:0] f_cycle_q;
reg [31:0] f_others_q;
reg [31:0] f_ours_q;
wire f_ends_window = f_cycle_q == WINDOW - 1 && !idle_o;
always @(posedge clk_i)
    if (rst_i || f_ends_window) begin
        f_cycle_q <= 0;
        f_others_q <= 0;
        f_ours_q <= 0;
    end else if (!idle_o) begin
        f_cycle_q <= f_cycle_q + 1;
        f_others_q <= f_others_q + (f_line_comes && !`IS_HERE(mem_line));
        f_ours_q <= f_ours_q + (f_line_comes && `IS_HERE(mem_line));
    end
wire f_links = f_others_q >= LINK_LINES;
wire f_dram = f_ours_q >= DRAM_LINES;
wire [WAY_W:0] f_towards = f_links && f_dram ? WAYS/2 : f_links ? WAYS - 1 : f_dram ? 1 : split_q;
reg [WAY_W:0] f_split_q; // what the division must be
always @(posedge clk_i)
    if (rst_i) f_split_q <= WAYS/2;
    else if (f_ends_window) f_split_q <= split_q < f_towards ? split_q + 1 : split_q > f_towards ? split_q - 1 : split_q;
`ASSERT(division_is_as_it_must_be, split_q == f_split_q)
`ASSERT(window_is_counted, window_q == f_cycle_q && others_came_q == f_others_q && ours_came_q == f_ours_q)
`ASSERT(window_has_its_length, f_cycle_q < WINDOW && f_others_q <= f_cycle_q && f_ours_q <= f_cycle_q)

`COVER(a_way_more_for_others, split_more && !f_dram)
`COVER(a_way_more_for_here, split_less && !f_links)
`COVER(both_are_busy, f_ends_window && f_links && f_dram)
`COVER(takes_one_of_its_side, f_new && f_has_its_ways && !(&f_kept))
`COVER(takes_one_of_the_other, f_new && !f_has_its_ways && (&f_kept))
