// What a load is answered with, where it may take the line of the request that it was held behind. Put after
// reqtracker.vh, with MERGED defined.
//
// Promises, for any byte of any line: an answer to a load has what the tracker wrote to DRAM, or read from there, last.
// Assumes nothing more than reqtracker.vh.
wire [$clog2(LINE_BYTES)-1:0] f_byte = $anyconst;
wire [7:0] f_written_byte = dram_req_msg_o[8*f_byte +: 8];
wire f_asks_byte = f_asks_line && f_ask_write && dram_req_msg_o[F_ASK_MASK + f_byte];
wire [TAG_W-1:0] f_line_tag = f_asks_line ? f_ask_tag : f_line_tag_q;
wire f_reads_byte = f_back_line && !store_q[f_line_tag] && !made_q[f_line_tag];
reg [7:0] f_last_q;
reg f_last_known_q;
always @(posedge clk_i)
    if (rst_i)
        f_last_known_q <= 1'b0;
    else begin
        if (f_reads_byte)
            f_last_q <= dram_rsp_msg_i[8*f_byte +: 8];
        else if (f_asks_byte)
            f_last_q <= f_written_byte;
        if (f_reads_byte || f_asks_byte)
            f_last_known_q <= 1'b1;
    end
// A renewal brings times alone.
`ifdef RENEW
wire [ENTRIES-1:0] f_without_line = ask_q & same_q & tsu_q;
`else
wire [ENTRIES-1:0] f_without_line = {ENTRIES{1'b0}};
`endif
wire f_answers_load = f_ends_line && !store_q[done_at] && !change_q[done_at] && !empty_q[done_at]
    && !f_without_line[done_at];
`ASSERT(load_has_the_last_line, !f_answers_load || (f_last_known_q && rsp_msg[8*f_byte +: 8] == f_last_q))

reg f_last_is_written_q;  // the last word was a store's
reg f_line_read_q;        // a load was answered with what was last read
always @(posedge clk_i) begin
    f_last_is_written_q <= !rst_i && ((f_last_is_written_q && !f_reads_byte) || f_asks_byte);
    f_line_read_q <= !rst_i && !f_reads_byte && !f_asks_byte && (f_line_read_q || f_answers_load);
end
`COVER(load_behind_a_store, f_answers_load && f_last_is_written_q)
`COVER(load_behind_a_load, f_answers_load && f_line_read_q)

// Helpers: where the byte is. In the entry of the line's request in flight, once DRAM has answered, and of one that has
// merged and is not sent; in the queues on the way.
`define IS_LAST(byte) (f_last_known_q && (byte) == f_last_q)
`define OF_LINE(i) (busy_q[i] && line[i] >> UMC_W == f_line)
`EACH(line_at_dram_is_known, !(`OF_LINE(i) && f_at_dram_q[i]) || (f_line_at_dram_q && f_line_tag_q == i))
`EACH(read_is_the_last, !(`OF_LINE(i) && dram_q[i] && !store_q[i] && !change_q[i] && !empty_q[i] && !f_without_line[i])
    || `IS_LAST(was[i][8*f_byte +: 8]))
`EACH(written_is_the_last, !(`OF_LINE(i) && store_q[i] && mask[i][f_byte]
    && (dram_q[i] || f_at_dram_q[i] || f_backs_0[i] || f_backs_1[i])) || `IS_LAST(data[i][8*f_byte +: 8]))
`EACH(reads_in_the_queue_are_the_last, !(`OF_LINE(i) && !store_q[i] && !made_q[i])
    || ((!f_backs_0[i] || `IS_LAST(f_back_slot_0[8*f_byte +: 8]))
        && (!f_backs_1[i] || `IS_LAST(f_back_slot_1[8*f_byte +: 8]))))
`define OWN_BYTE(slot) \
    (slot[8*f_byte +: 8] == data[i][8*f_byte +: 8] && slot[F_ASK_MASK + f_byte] == mask[i][f_byte])
`EACH(writes_in_the_queue_are_its_own, !(`OF_LINE(i) && store_q[i])
    || ((!f_asks_0[i] || `OWN_BYTE(f_ask_slot_0)) && (!f_asks_1[i] || `OWN_BYTE(f_ask_slot_1))))
