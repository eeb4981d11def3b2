// Assumptions of a memory controller with an IMST about its neighbours, for any sizes.
//
// Assumes of DRAM (harness/machine/drams.c): it answers only requests that it has taken, each at most once, and says of which
// kind they were: of the IMST's own or not, read or written. The tracker inside assumes the same at its ports.
localparam F_ENTRIES = 1 << TAG_W;
localparam [F_ENTRIES-1:0] F_ONE = 1;
localparam F_ASK_TAG = 8*LINE_BYTES + LINE_BYTES + LINE_W;
localparam F_ASK_WRITE = F_ASK_TAG + TAG_W;
localparam F_ASK_ENTRY = F_ASK_WRITE + 3;
localparam F_BACK_TAG = 8*LINE_BYTES;
localparam F_BACK_ENTRY = F_BACK_TAG + TAG_W + 2;
localparam F_BACK_WRITE = F_BACK_ENTRY + 1;
wire f_ask_moves = dram_req_valid_o && dram_req_ready_i;
wire f_back_moves = dram_rsp_valid_i && dram_rsp_ready_o;
wire f_ask_entry = dram_req_msg_o[F_ASK_ENTRY];
wire f_ask_write = dram_req_msg_o[F_ASK_WRITE];
wire f_back_entry = dram_rsp_msg_i[F_BACK_ENTRY];
wire f_back_write = dram_rsp_msg_i[F_BACK_WRITE];
wire [TAG_W-1:0] f_ask_tag = dram_req_msg_o[F_ASK_TAG +: TAG_W];
wire [TAG_W-1:0] f_back_tag = dram_rsp_msg_i[F_BACK_TAG +: TAG_W];

// At DRAM, by tag: of requests, and whether these write; reads of entries. The one write of an entry.
reg [F_ENTRIES-1:0] f_own_q;
reg [F_ENTRIES-1:0] f_own_writes_q;
reg [F_ENTRIES-1:0] f_entries_q;
reg f_back_q;
wire f_asked_now = f_ask_moves && f_ask_entry == f_back_entry && f_ask_write == f_back_write && f_ask_tag == f_back_tag;
always @(posedge clk_i) begin
    if (rst_i) begin
        f_own_q <= 0;
        f_entries_q <= 0;
        f_back_q <= 1'b0;
    end else begin
        f_own_q <= (f_own_q | (f_ask_moves && !f_ask_entry ? F_ONE << f_ask_tag : 0))
            & ~(f_back_moves && !f_back_entry ? F_ONE << f_back_tag : 0);
        f_entries_q <= (f_entries_q | (f_ask_moves && f_ask_entry && !f_ask_write ? F_ONE << f_ask_tag : 0))
            & ~(f_back_moves && f_back_entry && !f_back_write ? F_ONE << f_back_tag : 0);
        f_back_q <= (f_back_q || (f_ask_moves && f_ask_entry && f_ask_write)) && !(f_back_moves && f_back_entry && f_back_write);
    end
    if (f_ask_moves && !f_ask_entry)
        f_own_writes_q[f_ask_tag] <= f_ask_write;
end
`ASSUME(dram_answers_what_it_was_asked, dram_rsp_valid_i && !f_back_entry,
    (f_own_q[f_back_tag] && f_own_writes_q[f_back_tag] == f_back_write) || f_asked_now)
`ASSUME(dram_reads_entries_asked_for, dram_rsp_valid_i && f_back_entry && !f_back_write,
    f_entries_q[f_back_tag] || f_asked_now)
`ASSUME(dram_writes_entries_asked_for, dram_rsp_valid_i && f_back_entry && f_back_write,
    f_back_q || (f_ask_moves && f_ask_entry && f_ask_write))
