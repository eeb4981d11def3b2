// Assumptions of a bank of the remote data cache about its neighbours, for any sizes.
//
// Assumes
//   of the L2 banks (l2.sends_known_ops): they send loads, stores, atomics and OP_EMPTY alone;
//   of the switch in front (its DEST_LSB): all their lines are of this bank;
//   of the homes (reqtracker.one_answer_a_request, answer_is_of_its_request): they answer only requests that they have
//   taken, each at most once, in a later cycle, with its line, op and source. Nothing is assumed of invalidations: one may
//   come in any cycle, of any line. In a bank that is not invalidated (RDC_PLAIN; rdc_plain.vh is put before) none comes;
//   of DRAM (harness/machine/drams.c, sw/dram/dram.h): it answers each access once, in a later cycle, and says whether it
//   was a write. A read finds what was last written before DRAM took it: spare bits that were never written are 0, and
//   bytes are promised where the spare bits say that there is a copy. Nobody else writes these lines.

// Fields of messages, from bit 0 up (gen/proto/message.h).
localparam F_REQ_MASK = 8*LINE_BYTES;
localparam F_REQ_LINE = F_REQ_MASK + LINE_BYTES;
localparam F_REQ_OP = F_REQ_LINE + LINE_W;
localparam F_REQ_SRC = F_REQ_OP + 4;
localparam F_REQ_FN = F_REQ_SRC + SRC_W;
localparam F_REQ_BITS = F_REQ_FN + 5;
localparam F_RSP_LINE = 8*LINE_BYTES;
localparam F_RSP_OP = F_RSP_LINE + LINE_W;
localparam F_RSP_DST = F_RSP_OP + 4;
localparam F_RSP_BITS = F_RSP_DST + SRC_W;
localparam F_ASK_MASK = 8*LINE_BYTES;
localparam F_ASK_LINE = F_ASK_MASK + LINE_BYTES;
localparam F_ASK_TAG = F_ASK_LINE + LINE_W;
localparam F_ASK_WRITE = F_ASK_TAG + TAG_W;
localparam F_ASK_SPARE = F_ASK_WRITE + 1;
localparam F_ASK_ENTRY = F_ASK_SPARE + META_W;
localparam F_BACK_TAG = 8*LINE_BYTES;
localparam F_BACK_SPARE = F_BACK_TAG + TAG_W;
localparam F_BACK_ENTRY = F_BACK_SPARE + META_W;
localparam F_BACK_WRITE = F_BACK_ENTRY + 1;
localparam F_VALID = KEY_W + EPOCH_W;  // the bit of a set's spare bits that says that it holds a copy
`ifdef RDC_PLAIN
`define IS_KILL(msg) 1'b0
`else
`define IS_KILL(msg) (msg[F_RSP_OP +: 4] == 4'd12)  // OP_INVALIDATE
`endif

// The messages that pass on the channels in this cycle.
wire f_req_moves = req_valid_i && req_ready_o;
wire f_rsp_moves = rsp_valid_o && rsp_ready_i;
wire f_mem_req_moves = mem_req_valid_o && mem_req_ready_i;
wire f_mem_rsp_moves = mem_rsp_valid_i && mem_rsp_ready_o;
wire f_ask_moves = dram_req_valid_o && dram_req_ready_i;
wire f_back_moves = dram_rsp_valid_i && dram_rsp_ready_o;

wire [3:0] f_req_op_shown = req_msg_i[F_REQ_OP +: 4];
wire [LINE_W-1:0] f_line_shown = req_msg_i[F_REQ_LINE +: LINE_W];
`CONSTANT(f_umc, UMC_W, req_valid_i, f_line_shown)
`ASSUME(lines_of_this_bank, req_valid_i, f_umc_shows)
`ASSUME(op_is_known, req_valid_i, f_req_op_shown == 4'd0 || f_req_op_shown == 4'd1
    || f_req_op_shown == 4'd6 || f_req_op_shown == 4'd8)

// Requests that a home has taken and not answered, by line: a set is at work for one at a time.
wire f_home_answers = mem_rsp_valid_i && !`IS_KILL(mem_rsp_msg_i);
`PENDING(f_home, LINE_W, 4 + SRC_W, ENTRIES, f_mem_req_moves, mem_req_msg_o[F_REQ_LINE +: LINE_W],
    mem_req_msg_o[F_REQ_OP +: 4 + SRC_W], f_home_answers && mem_rsp_ready_o, mem_rsp_msg_i[F_RSP_LINE +: LINE_W])
`ASSUME(home_answers_what_it_was_asked, f_home_answers,
    f_home_at_take && mem_rsp_msg_i[F_RSP_OP +: 4 + SRC_W] == f_home_value_at_take)

// What DRAM has: the spare bits of a line above its bytes.
localparam F_WORD_W = META_W + 8*LINE_BYTES;
wire [LINE_W-1:0] f_ask_line = dram_req_msg_o[F_ASK_LINE +: LINE_W];
wire [TAG_W-1:0] f_ask_tag = dram_req_msg_o[F_ASK_TAG +: TAG_W];
wire f_ask_write = dram_req_msg_o[F_ASK_WRITE];
wire [TAG_W-1:0] f_back_tag = dram_rsp_msg_i[F_BACK_TAG +: TAG_W];
wire f_back_write = dram_rsp_msg_i[F_BACK_WRITE];
reg [F_WORD_W-1:0] f_word;
`MEMORY(f_dram, LINE_W, F_WORD_W, f_ask_moves && f_ask_write, f_ask_line, f_word, f_ask_line)
integer f_y;
always @* begin
    f_word = f_dram_at_get;
    for (f_y = 0; f_y < LINE_BYTES; f_y = f_y + 1)
        if (dram_req_msg_o[F_ASK_MASK + f_y])
            f_word[8*f_y +: 8] = dram_req_msg_o[8*f_y +: 8];
    if (dram_req_msg_o[F_ASK_ENTRY])
        f_word[8*LINE_BYTES +: META_W] = dram_req_msg_o[F_ASK_SPARE +: META_W];
end
// Reads that DRAM has taken and not answered, by tag, with what each finds; and writes, of which one tag may have as many as
// there are sets, while all are cleared.
`PENDING(f_read, TAG_W, F_WORD_W, ENTRIES, f_ask_moves && !f_ask_write, f_ask_tag, f_dram_at_get,
    f_back_moves && !f_back_write, f_back_tag)
localparam F_COUNT_W = SET_W + 2;
reg [ENTRIES*F_COUNT_W-1:0] f_writes_q;
integer f_t;
always @(posedge clk_i)
    if (rst_i)
        f_writes_q <= 0;
    else
        for (f_t = 0; f_t < ENTRIES; f_t = f_t + 1)
            f_writes_q[f_t*F_COUNT_W +: F_COUNT_W] <= f_writes_q[f_t*F_COUNT_W +: F_COUNT_W]
                + {{F_COUNT_W - 1{1'b0}}, f_ask_moves && f_ask_write && {{32 - TAG_W{1'b0}}, f_ask_tag} == f_t}
                - {{F_COUNT_W - 1{1'b0}}, f_back_moves && f_back_write && {{32 - TAG_W{1'b0}}, f_back_tag} == f_t};
`ASSUME(dram_writes_what_it_was_asked, dram_rsp_valid_i && f_back_write, f_writes_q[f_back_tag*F_COUNT_W +: F_COUNT_W] != 0)
`ASSUME(dram_reads_what_it_was_asked, dram_rsp_valid_i && !f_back_write, f_read_at_take)
`ASSUME(dram_reads_what_was_written, dram_rsp_valid_i && !f_back_write,
    dram_rsp_msg_i[F_BACK_SPARE +: META_W] == f_read_value_at_take[8*LINE_BYTES +: META_W]
    && (!dram_rsp_msg_i[F_BACK_SPARE + F_VALID] || dram_rsp_msg_i[0 +: 8*LINE_BYTES] == f_read_value_at_take[0 +: 8*LINE_BYTES]))
