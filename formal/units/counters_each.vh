// um_counters without ONE, put after counters.vh: what makes its promise inductive. The counter of the event is the
// ghost's, also while another one is looked at.

wire [EVENTS-1:0] f_right;
genvar f_i;
generate
    for (f_i = 0; f_i < EVENTS; f_i = f_i + 1)
        assign f_right[f_i] = {{32 - SEL_W{1'b0}}, f_which} != f_i || count_q[f_i] == f_count_q;
endgenerate
`ASSERT(counter_is_the_ghosts, !up_q || (&f_right))
