// um_switch, for any sizes. With HOMES defined um_switch_homes, for any home_i, FAR and places of the names, too. Put
// after channel.vh, with arbiter_seen.vh in the arbiters.
//
// Promises, for any input and any output and so for all of them: the channel contract at outputs; a
// message goes to the output that it names, once and unchanged; messages of one input to one output keep
// their order; nothing comes out that did not go in. Progress: the head of an input's queue is passed
// over in at most NIN - 1 cycles in which its output could take a message. idle_o is set only if nothing moves
// until a message passes.
// With HOMES a message for package home_i, which need not be a constant, names its output as without, and one for
// another package names output FAR + n by the number n in FAR_W of its bits.
// With NARROW defined um_switch_narrow (um_switch_narrow_homes with HOMES), for any LINE_OPS, HEAD_CYCLES and LINE_CYCLES:
// a message of n cycles keeps its input and its output from others for n cycles, and is shown when these have passed;
// progress is counted in the cycles in which both are free.
// Without queues, QUEUE_IN=0, the message at an input is its head, and goes in when it goes to its output.
// Assumes nothing of its environment. A message that names no output is never passed on and blocks its
// input: the system must be composed so that there is no such message (wiring.requests_reach_owners).
`ifdef HOMES
localparam F_OUT_W = $clog2(NOUT + 1);
`else
localparam F_OUT_W = DEST_W;
`endif
wire [IN_W-1:0] f_in = $anyconst;
wire [F_OUT_W-1:0] f_out = $anyconst;
wire f_exist = f_in < NIN && f_out < NOUT;

`ifdef NARROW
wire f_out_taken = f_exist && out_taken[f_out];
wire f_in_taken = f_exist && in_taken[f_in];
wire f_out_valid = out_valid_q[f_out];
wire f_shown = out_valid_o[f_out];
`else
wire f_out_taken = 1'b0;
wire f_in_taken = 1'b0;
wire f_out_valid = out_valid_o[f_out];
wire f_shown = f_out_valid;
`endif
wire f_out_ready = out_ready_i[f_out];
reg [WIDTH-1:0] f_out_msg;
reg [WIDTH-1:0] f_in_msg;
integer f_s;
always @* begin
    f_out_msg = 0;
    f_in_msg = 0;
    for (f_s = 0; f_s < NOUT; f_s = f_s + 1)
        if (f_out == f_s)
            f_out_msg = out_msg_o[f_s*WIDTH +: WIDTH];
    for (f_s = 0; f_s < NIN; f_s = f_s + 1)
        if (f_in == f_s)
            f_in_msg = in_msg_i[f_s*WIDTH +: WIDTH];
end

// The output that the message at input f_in names.
wire [DEST_W-1:0] f_near = f_in_msg[DEST_LSB +: DEST_W];
`ifdef HOMES
wire f_is_far = f_in_msg[HOME_LSB +: HOME_W] != home_i;
wire [31:0] f_named = f_is_far ? FAR + f_in_msg[FAR_LSB +: FAR_W] : f_near;
`else
wire [DEST_W-1:0] f_named = f_near;
`endif
`CHANNEL_SENDS(out, f_exist && f_shown, f_out_ready, f_out_msg)

wire f_push = f_exist && in_valid_i[f_in] && in_ready_o[f_in];
wire f_pop = f_exist && f_shown && f_out_ready;
wire f_moves = f_exist && moves[f_in];

// Messages in the queue of input f_in.
reg [1:0] f_queue_q;
always @(posedge clk_i)
    if (rst_i)
        f_queue_q <= 0;
    else
        f_queue_q <= f_queue_q + f_push - f_moves;

// Follows an arbitrary message (`pick`) of input f_in to output f_out from where it goes in: through the queue, as
// heads leave it, and to the output's register.
`define FOLLOW(tag) \
    wire f_``tag``_pick = $anyseq; \
    reg f_``tag``_queued_q; \
    reg f_``tag``_behind_q; \
    reg f_``tag``_out_q; \
    reg [WIDTH-1:0] f_``tag``_msg_q; \
    wire f_``tag``_inside = f_``tag``_queued_q || f_``tag``_out_q; \
    wire f_``tag``_enters = f_push && f_``tag``_pick && !f_``tag``_inside \
        && f_named == f_out; \
    wire f_``tag``_head = f_``tag``_queued_q && !f_``tag``_behind_q; \
    wire f_``tag``_place = head_q[f_in] ^ f_``tag``_behind_q; \
    wire [WIDTH-1:0] f_``tag``_found = waiting[{f_in, f_``tag``_place}]; \
    always @(posedge clk_i) \
        if (rst_i) begin \
            f_``tag``_queued_q <= 1'b0; \
            f_``tag``_behind_q <= 1'b0; \
            f_``tag``_out_q <= 1'b0; \
        end else if (f_``tag``_enters) begin \
            f_``tag``_queued_q <= QUEUE_IN > 0; \
            f_``tag``_behind_q <= QUEUE_IN > 0 && f_queue_q != f_moves; \
            f_``tag``_out_q <= QUEUE_IN == 0; \
            f_``tag``_msg_q <= f_in_msg; \
        end else begin \
            if (f_moves) begin \
                f_``tag``_queued_q <= f_``tag``_queued_q && f_``tag``_behind_q; \
                f_``tag``_behind_q <= 1'b0; \
            end \
            f_``tag``_out_q <= f_``tag``_head && f_moves || f_``tag``_out_q && !f_pop; \
        end \
    `ASSERT(tag``_comes_out_unchanged, !f_``tag``_out_q || f_out_valid && f_out_msg == f_``tag``_msg_q) \
    `ASSERT(tag``_is_in_its_queue, !f_``tag``_queued_q || f_queue_q > f_``tag``_behind_q) \
    `ASSERT(tag``_is_in_its_slot, !f_``tag``_queued_q || f_``tag``_found == f_``tag``_msg_q) \
    `ASSERT(tag``_keeps_its_name, !f_``tag``_queued_q || dest[{f_in, f_``tag``_place}] == f_out) \
    `ASSERT(tag``_in_one_place, f_``tag``_queued_q ? !f_``tag``_out_q : !f_``tag``_behind_q) \
    `ASSERT(tag``_exists, !f_``tag``_inside || f_exist)

// Two messages: the earlier one, and the later one, which went in while the earlier was inside.
`FOLLOW(one)
`FOLLOW(other)
reg f_one_is_earlier_q;
always @(posedge clk_i)
    if (rst_i)
        f_one_is_earlier_q <= 1'b0;
    else if (f_other_enters)
        f_one_is_earlier_q <= f_one_inside && !(f_one_out_q && f_pop);
    else if (f_one_out_q && f_pop)
        f_one_is_earlier_q <= 1'b0;

// Messages of input f_in for output f_out that went in and have not come out. Each message at the output is counted
// for the input that won; no more messages are counted for an input than went in there.
wire [IN_W-1:0] f_winner = winner[f_out*IN_W +: IN_W];
wire f_granted = f_exist && grant[f_out];
reg [IN_W-1:0] f_from_q;
wire f_is_ours = f_exist && f_out_valid && f_from_q == f_in;
wire f_comes = f_push && f_named == f_out;
wire f_head_is_ours = f_exist && one_q[f_in] && dest[{f_in, head_q[f_in]}] == f_out;
wire f_second_is_ours = f_exist && two_q[f_in] && dest[{f_in, !head_q[f_in]}] == f_out;
reg [1:0] f_owed_q;
always @(posedge clk_i) begin
    if (rst_i)
        f_owed_q <= 0;
    else
        f_owed_q <= f_owed_q + f_comes - (f_is_ours && f_pop);
    if (f_granted)
        f_from_q <= f_winner;
end

`ASSERT(comes_from_an_input, !(f_exist && f_out_valid) || f_from_q < NIN)
`ASSERT(none_from_nowhere, !f_is_ours || f_owed_q != 0)
`ASSERT(in_order, !(f_one_is_earlier_q && f_other_out_q))
wire f_could_take = !f_out_valid || f_pop;
`ASSERT(ready_unless_full, !f_exist || QUEUE_IN == 0 || in_ready_o[f_in] == (f_queue_q < QUEUE_IN))
`ASSERT(passed_on_if_there_is_room, QUEUE_IN > 0 || !f_comes || f_could_take && !f_in_taken)

// Progress: cycles in which output f_out could take a message and did not take the followed one, which is a head.
wire f_waits = QUEUE_IN > 0 ? f_one_head
    : f_exist && in_valid_i[f_in] && f_named == f_out;
reg [IN_W:0] f_passed_q;
always @(posedge clk_i)
    if (rst_i || !f_waits || f_moves)
        f_passed_q <= 0;
    else if (f_could_take && !f_in_taken)
        f_passed_q <= f_passed_q + 1'b1;
reg f_due_q;
always @(posedge clk_i)
    f_due_q <= !rst_i && f_waits && f_could_take && !f_in_taken;

`ASSERT(waits_for_the_others_at_most, f_passed_q <= NIN - 1)
`ASSERT(output_never_left_empty, !f_due_q || f_out_valid)

wire f_nothing_passes = !(|(in_valid_i & in_ready_o)) && !(|(out_valid_o & out_ready_i));
`ASSERT(idle_until_a_message_passes, !(idle_o && f_nothing_passes) || !(|moves))

// Helpers: the meaning of the queues' bits and the arbiter's, for the followed message's input and output.
`ASSERT(two_are_more_than_one, !(|(two_q & ~one_q)))
`ASSERT(queue_bits_count, !f_exist || f_queue_q == one_q[f_in] + two_q[f_in])
`ASSERT(owed_are_inside, f_owed_q == {1'b0, f_is_ours} + f_head_is_ours + f_second_is_ours)
`ASSERT(earlier_is_ahead, !f_one_is_earlier_q || (f_one_inside && f_other_inside))
`ASSERT(later_is_behind, !f_one_is_earlier_q || !f_one_queued_q || (!f_one_behind_q && f_other_behind_q))
`ASSERT(queue_is_not_overfull, f_queue_q <= QUEUE_IN)
`ASSERT(one_place_is_the_first, QUEUE_IN > 1 || head_q == 0)

// What the arbiters remember: arbiter_seen.vh.
`REPEAT(NOUT) (* hierconn *) wire [NIN-1:0] \output_port[#].arbiter.f_after ;
wire [NOUT*NIN-1:0] f_afters;
`REPEAT(NOUT) assign f_afters[#*NIN +: NIN] = \output_port[#].arbiter.f_after ;
wire [NIN-1:0] f_after = f_afters[f_out*NIN +: NIN];
localparam [IN_W:0] F_NIN = NIN;
reg [IN_W:0] f_first_q;  // the input that comes first at output f_out
always @(posedge clk_i)
    if (rst_i)
        f_first_q <= 0;
    else if (f_granted)
        f_first_q <= {1'b0, f_winner} + 1'b1 == F_NIN ? 0 : {1'b0, f_winner} + 1'b1;
wire [IN_W:0] f_my_place = f_in >= f_first_q ? f_in - f_first_q : f_in + F_NIN - f_first_q;
reg [NIN-1:0] f_from_first;
integer f_n;
always @*
    for (f_n = 0; f_n < NIN; f_n = f_n + 1)
        f_from_first[f_n] = f_n >= f_first_q;
`ASSERT(first_exists, f_first_q < F_NIN)
`ASSERT(after_is_from_first, !f_exist || f_after == f_from_first || (f_after == 0 && f_first_q == 0))
`ASSERT(passed_move_forward, !f_waits || f_passed_q + f_my_place <= NIN - 1)
`ASSERT(passed_is_of_a_head, QUEUE_IN == 0 || f_one_head || f_passed_q == 0)

`ifdef NARROW
// How long the last message of input f_in takes its input, and the last of output f_out its output.
localparam F_LONGEST = LINE_CYCLES > HEAD_CYCLES ? LINE_CYCLES : HEAD_CYCLES;
wire [WIDTH-1:0] f_head_msg = QUEUE_IN > 0 ? waiting[{f_in, head_q[f_in]}] : f_in_msg;
wire [LEFT_W:0] f_head_takes = LINE_OPS[{1'b0, f_head_msg[OP_LSB +: 4]}] ? LINE_CYCLES : HEAD_CYCLES;
wire [LEFT_W:0] f_out_takes = LINE_OPS[{1'b0, f_out_msg[OP_LSB +: 4]}] ? LINE_CYCLES : HEAD_CYCLES;
reg [LEFT_W:0] f_since_q; // cycles since a head left input f_in, up to those that it takes
reg [LEFT_W:0] f_takes_q;
reg [LEFT_W:0] f_there_q; // cycles that the message at output f_out has been there
always @(posedge clk_i) begin
    if (rst_i) begin
        f_since_q <= 0;
        f_takes_q <= 0;
        f_there_q <= 0;
    end else begin
        f_since_q <= f_moves ? 1 : f_since_q + (f_since_q < f_takes_q);
        if (f_moves)
            f_takes_q <= f_head_takes;
        f_there_q <= f_granted ? 1 : !f_out_valid || f_pop ? 0 : f_there_q + (f_there_q < f_out_takes);
    end
end
`ASSERT(input_is_taken_for_its_bytes, !f_exist || f_in_taken == (f_since_q < f_takes_q))
`ASSERT(none_moves_from_a_taken_input, !(f_moves && f_in_taken))
`ASSERT(shown_when_its_bytes_have_passed, !f_exist || !f_out_valid || f_shown == (f_there_q >= f_out_takes))
`ASSERT(idle_when_no_bytes_pass, !idle_o || !f_in_taken && !f_out_taken)
`ASSERT(none_comes_to_a_taken_output, !(f_granted && f_out_taken))
// Helpers: what the counters mean.
wire [LEFT_W-1:0] f_in_left = in_left_q[f_in*LEFT_W +: LEFT_W];
wire [LEFT_W-1:0] f_out_left = out_left_q[f_out*LEFT_W +: LEFT_W];
wire [LEFT_W-1:0] f_from_left = in_left_q[f_from_q*LEFT_W +: LEFT_W];
`ASSERT(both_ports_are_taken_alike, !f_out_taken || f_out_left == f_from_left)
`ASSERT(input_left_counts, !f_exist || f_in_left == f_takes_q - f_since_q && f_since_q <= f_takes_q)
`ASSERT(output_left_counts, !f_exist || (f_out_valid ? f_out_left == f_out_takes - f_there_q && f_there_q <= f_out_takes : f_out_left == 0 && f_there_q == 0))
`ASSERT(not_passed_over_while_taken, !f_in_taken || f_passed_q == 0)
`ASSERT(taken_for_the_longest_at_most, f_takes_q <= F_LONGEST)
`COVER_WHERE(NOUT > 1, waits_for_its_input, f_waits && f_in_taken && f_could_take)
`COVER(not_shown_yet, f_exist && f_out_valid && !f_shown && f_there_q > 1)
`COVER(long_and_short_at_once, NOUT == 1 || f_exist && f_out_taken && grant != 0)
`endif

`COVER(queue_full, f_exist && f_queue_q == QUEUE_IN)
`COVER(all_are_for_one_output, f_owed_q == QUEUE_IN + 1)
`COVER(passed_over_by_all_others, f_waits && f_passed_q == NIN - 1)
// With one place in a queue there is no second, and without places no queue.
`COVER(head_blocks_the_second, QUEUE_IN < 2 || NOUT == 1 || f_one_queued_q && f_one_behind_q && !f_out_valid && !f_head_is_ours)
`COVER(outputs_take_at_once, NOUT > NIN || &grant)
`COVER(earlier_at_output_later_queued, QUEUE_IN == 0 || f_one_is_earlier_q && f_one_out_q && f_other_queued_q)
`COVER(both_queued, QUEUE_IN < 2 || f_one_is_earlier_q && f_one_queued_q)
`COVER(later_comes_out, f_other_out_q && f_pop)
`COVER(idle_with_a_waiting_head, idle_o && |head_valid)
`COVER(push_and_move, QUEUE_IN == 1 || f_push && f_moves)
`ifdef HOMES
`COVER(comes_for_this_package, f_comes && !f_is_far)
`COVER(comes_for_the_first_of_another, f_comes && f_is_far && f_out == FAR)
`COVER_WHERE(FAR + 1 < NOUT, comes_for_the_last_of_another, f_comes && f_is_far && f_out == NOUT - 1)
`COVER(near_and_far_at_once, NOUT == 1 || grant[0] && grant[NOUT-1])
`endif
