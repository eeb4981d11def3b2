// Promises of every first-in first-out unit between its channels `in` and `out`. Put after channel.vh and before
// the unit's own text, which adds when in_ready_o and out_valid_o are set.
// One message, picked arbitrarily when it goes in, is followed by its position in the queue to its exit. As it may
// be any message, all come out once, unchanged and in order. Assumes nothing of its environment.
//   `QUEUE(most)             at most `most` messages are inside
//   `QUEUE_OF(most, leaves)  the followed message, f_msg_q as it went in, comes out as `leaves`
`define QUEUE(most) `QUEUE_OF(most, f_msg_q)
`define QUEUE_OF(most, leaves) \
    localparam F_COUNT_W = $clog2((most) + 1) + 1; \
    wire f_pick = $anyseq; \
    wire f_push = in_valid_i && in_ready_o; \
    wire f_pop = out_valid_o && out_ready_i; \
    reg [F_COUNT_W-1:0] f_count_q; \
    reg f_inside_q; \
    reg [F_COUNT_W-1:0] f_ahead_q; \
    reg [WIDTH-1:0] f_msg_q; \
    wire f_enters = f_push && f_pick && !f_inside_q; \
    wire f_first = f_inside_q && f_ahead_q == 0; \
    always @(posedge clk_i) \
        if (rst_i) begin \
            f_count_q <= 0; \
            f_inside_q <= 1'b0; \
        end else begin \
            f_count_q <= f_count_q + f_push - f_pop; \
            if (f_enters) begin \
                f_inside_q <= 1'b1; \
                f_ahead_q <= f_count_q - f_pop; \
                f_msg_q <= in_msg_i; \
            end else if (f_inside_q && f_pop) begin \
                f_inside_q <= f_ahead_q != 0; \
                f_ahead_q <= f_ahead_q - 1'b1; \
            end \
        end \
    `ASSERT(no_more_than_fit, f_count_q <= (most)) \
    `ASSERT(none_from_nowhere, !out_valid_o || f_count_q != 0) \
    `ASSERT(in_order_and_unchanged, !(f_first && out_valid_o) || out_msg_o == (leaves)) \
    `ASSERT(followed_is_inside, !f_inside_q || f_ahead_q < f_count_q) \
    `COVER(full, f_count_q == (most)) \
    `COVER(followed_behind_all, f_inside_q && f_ahead_q == (most) - 1) \
    `COVER(followed_leaves, f_first && f_pop) \
    `COVER(both_ends_move, (most) > 1 ? f_push && f_pop : f_pop)
