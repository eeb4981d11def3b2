// um_dram_mux_vi, and with NO_SPARE defined um_dram_mux_nc, for any widths. The names of the queues are those of queues
// of two messages. Put after channel.vh, queue.vh and cache_queues.vh.
//
// Promises, for each of both clients, the UMC and the RDC bank: the channel contract towards both and towards DRAM. The
// requests of a client reach DRAM once and in their order, with their bytes, mask, line, write, spare bits and entry;
// the tag is widened with zeroes, and its highest bit is set for the RDC bank alone. Above the UMC's two spare bits are
// zeroes; with NO_SPARE it has none, and its entry is 0. An answer of DRAM reaches once, and in the order of its
// client's answers, the client that the highest bit of its tag names, with its bytes and write, its tag as narrow as the
// client's, its spare bits, of which the UMC gets two, and its entry; with NO_SPARE the UMC gets bytes and tag. Bits
// above the fields are 0. Nothing comes out that did not go in.
// Progress: while the queue to DRAM has room, the request at the head of its client's queue waits for one request of the
// other client at most. The answer at the head of DRAM's answers waits for room in its own client's queue alone; answers
// behind it wait for it. idle_o is set in the cycles in which no message goes from queue to queue, and then nothing
// changes until a message comes or goes. Assumes nothing of its environment.

// Fields: data, mask, line, tag, write, spare, entry of a request; data, tag, spare, entry, write of an answer.
localparam F_DATA_W = 8*LINE_BYTES;
localparam F_TAG = F_DATA_W + LINE_BYTES + LINE_W; // the tag of a request
localparam F_ASKER = F_TAG + TAG_W - 1;            // the highest bit of a tag: in requests at DRAM
localparam F_OWNER = F_DATA_W + TAG_W - 1;         // in answers of DRAM

// The channel of a client's requests, or of its answers, any of the four, under the names of the texts for units with
// one channel.
wire f_rsp = $anyconst;
wire f_rdc = $anyconst;
localparam F_REQ_WIDTH = RDC_REQ_W > UMC_REQ_W ? RDC_REQ_W : UMC_REQ_W;
localparam F_MOST_REQ_W = REQ_W > F_REQ_WIDTH ? REQ_W : F_REQ_WIDTH;
localparam F_RSP_WIDTH = RDC_RSP_W > UMC_RSP_W ? RDC_RSP_W : UMC_RSP_W;
localparam F_MOST_RSP_W = RSP_W > F_RSP_WIDTH ? RSP_W : F_RSP_WIDTH;
localparam WIDTH = F_MOST_REQ_W > F_MOST_RSP_W ? F_MOST_REQ_W : F_MOST_RSP_W;
wire in_valid_i = f_rsp ? rsp_valid_i && rsp_msg_i[F_OWNER] == f_rdc : f_rdc ? rdc_req_valid_i : umc_req_valid_i;
wire in_ready_o = f_rsp ? rsp_ready_o : f_rdc ? rdc_req_ready_o : umc_req_ready_o;
wire [WIDTH-1:0] in_msg_i = f_rsp ? rsp_msg_i : f_rdc ? rdc_req_msg_i : umc_req_msg_i;
wire f_shown = f_rsp ? (f_rdc ? rdc_rsp_valid_o : umc_rsp_valid_o) : req_valid_o;
wire out_valid_o = f_shown && (f_rsp || req_msg_o[F_ASKER] == f_rdc);
wire out_ready_i = f_rsp ? (f_rdc ? rdc_rsp_ready_i : umc_rsp_ready_i) : req_ready_i;
wire [WIDTH-1:0] out_msg_o = f_rsp ? (f_rdc ? rdc_rsp_msg_o : umc_rsp_msg_o) : req_msg_o;

// The followed message as it comes out.
wire [WIDTH-1:0] f_followed;
wire [TAG_W-2:0] f_tag = f_rdc ? f_followed[F_TAG +: RDC_TAG_W] : f_followed[F_TAG +: UMC_TAG_W];
wire f_write = f_rdc ? f_followed[F_TAG + RDC_TAG_W] : f_followed[F_TAG + UMC_TAG_W];
`ifdef NO_SPARE
wire [META_W-1:0] f_spare = f_rdc ? f_followed[F_TAG + RDC_TAG_W + 1 +: META_W] : 0;
wire f_entry = f_rdc ? f_followed[F_TAG + RDC_TAG_W + 1 + META_W] : 1'b0;
`else
wire [META_W-1:0] f_spare = f_rdc ? f_followed[F_TAG + RDC_TAG_W + 1 +: META_W] : f_followed[F_TAG + UMC_TAG_W + 1 +: 2];
wire f_entry = f_rdc ? f_followed[F_TAG + RDC_TAG_W + 1 + META_W] : f_followed[F_TAG + UMC_TAG_W + 1 + 2];
`endif
wire [WIDTH-1:0] f_asks = {f_entry, f_spare, f_write, f_rdc, f_tag, f_followed[0 +: F_TAG]};

localparam F_SPARE = F_DATA_W + TAG_W;             // of an answer of DRAM
wire [META_W-1:0] f_back_spare = f_followed[F_SPARE +: META_W];
wire f_back_entry = f_followed[F_SPARE + META_W];
wire f_back_write = f_followed[F_SPARE + META_W + 1];
wire [F_DATA_W-1:0] f_back_data = f_followed[0 +: F_DATA_W];
wire [RDC_TAG_W-1:0] f_rdc_tag = f_followed[F_DATA_W +: RDC_TAG_W];
wire [UMC_TAG_W-1:0] f_umc_tag = f_followed[F_DATA_W +: UMC_TAG_W];
wire [WIDTH-1:0] f_tells_rdc = {f_back_write, f_back_entry, f_back_spare, f_rdc_tag, f_back_data};
`ifdef NO_SPARE
wire [WIDTH-1:0] f_tells_umc = {f_umc_tag, f_back_data};
`else
wire [WIDTH-1:0] f_tells_umc = {f_back_write, f_back_entry, f_back_spare[1:0], f_umc_tag, f_back_data};
`endif
wire [WIDTH-1:0] f_leaves = !f_rsp ? f_asks : f_rdc ? f_tells_rdc : f_tells_umc;

`CHANNEL_OUT(req)
`CHANNEL_OUT(umc_rsp)
`CHANNEL_OUT(rdc_rsp)
`QUEUE_OF(QUEUE_IN + QUEUE_OUT, f_leaves)
assign f_followed = f_msg_q;

// A message waits in the queue where it came in: requests in that of their client, all answers in one. It goes from
// there to the queue where it comes out: all requests to one, answers to that of their client.
wire f_head_is_ours = !f_rsp || rsp_msg[F_OWNER] == f_rdc;
wire f_goes = f_rsp ? rsp_pop && f_head_is_ours : f_rdc ? rdc_req_pop : umc_req_pop;
wire f_other_goes = f_rsp ? rsp_pop && !f_head_is_ours : f_rdc ? umc_req_pop : rdc_req_pop;
reg [1:0] f_waiting_q;  // messages where ours come in
reg [1:0] f_leaving_q;  // messages where ours come out
reg [1:0] f_passed_q;   // cycles before this one in which the head could go and did not
wire f_could = f_waiting_q != 0 && f_head_is_ours && f_leaving_q < QUEUE_OUT;
always @(posedge clk_i)
    if (rst_i) begin
        f_waiting_q <= 0;
        f_leaving_q <= 0;
        f_passed_q <= 0;
    end else begin
        f_waiting_q <= f_waiting_q + (f_rsp ? rsp_valid_i && rsp_ready_o : f_push) - (f_goes || f_rsp && f_other_goes);
        f_leaving_q <= f_leaving_q + (f_goes || !f_rsp && f_other_goes) - (f_shown && out_ready_i);
        f_passed_q <= f_goes ? 0 : f_passed_q + f_could;
    end

`ASSERT(goes_if_it_could, !f_goes || f_could)
`ASSERT(one_at_a_time, !(f_goes && f_other_goes))
`ASSERT(room_is_never_left, !f_could || f_goes || f_other_goes)
`ASSERT(request_waits_for_one_at_most, f_rsp || f_passed_q <= 1)
`ASSERT(answer_waits_for_room_alone, !(f_rsp && f_could) || f_goes)
`ASSERT(ready_unless_full, in_ready_o == (f_waiting_q < QUEUE_IN))
`ASSERT(shown_unless_empty, f_shown == (f_leaving_q != 0))

// Helpers: the places of the queues, and the place of the followed message.
`IN_QUEUE(asked, UMC_REQ_W, \umc_req_queue.head_q , \umc_req_queue.tail_q , \umc_req_queue.slot[0] , \umc_req_queue.slot[1] )
`IN_QUEUE(bank_asked, RDC_REQ_W, \rdc_req_queue.head_q , \rdc_req_queue.tail_q , \rdc_req_queue.slot[0] , \rdc_req_queue.slot[1] )
`OUT_QUEUE(ask, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
`IN_QUEUE(back, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
`OUT_QUEUE(tell, UMC_RSP_W, \umc_rsp_queue.head_q , \umc_rsp_queue.tail_q , \umc_rsp_queue.slot[0] , \umc_rsp_queue.slot[1] )
`OUT_QUEUE(bank_tell, RDC_RSP_W, \rdc_rsp_queue.head_q , \rdc_rsp_queue.tail_q , \rdc_rsp_queue.slot[0] , \rdc_rsp_queue.slot[1] )
(* hierconn *) wire [1:0] \turns.after_q ;

// Both queues on the way of ours.
wire [1:0] f_in = f_rsp ? f_back : f_rdc ? f_bank_asked : f_asked;
wire f_in_head = f_rsp ? f_back_head[0] : f_rdc ? f_bank_asked_head[0] : f_asked_head[0];
wire [WIDTH-1:0] f_in_0 = f_rsp ? f_back_0 : f_rdc ? f_bank_asked_0 : f_asked_0;
wire [WIDTH-1:0] f_in_1 = f_rsp ? f_back_1 : f_rdc ? f_bank_asked_1 : f_asked_1;
wire [1:0] f_out = !f_rsp ? f_ask : f_rdc ? f_bank_tell : f_tell;
wire f_out_head = !f_rsp ? f_ask_head[0] : f_rdc ? f_bank_tell_head[0] : f_tell_head[0];
wire [WIDTH-1:0] f_out_0 = !f_rsp ? f_ask_0 : f_rdc ? f_bank_tell_0 : f_tell_0;
wire [WIDTH-1:0] f_out_1 = !f_rsp ? f_ask_1 : f_rdc ? f_bank_tell_1 : f_tell_1;
`ASSERT(waiting_are_counted, f_waiting_q == {1'b0, f_in[0]} + f_in[1])
`ASSERT(leaving_are_counted, f_leaving_q == {1'b0, f_out[0]} + f_out[1])

// The four places in the order in which their messages come out: whether a message of ours is there, and whether it
// could be the followed one.
wire [WIDTH-1:0] f_out_first = f_out_head ? f_out_1 : f_out_0;
wire [WIDTH-1:0] f_out_second = f_out_head ? f_out_0 : f_out_1;
wire [WIDTH-1:0] f_in_first = f_in_head ? f_in_1 : f_in_0;
wire [WIDTH-1:0] f_in_second = f_in_head ? f_in_0 : f_in_1;
wire [3:0] f_holds = {&f_in, |f_in, &f_out, |f_out};
wire [3:0] f_ours = f_holds & {
    !f_rsp || f_in_second[F_OWNER] == f_rdc,
    !f_rsp || f_in_first[F_OWNER] == f_rdc,
    f_rsp || f_out_second[F_ASKER] == f_rdc,
    f_rsp || f_out_first[F_ASKER] == f_rdc};
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
`ASSERT(followed_answer_is_ours, !(f_inside_q && f_rsp) || f_msg_q[F_OWNER] == f_rdc)
wire f_comes_first = f_rdc ? \turns.after_q == 2'b10 : \turns.after_q == 2'b00;
`ASSERT(passed_over_comes_first, f_passed_q == 0 || !f_rsp && f_waiting_q != 0 && f_comes_first)

// A clock that stands changes no register, and nothing is counted.
wire f_nothing_passes = !(umc_req_valid_i && umc_req_ready_o) && !(rdc_req_valid_i && rdc_req_ready_o)
    && !(req_valid_o && req_ready_i) && !(rsp_valid_i && rsp_ready_o)
    && !(umc_rsp_valid_o && umc_rsp_ready_i) && !(rdc_rsp_valid_o && rdc_rsp_ready_i);
localparam F_STATE_W = 2*(UMC_REQ_W + RDC_REQ_W + REQ_W + RSP_W + UMC_RSP_W + RDC_RSP_W) + 24 + 2;
wire [F_STATE_W-1:0] f_state = {f_asked_1, f_asked_0, f_bank_asked_1, f_bank_asked_0, f_ask_1, f_ask_0,
    f_back_1, f_back_0, f_tell_1, f_tell_0, f_bank_tell_1, f_bank_tell_0,
    f_asked_tail, f_asked_head, f_bank_asked_tail, f_bank_asked_head, f_ask_tail, f_ask_head,
    f_back_tail, f_back_head, f_tell_tail, f_tell_head, f_bank_tell_tail, f_bank_tell_head,
    \turns.after_q };
reg f_slept_q;
reg [F_STATE_W-1:0] f_state_q;
always @(posedge clk_i) begin
    f_slept_q <= !rst_i && idle_o && f_nothing_passes;
    f_state_q <= f_state;
end
`ASSERT(idle_until_a_message_passes, !f_slept_q || f_state == f_state_q)
`ASSERT(counts_nothing_asleep, !(idle_o && f_nothing_passes) || events == 0)
`ASSERT(idle_unless_one_goes, idle_o == !(f_goes || f_other_goes || (f_rsp ? umc_req_pop || rdc_req_pop : rsp_pop)))

`COVER(umc_request_leaves, f_first && f_pop && !f_rsp && !f_rdc)
`COVER(rdc_request_leaves, f_first && f_pop && !f_rsp && f_rdc)
`COVER(umc_answer_leaves, f_first && f_pop && f_rsp && !f_rdc)
`COVER(rdc_answer_leaves, f_first && f_pop && f_rsp && f_rdc)
`COVER(umc_passed_over, !f_rsp && !f_rdc && f_passed_q == 1 && f_goes)
`COVER(rdc_passed_over, !f_rsp && f_rdc && f_passed_q == 1 && f_goes)
// Passed over, then without room, then next.
reg f_passed_blocked_q;
always @(posedge clk_i)
    f_passed_blocked_q <= !rst_i && !f_rsp && f_passed_q == 1 && !f_could;
`COVER(next_when_there_is_room, f_passed_blocked_q && f_goes && (f_rdc ? umc_req_valid : rdc_req_valid))
`COVER(both_in_one_queue, !f_rsp && f_waiting_q == QUEUE_IN && f_holds[1] && f_ours[1:0] == 2'b10)
// An answer goes although the other client takes none; another waits behind one that the other client has no room for.
wire f_other_is_full = f_rdc ? &f_tell : &f_bank_tell;
`COVER(answer_goes_beside_a_full_queue, f_rsp && f_goes && f_other_is_full)
`COVER(answer_waits_behind_the_others, f_rsp && f_ours == 4'b1000 && f_other_is_full)
`COVER(entry_of_spare_bits_leaves, f_first && f_pop && !f_rsp && f_entry && &f_spare[1:0])
`COVER(widest_tag_leaves, f_first && f_pop && !f_rsp && &f_tag)
`COVER(idle_with_a_waiting_head, idle_o && f_waiting_q != 0)
`COVER(wakes_with_a_message_inside, f_slept_q && f_count_q != 0 && f_pop)
