// um_epoch, for any EPOCH_W and STORED.
//
// Promises: the epoch is the number of steps since the last clear, or the number of the last raise plus the steps
// since; a clear overrides a raise, and a raise a step. It never falls, except to 0 on a clear or a reset.
// current_o says exactly which stored epochs equal it. spent_o and last_o say that half of the numbers, and all
// of them, are used up.
// Assumes what epoch_env.vh says, which is put before this text.

wire [31:0] f_which = $anyconst; // any of the stored epochs
reg f_current;
reg f_equal;
integer f_k;
always @* begin
    f_current = 1'b0;
    f_equal = 1'b0;
    for (f_k = 0; f_k < STORED; f_k = f_k + 1)
        if (f_which == f_k) begin
            f_current = current_o[f_k];
            f_equal = stored_i[f_k*EPOCH_W +: EPOCH_W] == epoch_o;
        end
end

// Ghosts: the epoch in the last cycle, and the one expected now.
reg f_was_q;
reg [EPOCH_W-1:0] f_epoch_q;
reg [EPOCH_W:0] f_next_q;
always @(posedge clk_i) begin
    f_was_q <= up_q && !rst_i;
    f_epoch_q <= epoch_o;
    f_next_q <= clear_i || rst_i ? 0 : raise_i ? raise_to_i : epoch_o + {{EPOCH_W{1'b0}}, step_i};
end
reg f_zeroed_q;
always @(posedge clk_i)
    f_zeroed_q <= clear_i || rst_i;

`ASSERT(current_if_equal, f_current == f_equal)
`ASSERT(is_what_was_asked_for, !f_was_q || epoch_o == f_next_q)
`ASSERT(falls_only_to_zero, !f_was_q || epoch_o >= f_epoch_q || (f_zeroed_q && epoch_o == 0))
`ASSERT(zero_after_reset_or_clear, !f_zeroed_q || epoch_o == 0)
`ASSERT(spent_from_half_on, spent_o == ({epoch_o, 1'b0} >= 1 << EPOCH_W))
`ASSERT(last_has_no_next, last_o == ({1'b0, epoch_o} + 1 == 1 << EPOCH_W))

// Helper: the ghosts agree in the first cycle after a reset.
`ASSERT(zeroed_asked_for_zero, !f_zeroed_q || f_next_q == 0)

`COVER(steps, f_was_q && epoch_o == f_epoch_q + 1 && f_epoch_q != 0)
`COVER(raised, f_was_q && epoch_o > f_epoch_q + 1)
`COVER(cleared_from_the_last, f_was_q && &f_epoch_q && epoch_o == 0)
`COVER(spent, spent_o && !last_o)
`COVER(raise_and_step, raise_i && step_i && !clear_i)
