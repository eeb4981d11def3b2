// um_bank_front whose bank is also a GPU home, for any widths and for REMOTES=2 and NEARS=2 (the names of places are written
// out). Put after channel.vh, cache_queues.vh, bank_front_names.vh and bank_front_gpu_env.vh.
//
// Promises, without circles, as formal/wiring takes it (no_circle):
// * near_has_room: a near request leaves the channel of requests at once, so no far one waits behind one;
// * far_rsp_has_room, there_req_has_room: what the bank answers others, and what it asks others, always has room;
// * each_has_a_place_of_its_own: an own request for a line of another package, and a near one, is let in only with an entry
//   of its own half of the table: at most REMOTES of each are in the bank;
// * one_of_a_line_is_let_in: of a line there is one of them, or there are loads, of which one joins the other, so that
//   none is parked in the bank behind another of them;
// * far_waits_for_two, near_waits_for_two, own_waits_for_two: a request that may go in waits for room in the bank's queue,
//   and for one of each other kind at most.
// What it asks others goes to the GPU home of the line or, from there, in the home's GPU, and if it is a release, to the
// home: asks_where_it_must.
// Fresh loads: fresh_passes_the_copy, near_fresh_stops_here.
// Nothing changes while it calls itself idle and no message passes: idle_until_a_message_passes.
//
// Assumes what bank_front_gpu_env.vh says.
`CHANNEL_OUT(req)
`CHANNEL_OUT(own_rsp)
`CHANNEL_OUT(far_rsp)
`CHANNEL_OUT(mem_rsp)
`CHANNEL_OUT(here_req)
`CHANNEL_OUT(there_req)
`CHANNEL_OUT(far_ack)
`ASSERT(places_are_as_defined, REMOTES == 2 && NEARS == 2 && CHIPS == 2)

// ---- no circles ----

`ASSERT(near_has_room, !far_is_near || near_room)
`ASSERT(far_rsp_has_room, (!inside_rsp_push || inside_rsp_room) && (!across_rsp_push || across_rsp_room))
`ASSERT(there_req_has_room, !there_req_push || there_req_room)
`ASSERT(each_has_a_place_of_its_own, !(f_own_in || f_near_in)
    || (f_own_in ? |f_goes_in[1:0] && f_goes_in[3:2] == 0 : |f_goes_in[3:2] && f_goes_in[1:0] == 0))

wire [LINE_W-1:0] f_line_0 = entry_line[0];
wire [LINE_W-1:0] f_line_1 = entry_line[1];
wire [LINE_W-1:0] f_line_2 = entry_line[2];
wire [LINE_W-1:0] f_line_3 = entry_line[3];
wire [SRC_W-1:0] f_who_0 = entry_who[0];
wire [SRC_W-1:0] f_who_1 = entry_who[1];
wire [SRC_W-1:0] f_who_2 = entry_who[2];
wire [SRC_W-1:0] f_who_3 = entry_who[3];
`define APART(a, b) (!(busy_q[a] && busy_q[b]) || f_line_``a`` != f_line_``b`` || (load_q[a] && load_q[b]))
`define UNLIKE(a, b) (!(busy_q[a] && busy_q[b]) || f_line_``a`` != f_line_``b`` || f_who_``a`` != f_who_``b``)
`ASSERT(one_of_a_line_is_let_in, `APART(0, 1) && `APART(0, 2) && `APART(0, 3) && `APART(1, 2) && `APART(1, 3) && `APART(2, 3))
`ASSERT(one_of_a_line_and_asker, `UNLIKE(0, 1) && `UNLIKE(2, 3))
`define IS_OWN_ENTRY(e) (!busy_q[e] || (!f_who_``e``[SRC_W-1] && `HOME_OF(f_line_``e``) != HOME[HOME_W-1:0]))
`define IS_NEAR_ENTRY(e) (!busy_q[e] || (f_who_``e``[SRC_W-1] && `HOME_OF(f_line_``e``) != HOME[HOME_W-1:0] && `HOMED_OF(f_line_``e``)))
`ASSERT(entries_are_of_others, `IS_OWN_ENTRY(0) && `IS_OWN_ENTRY(1) && `IS_NEAR_ENTRY(2) && `IS_NEAR_ENTRY(3))

// Turns: of three who could go in, each waits for the two others at most.
wire f_own_could = own_may && (own_release || req_room);
wire f_near_could = near_may && req_room;
wire f_far_could = far_may && (far_release || req_room);
`define TURNS(what) \
    reg [1:0] f_``what``_passed_q; \
    always @(posedge clk_i) \
        f_``what``_passed_q <= rst_i || what``_go ? 2'd0 : f_``what``_passed_q + {1'b0, f_``what``_could && go}; \
    `ASSERT(what``_waits_for_two, !(f_``what``_could && f_``what``_passed_q == 2'd2) || what``_go || !go) \
    `ASSERT(what``_passed_two_at_most, f_``what``_passed_q <= 2'd2)
`ASSERT(goes_in_by_its_turn, !(any && req_room) || go)
`ASSERT(one_goes_in, !go || {1'b0, own_go} + near_go + far_go == 2'd1)

// ---- where it asks ----

wire [HOME_W-1:0] f_ask_home = ask_line[HOME_LSB +: HOME_W];
wire [HOME_W-1:0] f_me = HOME;
wire f_asks_gpu_home = `GPU_OF(f_ask_home) != `GPU_OF(f_me) && f_ask_home[CHIP_W-1:0] != f_me[CHIP_W-1:0]
    && !(ask_op == 4'd1 && ask_fn == 5'd1);
wire [HOME_W-1:0] f_gpu_home = {`GPU_OF(f_me), f_ask_home[CHIP_W-1:0]};
`ASSERT(asks_where_it_must, !there_req_push || there_req_msg[F_SRC +: 2*HOME_W]
    == {f_asks_gpu_home ? f_gpu_home : f_ask_home, f_me})

// A fresh load of the system passes the GPU home's copy, one of this GPU's scope does not pass a home's.
`ASSERT(fresh_passes_the_copy, !(near_go && near_op == 4'd0 && near_fn == 5'd1) || `REQ_OP(req_msg) == 4'd5)
`ASSERT(near_fresh_stops_here, !(own_go && own_op == 4'd5 && own_fn == 5'd3 && `HOMED_OF(own_line)) || `REQ_OP(req_msg) == 4'd0)

// ---- helpers: what is where ----

`IN_QUEUE(own_asked, OWN_REQ_W, \own_req_queue.head_q , \own_req_queue.tail_q , \own_req_queue.slot[0] , \own_req_queue.slot[1] )
`IN_QUEUE(far_asked, FAR_REQ_W, \far_req_queue.head_q , \far_req_queue.tail_q , \far_req_queue.slot[0] , \far_req_queue.slot[1] )
`QUEUE_OF_TWO(nears, FAR_REQ_W, \near_queue.head_q , \near_queue.tail_q , \near_queue.slot[0] , \near_queue.slot[1] )
`OUT_QUEUE(ask, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
`IN_QUEUE(back, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
`QUEUE_OF_FOUR(passed, FAR_RSP_W, \inside_rsp_queue.head_q , \inside_rsp_queue.tail_q , \inside_rsp_queue.slot[0] , \inside_rsp_queue.slot[1] , \inside_rsp_queue.slot[2] , \inside_rsp_queue.slot[3] )
`QUEUE_OF_TWO(passed_across, FAR_RSP_W, \across_rsp_queue.head_q , \across_rsp_queue.tail_q , \across_rsp_queue.slot[0] , \across_rsp_queue.slot[1] )
`OUT_QUEUE(outs, FAR_RSP_W, \out_queue.head_q , \out_queue.tail_q , \out_queue.slot[0] , \out_queue.slot[1] )
`IN_QUEUE(below, MEM_REQ_W, \mem_req_queue.head_q , \mem_req_queue.tail_q , \mem_req_queue.slot[0] , \mem_req_queue.slot[1] )
`QUEUE_OF_FOUR(there, FAR_REQ_W, \there_req_queue.head_q , \there_req_queue.tail_q , \there_req_queue.slot[0] , \there_req_queue.slot[1] , \there_req_queue.slot[2] , \there_req_queue.slot[3] )
`IN_QUEUE(by_here, MEM_RSP_W, \here_rsp_queue.head_q , \here_rsp_queue.tail_q , \here_rsp_queue.slot[0] , \here_rsp_queue.slot[1] )
`IN_QUEUE(by_there, FAR_RSP_W, \there_rsp_queue.head_q , \there_rsp_queue.tail_q , \there_rsp_queue.slot[0] , \there_rsp_queue.slot[1] )
`OUT_QUEUE(tell, MEM_RSP_W, \mem_rsp_queue.head_q , \mem_rsp_queue.tail_q , \mem_rsp_queue.slot[0] , \mem_rsp_queue.slot[1] )
`OUT_QUEUE(own_back, OWN_RSP_W, \own_rsp_queue.head_q , \own_rsp_queue.tail_q , \own_rsp_queue.slot[0] , \own_rsp_queue.slot[1] )
`OUT_QUEUE(here, MEM_REQ_W, \here_req_queue.head_q , \here_req_queue.tail_q , \here_req_queue.slot[0] , \here_req_queue.slot[1] )
`OUT_QUEUE(acks_out, ACK_W, \far_ack_queue.head_q , \far_ack_queue.tail_q , \far_ack_queue.slot[0] , \far_ack_queue.slot[1] )
`IN_QUEUE(acks_in, ACK_W, \dir_ack_queue.head_q , \dir_ack_queue.tail_q , \dir_ack_queue.slot[0] , \dir_ack_queue.slot[1] )
(* hierconn *) wire [2:0] \out_turns.after_q ;
(* hierconn *) wire [2:0] \ack_turns.after_q ;
(* hierconn *) wire [1:0] \answer_turns.after_q ;
`define TURNS_OF_THREE(a) (a == 3'b111 || a == 3'b110 || a == 3'b100 || a == 3'b000)
`ASSERT(turns_are_known, `TURNS_OF_THREE(\out_turns.after_q )
    && `TURNS_OF_THREE(\ack_turns.after_q ) && \answer_turns.after_q != 2'b01)
`ASSERT(turns_are_in_order, !(own_near_q && near_far_q && !own_far_q) && !(!own_near_q && !near_far_q && own_far_q))
`TURNS(own)
`TURNS(near)
`TURNS(far)
// Whoever has passed a waiting one comes after it.
`ASSERT(passed_ones_come_first, f_own_passed_q <= {1'b0, own_near_q} + {1'b0, own_far_q}
    && f_near_passed_q <= {1'b0, !own_near_q} + {1'b0, near_far_q} && f_far_passed_q <= {1'b0, !own_far_q} + {1'b0, !near_far_q})

// In which place each entry is: on its way into the bank, there, or on its way out. Each is in one.
`define ASKS_FAR(holds, msg) ((holds) && msg[F_SRC + SRC_W - 1] && `REQ_IS_HERE(msg))
`define ASKS_NEAR(holds, msg) ((holds) && msg[F_SRC + SRC_W - 1] && !`REQ_IS_HERE(msg))
`define ASKS_OWN(holds, msg) ((holds) && !msg[F_SRC + SRC_W - 1] && !`REQ_IS_HERE(msg) && `LEAVES(`REQ_OP(msg)))
`define TELLS_FAR(holds, msg) ((holds) && !`IS_KILL(msg) && msg[F_DST + SRC_W - 1] && `RSP_IS_HERE(msg))
`define TELLS_NEAR(holds, msg) ((holds) && !`IS_KILL(msg) && msg[F_DST + SRC_W - 1] && !`RSP_IS_HERE(msg))
`define TELLS_OWN(holds, msg) ((holds) && !msg[F_DST + SRC_W - 1] && !`RSP_IS_HERE(msg) && `ACCESSES(`RSP_OP(msg)))
`define KNOWN(holds, msg) (!(holds) || `IS_KILL(msg) || !msg[F_DST + SRC_W - 1] || `ACCESSES(`RSP_OP(msg)))
`define ASKS_REMOTE(holds, msg) (`ASKS_NEAR(holds, msg) || `ASKS_OWN(holds, msg))
`define TELLS_REMOTE(holds, msg) (`TELLS_NEAR(holds, msg) || `TELLS_OWN(holds, msg))
`define ASKS_FOR(e, holds, msg) (busy_q[e] && `ASKS_REMOTE(holds, msg) && `REQ_LINE(msg) == f_line_``e`` && msg[F_SRC +: SRC_W] == f_who_``e``)
`define TELLS_OF(e, holds, msg) (busy_q[e] && `TELLS_REMOTE(holds, msg) && `RSP_LINE(msg) == f_line_``e`` && msg[F_DST +: SRC_W] == f_who_``e``)
`define PLACES(e) ({2'd0, `ASKS_FOR(e, f_ask[0], f_ask_0)} + {2'd0, `ASKS_FOR(e, f_ask[1], f_ask_1)} + {2'd0, f_banked_q[e]} \
    + {2'd0, `TELLS_OF(e, f_back[0], f_back_0)} + {2'd0, `TELLS_OF(e, f_back[1], f_back_1)})
`ASSERT(each_is_in_one_place, `PLACES(0) == {2'd0, busy_q[0]} && `PLACES(1) == {2'd0, busy_q[1]}
    && `PLACES(2) == {2'd0, busy_q[2]} && `PLACES(3) == {2'd0, busy_q[3]})
`define ASKS_FOR_SOME(holds, msg) (!`ASKS_REMOTE(holds, msg) || `ASKS_FOR(0, holds, msg) || `ASKS_FOR(1, holds, msg) \
    || `ASKS_FOR(2, holds, msg) || `ASKS_FOR(3, holds, msg))
`define TELLS_OF_SOME(holds, msg) (!`TELLS_REMOTE(holds, msg) || `TELLS_OF(0, holds, msg) || `TELLS_OF(1, holds, msg) \
    || `TELLS_OF(2, holds, msg) || `TELLS_OF(3, holds, msg))
`ASSERT(entry_of_each, `ASKS_FOR_SOME(f_ask[0], f_ask_0) && `ASKS_FOR_SOME(f_ask[1], f_ask_1)
    && `TELLS_OF_SOME(f_back[0], f_back_0) && `TELLS_OF_SOME(f_back[1], f_back_1))
wire [2:0] f_banked_n = f_banked_q[0] + f_banked_q[1] + f_banked_q[2] + f_banked_q[3];
`ASSERT(others_are_answered_accesses, `KNOWN(f_back[0], f_back_0) && `KNOWN(f_back[1], f_back_1))
// Near requests are of this GPU.
wire [HOME_W-1:0] f_back_to_0 = f_back_0[F_DST +: HOME_W];
wire [HOME_W-1:0] f_back_to_1 = f_back_1[F_DST +: HOME_W];
`define OF_THIS_GPU(i) (!`TELLS_NEAR(f_back[i], f_back_``i``) || `GPU_OF(f_back_to_``i``) == `GPU_OF(f_me))
`ASSERT(near_ones_are_answered_inside, `OF_THIS_GPU(0) && `OF_THIS_GPU(1))
`ASSERT(those_in_the_bank_are_counted, f_remote_q == f_banked_n)

// Each request of a line and asker is in one place, from queue to queue.
`KEYS(F_OWN_KEYS, OWN_W + LINE_W)
`KEYS(F_NEAR_KEYS, HOME_W + LINE_W)
`define ASKS_OWN_KEY(i) (f_own_asked[i] && !`REQ_IS_HERE(f_own_asked_``i``) && `LEAVES(`REQ_OP(f_own_asked_``i``)) \
    && {f_own_asked_``i``[F_SRC +: OWN_W], `REQ_LINE(f_own_asked_``i``)} == key)
`define TOLD_OWN_KEY(i) (f_own_back[i] && !`RSP_IS_HERE(f_own_back_``i``) && `ACCESSES(`RSP_OP(f_own_back_``i``)) \
    && {f_own_back_``i``[F_DST +: OWN_W], `RSP_LINE(f_own_back_``i``)} == key)
`define ASKS_NEAR_KEY(what, i) (f_``what``[i] && !`REQ_IS_HERE(f_``what``_``i``) \
    && {f_``what``_``i``[F_SRC +: HOME_W], `REQ_LINE(f_``what``_``i``)} == key)
`define TOLD_NEAR_KEY(what, i) (f_``what``[i] && !`IS_KILL(f_``what``_``i``) && !`RSP_IS_HERE(f_``what``_``i``) \
    && {f_``what``_``i``[F_DST +: HOME_W], `RSP_LINE(f_``what``_``i``)} == key)
wire [F_OWN_KEYS-1:0] f_own_once;
wire [F_NEAR_KEYS-1:0] f_near_once;
genvar f_g;
generate for (f_g = 0; f_g < F_OWN_KEYS; f_g = f_g + 1) begin : f_own_key
    wire [OWN_W+LINE_W-1:0] key = f_g;
    wire [2:0] n = `ASKS_OWN_KEY(0) + `ASKS_OWN_KEY(1) + (busy_q[0] && {f_who_0[OWN_W-1:0], f_line_0} == key)
        + (busy_q[1] && {f_who_1[OWN_W-1:0], f_line_1} == key) + `TOLD_OWN_KEY(0) + `TOLD_OWN_KEY(1);
    assign f_own_once[f_g] = n == f_mine_q[f_g];
end endgenerate
generate for (f_g = 0; f_g < F_NEAR_KEYS; f_g = f_g + 1) begin : f_near_key
    wire [HOME_W+LINE_W-1:0] key = f_g;
    wire [3:0] n = `ASKS_NEAR_KEY(far_asked, 0) + `ASKS_NEAR_KEY(far_asked, 1) + `ASKS_NEAR_KEY(nears, 0) + `ASKS_NEAR_KEY(nears, 1)
        + (busy_q[2] && {f_who_2[HOME_W-1:0], f_line_2} == key) + (busy_q[3] && {f_who_3[HOME_W-1:0], f_line_3} == key)
        + `TOLD_NEAR_KEY(passed, 0) + `TOLD_NEAR_KEY(passed, 1) + `TOLD_NEAR_KEY(passed, 2) + `TOLD_NEAR_KEY(passed, 3)
        + `TOLD_NEAR_KEY(outs, 0) + `TOLD_NEAR_KEY(outs, 1);
    assign f_near_once[f_g] = n == f_theirs_q[f_g];
end endgenerate
`ASSERT(own_ones_are_in_one_place, &f_own_once)
`ASSERT(near_ones_are_in_one_place, &f_near_once)

// Near and far requests: here, in the bank, and answers that have not left.
`define IN_NEAR(holds, msg) ((holds) && !`REQ_IS_HERE(msg))
`define OUT_NEAR(holds, msg) ((holds) && !`IS_KILL(msg) && !`RSP_IS_HERE(msg))
`define OUT_FAR(holds, msg) ((holds) && !`IS_KILL(msg) && `RSP_IS_HERE(msg))
wire [3:0] f_nears_coming = `IN_NEAR(f_far_asked[0], f_far_asked_0) + `IN_NEAR(f_far_asked[1], f_far_asked_1) + f_nears[0] + f_nears[1];
wire [3:0] f_nears_entering = `ASKS_NEAR(f_ask[0], f_ask_0) + `ASKS_NEAR(f_ask[1], f_ask_1);
wire [3:0] f_nears_back = `TELLS_NEAR(f_back[0], f_back_0) + `TELLS_NEAR(f_back[1], f_back_1);
wire [3:0] f_nears_passed = `OUT_NEAR(f_passed[0], f_passed_0) + `OUT_NEAR(f_passed[1], f_passed_1)
    + `OUT_NEAR(f_passed[2], f_passed_2) + `OUT_NEAR(f_passed[3], f_passed_3);
wire [3:0] f_nears_leaving = `OUT_NEAR(f_outs[0], f_outs_0) + `OUT_NEAR(f_outs[1], f_outs_1);
wire [3:0] f_fars_entering = `ASKS_FAR(f_ask[0], f_ask_0) + `ASKS_FAR(f_ask[1], f_ask_1);
wire [3:0] f_fars_back = `TELLS_FAR(f_back[0], f_back_0) + `TELLS_FAR(f_back[1], f_back_1);
wire [3:0] f_fars_passed = `OUT_FAR(f_passed[0], f_passed_0) + `OUT_FAR(f_passed[1], f_passed_1)
    + `OUT_FAR(f_passed[2], f_passed_2) + `OUT_FAR(f_passed[3], f_passed_3)
    + f_passed_across[0] + f_passed_across[1];
wire [3:0] f_nears_here = f_nears_entering + f_banked_q[2] + f_banked_q[3] + f_nears_back + f_nears_passed;
`ASSERT(near_ones_are_counted, near_q == f_nears_here)
`ASSERT(far_ones_are_counted, far_q == f_fars_entering + f_far_q + f_fars_back + f_fars_passed + (release_q && release_who_q[SRC_W-1]))
`ASSERT(few_of_each, near_q <= REMOTES && far_q <= REMOTES && f_far_q <= REMOTES && f_there_q <= 2*REMOTES && f_asked_q <= 2*REMOTES)
`ASSERT(open_near_ones_are_counted, f_near_open_q == f_nears_coming + f_nears_here + f_nears_leaving && f_near_open_q <= F_MOST_NEAR)
`ASSERT(near_queue_has_near_ones, (!f_nears[0] || (!`REQ_IS_HERE(f_nears_0) && `REQ_IS_HOMED(f_nears_0)))
    && (!f_nears[1] || (!`REQ_IS_HERE(f_nears_1) && `REQ_IS_HOMED(f_nears_1))))
`ASSERT(far_queue_has_homed_ones, (!f_far_asked[0] || `REQ_IS_HOMED(f_far_asked_0)) && (!f_far_asked[1] || `REQ_IS_HOMED(f_far_asked_1)))
`define NO_KILL(what, i) (!f_``what``[i] || !`IS_KILL(f_``what``_``i``))
`ASSERT(passed_are_answers, `NO_KILL(passed, 0) && `NO_KILL(passed, 1) && `NO_KILL(passed, 2) && `NO_KILL(passed, 3))
`define IS_ACROSS(i) (!f_passed_across[i] || `OUT_FAR(1'b1, f_passed_across_``i``))
`ASSERT(those_across_are_far, `IS_ACROSS(0) && `IS_ACROSS(1))
`ASSERT(release_is_of_here, !release_q || `HOME_OF(release_line_q) == HOME[HOME_W-1:0])

// What the bank asks other packages.
`define ASKS_THERE(holds, msg) ((holds) && !`REQ_IS_HERE(msg))
`define TOLD_THERE(holds, msg) ((holds) && !`RSP_IS_HERE(msg) && !`IS_KILL(msg))
wire [3:0] f_asks_inside = `ASKS_THERE(f_below[0], f_below_0) + `ASKS_THERE(f_below[1], f_below_1) + f_there_n;
wire [3:0] f_told_inside = `TOLD_THERE(f_by_there[0], f_by_there_0) + `TOLD_THERE(f_by_there[1], f_by_there_1)
    + `TOLD_THERE(f_tell[0], f_tell_0) + `TOLD_THERE(f_tell[1], f_tell_1);
`ASSERT(asked_ones_are_counted, f_asked_q == f_asks_inside + f_there_q + f_told_inside)
`ASSERT(asks_for_those, f_asked_q <= f_remote_q)
`ASSERT(of_here_is_of_here, (!f_by_here[0] || `RSP_IS_HERE(f_by_here_0)) && (!f_by_here[1] || `RSP_IS_HERE(f_by_here_1)))
`ASSERT(of_there_is_of_there, (!f_by_there[0] || !`RSP_IS_HERE(f_by_there_0)) && (!f_by_there[1] || !`RSP_IS_HERE(f_by_there_1)))
`ASSERT(answers_are_told_apart, release_told || !far_rsp_push || `RSP_IS_HERE(far_rsp_msg) == `RSP_IS_HERE(rsp_msg))

// ---- a clock that stands changes nothing ----

wire f_nothing_passes = !(own_req_valid_i && own_req_ready_o) && !(far_req_valid_i && far_req_ready_o)
    && !f_lets_in && !f_is_told && !(own_rsp_valid_o && own_rsp_ready_i) && !(far_rsp_valid_o && far_rsp_ready_i)
    && !(mem_req_valid_i && mem_req_ready_o) && !(mem_rsp_valid_o && mem_rsp_ready_i)
    && !(here_req_valid_o && here_req_ready_i) && !f_goes_there && !f_acked && !f_ack_goes
    && !(here_rsp_valid_i && here_rsp_ready_o) && !(there_rsp_valid_i && there_rsp_ready_o);
wire [73:0] f_pointers = {f_passed_across_head, f_passed_across_tail, f_own_back_head, f_own_back_tail, f_here_head, f_here_tail, f_acks_out_head, f_acks_out_tail,
    f_acks_in_head, f_acks_in_tail, f_own_asked_head, f_own_asked_tail, f_far_asked_head, f_far_asked_tail, f_ask_head, f_ask_tail,
    f_nears_head, f_nears_tail, f_back_head, f_back_tail, f_passed_head, f_passed_tail, f_outs_head, f_outs_tail,
    f_below_head, f_below_tail, f_there_head, f_there_tail,
    f_by_here_head, f_by_here_tail, f_by_there_head, f_by_there_tail, f_tell_head, f_tell_tail};
wire [169:0] f_state = {f_pointers, busy_q, load_q, near_q, far_q, held_q, near_held_q, far_held_q, slot_held_q,
    own_near_q, own_far_q, near_far_q, \out_turns.after_q , \ack_turns.after_q , \answer_turns.after_q , release_q, release_left_q, hands_q,
    hands_left_q, credit_due_q, credits_q, inside_head_q, inside_tail_q, across_head_q, across_tail_q, inside_told_q,
    across_told_q, inside_answers_q, across_answers_q, sweep_q, looked_q};
reg f_slept_q;
reg [169:0] f_state_q;
always @(posedge clk_i) begin
    f_slept_q <= !rst_i && idle_o && f_nothing_passes;
    f_state_q <= f_state;
end
`ASSERT(idle_until_a_message_passes, !f_slept_q || f_state == f_state_q)

// ---- covers ----

`COVER(near_one_goes_in, near_go)
`COVER(near_one_joins, near_go && busy_q[0] && f_line_0 == near_line)
`COVER(far_passes_a_waiting_near, near_waits && far_go)
`COVER(far_passes_a_waiting_own, waits && far_go)
`COVER(near_passes_a_waiting_own, waits && near_go)
`COVER(halves_are_full, &busy_q)
`COVER(near_queue_is_full, f_nears_full)
`COVER(two_loads_of_a_line, busy_q[0] && busy_q[2] && f_line_0 == f_line_2)
`COVER(three_could, f_own_could && f_near_could && f_far_could && go)
`COVER(asks_a_gpu_home, there_req_push && f_asks_gpu_home)
`COVER(asks_a_home, there_req_push && !f_asks_gpu_home && asks_home && !asks_release)
`COVER(releases_at_a_home, there_req_push && asks_release && `GPU_OF(f_ask_home) != `GPU_OF(f_me))
`COVER(fresh_comes_near, near_go && near_op == 4'd0 && near_fn == 5'd1)
`COVER(near_fresh_comes, own_go && own_op == 4'd5 && own_fn == 5'd3 && `HOMED_OF(own_line))
`COVER(idle_with_all_waiting, idle_o && waits && near_waits && far_waits)
