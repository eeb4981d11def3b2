// um_arbiter, for any N and IDX_W = clog2(N). Needs no other text before it.
//
// Promises: the winner is a requester that wants a grant, the first one in the order that begins after the last
// winner (after a reset, with 0). So a requester that wants without pause sees at most N - 1 grants to others
// before its own. Assumes nothing of its environment: requests may come and go.
localparam [IDX_W:0] F_N = N;

wire [IDX_W-1:0] f_me = $anyconst;  // any requester
wire f_me_exists = {1'b0, f_me} < F_N;
wire f_grant = take_i && any_o;

// Ghosts: the requester that is first in the order now, and how many grants others have had since f_me
// began to want one.
reg [IDX_W:0] f_first_q;
reg [IDX_W:0] f_passed_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_first_q <= 0;
        f_passed_q <= 0;
    end else begin
        if (f_grant)
            f_first_q <= {1'b0, winner_o} + 1'b1 == F_N ? 0 : {1'b0, winner_o} + 1'b1;
        if (!want_i[f_me] || (f_grant && winner_o == f_me))
            f_passed_q <= 0;
        else if (f_grant)
            f_passed_q <= f_passed_q + 1'b1;
    end

// Positions in the order that begins with the first.
wire [IDX_W:0] f_my_place = f_me >= f_first_q ? f_me - f_first_q : f_me + F_N - f_first_q;
wire [IDX_W:0] f_winner_place = winner_o >= f_first_q ? winner_o - f_first_q : winner_o + F_N - f_first_q;

`ASSERT(any_who_wants, any_o == (want_i != 0))
`ASSERT(winner_wants, !any_o || (winner_o < F_N && want_i[winner_o]))
`ASSERT(first_who_wants_wins, !(f_me_exists && want_i[f_me]) || f_winner_place <= f_my_place)
`ASSERT(waits_for_the_others_at_most, !f_me_exists || f_passed_q <= N - 1)

// Helpers: the meaning of after_q; a waiting requester moves forward with each grant to another.
reg [N-1:0] f_from_first;
integer f_k;
always @*
    for (f_k = 0; f_k < N; f_k = f_k + 1)
        f_from_first[f_k] = f_k >= f_first_q;
`ASSERT(first_exists, f_first_q < F_N)
`ASSERT(after_is_from_first, after_q == f_from_first || (after_q == 0 && f_first_q == 0))
`ASSERT(passed_move_forward, !f_me_exists || f_passed_q + f_my_place <= N - 1)

`COVER(waited_for_all_others, f_me_exists && f_passed_q == N - 1)
// With N = 1 there is nobody to wait for.
`COVER(winner_before_the_first, N == 1 || f_grant && winner_o < f_first_q)
`COVER(none_left_after_the_last, after_q == 0)
`COVER(winner_not_taken, any_o && !take_i)
`COVER(gives_up, N == 1 || f_passed_q != 0 && !want_i[f_me])
