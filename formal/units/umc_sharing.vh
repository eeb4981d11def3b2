// Promises of the memory controller as a pair of request tracker and IMST, beyond the promises of each alone. For TAG_W=2
// (the names of inner registers below), queues of two messages or those of a board, and any other sizes. Put after umc_sharing_env.vh.
//
// Promises: what the tracker's proof assumes of the IMST (reqtracker_sharing_env.vh). A look-up has the line, the package and
// the kind of its request, and so do the IMST's invalidations; a request is answered when it is granted. Acknowledgements
// reach the IMST with their tags and are never stalled. The unit is idle only if nothing in it moves before a message
// comes or goes.
localparam F_LINE_W = LINE_W - UMC_W;
localparam F_RSP_LINE = 8*LINE_BYTES;
localparam F_ACK_TAG = LINE_W;
`ASSERT(four_entries, F_ENTRIES == 4)

// The tracker's table, its sending and answering.
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.busy_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.sent_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.imst_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.store_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.change_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.empty_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.dram_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \reqtracker.made_q ;
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[0] ;
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[1] ;
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[2] ;
(* hierconn *) wire [LINE_W-1:0] \reqtracker.line[3] ;
(* hierconn *) wire [SRC_W-1:0] \reqtracker.src[0] ;
(* hierconn *) wire [SRC_W-1:0] \reqtracker.src[1] ;
(* hierconn *) wire [SRC_W-1:0] \reqtracker.src[2] ;
(* hierconn *) wire [SRC_W-1:0] \reqtracker.src[3] ;
wire [4*LINE_W-1:0] f_lines = {\reqtracker.line[3] , \reqtracker.line[2] , \reqtracker.line[1] , \reqtracker.line[0] };
wire [4*SRC_W-1:0] f_srcs = {\reqtracker.src[3] , \reqtracker.src[2] , \reqtracker.src[1] , \reqtracker.src[0] };
(* hierconn *) wire \reqtracker.admit ;
(* hierconn *) wire \reqtracker.send ;
(* hierconn *) wire \reqtracker.dram_rsp_valid ;
(* hierconn *) wire \reqtracker.change ;
(* hierconn *) wire \reqtracker.write_made ;
(* hierconn *) wire \reqtracker.done ;
(* hierconn *) wire \reqtracker.rsp_room ;
(* hierconn *) wire \reqtracker.rsp_push ;
(* hierconn *) wire \reqtracker.unit_busy ;
(* hierconn *) wire [TAG_W-1:0] \reqtracker.done_at ;
(* hierconn *) wire [TAG_W-1:0] \reqtracker.unit_at_q ;
(* hierconn *) wire [RSP_W-1:0] \reqtracker.rsp_msg ;

// The contents of the queues. With BOARD_QUEUES defined they are of one message where a channel begins, and there are none where
// it ends: QUEUE_IN=0, QUEUE_OUT=1.
`ifdef BOARD_QUEUES
localparam F_QUEUED = 0;
(* hierconn *) wire \reqtracker.dram_req_queue.head_q ;
(* hierconn *) wire \reqtracker.dram_req_queue.tail_q ;
(* hierconn *) wire [DRAM_REQ_W-1:0] \reqtracker.dram_req_queue.slot[0] ;
wire [1:0] f_ask_count = {1'b0, \reqtracker.dram_req_queue.tail_q ^ \reqtracker.dram_req_queue.head_q };
wire [1:0] f_back_count = 2'd0;
wire f_ask_head = 1'b0;
wire [DRAM_REQ_W-1:0] f_ask_0 = \reqtracker.dram_req_queue.slot[0] ;
wire [DRAM_REQ_W-1:0] f_ask_1 = {DRAM_REQ_W{1'b0}};
wire [DRAM_RSP_W-1:0] f_back = {DRAM_RSP_W{1'b0}};
wire [1:0] f_acks = 2'd0;
wire [ACK_W-1:0] f_ack_slot = {ACK_W{1'b0}};
`else
localparam F_QUEUED = 1;
(* hierconn *) wire [1:0] \reqtracker.dram_req_queue.head_q ;
(* hierconn *) wire [1:0] \reqtracker.dram_req_queue.tail_q ;
(* hierconn *) wire [DRAM_REQ_W-1:0] \reqtracker.dram_req_queue.slot[0] ;
(* hierconn *) wire [DRAM_REQ_W-1:0] \reqtracker.dram_req_queue.slot[1] ;
(* hierconn *) wire [1:0] \reqtracker.dram_rsp_queue.head_q ;
(* hierconn *) wire [1:0] \reqtracker.dram_rsp_queue.tail_q ;
(* hierconn *) wire [DRAM_RSP_W-1:0] \reqtracker.dram_rsp_queue.slot[0] ;
(* hierconn *) wire [DRAM_RSP_W-1:0] \reqtracker.dram_rsp_queue.slot[1] ;
wire [1:0] f_ask_count = \reqtracker.dram_req_queue.tail_q - \reqtracker.dram_req_queue.head_q ;
wire [1:0] f_back_count = \reqtracker.dram_rsp_queue.tail_q - \reqtracker.dram_rsp_queue.head_q ;
wire f_ask_head = \reqtracker.dram_req_queue.head_q [0];
wire f_back_head = \reqtracker.dram_rsp_queue.head_q [0];
wire [DRAM_REQ_W-1:0] f_ask_0 = \reqtracker.dram_req_queue.slot[0] ;
wire [DRAM_REQ_W-1:0] f_ask_1 = \reqtracker.dram_req_queue.slot[1] ;
wire [DRAM_RSP_W-1:0] f_back = f_back_head ? \reqtracker.dram_rsp_queue.slot[1] : \reqtracker.dram_rsp_queue.slot[0] ;
(* hierconn *) wire [1:0] \ack_queue.head_q ;
(* hierconn *) wire [1:0] \ack_queue.tail_q ;
(* hierconn *) wire [ACK_W-1:0] \ack_queue.slot[0] ;
(* hierconn *) wire [ACK_W-1:0] \ack_queue.slot[1] ;
wire [1:0] f_acks = \ack_queue.tail_q - \ack_queue.head_q ;
wire [ACK_W-1:0] f_ack_slot = \ack_queue.head_q [0] ? \ack_queue.slot[1] : \ack_queue.slot[0] ;
`endif
`ASSERT(queues_are_as_defined, QUEUE_IN == (F_QUEUED == 1 ? 2 : 0) && QUEUE_OUT == (F_QUEUED == 1 ? 2 : 1))

// The IMST's requests by tag, and its stage 1.
(* hierconn *) wire \imst.swept ;
(* hierconn *) wire \imst.s1_valid_q ;
(* hierconn *) wire [TAG_W-1:0] \imst.s1_tag_q ;
(* hierconn *) wire [F_LINE_W-1:0] \imst.s1_line_q ;
(* hierconn *) wire [NODE_W-1:0] \imst.s1_node_q ;
(* hierconn *) wire \imst.s1_write_q ;
(* hierconn *) wire \imst.s1_reads_q ;
(* hierconn *) wire \imst.s1_known_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \imst.write_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \imst.wait_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \imst.ask_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \imst.have_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \imst.kill_q ;
(* hierconn *) wire [F_ENTRIES-1:0] \imst.killed_q ;
(* hierconn *) wire \imst.cast_q ;
(* hierconn *) wire [TAG_W-1:0] \imst.cast_tag_q ;
(* hierconn *) wire \imst.back_valid_q ;
(* hierconn *) wire \imst.back_sent_q ;
(* hierconn *) wire \imst.again ;
(* hierconn *) wire \imst.cast ;
(* hierconn *) wire \imst.cast_moves ;
(* hierconn *) wire [F_LINE_W-1:0] \imst.line[0] ;
(* hierconn *) wire [F_LINE_W-1:0] \imst.line[1] ;
(* hierconn *) wire [F_LINE_W-1:0] \imst.line[2] ;
(* hierconn *) wire [F_LINE_W-1:0] \imst.line[3] ;
(* hierconn *) wire [NODE_W-1:0] \imst.node[0] ;
(* hierconn *) wire [NODE_W-1:0] \imst.node[1] ;
(* hierconn *) wire [NODE_W-1:0] \imst.node[2] ;
(* hierconn *) wire [NODE_W-1:0] \imst.node[3] ;
wire [4*F_LINE_W-1:0] f_imst_lines = {\imst.line[3] , \imst.line[2] , \imst.line[1] , \imst.line[0] };
wire [4*NODE_W-1:0] f_imst_nodes = {\imst.node[3] , \imst.node[2] , \imst.node[1] , \imst.node[0] };

// Look-ups taken and not granted, by tag. The IMST's own accesses to spare bits, from the asking to the end.
wire f_look_moves = look_valid && look_ready;
wire f_entry_moves = entry_valid && entry_ready;
wire f_kill_moves = kill_valid && kill_ready;
reg [F_ENTRIES-1:0] f_at_imst_q;
reg [F_ENTRIES-1:0] f_writes_q;
reg [F_ENTRIES-1:0] f_reading_q;
reg [F_ENTRIES-1:0] f_entry_asked_q;
reg f_back_asked_q;
always @(posedge clk_i) begin
    if (rst_i) begin
        f_at_imst_q <= 0;
        f_reading_q <= 0;
        f_entry_asked_q <= 0;
        f_back_asked_q <= 1'b0;
    end else begin
        f_at_imst_q <= (f_at_imst_q & ~(grant_valid ? F_ONE << grant_tag : 0)) | (f_look_moves ? F_ONE << look_tag : 0);
        f_reading_q <= (f_reading_q & ~(spare_valid ? F_ONE << spare_tag : 0))
            | (f_look_moves && look_reads ? F_ONE << look_tag : 0) | (f_entry_moves && !entry_write ? F_ONE << entry_tag : 0);
        f_entry_asked_q <= (f_entry_asked_q & ~(spare_valid ? F_ONE << spare_tag : 0))
            | (f_entry_moves && !entry_write ? F_ONE << entry_tag : 0);
        f_back_asked_q <= (f_back_asked_q && !wrote) || (f_entry_moves && entry_write);
    end
    if (f_look_moves)
        f_writes_q[look_tag] <= look_write;
end

// What the tracker assumes of the IMST, and the IMST of the tracker.
`ASSERT(granted_what_was_looked_up, !grant_valid || f_at_imst_q[grant_tag])
`ASSERT(looked_up_when_none_is_out, !look_valid || !f_at_imst_q[look_tag])
`ASSERT(entry_is_read_for_a_request, !(entry_valid && !entry_write) || (f_at_imst_q[entry_tag] && !f_reading_q[entry_tag]
    && !(grant_valid && grant_tag == entry_tag)))
`ASSERT(granted_when_its_entry_is_read, !grant_valid || !f_entry_asked_q[grant_tag])
`ASSERT(one_entry_is_written, !(entry_valid && entry_write) || !f_back_asked_q)
`ASSERT(invalidates_for_a_write, !kill_valid || (f_at_imst_q[kill_tag] && f_writes_q[kill_tag]))
`ASSERT(told_of_the_write_that_was_sent, !wrote || f_back_asked_q)

// Any entry: what was looked up is what was asked, and what is invalidated is what was looked up.
wire [TAG_W-1:0] f_tag = $anyconst;
wire [LINE_W-1:0] f_line = f_lines[f_tag*LINE_W +: LINE_W];
wire [SRC_W-1:0] f_src = f_srcs[f_tag*SRC_W +: SRC_W];
wire f_changes = \reqtracker.store_q [f_tag] || \reqtracker.change_q [f_tag];
wire f_ends = \reqtracker.done && \reqtracker.done_at == f_tag;
wire f_in_stage = \imst.s1_valid_q && \imst.s1_tag_q == f_tag;
reg [F_LINE_W-1:0] f_line_q;   // the line and the package of the entry's last look-up
reg [NODE_W-1:0] f_node_q;
always @(posedge clk_i)
    if (f_look_moves && look_tag == f_tag) begin
        f_line_q <= look_line;
        f_node_q <= look_node;
    end
`ASSERT(looks_up_what_was_asked, !f_at_imst_q[f_tag] || (f_line_q == f_line[LINE_W-1:UMC_W] && f_node_q == f_src >> NODE_LSB))
wire [F_ENTRIES-1:0] f_all_change = \reqtracker.store_q | \reqtracker.change_q ;
`ASSERT(looks_up_writes_as_such, (f_at_imst_q & ((f_writes_q ^ f_all_change) | (\imst.write_q ^ f_all_change))) == 0)
`ASSERT(stage_has_the_kind_that_was_asked, !\imst.s1_valid_q || (\imst.s1_write_q == f_all_change[\imst.s1_tag_q ]
    && (\imst.s1_known_q || \imst.s1_reads_q == !\reqtracker.store_q [\imst.s1_tag_q ])))
`ASSERT(imst_has_what_was_asked, !f_at_imst_q[f_tag] || (f_imst_lines[f_tag*F_LINE_W +: F_LINE_W] == f_line_q
    && f_imst_nodes[f_tag*NODE_W +: NODE_W] == f_node_q))
`ASSERT(stage_has_what_was_asked, !f_in_stage || (\imst.s1_line_q == f_line_q && \imst.s1_node_q == f_node_q))
`ASSERT(invalidates_the_line_looked_up, !(f_kill_moves && kill_tag == f_tag)
    || \reqtracker.rsp_msg [F_RSP_LINE + UMC_W +: F_LINE_W] == f_line_q)
`ASSERT(answered_when_granted, !(f_ends && !\reqtracker.empty_q [f_tag]) || (\reqtracker.imst_q [f_tag] && !f_at_imst_q[f_tag]))
`ASSERT(answer_has_the_line_looked_up, !(f_ends && !\reqtracker.empty_q [f_tag])
    || \reqtracker.rsp_msg [F_RSP_LINE + UMC_W +: F_LINE_W] == f_line_q)

// Acknowledgements.
(* hierconn *) wire \imst.ack_valid_i ;
(* hierconn *) wire [TAG_W-1:0] \imst.ack_tag_i ;
reg f_ack_came_q;
reg [ACK_W-1:0] f_ack_q;
always @(posedge clk_i) begin
    f_ack_came_q <= !rst_i && ack_valid_i && ack_ready_o;
    f_ack_q <= ack_msg_i;
end
// In the last cycle; without a queue, in this one.
wire f_ack_came = F_QUEUED == 1 ? f_ack_came_q : ack_valid_i && ack_ready_o;
wire [ACK_W-1:0] f_ack = F_QUEUED == 1 ? f_ack_q : ack_msg_i;
`ASSERT(acks_are_never_stalled, ack_ready_o)
`ASSERT(ack_reaches_the_imst, \imst.ack_valid_i == f_ack_came
    && (!f_ack_came || \imst.ack_tag_i == f_ack[F_ACK_TAG +: TAG_W]))
`ASSERT(acks_pass_at_once, F_QUEUED == 0 || (f_acks == f_ack_came_q && (!f_ack_came_q || f_ack_slot == f_ack_q)))

`ASSERT(idle_when_nothing_moves, !idle_o || !(f_look_moves || grant_valid || f_entry_moves || f_kill_moves || spare_valid || wrote
    || !\imst.swept || \imst.s1_valid_q || \imst.again || \imst.cast || \imst.cast_moves || \imst.ack_valid_i
    || \reqtracker.admit || \reqtracker.send || \reqtracker.dram_rsp_valid || \reqtracker.change
    || \reqtracker.write_made || \reqtracker.done ))

`COVER(load_answered, f_ends && !f_changes && !\reqtracker.empty_q [f_tag])
`COVER(store_answered, f_ends && f_changes)
`COVER(emptying_answered, f_ends && \reqtracker.empty_q [f_tag])
`COVER(invalidates, f_kill_moves)
`COVER(store_answered_after_an_ack, f_ends && f_was_acked_q)
`COVER(waits_for_an_ack, \imst.killed_q != 0 && !grant_valid && idle_o)
`COVER(entry_read_for_a_store, f_entry_moves && !entry_write)
`COVER(entry_written, wrote)
`COVER(idle_with_requests, idle_o && \reqtracker.busy_q != 0)
`COVER(request_held, held)
reg f_was_acked_q;
always @(posedge clk_i)
    f_was_acked_q <= !rst_i && ((f_was_acked_q && !(f_look_moves && look_tag == f_tag))
        || (\imst.ack_valid_i && \imst.ack_tag_i == f_tag && f_at_imst_q[f_tag]));

// Helpers: where the IMST has each request, and what is known of it there.
wire [F_ENTRIES-1:0] f_staged = \imst.s1_valid_q ? F_ONE << \imst.s1_tag_q : 0;
wire [F_ENTRIES-1:0] f_casts = \imst.cast_q ? F_ONE << \imst.cast_tag_q : 0;
wire [F_ENTRIES-1:0] f_twice = (f_staged & (\imst.wait_q | \imst.kill_q | f_casts | \imst.killed_q ))
    | (\imst.wait_q & (\imst.kill_q | f_casts | \imst.killed_q )) | (\imst.kill_q & (f_casts | \imst.killed_q ))
    | (f_casts & \imst.killed_q );
`ASSERT(look_ups_are_in_the_imst, f_at_imst_q == (f_staged | \imst.wait_q | \imst.kill_q | f_casts | \imst.killed_q ))
`ASSERT(each_in_one_place, f_twice == 0)
`ASSERT(out_are_those_sent, f_at_imst_q == (\reqtracker.busy_q & \reqtracker.sent_q & ~\reqtracker.imst_q ))
`ASSERT(line_as_looked_up, !(\reqtracker.busy_q [f_tag] && \reqtracker.sent_q [f_tag] && !\reqtracker.empty_q [f_tag])
    || f_line_q == f_line[LINE_W-1:UMC_W])
`ASSERT(granted_are_sent, (\reqtracker.busy_q & \reqtracker.imst_q & ~\reqtracker.sent_q ) == 0)
`ASSERT(emptyings_are_not_looked_up, (f_at_imst_q & \reqtracker.empty_q ) == 0)
`ASSERT(asked_for_stores_that_wait, (\imst.ask_q & ~(\imst.wait_q & \reqtracker.store_q )) == 0)
`ASSERT(read_for_stores_that_wait, (f_entry_asked_q & (~(\imst.wait_q & \reqtracker.store_q ) | \imst.ask_q | \imst.have_q )) == 0)
wire [F_ENTRIES-1:0] f_first_stage = \imst.s1_known_q ? 0 : f_staged;
`ASSERT(has_nothing_before_it_asks, (\reqtracker.store_q & \imst.have_q & (\imst.ask_q | f_first_stage)) == 0)
`ASSERT(writes_have_copies_to_kill, ((\imst.kill_q | f_casts | \imst.killed_q ) & ~f_writes_q) == 0)
`ASSERT(kinds_differ, (\reqtracker.store_q & \reqtracker.change_q ) == 0
    && ((\reqtracker.store_q | \reqtracker.change_q ) & \reqtracker.empty_q ) == 0)
`ASSERT(one_back_at_a_time, f_back_asked_q == (\imst.back_valid_q && \imst.back_sent_q ))

// Helpers: where DRAM's messages are. Each read of an entry is in one place, and so is the write.
wire f_has_0 = f_ask_count == 2 || (f_ask_count == 1 && !f_ask_head);
wire f_has_1 = f_ask_count == 2 || (f_ask_count == 1 && f_ask_head);
wire f_has_back = f_back_count != 0;
`define OF_KIND(has, msg, entry, write, tag, e, w) ((has) && msg[entry] == (e) && msg[write] == (w) ? F_ONE << msg[tag +: TAG_W] : 0)
`define ASKS_OF(n, e, w) `OF_KIND(f_has_``n, f_ask_``n, F_ASK_ENTRY, F_ASK_WRITE, F_ASK_TAG, e, w)
`define BACK_OF(e, w) `OF_KIND(f_has_back, f_back, F_BACK_ENTRY, F_BACK_WRITE, F_BACK_TAG, e, w)
wire [F_ENTRIES-1:0] f_reads_0 = `ASKS_OF(0, 1'b1, 1'b0);
wire [F_ENTRIES-1:0] f_reads_1 = `ASKS_OF(1, 1'b1, 1'b0);
wire [F_ENTRIES-1:0] f_reads_back = `BACK_OF(1'b1, 1'b0);
wire [F_ENTRIES-1:0] f_own_0 = `ASKS_OF(0, 1'b0, 1'b0) | `ASKS_OF(0, 1'b0, 1'b1);
wire [F_ENTRIES-1:0] f_own_1 = `ASKS_OF(1, 1'b0, 1'b0) | `ASKS_OF(1, 1'b0, 1'b1);
wire [F_ENTRIES-1:0] f_own_back = `BACK_OF(1'b0, 1'b0) | `BACK_OF(1'b0, 1'b1);
wire [F_ENTRIES-1:0] f_own_reads = `ASKS_OF(0, 1'b0, 1'b0) | `ASKS_OF(1, 1'b0, 1'b0) | `BACK_OF(1'b0, 1'b0)
    | (f_own_q & ~f_own_writes_q);
wire [F_ENTRIES-1:0] f_own_writes = `ASKS_OF(0, 1'b0, 1'b1) | `ASKS_OF(1, 1'b0, 1'b1) | `BACK_OF(1'b0, 1'b1)
    | (f_own_q & f_own_writes_q);
wire f_back_0 = f_has_0 && f_ask_0[F_ASK_ENTRY] && f_ask_0[F_ASK_WRITE];
wire f_back_1 = f_has_1 && f_ask_1[F_ASK_ENTRY] && f_ask_1[F_ASK_WRITE];
wire f_back_back = f_has_back && f_back[F_BACK_ENTRY] && f_back[F_BACK_WRITE];
`ASSERT(queues_hold_two, f_ask_count <= 2 && f_back_count <= 1)
`ASSERT(reads_its_entry_once, f_entry_asked_q == (f_reads_0 | f_reads_1 | f_entries_q | f_reads_back)
    && (f_reads_0 & (f_reads_1 | f_entries_q | f_reads_back)) == 0 && (f_reads_1 & (f_entries_q | f_reads_back)) == 0
    && (f_entries_q & f_reads_back) == 0)
`ASSERT(writes_an_entry_once, {2'd0, f_back_0} + f_back_1 + f_back_back + f_back_q == f_back_asked_q)
wire [F_ENTRIES-1:0] f_unit_has = \reqtracker.unit_busy ? F_ONE << \reqtracker.unit_at_q : 0;
wire [F_ENTRIES-1:0] f_waits = \reqtracker.busy_q & \reqtracker.sent_q & ~\reqtracker.dram_q & ~f_unit_has;
`ASSERT(waits_for_dram_once, f_waits == (f_own_0 | f_own_1 | f_own_q | f_own_back)
    && (f_own_0 & (f_own_1 | f_own_q | f_own_back)) == 0 && (f_own_1 & (f_own_q | f_own_back)) == 0
    && (f_own_q & f_own_back) == 0)
`ASSERT(own_reads_are_of_readers, (f_own_reads & (\reqtracker.store_q | \reqtracker.made_q )) == 0
    && (f_own_writes & ~(\reqtracker.store_q | \reqtracker.made_q )) == 0)
(* hierconn *) wire \reqtracker.unit.busy_q ;
(* hierconn *) wire \reqtracker.unit.done_q ;
`ASSERT(unit_works_or_is_done, !(\reqtracker.unit.busy_q && \reqtracker.unit.done_q ))
`ASSERT(unit_has_a_made_one, (f_unit_has & ~(\reqtracker.busy_q & \reqtracker.change_q & \reqtracker.made_q
    & \reqtracker.sent_q & ~\reqtracker.dram_q )) == 0)
`ASSERT(made_is_an_atomic, (\reqtracker.busy_q & \reqtracker.made_q & ~\reqtracker.change_q ) == 0)
`ASSERT(unsent_is_unmade, (\reqtracker.busy_q & ~\reqtracker.sent_q & (\reqtracker.made_q
    | (\reqtracker.dram_q ^ \reqtracker.empty_q ))) == 0)
`ASSERT(sent_emptying_waits_for_no_dram, (\reqtracker.busy_q & \reqtracker.empty_q & ~\reqtracker.dram_q ) == 0)
wire [F_ENTRIES-1:0] f_reads_line = f_waits & ~\reqtracker.store_q & ~\reqtracker.empty_q & ~\reqtracker.made_q ;
`ASSERT(read_for_one_reason, f_reading_q == (f_entry_asked_q | f_reads_line) && (f_entry_asked_q & f_reads_line) == 0)
