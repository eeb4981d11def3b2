// um_board: an emitted um_system with a traffic engine for each SM, block RAM for memory, and a
// serial line to the host (fpga/protocol.md). A board's top adds its pins and its clock.
//
// Parameters come from the system, by `umbel fpga` (um_board_params.vh). Lines of 4 bytes, one UMC.
`default_nettype none
module um_board #(
    parameter DIV    = 16,  // clock cycles per bit on the serial line, at least 4
    parameter GPUS   = 2,
    parameter SMS    = 1,   // per GPU
    parameter LINE_W = 8,
    parameter TAG_W  = 2,   // tag width of an SM's requests: 2**TAG_W threads per engine
    parameter SLOT_W = 5,   // 2**SLOT_W slots per thread
    parameter UMC_TAG_W = 1,
    parameter SPARE_W = 0,  // bits of memory beside a line, where a sharing tracker keeps its entries
    parameter TS_W   = 8,
    parameter TIME_W = 11
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire line_i,
    output wire line_o,
    output wire busy_o      // an engine runs
);
    localparam ENGINES = GPUS*SMS;
    localparam CORE_REQ_W = ((45 + LINE_W + TAG_W) / 32 + 1) * 32;
    localparam CORE_RSP_W = ((32 + TAG_W) / 32 + 1) * 32;
    localparam DRAM_REQ_W = ((37 + LINE_W + UMC_TAG_W + (SPARE_W > 0 ? SPARE_W + 1 : 0)) / 32 + 1) * 32;
    localparam DRAM_RSP_W = ((32 + UMC_TAG_W + (SPARE_W > 0 ? SPARE_W + 2 : 0)) / 32 + 1) * 32;
    localparam WORD_W = TAG_W + SLOT_W + 2;  // address bits of an engine's words

    localparam [31:0] N_GPUS = GPUS, N_SMS = SMS, N_LINE_W = LINE_W, N_SLOT_W = SLOT_W,
                      N_TS_W = TS_W, N_TIME_W = TIME_W, N_THREADS = 1 << TAG_W;

    // ---- the host ----

    wire [15:0] addr, wdata;
    wire        write;
    reg  [15:0] rdata, rdata_q;

    um_host #(.DIV (DIV)) host (
        .clk_i   (clk_i),
        .rst_i   (rst_i),
        .line_i  (line_i),
        .line_o  (line_o),
        .addr_o  (addr),
        .write_o (write),
        .wdata_o (wdata),
        .rdata_i (rdata_q)
    );

    // The region that addr is in, registered: um_host holds addr for four cycles or more.
    reg at_registers_q, at_engines_q, at_memory_q;
    always @(posedge clk_i) begin
        at_registers_q <= addr[15:4] == 12'd0;
        at_engines_q   <= addr[15:12] == 4'h1 && (addr[9:0] >> WORD_W) == 10'd0;
        at_memory_q    <= addr[15] && (addr[14:0] >> (LINE_W + 1)) == 15'd0;
    end

    // ---- the system ----

    wire                          idle;
    reg                           reset_q;
    reg  [7:0]                    probe_tile_q;
    reg  [8:0]                    probe_sel_q;
    wire [63:0]                   probe;
    wire [ENGINES-1:0]            core_req_valid, core_req_ready, core_rsp_valid, core_rsp_ready;
    wire [ENGINES*CORE_REQ_W-1:0] core_req_msg;
    wire [ENGINES*CORE_RSP_W-1:0] core_rsp_msg;
    wire                          dram_req_valid, dram_req_ready, dram_rsp_valid, dram_rsp_ready;
    wire [DRAM_REQ_W-1:0]         dram_req_msg;
    wire [DRAM_RSP_W-1:0]         dram_rsp_msg;

    um_system system (
        .clk_i            (clk_i),
        .rst_i            (reset_q),
        .core_req_valid_i (core_req_valid),
        .core_req_ready_o (core_req_ready),
        .core_req_msg_i   (core_req_msg),
        .core_rsp_valid_o (core_rsp_valid),
        .core_rsp_ready_i (core_rsp_ready),
        .core_rsp_msg_o   (core_rsp_msg),
        .dram_req_valid_o (dram_req_valid),
        .dram_req_ready_i (dram_req_ready),
        .dram_req_msg_o   (dram_req_msg),
        .dram_rsp_valid_i (dram_rsp_valid),
        .dram_rsp_ready_o (dram_rsp_ready),
        .dram_rsp_msg_i   (dram_rsp_msg),
        .idle_o           (idle),
        .probe_tile_i     ({8'd0, probe_tile_q}),
        .probe_sel_i      (probe_sel_q),
        .probe_o          (probe)
    );

    // ---- engines ----

    wire [ENGINES-1:0]    running;
    wire [16*ENGINES-1:0] engine_words;
    reg  [15:0]           now_q;    // cycles of the run, modulo 65536
    wire                  busy  = |running;
    // A UMC is idle while it offers memory a request, so `quiet` looks at the DRAM channels, too.
    wire                  quiet = !busy && idle && !dram_req_valid && !dram_rsp_valid;
    wire                  control = write && at_registers_q && addr[3:0] == 4'h6;
    wire                  start   = control && wdata[0] && !busy;

    assign busy_o = busy;

    genvar e;
    generate
        for (e = 0; e < ENGINES; e = e + 1) begin : sm
            localparam [1:0] NUMBER = e;
            um_engine #(
                .LINE_W (LINE_W),
                .TAG_W  (TAG_W),
                .SLOT_W (SLOT_W)
            ) engine (
                .clk_i            (clk_i),
                .rst_i            (reset_q),
                .start_i          (start),
                .now_i            (now_q),
                .busy_o           (running[e]),
                .addr_i           (addr[WORD_W-1:0]),
                .write_i          (write && at_engines_q && addr[11:10] == NUMBER),
                .wdata_i          (wdata),
                .rdata_o          (engine_words[16*e +: 16]),
                .core_req_valid_o (core_req_valid[e]),
                .core_req_ready_i (core_req_ready[e]),
                .core_req_msg_o   (core_req_msg[CORE_REQ_W*e +: CORE_REQ_W]),
                .core_rsp_valid_i (core_rsp_valid[e]),
                .core_rsp_ready_o (core_rsp_ready[e]),
                .core_rsp_msg_i   (core_rsp_msg[CORE_RSP_W*e +: CORE_RSP_W])
            );
        end
    endgenerate

    wire [15:0] memory_word;
    um_memory #(
        .LINE_W  (LINE_W),
        .TAG_W   (UMC_TAG_W),
        .SPARE_W (SPARE_W)
    ) memory (
        .clk_i       (clk_i),
        .rst_i       (reset_q),
        .req_valid_i (dram_req_valid),
        .req_ready_o (dram_req_ready),
        .req_msg_i   (dram_req_msg),
        .rsp_valid_o (dram_rsp_valid),
        .rsp_ready_i (dram_rsp_ready),
        .rsp_msg_o   (dram_rsp_msg),
        .host_i      (quiet),
        .addr_i      (addr[LINE_W:0]),
        .write_i     (write && at_memory_q),
        .wdata_i     (wdata),
        .rdata_o     (memory_word)
    );

    // ---- registers ----

    always @(posedge clk_i) begin
        rdata_q <= rdata;
        reset_q <= rst_i || (control && wdata[1]);
        if (start)
            now_q <= 16'd0;
        else if (busy)
            now_q <= now_q + 16'd1;
        if (write && at_registers_q && addr[3:0] == 4'h8)
            probe_tile_q <= wdata[7:0];
        if (write && at_registers_q && addr[3:0] == 4'h9)
            probe_sel_q <= wdata[8:0];
    end

    reg [15:0] register;
    always @* begin
        case (addr[3:0])
            4'h0:    register = 16'h554D;
            4'h1:    register = 16'd1;
            4'h2:    register = {N_GPUS[7:0], N_SMS[7:0]};
            4'h3:    register = {N_LINE_W[7:0], 8'd4};
            4'h4:    register = {N_THREADS[7:0], N_SLOT_W[7:0]};
            4'h5:    register = {N_TS_W[7:0], N_TIME_W[7:0]};
            4'h6:    register = {{8 - ENGINES{1'b0}}, running, 6'd0, quiet, busy};
            4'h7:    register = now_q;
            4'hC:    register = probe[63:48];
            4'hD:    register = probe[47:32];
            4'hE:    register = probe[31:16];
            4'hF:    register = probe[15:0];
            default: register = 16'd0;
        endcase
    end

    integer i;
    always @* begin
        rdata = at_registers_q ? register : at_memory_q ? memory_word : 16'd0;
        for (i = 0; i < ENGINES; i = i + 1)
            if (at_engines_q && addr[11:10] == i[1:0])
                rdata = engine_words[16*i +: 16];
    end
endmodule
`default_nettype wire
