// um_reach_core: one thread of a litmus test, in place of an SM. It has one access in flight.
//
// First it does those of its WARMS loads that warm_i names, which fill caches. It waits until all
// cores have done so (go_i), and for start_i more cycles. Then it does those of its STEPS accesses
// that step_i names, in order, each gap_i cycles after the previous answer. It keeps loaded values.
`default_nettype none
module um_reach_core #(
    parameter REQ_W    = 192, // bits of messages, and where their fields lie
    parameter RSP_W    = 160,
    parameter LINE_W   = 12,
    parameter MASK_LSB = 128,
    parameter LINE_LSB = 144,
    parameter OP_LSB   = 160,
    parameter WORD_BYTES = 4,
    parameter VALUE_W  = 2,   // bits of a value
    parameter DELAY_W  = 6,   // bits of start_i
    parameter GAP_W    = 3,   // bits of gap_i
    parameter WARMS    = 1,   // at least 1, as is STEPS; warm_i and step_i leave out unwanted ones
    parameter STEPS    = 1,
    // Each step from bit 0 up: 4 bits operation, 4 bits word, LINE_W bits line, VALUE_W bits value.
    parameter STEP_W   = 8 + LINE_W + VALUE_W,
    parameter [(WARMS+STEPS)*STEP_W-1:0] PROGRAM = 0,
    parameter IDLE     = 0    // 1: no thread runs here; the core does no steps, only warm-up loads
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire [WARMS-1:0]         warm_i,
    input  wire [STEPS-1:0]         step_i, // which of its steps are done at all
    input  wire [DELAY_W-1:0]       start_i,
    input  wire [GAP_W-1:0]         gap_i,
    output wire                     warm_o, // this core's warm-up loads are done
    input  wire                     go_i,   // those of all cores are done
    output wire                     done_o,
    output reg  [STEPS*VALUE_W-1:0] value_o, // the value loaded in each step; 0 for a store
    output wire                     req_valid_o,
    input  wire                     req_ready_i,
    output wire [REQ_W-1:0]         req_msg_o,
    input  wire                     rsp_valid_i,
    output wire                     rsp_ready_o,
    input  wire [RSP_W-1:0]         rsp_msg_i
);
    localparam ALL  = WARMS + STEPS;
    localparam PC_W = $clog2(ALL + 1);
    localparam [3:0] OP_STORE = 4'd1;

    reg [PC_W-1:0]    pc_q;
    reg               asked_q; // an access is in flight
    reg               armed_q; // start_i has been taken
    reg [DELAY_W-1:0] wait_q;

    wire [31:0]       pc = {{32 - PC_W{1'b0}}, pc_q};
    assign warm_o = pc >= WARMS;
    assign done_o = IDLE != 0 ? warm_o : pc == WARMS + STEPS;

    // The step's fields, and its message. A bit that is 0 in all steps is made a constant, so that
    // the model that is searched gets smaller.
    wire [STEP_W-1:0] step;
    wire [3:0]        op = step[3:0];
    wire [3:0]        word = step[7:4];
    wire [31:0]       shift = {28'd0, word};
    genvar g, k;
    for (g = 0; g < STEP_W; g = g + 1) begin : step_bit
        wire [ALL-1:0] column;
        for (k = 0; k < ALL; k = k + 1) begin : of
            assign column[k] = PROGRAM[k*STEP_W + g];
        end
        assign step[g] = |column && column[pc_q];
    end
    for (g = 0; g < REQ_W; g = g + 1) begin : message_bit
        wire [ALL-1:0] column;
        for (k = 0; k < ALL; k = k + 1) begin : of
            localparam [STEP_W-1:0] IT = PROGRAM[k*STEP_W +: STEP_W];
            localparam integer WORD = IT[7:4];
            localparam [REQ_W-1:0] LINE = IT[8 +: LINE_W];
            localparam [REQ_W-1:0] VALUE = IT[8 + LINE_W +: VALUE_W];
            localparam [REQ_W-1:0] MASK = IT[3:0] == OP_STORE ? (1 << WORD_BYTES) - 1 : 0;
            localparam [REQ_W-1:0] OP = IT[3:0];
            localparam [REQ_W-1:0] MSG = VALUE << 8*WORD_BYTES*WORD
                | MASK << (MASK_LSB + WORD_BYTES*WORD)
                | LINE << LINE_LSB | OP << OP_LSB;
            assign column[k] = MSG[g];
        end
        assign req_msg_o[g] = |column && column[pc_q];
    end
    wire [WARMS+STEPS-1:0] wanted = {step_i, warm_i};
    wire skip = !done_o && !wanted[pc_q];
    wire ready = armed_q && wait_q == 0;
    wire ask = !done_o && !asked_q && !skip && (!warm_o || ready);
    wire answered = asked_q && rsp_valid_i;

    assign req_valid_o = ask;
    assign rsp_ready_o = 1'b1;
    wire [RSP_W-1:0] answer = rsp_msg_i >> 8*WORD_BYTES*shift;

    always @(posedge clk_i) begin
        if (rst_i) begin
            pc_q <= {PC_W{1'b0}};
            asked_q <= 1'b0;
            armed_q <= 1'b0;
            wait_q <= {DELAY_W{1'b0}};
            value_o <= {STEPS*VALUE_W{1'b0}};
        end else begin
            if (ask && req_ready_i)
                asked_q <= 1'b1;
            if (answered) begin
                asked_q <= 1'b0;
                if (warm_o && op != OP_STORE)
                    value_o[(pc - WARMS)*VALUE_W +: VALUE_W] <= answer[VALUE_W-1:0];
            end
            if (answered || skip)
                pc_q <= pc_q + 1'b1;
            if (warm_o && !armed_q) begin
                armed_q <= go_i;
                wait_q <= start_i;
            end else if (answered) begin
                wait_q <= {{DELAY_W - GAP_W{1'b0}}, gap_i};
            end else if (wait_q != 0) begin
                wait_q <= wait_q - 1'b1;
            end
        end
    end
endmodule
`default_nettype wire
