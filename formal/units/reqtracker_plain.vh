// A request tracker without a TSU, under the names by which reqtracker.vh speaks of one: what is sent to DRAM is
// looked up in the same cycle, and granted. To be put before reqtracker_env.vh.
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
