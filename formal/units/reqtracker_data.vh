// The data that pass through the request tracker. Put after channel.vh and reqtracker.vh, whose names and
// assumptions it uses: it is proved together with all of that text.
//
// Promises, for any request: a store writes the data that it brought; an atomic writes the atomic unit's result
// from DRAM's answer and its operands (um_atomic has a proof of its own); the answer to a load or an atomic
// brings the data that DRAM answered to its read. And the channel contract on rsp and dram_req, whose messages
// are mostly data.
`CHANNEL_OUT(rsp)
`CHANNEL_OUT(dram_req)
(* hierconn *) wire [8*LINE_BYTES-1:0] \unit.old_q ;
(* hierconn *) wire [8*LINE_BYTES-1:0] \unit.operand_q ;
wire [8*LINE_BYTES-1:0] f_data = f_req_q[0 +: 8*LINE_BYTES];
reg [8*LINE_BYTES-1:0] f_read_data_q;  // DRAM's answer to its read
reg [8*LINE_BYTES-1:0] f_made_data_q;  // the atomic unit's result
wire [8*LINE_BYTES-1:0] f_to_be_written = f_store ? f_data : f_made_data_q;
always @(posedge clk_i) begin
    if (f_mine_back && f_back_of_read)
        f_read_data_q <= dram_rsp_msg_i[0 +: 8*LINE_BYTES];
    if (f_mine_in_unit && write_made)
        f_made_data_q <= unit_line;
end

`ASSERT(store_writes_its_data, !(f_mine_asks && f_store)
    || dram_req_msg_o[0 +: 8*LINE_BYTES] == f_data)
`ASSERT(atomic_writes_what_was_made, !(f_mine_asks && f_ask_write && f_atomic)
    || dram_req_msg_o[0 +: 8*LINE_BYTES] == f_made_data_q)
`ASSERT(answer_has_what_was_read, !(f_mine_shown && f_must_read)
    || rsp_msg_o[0 +: 8*LINE_BYTES] == f_read_data_q)
`ASSERT(unit_works_on_what_was_read, !f_mine_in_unit
    || (\unit.old_q == f_read_data_q && \unit.operand_q == f_data))

// Helpers: the places of the data.
`ASSERT(data_in_req_queue, !f_queued_q || f_req_slot[0 +: 8*LINE_BYTES] == f_data)
`ASSERT(data_in_its_entry, !f_inside_q || data[f_tag_q] == f_data)
`ASSERT(data_in_dram_req_queue,
    (!(f_inside_q && f_writing && f_mine_in_asks[0])
        || f_ask_slot_0[0 +: 8*LINE_BYTES] == f_to_be_written)
    && (!(f_inside_q && f_writing && f_mine_in_asks[1])
        || f_ask_slot_1[0 +: 8*LINE_BYTES] == f_to_be_written))
`ASSERT(read_in_dram_rsp_queue,
    (!(f_inside_q && !f_writing && f_mine_in_backs[0])
        || f_back_slot_0[0 +: 8*LINE_BYTES] == f_read_data_q)
    && (!(f_inside_q && !f_writing && f_mine_in_backs[1])
        || f_back_slot_1[0 +: 8*LINE_BYTES] == f_read_data_q))
`ASSERT(read_in_its_entry, !(f_inside_q && f_reader && f_read_back_q)
    || (|f_mine_in_backs && !f_writing) || was[f_tag_q] == f_read_data_q)
`ASSERT(read_in_rsp_queue, !(f_answered_q && f_must_read) || f_rsp_slot[0 +: 8*LINE_BYTES] == f_read_data_q)
