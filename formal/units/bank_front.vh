// um_bank_front, for any widths and for REMOTES=2 (the names of its places are written out). Put after channel.vh, queue.vh,
// cache_queues.vh and bank_front_env.vh.
//
// Promises, for each of its eight ways (own and far requests into the bank, the bank's answers to both, the bank's requests
// to the memory here and to packages there, and answers of both): each message comes out once and in order, with its
// fields; src and dst are as wide as at the other side, the top bit of the bank's src is set for far requests alone, what
// goes there has the number of this package, and the dst of what comes back from there is 0. Nothing comes out that did not
// go in.
//
// Without circles, as formal/wiring takes it (no_circle):
// * far_rsp_has_room, there_req_has_room: what the bank answers others, and what it asks others, always has room;
// * few_are_let_in: at most REMOTES own requests for lines of other packages are in the bank;
// * one_of_a_line_is_let_in: of a line there is one of them, or there are loads, of which one joins the other, so that
//   none is parked in the bank behind another of them;
// * far_waits_for_one, own_waits_for_one: a request that may go in waits for room in the bank's queue, and for one of the
//   other side at most. A far one may go in unless REMOTES answers to far ones have not left.
//
// With WRITE_BACK defined the bank writes back, and the queue to other packages has four times as many places. The way
// there is not followed then: a row without has it, and um_fifo rows of its own.
//
// Assumes what bank_front_env.vh says.

localparam F_FN = 5;
wire [2:0] f_way = $anyconst;
localparam F_OWN_REQ = 3'd0, F_FAR_REQ = 3'd1, F_OWN_RSP = 3'd2, F_FAR_RSP = 3'd3, F_TO_HERE = 3'd4, F_TO_THERE = 3'd5,
    F_OF_HERE = 3'd6, F_OF_THERE = 3'd7;
localparam F_A = OWN_REQ_W > FAR_REQ_W ? OWN_REQ_W : FAR_REQ_W;
localparam F_B = REQ_W > MEM_REQ_W ? REQ_W : MEM_REQ_W;
localparam F_C = F_A > F_B ? F_A : F_B; // requests are longer than answers, by the mask and fn
localparam WIDTH = F_C;

// The channel of the way where it comes in, and where it comes out, under the names of queue.vh.
wire f_rsp_is_far = rsp_msg_i[F_DST + SRC_W - 1];
`ifdef WRITE_BACK
localparam F_FOLLOWS_THERE = 0;
`else
localparam F_FOLLOWS_THERE = 1;
`endif
wire in_valid_i = f_way == F_OWN_REQ ? own_req_valid_i : f_way == F_FAR_REQ ? far_req_valid_i
    : f_way == F_OWN_RSP ? rsp_valid_i && !f_rsp_is_far : f_way == F_FAR_RSP ? rsp_valid_i && f_rsp_is_far
    : f_way == F_TO_HERE ? mem_req_valid_i && `REQ_IS_HERE(mem_req_msg_i)
    : f_way == F_TO_THERE ? F_FOLLOWS_THERE && mem_req_valid_i && !`REQ_IS_HERE(mem_req_msg_i)
    : f_way == F_OF_HERE ? here_rsp_valid_i : there_rsp_valid_i;
wire in_ready_o = f_way == F_OWN_REQ ? own_req_ready_o : f_way == F_FAR_REQ ? far_req_ready_o
    : f_way == F_OWN_RSP || f_way == F_FAR_RSP ? rsp_ready_o : f_way == F_TO_HERE || f_way == F_TO_THERE ? mem_req_ready_o
    : f_way == F_OF_HERE ? here_rsp_ready_o : there_rsp_ready_o;
wire [WIDTH-1:0] in_msg_i = f_way == F_OWN_REQ ? own_req_msg_i : f_way == F_FAR_REQ ? far_req_msg_i
    : f_way == F_OWN_RSP || f_way == F_FAR_RSP ? rsp_msg_i : f_way == F_TO_HERE || f_way == F_TO_THERE ? mem_req_msg_i
    : f_way == F_OF_HERE ? here_rsp_msg_i : there_rsp_msg_i;
wire f_req_is_far = req_msg_o[F_SRC + SRC_W - 1];
wire out_valid_o = f_way == F_OWN_REQ ? req_valid_o && !f_req_is_far : f_way == F_FAR_REQ ? req_valid_o && f_req_is_far
    : f_way == F_OWN_RSP ? own_rsp_valid_o : f_way == F_FAR_RSP ? far_rsp_valid_o
    : f_way == F_TO_HERE ? here_req_valid_o : f_way == F_TO_THERE ? F_FOLLOWS_THERE && there_req_valid_o
    : f_way == F_OF_HERE ? mem_rsp_valid_o && `RSP_IS_HERE(mem_rsp_msg_o) : mem_rsp_valid_o && !`RSP_IS_HERE(mem_rsp_msg_o);
wire out_ready_i = f_way == F_OWN_REQ || f_way == F_FAR_REQ ? req_ready_i
    : f_way == F_OWN_RSP ? own_rsp_ready_i : f_way == F_FAR_RSP ? far_rsp_ready_i
    : f_way == F_TO_HERE ? here_req_ready_i : f_way == F_TO_THERE ? there_req_ready_i : mem_rsp_ready_i;
wire [WIDTH-1:0] out_msg_o = f_way == F_OWN_REQ || f_way == F_FAR_REQ ? req_msg_o
    : f_way == F_OWN_RSP ? own_rsp_msg_o : f_way == F_FAR_RSP ? far_rsp_msg_o
    : f_way == F_TO_HERE ? here_req_msg_o : f_way == F_TO_THERE ? there_req_msg_o : mem_rsp_msg_o;

// The followed message as it comes out.
wire [WIDTH-1:0] f_followed;
wire [SRC_W-1:0] f_own_src = f_followed[F_SRC +: OWN_W];
wire [SRC_W-2:0] f_far_src = f_followed[F_SRC +: HOME_W];
wire [WIDTH-1:0] f_own_enters = {f_followed[F_SRC + OWN_W +: F_FN], f_own_src, f_followed[0 +: F_SRC]};
wire [WIDTH-1:0] f_far_enters = {f_followed[F_SRC + HOME_W +: F_FN], 1'b1, f_far_src, f_followed[0 +: F_SRC]};
wire [WIDTH-1:0] f_own_leaves = f_followed[0 +: F_DST + OWN_W];
wire [WIDTH-1:0] f_far_leaves = f_followed[0 +: F_DST + HOME_W];
wire [WIDTH-1:0] f_asks_there = {f_followed[F_SRC + MEM_SRC_W +: F_FN], HOME[HOME_W-1:0], f_followed[0 +: F_SRC]};
wire [WIDTH-1:0] f_told_there = f_followed[0 +: F_DST];
wire [WIDTH-1:0] f_leaves = f_way == F_OWN_REQ ? f_own_enters : f_way == F_FAR_REQ ? f_far_enters
    : f_way == F_OWN_RSP ? f_own_leaves : f_way == F_FAR_RSP ? f_far_leaves : f_way == F_TO_THERE ? f_asks_there
    : f_way == F_OF_THERE ? f_told_there : f_followed;

`CHANNEL_OUT(req)
`CHANNEL_OUT(own_rsp)
`CHANNEL_OUT(far_rsp)
`CHANNEL_OUT(mem_rsp)
`CHANNEL_OUT(here_req)
`CHANNEL_OUT(there_req)
`ASSERT(places_are_two, REMOTES == 2)
`QUEUE_OF(QUEUE_IN + QUEUE_OUT, f_leaves)
assign f_followed = f_msg_q;

// ---- no circles ----

`ASSERT(far_rsp_has_room, !far_rsp_push || far_rsp_room)
`ASSERT(there_req_has_room, !there_req_push || there_req_room)
`ASSERT(few_are_let_in, f_own_q <= REMOTES)

// The own requests for lines of other packages that are in the bank, or on their way into it or out of it here.
wire [LINE_W-1:0] f_line_0 = entry_line[0];
wire [LINE_W-1:0] f_line_1 = entry_line[1];
wire [OWN_W-1:0] f_src_0 = entry_src[0];
wire [OWN_W-1:0] f_src_1 = entry_src[1];
`ASSERT(one_of_a_line_is_let_in, !(&busy_q) || f_line_0 != f_line_1 || (&load_q))
`ASSERT(one_of_a_line_and_asker, !(&busy_q) || f_line_0 != f_line_1 || f_src_0 != f_src_1)
`ASSERT(entries_are_of_others, (!busy_q[0] || `HOME_OF(f_line_0) != HOME[HOME_W-1:0])
    && (!busy_q[1] || `HOME_OF(f_line_1) != HOME[HOME_W-1:0]))

wire f_own_could = own_req_valid && own_may && req_room;
wire f_far_could = far_req_valid && far_may && req_room;
reg f_own_passed_q;
reg f_far_passed_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_own_passed_q <= 1'b0;
        f_far_passed_q <= 1'b0;
    end else begin
        f_own_passed_q <= !own_go && (f_own_passed_q || f_own_could);
        f_far_passed_q <= !far_go && (f_far_passed_q || f_far_could);
    end
`ASSERT(goes_in_by_its_turn, !(f_own_could || f_far_could) || go)
`ASSERT(far_waits_for_one, !(f_far_passed_q && f_far_could) || far_go)
`ASSERT(far_may_go_in, far_may == (far_req_valid && far_q != REMOTES))
`ASSERT(own_may_go_in, own_may == (own_req_valid && (`HOME_OF(own_line) == HOME[HOME_W-1:0] || !`LEAVES(own_op)
    || (!(&busy_q) && !(busy_q[0] && f_line_0 == own_line && !(own_op == 4'd0 && load_q[0]))
        && !(busy_q[1] && f_line_1 == own_line && !(own_op == 4'd0 && load_q[1]))))))

// ---- helpers: what is where ----

`IN_QUEUE(own_asked, OWN_REQ_W, \own_req_queue.head_q , \own_req_queue.tail_q , \own_req_queue.slot[0] , \own_req_queue.slot[1] )
`IN_QUEUE(far_asked, FAR_REQ_W, \far_req_queue.head_q , \far_req_queue.tail_q , \far_req_queue.slot[0] , \far_req_queue.slot[1] )
`OUT_QUEUE(ask, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
`IN_QUEUE(back, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
`OUT_QUEUE(own_back, OWN_RSP_W, \own_rsp_queue.head_q , \own_rsp_queue.tail_q , \own_rsp_queue.slot[0] , \own_rsp_queue.slot[1] )
`OUT_QUEUE(far_back, FAR_RSP_W, \far_rsp_queue.head_q , \far_rsp_queue.tail_q , \far_rsp_queue.slot[0] , \far_rsp_queue.slot[1] )
`IN_QUEUE(below, MEM_REQ_W, \mem_req_queue.head_q , \mem_req_queue.tail_q , \mem_req_queue.slot[0] , \mem_req_queue.slot[1] )
`OUT_QUEUE(here, MEM_REQ_W, \here_req_queue.head_q , \here_req_queue.tail_q , \here_req_queue.slot[0] , \here_req_queue.slot[1] )
`ifdef WRITE_BACK
(* hierconn *) wire [3:0] \there_req_queue.head_q ;
(* hierconn *) wire [3:0] \there_req_queue.tail_q ;
wire [3:0] f_there_n = \there_req_queue.tail_q - \there_req_queue.head_q ;
`ASSERT(there_is_not_overfull, f_there_n <= 4'd8)
wire [1:0] f_there_head = \there_req_queue.head_q ;
wire [1:0] f_there_tail = \there_req_queue.tail_q ;
wire [1:0] f_there = 2'b00;
wire [FAR_REQ_W-1:0] f_there_0 = 0;
wire [FAR_REQ_W-1:0] f_there_1 = 0;
wire f_there_full = f_there_n >= 3*REMOTES;
`else
`OUT_QUEUE(there, FAR_REQ_W, \there_req_queue.head_q , \there_req_queue.tail_q , \there_req_queue.slot[0] , \there_req_queue.slot[1] )
wire [3:0] f_there_n = f_there[0] + f_there[1];
`endif
`IN_QUEUE(by_here, MEM_RSP_W, \here_rsp_queue.head_q , \here_rsp_queue.tail_q , \here_rsp_queue.slot[0] , \here_rsp_queue.slot[1] )
`IN_QUEUE(by_there, FAR_RSP_W, \there_rsp_queue.head_q , \there_rsp_queue.tail_q , \there_rsp_queue.slot[0] , \there_rsp_queue.slot[1] )
`OUT_QUEUE(tell, MEM_RSP_W, \mem_rsp_queue.head_q , \mem_rsp_queue.tail_q , \mem_rsp_queue.slot[0] , \mem_rsp_queue.slot[1] )
(* hierconn *) wire [1:0] \turns.after_q ;
wire f_far_is_first = \turns.after_q == 2'b10;
wire f_own_is_first = \turns.after_q == 2'b00;
(* hierconn *) wire [1:0] \answer_turns.after_q ;
`ASSERT(turns_are_known, \turns.after_q != 2'b01 && \answer_turns.after_q != 2'b01)
`ASSERT(passed_far_is_first, !f_far_passed_q || (f_far_is_first && far_req_valid))

// The four places of the followed way, in the order in which their messages come out.
wire f_in_asks = f_way == F_OWN_REQ || f_way == F_FAR_REQ;
wire f_in_tells = f_way == F_OWN_RSP || f_way == F_FAR_RSP;
wire f_in_below = f_way == F_TO_HERE || f_way == F_TO_THERE;
wire [1:0] f_in_holds = f_way == F_OWN_REQ ? f_own_asked : f_way == F_FAR_REQ ? f_far_asked : f_in_tells ? f_back
    : f_in_below ? f_below : f_way == F_OF_HERE ? f_by_here : f_by_there;
wire f_in_head = f_way == F_OWN_REQ ? f_own_asked_head[0] : f_way == F_FAR_REQ ? f_far_asked_head[0]
    : f_in_tells ? f_back_head[0] : f_in_below ? f_below_head[0] : f_way == F_OF_HERE ? f_by_here_head[0] : f_by_there_head[0];
wire [WIDTH-1:0] f_in_0 = f_way == F_OWN_REQ ? f_own_asked_0 : f_way == F_FAR_REQ ? f_far_asked_0 : f_in_tells ? f_back_0
    : f_in_below ? f_below_0 : f_way == F_OF_HERE ? f_by_here_0 : f_by_there_0;
wire [WIDTH-1:0] f_in_1 = f_way == F_OWN_REQ ? f_own_asked_1 : f_way == F_FAR_REQ ? f_far_asked_1 : f_in_tells ? f_back_1
    : f_in_below ? f_below_1 : f_way == F_OF_HERE ? f_by_here_1 : f_by_there_1;
wire [1:0] f_out_holds = f_in_asks ? f_ask : f_way == F_OWN_RSP ? f_own_back : f_way == F_FAR_RSP ? f_far_back
    : f_way == F_TO_HERE ? f_here : f_way == F_TO_THERE ? f_there : f_tell;
wire f_out_head = f_in_asks ? f_ask_head[0] : f_way == F_OWN_RSP ? f_own_back_head[0] : f_way == F_FAR_RSP ? f_far_back_head[0]
    : f_way == F_TO_HERE ? f_here_head[0] : f_way == F_TO_THERE ? f_there_head[0] : f_tell_head[0];
wire [WIDTH-1:0] f_out_0 = f_in_asks ? f_ask_0 : f_way == F_OWN_RSP ? f_own_back_0 : f_way == F_FAR_RSP ? f_far_back_0
    : f_way == F_TO_HERE ? f_here_0 : f_way == F_TO_THERE ? f_there_0 : f_tell_0;
wire [WIDTH-1:0] f_out_1 = f_in_asks ? f_ask_1 : f_way == F_OWN_RSP ? f_own_back_1 : f_way == F_FAR_RSP ? f_far_back_1
    : f_way == F_TO_HERE ? f_here_1 : f_way == F_TO_THERE ? f_there_1 : f_tell_1;
// Whether a message in a queue that two ways share is of the followed one.
`define IN_IS_OURS(msg) (f_in_tells ? msg[F_DST + SRC_W - 1] == (f_way == F_FAR_RSP) \
    : f_in_below ? `REQ_IS_HERE(msg) == (f_way == F_TO_HERE) : 1'b1)
`define OUT_IS_OURS(msg) (f_in_asks ? msg[F_SRC + SRC_W - 1] == (f_way == F_FAR_REQ) \
    : f_way == F_OF_HERE || f_way == F_OF_THERE ? `RSP_IS_HERE(msg) == (f_way == F_OF_HERE) : 1'b1)
wire [WIDTH-1:0] f_out_first = f_out_head ? f_out_1 : f_out_0;
wire [WIDTH-1:0] f_out_second = f_out_head ? f_out_0 : f_out_1;
wire [WIDTH-1:0] f_in_first = f_in_head ? f_in_1 : f_in_0;
wire [WIDTH-1:0] f_in_second = f_in_head ? f_in_0 : f_in_1;
wire [3:0] f_holds = {&f_in_holds, |f_in_holds, &f_out_holds, |f_out_holds};
wire [3:0] f_ours = {4{F_FOLLOWS_THERE || f_way != F_TO_THERE}} & f_holds & {`IN_IS_OURS(f_in_second), `IN_IS_OURS(f_in_first),
    `OUT_IS_OURS(f_out_second), `OUT_IS_OURS(f_out_first)};
wire [3:0] f_alike = {f_in_second == f_msg_q, f_in_first == f_msg_q, f_out_second == f_leaves, f_out_first == f_leaves};
reg f_found;
reg [F_COUNT_W-1:0] f_ours_count;
integer f_k;
always @* begin
    f_found = 1'b0;
    f_ours_count = 0;
    for (f_k = 0; f_k < 4; f_k = f_k + 1) begin
        if (f_ours[f_k] && f_ours_count == f_ahead_q)
            f_found = f_alike[f_k];
        f_ours_count = f_ours_count + f_ours[f_k];
    end
end
`ASSERT(ours_are_counted, f_ours_count == f_count_q)
`ASSERT(followed_is_in_its_place, !f_inside_q || f_found)
`ASSERT(followed_is_ours, !f_inside_q || `IN_IS_OURS(f_msg_q))
// What came from the memory is of here, what came from others is not: so a message is known where both have come.
`ASSERT(of_here_is_of_here, (!f_by_here[0] || `RSP_IS_HERE(f_by_here_0)) && (!f_by_here[1] || `RSP_IS_HERE(f_by_here_1)))
`ASSERT(of_there_is_of_there, (!f_by_there[0] || !`RSP_IS_HERE(f_by_there_0)) && (!f_by_there[1] || !`RSP_IS_HERE(f_by_there_1)))
`ASSERT(followed_of_here, !(f_inside_q && f_way == F_OF_HERE) || `RSP_IS_HERE(f_msg_q))
`ASSERT(followed_of_there, !(f_inside_q && f_way == F_OF_THERE) || !`RSP_IS_HERE(f_msg_q))

// Numbers: of far requests, in the bank and here; of own ones for other packages; of what the bank asks for them.
wire [3:0] f_far_entering = (f_ask[0] && f_ask_0[F_SRC + SRC_W - 1]) + (f_ask[1] && f_ask_1[F_SRC + SRC_W - 1]);
wire [3:0] f_far_leaving = (f_back[0] && f_back_0[F_DST + SRC_W - 1]) + (f_back[1] && f_back_1[F_DST + SRC_W - 1])
    + f_far_back[0] + f_far_back[1];
`ASSERT(far_ones_are_counted, far_q == f_far_q + f_far_entering + f_far_leaving)
`ASSERT(few_far_ones, far_q <= REMOTES && f_far_q <= REMOTES)
`define IS_OWN_REMOTE(msg) (!msg[F_SRC + SRC_W - 1] && !`REQ_IS_HERE(msg) && `LEAVES(`REQ_OP(msg)))
`define TELLS_OWN_REMOTE(msg) (!msg[F_DST + SRC_W - 1] && !`RSP_IS_HERE(msg) && msg[8*LINE_BYTES + LINE_W +: 4] != 4'd4)
wire [3:0] f_own_entering = (f_ask[0] && `IS_OWN_REMOTE(f_ask_0)) + (f_ask[1] && `IS_OWN_REMOTE(f_ask_1));
wire [3:0] f_own_leaving = (f_back[0] && `TELLS_OWN_REMOTE(f_back_0)) + (f_back[1] && `TELLS_OWN_REMOTE(f_back_1));
`ASSERT(own_ones_are_counted, busy_q[0] + busy_q[1] == f_own_q + f_own_entering + f_own_leaving)
`ASSERT(asks_for_own_ones, f_asked_q <= f_own_q + F_BACKS)
wire [3:0] f_asks_inside = (f_below[0] && !`REQ_IS_HERE(f_below_0)) + (f_below[1] && !`REQ_IS_HERE(f_below_1))
    + f_there_n;
wire [3:0] f_told_inside = (f_by_there[0] && !`IS_KILL(f_by_there_0)) + (f_by_there[1] && !`IS_KILL(f_by_there_1))
    + (f_tell[0] && !`RSP_IS_HERE(f_tell_0) && !`IS_KILL(f_tell_0))
    + (f_tell[1] && !`RSP_IS_HERE(f_tell_1) && !`IS_KILL(f_tell_1));
`ASSERT(those_there_were_asked, f_there_q <= f_asked_q)
`ASSERT(asked_ones_are_counted, f_asked_q == f_asks_inside + f_there_q + f_told_inside)
// Each own request for another package is in the table under its line and asker, from queue to queue.
`KEYS(F_KEYS, OWN_W + LINE_W)
`define KEY_OF_REQ(msg) {msg[F_SRC +: OWN_W], `REQ_LINE(msg)}
`define KEY_OF_RSP(msg) {msg[F_DST +: OWN_W], `RSP_LINE(msg)}
`define ASKS_KEY(holds, msg) ((holds) && !`REQ_IS_HERE(msg) && `LEAVES(`REQ_OP(msg)) && `KEY_OF_REQ(msg) == key)
`define TELLS_KEY(holds, msg) \
    ((holds) && !`RSP_IS_HERE(msg) && msg[8*LINE_BYTES + LINE_W +: 4] != 4'd4 && `KEY_OF_RSP(msg) == key)
wire [F_KEYS-1:0] f_has_entry;
wire [F_KEYS-1:0] f_is_once;
genvar g;
generate for (g = 0; g < F_KEYS; g = g + 1) begin : f_key
    wire [OWN_W+LINE_W-1:0] key = g;
    wire busy = (busy_q[0] && {f_src_0, f_line_0} == key) || (busy_q[1] && {f_src_1, f_line_1} == key);
    wire [2:0] asked = `ASKS_KEY(f_own_asked[0], f_own_asked_0) + `ASKS_KEY(f_own_asked[1], f_own_asked_1);
    wire [2:0] entering = `ASKS_KEY(f_ask[0] && !f_ask_0[F_SRC + SRC_W - 1], f_ask_0)
        + `ASKS_KEY(f_ask[1] && !f_ask_1[F_SRC + SRC_W - 1], f_ask_1);
    wire [2:0] leaving = `TELLS_KEY(f_back[0] && !f_back_0[F_DST + SRC_W - 1], f_back_0)
        + `TELLS_KEY(f_back[1] && !f_back_1[F_DST + SRC_W - 1], f_back_1);
    wire [2:0] told = `TELLS_KEY(f_own_back[0], f_own_back_0) + `TELLS_KEY(f_own_back[1], f_own_back_1);
    assign f_has_entry[g] = busy == (entering + f_in_q[g] + leaving != 0);
    assign f_is_once[g] = asked + entering + f_in_q[g] + leaving + told == f_mine_q[g];
end endgenerate
`ASSERT(entry_of_each, &f_has_entry)
`ASSERT(each_is_in_one_place, &f_is_once)

// ---- a clock that stands changes nothing ----

wire f_nothing_passes = !(own_req_valid_i && own_req_ready_o) && !(far_req_valid_i && far_req_ready_o)
    && !f_lets_in && !f_is_told && !(own_rsp_valid_o && own_rsp_ready_i) && !(far_rsp_valid_o && far_rsp_ready_i)
    && !(mem_req_valid_i && mem_req_ready_o) && !(mem_rsp_valid_o && mem_rsp_ready_i)
    && !(here_req_valid_o && here_req_ready_i) && !f_goes_there
    && !(here_rsp_valid_i && here_rsp_ready_o) && !f_is_back;
wire [47:0] f_pointers = {f_own_asked_head, f_own_asked_tail, f_far_asked_head, f_far_asked_tail, f_ask_head, f_ask_tail,
    f_back_head, f_back_tail, f_own_back_head, f_own_back_tail, f_far_back_head, f_far_back_tail,
    f_below_head, f_below_tail, f_here_head, f_here_tail, f_there_head, f_there_tail,
    f_by_here_head, f_by_here_tail, f_by_there_head, f_by_there_tail, f_tell_head, f_tell_tail};
wire [59:0] f_state = {f_pointers, busy_q, load_q, far_q, held_q, far_held_q, \turns.after_q , \answer_turns.after_q };
reg f_slept_q;
reg [59:0] f_state_q;
always @(posedge clk_i) begin
    f_slept_q <= !rst_i && idle_o && f_nothing_passes;
    f_state_q <= f_state;
end
`ASSERT(idle_until_a_message_passes, !f_slept_q || f_state == f_state_q)

// ---- covers ----

`COVER(own_request_goes_on, f_first && f_pop && f_way == F_OWN_REQ)
`COVER(far_request_goes_on, f_first && f_pop && f_way == F_FAR_REQ)
`COVER(answer_to_own, f_first && f_pop && f_way == F_OWN_RSP)
`COVER(answer_to_far, f_first && f_pop && f_way == F_FAR_RSP)
`COVER(asks_here, f_first && f_pop && f_way == F_TO_HERE)
`COVER_WHERE(F_FOLLOWS_THERE, asks_there, f_first && f_pop && f_way == F_TO_THERE)
`COVER(told_by_here, f_first && f_pop && f_way == F_OF_HERE)
`COVER(told_by_there, f_first && f_pop && f_way == F_OF_THERE)
`COVER(table_is_full, &busy_q)
`COVER(waits_for_a_place, waits && &busy_q)
`COVER(waits_for_its_line, waits && !(&busy_q))
`COVER(two_loads_of_a_line, &busy_q && f_line_0 == f_line_1)
`COVER(far_ones_wait, far_waits)
`COVER(far_passes_a_waiting_own, waits && far_go)
`COVER(both_queues_to_others_full, f_there_full && f_far_back_full)
`COVER(idle_with_both_waiting, idle_o && waits && far_waits)
