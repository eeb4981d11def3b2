// Assumptions of a um_bank_front whose bank is also a GPU home, about its bank, the other packages and the memory, for any
// sizes. Put after channel.vh and bank_front_names.vh. Proofs assume them, and monitors in running units watch them.
//
// Assumes of the bank, an L2 bank that acknowledges among its answers (l2_invalidate_above.vh): it answers requests that
// it has, those who asked, and for each line that it has asked another package for, and not been answered, it has a
// request that waits for that answer; it acknowledges invalidations that came, each once, with its tag and line.
// Of other packages: requests are for lines that have a home here, come from where they may, and packages of this GPU
// have at most REMOTES each under way to here as the GPU home; a home has one marker and at most CREDITS kills under way
// to here; what is acknowledged was sent.
`define HOMED_OF(line) (line[HOME_LSB +: CHIP_W] == HOME[CHIP_W-1:0])
`define REQ_IS_HOMED(msg) (msg[8*LINE_BYTES + LINE_BYTES + HOME_LSB +: CHIP_W] == HOME[CHIP_W-1:0])
`define RSP_IS_HOMED(msg) (msg[8*LINE_BYTES + HOME_LSB +: CHIP_W] == HOME[CHIP_W-1:0])
`define RSP_OP(msg) msg[8*LINE_BYTES + LINE_W +: 4]
`define WRITES(op) ((op) == 4'd1 || (op) == 4'd6)
`define ACCESSES(op) ((op) == 4'd0 || `WRITES(op)) // what an L2 answers to a load, a store, an atomic
`define IS_RELEASE(msg) (`REQ_OP(msg) == 4'd1 && (msg[F_SRC + F_SRC_OF +: 5] == 5'd1 || msg[F_SRC + F_SRC_OF +: 5] == 5'd2))
`define GPU_OF(package) package[CHIP_W +: HOME_W - CHIP_W]
// Tags of invalidations.
localparam F_MARKER = 2'd1, F_HANDED = 2'd2, F_CREDIT = 2'd3;
localparam F_SRC_OF = PATH_W;
localparam F_N = $clog2(REMOTES) + 3;
localparam F_LEFT = HOME_W + 2;
localparam F_CREDITS = $clog2(CREDITS) + HOME_W + 2;

// ---- requests in the bank ----

wire f_lets_in = req_valid_o && req_ready_i;
wire f_is_told = rsp_valid_i && rsp_ready_o;
wire f_in_top = req_msg_o[F_SRC + SRC_W - 1];
wire f_far_in = f_lets_in && f_in_top && `REQ_IS_HERE(req_msg_o);
wire f_near_in = f_lets_in && f_in_top && !`REQ_IS_HERE(req_msg_o);
wire f_own_in = f_lets_in && !f_in_top && !`REQ_IS_HERE(req_msg_o) && `LEAVES(`REQ_OP(req_msg_o));
wire f_shows_drop = rsp_valid_i && `IS_KILL(rsp_msg_i);
wire f_shows_top = rsp_valid_i && !`IS_KILL(rsp_msg_i) && rsp_msg_i[F_DST + SRC_W - 1];
wire f_shows_far = f_shows_top && `RSP_IS_HERE(rsp_msg_i);
wire f_shows_near = f_shows_top && !`RSP_IS_HERE(rsp_msg_i);
wire f_shows_own = rsp_valid_i && !rsp_msg_i[F_DST + SRC_W - 1] && !`RSP_IS_HERE(rsp_msg_i) && `ACCESSES(`RSP_OP(rsp_msg_i));
wire f_shows_remote = f_shows_near || f_shows_own;
wire f_told = f_shows_remote && rsp_ready_o;
// Lines that the bank has asked other packages for, and of these, those that these were asked for.
wire f_shows_ask = mem_req_valid_i && !`REQ_IS_HERE(mem_req_msg_i);
wire f_asks = f_shows_ask && mem_req_ready_o;
wire f_is_answered = mem_rsp_valid_o && mem_rsp_ready_i && !`RSP_IS_HERE(mem_rsp_msg_o) && !`IS_KILL(mem_rsp_msg_o);
wire f_goes_there = there_req_valid_o && there_req_ready_i;
wire f_comes_back = there_rsp_valid_i && there_rsp_ready_o && !`IS_KILL(there_rsp_msg_i);
reg [F_N-1:0] f_far_q;    // far requests in the bank, near ones,
reg [F_N-1:0] f_near_q;
reg [F_N-1:0] f_remote_q; // and these and own ones for lines of other packages
reg [F_N-1:0] f_asked_q;
reg [F_N-1:0] f_there_q;
// Those of the table that are in the bank.
reg [ENTRIES-1:0] f_banked_q;
wire [ENTRIES-1:0] f_goes_in;
wire [ENTRIES-1:0] f_comes_out;
genvar f_e;
generate for (f_e = 0; f_e < ENTRIES; f_e = f_e + 1) begin : f_entry
    wire [LINE_W-1:0] line = entry_line[f_e];
    wire [SRC_W-1:0] who = entry_who[f_e];
    assign f_goes_in[f_e] = busy_q[f_e] && line == `REQ_LINE(req_msg_o) && who == req_msg_o[F_SRC +: SRC_W];
    assign f_comes_out[f_e] = busy_q[f_e] && line == `RSP_LINE(rsp_msg_i) && who == rsp_msg_i[F_DST +: SRC_W];
end endgenerate
always @(posedge clk_i)
    if (rst_i) begin
        f_far_q <= 0;
        f_near_q <= 0;
        f_remote_q <= 0;
        f_asked_q <= 0;
        f_there_q <= 0;
        f_banked_q <= 0;
    end else begin
        f_far_q <= f_far_q + `ONE(F_N, f_far_in) - `ONE(F_N, f_shows_far && rsp_ready_o);
        f_near_q <= f_near_q + `ONE(F_N, f_near_in) - `ONE(F_N, f_shows_near && rsp_ready_o);
        f_remote_q <= f_remote_q + `ONE(F_N, f_own_in || f_near_in) - `ONE(F_N, f_told);
        f_asked_q <= f_asked_q + `ONE(F_N, f_asks) - `ONE(F_N, f_is_answered);
        f_there_q <= f_there_q + `ONE(F_N, f_goes_there) - `ONE(F_N, f_comes_back);
        f_banked_q <= (f_banked_q & ~(f_told ? f_comes_out : {ENTRIES{1'b0}}))
            | (f_own_in || f_near_in ? f_goes_in : {ENTRIES{1'b0}});
    end
`ASSUME(bank_answers_far_requests, f_shows_far, f_far_q != 0)
`ASSUME(bank_answers_near_requests, f_shows_near, f_near_q != 0)
`ASSUME(bank_answers_who_asked, f_shows_remote, (f_banked_q & f_comes_out) != 0)
// Whom the bank answers: those that may ask (far_ones_are_of_gpu_homes, near_ones_are_of_this_gpu).
wire [HOME_W-1:0] f_answered = rsp_msg_i[F_DST +: HOME_W];
wire f_answered_inside = `GPU_OF(f_answered) == `GPU_OF(HOME);
`ASSUME(bank_answers_those_that_may_ask, f_shows_top, f_answered != HOME[HOME_W-1:0]
    && (f_answered_inside || (f_shows_far && f_answered[CHIP_W-1:0] == HOME[CHIP_W-1:0])) && `RSP_IS_HOMED(rsp_msg_i))
`ASSUME(others_ask_for_accesses, f_shows_top, `ACCESSES(`RSP_OP(rsp_msg_i)))
`ASSUME(bank_asks_for_requests, f_shows_ask, f_asked_q < f_remote_q)
`ASSUME(bank_answers_others_than_those, f_shows_remote, f_asked_q + `ONE(F_N, f_shows_ask) < f_remote_q)
`ASSUME(memory_answers_lines_of_here, here_rsp_valid_i, `RSP_IS_HERE(here_rsp_msg_i))
`ASSUME(others_answer_what_they_were_asked, there_rsp_valid_i,
    (`IS_KILL(there_rsp_msg_i) || f_there_q != 0) && !`RSP_IS_HERE(there_rsp_msg_i))
// Stores and atomics of the package's SMs for lines that have a home here, which the bank answers once.
wire f_write_in = f_lets_in && !f_in_top && `REQ_IS_HOMED(req_msg_o) && `WRITES(`REQ_OP(req_msg_o));
wire f_shows_write = rsp_valid_i && !rsp_msg_i[F_DST + SRC_W - 1] && `RSP_IS_HOMED(rsp_msg_i) && `WRITES(`RSP_OP(rsp_msg_i));
localparam F_WRITES = $clog2(KILLS) + 2;
reg [F_WRITES-1:0] f_writes_q;
always @(posedge clk_i)
    f_writes_q <= rst_i ? 0
        : f_writes_q + `ONE(F_WRITES, f_write_in) - `ONE(F_WRITES, f_shows_write && rsp_ready_o);
`ASSUME(bank_answers_own_writes, f_shows_write, f_writes_q != 0)
// All lines are of one bank, as the switches choose it.
`CONSTANT(f_bank, BANK_W, rsp_valid_i, `RSP_LINE(rsp_msg_i))
`ASSUME(lines_are_of_this_bank, rsp_valid_i, f_bank_shows)
// An L1, and a package, has one request of a line under way.
wire f_shows_mine = own_req_valid_i && !`REQ_IS_HERE(own_req_msg_i) && `LEAVES(`REQ_OP(own_req_msg_i));
`PENDING(f_mine, OWN_W + LINE_W, 1, REMOTES + 4, f_shows_mine && own_req_ready_o,
    {own_req_msg_i[F_SRC +: OWN_W], `REQ_LINE(own_req_msg_i)}, 1'b0,
    own_rsp_valid_o && own_rsp_ready_i && !`RSP_IS_HERE(own_rsp_msg_o) && `ACCESSES(`RSP_OP(own_rsp_msg_o)),
    {own_rsp_msg_o[F_DST +: OWN_W], `RSP_LINE(own_rsp_msg_o)})
`ASSUME(one_request_of_a_line, f_shows_mine, !f_mine_at_put)
wire f_shows_theirs = far_req_valid_i && !`REQ_IS_HERE(far_req_msg_i);
wire f_near_comes = f_shows_theirs && far_req_ready_o;
wire f_near_goes = far_rsp_valid_o && far_rsp_ready_i && !`IS_KILL(far_rsp_msg_o) && !`RSP_IS_HERE(far_rsp_msg_o);
`PENDING(f_theirs, HOME_W + LINE_W, 1, (CHIPS - 1)*REMOTES, f_near_comes,
    {far_req_msg_i[F_SRC +: HOME_W], `REQ_LINE(far_req_msg_i)}, 1'b0,
    f_near_goes, {far_rsp_msg_o[F_DST +: HOME_W], `RSP_LINE(far_rsp_msg_o)})
`ASSUME(one_near_request_of_a_line, f_shows_theirs, !f_theirs_at_put)

// ---- requests of other packages ----

wire [HOME_W-1:0] f_from = far_req_msg_i[F_SRC +: HOME_W];
wire f_from_inside = `GPU_OF(f_from) == `GPU_OF(HOME);
`ASSUME(far_lines_have_a_home_here, far_req_valid_i, `REQ_IS_HOMED(far_req_msg_i))
`ASSUME(near_ones_are_of_this_gpu, far_req_valid_i && !`REQ_IS_HERE(far_req_msg_i),
    f_from_inside && f_from != HOME[HOME_W-1:0] && !`IS_RELEASE(far_req_msg_i))
`ASSUME(far_ones_are_of_gpu_homes, far_req_valid_i && `REQ_IS_HERE(far_req_msg_i) && !`IS_RELEASE(far_req_msg_i),
    f_from != HOME[HOME_W-1:0] && (f_from_inside || f_from[CHIP_W-1:0] == HOME[CHIP_W-1:0]))
localparam F_NEARS = $clog2(NEARS) + 2;
localparam F_MOST_NEAR = (CHIPS - 1)*REMOTES;
reg [F_NEARS-1:0] f_near_open_q;
always @(posedge clk_i)
    f_near_open_q <= rst_i ? 0 : f_near_open_q + `ONE(F_NEARS, f_near_comes) - `ONE(F_NEARS, f_near_goes);
`ASSUME(few_near_requests, far_req_valid_i && !`REQ_IS_HERE(far_req_msg_i), f_near_open_q < F_MOST_NEAR[F_NEARS-1:0])

// ---- invalidations that come ----

wire f_drop_shows = there_rsp_valid_i && `IS_KILL(there_rsp_msg_i);
wire f_drop_homed = `RSP_IS_HOMED(there_rsp_msg_i);
wire [1:0] f_drop_tag = there_rsp_msg_i[1:0];
wire f_kill_shows = f_drop_shows && f_drop_tag == F_CREDIT;
wire f_mark_shows = f_drop_shows && f_drop_tag == F_MARKER && f_drop_homed;
`ASSUME(kills_come_to_gpu_homes, f_kill_shows, f_drop_homed)
`ASSUME(others_come_from_inside, f_drop_shows && (f_drop_tag == 2'd0 || f_drop_tag == F_HANDED), !f_drop_homed)
wire f_ack_goes = far_ack_valid_o && far_ack_ready_i;
wire [LINE_W-1:0] f_ack_line = far_ack_msg_o[0 +: LINE_W];
wire [1:0] f_ack_tag = far_ack_msg_o[LINE_W +: 2];
reg [F_CREDITS-1:0] f_kills_open_q; // not acknowledged
reg [F_CREDITS-1:0] f_marks_open_q;
reg [F_CREDITS-1:0] f_kills_banked_q; // in the bank, or on their way there
reg [F_CREDITS-1:0] f_marks_banked_q;
wire [1:0] f_rsp_tag = rsp_msg_i[1:0];
wire f_shows_kill = f_shows_drop && f_rsp_tag == F_CREDIT;
wire f_shows_mark = f_shows_drop && f_rsp_tag == F_MARKER && `RSP_IS_HOMED(rsp_msg_i);
always @(posedge clk_i)
    if (rst_i) begin
        f_kills_open_q <= 0;
        f_marks_open_q <= 0;
        f_kills_banked_q <= 0;
        f_marks_banked_q <= 0;
    end else begin
        f_kills_open_q <= f_kills_open_q + `ONE(F_CREDITS, f_kill_shows && there_rsp_ready_o)
            - `ONE(F_CREDITS, f_ack_goes && f_ack_tag == F_CREDIT);
        f_marks_open_q <= f_marks_open_q + `ONE(F_CREDITS, f_mark_shows && there_rsp_ready_o)
            - `ONE(F_CREDITS, f_ack_goes && f_ack_tag == F_MARKER && `HOMED_OF(f_ack_line));
        f_kills_banked_q <= f_kills_banked_q + `ONE(F_CREDITS, f_kill_shows && there_rsp_ready_o)
            - `ONE(F_CREDITS, f_shows_kill && rsp_ready_o);
        f_marks_banked_q <= f_marks_banked_q + `ONE(F_CREDITS, f_mark_shows && there_rsp_ready_o)
            - `ONE(F_CREDITS, f_shows_mark && rsp_ready_o);
    end
localparam F_MOST_KILLS = (GPUS - 1)*CREDITS;
localparam F_MOST_MARKS = GPUS - 1;
`ASSUME(few_kills_come, f_kill_shows, f_kills_open_q < F_MOST_KILLS[F_CREDITS-1:0])
`ASSUME(few_markers_come, f_mark_shows, f_marks_open_q < F_MOST_MARKS[F_CREDITS-1:0])
`ASSUME(bank_acknowledges_kills, f_shows_kill, f_kills_banked_q != 0 && `RSP_IS_HOMED(rsp_msg_i))
`ASSUME(bank_acknowledges_markers, f_shows_mark, f_marks_banked_q != 0)
`ASSUME(bank_drops_lines_of_others, f_shows_drop, !`RSP_IS_HERE(rsp_msg_i)
    && (`RSP_IS_HOMED(rsp_msg_i) == (f_rsp_tag == F_CREDIT) || f_rsp_tag == F_MARKER))

// ---- invalidations that are sent, and their acknowledgements ----

wire f_sends = far_rsp_valid_o && far_rsp_ready_i && `IS_KILL(far_rsp_msg_o);
wire [1:0] f_sent_tag = far_rsp_msg_o[1:0];
wire [1:0] f_acked_tag = dir_ack_msg_i[LINE_W +: 2];
wire f_acked = dir_ack_valid_i && dir_ack_ready_o;
reg [F_LEFT-1:0] f_markers_out_q;
reg [F_LEFT-1:0] f_handed_out_q;
reg [F_CREDITS-1:0] f_kills_out_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_markers_out_q <= 0;
        f_handed_out_q <= 0;
        f_kills_out_q <= 0;
    end else begin
        f_markers_out_q <= f_markers_out_q + `ONE(F_LEFT, f_sends && f_sent_tag == F_MARKER)
            - `ONE(F_LEFT, f_acked && f_acked_tag == F_MARKER);
        f_handed_out_q <= f_handed_out_q + `ONE(F_LEFT, f_sends && f_sent_tag == F_HANDED)
            - `ONE(F_LEFT, f_acked && f_acked_tag == F_HANDED);
        f_kills_out_q <= f_kills_out_q + `ONE(F_CREDITS, f_sends && f_sent_tag == F_CREDIT)
            - `ONE(F_CREDITS, f_acked && f_acked_tag == F_CREDIT);
    end
`ASSUME(acks_are_of_markers, dir_ack_valid_i && f_acked_tag == F_MARKER, f_markers_out_q != 0)
`ASSUME(acks_are_of_those_handed_on, dir_ack_valid_i && f_acked_tag == F_HANDED, f_handed_out_q != 0)
`ASSUME(acks_are_of_kills, dir_ack_valid_i && f_acked_tag == F_CREDIT, f_kills_out_q != 0)
`ASSUME(acks_are_wanted, dir_ack_valid_i, f_acked_tag != 2'd0)
