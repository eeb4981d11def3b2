// Assumptions of the request tracker about its neighbours, for any sizes.
//
// Assumes
//   of DRAM (harness/machine/machine.c, sw/dram/dram.h): it answers only requests that it has taken, each at most once, and
//   offers an answer in the cycle of its request at the earliest;
//   of the TSU (umc.vh has its proof): it grants only look-ups that it has taken, each at most once;
//   of the switch in front (its DEST_LSB): all lines are of this controller, so the bits from UMC_W up
//   tell them apart.

//   Without leases (PLAIN; reqtracker_plain.vh is put before): of harness/machine/command.c, that it empties no
//   controller, since there is no TSU in it.
//   Beside an IMST (IMST, reqtracker_sharing_ports.vh is put before): that stands in the TSU's place; the rest is in
//   reqtracker_sharing_env.vh.

// Fields of messages, from bit 0 up (gen/proto/message.h).
localparam F_REQ_MASK = 8*LINE_BYTES;
localparam F_REQ_LINE = F_REQ_MASK + LINE_BYTES;
localparam F_REQ_OP = F_REQ_LINE + LINE_W;
localparam F_REQ_SRC = F_REQ_OP + 4;
localparam F_REQ_FN = F_REQ_SRC + SRC_W;
localparam F_REQ_CTS = F_REQ_FN + 5;
localparam F_REQ_COPY = F_REQ_CTS + TIME_W;
localparam F_REQ_COPY_RTS = F_REQ_COPY + 1;
localparam F_RSP_LINE = 8*LINE_BYTES;
localparam F_RSP_OP = F_RSP_LINE + LINE_W;
localparam F_RSP_DST = F_RSP_OP + 4;
localparam F_RSP_WTS = F_RSP_DST + SRC_W;
localparam F_RSP_RTS = F_RSP_WTS + TS_W;
localparam F_RSP_SAME = F_RSP_RTS + TIME_W;
// The fields of a request for the TSU, those fields at the TSU's port, and the TSU's grant, each as one number.
// Requests of the published protocol have no such fields (NO_CLOCKS); without leases there is no grant, either.
`ifdef NO_CLOCKS
`define REQ_CLOCK(msg) 1'b0
`define LOOK_CLOCK 1'b0
`define ENTRY_CLOCK(e) 1'b0
`else
`define REQ_CLOCK(msg) msg[F_REQ_CTS +: TIME_W + 1 + TS_W]
`define LOOK_CLOCK {look_copy_rts_o, look_copy_o, look_cts_o}
`define ENTRY_CLOCK(e) {copy_rts[e], copy_q[e], cts[e]}
`endif
// A store of the published protocol is answered with its line.
`ifdef STORE_LINES
`define STORES_LINE(op) ((op) == 4'd10)
`else
`define STORES_LINE(op) 1'b0
`endif
`ifdef PLAIN
`define NO_TIMES
`endif
`ifdef NO_TIMES
localparam F_TIMES_W = 1;
`define GRANTED_TIMES 1'b0
`define RSP_TIMES(msg) 1'b0
`define ENTRY_TIMES(e) 1'b0
`elsif NO_CLOCKS
localparam F_TIMES_W = TS_W + TIME_W;
`define GRANTED_TIMES {grant_rts_i, grant_wts_i}
`define RSP_TIMES(msg) msg[F_RSP_WTS +: F_TIMES_W]
`define ENTRY_TIMES(e) {rts[e], wts[e]}
`else
localparam F_TIMES_W = TS_W + TIME_W + 1;
`define GRANTED_TIMES {grant_same_i, grant_rts_i, grant_wts_i}
`define RSP_TIMES(msg) msg[F_RSP_WTS +: F_TIMES_W]
`define ENTRY_TIMES(e) {same_q[e], rts[e], wts[e]}
`endif
localparam F_ASK_MASK = 8*LINE_BYTES;
localparam F_ASK_LINE = F_ASK_MASK + LINE_BYTES;
localparam F_ASK_TAG = F_ASK_LINE + LINE_W;
localparam F_ASK_WRITE = F_ASK_TAG + TAG_W;
localparam F_BACK_TAG = 8*LINE_BYTES;
localparam F_LINE_W = LINE_W - UMC_W;  // of a line within this memory
// Whether a message to DRAM, or an answer, is of the IMST's own.
`ifdef IMST
localparam F_ASK_SPARE = F_ASK_WRITE + 1;
localparam F_ASK_ENTRY = F_ASK_SPARE + 2;
localparam F_BACK_SPARE = F_BACK_TAG + TAG_W;
localparam F_BACK_ENTRY = F_BACK_SPARE + 2;
localparam F_BACK_WRITE = F_BACK_ENTRY + 1;
`define ASK_IS_ENTRY(msg) msg[F_ASK_ENTRY]
`define BACK_IS_ENTRY(msg) msg[F_BACK_ENTRY]
`else
`define ASK_IS_ENTRY(msg) 1'b0
`define BACK_IS_ENTRY(msg) 1'b0
`endif

// The messages that pass on the channels in this cycle; to and from DRAM, those of requests.
wire f_req_moves = req_valid_i && req_ready_o;
wire f_rsp_moves = rsp_valid_o && rsp_ready_i;
wire f_ask_moves = dram_req_valid_o && dram_req_ready_i && !`ASK_IS_ENTRY(dram_req_msg_o);
wire f_back_moves = dram_rsp_valid_i && dram_rsp_ready_o && !`BACK_IS_ENTRY(dram_rsp_msg_i);
wire f_look_moves = look_valid_o && look_ready_i;
wire [TAG_W-1:0] f_ask_tag = dram_req_msg_o[F_ASK_TAG +: TAG_W];
wire f_ask_write = dram_req_msg_o[F_ASK_WRITE];
wire [F_LINE_W-1:0] f_ask_line = dram_req_msg_o[F_ASK_LINE +: F_LINE_W];
wire [TAG_W-1:0] f_back_tag = dram_rsp_msg_i[F_BACK_TAG +: TAG_W];

`ifdef PLAIN
localparam F_NO_TSU = 1;
`ASSUME(controller_is_not_emptied, req_valid_i, req_msg_i[F_REQ_OP +: 4] != 4'd8)
`else
localparam F_NO_TSU = 0;
`endif

// The requests that DRAM and TSU have taken and not answered, by tag.
localparam [ENTRIES-1:0] F_ONE = 1;
reg [ENTRIES-1:0] f_at_dram_q;
reg [ENTRIES-1:0] f_at_tsu_q;
always @(posedge clk_i)
    if (rst_i) begin
        f_at_dram_q <= 0;
        f_at_tsu_q <= 0;
    end else begin
        f_at_dram_q <= (f_at_dram_q | (f_ask_moves ? F_ONE << f_ask_tag : 0))
            & ~(f_back_moves ? F_ONE << f_back_tag : 0);
        f_at_tsu_q <= (f_at_tsu_q & ~(grant_valid_i ? F_ONE << grant_tag_i : 0))
            | (f_look_moves && !F_NO_TSU ? F_ONE << look_tag_o : 0);
    end
`ASSUME(dram_answers_what_it_was_asked, dram_rsp_valid_i && !`BACK_IS_ENTRY(dram_rsp_msg_i),
    f_at_dram_q[f_back_tag] || (f_ask_moves && f_ask_tag == f_back_tag))
`ASSUME(tsu_grants_what_it_was_asked, grant_valid_i, f_at_tsu_q[grant_tag_i])

// All lines are of one controller.
wire [LINE_W-1:0] f_line_shown = req_msg_i[F_REQ_LINE +: LINE_W];
`CONSTANT(f_umc, UMC_W, req_valid_i, f_line_shown)
`ASSUME(lines_of_this_controller, req_valid_i, f_umc_shows)
