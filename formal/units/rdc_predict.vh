// The hit predictor of a bank of the remote data cache, for any PREDICT above 0 and any part of its sets. Put after rdc.vh.
//
// Promises
// * the counter of a part begins at 3, rises with each look-up of a load that hits, and falls with each other, from 0 to 3;
// * a load of a part whose counter is 0 is not looked up, but for one in eight, counted over all parts, and for those of a region that
//   may have dirty lines.
wire [PART_W-1:0] f_part = $anyconst;
`define PART_OF(line) (`SET(line) >> (SET_W - PART_W))
reg [LINE_W-1:0] f_looked_line;  // found entry by entry, so as to share nothing with the unit's own reading of its table
always @* begin : looked_line
    integer i;
    f_looked_line = 0;
    for (i = 0; i < ENTRIES; i = i + 1)
        if (dram_rsp_msg[F_BACK_TAG +: TAG_W] == i) f_looked_line = line[i];
end
wire [SET_W-1:0] f_looked_part = `PART_OF(f_looked_line);
wire f_looks_up = dram_rsp_valid && !dram_rsp_msg[F_BACK_WRITE] && op[dram_rsp_msg[F_BACK_TAG +: TAG_W]] == 4'd0
    && fn[dram_rsp_msg[F_BACK_TAG +: TAG_W]] != 5'd1;
wire f_looks_up_part = f_looks_up && f_looked_part == f_part;
reg [1:0] f_likely_part_q;
always @(posedge clk_i)
    if (rst_i) f_likely_part_q <= 2'd3;
    else if (f_looks_up_part)
        f_likely_part_q <= found ? (f_likely_part_q == 2'd3 ? 2'd3 : f_likely_part_q + 2'd1)
            : (f_likely_part_q == 2'd0 ? 2'd0 : f_likely_part_q - 2'd1);
`ASSERT(part_is_counted, likely_q[2*f_part +: 2] == f_likely_part_q)

wire [SET_W-1:0] f_asked_part = `PART_OF(req_line);
wire f_loads = `REQ_OP(req_msg) == 4'd0 && req_msg[F_REQ_FN +: 5] != 5'd1;
wire f_unlikely_load = f_loads && likely_q[2*f_asked_part[PART_W-1:0] +: 2] == 2'd0;
reg [2:0] f_unlikely_loads_q;
always @(posedge clk_i)
    if (rst_i) f_unlikely_loads_q <= 3'd0;
    else if (admit && f_unlikely_load) f_unlikely_loads_q <= f_unlikely_loads_q + 3'd1;
`ASSERT(one_in_eight_is_counted, unlikely_q == f_unlikely_loads_q)
`ASSERT(one_in_eight_is_looked_up, !admit || skip == (f_unlikely_load && f_unlikely_loads_q != 3'd0 && !req_dirty))
