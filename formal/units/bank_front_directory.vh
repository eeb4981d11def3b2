// The directory of um_bank_front_hmg, for KILLS=4 (the names of its places are written out). Put after
// rows_all.vh, channel.vh, cache_queues.vh and bank_front_env.vh, with DIRECTORY defined.
//
// Promises, for any line of here, f_line, and any other package, f_p:
// * sharers_are_known: if the last that went to f_p of the line was an answer to a load, and no invalidation, the line's
//   entry has f_p among its sharers. So the sharers are a superset of those with copies, also when entries give way;
// * store_kills: when the answer of a store or an atomic passes that is not f_p's, and f_p may have the line, an
//   invalidation of the line for f_p enters the queue of kills in that cycle;
// * each entry of that queue, any of them, goes to each package of its set once, in order, and not before the answers to
//   other packages that had passed when it entered (kill_is_behind): so an invalidation overtakes no answer with the line;
// * a release is answered when its invalidations have been acknowledged by all other packages (release_waits_for_all), and
//   they go behind all kills that entered before;
// * kill_has_room, far_rsp_has_room: the bank's answers wait for no other package; few_slots.
//
// Assumes what bank_front_env.vh says.
`define RSP_OP(msg) msg[8*LINE_BYTES + LINE_W +: 4]
localparam F_KILL_N = $clog2(KILLS) + 2;
`ASSERT(places_are_as_defined, REMOTES == 2 && KILLS == 4 && PACKAGES > HOME)
`CHANNEL_OUT(req)
`CHANNEL_OUT(own_rsp)
`CHANNEL_OUT(far_rsp)
`CHANNEL_OUT(far_ack)

// ---- the line and the package ----

wire [HOME_LSB-1:0] f_low = $anyconst;
wire [LINE_W-1:0] f_here = HOME;
wire [LINE_W-1:0] f_line = (f_here << HOME_LSB) | (({{LINE_W{1'b0}}, f_low} << BANK_W | f_bank) & ~({LINE_W{1'b1}} << HOME_LSB));
wire [HOME_W-1:0] f_p = $anyconst;
wire f_p_is_other = f_p != HOME && f_p < PACKAGES;

// What passes the directory: an answer of the bank.
wire f_passes = rsp_pop && rsp_line == f_line;
wire f_to_p = rsp_dst[SRC_W-1] && rsp_dst[HOME_W-1:0] == f_p;
wire f_fills = f_passes && f_to_p && rsp_op == 4'd0;
wire f_writes = f_passes && !f_to_p && `WRITES(rsp_op);
// What enters the queue of kills.
wire f_enters = kills || release_go;
wire f_kills_it = kills && home_line == f_line && killed[f_p];
reg f_last_q; // the last that went to f_p of the line was an answer to a load
always @(posedge clk_i)
    if (rst_i) f_last_q <= 1'b0;
    else f_last_q <= f_fills || (f_last_q && !f_kills_it);

`define ROW_OF(line) f_rows[line[BANK_W +: SET_W]*WAYS*ENTRY_W +: WAYS*ENTRY_W]
wire [WAYS*ENTRY_W-1:0] f_row = `ROW_OF(f_line);
wire [KEY_W-1:0] f_key = f_line[BANK_W + SET_W +: KEY_W];
`define WAY_SHARERS(row, way) row[(way)*ENTRY_W + KEY_W +: PACKAGES]
`define WAY_IS(row, way, key) (`WAY_SHARERS(row, way) != 0 && row[(way)*ENTRY_W +: KEY_W] == (key))
reg [PACKAGES-1:0] f_sharers; // of the line's entry
reg f_has_entry, f_has_two;
integer f_w;
always @* begin
    f_sharers = 0;
    f_has_entry = 1'b0;
    f_has_two = 1'b0;
    for (f_w = 0; f_w < WAYS; f_w = f_w + 1)
        if (`WAY_IS(f_row, f_w, f_key)) begin
            f_sharers = f_sharers | `WAY_SHARERS(f_row, f_w);
            f_has_two = f_has_two || f_has_entry;
            f_has_entry = 1'b1;
        end
end
`ASSERT(sharers_are_known, !(f_p_is_other && f_last_q) || f_sharers[f_p])
`ASSERT(store_kills, !(f_p_is_other && f_writes && f_last_q) || f_kills_it)
`ASSERT(one_entry_a_line, !swept || !f_has_two)
reg f_swept_are_empty;
integer f_way;
always @* begin
    f_swept_are_empty = 1'b1;
    for (f_way = 0; f_way < SETS*WAYS; f_way = f_way + 1)
        if (`WAY_SHARERS(f_rows, f_way) != 0)
            f_swept_are_empty = f_swept_are_empty && f_way / WAYS >= sweep_q;
end
`ASSERT(swept_sets_are_empty, swept || f_swept_are_empty)
`ASSERT(row_is_current, !looked_q || row == `ROW_OF(rsp_line))
`ASSERT(looks_for_the_head, !looked_q || (rsp_valid && looks && swept))
`ASSERT(nothing_before_the_sweep, swept || !f_last_q)

// ---- one entry of the queue of kills ----

wire [KILL_W:0] f_kill_n = kill_tail_q - kill_head_q;
`ASSERT(kill_has_room, !f_enters || f_kill_n < KILLS)
`ASSERT(few_kills, f_kill_n <= KILLS)
wire f_pick = $anyseq;
reg f_it_q;                   // it is in the queue
reg [KILL_W:0] f_ahead_q;     // entries before it
reg [LINE_W-1:0] f_its_line_q;
reg [PACKAGES-1:0] f_its_set_q;
reg [SRC_W:0] f_its_src_q;
reg [AT_W:0] f_behind_q;      // answers to other packages that had passed before it and have not left
reg [PACKAGES-1:0] f_got_q;   // packages that it has gone to
wire f_it_goes = f_it_q && f_ahead_q == 0 && kill_go;
`OUT_QUEUE(passed, FAR_RSP_W, \far_rsp_queue.head_q , \far_rsp_queue.tail_q , \far_rsp_queue.slot[0] , \far_rsp_queue.slot[1] )
wire [1:0] f_far_n = f_passed_tail - f_passed_head; // answers that have passed and not left
`ASSERT(far_two_at_most, f_far_n <= 2)
always @(posedge clk_i)
    if (rst_i) f_it_q <= 1'b0;
    else if (!f_it_q && f_pick && f_enters) begin
        f_it_q <= 1'b1;
        f_ahead_q <= f_kill_n - kill_done;
        f_its_line_q <= kills ? home_line : release_line;
        f_its_set_q <= kills ? killed : ~(1 << HOME);
        f_its_src_q <= {!kills, of_far ? far_who : own_who};
        f_behind_q <= f_far_n - answer_goes;
        f_got_q <= 0;
    end else if (f_it_q) begin
        if (kill_done) begin
            f_ahead_q <= f_ahead_q - 1'b1;
            if (f_ahead_q == 0) f_it_q <= 1'b0;
        end
        if (answer_goes && f_behind_q != 0) f_behind_q <= f_behind_q - 1'b1;
        if (f_it_goes) f_got_q[kill_to] <= 1'b1;
    end
wire [KILL_W-1:0] f_its_at = kill_head_q[KILL_W-1:0] + f_ahead_q[KILL_W-1:0];
`ASSERT(it_is_in_the_queue, !f_it_q || f_ahead_q < f_kill_n)
`ASSERT(it_is_in_its_place, !f_it_q || (kill_line[f_its_at] == f_its_line_q && kill_set[f_its_at] == f_its_set_q
    && kill_src[f_its_at][SRC_W] == f_its_src_q[SRC_W]
    && (!f_its_src_q[SRC_W] || kill_src[f_its_at] == f_its_src_q)))
`ASSERT(kill_goes_as_it_entered, !f_it_goes || (out_msg[8*LINE_BYTES +: LINE_W] == f_its_line_q && `IS_KILL(out_msg)
    && f_its_set_q[kill_to] && !f_got_q[kill_to] && out_msg[F_DST +: HOME_W] == kill_to
    && out_msg[0] == f_its_src_q[SRC_W]))
`ASSERT(kill_is_behind, !f_it_goes || f_behind_q == 0)
`ASSERT(kill_goes_to_all, !(f_it_goes && kill_done) || (f_got_q | (1 << kill_to)) == f_its_set_q)
`ASSERT(told_are_the_first, !f_it_q || f_got_q == (f_ahead_q == 0 ? kill_told_q : 0))
`ASSERT(told_without_a_kill, kill_any || kill_told_q == 0)
`ASSERT(it_has_somebody, !f_it_q || (f_its_set_q != 0 && (f_its_set_q & ~f_got_q) != 0))
`ASSERT(counts_differ_by_the_queue, far_in_q - far_out_q == f_far_n)
wire [AT_W:0] f_its_behind = kill_behind[f_its_at];
`ASSERT(behind_is_counted, !f_it_q || f_its_behind - far_out_q == f_behind_q)
`ASSERT(behind_at_most, !f_it_q || f_behind_q <= f_far_n)

// ---- releases ----

`ASSERT(release_waits_for_all, !tells_release || f_pushed_q == f_acked_q)
reg [HOME_W:0] f_pushed_q; // of the release that waits: invalidations sent,
reg [HOME_W:0] f_acked_q;  // and acknowledgements
wire f_release_goes = kill_go && kill_release;
always @(posedge clk_i)
    if (rst_i || tells_release) begin
        f_pushed_q <= 0;
        f_acked_q <= 0;
    end else begin
        f_pushed_q <= f_pushed_q + f_release_goes;
        f_acked_q <= f_acked_q + dir_ack_pop;
    end
`ASSERT(waits_for_the_rest, !waits_q || (wait_left_q == PACKAGES - 1 - f_acked_q && f_pushed_q <= PACKAGES - 1))
`ASSERT(acked_of_pushed, f_acked_q <= f_pushed_q && (waits_q || f_pushed_q == 0))
wire [2:0] f_told_n = kill_told_q[0] + kill_told_q[1] + kill_told_q[2 % PACKAGES] * (PACKAGES > 2)
    + kill_told_q[3 % PACKAGES] * (PACKAGES > 3);
`ASSERT(pushed_are_told, !waits_q || (kill_any && kill_release && kill_told_q != 0 ? f_pushed_q == f_told_n
    : f_pushed_q == PACKAGES - 1))
`ASSERT(waits_while_telling, !(kill_any && kill_release && kill_told_q != 0) || waits_q)
`ASSERT(release_goes_to_all, !f_it_q || !f_its_src_q[SRC_W] || f_its_set_q == (((1 << PACKAGES) - 1) & ~(1 << HOME)))
wire [PACKAGES-1:0] f_first_set = kill_set[kill_at];
`ASSERT(told_is_of_the_set, (kill_told_q & ~f_first_set) == 0 || !kill_any)
// Invalidations of releases on their way out of here, and those that are not acknowledged.
`OUT_QUEUE(outs, FAR_RSP_W, \out_queue.head_q , \out_queue.tail_q , \out_queue.slot[0] , \out_queue.slot[1] )
`define WANTS_ACK(msg) (`IS_KILL(msg) && msg[0])
wire [2:0] f_going = (f_outs[0] && `WANTS_ACK(f_outs_0)) + (f_outs[1] && `WANTS_ACK(f_outs_1));
`IN_QUEUE(dir_acks, ACK_W, \dir_ack_queue.head_q , \dir_ack_queue.tail_q , \dir_ack_queue.slot[0] , \dir_ack_queue.slot[1] )
wire [HOME_W+2:0] f_on_the_way = f_going + f_unacked_q + f_dir_acks[0] + f_dir_acks[1];
`ASSERT(release_is_counted, {2'd0, f_pushed_q} == f_acked_q + f_on_the_way)
`ASSERT(few_unacked, f_unacked_q <= PACKAGES - 1)

// ---- places ----

`ASSERT(far_rsp_has_room, !far_rsp_push || far_rsp_room)
`ASSERT(few_slots, slots_q <= KILLS)
`IN_QUEUE(back, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
`OUT_QUEUE(ask, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
`OUT_QUEUE(own_out, OWN_RSP_W, \own_rsp_queue.head_q , \own_rsp_queue.tail_q , \own_rsp_queue.slot[0] , \own_rsp_queue.slot[1] )
`OUT_QUEUE(acks_out, ACK_W, \far_ack_queue.head_q , \far_ack_queue.tail_q , \far_ack_queue.slot[0] , \far_ack_queue.slot[1] )
`define ASKS_SLOT(msg) (msg[F_SRC + SRC_W - 1] || (`REQ_IS_HERE(msg) && `WRITES(`REQ_OP(msg))))
`define TELLS_SLOT(msg) (msg[F_DST + SRC_W - 1] || (`RSP_IS_HERE(msg) && `WRITES(`RSP_OP(msg))))
wire [3:0] f_slots_in = (f_ask[0] && `ASKS_SLOT(f_ask_0)) + (f_ask[1] && `ASKS_SLOT(f_ask_1));
wire [3:0] f_slots_out = (f_back[0] && `TELLS_SLOT(f_back_0)) + (f_back[1] && `TELLS_SLOT(f_back_1));
`define OF_BANK(msg) (msg[8*LINE_BYTES +: BANK_W] == f_bank)
`ASSERT(answers_are_of_the_bank, (!f_back[0] || `OF_BANK(f_back_0)) && (!f_back[1] || `OF_BANK(f_back_1)))
`ASSERT(answers_are_no_kills, !(f_back[0] && `IS_KILL(f_back_0)) && !(f_back[1] && `IS_KILL(f_back_1))
    && !(f_passed[0] && `IS_KILL(f_passed_0)) && !(f_passed[1] && `IS_KILL(f_passed_1)))
`ASSERT(few_of_each, f_writes_q <= KILLS && f_far_q <= REMOTES)
`ASSERT(slots_are_counted, slots_q == f_far_q + f_writes_q + f_slots_in + f_slots_out + f_kill_n)
wire [3:0] f_far_entering = (f_ask[0] && f_ask_0[F_SRC + SRC_W - 1]) + (f_ask[1] && f_ask_1[F_SRC + SRC_W - 1]);
wire [3:0] f_far_leaving = (f_back[0] && f_back_0[F_DST + SRC_W - 1]) + (f_back[1] && f_back_1[F_DST + SRC_W - 1]);
wire [KILLS-1:0] f_in_order;      // kills wait for no fewer answers than those before them
wire [KILLS-1:0] f_has_somebody;  // packages that it has not gone to
wire [KILLS-1:0] f_set_of_release; // a release is for all others
wire [KILLS-1:0] f_far_release; // in the queue of kills, asked for by others
genvar g;
generate for (g = 0; g < KILLS; g = g + 1) begin : f_releases
    wire [KILL_W-1:0] at = kill_head_q[KILL_W-1:0] + g;
    wire [SRC_W:0] src = kill_src[at];
    wire [PACKAGES-1:0] set = kill_set[at];
    assign f_has_somebody[g] = !(g < f_kill_n) || (set & ~(g == 0 ? kill_told_q : 0)) != 0;
    assign f_set_of_release[g] = !(g < f_kill_n && src[SRC_W]) || set == (((1 << PACKAGES) - 1) & ~(1 << HOME));
    wire [KILL_W-1:0] next = kill_head_q[KILL_W-1:0] + g + 1;
    wire [AT_W:0] left = kill_behind[at] - far_out_q;        // answers that go before it
    wire [AT_W:0] next_left = kill_behind[next] - far_out_q;
    assign f_in_order[g] = !(g < f_kill_n) || (left <= f_far_n && (!(g + 1 < f_kill_n) || left <= next_left));
    assign f_far_release[g] = g < f_kill_n && src[SRC_W] && src[SRC_W-1] && !(g == 0 && kill_told_q != 0);
end endgenerate
`ASSERT(kills_are_in_order, &f_in_order)
`ASSERT(each_has_somebody, &f_has_somebody)
`ASSERT(releases_go_to_all, &f_set_of_release)
wire [3:0] f_far_releases = f_far_release[0] + f_far_release[1] + f_far_release[2] + f_far_release[3]
    + (waits_q && wait_src_q[SRC_W-1]);
`ASSERT(far_ones_are_counted, far_q == f_far_q + f_far_entering + f_far_leaving + f_far_n + f_far_releases)
`ASSERT(few_far_ones, far_q <= REMOTES)

// ---- covers ----

`COVER(shares, f_fills && f_p_is_other)
`COVER(kills_a_sharer, f_writes && f_kills_it && f_p_is_other)
`COVER(gives_way, f_kills_it && is_share)
`COVER(its_own_store_keeps_it, f_passes && f_to_p && `WRITES(rsp_op) && f_last_q)
`COVER(kill_waits_for_an_answer, kill_any && !kill_turn)
`COVER(goes_to_three, f_it_goes && kill_done && f_got_q != 0)
`COVER(release_goes, f_release_goes && kill_done)
`COVER(release_is_told_to_far, tells_release && release_far)
`COVER(release_is_told_to_own, tells_release && !release_far)
`COVER(release_waits_for_another, kill_turn && kill_release && waits_q && kill_told_q == 0)
`COVER(slots_are_full, slots_q == KILLS)
`COVER(queue_of_kills_is_full, f_kill_n == KILLS)
`COVER(ack_ends_here, ack_go && !is_wanted)
`COVER(ack_goes_on, ack_go && is_wanted)

// Two L1s ask another package for one line at a time: f_mine of bank_front_env.vh keeps their requests apart.
wire [LINE_W-1:0] f_both_line = $anyconst;
wire f_both_ask = f_shows_mine && own_req_ready_o && `REQ_LINE(own_req_msg_i) == f_both_line;
wire [OWN_W-1:0] f_both_asker = own_req_msg_i[F_SRC +: OWN_W];
wire f_first_is_told = own_rsp_valid_o && own_rsp_ready_i && !`RSP_IS_HERE(own_rsp_msg_o)
    && `RSP_LINE(own_rsp_msg_o) == f_both_line && own_rsp_msg_o[F_DST +: OWN_W] == 0;
reg f_first_asks_q;
always @(posedge clk_i)
    f_first_asks_q <= !rst_i && ((f_first_asks_q && !f_first_is_told) || (f_both_ask && f_both_asker == 0));
`COVER(two_l1s_ask_for_one_line, f_first_asks_q && f_both_ask && f_both_asker == 1)
