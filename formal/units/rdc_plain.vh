// Names that rdc.vh needs of a bank of the remote data cache whose lines nobody invalidates. Put before rdc_env.vh.
`define RDC_PLAIN
localparam KILLS = 0;
localparam REQS = ENTRIES;
localparam [ENTRIES-1:0] F_NONE_STALLED = 0;
wire [ENTRIES-1:0] stalled_q = F_NONE_STALLED;
wire [ENTRIES-1:0] kills = F_NONE_STALLED;
wire [ENTRIES*TAG_W-1:0] by_q = 0;
wire kill_admit = 1'b0;
wire [TAG_W-1:0] kill_at = 0;
wire is_kill = 1'b0;
