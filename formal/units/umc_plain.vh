// What the memory controller promises that has no TSU (nc): it is its request tracker, and is idle only if nothing in that
// moves before a message comes or goes. For any sizes.
//
// Assumes nothing of its environment.
(* hierconn *) wire [(1<<TAG_W)-1:0] \reqtracker.busy_q ;
(* hierconn *) wire \reqtracker.admit ;
(* hierconn *) wire \reqtracker.send ;
(* hierconn *) wire \reqtracker.dram_rsp_valid ;
(* hierconn *) wire \reqtracker.change ;
(* hierconn *) wire \reqtracker.write_made ;
(* hierconn *) wire \reqtracker.done ;
`ASSERT(idle_when_nothing_moves, !idle_o || !(\reqtracker.admit || \reqtracker.send || \reqtracker.dram_rsp_valid
    || \reqtracker.change || \reqtracker.write_made || \reqtracker.done ))

// As many answers as requests, at its own ports: what came and is not answered is in the tracker.
reg [TAG_W+3:0] f_owed_q;
always @(posedge clk_i)
    if (rst_i)
        f_owed_q <= 0;
    else
        f_owed_q <= f_owed_q + (req_valid_i && req_ready_o) - (rsp_valid_o && rsp_ready_i);
(* hierconn *) wire [1:0] \reqtracker.req_queue.head_q ;
(* hierconn *) wire [1:0] \reqtracker.req_queue.tail_q ;
(* hierconn *) wire [1:0] \reqtracker.rsp_queue.head_q ;
(* hierconn *) wire [1:0] \reqtracker.rsp_queue.tail_q ;
wire [1:0] f_came = \reqtracker.req_queue.tail_q - \reqtracker.req_queue.head_q ;
wire [1:0] f_going = \reqtracker.rsp_queue.tail_q - \reqtracker.rsp_queue.head_q ;
reg [TAG_W:0] f_busy;
integer f_i;
always @* begin
    f_busy = 0;
    for (f_i = 0; f_i < (1 << TAG_W); f_i = f_i + 1)
        f_busy = f_busy + \reqtracker.busy_q [f_i];
end
`ASSERT(one_answer_a_request, f_owed_q == f_came + f_busy + f_going)
`ASSERT(queues_hold_two, f_came <= 2'd2 && f_going <= 2'd2)

`COVER(idle_with_requests, idle_o && f_busy != 0)
`COVER(idle_without, idle_o && f_owed_q == 0 && f_ever_q)
`COVER(all_busy, f_busy == 1 << TAG_W)
reg f_ever_q;
always @(posedge clk_i)
    f_ever_q <= !rst_i && (f_ever_q || rsp_valid_o);
