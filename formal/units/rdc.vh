// Control of a bank of the remote data cache (rdc.h), for any widths and sizes; the names of the queues are those of queues of two
// messages. Put after channel.vh, rdc_env.vh (before that rdc_plain.vh, for a bank that is not invalidated) and
// cache_queues.vh.
//
// Promises
//   One answer a request, with its op, line and source: the home's answer, or one from here. Nothing is answered that was
//   not asked.
//   A request goes to its home as it came, once at most, and in the order in which the requests of its set came; a load that hits does
//   not go there, all others do: fresh loads, loads that the predictor takes for misses, stores and atomics always.
//   Requests of a set are at work one at a time: none is sent to DRAM or home, or answered, before all earlier ones of
//   its set are done. So while a store or an atomic is at its home no request of its line is answered (V1).
//   DRAM is asked of the set of the request's line. A load and a fresh load write what their home answered, with tag and epoch; a
//   store writes its bytes, and spare bits never; an atomic, an invalidation and a clearing write no bytes.
//   A new epoch begins when no request is under way; if it is the last, when every set has been cleared.
//   Whoever may send, ask, tell or answer does so when there is room, or sees at most ENTRIES - 1 others go first. Of home's answers
//   and answers from here, of fills and other accesses, neither passes the other twice.
//   Without idle_o's being 0, nothing changes until a message comes or goes.
//   A bank that writes back (RDC_BACK; rdc_back_names.vh is put before): a store of a whole line, and one to a dirty line, does not go to
//   its home. What it writes to homes of its own accord is a whole line, and is answered to nobody.
// Data and epochs of the sets are left to rdc_lines.vh, invalidations to rdc_invalidate.vh, dirty lines to rdc_back.vh.
//
// Assumes what rdc_env.vh says, which is put before this text.
`CHANNEL_OUT(rsp)
`CHANNEL_OUT(mem_req)
`CHANNEL_OUT(dram_req)
`COVER(req_waits, req_valid_i && !req_ready_o)

`IN_QUEUE(req, REQ_W, \req_queue.head_q , \req_queue.tail_q , \req_queue.slot[0] , \req_queue.slot[1] )
`IN_QUEUE(mem_rsp, RSP_W, \mem_rsp_queue.head_q , \mem_rsp_queue.tail_q , \mem_rsp_queue.slot[0] , \mem_rsp_queue.slot[1] )
`IN_QUEUE(back, DRAM_RSP_W, \dram_rsp_queue.head_q , \dram_rsp_queue.tail_q , \dram_rsp_queue.slot[0] , \dram_rsp_queue.slot[1] )
`OUT_QUEUE(rsp, RSP_W, \rsp_queue.head_q , \rsp_queue.tail_q , \rsp_queue.slot[0] , \rsp_queue.slot[1] )
`OUT_QUEUE(mem_req, REQ_W, \mem_req_queue.head_q , \mem_req_queue.tail_q , \mem_req_queue.slot[0] , \mem_req_queue.slot[1] )
`OUT_QUEUE(ask, DRAM_REQ_W, \dram_req_queue.head_q , \dram_req_queue.tail_q , \dram_req_queue.slot[0] , \dram_req_queue.slot[1] )

`define SET(line) (line[UMC_W +: SET_W] ^ line[LINE_W-1 -: SET_W])  // the set of a line
`define REQ_OP(msg) msg[F_REQ_OP +: 4]
`define REQ_LINE(msg) msg[F_REQ_LINE +: LINE_W]
`define RSP_OP(msg) msg[F_RSP_OP +: 4]
`define RSP_LINE(msg) msg[F_RSP_LINE +: LINE_W]
`define FILLS(op) ((op) == 4'd0)
`define FRESH(op, fn) ((op) == 4'd0 && (fn) == 5'd1)  // no copy may answer
`define PROBES(op) ((op) == 4'd0 || (op) == 4'd1 || (op) == 4'd6 || (op) == 4'd12)
localparam [ENTRIES-1:0] F_ONE = 1;
`ifdef RDC_BACK
`define WHOLE_STORE(i) (op[i] == 4'd1 && (&mask[i]))
`else  // stores go through
`define WHOLE_STORE(i) 1'b0
localparam [ENTRIES-1:0] F_NO_ENTRY = 0;
wire [ENTRIES-1:0] evict_q = F_NO_ENTRY;
wire [ENTRIES-1:0] wrote_q = F_NO_ENTRY;
wire req_dirty = 1'b0;
wire flush_q = 1'b0;
wire map_q = 1'b0;
wire retire = 1'b0;
`endif

// A property of every entry i; of every pair of entries; of every three.
`define EACH(name, expr) \
    reg f_``name; \
    always @* begin : each_``name \
        integer i; \
        f_``name = 1'b1; \
        for (i = 0; i < ENTRIES; i = i + 1) \
            f_``name = f_``name && (expr); \
    end \
    `ASSERT(name, f_``name)
`define EACH_PAIR(name, expr) \
    reg f_``name; \
    always @* begin : each_``name \
        integer i, j; \
        f_``name = 1'b1; \
        for (i = 0; i < ENTRIES; i = i + 1) \
            for (j = 0; j < ENTRIES; j = j + 1) \
                if (i != j) \
                    f_``name = f_``name && (expr); \
    end \
    `ASSERT(name, f_``name)
`define EACH_THREE(name, expr) \
    reg f_``name; \
    always @* begin : each_``name \
        integer i, j, k; \
        f_``name = 1'b1; \
        for (i = 0; i < ENTRIES; i = i + 1) \
            for (j = 0; j < ENTRIES; j = j + 1) \
                for (k = 0; k < ENTRIES; k = k + 1) \
                    if (i != j && j != k && i != k) \
                        f_``name = f_``name && (expr); \
    end \
    `ASSERT(name, f_``name)

// ---- what an entry has done ----

// Its message has been put into the queue of answers; DRAM's answer to its read has come.
reg [ENTRIES-1:0] f_answered_q;
reg [ENTRIES-1:0] f_probed_q;
// Loads that are not looked up: fresh ones, and those that the predictor takes for misses.
reg [ENTRIES-1:0] f_direct_q;
always @(posedge clk_i)
    if (admit)
        f_direct_q[free_at] <= skip || (`FRESH(`REQ_OP(req_msg), req_msg[F_REQ_FN +: 5]) && !req_dirty);
`ASSERT(plain_loads_are_skipped, !skip || (`REQ_OP(req_msg) == 4'd0 && !`FRESH(`REQ_OP(req_msg), req_msg[F_REQ_FN +: 5])))
`ASSERT(none_is_skipped_without_a_predictor, !skip || PREDICT != 0)
wire [ENTRIES-1:0] f_admitted = (admit ? F_ONE << free_at : 0) | (kill_admit ? F_ONE << kill_at : 0);
wire [ENTRIES-1:0] f_answering = (answer ? F_ONE << answer_at : 0) | (tell ? F_ONE << tell_at : 0);
always @(posedge clk_i)
    if (rst_i) begin
        f_answered_q <= 0;
        f_probed_q <= 0;
    end else begin
        f_answered_q <= (f_answered_q | f_answering) & ~f_admitted;
        f_probed_q <= (f_probed_q | (probed && !sweep_q ? F_ONE << dram_tag : 0)) & ~f_admitted;
    end
localparam [ENTRIES-1:0] F_REQUESTS = (1 << REQS) - 1;
wire [ENTRIES-1:0] f_asks = busy_q & F_REQUESTS;      // entries of requests
reg [ENTRIES-1:0] f_flushes;                          // that look for dirty lines before an epoch
reg [ENTRIES-1:0] f_late;                             // that ask their homes when they have looked up their set
integer f_l;
always @*
    for (f_l = 0; f_l < ENTRIES; f_l = f_l + 1) begin
        f_flushes[f_l] = op[f_l] == 4'd9;
`ifdef RDC_BACK
        f_late[f_l] = late_q[f_l];
`else
        f_late[f_l] = op[f_l] == 4'd0 && !f_direct_q[f_l];
`endif
    end
wire [ENTRIES-1:0] f_owes = f_asks & ~f_answered_q & ~f_flushes;   // whose answers are due

// ---- one answer a request ----

wire [1:0] f_mem_rsp_answers = f_mem_rsp & ~{`IS_KILL(f_mem_rsp_1), `IS_KILL(f_mem_rsp_0)};
wire [1:0] f_rsp_kills = {f_rsp[1] && `IS_KILL(f_rsp_1), f_rsp[0] && `IS_KILL(f_rsp_0)};
reg [TAG_W+3:0] f_owed_q;
reg [TAG_W:0] f_owe_count;
integer f_n;
always @* begin
    f_owe_count = 0;
    for (f_n = 0; f_n < ENTRIES; f_n = f_n + 1)
        f_owe_count = f_owe_count + f_owes[f_n];
end
always @(posedge clk_i)
    if (rst_i)
        f_owed_q <= 0;
    else
        f_owed_q <= f_owed_q + f_req_moves - (f_rsp_moves && !`IS_KILL(rsp_msg_o));
`ASSERT(one_answer_a_request, f_owed_q == {1'b0, f_req[0]} + f_req[1] + f_owe_count
    + (f_rsp[0] && !f_rsp_kills[0]) + (f_rsp[1] && !f_rsp_kills[1]))

// One request, picked arbitrarily when it comes, is followed: in the queue, in an entry; its message to the home in that queue;
// its answer in the queue of answers. As it may be any request, its properties hold for all.
wire f_pick = $anyseq;
reg f_queued_q;
reg f_inside_q;
reg f_to_home_q;
reg f_out_q;
reg f_slot_q;               // its place in the queue
reg [TAG_W-1:0] f_tag_q;    // or its entry
reg f_home_slot_q;
reg f_out_slot_q;
reg [F_REQ_BITS-1:0] f_req_q;   // as it came
reg [F_RSP_BITS-1:0] f_told_q;  // its answer, as it was put into the queue
reg f_was_asked_q;              // its home has been asked
reg f_was_told_q;               // it is answered
reg f_by_home_q;                // by its home
wire f_comes = f_req_moves && f_pick && !f_queued_q && !f_inside_q && !f_to_home_q && !f_out_q;
wire f_enters = f_queued_q && req_valid && req_pop && f_req_head[0] == f_slot_q;
wire f_ends = f_inside_q && finished[f_tag_q];
wire f_mine_asks = f_inside_q && ask && ask_at == f_tag_q && !evict_q[ask_at];
wire f_mine_answered = f_inside_q && answer && answer_at == f_tag_q;
wire f_mine_told = f_inside_q && tell && tell_at == f_tag_q;
wire f_mine_steps = f_enters && step_go;
wire f_mine_pushed = f_mine_answered || f_mine_told || f_mine_steps;
wire f_mine_shown = f_out_q && rsp_valid_o && f_rsp_head[0] == f_out_slot_q;
wire f_mine_sent = f_to_home_q && mem_req_valid_o && f_mem_req_head[0] == f_home_slot_q;
wire [3:0] f_op = f_req_q[F_REQ_OP +: 4];
wire [4:0] f_fn = f_req_q[F_REQ_FN +: 5];
wire [LINE_W-1:0] f_req_line = f_req_q[F_REQ_LINE +: LINE_W];
wire f_step = f_op == 4'd8 && f_fn == 5'd3;  // begins an epoch
wire f_fresh = `FRESH(f_op, f_fn);
wire f_load = f_op == 4'd0 && !f_fresh;      // a copy may answer it
`ifdef RDC_BACK
wire f_kept = f_op == 4'd1;                  // may stay here
`else
wire f_kept = 1'b0;
`endif
reg [ENTRIES-1:0] f_ahead_q;  // entries of earlier requests of its set that are not done
integer f_a;
always @(posedge clk_i)
    if (rst_i) begin
        f_queued_q <= 1'b0;
        f_inside_q <= 1'b0;
        f_to_home_q <= 1'b0;
        f_out_q <= 1'b0;
        f_was_asked_q <= 1'b0;
        f_was_told_q <= 1'b0;
    end else begin
        f_queued_q <= (f_queued_q && !f_enters) || f_comes;
        f_inside_q <= (f_inside_q && !f_ends) || (f_enters && !step_go);
        f_to_home_q <= (f_to_home_q && !(f_mine_sent && mem_req_ready_i)) || f_mine_asks;
        f_out_q <= (f_out_q && !(f_mine_shown && rsp_ready_i)) || f_mine_pushed;
        if (f_comes) begin
            f_req_q <= req_msg_i[F_REQ_BITS-1:0];
            f_slot_q <= f_req_tail[0];
            f_was_asked_q <= 1'b0;
            f_was_told_q <= 1'b0;
        end
        if (f_enters)
            f_tag_q <= free_at;
        if (f_mine_asks) begin
            f_home_slot_q <= f_mem_req_tail[0];
            f_was_asked_q <= 1'b1;
        end
        if (f_mine_pushed) begin
            f_told_q <= rsp_msg[F_RSP_BITS-1:0];
            f_out_slot_q <= f_rsp_tail[0];
            f_was_told_q <= 1'b1;
            f_by_home_q <= f_mine_answered;
        end
        for (f_a = 0; f_a < ENTRIES; f_a = f_a + 1)
            f_ahead_q[f_a] <= (f_enters ? f_asks[f_a] && `SET(line[f_a]) == `SET(f_req_line) : f_ahead_q[f_a])
                && !finished[f_a];
    end
wire f_hits = f_mine_told && f_op == 4'd0;

// What its home sent, when that came.
reg [8*LINE_BYTES-1:0] f_home_data_q;
always @(posedge clk_i)
    if (f_mem_rsp_moves && !`IS_KILL(mem_rsp_msg_i) && `RSP_LINE(mem_rsp_msg_i) == f_req_line && !f_was_told_q)
        f_home_data_q <= mem_rsp_msg_i[0 +: 8*LINE_BYTES];
`ASSERT(answer_has_what_its_home_sent, !(f_mine_shown && f_by_home_q) || rsp_msg_o[0 +: 8*LINE_BYTES] == f_home_data_q)

`ASSERT(answer_is_of_its_request, !f_mine_shown || (rsp_msg_o[F_RSP_BITS-1:0] == f_told_q
    && `RSP_LINE(f_told_q) == f_req_line && `RSP_OP(f_told_q) == f_op && f_told_q[F_RSP_DST +: SRC_W] == f_req_q[F_REQ_SRC +: SRC_W]))
`ASSERT(answered_once, !f_mine_pushed || !f_was_told_q)
`ASSERT(ends_when_answered, !f_ends || f_was_told_q)
`ASSERT(goes_to_its_home_as_it_came, !f_mine_sent || mem_req_msg_o[F_REQ_BITS-1:0] == f_req_q)
`ASSERT(asks_once, !f_mine_asks || !f_was_asked_q)
`ASSERT(home_answers_what_went_there, !f_mine_answered || (f_was_asked_q && rsp_msg == mem_rsp_msg))
`ASSERT(only_hits_do_not_go_home, !(f_was_told_q && !f_by_home_q) || f_step || ((f_load || f_kept) && !f_was_asked_q))
`ASSERT(all_that_goes_home_is_answered_by_it, !(f_was_told_q && f_was_asked_q) || f_by_home_q)
`ASSERT(told_here_hit_or_step, !f_mine_told || f_load || f_kept)

// ---- the order of a set's requests ----

wire f_mine_sends = f_inside_q && (send && send_at == f_tag_q || fill && answer_at == f_tag_q);
`ASSERT(earlier_ones_first, !(f_mine_asks || f_mine_sends || f_mine_answered || f_mine_told) || f_ahead_q == 0)
`ASSERT(step_waits_for_all, !step_go || (busy_q == 0 && f_home_any == 0 && f_mem_req == 0 && f_mem_rsp_answers == 0))

// ---- what DRAM is asked ----

wire f_goes = dram_req_push && dram_req_room;
wire [3:0] f_goes_op = op[dram_at];
wire [LINE_W-1:0] f_goes_line = line[dram_at];
wire [LINE_W-1:0] f_first_line = START;
`define SET_LINE(set) (f_first_line + {{LINE_W - SET_W{1'b0}}, (set)})
wire [LINE_BYTES-1:0] f_goes_mask = dram_req_msg[F_ASK_MASK +: LINE_BYTES];
wire [META_W-1:0] f_goes_spare = dram_req_msg[F_ASK_SPARE +: META_W];
wire f_goes_write = dram_req_msg[F_ASK_WRITE];
wire f_goes_entry = dram_req_msg[F_ASK_ENTRY];
wire [META_W-1:0] f_key_filled = {{META_W - KEY_W{1'b0}}, f_goes_line[LINE_W-1 -: KEY_W]};
wire [META_W-1:0] f_epoch_filled = {{META_W - EPOCH_W{1'b0}}, epoch} << KEY_W;
wire [META_W-1:0] f_valid_filled = {{META_W - 1{1'b0}}, 1'b1} << F_VALID;
`ASSERT(asks_of_its_set, !f_goes || sweep_q || dram_req_msg[F_ASK_LINE +: LINE_W] == `SET_LINE(`SET(f_goes_line)))
`ASSERT(asks_with_its_tag, !f_goes || dram_req_msg[F_ASK_TAG +: TAG_W] == dram_at)
`ASSERT(fill_writes_line_tag_and_epoch, !(f_goes && fill) || (f_goes_write && (&f_goes_mask) && f_goes_entry
    && f_goes_spare == (f_key_filled | f_epoch_filled | f_valid_filled)
    && dram_req_msg[0 +: 8*LINE_BYTES] == mem_rsp_msg[0 +: 8*LINE_BYTES] && f_goes_line == `RSP_LINE(mem_rsp_msg)))
`ASSERT(fills_with_lines_alone, !fill || `FILLS(f_goes_op))
`ASSERT(store_writes_its_bytes, !(f_goes && !fill && !sweep_q && f_goes_write && f_goes_op == 4'd1)
    || (f_goes_mask == mask[dram_at] && f_goes_entry == `WHOLE_STORE(dram_at)
    && (!f_goes_entry || f_goes_spare == (f_key_filled | f_epoch_filled | f_valid_filled | f_valid_filled << 1)) && dram_req_msg[0 +: 8*LINE_BYTES] == data[dram_at]))
`ASSERT(others_clear_the_valid_bit, !(f_goes && !fill && f_goes_write && (sweep_q || f_goes_op != 4'd1))
    || (f_goes_mask == 0 && f_goes_entry && !f_goes_spare[F_VALID]))
`ASSERT(reads_line_and_spare_bits, !(f_goes && !f_goes_write) || !f_goes_entry)
`ASSERT(probes_before_it_changes, !(send && !sweep_q) || f_goes_write == f_probed_q[send_at])
`ASSERT(one_at_dram_a_tag, !(f_goes && !sweep_q) || !dram_q[dram_at])
`ASSERT(dram_answers_are_taken, dram_rsp_ready_o)

// ---- epochs ----

wire f_sweeps = f_goes && sweep_q;
`ASSERT(last_epoch_is_swept, !(step_go && (&epoch)) || (sweep_q && cleared_q == SETS))
`ASSERT(sweeps_the_last_alone, !sweep_q || (&epoch))
`ASSERT(sweep_clears_the_next_set, !f_sweeps || (dram_req_msg[F_ASK_LINE +: LINE_W] == `SET_LINE(swept_q[SET_W-1:0])
    && swept_q < SETS))
reg f_steps_q;
reg [EPOCH_W-1:0] f_was_epoch_q;
always @(posedge clk_i) begin
    f_steps_q <= step_go;
    f_was_epoch_q <= epoch;
end
reg f_ran_q;  // not a reset
always @(posedge clk_i)
    f_ran_q <= up_q && !rst_i;
`ASSERT(a_step_is_the_next_epoch, !f_ran_q || epoch == (f_steps_q ? f_was_epoch_q + 1'b1 : f_was_epoch_q))

// ---- all that may move does ----

wire [TAG_W-1:0] f_me = $anyconst;
// Turns that others had since f_me began to want one.
`define TURNS(name, want, after) \
    (* hierconn *) wire [ENTRIES-1:0] after ; \
    wire [ENTRIES-1:0] f_``name``_want = want; \
    wire f_``name``_mine = name``_at == f_me; \
    reg [TAG_W:0] f_``name``_before_q; \
    reg [TAG_W:0] f_``name``_first; \
    integer f_``name``_p; \
    always @(posedge clk_i) \
        f_``name``_before_q <= rst_i || !f_``name``_want[f_me] || (name && f_``name``_mine) ? 0 : f_``name``_before_q + name; \
    always @* begin \
        f_``name``_first = 0; \
        for (f_``name``_p = ENTRIES - 1; f_``name``_p >= 0; f_``name``_p = f_``name``_p - 1) \
            if (after [f_``name``_p]) f_``name``_first = f_``name``_p; \
    end \
    wire [TAG_W:0] f_``name``_place = f_me >= f_``name``_first ? f_me - f_``name``_first : f_me + ENTRIES - f_``name``_first; \
    `ASSERT(name``_in_its_turn, f_``name``_before_q < ENTRIES) \
    `ASSERT(name``_has_a_first, after == 0 || after == {ENTRIES{1'b1}} << f_``name``_first) \
    `ASSERT(name``_moves_on, f_``name``_before_q + f_``name``_place < ENTRIES) \
    `COVER(name``_waits_for_another, f_``name``_before_q != 0)
wire [ENTRIES-1:0] f_may_ask = (evict_q | (ask_q & ~wrote_q)) & ~held_q;
wire [ENTRIES-1:0] f_kills_wait = (|(stalled_q & (dram_q | tell_q))) ? ~F_REQUESTS : 0; // until what is stalled has come to rest
wire [ENTRIES-1:0] f_may_send = (probe_q | change_q) & ~held_q & ~dram_q & ~stalled_q & ~f_kills_wait;
`TURNS(ask, f_may_ask, \ask_turn.after_q )
`TURNS(tell, tell_q, \tell_turn.after_q )
`TURNS(send, f_may_send, \send_turn.after_q )
reg f_home_last_q;  // the last message to the L2 was the home's
reg f_told_last_q;  // or from here
reg f_fill_last_q;  // the last access to DRAM was a fill
reg f_sent_last_q;  // or another
always @(posedge clk_i) begin
    f_home_last_q <= !rst_i && (answer || (f_home_last_q && !tell));
    f_told_last_q <= !rst_i && (tell || (f_told_last_q && !answer));
    f_fill_last_q <= !rst_i && (fill || (f_fill_last_q && !send));
    f_sent_last_q <= !rst_i && (send || (f_sent_last_q && !fill));
end
`ASSERT(asks_when_there_is_room, !(f_may_ask[f_me] && mem_req_room) || (ask && mem_req_push))
`ASSERT(tells_when_there_is_room, !(tell_q[f_me] && rsp_room) || (tell && rsp_push) || (answer && !f_home_last_q))
`ASSERT(sends_when_there_is_room, !(f_may_send[f_me] && dram_req_room) || (send && dram_req_push) || (fill && !f_fill_last_q))
wire [TAG_W-1:0] f_back_at = answer_at;
`ASSERT(answers_when_there_is_room, !(mem_rsp_valid && !is_kill && rsp_room && (dram_req_room || `RSP_OP(mem_rsp_msg) != 4'd0)
    && !stalled_q[f_back_at]) || answer || retire || (tell && !f_told_last_q) || (send && !f_sent_last_q))
`ASSERT(what_is_loaded_fills, !answer || fill == (`RSP_OP(mem_rsp_msg) == 4'd0))
`ASSERT(one_message_at_a_time, !(tell && answer) && !(fill && send))
`ASSERT(takes_while_an_entry_is_free, !(req_valid && `REQ_OP(req_msg) != 4'd8 && (f_asks != F_REQUESTS) && !kill_admit) || req_pop)
`ASSERT(steps_when_all_is_done, !(req_valid && `REQ_OP(req_msg) == 4'd8 && req_msg[F_REQ_FN +: 5] == 5'd3 && busy_q == 0 && rsp_room
    && !(&epoch) && map_q == 0) || req_pop)
reg f_to_sweep_q;
always @(posedge clk_i)
    f_to_sweep_q <= !rst_i && step_may && (&epoch) && !sweep_q && map_q == 0;
`ASSERT(sweep_begins_at_once, !f_to_sweep_q || sweep_q)
`ASSERT(sweeps_when_there_is_room, !(sweep_q && swept_q < SETS && dram_req_room) || f_sweeps)
`ASSERT(sweep_ends, !(sweep_q && cleared_q == SETS && rsp_room) || step_go)
`ASSERT(pushes_into_room, (!rsp_push || rsp_room) && (!(answer || tell || step_go) || rsp_push))
// An entry waits for something that is under way: for DRAM or a home, which have taken its message or can, for room, or for the
// entry before it.
`EACH(held_behind_a_busy_one, !(f_asks[i] && held_q[i]) || f_asks[behind[i]])
`EACH(stalled_by_a_busy_one, !(f_asks[i] && stalled_q[i]) || (busy_q[by_q[i*TAG_W +: TAG_W]] && by_q[i*TAG_W +: TAG_W] >= REQS
    && `SET(line[by_q[i*TAG_W +: TAG_W]]) == `SET(line[i])))

// ---- idle ----

wire f_passes = f_req_moves || f_rsp_moves || f_mem_req_moves || f_mem_rsp_moves || f_ask_moves || f_back_moves;
localparam F_STATE_W = 9*ENTRIES + 1 + EPOCH_W + 12;
wire [F_STATE_W-1:0] f_state = {busy_q, held_q, last_q, probe_q, change_q, dram_q, ask_q, home_q, tell_q,
    sweep_q, epoch, f_req_head, f_mem_rsp_head, f_back_head, f_rsp_tail, f_mem_req_tail, f_ask_tail};
reg f_still_q;
reg [F_STATE_W-1:0] f_state_q;
reg [ENTRIES-1:0] f_stalled_then_q;
always @(posedge clk_i) begin
    f_still_q <= up_q && !rst_i && idle_o && !f_passes;
    f_state_q <= f_state;
    f_stalled_then_q <= stalled_q & busy_q;
end
`ASSERT(idle_is_still, !f_still_q || (f_state == f_state_q && (stalled_q & busy_q) == f_stalled_then_q))
`ASSERT(wait_tells_of_its_entry, !(f_inside_q && probe_sel_i == 9'd128 + f_tag_q)
    || probe_o == {1'b1, f_op != 4'd0, {62 - LINE_W{1'b0}}, f_req_line})

// ---- what makes them inductive: an entry's bits ----

wire [ENTRIES-1:0] f_kills_in = busy_q & ~F_REQUESTS;
// DRAM is to write for it.
reg [ENTRIES-1:0] f_writing;
integer f_w;
always @*
    for (f_w = 0; f_w < ENTRIES; f_w = f_w + 1)
        f_writing[f_w] = `FILLS(op[f_w]) ? f_answered_q[f_w] : f_probed_q[f_w];
`EACH(free_has_nothing, busy_q[i] || !(held_q[i] || last_q[i] || probe_q[i] || change_q[i] || dram_q[i] || ask_q[i] || home_q[i] || tell_q[i]
    || evict_q[i] || wrote_q[i]))
reg [ENTRIES-1:0] f_done_q; // nothing was left to do
always @(posedge clk_i)
    f_done_q <= rst_i ? 0 : busy_q & ~(held_q | probe_q | change_q | dram_q | ask_q | home_q | tell_q | evict_q | wrote_q);
`EACH(ends_when_all_is_done, !(f_done_q[i] && busy_q[i]))
`EACH(known_ops, !busy_q[i] || (i < REQS ? op[i] == 0 || op[i] == 1 || op[i] == 6 || (op[i] == 8 && fn[i] != 3)
    || (op[i] == 9 && flush_q) : op[i] == 12))
`EACH(held_has_done_nothing, !held_q[i] || (!dram_q[i] && !home_q[i] && !tell_q[i] && !change_q[i] && !f_answered_q[i] && !f_probed_q[i]
    && probe_q[i] == (`PROBES(op[i]) && !(op[i] == 0 && f_direct_q[i])) && ask_q[i] == !f_late[i] && !evict_q[i] && !wrote_q[i]
    && !f_flushes[i]))
`ifdef RDC_BACK
`EACH(loads_are_late_or_direct, !(busy_q[i] && op[i] == 0) || f_late[i] != f_direct_q[i])
`else
`EACH(fresh_is_direct, !(busy_q[i] && `FRESH(op[i], fn[i])) || f_direct_q[i])
`endif
`EACH(fresh_is_not_told, !(busy_q[i] && `FRESH(op[i], fn[i])) || !tell_q[i])
`EACH(load_does_one_thing, !(busy_q[i] && op[i] == 0 && !f_direct_q[i]) || (
    {2'd0, probe_q[i]} + (dram_q[i] && !f_answered_q[i]) + tell_q[i] + ask_q[i] + home_q[i] + f_answered_q[i] == 3'd1
    && !change_q[i] && !(probe_q[i] && f_probed_q[i]) && f_probed_q[i] == (tell_q[i] || ask_q[i] || home_q[i] || f_answered_q[i])))
`EACH(direct_load_does_one_thing, !(busy_q[i] && op[i] == 0 && f_direct_q[i]) || ({1'd0, ask_q[i]} + home_q[i] + f_answered_q[i] == 2'd1
    && !(dram_q[i] && !f_answered_q[i]) && !probe_q[i] && !change_q[i] && !tell_q[i] && !f_probed_q[i] && !evict_q[i]))
`EACH(others_ask_and_change, !(f_asks[i] && !`FILLS(op[i]) && !f_late[i] && !f_flushes[i]) || ({1'd0, ask_q[i]} + home_q[i] + f_answered_q[i] == 2'd1 && !tell_q[i]
    && {1'd0, probe_q[i]} + change_q[i] + dram_q[i] <= 2'd1 && (!probe_q[i] || !f_probed_q[i]) && (!change_q[i] || f_probed_q[i])
    && (op[i] == 8 ? !probe_q[i] && !change_q[i] && !dram_q[i] && !f_probed_q[i] : f_probed_q[i] || probe_q[i] || dram_q[i])))
`EACH(invalidation_does_one_thing, !f_kills_in[i] || ({2'd0, probe_q[i]} + dram_q[i] + change_q[i] + tell_q[i] + f_answered_q[i] == 3'd1
    && !held_q[i] && !ask_q[i] && !home_q[i] && !last_q[i]
    && (!probe_q[i] || !f_probed_q[i]) && (!(change_q[i] || tell_q[i] || f_answered_q[i]) || f_probed_q[i])))
`EACH(entry_is_of_this_bank, !f_asks[i] || line[i] % (1 << UMC_W) == f_umc)

// ---- the chain of a set ----

// An entry is held if there is an earlier one of its set, and waits behind the youngest of those; an entry is the last if
// there is no later one. The order of admission makes the chain free of loops.
reg [ENTRIES*ENTRIES-1:0] f_before_q;  // bit i*ENTRIES + j: i was admitted before j
integer f_b;
always @(posedge clk_i)
    for (f_b = 0; f_b < ENTRIES*ENTRIES; f_b = f_b + 1)
        if (rst_i)
            f_before_q[f_b] <= f_b / ENTRIES < f_b % ENTRIES;
        else if (admit && free_at == f_b / ENTRIES)
            f_before_q[f_b] <= 1'b0;
        else if (admit && free_at == f_b % ENTRIES)
            f_before_q[f_b] <= 1'b1;
`define BEFORE(i, j) f_before_q[(i)*ENTRIES + (j)]
reg [ENTRIES*ENTRIES-1:0] f_earlier;  // bit i*ENTRIES + j: j is an earlier request of the set of i
reg [ENTRIES*ENTRIES-1:0] f_later;
always @* begin : chains
    integer i, j;
    for (i = 0; i < ENTRIES; i = i + 1)
        for (j = 0; j < ENTRIES; j = j + 1) begin
            f_earlier[i*ENTRIES + j] =
                i != j && f_asks[i] && f_asks[j] && `SET(line[i]) == `SET(line[j]) && `BEFORE(j, i);
            f_later[i*ENTRIES + j] =
                i != j && f_asks[i] && f_asks[j] && `SET(line[i]) == `SET(line[j]) && `BEFORE(i, j);
        end
end
`EACH_PAIR(admitted_in_an_order, `BEFORE(i, j) != `BEFORE(j, i))
`EACH_THREE(order_is_transitive, !(`BEFORE(i, j) && `BEFORE(j, k)) || `BEFORE(i, k))
`EACH(held_behind_earlier_ones, held_q[i] == (f_earlier[i*ENTRIES +: ENTRIES] != 0))
`EACH(held_behind_one_of_them, !held_q[i] || f_earlier[i*ENTRIES + behind[i]])
`EACH_PAIR(none_between, !(held_q[i] && f_earlier[i*ENTRIES + j]) || j == behind[i] || `BEFORE(j, behind[i]))
`EACH(last_has_no_later_one, last_q[i] == (f_asks[i] && f_later[i*ENTRIES +: ENTRIES] == 0))

// ---- where its messages are ----

// To and from DRAM: in one place while DRAM is to answer, and none else. The same while all sets are cleared, by number.
`define ASK_TAG(msg) msg[F_ASK_TAG +: TAG_W]
`define BACK_TAG(msg) msg[F_BACK_TAG +: TAG_W]
`define AT_DRAM(i) f_writes_q[(i)*F_COUNT_W +: F_COUNT_W]
wire [ENTRIES-1:0] f_asks_0 = f_ask[0] ? F_ONE << `ASK_TAG(f_ask_0) : 0;
wire [ENTRIES-1:0] f_asks_1 = f_ask[1] ? F_ONE << `ASK_TAG(f_ask_1) : 0;
wire [ENTRIES-1:0] f_backs_0 = f_back[0] ? F_ONE << `BACK_TAG(f_back_0) : 0;
wire [ENTRIES-1:0] f_backs_1 = f_back[1] ? F_ONE << `BACK_TAG(f_back_1) : 0;
`EACH(waits_for_dram_once, sweep_q || {2'd0, f_asks_0[i]} + f_asks_1[i] + f_backs_0[i] + f_backs_1[i] + f_read_q[i]
    + {1'b0, `AT_DRAM(i)} == dram_q[i])
// What DRAM does for it, where its message tells.
wire [ENTRIES-1:0] f_writes_for = (f_asks_0 & {ENTRIES{f_ask_0[F_ASK_WRITE]}}) | (f_asks_1 & {ENTRIES{f_ask_1[F_ASK_WRITE]}})
    | (f_backs_0 & {ENTRIES{f_back_0[F_BACK_WRITE]}}) | (f_backs_1 & {ENTRIES{f_back_1[F_BACK_WRITE]}}) | f_some_writes;
reg [ENTRIES-1:0] f_some_writes;
integer f_s;
always @*
    for (f_s = 0; f_s < ENTRIES; f_s = f_s + 1)
        f_some_writes[f_s] = `AT_DRAM(f_s) != 0;
`EACH(writes_what_is_to_be_written, sweep_q || !dram_q[i] || f_writes_for[i] == f_writing[i])
// What is in the queue to DRAM is as it was pushed.
`define ASK_IS_OF(msg, i) (msg[F_ASK_LINE +: LINE_W] == `SET_LINE(`SET(line[i])) && (!msg[F_ASK_WRITE] || (`FILLS(op[i]) ? \
    (&msg[F_ASK_MASK +: LINE_BYTES]) && msg[F_ASK_ENTRY] \
        && msg[F_ASK_SPARE +: META_W] == (f_valid_filled | f_epoch_filled | {{META_W - KEY_W{1'b0}}, line[i][LINE_W-1 -: KEY_W]}) : \
    op[i] == 4'd1 ? msg[F_ASK_MASK +: LINE_BYTES] == mask[i] && msg[F_ASK_ENTRY] == `WHOLE_STORE(i) && (!msg[F_ASK_ENTRY] \
        || msg[F_ASK_SPARE +: META_W] == (f_valid_filled << 1 | f_valid_filled | f_epoch_filled | {{META_W - KEY_W{1'b0}}, line[i][LINE_W-1 -: KEY_W]})) && msg[0 +: 8*LINE_BYTES] == data[i] : \
    msg[F_ASK_MASK +: LINE_BYTES] == 0 && msg[F_ASK_ENTRY] && !msg[F_ASK_SPARE + F_VALID])))
`EACH(asked_as_pushed, sweep_q || ((!f_asks_0[i] || `ASK_IS_OF(f_ask_0, i)) && (!f_asks_1[i] || `ASK_IS_OF(f_ask_1, i))))

// Clearing all sets.
localparam [SET_W:0] F_SETS = SETS;
reg [TAG_W+F_COUNT_W:0] f_clearing;
integer f_c;
always @* begin
    f_clearing = f_ask[0] + f_ask[1] + f_back[0] + f_back[1];
    for (f_c = 0; f_c < ENTRIES; f_c = f_c + 1)
        f_clearing = f_clearing + `AT_DRAM(f_c);
end
`define CLEARS(msg) (msg[F_ASK_WRITE] && msg[F_ASK_ENTRY] && msg[F_ASK_MASK +: LINE_BYTES] == 0 && !msg[F_ASK_SPARE + F_VALID] \
    && msg[F_ASK_LINE +: LINE_W] - f_first_line < swept_q)
`ASSERT(sweeps_alone, !sweep_q || (step_may && busy_q == 0 && f_read_q == 0))
`ASSERT(sweep_is_counted, !sweep_q || (swept_q <= F_SETS && cleared_q <= swept_q && f_clearing == swept_q - cleared_q))
`ASSERT(sweep_writes, !sweep_q || ((!f_ask[0] || `CLEARS(f_ask_0)) && (!f_ask[1] || `CLEARS(f_ask_1))
    && (!f_back[0] || f_back_0[F_BACK_WRITE]) && (!f_back[1] || f_back_1[F_BACK_WRITE])))

// To and from the home: in one place while the home is to answer.
`EACH(waits_for_home_once, {2'd0, f_mem_req[0] && `REQ_LINE(f_mem_req_0) == line[i]} + (f_mem_req[1] && `REQ_LINE(f_mem_req_1) == line[i])
    + (f_mem_rsp_answers[0] && `RSP_LINE(f_mem_rsp_0) == line[i]) + (f_mem_rsp_answers[1] && `RSP_LINE(f_mem_rsp_1) == line[i])
    + f_home_q[line[i]] == 3'd1 || !home_q[i])
`ifdef RDC_BACK
`EACH(write_waits_for_home_once, {2'd0, f_mem_req[0] && `REQ_LINE(f_mem_req_0) == victim[i]} + (f_mem_req[1] && `REQ_LINE(f_mem_req_1) == victim[i])
    + (f_mem_rsp_answers[0] && `RSP_LINE(f_mem_rsp_0) == victim[i]) + (f_mem_rsp_answers[1] && `RSP_LINE(f_mem_rsp_1) == victim[i])
    + f_home_q[victim[i]] == 3'd1 || !wrote_q[i])
`endif
// Each of those messages is of an entry.
reg [1:0] f_sent_known;
reg [1:0] f_back_known;
reg [f_home_n-1:0] f_home_known;
always @* begin : known
    integer i, l;
    f_sent_known = ~f_mem_req;
    f_back_known = ~f_mem_rsp_answers;
    f_home_known = ~f_home_q;
    for (i = 0; i < ENTRIES; i = i + 1)
        if (home_q[i]) begin
            if (f_mem_req_0[F_REQ_BITS-1:0] == {fn[i], src[i], op[i], line[i], mask[i], data[i]}) f_sent_known[0] = 1'b1;
            if (f_mem_req_1[F_REQ_BITS-1:0] == {fn[i], src[i], op[i], line[i], mask[i], data[i]}) f_sent_known[1] = 1'b1;
            if (f_mem_rsp_0[F_RSP_LINE +: LINE_W + 4 + SRC_W] == {src[i], op[i], line[i]}) f_back_known[0] = 1'b1;
            if (f_mem_rsp_1[F_RSP_LINE +: LINE_W + 4 + SRC_W] == {src[i], op[i], line[i]}) f_back_known[1] = 1'b1;
            for (l = 0; l < f_home_n; l = l + 1)
                if (line[i] == l && f_home_value_q[l*(4 + SRC_W) +: 4 + SRC_W] == {src[i], op[i]}) f_home_known[l] = 1'b1;
        end
`ifdef RDC_BACK
    for (i = 0; i < ENTRIES; i = i + 1)
        if (wrote_q[i]) begin
            if (f_mem_req_0[F_REQ_BITS-1:0] == {5'd0, src[i], 4'd1, victim[i], {LINE_BYTES{1'b1}}, was[i]}) f_sent_known[0] = 1'b1;
            if (f_mem_req_1[F_REQ_BITS-1:0] == {5'd0, src[i], 4'd1, victim[i], {LINE_BYTES{1'b1}}, was[i]}) f_sent_known[1] = 1'b1;
            if (f_mem_rsp_0[F_RSP_LINE +: LINE_W + 4 + SRC_W] == {src[i], 4'd1, victim[i]}) f_back_known[0] = 1'b1;
            if (f_mem_rsp_1[F_RSP_LINE +: LINE_W + 4 + SRC_W] == {src[i], 4'd1, victim[i]}) f_back_known[1] = 1'b1;
            for (l = 0; l < f_home_n; l = l + 1)
                if (victim[i] == l && f_home_value_q[l*(4 + SRC_W) +: 4 + SRC_W] == {src[i], 4'd1}) f_home_known[l] = 1'b1;
        end
`endif
end
`ASSERT(sent_are_of_entries, &f_sent_known)
`ASSERT(home_has_requests_of_entries, &f_home_known)
`ASSERT(answers_are_of_entries, &f_back_known)

// Requests in the queue.
`define GOOD(msg) (msg[F_REQ_LINE +: LINE_W] % (1 << UMC_W) == f_umc && (`REQ_OP(msg) == 0 || `REQ_OP(msg) == 1 \
    || `REQ_OP(msg) == 6 || `REQ_OP(msg) == 8))
`ASSERT(queued_are_known, (!f_req[0] || `GOOD(f_req_0)) && (!f_req[1] || `GOOD(f_req_1)))

// ---- where the followed request is ----

wire [REQ_W-1:0] f_req_slot = f_slot_q ? f_req_1 : f_req_0;
wire [REQ_W-1:0] f_home_slot = f_home_slot_q ? f_mem_req_1 : f_mem_req_0;
wire [RSP_W-1:0] f_out_slot = f_out_slot_q ? f_rsp_1 : f_rsp_0;
`ASSERT(followed_is_in_one_place, !(f_queued_q && (f_inside_q || f_out_q || f_to_home_q)) && !(f_out_q && !f_was_told_q))
`ASSERT(followed_in_queue, !f_queued_q || (f_req[f_slot_q] && f_req_slot[F_REQ_BITS-1:0] == f_req_q && !f_was_asked_q && !f_was_told_q))
`ASSERT(followed_in_its_entry, !f_inside_q || (f_asks[f_tag_q]
    && {fn[f_tag_q], src[f_tag_q], op[f_tag_q], line[f_tag_q], mask[f_tag_q], data[f_tag_q]} == f_req_q && !f_step && !f_flushes[f_tag_q]
    && f_was_told_q == f_answered_q[f_tag_q]))
`ASSERT(followed_to_home, !f_to_home_q || (f_mem_req[f_home_slot_q] && f_home_slot[F_REQ_BITS-1:0] == f_req_q && f_inside_q
    && home_q[f_tag_q]))
`ASSERT(followed_was_asked, !f_inside_q || f_was_asked_q == (home_q[f_tag_q] || (f_was_told_q && f_by_home_q)))
`ASSERT(followed_is_told, !f_was_told_q || f_queued_q || (`RSP_LINE(f_told_q) == f_req_line && `RSP_OP(f_told_q) == f_op
    && f_told_q[F_RSP_DST +: SRC_W] == f_req_q[F_REQ_SRC +: SRC_W]))
`ASSERT(followed_was_sent, !(f_inside_q && home_q[f_tag_q])
    || ((!(f_mem_rsp_answers[0] && `RSP_LINE(f_mem_rsp_0) == f_req_line) || f_mem_rsp_0[0 +: 8*LINE_BYTES] == f_home_data_q)
    && (!(f_mem_rsp_answers[1] && `RSP_LINE(f_mem_rsp_1) == f_req_line) || f_mem_rsp_1[0 +: 8*LINE_BYTES] == f_home_data_q)))
`ASSERT(followed_has_what_was_sent, !(f_was_told_q && f_by_home_q) || f_told_q[0 +: 8*LINE_BYTES] == f_home_data_q)
`ASSERT(followed_is_out, !f_out_q || (f_rsp[f_out_slot_q] && f_out_slot[F_RSP_BITS-1:0] == f_told_q))
reg [ENTRIES-1:0] f_mine_before;
integer f_m;
always @*
    for (f_m = 0; f_m < ENTRIES; f_m = f_m + 1)
        f_mine_before[f_m] = f_asks[f_m] && f_m != f_tag_q && `SET(line[f_m]) == `SET(f_req_line) && `BEFORE(f_m, f_tag_q);
`ASSERT(followed_waits_for_earlier_ones, !f_inside_q || f_ahead_q == f_mine_before)
`ASSERT(turns_are_kept, told_q == f_told_last_q && !(f_home_last_q && told_q) && filled_q == f_fill_last_q
    && !(f_sent_last_q && filled_q))

// ---- all of it happens ----

wire f_leaves = f_mine_shown && rsp_ready_i;
reg f_was_held_q;
always @(posedge clk_i)
    f_was_held_q <= !rst_i && ((f_was_held_q && !f_enters) || (f_inside_q && held_q[f_tag_q]));
`COVER(load_answered_by_its_home, f_leaves && f_load && f_by_home_q)
`COVER(load_hits, f_leaves && f_load && !f_by_home_q)
`COVER(fresh_load_answered, f_leaves && f_fresh)
`COVER(store_answered, f_leaves && f_op == 4'd1)
`COVER(atomic_answered, f_leaves && f_op == 4'd6)
`COVER(emptying_of_others_answered, f_leaves && f_op == 4'd8 && !f_step)
`COVER(step_answered, f_leaves && f_step)
`COVER(held_then_hits, f_hits && f_was_held_q)
`COVER(store_changes_the_copy, f_mine_sends && f_op == 4'd1 && f_probed_q[f_tag_q])
`COVER(atomic_clears_the_copy, f_mine_sends && f_op == 4'd6 && f_probed_q[f_tag_q])
`COVER(answered_before_the_copy_is_changed, f_inside_q && f_was_told_q && change_q[f_tag_q])
`COVER(copy_changed_before_the_answer, f_inside_q && f_op == 4'd1 && f_probed_q[f_tag_q] && !change_q[f_tag_q] && home_q[f_tag_q])
`COVER(comes_as_the_earlier_ends, f_enters && clash && finished[clash_at])
`COVER(no_entry_free, req_valid && f_asks == F_REQUESTS)
`COVER(step_waits, req_valid && f_step && f_queued_q && f_req_head[0] == f_slot_q && busy_q != 0)
`COVER(epochs_roll_over, step_go && sweep_q)
`COVER(answer_waits_for_a_hit, mem_rsp_valid && !is_kill && tell && rsp_room)
`COVER(fill_waits_for_another_access, mem_rsp_valid && back_fills && send && !is_kill && f_fill_last_q)
`COVER(hit_waits_for_an_answer, tell_any && answer)
`COVER(hit_waits_for_room, tell_any && !rsp_room)
`COVER(hit_waits_behind_another, tell_q[f_me] && tell_any && tell_at != f_me && !rsp_room)
`COVER_WHERE(PREDICT > 0, load_is_skipped, admit && skip)
`COVER_WHERE(PREDICT > 0, unlikely_load_is_looked_up, admit && unlikely && !skip)
`COVER(idle_with_requests, idle_o && busy_q != 0)
