// um_engine: stands in for an SM. Threads run programs of requests to an L1. Each request's slot is
// overwritten with its result: cycle taken, cycle answered, answer's line (fpga/protocol.md).
//
// A slot is two rows of two 16-bit columns:
//
//     row 0   word 0: op, fn, mask   word 1: line      afterwards: taken at, answered at
//     row 1   word 2: data, low      word 3: high      afterwards: the answer's line
//
// The engine looks at one thread per cycle, in turn. A thread has at most one request in flight,
// whose tag is the number of the thread.
`default_nettype none
module um_engine #(
    parameter LINE_W = 8,  // bits of a line address, at most 16; lines have 4 bytes
    parameter TAG_W  = 2,  // 2**TAG_W threads
    parameter SLOT_W = 5,  // 2**SLOT_W slots per thread
    parameter WAIT_W = 12, // a WAIT takes less than 2**(WAIT_W-1) cycles
    parameter CORE_REQ_W = ((32 + 4 + LINE_W + TAG_W + 4 + 5) / 32 + 1) * 32,
    parameter CORE_RSP_W = ((32 + TAG_W) / 32 + 1) * 32
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  start_i,  // for one cycle, while not busy
    input  wire [15:0]           now_i,    // cycles since the start
    output wire                  busy_o,   // some thread has not ended

    // The host's port to the slots' words, while not busy. rdata_o is valid a cycle after addr_i.
    input  wire [TAG_W+SLOT_W+1:0] addr_i,
    input  wire                  write_i,
    input  wire [15:0]           wdata_i,
    output wire [15:0]           rdata_o,

    // The L1.
    output wire                  core_req_valid_o,
    input  wire                  core_req_ready_i,
    output wire [CORE_REQ_W-1:0] core_req_msg_o,
    input  wire                  core_rsp_valid_i,
    output wire                  core_rsp_ready_o,
    input  wire [CORE_RSP_W-1:0] core_rsp_msg_i
);
    localparam THREADS = 1 << TAG_W;
    localparam ROW_W   = TAG_W + SLOT_W + 1;
    localparam [3:0] WAIT = 4'd14, END = 4'd15;
    localparam [1:0] LOOK = 2'd0, FETCH = 2'd1, DATA = 2'd2, ISSUE = 2'd3;

    reg [THREADS-1:0] running_q;                // has not ended
    reg [THREADS-1:0] flying_q;                 // its request is in flight
    reg [SLOT_W-1:0]  slot_q  [0:THREADS-1];    // its current slot
    reg [THREADS-1:0] waits_q;                  // it waits
    reg [WAIT_W-1:0]  until_q [0:THREADS-1];    // until this cycle
    reg [1:0]         state_q;
    reg [TAG_W-1:0]   at_q;                     // the thread that is looked at
    reg [15:0]        head_q;                   // word 0 of its slot
    reg [LINE_W-1:0]  line_q;                   // word 1
    reg               landed_q;                 // the answer's line is written

    // ---- the slots ----

    wire [ROW_W-1:0] fetch_row = {at_q, slot_q[at_q], state_q != LOOK};
    wire [15:0]      low, high;                 // words 0 and 1, or 2 and 3
    wire [TAG_W-1:0] answered  = core_rsp_msg_i[32 +: TAG_W];
    wire [3:0]       op        = head_q[15:12];
    wire             issued    = core_req_valid_o && core_req_ready_i;
    wire             lands     = core_rsp_valid_i && !issued;  // an answer may be written now

    // While the engine runs, the low column is written with the cycle of issue or an answer's low
    // half; the high column with an answer's high half, then with the answer's cycle.
    wire [ROW_W-1:0] answer_row = {answered, slot_q[answered], !landed_q};
    wire             low_wen    = busy_o ? issued || (lands && !landed_q) : write_i && !addr_i[0];
    wire             high_wen   = busy_o ? lands : write_i && addr_i[0];
    wire [ROW_W-1:0] low_row    = !busy_o ? addr_i[ROW_W:1]
                                : issued ? {at_q, slot_q[at_q], 1'b0} : answer_row;
    wire [ROW_W-1:0] high_row   = !busy_o ? addr_i[ROW_W:1] : answer_row;
    wire [15:0]      low_data   = !busy_o ? wdata_i : issued ? now_i : core_rsp_msg_i[15:0];
    wire [15:0]      high_data  = !busy_o ? wdata_i : landed_q ? now_i : core_rsp_msg_i[31:16];
    wire             fetches    = !busy_o || state_q == LOOK || state_q == FETCH;
    wire [ROW_W-1:0] read_row   = busy_o ? fetch_row : addr_i[ROW_W:1];

    um_ram #(.COL_W (16), .COLS (1), .DEPTH (1 << ROW_W), .ADDR_W (ROW_W)) low_words (
        .clk_i   (clk_i),
        .ren_i   (fetches),
        .raddr_i (read_row),
        .rdata_o (low),
        .wen_i   (low_wen),
        .waddr_i (low_row),
        .wdata_i (low_data)
    );
    um_ram #(.COL_W (16), .COLS (1), .DEPTH (1 << ROW_W), .ADDR_W (ROW_W)) high_words (
        .clk_i   (clk_i),
        .ren_i   (fetches),
        .raddr_i (read_row),
        .rdata_o (high),
        .wen_i   (high_wen),
        .waddr_i (high_row),
        .wdata_i (high_data)
    );
    assign rdata_o = addr_i[0] ? high : low;

    // ---- requests and answers ----

    assign busy_o           = |running_q;
    assign core_req_valid_o = state_q == ISSUE;
    assign core_req_msg_o   = {{CORE_REQ_W - 45 - LINE_W - TAG_W{1'b0}}, head_q[11:7], op, at_q,
                               line_q, head_q[3:0], high, low};
    assign core_rsp_ready_o = lands && landed_q;

    wire unused_rsp = &{1'b0, core_rsp_msg_i, head_q[6:4], high};

    // ---- threads ----

    wire [WAIT_W-1:0] to_go  = until_q[at_q] - now_i[WAIT_W-1:0];
    wire              is_due = to_go == {WAIT_W{1'b0}} || to_go[WAIT_W-1];
    wire              may_go = running_q[at_q] && !flying_q[at_q] && (!waits_q[at_q] || is_due);
    wire              last   = &slot_q[at_q];
    integer t;

    always @(posedge clk_i) begin
        if (lands)
            landed_q <= !landed_q;
        case (state_q)
            LOOK:
                if (may_go) begin
                    waits_q[at_q] <= 1'b0;
                    state_q       <= FETCH;
                end else begin
                    at_q <= at_q + 1'b1;
                end
            FETCH: begin
                head_q  <= low;
                line_q  <= high[LINE_W-1:0];
                state_q <= DATA;
            end
            DATA: begin
                state_q <= op == WAIT || op == END ? LOOK : ISSUE;
                if (op == WAIT) begin
                    waits_q[at_q] <= !last;  // a WAIT in the last slot ends the thread
                    until_q[at_q] <= now_i[WAIT_W-1:0] + low[WAIT_W-1:0];
                    slot_q[at_q]  <= slot_q[at_q] + 1'b1;
                end
                if (op == END || (op == WAIT && last))
                    running_q[at_q] <= 1'b0;
            end
            ISSUE:
                if (core_req_ready_i) begin
                    flying_q[at_q] <= 1'b1;
                    at_q           <= at_q + 1'b1;
                    state_q        <= LOOK;
                end
        endcase
        if (core_rsp_ready_o) begin
            flying_q[answered] <= 1'b0;
            slot_q[answered]   <= slot_q[answered] + 1'b1;
            if (&slot_q[answered])
                running_q[answered] <= 1'b0;
        end
        if (start_i) begin
            running_q <= {THREADS{1'b1}};
            at_q      <= {TAG_W{1'b0}};
            for (t = 0; t < THREADS; t = t + 1)
                slot_q[t] <= {SLOT_W{1'b0}};
        end
        if (rst_i) begin
            running_q <= {THREADS{1'b0}};
            flying_q  <= {THREADS{1'b0}};
            waits_q   <= {THREADS{1'b0}};
            state_q   <= LOOK;
            landed_q  <= 1'b0;
        end
    end
endmodule
`default_nettype wire
