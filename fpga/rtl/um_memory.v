// um_memory: block RAM in the place of a DRAM channel, behind one UMC; lines of 4 bytes, and spare bits
// beside each if the UMC has entries of a sharing tracker there. The host may read and write it while
// host_i is set, that is while no request is in flight; spare bits of a line that it writes become 0.
`default_nettype none
module um_memory #(
    parameter LINE_W = 8,  // bits of a line address
    parameter TAG_W  = 1,
    parameter SPARE_W = 0, // spare bits of a line
    parameter DRAM_REQ_W = ((37 + LINE_W + TAG_W + (SPARE_W > 0 ? SPARE_W + 1 : 0)) / 32 + 1) * 32,
    parameter DRAM_RSP_W = ((32 + TAG_W + (SPARE_W > 0 ? SPARE_W + 2 : 0)) / 32 + 1) * 32
) (
    input  wire                  clk_i,
    input  wire                  rst_i,

    input  wire                  req_valid_i,
    output wire                  req_ready_o,
    input  wire [DRAM_REQ_W-1:0] req_msg_i,
    output wire                  rsp_valid_o,
    input  wire                  rsp_ready_i,
    output wire [DRAM_RSP_W-1:0] rsp_msg_o,

    input  wire                  host_i,    // the host may use the memory
    input  wire [LINE_W:0]       addr_i,    // address of half a line
    input  wire                  write_i,
    input  wire [15:0]           wdata_i,
    output wire [15:0]           rdata_o    // valid a cycle after addr_i
);
    reg             full_q;  // an answer waits
    reg [TAG_W-1:0] tag_q;

    wire [31:0]       data  = req_msg_i[31:0];
    wire [3:0]        mask  = req_msg_i[35:32];
    wire [LINE_W-1:0] line  = req_msg_i[36 +: LINE_W];
    wire [TAG_W-1:0]  tag   = req_msg_i[36 + LINE_W +: TAG_W];
    wire              write = req_msg_i[36 + LINE_W + TAG_W];
    wire              take  = req_valid_i && req_ready_o;
    wire [31:0]       word;

    um_ram #(.COL_W (8), .COLS (4), .DEPTH (1 << LINE_W), .ADDR_W (LINE_W)) lines (
        .clk_i   (clk_i),
        .ren_i   (host_i || take),
        .raddr_i (host_i ? addr_i[LINE_W:1] : line),
        .rdata_o (word),
        .wen_i   (host_i ? {{2{write_i && addr_i[0]}}, {2{write_i && !addr_i[0]}}}
                         : mask & {4{take && write}}),
        .waddr_i (host_i ? addr_i[LINE_W:1] : line),
        .wdata_i (host_i ? {2{wdata_i}} : data)
    );

    assign req_ready_o = !full_q;
    assign rsp_valid_o = full_q;
    assign rdata_o     = addr_i[0] ? word[31:16] : word[15:0];

    generate
        if (SPARE_W > 0) begin : beside
            localparam SPARE = 37 + LINE_W + TAG_W;
            reg [1:0]          kind_q;  // of the request: a write; of spare bits
            wire [SPARE_W-1:0] spare;
            wire               entry = req_msg_i[SPARE + SPARE_W];

            um_ram #(.COL_W (SPARE_W), .COLS (1), .DEPTH (1 << LINE_W), .ADDR_W (LINE_W)) entries (
                .clk_i   (clk_i),
                .ren_i   (host_i || take),
                .raddr_i (host_i ? addr_i[LINE_W:1] : line),
                .rdata_o (spare),
                .wen_i   (host_i ? write_i : take && write && entry),
                .waddr_i (host_i ? addr_i[LINE_W:1] : line),
                .wdata_i (host_i ? {SPARE_W{1'b0}} : req_msg_i[SPARE +: SPARE_W])
            );
            always @(posedge clk_i)
                if (take)
                    kind_q <= {write, entry};
            assign rsp_msg_o = {{DRAM_RSP_W - 34 - TAG_W - SPARE_W{1'b0}}, kind_q, spare, tag_q, word};
        end else begin : alone
            assign rsp_msg_o = {{DRAM_RSP_W - 32 - TAG_W{1'b0}}, tag_q, word};
        end
    endgenerate

    wire unused_req = &{1'b0, req_msg_i};

    always @(posedge clk_i) begin
        if (rst_i)
            full_q <= 1'b0;
        else if (take)
            full_q <= 1'b1;
        else if (rsp_ready_i)
            full_q <= 1'b0;
        if (take)
            tag_q <= tag;
    end
endmodule
`default_nettype wire
