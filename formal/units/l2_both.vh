// What a bank with both roles promises beyond others. Put after cache_bytes.vh.
//
// Promises, for any line, f_line:
// * a fill is kept exactly if somebody waits for it who is of this package, or does not say that it needs the line once;
// * an OP_EMPTY of LEVEL_L2_REMOTE leaves the copies of lines whose home is here, and no others; one of LEVEL_L2 leaves none.
//
// Assumes nothing beyond cache_env.vh.
`define IS_HERE(line) (line[HOME_LSB +: HOME_W] == HOME)

// ---- loads that need a line once ----

wire f_once = s1_fn_q == 5'd2 && s1_src_q[SRC_W-1] && s1_op_q == 4'd0;
reg f_keep_q; // one of those who wait for f_line wants it kept
always @(posedge clk_i)
    if (rst_i) f_keep_q <= 1'b0;
    else if (load_miss && f_of_line) f_keep_q <= !f_once;
    else if (load_join && f_of_line) f_keep_q <= f_keep_q || !f_once;
wire f_fill_ends = fill_done && f_of_line && s1_op_q == 4'd0;
`ASSERT(fill_is_kept_if_wanted, !f_fill_ends || (F_WRITES_BACK ? !fill_install || f_keep_q : fill_install == f_keep_q))
wire [MSHRS-1:0] f_once_agrees;
generate for (g = 0; g < MSHRS; g = g + 1) begin : f_once_of
    assign f_once_agrees[g] = !(f_in[g] && !mshr_store_q[g]) || mshr_once_q[g] == !f_keep_q;
end endgenerate
`ASSERT(once_is_known, &f_once_agrees)
`ASSERT(none_is_here_that_is_needed_once, !(|(f_in & mshr_once_q) && f_is_kept))

// ---- emptying ----

wire [WAYS-1:0] f_near = near[f_set]; // the ways whose line is of here
wire [WAYS-1:0] f_near_fits;
wire [WAYS-1:0] f_kept_far; // the ways whose line goes in a sweep
generate for (g = 0; g < WAYS; g = g + 1) begin : f_near_of
    wire [LINE_W-1:0] line = `LINE_OF(`WAY_KEY(f_row, g), f_set);
    assign f_near_fits[g] = f_near[g] == (f_kept[g] && `IS_HERE(line));
    assign f_kept_far[g] = f_kept[g] && !(keeps_q && `IS_HERE(line));
end endgenerate
// Until the first sweep after a reset has reached the set, nothing is known of it.
`ASSERT(near_is_known, (!f_is_swept && !keeps_q) || (&f_near_fits))
`ASSERT(one_copy_is_kept, !keeps_q || (&f_differ))
`ASSERT(swept_set_has_lines_of_here_alone, swept || !f_is_swept || f_kept_far == 0)

// The followed line: a sweep that keeps it does.
reg f_had_q;       // there was a copy when the sweep began
always @(posedge clk_i)
    if (rst_i) f_had_q <= 1'b0;
    else if (sweep) f_had_q <= f_is_kept;
reg f_sweeps_q;    // a sweep has begun since the last reset, and the sets have not been used since
always @(posedge clk_i)
    f_sweeps_q <= !rst_i && (sweep || (f_sweeps_q && !swept));
wire f_ends_sweep = f_sweeps_q && swept;
`ASSERT(empties_others_alone, !f_ends_sweep || f_is_kept == (f_had_q && keeps_q && `IS_HERE(f_line)))
`ASSERT(sweep_on_its_way, !f_sweeps_q || swept
    || (|f_has_line) == (f_is_swept ? f_had_q && keeps_q && `IS_HERE(f_line) : f_had_q))

// While a sweep leaves lines of here, their copies are what cache_bytes.vh says of copies at rest.
wire [WAYS-1:0] f_has_bit;
generate for (g = 0; g < WAYS; g = g + 1) begin : f_bit_of
    assign f_has_bit[g] = !f_has_line[g] || f_pending_line || f_data_bit[g] == f_copy_bit_q;
end endgenerate
wire f_stays_through = keeps_q && `IS_HERE(f_line);
`ASSERT(kept_copy_was_given, !f_stays_through || !(|f_has_line) || f_copy_q)
`ASSERT(kept_copy_data, !f_stays_through || (&f_has_bit))
`ASSERT(sweeps_while_not_swept, !(keeps_q && !swept) || f_sweeps_q)

// ---- covers ----

`COVER(needed_once_is_not_kept, f_fill_ends && !fill_install)
`COVER(kept_for_one_that_joined, f_fill_ends && fill_install && f_joined_once_q)
reg f_joined_once_q;
always @(posedge clk_i)
    if (rst_i || f_fill_ends) f_joined_once_q <= 1'b0;
    else if (load_miss && f_of_line) f_joined_once_q <= f_once;
`COVER(sweep_leaves_a_copy, f_ends_sweep && f_is_kept)
`COVER(sweep_drops_a_copy_of_another, f_ends_sweep && f_had_q && !f_is_kept && keeps_q)
`COVER(sweep_of_all_drops_a_copy_of_here, f_ends_sweep && f_had_q && !keeps_q && `IS_HERE(f_line))
`COVER(hit_after_a_sweep, f_swept_with_copy_q && load_hit && f_of_line)
reg f_swept_with_copy_q;
always @(posedge clk_i)
    f_swept_with_copy_q <= !rst_i && !sweep && (f_swept_with_copy_q || (f_ends_sweep && f_is_kept));
