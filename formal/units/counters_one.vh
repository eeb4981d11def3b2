// um_counters with ONE, put after counters.vh: what makes its promise inductive, and that no other event is counted.

// While no event is looked at, nothing is counted.
reg f_none_q;
always @(posedge clk_i)
    f_none_q <= rst_i || {{32 - SEL_W{1'b0}}, sel_i} >= EVENTS;
`ASSERT(counts_nothing_of_none, !f_none_q || !seen_q)

`ASSERT(seen_is_the_ghosts, !up_q || !f_same_q || !f_of_event || seen_q == f_late_q)
`ASSERT(counter_is_the_ghosts, !up_q || !f_same_q || !f_of_event || count_q[0] == f_count_q)
