// Assumptions of a request tracker beside an IMST about its neighbours, for any sizes. Put after reqtracker_env.vh.
//
// Assumes
//   of the IMST (umc_sharing.vh has the proofs): it reads an entry only of a request that it has been asked about and
//   has not granted, and for which no other read is under way; it grants no request whose entry it is reading; it writes
//   one entry at a time; its invalidations are for writes that it has been asked about and has not granted;
//   of DRAM (harness/machine/drams.c): an answer says whether it is of the IMST's own, and whether it is of a write;
//   of the L2 banks: a request is no OP_INVALIDATE.
wire f_entry_moves = entry_valid_i && entry_ready_o;
wire f_kill_moves = kill_valid_i && kill_ready_o;
wire f_any_ask_moves = dram_req_valid_o && dram_req_ready_i;
wire f_any_back_moves = dram_rsp_valid_i && dram_rsp_ready_o;
wire f_ask_entry = dram_req_msg_o[F_ASK_ENTRY];
wire f_back_entry = dram_rsp_msg_i[F_BACK_ENTRY];
wire f_back_write = dram_rsp_msg_i[F_BACK_WRITE];
wire [ENTRIES-1:0] f_ask_of = F_ONE << f_ask_tag;
wire [ENTRIES-1:0] f_back_of = F_ONE << f_back_tag;

// By tag: the request at the IMST is a write; what DRAM was last asked for it is a write. Reads of entries, from the
// IMST's asking on: not yet at DRAM, or answered; at DRAM. The one write of an entry, the same way.
reg [ENTRIES-1:0] f_writes_q;
reg [ENTRIES-1:0] f_dram_writes_q;
reg [ENTRIES-1:0] f_entry_asked_q;
reg [ENTRIES-1:0] f_entry_at_dram_q;
reg f_back_asked_q;
reg f_back_at_dram_q;
always @(posedge clk_i) begin
    if (rst_i) begin
        f_entry_asked_q <= 0;
        f_entry_at_dram_q <= 0;
        f_back_asked_q <= 1'b0;
        f_back_at_dram_q <= 1'b0;
    end else begin
        f_entry_asked_q <= (f_entry_asked_q & ~(spare_valid_o ? F_ONE << spare_tag_o : 0))
            | (f_entry_moves && !entry_write_i ? F_ONE << entry_tag_i : 0);
        f_entry_at_dram_q <= (f_entry_at_dram_q | (f_any_ask_moves && f_ask_entry && !f_ask_write ? f_ask_of : 0))
            & ~(f_any_back_moves && f_back_entry && !f_back_write ? f_back_of : 0);
        f_back_asked_q <= (f_back_asked_q && !wrote_o) || (f_entry_moves && entry_write_i);
        f_back_at_dram_q <= (f_back_at_dram_q || (f_any_ask_moves && f_ask_entry && f_ask_write))
            && !(f_any_back_moves && f_back_entry && f_back_write);
    end
    if (f_look_moves)
        f_writes_q[look_tag_o] <= look_write_o;
    if (f_ask_moves)
        f_dram_writes_q[f_ask_tag] <= f_ask_write;
end
// Reads of spare bits under way, with the line of a request or alone.
reg [ENTRIES-1:0] f_reading_q;
always @(posedge clk_i)
    if (rst_i)
        f_reading_q <= 0;
    else
        f_reading_q <= (f_reading_q & ~(spare_valid_o ? F_ONE << spare_tag_o : 0))
            | (f_look_moves && look_reads_o ? F_ONE << look_tag_o : 0)
            | (f_entry_moves && !entry_write_i ? F_ONE << entry_tag_i : 0);

`ASSUME(entry_is_read_for_a_request, entry_valid_i && !entry_write_i,
    f_at_tsu_q[entry_tag_i] && !f_reading_q[entry_tag_i] && !(grant_valid_i && grant_tag_i == entry_tag_i))
`ASSUME(granted_when_its_entry_is_read, grant_valid_i, !f_entry_asked_q[grant_tag_i])
`ASSUME(one_entry_is_written, entry_valid_i && entry_write_i, !f_back_asked_q)
`ASSUME(invalidates_for_a_write, kill_valid_i, f_at_tsu_q[kill_tag_i] && f_writes_q[kill_tag_i])
wire f_asked_now = f_any_ask_moves && f_ask_entry == f_back_entry && f_ask_tag == f_back_tag;
`ASSUME(dram_says_whether_it_wrote, dram_rsp_valid_i && !f_back_entry,
    f_back_write == (f_asked_now ? f_ask_write : f_dram_writes_q[f_back_tag]))
`ASSUME(dram_reads_entries_asked_for, dram_rsp_valid_i && f_back_entry && !f_back_write,
    f_entry_at_dram_q[f_back_tag] || (f_asked_now && !f_ask_write))
`ASSUME(dram_writes_entries_asked_for, dram_rsp_valid_i && f_back_entry && f_back_write,
    f_back_at_dram_q || (f_any_ask_moves && f_ask_entry && f_ask_write))
`ASSUME(request_is_no_invalidation, req_valid_i, req_msg_i[F_REQ_OP +: 4] != 4'd12)
