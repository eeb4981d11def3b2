// The names of a TSU's channels that reqtracker.vh uses, for a request tracker without a TSU: a request counts as
// looked up and granted in the cycle in which it is sent to DRAM. Put before reqtracker_env.vh.
localparam TS_W = 1;
localparam TIME_W = 1;
wire look_valid_o = may_send_one;
wire look_ready_i = 1'b1;
wire [TAG_W-1:0] look_tag_o = send_at;
wire [LINE_W-UMC_W-1:0] look_line_o = send_line[LINE_W-1:UMC_W];
wire look_store_o = store_q[send_at] || change_q[send_at];
wire look_empty_o = empty_q[send_at];
wire grant_valid_i = 1'b0;
wire [TAG_W-1:0] grant_tag_i = 0;
wire [ENTRIES-1:0] tsu_q = sent_q;
